/* SPDX-License-Identifier: GPL-2.0 */
/*
 * For scripts/bench:
 *
 *	bench cpu N COMMAND...	run it N times; its output once, and "cpu US": the least
 *				user and system time that a run of it took, in us
 *	bench loop CPUS		the engine with nothing to schedule: a task on each CPU,
 *				for whose bursts the CPU is switched to
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine.h"
#include "exitcodes.h"

#define USAGE	"bench cpu N COMMAND..., or: bench loop CPUS"

static long number(const char *text, const char *what, long max)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (end == text || *end || n < 1 || n > max)
		die(EXIT_USAGE, what, USAGE, "'%s' is not a number from 1 to %ld", text, max);
	return n;
}

/* ---- how long others take */

static long long us(const struct rusage *u)
{
	return (u->ru_utime.tv_sec + u->ru_stime.tv_sec) * 1000000ll +
	       u->ru_utime.tv_usec + u->ru_stime.tv_usec;
}

static long long run_once(char **command, int quiet)
{
	struct rusage u;
	int status, null;
	pid_t pid;

	pid = fork();
	if (!pid) {
		null = open("/dev/null", O_WRONLY);
		if (quiet && null >= 0)
			dup2(null, STDOUT_FILENO);
		execvp(command[0], command);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &u) != pid)
		die(EXIT_FAILURE, command[0], "too many processes?", "cannot be started");
	if (status)
		die(EXIT_FAILURE, command[0], "run it alone", "ends with an error");
	return us(&u);
}

static void cpu(char **argv)
{
	long n = number(argv[0], "cpu", 1000);
	long long least = 0, took;
	long i;

	for (i = 0; i < n; i++) {
		took = run_once(argv + 1, i > 0);
		if (!i || took < least)
			least = took;
	}
	printf("cpu %lld\n", least);
}

/* ---- the loop alone */

static void loop(const char *cpus)
{
	struct sim_shape shape = { .cpus = number(cpus, "loop", SIM_CPUS) };

	params.tick = 1000000;
	engine_boot(&shape);
	engine_run(10000000000ull / shape.cpus);
	printf("count events %llu\n", engine_events);
}

int main(int argc, char **argv)
{
	die_name = "bench";
	if (argc > 3 && !strcmp(argv[1], "cpu"))
		cpu(argv + 2);
	else if (argc == 3 && !strcmp(argv[1], "loop"))
		loop(argv[2]);
	else
		die(EXIT_USAGE, "command line", USAGE, "not understood");
	return EXIT_SUCCESS;
}
