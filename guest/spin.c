/* SPDX-License-Identifier: GPL-2.0 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cpus.h"
#include "spin.h"

enum { WAIT, GO, STOP };

static int phase;
static int ready;

struct spinner {
	pthread_t thread;
	int cpu;
	int err;
	unsigned long loops;
} __attribute__((aligned(128)));	/* no two share a cache line */

static struct spinner spinners[CPUS_MAX];

/*
 * Under QEMU's instruction counting all CPUs share one stream, and a loop
 * without this hint may never hand it on.
 */
static inline void relax(void)
{
	__builtin_ia32_pause();
}

static int load(const int *p)
{
	return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

static void *spinner(void *arg)
{
	struct spinner *s = arg;
	unsigned long loops = 0;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(s->cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		s->err = errno;
	__atomic_add_fetch(&ready, 1, __ATOMIC_ACQ_REL);
	while (load(&phase) == WAIT)
		relax();
	while (load(&phase) == GO) {
		loops++;
		relax();
	}
	s->loops = loops;
	return NULL;
}

/*
 * Ahead of the spinner on its CPU: an ordinary task would wait for the end of
 * that one's slice.  Where this is not allowed the stretch gets longer, for all
 * of them alike.
 */
static void go_first(void)
{
	struct sched_param param = { .sched_priority = 1 };

	pthread_setschedparam(pthread_self(), SCHED_FIFO, &param);
}

static void sleep_ms(int ms)
{
	struct timespec ts = {
		.tv_sec = ms / 1000,
		.tv_nsec = ms % 1000 * 1000000L,
	};

	while (nanosleep(&ts, &ts) && errno == EINTR)
		;
}

static double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e3 + ts.tv_nsec / 1e6;
}

int spin_run(void *arg)
{
	const struct spin *spin = arg;
	unsigned long min = ~0ul, max = 0;
	int n = 0, i, cpu, err;
	double start, end;

	if (!spin->cpus) {
		printf("no CPU is known\n");
		return 1;
	}
	cpus_for_each(cpu, spin->cpus) {
		spinners[n].cpu = cpu;
		err = pthread_create(&spinners[n].thread, NULL, spinner,
				     &spinners[n]);
		if (err) {
			printf("cannot start the spinner of cpu %d: %s\n", cpu,
			       strerror(err));
			return 1;
		}
		n++;
	}
	go_first();
	while (load(&ready) != n)
		sleep_ms(1);
	start = now_ms();
	__atomic_store_n(&phase, GO, __ATOMIC_RELEASE);
	sleep_ms(spin->ms);
	__atomic_store_n(&phase, STOP, __ATOMIC_RELEASE);
	end = now_ms();
	for (i = 0; i < n; i++) {
		pthread_join(spinners[i].thread, NULL);
		if (spinners[i].err) {
			printf("cannot pin to cpu %d: %s\n", spinners[i].cpu,
			       strerror(spinners[i].err));
			return 1;
		}
		if (spinners[i].loops < min)
			min = spinners[i].loops;
		if (spinners[i].loops > max)
			max = spinners[i].loops;
	}
	printf("%d %.0f %lu %lu\n", n, end - start, min, max);
	fflush(stdout);
	return 0;
}
