/* SPDX-License-Identifier: GPL-2.0 */
/* A step of the report in a child of its own: it cannot hang or crash init. */
#ifndef CFSQ_LIMITED_H
#define CFSQ_LIMITED_H

#include <stddef.h>

struct limited {
	int err;		/* 0, or errno: the child was never started */
	unsigned int seconds;	/* the limit */
	int late;		/* it was killed at the limit */
	int status;		/* as of waitpid() */
	size_t len;
	char text[16384];	/* what it wrote on both outputs, with a NUL */
};

/*
 * Call @fn(@arg) in a child and exit with what it returns.  After @seconds the
 * child is killed, with everything in its process group.
 */
void limited_run(struct limited *l, int (*fn)(void *arg), void *arg,
		 unsigned int seconds);

/* "ended with exit code 1", "was killed by signal 9", ...: how it went wrong */
const char *limited_how(const struct limited *l, char *buf, size_t size);

#endif
