/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_HW_IRQ_H
#define _SIM_ASM_HW_IRQ_H


#endif
