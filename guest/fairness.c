/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fairness: hogs on one CPU, and what each of them gets of it.
 *
 * A hog per entry of the list, all pinned to one CPU and released together, run
 * for a fixed time.  Each reads its own CPU time, which is the scheduler's count
 * of its execution and not one of ticks; the shares are held against the weights.
 * The run checks itself: the hogs' times add up to the time that went by.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "self.h"

#define HOGS_MAX	64
#define TURNS		10000		/* between two looks at the end */
#define READY_SECONDS	30
#define OFFSET_US	1000		/* a seed lets each hog start later by less */
#define GOOD_PERCENT	5		/* so much of the CPU may be others' */
#define BAD_PERCENT	20		/* with so much it is no result */
#define UIDS		"/sys/kernel/uids"

enum { STARTING, READY, BAD_NICE, BAD_CPU, BAD_USER };

/* in memory that the processes share */
struct hog {
	uint64_t ns;			/* CPU time from the release to the end */
	int state;
	int err;
} __attribute__((aligned(64)));

struct shared {
	int stop;
	struct hog hog[HOGS_MAX];
};

static const char usage[] =
"usage: fairness [--nice <list>] [--users <list>] [--cpu <n>] [--ms <n>]\n"
"                [--seed <n>] [--limit <seconds>]\n"
"\n"
"Starts a hog for each entry of the lists, all on one CPU, and compares what each\n"
"of them got with what its weight promises.\n"
"\n"
"  --nice <list>      nice levels, such as 0,0,5 (default: 0,5,10)\n"
"  --users <list>     user ids, one for each hog; needs root\n"
"  --cpu <n>          the CPU (default: the last one that it may use)\n"
"  --ms <n>           run for so long (default: 500)\n"
"  --seed <n>         shift the hogs' starts a little, otherwise for every <n>\n"
"  --limit <seconds>  give up after so long (default: never)\n"
"  --help             this text\n"
"\n"
"With --users alone all nice levels are 0.  Exit code 0: measured; 1: the run is\n"
"invalid or could not start; 2: the command line is wrong.\n";

static int nices[HOGS_MAX] = { 0, 5, 10 }, uids[HOGS_MAX];
static int hogs = 3, with_users, ms = 500, cpu = -1;
static pid_t pids[HOGS_MAX];	/* 0: not there (any more) */
static int wake_fds[2];
static struct shared *shared;

static void kill_hogs(void)
{
	bench_kill(pids, HOGS_MAX);
}

/* ---- a hog ---- */

static void sleep_us(unsigned int us)
{
	struct timespec ts = { .tv_nsec = us * 1000L };

	while (us && nanosleep(&ts, &ts) && errno == EINTR)
		;
}

static int prepare(int i)
{
	if (setpriority(PRIO_PROCESS, 0, nices[i]))
		return BAD_NICE;
	if (self_pin(cpu))
		return BAD_CPU;
	/* one thread: the library's, for all threads, has a call with any number */
	if (with_users && syscall(SYS_setuid, uids[i]))
		return BAD_USER;
	return READY;
}

__attribute__((noreturn))
static void hog(int i, pid_t parent)
{
	struct pollfd pfd = { .fd = wake_fds[0], .events = POLLIN };
	struct hog *h = &shared->hog[i];
	int state = prepare(i);
	uint64_t start;

	/* after setuid(), which would undo it */
	end_with(parent);
	close(wake_fds[1]);
	h->err = errno;
	__atomic_store_n(&h->state, state, __ATOMIC_RELEASE);
	if (state != READY)
		_exit(EXIT_FAILURE);
	/* nobody reads the byte that ends this: it wakes all of them */
	while (poll(&pfd, 1, -1) != 1)
		;
	if (!(pfd.revents & POLLIN))
		_exit(EXIT_FAILURE);	/* the parent is gone */
	start = self_cpu_ns();
	sleep_us(shift(i, OFFSET_US));
	while (!__atomic_load_n(&shared->stop, __ATOMIC_ACQUIRE)) {
		burn(TURNS);
		/* the hint hands the emulated CPU on; at every turn it is slow */
		__builtin_ia32_pause();
	}
	h->ns = self_cpu_ns() - start;
	_exit(EXIT_SUCCESS);
}

/* ---- start ---- */

static void check_users(void)
{
	int i;

	for (i = 0; with_users && i < hogs; i++)
		if (geteuid() && (uid_t)uids[i] != getuid())
			fail(EXIT_FAILURE, "run it as root",
			     "user: only root can start hogs of user %d", uids[i]);
}

/* Ahead of the hogs: the end must not wait for the end of a slice. */
static void go_first(void)
{
	struct sched_param param = { .sched_priority = 1 };

	/* musl's function of that name does nothing */
	if (syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &param))
		setpriority(PRIO_PROCESS, 0, -20);	/* else as it is */
}

static void start_hogs(void)
{
	pid_t parent = getpid();
	int i;

	if (pipe(wake_fds))
		fail(EXIT_FAILURE, "raise the limit (ulimit -n)", "cannot make a pipe: %s",
		     strerror(errno));
	for (i = 0; i < hogs; i++) {
		pids[i] = fork();
		if (!pids[i])
			hog(i, parent);
		if (pids[i] < 0) {
			pids[i] = 0;
			fail(EXIT_FAILURE, "take fewer", "start: hog %d of %d cannot be started: %s",
			     i + 1, hogs, strerror(errno));
		}
	}
}

static int is_ready(int i)
{
	struct hog *h = &shared->hog[i];

	switch (__atomic_load_n(&h->state, __ATOMIC_ACQUIRE)) {
	case BAD_NICE:
		fail(EXIT_FAILURE, "run it as root, or take no level below the one it has",
		     "nice: hog %d cannot have level %d: %s", i + 1, nices[i],
		     strerror(h->err));
	case BAD_CPU:
		fail(EXIT_FAILURE, "choose another CPU",
		     "cpu: hog %d cannot be put on %d: %s", i + 1, cpu,
		     strerror(h->err));
	case BAD_USER:
		fail(EXIT_FAILURE, "run it as root",
		     "user: hog %d cannot be one of user %d: %s", i + 1, uids[i],
		     strerror(h->err));
	case READY:
		return 1;
	}
	return 0;
}

static void wait_ready(void)
{
	uint64_t end = now_ns() + READY_SECONDS * 1000000000ull;
	int i;

	for (i = 0; i < hogs; i++)
		while (!is_ready(i)) {
			if (now_ns() > end)
				fail(EXIT_FAILURE, "is the CPU taken by a realtime task?",
				     "start barrier: hog %d of %d was not ready after %d s",
				     i + 1, hogs, READY_SECONDS);
			sleep_us(1000);
		}
}

/* ---- what each of them should get ---- */

/* The kernel's table of weights is this, rounded: 335 for nice 5, 110 for 10. */
static double weight(int nice)
{
	double w = 1024;

	for (; nice > 0; nice--)
		w /= 1.25;
	for (; nice < 0; nice++)
		w *= 1.25;
	return w;
}

/* of the user's group, or 0 where the kernel has none */
static double group_weight(int uid)
{
	unsigned long share = 0;
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), UIDS "/%d/cpu_share", uid);
	f = fopen(path, "re");
	if (!f)
		return 0;
	if (fscanf(f, "%lu", &share) != 1)
		share = 0;
	fclose(f);
	return share;
}

/* Groups share by their weights, the tasks of a group by theirs; 0: no groups. */
static int expect_groups(double *expected)
{
	double group[HOGS_MAX], inside[HOGS_MAX] = { 0 }, sum = 0;
	int i, j, first;

	for (i = 0; i < hogs; i++) {
		group[i] = group_weight(uids[i]);
		if (!group[i])
			return 0;
		for (j = 0, first = i; j < hogs; j++) {
			if (uids[j] != uids[i])
				continue;
			inside[i] += weight(nices[j]);
			first = j < first ? j : first;
		}
		sum += first == i ? group[i] : 0;
	}
	for (i = 0; i < hogs; i++)
		expected[i] = group[i] / sum * weight(nices[i]) / inside[i];
	return 1;
}

static void expect(double *expected)
{
	double sum = 0;
	int i;

	if (with_users && expect_groups(expected)) {
		printf("note expected by user group, weights of " UIDS "\n");
		return;
	}
	if (with_users)
		printf("note expected by task: no user groups in this kernel\n");
	for (i = 0; i < hogs; i++)
		sum += weight(nices[i]);
	for (i = 0; i < hogs; i++)
		expected[i] = weight(nices[i]) / sum;
}

/* ---- end ---- */

/* How many of them ended badly.  One that got nothing is a finding, no error. */
static int wait_all(void)
{
	int i, status, bad = 0;
	pid_t pid;

	for (i = 0; i < hogs; i++) {
		do {
			pid = waitpid(pids[i], &status, 0);
		} while (pid < 0 && errno == EINTR);
		pids[i] = 0;
		bad += pid < 0 || status;
	}
	return bad;
}

/* The hogs never sleep: what they got is what there was of the CPU. */
static int check_sum(double sum, double wall)
{
	double off = 100 * (wall - sum) / wall;

	if (off <= -GOOD_PERCENT)
		printf("note the hogs had %.1f %% of cpu %d: not all were on it\n",
		       100 - off, cpu);
	else if (off >= GOOD_PERCENT)
		printf("note others had %.1f %% of cpu %d%s\n", off, cpu,
		       off >= BAD_PERCENT ? ": too much" : "");
	return off <= -GOOD_PERCENT || off >= BAD_PERCENT;
}

static void print_shares(const char *name, const double *share)
{
	int i;

	printf("sample %s permille", name);
	for (i = 0; i < hogs; i++)
		printf(" %.1f", 1000 * share[i]);
	putchar('\n');
}

static double largest_error(const double *share, const double *expected)
{
	double error, max = 0;
	int i;

	for (i = 0; i < hogs; i++) {
		error = share[i] / expected[i] - 1;
		if (error < 0)
			error = -error;
		max = error > max ? error : max;
	}
	return 100 * max;
}

static int result(uint64_t wall, const double *expected, int bad)
{
	double share[HOGS_MAX], sum = 0;
	int i, errors;

	for (i = 0; i < hogs; i++)
		sum += shared->hog[i].ns;
	for (i = 0; i < hogs; i++)
		share[i] = sum ? shared->hog[i].ns / sum : 0;
	errors = bad + check_sum(sum, wall);
	if (!errors)
		metric("error.max", "%", "less", "%.2f",
		       largest_error(share, expected));
	print_shares("share", share);
	print_shares("expected", expected);
	count("hogs", hogs);
	printf("errors %d\n", errors);
	fflush(stdout);
	if (errors)
		fail(EXIT_FAILURE, bad || sum > wall ?
		     "the run is invalid, there is no error to report" :
		     "others had the rest: run it where nothing else runs, or take another --cpu",
		     "check: %d hogs ended badly, all had %.1f ms of the CPU in %.1f ms",
		     bad, sum / 1e6, wall / 1e6);
	return bench_done();
}

/* The length of the run by the parent's clock, in ns. */
static uint64_t release_and_stop(void)
{
	uint64_t begin = now_ns(), end = begin + ms * 1000000ull;
	char byte = 0;

	if (write(wake_fds[1], &byte, 1) != 1)
		fail(EXIT_FAILURE, "try again", "start barrier: cannot wake the hogs: %s",
		     strerror(errno));
	self_sleep_until(end);
	end = now_ns();
	__atomic_store_n(&shared->stop, 1, __ATOMIC_RELEASE);
	return end - begin;
}

static int run(void)
{
	double expected[HOGS_MAX];
	uint64_t wall;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		fail(EXIT_FAILURE, "is there memory?", "memory: %s", strerror(errno));
	start_hogs();
	wait_ready();
	/* a user's group is there as long as its tasks */
	expect(expected);
	go_first();
	bench_watch();
	wall = release_and_stop();
	return result(wall, expected, wait_all());
}

/* ---- the command line ---- */

static int list(const char *what, const char *text, int *to, long min, long max)
{
	char *copy = strdup(text), *rest = copy, *word;
	int n = 0;

	while (copy && (word = strsep(&rest, ","))) {
		if (n == HOGS_MAX)
			bad_usage("%s: more than %d entries", what, HOGS_MAX);
		to[n++] = bench_number(what, word, min, max);
	}
	free(copy);
	return n;
}

static void options(int argc, char **argv)
{
	int i, with_nices = 0, users = 0;

	for (i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (bench_option(argc, argv, &i, usage))
			continue;
		if (strcmp(word, "--nice") && strcmp(word, "--users") &&
		    strcmp(word, "--cpu") && strcmp(word, "--ms"))
			bad_usage("%s: unknown option", word);
		if (++i == argc)
			bad_usage("%s: its value is missing", word);
		if (!strcmp(word, "--nice"))
			with_nices = hogs = list(word, argv[i], nices, -20, 19);
		else if (!strcmp(word, "--users"))
			users = list(word, argv[i], uids, 0, INT_MAX);
		else if (!strcmp(word, "--cpu"))
			cpu = bench_number(word, argv[i], 0, 1023);
		else
			ms = bench_number(word, argv[i], 10, 100000000);
	}
	with_users = users > 0;
	if (with_users && with_nices && users != hogs)
		bad_usage("--users: %d entries, but --nice has %d", users, hogs);
	if (with_users && !with_nices)
		memset(nices, 0, sizeof(nices));
	hogs = with_users ? users : hogs;
}

int main(int argc, char **argv)
{
	bench_start("fairness");
	bench_abort = kill_hogs;
	options(argc, argv);
	check_users();
	cpu = bench_cpu(cpu);
	need_tasks(hogs + 1, "the hogs");
	return run();
}
