/* SPDX-License-Identifier: GPL-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpus.h"

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

int cpus_parse_mask(const char *text, uint64_t *cpus)
{
	uint64_t value = 0;
	int digits = 0;
	int d;

	for (; *text && *text != ' ' && *text != '\t' && *text != '\n'; text++) {
		/* every group after the first has its full eight digits */
		if (*text == ',')
			continue;
		d = hex_digit(*text);
		if (d < 0 || value >> 60)
			return -1;
		value = value << 4 | (uint64_t)d;
		digits++;
	}
	if (!digits)
		return -1;
	*cpus = value;
	return 0;
}

static int list_number(const char **text, int *cpu)
{
	char *end;
	unsigned long n;

	if (**text < '0' || **text > '9')
		return -1;
	n = strtoul(*text, &end, 10);
	if (n >= CPUS_MAX)
		return -1;
	*text = end;
	*cpu = n;
	return 0;
}

int cpus_parse_list(const char *text, uint64_t *cpus)
{
	uint64_t value = 0;
	int first, last;

	for (;; text++) {
		if (list_number(&text, &first))
			return -1;
		last = first;
		if (*text == '-') {
			text++;
			if (list_number(&text, &last) || last < first)
				return -1;
		}
		for (; first <= last; first++)
			value |= cpus_one(first);
		if (*text != ',')
			break;
	}
	if (!strchr(" \t\n", *text))
		return -1;
	*cpus = value;
	return 0;
}

char *cpus_list(uint64_t cpus, char *buf)
{
	char *p = buf;
	int first, last;

	for (first = 0; first < CPUS_MAX; first = last + 1) {
		last = first;
		if (!cpus_has(cpus, first))
			continue;
		while (last + 1 < CPUS_MAX && cpus_has(cpus, last + 1))
			last++;
		p += sprintf(p, "%s%d", p == buf ? "" : ",", first);
		if (last > first)
			p += sprintf(p, "-%d", last);
	}
	if (p == buf)
		sprintf(p, "none");
	return buf;
}
