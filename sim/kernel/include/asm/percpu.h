/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_PERCPU_H
#define _SIM_ASM_PERCPU_H

/* The section is a template; each CPU has a copy at an offset of its own. */
#include <linux/compiler.h>
#include <linux/threads.h>
#define PER_CPU_ATTRIBUTES
extern unsigned long __per_cpu_offset[NR_CPUS];
#include <asm-generic/percpu.h>

#endif
