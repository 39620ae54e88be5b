/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_SMP_H
#define _SIM_ASM_SMP_H

#include <linux/cpumask.h>
#include <asm/percpu.h>

extern int sim_cpu;		/* whose turn it is */
#define raw_smp_processor_id()		sim_cpu
#define hard_smp_processor_id()		sim_cpu
#define safe_smp_processor_id()		sim_cpu

extern cpumask_t cpu_callout_map, cpu_initialized;
extern cpumask_t cpu_online_map, cpu_possible_map, cpu_present_map;
DECLARE_PER_CPU(cpumask_t, cpu_sibling_map);
DECLARE_PER_CPU(cpumask_t, cpu_core_map);

void smp_send_reschedule(int cpu);

#endif
