/* SPDX-License-Identifier: GPL-2.0 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exitcodes.h"
#include "lines.h"

#define WHAT_MAX	512
#define FILE_MAX	(256UL << 20)	/* no input here is near that */
#define NAME_LONG	64		/* what nearest() looks at */

__attribute__((format(printf, 4, 0)))
static int vcomplain(int code, const char *place, const char *out,
		     const char *what, va_list ap)
{
	char text[WHAT_MAX];
	char *p;

	vsnprintf(text, sizeof(text), what, ap);
	/* it may quote a file: nothing in that shall steer the terminal */
	for (p = text; *p; p++)
		if (iscntrl((unsigned char)*p))
			*p = '?';
	fflush(stdout);
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, place,
		text);
	if (out)
		fprintf(stderr, "  -> %s\n", out);
	return code;
}

int complain(int code, const char *place, const char *out,
	     const char *what, ...)
{
	va_list ap;

	va_start(ap, what);
	vcomplain(code, place, out, what, ap);
	va_end(ap);
	return code;
}

int lines_bad(const struct lines *l, const char *out, const char *what, ...)
{
	char place[WHAT_MAX];
	va_list ap;

	snprintf(place, sizeof(place), "%s:%lu", l->path, l->no);
	va_start(ap, what);
	vcomplain(EXIT_BADFILE, place, out, what, ap);
	va_end(ap);
	return EXIT_BADFILE;
}

void *grow(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);

	if (!p)
		exit(complain(EXIT_NOTOK, "memory", NULL, "%zu bytes: %s", size,
			      strerror(errno)));
	return p;
}

int finish(int code)
{
	if (fflush(stdout) || ferror(stdout))
		return complain(EXIT_WRITE, "standard output",
				"is the disk full?", "cannot write: %s",
				strerror(errno));
	return code;
}

static int no_file(const char *path, int err)
{
	return complain(EXIT_USAGE, path,
			err == EISDIR ? "give a file, not a folder" :
			"give the path of a file that can be read",
			"cannot read: %s", strerror(err));
}

int lines_load(struct lines *l, const char *path)
{
	size_t size = 0;
	ssize_t n = 0;
	int fd, err;

	memset(l, 0, sizeof(*l));
	l->path = path;
	fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	if (fd < 0)
		return no_file(path, errno);
	do {
		l->len += n;
		if (l->len > FILE_MAX) {
			err = EFBIG;
			goto out;
		}
		if (size - l->len < 2) {
			size = size ? 2 * size : 16384;
			l->buf = grow(l->buf, size);
		}
		n = read(fd, l->buf + l->len, size - l->len - 1);
	} while (n > 0 || (n < 0 && errno == EINTR && !(n = 0)));
	err = n < 0 ? errno : 0;
	l->buf[l->len] = '\0';
out:
	if (fd != STDIN_FILENO)
		close(fd);
	return err ? no_file(path, err) : 0;
}

int lines_open(struct lines *l, const char *path)
{
	int rc = lines_load(l, path);
	size_t i;

	if (rc)
		return rc;
	l->no = 1;
	for (i = 0; i < l->len; i++) {
		if (!l->buf[i])
			return lines_bad(l, "it must be plain text",
					 "a NUL byte");
		l->no += l->buf[i] == '\n';
	}
	l->no = 0;
	return 0;
}

char *lines_next(struct lines *l, size_t *len)
{
	char *line = l->buf + l->next;
	char *end;

	if (l->next >= l->len)
		return NULL;
	end = memchr(line, '\n', l->len - l->next);
	if (!end)
		end = l->buf + l->len;
	l->next = end - l->buf + 1;
	l->no++;
	if (end > line && end[-1] == '\r')
		end--;
	*end = '\0';
	if (len)
		*len = end - line;
	return line;
}

void lines_free(struct lines *l)
{
	free(l->buf);
	memset(l, 0, sizeof(*l));
}

char *lines_strip(char *line)
{
	int quoted = 0;
	char *p;

	for (p = line; *p; p++) {
		if (*p == '"')
			quoted = !quoted;
		else if (*p == '\\' && quoted && p[1])
			p++;
		else if (*p == '#' && !quoted &&
			 (p == line || isspace((unsigned char)p[-1])))
			break;
	}
	while (p > line && isspace((unsigned char)p[-1]))
		p--;
	*p = '\0';
	while (isspace((unsigned char)*line))
		line++;
	return line;
}

char *lines_word(char **rest)
{
	char *word = *rest + strspn(*rest, " \t");
	char *end = word + strcspn(word, " \t");

	if (!*word)
		return NULL;
	*rest = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

int lines_number(const char *text, unsigned long *number)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return -1;
	errno = 0;
	*number = strtoul(text, &end, 10);
	return *end || errno ? -1 : 0;
}

/* Letters to insert, remove or replace to make @b of @a */
static unsigned int distance(const char *a, const char *b)
{
	unsigned int row[NAME_LONG + 1], diagonal, above, i, j;
	unsigned int n = strnlen(b, NAME_LONG);

	for (j = 0; j <= n; j++)
		row[j] = j;
	for (i = 0; a[i]; i++) {
		diagonal = row[0];
		row[0] = i + 1;
		for (j = 1; j <= n; j++) {
			above = row[j];
			row[j] = diagonal + (toupper((unsigned char)a[i]) !=
					     toupper((unsigned char)b[j - 1]));
			if (above + 1 < row[j])
				row[j] = above + 1;
			if (row[j - 1] + 1 < row[j])
				row[j] = row[j - 1] + 1;
			diagonal = above;
		}
	}
	return row[n];
}

const char *nearest(const char *word, const char *const *names, size_t n)
{
	unsigned int limit = 1 + strnlen(word, NAME_LONG) / 4;
	const char *best = NULL;
	unsigned int d;
	size_t i;

	if (strnlen(word, NAME_LONG) == NAME_LONG)
		return NULL;
	for (i = 0; i < n; i++) {
		d = distance(word, names[i]);
		if (d <= limit) {
			best = names[i];
			if (!d)
				break;
			limit = d - 1;
		}
	}
	return best;
}
