/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The statistics of a comparison of two arms, a and b.  Link with -lm.
 *
 * The boot is the unit: one number a boot goes in, never the repeats inside of
 * one, which share whatever that boot happened to get.  What the tests here
 * promise rests on one thing, that without an effect the labels a and b could
 * have been swapped (paired: inside of each pair; unpaired: among all boots).
 * They promise nothing about an offset that all boots of one arm share, such as
 * that of another image's layout.
 *
 * All functions return 0 or an error below, and then have written nothing.
 * They never give NaN or an infinity back, and take none.
 */
#ifndef CFSQ_STATS_H
#define CFSQ_STATS_H

#include <stddef.h>
#include <stdint.h>

enum stats_error {
	STATS_EMPTY = -1,	/* nothing to compute from */
	STATS_TOO_MANY = -2,	/* more than this is made for */
	STATS_RANGE = -3,	/* an argument outside of its range, NaN, infinite */
	STATS_OVERFLOW = -4,	/* values too large for the sums */
	STATS_MEMORY = -5,
	STATS_UNREACHABLE = -6,	/* no effect and no number of boots does it */
};

/* in words, for the end of a message; never NULL */
const char *stats_strerror(int error);

#define STATS_EXACT	40	/* values of an exact test, both arms together */
#define STATS_MAX	1000	/* values of the others */

enum stats_design {
	STATS_PAIRED,		/* n pairs: stats_sign_flip() */
	STATS_UNPAIRED,		/* n boots an arm: stats_permutation() */
};

/* ---- how large is the difference */

/*
 * An interval between two of the ordered values, the @lo-th and the @hi-th
 * from 1: @low and @high, in the unit of the data, ends included.  It covers with
 * a probability of @level; with ties of more.
 */
struct stats_interval {
	unsigned int lo, hi;
	double low, high;
	double level;
	int reached;		/* 0: even all values do not cover as wanted */
};

/* The median of 1..STATS_MAX values, in their unit. */
int stats_median(const double *d, size_t n, double *median);

/*
 * The innermost interval of order statistics that covers the median of what the
 * 1..STATS_MAX values @d were drawn from with at least @level (of 0..1, both out);
 * whatever the distribution.  W. R. Thompson 1936; S. K. Savur 1937.
 */
int stats_median_interval(const double *d, size_t n, double level,
			  struct stats_interval *interval);

/*
 * By how much b is above a, unpaired: the median of all b[j] - a[i], and the
 * innermost interval of these that covers the shift with at least @level, from
 * the exact distribution of Mann and Whitney's U.  1 or more values an arm, up to
 * STATS_EXACT in all.  J. L. Hodges, E. L. Lehmann 1963; P. K. Sen 1963; the
 * distribution as E. F. Harding 1984.
 */
int stats_shift(const double *a, size_t na, const double *b, size_t nb,
		double level, double *shift, struct stats_interval *interval);

/* ---- is there one */

/* @count of @total equally likely cases are as extreme as what was seen. */
struct stats_test {
	double p;		/* count / total, two-sided, above 0 */
	uint64_t count, total;
	int sign;		/* of b - a as the test has it: -1, 0, 1 */
};

/*
 * Paired: of all 2^n signs of the n differences @d = b - a, those whose sum is as
 * far from 0 as the one seen; a tie counts, and so is against an effect.  Exact:
 * the caller has scaled to whole numbers (e.g. ns).  1..STATS_EXACT differences, whose
 * sizes add up to no more than INT64_MAX.  Zeros are allowed, and change no p.
 * R. A. Fisher 1935 (the test); E. Horowitz, S. Sahni 1974 (sums of two halves).
 */
int stats_sign_flip(const int64_t *d, size_t n, struct stats_test *test);

/*
 * Unpaired: of all choices of na among the na + nb values, those whose means are
 * as far apart as the ones seen; ties and scaling as above.  1 or more values an
 * arm, up to STATS_EXACT in all; N times the sizes of their distances from
 * the mean add up to no more than INT64_MAX (33 days in ns do).  R. A. Fisher
 * 1935, E. J. G. Pitman 1937; sums of two halves as above, by the count chosen.
 */
int stats_permutation(const int64_t *a, size_t na, const int64_t *b, size_t nb,
		      struct stats_test *test);

/*
 * The @m >= 1 p values of one family, adjusted in place: each can be compared with
 * alpha, and the chance of one false change or more in the family stays below
 * that, however the metrics depend on each other.  S. Holm 1979.
 */
int stats_holm(double *p, size_t m);

/* Kendall's S: pairs that rise less pairs that fall. */
struct stats_trend {
	long s;
	double p;		/* two-sided */
	int exact;		/* 0: by the normal distribution */
};

/*
 * Do the 1..STATS_MAX values @x drift, in the order of the boots?  Exact up to
 * STATS_EXACT, also with ties.  It takes an effect for drift where the arms were run in
 * blocks, and rightly: nothing tells them apart there.  Where they were
 * interleaved, give it each arm by itself, or the values less their arm's median.
 * H. B. Mann 1945; ties and the normal approximation: M. G. Kendall 1975.
 */
int stats_trend(const double *x, size_t n, struct stats_trend *trend);

/* ---- before the first boot */

/* The smallest p that @n pairs, or boots an arm, can give: 2/2^n, 2/C(2n, n). */
int stats_min_p(enum stats_design design, size_t n, double *p);

/*
 * The fewest pairs, or boots an arm, with which one of @m metrics can be significant
 * at @alpha (0..1, both out) after Holm, whatever the other metrics do.
 */
int stats_min_n(enum stats_design design, double alpha, size_t m, size_t *n);

/*
 * The smallest effect that the exact test alone, with @n pairs or boots an arm, shows
 * at @alpha with a chance of @power (alpha < power < 1), in standard deviations
 * (STATS_PAIRED: of a paired difference, STATS_UNPAIRED: of one arm's boots),
 * for noise that is normal.  For a family of m metrics give alpha / m.
 *
 * By the noncentral t distribution (N. L. Johnson, B. L. Welch 1940), to which the
 * exact test's power comes close (W. Hoeffding 1952), at the level that the
 * test's steps really allow; where only its last step is left (all signs the
 * same, no overlap of the arms) by that event's own probability.
 */
int stats_mde(enum stats_design design, size_t n, double alpha, double power,
	      double *effect);

/*
 * The same for stats_verdict() to say LESS or MORE of one of @m metrics: the test at
 * alpha / m, and the interval of 1 - alpha on one side of 0, whichever needs
 * more.  For few pairs that is the interval, by far.  Its chance is that of the sign
 * test (binomial; W. J. Dixon, A. M. Mood 1946); unpaired that of U, at 3/pi of the
 * t test's efficiency (E. J. G. Pitman 1948).  This is what to print before the start.
 */
int stats_mde_verdict(enum stats_design design, size_t n, double alpha, size_t m,
		      double power, double *effect);

/* ---- what can be said */

enum stats_verdict {
	STATS_NO_STATEMENT,	/* one boot or none */
	STATS_NOT_ENOUGH,
	STATS_NO_DIFFERENCE,	/* none larger than the margin, in the median */
	STATS_LESS,		/* b is below a */
	STATS_MORE,
};

enum stats_why {
	STATS_WHY_ONE_BOOT,
	STATS_WHY_TOO_FEW,	/* could not have been significant */
	STATS_WHY_DRIFT,
	STATS_WHY_COPIES,	/* all boots of an arm gave the same number */
	STATS_WHY_DISAGREE,	/* sum, median and interval: not the same side */
	STATS_WHY_WIDE,		/* an interval that passes the margin */
	STATS_WHY_IDENTICAL,	/* every pair, to the last unit */
	STATS_WHY_WITHIN,	/* the interval lies within the margin */
	STATS_WHY_SHOWN,
	STATS_WHY_SHOWN_SMALL,	/* it is there, and not larger than the margin */
};

struct stats_evidence {
	size_t n;		/* pairs; unpaired: boots of the smaller arm */
	int can_reach;		/* enough boots: n >= stats_min_n() */
	/*
	 * A machine without noise: @copies, if each arm gave one number over and
	 * over, so that the seeds did not move this metric: they are one boot, and
	 * a p computed from them means nothing.  @identical, if all differences
	 * are exactly 0.
	 */
	int copies, identical;
	int sign;		/* as in struct stats_test */
	double estimate;	/* median difference or shift, b - a */
	struct stats_interval interval;	/* of that; 1 - alpha or more */
	double p_adj, alpha;	/* after stats_holm() */
	double margin;		/* >= 0, unit of the interval: small enough */
	double drift_p;		/* least one of stats_trend(); 1: none can be */
};

struct stats_answer {
	enum stats_verdict verdict;
	enum stats_why why;
};

/* are all @n values the same?  1 or 0; none are */
int stats_all_equal(const int64_t *x, size_t n);

/*
 * LESS and MORE need p_adj <= alpha and the sum, the median and the whole interval
 * on one side of 0.  NO_DIFFERENCE needs p_adj > alpha and the interval within
 * -margin..margin (D. J. Schuirmann 1987, with the wider interval of 1 - alpha), so
 * that little data is never taken for it.  Drift makes every answer NOT_ENOUGH.
 * Copies: that they are all equal can be said, that they differ can not.
 * With n <= 1 nothing else is looked at.
 */
int stats_verdict(const struct stats_evidence *e, struct stats_answer *answer);

#endif
