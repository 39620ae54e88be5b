/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_KDEBUG_H
#define _SIM_ASM_KDEBUG_H
enum die_val { DIE_UNUSED };
#endif
