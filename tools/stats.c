/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The statistics of a comparison; stats.h says what each is and from whom.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats.h"

/* what rounding may take from a sum of probabilities */
#define SLACK	1e-12

const char *stats_strerror(int error)
{
	switch (error) {
	case 0:			return "no error";
	case STATS_EMPTY:	return "no values";
	case STATS_TOO_MANY:	return "too many values";
	case STATS_RANGE:	return "a number outside of its range";
	case STATS_OVERFLOW:	return "values too large to be added up";
	case STATS_MEMORY:	return "out of memory";
	case STATS_UNREACHABLE:	return "out of reach of the test";
	}
	return "unknown error";
}

/* inside of 0..1; not NaN */
static int is_share(double x)
{
	return x > 0 && x < 1;
}

/* a probability; not NaN */
static int is_p(double x)
{
	return x >= 0 && x <= 1;
}

static int bad_count(size_t n, size_t max)
{
	if (!n)
		return STATS_EMPTY;
	return n > max ? STATS_TOO_MANY : 0;
}

/* for two arms; each alone first, as their sum might wrap */
static int bad_counts(size_t na, size_t nb, size_t max)
{
	if (!na || !nb)
		return STATS_EMPTY;
	return na > max || nb > max - na ? STATS_TOO_MANY : 0;
}

static int bad_values(const double *x, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return STATS_RANGE;
	return 0;
}

/* ---- median and intervals */

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int sorted(const double *x, size_t n, double **copy)
{
	int rc = bad_count(n, STATS_MAX);

	if (!rc)
		rc = bad_values(x, n);
	if (rc)
		return rc;
	*copy = malloc(n * sizeof(**copy));
	if (!*copy)
		return STATS_MEMORY;
	memcpy(*copy, x, n * sizeof(**copy));
	qsort(*copy, n, sizeof(**copy), by_value);
	return 0;
}

/* of sorted values; without overflow, and between the two in the middle */
static double middle(const double *x, size_t n)
{
	double low = x[(n - 1) / 2], high = x[n / 2];

	if ((low < 0) == (high < 0))
		return low + (high - low) / 2;
	return (low + high) / 2;
}

int stats_median(const double *d, size_t n, double *median)
{
	double *x;
	int rc = sorted(d, n, &x);

	if (rc)
		return rc;
	*median = middle(x, n);
	free(x);
	return 0;
}

/*
 * The k-th value from below and from above, of @m sorted ones, have what they
 * estimate between them unless X < k or X > m - k, where X has the probabilities
 * @of[0..m], the same from both ends.  The largest k that will do.
 */
static void inner_interval(const double *x, unsigned int m, const double *of,
			   double level, struct stats_interval *interval)
{
	double outside = of[0];
	unsigned int k = 1;

	while (k + 1 <= (m + 1) / 2 &&
	       1 - 2 * (outside + of[k]) >= level - SLACK)
		outside += of[k++];
	interval->lo = k;
	interval->hi = m + 1 - k;
	interval->low = x[k - 1];
	interval->high = x[m - k];
	interval->level = fmax(1 - 2 * outside, 0);
	interval->reached = interval->level >= level - SLACK;
}

int stats_median_interval(const double *d, size_t n, double level,
			  struct stats_interval *interval)
{
	double *x, binomial[STATS_MAX + 1];
	size_t i;
	int rc;

	if (!is_share(level))
		return STATS_RANGE;
	rc = sorted(d, n, &x);
	if (rc)
		return rc;
	binomial[0] = ldexp(1, -(int)n);
	for (i = 1; i <= n; i++)
		binomial[i] = binomial[i - 1] * (n - i + 1) / i;
	inner_interval(x, n, binomial, level, interval);
	free(x);
	return 0;
}

#define MAX_U	(STATS_EXACT / 2 * STATS_EXACT / 2)

/*
 * Of the ways to order na a's and nb b's, the share in which @u of the na * nb
 * pairs are the wrong way round: the coefficients of the product of
 * (1 - q^(nb + i)) / (1 - q^i).  Whole numbers below 2^53, until they are divided.
 */
static void wrong_pairs(unsigned int na, unsigned int nb, double *of)
{
	unsigned int u, i, top = na * nb;
	double sum = 0;

	memset(of, 0, (top + 1) * sizeof(*of));
	of[0] = 1;
	for (i = 1; i <= na; i++) {
		for (u = top; u >= nb + i; u--)
			of[u] -= of[u - nb - i];
		for (u = i; u <= top; u++)
			of[u] += of[u - i];
	}
	for (u = 0; u <= top; u++)
		sum += of[u];
	for (u = 0; u <= top; u++)
		of[u] /= sum;
}

int stats_shift(const double *a, size_t na, const double *b, size_t nb,
		double level, double *shift, struct stats_interval *interval)
{
	double d[MAX_U], of[MAX_U + 1];
	size_t i, j, m = 0;
	int rc = bad_counts(na, nb, STATS_EXACT);

	if (rc)
		return rc;
	if (!is_share(level) || bad_values(a, na) || bad_values(b, nb))
		return STATS_RANGE;
	for (i = 0; i < na; i++)
		for (j = 0; j < nb; j++)
			d[m++] = b[j] - a[i];
	if (bad_values(d, m))
		return STATS_OVERFLOW;
	qsort(d, m, sizeof(*d), by_value);
	wrong_pairs(na, nb, of);
	*shift = middle(d, m);
	inner_interval(d, m, of, level, interval);
	return 0;
}

/* ---- exact tests */

static int sign_of(int64_t x)
{
	return (x > 0) - (x < 0);
}

static void conclude(struct stats_test *test, uint64_t count, uint64_t total,
		     int64_t seen)
{
	test->count = count;
	test->total = total;
	test->p = (double)count / (double)total;
	test->sign = sign_of(seen);
}

/*
 * How many sums x + y are @least or more?  Both are sorted, so that what x lacks
 * can only become less.
 */
static uint64_t sums_from(const int64_t *x, size_t nx, const int64_t *y,
			  size_t ny, int64_t least)
{
	size_t i, j = ny;
	uint64_t count = 0;

	for (i = 0; i < nx; i++) {
		while (j && x[i] + y[j - 1] >= least)
			j--;
		count += ny - j;
	}
	return count;
}

/* the same, @most or less */
static uint64_t sums_to(const int64_t *x, size_t nx, const int64_t *y,
			size_t ny, int64_t most)
{
	return (uint64_t)nx * ny - sums_from(x, nx, y, ny, most + 1);
}

/*
 * @x[0..n) less @by and @y[0..m) plus @by2, both sorted, become x[0..n + m), sorted.
 * From above, so that @y may be @x: a value is read before its place is taken.
 */
static void merge(int64_t *x, size_t n, int64_t by, const int64_t *y, size_t m,
		  int64_t by2)
{
	while (m) {
		if (n && x[n - 1] - by > y[m - 1] + by2) {
			x[n + m - 1] = x[n - 1] - by;
			n--;
		} else {
			x[n + m - 1] = y[m - 1] + by2;
			m--;
		}
	}
	for (; by && n; n--)
		x[n - 1] -= by;
}

/* all 2^n sums of +-d[i], sorted */
static size_t signed_sums(const int64_t *d, size_t n, int64_t *sums)
{
	size_t i, have = 1;

	sums[0] = 0;
	for (i = 0; i < n; i++) {
		int64_t size = d[i] < 0 ? -d[i] : d[i];

		merge(sums, have, size, sums, have, size);
		have *= 2;
	}
	return have;
}

/* so that no sum of some of them, with whatever signs, can pass 64 bits */
static int sums_fit(const int64_t *x, size_t n)
{
	int64_t sum = 0;
	size_t i;

	for (i = 0; i < n; i++)
		if (x[i] == INT64_MIN ||
		    __builtin_add_overflow(sum, x[i] < 0 ? -x[i] : x[i], &sum))
			return 0;
	return 1;
}

int stats_sign_flip(const int64_t *d, size_t n, struct stats_test *test)
{
	size_t i, half = n / 2, nx, ny;
	int64_t seen = 0, *x, *y;
	uint64_t count;
	int rc = bad_count(n, STATS_EXACT);

	if (rc)
		return rc;
	if (!sums_fit(d, n))
		return STATS_OVERFLOW;
	for (i = 0; i < n; i++)
		seen += d[i];
	x = malloc((sizeof(*x) << half) + (sizeof(*x) << (n - half)));
	if (!x)
		return STATS_MEMORY;
	y = x + ((size_t)1 << half);
	nx = signed_sums(d, half, x);
	ny = signed_sums(d + half, n - half, y);
	if (seen)	/* each sum has its mirror image */
		count = 2 * sums_from(x, nx, y, ny, seen < 0 ? -seen : seen);
	else
		count = (uint64_t)1 << n;
	conclude(test, count, (uint64_t)1 << n, seen);
	free(x);
	return 0;
}

/* the sums of all subsets of up to STATS_EXACT / 2 values, by their size, sorted */
struct subsets {
	int64_t *sums[STATS_EXACT / 2 + 1];
	size_t n[STATS_EXACT / 2 + 1];
	size_t values;
};

static uint64_t choose(unsigned int n, unsigned int k)
{
	uint64_t c = 1;
	unsigned int i;

	for (i = 1; i <= k; i++)
		c = c * (n - k + i) / i;
	return c;
}

/* into @room for 2^n sums; those of k + 1 before those of k, which they need */
static void subset_sums(struct subsets *s, const int64_t *v, size_t n,
			int64_t *room)
{
	size_t i, k;

	s->values = n;
	for (k = 0; k <= n; k++) {
		s->sums[k] = room;
		s->n[k] = 0;
		room += choose(n, k);
	}
	s->sums[0][0] = 0;
	s->n[0] = 1;
	for (i = 0; i < n; i++)
		for (k = i + 1; k > 0; k--) {
			merge(s->sums[k], s->n[k], 0, s->sums[k - 1],
			      s->n[k - 1], v[i]);
			s->n[k] += s->n[k - 1];
		}
}

/* of the choices of @na values, those whose sum is @far from 0 or farther */
static uint64_t count_far(const struct subsets *x, const struct subsets *y,
			  size_t na, int64_t far)
{
	uint64_t count = 0;
	size_t k, rest;

	for (k = 0; k <= x->values && k <= na; k++) {
		rest = na - k;
		if (rest > y->values)
			continue;
		count += sums_from(x->sums[k], x->n[k], y->sums[rest],
				   y->n[rest], far);
		count += sums_to(x->sums[k], x->n[k], y->sums[rest],
				 y->n[rest], -far);
	}
	return count;
}

/*
 * All values, times their number, less their sum: then the sum of those in one
 * arm is na * nb times the distance of the means.
 */
static int centre(const int64_t *a, size_t na, const int64_t *b, size_t nb,
		  int64_t *v)
{
	__int128 sum = 0, x;
	size_t i, n = na + nb;

	for (i = 0; i < n; i++)
		sum += i < na ? a[i] : b[i - na];
	for (i = 0; i < n; i++) {
		x = (__int128)(i < na ? a[i] : b[i - na]) * (int)n - sum;
		if (x > INT64_MAX || x < -INT64_MAX)
			return STATS_OVERFLOW;
		v[i] = x;
	}
	return sums_fit(v, n) ? 0 : STATS_OVERFLOW;
}

int stats_permutation(const int64_t *a, size_t na, const int64_t *b, size_t nb,
		      struct stats_test *test)
{
	int64_t v[STATS_EXACT], seen = 0, *room;
	struct subsets x, y;
	size_t i, n = na + nb, half = n / 2;
	uint64_t total;
	int rc = bad_counts(na, nb, STATS_EXACT);

	if (!rc)
		rc = centre(a, na, b, nb, v);
	if (rc)
		return rc;
	for (i = na; i < n; i++)
		seen += v[i];
	room = malloc((sizeof(*room) << half) + (sizeof(*room) << (n - half)));
	if (!room)
		return STATS_MEMORY;
	subset_sums(&x, v, half, room);
	subset_sums(&y, v + half, n - half, room + ((size_t)1 << half));
	total = choose(n, na);
	/* a sum of 0 is not far, and as far as all: it would count twice */
	conclude(test, seen ? count_far(&x, &y, na, seen < 0 ? -seen : seen) :
		 total, total, seen);
	free(room);
	return 0;
}

/* ---- more than one metric */

struct place {
	double p;
	size_t at;
};

static int by_p(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->p > y->p) - (x->p < y->p);
}

int stats_holm(double *p, size_t m)
{
	struct place *place;
	double least = 0;
	size_t i;
	int rc = bad_count(m, STATS_MAX);

	if (rc)
		return rc;
	for (i = 0; i < m; i++)
		if (!is_p(p[i]))
			return STATS_RANGE;
	place = malloc(m * sizeof(*place));
	if (!place)
		return STATS_MEMORY;
	for (i = 0; i < m; i++)
		place[i] = (struct place){ .p = p[i], .at = i };
	qsort(place, m, sizeof(*place), by_p);
	for (i = 0; i < m; i++) {
		least = fmax(least, (m - i) * place[i].p);
		p[place[i].at] = fmin(least, 1);
	}
	free(place);
	return 0;
}

/* ---- drift */

#define MAX_PAIRS	(STATS_EXACT * (STATS_EXACT - 1) / 2)

/*
 * Of the orders of @n sorted values, the share in which @s or more pairs rise more
 * than fall, or fall more than rise: one group of equal values after the other
 * joins those below, each as in wrong_pairs().
 */
static double trend_exact(const double *x, size_t n, long s)
{
	double of[MAX_PAIRS + 1] = { 1 }, next[MAX_PAIRS + 1], group[MAX_U + 1];
	size_t from, to, top = 0, i, j;
	double p = 0;

	for (from = 0; from < n; from = to) {
		for (to = from; to < n && x[to] == x[from]; to++)
			;
		wrong_pairs(to - from, from, group);
		memset(next, 0, sizeof(next));
		for (i = 0; i <= top; i++)
			for (j = 0; j <= from * (to - from); j++)
				next[i + j] += of[i] * group[j];
		top += from * (to - from);
		memcpy(of, next, sizeof(of));
	}
	for (i = 0; i <= top; i++)
		if (labs((long)top - 2 * (long)i) >= labs(s))
			p += of[i];
	return fmin(p, 1);
}

static double trend_normal(const double *x, size_t n, long s)
{
	double var = (double)n * (n - 1) * (2 * n + 5);
	size_t from, to, t;

	for (from = 0; from < n; from = to) {
		for (to = from; to < n && x[to] == x[from]; to++)
			;
		t = to - from;
		var -= (double)t * (t - 1) * (2 * t + 5);
	}
	if (var <= 0 || labs(s) <= 1)
		return 1;
	return erfc((labs(s) - 1) / sqrt(var / 18) * M_SQRT1_2);
}

int stats_trend(const double *x, size_t n, struct stats_trend *trend)
{
	double *in_order;
	size_t i, j;
	int rc = sorted(x, n, &in_order);

	if (rc)
		return rc;
	trend->s = 0;
	for (i = 0; i < n; i++)
		for (j = i + 1; j < n; j++)
			trend->s += (x[j] > x[i]) - (x[j] < x[i]);
	trend->exact = n <= STATS_EXACT;
	if (trend->exact)
		trend->p = trend_exact(in_order, n, trend->s);
	else
		trend->p = trend_normal(in_order, n, trend->s);
	free(in_order);
	return 0;
}

/* ---- before the first boot */

int stats_min_p(enum stats_design design, size_t n, double *p)
{
	int rc;

	if (design != STATS_PAIRED && design != STATS_UNPAIRED)
		return STATS_RANGE;
	rc = bad_count(n, design == STATS_PAIRED ? STATS_EXACT : STATS_EXACT / 2);
	if (rc)
		return rc;
	*p = design == STATS_PAIRED ? ldexp(2, -(int)n) :
				      2 / (double)choose(2 * n, n);
	return 0;
}

int stats_min_n(enum stats_design design, double alpha, size_t m, size_t *n)
{
	size_t tried;
	double p;
	int rc;

	if (!is_share(alpha))
		return STATS_RANGE;
	rc = bad_count(m, STATS_MAX);
	for (tried = 1; !rc; tried++) {
		rc = stats_min_p(design, tried, &p);
		if (!rc && m * p <= alpha) {
			*n = tried;
			return 0;
		}
		if (rc == STATS_TOO_MANY)
			return STATS_UNREACHABLE;
	}
	return rc;
}

/* the chance of a normal value below @x */
static double normal_below(double x)
{
	return erfc(-x * M_SQRT1_2) / 2;
}

enum event {
	BEYOND_T,		/* a t test's */
	ALL_APART,		/* the last step: all signs the same, no overlap */
	MOST_SIGNS,		/* fewer than @rank of them are the wrong ones */
};

struct plan {
	enum event event;
	enum stats_design design;
	size_t n;
	unsigned int rank;
	double critical;	/* of t */
	double efficiency;	/* beside the t test: 1, or for ranks 3/pi */
};

#define STEPS	512		/* of an integral; even */

/* Simpson's rule: the share of the @i-th value */
static double simpson(int i)
{
	return (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2) / 3.0;
}

/* The density of a standard deviation that was estimated, where the true one is 1. */
static double chi(double s, double degrees)
{
	double half = degrees / 2;

	if (s <= 0)
		return degrees > 1 ? 0 : sqrt(2 / M_PI);
	return exp(M_LN2 + half * log(half) - lgamma(half) +
		   (degrees - 1) * log(s) - half * s * s);
}

/* the chance that |t| passes @critical, where t's centre is @away */
static double beyond(double away, double critical, double degrees)
{
	double width = 10 / sqrt(2 * degrees), low = fmax(1 - width, 0);
	double step = (1 + width - low) / STEPS, sum = 0, s;
	int i;

	for (i = 0; i <= STEPS; i++) {
		s = low + i * step;
		sum += simpson(i) * step * chi(s, degrees) *
		       (normal_below(away - critical * s) +
			normal_below(-away - critical * s));
	}
	return sum;
}

/* the chance that @n normal values lie below @n others, @effect higher */
static double apart(double effect, size_t n)
{
	double step = 18.0 / STEPS, sum = 0, x;
	int i;

	for (i = 0; i <= STEPS; i++) {
		x = -9 + i * step;	/* the largest of those below */
		sum += simpson(i) * step * n * exp(-x * x / 2) / sqrt(2 * M_PI) *
		       pow(normal_below(x), n - 1) *
		       pow(normal_below(effect - x), n);
	}
	return sum;
}

/* the chance that fewer than @rank of @n signs are wrong, each with @chance */
static double few_wrong(size_t n, unsigned int rank, double chance)
{
	double sum = 0;
	unsigned int i;

	for (i = 0; i < rank; i++)
		sum += choose(n, i) * pow(chance, i) * pow(1 - chance, n - i);
	return sum;
}

/* on either side */
static double power_of(const struct plan *plan, double effect)
{
	int paired = plan->design == STATS_PAIRED;
	double n = plan->n;

	if (plan->event == BEYOND_T)
		return beyond(effect * sqrt(plan->efficiency *
					    (paired ? n : n / 2)),
			      plan->critical, paired ? n - 1 : 2 * n - 2);
	if (plan->event == MOST_SIGNS)
		return few_wrong(n, plan->rank, normal_below(-effect)) +
		       few_wrong(n, plan->rank, normal_below(effect));
	if (paired)
		return pow(normal_below(effect), n) +
		       pow(normal_below(-effect), n);
	return apart(effect, plan->n) + apart(-effect, plan->n);
}

static double critical_t(double alpha, double degrees)
{
	double low = 0, high = 1, mid;
	int i;

	for (i = 0; i < 64 && beyond(0, high, degrees) > alpha; i++)
		high *= 2;
	for (i = 0; i < 60; i++) {
		mid = (low + high) / 2;
		if (beyond(0, mid, degrees) > alpha)
			low = mid;
		else
			high = mid;
	}
	return high;
}

static int least_effect(const struct plan *plan, double power, double *effect)
{
	double low = 0, high = 1, mid;
	int i;

	for (i = 0; i < 10 && power_of(plan, high) < power; i++)
		high *= 2;
	if (power_of(plan, high) < power)
		return STATS_RANGE;	/* as good as 1 */
	for (i = 0; i < 60; i++) {
		mid = (low + high) / 2;
		if (power_of(plan, mid) < power)
			low = mid;
		else
			high = mid;
	}
	*effect = high;
	return 0;
}

static double freedom(const struct plan *plan)
{
	return plan->design == STATS_PAIRED ? plan->n - 1 : 2 * plan->n - 2;
}

int stats_mde(enum stats_design design, size_t n, double alpha, double power,
	      double *effect)
{
	struct plan plan = { .design = design, .n = n, .efficiency = 1 };
	double step, steps;
	int rc = stats_min_p(design, n, &step);

	if (rc)
		return rc;
	if (!is_share(alpha) || !is_share(power) || power <= alpha)
		return STATS_RANGE;
	steps = floor(alpha / step + SLACK);
	if (steps < 1)
		return STATS_UNREACHABLE;
	plan.event = steps > 1 ? BEYOND_T : ALL_APART;
	if (steps > 1)
		plan.critical = critical_t(steps * step, freedom(&plan));
	return least_effect(&plan, power, effect);
}

/* the event that the interval of 1 - alpha lies on one side of 0 */
static int interval_plan(struct plan *plan, double alpha)
{
	double zero[STATS_EXACT] = { 0 }, shift;
	struct stats_interval v;
	int rc;

	if (plan->design == STATS_PAIRED)
		rc = stats_median_interval(zero, plan->n, 1 - alpha, &v);
	else
		rc = stats_shift(zero, plan->n, zero, plan->n, 1 - alpha, &shift,
				 &v);
	if (rc)
		return rc;
	if (!v.reached)
		return STATS_UNREACHABLE;
	plan->rank = v.lo;
	plan->event = plan->design == STATS_PAIRED ? MOST_SIGNS :
		      v.lo > 1 ? BEYOND_T : ALL_APART;
	if (plan->event == BEYOND_T)
		plan->critical = critical_t(1 - v.level, freedom(plan));
	plan->efficiency = 3 / M_PI;
	return 0;
}

int stats_mde_verdict(enum stats_design design, size_t n, double alpha, size_t m,
		      double power, double *effect)
{
	struct plan plan = { .design = design, .n = n };
	double test, interval;
	int rc = bad_count(m, STATS_MAX);

	if (!rc && (!is_share(alpha) || power <= alpha))
		rc = STATS_RANGE;
	if (!rc)
		rc = stats_mde(design, n, alpha / m, power, &test);
	if (!rc)
		rc = interval_plan(&plan, alpha);
	if (!rc)
		rc = least_effect(&plan, power, &interval);
	if (rc)
		return rc;
	*effect = fmax(test, interval);
	return 0;
}

/* ---- what can be said */

int stats_all_equal(const int64_t *x, size_t n)
{
	size_t i;

	for (i = 1; i < n; i++)
		if (x[i] != x[0])
			return 0;
	return 1;
}

static int bad_evidence(const struct stats_evidence *e)
{
	const struct stats_interval *i = &e->interval;

	if (!is_p(e->p_adj) || !is_p(e->drift_p) || !is_share(e->alpha))
		return 1;
	if (!isfinite(e->margin) || e->margin < 0)
		return 1;
	if (!isfinite(i->low) || !isfinite(i->high) || !isfinite(e->estimate))
		return 1;
	if (e->estimate < i->low || e->estimate > i->high)
		return 1;
	/* no difference at all, and a difference */
	return e->identical && (e->sign || i->low < 0 || i->high > 0 ||
				e->p_adj < 1);
}

static int side(double low, double high)
{
	return (low > 0) - (high < 0);
}

static int within(const struct stats_evidence *e)
{
	return e->interval.low >= -e->margin && e->interval.high <= e->margin;
}

static struct stats_answer changed(const struct stats_evidence *e)
{
	struct stats_answer a = { STATS_NOT_ENOUGH, STATS_WHY_DISAGREE };
	int of_sum = (e->sign > 0) - (e->sign < 0);

	/* the median lies in the interval, bad_evidence() saw to that */
	if (!of_sum || side(e->interval.low, e->interval.high) != of_sum)
		return a;
	a.verdict = of_sum > 0 ? STATS_MORE : STATS_LESS;
	a.why = within(e) ? STATS_WHY_SHOWN_SMALL : STATS_WHY_SHOWN;
	return a;
}

static struct stats_answer answer_of(const struct stats_evidence *e)
{
	struct stats_answer a = { STATS_NOT_ENOUGH, STATS_WHY_TOO_FEW };

	if (!e->can_reach || !e->interval.reached)
		return a;
	a.why = STATS_WHY_DRIFT;
	if (e->drift_p <= e->alpha)
		return a;
	a.why = e->copies ? STATS_WHY_COPIES : STATS_WHY_IDENTICAL;
	if (e->identical)
		a.verdict = STATS_NO_DIFFERENCE;
	if (e->identical || e->copies)
		return a;
	if (e->p_adj <= e->alpha)
		return changed(e);
	a.verdict = within(e) ? STATS_NO_DIFFERENCE : STATS_NOT_ENOUGH;
	a.why = within(e) ? STATS_WHY_WITHIN : STATS_WHY_WIDE;
	return a;
}

int stats_verdict(const struct stats_evidence *e, struct stats_answer *answer)
{
	if (e->n <= 1) {
		answer->verdict = STATS_NO_STATEMENT;
		answer->why = STATS_WHY_ONE_BOOT;
		return 0;
	}
	if (bad_evidence(e))
		return STATS_RANGE;
	*answer = answer_of(e);
	return 0;
}
