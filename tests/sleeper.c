/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Properties of sched_sleeper_credit(), compiled from the text that the patch
 * adds to the kernel (SLEEPER is that file).  Prints TAP.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t u64;
typedef uint32_t u32;

#define NICE_0_LOAD	1024L
/* as asm-generic/div64.h has it: the divisor is 32 bits wide */
#define do_div(n, base)	((n) /= (u32)(base))

#include SLEEPER

#define MS	1000000u

/* the weights of nice -20 ... 19, made by the rule they follow: 25 % a step */
static unsigned long weight_of(int nice)
{
	double w = 1024;

	for (; nice > 0; nice--)
		w /= 1.25;
	for (; nice < 0; nice++)
		w *= 1.25;
	return w + 0.5;
}

#define IDLE_WEIGHT	2	/* SCHED_IDLE on these kernels */

static int tests, failed;

static void result(int good, const char *what)
{
	tests++;
	if (!good)
		failed++;
	printf("%sok %d - %s\n", good ? "" : "not ", tests, what);
}

static unsigned long some_weight(int i)
{
	return i == 40 ? IDLE_WEIGHT : weight_of(i - 20);
}

static const u32 latency[] = { 1, 1000, 20 * MS, 80 * MS, 100 * MS, 200 * MS,
			       UINT32_MAX };
#define LATENCIES	(sizeof(latency) / sizeof(latency[0]))

/* N tasks of nice 0, the sleeper among them: L/N each, rounded down */
static int equal_tasks(void)
{
	unsigned int n, l;

	for (l = 0; l < LATENCIES; l++)
		for (n = 1; n <= 4000; n++)
			if (sched_sleeper_credit(latency[l], (n - 1) * 1024ul,
						 1024) != latency[l] / n)
				return 0;
	return 1;
}

/* alone, a sleeper runs for L until its credit is used up, at any weight */
static int empty_queue(void)
{
	unsigned int i, l;
	u64 credit;

	for (l = 0; l < LATENCIES; l++)
		for (i = 0; i <= 40; i++) {
			unsigned long w = some_weight(i);
			u64 want = (u64)latency[l] * 1024;

			credit = sched_sleeper_credit(latency[l], 0, w);
			/* rounded down by less than one virtual ns */
			if (credit * w > want || (credit + 1) * w <= want)
				return 0;
		}
	return 1;
}

/* more weight on the queue never gives more credit, and never more than alone */
static int falls_with_load(void)
{
	unsigned int i, l;
	unsigned long q;

	for (l = 0; l < LATENCIES; l++)
		for (i = 0; i <= 40; i++) {
			unsigned long w = some_weight(i);
			u64 last = sched_sleeper_credit(latency[l], 0, w);

			for (q = 1; q && q < ~0ul / 3; q *= 3) {
				u64 c = sched_sleeper_credit(latency[l], q, w);

				if (c > last)
					return 0;
				last = c;
			}
		}
	return 1;
}

/* group shares may be anything that fits a long; nothing wraps or divides by 0 */
static int extremes(void)
{
	static const unsigned long w[] = { 1, 2, 1024, 0x7ffffffful, 0xfffffffful,
					   ~0ul / 2, ~0ul - 1, ~0ul };
	unsigned int i, j, l;

	for (l = 0; l < LATENCIES; l++)
		for (i = 0; i < sizeof(w) / sizeof(w[0]); i++)
			for (j = 0; j < sizeof(w) / sizeof(w[0]); j++) {
				u64 c = sched_sleeper_credit(latency[l], w[i],
							     w[j]);

				if (c > (u64)latency[l] * 1024 / 2)
					return 0;
			}
	return 1;
}

static int random_search(void)
{
	unsigned int seed = 1;
	int i;

	for (i = 0; i < 1000000; i++) {
		u32 l, own, q;
		u64 c;

		l = (u32)rand_r(&seed) % (200 * MS) + 1;
		own = (u32)rand_r(&seed) % 100000 + 1;
		q = (u32)rand_r(&seed) % 10000000;
		c = sched_sleeper_credit(l, q, own);
		if (c * ((u64)q + own) > (u64)l * 1024 ||
		    (c + 1) * ((u64)q + own) <= (u64)l * 1024)
			return 0;
	}
	return 1;
}

int main(void)
{
	/* what 2.6.25-rc6 made of this case was 81.92 s */
	result(sched_sleeper_credit(80 * MS, 0, 1024) == 80 * MS,
	       "80 ms on an empty queue are 80 ms");
	result(equal_tasks(), "N equal tasks: a sleeper's credit is L/N");
	result(empty_queue(), "alone, it is L of own execution, at every weight");
	result(falls_with_load(), "more load never gives more credit");
	result(extremes(), "extreme weights and latencies give no nonsense");
	result(random_search(), "a million random cases are exact to one ns");
	printf("1..%d\n", tests);
	return failed != 0;
}
