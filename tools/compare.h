/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A comparison: the records of an experiment, arm against arm, and what can be
 * said.  compare.c fills it; page.c writes it down.
 */
#ifndef CFSQ_COMPARE_H
#define CFSQ_COMPARE_H

#include <stdint.h>
#include <stdio.h>

#include "experiment.h"
#include "record.h"
#include "stats.h"

#define ALPHA		0.05
#define POWER		0.8
#define BOOTS_MAX	STATS_EXACT

struct arm_records {
	size_t n;
	struct record *record[BOOTS_MAX];	/* by seed, upwards */
	struct counters median;
};

/* one metric of one pair of arms */
struct result {
	const struct exp_pair *pair;
	const struct exp_metric *metric;
	const struct arm_records *from, *to;
	size_t n;			/* pairs of boots; unpaired: boots of @from */
	size_t n_b;			/* unpaired: boots of @to */
	unsigned long seed[BOOTS_MAX];
	double a[BOOTS_MAX], b[BOOTS_MAX];
	/* of each pair: b - a, in % of a; unpaired: b in % above the median of all a */
	double percent[BOOTS_MAX];
	double median_a, median_b;
	char unit[16];
	bool less;			/* less is better */
	struct stats_test test;
	struct stats_evidence evidence;	/* all in % */
	struct stats_answer answer;
	const char *absent;		/* why there is none, or NULL */
};

struct comparison {
	struct experiment e;
	unsigned long boots;		/* that were asked for */
	size_t taken;			/* records */
	bool metal;			/* real machines: boots are no pairs */
	struct arm_records arm[EXP_ARMS];
	/* metal: the first arm, and itself again */
	struct arm_records aa[2];
	struct exp_pair aa_pair;
	struct result aa_result[EXP_METRICS];
	struct result result[EXP_PAIRS * EXP_METRICS];
	size_t results;
	size_t family;			/* tests that Holm's correction counts */
};

/* the counters that are shown: name, what it is, and where it is */
struct counter_row {
	const char *name;
	const char *what;
	size_t offset;			/* in struct counters */
	double scale;			/* to print, e.g. 100 for % */
	const char *unit;
};
extern const struct counter_row counter_rows[];
extern const size_t n_counter_rows;

/* the most boots of an arm that the exact tests take */
unsigned long boots_most(const struct comparison *c);
enum stats_design design_of(const struct comparison *c);
/* by how many % of it a value is above the median of all boots of @r->from */
double above_median(const struct result *r, double value);
/* metal: was the same kernel told from itself? */
bool aa_differs(const struct comparison *c);

/* the median of the experiment's first metric in an arm, with its unit; or "absent" */
const char *arm_median(const struct comparison *c, unsigned int arm, char *buf,
		       size_t size);

double counter_of(const struct counters *c, const struct counter_row *row);

/* "slower", "better", ...: the verdict on a result in one or a few words */
const char *answer_word(const struct result *r);
/* "pairs" or "boots", of which there are more or one */
const char *units_text(const struct comparison *c, size_t n);
/* what the two sides of a result are called */
const char *from_name(const struct comparison *c, const struct result *r);
const char *to_name(const struct comparison *c, const struct result *r);
/* one sentence on a result, in @buf */
const char *answer_sentence(const struct comparison *c, const struct result *r,
			    char *buf, size_t size);
/* "-3.10 to -1.25 %", or "absent" */
const char *interval_text(const struct result *r, char *buf, size_t size);
/* "0.0021", "below 0.0001" */
const char *p_text(double p, char *buf, size_t size);

/* the smallest differences that so many boots can show, as text lines */
void print_plan(const struct comparison *c, FILE *f);
void print_text(const struct comparison *c, FILE *f);
/* the two ends of a page */
void html_head(const char *title, FILE *f);
void html_heading(const char *title, FILE *f);
void html_tail(FILE *f);
/*
 * What is between them; pictures are taken from @pictures/<n>.svg, as print_plots()
 * asks for.  0 or an exit code.
 */
int print_html(const struct comparison *c, const char *pictures, FILE *f);
/* a gnuplot script that draws the pictures into @folder */
void print_plots(const struct comparison *c, const char *folder, FILE *f);

#endif
