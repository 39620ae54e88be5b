/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_BUG_H
#define _SIM_ASM_BUG_H

/* A bug of the tree is an end of the run, with its place; a warning is counted. */
void sim_bug(const char *file, int line) __attribute__((noreturn));
int sim_warn(const char *file, int line);

#define HAVE_ARCH_BUG
#define BUG()		sim_bug(__FILE__, __LINE__)
#define HAVE_ARCH_BUG_ON
#define BUG_ON(cond)	do { if (unlikely(cond)) BUG(); } while (0)
#define HAVE_ARCH_WARN_ON
#define WARN_ON(cond)	(unlikely(!!(cond)) ? sim_warn(__FILE__, __LINE__) : 0)
#include <asm-generic/bug.h>

#endif
