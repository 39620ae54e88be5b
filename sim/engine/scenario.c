/* SPDX-License-Identifier: GPL-2.0 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "exitcodes.h"
#include "scenario.h"

#define SIZE_MAX_FILE	(1 << 20)
#define WORD		64
#define DEPTH		32
#define SPAN_MAX	(1000000ull * 1000000000ull)

/* ---- words, with their places */

static const char *path;
static char *text, *at;
static unsigned int line, word_line, word_column;
static char *line_start;
static char word[WORD];

__attribute__((noreturn, format(printf, 2, 3)))
static void wrong(const char *way_out, const char *fmt, ...)
{
	char place[PATH_MAX + 30], what[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	snprintf(place, sizeof(place), "%s:%u:%u", path, word_line, word_column);
	die(EXIT_BADFILE, place, way_out, "%s", what);
}

static void load(void)
{
	FILE *f = fopen(path, "re");
	size_t n;

	if (!f)
		die(EXIT_BADFILE, path, "is the name right?", "cannot be read: %s",
		    strerror(errno));
	text = host_alloc(SIZE_MAX_FILE + 2);
	n = fread(text, 1, SIZE_MAX_FILE + 1, f);
	if (ferror(f))
		die(EXIT_BADFILE, path, "is it a file?", "cannot be read: %s", strerror(errno));
	if (n > SIZE_MAX_FILE)
		die(EXIT_BADFILE, path, "take a smaller one", "is larger than 1 MB");
	fclose(f);
	at = line_start = text;
	line = 1;
	if (strlen(text) != n) {
		for (; *at; at++)
			if (*at == '\n') {
				line++;
				line_start = at + 1;
			}
		word_line = line;
		word_column = at - line_start + 1;
		wrong("a scenario is text", "has a byte 0");
	}
}

static void skip(void)
{
	for (; *at; at++) {
		if (*at == '#')
			at += strcspn(at, "\n");
		if (*at == '\n') {
			line++;
			line_start = at + 1;
		} else if (!isspace((unsigned char)*at)) {
			break;
		}
	}
}

/* 0: that was the last one */
static int next_word(void)
{
	size_t n;

	skip();
	word_line = line;
	word_column = at - line_start + 1;
	n = *at == '{' || *at == '}' ? 1 : strcspn(at, " \t\r\n\f\v{}#");
	if (n >= WORD)
		wrong("its words are short", "a word of %zu letters", n);
	memcpy(word, at, n);
	word[n] = 0;
	at += n;
	return n > 0;
}

static const char *need_word(const char *what)
{
	if (!next_word() || *word == '{' || *word == '}')
		wrong("sim(1) has the language", "%s is missing%s%s", what,
		      *word ? " before " : "", word);
	return word;
}

/* is the next word on this line? */
static int more(void)
{
	char *p = at + strspn(at, " \t\r\f\v");

	return *p && *p != '\n' && *p != '#' && *p != '{' && *p != '}';
}

/* is it this one? */
static int more_word(const char *w)
{
	const char *p = at + strspn(at, " \t\r\f\v");
	size_t n = strlen(w);

	return !strncmp(p, w, n) && (!p[n] || strchr(" \t\r\n\f\v{}#", p[n]));
}

static int more_number(void)
{
	return isdigit((unsigned char)at[strspn(at, " \t\r\f\v")]);
}

static unsigned long number(const char *what, unsigned long min, unsigned long max)
{
	const char *w = need_word(what);
	unsigned long n;
	char *end;

	errno = 0;
	n = strtoul(w, &end, 10);
	if (errno || !isdigit((unsigned char)*w) || *end || n < min || n > max)
		wrong("sim(1) has the language", "%s: '%s' is not a number from %lu to %lu",
		      what, w, min, max);
	return n;
}

/* "5ms": the end of it in *end */
static sim_time one_time(const char *w, char **end)
{
	static const struct { const char *unit; double ns; } units[] = {
		{ "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 },
	};
	double n;
	size_t i, len;

	if (!isdigit((unsigned char)*w))
		goto out;
	/* no 0x10ms */
	if (w[1] == 'x' || w[1] == 'X')
		goto out;
	n = strtod(w, end);
	for (i = 0; i < sizeof(units) / sizeof(*units); i++) {
		len = strlen(units[i].unit);
		if (strncmp(*end, units[i].unit, len) || isalpha((unsigned char)(*end)[len]))
			continue;
		*end += len;
		n *= units[i].ns;
		if (n > SPAN_MAX)
			wrong("take a shorter one", "'%s' is too long", w);
		return n + .5;
	}
out:
	wrong("a time is a number and ns, us, ms or s: 5ms", "'%s' is not a time", w);
}

static struct span span(const char *what)
{
	const char *w = need_word(what);
	struct span s;
	char *end;

	s.from = s.to = one_time(w, &end);
	if (!strncmp(end, "..", 2))
		s.to = one_time(end + 2, &end);
	if (*end || s.to < s.from)
		wrong("a span is a time, or two: 1ms..5ms", "'%s' is not a span of time", w);
	return s;
}

static sim_time length(const char *what)
{
	struct span s = span(what);

	if (s.from != s.to)
		wrong("take one of them", "%s cannot be drawn", what);
	return s.from;
}

static int is(const char *w)
{
	return !strcmp(word, w);
}

/* room for one more, doubled now and then */
static void *one_more(void *array, unsigned int n, size_t size)
{
	void *larger;

	if (n & (n - 1) || (n && n < 8))
		return array;
	larger = host_alloc((n < 8 ? 8 : 2 * n) * size);
	if (n)
		memcpy(larger, array, n * size);
	free(array);
	return larger;
}

/* ---- names */

static void name_in(char *to, size_t size, const char *what)
{
	const char *w = need_word(what), *p;

	for (p = w; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("-_.", *p))
			wrong("a name is of letters, digits and -_.", "'%s' is not a name", w);
	if ((size_t)(p - w) > size - 1)
		wrong("take a shorter one", "'%s' is longer than %zu letters", w, size - 1);
	strcpy(to, w);
}

/* of a task a number may follow */
static void name_of(char *to, const char *what)
{
	name_in(to, SIM_NAME, what);
}

/* what is counted or measured, by its name: one that is new is added */
static unsigned int result_of(struct result_name **all, unsigned int *n, const char *what)
{
	char name[RESULT_NAME];
	unsigned int i;

	name_in(name, sizeof(name), what);
	for (i = 0; i < *n; i++)
		if (!strcmp((*all)[i].name, name))
			return i;
	*all = one_more(*all, *n, sizeof(**all));
	strcpy((*all)[i].name, name);
	return (*n)++;
}

static unsigned int counter_of(struct scenario *s)
{
	return result_of(&s->counter, &s->counters, "what is counted");
}

static unsigned int hist_of(struct scenario *s)
{
	return result_of(&s->hist, &s->hists, "what is measured");
}

static unsigned int channel_of(struct scenario *s)
{
	unsigned int i;
	char name[SIM_NAME];

	name_of(name, "the channel's name");
	for (i = 0; i < s->channels; i++)
		if (!strcmp(s->channel[i].name, name))
			return i;
	s->channel = one_more(s->channel, s->channels, sizeof(*s->channel));
	strcpy(s->channel[i].name, name);
	s->channel[i].room = 16;
	return s->channels++;
}

static unsigned int lock_of(struct scenario *s)
{
	unsigned int i;
	char name[SIM_NAME];

	name_of(name, "the lock's name");
	for (i = 0; i < s->locks; i++)
		if (!strcmp(s->lock[i].name, name))
			return i;
	s->lock = one_more(s->lock, s->locks, sizeof(*s->lock));
	strcpy(s->lock[i].name, name);
	return s->locks++;
}

static unsigned int kind_of(struct scenario *s)
{
	unsigned int i;
	char name[SIM_NAME];

	name_of(name, "the task's name");
	for (i = 0; i < s->kinds; i++)
		if (!strcmp(s->kind[i].attr.name, name))
			return i;
	wrong("describe it before: task NAME later { }", "there is no task '%s'", name);
}

/* ---- a task */

static struct step *add(struct kind *k, enum op op)
{
	struct step *step;

	k->step = one_more(k->step, k->steps, sizeof(*k->step));
	step = &k->step[k->steps++];
	memset(step, 0, sizeof(*step));
	step->op = op;
	return step;
}

static void open_brace(void)
{
	if (!next_word() || !is("{"))
		wrong("sim(1) has the language", "a { is missing%s%s", *word ? " before " : "",
		      word);
}

static void body(struct scenario *s, struct kind *k)
{
	unsigned int open[DEPTH], depth = 0;
	struct step *step;

	open_brace();
	for (;;) {
		if (!next_word())
			wrong("each { has its }", "a } is missing");
		if (is("}")) {
			if (!depth)
				break;
			step = add(k, OP_END);
			step->other_end = open[--depth];
			k->step[step->other_end].other_end = k->steps - 1;
			/* a loop that takes no time would never end */
		} else if (is("loop")) {
			if (depth == DEPTH)
				wrong("take fewer", "more than %d loops in each other", DEPTH);
			open[depth++] = k->steps;
			step = add(k, OP_LOOP);
			step->n = more_number() ? number("the number of turns", 1, 1000000000) : 0;
			open_brace();
		} else if (is("run")) {
			step = add(k, OP_RUN);
			step->span = span("how long");
		} else if (is("sleep")) {
			step = add(k, OP_SLEEP);
			step->span = span("how long");
			if (more_word("late")) {
				next_word();
				step->late = 1;
				step->object = hist_of(s);
			}
		} else if (is("yield")) {
			add(k, OP_YIELD);
		} else if (is("send") || is("receive")) {
			step = add(k, is("send") ? OP_SEND : OP_RECEIVE);
			step->object = channel_of(s);
			step->n = more_number() ? number("the number of messages", 1, 1000000000) : 1;
		} else if (is("lock") || is("unlock")) {
			step = add(k, is("lock") ? OP_LOCK : OP_UNLOCK);
			step->object = lock_of(s);
		} else if (is("start")) {
			step = add(k, OP_START);
			step->object = kind_of(s);
		} else if (is("stamp")) {
			add(k, OP_STAMP);
		} else if (is("measure")) {
			step = add(k, OP_MEASURE);
			step->object = hist_of(s);
		} else if (is("count")) {
			step = add(k, OP_COUNT);
			step->object = counter_of(s);
			step->n = more_number() ? number("how many", 1, 1000000000) : 1;
		} else if (is("exit")) {
			add(k, OP_EXIT);
		} else {
			wrong("run, sleep, yield, send, receive, lock, unlock, start, loop, exit, stamp, measure, count",
			      "'%s' is nothing that a task does", word);
		}
	}
}

static unsigned int cpu_list(void)
{
	const char *w = need_word("the list of CPUs"), *p = w;
	unsigned int mask = 0;
	unsigned long a, b;
	char *end;

	do {
		if (!isdigit((unsigned char)*p))
			break;
		a = b = strtoul(p, &end, 10);
		if (*end == '-' && isdigit((unsigned char)end[1]))
			b = strtoul(end + 1, &end, 10);
		p = end;
		if (a > b || b >= SIM_CPUS)
			break;
		for (; a <= b; a++)
			mask |= 1u << a;
		if (!*p)
			return mask;
	} while (*p++ == ',');
	wrong("such as 0-3,6", "'%s' is not a list of CPUs", w);
}

static void task(struct scenario *s)
{
	struct kind *k;
	unsigned int i;
	long n;
	char *end;

	s->kind = one_more(s->kind, s->kinds, sizeof(*s->kind));
	k = &s->kind[s->kinds];
	memset(k, 0, sizeof(*k));
	k->count = 1;
	name_of(k->attr.name, "the task's name");
	for (i = 0; i < s->kinds; i++)
		if (!strcmp(s->kind[i].attr.name, k->attr.name))
			wrong("take another name", "there is a task '%s' already", k->attr.name);
	while (more()) {
		next_word();
		if (word[0] == 'x' && isdigit((unsigned char)word[1])) {
			n = strtol(word + 1, &end, 10);
			if (*end || n < 1 || n > TASKS_MAX)
				wrong("such as x4", "'%s' is not a number of tasks", word);
			k->count = n;
		} else if (is("nice")) {
			need_word("the nice level");
			n = strtol(word, &end, 10);
			if (end == word || *end || n < -20 || n > 19)
				wrong("from -20 to 19", "'%s' is not a nice level", word);
			k->attr.nice = n;
		} else if (is("uid")) {
			k->attr.uid = number("the user's number", 0, 65535);
		} else if (is("batch")) {
			k->attr.policy = SIM_BATCH;
			k->attr.priority = 0;
		} else if (is("idle")) {
			k->attr.policy = SIM_IDLE;
			k->attr.priority = 0;
		} else if (is("fifo") || is("rr")) {
			k->attr.policy = is("fifo") ? SIM_FIFO : SIM_RR;
			k->attr.priority = number("the priority", 1, 99);
		} else if (is("cpus")) {
			k->attr.cpus = cpu_list();
		} else if (is("later")) {
			k->later = 1;
		} else if (is("background")) {
			k->background = 1;
		} else {
			wrong("xN, nice, uid, batch, idle, fifo, rr, cpus, later, background",
			      "'%s' is nothing that a task has", word);
		}
	}
	/* so that a task can start others of its kind */
	s->kinds++;
	body(s, &s->kind[s->kinds - 1]);
}

/* ---- the whole */

static void set(struct scenario *s, sim_time when)
{
	struct setting *new;

	s->setting = one_more(s->setting, s->settings, sizeof(*s->setting));
	new = &s->setting[s->settings++];
	new->when = when;
	new->name = strdup(need_word("what is set"));
	new->value = strdup(need_word("its value"));
	if (!new->name || !new->value)
		die(EXIT_FAILURE, "memory", "take a smaller scenario", "no room for a setting");
}

static void metric(struct scenario *s)
{
	struct metric *m;

	s->metric = one_more(s->metric, s->metrics, sizeof(*s->metric));
	m = &s->metric[s->metrics++];
	name_in(m->name, sizeof(m->name), "the metric's name");
	need_word("what the metric is");
	if (is("elapsed")) {
		m->kind = METRIC_ELAPSED;
	} else if (is("rate")) {
		m->kind = METRIC_RATE;
		m->object = counter_of(s);
		if (strlen(need_word("its unit")) >= sizeof(m->unit))
			wrong("such as msgs/s", "'%s' is no unit", word);
		strcpy(m->unit, word);
	} else if (is("quantile")) {
		m->kind = METRIC_QUANTILE;
		m->object = hist_of(s);
		m->permille = number("the quantile, in permille", 1, 999);
	} else if (is("max")) {
		m->kind = METRIC_MAX;
		m->object = hist_of(s);
	} else {
		wrong("elapsed, rate, quantile, max", "'%s' is nothing that a metric is", word);
	}
}

void scenario_read(struct scenario *s, const char *file)
{
	unsigned int i;
	sim_time when;

	memset(s, 0, sizeof(*s));
	s->path = path = file;
	s->length = 1000000000;
	load();
	while (next_word()) {
		if (is("cpus")) {
			s->cpus = number("the number of CPUs", 1, SIM_CPUS);
		} else if (is("time")) {
			s->length = length("how long it takes");
			s->limited = 0;
		} else if (is("limit")) {
			s->length = length("how long it takes at the most");
			s->limited = 1;
		} else if (is("metric")) {
			metric(s);
		} else if (is("seed")) {
			s->seed = number("the seed", 0, ~0ul);
		} else if (is("task")) {
			task(s);
		} else if (is("channel")) {
			i = channel_of(s);
			while (more()) {
				next_word();
				if (is("room"))
					s->channel[i].room = number("its room", 1, 1000000);
				else if (is("sync"))
					s->channel[i].sync = 1;
				else
					wrong("room N, sync",
					      "'%s' is nothing that a channel has", word);
			}
		} else if (is("spinlock")) {
			i = lock_of(s);
			s->lock[i].yields = 1;
		} else if (is("set")) {
			set(s, 0);
		} else if (is("at")) {
			when = length("when");
			if (!next_word() || !is("set"))
				wrong("at 1s set NAME VALUE", "set is missing");
			set(s, when);
		} else {
			wrong("cpus, time, limit, seed, task, channel, spinlock, set, at, metric",
			      "'%s' is nothing that a scenario has", word);
		}
	}
	word_line = word_column = 1;
	if (!s->kinds)
		wrong("task hog { loop { run 1s } }", "there is no task");
	free(text);
}
