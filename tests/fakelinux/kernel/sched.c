/* SPDX-License-Identifier: GPL-2.0 */
/* The scheduler of a tree that schedules nothing. */
#include <linux/sched.h>

#ifdef CONFIG_SCHED_DEBUG
# define const_debug __read_mostly
#else
# define const_debug static const
#endif

enum {
	SCHED_FEAT_NEW_FAIR_SLEEPERS	= 1,
	SCHED_FEAT_WAKEUP_PREEMPT	= 2,
	SCHED_FEAT_START_DEBIT		= 4,
	SCHED_FEAT_TREE_AVG		= 8,
	SCHED_FEAT_APPROX_AVG		= 16,
	SCHED_FEAT_HRTICK		= 32,
	SCHED_FEAT_DOUBLE_TICK		= 64,
};

const_debug unsigned int sysctl_sched_features =
		SCHED_FEAT_NEW_FAIR_SLEEPERS	* 1 |
		SCHED_FEAT_WAKEUP_PREEMPT	* 1 |
		SCHED_FEAT_START_DEBIT		* 1 |
		SCHED_FEAT_TREE_AVG		* 0 |
		SCHED_FEAT_APPROX_AVG		* 0 |
		SCHED_FEAT_HRTICK		* 1 |
		SCHED_FEAT_DOUBLE_TICK		* 0;

#define sched_feat(x) (sysctl_sched_features & SCHED_FEAT_##x)

static unsigned long nr_switches;

#include "sched_fair.c"

const char *sched_where(void)
{
	return __FILE__;
}

void schedule(struct task *prev, struct task *next)
{
	nr_switches++;
	account(prev, nr_switches);
	place(next, prev->vruntime);
}
