/* SPDX-License-Identifier: GPL-2.0 */
/*
 * features: the scheduler's feature bits by name.  The same bit is another
 * feature on another kernel, so names and numbers meet only here: by a kernel
 * tree, by the tables of all known kernels, or by the running kernel.
 */
#include <stdio.h>
#include <string.h>

#include "exitcodes.h"
#include "features-table.h"

static const char usage[] =
"usage: features [--root DIR] [--base TAG [--stock]] [--set NAME...]\n"
"       features --explain NUMBER --base TAG [--stock]\n"
"       features manifest TREE [--sched-debug y|n]\n"
"       features manifest --base TAG [--stock]\n"
"       features decode NUMBER --manifest FILE\n"
"       features encode NAME... --manifest FILE\n"
"Print what is on in the running kernel, or set features there by name; NO_\n"
"before a name switches it off.  Explain what a number means on one kernel, and\n"
"would on others.  Print the features of a kernel tree or of a base (bit,\n"
"default, name), the names that a number stands for, or the number that the\n"
"default becomes with the named features.\n"
"--base is the kernel with our patches, or as released (stock) if there is no\n"
"series for it; --stock is without them; --tables FILE another patches/features\n"
"than the one built in.\n";

struct args {
	const char *verb;		/* NULL: the running kernel */
	char **words;			/* behind the verb, or --set */
	size_t n;
	int set;
	const char *explain, *base, *root, *manifest, *tables, *sched_debug;
	int stock;
};

static int decode(const struct table *t, const char *text)
{
	unsigned long number, left;
	char buf[BITS * (FEATURE_LEN + 5)];

	if (lines_number(text, &number))
		return complain(EXIT_USAGE, text, NULL, "not a number");
	left = number & ~table_bits(t);
	if (left)
		return complain(EXIT_USAGE, text,
				"the number is another kernel's, or wrong",
				"no feature of this kernel has bit %lu",
				left & -left);
	puts(names_text(t, number, 1, buf, sizeof(buf)));
	return 0;
}

static int encode(const struct tables *all, const struct table *t,
		  const struct args *a)
{
	unsigned long number = table_defaults(t);
	int rc;

	rc = apply_names(all, t, a->words, a->n, &number);
	if (!rc)
		printf("%lu\n", number);
	return rc;
}

static int manifest(const struct table *base, const struct args *a)
{
	struct table t = { 0 };
	int rc = 0;

	if (base)
		t = *base;
	else
		rc = tree_read(a->words[0], &t);
	if (rc)
		return rc;
	/* without CONFIG_SCHED_DEBUG there is nothing to write to */
	if (a->sched_debug && *a->sched_debug == 'n')
		t.interface = "none";
	table_print(&t);
	return 0;
}

/* ---- the command line */

static const char **option(struct args *a, const char *name)
{
	const struct {
		const char *name;
		const char **value;
	} options[] = {
		{ "--explain", &a->explain }, { "--base", &a->base },
		{ "--root", &a->root }, { "--manifest", &a->manifest },
		{ "--tables", &a->tables }, { "--sched-debug", &a->sched_debug },
	};
	size_t i;

	for (i = 0; i < sizeof(options) / sizeof(*options); i++)
		if (!strcmp(name, options[i].name))
			return options[i].value;
	return NULL;
}

static int is_verb(const char *word)
{
	return !strcmp(word, "manifest") || !strcmp(word, "decode") ||
	       !strcmp(word, "encode");
}

/* the words from @i on up to an option; returns where they end */
static int take_words(struct args *a, int argc, char **argv, int i)
{
	a->words = argv + i;
	while (i < argc && strncmp(argv[i], "--", 2))
		i++;
	a->n = argv + i - a->words;
	return i;
}

static int parse(struct args *a, int argc, char **argv)
{
	const char **value;
	int i = 1;

	if (argc > 1 && is_verb(argv[1])) {
		a->verb = argv[1];
		i = take_words(a, argc, argv, 2);
	}
	while (i < argc) {
		value = option(a, argv[i]);
		if (!strcmp(argv[i], "--set") && !a->verb && !a->set) {
			a->set = 1;
			i = take_words(a, argc, argv, i + 1);
		} else if (!strcmp(argv[i], "--stock") && !a->stock) {
			a->stock = 1;
			i++;
		} else if (value && !*value && i + 1 < argc) {
			*value = argv[i + 1];
			i += 2;
		} else {
			return 0;
		}
	}
	return 1;
}

/* does it make sense together? */
static int sensible(const struct args *a)
{
	const char *v = a->verb;

	if ((a->stock && !a->base) || (a->set && !a->n))
		return 0;
	if (a->explain)
		return !v && a->base && !a->root && !a->set && !a->manifest &&
		       !a->sched_debug;
	if (!v)
		return !a->manifest && !a->sched_debug;
	if (a->root || (a->sched_debug && strcmp(a->sched_debug, "y") &&
			strcmp(a->sched_debug, "n")))
		return 0;
	if (*v == 'm')
		return !a->manifest && (a->base ? !a->n : a->n == 1);
	return a->manifest && !a->base && !a->sched_debug &&
	       (*v == 'd' ? a->n == 1 : a->n > 0);
}

static int run(const struct tables *all, const struct args *a)
{
	const struct table *base = NULL;
	struct table t = { 0 };
	int rc;

	if (a->base) {
		base = tables_find(all, a->base, a->stock);
		if (!base)
			return EXIT_USAGE;
	}
	if (a->explain)
		return explain(all, base, a->explain);
	if (!a->verb)
		return live(all, base, a->root ? a->root : "/", a->words, a->n);
	if (*a->verb == 'm')
		return manifest(base, a);
	rc = table_read(&t, a->manifest);
	if (rc)
		return rc;
	return *a->verb == 'd' ? decode(&t, a->words[0]) : encode(all, &t, a);
}

int main(int argc, char **argv)
{
	struct tables all;
	struct args a = { 0 };
	int rc;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		fputs(usage, stdout);
		return finish(0);
	}
	if (!parse(&a, argc, argv) || !sensible(&a)) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	rc = tables_load(&all, a.tables);
	if (!rc)
		rc = run(&all, &a);
	tables_free(&all);
	return rc ? rc : finish(0);
}
