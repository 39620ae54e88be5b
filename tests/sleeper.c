/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Properties of kernel/sched_sleeper.h, compiled from the text that the patch
 * adds to the kernel (SLEEPER is that file).
 */
#include "arithmetic.h"
#include SLEEPER

#define NICE_0_LOAD	1024
#define DEPTHS		6	/* the task, and up to five groups above it */

/* prio_to_weight[] of these kernels, nice -20 ... 19; SCHED_IDLE, then and now */
static const u64 task_weights[] = {
	88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916,
	9548, 7620, 6100, 4904, 3906, 3121, 2501, 1991, 1586, 1277,
	1024, 820, 655, 526, 423, 335, 272, 215, 172, 137,
	110, 87, 70, 56, 45, 36, 29, 23, 18, 15,
	2, 3
};

/* of groups: from MIN_SHARES over MAX_SHARES to what fits a long */
static const u64 group_weights[] = {
	2, 3, 128, 1024, 1 << 18, (1 << 18) - 1, 0x7fffffff, 0xffffffff,
	1ull << 32, (1ull << 32) + 1, 1ull << 40, (1ull << 62) + 12345, ~0ull - 1
};

/* what else is queued: nothing, one, many, more than 32 bits of it */
static const u64 queue_loads[] = {
	0, 1, 2, 15, 1024, 2 * 1024, 88761, 1000 * 1024, 40 * 88761, 1 << 18,
	0x7fffffff, 0xffffffff - 88761, 0xffffffff, 1ull << 32, 1ull << 40,
	~0ull / 2, ~0ull
};

static const u64 latencies[] = {
	0, 1, MS / 10, 20 * MS, 80 * MS, 100 * MS, 200 * MS, 1000 * MS, 0xffffffff
};

#define PICK(array)	((array)[random_below(COUNT(array))])

/*
 * Is @got credit * mul / div, rounded down, at most SCHED_CREDIT_MAX?  2^-@slack
 * of it may be missing (slack < 64), but it is never more.
 */
static int is_scaled(u64 got, u64 credit, u64 mul, u64 div, unsigned int slack)
{
	struct big exact = big_times(big(credit), mul);
	struct big low, high;

	if (!div)
		div = 1;
	low = big_times(big(got), div);
	high = big_times(big(got + 1), div);
	if (got > SCHED_CREDIT_MAX || big_compare(&low, &exact) > 0)
		return 0;
	if (got == SCHED_CREDIT_MAX)
		return 1;
	if (slack) {
		high = big_times(high, 1ull << slack);
		exact = big_times(exact, (1ull << slack) - 1);
	}
	return big_compare(&high, &exact) > 0;
}

static int scales(u64 credit, u64 mul, u64 div, unsigned int slack)
{
	u64 got = sched_sleeper_scale(credit, mul, div);

	if (is_scaled(got, credit, mul, div, slack))
		return 1;
	printf("# sched_sleeper_scale(%llu, %llu, %llu) = %llu\n", credit, mul,
	       div, got);
	return 0;
}

static u64 any_weight(void)
{
	switch (random_below(4)) {
	case 0:
		return PICK(task_weights);
	case 1:
		return PICK(group_weights);
	case 2:
		return PICK(queue_loads);
	}
	return random_size(64);
}

static u64 any_credit(void)
{
	u64 credit = random_size(61);

	return credit < SCHED_CREDIT_MAX ? credit : SCHED_CREDIT_MAX;
}

static int scale_exact(void)
{
	unsigned int l, w;
	int i;

	for (l = 0; l < COUNT(latencies); l++)
		for (w = 0; w < COUNT(task_weights); w++)
			if (!scales(latencies[l], NICE_0_LOAD, task_weights[w], 0) ||
			    !scales(latencies[l], task_weights[w], NICE_0_LOAD, 0))
				return 0;
	for (i = 0; i < ROUNDS(100000); i++)
		if (!scales(any_credit(), any_weight() & 0xffffffff,
			    any_weight() & 0xffffffff, 0))
			return 0;
	return 1;
}

static int scale_wide(void)
{
	int i;

	for (i = 0; i < ROUNDS(50000); i++)
		if (!scales(any_credit(), any_weight(), any_weight(), 30))
			return 0;
	return 1;
}

static int scale_zero(void)
{
	int i;

	for (i = 0; i < ROUNDS(1000); i++) {
		u64 credit = any_credit(), weight = any_weight();

		if (sched_sleeper_scale(credit, 0, weight) ||
		    sched_sleeper_scale(0, weight, weight) ||
		    sched_sleeper_scale(credit, weight, 0) !=
		    sched_sleeper_scale(credit, weight, 1))
			return 0;
	}
	return sched_sleeper_scale(SCHED_CREDIT_MAX, 0, 0) == 0 &&
	       sched_sleeper_scale(SCHED_CREDIT_MAX, 1, 0) == SCHED_CREDIT_MAX;
}

static int scale_saturates(void)
{
	return sched_sleeper_scale(SCHED_CREDIT_MAX, ~0ull, 1) ==
							SCHED_CREDIT_MAX &&
	       sched_sleeper_scale(SCHED_CREDIT_MAX, 0xffffffff, 1) ==
							SCHED_CREDIT_MAX &&
	       sched_sleeper_scale(SCHED_CREDIT_MAX, 1025, 1024) ==
							SCHED_CREDIT_MAX &&
	       sched_sleeper_scale(SCHED_CREDIT_MAX, 1024, 1024) ==
							SCHED_CREDIT_MAX &&
	       sched_sleeper_scale(SCHED_CREDIT_MAX - 1, 1, 1) ==
							SCHED_CREDIT_MAX - 1;
}

/* the sleeper once, whether it is accounted or not; no wrapping */
static int weight_once(void)
{
	unsigned int q, i;

	for (q = 0; q < COUNT(queue_loads); q++)
		for (i = 0; i < ROUNDS(1000); i++) {
			u64 others = queue_loads[q], own = any_weight();
			u64 both = others + own < own ? ~0ull : others + own;

			if (sched_sleeper_weight(others, own, 0) != both ||
			    sched_sleeper_weight(both, own, 1) != both) {
				printf("# sched_sleeper_weight(%llu, %llu, 0) = %llu\n",
				       others, own,
				       sched_sleeper_weight(others, own, 0));
				return 0;
			}
		}
	/* it never weighs less than the sleeper, whatever was accounted */
	return sched_sleeper_weight(0, 1024, 1) == 1024;
}

/* ---- worth of a credit */

/* 2.6.25: virtual time is execution * 1024 / weight */
static int worth_by_weight(void)
{
	unsigned int l, w;

	for (l = 0; l < COUNT(latencies); l++)
		for (w = 0; w < COUNT(task_weights); w++) {
			u64 weight = task_weights[w], want = latencies[l];
			u64 worth = sched_sleeper_scale(want, NICE_0_LOAD,
							weight) * weight;

			/* at most weight / 1024 + 1 ns are lost */
			if (worth > want * NICE_0_LOAD || worth + weight +
			    NICE_0_LOAD <= want * NICE_0_LOAD) {
				printf("# latency %llu, weight %llu: worth %llu/1024\n",
				       want, weight, worth);
				return 0;
			}
		}
	return 1;
}

struct level {
	u64 own;	/* weight of the task, or of its group */
	u64 others;	/* what else is queued beside it */
};

/* 2.6.26-rc1 ... rc4, 2.6.27: execution * product of (queue / own) */
static u64 credit_of(u64 latency, const struct level *level, int levels,
		     unsigned int queued)
{
	u64 credit = latency;
	int i;

	for (i = 0; i < levels; i++) {
		int on_rq = queued >> i & 1;
		u64 sum = level[i].others + (on_rq ? level[i].own : 0);

		credit = sched_sleeper_scale(credit, sched_sleeper_weight(sum,
					level[i].own, on_rq), level[i].own);
	}
	return credit;
}

/*
 * Is the worth of @credit in (latency - levels, latency]?  2^-@slack of it may be
 * missing at each level.
 */
static int is_worth(u64 credit, u64 latency, const struct level *level,
		    int levels, unsigned int slack)
{
	u64 least = latency > (u64)levels ? latency - levels : 0;
	struct big worth = big(credit), most = big(latency), low;
	int i;

	if (slack)
		least -= (least >> slack) * levels + (least ? 1 : 0);
	low = big(least);
	for (i = 0; i < levels; i++) {
		u64 sum = level[i].others + level[i].own;

		worth = big_times(worth, level[i].own);
		most = big_times(most, sum);
		low = big_times(low, sum);
	}
	if (big_compare(&worth, &most) > 0)
		return 0;
	return credit == SCHED_CREDIT_MAX || !latency ||
	       latency <= (u64)levels || big_compare(&worth, &low) > 0;
}

static int worth_in_groups(u64 limit, unsigned int slack, int rounds)
{
	struct level level[DEPTHS];
	unsigned int queued;
	int i, levels;

	while (rounds--) {
		u64 latency = PICK(latencies), credit;

		levels = 1 + random_below(DEPTHS);
		for (i = 0; i < levels; i++)
			do {
				level[i].own = i ? PICK(group_weights) :
						   PICK(task_weights);
				level[i].others = PICK(queue_loads);
			} while (level[i].own > limit || level[i].others >
							 limit - level[i].own);

		/* groups are queued in one order or another, before or after */
		for (queued = 0; queued < 1u << levels; queued++) {
			credit = credit_of(latency, level, levels, queued);
			if (is_worth(credit, latency, level, levels, slack))
				continue;
			printf("# latency %llu, credit %llu, on_rq bits %x:",
			       latency, credit, queued);
			for (i = 0; i < levels; i++)
				printf(" %llu of %llu+itself", level[i].own,
				       level[i].others);
			printf("\n");
			return 0;
		}
	}
	return 1;
}

/* ---- places */

/* times near each other, all of them anywhere on the clock */
static s64 near(void)
{
	s64 time = random_size(50);

	return random64() & 1 ? time : -time;
}

static int base_is(s64 min, const s64 *curr, const s64 *left, u64 shift)
{
	u64 c = shift, l = shift, got;
	s64 want = min, first = min;

	if (curr) {
		c += *curr;
		first = *curr;
	}
	if (left) {
		l += *left;
		if (!curr || *left < first)
			first = *left;
	}
	if (first > want)
		want = first;
	got = sched_sleeper_base(min + shift, curr ? &c : NULL, left ? &l : NULL);
	if (got == want + shift)
		return 1;
	printf("# min %lld, curr %lld, left %lld, shifted by %llu: base %llu\n",
	       min, curr ? *curr : 0, left ? *left : 0, shift, got);
	return 0;
}

static int base_in_order(void)
{
	int i;

	for (i = 0; i < ROUNDS(100000); i++) {
		s64 min = near(), curr = near(), left = near();
		u64 shift = random_below(4) ? random64() : -random_below(1000);

		if (!base_is(min, NULL, NULL, shift) ||
		    !base_is(min, &curr, NULL, shift) ||
		    !base_is(min, NULL, &left, shift) ||
		    !base_is(min, &curr, &left, shift) ||
		    !base_is(min, &min, &min, shift))
			return 0;
	}
	return 1;
}

static int place_in_order(void)
{
	int i;

	for (i = 0; i < ROUNDS(100000); i++) {
		s64 vruntime = near(), base = near(), want;
		u64 credit = any_credit(), got;
		u64 shift = random_below(4) ? random64() : -random_below(1000);

		want = base - (s64)credit;
		if (vruntime > want)
			want = vruntime;
		got = sched_sleeper_place(vruntime + shift, base + shift, credit);
		if (got != want + shift) {
			printf("# vruntime %lld, base %lld, credit %llu, shifted by %llu: %llu\n",
			       vruntime, base, credit, shift, got);
			return 0;
		}
	}
	return 1;
}

#ifdef __SIZEOF_INT128__
/* the long numbers here are right themselves */
static int long_numbers(void)
{
	int i;

	for (i = 0; i < ROUNDS(100000); i++) {
		u64 a = random_size(64), b = random_size(64);
		unsigned __int128 product = (unsigned __int128)a * b;
		struct big x = big_times(big(a), b), y = big(product);

		y.part[2] = product >> 64;
		y.part[3] = product >> 96;
		if (big_compare(&x, &y))
			return 0;
	}
	return 1;
}
#endif

#ifndef NO_MAIN
int main(void)
{
#ifdef __SIZEOF_INT128__
	result(long_numbers(), "the test's own long numbers are right");
#endif
	result(scale_exact(), "scale: exact, rounded down, for weights of 32 bits");
	result(scale_wide(), "scale: above, never more, and less by 2^-30 at most");
	result(scale_zero(), "scale: nothing times anything; 0 divides as 1");
	result(scale_saturates(), "scale: no more than SCHED_CREDIT_MAX");
	result(weight_once(), "weight: the sleeper once, and no wrapping");
	result(worth_by_weight(), "2.6.25: a credit is worth the latency, at any nice level");
	result(worth_in_groups(0xffffffff, 0, ROUNDS(8000)),
	       "2.6.27: the same, in any group, whatever was queued first");
	result(worth_in_groups(~0ull, 30, ROUNDS(2000)),
	       "2.6.27: also with weights of more than 32 bits");
	result(base_in_order(), "base: never before min_vruntime or who is first, anywhere on the clock");
	result(place_in_order(), "place: not back, one credit at most, anywhere on the clock");
	return finish();
}
#endif
