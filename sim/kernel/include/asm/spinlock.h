/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_SPINLOCK_H
#define _SIM_ASM_SPINLOCK_H

#include <linux/kernel.h>

#define __raw_spin_is_locked(x)		((x)->slock != 0)
#define __raw_spin_is_contended(x)	((void)(x), 0)
#define __raw_spin_lock_flags(x, flags)	({ (void)(flags); __raw_spin_lock(x); })
#define __raw_spin_unlock_wait(x)	BUG_ON(__raw_spin_is_locked(x))

static inline void __raw_spin_lock(raw_spinlock_t *lock)
{
	BUG_ON(lock->slock);
	lock->slock = 1;
}

static inline int __raw_spin_trylock(raw_spinlock_t *lock)
{
	if (lock->slock)
		return 0;
	lock->slock = 1;
	return 1;
}

static inline void __raw_spin_unlock(raw_spinlock_t *lock)
{
	BUG_ON(!lock->slock);
	lock->slock = 0;
}

/* readers count up, a writer is -1 */
#define __raw_read_can_lock(x)	((x)->lock >= 0)
#define __raw_write_can_lock(x)	((x)->lock == 0)

static inline void __raw_read_lock(raw_rwlock_t *rw)
{
	BUG_ON(rw->lock < 0);
	rw->lock++;
}

static inline void __raw_write_lock(raw_rwlock_t *rw)
{
	BUG_ON(rw->lock);
	rw->lock = -1;
}

static inline int __raw_read_trylock(raw_rwlock_t *rw)
{
	return rw->lock < 0 ? 0 : ++rw->lock;
}

static inline int __raw_write_trylock(raw_rwlock_t *rw)
{
	return rw->lock ? 0 : (rw->lock = -1, 1);
}

static inline void __raw_read_unlock(raw_rwlock_t *rw) { rw->lock--; }
static inline void __raw_write_unlock(raw_rwlock_t *rw) { rw->lock = 0; }

#define _raw_spin_relax(lock)	barrier()
#define _raw_read_relax(lock)	barrier()
#define _raw_write_relax(lock)	barrier()

#endif
