/* SPDX-License-Identifier: GPL-2.0 */
#define MAX_DMA_ADDRESS (~0UL)
