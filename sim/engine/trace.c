/* SPDX-License-Identifier: GPL-2.0 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine.h"
#include "exitcodes.h"
#include "trace.h"

#define BINS	64	/* powers of two, ns */

unsigned long long trace_count[5];

static struct trace_task *tasks;
static int ntasks;
static unsigned long long latency[BINS];
static const char *text_path, *json_path;
static FILE *text, *json;
static char *unfinished[2];		/* files beside their places */
/* of each CPU: the last switch, and who runs since */
static sim_time since[SIM_CPUS];
static int runs[SIM_CPUS];
static int json_lines;

static void leave_nothing(void)
{
	int i;

	for (i = 0; i < 2; i++)
		if (unfinished[i])
			unlink(unfinished[i]);
}

/* Beside its place, if that is none of a device or a pipe; @which of the two it is. */
static FILE *create(const char *path, int which)
{
	const char *place = path;
	struct stat st;
	FILE *f;

	if (stat(path, &st) || S_ISREG(st.st_mode)) {
		if (asprintf(&unfinished[which], "%s.new", path) < 0)
			die(EXIT_FAILURE, "memory", "take a shorter name", "no room for one");
		place = unfinished[which];
	}
	f = fopen(place, "we");
	if (!f)
		die(EXIT_WRITE, path, "choose another place", "cannot write: %s",
		    strerror(errno));
	atexit(leave_nothing);
	return f;
}

void trace_text(const char *path)
{
	text_path = path;
	text = create(path, 0);
}

void trace_json(const char *path)
{
	int i;

	json_path = path;
	json = create(path, 1);
	for (i = 0; i < SIM_CPUS; i++)
		runs[i] = SIM_IDLE_TASK;
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", json);
}

static void finish(FILE *f, const char *path, int which)
{
	int bad = fflush(f) || ferror(f);

	if (fclose(f) || bad)
		die(EXIT_WRITE, path, "is the disk full?", "not all could be written");
	if (unfinished[which] && rename(unfinished[which], path))
		die(EXIT_WRITE, path, "choose another place", "cannot be replaced: %s",
		    strerror(errno));
	free(unfinished[which]);
	unfinished[which] = NULL;
}

void trace_name(int id, const char *name, unsigned int number)
{
	if (id >= ntasks) {
		int n = id < 64 ? 64 : 2 * id;
		struct trace_task *more = host_alloc(n * sizeof(*more));

		if (ntasks)
			memcpy(more, tasks, ntasks * sizeof(*more));
		free(tasks);
		tasks = more;
		ntasks = n;
	}
	snprintf(tasks[id].name, sizeof(tasks[id].name), "%s.%u", name, number);
}

const struct trace_task *trace_task(int id)
{
	return &tasks[id];
}

void trace_soon(int id)
{
	__builtin_prefetch(&tasks[id]);
	__builtin_prefetch(&tasks[id].longest);
}

static const char *name_of(int id)
{
	return id >= 0 ? tasks[id].name : id == SIM_IDLE_TASK ? "idle" : "kernel";
}

static void count(const struct decision *d)
{
	struct trace_task *t = d->task >= 0 ? &tasks[d->task] : NULL;
	sim_time now = engine_now(), waited;
	int bin;

	trace_count[d->kind]++;
	if ((d->kind == SIM_WAKE || d->kind == SIM_START) && t) {
		t->woken = now + 1;
		t->wakeups++;
	} else if (d->kind == SIM_MIGRATE && t) {
		t->migrations++;
	} else if (d->kind == SIM_PREEMPT && d->yes && d->other >= 0) {
		tasks[d->other].preempted++;
	} else if (d->kind == SIM_SWITCH && d->other >= 0 && tasks[d->other].woken) {
		t = &tasks[d->other];
		waited = now + 1 - t->woken;
		t->woken = 0;
		t->waited += waited;
		if (waited > t->longest)
			t->longest = waited;
		bin = waited > 1 ? 64 - __builtin_clzll(waited - 1) : 0;
		latency[bin < BINS ? bin : BINS - 1]++;
	}
}

static void write_text(const struct decision *d)
{
	fprintf(text, "%llu cpu%d ", engine_now(), d->cpu);
	switch (d->kind) {
	case SIM_SWITCH:
		fprintf(text, "switch %s %s\n", name_of(d->task), name_of(d->other));
		break;
	case SIM_WAKE:
	case SIM_START:
		fprintf(text, "%s %s by %s credit %lld was %lld weight %u\n",
			d->kind == SIM_WAKE ? "wake" : "start", name_of(d->task),
			name_of(d->other), d->credit, d->slept_at, d->weight);
		break;
	case SIM_MIGRATE:
		fprintf(text, "migrate %s from cpu%d\n", name_of(d->task), d->from);
		break;
	case SIM_PREEMPT:
		fprintf(text, "preempt %s by %s %s\n", name_of(d->other), name_of(d->task),
			d->yes ? "yes" : "no");
		break;
	}
}

/* us, as these traces have it, with the ns behind the point */
static void json_slice(int cpu, int task)
{
	sim_time from = since[cpu], ns = engine_now() - from;

	if (task == SIM_IDLE_TASK)
		return;
	fprintf(json, "%s{\"name\":\"%s\",\"ph\":\"X\",\"ts\":%llu.%03u,\"dur\":%llu.%03u,\"pid\":0,\"tid\":%d}",
		json_lines++ ? ",\n" : "", name_of(task), from / 1000,
		(unsigned int)(from % 1000), ns / 1000, (unsigned int)(ns % 1000), cpu);
}

static void write_json(const struct decision *d)
{
	sim_time now = engine_now();

	if (d->kind == SIM_SWITCH) {
		json_slice(d->cpu, d->task);
		since[d->cpu] = now;
		runs[d->cpu] = d->other;
	} else if (d->kind == SIM_MIGRATE) {
		fprintf(json, "%s{\"name\":\"migrate %s\",\"ph\":\"i\",\"s\":\"t\",\"ts\":%llu.%03u,\"args\":{\"from\":%d},\"pid\":0,\"tid\":%d}",
			json_lines++ ? ",\n" : "", name_of(d->task), now / 1000,
			(unsigned int)(now % 1000), d->from, d->cpu);
	}
}

void host_decision(const struct decision *d)
{
	count(d);
	if (text)
		write_text(d);
	if (json)
		write_json(d);
}

void trace_end(void)
{
	int cpu;

	if (text)
		finish(text, text_path, 0);
	if (!json)
		return;
	/* who runs at the end */
	for (cpu = 0; cpu < SIM_CPUS; cpu++)
		json_slice(cpu, runs[cpu]);
	fputs("\n]}\n", json);
	finish(json, json_path, 1);
}

void trace_latencies(void)
{
	int i;

	printf("hist wakeup ns");
	for (i = 0; i < BINS; i++)
		if (latency[i])
			printf(" %llu:%llu", 1ull << i, latency[i]);
	putchar('\n');
}
