/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the scheduler asks of the rest of a kernel.  This is the list: a symbol that is
 * neither here nor in a file that is linked from the tree ends the build.
 */
#include <linux/bootmem.h>
#include <linux/cpu.h>
#include <linux/fs.h>
#include <linux/init_task.h>
#include <linux/interrupt.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mmzone.h>
#include <linux/nodemask.h>
#include <linux/notifier.h>
#include <linux/pid.h>
#include <linux/profile.h>
#include <linux/proc_fs.h>
#include <linux/sched.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sysctl.h>
#include <linux/sysdev.h>
#include <linux/syscalls.h>
#include <linux/utsname.h>

#include "sim.h"
#include "hosting.h"

/* ---- data */

struct task_struct init_task;
struct mm_struct init_mm;
struct user_struct root_user;
struct uts_namespace init_uts_ns;
struct pglist_data contig_page_data;
enum system_states system_state = SYSTEM_BOOTING;
rwlock_t tasklist_lock = RW_LOCK_UNLOCKED;
#ifndef prof_on
int prof_on;
#endif
int nr_cpu_ids __weak = NR_CPUS;

cpumask_t cpu_online_map, cpu_possible_map, cpu_active_map;
cpumask_t cpu_present_map __weak;
unsigned long __per_cpu_offset[NR_CPUS];
DEFINE_PER_CPU(cpumask_t, cpu_sibling_map);
DEFINE_PER_CPU(cpumask_t, cpu_core_map);
DEFINE_PER_CPU(struct pt_regs *, __irq_regs);

u64 jiffies_64 = INITIAL_JIFFIES;
extern unsigned long volatile jiffies __attribute__((alias("jiffies_64")));

/* a row for each bit of a word, after one that is empty */
#define BIT_ROW(n)	[(n) + 1] = { 1ul << (n) }
#define BIT_ROWS(n)	BIT_ROW(n), BIT_ROW((n) + 1), BIT_ROW((n) + 2), BIT_ROW((n) + 3)
const unsigned long cpu_bit_bitmap[BITS_PER_LONG + 1][BITS_TO_LONGS(NR_CPUS)] = {
	BIT_ROWS(0), BIT_ROWS(4), BIT_ROWS(8), BIT_ROWS(12), BIT_ROWS(16), BIT_ROWS(20),
	BIT_ROWS(24), BIT_ROWS(28), BIT_ROWS(32), BIT_ROWS(36), BIT_ROWS(40), BIT_ROWS(44),
	BIT_ROWS(48), BIT_ROWS(52), BIT_ROWS(56), BIT_ROWS(60),
};

#ifdef TREE_RCU_DATA
DEFINE_PER_CPU(struct rcu_data, rcu_data);
#endif

/* no code is in these sections of its own */
char __sched_text_start[1], __sched_text_end[1], __lock_text_start[1], __lock_text_end[1];

/* ---- CPUs */

extern char __start_percpu[], __stop_percpu[];
static struct sim_shape shape;

void sim_percpu(unsigned int cpus)
{
	unsigned long size = __stop_percpu - __start_percpu;
	unsigned int cpu;
	char *copy;

	nr_cpu_ids = cpus;
	for (cpu = 0; cpu < cpus; cpu++) {
		copy = host_alloc(size);
		memcpy(copy, __start_percpu, size);
		__per_cpu_offset[cpu] = copy - __start_percpu;
		cpu_set(cpu, cpu_possible_map);
		cpu_set(cpu, cpu_present_map);
	}
}

void sim_shape(const struct sim_shape *s)
{
	shape = *s;
}

void sim_online(unsigned int cpu)
{
	cpu_set(cpu, cpu_online_map);
	cpu_set(cpu, cpu_active_map);
}

cpumask_t cpu_coregroup_map(int cpu)
{
	cpumask_t map = CPU_MASK_NONE;
	unsigned int i;

	for (i = 0; i < shape.cpus; i++)
		if (shape.cpu[i].cache == shape.cpu[cpu].cache)
			cpu_set(i, map);
	return map;
}

int sim_package(int cpu)
{
	return shape.cpu[cpu].package;
}

int sim_core(int cpu)
{
	return shape.cpu[cpu].core;
}

void smp_send_reschedule(int cpu)
{
	host_send_ipi(cpu);
}

#ifdef TREE_CALL_SINGLE_DATA
static void run_call(void *arg)
{
	struct call_single_data *data = arg;

	data->func(data->info);
}

void __smp_call_function_single(int cpu, struct call_single_data *data)
{
	host_send_call(cpu, run_call, data);
}
#endif

static struct notifier_block *notifiers;

int register_cpu_notifier(struct notifier_block *nb)
{
	struct notifier_block **at = &notifiers;

	while (*at && (*at)->priority >= nb->priority)
		at = &(*at)->next;
	nb->next = *at;
	*at = nb;
	return 0;
}

void sim_notify(unsigned long action, unsigned int cpu)
{
	struct notifier_block *nb;

	for (nb = notifiers; nb; nb = nb->next)
		nb->notifier_call(nb, action, (void *)(long)cpu);
}

/* ---- softirqs */

static void (*softirq[32])(struct softirq_action *);
static struct softirq_action softirq_action[32];
static unsigned int pending[NR_CPUS];

/* Some trees have a third argument, for the action's data. */
void sim_open_softirq(int nr, void (*action)(struct softirq_action *)) asm("open_softirq");
void sim_open_softirq(int nr, void (*action)(struct softirq_action *))
{
	softirq[nr] = action;
}

void raise_softirq(unsigned int nr)
{
	pending[sim_cpu] |= 1u << nr;
}

void raise_softirq_irqoff(unsigned int nr)
{
	raise_softirq(nr);
}

void sim_softirqs(void)
{
	unsigned int nr;

	while (pending[sim_cpu]) {
		nr = __ffs(pending[sim_cpu]);
		pending[sim_cpu] &= ~(1u << nr);
		softirq[nr](&softirq_action[nr]);
	}
}

void local_bh_disable(void) { }
void local_bh_enable(void) { }
void local_bh_enable_ip(unsigned long ip) { (void)ip; }

/* ---- memory */

void *__alloc_bootmem(unsigned long size, unsigned long align, unsigned long goal)
{
	return host_alloc(size);
}

void *__kmalloc_node(size_t size, gfp_t flags, int node)
{
	return host_alloc(size);
}

void kfree(const void *p)
{
	host_free((void *)p);
}

char *kstrdup(const char *s, gfp_t flags)
{
	return strcpy(host_alloc(strlen(s) + 1), s);
}

void __mmdrop(struct mm_struct *mm) { }
void __put_task_struct(struct task_struct *p) { }
void tlb_migrate_finish(struct mm_struct *mm) { }
void arch_enter_lazy_cpu_mode(void) { }

/* ---- RCU: nobody reads while another writes */

void call_rcu(struct rcu_head *head, void (*func)(struct rcu_head *))
{
	func(head);
}

#ifndef __synchronize_sched
void __synchronize_sched(void) { }
#endif
void synchronize_rcu(void) { }

/* ---- time */

unsigned long long sched_clock(void)
{
	return host_raw_clock();
}

unsigned long msecs_to_jiffies(const unsigned int ms)
{
	return (ms * (unsigned long)HZ + 999) / 1000;
}

void jiffies_to_timespec(const unsigned long j, struct timespec *ts)
{
	ts->tv_sec = j / HZ;
	ts->tv_nsec = j % HZ * (NSEC_PER_SEC / HZ);
}

clock_t jiffies_to_clock_t(long x)
{
	return x * USER_HZ / HZ;
}

unsigned long clock_t_to_jiffies(unsigned long x)
{
	return x * HZ / USER_HZ;
}

u64 nsec_to_clock_t(u64 ns)
{
	return ns / (NSEC_PER_SEC / USER_HZ);
}

/* ---- text */

int printk(const char *fmt, ...)
{
	char text[512];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	host_log(text, n);
	return n;
}

void sim_bug(const char *file, int line)
{
	host_bug(file, line);
}

int sim_warn(const char *file, int line)
{
	host_warn(file, line);
	return 1;
}

void dump_stack(void) { }
void show_stack(struct task_struct *task, unsigned long *sp) { }
void show_regs(struct pt_regs *regs) { }

/* the C library's */
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);

long simple_strtol(const char *text, char **end, unsigned int base)
{
	return strtol(text, end, base);
}

unsigned long simple_strtoul(const char *text, char **end, unsigned int base)
{
	return strtoul(text, end, base);
}

unsigned long long simple_strtoull(const char *text, char **end, unsigned int base)
{
	return strtoul(text, end, base);
}

int scnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(buf, size, fmt, ap);
	va_end(ap);
	return n < size ? n : size ? size - 1 : 0;
}

int seq_printf(struct seq_file *m, const char *fmt, ...)
{
	char text[512];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	host_log(text, n);
	return 0;
}

#ifdef TREE_PROFILE
void profile_hits(int type, void *ip, unsigned int n) { }
#endif

int seq_puts(struct seq_file *m, const char *text)
{
	host_log(text, strlen(text));
	return 0;
}

/* ---- no processes, no signals, everybody may do everything */

int capable(int cap) { return 1; }
int cap_task_setscheduler(struct task_struct *p, int policy, struct sched_param *lp) { return 0; }
struct task_struct *find_task_by_vpid(pid_t nr) { return NULL; }
pid_t pid_vnr(struct pid *pid) { return 0; }
int __fatal_signal_pending(struct task_struct *p) { return 0; }
struct sighand_struct *lock_task_sighand(struct task_struct *p, unsigned long *flags) { return NULL; }

/* ---- no files: the variables are set by k_set() */

struct ctl_table_header;
struct ctl_table_header *register_sysctl_table(struct ctl_table *table) { return NULL; }
void unregister_sysctl_table(struct ctl_table_header *header) { }
