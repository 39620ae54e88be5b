/* SPDX-License-Identifier: GPL-2.0 */
/*
 * /proc/sys/kernel/sched_*, without /proc: the tree's own variables, those it has.
 */
#include "sim.h"

int strcmp(const char *a, const char *b);

#define SETTING(name)	extern int sysctl_sched_##name __attribute__((weak))
SETTING(latency);
SETTING(min_granularity);
SETTING(wakeup_granularity);
SETTING(batch_wakeup_granularity);
SETTING(child_runs_first);
SETTING(compat_yield);
SETTING(features);
SETTING(migration_cost);
SETTING(nr_migrate);
SETTING(rt_period);
SETTING(rt_runtime);
SETTING(shares_ratelimit);

static const struct {
	const char *name;
	int *at;
	int least, most;	/* what /proc takes; both 0: anything */
} settings[] = {
	{ "sched_latency_ns", &sysctl_sched_latency, 100000, 1000000000 },
	{ "sched_min_granularity_ns", &sysctl_sched_min_granularity, 100000, 1000000000 },
	{ "sched_wakeup_granularity_ns", &sysctl_sched_wakeup_granularity, 0, 1000000000 },
	{ "sched_batch_wakeup_granularity_ns", &sysctl_sched_batch_wakeup_granularity, 0, 1000000000 },
	{ "sched_child_runs_first", &sysctl_sched_child_runs_first },
	{ "sched_compat_yield", &sysctl_sched_compat_yield },
	{ "sched_features", &sysctl_sched_features },
	{ "sched_migration_cost", &sysctl_sched_migration_cost },
	{ "sched_nr_migrate", &sysctl_sched_nr_migrate },
	{ "sched_rt_period_us", &sysctl_sched_rt_period },
	{ "sched_rt_runtime_us", &sysctl_sched_rt_runtime },
	{ "sched_shares_ratelimit", &sysctl_sched_shares_ratelimit },
};

/* its number; -1: this tree has none */
static int find(const char *name)
{
	int i;

	for (i = 0; i < (int)(sizeof(settings) / sizeof(*settings)); i++)
		if (!strcmp(settings[i].name, name))
			return settings[i].at ? i : -1;
	return -1;
}

void sim_was_set(void);

int k_set(const char *name, int value)
{
	int i = find(name);

	if (i < 0)
		return -1;
	if (settings[i].most && (value < settings[i].least || value > settings[i].most))
		return -2;
	*settings[i].at = value;
	sim_was_set();
	return 0;
}

int k_get(const char *name, int *value)
{
	int i = find(name);

	if (i < 0)
		return -1;
	*value = *settings[i].at;
	return 0;
}
