/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_MMU_CONTEXT_H
#define _SIM_ASM_MMU_CONTEXT_H

/* no address spaces are switched */
#define switch_mm(prev, next, tsk)	((void)(prev), (void)(next), (void)(tsk))
#define activate_mm(prev, next)		((void)(prev), (void)(next))
#define enter_lazy_tlb(mm, tsk)		((void)(mm), (void)(tsk))
#define deactivate_mm(tsk, mm)		((void)(tsk), (void)(mm))

#endif
