/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_UACCESS_H
#define _SIM_ASM_UACCESS_H

/* no user space: who copies to or from it gets an error */
#define VERIFY_READ	0
#define VERIFY_WRITE	1
#define KERNEL_DS	((mm_segment_t) { ~0ul })
#define USER_DS		KERNEL_DS
#define get_ds()	KERNEL_DS
#define get_fs()	KERNEL_DS
#define set_fs(x)	((void)(x))
#define segment_eq(a, b) ((a).seg == (b).seg)
#define access_ok(type, addr, size) ((void)(addr), (void)(size), 0)
#define get_user(x, ptr)	((void)(ptr), (x) = 0, -EFAULT)
#define put_user(x, ptr)	((void)(ptr), (void)(x), -EFAULT)
#define __get_user		get_user
#define __put_user		put_user
#define copy_from_user(to, from, n)	((void)(to), (void)(from), (unsigned long)(n))
#define copy_to_user(to, from, n)	((void)(to), (void)(from), (unsigned long)(n))
#define __copy_from_user	copy_from_user
#define __copy_to_user		copy_to_user
#define __copy_from_user_inatomic copy_from_user
#define __copy_to_user_inatomic	copy_to_user

#endif
