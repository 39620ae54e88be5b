/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_SYSTEM_H
#define _SIM_ASM_SYSTEM_H

#include <linux/kernel.h>
#include <linux/irqflags.h>

#define mb()			barrier()
#define rmb()			barrier()
#define wmb()			barrier()
#define smp_mb()		barrier()
#define smp_rmb()		barrier()
#define smp_wmb()		barrier()
#define read_barrier_depends()	do { } while (0)
#define smp_read_barrier_depends() do { } while (0)
#define set_mb(var, value)	do { (var) = (value); barrier(); } while (0)
#define nop()			barrier()

#define xchg(ptr, v)	\
	({ __typeof__(*(ptr)) was_ = *(ptr); *(ptr) = (v); was_; })
#define cmpxchg(ptr, old, new)						\
	({ __typeof__(*(ptr)) was_ = *(ptr);				\
	   if (was_ == (old))						\
		*(ptr) = (new);						\
	   was_; })
#define cmpxchg_local cmpxchg

/* the host stack changes here; comes back when prev is switched to again */
struct task_struct *sim_switch(struct task_struct *prev, struct task_struct *next);
#define switch_to(prev, next, last)	((last) = sim_switch(prev, next))
#define arch_align_stack(x) (x)

#endif
