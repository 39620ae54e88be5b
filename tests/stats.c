/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Properties of tools/stats.c: against enumerations written another way, values
 * from tables, and its error rates by simulation.  BRIEF: without these.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <time.h>

#include "arithmetic.h"
#include "stats.h"

#define ALPHA	0.05

static int near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(1, fabs(b));
}

static int64_t between(int64_t low, int64_t high)
{
	return low + (int64_t)random_below(high - low + 1);
}

/* a failure says with what; the first few do */
static int wrong(const char *what, size_t n, double got, double wanted)
{
	static int said;

	if (said++ < 10)
		printf("# %s, n %zu: got %.12g, wanted %.12g\n", what, n, got,
		       wanted);
	return 1;
}

static int check(const char *what, size_t n, double got, double wanted)
{
	return near(got, wanted) ? 0 : wrong(what, n, got, wanted);
}

/* ---- exact tests against all cases */

static int64_t size(int64_t x)
{
	return x < 0 ? -x : x;
}

static uint64_t all_signs(const int64_t *d, size_t n)
{
	uint64_t signs, count = 0;
	int64_t seen = 0, sum;
	size_t i;

	for (i = 0; i < n; i++)
		seen += d[i];
	for (signs = 0; signs < 1ull << n; signs++) {
		for (sum = 0, i = 0; i < n; i++)
			sum += signs >> i & 1 ? -d[i] : d[i];
		count += size(sum) >= size(seen);
	}
	return count;
}

static int64_t distance(const int64_t *x, size_t n, size_t na, u64 chosen)
{
	int64_t a = 0, b = 0;
	size_t i;

	for (i = 0; i < n; i++)
		*(chosen >> i & 1 ? &a : &b) += x[i];
	return size((int64_t)(n - na) * a - (int64_t)na * b);
}

static uint64_t all_choices(const int64_t *x, size_t na, size_t nb, u64 *total)
{
	size_t n = na + nb;
	int64_t seen = distance(x, n, na, (1ull << na) - 1);
	u64 chosen, count = 0;

	*total = 0;
	for (chosen = 0; chosen < 1ull << n; chosen++) {
		if ((size_t)__builtin_popcountll(chosen) != na)
			continue;
		++*total;
		count += distance(x, n, na, chosen) >= seen;
	}
	return count;
}

/* from spread out to full of ties and zeros */
static void some_values(int64_t *x, size_t n)
{
	static const int64_t range[] = { 1, 2, 5, 100, 1000000000000ll };
	int64_t r = range[random_below(COUNT(range))];
	int64_t shift = random_below(2) ? between(-r, r) : 0;
	size_t i;

	for (i = 0; i < n; i++)
		x[i] = between(-r, r) + shift;
}

static void test_sign_flip(void)
{
	struct stats_test t;
	int64_t d[12];
	int bad = 0, round;
	uint64_t count;
	size_t n;

	for (round = 0; round < ROUNDS(3000); round++) {
		n = 1 + random_below(11);
		some_values(d, n);
		count = all_signs(d, n);
		if (stats_sign_flip(d, n, &t) || t.count != count ||
		    t.total != 1ull << n)
			bad += wrong("sign flip", n, t.count, count);
		bad += check("sign flip p", n, t.p, ldexp(count, -(int)n));
	}
	result(!bad, "sign flip: as all 2^n signs, ties and zeros in it");
}

static void test_permutation(void)
{
	struct stats_test t;
	int64_t x[13];
	int bad = 0, round;
	u64 count, total;
	size_t na, nb;

	for (round = 0; round < ROUNDS(2000); round++) {
		na = 1 + random_below(6);
		nb = 1 + random_below(6);
		some_values(x, na + nb);
		count = all_choices(x, na, nb, &total);
		if (stats_permutation(x, na, x + na, nb, &t) ||
		    t.count != count || t.total != total)
			bad += wrong("permutation", na + nb, t.count, count);
		bad += check("permutation p", na + nb, t.p,
			     (double)count / total);
	}
	result(!bad, "permutation: as all choices, of equal and unequal arms");
}

static void shuffle(int64_t *x, size_t n)
{
	int64_t hold;
	size_t i;

	for (; n > 1; n--) {
		i = random_below(n);
		hold = x[i];
		x[i] = x[n - 1];
		x[n - 1] = hold;
	}
}

static void times(int64_t *x, size_t n, int64_t by, int64_t plus)
{
	size_t i;

	for (i = 0; i < n; i++)
		x[i] = x[i] * by + plus;
}

static int same(const struct stats_test *a, const struct stats_test *b, int sign)
{
	return a->count == b->count && a->total == b->total && a->p == b->p &&
	       a->sign == sign * b->sign;
}

static void test_invariants(void)
{
	struct stats_test was, t;
	int64_t x[24], sum;
	int signs = 0, order = 0, scale = 0, swap = 0, side = 0, round;
	size_t na, n, i;

	for (round = 0; round < ROUNDS(1000); round++) {
		n = 2 + random_below(22);
		na = 1 + random_below(n - 1);
		some_values(x, n);
		for (sum = 0, i = 0; i < n; i++)
			sum += x[i];
		stats_sign_flip(x, n, &was);
		side += was.sign != (sum > 0) - (sum < 0);
		shuffle(x, n);
		stats_sign_flip(x, n, &t);
		order += !same(&t, &was, 1);
		times(x, n, 1000, 0);
		stats_sign_flip(x, n, &t);
		scale += !same(&t, &was, 1);
		times(x, n, -1, 0);
		stats_sign_flip(x, n, &t);
		signs += !same(&t, &was, -1);

		stats_permutation(x, na, x + na, n - na, &was);
		stats_permutation(x + na, n - na, x, na, &t);
		swap += !same(&t, &was, -1);
		shuffle(x, na);
		shuffle(x + na, n - na);
		stats_permutation(x, na, x + na, n - na, &t);
		order += !same(&t, &was, 1);
		times(x, n, 7, 123456789);
		stats_permutation(x, na, x + na, n - na, &t);
		scale += !same(&t, &was, 1);
		times(x, n, -1, 0);
		stats_permutation(x, na, x + na, n - na, &t);
		signs += !same(&t, &was, -1);
	}
	result(!side, "the sign is that of the sum of b - a");
	result(!signs, "the other sign: the other direction, the same p");
	result(!swap, "swapped arms: the other direction, the same p");
	result(!order, "the order of the values changes nothing");
	result(!scale, "the unit changes nothing");
}

/* Fisher's example: Darwin's maize, differences in eighths of an inch */
static void test_known(void)
{
	static const int64_t maize[] = {
		49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48
	};
	static const int64_t low[] = { 1, 2, 3 }, high[] = { 4, 5, 6, 7 };
	struct stats_test t;

	stats_sign_flip(maize, COUNT(maize), &t);
	printf("# Darwin's maize: %llu of %llu\n", (u64)t.count, (u64)t.total);
	result(t.count == 2 * 863 && t.total == 32768 && t.sign == 1,
	       "sign flip: Darwin's maize, 863 of 32768 on a side (Fisher 1935)");
	stats_permutation(low, 3, high, 4, &t);
	result(t.count == 1 + 1 && t.total == 35 && t.sign == 1,
	       "permutation: 3 below 4, 2 of 35");
}

static void test_large(void)
{
	struct stats_test t;
	clock_t start = clock();
	int64_t d[40];
	int bad = 0;
	size_t i;

	for (i = 0; i < 40; i++)
		d[i] = 1000 + i;
	bad += stats_sign_flip(d, 40, &t) || t.count != 2 ||
	       t.total != 1ull << 40;
	/* an arm that is all above the other */
	bad += stats_permutation(d, 20, d + 20, 20, &t) || t.count != 2 ||
	       t.total != 137846528820ull;
	/* 40 equal ones: the binomial distribution, |2X - 40| >= 10 */
	for (i = 0; i < 40; i++)
		d[i] = i < 15 ? -1 : 1;
	bad += stats_sign_flip(d, 40, &t) || fabs(t.p - 0.153859) > 1e-6;
	result(!bad,
	       "40 values: exact (binomial, no overlap)");
	some_values(d, 40);
	stats_sign_flip(d, 40, &t);
	stats_permutation(d, 20, d + 20, 20, &t);
	printf("# five tests of 40 values: %.2f s\n",
	       (double)(clock() - start) / CLOCKS_PER_SEC);
	result(clock() - start < 2 * CLOCKS_PER_SEC,
	       "40 values: below 2 s");
}

/* ---- intervals */

static void test_median(void)
{
	double m, odd[] = { 3, -1, 2 }, even[] = { 4, 1, 3, 100 };
	double huge[] = { DBL_MAX, DBL_MAX, -DBL_MAX, DBL_MAX };
	double apart[] = { -DBL_MAX, DBL_MAX };

	result(!stats_median(odd, 3, &m) && m == 2 &&
	       !stats_median(even, 4, &m) && m == 3.5 && odd[0] == 3,
	       "median: of an odd and an even number, which stay in order");
	result(!stats_median(huge, 4, &m) && m == DBL_MAX &&
	       !stats_median(apart, 2, &m) && m == 0,
	       "median: of the largest numbers");
}

/* n, ranks and coverage in 1/1000 for 95 %, as in tables of the sign test */
static void test_median_interval(void)
{
	static const struct {
		unsigned int n, lo, hi;
		double level;
		int reached;
	} known[] = {
		{ 1, 1, 1, 0, 0 }, { 2, 1, 2, 0.5, 0 }, { 5, 1, 5, 0.9375, 0 },
		{ 6, 1, 6, 0.96875, 1 }, { 8, 1, 8, 0.9921875, 1 },
		{ 9, 2, 8, 0.9609375, 1 }, { 10, 2, 9, 0.978515625, 1 },
		{ 16, 4, 13, 0.978729, 1 }, { 20, 6, 15, 0.958611, 1 },
		{ 25, 8, 18, 0.956715, 1 }, { 100, 40, 61, 0.964800, 1 },
	};
	struct stats_interval v;
	double x[1000];
	int bad = 0;
	size_t i;

	for (i = 0; i < 1000; i++)
		x[i] = (i * 7) % 1000 + 1;	/* 1..1000, mixed */
	for (i = 0; i < COUNT(known); i++) {
		size_t n = known[i].n, k;
		double low[100];

		for (k = 0; k < n; k++)
			low[k] = n - k;		/* rank and value are the same */
		if (stats_median_interval(low, n, 0.95, &v) ||
		    v.lo != known[i].lo || v.hi != known[i].hi ||
		    v.low != v.lo || v.high != v.hi ||
		    fabs(v.level - known[i].level) > 1e-6 ||
		    v.reached != known[i].reached)
			bad += wrong("median interval", n, v.level,
				     known[i].level);
	}
	result(!bad, "interval of the median: ranks and coverage of the tables");
	result(!stats_median_interval(x, 1000, 0.95, &v) && v.lo == 469 &&
	       v.hi == 532 && v.low == 469 && v.reached,
	       "interval of the median: 1000 values");
	/* exactly what was wanted is enough */
	result(!stats_median_interval(x, 6, 0.96875, &v) && v.reached &&
	       !stats_median_interval(x, 6, 0.96876, &v) && !v.reached,
	       "interval of the median: a level that is just met, just missed");
}

/* the innermost ranks by counting the orders of na + nb values */
static unsigned int counted_rank(size_t na, size_t nb, double level, double *got)
{
	u64 of[100] = { 0 }, total = 0, chosen, outside = 0;
	size_t n = na + nb, i, j, u;
	unsigned int k, m = na * nb;

	for (chosen = 0; chosen < 1ull << n; chosen++) {
		if ((size_t)__builtin_popcountll(chosen) != na)
			continue;
		for (u = 0, i = 0; i < n; i++)
			for (j = i + 1; j < n; j++)
				u += (chosen >> i & 1) && !(chosen >> j & 1);
		of[u]++;
		total++;
	}
	for (k = 0; 2 * (k + 1) <= m + 1 &&
	     1 - 2.0 * (outside + of[k]) / total >= level; k++)
		outside += of[k];
	*got = 1 - 2.0 * (k ? outside : of[0]) / total;
	return k ? k : 1;
}

static void test_shift(void)
{
	static const double a[] = { 10, 20, 30, 40, 50 };
	static const double b[] = { 11.5, 22, 33, 44.5, 56 };
	struct stats_interval v;
	double shift, level, x[7], y[7], p[20], q[20];
	size_t na, nb, i;
	unsigned int k;
	int bad = 0;

	for (na = 1; na <= 6; na++)
		for (nb = 1; nb <= 6; nb++) {
			for (i = 0; i < na; i++)
				x[i] = i;
			for (i = 0; i < nb; i++)
				y[i] = 10 + i;
			k = counted_rank(na, nb, 0.95, &level);
			if (stats_shift(x, na, y, nb, 0.95, &shift, &v) ||
			    v.lo != k || v.hi != na * nb + 1 - k ||
			    v.reached != (level >= 0.95))
				bad += wrong("shift", na * 10 + nb, v.lo, k);
			bad += check("shift level", na * 10 + nb, v.level, level);
			bad += check("shift", na * 10 + nb, shift,
				     10 + ((double)nb - na) / 2);
		}
	result(!bad, "shift: ranks and coverage as counted, up to 6 and 6");
	/* table of U, 5 and 5, 0.05: 2 is the critical value, so rank 3 */
	result(!stats_shift(a, 5, b, 5, 0.95, &shift, &v) && v.lo == 3 &&
	       v.hi == 23 && fabs(v.level - (1 - 2 * 4 / 252.0)) < 1e-9 &&
	       near(shift, 3),
	       "shift: 5 and 5, ranks 3..23, median of the 25 differences");
	result(!stats_shift(b, 5, a, 5, 0.95, &level, &v) && level == -shift,
	       "shift: swapped arms, the other direction");
	for (i = 0; i < 20; i++) {
		p[i] = i;
		q[i] = i + 3;
	}
	/* table of U, 20 and 20, 0.05: 127 */
	result(!stats_shift(p, 20, q, 20, 0.95, &shift, &v) &&
	       v.lo == 128 && v.hi == 273 && shift == 3,
	       "shift: 20 and 20, rank 128");
}

/* ---- several metrics, drift */

static void test_holm(void)
{
	double p[] = { 0.01, 0.04, 0.03, 0.005 };
	double q[] = { 0.4, 0.9, 0.001, 0.6 };
	double nan[] = { 0.1, NAN }, more[] = { 1.5 };

	result(!stats_holm(p, 4) && near(p[0], 0.03) && near(p[1], 0.06) &&
	       near(p[2], 0.06) && near(p[3], 0.02),
	       "Holm: 0.01 0.04 0.03 0.005 by hand, monotone");
	result(!stats_holm(q, 4) && q[0] == 1 && q[1] == 1 && q[3] == 1 &&
	       near(q[2], 0.004), "Holm: no more than 1");
	result(stats_holm(nan, 2) == STATS_RANGE && nan[0] == 0.1 &&
	       stats_holm(more, 1) == STATS_RANGE, "Holm: no probability, no change");
}

static long kendall(const double *x, size_t n)
{
	size_t i, j;
	long s = 0;

	for (i = 0; i < n; i++)
		for (j = 0; j < i; j++)
			s += (x[i] > x[j]) - (x[i] < x[j]);
	return s;
}

/* all orders of @x[0..k), one after the other */
static void all_orders(double *x, size_t n, size_t k, long seen, u64 *count,
		       u64 *total)
{
	double hold;
	size_t i;

	if (!k) {
		++*total;
		*count += labs(kendall(x, n)) >= seen;
		return;
	}
	for (i = 0; i < k; i++) {
		hold = x[i], x[i] = x[k - 1], x[k - 1] = hold;
		all_orders(x, n, k - 1, seen, count, total);
		hold = x[i], x[i] = x[k - 1], x[k - 1] = hold;
	}
}

static void test_trend(void)
{
	struct stats_trend t;
	double x[1000], copy[8];
	int bad = 0, round;
	size_t n, i;
	u64 count, total;

	for (round = 0; round < ROUNDS(100); round++) {
		n = 1 + random_below(6);
		for (i = 0; i < n; i++)
			copy[i] = x[i] = random_below(round % 2 ? 3 : 100);
		count = total = 0;
		all_orders(copy, n, n, labs(kendall(x, n)), &count, &total);
		if (stats_trend(x, n, &t) || t.s != kendall(x, n) || !t.exact)
			bad += wrong("trend", n, t.s, kendall(x, n));
		bad += check("trend p", n, t.p, (double)count / total);
	}
	result(!bad, "drift: as all n! orders, ties in it");
	for (i = 0; i < 1000; i++)
		x[i] = i % 2 ? (double)i : i + 5.0;
	stats_trend(x, 1000, &t);
	result(!t.exact && t.p < 1e-9 && t.s > 0, "drift: 1000 values");
	for (i = 0; i < 41; i++)
		x[i] = 7;
	result(!stats_trend(x, 41, &t) && t.p == 1 && !t.s &&
	       !stats_trend(x, 40, &t) && t.p == 1 && !stats_trend(x, 1, &t) &&
	       t.p == 1, "drift: none in equal values, none in one");
}

/* ---- plans */

static void test_plans(void)
{
	double p, more;
	size_t n;

	result(!stats_min_p(STATS_PAIRED, 6, &p) && p == 0.03125 &&
	       !stats_min_p(STATS_PAIRED, 1, &p) && p == 1 &&
	       !stats_min_p(STATS_UNPAIRED, 4, &p) && near(p, 2 / 70.0),
	       "smallest p: 2/2^n, 2/C(2n, n)");
	result(!stats_min_n(STATS_PAIRED, 0.05, 1, &n) && n == 6 &&
	       !stats_min_n(STATS_PAIRED, 0.05, 4, &n) && n == 8 &&
	       !stats_min_n(STATS_UNPAIRED, 0.05, 1, &n) && n == 4 &&
	       !stats_min_n(STATS_UNPAIRED, 0.05, 4, &n) && n == 5 &&
	       !stats_min_n(STATS_PAIRED, 0.03125, 1, &n) && n == 6,
	       "fewest boots: 6 pairs, 8 for 4 metrics; 4 an arm, 5");
	/* t tables: n 40, 2.023; power 80 % */
	result(!stats_mde(STATS_PAIRED, 40, 0.05, 0.8, &p) &&
	       fabs(p - 0.4538) < 0.001, "smallest effect: 40 pairs, 0.454 (t test)");
	result(!stats_mde(STATS_UNPAIRED, 20, 0.05, 0.8, &p) &&
	       fabs(p - 0.9091) < 0.001, "smallest effect: 20 an arm, 0.909 (t test)");
	/* 6 pairs: all signs the same, for the test as for the interval */
	result(!stats_mde(STATS_PAIRED, 6, 0.05, 0.8, &p) &&
	       !stats_mde_verdict(STATS_PAIRED, 6, 0.05, 1, 0.8, &more) &&
	       near(p, more) && fabs(p - 1.7932) < 0.001,
	       "smallest effect: 6 pairs, 1.793 (0.8^(1/6) of the normal)");
	result(stats_mde(STATS_PAIRED, 5, 0.05, 0.8, &p) == STATS_UNREACHABLE &&
	       stats_min_n(STATS_PAIRED, 1e-15, 1, &n) == STATS_UNREACHABLE,
	       "what no effect and no number of boots reaches");
}

/* ---- errors */

static void test_errors(void)
{
	double x[1001] = { 0 }, bad[] = { 1, INFINITY }, out = 5;
	double wide[] = { DBL_MAX }, other[] = { -DBL_MAX };
	int64_t d[41] = { 0 }, most[] = { INT64_MAX, 0 };
	int64_t over[] = { INT64_MAX, 1 }, least[] = { INT64_MIN };
	struct stats_interval v = { 0 };
	struct stats_trend trend = { 0 };
	struct stats_test t = { .p = 5 };
	size_t n = 0;

	result(stats_median(x, 0, &out) == STATS_EMPTY &&
	       stats_median_interval(x, 0, 0.95, &v) == STATS_EMPTY &&
	       stats_shift(x, 0, x, 1, 0.95, &out, &v) == STATS_EMPTY &&
	       stats_shift(x, 1, x, 0, 0.95, &out, &v) == STATS_EMPTY &&
	       stats_sign_flip(d, 0, &t) == STATS_EMPTY &&
	       stats_permutation(d, 1, d, 0, &t) == STATS_EMPTY &&
	       stats_holm(x, 0) == STATS_EMPTY &&
	       stats_trend(x, 0, &trend) == STATS_EMPTY &&
	       stats_min_p(STATS_PAIRED, 0, &out) == STATS_EMPTY &&
	       stats_min_n(STATS_PAIRED, 0.05, 0, &n) == STATS_EMPTY &&
	       stats_mde(STATS_PAIRED, 0, 0.05, 0.8, &out) == STATS_EMPTY,
	       "nothing in: an error");
	result(stats_median(x, 1001, &out) == STATS_TOO_MANY &&
	       stats_sign_flip(d, 41, &t) == STATS_TOO_MANY &&
	       stats_permutation(d, 20, d, 21, &t) == STATS_TOO_MANY &&
	       stats_permutation(d, 2, d, SIZE_MAX, &t) == STATS_TOO_MANY &&
	       stats_shift(x, 40, x, 1, 0.95, &out, &v) == STATS_TOO_MANY &&
	       stats_trend(x, 1001, &trend) == STATS_TOO_MANY &&
	       stats_min_p(STATS_UNPAIRED, 21, &out) == STATS_TOO_MANY,
	       "too many: an error");
	result(stats_median(bad, 2, &out) == STATS_RANGE &&
	       stats_median_interval(x, 2, 1, &v) == STATS_RANGE &&
	       stats_median_interval(x, 2, NAN, &v) == STATS_RANGE &&
	       stats_shift(x, 1, bad, 2, 0.95, &out, &v) == STATS_RANGE &&
	       stats_trend(bad, 2, &trend) == STATS_RANGE &&
	       stats_mde(STATS_PAIRED, 8, 0.05, 0.05, &out) == STATS_RANGE &&
	       stats_mde(STATS_PAIRED, 8, NAN, 0.8, &out) == STATS_RANGE &&
	       stats_mde_verdict(STATS_PAIRED, 8, 0.5, 4, NAN, &out) ==
	       STATS_RANGE &&
	       stats_min_p(7, 8, &out) == STATS_RANGE,
	       "NaN, infinity, a level of 1: an error");
	result(stats_sign_flip(over, 2, &t) == STATS_OVERFLOW &&
	       stats_sign_flip(least, 1, &t) == STATS_OVERFLOW &&
	       stats_permutation(over, 1, least, 1, &t) == STATS_OVERFLOW &&
	       stats_shift(other, 1, wide, 1, 0.95, &out, &v) == STATS_OVERFLOW,
	       "too large: an error");
	result(out == 5 && t.p == 5 && !n, "an error writes nothing");
	result(!stats_sign_flip(most, 2, &t) && t.p == 1,
	       "the largest sum that fits");
	result(strcmp(stats_strerror(STATS_OVERFLOW), stats_strerror(99)) &&
	       *stats_strerror(0), "errors have names");
}

/* ---- verdicts */

static const struct stats_evidence shown = {
	.n = 8, .can_reach = 1, .sign = 1, .estimate = 5, .alpha = 0.05,
	.interval = { .lo = 1, .hi = 8, .low = 2, .high = 9, .level = 0.99,
		      .reached = 1 },
	.p_adj = 0.01, .margin = 1, .drift_p = 1,
};

static int says(struct stats_evidence e, enum stats_verdict verdict,
		enum stats_why why)
{
	struct stats_answer a;
	int rc = stats_verdict(&e, &a);

	if (!rc && a.verdict == verdict && a.why == why)
		return 1;
	printf("# rc %d, verdict %d for %d, wanted %d for %d\n", rc, a.verdict,
	       a.why, verdict, why);
	return 0;
}

static struct stats_evidence at(double low, double high, double p)
{
	struct stats_evidence e = shown;

	e.interval.low = low;
	e.interval.high = high;
	e.estimate = (low + high) / 2;
	e.sign = (e.estimate > 0) - (e.estimate < 0);
	e.p_adj = p;
	return e;
}

static void test_verdict(void)
{
	struct stats_evidence e = { 0 };
	struct stats_answer a;

	result(says(e, STATS_NO_STATEMENT, STATS_WHY_ONE_BOOT),
	       "verdict: no boot, no statement");
	e = shown, e.n = 1;
	result(says(e, STATS_NO_STATEMENT, STATS_WHY_ONE_BOOT),
	       "verdict: one boot, no statement");
	result(says(shown, STATS_MORE, STATS_WHY_SHOWN), "verdict: more");
	result(says(at(-9, -2, 0.01), STATS_LESS, STATS_WHY_SHOWN),
	       "verdict: less");
	result(says(at(0.1, 0.9, 0.05), STATS_MORE, STATS_WHY_SHOWN_SMALL),
	       "verdict: more, but within the margin; p = alpha is enough");
	result(says(at(-1, 1, 0.5), STATS_NO_DIFFERENCE, STATS_WHY_WITHIN),
	       "verdict: no difference, the interval fills the margin");
	result(says(at(-1.1, 1, 0.5), STATS_NOT_ENOUGH, STATS_WHY_WIDE) &&
	       says(at(-1, 1.1, 0.5), STATS_NOT_ENOUGH, STATS_WHY_WIDE) &&
	       says(at(2, 3, 0.051), STATS_NOT_ENOUGH, STATS_WHY_WIDE),
	       "verdict: not enough, the interval passes the margin");
	e = shown, e.sign = -1;
	result(says(e, STATS_NOT_ENOUGH, STATS_WHY_DISAGREE),
	       "verdict: sum and median disagree");
	e = shown, e.sign = 0;
	result(says(e, STATS_NOT_ENOUGH, STATS_WHY_DISAGREE),
	       "verdict: a sum of 0 is no direction");
	result(says(at(0, 9, 0.01), STATS_NOT_ENOUGH, STATS_WHY_DISAGREE) &&
	       says(at(-1, 9, 0.01), STATS_NOT_ENOUGH, STATS_WHY_DISAGREE),
	       "verdict: an interval with 0 in it");
	e = at(0, 0, 1);
	e.can_reach = 0;
	result(says(e, STATS_NOT_ENOUGH, STATS_WHY_TOO_FEW),
	       "verdict: too few boots, even if all are equal");
	e = shown, e.interval.reached = 0;
	result(says(e, STATS_NOT_ENOUGH, STATS_WHY_TOO_FEW),
	       "verdict: too few for the interval");
	e = shown, e.drift_p = 0.04;
	result(says(e, STATS_NOT_ENOUGH, STATS_WHY_DRIFT), "verdict: drift");
	e = at(0, 0, 1);
	e.identical = 1;
	result(says(e, STATS_NO_DIFFERENCE, STATS_WHY_IDENTICAL),
	       "verdict: identical");
	e.copies = 1;
	result(says(e, STATS_NO_DIFFERENCE, STATS_WHY_COPIES),
	       "verdict: identical, but the seeds changed nothing");
	e = shown, e.copies = 1;
	result(says(e, STATS_NOT_ENOUGH, STATS_WHY_COPIES),
	       "verdict: copies of one boot are one boot");
	e = shown, e.identical = 1;
	a.verdict = 77;
	result(stats_verdict(&e, &a) == STATS_RANGE && (int)a.verdict == 77,
	       "verdict: identical and different, an error");
	e = shown, e.p_adj = NAN;
	result(stats_verdict(&e, &a) == STATS_RANGE, "verdict: NaN, an error");
	e = shown, e.estimate = 10;
	result(stats_verdict(&e, &a) == STATS_RANGE,
	       "verdict: an estimate outside of its interval, an error");
}

/* ---- simulations */

static double uniform(void)
{
	return ((random64() >> 11) + 0.5) * 0x1p-53;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

enum noise { NORMAL, HEAVY, SKEWED, LUMPY, OFFSET, NOISES };
static const char *const noise_name[] = {
	"normal", "heavy tails", "skewed", "lumpy",
	"an offset each boot and 20 repeats",
};

/* one boot's value; of OFFSET: a mean of repeats, all of which share its offset */
static double boot(enum noise noise)
{
	double sum = 0;
	int i;

	switch (noise) {
	case HEAVY:	/* t, 2 degrees of freedom */
		return normal() / sqrt(-log(uniform()));
	case SKEWED:
		return exp(1.5 * normal());
	case LUMPY:
		return floor(2 * normal()) + (random_below(10) ? 0 : 20);
	case OFFSET:
		for (i = 0; i < 20; i++)
			sum += 0.1 * normal();
		return 5 * normal() + sum / 20;
	default:
		return normal();
	}
}

static int64_t whole(double x)
{
	return llround(x * 1e6);
}

/*
 * One comparison of @m metrics with @n pairs, b higher by @effect; shared noise
 * makes the metrics of one boot alike.  The verdicts.
 */
static void compare_pairs(enum noise noise, size_t n, size_t m, double effect,
			  double margin, struct stats_answer *answer)
{
	struct stats_evidence e[4];
	double p[4], pair, d[40], of_a[40], of_b[40];
	int64_t whole_d[40];
	struct stats_test t;
	size_t i, k, least;

	stats_min_n(STATS_PAIRED, ALPHA, m, &least);
	for (i = 0; i < n; i++) {
		of_a[i] = boot(noise);
		of_b[i] = boot(noise);
	}
	for (k = 0; k < m; k++) {
		for (i = 0; i < n; i++) {
			pair = 10 * normal();
			d[i] = (of_b[i] + (k ? boot(noise) : 0) + pair + effect) -
			       (of_a[i] + (k ? boot(noise) : 0) + pair);
			whole_d[i] = whole(d[i]);
			d[i] = whole_d[i] / 1e6;
		}
		stats_sign_flip(whole_d, n, &t);
		p[k] = t.p;
		e[k] = (struct stats_evidence){ .n = n, .sign = t.sign,
			.can_reach = n >= least, .alpha = ALPHA, .drift_p = 1,
			.margin = margin };
		stats_median(d, n, &e[k].estimate);
		stats_median_interval(d, n, 1 - ALPHA, &e[k].interval);
	}
	stats_holm(p, m);
	for (k = 0; k < m; k++) {
		e[k].p_adj = p[k];
		if (stats_verdict(&e[k], &answer[k]))
			abort();
	}
}

/* the same, unpaired */
static void compare_arms(enum noise noise, size_t na, size_t nb, size_t m,
			 double effect, double margin,
			 struct stats_answer *answer)
{
	struct stats_evidence e[4];
	double p[4], shared[40], x[40];
	int64_t whole_x[40];
	struct stats_test t;
	size_t i, k, n = na < nb ? na : nb, least;

	stats_min_n(STATS_UNPAIRED, ALPHA, m, &least);
	for (i = 0; i < na + nb; i++)
		shared[i] = boot(noise);
	for (k = 0; k < m; k++) {
		for (i = 0; i < na + nb; i++) {
			whole_x[i] = whole(shared[i] + (k ? boot(noise) : 0) +
					   (i < na ? 0 : effect));
			x[i] = whole_x[i] / 1e6;
		}
		stats_permutation(whole_x, na, whole_x + na, nb, &t);
		p[k] = t.p;
		e[k] = (struct stats_evidence){ .n = n, .sign = t.sign,
			.can_reach = n >= least, .alpha = ALPHA, .drift_p = 1,
			.margin = margin };
		stats_shift(x, na, x + na, nb, 1 - ALPHA, &e[k].estimate,
			    &e[k].interval);
	}
	stats_holm(p, m);
	for (k = 0; k < m; k++) {
		e[k].p_adj = p[k];
		if (stats_verdict(&e[k], &answer[k]))
			abort();
	}
}

static int any_change(const struct stats_answer *a, size_t m)
{
	size_t k;

	for (k = 0; k < m; k++)
		if (a[k].verdict == STATS_LESS || a[k].verdict == STATS_MORE)
			return 1;
	return 0;
}

/* ALPHA and three standard errors */
static int as_stated(int changes, int rounds)
{
	return changes <= rounds * (ALPHA + 3 * sqrt(ALPHA * (1 - ALPHA) / rounds));
}

static void rate(int good, int count, int rounds, const char *what,
		 const char *which)
{
	char line[200];

	printf("# %.2f %% of %d: %s, %s\n", 100.0 * count / rounds, rounds,
	       what, which);
	snprintf(line, sizeof(line), "%s: %s", what, which);
	result(good, line);
}

static void simulate_no_effect(void)
{
	struct stats_answer a[4];
	int noise, i, pairs, arms, uneven, family, family_arms;
	const int rounds = 3000;

	for (noise = 0; noise < NOISES; noise++) {
		random_state = 100 + noise;
		pairs = arms = uneven = family = family_arms = 0;
		for (i = 0; i < rounds; i++) {
			compare_pairs(noise, 12, 1, 0, 1, a);
			pairs += any_change(a, 1);
			compare_arms(noise, 6, 6, 1, 0, 1, a);
			arms += any_change(a, 1);
			compare_arms(noise, 4, 7, 1, 0, 1, a);
			uneven += any_change(a, 1);
			compare_pairs(noise, 12, 4, 0, 1, a);
			family += any_change(a, 4);
			compare_arms(noise, 6, 6, 4, 0, 1, a);
			family_arms += any_change(a, 4);
		}
		rate(as_stated(pairs, rounds), pairs, rounds,
		     "false changes, 12 pairs", noise_name[noise]);
		rate(as_stated(arms, rounds), arms, rounds,
		     "false changes, 6 and 6", noise_name[noise]);
		rate(as_stated(uneven, rounds), uneven, rounds,
		     "false changes, 4 and 7", noise_name[noise]);
		rate(as_stated(family, rounds), family, rounds,
		     "false changes, 12 pairs, 4 metrics", noise_name[noise]);
		rate(as_stated(family_arms, rounds), family_arms, rounds,
		     "false changes, 6 and 6, 4 metrics", noise_name[noise]);
	}
}

/*
 * The p values alone, which the verdict only makes fewer: close below ALPHA, or
 * the tests would be too careful to be of use.
 */
static void simulate_level(void)
{
	struct stats_test t;
	int64_t d[40];
	int i, noise, pairs, arms;
	const int rounds = 4000;
	size_t k;

	for (noise = 0; noise < NOISES; noise++) {
		random_state = 200 + noise;
		pairs = arms = 0;
		for (i = 0; i < rounds; i++) {
			for (k = 0; k < 12; k++)
				d[k] = whole(boot(noise)) - whole(boot(noise));
			stats_sign_flip(d, 12, &t);
			pairs += t.p <= ALPHA;
			for (k = 0; k < 13; k++)
				d[k] = whole(boot(noise));
			stats_permutation(d, 6, d + 6, 7, &t);
			arms += t.p <= ALPHA;
		}
		rate(as_stated(pairs, rounds) && pairs > 0.03 * rounds, pairs,
		     rounds, "p <= 5 % without effect, 12 pairs",
		     noise_name[noise]);
		rate(as_stated(arms, rounds) && arms > 0.03 * rounds, arms,
		     rounds, "p <= 5 % without effect, 6 and 7",
		     noise_name[noise]);
	}
}

/* what the boot as the unit is for: 4 boots of 10 repeats, each taken for a boot */
static void simulate_repeats(void)
{
	int64_t d[40];
	struct stats_test t;
	int i, k, found = 0;
	const int rounds = 20;
	double offset = 0;

	random_state = 300;
	for (i = 0; i < rounds; i++) {
		for (k = 0; k < 40; k++) {
			if (k % 10 == 0)
				offset = 5 * (normal() - normal());
			d[k] = whole(offset + 0.1 * (normal() - normal()));
		}
		stats_sign_flip(d, 40, &t);
		found += t.p <= ALPHA;
	}
	rate(found > rounds / 4, found, rounds,
	     "the simulation would show it", "repeats taken for boots");
}

/* the exact and the normal distribution, without and with ties */
static void simulate_no_drift(size_t n, unsigned int values)
{
	struct stats_trend trend;
	double x[60];
	char which[60];
	int i, found = 0;
	const int rounds = 2000;
	size_t k;

	random_state = 350 + n;
	for (i = 0; i < rounds; i++) {
		for (k = 0; k < n; k++)
			x[k] = random_below(values);
		if (stats_trend(x, n, &trend))
			abort();
		found += trend.p <= ALPHA;
	}
	snprintf(which, sizeof(which), "%zu boots, %u values", n, values);
	rate(as_stated(found, rounds) && found > 0.03 * rounds, found, rounds,
	     "drift found where there is none", which);
}

/* two blocks on a machine that drifts; the check, and what is found without it */
static void simulate_drift(void)
{
	struct stats_evidence e = { .n = 8, .can_reach = 1, .alpha = ALPHA };
	struct stats_trend trend;
	struct stats_answer a;
	struct stats_test t;
	double x[16];
	int64_t whole_x[16];
	int i, with = 0, without = 0, calm = 0;
	const int rounds = 2000;
	size_t k;

	random_state = 400;
	for (i = 0; i < rounds; i++) {
		for (k = 0; k < 16; k++) {
			whole_x[k] = whole(normal());
			x[k] = whole_x[k] / 1e6;
		}
		stats_trend(x, 16, &trend);
		calm += trend.p <= ALPHA;
		for (k = 0; k < 16; k++) {
			whole_x[k] += whole(0.3 * k);
			x[k] = whole_x[k] / 1e6;
		}
		stats_permutation(whole_x, 8, whole_x + 8, 8, &t);
		e.p_adj = t.p;
		e.sign = t.sign;
		stats_shift(x, 8, x + 8, 8, 1 - ALPHA, &e.estimate, &e.interval);
		e.drift_p = 1;
		stats_verdict(&e, &a);
		without += any_change(&a, 1);
		stats_trend(x, 16, &trend);
		e.drift_p = trend.p;
		stats_verdict(&e, &a);
		with += any_change(&a, 1);
	}
	rate(as_stated(calm, rounds) && calm > 0.03 * rounds, calm, rounds,
	     "drift found", "where there is none");
	rate(without > rounds / 2, without, rounds, "false changes",
	     "two blocks and drift, not checked");
	rate(as_stated(with, rounds), with, rounds, "false changes",
	     "two blocks and drift, checked");
}

/* no difference larger than the margin, when there is one of the margin */
static void simulate_margin(void)
{
	struct stats_answer a;
	int i, pairs = 0, arms = 0, equal = 0;
	const int rounds = 3000;

	random_state = 500;
	for (i = 0; i < rounds; i++) {
		compare_pairs(NORMAL, 12, 1, 2, 2, &a);
		pairs += a.verdict == STATS_NO_DIFFERENCE;
		compare_arms(NORMAL, 6, 6, 1, 2, 2, &a);
		arms += a.verdict == STATS_NO_DIFFERENCE;
		compare_pairs(NORMAL, 12, 1, 0, 3, &a);
		equal += a.verdict == STATS_NO_DIFFERENCE;
	}
	rate(as_stated(pairs, rounds), pairs, rounds,
	     "no difference larger than d, where it is d", "12 pairs");
	rate(as_stated(arms, rounds), arms, rounds,
	     "no difference larger than d, where it is d", "6 and 6");
	rate(equal > 0.7 * rounds, equal, rounds,
	     "no difference larger than d, where there is none", "12 pairs");
}

static void simulate_power(enum stats_design design, size_t n, double alpha)
{
	struct stats_test t;
	double effect;
	int64_t x[40];
	char which[60];
	int i, found = 0;
	const int rounds = n > 12 ? 1000 : 2000;
	size_t k;

	random_state = 600 + n;
	if (stats_mde(design, n, alpha, 0.8, &effect))
		abort();
	for (i = 0; i < rounds; i++) {
		if (design == STATS_PAIRED) {
			for (k = 0; k < n; k++)
				x[k] = whole(normal() + effect);
			stats_sign_flip(x, n, &t);
		} else {
			for (k = 0; k < 2 * n; k++)
				x[k] = whole(normal() + (k < n ? 0 : effect));
			stats_permutation(x, n, x + n, n, &t);
		}
		found += t.p <= alpha;
	}
	snprintf(which, sizeof(which), "%zu %s at %g", n,
		 design == STATS_PAIRED ? "pairs" : "boots an arm", alpha);
	printf("# effect %.3f\n", effect);
	rate(found >= 0.72 * rounds && found <= 0.88 * rounds, found, rounds,
	     "power at the smallest effect for 80 %", which);
}

/* of the whole verdict */
static void simulate_verdict_power(enum stats_design design, size_t n)
{
	struct stats_answer a[4];
	double effect;
	char which[60];
	int i, found = 0;
	const int rounds = 2000;

	random_state = 700 + n;
	if (stats_mde_verdict(design, n, ALPHA, 1, 0.8, &effect))
		abort();
	for (i = 0; i < rounds; i++) {
		/* a difference of two boots has a deviation of sqrt(2) */
		if (design == STATS_PAIRED)
			compare_pairs(NORMAL, n, 1, effect * M_SQRT2, 1, a);
		else
			compare_arms(NORMAL, n, n, 1, effect, 1, a);
		found += a[0].verdict == STATS_MORE;
	}
	snprintf(which, sizeof(which), "%zu %s", n,
		 design == STATS_PAIRED ? "pairs" : "boots an arm");
	printf("# effect %.3f\n", effect);
	rate(found >= 0.72 * rounds && found <= 0.88 * rounds, found, rounds,
	     "power of the verdict for 80 %", which);
}

static void simulate_powers(void)
{
	static const size_t pairs[] = { 6, 7, 8, 9, 10, 12, 16, 20 };
	static const size_t arms[] = { 4, 5, 6, 7, 8, 10 };
	size_t i;

	for (i = 0; i < COUNT(pairs); i++)
		simulate_verdict_power(STATS_PAIRED, pairs[i]);
	for (i = 0; i < COUNT(arms); i++)
		simulate_verdict_power(STATS_UNPAIRED, arms[i]);
	for (i = 0; i < COUNT(pairs); i++) {
		simulate_power(STATS_PAIRED, pairs[i], 0.05);
		if (pairs[i] >= 8)	/* a family of 4 */
			simulate_power(STATS_PAIRED, pairs[i], 0.0125);
	}
	for (i = 0; i < COUNT(arms); i++) {
		simulate_power(STATS_UNPAIRED, arms[i], 0.05);
		if (arms[i] >= 5)
			simulate_power(STATS_UNPAIRED, arms[i], 0.0125);
	}
}

int main(void)
{
	test_sign_flip();
	test_permutation();
	test_invariants();
	test_known();
	test_large();
	test_median();
	test_median_interval();
	test_shift();
	test_holm();
	test_trend();
	test_plans();
	test_errors();
	test_verdict();
#ifndef BRIEF
	simulate_no_effect();
	simulate_level();
	simulate_repeats();
	simulate_no_drift(40, 3);
	simulate_no_drift(45, 3);
	simulate_no_drift(45, 1000000);
	simulate_drift();
	simulate_margin();
	simulate_powers();
#endif
	return finish();
}
