/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tree's scheduler, compiled as it is, and below it what needs to know its types
 * and its static functions.
 */
#include <linux/sched.h>

/*
 * Probes of the fair class's decisions.  A macro with arguments renames the definition
 * of a function, and not its name alone in the table of its class: what stands there
 * is ours, which calls the renamed one.
 */
struct rq;
static void enqueue_task_fair(struct rq *rq, struct task_struct *p, int wakeup);
static void check_preempt_wakeup(struct rq *rq, struct task_struct *p);
static void task_new_fair(struct rq *rq, struct task_struct *p);
#define enqueue_task_fair(...)		real_enqueue_task_fair(__VA_ARGS__)
#define check_preempt_wakeup(...)	real_check_preempt_wakeup(__VA_ARGS__)
#define task_new_fair(...)		real_task_new_fair(__VA_ARGS__)
#include "sched.c"
#undef enqueue_task_fair
#undef check_preempt_wakeup
#undef task_new_fair

#include "sim.h"
#include "hosting.h"

struct k_task {
	struct task_struct p;
	struct thread_info ti;
	int id;
	int cpu;		/* where it was queued last; -1: nowhere yet */
};

struct task_struct *sim_current;
struct thread_info *sim_thread_info;
int sim_cpu, sim_irqs_off;

static struct task_struct *switched_from;
static struct k_task boot_task;

/* where this tree has them */
void hrtick_resched(void) __attribute__((weak));
void sched_clock_init(void) __attribute__((weak));
/* the groups of users are below it, where groups have a parent */
extern struct task_group root_task_group __attribute__((weak));

/* ---- probes */

static struct k_task *host_task(struct task_struct *p)
{
	return container_of(p, struct k_task, p);
}

static int id_of(struct task_struct *p)
{
	if (p == &init_task || p == task_rq(p)->idle)
		return SIM_IDLE_TASK;
	return host_task(p)->id;
}

/* @p was queued on @rq; its virtual time before is @was */
static void queued(struct rq *rq, struct task_struct *p, int kind, u64 was, u64 base)
{
	struct k_task *task = host_task(p);
	struct decision d = { .cpu = rq->cpu, .task = task->id };

	if (task->cpu >= 0 && task->cpu != rq->cpu) {
		d.kind = SIM_MIGRATE;
		d.from = task->cpu;
		host_decision(&d);
	}
	/* one that an idle CPU starts is not new to the class */
	if (kind < 0 && task->cpu < 0 && task->id >= 0)
		kind = SIM_START;
	task->cpu = rq->cpu;
	if (kind < 0)
		return;
	d.kind = kind;
	d.other = id_of(current);
	d.credit = base - p->se.vruntime;
	d.slept_at = base - was;
	d.weight = p->se.load.weight;
	host_decision(&d);
}

static void enqueue_task_fair(struct rq *rq, struct task_struct *p, int wakeup)
{
	u64 was = p->se.vruntime, base = cfs_rq_of(&p->se)->min_vruntime;

	real_enqueue_task_fair(rq, p, wakeup);
	queued(rq, p, wakeup ? SIM_WAKE : -1, was, base);
}

static void task_new_fair(struct rq *rq, struct task_struct *p)
{
	u64 was = p->se.vruntime, base = cfs_rq_of(&p->se)->min_vruntime;

	real_task_new_fair(rq, p);
	queued(rq, p, SIM_START, was, base);
}

static void check_preempt_wakeup(struct rq *rq, struct task_struct *p)
{
	struct decision d = {
		.kind = SIM_PREEMPT, .cpu = rq->cpu, .task = id_of(p), .other = id_of(rq->curr),
	};

	real_check_preempt_wakeup(rq, p);
	d.yes = test_tsk_thread_flag(rq->curr, TIF_NEED_RESCHED);
	host_decision(&d);
}

/* ---- whose turn it is */

void k_enter(int cpu)
{
	sim_cpu = cpu;
	sim_current = cpu_rq(cpu)->curr;
	sim_thread_info = task_thread_info(sim_current);
}

void *k_coroutine(int cpu)
{
	return cpu_rq(cpu)->curr->thread.co;
}

struct task_struct *sim_switch(struct task_struct *prev, struct task_struct *next)
{
	struct decision d = {
		.kind = SIM_SWITCH, .cpu = sim_cpu, .task = id_of(prev), .other = id_of(next),
	};

	host_decision(&d);
	sim_current = next;
	sim_thread_info = task_thread_info(next);
	switched_from = prev;
	host_switch(prev->thread.co, next->thread.co);
	return switched_from;
}

/* the second one is never set where there is no hrtick_resched() */
#define RESCHED	(1 << TIF_NEED_RESCHED | 1 << TIF_HRTICK_RESCHED)

int k_need_resched(void)
{
	return (current_thread_info()->flags & RESCHED) != 0;
}

/* the way back to user mode */
void k_resched(void)
{
	while (current_thread_info()->flags & RESCHED) {
		if (need_resched())
			schedule();
		if (test_thread_flag(TIF_HRTICK_RESCHED))
			hrtick_resched();
	}
}

/* ---- interrupts */

static int idling(void)
{
	return sim_current == cpu_rq(sim_cpu)->idle;
}

static void irq_begins(void)
{
	add_preempt_count(HARDIRQ_OFFSET);
	sim_irqs_off = 1;
	if (idling())
		sim_idle_interrupted();
}

static void irq_ends(void)
{
	sub_preempt_count(HARDIRQ_OFFSET);
	add_preempt_count(SOFTIRQ_OFFSET);
	sim_irqs_off = 0;
	sim_softirqs();
	sub_preempt_count(SOFTIRQ_OFFSET);
	if (idling())
		sim_idle_goes_on();
}

void k_tick(void)
{
	irq_begins();
	sim_tick();
	scheduler_tick();
	irq_ends();
}

void k_ipi(void)
{
	/* that it came is all there is to it, and no time passes in it */
	sim_irqs_off = 1;
	if (idling())
		sim_halt_ends();
	sim_irqs_off = 0;
}

void k_timer(void *timer)
{
	irq_begins();
	sim_hrtimer(timer);
	irq_ends();
}

void k_call(void (*fn)(void *), void *arg)
{
	irq_begins();
	fn(arg);
	irq_ends();
}

/* ---- tasks */

void k_wake_soon(const struct k_task *task)
{
	const char *at;

	for (at = (const char *)task; at < (const char *)(task + 1); at += 64)
		prefetch(at);
}

int k_wake(struct k_task *task, int sync)
{
	return try_to_wake_up(&task->p, TASK_INTERRUPTIBLE | TASK_UNINTERRUPTIBLE, sync);
}

void k_sleep_begin(void)
{
	set_current_state(TASK_INTERRUPTIBLE);
}

void k_sleep(void)
{
	schedule();
}

void k_yield(void)
{
	sys_sched_yield();
}

void k_exit(void)
{
	current->state = TASK_DEAD;
	schedule();
	BUG();
}

void k_task_begin(void)
{
	schedule_tail(switched_from);
}

static struct k_task *task_alloc(const char *name, void *co)
{
	struct k_task *task = host_alloc(sizeof(*task));

	task->id = SIM_KERNEL_TASK;
	task->cpu = -1;
	task->p = init_task;
	task->ti = *task_thread_info(&init_task);
	task->p.stack = &task->ti;
	task->ti.task = &task->p;
	task->ti.flags = 0;
	task->ti.preempt_count = 0;
	task->p.thread.co = co;
	/* the engine's, and the kernel's */
	atomic_set(&task->p.usage, 2);
	strncpy(task->p.comm, name, sizeof(task->p.comm) - 1);
	task->p.comm[sizeof(task->p.comm) - 1] = 0;
	return task;
}

/* As copy_process(), of init_task's likeness, by whoever is current. */
static struct k_task *task_fork(const char *name, void *co)
{
	struct k_task *task = task_alloc(name, co);
	struct task_struct *p = &task->p;

	cpus_setall(p->cpus_allowed);
	sched_fork(p, 0);
	return task;
}

#ifdef CONFIG_USER_SCHED
static struct task_group *new_group(void)
{
	/* with a parent, or without */
	return __builtin_choose_expr(
		__builtin_types_compatible_p(__typeof__(&sched_create_group),
					     struct task_group *(*)(void)),
		((struct task_group *(*)(void))sched_create_group)(),
		((struct task_group *(*)(struct task_group *))sched_create_group)(&root_task_group));
}

static struct user_struct *user_of(unsigned int uid)
{
	static struct { unsigned int uid; struct user_struct *user; } known[256];
	static unsigned int n;
	unsigned int i;

	if (!uid)
		return &root_user;
	for (i = 0; i < n; i++)
		if (known[i].uid == uid)
			return known[i].user;
	if (n == ARRAY_SIZE(known))
		return NULL;
	known[n].uid = uid;
	known[n].user = host_alloc(sizeof(struct user_struct));
	known[n].user->tg = new_group();
	return known[n++].user;
}
#endif

struct k_task *k_task_new(const struct k_attr *attr, void *co, const char **why)
{
	struct k_task *task = task_fork(attr->name, co);
	struct task_struct *p = &task->p;
	int cpu;

	task->id = attr->id;
#ifdef CONFIG_USER_SCHED
	p->user = user_of(attr->uid);
	if (!p->user) {
		*why = "too many users";
		return NULL;
	}
#endif
	p->uid = p->euid = attr->uid;
	p->static_prio = NICE_TO_PRIO(attr->nice);
	p->prio = p->normal_prio = p->static_prio;
	p->policy = attr->policy;
	p->rt_priority = attr->priority;
	p->sched_class = attr->priority ? &rt_sched_class : &fair_sched_class;
	if (attr->priority)
		p->prio = p->normal_prio = MAX_RT_PRIO - 1 - attr->priority;
	set_load_weight(p);
	if (attr->cpus) {
		cpus_clear(p->cpus_allowed);
		for (cpu = 0; cpu < SIM_CPUS; cpu++)
			if (attr->cpus >> cpu & 1)
				cpu_set(cpu, p->cpus_allowed);
	}
	p->rt.nr_cpus_allowed = cpus_weight(p->cpus_allowed);
	cpu = task_cpu(p);
	if (!cpu_isset(cpu, p->cpus_allowed))
		cpu = first_cpu(p->cpus_allowed);
	set_task_cpu(p, cpu);
	return task;
}

void k_task_start(struct k_task *task)
{
	wake_up_new_task(&task->p, 0);
}

void k_figures(struct k_task *task, struct k_figures *f)
{
	struct task_struct *p = &task->p;

	f->ran = p->se.sum_exec_runtime;
	f->switches = p->nvcsw + p->nivcsw;
	f->cpu = task_cpu(p);
}

/* ---- kernel threads: those of the tree are tasks like others */

struct kthread {
	int (*fn)(void *data);
	void *data;
};

static void kthread(void *arg)
{
	struct kthread *k = arg;

	k_task_begin();
	k->fn(k->data);
	k_exit();
}

struct task_struct *kthread_create(int (*fn)(void *data), void *data, const char fmt[], ...)
{
	struct kthread *k = host_alloc(sizeof(*k));
	char name[SIM_NAME];
	va_list ap;

	k->fn = fn;
	k->data = data;
	va_start(ap, fmt);
	vsnprintf(name, sizeof(name), fmt, ap);
	va_end(ap);
	return &task_fork(name, host_coroutine(kthread, k))->p;
}

void kthread_bind(struct task_struct *p, unsigned int cpu)
{
	p->state = TASK_UNINTERRUPTIBLE;
	set_task_cpu(p, cpu);
	p->cpus_allowed = cpumask_of_cpu(cpu);
	p->rt.nr_cpus_allowed = 1;
}

int kthread_should_stop(void)
{
	return 0;
}

/* ---- settings */

/* of settings.c: what the tree derives from them when they are written */
void sim_was_set(void)
{
	sched_nr_latency = DIV_ROUND_UP(sysctl_sched_latency, sysctl_sched_min_granularity);
}

/* ---- boot */

static void idle(void *arg)
{
	(void)arg;
	preempt_disable();
	for (;;) {
		sim_idle_begins();
		while (!need_resched())
			host_idle();
		sim_idle_ends();
		preempt_enable_no_resched();
		schedule();
		preempt_disable();
	}
}

static void shape_cpus(const struct sim_shape *shape)
{
	unsigned int i, k;

	for (i = 0; i < shape->cpus; i++) {
		const struct sim_cpu *a = &shape->cpu[i];

		for (k = 0; k < shape->cpus; k++) {
			const struct sim_cpu *b = &shape->cpu[k];

			if (a->package != b->package)
				continue;
			cpu_set(k, per_cpu(cpu_core_map, i));
			if (a->core == b->core)
				cpu_set(k, per_cpu(cpu_sibling_map, i));
		}
	}
	sim_shape(shape);
}

void k_boot(const struct sim_shape *shape)
{
	struct k_task *task;
	unsigned int cpu;

	sim_ticks_begin();
	sim_percpu(shape->cpus);
	shape_cpus(shape);
	init_task.stack = &boot_task.ti;
	boot_task.ti.task = &init_task;
	init_task.lock_depth = -1;
	init_task.static_prio = init_task.prio = init_task.normal_prio = MAX_PRIO - 20;
	init_task.active_mm = &init_mm;
	init_task.user = &root_user;
	atomic_set(&init_task.usage, 2);
	cpus_setall(init_task.cpus_allowed);
	strcpy(init_task.comm, "swapper");
	sim_current = &init_task;
	sim_thread_info = &boot_task.ti;
#ifdef CONFIG_USER_SCHED
	root_user.tg = &init_task_group;
#endif
	sim_online(0);
	sched_init();
	/* the engine's stack is not to be switched away from */
	preempt_disable();
	if (sched_clock_init)
		sched_clock_init();
	init_task.thread.co = host_coroutine(idle, NULL);
	migration_init();
	for (cpu = 1; cpu < shape->cpus; cpu++) {
		sim_notify(CPU_UP_PREPARE, cpu);
		task = task_alloc("swapper", host_coroutine(idle, NULL));
		init_idle(&task->p, cpu);
		sim_online(cpu);
		sim_notify(CPU_ONLINE, cpu);
	}
	system_state = SYSTEM_RUNNING;
	sched_init_smp();
	init_idle_bootup_task(&init_task);
	preempt_enable_no_resched();
}
