/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_PAGE_H
#define _SIM_ASM_PAGE_H

#define PAGE_SHIFT	12
#define PAGE_SIZE	(1UL << PAGE_SHIFT)
#define PAGE_MASK	(~(PAGE_SIZE - 1))
#define PAGE_ALIGN(addr) (((addr) + PAGE_SIZE - 1) & PAGE_MASK)
#define PAGE_OFFSET	0UL
#ifndef __ASSEMBLY__
typedef struct { unsigned long pte; } pte_t;
typedef struct { unsigned long pmd; } pmd_t;
typedef struct { unsigned long pud; } pud_t;
typedef struct { unsigned long pgd; } pgd_t;
typedef struct { unsigned long pgprot; } pgprot_t;
typedef struct page *pgtable_t;
#define pte_val(x)	((x).pte)
#define __pte(x)	((pte_t) { (x) })
#define pgprot_val(x)	((x).pgprot)
#define __pgprot(x)	((pgprot_t) { (x) })
#define __pa(x)		((unsigned long)(x))
#define __va(x)		((void *)(x))
#define pfn_valid(pfn)	((void)(pfn), 1)
#define virt_to_page(addr) ((struct page *)(addr))
#define page_to_phys(page) ((unsigned long)(page))
#endif
#include <asm-generic/memory_model.h>
#include <asm-generic/page.h>

#endif
