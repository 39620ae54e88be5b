/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FAKELINUX_SCHED_H
#define FAKELINUX_SCHED_H

#define __read_mostly

struct task {
	unsigned long vruntime;
};

#ifdef CONFIG_SCHED_DEBUG
extern unsigned int sysctl_sched_features;
#endif

void schedule(struct task *prev, struct task *next);
const char *sched_where(void);

#endif
