/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_SPINLOCK_TYPES_H
#define _SIM_ASM_SPINLOCK_TYPES_H

/* A lock that is taken twice is a bug of the tree, or of the simulator. */
typedef struct { unsigned int slock; } raw_spinlock_t;
#define __RAW_SPIN_LOCK_UNLOCKED	{ 0 }
typedef struct { int lock; } raw_rwlock_t;
#define __RAW_RW_LOCK_UNLOCKED		{ 0 }

#endif
