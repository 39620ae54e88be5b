/* SPDX-License-Identifier: GPL-2.0 */
/*
 * summary: what a boot's report says, on one screen of 24 lines, 80 columns.
 *
 * What the report does not have is "absent", never a number.
 */
#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "exitcodes.h"
#include "lines.h"

#define LINES		24		/* top 16 at most, bottom 6 */
#define COLUMNS		80
#define INDENT		11
#define MAX_NOTES	2
#define MAX_DOMAINS	3
#define MAX_ROWS	256
#define UNFAIR		0.1	/* below this the CPUs do not share alike */

#define ABSENT		"absent"
#define SEE_HELP	"--help shows the options"
#define TEXT_MAX	300		/* bytes of a value that are looked at */

static const char usage[] =
"usage: summary --nonce HEX [OPTION]... CONSOLE\n"
"Print on one screen what a boot's report says (a file, or - for standard\n"
"input).\n"
"\n"
"  --nonce HEX      the 16 hexadecimal digits given to this boot\n"
"  --machine FILE   the machine file, for the title and the real sockets\n"
"  --note TEXT      a line to show at the end; may be given again\n"
"  --help           this text\n";

struct machine {
	const char *path;		/* NULL: none was given */
	char name[32];
	char title[2 * COLUMNS];
	unsigned long cores, threads, llc_cpus;
};

struct options {
	const char *console;
	const char *nonce;
	const char *machine;
	const char *notes[MAX_NOTES];
	int n_notes;
};

struct page {
	char line[LINES][COLUMNS + 1];
	int n;
};

/* Lines */

/* printf arguments for "%.*s"; more than a screen line never shows */
#define S(s)	(int)((s).len < TEXT_MAX ? (s).len : TEXT_MAX), (s).text

static struct console_span span(const char *text)
{
	struct console_span s = { text, strlen(text) };

	return s;
}

/* One line: @label in front, cut at the last column. */
static void __attribute__((format(printf, 3, 4)))
put(struct page *page, const char *label, const char *format, ...)
{
	char text[2 * TEXT_MAX];
	va_list args;
	int n;

	if (page->n == LINES)
		return;
	n = snprintf(text, sizeof(text), "%-*s", INDENT, label);
	va_start(args, format);
	vsnprintf(text + n, sizeof(text) - n, format, args);
	va_end(args);
	console_clean(page->line[page->n++], COLUMNS + 1, span(text));
}

/* How much of @s fits into @width columns without breaking a word. */
static size_t fitting(struct console_span s, size_t width)
{
	size_t n = width;

	if (s.len <= width)
		return s.len;
	while (n && s.text[n] != ' ')
		n--;
	return n ? n : width;
}

/* Words over at most @max lines, the last one cut. */
static void wrap(struct page *page, const char *label, struct console_span s,
		 int max)
{
	struct console_span line;

	while (max-- > 0) {
		line.text = s.text;
		line.len = max ? fitting(s, COLUMNS - INDENT) : s.len;
		put(page, label, "%.*s", S(line));
		label = "";
		s.text += line.len;
		s.len -= line.len;
		while (s.len && *s.text == ' ') {
			s.text++;
			s.len--;
		}
		if (!s.len)
			return;
	}
}

/* Data: an index, then pairs of key and value; "names" takes the rest. */

static bool next_word(struct console_span *s, struct console_span *word)
{
	while (s->len && *s->text == ' ') {
		s->text++;
		s->len--;
	}
	word->text = s->text;
	word->len = 0;
	while (s->len && *s->text != ' ') {
		s->text++;
		s->len--;
		word->len++;
	}
	return word->len;
}

static bool same(struct console_span s, const char *text)
{
	return s.len == strlen(text) && !memcmp(s.text, text, s.len);
}

static bool starts(struct console_span s, const char *text)
{
	return s.len >= strlen(text) && !memcmp(s.text, text, strlen(text));
}

static bool same_span(struct console_span a, struct console_span b)
{
	return a.len == b.len && !memcmp(a.text, b.text, a.len);
}

static struct console_span pair(struct console_span s, const char *key)
{
	struct console_span word, value;

	while (next_word(&s, &word)) {
		if (same(word, key)) {
			if (!strcmp(key, "names"))
				value = s;
			else
				next_word(&s, &value);
			while (value.len && *value.text == ' ') {
				value.text++;
				value.len--;
			}
			return value.len ? value : span(ABSENT);
		}
		next_word(&s, &value);
	}
	return span(ABSENT);
}

/* The value of the first data line of @key. */
static struct console_span datum(const struct console *c, const char *key)
{
	struct console_span value;
	size_t from = 0;

	return console_data(c, key, &from, &value) && value.len ? value :
	       span(ABSENT);
}

static bool number(struct console_span s, unsigned long *n)
{
	size_t i;

	*n = 0;
	for (i = 0; i < s.len && i < 9; i++) {
		if (s.text[i] < '0' || s.text[i] > '9')
			return false;
		*n = *n * 10 + (s.text[i] - '0');
	}
	return s.len && i == s.len;
}


/* The machine file */

#define MACHINE_FORM \
	"a machine file has lines like \"cores 4\" and \"title Stoakley: " \
	"2 sockets x 4 cores\""

static int machine_line(struct machine *m, const struct lines *l, char *rest)
{
	const char *key = lines_word(&rest);
	unsigned long *n = NULL;

	if (!key)
		return 0;
	rest += strspn(rest, " \t");
	if (!strcmp(key, "title"))
		console_clean(m->title, sizeof(m->title), span(rest));
	else if (!strcmp(key, "name"))
		console_clean(m->name, sizeof(m->name), span(rest));
	else if (!strcmp(key, "cores"))
		n = &m->cores;
	else if (!strcmp(key, "threads"))
		n = &m->threads;
	else if (!strcmp(key, "llc-cpus"))
		n = &m->llc_cpus;
	if (n && (lines_number(rest, n) || !*n))
		return lines_bad(l, MACHINE_FORM, "%s is not a number above 0",
				 key);
	return 0;
}

static int read_machine(struct machine *m, const char *path)
{
	struct lines l;
	char *line;
	int err;

	err = lines_open(&l, path);
	while (!err && (line = lines_next(&l, NULL)))
		err = machine_line(m, &l, lines_strip(line));
	lines_free(&l);
	if (err)
		return err;
	if (!*m->title || !m->cores || !m->threads)
		return complain(EXIT_BADFILE, path, MACHINE_FORM,
				"title, cores or threads is missing");
	m->path = path;
	return 0;
}

/* The top of the page */

static void put_kernel(struct page *page, const struct console *c)
{
	struct console_span rel = datum(c, "release");
	struct console_span version = datum(c, "version");

	if (same(rel, ABSENT))
		console_banner_release(c, &rel);
	put(page, "kernel", "%.*s   %.*s", S(rel), S(version));
	put(page, "build id", "%.*s", S(datum(c, "build-id")));
	put(page, "base", "%.*s, variant %.*s, seed %.*s", S(datum(c, "base")),
	    S(datum(c, "variant")), S(datum(c, "seed")));
}

/* CPUs in a list like 0-1,4; 0 if it is none. */
static unsigned long list_count(struct console_span s)
{
	unsigned long low, high, count = 0;
	struct console_span word;
	const char *dash;
	size_t n;

	while (s.len) {
		for (n = 0; n < s.len && s.text[n] != ','; n++)
			;
		word.text = s.text;
		word.len = n;
		dash = memchr(word.text, '-', n);
		if (dash)
			word.len = dash - word.text;
		if (!number(word, &low))
			return 0;
		high = low;
		if (dash) {
			word.text = dash + 1;
			word.len = n - (word.text - s.text);
			if (!number(word, &high) || high < low)
				return 0;
		}
		count += high - low + 1;
		s.text += n;
		s.len -= n;
		if (s.len) {
			s.text++;
			s.len--;
		}
	}
	return count;
}

/* Extremes over all CPUs of how many are in a list of theirs. */
struct sizes {
	unsigned long min, max;
};

static void size_of(struct sizes *s, struct console_span list)
{
	unsigned long n = list_count(list);

	if (!s->max || n < s->min)
		s->min = n;
	if (n > s->max)
		s->max = n;
}

static void size_text(char *text, size_t size, const struct sizes *s)
{
	if (!s->min)
		snprintf(text, size, ABSENT);
	else if (s->min == s->max)
		snprintf(text, size, "%lu", s->min);
	else
		snprintf(text, size, "%lu to %lu", s->min, s->max);
}

struct topology {
	struct sizes package, core;
	unsigned long packages;
};

static void read_topology(struct topology *t, const struct console *c)
{
	struct console_span seen[MAX_ROWS], value, package;
	size_t from = 0, n = 0, i;

	memset(t, 0, sizeof(*t));
	while (console_data(c, "cpu", &from, &value)) {
		next_word(&value, &package);	/* the CPU's number */
		size_of(&t->package, pair(value, "packagemates"));
		size_of(&t->core, pair(value, "threads"));
		package = pair(value, "package");
		if (same(package, ABSENT))
			continue;
		for (i = 0; i < n && !same_span(seen[i], package); i++)
			;
		if (i == n && n < MAX_ROWS)
			seen[n++] = package;
	}
	t->packages = n;
}

static void put_machine(struct page *page, const struct console *c,
			const struct machine *m, const struct topology *t)
{
	struct console_span name = datum(c, "machine");
	unsigned long real = m->cores * m->threads;

	if (!m->path) {
		put(page, "machine", "%.*s", S(name));
		return;
	}
	wrap(page, "machine", span(m->title), 2);
	if (*m->name && !same(name, m->name))
		put(page, "", "the guest says it is %.*s, the machine file %s",
		    S(name), m->name);
	else if (t->package.min && t->package.min == t->package.max &&
		 t->package.min != real)
		put(page, "", "%s is presented as a socket: %lu CPUs a "
		    "package instead of %lu", t->package.min != m->llc_cpus ?
		    "another group" : m->llc_cpus == 2 ? "each L2 pair" :
		    "each shared cache", t->package.min, real);
}

static void put_cpus(struct page *page, const struct console *c,
		     const struct topology *t)
{
	struct console_span cpus = datum(c, "cpus");
	char packages[24], package[48], core[48];

	if (same(cpus, ABSENT)) {
		put(page, "cpus", ABSENT);
		return;
	}
	snprintf(packages, sizeof(packages), t->packages ? "%lu" : ABSENT,
		 t->packages);
	size_text(package, sizeof(package), &t->package);
	size_text(core, sizeof(core), &t->core);
	put(page, "cpus", "%.*s online; packages %s, CPUs a package %s, "
	    "threads a core %s", S(cpus), packages, package, core);
}

static void put_domains(struct page *page, const struct console *c)
{
	const char *label = "domains";
	struct console_span value;
	size_t from = 0;
	int n = 0, show, i;

	while (console_data(c, "domain", &from, &value))
		n++;
	show = n <= MAX_DOMAINS ? n : MAX_DOMAINS - 1;
	for (from = 0, i = 0; i < show; i++) {
		console_data(c, "domain", &from, &value);
		put(page, label, "%.*s", S(value));
		label = "";
	}
	if (show < n)
		put(page, "", "... and %d more", n - show);
	else if (!n)
		put(page, label, ABSENT);
}

/* Of the features' names those that are on: all would not fit. */
static struct console_span on_only(struct console_span names, char *buf)
{
	struct console_span on = { buf, 0 };
	size_t n;

	while (names.len) {
		for (n = 0; n < names.len && names.text[n] != ' '; n++)
			;
		if (n && (n < 3 || memcmp(names.text, "NO_", 3)) &&
		    on.len + n + 1 < TEXT_MAX) {
			if (on.len)
				buf[on.len++] = ' ';
			memcpy(buf + on.len, names.text, n);
			on.len += n;
		}
		n += n < names.len;
		names.text += n;
		names.len -= n;
	}
	return on;
}

static void put_features(struct page *page, const struct console *c)
{
	struct console_span value = datum(c, "features");
	char buf[TEXT_MAX];

	if (same(value, ABSENT)) {
		put(page, "features", ABSENT);
		return;
	}
	put(page, "features", "interface %.*s, number %.*s, as found; on are",
	    S(pair(value, "interface")), S(pair(value, "number")));
	wrap(page, "", on_only(pair(value, "names"), buf), 3);
}

static void put_fairness(struct page *page, const struct console *c)
{
	struct console_span value = datum(c, "fairness");
	char text[32], *end;
	double ratio;

	console_clean(text, sizeof(text), pair(value, "ratio"));
	ratio = strtod(text, &end);
	if (end == text || *end || !(ratio >= 0)) {
		/* with the reason, if the guest gave one */
		put(page, "fairness", "%.*s", S(starts(value, ABSENT) ? value :
						span(ABSENT)));
		return;
	}
	put(page, "fairness", "%.*s spinners of %.*s ms: %.*s to %.*s loops, "
	    "ratio %s", S(pair(value, "spinners")), S(pair(value, "ms")),
	    S(pair(value, "min")), S(pair(value, "max")), text);
	put(page, "", "%s", ratio < UNFAIR ?
	    "limited: CPU time is shared unevenly, do not compare" :
	    "usable: every CPU gets its turn");
}

/* The table */

static bool find_row(const struct console *c, const char *key,
		     struct console_span index, struct console_span *value)
{
	struct console_span word;
	size_t from = 0;

	while (console_data(c, key, &from, value))
		if (next_word(value, &word) && same_span(word, index))
			return true;
	*value = span("");
	return false;
}

/* The index words of all settings and hackbench runs, each once. */
static int find_rows(const struct console *c, struct console_span *rows)
{
	static const char *const keys[] = { "setting", "hackbench" };
	struct console_span value, index;
	size_t from, k;
	int n = 0, i;

	for (k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
		from = 0;
		while (n < MAX_ROWS &&
		       console_data(c, keys[k], &from, &value)) {
			if (!next_word(&value, &index))
				continue;
			for (i = 0; i < n && !same_span(rows[i], index); i++)
				;
			if (i == n)
				rows[n++] = index;
		}
	}
	return n;
}

static void put_columns(struct page *page, const char *const cell[6])
{
	if (page->n == LINES)
		return;
	snprintf(page->line[page->n++], COLUMNS + 1,
		 "%-3s%-29s%7s%18s%7s%14s", cell[0], cell[1], cell[2], cell[3],
		 cell[4], cell[5]);
}

static void put_row(struct page *page, const struct console *c,
		    struct console_span index)
{
	struct console_span setting, bench, sent, received;
	char no[4], asked[30], set[8], messages[18], errors[7], time[14];
	const char *const cell[6] = { no, asked, set, messages, errors, time };
	char counts[64];

	find_row(c, "setting", index, &setting);
	find_row(c, "hackbench", index, &bench);
	sent = pair(bench, "messages");
	received = pair(bench, "received");
	if (same_span(sent, received))
		snprintf(counts, sizeof(counts), "%.*s", S(sent));
	else
		snprintf(counts, sizeof(counts), "%.*s of %.*s", S(received),
			 S(sent));
	console_clean(no, sizeof(no), index);
	console_clean(asked, sizeof(asked), pair(setting, "asked"));
	console_clean(set, sizeof(set), pair(setting, "number"));
	console_clean(messages, sizeof(messages), span(counts));
	console_clean(errors, sizeof(errors), pair(bench, "errors"));
	console_clean(time, sizeof(time), pair(bench, "time"));
	put_columns(page, cell);
}

/* The head, then rows or how many there are; @max lines, at least two. */
static void put_table(struct page *page, const struct console *c, int max)
{
	static const char *const head[6] = {
		"", "setting asked", "number", "messages", "errors", "seconds"
	};
	struct console_span rows[MAX_ROWS];
	int n = find_rows(c, rows), show, i;

	if (!n) {
		put(page, "settings", ABSENT);
		return;
	}
	put_columns(page, head);
	show = n <= max - 1 ? n : max - 2;
	for (i = 0; i < show; i++)
		put_row(page, c, rows[i]);
	if (show < n)
		put(page, "...", "and %d more", n - show);
}

/* The bottom */

static void put_report(struct page *page, const struct console *c)
{
	const struct console_report *r = &c->report;
	struct console_span line;
	char text[COLUMNS];
	size_t line_no;

	switch (r->state) {
	case CONSOLE_NO_REPORT:
		put(page, "report", ABSENT);
		return;
	case CONSOLE_INCOMPLETE:
		put(page, "report", "incomplete: %s", r->why);
		break;
	case CONSOLE_DAMAGED:
		line_no = console_line_number(c, r->at);
		put(page, "report", "damaged, do not trust it: line %zu: %s",
		    line_no, r->why);
		break;
	case CONSOLE_COMPLETE:
		put(page, "report", r->failed ?
		    "complete, %lu tests, %lu failed, the first:" :
		    "complete, %lu tests, none failed", r->tests, r->failed);
		break;
	}
	if (!r->failed || r->state == CONSOLE_DAMAGED)
		return;
	/* from the mark on; the payload begins after two words */
	line = console_line(c, r->first_failed);
	line.len -= c->text + r->first_failed - line.text;
	line.text = c->text + r->first_failed;
	next_word(&line, &(struct console_span){ 0 });
	next_word(&line, &(struct console_span){ 0 });
	console_clean(text, sizeof(text), line);
	put(page, "", "%s", text + strspn(text, " "));
}

static void put_crash(struct page *page, const struct console *c)
{
	static const struct console_asked nothing;
	struct console_verdict v;
	char cause[16];

	if (c->crash.at == CONSOLE_NOWHERE && c->trace.at == CONSOLE_NOWHERE)
		return;
	console_judge(c, &nothing, &v);
	put(page, "crash", "%s, line %zu: %.*s",
	    console_cause(v.code, cause, sizeof(cause)), v.line,
	    S(console_line(c, v.at)));
}

static void put_bottom(struct page *page, const struct console *c,
		       const struct options *o)
{
	struct console_span uptime = datum(c, "uptime");
	int i, show = o->n_notes <= MAX_NOTES ? o->n_notes : MAX_NOTES - 1;

	put(page, "guest time", same(uptime, ABSENT) ? "%.*s" : "%.*s s",
	    S(uptime));
	put_report(page, c);
	put_crash(page, c);
	for (i = 0; i < show; i++)
		put(page, "note", "%s", o->notes[i]);
	if (show < o->n_notes)
		put(page, "note", "... and %d more", o->n_notes - show);
}

static void print_page(const struct page *page)
{
	int i;

	for (i = 0; i < page->n; i++)
		puts(page->line[i]);
}

static void print_summary(const struct console *c, const struct options *o,
			  const struct machine *m)
{
	struct page top = { .n = 0 }, table = { .n = 0 }, bottom = { .n = 0 };
	struct topology t;

	read_topology(&t, c);
	put_kernel(&top, c);
	put_machine(&top, c, m, &t);
	put_cpus(&top, c, &t);
	put_domains(&top, c);
	put_features(&top, c);
	put_fairness(&top, c);
	put_bottom(&bottom, c, o);
	put_table(&table, c, LINES - top.n - bottom.n);
	print_page(&top);
	print_page(&table);
	print_page(&bottom);
}

/* The command line */

static int parse_option(struct options *o, int ch)
{
	switch (ch) {
	case 'n':
		if (!console_nonce_ok(optarg))
			return complain(EXIT_USAGE, "--nonce",
					"give it as it was given to the kernel "
					"(cfsq.nonce=)",
					"not 16 lower-case hexadecimal digits");
		o->nonce = optarg;
		break;
	case 'm':
		o->machine = optarg;
		break;
	case 't':
		if (o->n_notes < MAX_NOTES)
			o->notes[o->n_notes] = optarg;
		o->n_notes++;
		break;
	}
	return 0;
}

/* 0: go on; else the exit code, or -1 for --help. */
static int parse_options(struct options *o, int argc, char **argv)
{
	static const struct option known[] = {
		{ "nonce", required_argument, NULL, 'n' },
		{ "machine", required_argument, NULL, 'm' },
		{ "note", required_argument, NULL, 't' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int ch, err;

	opterr = 0;
	while ((ch = getopt_long(argc, argv, ":", known, NULL)) != -1) {
		if (ch == 'h')
			return -1;
		if (ch == '?' || ch == ':')
			return complain(EXIT_USAGE, argv[optind - 1], SEE_HELP,
					ch == ':' ? "needs a value" :
					"no such option");
		err = parse_option(o, ch);
		if (err)
			return err;
	}
	if (optind + 1 != argc)
		return complain(EXIT_USAGE, "command line", SEE_HELP,
				optind == argc ? "no console given" :
				"more than one console");
	if (!o->nonce)
		return complain(EXIT_USAGE, "command line",
				"without it no line counts as the guest's",
				"no --nonce given");
	o->console = argv[optind];
	return 0;
}

static int summarize(const struct options *o, const struct machine *m)
{
	struct lines file;
	struct console c;
	int err;

	err = lines_load(&file, o->console);
	if (err)
		goto out;
	if (console_parse(&c, file.buf, file.len, o->nonce)) {
		err = complain(EXIT_BADFILE, o->console, "cut it with head -c",
			       "too large for the memory there is");
		goto out;
	}
	print_summary(&c, o, m);
	if (!c.n_records)
		err = complain(EXIT_PROTOCOL, o->console,
			       "verdict says what happened",
			       "no report of this boot is in it");
	console_free(&c);
out:
	lines_free(&file);
	return err;
}

int main(int argc, char **argv)
{
	struct options o = { 0 };
	struct machine m = { 0 };
	int err;

	err = parse_options(&o, argc, argv);
	if (err == -1) {
		fputs(usage, stdout);
		return finish(EXIT_OK);
	}
	if (!err && o.machine)
		err = read_machine(&m, o.machine);
	return finish(err ? err : summarize(&o, &m));
}
