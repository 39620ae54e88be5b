/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An experiment: a text file that says what is compared with what, on which
 * machine, under which load, and what counts.  Documentation/experiments.rst has
 * the form; every backend and the report read it by these functions.
 */
#ifndef CFSQ_EXPERIMENT_H
#define CFSQ_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>

#define EXP_ARMS	16
#define EXP_PAIRS	16
#define EXP_METRICS	6
#define EXP_SYSCTLS	8
#define EXP_FIGURES	24
#define EXP_TEXTS	12
#define EXP_NAME	32	/* with its NUL */

struct exp_sysctl {
	const char *name, *value;
};

/* one side of a comparison; strings are words of the file, or "default" etc. */
struct exp_arm {
	const char *name;
	const char *base;
	const char *variant;		/* "default" if not given */
	const char *series;		/* "queue": the patches; "stock": none */
	const char *features;		/* joined by '+', or "asis" */
	struct exp_sysctl sysctl[EXP_SYSCTLS];
	unsigned int sysctls;
	unsigned long line;		/* where it begins */
	unsigned long base_line, variant_line;
};

struct exp_pair {
	unsigned int a, b;		/* arms: from, to */
	const char *what;		/* plain words: what differs */
};

struct exp_metric {
	const char *name;
	double margin;			/* %, the smallest difference that matters */
	unsigned long line;
};

/* a figure of the mail, for the page */
struct exp_figure {
	unsigned int arm;
	const char *text;
};

struct experiment {
	const char *path;
	char name[EXP_NAME];		/* of the file */
	const char *title;
	const char *question;
	const char *mail;		/* NULL: none */
	const char *machine;
	unsigned long machine_line;
	const char *workload;		/* words, the program first */
	const char *real;		/* the same at its full size, or NULL */
	unsigned long boots;
	unsigned long seed;		/* of the first boot of each arm */
	struct exp_metric metric[EXP_METRICS];
	unsigned int metrics;
	struct exp_arm arm[EXP_ARMS];
	unsigned int arms;
	struct exp_pair pair[EXP_PAIRS];
	unsigned int pairs;
	struct exp_figure figure[EXP_FIGURES];
	unsigned int figures;
	const char *text[EXP_TEXTS];	/* "differ": why the mail's are not comparable */
	unsigned int texts;
	char *buf;			/* what the strings are in */
};

/*
 * Read and check @path.  0, or an exit code; what is wrong was said, with line and
 * key.  experiment_free() is due either way.
 */
int experiment_read(struct experiment *e, const char *path);
void experiment_free(struct experiment *e);

/*
 * Are the machine, the bases, the variants and the metrics those of the project in
 * the folder @top?  0, or an exit code; what is wrong was said, with line and key.
 */
int experiment_known(const struct experiment *e, const char *top);

/* the arm of that name, or NULL */
const struct exp_arm *experiment_arm(const struct experiment *e,
				     const char *name);

/*
 * The words of the workload with the seed put behind the program's name, in @buf;
 * @real: at its full size, if the experiment has one.
 */
const char *experiment_workload(const struct experiment *e, bool real,
				unsigned long seed, char *buf, size_t size);

/*
 * In which order the boots of a real machine are made.  Each block has every arm
 * once (the @n of them are given as 0..n-1), in an order that is drawn from the
 * experiment's name and the block's number, so that more boots go on where fewer
 * ended.  No order comes three times running.
 */
void experiment_block(const struct experiment *e, unsigned long block,
		      unsigned int n, unsigned int *order);

#endif
