/* SPDX-License-Identifier: GPL-2.0 */
/* A kernel build makes it; here no page has flags that anybody reads. */
#ifndef _SIM_LINUX_BOUNDS_H
#define _SIM_LINUX_BOUNDS_H

#define NR_PAGEFLAGS	24
#define MAX_NR_ZONES	2	/* normal and movable */

#endif
