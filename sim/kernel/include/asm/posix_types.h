/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_POSIX_TYPES_H
#define _SIM_ASM_POSIX_TYPES_H

typedef unsigned long __kernel_ino_t;
typedef unsigned int __kernel_mode_t;
typedef unsigned long __kernel_nlink_t;
typedef long __kernel_off_t;
typedef int __kernel_pid_t;
typedef int __kernel_ipc_pid_t;
typedef unsigned int __kernel_uid_t;
typedef unsigned int __kernel_gid_t;
typedef unsigned long __kernel_size_t;
typedef long __kernel_ssize_t;
typedef long __kernel_ptrdiff_t;
typedef long __kernel_time_t;
typedef long __kernel_suseconds_t;
typedef long __kernel_clock_t;
typedef int __kernel_timer_t;
typedef int __kernel_clockid_t;
typedef int __kernel_daddr_t;
typedef char *__kernel_caddr_t;
typedef unsigned short __kernel_uid16_t;
typedef unsigned short __kernel_gid16_t;
typedef unsigned int __kernel_uid32_t;
typedef unsigned int __kernel_gid32_t;
typedef unsigned short __kernel_old_uid_t;
typedef unsigned short __kernel_old_gid_t;
typedef unsigned int __kernel_old_dev_t;
typedef long long __kernel_loff_t;
typedef struct { int val[2]; } __kernel_fsid_t;
#ifdef __KERNEL__
/* sets of file descriptors: nothing here has files */
#define __FD_SET(fd, set)	((void)(fd), (void)(set))
#define __FD_CLR(fd, set)	((void)(fd), (void)(set))
#define __FD_ISSET(fd, set)	((void)(fd), (void)(set), 0)
#define __FD_ZERO(set)		((void)(set))
#endif

#endif
