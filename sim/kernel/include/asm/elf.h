/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_ELF_H
#define _SIM_ASM_ELF_H


#endif
