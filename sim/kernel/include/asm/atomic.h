/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_ATOMIC_H
#define _SIM_ASM_ATOMIC_H

/* One host thread does everything, so a plain access is an atomic one. */
#include <linux/types.h>

typedef struct { int counter; } atomic_t;
typedef struct { long counter; } atomic64_t;

#define ATOMIC_INIT(i)		{ (i) }
#define ATOMIC64_INIT(i)	{ (i) }

#define SIM_ATOMIC(name, type, value)					\
static inline value name##_read(const type *v) { return v->counter; }	\
static inline void name##_set(type *v, value i) { v->counter = i; }	\
static inline value name##_add_return(value i, type *v)			\
{									\
	return v->counter += i;						\
}									\
static inline value name##_sub_return(value i, type *v)			\
{									\
	return v->counter -= i;						\
}									\
static inline void name##_add(value i, type *v) { v->counter += i; }	\
static inline void name##_sub(value i, type *v) { v->counter -= i; }	\
static inline void name##_inc(type *v) { v->counter++; }		\
static inline void name##_dec(type *v) { v->counter--; }		\
static inline int name##_add_unless(type *v, value a, value u)		\
{									\
	if (v->counter == u)						\
		return 0;						\
	v->counter += a;						\
	return 1;							\
}									\
static inline value name##_cmpxchg(type *v, value old, value new)	\
{									\
	value was = v->counter;						\
									\
	if (was == old)							\
		v->counter = new;					\
	return was;							\
}									\
static inline value name##_xchg(type *v, value new)			\
{									\
	value was = v->counter;						\
									\
	v->counter = new;						\
	return was;							\
}

SIM_ATOMIC(atomic, atomic_t, int)
SIM_ATOMIC(atomic64, atomic64_t, long)

#define atomic_inc_return(v)		atomic_add_return(1, v)
#define atomic_dec_return(v)		atomic_sub_return(1, v)
#define atomic_inc_and_test(v)		(atomic_add_return(1, v) == 0)
#define atomic_dec_and_test(v)		(atomic_sub_return(1, v) == 0)
#define atomic_sub_and_test(i, v)	(atomic_sub_return(i, v) == 0)
#define atomic_add_negative(i, v)	(atomic_add_return(i, v) < 0)
#define atomic_inc_not_zero(v)		atomic_add_unless(v, 1, 0)
#define atomic64_inc_return(v)		atomic64_add_return(1, v)
#define atomic64_dec_return(v)		atomic64_sub_return(1, v)
#define atomic64_inc_and_test(v)	(atomic64_add_return(1, v) == 0)
#define atomic64_dec_and_test(v)	(atomic64_sub_return(1, v) == 0)
#define atomic64_sub_and_test(i, v)	(atomic64_sub_return(i, v) == 0)
#define atomic64_add_negative(i, v)	(atomic64_add_return(i, v) < 0)
#define atomic64_inc_not_zero(v)	atomic64_add_unless(v, 1, 0)

#define smp_mb__before_atomic_dec()	barrier()
#define smp_mb__after_atomic_dec()	barrier()
#define smp_mb__before_atomic_inc()	barrier()
#define smp_mb__after_atomic_inc()	barrier()

#include <asm-generic/atomic.h>

#endif
