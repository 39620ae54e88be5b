/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_THREAD_INFO_H
#define _SIM_ASM_THREAD_INFO_H

#define THREAD_SIZE	16384
#define THREAD_ORDER	2
#ifndef __ASSEMBLY__
#include <linux/types.h>
#include <asm/current.h>
#include <asm/processor.h>

struct exec_domain;
typedef struct { unsigned long seg; } mm_segment_t;

struct thread_info {
	struct task_struct *task;
	struct exec_domain *exec_domain;
	unsigned long flags;
	unsigned int status;
	int cpu;
	int preempt_count;
	mm_segment_t addr_limit;
	struct restart_block restart_block;
};

/* current->stack, without the task_struct that is not known yet */
extern struct thread_info *sim_thread_info;
#define current_thread_info()	sim_thread_info
#endif

#define TIF_SYSCALL_TRACE	0
#define TIF_SIGPENDING		1
#define TIF_NEED_RESCHED	2
#define TIF_RESTORE_SIGMASK	3
#define TIF_HRTICK_RESCHED	4
#define TIF_POLLING_NRFLAG	5
#define TIF_MEMDIE		6
#define TIF_FREEZE		7

#define TS_POLLING		0	/* idle waits for its IPI */
#define tsk_is_polling(t)	((void)(t), 0)
#define PREEMPT_ACTIVE		0x10000000

#endif
