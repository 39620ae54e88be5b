/* SPDX-License-Identifier: GPL-2.0 */
/*
 * sim: the scheduler of a kernel tree, alone.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "exitcodes.h"
#include "results.h"
#include "scenario.h"
#include "settings.h"
#include "tasks.h"
#include "trace.h"

#define USAGE	"sim [--log] [--shape S,C,T,L] [--features MANIFEST] [--trace FILE] [--json FILE] SCENARIO"

static int verbose;

void host_bug(const char *file, int line)
{
	die(EXIT_FAILURE, "the tree's code", "a bug of the tree, or of the simulator: sim --log says more",
	    "%s:%d at %.6f s", file, line, host_now() / 1e9);
}

void host_warn(const char *file, int line)
{
	fprintf(stderr, "sim: the tree warns: %s:%d at %.6f s\n", file, line, host_now() / 1e9);
}

void host_log(const char *text, unsigned long size)
{
	if (verbose)
		fprintf(stderr, "%.*s", (int)size, text);
}

static const char *file, *features;

/* "4,2,2,4": sockets, cores of each, threads of each, CPUs that share a last cache */
static void read_shape(struct sim_shape *shape, const char *text)
{
	unsigned int sockets, cores, threads, llc, i;
	char end;

	if (sscanf(text, "%u,%u,%u,%u%c", &sockets, &cores, &threads, &llc, &end) != 4 ||
	    !sockets || !cores || !threads || !llc || sockets > SIM_CPUS ||
	    cores > SIM_CPUS || threads > SIM_CPUS || sockets * cores * threads > SIM_CPUS)
		die(EXIT_USAGE, "--shape", "sockets,cores,threads,cpus-of-a-cache; at most 32 CPUs",
		    "'%s' is no machine", text);
	shape->cpus = sockets * cores * threads;
	for (i = 0; i < shape->cpus; i++)
		shape->cpu[i] = (struct sim_cpu) {
			.package = i / threads / cores,
			.core = i / threads % cores,
			.cache = i / llc,
		};
}

static void options(int argc, char **argv, struct sim_shape *shape)
{
	int i;

	read_shape(shape, "1,1,1,1");
	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--log")) {
			verbose = 1;
		} else if (!strcmp(argv[i], "--shape") && i + 1 < argc) {
			read_shape(shape, argv[++i]);
		} else if (!strcmp(argv[i], "--features") && i + 1 < argc) {
			features = argv[++i];
		} else if (!strcmp(argv[i], "--trace") && i + 1 < argc) {
			trace_text(argv[++i]);
		} else if (!strcmp(argv[i], "--json") && i + 1 < argc) {
			trace_json(argv[++i]);
		} else if (*argv[i] == '-' || file) {
			die(EXIT_USAGE, "command line", USAGE, "%s: not understood", argv[i]);
		} else {
			file = argv[i];
		}
	}
	if (!file)
		die(EXIT_USAGE, "command line", USAGE, "one scenario is wanted");
}

int main(int argc, char **argv)
{
	static struct scenario s;
	struct sim_shape shape = { 0 };
	unsigned int i;

	/* a reader that is gone is an error, and says so */
	signal(SIGPIPE, SIG_IGN);
	options(argc, argv, &shape);
	scenario_read(&s, file);
	if (s.cpus > shape.cpus)
		die(EXIT_BADFILE, file, "take fewer, or MACHINE=tulsa with its 16",
		    "wants %u CPUs, the machine has %u", s.cpus, shape.cpus);
	if (s.cpus)
		shape.cpus = s.cpus;
	for (i = 0; i < s.kinds; i++)
		if (s.kind[i].attr.cpus && !(s.kind[i].attr.cpus & ((1ull << shape.cpus) - 1)))
			die(EXIT_BADFILE, file, "let it run on one that is there",
			    "none of the CPUs of %s is there: there are %u",
			    s.kind[i].attr.name, shape.cpus);
	params.tick = k_tick_ns();
	/* the kernel's own: all of them within half a tick */
	params.tick_skew = params.tick / 2 / shape.cpus;
	params.ipi_cost = 1000;
	params.clock_offset = 10000000000ull;
	engine_boot(&shape);
	settings_start(&s, features);
	results_start(&s);
	tasks_start(&s);
	engine_run(s.length);
	if (s.limited && tasks_awaited())
		die(EXIT_FAILURE, file, "raise the limit, or find out with --trace what is stuck",
		    "%u tasks have not ended within its limit of %.6f s", tasks_awaited(),
		    s.length / 1e9);
	trace_end();
	tasks_print();
	trace_latencies();
	results_print(engine_now());
	printf("count events %llu\ncount switches %llu\ncount wakeups %llu\n"
	       "count migrations %llu\ncount preemptions.asked %llu\n", engine_events,
	       trace_count[SIM_SWITCH], trace_count[SIM_WAKE], trace_count[SIM_MIGRATE],
	       trace_count[SIM_PREEMPT]);
	if (fflush(stdout) || ferror(stdout))
		die(EXIT_FAILURE, "standard output", "is the disk full, or the reader gone?",
		    "not all could be written");
	return EXIT_SUCCESS;
}
