/* SPDX-License-Identifier: GPL-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report.h"
#include "words.h"

#define COUNT(a)	(int)(sizeof(a) / sizeof((a)[0]))

__attribute__((format(printf, 2, 3)))
static void wrong(struct words *w, const char *fmt, ...)
{
	va_list ap;

	if (w->wrongs == COUNT(w->wrong))
		return;
	va_start(ap, fmt);
	vsnprintf(w->wrong[w->wrongs++], sizeof(w->wrong[0]), fmt, ap);
	va_end(ap);
}

static void settings(struct words *w, const char *value)
{
	size_t len;

	for (w->settings = 0;; value += len + 1) {
		len = strcspn(value, ",");
		if (w->settings == SETTINGS_MAX) {
			wrong(w, "cfsq.settings= has more than %d settings",
			      SETTINGS_MAX);
			return;
		}
		snprintf(w->setting[w->settings++], WORD_MAX, "%.*s", (int)len,
			 value);
		if (!value[len])
			return;
	}
}

static void hackbench(struct words *w, const char *value)
{
	char end;

	snprintf(w->hackbench, sizeof(w->hackbench), "%s", value);
	if (sscanf(value, "%5d:%7[a-z]:%9d%c", &w->groups, w->mode, &w->loops,
		   &end) == 3 && w->groups > 0 && w->loops > 0 &&
	    (!strcmp(w->mode, "process") || !strcmp(w->mode, "thread")))
		return;
	w->groups = 0;
}

static void mode(struct words *w, const char *value)
{
	w->shell = !strcmp(value, "shell");
	if (!w->shell && strcmp(value, "report"))
		wrong(w, "cfsq.mode=%.60s is neither report nor shell", value);
}

static void seed(struct words *w, const char *value)
{
	if (*value && strlen(value) <= 20 && !value[strspn(value, "0123456789")])
		strcpy(w->seed, value);
	else
		wrong(w, "cfsq.seed=%.60s is not a number", value);
}

static void limit(struct words *w, const char *value)
{
	char end;

	if (sscanf(value, "%6d%c", &w->limit, &end) == 1 && w->limit > 0)
		return;
	w->limit = LIMIT_DEFAULT;
	wrong(w, "cfsq.limit=%.60s is not a number of seconds", value);
}

static void counters(struct words *w, const char *value)
{
	w->counters = !strcmp(value, "1");
	if (!w->counters)
		wrong(w, "cfsq.counters=%.60s is not 1", value);
}

static void nonce(struct words *w, const char *value)
{
	if (report_nonce_ok(value))
		strcpy(w->nonce, value);
	else
		wrong(w, "cfsq.nonce=%.60s is not %d hexadecimal digits", value,
		      PROTO_NONCE_LEN);
}

static const struct {
	const char *key;
	void (*take)(struct words *w, const char *value);
} keys[] = {
	{ "nonce", nonce },
	{ "mode", mode },
	{ "settings", settings },
	{ "hackbench", hackbench },
	{ "seed", seed },
	{ "limit", limit },
	{ "counters", counters },
};

static void word(struct words *w, char *text)
{
	char *value;
	int i;

	if (strncmp(text, "cfsq.", 5))
		return;
	text += 5;
	value = text + strcspn(text, "=");
	if (*value)
		*value++ = '\0';
	for (i = 0; i < COUNT(keys); i++)
		if (!strcmp(text, keys[i].key)) {
			if (strlen(value) < WORD_MAX)
				keys[i].take(w, value);
			else
				wrong(w, "cfsq.%s= is too long", text);
			return;
		}
	wrong(w, "no such word: cfsq.%.60s", text);
}

void words_parse(struct words *w, char *cmdline)
{
	char *p;

	memset(w, 0, sizeof(*w));
	settings(w, "asis");
	hackbench(w, "2:process:50");
	strcpy(w->seed, "0");
	w->limit = LIMIT_DEFAULT;
	for (p = strtok(cmdline, " \t\n"); p; p = strtok(NULL, " \t\n"))
		word(w, p);
}
