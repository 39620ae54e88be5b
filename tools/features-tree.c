/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The features of a kernel tree.  Its text is read for them, not its version:
 * either an enum in kernel/sched.c, or a list in kernel/sched_features.h, with
 * or without the numbers of the bits.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exitcodes.h"
#include "features-table.h"

/* A place in C text without its comments. */
struct ctext {
	const char *path;
	char *p;
	char *begin;
};

static unsigned long line_of(const struct ctext *t)
{
	unsigned long n = 1;
	const char *p;

	for (p = t->begin; p < t->p; p++)
		n += *p == '\n';
	return n;
}

static int bad(const struct ctext *t, const char *what)
{
	char place[4200];

	snprintf(place, sizeof(place), "%.4096s:%lu", t->path, line_of(t));
	return complain(EXIT_BADFILE, place, "is this a kernel tree of 2.6.25 to 2.6.27?",
			"%s", what);
}

/* Behind a string that begins at @p; a line's end also ends it. */
static char *behind_string(char *p)
{
	for (p++; *p && *p != '"' && *p != '\n'; p++)
		if (*p == '\\' && p[1])
			p++;
	return *p ? p + 1 : p;
}

/* Comments become blanks, line ends stay: lines can still be counted. */
static void blank_comments(char *p)
{
	char end;

	while (*p) {
		if (*p == '"') {
			p = behind_string(p);
			continue;
		}
		if (p[0] != '/' || (p[1] != '*' && p[1] != '/')) {
			p++;
			continue;
		}
		end = p[1];
		p[0] = p[1] = ' ';
		for (p += 2; *p; p++) {
			if (end == '/' ? *p == '\n' : p[0] == '*' && p[1] == '/')
				break;
			if (*p != '\n')
				*p = ' ';
		}
		if (*p && end == '*')
			p[0] = p[1] = ' ';
	}
}

static void skip(struct ctext *t)
{
	while (isspace((unsigned char)*t->p))
		t->p++;
}

static int take(struct ctext *t, const char *word)
{
	size_t len = strlen(word);

	skip(t);
	if (strncmp(t->p, word, len))
		return 0;
	t->p += len;
	return 1;
}

static int take_name(struct ctext *t, char *name)
{
	size_t len = 0;

	skip(t);
	while (isalnum((unsigned char)t->p[len]) || t->p[len] == '_')
		len++;
	if (!len || len > FEATURE_LEN)
		return 0;
	memcpy(name, t->p, len);
	name[len] = '\0';
	t->p += len;
	return 1;
}

static int take_number(struct ctext *t, unsigned long *n)
{
	char *end;

	skip(t);
	if (!isdigit((unsigned char)*t->p))
		return 0;
	errno = 0;
	*n = strtoul(t->p, &end, 0);
	t->p = end;
	return !errno;
}

/* SCHED_FEAT(NAME, 1), in the order of the bits, or SCHED_FEAT(NAME, bit, 1) */
static int read_list(struct ctext *t, struct table *table)
{
	unsigned long number[2], numbers, bit, form = 0;
	char name[FEATURE_LEN + 1];
	struct feature *f;

	while (skip(t), *t->p) {
		if (!take(t, "SCHED_FEAT") || !take(t, "(") ||
		    !take_name(t, name))
			return bad(t, "not a SCHED_FEAT(NAME, ...)");
		for (numbers = 0; numbers < 2 && take(t, ","); numbers++)
			if (!take_number(t, &number[numbers]))
				break;
		if (!numbers || !take(t, ")") || number[numbers - 1] > 1)
			return bad(t, "not a SCHED_FEAT(NAME, 0|1) or (NAME, bit, 0|1)");
		if (form && form != numbers)
			return bad(t, "a SCHED_FEAT with the number of its bit beside one without");
		form = numbers;
		f = table_add(table, name);
		if (!f)
			return bad(t, "a feature again, or too many");
		f->on = number[numbers - 1];
		bit = numbers == 2 ? number[0] : table->n - 1;
		if (bit >= BITS)
			return bad(t, "the number of a bit must be below 32");
		f->bit = 1ul << bit;
	}
	return table->n ? 0 : bad(t, "no features");
}

#define ENUM_PREFIX "SCHED_FEAT_"

/* enum { SCHED_FEAT_NAME = 1, ... }; */
static int read_enum(struct ctext *t, struct table *table)
{
	char name[FEATURE_LEN + 1];
	struct feature *f;

	for (;;) {
		if (take(t, "}"))
			return table->n ? 0 : bad(t, "no features");
		if (!take(t, ENUM_PREFIX) || !take_name(t, name) ||
		    !take(t, "="))
			return bad(t, "not a SCHED_FEAT_NAME = value");
		f = table_add(table, name);
		if (!f)
			return bad(t, "a feature again, or too many");
		if (!take_number(t, &f->bit) || !one_bit(f->bit))
			return bad(t, "a feature's value must be one bit");
		take(t, ",");
	}
}

/* sysctl_sched_features = SCHED_FEAT_NAME * 1 | ... ; */
static int read_defaults(struct ctext *t, struct table *table)
{
	char name[FEATURE_LEN + 1];
	struct feature *f;
	unsigned long on;
	size_t i;

	do {
		if (!take(t, ENUM_PREFIX) || !take_name(t, name) ||
		    !take(t, "*") || !take_number(t, &on) || on > 1)
			return bad(t, "not a SCHED_FEAT_NAME * 0|1");
		f = table_feature(table, name);
		if (!f || f->on >= 0)
			return bad(t, "a default for no feature, or a second one");
		f->on = on;
	} while (take(t, "|"));
	if (!take(t, ";"))
		return bad(t, "no end of the defaults");
	for (i = 0; i < table->n; i++)
		if (table->f[i].on < 0)
			return bad(t, "a feature has no default");
	return 0;
}

static int read_sched_c(struct ctext *t, struct table *table)
{
	char *p = strstr(t->begin, ENUM_PREFIX);
	int rc;

	while (p && p > t->begin && *p != '{' && *p != ';')
		p--;
	if (!p || *p != '{')
		return bad(t, "no enum of SCHED_FEAT_ names");
	t->p = p + 1;
	rc = read_enum(t, table);
	if (rc)
		return rc;
	p = strstr(t->p, "sysctl_sched_features");
	if (!p)
		return bad(t, "no sysctl_sched_features behind the enum");
	t->p = p + strlen("sysctl_sched_features");
	if (!take(t, "="))
		return bad(t, "sysctl_sched_features has no value here");
	return read_defaults(t, table);
}

static int compare_bits(const void *a, const void *b)
{
	const struct feature *x = a, *y = b;

	return x->bit < y->bit ? -1 : x->bit > y->bit;
}

/*
 * debugfs compares as many letters as a name of its list has, in order: the
 * later of two such names could never be written.
 */
static int check_prefixes(const struct table *t, const char *path)
{
	size_t i, k;

	for (i = 0; i < t->n; i++)
		for (k = i + 1; k < t->n; k++)
			if (!strncmp(t->f[k].name, t->f[i].name,
				     strlen(t->f[i].name)))
				return complain(EXIT_BADFILE, path,
						"give the later one another name",
						"%s begins like %s: debugfs would take it for that",
						t->f[k].name, t->f[i].name);
	return 0;
}

/* Does this C text make the debugfs file of names?  @rc: 0, or an exit code */
static int makes_file(const char *path, int *rc)
{
	struct lines l = { 0 };
	struct ctext t;
	int found = 0;
	char *p;

	*rc = lines_load(&l, path);
	if (*rc)
		goto out;
	blank_comments(l.buf);
	for (p = l.buf; !found && (p = strstr(p, "debugfs_create_file")); ) {
		p += strlen("debugfs_create_file");
		t = (struct ctext){ path, p, l.buf };
		found = take(&t, "(") && take(&t, "\"sched_features\"");
	}
out:
	lines_free(&l);
	return found;
}

/* The interface of a tree: does any file of kernel/ make the one of debugfs? */
static int read_interface(const char *tree, struct table *t)
{
	char path[4400];
	struct dirent *e;
	int rc = 0;
	size_t len;
	DIR *dir;

	snprintf(path, sizeof(path), "%.4000s/kernel", tree);
	dir = opendir(path);
	if (!dir)
		return complain(EXIT_USAGE, path, "give the folder of a kernel tree",
				"cannot read: %s", strerror(errno));
	t->interface = "proc";
	while (!rc && (e = readdir(dir))) {
		len = strlen(e->d_name);
		if (len < 3 || (strcmp(e->d_name + len - 2, ".c") &&
				strcmp(e->d_name + len - 2, ".h")))
			continue;
		snprintf(path, sizeof(path), "%.4000s/kernel/%s", tree, e->d_name);
		if (makes_file(path, &rc)) {
			t->interface = "debugfs";
			break;
		}
	}
	closedir(dir);
	return rc;
}

static int check_bits(const struct table *t, const char *path)
{
	size_t i;

	for (i = 1; i < t->n; i++)
		if (t->f[i].bit == t->f[i - 1].bit)
			return complain(EXIT_BADFILE, path, NULL,
					"%s and %s have the same bit",
					t->f[i - 1].name, t->f[i].name);
	return 0;
}

int tree_read(const char *tree, struct table *table)
{
	struct lines l = { 0 };
	struct ctext t;
	char path[4096];
	int list, rc;

	snprintf(path, sizeof(path), "%.4000s/kernel/sched_features.h", tree);
	list = !access(path, F_OK);
	if (!list)
		snprintf(path, sizeof(path), "%.4000s/kernel/sched.c", tree);
	rc = lines_open(&l, path);
	if (rc)
		goto out;
	blank_comments(l.buf);
	t = (struct ctext){ path, l.buf, l.buf };
	rc = list ? read_list(&t, table) : read_sched_c(&t, table);
	if (rc)
		goto out;
	qsort(table->f, table->n, sizeof(table->f[0]), compare_bits);
	rc = check_bits(table, path);
	if (!rc)
		rc = read_interface(tree, table);
	if (!rc && !strcmp(table->interface, "debugfs"))
		rc = check_prefixes(table, path);
out:
	lines_free(&l);
	return rc;
}
