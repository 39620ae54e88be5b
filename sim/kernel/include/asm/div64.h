/* SPDX-License-Identifier: GPL-2.0 */
#include <asm-generic/div64.h>
