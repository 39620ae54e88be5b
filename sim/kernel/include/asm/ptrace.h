/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_PTRACE_H
#define _SIM_ASM_PTRACE_H

struct pt_regs { unsigned long none; };
#define user_mode(regs)			((void)(regs), 1)
#define instruction_pointer(regs)	((void)(regs), 0UL)
#define profile_pc(regs)		((void)(regs), 0UL)

#endif
