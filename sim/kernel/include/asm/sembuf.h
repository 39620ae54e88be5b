/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_SEMBUF_H
#define _SIM_ASM_SEMBUF_H


#endif
