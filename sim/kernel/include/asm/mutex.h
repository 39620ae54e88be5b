/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_MUTEX_H
#define _SIM_ASM_MUTEX_H
#include <asm-generic/mutex-dec.h>
#endif
