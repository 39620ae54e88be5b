/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_CURRENT_H
#define _SIM_ASM_CURRENT_H

struct task_struct;
/* of the CPU whose turn it is */
extern struct task_struct *sim_current;
#define current sim_current
#define get_current() sim_current

#endif
