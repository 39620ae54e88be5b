/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tree's hrtimers as events of the engine.  A timer belongs to the CPU on which it
 * was started.  Its rb_node is in no tree: it holds the engine's handle.
 */
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/module.h>

#include "sim.h"
#include "hosting.h"

static struct hrtimer_cpu_base cpu_base = {
#ifdef CONFIG_HIGH_RES_TIMERS
	.hres_active = 1,
#endif
};

ktime_t ktime_get(void)
{
	return ktime_add_ns(ktime_set(0, 0), host_now());
}

static void **slot(struct hrtimer *timer)
{
	return (void **)&timer->node.rb_right;
}

void hrtimer_init(struct hrtimer *timer, clockid_t clock_id, enum hrtimer_mode mode)
{
	struct hrtimer_clock_base *base = &cpu_base.clock_base[clock_id];

	memset(timer, 0, sizeof(*timer));
	base->cpu_base = &cpu_base;
	base->get_time = ktime_get;
	base->resolution = ktime_set(0, 1);
	timer->base = base;
}

int hrtimer_start(struct hrtimer *timer, ktime_t when, const enum hrtimer_mode mode)
{
	int was = timer->state & HRTIMER_STATE_ENQUEUED;

	host_timer_clear(slot(timer));
	if (mode == HRTIMER_MODE_REL)
		when = ktime_add(when, ktime_get());
	timer->expires = when;
	timer->state |= HRTIMER_STATE_ENQUEUED;
	host_timer_set(timer, slot(timer), ktime_to_ns(when));
	return was;
}

int hrtimer_cancel(struct hrtimer *timer)
{
	int was = timer->state & HRTIMER_STATE_ENQUEUED;

	host_timer_clear(slot(timer));
	timer->state &= ~HRTIMER_STATE_ENQUEUED;
	return was;
}

int hrtimer_try_to_cancel(struct hrtimer *timer)
{
	return hrtimer_cancel(timer);
}

/* its type is not the same in all trees */
__typeof__(hrtimer_forward(NULL, (ktime_t) { 0 }, (ktime_t) { 0 }))
hrtimer_forward(struct hrtimer *timer, ktime_t now, ktime_t interval)
{
	s64 late = ktime_to_ns(ktime_sub(now, timer->expires));
	unsigned long times;

	if (late < 0)
		return 0;
	times = late / ktime_to_ns(interval) + 1;
	timer->expires = ktime_add_ns(timer->expires, times * ktime_to_ns(interval));
	return times;
}

void sim_hrtimer(void *arg)
{
	struct hrtimer *timer = arg;

	timer->state = HRTIMER_STATE_CALLBACK;
	if (timer->function(timer) == HRTIMER_RESTART &&
	    !(timer->state & HRTIMER_STATE_ENQUEUED))
		hrtimer_start(timer, timer->expires, HRTIMER_MODE_ABS);
	timer->state &= ~HRTIMER_STATE_CALLBACK;
}
