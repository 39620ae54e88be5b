/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_BITOPS_H
#define _SIM_ASM_BITOPS_H

#include <linux/compiler.h>
#include <linux/types.h>

#define smp_mb__before_clear_bit()	barrier()
#define smp_mb__after_clear_bit()	barrier()

#define SIM_WORD(addr, nr)	((volatile unsigned long *)(addr) + (nr) / 64)
#define SIM_MASK(nr)		(1UL << ((nr) & 63))

static inline void __set_bit(int nr, volatile void *addr)
{
	*SIM_WORD(addr, nr) |= SIM_MASK(nr);
}

static inline void __clear_bit(int nr, volatile void *addr)
{
	*SIM_WORD(addr, nr) &= ~SIM_MASK(nr);
}

static inline void __change_bit(int nr, volatile void *addr)
{
	*SIM_WORD(addr, nr) ^= SIM_MASK(nr);
}

static inline int test_bit(int nr, const volatile void *addr)
{
	return *((const volatile unsigned long *)addr + nr / 64) >> (nr & 63) & 1;
}

static inline int __test_and_set_bit(int nr, volatile void *addr)
{
	int was = test_bit(nr, addr);

	__set_bit(nr, addr);
	return was;
}

static inline int __test_and_clear_bit(int nr, volatile void *addr)
{
	int was = test_bit(nr, addr);

	__clear_bit(nr, addr);
	return was;
}

static inline int __test_and_change_bit(int nr, volatile void *addr)
{
	int was = test_bit(nr, addr);

	__change_bit(nr, addr);
	return was;
}

#define set_bit			__set_bit
#define clear_bit		__clear_bit
#define change_bit		__change_bit
#define test_and_set_bit	__test_and_set_bit
#define test_and_clear_bit	__test_and_clear_bit
#define test_and_change_bit	__test_and_change_bit
#define test_and_set_bit_lock	__test_and_set_bit
#define clear_bit_unlock	__clear_bit
#define __clear_bit_unlock	__clear_bit

/* The number of the bit; none set is not allowed, but for ffs, fls and fls64. */
#define __ffs(word)	((unsigned long)__builtin_ctzl(word))
#define ffz(word)	__ffs(~(word))
#define __fls(word)	((unsigned long)(63 - __builtin_clzl(word)))
#define ffs(x)		__builtin_ffs(x)

static inline int fls(int x)
{
	return x ? 32 - __builtin_clz(x) : 0;
}

static inline int fls64(unsigned long long x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}

/* the first bit from @from on that is set in @word, the one of bit @at; @size: none */
#define SIM_FIND(word)							\
	unsigned long at = from & ~63UL, bits;				\
									\
	if (from >= size)						\
		return size;						\
	bits = (word) & ~0UL << (from & 63);				\
	while (!bits) {							\
		at += 64;						\
		if (at >= size)						\
			return size;					\
		bits = (word);						\
	}								\
	at += __ffs(bits);						\
	return at < size ? at : size

static inline unsigned long find_next_bit(const unsigned long *addr, unsigned long size,
					  unsigned long from)
{
	SIM_FIND(addr[at / 64]);
}

static inline unsigned long find_next_zero_bit(const unsigned long *addr, unsigned long size,
					       unsigned long from)
{
	SIM_FIND(~addr[at / 64]);
}

#define find_first_bit(addr, size)	find_next_bit(addr, size, 0)
#define find_first_zero_bit(addr, size)	find_next_zero_bit(addr, size, 0)

#include <asm-generic/bitops/hweight.h>
#include <asm-generic/bitops/sched.h>
#include <asm-generic/bitops/ext2-non-atomic.h>
#include <asm-generic/bitops/le.h>

#endif
