/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel believes about its CPUs and sched domains, and what the host
 * expects: /etc/expect.
 */
#ifndef CFSQ_TOPOLOGY_H
#define CFSQ_TOPOLOGY_H

#include <stdint.h>

#include "cpus.h"

#define LEVELS_MAX	8
#define WHY_MAX		512

struct expect {
	char machine[64];
	char base[64];
	char variant[64];
	int cpus;		/* these three: 0 is absent */
	int threads;
	int package_cpus;
	int levels;
	struct {
		char name[16];
		int cpus;
	} level[LEVELS_MAX];
};

struct topology {
	uint64_t online;	/* 0: could not be read */
	const char *from;	/* "sysfs", "cpuinfo" or "absent" */
	struct {
		int package;	/* -1 is absent, here and below */
		int core;
		uint64_t threads;	/* 0 is absent, here and below */
		uint64_t mates;
		int siblings;	/* of cpuinfo: how many mates there should be */
	} cpu[CPUS_MAX];
};

struct domains {
	const char *from;	/* "schedstat", "log" or "absent" */
	int levels;		/* the most that any CPU has */
	struct {
		char name[16];	/* from the kernel's log; "" if not there */
		uint64_t span[CPUS_MAX];
	} level[LEVELS_MAX];
};

/* Functions that can say no return -1 and a sentence in @why[WHY_MAX]. */

/* "" for what is absent; malformed or unknown lines are a no. */
int expect_parse(struct expect *e, char *text, char *why);

int topology_read(struct topology *t, char *why);
int topology_check(const struct topology *t, const struct expect *e, char *why);

/*
 * From the texts of /proc/schedstat and the kernel's log; both are changed, and
 * may be empty.  Spans from the former if it has them; from 2.6.26 on it prints
 * <NULL> in their place if the kernel is built for fewer than 32 CPUs.  Names
 * from the latter, which has them from 2.6.27 on.
 */
int domains_parse(struct domains *d, char *schedstat, char *log, char *why);
int domains_check(const struct domains *d, uint64_t online,
		  const struct expect *e, char *why);

#endif
