/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A record: what one boot of an experiment was made of, and what it said.  Plain
 * text, never edited; Documentation/records.rst has the form:
 *
 *	cfsq-record 1
 *	<key> <value>			where it comes from
 *	console
 *	<every line of the console>
 *	end <bytes> <crc32>		of all before this line
 *
 * What was measured is in the console, in the guest's own protocol (proto.h), so
 * it exists once.
 */
#ifndef CFSQ_RECORD_H
#define CFSQ_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "console.h"
#include "lines.h"

#define RECORD_FIELDS	48
#define RECORD_CPUS	64

struct record {
	struct lines file;
	struct {
		const char *key, *value;
	} field[RECORD_FIELDS];
	size_t fields;
	struct console console;
	bool parsed;			/* console is valid */
	unsigned long seed;
};

/* One value that a run measured. */
struct measure {
	char text[40];			/* as it was printed */
	char unit[16];
	double value;
	long long scaled;		/* exact, in units of 10^-9 */
	bool less;			/* the smaller one is the better one */
};

/*
 * 0, or an exit code: EXIT_BADFILE if it is none, partial or damaged, and that is
 * said on standard error.  record_free() is due either way.
 */
int record_read(struct record *r, const char *path);
void record_free(struct record *r);

/* The value of a key of the head, or NULL. */
const char *record_field(const struct record *r, const char *key);

/* 0, or -1: the run has no such metric, or more than one */
int record_metric(const struct record *r, const char *name, struct measure *m);

/* The next "<kind> <name> ..." line from *@from on, name cut out; false: no more. */
bool record_line(const struct record *r, const char *kind, size_t *from,
		 char *name, size_t size, struct console_span *rest);

/*
 * What the kernel's counters went up by during the run, over all CPUs.  A negative
 * one is absent.
 */
struct counters {
	double switches;		/* /proc/stat ctxt */
	double interrupts;
	double idle;			/* share of all CPUs' time, 0 to 1 */
	double wakeups;			/* schedstat ttwu_count */
	double remote;			/* of them from another CPU */
	double pulled;			/* tasks moved by load balancing */
	double affine;			/* wakeups moved to the waker's CPU */
	double yields;
	double wait;			/* ns for a CPU, at each switch to a task */
	double credits;			/* sleepers that got a credit, all rules */
	double credit;			/* its mean, virtual ns */
	double weighted;		/* of them by WEIGHTED_SLEEPER */
	double low, high, stalls;	/* readings of the clock */
	double buddy_first, buddy_waits;
};

void record_counters(const struct record *r, struct counters *c);

/* guest time of the report's "fairness" line, the ratio; negative: absent */
double record_fairness(const struct record *r);

#endif
