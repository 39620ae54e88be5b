/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Small text files, read line by line: "key value", # comments.  And how the
 * host tools complain:
 *
 *	<program>: <place>: <what>
 *	  -> <way out>
 */
#ifndef CFSQ_LINES_H
#define CFSQ_LINES_H

#include <stddef.h>

/* A file in memory.  All zero: none. */
struct lines {
	const char *path;	/* as it was given, "-" for standard input */
	char *buf;		/* with a NUL behind its end */
	size_t len;
	size_t next;		/* offset of the line to come */
	unsigned long no;	/* of the line that was read last, from 1 */
};

/*
 * The whole of a file, whatever its bytes.  0, or an exit code; it has said
 * why.  lines_free() is due either way.
 */
int lines_load(struct lines *l, const char *path);

/* The same for a file of the project: a NUL byte in it is an error. */
int lines_open(struct lines *l, const char *path);

/*
 * The next line, cut out of @buf, without its "\n" or "\r\n"; NULL at the end.
 * @len may be NULL; it counts NULs that the line may have.
 */
char *lines_next(struct lines *l, size_t *len);
void lines_free(struct lines *l);

/*
 * Without a comment (a # at the beginning or after white space, outside of
 * double quotes) and white space at both ends.
 */
char *lines_strip(char *line);

/* The next word of *@rest, cut out, or NULL; *@rest moves behind it. */
char *lines_word(char **rest);

/* A decimal number that is all of @text; 0, or -1 */
int lines_number(const char *text, unsigned long *number);

/* On standard error; @out, the way out, may be NULL.  Both return @code. */
__attribute__((format(printf, 4, 5)))
int complain(int code, const char *place, const char *out,
	     const char *what, ...);
/* at the line that was read last; EXIT_BADFILE */
__attribute__((format(printf, 3, 4)))
int lines_bad(const struct lines *l, const char *out, const char *what, ...);

/*
 * The one of @n names that @word is most likely to be a slip for, or NULL;
 * letter case does not count.
 */
const char *nearest(const char *word, const char *const *names, size_t n);

/* memory or the end */
void *grow(void *old, size_t size);

/* @code, or that of a failure to write standard output */
int finish(int code);

#endif
