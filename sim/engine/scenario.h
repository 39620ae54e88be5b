/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A scenario: what Documentation/man/sim.rst describes, read.
 */
#ifndef CFSQ_SIM_SCENARIO_H
#define CFSQ_SIM_SCENARIO_H

#include "sim.h"

enum op {
	OP_RUN, OP_SLEEP, OP_YIELD, OP_SEND, OP_RECEIVE, OP_LOCK, OP_UNLOCK, OP_START,
	OP_LOOP, OP_END, OP_EXIT, OP_STAMP, OP_MEASURE, OP_COUNT
};

/* a length of time, drawn anew each time it is used */
struct span {
	sim_time from, to;
};

struct step {
	enum op op;
	struct span span;		/* OP_RUN, OP_SLEEP */
	unsigned long n;		/* of messages; of turns, 0: for ever; to count */
	unsigned int object;		/* a channel, a lock, a kind of task, a name */
	int late;			/* OP_SLEEP: @object is a histogram of how late */
	unsigned int other_end;		/* OP_LOOP, OP_END: the step of the other one */
};

struct kind {			/* of task */
	struct k_attr attr;
	unsigned int count;
	int later;			/* started by a task */
	int background;			/* the end of the run does not wait for it */
	struct step *step;
	unsigned int steps;
};

struct channel {
	char name[SIM_NAME];
	unsigned long room;
	int sync;			/* whoever sends says that it will soon sleep */
};

/* that a scenario has at the start, and that it can start */
#define TASKS_MAX	30000	/* each has a stack: two maps of the 65530 */

struct lock {
	char name[SIM_NAME];
	int yields;			/* whoever waits yields, and does not sleep */
};

/* something set, at the start or later */
struct setting {
	sim_time when;
	char *name, *value;
};

/* a name of what is counted or measured, and the room for one */
#define RESULT_NAME	40

struct result_name {
	char name[RESULT_NAME];
};

enum metric_kind { METRIC_ELAPSED, METRIC_RATE, METRIC_QUANTILE, METRIC_MAX };

struct metric {
	char name[RESULT_NAME], unit[RESULT_NAME];
	enum metric_kind kind;
	unsigned int object;		/* a counter, or a histogram */
	unsigned int permille;
};

struct scenario {
	const char *path;
	unsigned int cpus;
	sim_time length;
	int limited;			/* it ends when its tasks do, by @length at the latest */
	unsigned long seed;
	struct kind *kind;
	struct channel *channel;
	struct lock *lock;
	struct setting *setting;
	struct result_name *counter, *hist;
	struct metric *metric;
	unsigned int kinds, channels, locks, settings, counters, hists, metrics;
};

/* ends the program if the file is not one */
void scenario_read(struct scenario *s, const char *path);

#endif
