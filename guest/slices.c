/* SPDX-License-Identifier: GPL-2.0 */
/*
 * slices: who is on a CPU when, among a few tasks that are known.
 *
 * Hogs and sleepers, all pinned to one CPU and released together, run for a fixed
 * time.  Each looks at the clock all the time it runs; where it sees a gap, others
 * had the CPU.  Put together this is the order of the switches and the length of
 * each slice, as the tasks see it and not as the kernel says it was.
 *
 * Before the release the CPU is run in: of every user two tasks of nice 0 share it
 * for a while as the others wait.  Then the queues are ahead of all that the tasks
 * had from their start, and each is placed by the credit of a sleeper alone.  (Two,
 * as the virtual time of a queue stands still while one task runs alone.)
 *
 * The run checks itself: no two are on the CPU at once, each was there for as long
 * as the kernel counted for it, and no wakeup is early.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <sched.h>
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

#define TASKS_MAX	16
#define SLICES_MAX	4096		/* of a task */
#define PRINTED_MAX	800		/* the report of the guest has its limit */
#define LINE_NUMBERS	80
#define TURNS		100		/* between two looks at the clock */
#define GAP_NS		100000		/* longer than an interrupt, shorter than a slice */
#define ALONE_MS	100		/* so much longer runs in who releases the tasks */
#define TICK_TURNS	60000		/* a seed delays the release by less, about a tick */
#define READY_SECONDS	30
#define GOOD_PERCENT	5		/* so much of the CPU may be others' */
#define BAD_PERCENT	20		/* with so much it is no result */
#define RULES_MAX	4
#ifndef FUTEX_WAIT
#define FUTEX_WAIT	0
#define FUTEX_WAKE	1
#endif
#define DEBUG_FILE	"/proc/sched_debug"

enum { STARTING, READY, BAD_NICE, BAD_CPU, BAD_USER, FULL, EARLY };

struct kind {
	int nice, uid;			/* uid < 0: that of the caller */
	int run, sleep;			/* us; 0: a hog */
};

struct slice {
	uint64_t from, to;
	int64_t late;			/* ns from the timer; negative: no wakeup began it */
};

/* in memory that the processes share, as all of this */
struct task {
	int state, err;
	uint64_t cpu_ns;		/* the kernel's count, from the release to the end */
	unsigned int slices;
	struct slice slice[SLICES_MAX];
} __attribute__((aligned(64)));

/* what the kernel counted on the CPU; credits only where it has the series */
struct counts {
	unsigned long long switches;
	int rules;
	struct {
		char name[16];
		unsigned long long nr, sum;
	} rule[RULES_MAX];
};

struct shared {
	int go;				/* a futex */
	uint64_t begin, end;
	struct counts before;
	struct task task[TASKS_MAX];
};

static const char usage[] =
"usage: slices [--cpu <n>] [--ms <n>] [--run-in <ms>] [--seed <n>]\n"
"              [--limit <seconds>] <task>...\n"
"\n"
"Starts the tasks, all on one CPU, and shows who was on it when.\n"
"\n"
"  hog                a task that never sleeps\n"
"  sleeper,run=<us>,sleep=<us>\n"
"                     one that runs and sleeps in turn\n"
"  ...,nice=<n>       its nice level (default: 0)\n"
"  ...,uid=<n>        its user (default: the caller's); needs root\n"
"  --cpu <n>          the CPU (default: the last one that it may use)\n"
"  --ms <n>           run for so long (default: 1000)\n"
"  --run-in <ms>      run the CPU in by two tasks with so much each (default: 1000)\n"
"  --seed <n>         release them a little later, otherwise for every <n>\n"
"  --limit <seconds>  give up after so long (default: never)\n"
"  --help             this text\n"
"\n"
"Exit code 0: measured; 1: the run is invalid or could not start; 2: the command\n"
"line is wrong.\n";

static struct kind kinds[TASKS_MAX];
static int tasks, ms = 1000, run_in_ms = 1000, cpu = -1;
static pid_t pids[TASKS_MAX + 2];	/* the last two run the CPU in; 0: not there */
static struct shared *shared;

static void kill_tasks(void)
{
	bench_kill(pids, TASKS_MAX + 2);
}

/* ---- a task */

static int prepare(const struct kind *k)
{
	if (setpriority(PRIO_PROCESS, 0, k->nice))
		return BAD_NICE;
	if (self_pin(cpu))
		return BAD_CPU;
	/* one thread: the library's, for all threads, has a call with any number */
	if (k->uid >= 0 && syscall(SYS_setuid, k->uid))
		return BAD_USER;
	return READY;
}

/* who waits first is woken first, and all of them before any of them runs */
static void wait_release(void)
{
	while (!__atomic_load_n(&shared->go, __ATOMIC_ACQUIRE))
		syscall(SYS_futex, &shared->go, FUTEX_WAIT, 0, NULL, NULL, 0);
}

static void end_badly(struct task *t, int state)
{
	__atomic_store_n(&t->state, state, __ATOMIC_RELEASE);
	_exit(EXIT_FAILURE);
}

static void begin_slice(struct task *t, uint64_t now, int64_t late)
{
	if (t->slices == SLICES_MAX)
		end_badly(t, FULL);
	t->slice[t->slices++] = (struct slice) { now, now, late };
}

/* until when it ran, as far as it knows */
static uint64_t until(const struct task *t)
{
	return t->slice[t->slices - 1].to;
}

/* Run a little, and look: so many ns it was on the CPU, if nobody else was. */
static uint64_t turn(struct task *t)
{
	uint64_t now, ran;

	burn(TURNS);
	/* the hint hands the emulated CPU on */
	__builtin_ia32_pause();
	now = now_ns();
	ran = now - until(t);
	if (ran > GAP_NS) {
		begin_slice(t, now, -1);
		return 0;
	}
	t->slice[t->slices - 1].to = now;
	return ran;
}

static void run_for(struct task *t, uint64_t ns)
{
	uint64_t ran;

	for (ran = 0; ran < ns && until(t) < shared->end; ran += turn(t))
		;
}

/* 0: that would be until after the end */
static int sleep_for(struct task *t, uint64_t ns)
{
	uint64_t due = now_ns() + ns, now;

	if (due >= shared->end)
		return 0;
	self_sleep_until(due);
	now = now_ns();
	if (now < due)
		end_badly(t, EARLY);
	begin_slice(t, now, now - due);
	return 1;
}

static void work(struct task *t, const struct kind *k)
{
	uint64_t start = self_cpu_ns();

	begin_slice(t, now_ns(), -1);
	do {
		run_for(t, k->sleep ? 1000ull * k->run : UINT64_MAX);
	} while (k->sleep && until(t) < shared->end && sleep_for(t, 1000ull * k->sleep));
	t->cpu_ns = self_cpu_ns() - start;
}

__attribute__((noreturn))
static void task(int i, pid_t parent)
{
	struct task *t = &shared->task[i];
	int state;

	/* no page fault later */
	memset(t->slice, 0, sizeof(t->slice));
	state = prepare(&kinds[i]);
	t->err = errno;
	/* after setuid(), which would undo it */
	end_with(parent);
	if (state != READY)
		end_badly(t, state);
	__atomic_store_n(&t->state, state, __ATOMIC_RELEASE);
	wait_release();
	work(t, &kinds[i]);
	_exit(EXIT_SUCCESS);
}

/* ---- the kernel's counts */

static void read_counts(struct counts *c)
{
	FILE *f = fopen(DEBUG_FILE, "re");
	int now = -1, n = 0;
	char line[256];

	/* no such file, or no such counters: nothing to show */
	while (f && n < RULES_MAX && fgets(line, sizeof(line), f)) {
		sscanf(line, "cpu#%d", &now);
		if (now != cpu)
			continue;
		sscanf(line, " .nr_switches : %llu", &c->switches);
		if (sscanf(line, " .credit_%15[a-z] : %llu %llu", c->rule[n].name,
			   &c->rule[n].nr, &c->rule[n].sum) == 3)
			n++;
	}
	c->rules = n;
	if (f)
		fclose(f);
}

static void print_counts(const struct counts *now)
{
	const struct counts *was = &shared->before;
	char name[32];
	int i;

	if (was->switches)
		count("switches", now->switches - was->switches);
	for (i = 0; i < now->rules && i < was->rules; i++) {
		snprintf(name, sizeof(name), "credit.%s", now->rule[i].name);
		count(name, now->rule[i].nr - was->rule[i].nr);
		snprintf(name, sizeof(name), "credit.%s.ns", now->rule[i].name);
		count(name, now->rule[i].sum - was->rule[i].sum);
	}
}

/* ---- start */

static void start(pid_t *pid, void (*child)(int i, pid_t parent), int i)
{
	pid_t parent = getpid();

	*pid = fork();
	if (!*pid)
		child(i, parent);
	if (*pid < 0) {
		*pid = 0;
		fail(EXIT_FAILURE, "take fewer", "start: task %d of %d cannot be started: %s",
		     i + 1, tasks, strerror(errno));
	}
}

static int is_ready(int i)
{
	struct task *t = &shared->task[i];

	switch (__atomic_load_n(&t->state, __ATOMIC_ACQUIRE)) {
	case BAD_NICE:
		fail(EXIT_FAILURE, "run it as root, or take no level below the one it has",
		     "nice: task %d cannot have level %d: %s", i + 1, kinds[i].nice,
		     strerror(t->err));
	case BAD_CPU:
		fail(EXIT_FAILURE, "choose another CPU", "cpu: task %d cannot be put on %d: %s",
		     i + 1, cpu, strerror(t->err));
	case BAD_USER:
		fail(EXIT_FAILURE, "run it as root", "user: task %d cannot be one of user %d: %s",
		     i + 1, kinds[i].uid, strerror(t->err));
	case READY:
		return 1;
	}
	return 0;
}

/* one after the other, so that they wait in this order */
static void start_tasks(void)
{
	uint64_t end = now_ns() + READY_SECONDS * 1000000000ull;
	int i;

	for (i = 0; i < tasks; i++) {
		start(&pids[i], task, i);
		while (!is_ready(i)) {
			if (now_ns() > end)
				fail(EXIT_FAILURE, "is the CPU taken by a realtime task?",
				     "start barrier: task %d of %d was not ready after %d s",
				     i + 1, tasks, READY_SECONDS);
			self_sleep_until(now_ns() + 1000000);
		}
	}
}

/* with the user of task @i, or of the caller if it is negative */
static void run_in_for(int i, pid_t parent, int for_ms)
{
	struct kind k = { .uid = i < 0 ? -1 : kinds[i].uid };

	if (prepare(&k) != READY)
		_exit(EXIT_FAILURE);
	end_with(parent);
	while (self_cpu_ns() < for_ms * 1000000ull)
		burn(TURNS);
}

__attribute__((noreturn))
static void run_in(int i, pid_t parent)
{
	run_in_for(i, parent, run_in_ms);
	_exit(EXIT_SUCCESS);
}

/* It is preempted by them, and in the queue until it has its turn and ends. */
__attribute__((noreturn))
static void run_in_and_release(int i, pid_t parent)
{
	run_in_for(i, parent, run_in_ms + ALONE_MS);
	read_counts(&shared->before);
	burn(shift(0, TICK_TURNS));
	shared->begin = now_ns();
	shared->end = shared->begin + ms * 1000000ull;
	__atomic_store_n(&shared->go, 1, __ATOMIC_RELEASE);
	syscall(SYS_futex, &shared->go, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
	_exit(EXIT_SUCCESS);
}

/* 0, or how it ended */
static int wait_for(pid_t *pid)
{
	int status;
	pid_t got;

	do {
		got = waitpid(*pid, &status, 0);
	} while (got < 0 && errno == EINTR);
	*pid = 0;
	return got < 0 ? -1 : status;
}

static void run_in_with(int i, void (*second)(int i, pid_t parent))
{
	int bad;

	start(&pids[TASKS_MAX], run_in, i);
	start(&pids[TASKS_MAX + 1], second, i);
	bad = wait_for(&pids[TASKS_MAX]) != 0;
	if (wait_for(&pids[TASKS_MAX + 1]) || bad)
		fail(EXIT_FAILURE, "try again", "start: who runs the CPU in ended badly");
}

/* for each user once, the caller's is the last */
static void run_all_in(void)
{
	int i, k;

	for (i = 0; i < tasks; i++) {
		for (k = 0; kinds[k].uid != kinds[i].uid; k++)
			;
		if (k == i && kinds[i].uid >= 0)
			run_in_with(i, run_in);
	}
	run_in_with(-1, run_in_and_release);
}

/* The parent must not be where it is measured, if it can be elsewhere. */
static void stand_aside(void)
{
	cpu_set_t set;
	int i;

	if (sched_getaffinity(0, sizeof(set), &set))
		return;
	for (i = 0; i < CPU_SETSIZE; i++)
		if (i != cpu && CPU_ISSET(i, &set)) {
			self_pin(i);
			return;
		}
}

/* ---- what was seen */

struct event {
	struct slice s;
	int task;
	uint64_t ran;			/* without its gaps */
};

static struct event events[TASKS_MAX * SLICES_MAX];
static int nevents;

static int by_time(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	return x->s.from < y->s.from ? -1 : x->s.from > y->s.from;
}

/* All slices in the order of time, up to the end; how many were not alone. */
static int put_together(void)
{
	int i, overlaps = 0;
	unsigned int k;

	for (i = 0; i < tasks; i++)
		for (k = 0; k < shared->task[i].slices; k++) {
			struct slice s = shared->task[i].slice[k];

			if (s.from >= shared->end)
				continue;
			s.to = s.to > shared->end ? shared->end : s.to;
			events[nevents++] = (struct event) { s, i, s.to - s.from };
		}
	qsort(events, nevents, sizeof(*events), by_time);
	for (i = 1; i < nevents; i++)
		overlaps += events[i].s.from < events[i - 1].s.to;
	return overlaps;
}

/* A task that goes on after a gap goes on: nobody of these had the CPU. */
static void join(void)
{
	int i, n = 0;

	for (i = 0; i < nevents; i++) {
		if (n && events[n - 1].task == events[i].task && events[i].s.late < 0) {
			events[n - 1].s.to = events[i].s.to;
			events[n - 1].ran += events[i].ran;
		} else {
			events[n++] = events[i];
		}
	}
	nevents = n;
}

static double on_cpu(int i)
{
	double sum = 0;
	int k;

	for (k = 0; k < nevents; k++)
		if (i < 0 || events[k].task == i)
			sum += events[k].ran;
	return sum;
}

/* Tasks that saw another time on the CPU than the kernel counted for them. */
static int miscounted(double wall)
{
	int i, n = 0;

	for (i = 0; i < tasks; i++) {
		double off = (on_cpu(i) - shared->task[i].cpu_ns) / wall;

		n += off > GOOD_PERCENT / 100. || off < -GOOD_PERCENT / 100.;
	}
	return n;
}

/* 1 if too much of the CPU was others'; with hogs it is never idle */
static int check_rest(double wall)
{
	double off = 100 * (wall - on_cpu(-1)) / wall;
	int i, hogs = 0;

	for (i = 0; i < tasks; i++)
		hogs += !kinds[i].sleep;
	if (!hogs || off < GOOD_PERCENT)
		return 0;
	printf("note others had %.1f %% of cpu %d%s\n", off, cpu,
	       off >= BAD_PERCENT ? ": too much" : "");
	return off >= BAD_PERCENT;
}

/* numbers as a sample of so many lines as they need */
static void put_number(const char *name, const char *unit, int *n, long long number)
{
	if (*n % LINE_NUMBERS == 0)
		printf("%ssample %s %s", *n ? "\n" : "", name, unit);
	printf(" %lld", number);
	++*n;
}

static void end_numbers(int n)
{
	if (n)
		putchar('\n');
}

static void print_shares(const char *name, const double *ns)
{
	double sum = 0;
	int i;

	for (i = 0; i < tasks; i++)
		sum += ns[i];
	printf("sample %s permille", name);
	for (i = 0; i < tasks; i++)
		printf(" %.2f", sum ? 1000 * ns[i] / sum : 0);
	putchar('\n');
}

/* as they saw it, and as the kernel counted it */
static void print_both_shares(void)
{
	double seen[TASKS_MAX], counted[TASKS_MAX];
	int i;

	for (i = 0; i < tasks; i++) {
		seen[i] = on_cpu(i);
		counted[i] = shared->task[i].cpu_ns;
	}
	print_shares("share", seen);
	print_shares("counted", counted);
}

/* the slices in their order: whose, how long, and how late those were that a timer began */
static void print_slices(void)
{
	int i, n = nevents < PRINTED_MAX ? nevents : PRINTED_MAX, printed = 0;

	if (n < nevents)
		printf("note only the first %d slices of %d are shown\n", n, nevents);
	for (i = 0; i < n; i++)
		put_number("order", "task", &printed, events[i].task);
	end_numbers(printed);
	for (i = printed = 0; i < n; i++)
		put_number("length", "us", &printed,
			   (events[i].s.to - events[i].s.from + 500) / 1000);
	end_numbers(printed);
	for (i = printed = 0; i < n; i++)
		if (events[i].s.late >= 0)
			put_number("late", "us", &printed, (events[i].s.late + 500) / 1000);
	end_numbers(printed);
}

/* Did the CPU change hands at once when that one was due?  Not always to it. */
static int preempts(const struct event *e)
{
	uint64_t due = e->s.from - e->s.late;

	while (e > events && e[-1].s.from >= due)
		e--;
	return e->s.from - due <= GAP_NS;
}

static void print_wakeups(int good)
{
	int i, at_once = 0, preempted = 0;
	static struct hist h;

	for (i = 0; i < nevents; i++)
		if (events[i].s.late >= 0) {
			hist_add(&h, events[i].s.late);
			at_once += events[i].s.late <= GAP_NS;
			preempted += preempts(&events[i]);
		}
	if (good && h.n) {
		metric("wakeup.p50", "ns", "less", "%llu",
		       (unsigned long long)hist_quantile(&h, 500));
		metric("wakeup.p99", "ns", "less", "%llu",
		       (unsigned long long)hist_quantile(&h, 990));
		metric("wakeup.max", "ns", "less", "%llu", (unsigned long long)h.max);
	}
	hist_print(&h, "wakeup");
	count("wakeups", h.n);
	count("wakeups.at.once", at_once);
	count("preemptions", preempted);
}

static int result(int bad)
{
	double wall = shared->end - shared->begin;
	int overlaps = put_together(), off = miscounted(wall), errors;
	struct counts now = { 0 };

	read_counts(&now);
	join();
	errors = bad + overlaps + off + check_rest(wall);
	if (!errors)
		metric("slice.mean", "ns", "more", "%.0f", on_cpu(-1) / nevents);
	print_wakeups(!errors);
	print_both_shares();
	print_slices();
	count("tasks", tasks);
	count("slices", nevents);
	print_counts(&now);
	printf("errors %d\n", errors);
	fflush(stdout);
	if (errors)
		fail(EXIT_FAILURE, bad || overlaps ? "the run is invalid" :
		     "run it where nothing else runs, or take another --cpu",
		     "check: %d tasks ended badly, %d slices were not alone, %d tasks were not on the CPU as long as the kernel says",
		     bad, overlaps, off);
	return bench_done();
}

static int run(void)
{
	int i, bad = 0;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		fail(EXIT_FAILURE, "is there memory?", "memory: %s", strerror(errno));
	stand_aside();
	start_tasks();
	bench_watch();
	run_all_in();
	for (i = 0; i < tasks; i++)
		bad += wait_for(&pids[i]) != 0;
	for (i = 0; i < tasks; i++)
		if (shared->task[i].state == FULL)
			fail(EXIT_FAILURE, "take a lower --ms, or longer spans",
			     "slices: task %d had more than %d", i + 1, SLICES_MAX);
	return result(bad);
}

/* ---- the command line */

static void task_option(struct kind *k, char *word)
{
	char *value = strchr(word, '=');

	if (!value)
		bad_usage("%s: not understood", word);
	*value++ = '\0';
	if (!strcmp(word, "nice"))
		k->nice = bench_number(word, value, -20, 19);
	else if (!strcmp(word, "uid"))
		k->uid = bench_number(word, value, 0, INT_MAX);
	else if (!strcmp(word, "run"))
		k->run = bench_number(word, value, 200, 10000000);
	else if (!strcmp(word, "sleep"))
		k->sleep = bench_number(word, value, 200, 10000000);
	else
		bad_usage("%s: not understood", word);
}

static void task_word(const char *text)
{
	char *copy = strdup(text), *rest = copy, *word = strsep(&rest, ",");
	struct kind k = { .uid = -1 };
	int hog = !strcmp(word, "hog");

	if (!hog && strcmp(word, "sleeper"))
		bad_usage("%s: no such task", text);
	if (tasks == TASKS_MAX)
		bad_usage("%s: more than %d tasks", text, TASKS_MAX);
	while ((word = strsep(&rest, ",")))
		task_option(&k, word);
	if (hog ? k.run || k.sleep : !k.run || !k.sleep)
		bad_usage("%s: run and sleep belong to a sleeper, which has both", text);
	if (k.uid >= 0 && geteuid() && (uid_t)k.uid != getuid())
		fail(EXIT_FAILURE, "run it as root",
		     "user: only root can start tasks of user %d", k.uid);
	if (k.uid >= 0 && (uid_t)k.uid == getuid())
		k.uid = -1;
	kinds[tasks++] = k;
	free(copy);
}

static void options(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (bench_option(argc, argv, &i, usage))
			continue;
		if (*word != '-') {
			task_word(word);
			continue;
		}
		if (strcmp(word, "--cpu") && strcmp(word, "--ms") && strcmp(word, "--run-in"))
			bad_usage("%s: unknown option", word);
		if (++i == argc)
			bad_usage("%s: its value is missing", word);
		if (!strcmp(word, "--cpu"))
			cpu = bench_number(word, argv[i], 0, 1023);
		else if (!strcmp(word, "--ms"))
			ms = bench_number(word, argv[i], 10, 100000);
		else
			run_in_ms = bench_number(word, argv[i], 1, 100000);
	}
	if (!tasks)
		bad_usage("no task is given");
}

int main(int argc, char **argv)
{
	bench_start("slices");
	bench_abort = kill_tasks;
	options(argc, argv);
	cpu = bench_cpu(cpu);
	need_tasks(tasks + 2, "the tasks");
	return run();
}
