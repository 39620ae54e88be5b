/* SPDX-License-Identifier: GPL-2.0 */
/*
 * For the tests of the arithmetic that the patches add: what it expects of the
 * kernel, exact arithmetic to compare with, TAP.
 */
#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long u64;
typedef long long s64;
typedef unsigned int u32;

#define US	1000ull
#define MS	(1000 * US)
#define SECOND	(1000 * MS)
#define HOUR	(3600 * SECOND)

/* how often at random; what is broken on purpose shows sooner */
#ifdef BRIEF
#define ROUNDS(n)	((n) / 10)
#else
#define ROUNDS(n)	(n)
#endif

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* as asm-generic/div64.h has it: *@n is 64 bits wide, the divisor 32 */
static inline u32 div_in_place(u64 *n, u32 base)
{
	u32 rest;

	if (!base) {
		printf("# do_div() by 0\n");
		abort();
	}
	rest = *n % base;
	*n /= base;
	return rest;
}
#define do_div(n, base)	div_in_place(&(n), base)

/* ---- TAP, of which tests/added.sh makes a part of its own */

static int failed_results;

static inline void result(int good, const char *what)
{
	if (!good)
		failed_results++;
	printf("%s - %s\n", good ? "ok" : "not ok", what);
	fflush(stdout);
}

static inline int finish(void)
{
	printf("done\n");
	return failed_results != 0;
}

/* ---- numbers */

static u64 random_state = 1;

static inline u64 random64(void)
{
	u64 z = random_state += 0x9e3779b97f4a7c15ull;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

static inline u64 random_below(u64 n)
{
	return random64() % n;
}

/* every magnitude as often */
static inline u64 random_size(unsigned int bits)
{
	u64 n = random64() >> (63 - random_below(bits));

	return random_below(8) ? n : n & -n;
}

/* long numbers, lowest part first: products of up to 7 factors */
#define PARTS	16

struct big {
	u32 part[PARTS];
};

/* to inline them makes it no faster, and the sanitizers slow to compile */
#define APART	__attribute__((noinline, unused))

static APART struct big big(u64 n)
{
	struct big b = { { 0 } };

	b.part[0] = n;
	b.part[1] = n >> 32;
	return b;
}

static APART struct big big_times(struct big b, u64 by)
{
	u64 low = 0, high = 0, sum;
	struct big product = { { 0 } };
	int i;

	for (i = 0; i < PARTS; i++) {
		low += b.part[i] * (by & 0xffffffff);
		if (i) {
			high += b.part[i - 1] * (by >> 32);
			sum = (low & 0xffffffff) + (high & 0xffffffff);
			high >>= 32;
		} else {
			sum = low & 0xffffffff;
		}
		product.part[i] = sum;
		low = (low >> 32) + (sum >> 32);
	}
	return product;
}

static APART int big_compare(const struct big *a, const struct big *b)
{
	int i;

	for (i = PARTS - 1; i >= 0; i--)
		if (a->part[i] != b->part[i])
			return a->part[i] < b->part[i] ? -1 : 1;
	return 0;
}

#endif
