/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_MMU_H
#define _SIM_ASM_MMU_H

typedef struct { int none; } mm_context_t;

#endif
