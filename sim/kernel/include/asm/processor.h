/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_PROCESSOR_H
#define _SIM_ASM_PROCESSOR_H

#include <linux/types.h>
#include <linux/threads.h>
#include <linux/cache.h>
#include <asm/page.h>

struct task_struct;
struct pt_regs;

/* what switch_to() needs of a task: its coroutine, an affair of the engine */
struct thread_struct {
	void *co;
};
#define INIT_THREAD	{ 0 }

#define TASK_SIZE		(1UL << 47)
#define TASK_UNMAPPED_BASE	(TASK_SIZE / 3)
#define STACK_TOP		TASK_SIZE
#define STACK_TOP_MAX		TASK_SIZE
#define ARCH_MIN_TASKALIGN	16
#define HAVE_ARCH_PICK_MMAP_LAYOUT

#define cpu_relax()		barrier()
#define current_text_addr()	((void *)0)
#define thread_saved_pc(tsk)	((void)(tsk), 0UL)
#define KSTK_EIP(tsk)		((void)(tsk), 0UL)
#define KSTK_ESP(tsk)		((void)(tsk), 0UL)
#define task_pt_regs(tsk)	((void)(tsk), (struct pt_regs *)0)
#define release_thread(tsk)	((void)(tsk))
#define prepare_to_copy(tsk)	((void)(tsk))
unsigned long get_wchan(struct task_struct *p);

#define ARCH_HAS_PREFETCH
#define ARCH_HAS_PREFETCHW
static inline void prefetch(const void *x) { __builtin_prefetch(x); }
static inline void prefetchw(const void *x) { __builtin_prefetch(x, 1); }
#define ARCH_HAS_SPINLOCK_PREFETCH
#define spin_lock_prefetch(x) prefetch(x)

#endif
