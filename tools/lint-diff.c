/* SPDX-License-Identifier: GPL-2.0 */
/*
 * lint: the diff of a patch, and the diffstat that announces it.  What git apply
 * and patch(1) would not do alike is refused.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint.h"

#define DIGITS		"0123456789"
#define PLAIN_DIFF	"make it with git format-patch --no-renames --full-index"

struct range {
	unsigned long start, count;
};

/* The part of a change that the hunks before have told */
struct place {
	unsigned long old_end;	/* last line of the old file they reach */
	long shift;		/* by how much the new file is longer there */
	size_t hunks;
};

static int file_begins(const struct patch *p, size_t i)
{
	return i >= p->n || starts(p->line[i].s, "diff --git ");
}

/* ---- the head of a file */

static void lint_path(struct patch *p, size_t i, const char *path)
{
	const char *part;
	size_t n;

	if (path[strcspn(path, "\"\\ \t")])
		bad(p, i, "choose a name without",
		    "%s: a blank, quote or backslash in the path", path);
	for (part = path; part; part = part[n] ? part + n + 1 : NULL) {
		n = strcspn(part, "/");
		/* the second is the same folder on another system */
		if ((n == 4 && !strncasecmp(part, ".git", n)) ||
		    (n == 5 && !strncasecmp(part, "git~1", n))) {
			bad(p, i, "git's own folder is no place for a patch",
			    "%s: a part %.*s in the path, which git am refuses",
			    path, (int)n, part);
			return;
		}
		if (n && !(n == 1 && *part == '.') &&
		    !(n == 2 && starts(part, "..")))
			continue;
		bad(p, i, "a path begins at the top of the kernel's source",
		    n || part != path ? "%s: an empty, . or .. part in the path" :
		    "%s: an absolute path", path);
		return;
	}
}

/* "diff --git a/PATH b/PATH": PATH, or NULL */
static char *file_path(struct patch *p, size_t i)
{
	char *both = p->line[i].s + strlen("diff --git ");
	size_t len = strlen(both), half = len / 2;
	char *path;

	if (!starts(both, "a/") || !strstr(both, " b/")) {
		bad(p, i, PLAIN_DIFF, "paths without a/ and b/ before them");
		return NULL;
	}
	if (len % 2 == 0 || both[half] != ' ' || !starts(both + half, " b/") ||
	    memcmp(both + 2, both + half + 3, half - 2)) {
		bad(p, i, PLAIN_DIFF, "two different paths");
		return NULL;
	}
	path = grow(NULL, half - 1);
	memcpy(path, both + 2, half - 2);
	path[half - 2] = '\0';
	lint_path(p, i, path);
	return path;
}

static int take_id(const char **s, char *id)
{
	if (strspn(*s, "0123456789abcdef") != ID_LEN)
		return -1;
	memcpy(id, *s, ID_LEN);
	id[ID_LEN] = '\0';
	*s += ID_LEN;
	return 0;
}

/* Whether the kernel has such a file to compile or configure, not to run */
static int is_source(const char *path)
{
	const char *name = strrchr(path, '/'), *end;

	name = name ? name + 1 : path;
	end = strrchr(name, '.');
	return (end && strlen(end) == 2 && strchr("chS", end[1])) ||
		starts(name, "Makefile") || starts(name, "Kconfig");
}

/* The mode of a file that was there and stays */
static void take_mode(struct patch *p, struct change *c, const char *s)
{
	if (strcmp(s, " 100644") && strcmp(s, " 100755")) {
		bad(p, c->at, PLAIN_DIFF,
		    "index: no mode of a plain file, 100644 or 100755");
		return;
	}
	if (c->path && is_source(c->path) && strcmp(s, " 100644"))
		bad(p, c->at, "chmod -x in the clone, and make the patch anew",
		    "index: mode 100755, of a program, but %s is a source file",
		    c->path);
	else
		snprintf(c->mode, sizeof(c->mode), "%s", s + 1);
}

static void take_index(struct patch *p, struct change *c, size_t i)
{
	const char *s = p->line[i].s + strlen("index ");
	char pre[ID_LEN + 1], post[ID_LEN + 1];

	c->at = i;
	if (take_id(&s, pre) || !starts(s, "..") || (s += 2, take_id(&s, post)) ||
	    (*s && *s != ' ')) {
		bad(p, i, PLAIN_DIFF, "index: not two whole ids of %d digits",
		    ID_LEN);
		return;
	}
	strcpy(c->pre, pre);
	strcpy(c->post, post);
	if (!strcmp(pre, post))
		bad(p, i, PLAIN_DIFF, "index: the same id before and after");
	if (c->created != !strcmp(pre, NO_ID))
		bad(p, i, PLAIN_DIFF, c->created ?
		    "index: a new file, but an id before" :
		    "index: no id before, but no \"new file mode\"");
	if (c->removed != !strcmp(post, NO_ID))
		bad(p, i, PLAIN_DIFF, c->removed ?
		    "index: a deleted file, but an id after" :
		    "index: no id after, but no \"deleted file mode\"");
	if (!c->created && !c->removed)
		take_mode(p, c, s);
	else if (*s)
		bad(p, i, PLAIN_DIFF,
		    "index: a mode, though a line of its own has it");
}

/* Lines between "diff --git" and "---"; the kinds that only git can apply */
static const struct { const char *begin, *what; } refused[] = {
	{ "old mode ", "changes a file's mode, which patch(1) may not do" },
	{ "new mode ", NULL },
	{ "similarity index ", NULL },
	{ "dissimilarity index ", NULL },
	{ "rename from ", "renames a file, which patch(1) may not do" },
	{ "rename to ", NULL },
	{ "copy from ", "copies a file, which patch(1) may not do" },
	{ "copy to ", NULL },
	{ "GIT binary patch", "a binary part, which patch(1) cannot do" },
	{ "Binary files ", "a binary part, and its data is not here" },
};

/* Whether line @i is a refused one; with all that follows, if that is no diff */
static int refuse(struct patch *p, size_t *i)
{
	const char *s = p->line[*i].s;
	size_t k, n = sizeof(refused) / sizeof(refused[0]);

	for (k = 0; k < n && !starts(s, refused[k].begin); k++)
		;
	if (k == n)
		return 0;
	if (refused[k].what)
		bad(p, *i, PLAIN_DIFF, "%s", refused[k].what);
	if (k >= n - 2)
		while (!file_begins(p, *i + 1))
			++*i;
	return 1;
}

/* From the line behind "diff --git" up to "---"; the number of refused lines */
static int file_head(struct patch *p, struct change *c, size_t *i)
{
	size_t first = *i;
	int index = 0, refusals = 0;
	const char *s;

	for (; !file_begins(p, *i); ++*i) {
		s = p->line[*i].s;
		if (starts(s, "--- ") || starts(s, "+++ ") || starts(s, "@@ "))
			break;
		if (starts(s, "new file mode ")) {
			c->created = 1;
			strcpy(c->mode, "100644");
			if (strcmp(s, "new file mode 100644"))
				bad(p, *i, "new file mode 100644",
				    "a new file that is not a plain one of mode 100644");
		} else if (starts(s, "deleted file mode ")) {
			c->removed = 1;
		} else if (starts(s, "index ")) {
			if (!index++)
				take_index(p, c, *i);
		} else if (refuse(p, i)) {
			refusals++;
		} else {
			bad(p, *i, PLAIN_DIFF,
			    "not a line of the head of a diff");
		}
	}
	if (!index && !refusals)
		bad(p, first - 1, PLAIN_DIFF, "no index line");
	return refusals;
}

static void lint_name(struct patch *p, size_t *i, const char *mark,
		      const char *side, const char *path)
{
	const char *s = *i < p->n ? p->line[*i].s : "";

	if (!starts(s, mark)) {
		bad(p, *i, PLAIN_DIFF, "no line %s%s%s", mark, side, path);
		return;
	}
	s += strlen(mark);
	if (!starts(s, side) || strcmp(s + strlen(side), path))
		bad(p, *i, PLAIN_DIFF, "%s%s is not %s%s", mark, s, side, path);
	++*i;
}

/* ---- hunks */

static int take_number(const char **s, unsigned long *number)
{
	size_t n = strspn(*s, DIGITS);

	if (!n || n > 9)
		return -1;
	*number = strtoul(*s, NULL, 10);
	*s += n;
	return 0;
}

/* "-1,2" or "-1" */
static int take_range(const char **s, char sign, struct range *r)
{
	if (*(*s)++ != sign || take_number(s, &r->start))
		return -1;
	r->count = 1;
	return **s == ',' ? (++*s, take_number(s, &r->count)) : 0;
}

static int hunk_head(const char *s, struct range *old, struct range *new)
{
	if (!starts(s, "@@ "))
		return -1;
	s += 3;
	if (take_range(&s, '-', old) || *s++ != ' ' ||
	    take_range(&s, '+', new) || !starts(s, " @@"))
		return -1;
	return s[3] && s[3] != ' ' ? -1 : 0;
}

/* Its first line, also where it has none: then the range names the one before */
static unsigned long first_line(const struct range *r)
{
	return r->count ? r->start : r->start + 1;
}

static void lint_place(struct patch *p, size_t i, const struct range *old,
		       const struct range *new, struct place *at)
{
	unsigned long first = first_line(old);

	if (!first || first <= at->old_end)
		bad(p, i, "hunks come in the order of their lines",
		    "the hunk begins at line %lu, behind one that ends at line %lu",
		    first, at->old_end);
	if ((long)first + at->shift != (long)first_line(new))
		bad(p, i, PLAIN_DIFF,
		    "the hunk moves line %lu to %lu, those before it to %ld",
		    first, first_line(new), (long)first + at->shift);
	at->old_end = first + old->count - 1;
	at->shift += (long)new->count - (long)old->count;
	at->hunks++;
}

static void lint_added(struct patch *p, size_t i, const struct change *c)
{
	const char *s = p->line[i].s + 1;

	if (p->line[i].len > 1 && blank_end(&p->line[i]))
		bad(p, i, "take it away", "an added line ends in white space");
	if (!c->created)
		return;
	for (; *s == ' ' || *s == '\t'; s++)
		if (*s == ' ' && s[1] == '\t') {
			bad(p, i, "indent with tabs",
			    "a blank before a tab in the indentation");
			return;
		}
}

/*
 * The lines of a hunk, as many as its head says; *@i moves behind them.  0, or
 * -1 if they are others.
 */
static int hunk_lines(struct patch *p, struct change *c, size_t *i,
		      const struct range *old, const struct range *new)
{
	unsigned long was = 0, is = 0, changed = 0;
	size_t head = *i - 1;
	char kind = ' ';

	for (; *i < p->n && (was < old->count || is < new->count ||
			     *p->line[*i].s == '\\'); ++*i) {
		const struct text *t = &p->line[*i];

		if (*t->s == '\\') {
			if (kind != '-')
				bad(p, *i, "end the file with a line end",
				    "the file has no line end at its end");
			continue;
		}
		kind = *t->s ? *t->s : ' ';
		if (!*t->s)
			bad(p, *i, "keep the blank of an empty context line",
			    "an empty context line without its blank");
		if (!strchr(" +-", kind))
			break;
		was += kind != '+';
		is += kind != '-';
		changed += kind != ' ';
		if (was > old->count || is > new->count)
			break;
		c->deleted += kind == '-';
		c->added += kind == '+';
		if (kind == '+')
			lint_added(p, *i, c);
	}
	if (was == old->count && is == new->count) {
		/* one that has more lines than it says goes on like this */
		if (*i < p->n && strchr(" +-", *p->line[*i].s) &&
		    *p->line[*i].s && strcmp(p->line[*i].s, "-- ")) {
			bad(p, *i, PLAIN_DIFF,
			    "the hunk of line %zu has more lines than the %lu and %lu that it says",
			    head + 1, old->count, new->count);
			return -1;
		}
		if (!changed)
			bad(p, head, PLAIN_DIFF, "the hunk changes nothing");
		return 0;
	}
	bad(p, *i, PLAIN_DIFF,
	    "the hunk of line %zu does not have the %lu and %lu lines that it says%s",
	    head + 1, old->count, new->count,
	    *i < p->n ? "" : ": the file ends before");
	return -1;
}

/* Up to the next hunk or file */
static void skip_lines(struct patch *p, size_t *i)
{
	while (!file_begins(p, *i) && !starts(p->line[*i].s, "@@ -"))
		++*i;
}

static void lint_hunks(struct patch *p, struct change *c, size_t *i)
{
	struct place at = { 0 };
	struct range old, new;
	size_t first = *i, last;

	while (!file_begins(p, *i) && starts(p->line[*i].s, "@@")) {
		if (hunk_head(p->line[*i].s, &old, &new)) {
			bad(p, *i, "@@ -1,2 +3,4 @@", "not the head of a hunk");
			++*i;
			at.hunks++;
			skip_lines(p, i);
			continue;
		}
		lint_place(p, *i, &old, &new, &at);
		if ((c->created && (at.hunks > 1 || old.count || old.start)) ||
		    (c->removed && (at.hunks > 1 || new.count || new.start)))
			bad(p, *i, PLAIN_DIFF,
			    "not the one hunk of a new or deleted file");
		++*i;
		if (hunk_lines(p, c, i, &old, &new))
			skip_lines(p, i);
	}
	last = *i;
	if (!at.hunks)
		bad(p, first, PLAIN_DIFF, "no hunk for this file");
	else if (c->created && !strcmp(p->line[last - 1].s, "+"))
		bad(p, last - 1, "take it away",
		    "the new file ends in an empty line");
}

static struct change *new_change(struct patch *p, size_t i)
{
	struct change *c;

	p->change = grow(p->change, (p->changes + 1) * sizeof(*c));
	c = &p->change[p->changes++];
	memset(c, 0, sizeof(*c));
	c->at = i;
	c->path = file_path(p, i);
	return c;
}

static void lint_file(struct patch *p, size_t *i)
{
	struct change *c = new_change(p, *i);
	size_t k;

	for (k = 0; k + 1 < p->changes; k++)
		if (c->path && p->change[k].path &&
		    !strcmp(c->path, p->change[k].path))
			bad(p, *i, "make one diff of the two",
			    "%s a second time in this patch", c->path);
	++*i;
	if (file_head(p, c, i) && file_begins(p, *i))
		return;
	if (c->path) {
		lint_name(p, i, "--- ", c->created ? "/dev/null" : "a/",
			  c->created ? "" : c->path);
		lint_name(p, i, "+++ ", c->removed ? "/dev/null" : "b/",
			  c->removed ? "" : c->path);
	} else {
		while (!file_begins(p, *i) && !starts(p->line[*i].s, "@@"))
			++*i;
	}
	lint_hunks(p, c, i);
}

/*
 * Behind the last hunk: nothing, or a signature exactly as git format-patch
 * writes it.  Whether it is one.
 */
static int lint_end(struct patch *p, size_t *i)
{
	size_t at = *i;

	if (file_begins(p, at))
		return 0;
	if (at + 3 == p->n && !strcmp(p->line[at].s, "-- ") &&
	    p->line[at + 1].len && !p->line[at + 2].len) {
		*i = p->n;
		return 1;
	}
	bad(p, at, "take it away", strcmp(p->line[at].s, "-- ") ?
	    "text behind a hunk" :
	    "not a signature of one line and an empty one, as git writes it");
	while (!file_begins(p, *i))
		++*i;
	return 0;
}

/* ---- the diffstat */

static int is_sum(const char *s)
{
	size_t n = strspn(s + (*s == ' '), DIGITS);

	if (*s++ != ' ' || !n)
		return 0;
	return starts(s + n, " file changed") || starts(s + n, " files changed");
}

/* " PATH | 12 ++--": PATH's end, or NULL */
static const char *row_end(const char *s)
{
	const char *bar = *s == ' ' ? strstr(s, " | ") : NULL;
	const char *p;

	if (!bar)
		return NULL;
	p = bar + 3 + strspn(bar + 3, " ");
	p += strspn(p, DIGITS);
	if (!isdigit((unsigned char)p[-1]) || (*p && *p != ' '))
		return NULL;
	p += strspn(p, " +-");
	while (!*p && bar > s && bar[-1] == ' ')
		bar--;
	return *p ? NULL : bar;
}

static void lint_row(struct patch *p, size_t i, const struct change *c)
{
	const char *s = p->line[i].s + 1, *end = row_end(p->line[i].s);
	const char *path = c->path, *graph;
	size_t len, plus, minus, signs;
	unsigned long n;

	if (!path)
		return;
	len = end - s;
	/* a long one is shortened at its beginning */
	if (starts(s, ".../") && strlen(path) >= len - 3)
		path += strlen(path) - (len - 3), s += 3, len -= 3;
	n = strtoul(strstr(end, " | ") + 3, (char **)&graph, 10);
	graph += strspn(graph, " ");
	plus = strspn(graph, "+");
	minus = strspn(graph + plus, "-");
	signs = plus + minus;
	if (strlen(path) != len || memcmp(path, s, len))
		bad(p, i, PLAIN_DIFF, "diffstat: here the diff has %s", c->path);
	else if (n != c->added + c->deleted || signs > n || graph[signs] ||
		 (signs == n ? plus != c->added :
		  !plus != !c->added || !minus != !c->deleted))
		bad(p, i, PLAIN_DIFF,
		    "diffstat: the diff adds %lu and deletes %lu lines",
		    c->added, c->deleted);
}

static void lint_sum(struct patch *p, size_t i)
{
	unsigned long added = 0, deleted = 0;
	char want[128];
	size_t k;
	int n;

	for (k = 0; k < p->changes; k++) {
		added += p->change[k].added;
		deleted += p->change[k].deleted;
	}
	n = snprintf(want, sizeof(want), " %zu file%s changed", p->changes,
		     p->changes == 1 ? "" : "s");
	if (added)
		n += snprintf(want + n, sizeof(want) - n,
			      ", %lu insertion%s(+)", added,
			      added == 1 ? "" : "s");
	if (deleted)
		snprintf(want + n, sizeof(want) - n, ", %lu deletion%s(-)",
			 deleted, deleted == 1 ? "" : "s");
	if (strcmp(p->line[i].s, want))
		bad(p, i, PLAIN_DIFF, "diffstat: by the diff it is \"%s\"",
		    want + 1);
}

/* " create mode 100644 PATH" below the sum, for every new file and for no other */
static void lint_created(struct patch *p, size_t sum)
{
	size_t i = sum + 1, k;

	for (k = 0; k < p->changes; k++) {
		const struct change *c = &p->change[k];
		const char *s = i < p->diff ? p->line[i].s : "";

		if (!c->path || !(c->created || c->removed))
			continue;
		if (starts(s, c->created ? " create mode " : " delete mode ") &&
		    strrchr(s, ' ') && !strcmp(strrchr(s, ' ') + 1, c->path))
			i++;
		else
			bad(p, i, PLAIN_DIFF,
			    "diffstat: no \"%s mode\" of %s",
			    c->created ? "create" : "delete", c->path);
	}
	if (i < p->diff && (starts(p->line[i].s, " create mode ") ||
			    starts(p->line[i].s, " delete mode ")))
		bad(p, i, PLAIN_DIFF, "diffstat: the diff does not say so");
}

/* The diffstat, if there is one; whether there is */
static int lint_stat(struct patch *p)
{
	size_t sum, row, k;

	for (sum = p->cut; sum < p->diff; sum++)
		if (is_sum(p->line[sum].s))
			break;
	if (sum >= p->diff)
		return 0;
	for (row = sum; row > p->cut + 1 && row_end(p->line[row - 1].s); row--)
		;
	if (sum - row != p->changes)
		bad(p, sum, PLAIN_DIFF, "diffstat: %zu files, the diff has %zu",
		    sum - row, p->changes);
	for (k = 0; row < sum && k < p->changes; row++, k++)
		lint_row(p, row, &p->change[k]);
	lint_sum(p, sum);
	lint_created(p, sum);
	return 1;
}

void lint_diff(struct patch *p)
{
	size_t i = p->diff;
	int ended = 0;

	if (i == p->n || !starts(p->line[i].s, "diff --git ")) {
		bad(p, i, PLAIN_DIFF, i == p->n ? "no diff" :
		    "no line \"diff --git\" before the diff");
		return;
	}
	while (i < p->n) {
		lint_file(p, &i);
		ended = lint_end(p, &i);
	}
	if (!lint_stat(p) && !ended)
		bad(p, p->cut, "git format-patch writes a diffstat below the ---",
		    "neither diffstat nor signature: nobody would see that the end was cut off");
}
