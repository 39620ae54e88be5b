/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_SEMAPHORE_H
#define _SIM_ASM_SEMAPHORE_H

/* 2.6.25 has them by architecture; only their size matters, nobody takes one. */
#include <linux/wait.h>
#include <linux/rwsem.h>
struct semaphore {
	atomic_t count;
	wait_queue_head_t wait;
};
static inline void sema_init(struct semaphore *sem, int n) { atomic_set(&sem->count, n); }
#define init_MUTEX(sem) sema_init(sem, 1)
void down(struct semaphore *sem);
int down_interruptible(struct semaphore *sem);
int down_trylock(struct semaphore *sem);
void up(struct semaphore *sem);

#endif
