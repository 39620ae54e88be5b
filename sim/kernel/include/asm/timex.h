/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_TIMEX_H
#define _SIM_ASM_TIMEX_H

#define CLOCK_TICK_RATE	1193182
typedef unsigned long long cycles_t;
unsigned long long sim_cycles(void);
#define get_cycles() sim_cycles()

#endif
