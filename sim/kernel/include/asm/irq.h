/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_IRQ_H
#define _SIM_ASM_IRQ_H

#define NR_IRQS 16
#define irq_canonicalize(irq) (irq)

#endif
