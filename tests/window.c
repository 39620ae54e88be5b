/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Properties of kernel/sched_window.h, compiled from the text that the patch
 * adds to the kernel (WINDOW is that file), on a simulated CPU: true time, a time
 * of day, a raw clock that may be as wrong as one likes, ticks that come or not.
 *
 * With CALLER, which has window_tick() and window_clock() as the patches of
 * CLOCK_WINDOW add them, it is these that call the header's functions.
 */
#include "arithmetic.h"
#include WINDOW

#ifdef CALLER
/* of struct rq and struct sched_clock_data what the two use */
struct caller {
	struct sched_window window;
	u64 clock, tick_gtod, tick_raw, prev_raw, prev_clock_raw;
	unsigned long prev_jiffies, tick_jiffies;
	int windowed, hold;
};

static u64 TICK_NSEC;
static unsigned long jiffies;
static int feature_on;

static int sched_clock_windowed(void)
{
	return feature_on;
}

#include CALLER
#endif

/* how long a tick is, and for how long these kernels take it (TICK_NSEC) */
static const struct hz {
	u64 period, nsec;
} hz[] = {
	{ 10 * MS, 10000000 },
	{ 4 * MS, 4000250 },
	{ 1 * MS, 999848 },
};

enum raw_kind {
	PERFECT, PPM_FAST, PPM_SLOW, FAST, SLOW, DOUBLE, STALLING, BACKWARD,
	JUMPING, CHANGING, RAW_KINDS
};

enum tick_kind {
	ON_TIME, LATE, EARLY, LOST, IDLE, TICK_KINDS
};

/* the filters of these kernels; written anew, faults and all */
enum filter {
	BY_OWN_TICK,	/* 2.6.25: a window from the clock's own last tick */
	BY_JIFFIES,	/* 2.6.26: from GTOD at the tick and jiffies since */
	BY_JIFFIES_SUM,	/* 2.6.27-rc4: that, but all since the tick counts again */
	BY_CLAMP,	/* 2.6.27-rc5: GTOD at the tick, cut above */
	FILTERS
};

struct cpu {
	const struct hz *hz;
	enum raw_kind raw_kind;
	enum tick_kind tick_kind;
	u64 now, gtod_start;	/* true time; GTOD when that was 0 */
	u64 next_tick;
	u64 raw, frozen;	/* the raw clock; how long it stands still */
	u64 rate;		/* CHANGING: of 1000 */

	u64 clock;		/* what all this is about */
	struct sched_window window;
	u64 gtod_tick, raw_tick, lead;	/* at the last tick, by this file */
	u64 last;		/* the last reading; another one was taken over since */

	/* for the old filters */
	enum filter filter;
	int on, windowed;	/* the feature is set; its window counts */
	int hold, no_hold;
	u64 prev_raw, prev_jiffies, own_tick;

	u64 lows, highs, stalls;
};

static u64 gtod(const struct cpu *c)
{
	return c->gtod_start + c->now;
}

/* one CPU counts jiffies, and this is another: a third of a tick apart */
static u64 jiffies_of(const struct cpu *c)
{
	return (c->now + c->hz->period * 35 / 100) / c->hz->period;
}

static void raw_goes_on(struct cpu *c, u64 ns)
{
	switch (c->raw_kind) {
	case PPM_FAST:
		ns += ns / 10000;
		break;
	case PPM_SLOW:
		ns -= ns / 10000;
		break;
	case FAST:
		ns += ns / 10;
		break;
	case SLOW:
		ns -= ns / 10;
		break;
	case DOUBLE:
		ns *= 2;
		break;
	case STALLING:
		if (!c->frozen && !random_below(30))
			c->frozen = random_below(5 * c->hz->period);
		if (c->frozen) {
			c->frozen -= ns < c->frozen ? ns : c->frozen;
			return;
		}
		break;
	case BACKWARD:
		if (!random_below(10))
			ns = -random_below(random_below(20) ? MS : HOUR);
		break;
	case JUMPING:
		if (!random_below(100))
			ns += random_below(24 * HOUR);
		break;
	case CHANGING:
		if (!random_below(50))
			c->rate = random_below(3000);
		ns = ns * c->rate / 1000;
		break;
	default:
		break;
	}
	c->raw += ns;
}

static void goes_on(struct cpu *c, u64 ns)
{
	c->now += ns;
	raw_goes_on(c, ns);
}

static void start(struct cpu *c, const struct hz *rate, enum raw_kind raw_kind,
		  enum tick_kind tick_kind)
{
	memset(c, 0, sizeof(*c));
	c->hz = rate;
	c->raw_kind = raw_kind;
	c->tick_kind = tick_kind;
	/* both may wrap soon, or be anywhere */
	c->gtod_start = random_below(2) ? random64() : -random_below(SECOND);
	c->raw = random_below(2) ? random64() : -random_below(SECOND);
	c->rate = 1000;
	c->clock = c->gtod_tick = gtod(c);
	c->prev_raw = c->raw_tick = c->raw;
	c->prev_jiffies = jiffies_of(c);
	c->own_tick = c->clock;
	c->next_tick = rate->period;
}

/* ---- readings by the window, and what must be true of each */

static int no(const struct cpu *c, const char *what, u64 got)
{
	printf("# %s: from GTOD at the tick: reading %lld, the last one %lld\n", what,
	       (s64)(got - c->gtod_tick), (s64)(c->clock - c->gtod_tick));
	printf("# lead %llu, raw went %lld; raw kind %d, tick kind %d, tick %llu\n",
	       c->lead, (s64)(c->raw - c->raw_tick), c->raw_kind, c->tick_kind,
	       c->hz->nsec);
	return 0;
}

/* true if @a and @b are one ns apart at most */
static int same(u64 a, u64 b)
{
	return a - b + 1 <= 2;
}

/* what the raw clock went since the tick, as far as it is believed */
static u64 raw_went(const struct cpu *c)
{
	u64 went = c->raw - c->raw_tick;

	if ((s64)went < 0)
		return 0;
	return went > c->hz->nsec ? c->hz->nsec : went;
}

static u64 linear_reading(const struct cpu *c)
{
	u64 went = raw_went(c);
	u64 slower = went / 128 < c->lead ? went / 128 : c->lead;

	return c->gtod_tick + c->lead + went - slower;
}

/* what is taken over becomes a lead, so that the line goes through it */
static void take_over(struct cpu *c)
{
	if (c->clock == c->last || (s64)(c->clock - linear_reading(c)) <= 0)
		return;
	c->lead = c->clock - (c->gtod_tick + raw_went(c)) + raw_went(c) / 128;
}

static int check_reading(const struct cpu *c, u64 got, unsigned int what)
{
	u64 tick = c->hz->nsec, linear = linear_reading(c), end;

	if ((s64)(got - c->clock) < 0)
		return no(c, "went back", got);
	if ((s64)(got - c->gtod_tick) < 0)
		return no(c, "before the window", got);
	/*
	 * What lead cannot be worked off in this tick lets it pass; and what was
	 * read already, perhaps by another CPU, is never taken back.
	 */
	end = c->gtod_tick + tick;
	if (c->lead > tick / 128)
		end += c->lead - tick / 128;
	if ((s64)(got - end) >= 0 && got != c->clock)
		return no(c, "behind the window", got);

	if (!what || what == SCHED_WINDOW_STALL)
		if (!same(got, linear))
			return no(c, "is not linear, and no bit says why", got);
	if ((what & SCHED_WINDOW_HIGH) && (s64)(linear - got) <= 0 &&
	    !(what & SCHED_WINDOW_LOW))
		return no(c, "HIGH, but it was not cut", got);
	if ((what & SCHED_WINDOW_LOW) &&
	    (got != c->clock && got != c->gtod_tick))
		return no(c, "LOW, but it was not lifted", got);
	if ((what & SCHED_WINDOW_LOW) && !(what & SCHED_WINDOW_HIGH) &&
	    (s64)(got - linear) <= 0)
		return no(c, "LOW, but it was not too low", got);
	if (!!(what & SCHED_WINDOW_STALL) != (got == c->clock))
		return no(c, "STALL is not what it says", got);
	if (what & ~(SCHED_WINDOW_LOW | SCHED_WINDOW_HIGH | SCHED_WINDOW_STALL))
		return no(c, "unknown bit", got);
	return 1;
}

#ifdef CALLER
static int window_reads(struct cpu *c)
{
	struct caller caller;

	memset(&caller, 0, sizeof(caller));
	caller.window = c->window;
	caller.windowed = 1;
	caller.clock = c->clock;
	TICK_NSEC = c->hz->nsec;
	feature_on = 1;
	if (!window_clock(&caller, c->raw) || (s64)(caller.clock - c->clock) < 0)
		return no(c, "refused, or back", caller.clock);
	c->clock = c->last = caller.clock;
	c->window = caller.window;
	return 1;
}
#else
static int window_reads(struct cpu *c)
{
	unsigned int what = ~0u;
	u64 got = sched_window_clock(&c->window, c->raw, c->clock, c->hz->nsec,
				     &what);
	int good;

	take_over(c);
	good = check_reading(c, got, what);
	c->lows += !!(what & SCHED_WINDOW_LOW);
	c->highs += !!(what & SCHED_WINDOW_HIGH);
	c->stalls += !!(what & SCHED_WINDOW_STALL);
	c->clock = c->last = got;
	return good;
}
#endif

/* a tick, or the end of idle */
static void window_ticks(struct cpu *c)
{
#ifdef CALLER
	struct caller caller;

	memset(&caller, 0, sizeof(caller));
	caller.window = c->window;
	caller.windowed = c->windowed;
	caller.clock = c->clock;
	caller.tick_gtod = gtod(c);
	caller.tick_raw = c->raw;
	TICK_NSEC = c->hz->nsec;
	feature_on = 1;
	window_tick(&caller, gtod(c), c->raw);
	c->window = caller.window;
	c->clock = caller.clock;
#else
	sched_window_tick(&c->window, gtod(c), c->raw, c->clock);
#endif
	c->windowed = 1;
	c->last = c->clock;
	c->gtod_tick = gtod(c);
	c->raw_tick = c->raw;
	c->lead = (s64)(c->clock - c->gtod_tick) > 0 ? c->clock - c->gtod_tick : 0;
}

/* after it the clock is right at once; or it was ahead, and goes on from there */
static int right_again(struct cpu *c)
{
	u64 last = c->clock;

	if (!window_reads(c))
		return 0;
	if (c->clock != (c->lead ? last : c->gtod_tick))
		return no(c, "not right after the tick", c->clock);
	return 1;
}

static void plan_tick(struct cpu *c)
{
	u64 period = c->hz->period;
	u64 due = c->next_tick;

	c->next_tick = due + period;
	switch (c->tick_kind) {
	case LATE:
		c->next_tick += random_below(period);
		break;
	case EARLY:
		c->next_tick -= random_below(period - 1);
		break;
	case LOST:
		if (!random_below(20))
			c->next_tick += random_below(random_below(10) ? 10 : 3 * SECOND /
						     period) * period;
		break;
	case IDLE:
		if (!random_below(10))
			c->next_tick += random_size(33);
		break;
	default:
		break;
	}
}

/* ---- any clock, any ticks */

static u64 all_lows, all_highs, all_stalls;

static int one_course(const struct hz *rate, enum raw_kind raw_kind,
		      enum tick_kind tick_kind)
{
	struct cpu c;
	int step;

	start(&c, rate, raw_kind, tick_kind);
	window_ticks(&c);
	for (step = 0; step < 2000; step++) {
		u64 ns = random_below(random_below(4) ? 100 * US : 3);

		/* in NOHZ idle nothing reads the clock */
		if (tick_kind == IDLE && c.now + 2 * rate->period < c.next_tick)
			ns = c.next_tick - c.now;
		if (c.now + ns >= c.next_tick) {
			goes_on(&c, c.next_tick - c.now);
			window_ticks(&c);
			/* idle may be said twice to have ended */
			if (tick_kind == IDLE && random_below(2))
				window_ticks(&c);
			if (!right_again(&c))
				return 0;
			plan_tick(&c);
			continue;
		}
		goes_on(&c, ns);
		if (!window_reads(&c))
			return 0;
		/* what another CPU read is taken over now and then */
		if (!random_below(200))
			c.clock += random_below(random_below(2) ? MS : 20 * MS);
	}
	all_lows += c.lows;
	all_highs += c.highs;
	all_stalls += c.stalls;
	return 1;
}

#ifdef CALLER
#define COURSES		1
#else
#define COURSES		ROUNDS(10)
#endif

static int all_courses(enum raw_kind raw_kind)
{
	int round;
	unsigned int h, t;

	for (round = 0; round < COURSES; round++)
		for (h = 0; h < COUNT(hz); h++)
			for (t = 0; t < TICK_KINDS; t++)
				if (!one_course(&hz[h], raw_kind, t))
					return 0;
	return 1;
}

/* ---- how long 51 us are */

#define STEP		(51 * US)

struct deltas {
	u64 wrong, least, most;	/* more than 1 % off; all that were seen */
};

static void delta_is(struct deltas *d, u64 delta, const struct hz *rate)
{
	u64 off = delta < STEP ? STEP - delta : delta - STEP;

	/* HZ=1000: TICK_NSEC is 152 ns less than ticks are apart */
	d->wrong += off > STEP / 100 + (rate->period > rate->nsec ?
					 rate->period - rate->nsec : 0);
	if (delta < d->least)
		d->least = delta;
	if (delta > d->most)
		d->most = delta;
}

/*
 * A raw clock without fault, ticks on time, a reading every 51 us for @length, and
 * at first the clock is ahead.  Deltas in which a tick came are in @across.
 */
static int window_deltas(const struct hz *rate, u64 lead, u64 length,
			 struct deltas *within, struct deltas *across)
{
	struct cpu c;
	u64 last;
	int ticked;

	memset(within, 0, sizeof(*within));
	within->least = ~0ull;
	*across = *within;
	start(&c, rate, PERFECT, ON_TIME);
	c.clock += lead;
	window_ticks(&c);
	goes_on(&c, random_below(STEP));
	if (!window_reads(&c))
		return 0;
	while (c.now < length) {
		u64 next = c.now + STEP;

		last = c.clock;
		ticked = 0;
		while (c.next_tick <= next) {
			u64 before = c.lead;

			goes_on(&c, c.next_tick - c.now);
			window_ticks(&c);
			plan_tick(&c);
			ticked = 1;
			if (c.lead && c.lead + rate->period / 128 > before + 1)
				return no(&c, "the lead did not shrink", c.clock);
		}
		goes_on(&c, next - c.now);
		if (!window_reads(&c))
			return 0;
		delta_is(ticked ? across : within, c.clock - last, rate);
	}
	if (c.lead)
		return no(&c, "still ahead", c.clock);
	return 1;
}

static int say_deltas(const struct deltas *d, u64 lead)
{
	if (d->wrong)
		printf("# lead %llu: %llu deltas of 51 us were wrong, from %llu to %llu ns\n",
		       lead, d->wrong, d->least, d->most);
	return !d->wrong;
}

static int exact_deltas(void)
{
	struct deltas within, across;
	unsigned int h;
	int i;

	for (i = 0; i < ROUNDS(20); i++)
		for (h = 0; h < COUNT(hz); h++)
			if (!window_deltas(&hz[h], 0, 100 * MS, &within, &across) ||
			    !say_deltas(&within, 0) || !say_deltas(&across, 0))
				return 0;
	return 1;
}

/* leads of 1 ns, parts of a tick, ticks: is it worked off, and how? */
static int with_lead(int look_across)
{
	unsigned int h, i;

	for (h = 0; h < COUNT(hz); h++) {
		u64 tick = hz[h].nsec;
		u64 lead[] = { 0, 0, 0, 0, 0, 0, 0, 0 };

		lead[0] = 1;
		lead[1] = tick / 200;
		lead[2] = tick / 128;
		lead[3] = tick / 4;
		lead[4] = tick * 9 / 10;
		lead[5] = tick - 1;
		lead[6] = tick;
		lead[7] = tick * 7 / 2;
		for (i = 0; i < COUNT(lead); i++) {
			struct deltas within, across;

			if (!window_deltas(&hz[h], lead[i], lead[i] * 135 +
					   10 * hz[h].period, &within, &across))
				return 0;
			if (!say_deltas(look_across ? &across : &within, lead[i]))
				return 0;
		}
	}
	return 1;
}

/* ---- the filters that were there before */

static u64 later(u64 a, u64 b)
{
	return (s64)(a - b) > 0 ? a : b;
}

/* add @went to the clock, not beyond @end; but by 1 ns then */
static void add_until(struct cpu *c, u64 went, u64 end)
{
	if ((s64)went < 0 || (s64)(c->clock - end) >= 0)
		c->clock++;
	else if ((s64)(c->clock + went - end) > 0)
		c->clock = end;
	else
		c->clock += went;
}

static void filter_reads(struct cpu *c)
{
	u64 tick = c->hz->nsec, low, end;

	switch (c->filter) {
	case BY_OWN_TICK:
		add_until(c, c->raw - c->prev_raw, c->own_tick + tick);
		break;
	case BY_JIFFIES:
	case BY_JIFFIES_SUM:
		low = c->gtod_tick + (jiffies_of(c) - c->prev_jiffies) * tick;
		add_until(c, c->raw - (c->filter == BY_JIFFIES ? c->prev_raw :
							c->raw_tick), low + tick);
		c->clock = later(c->clock, low);
		break;
	case BY_CLAMP:
		end = c->gtod_tick + tick;
		if (c->hold && (s64)(c->clock - end) > 0)
			break;
		c->hold = 0;
		low = c->raw - c->raw_tick;
		if ((s64)low < 0)
			low = 0;
		c->clock = later(c->gtod_tick + low, later(c->clock, c->gtod_tick));
		if ((s64)(c->clock - end) > 0)
			c->clock = end;
		break;
	default:
		break;
	}
}

/* a reading by what is in force, as CLOCK_WINDOW's patches choose it */
static int reads(struct cpu *c)
{
	int good = 1;

	if (c->windowed && c->on) {
		good = window_reads(c);
		c->hold = !c->no_hold;
	} else {
		filter_reads(c);
	}
	c->prev_raw = c->raw;
	c->prev_jiffies = jiffies_of(c);
	return good;
}

static int ticks(struct cpu *c)
{
	u64 own_tick = c->own_tick + c->hz->nsec;
	int good;

	/* the window, and 2.6.27-rc5, look before they read; the older after */
	if (c->on) {
		window_ticks(c);
		good = reads(c);
	} else {
		c->windowed = 0;
		good = c->filter == BY_CLAMP || reads(c);
		c->gtod_tick = gtod(c);
		c->raw_tick = c->raw;
		good = good && (c->filter != BY_CLAMP || reads(c));
	}
	if (!c->on && c->filter == BY_OWN_TICK)
		c->clock = later(c->clock, own_tick);
	c->own_tick = c->clock;
	return good;
}

/* switched on and off at any time: true if the clock never went back */
static int switching(const struct hz *rate, enum raw_kind raw_kind,
		     enum tick_kind tick_kind, enum filter filter, int no_hold)
{
	struct cpu c;
	u64 last;
	int step;

	start(&c, rate, raw_kind, tick_kind);
	c.filter = filter;
	c.no_hold = no_hold;
	ticks(&c);
	for (step = 0; step < 2000; step++) {
		u64 ns = random_below(100 * US);

		last = c.clock;
		if (c.now + ns >= c.next_tick) {
			goes_on(&c, c.next_tick - c.now);
			if (!ticks(&c))
				return 0;
			plan_tick(&c);
		} else {
			goes_on(&c, ns);
			if (!reads(&c))
				return 0;
		}
		if ((s64)(c.clock - last) < 0)
			return no_hold ? 0 : no(&c, "switched back", c.clock);
		if (!random_below(50))
			c.on = !c.on;
		/* by another CPU's: the clock of 2.6.27 alone cannot take it */
		if (c.on && c.windowed && !random_below(100))
			c.clock += random_below(3 * MS);
	}
	return 1;
}

static int all_switching(enum filter filter, int no_hold)
{
	unsigned int h, r, t;

	for (h = 0; h < COUNT(hz); h++)
		for (r = 0; r < RAW_KINDS; r++)
			for (t = 0; t < TICK_KINDS; t++)
				if (!switching(&hz[h], r, t, filter, no_hold))
					return 0;
	return 1;
}

/*
 * The deltas of an old filter, under the best conditions; if @idle, of one tick
 * after a NOHZ idle of ten.  @ahead: what the clock is ahead by after @length.
 */
static void old_deltas(enum filter filter, const struct hz *rate, int idle,
		       u64 length, struct deltas *d, s64 *ahead)
{
	struct cpu c;
	u64 last;

	memset(d, 0, sizeof(*d));
	d->least = ~0ull;
	start(&c, rate, PERFECT, ON_TIME);
	c.filter = filter;
	ticks(&c);
	if (idle) {
		goes_on(&c, 10 * rate->period);
		c.next_tick += 10 * rate->period;
		/* the event that ends it tells the sleep's length */
		if (filter == BY_OWN_TICK)
			c.clock += 10 * rate->period;
		c.prev_raw = c.raw;
		length = c.now + rate->period;
	}
	reads(&c);
	while (c.now + STEP < length) {
		u64 next = c.now + STEP;

		last = c.clock;
		while (c.next_tick <= next) {
			goes_on(&c, c.next_tick - c.now);
			ticks(&c);
			c.next_tick += rate->period;
		}
		goes_on(&c, next - c.now);
		reads(&c);
		delta_is(d, c.clock - last, rate);
	}
	*ahead = c.clock - gtod(&c);
}

/* what is known of them is seen by the same measure, which so can fail */
static int old_faults(void)
{
	struct deltas d;
	s64 ahead;
	int good = 1;

	old_deltas(BY_JIFFIES, &hz[2], 0, 100 * MS, &d, &ahead);
	printf("# 2.6.26: %llu of 51 us wrong, from %llu to %llu ns\n", d.wrong,
	       d.least, d.most);
	good &= d.wrong > 500 && d.least == 1 && d.most > 300 * US;

	old_deltas(BY_JIFFIES_SUM, &hz[2], 0, 4 * MS + 80 * US, &d, &ahead);
	printf("# 2.6.27-rc4, HZ=1000: %lld ns ahead after 4.08 ms\n", ahead);
	good &= d.wrong > 40 && ahead > 500000 && ahead < 900000;
	old_deltas(BY_JIFFIES_SUM, &hz[1], 0, 4 * MS + 80 * US, &d, &ahead);
	printf("# 2.6.27-rc4, HZ=250: %lld ns ahead after 4.08 ms\n", ahead);
	good &= d.wrong > 40 && ahead > 2000000;

	old_deltas(BY_OWN_TICK, &hz[2], 1, 0, &d, &ahead);
	printf("# 2.6.25, after idle: %llu wrong, from %llu ns\n", d.wrong, d.least);
	good &= d.wrong > 10 && d.least == 1;
	old_deltas(BY_CLAMP, &hz[2], 1, 0, &d, &ahead);
	printf("# 2.6.27-rc5, after idle: %llu wrong, from %llu ns, %lld ns ahead\n",
	       d.wrong, d.least, ahead);
	good &= d.wrong > 10 && d.least == 0 && ahead < -8000000;

	old_deltas(BY_CLAMP, &hz[2], 0, 100 * MS, &d, &ahead);
	printf("# 2.6.27-rc5, ticks on time: %llu wrong\n", d.wrong);
	return good && !d.wrong;
}

#ifndef NO_MAIN
static const char *const raw_name[RAW_KINDS] = {
	"perfect", "100 ppm fast", "100 ppm slow", "10 % fast", "10 % slow",
	"twice as fast", "stalling", "going backward", "jumping by hours",
	"changing its rate"
};

static const char *const filter_name[FILTERS] = {
	"2.6.25", "2.6.26", "2.6.27-rc4", "2.6.27-rc5"
};

/*
 * A reading of another CPU is taken over: the next one may be the same, and from
 * then on 51 us are 51 us again.
 */
static int after_coupling(void)
{
	struct deltas d = { .least = ~0ull };
	unsigned int h;
	int i, k;

	for (h = 0; h < COUNT(hz); h++)
		for (i = 0; i < 200; i++) {
			struct cpu c;
			u64 last;

			start(&c, &hz[h], PERFECT, ON_TIME);
			window_ticks(&c);
			goes_on(&c, random_below(hz[h].period / 4));
			if (!window_reads(&c))
				return 0;
			c.clock += 1 + random_below(i & 1 ? 300 * US : 20 * MS);
			last = c.clock;
			goes_on(&c, random_below(STEP));
			if (!window_reads(&c) || (s64)(c.clock - last) < 0)
				return 0;
			for (k = 0; k < 10; k++) {
				last = c.clock;
				goes_on(&c, STEP);
				if (!window_reads(&c))
					return 0;
				delta_is(&d, c.clock - last, &hz[h]);
			}
		}
	if (d.wrong)
		printf("# %llu of them wrong, from %llu to %llu ns\n", d.wrong,
		       d.least, d.most);
	return !d.wrong;
}

int main(void)
{
	char what[100];
	int i;

	for (i = 0; i < RAW_KINDS; i++) {
		sprintf(what, "raw clock %s: every reading, any ticks", raw_name[i]);
		result(all_courses(i), what);
	}
	result(after_coupling(), "the same after another CPU's reading was taken over");
	result(exact_deltas(), "51 us are 51 us to 1 %, also across a tick");
	result(with_lead(0), "the same while a lead is worked off");
#ifdef CALLER
	/* what went since the last reading belongs to the clock as well */
	result(with_lead(1), "the same across a tick, while it is");
#else
	printf("# %llu lifted, %llu cut, %llu stalled\n", all_lows, all_highs,
	       all_stalls);
	result(all_lows && all_highs && all_stalls, "each of the events came");
	for (i = 0; i < FILTERS; i++) {
		sprintf(what, "switched at any time with that of %s: never back",
			filter_name[i]);
		result(all_switching(i, 0), what);
	}
	result(!all_switching(BY_CLAMP, 1), "it is seen that 2.6.27-rc5 has to wait then");
	result(old_faults(), "it is seen what was wrong with the old ones");
#endif
	return finish();
}
#endif
