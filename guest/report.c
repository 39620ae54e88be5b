/* SPDX-License-Identifier: GPL-2.0 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report.h"

#define LEAD_MAX	8
#define HEAD_LEN	(sizeof(PROTO_MARK) - 1 + 1 + PROTO_NONCE_LEN + 1)

static void put(int fd, const char *line, size_t len)
{
	ssize_t n;

	while (len) {
		n = write(fd, line, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;	/* no other place to complain at */
		line += n;
		len -= n;
	}
}

/* Only printable ASCII may pass: a line is a line, whatever its words hold. */
static void clean(char *text)
{
	for (; *text; text++)
		if (*text < ' ' || *text > '~')
			*text = '?';
}

static void say(struct report *r, const char *lead, const char *fmt, va_list ap)
{
	char whole[LEAD_MAX + PROTO_LINE_MAX + 1];
	char *line = whole + strlen(r->lead);
	char *payload = line + HEAD_LEN;
	size_t room = PROTO_LINE_MAX - HEAD_LEN;	/* with the '\n' */
	size_t len;

	strcpy(whole, r->lead);
	snprintf(line, HEAD_LEN + 1, "%s %s ", PROTO_MARK, r->nonce);
	len = snprintf(payload, room, "%s", lead);
	len += vsnprintf(payload + len, room - len, fmt, ap);
	if (len >= room) {
		/* said, not lost in silence */
		len = room - 1;
		memcpy(payload + len - 4, " ...", 4);
	}
	clean(payload);
	payload[len++] = '\n';
	r->crc = proto_crc(r->crc, payload, len);
	put(r->fd, whole, payload + len - whole);
}

__attribute__((format(printf, 2, 3)))
static void say_plain(struct report *r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(r, "", fmt, ap);
	va_end(ap);
}

int report_nonce_ok(const char *text)
{
	return strlen(text) == PROTO_NONCE_LEN &&
	       strspn(text, "0123456789abcdef") == PROTO_NONCE_LEN;
}

void report_begin(struct report *r, int fd, const char *lead,
		  const char *nonce)
{
	memset(r, 0, sizeof(*r));
	r->fd = fd;
	r->lead = lead;
	memset(r->nonce, '0', PROTO_NONCE_LEN);
	if (nonce && report_nonce_ok(nonce))
		memcpy(r->nonce, nonce, PROTO_NONCE_LEN);
	say_plain(r, "%s", PROTO_VERSION);
}

void report_data(struct report *r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(r, "# ", fmt, ap);
	va_end(ap);
}

int report_test(struct report *r, int good, const char *fmt, ...)
{
	char lead[32], what[PROTO_LINE_MAX];
	va_list ap;
	char *p;

	snprintf(lead, sizeof(lead), "%s %u - ", good ? "ok" : "not ok",
		 ++r->tests);
	if (!good)
		r->failed++;
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	/* in TAP a '#' here would begin a directive such as SKIP */
	for (p = what; *p; p++)
		if (*p == '#')
			*p = '?';
	say_plain(r, "%s%s", lead, what);
	return good;
}

void report_end(struct report *r)
{
	say_plain(r, "1..%u", r->tests);
	say_plain(r, "end %u %u %08x", r->tests, r->failed, r->crc);
}
