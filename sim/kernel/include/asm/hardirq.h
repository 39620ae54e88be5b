/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_HARDIRQ_H
#define _SIM_ASM_HARDIRQ_H

#include <linux/threads.h>
#include <linux/irq.h>

typedef struct { unsigned int __softirq_pending; } irq_cpustat_t;
#include <linux/irq_cpustat.h>
#define HARDIRQ_BITS	8
static inline void ack_bad_irq(unsigned int irq) { (void)irq; }

#endif
