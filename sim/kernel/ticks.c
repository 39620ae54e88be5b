/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tick, and idleness as far as the scheduler sees it: who counts jiffies, which
 * ticks are left out (NO_HZ), and what the clock is told.  kernel/time/tick-sched.c and
 * x86's idle loop have that in a real kernel, between clock devices, timers and power
 * states, of which nothing is here.
 */
#include <linux/jiffies.h>
#include <linux/sched.h>
#include <linux/tick.h>

#include "sim.h"
#include "hosting.h"

static sim_time counted;	/* the last jiffy began then */
static int counter;		/* the CPU that counts them; -1: the next one that ticks */

static struct idle {
	sim_time halted;	/* since then */
	sim_time tick;		/* it would have come then, and those after it by that */
	int stopped;		/* there is no tick */
	int clock_sleeps;	/* it was told so */
} idle[SIM_CPUS];

/* where this tree has it */
unsigned long rt_needs_cpu(int cpu) __attribute__((weak));

sim_time k_tick_ns(void)
{
	return NSEC_PER_SEC / HZ;
}

/* all that began since one was counted last: no CPU may have had a tick for long */
static void count_jiffies(void)
{
	sim_time n = (host_now() - counted) / k_tick_ns();

	jiffies_64 += n;
	counted += n * k_tick_ns();
}

void sim_ticks_begin(void)
{
	counted = host_now();
}

void sim_tick(void)
{
	if (counter < 0)
		counter = sim_cpu;
	if (counter == sim_cpu)
		count_jiffies();
}

#ifdef CONFIG_NO_HZ
static void clock_sleeps(struct idle *i)
{
#ifdef TREE_TICK_TELLS_CLOCK
	i->clock_sleeps = 1;
	sched_clock_idle_sleep_event();
#endif
}

static void clock_wakes(struct idle *i)
{
	if (!i->clock_sleeps)
		return;
	i->clock_sleeps = 0;
	sched_clock_idle_wakeup_event(0);
}

/* again after each interrupt: what was not possible, or was, may be so no more */
static void stop_tick(struct idle *i)
{
	unsigned long in;	/* ticks; 0: no matter when */

	clock_sleeps(i);
	if (need_resched())
		return;
	in = rt_needs_cpu ? rt_needs_cpu(sim_cpu) : 0;
	if (!i->stopped) {
		/* one CPU goes on to tick, to balance for those that do not */
		if (in == 1 || select_nohz_load_balancer(1))
			return;
		i->stopped = 1;
		i->tick = host_tick(SIM_NEVER);
	}
	if (counter == sim_cpu)
		counter = -1;
	host_tick(in ? counted + in * k_tick_ns() : SIM_NEVER);
}

static void restart_tick(struct idle *i)
{
	clock_wakes(i);
	if (!i->stopped)
		return;
	select_nohz_load_balancer(0);
	count_jiffies();
	i->stopped = 0;
	if (i->tick <= host_now())
		i->tick += ((host_now() - i->tick) / k_tick_ns() + 1) * k_tick_ns();
	host_tick(i->tick);
}

static void interrupted(struct idle *i)
{
	clock_wakes(i);
	if (i->stopped)
		count_jiffies();
}

/* for trees whose clock asks for it */
struct tick_sched *tick_get_tick_sched(int cpu)
{
	static struct tick_sched all = {
#ifdef CONFIG_HIGH_RES_TIMERS
		.nohz_mode = NOHZ_MODE_HIGHRES,
#else
		.nohz_mode = NOHZ_MODE_LOWRES,
#endif
	};

	return &all;
}
#else
static void stop_tick(struct idle *i) { }
static void restart_tick(struct idle *i) { }
static void interrupted(struct idle *i) { }
#endif

void sim_idle_begins(void)
{
	struct idle *i = &idle[sim_cpu];

	local_irq_disable();
	stop_tick(i);
	i->halted = host_now();
	local_irq_enable();
}

void sim_idle_ends(void)
{
	local_irq_disable();
	restart_tick(&idle[sim_cpu]);
	local_irq_enable();
}

void sim_idle_interrupted(void)
{
	interrupted(&idle[sim_cpu]);
}

void sim_idle_goes_on(void)
{
	local_irq_disable();
	if (!need_resched())
		stop_tick(&idle[sim_cpu]);
	sim_halt_ends();
	local_irq_enable();
}

/* The CPU waits by HLT: an interrupt is its end, and is over by then. */
void sim_halt_ends(void)
{
#ifdef TREE_HALT_TELLS_CLOCK
	struct idle *i = &idle[sim_cpu];

	sched_clock_idle_wakeup_event(host_now() - i->halted);
	i->halted = host_now();
#endif
}
