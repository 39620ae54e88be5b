/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_PGTABLE_H
#define _SIM_ASM_PGTABLE_H

/* no page tables */

#endif
