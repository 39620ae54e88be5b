/* SPDX-License-Identifier: GPL-2.0 */
/*
 * lint: what its parts share.  A patch is read once into lines; lint-mail.c
 * looks at what stands before the diff, lint-diff.c at the diff, and lint.c at
 * the series around it.
 */
#ifndef CFSQ_LINT_H
#define CFSQ_LINT_H

#include <stddef.h>

#include "lines.h"

#define ID_LEN	40	/* of a git id, in hexadecimal digits */
#define NO_ID	"0000000000000000000000000000000000000000"

struct text {
	char *s;	/* without its line end, a NUL behind it */
	size_t len;
};

/* What a patch does to one file */
struct change {
	char *path;		/* NULL: the diff does not say it */
	size_t at;		/* where its ids are, an index of line[] */
	char pre[ID_LEN + 1];	/* "": not known */
	char post[ID_LEN + 1];
	char mode[8];		/* behind it; "": not known */
	unsigned long added, deleted;
	int created, removed;
};

struct patch {
	const char *path;
	struct lines file;
	struct text *line;
	size_t n;
	size_t body;		/* first line of the message */
	size_t cut;		/* the --- that ends it, else that of the diff */
	size_t diff;		/* first line of the diff; n if there is none */
	struct change *change;
	size_t changes;
};

/* On standard error, once however often it is found; line @no, from 1 */
__attribute__((format(printf, 4, 5)))
void finding(const char *path, size_t no, const char *out, const char *what,
	     ...);

/* the same at line[@i], or at the last one when there is no such line */
#define bad(p, i, ...)	finding((p)->path, line_no(p, i), __VA_ARGS__)

static inline size_t line_no(const struct patch *p, size_t i)
{
	return i < p->n ? i + 1 : p->n ? p->n : 1;
}

int starts(const char *s, const char *with);
int blank_end(const struct text *t);

void lint_mail(struct patch *p);
void lint_diff(struct patch *p);

#endif
