/* SPDX-License-Identifier: GPL-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "exitcodes.h"
#include "record.h"

#define MAGIC		"cfsq-record 1"
#define AGAIN		"remove it; the boot is then made again"
#define FIELD_MAX	48	/* numbers of a counter's line */
#define WAIT_MAX	1e11	/* ns; no run is that long */

/* ---- reading */

static int bad(const struct record *r, const char *what)
{
	return complain(EXIT_BADFILE, r->file.path, AGAIN, "%s", what);
}

/* the last line: is all of it there, and as it was written? */
static int check_end(struct record *r)
{
	char *buf = r->file.buf, *end;
	unsigned long bytes, crc;
	size_t len = r->file.len;
	int used = 0;

	if (!len || buf[len - 1] != '\n')
		return bad(r, "is partial: its last line is cut");
	buf[len - 1] = '\0';
	end = strrchr(buf, '\n');
	end = end ? end + 1 : buf;
	if (sscanf(end, "end %lu %8lx%n", &bytes, &crc, &used) != 2 || end[used])
		return bad(r, "is partial: it has no end line");
	if (bytes != (size_t)(end - buf))
		return bad(r, "is damaged: its length is not that of its end line");
	if (crc32(crc32(0, NULL, 0), (unsigned char *)buf, bytes) != crc)
		return bad(r, "is damaged: its checksum is not that of its end line");
	r->file.len = bytes;
	*end = '\0';
	return 0;
}

static int read_head(struct record *r)
{
	char *line, *value;

	while ((line = lines_next(&r->file, NULL))) {
		if (!strcmp(line, "console"))
			return 0;
		value = strchr(line, ' ');
		if (!value || r->fields == RECORD_FIELDS)
			return bad(r, "has a head that is none");
		*value++ = '\0';
		if (record_field(r, line) && strcmp(line, "sysctl"))
			return bad(r, "has a key twice in its head");
		r->field[r->fields].key = line;
		r->field[r->fields++].value = value;
	}
	return bad(r, "has no console");
}

/* what was measured counts only if nothing else went wrong */
static int check_passed(const struct record *r)
{
	struct console_asked asked = { .end = CONSOLE_END_EXIT };
	const char *ended = record_field(r, "ended");
	struct console_verdict v;
	struct console_span errors;
	size_t from = 0;

	if (!ended || strcmp(ended, "exit:0"))
		return bad(r, "is of a boot that QEMU did not end by itself");
	console_judge(&r->console, &asked, &v);
	if (v.code)
		return bad(r, "is of a boot that did not pass: verdict --nonce says why");
	while (console_data(&r->console, "errors", &from, &errors))
		if (errors.len != 1 || *errors.text != '0')
			return bad(r, "is of a run with errors");
	return 0;
}

/* what every record says of where it comes from; Documentation/records.rst */
static int check_head(const struct record *r)
{
	static const char *const keys[] = {
		"experiment", "arm", "seed", "key", "backend", "machine", "base",
		"commit", "series", "tree", "variant", "features", "workload",
		"compiler", "image", "config", "build-id", "guest", "initramfs",
		"nonce", "ended",
	};
	static const char *const of_qemu[] = { "qemu", "options" };
	const char *missing = NULL, *backend = record_field(r, "backend");
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!record_field(r, keys[i]))
			missing = keys[i];
	if (!missing && strcmp(backend, "metal") && record_field(r, "aa"))
		return bad(r, "is a side of aa, which is of real machines only");
	if (!missing && strcmp(backend, "metal")) {
		for (i = 0; i < sizeof(of_qemu) / sizeof(of_qemu[0]); i++)
			if (!record_field(r, of_qemu[i]))
				missing = of_qemu[i];
	} else if (!missing && !record_field(r, "metal")) {
		missing = "metal";
	}
	return missing ? complain(EXIT_BADFILE, r->file.path, AGAIN,
				  "has no %s", missing) : 0;
}

int record_read(struct record *r, const char *path)
{
	const char *nonce, *seed;
	char *line;
	int err;

	memset(r, 0, sizeof(*r));
	err = lines_open(&r->file, path);
	if (err)
		return err;
	if (!strncmp(r->file.buf, MAGIC "\r", strlen(MAGIC) + 1))
		return complain(EXIT_BADFILE, path, "take the original, or: sed -i 's/\\r$//'",
				"has CR line ends: a copy in text mode changed it");
	if (strncmp(r->file.buf, "cfsq-record ", 12))
		return complain(EXIT_BADFILE, path,
				"give a record; if this stands in the place of one, move it away",
				"is no record");
	if (strncmp(r->file.buf, MAGIC "\n", strlen(MAGIC) + 1))
		return bad(r, "is a record of another version of this format");
	err = check_end(r);
	if (err)
		return err;
	line = lines_next(&r->file, NULL);
	err = read_head(r);
	if (err)
		return err;
	nonce = record_field(r, "nonce");
	seed = record_field(r, "seed");
	if (!nonce || !seed || lines_number(seed, &r->seed))
		return bad(r, "has no nonce or no seed");
	line = r->file.buf + r->file.next;
	if (console_parse(&r->console, line, r->file.len - r->file.next, nonce))
		return bad(r, "is too large for the memory there is");
	r->parsed = true;
	if (r->console.report.state != CONSOLE_COMPLETE)
		return bad(r, "has no whole report of the guest");
	err = check_passed(r);
	return err ? err : check_head(r);
}

void record_free(struct record *r)
{
	if (r->parsed)
		console_free(&r->console);
	lines_free(&r->file);
	memset(r, 0, sizeof(*r));
}

const char *record_field(const struct record *r, const char *key)
{
	size_t i;

	for (i = 0; i < r->fields; i++)
		if (!strcmp(r->field[i].key, key))
			return r->field[i].value;
	return NULL;
}

/* ---- what was measured */

static bool next_word(struct console_span *s, char *word, size_t size)
{
	size_t n = 0;

	while (s->len && *s->text == ' ') {
		s->text++;
		s->len--;
	}
	while (s->len && *s->text != ' ') {
		if (n + 1 < size)
			word[n++] = *s->text;
		s->text++;
		s->len--;
	}
	word[n] = '\0';
	return n;
}

bool record_line(const struct record *r, const char *kind, size_t *from,
		 char *name, size_t size, struct console_span *rest)
{
	while (console_data(&r->console, kind, from, rest))
		if (next_word(rest, name, size))
			return true;
	return false;
}

/* "12.345" in units of 10^-9, exactly; as JSON has it, so no 012 and no 12. */
static int scale(const char *text, long long *scaled)
{
	long long whole = 0, part = 0, unit = 1000000000;
	bool minus = *text == '-';
	const char *p = text + minus;

	if (*p < '0' || *p > '9' || (*p == '0' && p[1] >= '0' && p[1] <= '9'))
		return -1;
	for (; *p >= '0' && *p <= '9'; p++) {
		if (whole > 900000000)
			return -1;
		whole = whole * 10 + (*p - '0');
	}
	if (*p == '.' && p[1])
		for (p++; *p >= '0' && *p <= '9'; p++) {
			unit /= 10;
			part += unit * (*p - '0');
		}
	if (*p)
		return -1;
	*scaled = (whole * 1000000000 + part) * (minus ? -1 : 1);
	return 0;
}

int record_metric(const struct record *r, const char *name, struct measure *m)
{
	struct console_span rest;
	char key[40], better[8];
	size_t from = 0;
	int found = 0;

	while (record_line(r, "metric", &from, key, sizeof(key), &rest)) {
		if (strcmp(key, name))
			continue;
		if (!next_word(&rest, m->text, sizeof(m->text)) ||
		    !next_word(&rest, m->unit, sizeof(m->unit)) ||
		    !next_word(&rest, better, sizeof(better)) ||
		    (strcmp(better, "less") && strcmp(better, "more")) ||
		    scale(m->text, &m->scaled))
			return -1;
		m->value = m->scaled / 1e9;
		m->less = !strcmp(better, "less");
		found++;
	}
	return found == 1 ? 0 : -1;
}

/* ---- the kernel's counters */

/* the numbers of a line, from its next word on */
static int numbers(struct console_span s, double *field)
{
	char word[32];
	int n = 0;

	while (n < FIELD_MAX && next_word(&s, word, sizeof(word)))
		field[n++] = strtod(word, NULL);
	return n;
}

struct sums {
	bool stat, cpus, sched, domain, counts;
	double ctxt, intr;
	double cpu[10];			/* user nice system idle iowait ... */
	double rq[12];
	uint64_t wait[RECORD_CPUS];	/* ns for a CPU */
	double sd[FIELD_MAX];
	double credit[4][2];		/* number, sum */
	double clock[3], buddy[2];
};

static void add(double *sum, const double *field, int n)
{
	while (n--)
		sum[n] += field[n];
}

static void add_stat(struct sums *t, const char *key, struct console_span rest)
{
	double field[FIELD_MAX];
	int n = numbers(rest, field);

	if (!strcmp(key, "ctxt") && n == 1) {
		t->ctxt = field[0];
		t->stat = true;
	} else if (!strcmp(key, "intr") && n >= 1) {
		t->intr = field[0];
	} else if (!strncmp(key, "cpu", 3) && n >= 5) {
		add(t->cpu, field, n < 10 ? n : 10);
		t->cpus = true;
	}
}

static void add_sched(struct sums *t, const char *key, struct console_span rest)
{
	double field[FIELD_MAX];
	int n = numbers(rest, field);
	unsigned long cpu;
	char word[40];

	if (!strncmp(key, "cpu", 3) && n == 12) {
		add(t->rq, field, n);
		for (n = 0; n < 11; n++)
			next_word(&rest, word, sizeof(word));
		cpu = strtoul(key + 3, NULL, 10);
		if (cpu < RECORD_CPUS)
			t->wait[cpu] = strtoull(word, NULL, 10);
		t->sched = true;
	} else if (!strncmp(key, "domain", 6) && n == 36) {
		add(t->sd, field, n);
		t->domain = true;
	}
}

/* "cpuN name numbers name numbers ..." */
static void add_counts(struct sums *t, struct console_span rest)
{
	static const char *const credit[4] = {
		"credit_plain", "credit_normalized", "credit_inverse",
		"credit_weighted"
	};
	static const char *const clock[3] = {
		"clock_low", "clock_high", "clock_stalls"
	};
	static const char *const buddy[2] = { "buddy_first", "buddy_waits" };
	char word[40], nr[32], sum[32];
	int i;

	while (next_word(&rest, word, sizeof(word))) {
		for (i = 0; i < 4; i++)
			if (!strcmp(word, credit[i]) &&
			    next_word(&rest, nr, sizeof(nr)) &&
			    next_word(&rest, sum, sizeof(sum))) {
				t->credit[i][0] += strtod(nr, NULL);
				t->credit[i][1] += strtod(sum, NULL);
				t->counts = true;
			}
		for (i = 0; i < 3; i++)
			if (!strcmp(word, clock[i]) &&
			    next_word(&rest, nr, sizeof(nr)))
				t->clock[i] += strtod(nr, NULL);
		for (i = 0; i < 2; i++)
			if (!strcmp(word, buddy[i]) &&
			    next_word(&rest, nr, sizeof(nr)))
				t->buddy[i] += strtod(nr, NULL);
	}
}

static void sum_up(const struct record *r, const char *when, struct sums *t)
{
	struct console_span rest;
	char kind[16], key[40];
	size_t from = 0;

	memset(t, 0, sizeof(*t));
	while (record_line(r, when, &from, kind, sizeof(kind), &rest)) {
		if (!next_word(&rest, key, sizeof(key)))
			continue;
		if (!strcmp(kind, "stat"))
			add_stat(t, key, rest);
		else if (!strcmp(kind, "sched"))
			add_sched(t, key, rest);
		else if (!strcmp(kind, "counts"))
			add_counts(t, rest);
	}
}

static void clear(struct counters *c)
{
	double *field = (double *)c;
	size_t i;

	for (i = 0; i < sizeof(*c) / sizeof(*field); i++)
		field[i] = -1;
}

/*
 * The kernel adds differences of the clocks of two CPUs to it.  Where these are far
 * apart it goes down on one CPU and up on another, and says nothing.
 */
static double mean_wait(const struct sums *a, const struct sums *b)
{
	double sum = 0, times = b->rq[11] - a->rq[11];
	int64_t delta;
	size_t i;

	for (i = 0; i < RECORD_CPUS; i++) {
		delta = b->wait[i] - a->wait[i];
		if (delta < 0)
			return -1;
		sum += delta;
	}
	return times > 0 && sum / times < WAIT_MAX ? sum / times : -1;
}

void record_counters(const struct record *r, struct counters *c)
{
	struct sums a, b;
	double all = 0, given = 0;
	int i;

	clear(c);
	sum_up(r, "before", &a);
	sum_up(r, "after", &b);
	if (a.stat && b.stat) {
		c->switches = b.ctxt - a.ctxt;
		c->interrupts = b.intr - a.intr;
	}
	if (a.cpus && b.cpus) {
		for (i = 0; i < 8; i++)
			all += b.cpu[i] - a.cpu[i];
		if (all > 0)
			c->idle = (b.cpu[3] - a.cpu[3] + b.cpu[4] - a.cpu[4]) / all;
	}
	if (a.sched && b.sched) {
		c->yields = b.rq[3] - a.rq[3];
		c->wakeups = b.rq[7] - a.rq[7];
		c->remote = c->wakeups - (b.rq[8] - a.rq[8]);
		c->wait = mean_wait(&a, &b);
	}
	if (a.domain && b.domain) {
		/* gained when idle, busy and newly idle; and by active balancing */
		c->pulled = b.sd[4] + b.sd[12] + b.sd[20] + b.sd[26] -
			(a.sd[4] + a.sd[12] + a.sd[20] + a.sd[26]);
		c->affine = b.sd[34] - a.sd[34];
	}
	if (a.counts && b.counts) {
		c->credits = 0;
		for (i = 0; i < 4; i++) {
			c->credits += b.credit[i][0] - a.credit[i][0];
			given += b.credit[i][1] - a.credit[i][1];
		}
		if (c->credits > 0)
			c->credit = given / c->credits;
		c->weighted = b.credit[3][0] - a.credit[3][0];
		c->low = b.clock[0] - a.clock[0];
		c->high = b.clock[1] - a.clock[1];
		c->stalls = b.clock[2] - a.clock[2];
		c->buddy_first = b.buddy[0] - a.buddy[0];
		c->buddy_waits = b.buddy[1] - a.buddy[1];
	}
}

double record_fairness(const struct record *r)
{
	struct console_span value;
	char word[32];
	size_t from = 0;

	if (!console_data(&r->console, "fairness", &from, &value))
		return -1;
	while (next_word(&value, word, sizeof(word)))
		if (!strcmp(word, "ratio") &&
		    next_word(&value, word, sizeof(word)))
			return strtod(word, NULL);
	return -1;
}
