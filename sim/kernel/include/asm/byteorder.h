/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_BYTEORDER_H
#define _SIM_ASM_BYTEORDER_H

#include <linux/types.h>
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "sim: a host that stores the low byte first is needed"
#endif
#define __BYTEORDER_HAS_U64__
#include <linux/byteorder/little_endian.h>

#endif
