/* SPDX-License-Identifier: GPL-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "exitcodes.h"
#include "results.h"
#include "tasks.h"
#include "trace.h"

#define IDLE_TURNS	1000000

struct task {
	struct k_task *k;
	struct coroutine *co;
	const struct kind *kind;
	struct event alarm;
	struct task *next_waiting, *next;
	unsigned long long random;
	unsigned long *turns;		/* left of each loop, by its step */
	sim_time due;			/* when it was to wake up */
	sim_time stamp;			/* its own, or of the last message that it took */
	unsigned int number;
};

struct queue {
	struct task *first, **last;
};

struct channel_state {
	unsigned long messages, first;	/* first: where the oldest one's stamp is */
	sim_time *stamps;		/* of those in it, room for all */
	struct queue senders, receivers;
};

struct lock_state {
	struct task *owner;
	struct queue waiters;
};

static const struct scenario *scenario;
static struct channel_state *channels;
static struct lock_state *locks;
static struct task *all, **last = &all;
static unsigned int ntasks, *made;	/* made: of each kind */
static unsigned int awaited;		/* by the end of the run */

/* ---- chance */

static unsigned long long draw(struct task *t)
{
	unsigned long long z = t->random += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

static sim_time drawn(struct task *t, const struct span *span)
{
	sim_time width = span->to - span->from;

	return width ? span->from + draw(t) % (width + 1) : span->from;
}

/* ---- waiting */

static void enqueue(struct queue *q, struct task *t)
{
	t->next_waiting = NULL;
	if (!q->first)
		q->last = &q->first;
	*q->last = t;
	q->last = &t->next_waiting;
}

static void wake(struct task *t, int sync)
{
	/* fewer are in the host's caches */
	if (ntasks > 256) {
		trace_soon(t->number);
		k_wake_soon(t->k);
		coroutine_soon(t->co);
	}
	k_wake(t->k, sync);
}

/* the one that waits longest is woken */
static void wake_first(struct queue *q, int sync)
{
	struct task *t = q->first;

	if (!t)
		return;
	q->first = t->next_waiting;
	wake(t, sync);
}

/* until somebody wakes it out of @q */
static void wait_in(struct queue *q, struct task *t)
{
	k_sleep_begin();
	enqueue(q, t);
	k_sleep();
}

static void ring(void *arg)
{
	wake(arg, 0);
}

static void sleep_for(struct task *t, sim_time ns)
{
	t->due = engine_now() + ns;
	if (!ns)
		return;
	k_sleep_begin();
	t->alarm.kind = EV_ALARM;
	t->alarm.cpu = engine_cpu();
	t->alarm.fn = ring;
	t->alarm.arg = t;
	event_set(&t->alarm, t->due);
	k_sleep();
}

/* ---- what a task does */

static struct task *task_new(const struct kind *kind);

static void send(struct task *t, unsigned int object, unsigned long n)
{
	const struct channel *c = &scenario->channel[object];
	struct channel_state *s = &channels[object];

	while (n--) {
		while (s->messages >= c->room)
			wait_in(&s->senders, t);
		s->stamps[(s->first + s->messages++) % c->room] = t->stamp;
		wake_first(&s->receivers, c->sync);
	}
}

static void receive(struct task *t, unsigned int object, unsigned long n)
{
	const struct channel *c = &scenario->channel[object];
	struct channel_state *s = &channels[object];

	while (n--) {
		while (!s->messages)
			wait_in(&s->receivers, t);
		t->stamp = s->stamps[s->first];
		s->first = (s->first + 1) % c->room;
		s->messages--;
		wake_first(&s->senders, c->sync);
	}
}

static void take(struct task *t, unsigned int object)
{
	struct lock_state *l = &locks[object];

	while (l->owner) {
		if (scenario->lock[object].yields) {
			k_yield();
			/* a yield takes time, or all would be over before it passes */
			engine_burst(1000);
		} else {
			wait_in(&l->waiters, t);
		}
	}
	l->owner = t;
}

static void release(struct task *t, unsigned int object)
{
	struct lock_state *l = &locks[object];

	if (l->owner != t)
		die(EXIT_BADFILE, scenario->path, "lock it before",
		    "%s unlocks %s and does not hold it", t->kind->attr.name,
		    scenario->lock[object].name);
	l->owner = NULL;
	wake_first(&l->waiters, 0);
}

static void perform(struct task *t)
{
	const struct kind *k = t->kind;
	sim_time before = host_now();
	unsigned long idle_turns = 0;
	unsigned int i;

	for (i = 0; i < k->steps; i++) {
		const struct step *s = &k->step[i];

		switch (s->op) {
		case OP_RUN:
			engine_burst(drawn(t, &s->span));
			continue;
		case OP_SLEEP:
			sleep_for(t, drawn(t, &s->span));
			if (s->late)
				results_measure(s->object, engine_now() - t->due);
			break;
		case OP_STAMP:
			t->stamp = engine_now();
			continue;
		case OP_MEASURE:
			results_measure(s->object, engine_now() - t->stamp);
			continue;
		case OP_COUNT:
			results_count(s->object, s->n);
			continue;
		case OP_YIELD:
			k_yield();
			break;
		case OP_SEND:
			send(t, s->object, s->n);
			break;
		case OP_RECEIVE:
			receive(t, s->object, s->n);
			break;
		case OP_LOCK:
			take(t, s->object);
			break;
		case OP_UNLOCK:
			release(t, s->object);
			break;
		case OP_START:
			k_task_start(task_new(&scenario->kind[s->object])->k);
			break;
		case OP_LOOP:
			t->turns[i] = s->n;
			continue;
		case OP_END:
			/* the host's time is spent, and no simulated time passes */
			if (host_now() != before) {
				before = host_now();
				idle_turns = 0;
			} else if (++idle_turns > IDLE_TURNS) {
				die(EXIT_BADFILE, scenario->path, "let it run or sleep",
				    "%s turns in a loop that takes no time", k->attr.name);
			}
			if (!k->step[s->other_end].n || --t->turns[s->other_end])
				i = s->other_end;
			continue;
		case OP_EXIT:
			return;
		}
		/* a switch, a wakeup: whatever it cost, and whoever is to run now */
		engine_burst(0);
	}
}

static void begin(void *arg)
{
	struct task *t = arg;

	k_task_begin();
	perform(t);
	if (!t->kind->background && !--awaited && scenario->limited)
		engine_end();
	k_exit();
}

static struct task *task_new(const struct kind *kind)
{
	struct task *t = host_alloc(sizeof(*t));
	struct k_attr attr = kind->attr;
	const char *why;

	if (ntasks == TASKS_MAX)
		die(EXIT_BADFILE, scenario->path, "start fewer",
		    "more than %d tasks", TASKS_MAX);
	t->kind = kind;
	t->number = ntasks++;
	awaited += !kind->background;
	attr.id = t->number;
	trace_name(t->number, attr.name, made[kind - scenario->kind]++);
	t->random = scenario->seed * 0x9e3779b97f4a7c15ull + t->number;
	t->turns = host_alloc(kind->steps * sizeof(*t->turns));
	t->co = coroutine_new(begin, t);
	t->k = k_task_new(&attr, t->co, &why);
	if (!t->k)
		die(EXIT_BADFILE, scenario->path, "take another tree, or leave it out",
		    "%s: %s", attr.name, why);
	*last = t;
	last = &t->next;
	return t;
}

static void start_all(void *arg)
{
	unsigned int i, k;

	(void)arg;
	for (i = 0; i < scenario->kinds; i++)
		for (k = 0; !scenario->kind[i].later && k < scenario->kind[i].count; k++)
			k_task_start(task_new(&scenario->kind[i])->k);
}

void tasks_start(const struct scenario *s)
{
	unsigned int i;

	scenario = s;
	channels = host_alloc(s->channels * sizeof(*channels));
	for (i = 0; i < s->channels; i++)
		channels[i].stamps = host_alloc(s->channel[i].room * sizeof(sim_time));
	locks = host_alloc(s->locks * sizeof(*locks));
	made = host_alloc(s->kinds * sizeof(*made));
	engine_interrupt(0, start_all, NULL);
}

unsigned int tasks_awaited(void)
{
	return awaited;
}

void tasks_print(void)
{
	const struct trace_task *w;
	struct k_figures f;
	struct task *t;

	for (t = all; t; t = t->next) {
		/* its task_struct stays when it ends, with the last of its time */
		k_figures(t->k, &f);
		w = trace_task(t->number);
		printf("task %s ran %llu switches %llu wakeups %llu waited %llu longest %llu migrations %llu preempted %llu cpu %d\n",
		       w->name, f.ran, f.switches, w->wakeups, w->waited,
		       w->longest, w->migrations, w->preempted, f.cpu);
	}
}
