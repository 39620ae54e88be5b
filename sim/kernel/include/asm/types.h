/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_TYPES_H
#define _SIM_ASM_TYPES_H

/* LP64, as x86_64 and arm64 are; the host's compiler must agree. */
#ifndef __ASSEMBLY__
typedef unsigned short umode_t;
typedef signed char __s8;
typedef unsigned char __u8;
typedef signed short __s16;
typedef unsigned short __u16;
typedef signed int __s32;
typedef unsigned int __u32;
typedef signed long long __s64;
typedef unsigned long long __u64;
#ifdef __KERNEL__
#define BITS_PER_LONG 64
typedef signed char s8;
typedef unsigned char u8;
typedef signed short s16;
typedef unsigned short u16;
typedef signed int s32;
typedef unsigned int u32;
typedef signed long long s64;
typedef unsigned long long u64;
typedef u64 dma_addr_t;
typedef u64 dma64_addr_t;
#endif
#endif

#endif
