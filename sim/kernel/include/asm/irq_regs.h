/* SPDX-License-Identifier: GPL-2.0 */
#include <asm-generic/irq_regs.h>
