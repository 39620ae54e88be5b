/* SPDX-License-Identifier: GPL-2.0 */
/* The tables of patches/features, and what is asked of them. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "exitcodes.h"
#include "features-table.h"

static const char builtin[] =
#include "patches-features.h"
	;

#define WIDTH	79

int one_bit(unsigned long value)
{
	return value && !(value & (value - 1)) && value <= 1ul << (BITS - 1);
}

/* ---- of any table */

struct feature *table_feature(const struct table *t, const char *name)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		if (!strcmp(t->f[i].name, name))
			return (struct feature *)&t->f[i];
	return NULL;
}

struct feature *table_add(struct table *t, const char *name)
{
	struct feature *f;

	if (t->n == BITS || table_feature(t, name))
		return NULL;
	f = &t->f[t->n++];
	strcpy(f->name, name);
	f->on = -1;
	return f;
}

unsigned long table_defaults(const struct table *t)
{
	unsigned long number = 0;
	size_t i;

	for (i = 0; i < t->n; i++)
		if (t->f[i].on > 0)
			number |= t->f[i].bit;
	return number;
}

unsigned long table_bits(const struct table *t)
{
	unsigned long bits = 0;
	size_t i;

	for (i = 0; i < t->n; i++)
		bits |= t->f[i].bit;
	return bits;
}

void table_print(const struct table *t)
{
	size_t i;

	printf("interface %s\n", t->interface);
	for (i = 0; i < t->n; i++)
		printf("feature %lu %d %s\n", t->f[i].bit, t->f[i].on,
		       t->f[i].name);
}

static const char *known_interface(const char *word)
{
	static const char *const names[] = { "proc", "debugfs", "none" };
	size_t i;

	for (i = 0; word && i < 3; i++)
		if (!strcmp(word, names[i]))
			return names[i];
	return NULL;
}

/* BIT 0|1 NAME, and the sense if @sense */
static int read_feature(struct lines *l, char *rest, struct table *t, int sense)
{
	unsigned long bit, on;
	struct feature *f;
	char *w[5];
	int i;

	for (i = 0; i < 5; i++)
		w[i] = lines_word(&rest);
	if (!w[2] || w[3 + sense] || lines_number(w[0], &bit) ||
	    lines_number(w[1], &on) || !one_bit(bit) || on > 1 ||
	    strlen(w[2]) > FEATURE_LEN)
		return lines_bad(l, sense ? "feature BIT 0|1 NAME [SENSE]" :
					    "feature BIT 0|1 NAME",
				 "not a feature");
	if (t->n && bit <= t->f[t->n - 1].bit)
		return lines_bad(l, "the lowest bit comes first",
				 "its bit is not above the one before");
	f = table_add(t, w[2]);
	if (!f)
		return lines_bad(l, NULL, "a feature again, or too many");
	f->bit = bit;
	f->on = on;
	f->sense = w[3];
	return 0;
}

static int manifest_line(struct lines *l, char *line, struct table *t)
{
	char *rest = line, *word = lines_word(&rest);

	if (!word)
		return 0;
	if (strcmp(word, "interface") || t->interface)
		return strcmp(word, "feature") ?
			lines_bad(l, "feature BIT 0|1 NAME", "not a feature") :
			read_feature(l, rest, t, 0);
	t->interface = known_interface(lines_word(&rest));
	if (!t->interface || lines_word(&rest))
		return lines_bad(l, "proc, debugfs or none", "unknown interface");
	return 0;
}

int table_read(struct table *t, const char *path)
{
	struct lines l = { 0 };
	char *line;
	int rc;

	rc = lines_open(&l, path);
	while (!rc && (line = lines_next(&l, NULL)))
		rc = manifest_line(&l, lines_strip(line), t);
	if (!rc && (!t->interface || !t->n))
		rc = complain(EXIT_BADFILE, path,
			      "take what \"features manifest\" printed",
			      "no interface, or no features in it");
	lines_free(&l);
	return rc;
}

/* ---- patches/features */

static struct text *find_text(const struct tables *all, const char *name,
			      const char *sense)
{
	size_t i;

	for (i = 0; i < all->ntexts; i++)
		if (!strcmp(all->text[i].name, name) &&
		    !(sense ? !all->text[i].sense ||
			      strcmp(all->text[i].sense, sense) :
			      !!all->text[i].sense))
			return &all->text[i];
	return NULL;
}

static char *copy(const char *text)
{
	return strcpy(grow(NULL, strlen(text) + 1), text);
}

/* NAME [SENSE] TEXT */
static int read_text(struct tables *all, char *rest, int with_sense)
{
	struct text x = { .name = lines_word(&rest) };

	if (with_sense)
		x.sense = lines_word(&rest);
	rest += strspn(rest, " \t");
	if (!*rest)
		return lines_bad(&all->l, "meaning NAME TEXT, or sense NAME WORD TEXT",
				 "a word is missing");
	if (find_text(all, x.name, x.sense))
		return lines_bad(&all->l, "it may have one", "a second text for %s",
				 x.name);
	x.text = copy(rest);
	all->text = grow(all->text, (all->ntexts + 1) * sizeof(x));
	all->text[all->ntexts++] = x;
	return 0;
}

/* a line that begins with white space: more of the text before it */
static int more_text(struct tables *all, const char *more)
{
	char **text;

	if (!all->ntexts || all->n)
		return lines_bad(&all->l, "begin it at the left", "no text before it to go on");
	text = &all->text[all->ntexts - 1].text;
	*text = grow(*text, strlen(*text) + strlen(more) + 2);
	strcat(strcat(*text, " "), more);
	return 0;
}

static const struct table *of_tag(const struct tables *all, const char *tag,
				  int series)
{
	size_t i, k;

	for (i = 0; i < all->n; i++)
		for (k = 0; all->t[i].series == series && k < all->t[i].ntags; k++)
			if (!strcmp(all->t[i].tag[k], tag))
				return &all->t[i];
	return NULL;
}

/* INTERFACE TAG... */
static int read_kernels(struct tables *all, char *rest, int series)
{
	struct table *t;
	char *tag;

	all->t = grow(all->t, (all->n + 1) * sizeof(*all->t));
	t = &all->t[all->n++];
	memset(t, 0, sizeof(*t));
	t->series = series;
	t->interface = known_interface(lines_word(&rest));
	if (!t->interface)
		return lines_bad(&all->l, "proc or debugfs, then the tags",
				 "unknown interface");
	while ((tag = lines_word(&rest))) {
		if (t->ntags == BITS || of_tag(all, tag, series))
			return lines_bad(&all->l, "a tag stands once with stock, and once with series",
					 "%s again, or too many", tag);
		t->tag[t->ntags++] = tag;
	}
	return t->ntags ? 0 : lines_bad(&all->l, "name its tags", "a table of no kernel");
}

static int tables_line(struct tables *all, char *line, int indented)
{
	char *rest = line, *word;

	if (!*line)
		return 0;
	if (indented)
		return more_text(all, line);
	word = lines_word(&rest);
	if (!strcmp(word, "meaning") || !strcmp(word, "sense"))
		return all->n ? lines_bad(&all->l, "move it up", "a text behind the first table") :
				read_text(all, rest, *word == 's');
	if (!strcmp(word, "stock") || !strcmp(word, "series"))
		return read_kernels(all, rest, !strcmp(word, "series"));
	if (!strcmp(word, "feature") && all->n)
		return read_feature(&all->l, rest, &all->t[all->n - 1], 1);
	return lines_bad(&all->l, "meaning, sense, stock, series or feature",
			 "unknown word \"%s\" at its beginning", word);
}

/* Every feature has a meaning, and every text a feature. */
static int check_texts(const struct tables *all)
{
	const struct feature *f;
	const struct text *x;
	size_t i, k, used;

	for (i = 0; i < all->n; i++)
		for (k = 0; k < all->t[i].n; k++) {
			f = &all->t[i].f[k];
			if (!find_text(all, f->name, NULL))
				return complain(EXIT_BADFILE, all->l.path, "add a line: meaning NAME TEXT",
						"%s has no meaning", f->name);
			if (f->sense && !sense_of(all, f))
				return complain(EXIT_BADFILE, all->l.path, "add a line: sense NAME WORD TEXT",
						"%s has no sense \"%s\"", f->name, f->sense);
		}
	for (x = all->text; x < all->text + all->ntexts; x++) {
		for (i = used = 0; i < all->n; i++)
			for (k = 0; k < all->t[i].n; k++) {
				f = &all->t[i].f[k];
				used += (!strcmp(x->name, "*") || !strcmp(x->name, f->name)) &&
					(!x->sense || (f->sense && !strcmp(x->sense, f->sense)));
			}
		if (!used)
			return complain(EXIT_BADFILE, all->l.path, "take it away",
					"a text for %s, which no kernel has so", x->name);
	}
	return 0;
}

static int check_tables(const struct tables *all)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		if (!all->t[i].n)
			return complain(EXIT_BADFILE, all->l.path, "feature lines belong behind it",
					"the table of %s has no features", all->t[i].tag[0]);
	if (!all->n)
		return complain(EXIT_BADFILE, all->l.path, "stock or series, and features behind it",
				"no table in it");
	return check_texts(all);
}

int tables_load(struct tables *all, const char *path)
{
	char *line;
	int rc = 0;

	memset(all, 0, sizeof(*all));
	if (path) {
		rc = lines_open(&all->l, path);
	} else {
		all->l.path = "patches/features, as built in";
		all->l.buf = copy(builtin);
		all->l.len = strlen(builtin);
	}
	while (!rc && (line = lines_next(&all->l, NULL)))
		rc = tables_line(all, lines_strip(line), isspace((unsigned char)*line));
	return rc ? rc : check_tables(all);
}

void tables_free(struct tables *all)
{
	size_t i;

	for (i = 0; i < all->ntexts; i++)
		free(all->text[i].text);
	free(all->text);
	free(all->t);
	lines_free(&all->l);
}

const char *meaning_of(const struct tables *all, const char *name)
{
	const struct text *x = find_text(all, name, NULL);

	return x ? x->text : NULL;
}

const char *sense_of(const struct tables *all, const struct feature *f)
{
	const struct text *x = NULL;

	if (f->sense)
		x = find_text(all, f->name, f->sense);
	if (f->sense && !x)
		x = find_text(all, "*", f->sense);
	return x ? x->text : NULL;
}

const char *table_label(const struct table *t, char *buf)
{
	snprintf(buf, HINT_LEN, "%.99s%s%.99s%s", t->tag[0],
		 t->ntags > 1 ? " to " : "",
		 t->ntags > 1 ? t->tag[t->ntags - 1] : "",
		 t->series ? " with the series" : ", stock");
	return buf;
}

/* ---- tags */

static size_t all_tags(const struct tables *all, const char **tags, size_t max)
{
	size_t n = 0, i, k;

	for (i = 0; i < all->n; i++)
		for (k = 0; k < all->t[i].ntags && n < max; k++)
			if (!all->t[i].series || !of_tag(all, all->t[i].tag[k], 0))
				tags[n++] = all->t[i].tag[k];
	return n;
}

/* linux-2.6.27, V2.6.27, 2.6.27.0 and 2.6.27_rc1 are tags, but for the spelling */
static void plain_tag(const char *tag, char *buf, size_t size)
{
	size_t n = 1;

	if (!strncasecmp(tag, "linux", 5))
		tag += 5;
	tag += strspn(tag, "-_ ");
	if (*tag == 'v' || *tag == 'V')
		tag++;
	buf[0] = 'v';
	for (; *tag && n < size - 4; tag++) {
		if (!strncmp(tag, ".0", 2) && (!tag[2] || tag[2] == '-')) {
			tag++;
			continue;
		}
		if (!strncasecmp(tag, "rc", 2) && isdigit((unsigned char)buf[n - 1]))
			buf[n++] = '-';
		buf[n++] = *tag == '_' ? '-' : tolower((unsigned char)*tag);
	}
	buf[n] = '\0';
}

int other_release(const char *version)
{
	unsigned int v[3] = { 0, 0, 0 };

	if (sscanf(version, "%u.%u.%u", &v[0], &v[1], &v[2]) < 2)
		return 0;
	return v[0] != 2 || v[1] != 6 || v[2] < 25 || v[2] > 27;
}

static void unknown_tag(const struct tables *all, const char *tag)
{
	const char *tags[4 * BITS], *near = NULL;
	size_t n = all_tags(all, tags, 4 * BITS);
	char plain[64], hint[256];

	plain_tag(tag, plain, sizeof(plain));
	if (!other_release(plain + 1))
		near = nearest(plain, tags, n);
	if (near)
		snprintf(hint, sizeof(hint), "did you mean %.99s?", near);
	else
		snprintf(hint, sizeof(hint), "known are %.99s to %.99s%s", tags[0], tags[n - 1],
			 other_release(plain + 1) ? "; the bits of other kernels are others" : "");
	complain(EXIT_USAGE, tag, hint, "not a base that is known here");
}

const struct table *tables_find(const struct tables *all, const char *tag,
				int stock)
{
	const struct table *t = stock ? NULL : of_tag(all, tag, 1);

	if (!t)
		t = of_tag(all, tag, 0);
	if (!t)
		unknown_tag(all, tag);
	return t;
}

/* ---- names */

const char *name_of(const char *word, int *off)
{
	*off = !strncmp(word, "NO_", 3);
	return word + 3 * *off;
}

/* ", v2.6.26-rc1 to v2.6.27": where the tables of one kind have @name */
static void add_spans(const struct tables *all, const char *name, int series,
		      char *buf, size_t size)
{
	const char *tags[4 * BITS], *first = NULL, *last = NULL;
	size_t n = all_tags(all, tags, 4 * BITS), i, len = 0;
	const struct table *t;

	*buf = '\0';
	for (i = 0; i <= n; i++) {
		t = i < n ? of_tag(all, tags[i], series) : NULL;
		if (t && table_feature(t, name)) {
			first = first ? first : tags[i];
			last = tags[i];
			continue;
		}
		if (first && len < size)
			len += snprintf(buf + len, size - len, "%s%s%s%s",
					len ? ", " : "", first,
					first == last ? "" : " to ",
					first == last ? "" : last);
		first = NULL;
	}
}

/* Which kernels have @name; 0: none */
static int name_elsewhere(const struct tables *all, const char *name, char *hint)
{
	char stock[400], series[400];

	add_spans(all, name, 0, stock, sizeof(stock));
	add_spans(all, name, 1, series, sizeof(series));
	snprintf(hint, HINT_LEN, "%s is a feature %s%s%s%s%s", name,
		 *stock ? "of the stock kernels " : "", stock,
		 *stock && *series ? ", and " : "",
		 *series ? "with the series of " : "", series);
	return *stock || *series;
}

/* The name of which @word is the beginning, if it is of one only */
static const char *only_one(const char *word, const char *const *names, size_t n)
{
	const char *one = NULL;
	size_t len = strlen(word), i;

	for (i = 0; i < n && len; i++) {
		if (strncasecmp(word, names[i], len))
			continue;
		if (one && strcmp(one, names[i]))
			return NULL;
		one = names[i];
	}
	return one;
}

/* The name that is nearest to @word, or begins so, of @t or else of any table */
static const char *near_name(const struct tables *all, const struct table *t,
			     const char *word)
{
	const char **names = grow(NULL, (BITS + all->ntexts) * sizeof(*names));
	const char *near;
	size_t i, n = 0;

	for (i = 0; i < t->n; i++)
		names[n++] = t->f[i].name;
	near = nearest(word, names, n);
	for (i = 0; i < all->ntexts; i++)
		if (!all->text[i].sense)
			names[n++] = all->text[i].name;
	if (!near)
		near = nearest(word, names, n);
	if (!near)
		near = only_one(word, names, t->n);
	if (!near)
		near = only_one(word, names, n);
	free(names);
	return near;
}

static int is_number(const char *word)
{
	return *word && word[strspn(word, "0123456789")] == '\0';
}

int unknown_name(const struct tables *all, const struct table *t,
		 const char *word)
{
	char hint[HINT_LEN] = "", more[HINT_LEN];
	const char *name = word, *near;
	int off = 0;

	if (is_number(word))
		return complain(EXIT_USAGE, word,
				"features --explain NUMBER --base TAG gives the names that are meant",
				"a number is another thing on every kernel: name the features");
	if (strchr(word, ','))
		return complain(EXIT_USAGE, word, "separate names by blanks",
				"a comma in a name");
	for (; !strncasecmp(name, "NO_", 3); name += 3)
		off = 1;
	if (name - word <= 3 && !table_feature(t, name) &&
	    name_elsewhere(all, name, hint))
		return complain(EXIT_USAGE, word, hint, "this kernel has no such feature");
	near = near_name(all, t, name);
	if (near) {
		snprintf(hint, sizeof(hint), "did you mean %s%s?", off ? "NO_" : "", near);
		if (!table_feature(t, near) && name_elsewhere(all, near, more))
			snprintf(hint, sizeof(hint), "did you mean %s%s?  %.900s",
				 off ? "NO_" : "", near, more);
	}
	return complain(EXIT_USAGE, word, near ? hint :
			"features prints the names of the running kernel, features --explain 0 --base TAG those of a base",
			"this kernel has no such feature");
}

int apply_names(const struct tables *all, const struct table *t,
		char *const *words, size_t n, unsigned long *number)
{
	unsigned long seen[2] = { 0, 0 };
	const struct feature *f;
	size_t i;
	int off;

	for (i = 0; i < n; i++) {
		f = table_feature(t, name_of(words[i], &off));
		if (!f)
			return unknown_name(all, t, words[i]);
		if (seen[!off] & f->bit)
			return complain(EXIT_USAGE, words[i], "name it once",
					"on and off at the same time");
		seen[off] |= f->bit;
	}
	*number = (*number | seen[0]) & ~seen[1];
	return 0;
}

/* ---- output */

void put_text(int indent, const char *label, const char *text)
{
	int column = printf("%-*s", indent, label);
	int first = 1;
	size_t len;

	while (*(text += strspn(text, " "))) {
		len = strcspn(text, " ");
		if (!first && column + 1 + len > WIDTH) {
			printf("\n%*s", indent, "");
			column = indent;
			first = 1;
		}
		column += printf("%s%.*s", first ? "" : " ", (int)len, text);
		first = 0;
		text += len;
	}
	putchar('\n');
}

char *names_text(const struct table *t, unsigned long number, int with_off,
		 char *buf, size_t size)
{
	size_t i, len = 0;

	*buf = '\0';
	for (i = 0; i < t->n && len < size; i++) {
		if (!(number & t->f[i].bit) && !with_off)
			continue;
		len += snprintf(buf + len, size - len, "%s%s%s", len ? " " : "",
				number & t->f[i].bit ? "" : "NO_", t->f[i].name);
	}
	return buf;
}
