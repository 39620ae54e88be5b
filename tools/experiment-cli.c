/* SPDX-License-Identifier: GPL-2.0 */
/*
 * experiment: check and read experiments, for people and for scripts.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exitcodes.h"
#include "experiment.h"
#include "lines.h"

static const char usage[] =
"usage: experiment --check [--top FOLDER] FILE...\n"
"       experiment --list FILE...\n"
"       experiment --arms FILE\n"
"       experiment --run|--real ARM SEED FILE\n"
"       experiment --order|--order-aa BOOTS FILE\n"
"\n"
"  --check  read them, and say what is wrong with the first that is; --top is the\n"
"           folder of the project whose machines, bases, variants and metrics they\n"
"           may name\n"
"  --list   name, machine, arms and boots of each, and its title\n"
"  --arms   an arm a line: name, base, variant, series, features; and the first\n"
"           line has the machine, the number of boots and the first seed\n"
"  --run    what the guest is given for a boot of ARM (guest/run.h)\n"
"  --real   the same, with the workload at its full size\n"
"  --order  the boots of a real machine, in their order: arm and seed\n"
"  --order-aa  those that come first, of the first arm alone: side, arm and seed\n"
"  --help   this text\n";

static void list(const struct experiment *e)
{
	printf("  %s\n    %.72s\n", e->name, e->title);
	printf("    on %s, %u arms, %lu boots each: %.40s\n", e->machine, e->arms,
	       e->boots, e->workload);
}

static void arms(const struct experiment *e)
{
	unsigned int i;

	printf("%s\t%lu\t%lu\n", e->machine, e->boots, e->seed);
	for (i = 0; i < e->arms; i++)
		printf("%s\t%s\t%s\t%s\t%s\n", e->arm[i].name, e->arm[i].base,
		       e->arm[i].variant, e->arm[i].series, e->arm[i].features);
}

static int order(const struct experiment *e, bool aa, const char *text)
{
	unsigned int block[EXP_ARMS], n = aa ? 2 : e->arms, k;
	unsigned long boots, i;

	if (lines_number(text, &boots) || !boots || boots > 40)
		return complain(EXIT_USAGE, text, "1 to 40", "is no number of boots");
	for (i = 0; i < boots; i++) {
		/* another stretch of the same stream */
		experiment_block(e, (aa ? 1000 : 0) + i + 1, n, block);
		for (k = 0; k < n; k++)
			if (aa)
				printf("%u\t%s\t%lu\n", block[k] + 1,
				       e->arm[0].name, e->seed + i);
			else
				printf("%s\t%lu\n", e->arm[block[k]].name,
				       e->seed + i);
	}
	return 0;
}

static int run(const struct experiment *e, bool real, const char *name,
	       const char *text)
{
	const struct exp_arm *arm = experiment_arm(e, name);
	unsigned long seed;
	char words[512];
	unsigned int i;

	if (!arm)
		return complain(EXIT_USAGE, name, "--arms has them", "no such arm");
	if (lines_number(text, &seed))
		return complain(EXIT_USAGE, text, "a number from 0 on", "is no seed");
	printf("features %s\n", arm->features);
	for (i = 0; i < arm->sysctls; i++)
		printf("sysctl %s %s\n", arm->sysctl[i].name,
		       arm->sysctl[i].value);
	printf("workload %s\n",
	       experiment_workload(e, real, seed, words, sizeof(words)));
	return 0;
}

/* of the project that the names are held against, or NULL */
static const char *top;

static int one(const char *verb, int argc, char **argv)
{
	struct experiment e;
	int err = experiment_read(&e, argv[argc - 1]);

	if (!err && top)
		err = experiment_known(&e, top);
	if (err)
		;
	else if (!strcmp(verb, "--list"))
		list(&e);
	else if (!strcmp(verb, "--arms"))
		arms(&e);
	else if (!strncmp(verb, "--order", 7))
		err = order(&e, !strcmp(verb, "--order-aa"), argv[0]);
	else if (argc == 3)
		err = run(&e, !strcmp(verb, "--real"), argv[0], argv[1]);
	experiment_free(&e);
	return err;
}

int main(int argc, char **argv)
{
	const char *verb = argc > 1 ? argv[1] : "";
	int many = !strcmp(verb, "--check") || !strcmp(verb, "--list");
	static const struct {
		const char *verb;
		int words;
	} verbs[] = {
		{ "--check", 1 }, { "--list", 1 }, { "--arms", 1 }, { "--run", 3 },
		{ "--real", 3 }, { "--order", 2 }, { "--order-aa", 2 },
	};
	int words = 0;
	int i, first = 2, err = 0;

	if (!strcmp(verb, "--help")) {
		fputs(usage, stdout);
		return finish(EXIT_OK);
	}
	for (i = 0; i < (int)(sizeof(verbs) / sizeof(verbs[0])); i++)
		if (!strcmp(verb, verbs[i].verb))
			words = verbs[i].words;
	if (!words)
		return complain(EXIT_USAGE, "command line", "--help shows the verbs",
				*verb ? "'%s' is no verb" : "a verb is missing%s", verb);
	if (argc > 3 && !strcmp(verb, "--check") && !strcmp(argv[2], "--top")) {
		top = argv[3];
		first = 4;
	}
	if (many ? argc <= first : argc != 2 + words)
		return complain(EXIT_USAGE, "command line", "--help shows the verbs",
				"%s: not so many words", verb);
	if (!many)
		return finish(one(verb, words, argv + 2));
	for (i = first; i < argc && !err; i++)
		err = one(verb, 1, argv + i);
	return finish(err);
}
