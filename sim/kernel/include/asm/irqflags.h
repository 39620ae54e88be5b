/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_IRQFLAGS_H
#define _SIM_ASM_IRQFLAGS_H

/*
 * An event is done in one go, so nothing can interrupt.  The flag is kept, for those
 * who ask whether interrupts are off.
 */
extern int sim_irqs_off;

#define raw_local_irq_disable()		((void)(sim_irqs_off = 1))
#define raw_local_irq_enable()		((void)(sim_irqs_off = 0))
#define raw_local_save_flags(flags)	((void)((flags) = sim_irqs_off))
#define raw_local_irq_save(flags)	\
	do { (flags) = sim_irqs_off; sim_irqs_off = 1; } while (0)
#define raw_local_irq_restore(flags)	((void)(sim_irqs_off = (flags)))
#define raw_irqs_disabled()		(sim_irqs_off)
#define raw_irqs_disabled_flags(flags)	((int)(flags))
#define raw_safe_halt()			raw_local_irq_enable()
#define halt()				barrier()

#endif
