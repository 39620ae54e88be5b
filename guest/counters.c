/* SPDX-License-Identifier: GPL-2.0 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "counters.h"
#include "root.h"

#define LATENCY_FILE	"/proc/sys/kernel/sched_latency_ns"
#define DEBUG_FILE	"/proc/sched_debug"

#define LATENCY_MS	20	/* short, so that the scenario is */
#define SLEEP_MS	120	/* longer than every credit below is worth */
#define WAKEUPS		3
#define CLOCK_MS	100
#define SWITCHES	10
#define CLOCK_ERR_MS	10	/* a tick, and what the reading itself takes */

/* a reading of one CPU's part of /proc/sched_debug */
struct reading {
	unsigned long long now, clock;		/* ns */
	unsigned long long nr[4], sum[4], max[4];
	unsigned long long low, high, stalls;
};

enum { PLAIN, NORMALIZED, INVERSE, WEIGHTED, RULES };

static const char *const rules[RULES] = {
	"credit_plain", "credit_normalized", "credit_inverse", "credit_weighted",
};

static char debug[256 * 1024];

static int fail(const char *what, const char *why)
{
	printf("%s: %s\n", what, why);
	return 1;
}

/* the value of ".<name> : " after @from, or NULL */
static const char *value(const char *from, const char *name)
{
	char key[64];
	const char *p;

	snprintf(key, sizeof(key), "\n  .%s ", name);
	p = strstr(from, key);
	p = p ? strchr(p + strlen(key), ':') : NULL;
	return p ? p + 1 : NULL;
}

static int number(const char *from, const char *name, unsigned long long *n)
{
	const char *p = value(from, name);

	return p && sscanf(p, "%llu", n) == 1 ? 0 : -1;
}

/* "<ms>.<6 digits>" as ns */
static int time_ns(const char *p, unsigned long long *ns)
{
	unsigned long long ms;
	unsigned int rest;

	if (!p || sscanf(p, "%llu.%6u", &ms, &rest) != 2)
		return -1;
	*ns = ms * 1000000 + rest;
	return 0;
}

static int read_counters(int cpu, struct reading *r)
{
	char section[32];
	const char *p;
	int i;

	if (root_read(DEBUG_FILE, debug, sizeof(debug)) < 0)
		return fail(DEBUG_FILE, "cannot be read: is CONFIG_SCHED_DEBUG off?");
	p = strstr(debug, "now at ");
	if (time_ns(p ? p + 7 : NULL, &r->now))
		return fail(DEBUG_FILE, "has no time in its head");
	snprintf(section, sizeof(section), "\ncpu#%d,", cpu);
	p = strstr(debug, section);
	if (!p)
		return fail(DEBUG_FILE, "does not show the CPU");
	for (i = 0; i < RULES; i++) {
		const char *v = value(p, rules[i]);

		if (!v || sscanf(v, "%llu %llu %llu", &r->nr[i], &r->sum[i],
				 &r->max[i]) != 3)
			return fail(rules[i], "is not in " DEBUG_FILE);
	}
	if (number(p, "clock_low", &r->low) ||
	    number(p, "clock_high", &r->high) ||
	    number(p, "clock_stalls", &r->stalls) ||
	    time_ns(value(p, "clock"), &r->clock))
		return fail("the clock's counters", "are not in " DEBUG_FILE);
	return 0;
}

static void sleep_ms(int ms)
{
	struct timespec ts = { .tv_nsec = ms * 1000000L };

	while (nanosleep(&ts, &ts) && errno == EINTR)
		;
}

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		_exit(1);
}

static pid_t start_hog(int cpu)
{
	pid_t parent = getpid(), pid = fork();
	volatile unsigned int i;

	if (!pid) {
		end_with(parent);
		pin(cpu);
		/* the hint hands the emulated CPU on; at every turn it is slow */
		for (;;) {
			for (i = 0; i < 10000; i++)
				;
			__builtin_ia32_pause();
		}
	}
	return pid;
}

/* wakes on the hog's CPU, each time after more sleep than is forgiven */
static int run_sleeper(int cpu, int nice)
{
	pid_t parent = getpid(), pid = fork();
	int i, status;

	if (!pid) {
		end_with(parent);
		pin(cpu);
		if (setpriority(PRIO_PROCESS, 0, nice))
			_exit(1);
		for (i = 0; i < WAKEUPS; i++)
			sleep_ms(SLEEP_MS);
		_exit(0);
	}
	return pid < 0 || waitpid(pid, &status, 0) != pid || status;
}

static int has(const struct manifest *m, const char *name)
{
	unsigned int i;

	for (i = 0; i < m->n; i++)
		if (!strcmp(m->feature[i].name, name))
			return 1;
	return 0;
}

static int set(const struct counters *c, const char *setting)
{
	char why[FEATURES_TEXT];
	struct features now;

	return features_set(c->manifest, c->found, setting, &now, why) ?
		fail(setting, why) : 0;
}

/* LATENCY_MS of own execution in the virtual time of this kernel, rounded down */
static unsigned long long expected(const struct counters *c, int weight)
{
	unsigned long long latency = LATENCY_MS * 1000000ull;

	/* where that scaling exists, virtual time depends on the queue's weight */
	if (has(c->manifest, "INVERSE_SLEEPER"))
		return latency * (weight + 1024) / weight;
	return latency * 1024 / weight;
}

/*
 * What NORMALIZED_SLEEPER gives at the most with one other task of nice 0: half of
 * it where virtual time is execution, but 2.6.25-rc6 to -rc9 do not count the
 * sleeper; the double where virtual time depends on the queue.
 */
static unsigned long long normal(const struct counters *c)
{
	unsigned long long latency = LATENCY_MS * 1000000ull;

	return has(c->manifest, "INVERSE_SLEEPER") ? 2 * latency : latency;
}

/*
 * A sleeper's wakeups under @setting are counted by @rule and by no other one of
 * the four, and give @credit each.  By the rules of old it may be less: they count
 * from a min_vruntime that stands still while the hog runs alone.
 */
static int credits(const struct counters *c, const char *setting, int rule,
		   int nice, unsigned long long credit)
{
	unsigned long long nr, sum, others = 0;
	struct reading was, is;
	int i, good;

	if (set(c, setting) || read_counters(c->cpu, &was))
		return 1;
	if (run_sleeper(c->cpu, nice))
		return fail("the sleeper", "did not end well");
	if (read_counters(c->cpu, &is))
		return 1;
	nr = is.nr[rule] - was.nr[rule];
	sum = is.sum[rule] - was.sum[rule];
	for (i = 0; i < RULES; i++)
		if (i != rule)
			others += is.nr[i] - was.nr[i];
	printf("data counters %s nice %d %s %llu sum %llu largest %llu expected %llu\n",
	       setting, nice, rules[rule], nr, sum, is.max[rule], credit);
	good = nr >= WAKEUPS && !others;
	if (rule == WEIGHTED)
		/* where it depends on the queue, a third task may have been on it */
		good = good && sum >= credit * WAKEUPS &&
			is.max[rule] >= credit &&
			(has(c->manifest, "INVERSE_SLEEPER") ||
			 (is.max[rule] == credit && sum <= credit * nr));
	else
		good = good && sum <= credit * nr;
	printf("%sok counters: %s, nice %d: %s and no other\n",
	       good ? "" : "not ", setting, nice, rules[rule]);
	return 0;
}

/* beside a hog the clock goes as the time of day does; nothing is counted if off */
static int clocks(const struct counters *c, const char *setting, int on)
{
	unsigned long long events;
	struct reading was, is;
	long long ahead;
	int good;

	if (set(c, setting))
		return 1;
	/* it takes effect at a tick */
	sleep_ms(CLOCK_MS);
	if (read_counters(c->cpu, &was))
		return 1;
	sleep_ms(CLOCK_MS);
	if (read_counters(c->cpu, &is))
		return 1;
	ahead = (is.clock - was.clock) - (is.now - was.now);
	events = is.low - was.low + is.high - was.high + is.stalls - was.stalls;
	printf("data counters %s clock ahead by %lld low %llu high %llu stalls %llu\n",
	       setting, ahead, is.low - was.low, is.high - was.high,
	       is.stalls - was.stalls);
	/* cut: what is read at the end of a tick, before the next one is taken */
	good = on ? llabs(ahead) < CLOCK_ERR_MS * 1000000ll &&
		    is.clock > was.clock && is.low == was.low : !events;
	printf("%sok counters: %s: %s\n", good ? "" : "not ", setting,
	       on ? "the clock follows the time of day" : "no reading is counted");
	return 0;
}

/* the two filters take turns, and the clock never goes back */
static int switches(const struct counters *c)
{
	unsigned long long last = 0;
	struct reading r;
	int i, back = 0;

	for (i = 0; i < SWITCHES; i++) {
		if (set(c, i & 1 ? "NO_CLOCK_WINDOW" : "CLOCK_WINDOW"))
			return 1;
		sleep_ms(7);
		if (read_counters(c->cpu, &r))
			return 1;
		back += r.clock < last;
		last = r.clock;
	}
	printf("%sok counters: CLOCK_WINDOW switched %d times: the clock never went back\n",
	       back ? "not " : "", SWITCHES);
	return 0;
}

/* what must not be taken is refused as a whole: nothing has changed then */
static int refusals(void)
{
	static const struct {
		const char *file, *text;
	} bad[] = {
		{ FEATURES_PROC, "2147483648\n" },
		{ FEATURES_PROC, "1 2\n" },
		{ FEATURES_PROC, "-1\n" },
		{ FEATURES_PROC, "NEW_FAIR_SLEEPERS\n" },
		{ FEATURES_DEBUG, "NO_NEW_FAIR_SLEEPERS NO_SUCH_FEATURE\n" },
		{ FEATURES_DEBUG, "NO_NEW_FAIR_SLEEPER\n" },
		{ FEATURES_DEBUG, "NO_NEW_FAIR_SLEEPERSS\n" },
		{ FEATURES_DEBUG, "\n" },
	};
	char was[64], is[64];
	unsigned int i;
	int err;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		root_read(FEATURES_PROC, was, sizeof(was));
		err = root_write(bad[i].file, bad[i].text);
		root_read(FEATURES_PROC, is, sizeof(is));
		if (err == -EINVAL && !strcmp(was, is))
			continue;
		printf("not ok counters: %s took %.*s: %s, %.10s before\n",
		       bad[i].file, (int)strcspn(bad[i].text, "\n"),
		       bad[i].text, strerror(-err), was);
		return 0;
	}
	printf("ok counters: unknown bits and names are refused, and change nothing\n");
	return 0;
}

/* several words in one write */
static int together(void)
{
	char names[FEATURES_TEXT];
	int err, good;

	err = root_write(FEATURES_DEBUG, "NO_WAKEUP_PREEMPT DOUBLE_TICK\n");
	root_read(FEATURES_DEBUG, names, sizeof(names));
	good = !err && strstr(names, "NO_WAKEUP_PREEMPT ") &&
		strstr(names, " DOUBLE_TICK ");
	printf("%sok counters: two names in one write take effect together\n",
	       good ? "" : "not ");
	return 0;
}

/* the program that people use, on the kernel that runs */
static int by_program(void)
{
	char path[512], names[FEATURES_TEXT] = "";
	int status, good, fd;
	pid_t pid;

	if (root_path(path, sizeof(path), "/bin/features"))
		return fail("/bin/features", "the path is too long");
	fflush(stdout);
	pid = fork();
	if (!pid) {
		/* what it shows is for a screen */
		fd = open("/dev/null", O_WRONLY);
		if (fd >= 0)
			dup2(fd, STDOUT_FILENO);
		execl(path, "features", "--set", "NO_START_DEBIT",
		      "CLOCK_WINDOW", (char *)NULL);
		_exit(1);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return fail("/bin/features", "cannot be run");
	root_read(FEATURES_DEBUG, names, sizeof(names));
	good = !status && strstr(names, "NO_START_DEBIT ") &&
		strstr(names, " CLOCK_WINDOW ");
	printf("%sok counters: features --set sets by name, and ends with %d\n",
	       good ? "" : "not ", WEXITSTATUS(status));
	return 0;
}

static int scenario(const struct counters *c)
{
	const char *normalized = has(c->manifest, "INVERSE_SLEEPER") ?
		"NORMALIZED_SLEEPER+NO_INVERSE_SLEEPER" : "NORMALIZED_SLEEPER";

	return credits(c, "NO_NORMALIZED_SLEEPER+NO_WEIGHTED_SLEEPER", PLAIN, 0,
		       LATENCY_MS * 1000000ull) ||
	       credits(c, normalized, NORMALIZED, 0, normal(c)) ||
	       credits(c, "WEIGHTED_SLEEPER", WEIGHTED, 0, expected(c, 1024)) ||
	       credits(c, "WEIGHTED_SLEEPER", WEIGHTED, 5, expected(c, 335)) ||
	       clocks(c, "NO_CLOCK_WINDOW", 0) ||
	       clocks(c, "CLOCK_WINDOW", 1) || switches(c) ||
	       refusals() || together() || by_program();
}

int counters_run(void *arg)
{
	const struct counters *c = arg;
	char was[32], ms[32];
	pid_t hog;
	int err;

	if (!has(c->manifest, "WEIGHTED_SLEEPER") ||
	    !has(c->manifest, "CLOCK_WINDOW"))
		return fail("the features", "the series of this kernel is not whole");
	if (root_read(LATENCY_FILE, was, sizeof(was)) < 0)
		return fail(LATENCY_FILE, "cannot be read");
	snprintf(ms, sizeof(ms), "%d", LATENCY_MS * 1000000);
	err = root_write(LATENCY_FILE, ms);
	if (err)
		return fail(LATENCY_FILE, strerror(-err));
	setvbuf(stdout, NULL, _IOLBF, 0);
	hog = start_hog(c->cpu);
	if (hog < 0)
		return fail("fork", strerror(errno));
	err = scenario(c);
	kill(hog, SIGKILL);
	waitpid(hog, NULL, 0);
	if (root_write(LATENCY_FILE, was) || set(c, "asis"))
		return fail("the settings", "could not be put back");
	return err;
}
