/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The scheduler's feature bits: the manifest that the host took from the tree,
 * the state of the running kernel, and changes by name.
 *
 * People name features; which number that is differs from kernel to kernel, so
 * only the manifest turns one into the other, and what was read back decides.
 */
#ifndef CFSQ_FEATURES_H
#define CFSQ_FEATURES_H

#include <stddef.h>

#define FEATURES_MAX	32	/* the bits of the kernel's unsigned int */
#define FEATURE_NAME	48
#define FEATURES_TEXT	512	/* all names of one kernel, in one line */

#define FEATURES_PROC	"/proc/sys/kernel/sched_features"
#define FEATURES_DEBUG	"/debug/sched_features"

enum interface { INTERFACE_NONE, INTERFACE_PROC, INTERFACE_DEBUGFS };

struct manifest {
	enum interface interface;
	unsigned int n;
	unsigned int number;	/* that of the defaults */
	struct {
		unsigned int bit;
		char name[FEATURE_NAME];
	} feature[FEATURES_MAX];
};

struct features {
	int number_err;		/* 0, or -errno of the integer */
	unsigned int number;
	int names_err;		/* 0, or -errno of the list of names */
	char names[FEATURES_TEXT];
};

/*
 * Every function that can say no does so with -1 and a sentence in
 * @why[FEATURES_TEXT].
 */

int features_manifest(struct manifest *m, char *text, char *why);

/* Both views of the running kernel, each with its own error. */
void features_read(struct features *f);

/* Do the names, bits and defaults of @m fit what was found? */
int features_agree(const struct manifest *m, const struct features *found,
		   char *why);

/*
 * Bring the kernel back to @found, then to @setting (names joined by '+', a
 * decimal number, or "asis"), and read both views back into @now.  A setting
 * with a name or a bit that is not in the manifest writes nothing at all.
 */
int features_set(const struct manifest *m, const struct features *found,
		 const char *setting, struct features *now, char *why);

/* "NAME NO_NAME ..." of @number into @buf[FEATURES_TEXT], which is returned */
char *features_names(const struct manifest *m, unsigned int number, char *buf);

const char *features_interface(enum interface interface);

#endif
