/* SPDX-License-Identifier: GPL-2.0 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

const char *bench_name = "workload";
void (*bench_abort)(void);

#define HIST_LINE	24	/* bins a line */

static uint64_t seed;
static int limit;

void bench_start(const char *name)
{
	int fd;

	bench_name = name;
	do {
		/* what is written to one that was closed is lost, and says so */
		fd = open("/", O_RDONLY | O_DIRECTORY);
	} while (fd >= 0 && fd <= 2);
	if (fd > 2)
		close(fd);
	signal(SIGCHLD, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
}

/* ---- complaints ---- */

void fail(int code, const char *way_out, const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "%s: ", bench_name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n  -> %s\n", way_out);
	if (bench_abort)
		bench_abort();
	/* no exit(): other threads still run */
	fflush(stderr);
	_exit(code);
}

void bad_usage(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: ", bench_name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n  -> %s --help\n", bench_name);
	exit(EXIT_USAGE);
}

/* ---- the command line ---- */

long bench_number(const char *what, const char *text, long min, long max)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(text, &end, 10);
	if (errno || end == text || *end || n < min || n > max)
		bad_usage("%s: '%s' is not a number from %ld to %ld", what,
			  text, min, max);
	return n;
}

int bench_option(int argc, char **argv, int *i, const char *usage)
{
	const char *word = argv[*i];

	if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
		fputs(usage, stdout);
		exit(bench_done());
	}
	if (strcmp(word, "--seed") && strcmp(word, "--limit"))
		return 0;
	if (++*i == argc)
		bad_usage("%s: its number is missing", word);
	if (word[2] == 's')
		seed = bench_number(word, argv[*i], 0, LONG_MAX);
	else
		limit = bench_number(word, argv[*i], 1, 10000000);
	return 1;
}

int bench_cpu(int cpu)
{
	cpu_set_t set;
	int i;

	if (sched_getaffinity(0, sizeof(set), &set))
		fail(EXIT_FAILURE, "are there more CPUs than its set has room for?",
		     "cpu: cannot ask which ones may be used: %s", strerror(errno));
	if (cpu >= 0 && !CPU_ISSET(cpu, &set))
		fail(EXIT_FAILURE, "choose another one, or none",
		     "cpu: %d is not there, or may not be used", cpu);
	for (i = CPU_SETSIZE - 1; i >= 0 && cpu < 0; i--)
		if (CPU_ISSET(i, &set))
			cpu = i;
	return cpu;
}

void bench_pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		fail(EXIT_FAILURE, "choose another one", "cpu: cannot run on %d: %s",
		     cpu, strerror(errno));
}

void bench_kill(pid_t *pids, int n)
{
	int i;

	/* all of them first: one that is waited for may wait for the others' CPU */
	for (i = 0; i < n; i++)
		if (pids[i])
			kill(pids[i], SIGKILL);
	for (i = 0; i < n; i++) {
		if (!pids[i])
			continue;
		while (waitpid(pids[i], NULL, 0) < 0 && errno == EINTR)
			;
		pids[i] = 0;
	}
}

uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

/* ---- the seed ---- */

uint32_t shift(uint32_t stream, uint32_t bound)
{
	uint64_t x = seed * 0x9e3779b97f4a7c15ull + stream;
	int i;

	if (!seed || !bound)
		return 0;
	/* multiply and fold: neighbours in seed or stream have nothing in common */
	for (i = 0; i < 3; i++) {
		x ^= x >> 32;
		x *= 0xd6e8feb86659fd93ull;
	}
	return (x >> 32) % bound;
}

uint32_t shift_around(uint32_t stream, uint32_t size, uint32_t by)
{
	return seed ? size - by + shift(stream, 2 * by + 1) : size;
}

void burn(unsigned long turns)
{
	while (turns--)
		asm volatile("" ::: "memory");
}

void start_shifted(uint32_t stream)
{
	burn(shift(stream, START_TURNS));
}

/* ---- the limits, before anything is started ---- */

static unsigned long read_number(const char *path, const char *fmt)
{
	unsigned long number = 0;
	FILE *f = fopen(path, "re");

	if (!f)
		return 0;
	if (fscanf(f, fmt, &number) != 1)
		number = 0;
	fclose(f);
	return number;
}

/* Raised as far as it may be: root also moves the hard limit. */
static unsigned long limit_of(int resource, unsigned long need)
{
	struct rlimit r, raised;

	if (getrlimit(resource, &r))
		return ULONG_MAX;
	if (r.rlim_cur < need) {
		raised.rlim_cur = need;
		raised.rlim_max = r.rlim_max < need ? need : r.rlim_max;
		if (setrlimit(resource, &raised)) {
			raised.rlim_cur = r.rlim_max < need ? r.rlim_max : need;
			raised.rlim_max = r.rlim_max;
			setrlimit(resource, &raised);
		}
		getrlimit(resource, &r);
	}
	return r.rlim_cur == RLIM_INFINITY ? ULONG_MAX : r.rlim_cur;
}

static unsigned long files_open(void)
{
	unsigned long n = 0;
	int fd;

	for (fd = 0; fd < 1024; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

void need_files(unsigned long own, unsigned long all, const char *whom)
{
	unsigned long need = files_open() + own;
	unsigned long max = limit_of(RLIMIT_NOFILE, need);

	if (max < need)
		fail(EXIT_FAILURE, "raise the limit (ulimit -n), or take fewer",
		     "file limit: %s need %lu open files, RLIMIT_NOFILE allows %lu",
		     whom, need, max);
	max = read_number("/proc/sys/fs/file-max", "%lu");
	if (max && max < all)
		fail(EXIT_FAILURE, "raise fs.file-max, or take fewer",
		     "file limit: %s need %lu open files, /proc/sys/fs/file-max allows %lu",
		     whom, all, max);
}

void need_tasks(unsigned long tasks, const char *whom)
{
	static const char *const system[] = {
		"/proc/sys/kernel/threads-max",
		"/proc/sys/kernel/pid_max",
	};
	unsigned long max = limit_of(RLIMIT_NPROC, tasks), all;
	size_t i;

	/* for root the kernel does not hold to it */
	if (geteuid() && max < tasks)
		fail(EXIT_FAILURE, "raise the limit (ulimit -u), or take fewer",
		     "process limit: %s need %lu tasks, RLIMIT_NPROC allows %lu",
		     whom, tasks, max);
	all = tasks + read_number("/proc/loadavg", "%*f %*f %*f %*d/%lu");
	for (i = 0; i < sizeof(system) / sizeof(system[0]); i++) {
		max = read_number(system[i], "%lu");
		if (max && max < all)
			fail(EXIT_FAILURE, "raise it, or take fewer",
			     "process limit: %s need %lu tasks with those there are, %s allows %lu",
			     whom, all, system[i], max);
	}
}

/* ---- the limit of time ---- */

static void too_late(int signal)
{
	static const char text[] =
		": limit: the run did not end in time; no result\n"
		"  -> raise --limit, or find out what is stuck\n";

	(void)signal;
	if (write(2, bench_name, strlen(bench_name)) < 0 ||
	    write(2, text, sizeof(text) - 1) < 0)
		_exit(EXIT_FAILURE);
	if (bench_abort)
		bench_abort();
	_exit(EXIT_FAILURE);
}

void bench_watch(void)
{
	struct sigaction act = { .sa_handler = too_late };
	struct itimerval timer = { .it_value.tv_sec = limit };

	sigaction(SIGALRM, &act, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

/* ---- the result ---- */

void metric(const char *name, const char *unit, const char *better,
	    const char *fmt, ...)
{
	va_list ap;

	printf("metric %s ", name);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf(" %s %s\n", unit, better);
}

void count(const char *name, unsigned long long number)
{
	printf("count %s %llu\n", name, number);
}

int bench_done(void)
{
	if (fflush(stdout) || ferror(stdout))
		fail(EXIT_FAILURE, "is the disk full, or the reader gone?",
		     "standard output: not all could be written");
	return EXIT_SUCCESS;
}

/* 2^30 times 2^(i/4) */
static const uint64_t quarter[4] = {
	1073741824, 1276901417, 1518500250, 1805811301
};

static uint64_t bound(int i)
{
	uint64_t q = quarter[i % 4];

	return i / 4 <= 30 ? q >> (30 - i / 4) : q << (i / 4 - 30);
}

/* the exponent, and HIST_SUB equal parts of each power of two */
static int fine(uint64_t ns)
{
	int e, i;

	if (ns < HIST_SUB)
		return ns;
	e = 63 - __builtin_clzll(ns);
	i = (e - HIST_SUB_BITS + 1) * HIST_SUB +
		((ns >> (e - HIST_SUB_BITS)) & (HIST_SUB - 1));
	return i < HIST_FINE ? i : HIST_FINE - 1;
}

/* the largest number in it */
static uint64_t fine_bound(int i)
{
	int e = i / HIST_SUB - 1;

	if (e < 0)
		return i;
	return ((uint64_t)(HIST_SUB + i % HIST_SUB + 1) << e) - 1;
}

void hist_add(struct hist *h, uint64_t ns)
{
	int i = 0;

	if (ns > 1)
		i = 4 * (63 - __builtin_clzll(ns));
	while (i < HIST_BINS - 1 && bound(i) < ns)
		i++;
	h->bin[i]++;
	h->fine[fine(ns)]++;
	h->n++;
	h->sum += ns;
	if (ns > h->max)
		h->max = ns;
}

void hist_merge(struct hist *to, const struct hist *from)
{
	int i;

	for (i = 0; i < HIST_BINS; i++)
		to->bin[i] += from->bin[i];
	for (i = 0; i < HIST_FINE; i++)
		to->fine[i] += from->fine[i];
	to->n += from->n;
	to->sum += from->sum;
	if (from->max > to->max)
		to->max = from->max;
}

uint64_t hist_quantile(const struct hist *h, unsigned int permille)
{
	uint64_t want = (h->n * permille + 999) / 1000, seen = 0;
	int i;

	/* what lies beyond the last bin's bound is in the last bin */
	for (i = 0; i < HIST_FINE - 1; i++) {
		seen += h->fine[i];
		if (h->fine[i] && seen >= want)
			return fine_bound(i) < h->max ? fine_bound(i) : h->max;
	}
	return h->max;
}

void hist_print(const struct hist *h, const char *name)
{
	int i, n = 0;

	for (i = 0; i < HIST_BINS; i++) {
		if (!h->bin[i])
			continue;
		/* a line of the guest's report has its limit */
		if (n++ % HIST_LINE == 0)
			printf("%shist %s ns", n > 1 ? "\n" : "", name);
		printf(" %llu:%llu", (unsigned long long)bound(i),
		       (unsigned long long)h->bin[i]);
	}
	if (n)
		putchar('\n');
}
