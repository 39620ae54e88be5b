/* SPDX-License-Identifier: GPL-2.0 */
/*
 * lint: the mail around a patch.  Where it says what git does with a line, that
 * is git's mailsplit, mailinfo and am without options.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "lint.h"

#define SUBJECT_MAX	72
#define SIGNED		"Signed-off-by:"
#define SIGNER		"CFS Queue <cfs-queue@example.org>"
#define LETTERS		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define WORD		LETTERS "0123456789_.+-"

enum field { FROM, DATE, SUBJECT, FIELDS };

static const char *const field_names[FIELDS] = { "From", "Date", "Subject" };

/* Number of characters, or -1: no UTF-8 */
static long characters(const struct text *t)
{
	static const unsigned long least[] = { 0, 0x80, 0x800, 0x10000 };
	unsigned long c;
	long count = 0;
	size_t i = 0;
	int more, n;

	while (i < t->len) {
		c = (unsigned char)t->s[i++];
		n = c < 0x80 ? 0 : c < 0xc0 ? -1 : c < 0xe0 ? 1 :
			c < 0xf0 ? 2 : c < 0xf8 ? 3 : -1;
		if (n < 0)
			return -1;
		if (n)
			c &= 0x3f >> n;
		for (more = n; more; more--) {
			if (i == t->len || (t->s[i] & 0xc0) != 0x80)
				return -1;
			c = c << 6 | (t->s[i++] & 0x3f);
		}
		if (c < least[n] || (c >= 0xd800 && c < 0xe000) || c > 0x10ffff)
			return -1;
		count++;
	}
	return count;
}

/* mailsplit begins a new mail at such a line */
static int mbox_line(const struct text *t)
{
	const char *s = t->s, *colon = s + t->len - 1;

	if (t->len < 19 || !starts(s, "From "))
		return 0;
	do {
		if (colon < s + 5)
			return 0;
	} while (*--colon != ':');
	return isdigit((unsigned char)colon[-4]) &&
		isdigit((unsigned char)colon[-2]) &&
		isdigit((unsigned char)colon[-1]) &&
		isdigit((unsigned char)colon[1]) &&
		isdigit((unsigned char)colon[2]) &&
		strtol(colon + 3, NULL, 10) > 90;
}

/* mailinfo ends the message at such a line */
static int break_line(const char *s)
{
	if (starts(s, "diff -") || starts(s, "Index: "))
		return 1;
	if (!starts(s, "---"))
		return 0;
	if (s[3] == ' ' && s[4] && !isspace((unsigned char)s[4]))
		return 1;
	for (s += 3; *s; s++)
		if (!isspace((unsigned char)*s))
			return 0;
	return 1;
}

/* "Name: value" of a mail's header; the value, or NULL */
static const char *field(const char *s, const char *name)
{
	size_t len = strlen(name);

	if (strncasecmp(s, name, len) || s[len] != ':')
		return NULL;
	return s + len + 1 + strspn(s + len + 1, " \t");
}

static int is_field(const char *s)
{
	const char *p = s;

	while (*p > ' ' && *p < 127 && *p != ':')
		p++;
	return *p == ':';
}

/* "Name <local@domain>", with nothing in it that git would leave out */
static int is_ident(const char *s)
{
	size_t len = strcspn(s, "()<>[]:;@\\,\"\t"), local, domain;
	const char *mail = s + len + 1;

	if (s[len] != '<' || len < 4 || len > 61 || s[len - 1] != ' ' ||
	    memmem(s, len, "  ", 2) || strchr(" .'", *s) ||
	    strchr(".'", s[len - 2]))
		return 0;
	local = strspn(mail, WORD);
	if (!local || mail[local] != '@')
		return 0;
	domain = strspn(mail + local + 1, WORD);
	return domain && !strcmp(mail + local + 1 + domain, ">") &&
		*mail != '.' && mail[local - 1] != '.' &&
		mail[local + 1] != '.' && mail[local + domain] != '.';
}

/* as git writes it, "Tue, 1 Dec 2026 01:02:03 +0100", and a day there was */
static int is_date(const char *s)
{
	static const char form[] = "%a, %-d %b %Y %H:%M:%S ";
	char again[64];
	struct tm tm = { 0 };
	const char *zone;
	time_t t;

	zone = strptime(s, "%a, %d %b %Y %H:%M:%S", &tm);
	if (!zone || zone[0] != ' ' || !strchr("+-", zone[1]) ||
	    strspn(zone + 2, "0123456789") != 4 || zone[6] ||
	    atoi(zone + 2) > 1400 || zone[4] > '5')
		return 0;
	t = timegm(&tm);
	if (t < 0 || !gmtime_r(&t, &tm) ||
	    !strftime(again, sizeof(again), form, &tm))
		return 0;
	return strlen(again) == (size_t)(zone + 1 - s) && starts(s, again);
}

/* "area: " or "one, two: " */
static int has_area(const char *s)
{
	size_t n;

	do {
		n = strspn(s, WORD "/*");
		if (!n)
			return 0;
		s += n;
	} while (starts(s, ", ") && (s += 2));
	return s[0] == ':' && s[1] == ' ' && s[2];
}

static void lint_subject(struct patch *p, size_t i, const char *s)
{
	struct text t = { (char *)s, strlen(s) };

	if (*s == '[')
		bad(p, i, "\"sched: ...\" instead of \"[sched] ...\"",
		    "Subject: git am deletes the [tag] at its beginning");
	else if (!strncasecmp(s, "re:", 3) || *s == ':')
		bad(p, i, "begin with the area: \"sched: ...\"",
		    "Subject: git am deletes \"%.*s\" at its beginning",
		    *s == ':' ? 1 : 3, s);
	else if (!has_area(s))
		bad(p, i, "begin with the area: \"sched: ...\"",
		    "Subject: no area, as in \"area: what is done\"");
	if (characters(&t) > SUBJECT_MAX)
		bad(p, i, "say the rest in the message",
		    "Subject: %ld characters, %d are allowed", characters(&t),
		    SUBJECT_MAX);
	if (strstr(s, "  ") || strchr(s, '\t'))
		bad(p, i, "one blank between two words",
		    "Subject: git am makes one blank of several, or of a tab");
}

/* What mailinfo would decode, as patch(1) does not */
static void lint_mime(struct patch *p, size_t i)
{
	const char *s = p->line[i].s, *type = field(s, "Content-Type");
	const char *coding = field(s, "Content-Transfer-Encoding");

	if (type && strcasecmp(type, "text/plain; charset=UTF-8"))
		bad(p, i, "leave it out, or: text/plain; charset=UTF-8",
		    "Content-Type: git am would convert or unpack the mail");
	if (coding && strcasecmp(coding, "8bit") && strcasecmp(coding, "7bit"))
		bad(p, i, "leave it out, and store the text as it is",
		    "Content-Transfer-Encoding: git am would decode the mail");
	if (strstr(s, "=?"))
		bad(p, i, "write it in UTF-8 as it is",
		    "an encoded word, which git am would decode");
}

static void take_field(struct patch *p, size_t i, int *seen)
{
	const char *s = p->line[i].s, *value = NULL;
	int k;

	lint_mime(p, i);
	if (characters(&p->line[i]) < 0)
		bad(p, i, "convert it to UTF-8", "not UTF-8");
	for (k = 0; k < FIELDS && !value; k++)
		value = field(s, field_names[k]);
	if (!value)
		return;
	if (seen[--k]++)
		bad(p, i, "keep one of the two", "%s: a second time",
		    field_names[k]);
	if (i + 1 < p->diff && p->line[i + 1].len &&
	    isspace((unsigned char)*p->line[i + 1].s))
		bad(p, i, "put it into one line",
		    "%s: is continued in the next line", field_names[k]);
	if (k == FROM && !is_ident(value))
		bad(p, i, "From: Name <name@example.org>",
		    "From: %s is not a name and an address",
		    *value ? value : "(empty)");
	if (k == DATE && !is_date(value))
		bad(p, i, "as git writes it: Date: Tue, 1 Dec 2026 01:02:03 +0000",
		    "Date: %s is not a date", *value ? value : "(empty)");
	if (k == SUBJECT)
		lint_subject(p, i, value);
}

static void lint_header(struct patch *p)
{
	int seen[FIELDS] = { 0 }, k;
	size_t i = 0;

	while (i < p->diff && !p->line[i].len)
		i++;
	if (i)
		bad(p, 0, "begin with the first line of the mail",
		    "empty lines before the mail");
	if (i < p->diff && starts(p->line[i].s, "From ")) {
		if (!mbox_line(&p->line[i]))
			bad(p, i, "From " NO_ID " Mon Sep 17 00:00:00 2001",
			    "\"From \" without a date does not begin a mail");
		i++;
	}
	for (; i < p->diff && *p->line[i].s; i++) {
		if (!is_field(p->line[i].s)) {
			bad(p, i, "an empty line ends the header of a mail",
			    "not a header field: git takes the message to begin here");
			break;
		}
		take_field(p, i, seen);
		while (i + 1 < p->diff && p->line[i + 1].len &&
		       strchr(" \t", *p->line[i + 1].s))
			i++;
	}
	p->body = i < p->diff && !*p->line[i].s ? i + 1 : i;
	for (k = 0; k < FIELDS; k++)
		if (!seen[k])
			bad(p, 0, "a patch is a mail: make it with git format-patch",
			    "no %s: in the header", field_names[k]);
}

/* The --- before the diffstat; the ones before it would be taken for it */
static void find_cut(struct patch *p)
{
	size_t i;

	for (i = p->diff; i > p->body; i--)
		if (!strcmp(p->line[i - 1].s, "---"))
			break;
	p->cut = i > p->body ? i - 1 : p->diff;
	if (p->cut == p->diff)
		bad(p, p->diff, "put a line --- behind the sign-off",
		    "no line --- between the message and the diff");
	for (i = p->body; i < p->cut; i++)
		if (break_line(p->line[i].s))
			bad(p, i, "indent it, or say it in other words",
			    "git am ends the message at \"%.20s\"; the rest would be lost",
			    p->line[i].s);
}

/*
 * mailinfo takes lines at the beginning of the message for header fields.
 * Whether line @i is one; @stage is 1 before it, 2 inside such a field, 0 behind.
 */
static int body_field(struct patch *p, size_t i, int *stage)
{
	const char *s = p->line[i].s;
	int k, hit = 0, other;

	if (!*s) {
		*stage = *stage == 1;
		return 0;
	}
	if (*stage == 2 && strchr(" \t", *s))
		return 0;
	for (k = 0; k < FIELDS; k++)
		hit |= !!field(s, field_names[k]);
	other = starts(s, "[PATCH] ") || starts(s, "[PATCH]\t") ||
		(starts(s, ">From ") &&
		 strspn(s + 6, "0123456789abcdef") == ID_LEN);
	*stage = hit ? 2 : other;
	return hit || other;
}

/* Before the diff: git apply and patch(1), who ignores indentation, look for one */
static void lint_no_diff(struct patch *p, size_t i)
{
	const char *s = p->line[i].s;
	const char *in = s + strspn(s, " \tX");

	if (starts(in, "@@ -") || starts(in, "***************"))
		bad(p, i, "quote no diff: say it in words",
		    "patch(1) or git would take this for a diff");
	if (starts(in, "Prereq:"))
		bad(p, i, "say it in other words",
		    "patch(1) would look for that word in the file");
	if (mbox_line(&p->line[i]))
		bad(p, i, "say it in other words",
		    "git am takes this for the beginning of the next mail");
}

static void lint_sign_off(struct patch *p)
{
	size_t i, at = 0;
	const char *s;

	for (i = p->body; i < p->cut; i++) {
		s = p->line[i].s + strspn(p->line[i].s, " \t");
		if (strncasecmp(s, SIGNED, strlen(SIGNED)))
			continue;
		if (strcmp(p->line[i].s, SIGNED " " SIGNER))
			bad(p, i, SIGNED " " SIGNER,
			    "a Signed-off-by that is not this project's");
		else if (at)
			bad(p, i, "keep one of the two",
			    "a second Signed-off-by; the first is in line %zu",
			    at);
		else
			at = i + 1;
	}
	if (!at)
		bad(p, p->cut, SIGNED " " SIGNER,
		    "no Signed-off-by before the end of the message");
}

/* Signed-off-by:, Cc: and their like */
static int is_trailer(const char *s)
{
	size_t n = strspn(s, LETTERS "-");

	return s[n] == ':' &&
		((n > 3 && !strncasecmp(s + n - 3, "-by", 3)) ||
		 starts(s, "Cc:") || starts(s, "Fixes:") || starts(s, "Link:"));
}

static void lint_message(struct patch *p)
{
	int stage = 1, text = 0;
	size_t i;

	for (i = p->body; i < p->cut; i++) {
		const char *s = p->line[i].s;

		if (stage && body_field(p, i, &stage))
			bad(p, i, "begin the message with a sentence",
			    "git am takes this line for a part of the header");
		if (characters(&p->line[i]) < 0)
			bad(p, i, "convert it to UTF-8", "not UTF-8");
		if (!*s && (i == p->body || i + 1 == p->cut ||
			    !*p->line[i - 1].s))
			bad(p, i, "take it away",
			    "git am drops this empty line");
		if (is_trailer(s) && i > p->body && *p->line[i - 1].s &&
		    !is_trailer(p->line[i - 1].s))
			bad(p, i, "put an empty line before it",
			    "a trailer in the last paragraph of the text: git interpret-trailers does not see it");
		text |= *s && !is_trailer(s);
		lint_no_diff(p, i);
	}
	if (!text)
		bad(p, p->body, "say why the patch is needed",
		    "no text before the sign-off");
}

static void find_diff(struct patch *p)
{
	size_t i;

	for (i = 0; i < p->n; i++)
		if (starts(p->line[i].s, "diff --git ") ||
		    (i + 1 < p->n && starts(p->line[i].s, "--- ") &&
		     starts(p->line[i + 1].s, "+++ ")))
			break;
	p->diff = i;
}

void lint_mail(struct patch *p)
{
	size_t i;

	find_diff(p);
	lint_header(p);
	find_cut(p);
	lint_message(p);
	lint_sign_off(p);
	for (i = p->cut + 1; i < p->diff; i++) {
		lint_no_diff(p, i);
		if (break_line(p->line[i].s))
			bad(p, i, "indent it, or say it in other words",
			    "patch(1) or git would take this for a diff");
	}
	for (i = 0; i < p->diff; i++)
		if (blank_end(&p->line[i]))
			bad(p, i, "take it away", "white space at the end");
}
