/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_STRING_H
#define _SIM_ASM_STRING_H

#define __HAVE_ARCH_MEMCPY
#define __HAVE_ARCH_MEMSET
#define __HAVE_ARCH_MEMMOVE
#define __HAVE_ARCH_MEMCMP
#define __HAVE_ARCH_STRLEN
#define __HAVE_ARCH_STRCMP
#define __HAVE_ARCH_STRNCMP
#define __HAVE_ARCH_STRCPY
#define __HAVE_ARCH_STRNCPY
#define __HAVE_ARCH_STRCHR
/* the host's */
void *memcpy(void *to, const void *from, __kernel_size_t n);
void *memset(void *to, int c, __kernel_size_t n);
void *memmove(void *to, const void *from, __kernel_size_t n);
int memcmp(const void *a, const void *b, __kernel_size_t n);
__kernel_size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, __kernel_size_t n);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, __kernel_size_t n);
char *strchr(const char *s, int c);

#endif
