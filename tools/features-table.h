/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The feature bits of one kind of kernel, and the tables of all that are known
 * here, which patches/features describes.
 */
#ifndef CFSQ_FEATURES_TABLE_H
#define CFSQ_FEATURES_TABLE_H

#include <stddef.h>

#include "lines.h"

#define BITS		32	/* the kernel keeps them in an unsigned int */
#define FEATURE_LEN	47	/* the guest takes no longer names */
#define HINT_LEN	1024
#define UNTESTED	"untested"	/* the sense of a bit that does nothing */

struct feature {
	char name[FEATURE_LEN + 1];
	unsigned long bit;
	int on;			/* by default; -1: not said */
	const char *sense;	/* a word of patches/features, or NULL */
};

struct table {
	const char *interface;	/* "proc", "debugfs", "none" */
	struct feature f[BITS];	/* the lowest bit first */
	size_t n;
	int series;		/* with our patches; else as released */
	const char *tag[BITS];
	size_t ntags;
};

struct text {
	const char *name;	/* of a feature, "*" for any */
	const char *sense;	/* NULL: its meaning everywhere */
	char *text;
};

struct tables {
	struct lines l;		/* the names point into it */
	struct table *t;
	size_t n;
	struct text *text;
	size_t ntexts;
};

/* Those of the file @path, or for NULL the ones built in; 0, or an exit code */
int tables_load(struct tables *all, const char *path);
void tables_free(struct tables *all);

/*
 * The table of a tag, with the series unless @stock or if it has none; NULL,
 * and it has said so.
 */
const struct table *tables_find(const struct tables *all, const char *tag,
				int stock);

/* Is "2.6.28-rc1" none of the releases that have tables?  0 also for no version */
int other_release(const char *version);

/* What @f does: its meaning, or what it comes to on its kernel, which may be NULL */
const char *meaning_of(const struct tables *all, const char *name);
const char *sense_of(const struct tables *all, const struct feature *f);

/* "v2.6.26-rc5 to v2.6.26, stock" into @buf[HINT_LEN], which is returned */
const char *table_label(const struct table *t, char *buf);

/* ---- of any table */

/* The new feature @name at the end of @t; NULL: again, or too many */
struct feature *table_add(struct table *t, const char *name);
struct feature *table_feature(const struct table *t, const char *name);
unsigned long table_defaults(const struct table *t);
unsigned long table_bits(const struct table *t);
/* "interface" and "feature" lines: what "features manifest" prints */
void table_print(const struct table *t);
/* what it printed, read again */
int table_read(struct table *t, const char *path);

/* @value is one bit of 32 */
int one_bit(unsigned long value);

/* ---- names */

/* The name in @word behind one NO_; *@off says whether there was one */
const char *name_of(const char *word, int *off);

/*
 * @word is none of @t's features: say so, with the name that was probably
 * meant, or the kernels that have it.  Returns EXIT_USAGE.
 */
int unknown_name(const struct tables *all, const struct table *t,
		 const char *word);

/*
 * Check @n words against @t, and turn @number into what they ask for; 0, or
 * an exit code, and @number is as it was.
 */
int apply_names(const struct tables *all, const struct table *t,
		char *const *words, size_t n, unsigned long *number);

/* ---- output */

/* @text behind @label, broken to lines of 79; all but the first are indented */
void put_text(int indent, const char *label, const char *text);
/* the names of @t for @number, the ones that are off with NO_, or left out */
char *names_text(const struct table *t, unsigned long number, int with_off,
		 char *buf, size_t size);

/* ---- the other parts */

/* kernel/ of a tree: features-tree.c */
int tree_read(const char *tree, struct table *t);
/* features-explain.c */
int explain(const struct tables *all, const struct table *t, const char *number);
/* features-live.c; @t may be NULL, @words is empty: only show */
int live(const struct tables *all, const struct table *t, const char *root,
	 char *const *words, size_t n);

#endif
