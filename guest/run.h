/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One run of a workload as a boot of an experiment makes it: what /etc/run asks
 * for, and the kernel's own counters before and after.
 *
 *	features <setting>		as of features_set()
 *	sysctl <name> <value>		the name with dots: kernel.sched_latency_ns
 *	workload <program> [<word>...]	a file of /bin
 */
#ifndef CFSQ_RUN_H
#define CFSQ_RUN_H

#include "report.h"

#define RUN_FILE	"/etc/run"
#define RUN_SYSCTLS	8
#define RUN_WORDS	32
#define RUN_WORD	256
#define RUN_WHY		256

struct run {
	char features[512];
	int sysctls;
	struct {
		char name[64];
		char value[32];
	} sysctl[RUN_SYSCTLS];
	int words;		/* 0: no workload is asked for */
	char *word[RUN_WORDS + 1];
	char text[1024];	/* that the words are in */
	char line[RUN_WORD];	/* the workload in one line */
};

/* Cuts @text up.  0, or -1 and a sentence in @why[RUN_WHY]. */
int run_parse(struct run *r, char *text, char *why);

/* Write the @i-th sysctl and read it back: 0, or -1 and @why[RUN_WHY]. */
int run_sysctl(const struct run *r, int i, char *why);

/*
 * Data lines "<when> stat ...", "<when> sched ..." and "<when> counts ..." with
 * the counters of each CPU: of /proc/stat, /proc/schedstat (its domains added up
 * by level) and the series' part of /proc/sched_debug.  What cannot be read is
 * "absent".
 */
void run_counters(struct report *report, const char *when);

#endif
