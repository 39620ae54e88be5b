/* SPDX-License-Identifier: GPL-2.0 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "features.h"
#include "root.h"

__attribute__((format(printf, 2, 3)))
static int no(char *why, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, FEATURES_TEXT, fmt, ap);
	va_end(ap);
	return -1;
}

/* -1 with the reason @err of @path, in words that tell the kinds apart */
static int no_file(char *why, const char *doing, const char *path, int err)
{
	if (err == -ENOENT)
		return no(why, "%s does not exist", path);
	return no(why, "cannot %s %s: %s", doing, path, strerror(-err));
}

const char *features_interface(enum interface interface)
{
	switch (interface) {
	case INTERFACE_PROC:
		return "proc";
	case INTERFACE_DEBUGFS:
		return "debugfs";
	default:
		return "none";
	}
}

static int known_interface(struct manifest *m, const char *word)
{
	enum interface i;

	for (i = INTERFACE_NONE; i <= INTERFACE_DEBUGFS; i++)
		if (!strcmp(word, features_interface(i))) {
			m->interface = i;
			return 1;
		}
	return 0;
}

static int manifest_line(struct manifest *m, const char *line)
{
	char word[16], name[FEATURE_NAME];
	unsigned int bit, on, i;
	char end;

	if (sscanf(line, "interface %15s %c", word, &end) == 1)
		return known_interface(m, word);
	if (sscanf(line, "feature %u %u %47[A-Z0-9_] %c", &bit, &on, name,
		   &end) != 3 || on > 1)
		return 0;
	if (!bit || bit & (bit - 1) || m->n == FEATURES_MAX)
		return 0;
	for (i = 0; i < m->n; i++)
		if (m->feature[i].bit >= bit || !strcmp(m->feature[i].name, name))
			return 0;
	m->feature[m->n].bit = bit;
	strcpy(m->feature[m->n].name, name);
	m->number |= on ? bit : 0;
	m->n++;
	return 1;
}

int features_manifest(struct manifest *m, char *text, char *why)
{
	unsigned int lineno = 0;
	char *line, *next;

	memset(m, 0, sizeof(*m));
	for (line = text; *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = '\0';
		lineno++;
		line += strspn(line, " \t");
		if (!*line || *line == '#')
			continue;
		if (!manifest_line(m, line)) {
			no(why, "/etc/features line %u is malformed: '%.80s'",
			   lineno, line);
			memset(m, 0, sizeof(*m));
			return -1;
		}
	}
	if (m->interface != INTERFACE_NONE && !m->n)
		return no(why, "/etc/features names no feature");
	return 0;
}

char *features_names(const struct manifest *m, unsigned int number, char *buf)
{
	size_t len = 0;
	unsigned int i;

	buf[0] = '\0';
	for (i = 0; i < m->n && len < FEATURES_TEXT; i++)
		len += snprintf(buf + len, FEATURES_TEXT - len, "%s%s%s",
				i ? " " : "",
				number & m->feature[i].bit ? "" : "NO_",
				m->feature[i].name);
	return buf;
}

/* one space between words, none at the ends */
static void squeeze(char *text)
{
	char *from = text, *to = text;

	while (*from) {
		if (isspace((unsigned char)*from)) {
			from++;
			continue;
		}
		if (to != text)
			*to++ = ' ';
		while (*from && !isspace((unsigned char)*from))
			*to++ = *from++;
	}
	*to = '\0';
}

void features_read(struct features *f)
{
	char text[32], *end;
	ssize_t n;

	memset(f, 0, sizeof(*f));
	n = root_read(FEATURES_PROC, text, sizeof(text));
	if (n < 0) {
		f->number_err = n;
	} else {
		f->number = strtoul(text, &end, 10);
		if (end == text || (*end && *end != '\n'))
			f->number_err = -EINVAL;
	}
	n = root_read(FEATURES_DEBUG, f->names, sizeof(f->names));
	if (n < 0)
		f->names_err = n;
	squeeze(f->names);
}

int features_agree(const struct manifest *m, const struct features *found,
		   char *why)
{
	char names[FEATURES_TEXT];

	if (m->interface == INTERFACE_NONE) {
		if (!found->number_err || !found->names_err)
			return no(why, "the manifest says interface none, but the kernel has %s",
				  found->names_err ? FEATURES_PROC :
						     FEATURES_DEBUG);
		return 0;
	}
	if (found->number_err == -ENOENT && found->names_err == -ENOENT)
		return no(why, "CONFIG_SCHED_DEBUG is off in this kernel: it has neither %s nor %s",
			  FEATURES_PROC, FEATURES_DEBUG);
	if (found->number_err)
		return no_file(why, "read", FEATURES_PROC, found->number_err);
	if (found->number != m->number)
		return no(why, "the kernel's default is %u, the manifest's is %u",
			  found->number, m->number);
	if (m->interface == INTERFACE_PROC) {
		if (!found->names_err)
			return no(why, "the manifest says interface proc, but the kernel has %s",
				  FEATURES_DEBUG);
		return 0;
	}
	if (found->names_err)
		return no_file(why, "read", FEATURES_DEBUG, found->names_err);
	/* the kernel names its bits in their order, and leaves out those of no use */
	features_names(m, found->number, names);
	if (strcmp(names, found->names))
		return no(why, "the kernel names '%s', the manifest '%s'",
			  found->names, names);
	return 0;
}

static int min3(int a, int b, int c)
{
	if (b < a)
		a = b;
	return c < a ? c : a;
}

/* edit distance, letter case not counted */
static int distance(const char *a, const char *b)
{
	int row[FEATURE_NAME + 1];
	int i, j, diagonal, above;
	int n = strlen(b);

	for (j = 0; j <= n; j++)
		row[j] = j;
	for (i = 0; a[i]; i++) {
		diagonal = row[0];
		row[0] = i + 1;
		for (j = 0; j < n; j++) {
			above = row[j + 1];
			row[j + 1] = min3(above + 1, row[j] + 1, diagonal +
				(toupper((unsigned char)a[i]) !=
				 toupper((unsigned char)b[j])));
			diagonal = above;
		}
	}
	return row[n];
}

static int no_name(const struct manifest *m, const char *name, char *why)
{
	const char *bare = strncasecmp(name, "NO_", 3) ? name : name + 3;
	int best = FEATURE_NAME, d;
	unsigned int i, near = 0;

	for (i = 0; i < m->n; i++) {
		d = distance(bare, m->feature[i].name);
		if (d < best) {
			best = d;
			near = i;
		}
	}
	if (m->n && best <= (int)strlen(bare) / 3 + 1)
		return no(why, "this kernel has no feature '%s'; did you mean %s?",
			  name, m->feature[near].name);
	return no(why, "this kernel has no feature '%s'", name);
}

static int find(const struct manifest *m, const char *name)
{
	unsigned int i;

	for (i = 0; i < m->n; i++)
		if (!strcmp(m->feature[i].name, name))
			return i;
	return -1;
}

/* Apply the names of @setting to *@number. */
static int by_names(const struct manifest *m, const char *setting,
		    unsigned int *number, char *why)
{
	unsigned int on = 0, off = 0, bit;
	char word[FEATURE_NAME + 3];
	size_t len;
	int i;

	for (;; setting += len + 1) {
		len = strcspn(setting, "+");
		if (!len)
			return no(why, "an empty name in the setting");
		snprintf(word, sizeof(word), "%.*s",
			 len < sizeof(word) ? (int)len : (int)sizeof(word) - 1,
			 setting);
		i = find(m, word);
		if (i >= 0) {
			bit = m->feature[i].bit;
			on |= bit;
		} else {
			i = strncmp(word, "NO_", 3) ? -1 : find(m, word + 3);
			if (i < 0)
				return no_name(m, word, why);
			bit = m->feature[i].bit;
			off |= bit;
		}
		if (on & off)
			return no(why, "%s is set both on and off",
				  m->feature[i].name);
		if (!setting[len])
			break;
	}
	*number = (*number | on) & ~off;
	return 0;
}

static int by_number(const struct manifest *m, const char *setting,
		     unsigned int *number, char *why)
{
	unsigned long value;
	unsigned int i;

	if (strlen(setting) > 10)
		return no(why, "the number %.20s... is too big", setting);
	value = strtoul(setting, NULL, 10);
	*number = value;
	for (i = 0; i < m->n; i++)
		value &= ~(unsigned long)m->feature[i].bit;
	if (value)
		return no(why, "the number %s has bits that no feature of this kernel has: %lu",
			  setting, value);
	return 0;
}

static int write_number(unsigned int number, char *why)
{
	char text[16];
	int err;

	snprintf(text, sizeof(text), "%u\n", number);
	err = root_write(FEATURES_PROC, text);
	return err ? no_file(why, "write", FEATURES_PROC, err) : 0;
}

/* one name a write, and only what differs */
static int write_names(const struct manifest *m, unsigned int from,
		       unsigned int to, char *why)
{
	char text[FEATURE_NAME + 3];
	unsigned int i;
	int err;

	for (i = 0; i < m->n; i++) {
		if (!((from ^ to) & m->feature[i].bit))
			continue;
		snprintf(text, sizeof(text), "%s%s",
			 to & m->feature[i].bit ? "" : "NO_",
			 m->feature[i].name);
		err = root_write(FEATURES_DEBUG, text);
		if (err)
			return no(why, "cannot write %s to %s: %s", text,
				  FEATURES_DEBUG, strerror(-err));
	}
	return 0;
}

static int check(const struct manifest *m, unsigned int number,
		 struct features *now, char *why)
{
	char names[FEATURES_TEXT];

	features_read(now);
	if (now->number_err)
		return no_file(why, "read", FEATURES_PROC, now->number_err);
	if (now->number != number)
		return no(why, "wanted the number %u, read back %u", number,
			  now->number);
	features_names(m, number, names);
	if (m->interface == INTERFACE_DEBUGFS) {
		if (now->names_err)
			return no_file(why, "read", FEATURES_DEBUG,
				       now->names_err);
		if (strcmp(names, now->names))
			return no(why, "wanted '%s', read back '%s'", names,
				  now->names);
	}
	return 0;
}

int features_set(const struct manifest *m, const struct features *found,
		 const char *setting, struct features *now, char *why)
{
	int asis = !strcmp(setting, "asis");
	int digits = setting[strspn(setting, "0123456789")] == '\0';
	unsigned int number = found->number;
	int err = 0;

	features_read(now);
	if (m->interface == INTERFACE_NONE && asis)
		return 0;
	if (found->number_err == -ENOENT && found->names_err == -ENOENT)
		return no(why, "CONFIG_SCHED_DEBUG is off in this kernel: features cannot be set");
	if (m->interface == INTERFACE_NONE)
		return no(why, "the manifest says interface none: no feature has a name");
	if (found->number_err)
		return no_file(why, "read", FEATURES_PROC, found->number_err);
	if (!*setting)
		return no(why, "an empty setting");
	if (!asis)
		err = digits ? by_number(m, setting, &number, why)
			     : by_names(m, setting, &number, why);
	if (err)
		return err;

	/* the default first, so that no setting can lean on the one before */
	if (now->number_err || now->number != found->number) {
		err = write_number(found->number, why);
		if (err)
			return err;
		if (check(m, found->number, now, why))
			return -1;
	}
	if (number != found->number) {
		if (m->interface == INTERFACE_DEBUGFS && !digits)
			err = write_names(m, found->number, number, why);
		else
			err = write_number(number, why);
		if (err) {
			features_read(now);
			return err;
		}
	}
	return check(m, number, now, why);
}
