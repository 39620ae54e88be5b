/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_DMA_MAPPING_H
#define _SIM_ASM_DMA_MAPPING_H


#endif
