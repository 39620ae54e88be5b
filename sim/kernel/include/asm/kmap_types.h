/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_KMAP_TYPES_H
#define _SIM_ASM_KMAP_TYPES_H

enum km_type { KM_USER0, KM_USER1, KM_TYPE_NR };

#endif
