/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_RWSEM_H
#define _SIM_ASM_RWSEM_H

/* CONFIG_RWSEM_GENERIC_SPINLOCK is on */

#endif
