/* SPDX-License-Identifier: GPL-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine.h"

#define STACK		(64 * 1024)
#define GUARD		4096

struct params params;
unsigned long long engine_events;

/* ---- events: a heap of four children a node */

/*
 * Most timers are cleared, or set to a later time, long before they are due.  That does
 * not move a node: it is put right when it comes to the front.
 */
struct node {
	event_key key;			/* the event's, or an earlier one */
	struct event *event;
};

/* from 1 on; behind the last one are four that are later than any event */
static struct node *heap;
static size_t heap_n, heap_size;
static unsigned long long seq;
static sim_time now;
/*
 * The first node's event is dealt with, and its place is free: most events bring
 * another one, which takes it.  Until then it is there with its key, before all others.
 */
static int first_is_free;

static void put(event_key key, struct event *e, size_t at)
{
	heap[at] = (struct node) { key, e };
	e->at = at;
}

static void up(event_key key, struct event *e, size_t at)
{
	size_t parent;

	while (at > 1) {
		parent = (at + 2) / 4;
		if (key > heap[parent].key)
			break;
		put(heap[parent].key, heap[parent].event, at);
		at = parent;
	}
	put(key, e, at);
}

/* Which child is the first is computed without branches: nobody could predict them. */
static void down(event_key key, struct event *e, size_t at)
{
	struct node *child, *other;

	for (;;) {
		child = &heap[4 * at - 2];
		if (child > &heap[heap_n])
			break;
		other = child + 2 + (child[3].key < child[2].key);
		child += child[1].key < child->key;
		child = other->key < child->key ? other : child;
		if (key < child->key)
			break;
		put(child->key, child->event, at);
		at = child - heap;
	}
	put(key, e, at);
}

static void more_room(void)
{
	size_t i = heap_size;

	heap_size = heap_size ? 2 * heap_size : 256;
	heap = realloc(heap, heap_size * sizeof(*heap));
	if (!heap)
		host_bug("no memory for events", 0);
	for (; i < heap_size; i++)
		heap[i].key = ~(event_key)0;
}

void event_set(struct event *e, sim_time when)
{
	event_key key = (event_key)(when < now ? now : when) << 64 | ++seq;

	e->due = key;
	if (e->at) {
		if (key < heap[e->at].key)
			up(key, e, e->at);
	} else if (first_is_free) {
		first_is_free = 0;
		down(key, e, 1);
	} else {
		if (heap_n + 5 > heap_size)
			more_room();
		up(key, e, ++heap_n);
	}
}

void event_clear(struct event *e)
{
	e->due = 0;
}

static void take_first_out(void)
{
	struct node last = heap[heap_n];

	heap[heap_n--].key = ~(event_key)0;
	if (heap_n)
		down(last.key, last.event, 1);
}

/* the next one, and it is now; NULL: none before @end */
static struct event *next_event(sim_time end)
{
	struct event *e;

	if (first_is_free) {
		first_is_free = 0;
		take_first_out();
	}
	for (;;) {
		if (!heap_n || heap[1].key >> 64 > end)
			return NULL;
		e = heap[1].event;
		if (e->due == heap[1].key)
			break;
		if (e->due) {
			down(e->due, e, 1);
		} else {
			e->at = 0;
			take_first_out();
		}
	}
	e->at = 0;
	e->due = 0;
	now = heap[1].key >> 64;
	first_is_free = 1;
	return e;
}

/* ---- coroutines */

struct coroutine {
	void *sp;
	void (*fn)(void *arg);
	void *arg;
} __attribute__((aligned(16)));

static struct coroutine main_co;

/* The registers that a function has to keep are on the stack, its end is in @from. */
void coroutine_swap(void **from, void *to);
__asm__(".text\n"
	".type coroutine_swap, @function\n"
	"coroutine_swap:\n"
	"	pushq %rbp\n"
	"	pushq %rbx\n"
	"	pushq %r12\n"
	"	pushq %r13\n"
	"	pushq %r14\n"
	"	pushq %r15\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rsp\n"
	"	popq %r15\n"
	"	popq %r14\n"
	"	popq %r13\n"
	"	popq %r12\n"
	"	popq %rbx\n"
	"	popq %rbp\n"
	"	ret\n"
	".size coroutine_swap, . - coroutine_swap\n"
	/* the first time: %rbx is the coroutine */
	".type coroutine_first, @function\n"
	"coroutine_first:\n"
	"	movq %rbx, %rdi\n"
	"	call coroutine_begin\n"
	"	ud2\n"
	".size coroutine_first, . - coroutine_first\n");
void coroutine_first(void);

__attribute__((used))
static void coroutine_begin(struct coroutine *co)
{
	co->fn(co->arg);
	host_bug("a coroutine came to its end", 0);
}

/*
 * It is at the top of its own stack.  The tops are not all at the same place of a page,
 * which is the same set of the host's cache.
 */
struct coroutine *coroutine_new(void (*fn)(void *arg), void *arg)
{
	static unsigned int colour;
	struct coroutine *co;
	void **sp;
	char *stack;

	stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	/* what runs over is stopped */
	if (stack == MAP_FAILED || mprotect(stack, GUARD, PROT_NONE))
		die(EXIT_FAILURE, "memory", "take fewer tasks", "no room for a stack");
	co = (struct coroutine *)(stack + STACK - colour++ % 32 * 64) - 1;
	co->fn = fn;
	co->arg = arg;
	sp = (void **)co;
	/* aligned to 16 at the call */
	*--sp = NULL;
	*--sp = NULL;
	*--sp = (void *)coroutine_first;
	*--sp = NULL;		/* rbp */
	*--sp = co;		/* rbx */
	sp -= 4;
	memset(sp, 0, 4 * sizeof(*sp));
	co->sp = sp;
	return co;
}

void coroutine_soon(const struct coroutine *co)
{
	const char *at;

	/* as deep as one that sleeps is */
	for (at = (const char *)co - 512; at <= (const char *)co; at += 64)
		__builtin_prefetch(at);
}

void coroutine_switch(struct coroutine *from, struct coroutine *to)
{
	coroutine_swap(&from->sp, to->sp);
}

/* ---- CPUs */

struct cpu {
	struct event tick, burst, ipi;
	int burst_over;
	sim_time overhead;		/* before the next burst */
};

static struct cpu cpus[SIM_CPUS];
static int cpu;				/* whose turn it is */

sim_time engine_now(void)
{
	return now;
}

int engine_cpu(void)
{
	return cpu;
}

static void turn_of(struct event *e);
static int goes_on(void);

static sim_time end;
static int runs;

/*
 * Events up to one after which a coroutine has something to do: that one.  The main one
 * is at the end.
 */
static struct coroutine *next_turn(void)
{
	struct event *e;

	while (runs && (e = next_event(end))) {
		engine_events++;
		turn_of(e);
		if (goes_on())
			return k_coroutine(cpu);
	}
	return &main_co;
}

/* until its coroutine, whichever that is then, has nothing more to do at this time */
static void resume(void)
{
	coroutine_switch(&main_co, k_coroutine(cpu));
}

/* It deals with the events itself, as most often the next turn is its own. */
void host_idle(void)
{
	struct coroutine *self = k_coroutine(cpu), *next = next_turn();

	if (next != self)
		coroutine_switch(self, next);
}

void engine_burst(sim_time ns)
{
	sim_time start;
	struct cpu *c;

	for (;;) {
		k_resched();
		c = &cpus[cpu];
		ns += c->overhead;
		c->overhead = 0;
		if (!ns)
			return;
		start = now;
		c->burst_over = 0;
		event_set(&c->burst, now + ns);
		host_idle();
		event_clear(&c->burst);
		ns -= now - start;
	}
}

static int goes_on(void)
{
	struct cpu *c = &cpus[cpu];

	if (!c->burst_over && !k_need_resched())
		return 0;
	c->burst_over = 0;
	return 1;
}

void engine_interrupt(int on, void (*fn)(void *arg), void *arg)
{
	cpu = on;
	k_enter(cpu);
	k_call(fn, arg);
	if (goes_on())
		resume();
}

static void turn_of(struct event *e)
{
	struct cpu *c = &cpus[e->cpu];

	cpu = e->cpu;
	k_enter(cpu);
	switch (e->kind) {
	case EV_TICK:
		event_set(e, now + params.tick);
		k_tick();
		break;
	case EV_BURST:
		c->burst_over = 1;
		break;
	case EV_IPI:
		k_ipi();
		break;
	case EV_TIMER:
		k_timer(e->arg);
		break;
	case EV_CALL:
		k_call(e->fn, e->arg);
		host_free(e);
		break;
	case EV_ALARM:
		k_call(e->fn, e->arg);
		break;
	}
}

void engine_run(sim_time until)
{
	struct coroutine *next;

	end = until;
	runs = 1;
	next = next_turn();
	if (next != &main_co)
		coroutine_switch(&main_co, next);
	runs = 0;
	now = end;
}

void engine_end(void)
{
	end = now;
}

void engine_boot(const struct sim_shape *shape)
{
	unsigned int i;

	for (i = 0; i < shape->cpus; i++) {
		cpus[i].tick = (struct event) { .kind = EV_TICK, .cpu = i };
		cpus[i].burst = (struct event) { .kind = EV_BURST, .cpu = i };
		cpus[i].ipi = (struct event) { .kind = EV_IPI, .cpu = i };
	}
	cpu = 0;
	k_boot(shape);
	for (i = 0; i < shape->cpus; i++) {
		event_set(&cpus[i].tick, params.tick + i * params.tick_skew);
		cpu = i;
		k_enter(i);
		resume();
	}
}

/* ---- what the kernel's side asks for */

sim_time host_tick(sim_time when)
{
	struct event *tick = &cpus[cpu].tick;
	sim_time was = tick->due >> 64;

	if (when == SIM_NEVER)
		event_clear(tick);
	else
		event_set(tick, when - params.clock_offset);
	return was + params.clock_offset;
}

sim_time host_now(void)
{
	return now + params.clock_offset;
}

sim_time host_raw_clock(void)
{
	return now + params.clock_offset;
}

void host_send_ipi(int to)
{
	if (!cpus[to].ipi.due)
		event_set(&cpus[to].ipi, now + params.ipi_cost);
}

void host_send_call(int to, void (*fn)(void *), void *arg)
{
	struct event *e = host_alloc(sizeof(*e));

	e->kind = EV_CALL;
	e->cpu = to;
	e->fn = fn;
	e->arg = arg;
	event_set(e, now + params.ipi_cost);
}

void host_timer_set(void *timer, void **slot, sim_time when)
{
	struct event *e = *slot;

	if (!e) {
		*slot = e = host_alloc(sizeof(*e));
		e->kind = EV_TIMER;
		e->arg = timer;
	}
	e->cpu = cpu;
	event_set(e, when - params.clock_offset);
}

void host_timer_clear(void **slot)
{
	if (*slot)
		event_clear(*slot);
}

void *host_coroutine(void (*fn)(void *arg), void *arg)
{
	return coroutine_new(fn, arg);
}

void host_switch(void *from, void *to)
{
	cpus[cpu].overhead += params.switch_cost;
	coroutine_switch(from, to);
}

void *host_alloc(unsigned long size)
{
	void *p = calloc(1, size ? size : 1);

	if (!p)
		die(EXIT_FAILURE, "memory", "take fewer tasks", "no room for %lu bytes", size);
	return p;
}

void host_free(void *p)
{
	free(p);
}
