/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The configuration of a hosted scheduler: what sim/kernel/options let through of the
 * fragments of configs/ is in options.h, and the rest follows, as Kconfig would have
 * it, or is the simulator's own.
 */
#include <options.h>

#define CONFIG_64BIT			1
#define CONFIG_BASE_SMALL		0
#define CONFIG_FLATMEM			1
#define CONFIG_SPLIT_PTLOCK_CPUS	4
#define CONFIG_SLOB			1	/* the shortest way to kmalloc() */
#define CONFIG_CLASSIC_RCU		1
#define CONFIG_RWSEM_GENERIC_SPINLOCK	1
#define CONFIG_TRACE_IRQFLAGS_SUPPORT	1
/* x86's clocks differ between CPUs */
#define CONFIG_HAVE_UNSTABLE_SCHED_CLOCK 1

#ifdef CONFIG_HZ_100
#define CONFIG_HZ	100
#elif defined(CONFIG_HZ_250)
#define CONFIG_HZ	250
#elif defined(CONFIG_HZ_300)
#define CONFIG_HZ	300
#else
#define CONFIG_HZ	1000
#endif

#define CONFIG_GENERIC_CLOCKEVENTS	1
#if defined(CONFIG_NO_HZ) || defined(CONFIG_HIGH_RES_TIMERS)
#define CONFIG_TICK_ONESHOT		1
#endif

#ifdef CONFIG_HIGH_RES_TIMERS
#define CONFIG_SCHED_HRTICK		1
#endif
