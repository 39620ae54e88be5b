/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_PARAM_H
#define _SIM_ASM_PARAM_H

#ifdef __KERNEL__
#define HZ		CONFIG_HZ
#define USER_HZ		100
#define CLOCKS_PER_SEC	USER_HZ
#endif
#define EXEC_PAGESIZE	4096
#define NOGROUP		(-1)
#define MAXHOSTNAMELEN	64

#endif
