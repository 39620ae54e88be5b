/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a number for sched_features means on a kernel, and what it would be on
 * the others: the same bit is another feature there, or the same feature does
 * another thing.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exitcodes.h"
#include "features-table.h"

#define INDENT	32	/* of a meaning */
#define LABEL	16	/* of a list of names */

/* decimal, or 0x and hexadecimal */
static int read_number(const char *text, unsigned long *number)
{
	int hex = !strncmp(text, "0x", 2) || !strncmp(text, "0X", 2);
	char *end;

	if (!isdigit((unsigned char)*text) ||
	    (hex && !isxdigit((unsigned char)text[2])))
		return complain(EXIT_USAGE, text, "features --explain 319 --base v2.6.26",
				"not a number");
	if (*text == '0' && text[1] && !hex)
		return complain(EXIT_USAGE, text, "leave the 0 at its beginning out",
				"the stock kernel would read it as octal");
	errno = 0;
	*number = strtoul(text, &end, hex ? 16 : 10);
	if (*end)
		return complain(EXIT_USAGE, text, "features --explain 319 --base v2.6.26",
				"not a number");
	if (errno || *number >> (BITS - 1) > 1)
		return complain(EXIT_USAGE, text, "sched_features has 32 bits",
				"the number is too large");
	return 0;
}

/* "256 and 1024" */
static const char *bits_text(unsigned long bits, char *buf, size_t size)
{
	size_t len = 0;

	for (*buf = '\0'; bits && len < size; bits &= bits - 1)
		len += snprintf(buf + len, size - len, "%s%lu",
				!len ? "" : bits & (bits - 1) ? ", " : " and ",
				bits & -bits);
	return buf;
}

static void put_unknown(const struct table *t, unsigned long number, int indent,
			const char *label)
{
	char bits[400], text[600];

	if (!(number & ~table_bits(t)))
		return;
	snprintf(text, sizeof(text), "%s: %s",
		 bits_text(number & ~table_bits(t), bits, sizeof(bits)),
		 t->series ? "the kernel refuses the whole number (EINVAL)" :
			     "kept by the kernel, to no effect");
	put_text(indent, label, text);
}

static void put_features(const struct tables *all, const struct table *t,
			 unsigned long number)
{
	const struct feature *f;
	char label[64];
	int on;

	for (f = t->f; f < t->f + t->n; f++) {
		on = !!(number & f->bit);
		snprintf(label, sizeof(label), "%6lu %-3s%c %-18.47s  ", f->bit,
			 on ? "on" : "off", on == f->on ? ' ' : '*', f->name);
		put_text(INDENT, label, meaning_of(all, f->name));
		if (sense_of(all, f))
			put_text(INDENT, "", sense_of(all, f));
	}
}

/* the words that would make @number of the default */
static void put_change(const struct table *t, unsigned long number)
{
	unsigned long changed = (number ^ table_defaults(t)) & table_bits(t);
	char text[BITS * (FEATURE_LEN + 5)];
	struct table part = { 0 };
	size_t i;

	if (!changed) {
		puts("It is the default.");
		return;
	}
	for (i = 0; i < t->n; i++)
		if (changed & t->f[i].bit)
			part.f[part.n++] = t->f[i];
	puts("*: not as by default.  By name, from the default:");
	put_text(8, "  features --set ",
		 names_text(&part, number, 1, text, sizeof(text)));
}

/* ---- the other kernels */

static int same_sense(const struct feature *a, const struct feature *b)
{
	return a->sense == b->sense ||
	       (a->sense && b->sense && !strcmp(a->sense, b->sense));
}

/* the bits that some code tests */
static unsigned long tested(const struct table *t)
{
	unsigned long bits = 0;
	const struct feature *f;

	for (f = t->f; f < t->f + t->n; f++)
		if (!f->sense || strcmp(f->sense, UNTESTED))
			bits |= f->bit;
	return bits;
}

/* what is on by default and off by @number */
static unsigned long switched_off(const struct table *t, unsigned long number)
{
	return table_defaults(t) & tested(t) & ~number;
}

static unsigned long switched_on(const struct table *t, unsigned long number)
{
	return number & tested(t);
}

/* Are the bits @x of @a the same features as the bits @y of @b? */
static int same_names(const struct table *a, unsigned long x,
		      const struct table *b, unsigned long y)
{
	const struct feature *f, *g;
	size_t n = 0;

	for (f = a->f; f < a->f + a->n; f++)
		if (x & f->bit) {
			g = table_feature(b, f->name);
			if (!g || !(y & g->bit))
				return 0;
			n++;
		}
	for (g = b->f; g < b->f + b->n; g++)
		n -= !!(y & g->bit);
	return !n;
}

/* Does @number do the same on the kernels of @a and of @b? */
static int same(const struct table *a, const struct table *b, unsigned long number)
{
	unsigned long unknown = number & ~table_bits(a);
	const struct feature *f, *g;

	for (f = a->f; f < a->f + a->n; f++) {
		g = table_feature(b, f->name);
		if (g && !same_sense(f, g))
			return 0;
	}
	return unknown == (number & ~table_bits(b)) &&
	       (!unknown || a->series == b->series) &&
	       same_names(a, switched_on(a, number), b, switched_on(b, number)) &&
	       same_names(a, switched_off(a, number), b, switched_off(b, number));
}

static void put_names(const struct table *t, unsigned long bits, const char *label)
{
	char text[BITS * (FEATURE_LEN + 5)];

	if (*names_text(t, bits, 0, text, sizeof(text)))
		put_text(LABEL, label, text);
}

/* All kernels on which @number does the same as on those of @t, but not @t */
static void put_labels(const struct tables *all, const struct table *t, int itself,
		       unsigned long number, const char *before)
{
	char label[HINT_LEN], text[4096];
	const struct table *x;
	size_t len = 0;

	*text = '\0';
	for (x = all->t; x < all->t + all->n && len < sizeof(text); x++)
		if ((itself || x != t) && same(t, x, number))
			len += snprintf(text + len, sizeof(text) - len, "%s%s",
					len ? "; " : "", table_label(x, label));
	if (len)
		put_text(0, before, text);
}

static void put_other(const struct tables *all, const struct table *here,
		      const struct table *t, unsigned long number)
{
	const struct feature *f, *g;
	char label[64];

	put_labels(all, t, 1, number, "\n");
	put_names(t, switched_on(t, number), "  on");
	put_names(t, switched_off(t, number), "  switched off");
	put_unknown(t, number, LABEL, "  no feature");
	for (f = t->f; f < t->f + t->n; f++) {
		g = table_feature(here, f->name);
		if (!g || same_sense(f, g))
			continue;
		snprintf(label, sizeof(label), "  %.47s: ", f->name);
		put_text(4, label, f->sense ? sense_of(all, f) : meaning_of(all, f->name));
	}
}

static void put_others(const struct tables *all, const struct table *here,
		       unsigned long number)
{
	const struct table *t, *x;

	put_labels(all, here, 0, number, "\nThe same on ");
	puts("\nOn another kernel the number would be something else, or of another effect:");
	for (t = all->t; t < all->t + all->n; t++) {
		/* not a second time */
		for (x = all->t; x < t && !same(t, x, number); x++)
			;
		if (x == t && !same(here, t, number))
			put_other(all, here, t, number);
	}
}

int explain(const struct tables *all, const struct table *t, const char *text)
{
	char label[HINT_LEN];
	unsigned long number = 0;
	int rc;

	rc = read_number(text, &number);
	if (rc)
		return rc;
	printf("%lu on %s; the default there is %lu\n\n", number,
	       table_label(t, label), table_defaults(t));
	put_features(all, t, number);
	put_unknown(t, number, INDENT, "    no feature here             ");
	putchar('\n');
	put_change(t, number);
	put_others(all, t, number);
	return 0;
}
