/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events, coroutines and CPUs.
 */
#ifndef CFSQ_SIM_ENGINE_H
#define CFSQ_SIM_ENGINE_H

#include <stddef.h>

#include "sim.h"

/* ---- events: the earliest first, of the same time the one that was set first */

enum event_kind { EV_TICK, EV_BURST, EV_IPI, EV_TIMER, EV_CALL, EV_ALARM };

typedef unsigned __int128 event_key;	/* a time, and below it the order of setting */

struct event {
	event_key due;			/* 0: it is not set */
	size_t at;			/* in the heap, from 1 on; 0: not there */
	enum event_kind kind;
	int cpu;
	void *arg;
	void (*fn)(void *arg);		/* of EV_CALL and EV_ALARM */
};

/* It may stay in the heap, and so stay allocated, until the time has passed. */
void event_set(struct event *e, sim_time when);
void event_clear(struct event *e);

/* ---- coroutines */

struct coroutine;

struct coroutine *coroutine_new(void (*fn)(void *arg), void *arg);
void coroutine_switch(struct coroutine *from, struct coroutine *to);
/* it will be switched to: the host shall fetch its stack meanwhile */
void coroutine_soon(const struct coroutine *co);

/* ---- the run */

/* what things cost and how clocks behave; ns */
struct params {
	sim_time tick;			/* between two ticks of a CPU */
	sim_time tick_skew;		/* a CPU's tick comes so much after that of the one before */
	sim_time switch_cost;		/* added to the next burst after a switch */
	sim_time ipi_cost;		/* from sending to receiving */
	sim_time clock_offset;		/* what the clocks show at the start */
};
extern struct params params;

/* k_boot(), and every CPU idles; before any task */
void engine_boot(const struct sim_shape *shape);
/* until there is no event before @end; that is the time then */
void engine_run(sim_time end);
/* of a task or an interrupt: what is due at this time is still done, then the run is over */
void engine_end(void);
/* ns since the start of the run */
sim_time engine_now(void);
/* @cpu does this now, as an interrupt */
void engine_interrupt(int cpu, void (*fn)(void *arg), void *arg);
/* whose turn it is */
int engine_cpu(void);

/*
 * Of a task: its CPU is busy with it for @ns of execution, however often others take
 * the CPU meanwhile.
 */
void engine_burst(sim_time ns);

/* the end of the program, with a message: "<name>: <place>: <what>", the way out */
extern const char *die_name;		/* "sim" if nobody says otherwise */
__attribute__((noreturn, format(printf, 4, 5)))
void die(int code, const char *place, const char *way_out, const char *fmt, ...);

extern unsigned long long engine_events;

#endif
