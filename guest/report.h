/* SPDX-License-Identifier: GPL-2.0 */
/* The speaking side of proto.h: each line leaves by one write(). */
#ifndef CFSQ_REPORT_H
#define CFSQ_REPORT_H

#include <stdint.h>

#include "proto.h"

struct report {
	int fd;
	const char *lead;	/* before each line, for whom it is written to */
	char nonce[PROTO_NONCE_LEN + 1];
	uint32_t crc;
	unsigned int tests;
	unsigned int failed;
};

/* @nonce: NULL or malformed counts as all zeros, which no host waits for */
void report_begin(struct report *r, int fd, const char *lead,
		  const char *nonce);

/* "# <fmt>" */
void report_data(struct report *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* "ok <n> - <fmt>" if @good, else "not ok ..." ; returns @good */
int report_test(struct report *r, int good, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* the plan and the end line */
void report_end(struct report *r);

/* 1 if @text is PROTO_NONCE_LEN lower-case hexadecimal digits and no more */
int report_nonce_ok(const char *text);

#endif
