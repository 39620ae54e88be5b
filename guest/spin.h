/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Are the guest's CPUs served evenly?  One spinner pinned to each counts its
 * loops for the same stretch of guest time.
 */
#ifndef CFSQ_SPIN_H
#define CFSQ_SPIN_H

#include <stdint.h>

struct spin {
	uint64_t cpus;		/* in: one spinner each */
	int ms;			/* in: for so long */
};

/*
 * For limited_run(): prints "<spinners> <ms measured> <min> <max>" and returns
 * 0, or prints what failed and returns 1.
 */
int spin_run(void *spin);

#endif
