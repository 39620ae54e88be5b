/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_LINKAGE_H
#define _SIM_ASM_LINKAGE_H

/* the default of linux/linkage.h is what a host program needs */

#endif
