/* SPDX-License-Identifier: GPL-2.0 */
/*
 * doctor: explain the errors in the log of a kernel build, by the list of known
 * faults in patches/toolchain/faults.
 */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exitcodes.h"
#include "lines.h"

static const char usage[] =
"usage: doctor [--faults FILE] LOG\n"
"       doctor --check [--faults FILE]\n"
"Name the cause and the cure of each error in a build log.  Ends with 0 if\n"
"every error is a known one, and with 20 if not, or if there is none.\n"
"--check holds the list of faults against its own samples.\n";

#define DEFAULT_FAULTS	"patches/toolchain/faults"
#define SHOWN		160	/* of a line of the log */

struct fault {
	unsigned long line;	/* of the record */
	char *match, *cure, *why, *sample, *runtime;
	regex_t regex;
	int compiled;
};

struct faults {
	const char *path;
	struct fault *f;
	size_t n;
};

static int bad(const struct faults *s, const struct fault *f, const char *what)
{
	char place[320];

	snprintf(place, sizeof(place), "%.280s:%lu", s->path, f->line);
	return complain(EXIT_BADFILE, place, "its first lines say the form",
			"%s", what);
}

static int set(struct lines *l, char **field, const char *value)
{
	if (*field)
		return lines_bad(l, NULL, "twice in one record");
	*field = strdup(value);
	if (!*field)
		abort();
	return 0;
}

static int take(struct lines *l, char *line, struct fault *f)
{
	char *value = line + strcspn(line, " ");

	if (!*value)
		return lines_bad(l, NULL, "a word and its value are wanted");
	*value++ = '\0';
	if (!strcmp(line, "match"))
		return set(l, &f->match, value);
	if (!strcmp(line, "cure"))
		return set(l, &f->cure, value);
	if (!strcmp(line, "why"))
		return set(l, &f->why, value);
	if (!strcmp(line, "sample"))
		return set(l, &f->sample, value);
	if (!strcmp(line, "runtime"))
		return set(l, &f->runtime, value);
	return lines_bad(l, "match, cure, why, sample or runtime",
			 "unknown word \"%s\"", line);
}

static int check_record(const struct faults *s, struct fault *f)
{
	if (!f->cure || !f->why)
		return bad(s, f, "cure or why is missing");
	if (strncmp(f->cure, "patch ", 6) && strncmp(f->cure, "package ", 8) &&
	    strncmp(f->cure, "option ", 7))
		return bad(s, f, "a cure is a patch, a package or an option");
	if (f->runtime)
		return f->match || f->sample ?
			bad(s, f, "runtime goes without match and sample") : 0;
	if (!f->match || !f->sample)
		return bad(s, f, "match or sample is missing");
	if (regcomp(&f->regex, f->match, REG_EXTENDED | REG_NOSUB))
		return bad(s, f, "not a regular expression");
	f->compiled = 1;
	return 0;
}

static int load(struct faults *s)
{
	struct lines l = { 0 };
	struct fault *f = NULL;
	char *line;
	size_t i;
	int rc;

	rc = lines_open(&l, s->path);
	while (!rc && (line = lines_next(&l, NULL))) {
		if (*line == '#')
			continue;
		if (!*line) {
			f = NULL;
			continue;
		}
		if (!f) {
			s->f = grow(s->f, (s->n + 1) * sizeof(*s->f));
			f = &s->f[s->n++];
			memset(f, 0, sizeof(*f));
			f->line = l.no;
		}
		rc = take(&l, line, f);
	}
	lines_free(&l);
	for (i = 0; !rc && i < s->n; i++)
		rc = check_record(s, &s->f[i]);
	if (!rc && !s->n)
		rc = complain(EXIT_BADFILE, s->path, NULL, "no faults in it");
	return rc;
}

static void drop(struct faults *s)
{
	size_t i;

	for (i = 0; i < s->n; i++) {
		if (s->f[i].compiled)
			regfree(&s->f[i].regex);
		free(s->f[i].match);
		free(s->f[i].cure);
		free(s->f[i].why);
		free(s->f[i].sample);
		free(s->f[i].runtime);
	}
	free(s->f);
}

static const struct fault *known(const struct faults *s, const char *line)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (s->f[i].compiled &&
		    !regexec(&s->f[i].regex, line, 0, NULL, 0))
			return &s->f[i];
	return NULL;
}

/* Lines that only repeat that something before them failed */
static int is_echo(const char *line)
{
	return strstr(line, "] Error ") ||
	       strstr(line, "Waiting for unfinished jobs") ||
	       strstr(line, "*** Deleting ") ||
	       strstr(line, "error: ld returned ");
}

/*
 * Is something wrong in this line?  A warning is not, nor are the stars of the
 * kernel's configuration; make's stand behind "make: " or "Makefile:12: ".
 */
static int is_error(const char *line)
{
	if (is_echo(line) || strstr(line, "warning: "))
		return 0;
	return strstr(line, ": *** ") || strstr(line, "rror: ") ||
	       strstr(line, "undefined reference") ||
	       strstr(line, "multiple definition") ||
	       strstr(line, "No space left") || strstr(line, ": not found") ||
	       strstr(line, "command not found");
}

/* Only what a terminal can show, and not too much of it. */
static void print_line(unsigned long no, const char *line, size_t len)
{
	size_t i;

	printf("%lu: ", no);
	for (i = 0; i < len && i < SHOWN; i++)
		putchar(line[i] >= ' ' && line[i] <= '~' ? line[i] : '?');
	puts(i < len ? "..." : "");
}

static void explain(const struct fault *f)
{
	printf("    cause: %s\n", f->why);
	if (!strncmp(f->cure, "patch ", 6))
		printf("    cure:  patches/toolchain/%s; make tree applies it\n",
		       f->cure + 6);
	else if (!strncmp(f->cure, "package ", 8))
		printf("    cure:  install the package %s (make setup)\n",
		       f->cure + 8);
	else
		printf("    cure:  %s\n", f->cure + 7);
}

/* What no log shows */
static void silent_faults(const struct faults *s)
{
	size_t i;

	printf("If the kernel was built, but is not right:\n");
	for (i = 0; i < s->n; i++) {
		if (!s->f[i].runtime)
			continue;
		printf("  %s\n", s->f[i].runtime);
		explain(&s->f[i]);
	}
}

static int examine(const struct faults *s, const char *path)
{
	unsigned long errors = 0, unknown = 0, stopped = 0;
	struct lines l = { 0 };
	const struct fault *f, *last = NULL;
	size_t len, i;
	char *line;
	int rc;

	rc = lines_load(&l, path);
	if (rc)
		goto out;
	while ((line = lines_next(&l, &len))) {
		/* a NUL ends a string, but not the line */
		for (i = 0; i < len; i++)
			if (!line[i])
				line[i] = '?';
		f = known(s, line);
		if (!f && !is_error(line)) {
			stopped += is_echo(line);
			continue;
		}
		errors++;
		print_line(l.no, line, len);
		if (!f) {
			unknown++;
			printf("    not a known fault\n");
		} else if (f == last) {
			printf("    as above\n");
		} else {
			explain(f);
		}
		last = f;
	}
	if (!errors && !stopped && l.len)
		silent_faults(s);
	if (!errors)
		rc = complain(EXIT_UNKNOWN, path, "make V=1 shows the commands",
			      stopped ? "make stopped, but no line says why" :
					"no error in it");
	else if (unknown)
		rc = complain(EXIT_UNKNOWN, path,
			      "known are the faults in patches/toolchain/faults; gcc 11 and 12 are the compilers that were tried",
			      "%lu of %lu errors are not known", unknown,
			      errors);
out:
	lines_free(&l);
	return rc;
}

/* Each sample must be explained by its own record. */
static int check(const struct faults *s)
{
	size_t i;

	for (i = 0; i < s->n; i++) {
		const struct fault *f = &s->f[i];

		if (f->sample && known(s, f->sample) != f)
			return bad(s, f, "its sample is not explained by it");
	}
	printf("%zu faults, every sample is explained by its own record\n",
	       s->n);
	return 0;
}

int main(int argc, char **argv)
{
	struct faults s = { .path = DEFAULT_FAULTS };
	const char *log = NULL;
	int checking = 0, i, rc;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help")) {
			fputs(usage, stdout);
			return finish(0);
		} else if (!strcmp(argv[i], "--faults") && i + 1 < argc) {
			s.path = argv[++i];
		} else if (!strcmp(argv[i], "--check")) {
			checking = 1;
		} else if (!log && (argv[i][0] != '-' || !argv[i][1])) {
			log = argv[i];
		} else {
			fputs(usage, stderr);
			return EXIT_USAGE;
		}
	}
	if (!log == !checking) {
		fputs(usage, stderr);
		return complain(EXIT_USAGE, "LOG", "make doctor LOG=build.log",
				"which build log?");
	}
	rc = load(&s);
	if (!rc)
		rc = checking ? check(&s) : examine(&s, log);
	drop(&s);
	return rc ? rc : finish(0);
}
