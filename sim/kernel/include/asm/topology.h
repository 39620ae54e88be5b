/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_TOPOLOGY_H
#define _SIM_ASM_TOPOLOGY_H

#include <linux/cpumask.h>
#include <asm/percpu.h>
DECLARE_PER_CPU(cpumask_t, cpu_sibling_map);
DECLARE_PER_CPU(cpumask_t, cpu_core_map);
cpumask_t cpu_coregroup_map(int cpu);
int sim_package(int cpu);
int sim_core(int cpu);
#define topology_physical_package_id(cpu)	sim_package(cpu)
#define topology_core_id(cpu)			sim_core(cpu)
#define topology_core_siblings(cpu)		per_cpu(cpu_core_map, cpu)
#define topology_thread_siblings(cpu)		per_cpu(cpu_sibling_map, cpu)
#define mc_capable()	1
#define smt_capable()	1
#include <asm-generic/topology.h>

#endif
