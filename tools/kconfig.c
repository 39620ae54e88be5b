/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kconfig: merge configuration fragments, and compare what was wanted with what
 * the kernel's own configuration made of it.
 */
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exitcodes.h"
#include "lines.h"

static const char usage[] =
"usage: kconfig merge [--base TAG] FRAGMENT...\n"
"       kconfig compare WANTED GOT\n"
"       kconfig extra WANTED GOT\n"
"Merge configuration fragments, later ones over earlier ones; compare the\n"
"wanted options with a kernel's .config, value for value and unset for unset;\n"
"or list the options that are on without being wanted by name.\n"
"\n"
"  --base TAG  take the sections of this base too: lines behind a line\n"
"              [base PATTERN...], up to the next one or [all]\n";

#define PREFIX		"CONFIG_"
#define PREFIX_LEN	(sizeof(PREFIX) - 1)
#define NOT_SET		" is not set"
#define FROM		"# from "
#define FROM_LEN	(sizeof(FROM) - 1)

struct option {
	char *name;		/* with CONFIG_ */
	char *value;		/* "n" for unset */
	char *from;		/* "file:line" of the fragment, or NULL */
	unsigned long file;	/* number of the file that said it last */
	unsigned long line;
};

struct options {
	struct option *o;
	size_t n;
};

static char *copy(const char *text)
{
	char *p = strdup(text);

	if (!p)
		abort();
	return p;
}

static struct option *find(const struct options *set, const char *name)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (!strcmp(set->o[i].name, name))
			return &set->o[i];
	return NULL;
}

static struct option *get(struct options *set, const char *name)
{
	struct option *o = find(set, name);

	if (o)
		return o;
	set->o = grow(set->o, (set->n + 1) * sizeof(*set->o));
	o = &set->o[set->n++];
	memset(o, 0, sizeof(*o));
	o->name = copy(name);
	return o;
}

static void put(struct option *o, const char *value, const char *from)
{
	free(o->value);
	free(o->from);
	o->value = copy(value);
	o->from = from ? copy(from) : NULL;
}

static void drop(struct options *set)
{
	size_t i;

	for (i = 0; i < set->n; i++) {
		free(set->o[i].name);
		free(set->o[i].value);
		free(set->o[i].from);
	}
	free(set->o);
}

static int good_name(const char *name)
{
	const char *p = name + PREFIX_LEN;

	if (strncmp(name, PREFIX, PREFIX_LEN) || !*p)
		return 0;
	for (; *p; p++)
		if (!isalnum((unsigned char)*p) && *p != '_')
			return 0;
	return 1;
}

/* y, m, n, a decimal or hexadecimal number, or a string in quotes */
static int good_value(const char *v)
{
	size_t len = strlen(v);

	if (len == 1 && strchr("ymn", *v))
		return 1;
	if (*v == '"') {
		for (v++; *v && *v != '"'; v++)
			if (*v == '\\' && v[1])
				v++;
		return *v && !v[1];
	}
	if (!strncmp(v, "0x", 2))
		return v[2] && v[2 + strspn(v + 2, "0123456789abcdefABCDEF")] ==
			       '\0';
	if (*v == '-')
		v++;
	return *v && v[strspn(v, "0123456789")] == '\0';
}

/*
 * One line, cut into name and value: 1 if it is an option, 0 if it says
 * nothing, -1 if it is neither.
 */
static int parse(char *line, char **name, char **value)
{
	static char unset[] = "n";
	char *p;

	while (isspace((unsigned char)*line))
		line++;
	if (!strncmp(line, "# " PREFIX, 2 + PREFIX_LEN)) {
		p = strstr(line, NOT_SET);
		if (!p)
			return 0;	/* a comment that begins like one */
		*p = '\0';
		*name = line + 2;
		*value = unset;
		return good_name(*name) ? 1 : 0;
	}
	line = lines_strip(line);
	if (!*line)
		return 0;
	p = strchr(line, '=');
	if (!p)
		return -1;
	*p = '\0';
	*name = line;
	*value = p + 1;
	return good_name(*name) && good_value(*value) ? 1 : -1;
}

#define FORM "CONFIG_X=y|n|number|\"string\", or # CONFIG_X is not set"

/* "[base v2.6.26* v2.6.27*]" or "[all]": does what follows count? */
static int section(struct lines *l, char *line, const char *base, int *on)
{
	char *end = strchr(line, ']'), *rest = line + 1, *word;

	if (!end || end[1])
		return lines_bad(l, "[base PATTERN...] or [all]",
				 "not a section");
	*end = '\0';
	word = lines_word(&rest);
	if (word && !strcmp(word, "all") && !lines_word(&rest)) {
		*on = 1;
		return 0;
	}
	if (!word || strcmp(word, "base"))
		return lines_bad(l, "[base PATTERN...] or [all]",
				 "unknown section");
	word = lines_word(&rest);
	if (!word)
		return lines_bad(l, "[base v2.6.26*]", "no pattern");
	if (!base)
		return lines_bad(l, "give --base TAG",
				 "a section for one base");
	for (*on = 0; word; word = lines_word(&rest)) {
		if (!strchr("v*?[", *word))
			return lines_bad(l, "tags are like v2.6.25-rc6",
					 "\"%s\" fits no tag", word);
		if (!fnmatch(word, base, 0))
			*on = 1;
	}
	return 0;
}

/* "# from FILE:LINE", above an option: where it really comes from */
static int is_origin(const char *line)
{
	const char *colon = strrchr(line, ':');
	unsigned long n;

	return !strncmp(line, FROM, FROM_LEN) && strlen(line) < 300 && colon &&
	       !lines_number(colon + 1, &n);
}

static int merge_file(struct options *set, const char *path,
		      unsigned long file, const char *base)
{
	const char *short_name = strrchr(path, '/');
	struct lines l = { 0 };
	char *line, *name, *value;
	struct option *o;
	char from[320], given[320] = "";
	int on = 1, rc;

	short_name = short_name ? short_name + 1 : path;
	rc = lines_open(&l, path);
	while (!rc && (line = lines_next(&l, NULL))) {
		if (is_origin(line)) {
			snprintf(given, sizeof(given), "%s", line + FROM_LEN);
			continue;
		}
		snprintf(from, sizeof(from), "%.200s:%lu", short_name, l.no);
		if (*given) {
			strcpy(from, given);
			*given = '\0';
		}
		if (*line == '[') {
			rc = section(&l, lines_strip(line), base, &on);
			continue;
		}
		switch (parse(line, &name, &value)) {
		case -1:
			rc = lines_bad(&l, FORM, "not an option");
			continue;
		case 0:
			continue;
		}
		if (!on)
			continue;
		o = get(set, name);
		if (o->file == file) {
			rc = lines_bad(&l, "keep one of the two",
				       "%s again; it was in line %lu", name,
				       o->line);
			continue;
		}
		put(o, value, from);
		o->file = file;
		o->line = l.no;
	}
	lines_free(&l);
	return rc;
}

static int merge(int argc, char **argv)
{
	struct options set = { 0 };
	const char *base = NULL;
	int i = 0, rc = 0;
	size_t k;

	if (argc >= 2 && !strcmp(argv[0], "--base")) {
		base = argv[1];
		i = 2;
	}
	if (i >= argc) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	for (; !rc && i < argc; i++)
		rc = merge_file(&set, argv[i], i + 1, base);
	for (k = 0; !rc && k < set.n; k++)
		printf(FROM "%s\n%s=%s\n", set.o[k].from, set.o[k].name,
		       set.o[k].value);
	drop(&set);
	return rc;
}

/* a merged list, or a kernel's .config */
static int load(struct options *set, const char *path)
{
	struct lines l = { 0 };
	char *line, *name, *value;
	char from[320] = "";
	int rc;

	rc = lines_open(&l, path);
	while (!rc && (line = lines_next(&l, NULL))) {
		if (is_origin(line)) {
			snprintf(from, sizeof(from), "%s", line + FROM_LEN);
			continue;
		}
		switch (parse(line, &name, &value)) {
		case -1:
			rc = lines_bad(&l, FORM, "not an option");
			break;
		case 1:
			put(get(set, name), value, *from ? from : NULL);
			*from = '\0';
			break;
		}
	}
	lines_free(&l);
	return rc;
}

static const char *shown(const struct option *o)
{
	return !o ? "absent" : strcmp(o->value, "n") ? o->value : "not set";
}

static int compare(const struct options *wanted, const struct options *got,
		   const char *path)
{
	unsigned int wrong = 0;
	size_t i;

	for (i = 0; i < wanted->n; i++) {
		const struct option *w = &wanted->o[i];
		const struct option *g = find(got, w->name);

		if (!strcmp(g ? g->value : "n", w->value))
			continue;
		if (!wrong++)
			fprintf(stderr, "  %-34s %-14s %-14s %s\n", "option",
				"wanted", "got", "wanted by");
		fprintf(stderr, "  %-34s %-14s %-14s %s\n", w->name, shown(w),
			shown(g), w->from ? w->from : "");
	}
	if (!wrong)
		return 0;
	return complain(EXIT_CONFIG, path,
			"\"absent\": the base has no such option, or something it depends on is off; see its \"depends on\" in the tree's Kconfig files, for one that is on the \"select\" of others",
			"the tree did not take %u of %zu wanted options", wrong,
			wanted->n);
}

static void extra(const struct options *wanted, const struct options *got)
{
	size_t i;

	for (i = 0; i < got->n; i++)
		if (strcmp(got->o[i].value, "n") &&
		    !find(wanted, got->o[i].name))
			printf("%s=%s\n", got->o[i].name, got->o[i].value);
}

int main(int argc, char **argv)
{
	struct options wanted = { 0 }, got = { 0 };
	int is_extra, rc;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		fputs(usage, stdout);
		return finish(0);
	}
	if (argc >= 3 && !strcmp(argv[1], "merge")) {
		rc = merge(argc - 2, argv + 2);
		return rc ? rc : finish(0);
	}
	is_extra = argc == 4 && !strcmp(argv[1], "extra");
	if (!is_extra && (argc != 4 || strcmp(argv[1], "compare"))) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	rc = load(&wanted, argv[2]);
	if (!rc)
		rc = load(&got, argv[3]);
	/* nothing compared is nothing proved */
	if (!rc && (!wanted.n || !got.n))
		rc = complain(EXIT_BADFILE, argv[got.n ? 2 : 3],
			      "give what \"kconfig merge\" printed, and a .config",
			      "no option in it");
	if (!rc && is_extra)
		extra(&wanted, &got);
	else if (!rc)
		rc = compare(&wanted, &got, argv[3]);
	drop(&wanted);
	drop(&got);
	return rc ? rc : finish(0);
}
