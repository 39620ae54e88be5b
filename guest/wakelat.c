/* SPDX-License-Identifier: GPL-2.0 */
/*
 * wakelat: how late a sleeper runs among hogs.
 *
 * The hogs and one sleeper are all on one CPU.  The sleeper sets itself a time a
 * period away, sleeps, and sees by the clock how late it is; so often, then it
 * ends.  The run checks itself: no wakeup is early, and all hogs are there at the
 * end and have run meanwhile.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "self.h"

#ifndef PR_SET_TIMERSLACK
#define PR_SET_TIMERSLACK 29
#endif

#define HOGS_MAX	256
#define TURNS		10000		/* of a hog, between two signs of life */
#define READY_SECONDS	30

/* turns / TURNS of a hog, in memory that the processes share */
struct hog {
	uint64_t rounds;
} __attribute__((aligned(64)));

static const char usage[] =
"usage: wakelat [--hogs <n>] [--wakeups <n>] [--period <us>] [--cpu <n>]\n"
"               [--nice <n>] [--seed <n>] [--limit <seconds>]\n"
"\n"
"Starts hogs on one CPU and sleeps there again and again; measures how late each\n"
"wakeup is.\n"
"\n"
"  --hogs <n>         so many (default: 2)\n"
"  --wakeups <n>      so many (default: 100)\n"
"  --period <us>      how long each sleep is (default: 5000)\n"
"  --cpu <n>          the CPU (default: the last one that it may use)\n"
"  --nice <n>         the sleeper's nice level (default: 0); hogs keep\n"
"                     the one that it is started with\n"
"  --seed <n>         shift the periods a little, otherwise for every <n>\n"
"  --limit <seconds>  give up after so long (default: never)\n"
"  --help             this text\n"
"\n"
"Exit code 0: measured; 1: the run is invalid or could not start; 2: the command\n"
"line is wrong.\n";

static int nhogs = 2, wakeups = 100, period = 5000, cpu = -1, level;
static pid_t pids[HOGS_MAX];	/* 0: not there (any more) */
static struct hog *hogs;

static void kill_hogs(void)
{
	bench_kill(pids, HOGS_MAX);
}

/* ---- start ---- */

static void set_nice(void)
{
	if (setpriority(PRIO_PROCESS, 0, level))
		fail(EXIT_FAILURE, "run it as root, or take no level below the one it has",
		     "nice: the sleeper cannot have level %d: %s", level,
		     strerror(errno));
}

__attribute__((noreturn))
static void hog(struct hog *h, pid_t parent)
{
	end_with(parent);
	for (;;) {
		burn(TURNS);
		__atomic_add_fetch(&h->rounds, 1, __ATOMIC_RELAXED);
		/* the hint hands the emulated CPU on; at every turn it is slow */
		__builtin_ia32_pause();
	}
}

static void start_hogs(void)
{
	pid_t parent = getpid();
	int i;

	for (i = 0; i < nhogs; i++) {
		pids[i] = fork();
		if (!pids[i])
			hog(hogs + i, parent);
		if (pids[i] < 0) {
			pids[i] = 0;
			fail(EXIT_FAILURE, "take fewer", "start: hog %d of %d cannot be started: %s",
			     i + 1, nhogs, strerror(errno));
		}
	}
}

/* ---- the hogs' work ---- */

static uint64_t rounds(int i)
{
	return __atomic_load_n(&hogs[i].rounds, __ATOMIC_RELAXED);
}

static int alive(int i)
{
	siginfo_t info = { 0 };

	return !waitid(P_PID, pids[i], &info, WEXITED | WNOHANG | WNOWAIT) &&
	       !info.si_pid;
}

/*
 * How many of them did no work since @from.  A run may be shorter than their
 * round of slices, so each gets time for its turn.
 */
static int idle_hogs(const uint64_t *from)
{
	uint64_t end = now_ns() + READY_SECONDS * 1000000000ull;
	int i, idle = 0;

	for (i = 0; i < nhogs; i++) {
		while (rounds(i) == from[i] && now_ns() < end && alive(i))
			self_sleep_until(now_ns() + 1000000);
		idle += rounds(i) == from[i];
	}
	return idle;
}

/* ---- the sleeper ---- */

/* Returns how many wakeups were early. */
static int sleeper(struct hist *h)
{
	uint64_t target, now;
	int i, early = 0;

	for (i = 0; i < wakeups; i++) {
		/* from now, not from the last target: each sleep is a whole one */
		target = now_ns() + 1000ull * shift_around(i, period, period / 10);
		self_sleep_until(target);
		now = now_ns();
		if (now < target)
			early++;
		else
			hist_add(h, now - target);
	}
	return early;
}

static int dead_hogs(void)
{
	int i, dead = 0;

	for (i = 0; i < nhogs; i++)
		dead += !alive(i);
	return dead;
}

static int result(const struct hist *h, int early, int idle, int dead)
{
	int errors = early + idle + dead;

	if (!errors) {
		metric("wakeup.p50", "ns", "less", "%llu",
		       (unsigned long long)hist_quantile(h, 500));
		metric("wakeup.p99", "ns", "less", "%llu",
		       (unsigned long long)hist_quantile(h, 990));
		metric("wakeup.max", "ns", "less", "%llu",
		       (unsigned long long)h->max);
	}
	hist_print(h, "wakeup");
	count("wakeups", h->n + early);
	printf("errors %d\n", errors);
	fflush(stdout);
	if (errors)
		fail(EXIT_FAILURE, "the run is invalid, there is no latency to report",
		     "check: of %d wakeups %d were early; of %d hogs %d died, %d did no work",
		     wakeups, early, nhogs, dead, idle);
	return bench_done();
}

static int run(void)
{
	static const uint64_t nothing[HOGS_MAX];
	size_t size = nhogs * sizeof(*hogs);
	uint64_t from[HOGS_MAX];
	struct hist h = { 0 };
	int i, early, idle;

	hogs = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (hogs == MAP_FAILED)
		fail(EXIT_FAILURE, "take fewer hogs", "memory: %s", strerror(errno));
	start_hogs();
	if (idle_hogs(nothing))
		fail(EXIT_FAILURE, "is the CPU taken by a realtime task?",
		     "start barrier: a hog died, or did not run within %d s",
		     READY_SECONDS);
	set_nice();
	/* from 2.6.28 on sleeps of ordinary tasks are rounded up otherwise */
	prctl(PR_SET_TIMERSLACK, 1);
	bench_watch();
	for (i = 0; i < nhogs; i++)
		from[i] = rounds(i);
	early = sleeper(&h);
	idle = idle_hogs(from);
	i = result(&h, early, idle, dead_hogs());
	kill_hogs();
	return i;
}

/* ---- the command line ---- */

static void options(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (bench_option(argc, argv, &i, usage))
			continue;
		if (strcmp(word, "--hogs") && strcmp(word, "--wakeups") &&
		    strcmp(word, "--period") && strcmp(word, "--cpu") &&
		    strcmp(word, "--nice"))
			bad_usage("%s: unknown option", word);
		if (++i == argc)
			bad_usage("%s: its number is missing", word);
		if (!strcmp(word, "--hogs"))
			nhogs = bench_number(word, argv[i], 0, HOGS_MAX);
		else if (!strcmp(word, "--wakeups"))
			wakeups = bench_number(word, argv[i], 1, 100000000);
		else if (!strcmp(word, "--period"))
			period = bench_number(word, argv[i], 10, 10000000);
		else if (!strcmp(word, "--cpu"))
			cpu = bench_number(word, argv[i], 0, 1023);
		else
			level = bench_number(word, argv[i], -20, 19);
	}
}

int main(int argc, char **argv)
{
	bench_start("wakelat");
	bench_abort = kill_hogs;
	options(argc, argv);
	cpu = bench_cpu(cpu);
	need_tasks(nhogs + 1, "the hogs");
	bench_pin(cpu);
	return run();
}
