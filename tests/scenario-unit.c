/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The scenario parser of the simulator without a kernel, by t0710-scenario.sh:
 *
 *	scenario-unit FILE
 *
 * prints the scenario as the parser has it, again as a scenario: all that is told of
 * the whole, then the tasks, times in ns.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario.h"

static void print_span(FILE *f, const char *word, const struct span *s)
{
	fprintf(f, "%s %lluns", word, s->from);
	if (s->to != s->from)
		fprintf(f, "..%lluns", s->to);
}

static void print_cpus(FILE *f, unsigned int mask)
{
	const char *between = " cpus ";
	unsigned int i, end;

	for (i = 0; i < SIM_CPUS; i = end) {
		end = i + 1;
		if (!(mask >> i & 1))
			continue;
		while (end < SIM_CPUS && mask >> end & 1)
			end++;
		fprintf(f, "%s%u", between, i);
		if (end > i + 1)
			fprintf(f, "-%u", end - 1);
		between = ",";
	}
}

static void print_step(FILE *f, const struct scenario *s, const struct step *step)
{
	switch (step->op) {
	case OP_RUN:
		print_span(f, "run", &step->span);
		fputc('\n', f);
		break;
	case OP_SLEEP:
		print_span(f, "sleep", &step->span);
		if (step->late)
			fprintf(f, " late %s", s->hist[step->object].name);
		fputc('\n', f);
		break;
	case OP_STAMP:
		fputs("stamp\n", f);
		break;
	case OP_MEASURE:
		fprintf(f, "measure %s\n", s->hist[step->object].name);
		break;
	case OP_COUNT:
		fprintf(f, "count %s %lu\n", s->counter[step->object].name, step->n);
		break;
	case OP_YIELD:
		fputs("yield\n", f);
		break;
	case OP_SEND:
		fprintf(f, "send %s %lu\n", s->channel[step->object].name, step->n);
		break;
	case OP_RECEIVE:
		fprintf(f, "receive %s %lu\n", s->channel[step->object].name, step->n);
		break;
	case OP_LOCK:
		fprintf(f, "lock %s\n", s->lock[step->object].name);
		break;
	case OP_UNLOCK:
		fprintf(f, "unlock %s\n", s->lock[step->object].name);
		break;
	case OP_START:
		fprintf(f, "start %s\n", s->kind[step->object].attr.name);
		break;
	case OP_LOOP:
		if (step->n)
			fprintf(f, "loop %lu {\n", step->n);
		else
			fputs("loop {\n", f);
		break;
	case OP_END:
		fputs("}\n", f);
		break;
	case OP_EXIT:
		fputs("exit\n", f);
		break;
	default:
		fprintf(f, "no such step: %d\n", step->op);
	}
}

static void print_kind(FILE *f, const struct scenario *s, const struct kind *k)
{
	const struct k_attr *a = &k->attr;
	unsigned int i;

	fprintf(f, "task %s x%u nice %d uid %u", a->name, k->count, a->nice, a->uid);
	switch (a->policy) {
	case SIM_NORMAL:
		break;
	case SIM_BATCH:
		fputs(" batch", f);
		break;
	case SIM_IDLE:
		fputs(" idle", f);
		break;
	case SIM_FIFO:
	case SIM_RR:
		fprintf(f, " %s %d", a->policy == SIM_RR ? "rr" : "fifo", a->priority);
		break;
	default:
		fprintf(f, " no such policy: %d", a->policy);
	}
	/* a kernel would take it for a realtime task, and not */
	if (a->priority && a->policy != SIM_FIFO && a->policy != SIM_RR)
		fprintf(f, " with the priority %d", a->priority);
	print_cpus(f, a->cpus);
	fprintf(f, "%s%s {\n", k->later ? " later" : "", k->background ? " background" : "");
	for (i = 0; i < k->steps; i++)
		print_step(f, s, &k->step[i]);
	fputs("}\n", f);
}

static void print_metric(FILE *f, const struct scenario *s, const struct metric *m)
{
	fprintf(f, "metric %s ", m->name);
	switch (m->kind) {
	case METRIC_ELAPSED:
		fputs("elapsed\n", f);
		break;
	case METRIC_RATE:
		fprintf(f, "rate %s %s\n", s->counter[m->object].name, m->unit);
		break;
	case METRIC_QUANTILE:
		fprintf(f, "quantile %s %u\n", s->hist[m->object].name, m->permille);
		break;
	case METRIC_MAX:
		fprintf(f, "max %s\n", s->hist[m->object].name);
		break;
	}
}

static void print_scenario(FILE *f, const struct scenario *s)
{
	unsigned int i;

	if (s->cpus)
		fprintf(f, "cpus %u\n", s->cpus);
	fprintf(f, "%s %lluns\nseed %lu\n", s->limited ? "limit" : "time", s->length, s->seed);
	for (i = 0; i < s->settings; i++) {
		if (s->setting[i].when)
			fprintf(f, "at %lluns ", s->setting[i].when);
		fprintf(f, "set %s %s\n", s->setting[i].name, s->setting[i].value);
	}
	for (i = 0; i < s->metrics; i++)
		print_metric(f, s, &s->metric[i]);
	for (i = 0; i < s->channels; i++)
		fprintf(f, "channel %s room %lu%s\n", s->channel[i].name,
			s->channel[i].room, s->channel[i].sync ? " sync" : "");
	for (i = 0; i < s->locks; i++)
		if (s->lock[i].yields)
			fprintf(f, "spinlock %s\n", s->lock[i].name);
	for (i = 0; i < s->kinds; i++)
		print_kind(f, s, &s->kind[i]);
}

#ifndef NO_MAIN
#include "engine.h"

void *host_alloc(unsigned long size)
{
	void *p = calloc(1, size ? size : 1);

	if (!p)
		abort();
	return p;
}

int main(int argc, char **argv)
{
	struct scenario s;

	if (argc != 2)
		return 2;
	scenario_read(&s, argv[1]);
	print_scenario(stdout, &s);
	return fflush(stdout) || ferror(stdout);
}
#endif
