/* SPDX-License-Identifier: GPL-2.0 */
/* What a workload's process asks of the kernel about itself. */
#ifndef CFSQ_SELF_H
#define CFSQ_SELF_H

#include <stdint.h>

/* ns of CPU time that this process had, as the scheduler counts it */
uint64_t self_cpu_ns(void);
/* until @ns of CLOCK_MONOTONIC */
void self_sleep_until(uint64_t ns);
/* only on @cpu from now on: 0, or -1 and errno */
int self_pin(int cpu);

#endif
