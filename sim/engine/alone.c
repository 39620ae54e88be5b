/* SPDX-License-Identifier: GPL-2.0 */
/*
 * In place of a hosted scheduler, none: each CPU stays with a task of its own.
 */
#include <stdlib.h>

#include "engine.h"

static struct coroutine *task[SIM_CPUS];

static void busy(void *arg)
{
	unsigned int random = *(int *)arg;

	for (;;) {
		random = random * 1664525 + 1013904223;
		engine_burst(1000 + random % 2048);
	}
}

void k_boot(const struct sim_shape *shape)
{
	static int number_of[SIM_CPUS];
	unsigned int i;

	for (i = 0; i < shape->cpus; i++) {
		number_of[i] = i;
		task[i] = coroutine_new(busy, &number_of[i]);
	}
}

void *k_coroutine(int n)
{
	return task[n];
}

void k_call(void (*fn)(void *), void *arg)
{
	fn(arg);
}

int k_need_resched(void)
{
	return 0;
}

void k_enter(int n) { (void)n; }
void k_tick(void) { }
void k_ipi(void) { }
void k_timer(void *timer) { (void)timer; }
void k_resched(void) { }

void host_bug(const char *file, int line)
{
	die(EXIT_FAILURE, file, "a bug of the simulator", "line %d", line);
}
