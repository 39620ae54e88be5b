/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Do the series' counters in /proc/sched_debug say what a known scenario must
 * give?  A hog and a sleeper share a CPU, with the bits on and off.
 */
#ifndef CFSQ_COUNTERS_H
#define CFSQ_COUNTERS_H

#include "features.h"

struct counters {
	const struct manifest *manifest;
	const struct features *found;
	int cpu;		/* where it all happens */
};

/*
 * For limited_run(): prints lines "data ...", "ok ..." and "not ok ...", and
 * returns 0, or prints what failed and returns 1.  The features and the latency
 * are put back.
 */
int counters_run(void *counters);

#endif
