/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What was decided, as text and as a trace for Perfetto; and what of it is counted.
 */
#ifndef CFSQ_SIM_TRACE_H
#define CFSQ_SIM_TRACE_H

#include "sim.h"

/* each ends the program if it cannot be written; before the first decision */
void trace_text(const char *path);
void trace_json(const char *path);
/* what a task of the engine's is called there */
void trace_name(int id, const char *name, unsigned int number);
/* all is in the files, or the program ends */
void trace_end(void);

/* wakeups to the switch that follows, ns, of all tasks: a "hist" line of a record */
void trace_latencies(void);

extern unsigned long long trace_count[5];	/* by enum decision_kind */
/* of a task of the engine's */
struct trace_task {
	char name[SIM_NAME + 8];
	sim_time woken;			/* 0: it was not, or it runs since */
	unsigned long long wakeups, migrations, preempted;
	sim_time waited, longest;
};
const struct trace_task *trace_task(int id);
/* it is woken next: the host shall fetch that meanwhile */
void trace_soon(int id);

#endif
