/* SPDX-License-Identifier: GPL-2.0 */
/*
 * machine: what follows from a machine file: QEMU's options, the kernel's, the
 * topology that the guest must find.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exitcodes.h"
#include "lines.h"

static const char usage[] =
"usage: machine FILE --qemu|--config|--guest|--metal|--describe|--get KEY\n"
"Print what follows from a machine file.\n"
"\n"
"  --qemu      QEMU's options, one word a line\n"
"  --config    the kernel options, as a configuration fragment\n"
"  --guest     the topology that the guest must find (its /etc/expect)\n"
"  --metal     the same, for the machine itself\n"
"  --describe  the machine in words\n"
"  --get KEY   the value of one key\n";

enum key { NAME, TITLE, SOCKETS, CORES, THREADS, LLC_CPUS, CPUID, NR_CPUS,
	   MEMORY, MHZ, KEYS };

static const char *const key_names[KEYS] = {
	"name", "title", "sockets", "cores", "threads", "llc-cpus", "cpuid",
	"nr-cpus", "memory", "mhz",
};

#define CPUS_MAX	64	/* the guest keeps a set of CPUs in 64 bits */
#define NAME_CHARS	"abcdefghijklmnopqrstuvwxyz0123456789-"
#define NAME_LONG	31

struct machine {
	char *text[KEYS];		/* NULL: not seen yet */
	unsigned long line[KEYS];
	unsigned long number[KEYS];	/* of the keys that are one number */
	unsigned long family, model, stepping;
	unsigned long cpus;
};

static const struct { enum key key; unsigned long min, max; } ranges[] = {
	{ SOCKETS, 1, 64 }, { CORES, 1, 64 }, { THREADS, 1, 2 },
	{ LLC_CPUS, 1, 128 }, { NR_CPUS, 1, 255 }, { MEMORY, 64, 65536 },
	{ MHZ, 1, 100000 },
};
#define N_RANGES (sizeof(ranges) / sizeof(ranges[0]))

static int take_line(struct lines *l, char *line, struct machine *m)
{
	char *rest = line, *word, *value;
	const char *near;
	int k;

	word = lines_word(&rest);
	if (!word)
		return 0;
	value = rest ? lines_strip(rest) : NULL;
	for (k = 0; k < KEYS; k++)
		if (!strcmp(word, key_names[k]))
			break;
	if (k == KEYS) {
		near = nearest(word, key_names, KEYS);
		return lines_bad(l, near ? near : "see machine(1) for the keys",
				 "unknown key \"%s\"%s", word,
				 near ? "; did you mean the one below?" : "");
	}
	if (m->text[k])
		return lines_bad(l, "keep one of the two",
				 "\"%s\" again; it was in line %lu", word,
				 m->line[k]);
	if (!value || !*value)
		return lines_bad(l, NULL, "\"%s\" has no value", word);
	m->text[k] = strdup(value);
	if (!m->text[k])
		abort();
	m->line[k] = l->no;
	return 0;
}

static int at(const char *path, const struct machine *m, enum key k,
	      const char *out, const char *what)
{
	char place[512];

	snprintf(place, sizeof(place), "%s:%lu", path, m->line[k]);
	return complain(EXIT_BADFILE, place, out, "%s: %s", key_names[k], what);
}

static int take_cpuid(const char *path, struct machine *m)
{
	char *copy = strdup(m->text[CPUID]), *rest = copy, *w[4];
	int i, rc = 0;

	if (!copy)
		abort();
	for (i = 0; i < 4; i++)
		w[i] = rest ? lines_word(&rest) : NULL;
	if (!w[2] || w[3] || lines_number(w[0], &m->family) ||
	    lines_number(w[1], &m->model) || lines_number(w[2], &m->stepping))
		rc = at(path, m, CPUID, "cpuid 6 23 6",
			"wants three numbers: family, model, stepping");
	else if (m->family != 6 && m->family != 15)
		rc = at(path, m, CPUID, "6 (Core 2) and 15 (NetBurst) are known",
			"no kernel CPU type for this family");
	else if (m->model > 255 || m->stepping > 15)
		rc = at(path, m, CPUID, NULL, "model or stepping out of range");
	free(copy);
	return rc;
}

static int check(const char *path, struct machine *m)
{
	unsigned long socket;
	char text[160];
	size_t i;
	int k, rc;

	for (k = 0; k < KEYS; k++)
		if (!m->text[k])
			return complain(EXIT_BADFILE, path, key_names[k],
					"a key is missing");
	for (i = 0; i < N_RANGES; i++) {
		enum key r = ranges[i].key;

		if (lines_number(m->text[r], &m->number[r]) ||
		    m->number[r] < ranges[i].min ||
		    m->number[r] > ranges[i].max) {
			snprintf(text, sizeof(text),
				 "wants a number from %lu to %lu",
				 ranges[i].min, ranges[i].max);
			return at(path, m, r, NULL, text);
		}
	}
	rc = take_cpuid(path, m);
	if (rc)
		return rc;
	socket = m->number[CORES] * m->number[THREADS];
	m->cpus = m->number[SOCKETS] * socket;
	if (m->number[LLC_CPUS] % m->number[THREADS] ||
	    socket % m->number[LLC_CPUS])
		return at(path, m, LLC_CPUS,
			  "whole cores share a cache, and a socket has whole caches",
			  "does not divide the socket");
	if (m->cpus > m->number[NR_CPUS])
		return at(path, m, NR_CPUS, "at least sockets x cores x threads",
			  "smaller than the number of CPUs");
	if (m->cpus > CPUS_MAX)
		return at(path, m, SOCKETS, "sockets x cores x threads is their number",
			  "more CPUs than the guest takes, 64");
	if (m->text[NAME][strspn(m->text[NAME], NAME_CHARS)] ||
	    strlen(m->text[NAME]) > NAME_LONG)
		return at(path, m, NAME, "1 to 31 small letters, digits and -",
			  "not a name");
	return 0;
}

static int load(const char *path, struct machine *m)
{
	struct lines l = { 0 };
	char *line;
	int rc;

	rc = lines_open(&l, path);
	while (!rc && (line = lines_next(&l, NULL)))
		rc = take_line(&l, lines_strip(line), m);
	if (!rc)
		rc = check(path, m);
	lines_free(&l);
	return rc;
}

/*
 * The kernel takes a package for what shares its last-level cache, and QEMU can
 * share one only by a socket.  So each cache is presented as a socket.
 */
static void print_qemu(const struct machine *m)
{
	unsigned long llc = m->number[LLC_CPUS], threads = m->number[THREADS];

	printf("-cpu\n");
	if (m->family == 6)
		printf("core2duo,model=%lu,stepping=%lu\n", m->model,
		       m->stepping);
	else
		printf("kvm64,family=15,model=%lu,stepping=%lu,vendor=GenuineIntel,level=6\n",
		       m->model, m->stepping);
	printf("-smp\n%lu,sockets=%lu,cores=%lu,threads=%lu\n", m->cpus,
	       m->cpus / llc, llc / threads, threads);
	printf("-m\n%lu\n", m->number[MEMORY]);
}

/* Above an option: its origin, as kconfig(1) reads it */
static void from(const struct machine *m, enum key k)
{
	printf("# from %s.machine:%lu\n", m->text[NAME], m->line[k]);
}

static void print_config(const struct machine *m)
{
	from(m, CPUID);
	printf("CONFIG_%s=y\n", m->family == 6 ? "MCORE2" : "MPSC");
	from(m, NR_CPUS);
	printf("CONFIG_NR_CPUS=%lu\n", m->number[NR_CPUS]);
	from(m, THREADS);
	printf("CONFIG_SCHED_SMT=%c\n", m->number[THREADS] > 1 ? 'y' : 'n');
	from(m, LLC_CPUS);
	printf("CONFIG_SCHED_MC=y\n");
}

/* QEMU's packages are the caches, see print_qemu(); @metal: the machine's own are */
static void print_guest(const struct machine *m, int metal)
{
	unsigned long llc = m->number[LLC_CPUS], threads = m->number[THREADS];
	int level = 0;

	printf("machine %s\n", m->text[NAME]);
	printf("cpus %lu\nthreads %lu\npackage-cpus %lu\n", m->cpus, threads,
	       metal ? m->number[CORES] * threads : llc);
	/* a level that would hold one CPU, or what the next one holds, is none */
	if (threads > 1)
		printf("domain %d SIBLING %lu\n", level++, threads);
	if (llc > threads)
		printf("domain %d MC %lu\n", level++, llc);
	if (m->cpus > llc)
		printf("domain %d CPU %lu\n", level, m->cpus);
}

static void print_words(const struct machine *m)
{
	printf("%s\n", m->text[TITLE]);
	printf("%lu CPUs: %lu sockets x %lu cores x %lu threads; %lu CPUs share a last-level cache\n",
	       m->cpus, m->number[SOCKETS], m->number[CORES],
	       m->number[THREADS], m->number[LLC_CPUS]);
	printf("family %lu model %lu stepping %lu, %lu MHz\n", m->family,
	       m->model, m->stepping, m->number[MHZ]);
}

int main(int argc, char **argv)
{
	struct machine m = { 0 };
	const char *what = argc > 2 ? argv[2] : "";
	int k, rc;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		fputs(usage, stdout);
		return finish(0);
	}
	if (argc != 3 + !strcmp(what, "--get")) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	rc = load(argv[1], &m);
	if (rc)
		goto out;
	if (!strcmp(what, "--qemu")) {
		print_qemu(&m);
	} else if (!strcmp(what, "--config")) {
		print_config(&m);
	} else if (!strcmp(what, "--guest")) {
		print_guest(&m, 0);
	} else if (!strcmp(what, "--metal")) {
		print_guest(&m, 1);
	} else if (!strcmp(what, "--describe")) {
		print_words(&m);
	} else if (!strcmp(what, "--get")) {
		for (k = 0; k < KEYS && strcmp(argv[3], key_names[k]); k++)
			;
		if (k < KEYS)
			puts(m.text[k]);
		else
			rc = complain(EXIT_USAGE, argv[3], "see machine(1)",
				      "no such key");
	} else {
		fputs(usage, stderr);
		rc = EXIT_USAGE;
	}
out:
	for (k = 0; k < KEYS; k++)
		free(m.text[k]);
	return rc ? rc : finish(0);
}
