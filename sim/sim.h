/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the engine (sim/engine) and the hosted scheduler (sim/kernel) know of each
 * other: plain C, no type of a kernel's.  Times are ns of simulated time; a CPU is
 * a number from 0 on.
 *
 * The k_ functions are the tree's, the host_ functions the engine's.  All run in one
 * thread of the host.  What a CPU does, it does between k_enter() and the next one:
 * either an interrupt, on the engine's own stack (k_tick(), k_ipi(), k_timer(),
 * k_wake()), or the code of a task, on its coroutine.
 */
#ifndef CFSQ_SIM_H
#define CFSQ_SIM_H

#define SIM_CPUS	32
#define SIM_NAME	16	/* of a task, with its end */

typedef unsigned long long sim_time;
#define SIM_NEVER	(~0ull)

struct sim_cpu {
	unsigned int package, core;	/* core: its number within the package */
	unsigned int cache;		/* CPUs of one number share the last cache */
};

struct sim_shape {
	unsigned int cpus;
	struct sim_cpu cpu[SIM_CPUS];
};

struct k_task;			/* a task_struct */

enum sim_policy { SIM_NORMAL = 0, SIM_FIFO = 1, SIM_RR = 2, SIM_BATCH = 3, SIM_IDLE = 5 };

struct k_attr {
	char name[SIM_NAME];
	int id;				/* the engine's, from 0 on */
	int nice;
	int policy, priority;		/* priority: of SIM_FIFO and SIM_RR, 1 to 99 */
	unsigned int uid;
	unsigned int cpus;		/* a bit a CPU; 0: all */
};

struct k_figures {
	sim_time ran;			/* sum_exec_runtime */
	unsigned long long switches;	/* of its own will and not */
	int cpu;
};

/* what a scheduler decides; SIM_IDLE_TASK and less are no tasks of the engine's */
#define SIM_IDLE_TASK	-1
#define SIM_KERNEL_TASK	-2

enum decision_kind {
	SIM_SWITCH,	/* from @task to @other */
	SIM_WAKE,	/* @task is queued on @cpu, woken by @other */
	SIM_START,	/* the same of a new one */
	SIM_MIGRATE,	/* @task goes from @from to @cpu */
	SIM_PREEMPT,	/* @task, just queued, against @other, which runs: @yes? */
};

struct decision {
	enum decision_kind kind;
	int cpu, task, other, from, yes;
	/* SIM_WAKE, SIM_START, ns of virtual time */
	long long credit;		/* how far before min_vruntime it was put */
	long long slept_at;		/* where it was before, seen from there as well */
	unsigned int weight;
};

/* ---- of the tree */

/* between two ticks of a CPU: what the tree's CONFIG_HZ says */
sim_time k_tick_ns(void);

/* The machine comes up: all CPUs online, domains built, each CPU in its idle task. */
void k_boot(const struct sim_shape *shape);

/*
 * A new task, not running yet; @co is its coroutine.  NULL: @attr asks for what this
 * tree does not have; *why is a text then.
 */
struct k_task *k_task_new(const struct k_attr *attr, void *co, const char **why);
/* as fork() does it: it is woken for the first time, by the current task or at boot */
void k_task_start(struct k_task *task);
void k_figures(struct k_task *task, struct k_figures *figures);

/* This CPU's turn: its current task is current from now on. */
void k_enter(int cpu);
/* the coroutine of what is current on @cpu */
void *k_coroutine(int cpu);

/* interrupts, of the CPU whose turn it is */
void k_tick(void);
void k_ipi(void);
void k_timer(void *timer);
void k_call(void (*fn)(void *), void *arg);
int k_wake(struct k_task *task, int sync);
/* it is woken next: the host shall fetch what that touches, all of it at once */
void k_wake_soon(const struct k_task *task);

/* 1: the current task has to call k_resched() before it goes on */
int k_need_resched(void);

/* of a task, on its own coroutine; the first thing that it does there */
void k_task_begin(void);
void k_resched(void);
/* it sleeps until it is woken; k_sleep_begin() comes first, a wakeup between is kept */
void k_sleep_begin(void);
void k_sleep(void);
void k_yield(void);
__attribute__((noreturn)) void k_exit(void);

/*
 * What is in /proc/sys/kernel there: sched_latency_ns and others.  -1: this tree has
 * no such setting; -2: it does not take this value.
 */
int k_set(const char *name, int value);
int k_get(const char *name, int *value);

/* ---- of the engine */

sim_time host_now(void);
/* the raw clock that sched_clock() reads, of the CPU whose turn it is */
sim_time host_raw_clock(void);
void host_send_ipi(int cpu);
void host_send_call(int cpu, void (*fn)(void *), void *arg);
/*
 * The next tick of the CPU whose turn it is comes @when, the others after it by its
 * length; SIM_NEVER: it has none.  Returns when the next one would have come.
 */
sim_time host_tick(sim_time when);
/* *@slot is the engine's for ever; NULL when the timer is new */
void host_timer_set(void *timer, void **slot, sim_time when);
void host_timer_clear(void **slot);
void *host_coroutine(void (*fn)(void *arg), void *arg);
void host_switch(void *from, void *to);
/* the rest of the event is over: the CPU goes on with what it does */
void host_idle(void);
void *host_alloc(unsigned long size);	/* zeroed, never NULL */
void host_free(void *p);
/* in the order in which they are taken; *@d is gone after it */
void host_decision(const struct decision *d);
void host_log(const char *text, unsigned long size);
__attribute__((noreturn)) void host_bug(const char *file, int line);
void host_warn(const char *file, int line);

#endif
