/* SPDX-License-Identifier: GPL-2.0 */
/* What can be set at run time. */
#include <linux/sched.h>

struct ctl_table {
	const char *procname;
	void *data;
};

struct ctl_table kern_table[] = {
#ifdef CONFIG_SCHED_DEBUG
	{
		.procname	= "sched_features",
		.data		= &sysctl_sched_features,
	},
#endif
	{ 0, 0 },
};
