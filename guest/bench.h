/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the workloads share: how they complain, how they are shifted by a seed,
 * the limits they look at before they start, and the lines of their result.
 *
 * A result is printed by the parent alone, on standard output, a line each:
 *
 *	metric <name> <value> <unit> less|more		which is the better one
 *	count <name> <number>				what was done, exact
 *	sample <name> <unit> <number>...		raw, in the order of events
 *	hist <name> <unit> <upto>:<number>...		upto is the upper bound;
 *							more lines go on
 *	note <text>
 *	errors <number>
 *
 * A name is of [a-z0-9._-], a value is a decimal number, a line has at most 900
 * bytes.  "errors" is the last line.  A run with errors prints no metric.
 */
#ifndef CFSQ_BENCH_H
#define CFSQ_BENCH_H

#include <stdint.h>
#include <sys/types.h>

#define EXIT_USAGE	2	/* as in scripts/exit-codes */

/*
 * First thing in main(): @name is what complaints begin with.  Descriptors 0 to 2
 * are open from then on, if on nothing, so that no file of the workload is taken
 * for one of them; and signals are as a workload needs them, whatever the caller
 * ignored: its children can be waited for, a reader that is gone is an error.
 */
void bench_start(const char *name);
extern const char *bench_name;
/* called before a fail() ends the program, or NULL: kill whom you started */
extern void (*bench_abort)(void);

/* "<name>: <place>: <what>\n  -> <way out>", then the end, with @code */
__attribute__((noreturn, format(printf, 3, 4)))
void fail(int code, const char *way_out, const char *fmt, ...);

/* the same about the command line: EXIT_USAGE */
__attribute__((noreturn, format(printf, 1, 2)))
void bad_usage(const char *fmt, ...);

/* a decimal number from @min to @max, or bad_usage() */
long bench_number(const char *what, const char *text, long min, long max);

/*
 * The options that all of them have: --seed N, --limit SECONDS, --help (prints
 * @usage and ends).  0: argv[*i] is none of them; 1: taken, *i is at its last word.
 */
int bench_option(int argc, char **argv, int *i, const char *usage);

/*
 * @cpu if this process may use it, the last one that it may if @cpu is negative;
 * or it fails
 */
int bench_cpu(int cpu);
/* this thread runs on @cpu alone from now on, or it fails */
void bench_pin(int cpu);

/* end those of the @n children that are not 0, and make them 0 */
void bench_kill(pid_t *pids, int n);

/* ns of CLOCK_MONOTONIC */
uint64_t now_ns(void);

/*
 * --seed: each boot of an experiment has its own.  It shifts when the parts of a
 * workload start and how large its messages are, within bounds that the man page
 * gives, and nothing else.  Without a seed, or with 0, nothing is shifted.
 *
 * A number from 0 to @bound - 1 that depends on the seed and @stream alone;
 * always 0 without a seed.
 */
uint32_t shift(uint32_t stream, uint32_t bound);

/* a size from @size - @by to @size + @by likewise; @size without a seed */
uint32_t shift_around(uint32_t stream, uint32_t size, uint32_t by);

/* so many turns of an empty loop: the work is fixed, whatever the clock does */
void burn(unsigned long turns);

/* burns shift(@stream, START_TURNS) turns: up to about 0.1 ms under QEMU */
#define START_TURNS	4096
void start_shifted(uint32_t stream);

/* fails, before anything is started, if so much is not to be had */
void need_files(unsigned long own, unsigned long all, const char *whom);
void need_tasks(unsigned long tasks, const char *whom);

/*
 * --limit: the whole run is given up after so many seconds, by SIGALRM, from
 * bench_watch() on; bench_abort() is called, the program ends with 1.
 */
void bench_watch(void);

/* the lines of the result */
void metric(const char *name, const char *unit, const char *better,
	    const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void count(const char *name, unsigned long long number);

/* EXIT_SUCCESS if all of the result was written, or it fails */
int bench_done(void);

/*
 * Latencies: printed in bins of powers of 2^(1/4), from 1 ns on; counted for the
 * quantiles in bins of 1/64 of their power of two, since a quantile that is a
 * metric must be finer than the margin that decides on it.
 */
#define HIST_BINS	168
#define HIST_SUB_BITS	6
#define HIST_SUB	(1 << HIST_SUB_BITS)
#define HIST_FINE	(38 * HIST_SUB)		/* up to 2^43 ns, over two hours */
struct hist {
	uint64_t bin[HIST_BINS];
	uint64_t fine[HIST_FINE];
	uint64_t n, max, sum;
};
void hist_add(struct hist *h, uint64_t ns);
void hist_merge(struct hist *to, const struct hist *from);
/* the @permille-th part of all is at most this long, to 1.6 %; exact below 128 ns */
uint64_t hist_quantile(const struct hist *h, unsigned int permille);
void hist_print(const struct hist *h, const char *name);

#endif
