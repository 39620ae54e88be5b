/* SPDX-License-Identifier: GPL-2.0 */
/*
 * lint: what is wrong with a series of patches, without applying it.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exitcodes.h"
#include "lint.h"

static const char usage[] =
"usage: lint [--blobs FILE --base TAG] SERIES...\n"
"Check series of patches without applying them.\n"
"\n"
"  --blobs FILE  what every file is at every base\n"
"  --base TAG    the base that the series are for\n";

/* The content of a file, as far as is known */
struct blob {
	char *path;
	char id[ID_LEN + 1];	/* NO_ID: there is none; "": not known */
	char mode[8];		/* "": not known */
	char *by;		/* who says so */
};

struct blobs {
	struct blob *b;
	size_t n;
};

struct names {
	char **name;
	unsigned long *no;	/* its line */
	size_t n;
};

static void *told;	/* the findings that were printed */
static int unreadable;

/* ---- findings */

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

void finding(const char *path, size_t no, const char *out, const char *what,
	     ...)
{
	char text[1024], place[PATH_MAX + 32], *key;
	va_list ap;

	va_start(ap, what);
	vsnprintf(text, sizeof(text), what, ap);
	va_end(ap);
	snprintf(place, sizeof(place), "%s:%zu", path, no);
	/* a patch, and the folder of several series, is looked at for each */
	if (asprintf(&key, "%s: %s", place, text) < 0)
		abort();
	if (tfind(key, &told, by_text)) {
		free(key);
		return;
	}
	if (!tsearch(key, &told, by_text))
		abort();
	complain(EXIT_NOTOK, place, out, "%s", text);
}

int starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

int blank_end(const struct text *t)
{
	return t->len && isspace((unsigned char)t->s[t->len - 1]);
}

/* ---- the lines of a file */

/* The form that patches and series share; line ends are cut off */
static void split(struct patch *p)
{
	size_t cr = 0, crs = 0, nul = 0;
	char *s = p->file.buf, *stop = s + p->file.len, *end;

	for (; s < stop; s = end + 1) {
		struct text *t;

		end = memchr(s, '\n', stop - s);
		if (!end)
			end = stop;
		if (p->n % 256 == 0)
			p->line = grow(p->line, (p->n + 256) * sizeof(*t));
		t = &p->line[p->n++];
		t->s = s;
		t->len = end - s;
		if (memchr(s, '\r', t->len)) {
			cr = cr ? cr : p->n;
			crs++;
			while (t->len && s[t->len - 1] == '\r')
				t->len--;
		}
		if (memchr(s, '\0', t->len)) {
			nul = nul ? nul : p->n;
			t->len = strlen(s);
		}
		s[t->len] = '\0';
		if (end == stop)
			finding(p->path, p->n, "end the last line",
				"no line end at the end of the file");
	}
	if (cr)
		finding(p->path, cr, "convert the file to LF line ends",
			"CR in %zu line%s", crs, crs == 1 ? "" : "s");
	if (nul)
		finding(p->path, nul, "it must be plain text", "a NUL byte");
}

static int load(struct patch *p, const char *path)
{
	memset(p, 0, sizeof(*p));
	p->path = path;
	/* "-" is a file as well: nothing here is read from standard input */
	if (lines_load(&p->file, strcmp(path, "-") ? path : "./-")) {
		unreadable = 1;
		return -1;
	}
	return 0;
}

static void unload(struct patch *p)
{
	size_t i;

	for (i = 0; i < p->changes; i++)
		free(p->change[i].path);
	free(p->change);
	free(p->line);
	lines_free(&p->file);
}

/* ---- what a file is before a patch */

static struct blob *blob_find(const struct blobs *all, const char *path)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		if (!strcmp(all->b[i].path, path))
			return &all->b[i];
	return NULL;
}

static void blob_set(struct blobs *all, const char *path, const char *id,
		     const char *mode, const char *by)
{
	struct blob *b = blob_find(all, path);

	if (!b) {
		all->b = grow(all->b, (all->n + 1) * sizeof(*b));
		b = &all->b[all->n++];
		b->path = strdup(path);
	} else {
		free(b->by);
	}
	b->by = strdup(by);
	if (!b->path || !b->by)
		abort();
	snprintf(b->id, sizeof(b->id), "%s", id);
	snprintf(b->mode, sizeof(b->mode), "%s", mode);
}

static void blobs_free(struct blobs *all)
{
	size_t i;

	for (i = 0; i < all->n; i++) {
		free(all->b[i].path);
		free(all->b[i].by);
	}
	free(all->b);
	memset(all, 0, sizeof(*all));
}

/* "<path> <blob> <tag>...": take it if one of the tags is @tag */
static int take_blob(struct lines *l, char *line, const char *tag,
		     struct blobs *base, int *known)
{
	char *rest = line, *path = lines_word(&rest), *id, *word;

	if (!path)
		return 0;
	id = lines_word(&rest);
	if (!id || (strcmp(id, "-") && (strlen(id) != ID_LEN ||
	    strspn(id, "0123456789abcdef") != ID_LEN)))
		return lines_bad(l, "<path> <blob, 40 digits, or -> <tag>...",
				 "%s has no blob", path);
	word = lines_word(&rest);
	if (!word)
		return lines_bad(l, "<path> <blob, 40 digits, or -> <tag>...",
				 "%s has no tag", path);
	for (; word; word = lines_word(&rest)) {
		if (strcmp(word, tag))
			continue;
		*known = 1;
		if (blob_find(base, path))
			return lines_bad(l, "keep one of the two",
					 "%s a second time for %s", path, tag);
		blob_set(base, path, strcmp(id, "-") ? id : NO_ID, "",
			 l->path);
	}
	return 0;
}

static int read_blobs(const char *path, const char *tag, struct blobs *base)
{
	struct lines l;
	int known = 0, rc;
	char *line;

	rc = lines_open(&l, path) ? EXIT_BADFILE : 0;
	while (!rc && (line = lines_next(&l, NULL)))
		rc = take_blob(&l, lines_strip(line), tag, base, &known);
	lines_free(&l);
	if (!rc && !known)
		rc = complain(EXIT_USAGE, path, "give a tag that it names",
			      "nothing is said about %s", tag);
	return rc;
}

static const char *id_name(const char *id)
{
	return strcmp(id, NO_ID) ? id : "absent";
}

/* @now: what the patches before made of the files; @base: NULL if not known */
static void lint_chain(struct patch *p, struct blobs *now,
		       const struct blobs *base, const char *tag)
{
	size_t i;

	for (i = 0; i < p->changes; i++) {
		const struct change *c = &p->change[i];
		const struct blob *b;

		if (!c->path)
			continue;
		b = blob_find(now, c->path);
		if (!b && base) {
			b = blob_find(base, c->path);
			if (!b)
				bad(p, c->at, "is it written anew, since a patch touches this file?",
				    "the blobs of %s do not have %s", tag,
				    c->path);
		}
		if (b && *b->id && *c->pre && strcmp(b->id, c->pre))
			bad(p, c->at, "refresh the patch on what is below it",
			    "index: %s is %.12s before this, not %.12s, says %s",
			    c->path, id_name(b->id), id_name(c->pre), b->by);
		if (b && *b->mode && *c->mode && strcmp(b->mode, c->mode))
			bad(p, c->at, "a patch that changes a file leaves its mode",
			    "index: %s has mode %s before this, not %s, says %s",
			    c->path, b->mode, c->mode, b->by);
		blob_set(now, c->path, c->post, c->mode, p->path);
	}
}

/* ---- a series */

/* The line of a name, 0 if there is none */
static unsigned long line_of(const struct names *n, const char *name)
{
	size_t i;

	for (i = 0; i < n->n; i++)
		if (!strcmp(n->name[i], name))
			return n->no[i];
	return 0;
}

static void add_name(struct names *n, const char *name, unsigned long no)
{
	n->name = grow(n->name, (n->n + 1) * sizeof(*n->name));
	n->no = grow(n->no, (n->n + 1) * sizeof(*n->no));
	n->name[n->n] = strdup(name);
	if (!n->name[n->n])
		abort();
	n->no[n->n++] = no;
}

static void names_free(struct names *n)
{
	while (n->n)
		free(n->name[--n->n]);
	free(n->name);
	free(n->no);
	memset(n, 0, sizeof(*n));
}

/* The names that read_series() of scripts/lib.sh takes */
static int is_name(const char *s)
{
	const char *part;
	size_t n;

	if (!isalnum((unsigned char)*s))
		return 0;
	for (n = 0; s[n]; n++)
		if (!isalnum((unsigned char)s[n]) && !strchr("._+/-", s[n]))
			return 0;
	for (part = s; part; part = part[n] ? part + n + 1 : NULL) {
		n = strcspn(part, "/");
		if ((n == 1 && *part == '.') || (n == 2 && starts(part, "..")))
			return 0;
	}
	return 1;
}

/* A line of a series: its name, or NULL */
static char *series_line(struct patch *s, size_t i)
{
	char *line = s->line[i].s, *name, *option, *p;

	if (blank_end(&s->line[i]))
		bad(s, i, "take it away", "white space at the end");
	for (p = line; (p = strchr(p, '#')); p++)
		if (p == line || strchr(" \t", p[-1])) {
			*p = '\0';
			break;
		}
	p = line;
	name = lines_word(&p);
	if (!name)
		return NULL;
	option = lines_word(&p);
	if (option && (strcmp(option, "-p1") || lines_word(&p)))
		bad(s, i, "every patch is applied with -p1, and a name has no blanks",
		    "\"%s\" behind a name of a patch", option);
	if (!is_name(name)) {
		bad(s, i, "a path below the folder of the series, of letters, digits and ._+-",
		    "\"%s\" is no name for a patch", name);
		return NULL;
	}
	return name;
}

/* The names in a series, with findings about its form; 0, or -1: not readable */
static int read_series(const char *path, struct names *names)
{
	struct patch s;
	char *name;
	size_t i;
	int rc = load(&s, path);

	if (!rc) {
		split(&s);
		for (i = 0; i < s.n; i++) {
			name = series_line(&s, i);
			if (!name)
				continue;
			if (line_of(names, name))
				bad(&s, i, "take one of the two away",
				    "%s a second time; it was in line %lu",
				    name, line_of(names, name));
			else
				add_name(names, name, i + 1);
		}
		if (!names->n)
			bad(&s, 0, "remove it if none is wanted",
			    "the series is empty");
	}
	unload(&s);
	return rc;
}

/* The file of a patch can be looked at */
static int lint_file_kind(const char *series, unsigned long no,
			  const char *path, const char *name)
{
	char target[PATH_MAX];
	struct stat st;
	ssize_t n = readlink(path, target, sizeof(target) - 1);

	target[n < 0 ? 0 : n] = '\0';
	if (*target == '/')
		finding(series, no, "give the way from the link to its target",
			"%s is a link to an absolute path", name);
	if (!stat(path, &st) && S_ISREG(st.st_mode))
		return 0;
	if (*target)
		finding(series, no, "mend the link, or take the line away",
			"%s is a link to %s, which is no file", name, target);
	else
		finding(series, no, "put it there, or take the line away",
			"%s is not there, or no file", name);
	return -1;
}

static void lint_patch(const char *path, struct blobs *now,
		       const struct blobs *base, const char *tag)
{
	struct patch p;

	if (!load(&p, path)) {
		split(&p);
		lint_mail(&p);
		lint_diff(&p);
		lint_chain(&p, now, base, tag);
	}
	unload(&p);
}

static int ends(const char *s, const char *with)
{
	size_t n = strlen(s), m = strlen(with);

	return n > m && !strcmp(s + n - m, with);
}

static int is_series(const struct dirent *d)
{
	return !strcmp(d->d_name, "series") ||
		(starts(d->d_name, "series-") && !ends(d->d_name, "~") &&
		 !ends(d->d_name, ".orig") && !ends(d->d_name, ".rej"));
}

static int is_patch(const struct dirent *d)
{
	return ends(d->d_name, ".patch") || ends(d->d_name, ".diff");
}

static char *below(const char *dir, const char *name)
{
	char *path;

	if (asprintf(&path, "%s%s", dir, name) < 0)
		abort();
	return path;
}

/* Every patch of folder @dir is in a series of it */
static void lint_unused(const char *dir, const struct names *own)
{
	struct names all = { 0 };
	struct dirent **d = NULL;
	const char *place = *dir ? dir : ".";
	int n, i;

	n = scandir(place, &d, is_series, alphasort);
	for (i = 0; i < n; free(d[i++])) {
		struct names one = { 0 };
		char *path = below(dir, d[i]->d_name);
		size_t k;

		read_series(path, &one);
		for (k = 0; k < one.n; k++)
			add_name(&all, one.name[k], one.no[k]);
		names_free(&one);
		free(path);
	}
	free(d);
	n = n < 0 ? n : scandir(place, &d, is_patch, alphasort);
	for (i = 0; i < n; free(d[i++])) {
		char *path = below(dir, d[i]->d_name);

		if (!line_of(&all, d[i]->d_name) &&
		    !line_of(own, d[i]->d_name))
			finding(path, 1, "name it in the series, or remove it",
				"a patch that is in no series of its folder");
		free(path);
	}
	if (n >= 0)
		free(d);
	else
		unreadable = complain(1, place, "give a folder that can be read",
				      "cannot read: %s", strerror(errno));
	names_free(&all);
}

static void lint_series(const char *series, const struct blobs *base,
			const char *tag)
{
	const char *slash = strrchr(series, '/');
	char *dir = strndup(series, slash ? slash + 1 - series : 0);
	struct names names = { 0 };
	struct blobs now = { 0 };
	size_t i;
	int rc;

	if (!dir)
		abort();
	rc = read_series(series, &names);
	for (i = 0; i < names.n; i++) {
		char *path = below(dir, names.name[i]);

		if (!lint_file_kind(series, names.no[i], path, names.name[i]))
			lint_patch(path, &now, base, tag);
		free(path);
	}
	if (!rc)
		lint_unused(dir, &names);
	blobs_free(&now);
	names_free(&names);
	free(dir);
}

int main(int argc, char **argv)
{
	const char *file = NULL, *tag = NULL;
	struct blobs base = { 0 };
	int i, rc = 0;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		fputs(usage, stdout);
		return finish(0);
	}
	for (i = 1; i + 1 < argc; i += 2) {
		if (!strcmp(argv[i], "--blobs"))
			file = argv[i + 1];
		else if (!strcmp(argv[i], "--base"))
			tag = argv[i + 1];
		else
			break;
	}
	if (i >= argc || *argv[i] == '-' || !file != !tag) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	if (file)
		rc = read_blobs(file, tag, &base);
	for (; !rc && i < argc; i++)
		lint_series(argv[i], file ? &base : NULL, tag);
	if (!rc)
		rc = unreadable ? EXIT_BADFILE : told ? EXIT_NOTOK : 0;
	blobs_free(&base);
	tdestroy(told, free);
	return rc;
}
