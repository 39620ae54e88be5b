/* SPDX-License-Identifier: GPL-2.0 */
/*
 * clock: the scheduler's clock, read at a fixed pace.
 *
 * While a thread runs, its CPU time goes on as the clock of its runqueue does:
 * each reading of CLOCK_THREAD_CPUTIME_ID updates that clock.  This reads it at
 * a fixed pace of CLOCK_MONOTONIC and holds its deltas against those.  Where the
 * thread was switched out in between, the delta says nothing and is discarded.
 * The run checks itself: the clock never goes back.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

#define PHASE_NS	1000000		/* a seed lets it start later by less */
#define TABLE		20

struct reading {
	uint64_t mono, sched;	/* ns */
	long switches;
};

struct sums {
	struct hist delta, error;
	unsigned long within, zero, backward, discarded;
	int shown;		/* lines of the table */
};

static const char usage[] =
"usage: clock [--reads <n>] [--pace <us>] [--cpu <n>] [--table]\n"
"             [--seed <n>] [--limit <seconds>]\n"
"\n"
"Reads the scheduler's clock, by the CPU time of a running thread, at a fixed\n"
"pace, and compares its deltas with those of CLOCK_MONOTONIC.\n"
"\n"
"  --reads <n>        so many (default: 2000)\n"
"  --pace <us>        one in so many microseconds (default: 51)\n"
"  --cpu <n>          the CPU (default: the last one that it may use)\n"
"  --table            print the first 20 deltas\n"
"  --seed <n>         shift the first reading a little, otherwise for every <n>\n"
"  --limit <seconds>  give up after so long (default: never)\n"
"  --help             this text\n"
"\n"
"Exit code 0: measured; 1: the run is invalid or could not start; 2: the command\n"
"line is wrong.\n";

static int reads = 2000, table, cpu = -1;
static uint64_t pace = 51000;	/* ns */

/* ---- start ---- */

/* Alone on the CPU if that is allowed; otherwise deltas are discarded. */
static void go_first(void)
{
	struct sched_param param = { .sched_priority = 1 };

	/* musl's function of that name does nothing */
	if (syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &param))
		printf("note not allowed to run as SCHED_FIFO\n");
}

/* ---- the clocks ---- */

static uint64_t sched_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

/* RUSAGE_THREAD is of 2.6.26; there is one thread */
static long switches(void)
{
	struct rusage usage_now;

	getrusage(RUSAGE_SELF, &usage_now);
	return usage_now.ru_nivcsw + usage_now.ru_nvcsw;
}

/* The reading at @when, or as soon after it as can be. */
static struct reading read_at(uint64_t when)
{
	struct reading r;

	for (;;) {
		r.mono = now_ns();
		if (r.mono >= when)
			break;
		/* the hint hands the emulated CPU on */
		__builtin_ia32_pause();
	}
	r.sched = sched_ns();
	r.switches = switches();
	return r;
}

/* ---- the deltas ---- */

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

static void show(struct sums *s, uint64_t sched, uint64_t mono)
{
	if (!table || s->shown == TABLE)
		return;
	if (!s->shown++)
		printf("%12s %12s %12s\n", "scheduler", "monotonic", "difference");
	printf("%12llu %12llu %12lld\n", (unsigned long long)sched,
	       (unsigned long long)mono, (long long)(sched - mono));
}

static void add(struct sums *s, const struct reading *was,
		const struct reading *is)
{
	uint64_t sched = is->sched - was->sched, mono = is->mono - was->mono;

	show(s, sched, mono);
	s->zero += !sched;
	s->within += distance(sched, mono) <= mono / 100;
	hist_add(&s->delta, sched);
	hist_add(&s->error, distance(sched, mono));
}

static void read_all(struct sums *s)
{
	uint64_t when = now_ns() + shift(0, PHASE_NS);
	struct reading was = read_at(when), is;
	int i, bad = 0, was_bad = 0;

	for (i = 0; i < reads; i++, was = is, was_bad = bad) {
		/* a reading that came too late for others moves none of them */
		do {
			when += pace;
		} while (when <= was.mono);
		is = read_at(when);
		/* a switch may lie between the two clocks of one reading */
		bad = is.switches != was.switches;
		if (is.sched < was.sched)
			s->backward++;
		else if (bad || was_bad)
			s->discarded++;
		else
			add(s, &was, &is);
	}
}

/* ---- end ---- */

static void error_metric(const char *name, uint64_t ns)
{
	metric(name, "ns", "less", "%llu", (unsigned long long)ns);
}

static int result(const struct sums *s)
{
	/* without a delta there is nothing to tell */
	unsigned long errors = s->backward + !s->delta.n;

	if (!errors) {
		error_metric("error.p50", hist_quantile(&s->error, 500));
		error_metric("error.p99", hist_quantile(&s->error, 990));
		error_metric("error.max", s->error.max);
		metric("within.1pct", "%", "more", "%.2f",
		       100.0 * s->within / s->delta.n);
	}
	hist_print(&s->delta, "delta");
	count("reads", reads);
	count("discarded", s->discarded);
	count("zero", s->zero);
	count("backward", s->backward);
	printf("errors %lu\n", errors);
	fflush(stdout);
	if (errors)
		fail(EXIT_FAILURE, "the run is invalid, there is no error of the clock to report",
		     "check: of %d deltas %lu went back, %lu were discarded for a switch",
		     reads, s->backward, s->discarded);
	return bench_done();
}

/* ---- the command line ---- */

static void options(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (bench_option(argc, argv, &i, usage))
			continue;
		if (!strcmp(word, "--table")) {
			table = 1;
			continue;
		}
		if (strcmp(word, "--reads") && strcmp(word, "--pace") &&
		    strcmp(word, "--cpu"))
			bad_usage("%s: unknown option", word);
		if (++i == argc)
			bad_usage("%s: its number is missing", word);
		if (!strcmp(word, "--reads"))
			reads = bench_number(word, argv[i], 1, 1000000000);
		else if (!strcmp(word, "--pace"))
			pace = 1000ull * bench_number(word, argv[i], 10, 1000000);
		else
			cpu = bench_number(word, argv[i], 0, 1023);
	}
}

int main(int argc, char **argv)
{
	static struct sums sums;

	bench_start("clock");
	options(argc, argv);
	cpu = bench_cpu(cpu);
	bench_pin(cpu);
	go_first();
	bench_watch();
	read_all(&sums);
	return result(&sums);
}
