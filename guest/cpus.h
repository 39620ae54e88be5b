/* SPDX-License-Identifier: GPL-2.0 */
/* Sets of CPUs, and the two ways in which the kernel writes them down. */
#ifndef CFSQ_CPUS_H
#define CFSQ_CPUS_H

#include <stddef.h>
#include <stdint.h>

#define CPUS_MAX	64	/* the machines here have 16 at most */
#define CPUS_LIST_MAX	192	/* bytes of the longest list, with its NUL */

static inline uint64_t cpus_one(int cpu)
{
	return (uint64_t)1 << cpu;
}

static inline int cpus_has(uint64_t cpus, int cpu)
{
	return cpus >> cpu & 1;
}

static inline int cpus_count(uint64_t cpus)
{
	return __builtin_popcountll(cpus);
}

#define cpus_for_each(cpu, cpus)				\
	for ((cpu) = 0; (cpu) < CPUS_MAX; (cpu)++)		\
		if (cpus_has((cpus), (cpu)))

/* "00000000,000000ff"; ends at white space.  0, or -1: not a mask, or too big */
int cpus_parse_mask(const char *text, uint64_t *cpus);

/* "0-3,5"; ends at white space.  0, or -1: not a list, or too big */
int cpus_parse_list(const char *text, uint64_t *cpus);

/* "0-3,5" into @buf of CPUS_LIST_MAX bytes, which is returned; "none" if empty */
char *cpus_list(uint64_t cpus, char *buf);

#endif
