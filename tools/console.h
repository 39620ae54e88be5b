/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A serial console, read: the guest's report (guest/proto.h) and what the
 * kernel said around it.  Works on a buffer in memory, which must outlive the
 * struct console; keeps no state of its own.
 */
#ifndef CFSQ_CONSOLE_H
#define CFSQ_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

#define CONSOLE_NOWHERE	((size_t)-1)	/* an offset that is none */
#define CONSOLE_WHY_MAX	160

/* How QEMU came to its end, as the caller saw it. */
enum console_end {
	CONSOLE_END_UNTOLD,
	CONSOLE_END_EXIT,		/* by itself, with an exit code */
	CONSOLE_END_SIGNAL,
	CONSOLE_END_SILENT,		/* stopped: no output for too long */
	CONSOLE_END_TIMEOUT,		/* stopped: limit of wall time */
	CONSOLE_END_VTIMEOUT,		/* stopped: limit of guest time */
	CONSOLE_END_INTERRUPTED,	/* stopped: by the user */
};

/* What the caller knows.  NULL: not told. */
struct console_asked {
	const char *build_id;
	const char *release;
	enum console_end end;
	int end_value;			/* exit code or signal number */
};

/* A piece of the console; not terminated by a NUL. */
struct console_span {
	const char *text;
	size_t len;
};

/* One line of the guest: its payload without mark and line end. */
struct console_record {
	struct console_span payload;
	size_t at;			/* offset of its mark */
};

enum console_state {
	CONSOLE_NO_REPORT,
	CONSOLE_INCOMPLETE,		/* good so far, no end line */
	CONSOLE_DAMAGED,		/* cannot be what the guest sent */
	CONSOLE_COMPLETE,
};

struct console_report {
	enum console_state state;
	size_t at;			/* the line that damaged or ended it */
	char why[CONSOLE_WHY_MAX];	/* what is damaged or missing */
	unsigned long tests;
	unsigned long failed;
	size_t first_failed;		/* offset of the first "not ok" */
};

struct console_phrase;

/* The first place of a phrase in the console. */
struct console_hit {
	size_t at;
	const struct console_phrase *phrase;
};

struct console {
	const char *text;
	size_t len;
	const char *nonce;
	struct console_record *records;
	size_t n_records;
	size_t foreign;			/* a line with another nonce */
	struct console_report report;
	struct console_hit crash;
	struct console_hit fatal;	/* the first that is more than a warning */
	struct console_hit trace;	/* part of a report without its head */
	size_t banner[2];		/* first and second kernel banner */
	size_t bios[2];
	size_t poweroff;		/* the last "Power down." */
	size_t notes;			/* lines worth a look, no failure */
	size_t first_note;
};

struct console_verdict {
	int code;			/* EXIT_* */
	size_t at;			/* offset of what decided, or NOWHERE */
	size_t line;			/* its line, from 1; 0: there is none */
	char why[CONSOLE_WHY_MAX];	/* may be empty */
	const char *next;		/* the next thing to do */
};

bool console_nonce_ok(const char *nonce);

/* 0, or -1 when memory is short.  @nonce may be NULL: no line is a report. */
int console_parse(struct console *c, const char *text, size_t len,
		  const char *nonce);
void console_free(struct console *c);

void console_judge(const struct console *c, const struct console_asked *asked,
		   struct console_verdict *v);

/* The lower-case word of a code that console_judge() gives. */
const char *console_cause(int code, char *word, size_t size);

/* The line around an offset, and its number from 1. */
struct console_span console_line(const struct console *c, size_t at);
size_t console_line_number(const struct console *c, size_t at);

/*
 * The value of the next data line "# <key> <value>" from record *@from on,
 * which is moved behind it; an empty @key takes any data line, key included.
 */
bool console_data(const struct console *c, const char *key, size_t *from,
		  struct console_span *value);

/* The release in the first kernel banner. */
bool console_banner_release(const struct console *c, struct console_span *rel);

/*
 * Printable ASCII of @s in @dst, at most @size - 1 columns: control and escape
 * characters go, other bytes become '?', what does not fit is "...".
 */
void console_clean(char *dst, size_t size, struct console_span s);

#endif
