/* SPDX-License-Identifier: GPL-2.0 */
/*
 * features: the scheduler's feature bits by name.  A kernel tree is read for
 * them, not its version: 2.6.25 has an enum in kernel/sched.c, 2.6.26 and later
 * a list in kernel/sched_features.h.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exitcodes.h"
#include "lines.h"

static const char usage[] =
"usage: features manifest TREE [--sched-debug y|n]\n"
"       features decode NUMBER --manifest FILE\n"
"       features encode NAME... --manifest FILE\n"
"Print the features of a kernel tree (bit, default, name), the names that a\n"
"number stands for, or the number that the default becomes when the named\n"
"features are switched on, and those with NO_ before their name off.\n";

#define MAX		32	/* the kernel keeps them in an unsigned int */
#define NAME_MAX_LEN	47	/* the guest takes no longer ones */

struct feature {
	char name[NAME_MAX_LEN + 1];
	unsigned long bit;
	int on;			/* by default; -1: not said */
};

struct manifest {
	const char *interface;
	struct feature f[MAX];
	size_t n;
};

static struct feature *find(struct manifest *m, const char *name)
{
	size_t i;

	for (i = 0; i < m->n; i++)
		if (!strcmp(m->f[i].name, name))
			return &m->f[i];
	return NULL;
}

static unsigned long defaults(const struct manifest *m)
{
	unsigned long number = 0;
	size_t i;

	for (i = 0; i < m->n; i++)
		if (m->f[i].on > 0)
			number |= m->f[i].bit;
	return number;
}

/* ---- C text ---- */

/* A place in C text without its comments. */
struct text {
	const char *path;
	char *p;
	char *begin;
};

static unsigned long line_of(const struct text *t)
{
	unsigned long n = 1;
	const char *p;

	for (p = t->begin; p < t->p; p++)
		n += *p == '\n';
	return n;
}

static int bad(const struct text *t, const char *what)
{
	char place[4200];

	snprintf(place, sizeof(place), "%.4096s:%lu", t->path, line_of(t));
	return complain(EXIT_BADFILE, place, "is this a kernel tree of 2.6.25 to 2.6.27?",
			"%s", what);
}

/* Comments become blanks, line ends stay: lines can still be counted. */
static void blank_comments(char *p)
{
	char end;

	while (*p) {
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

static void skip(struct text *t)
{
	while (isspace((unsigned char)*t->p))
		t->p++;
}

static int take(struct text *t, const char *word)
{
	size_t len = strlen(word);

	skip(t);
	if (strncmp(t->p, word, len))
		return 0;
	t->p += len;
	return 1;
}

static int take_name(struct text *t, char *name)
{
	size_t len = 0;

	skip(t);
	while (isalnum((unsigned char)t->p[len]) || t->p[len] == '_')
		len++;
	if (!len || len > NAME_MAX_LEN)
		return 0;
	memcpy(name, t->p, len);
	name[len] = '\0';
	t->p += len;
	return 1;
}

static int take_number(struct text *t, unsigned long *n)
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

static struct feature *add(struct manifest *m, const char *name)
{
	struct feature *f;

	if (m->n == MAX || find(m, name))
		return NULL;
	f = &m->f[m->n++];
	strcpy(f->name, name);
	f->on = -1;
	return f;
}

/* SCHED_FEAT(NAME, 1), in the order of the bits */
static int read_list(struct text *t, struct manifest *m)
{
	char name[NAME_MAX_LEN + 1];
	struct feature *f;
	unsigned long on;

	while (skip(t), *t->p) {
		if (!take(t, "SCHED_FEAT") || !take(t, "(") ||
		    !take_name(t, name) || !take(t, ",") ||
		    !take_number(t, &on) || on > 1 || !take(t, ")"))
			return bad(t, "not a SCHED_FEAT(NAME, 0|1)");
		f = add(m, name);
		if (!f)
			return bad(t, "a feature again, or too many");
		f->bit = 1ul << (m->n - 1);
		f->on = on;
	}
	return m->n ? 0 : bad(t, "no features");
}

#define ENUM_PREFIX "SCHED_FEAT_"

/* enum { SCHED_FEAT_NAME = 1, ... }; */
static int read_enum(struct text *t, struct manifest *m)
{
	char name[NAME_MAX_LEN + 1];
	struct feature *f;

	for (;;) {
		if (take(t, "}"))
			return m->n ? 0 : bad(t, "no features");
		if (!take(t, ENUM_PREFIX) || !take_name(t, name) ||
		    !take(t, "="))
			return bad(t, "not a SCHED_FEAT_NAME = value");
		f = add(m, name);
		if (!f)
			return bad(t, "a feature again, or too many");
		if (!take_number(t, &f->bit) || !f->bit ||
		    (f->bit & (f->bit - 1)) || f->bit > 1ul << 31)
			return bad(t, "a feature's value must be one bit");
		take(t, ",");
	}
}

/* sysctl_sched_features = SCHED_FEAT_NAME * 1 | ... ; */
static int read_defaults(struct text *t, struct manifest *m)
{
	char name[NAME_MAX_LEN + 1];
	struct feature *f;
	unsigned long on;
	size_t i;

	do {
		if (!take(t, ENUM_PREFIX) || !take_name(t, name) ||
		    !take(t, "*") || !take_number(t, &on) || on > 1)
			return bad(t, "not a SCHED_FEAT_NAME * 0|1");
		f = find(m, name);
		if (!f || f->on >= 0)
			return bad(t, "a default for no feature, or a second one");
		f->on = on;
	} while (take(t, "|"));
	if (!take(t, ";"))
		return bad(t, "no end of the defaults");
	for (i = 0; i < m->n; i++)
		if (m->f[i].on < 0)
			return bad(t, "a feature has no default");
	return 0;
}

static int read_sched_c(struct text *t, struct manifest *m)
{
	char *p = strstr(t->begin, ENUM_PREFIX);
	int rc;

	while (p && p > t->begin && *p != '{' && *p != ';')
		p--;
	if (!p || *p != '{')
		return bad(t, "no enum of SCHED_FEAT_ names");
	t->p = p + 1;
	rc = read_enum(t, m);
	if (rc)
		return rc;
	p = strstr(t->p, "sysctl_sched_features");
	if (!p)
		return bad(t, "no sysctl_sched_features behind the enum");
	t->p = p + strlen("sysctl_sched_features");
	if (!take(t, "="))
		return bad(t, "sysctl_sched_features has no value here");
	return read_defaults(t, m);
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
static int check_prefixes(const struct manifest *m, const char *path)
{
	size_t i, k;

	for (i = 0; i < m->n; i++)
		for (k = i + 1; k < m->n; k++)
			if (!strncmp(m->f[k].name, m->f[i].name,
				     strlen(m->f[i].name)))
				return complain(EXIT_BADFILE, path,
						"give the later one another name",
						"%s begins like %s: debugfs would take it for that",
						m->f[k].name, m->f[i].name);
	return 0;
}

static int read_tree(const char *tree, struct manifest *m)
{
	struct lines l = { 0 };
	struct text t;
	char path[4096];
	size_t i;
	int list, rc;

	snprintf(path, sizeof(path), "%.4000s/kernel/sched_features.h", tree);
	list = !access(path, F_OK);
	if (!list)
		snprintf(path, sizeof(path), "%.4000s/kernel/sched.c", tree);
	rc = lines_open(&l, path);
	if (rc)
		goto out;
	blank_comments(l.buf);
	t = (struct text){ path, l.buf, l.buf };
	m->interface = list ? "debugfs" : "proc";
	rc = list ? read_list(&t, m) : read_sched_c(&t, m);
	if (rc)
		goto out;
	qsort(m->f, m->n, sizeof(m->f[0]), compare_bits);
	for (i = 1; i < m->n; i++)
		if (m->f[i].bit == m->f[i - 1].bit)
			rc = complain(EXIT_BADFILE, path, NULL,
				      "%s and %s have the same bit",
				      m->f[i - 1].name, m->f[i].name);
	if (!rc && list)
		rc = check_prefixes(m, path);
out:
	lines_free(&l);
	return rc;
}

static void print_manifest(const struct manifest *m)
{
	size_t i;

	printf("interface %s\n", m->interface);
	for (i = 0; i < m->n; i++)
		printf("feature %lu %d %s\n", m->f[i].bit, m->f[i].on,
		       m->f[i].name);
}

/* ---- a manifest that was printed before ---- */

static const char *known_interface(const char *word)
{
	static const char *const names[] = { "proc", "debugfs", "none" };
	size_t i;

	for (i = 0; i < 3; i++)
		if (!strcmp(word, names[i]))
			return names[i];
	return NULL;
}

static int manifest_line(struct lines *l, char *line, struct manifest *m)
{
	char *rest = line, *word = lines_word(&rest), *w[4];
	unsigned long bit, on;
	struct feature *f;
	int i;

	if (!word)
		return 0;
	for (i = 0; i < 4; i++)
		w[i] = lines_word(&rest);
	if (!strcmp(word, "interface") && w[0] && !w[1] && !m->interface) {
		m->interface = known_interface(w[0]);
		return m->interface ? 0 :
			lines_bad(l, "proc, debugfs or none",
				  "unknown interface");
	}
	if (strcmp(word, "feature") || !w[2] || w[3] ||
	    lines_number(w[0], &bit) || lines_number(w[1], &on) || !bit ||
	    (bit & (bit - 1)) || bit > 1ul << 31 || on > 1 || strlen(w[2]) > NAME_MAX_LEN)
		return lines_bad(l, "feature BIT 0|1 NAME", "not a feature");
	if (m->n && bit <= m->f[m->n - 1].bit)
		return lines_bad(l, "features manifest prints them in order",
				 "its bit is not above the one before");
	f = add(m, w[2]);
	if (!f)
		return lines_bad(l, NULL, "a feature again, or too many");
	f->bit = bit;
	f->on = on;
	return 0;
}

static int load(const char *path, struct manifest *m)
{
	struct lines l = { 0 };
	char *line;
	int rc;

	rc = lines_open(&l, path);
	while (!rc && (line = lines_next(&l, NULL)))
		rc = manifest_line(&l, lines_strip(line), m);
	if (!rc && (!m->interface || !m->n))
		rc = complain(EXIT_BADFILE, path,
			      "take what \"features manifest\" printed",
			      "no interface, or no features in it");
	lines_free(&l);
	return rc;
}

static int decode(struct manifest *m, const char *text)
{
	unsigned long number, left;
	size_t i;

	if (lines_number(text, &number))
		return complain(EXIT_USAGE, text, NULL, "not a number");
	left = number;
	for (i = 0; i < m->n; i++)
		left &= ~m->f[i].bit;
	if (left)
		return complain(EXIT_USAGE, text,
				"the number is another kernel's, or wrong",
				"no feature of this kernel has bit %lu",
				left & -left);
	for (i = 0; i < m->n; i++)
		printf("%s%s%s", i ? " " : "",
		       number & m->f[i].bit ? "" : "NO_", m->f[i].name);
	putchar('\n');
	return 0;
}

static int encode(struct manifest *m, char **words, int n)
{
	const char *names[MAX], *near, *name;
	unsigned long number = defaults(m), seen[2] = { 0, 0 };
	struct feature *f;
	size_t k;
	int i, off;

	for (k = 0; k < m->n; k++)
		names[k] = m->f[k].name;
	for (i = 0; i < n; i++) {
		off = !strncmp(words[i], "NO_", 3);
		name = words[i] + 3 * off;
		f = find(m, name);
		if (!f) {
			char hint[96] = "";

			near = nearest(name, names, m->n);
			if (near)
				snprintf(hint, sizeof(hint),
					 "did you mean %s%s?", off ? "NO_" : "",
					 near);
			return complain(EXIT_USAGE, words[i],
					near ? hint : "features decode lists the names",
					"this kernel has no such feature");
		}
		if (seen[!off] & f->bit)
			return complain(EXIT_USAGE, words[i], "name it once",
					"on and off at the same time");
		seen[off] |= f->bit;
		number = off ? number & ~f->bit : number | f->bit;
	}
	printf("%lu\n", number);
	return 0;
}

static int do_manifest(int argc, char **argv)
{
	struct manifest m = { 0 };
	int rc;

	if (argc != 1 &&
	    (argc != 3 || strcmp(argv[1], "--sched-debug") ||
	     (strcmp(argv[2], "y") && strcmp(argv[2], "n")))) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	rc = read_tree(argv[0], &m);
	if (rc)
		return rc;
	/* without CONFIG_SCHED_DEBUG there is nothing to write to */
	if (argc == 3 && *argv[2] == 'n')
		m.interface = "none";
	print_manifest(&m);
	return 0;
}

int main(int argc, char **argv)
{
	struct manifest m = { 0 };
	int rc;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		fputs(usage, stdout);
		return finish(0);
	}
	if (argc >= 3 && !strcmp(argv[1], "manifest")) {
		rc = do_manifest(argc - 2, argv + 2);
		return rc ? rc : finish(0);
	}
	if (argc < 5 || strcmp(argv[argc - 2], "--manifest") ||
	    (strcmp(argv[1], "encode") &&
	     (strcmp(argv[1], "decode") || argc != 5))) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	rc = load(argv[argc - 1], &m);
	if (!rc)
		rc = *argv[1] == 'd' ? decode(&m, argv[2]) :
				       encode(&m, argv + 2, argc - 4);
	return rc ? rc : finish(0);
}
