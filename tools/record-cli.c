/* SPDX-License-Identifier: GPL-2.0 */
/*
 * record: read records of boots: check them, or turn them into another form.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exitcodes.h"
#include "record.h"

static const char usage[] =
"usage: record [--check|--json|--bench|--console] FILE...\n"
"\n"
"  --check    is each of them whole?  (the default)\n"
"  --json     one JSON object, an array of records\n"
"  --bench    the Go benchmark format; benchstat -col /arm compares the arms\n"
"  --console  the console alone\n"
"  --help     this text\n";

/* ---- JSON */

static void json_text(const char *s, size_t len)
{
	putchar('"');
	for (; len--; s++) {
		if (*s == '"' || *s == '\\')
			putchar('\\');
		if ((unsigned char)*s < ' ' || (unsigned char)*s > '~')
			printf("\\u%04x", (unsigned char)*s);
		else
			putchar(*s);
	}
	putchar('"');
}

static void json_string(const char *s)
{
	json_text(s, strlen(s));
}

static void json_metrics(const struct record *r)
{
	struct console_span rest;
	struct measure m;
	char name[40];
	size_t from = 0;
	int n = 0;

	fputs("  \"metrics\": {", stdout);
	while (record_line(r, "metric", &from, name, sizeof(name), &rest)) {
		if (record_metric(r, name, &m))
			continue;
		fputs(n++ ? ", " : "", stdout);
		json_string(name);
		printf(": {\"value\": %s, \"unit\": ", m.text);
		json_string(m.unit);
		printf(", \"better\": \"%s\"}", m.less ? "less" : "more");
	}
	puts("},");
}

static void json_field(const char *name, double value, int last)
{
	printf("\"%s\": ", name);
	/* what is absent is null, and never 0 */
	if (value < 0)
		fputs("null", stdout);
	else
		printf("%.15g", value);
	fputs(last ? "}" : ", ", stdout);
}

static void json_counters(const struct record *r)
{
	struct counters c;

	record_counters(r, &c);
	fputs("  \"counters\": {", stdout);
	json_field("switches", c.switches, 0);
	json_field("interrupts", c.interrupts, 0);
	json_field("idle", c.idle, 0);
	json_field("wakeups", c.wakeups, 0);
	json_field("remote_wakeups", c.remote, 0);
	json_field("pulled", c.pulled, 0);
	json_field("affine", c.affine, 0);
	json_field("yields", c.yields, 0);
	json_field("wait_ns", c.wait, 0);
	json_field("credits", c.credits, 0);
	json_field("credit_ns", c.credit, 0);
	json_field("weighted_credits", c.weighted, 0);
	json_field("clock_low", c.low, 0);
	json_field("clock_high", c.high, 0);
	json_field("clock_stalls", c.stalls, 0);
	json_field("buddy_first", c.buddy_first, 0);
	json_field("buddy_waits", c.buddy_waits, 1);
	puts(",");
}

/* every other data line of the guest, as it stands */
static void json_lines(const struct record *r)
{
	struct console_span value;
	size_t from = 0;
	int n = 0;

	fputs("  \"report\": [", stdout);
	while (console_data(&r->console, "", &from, &value)) {
		fputs(n++ ? ",\n    " : "\n    ", stdout);
		json_text(value.text, value.len);
	}
	puts("]");
}

static void json_sysctls(const struct record *r)
{
	const char *value;
	size_t i, len;
	int n = 0;

	fputs("  \"sysctls\": {", stdout);
	for (i = 0; i < r->fields; i++) {
		if (strcmp(r->field[i].key, "sysctl"))
			continue;
		value = r->field[i].value;
		len = strcspn(value, " ");
		fputs(n++ ? ", " : "", stdout);
		json_text(value, len);
		fputs(": ", stdout);
		json_string(value + len + (value[len] == ' '));
	}
	puts("},");
}

static void json(const struct record *r, int nth)
{
	size_t i;

	fputs(nth ? ",\n {\n" : " {\n", stdout);
	for (i = 0; i < r->fields; i++) {
		if (!strcmp(r->field[i].key, "sysctl"))
			continue;
		fputs("  ", stdout);
		json_string(r->field[i].key);
		fputs(": ", stdout);
		json_string(r->field[i].value);
		puts(",");
	}
	json_sysctls(r);
	json_metrics(r);
	json_counters(r);
	json_lines(r);
	fputs(" }", stdout);
}

/*
 * ---- the Go benchmark format: "BenchmarkName/key=value 1 <value> <unit> ..."
 *
 * Arms are told apart by a key, so that benchstat -col /arm compares them.
 */

static void bench_units(const struct record *r)
{
	struct console_span rest;
	struct measure m;
	char name[40];
	size_t from = 0;

	while (record_line(r, "metric", &from, name, sizeof(name), &rest))
		if (!record_metric(r, name, &m))
			printf("Unit %s-%s better=%s\n", name, m.unit,
			       m.less ? "lower" : "higher");
}

static void bench(const struct record *r)
{
	const char *experiment = record_field(r, "experiment");
	const char *arm = record_field(r, "arm");
	struct console_span rest;
	struct measure m;
	char name[40];
	size_t from = 0;
	int n = 0;

	bench_units(r);
	while (record_line(r, "metric", &from, name, sizeof(name), &rest)) {
		if (record_metric(r, name, &m))
			continue;
		if (!n++)
			/* a name's last -<digits> would be read as a number of CPUs */
			printf("Benchmark_%s/arm=%s-1 1", experiment ? experiment : "absent",
			       arm ? arm : "absent");
		printf(" %s %s-%s", m.text, name, m.unit);
	}
	if (n)
		putchar('\n');
}

static int one(const char *verb, const char *path, int nth)
{
	struct record r;
	int err = record_read(&r, path);

	if (err)
		;
	else if (!strcmp(verb, "--json"))
		json(&r, nth);
	else if (!strcmp(verb, "--bench"))
		bench(&r);
	else if (!strcmp(verb, "--console"))
		fwrite(r.console.text, 1, r.console.len, stdout);
	record_free(&r);
	return err;
}

int main(int argc, char **argv)
{
	const char *verb = "--check";
	int i = 1, n = 0, rc = 0, err;

	if (argc > 1 && !strncmp(argv[1], "--", 2))
		verb = argv[i++];
	if (!strcmp(verb, "--help")) {
		fputs(usage, stdout);
		return finish(EXIT_OK);
	}
	if (strcmp(verb, "--check") && strcmp(verb, "--json") &&
	    strcmp(verb, "--bench") && strcmp(verb, "--console"))
		return complain(EXIT_USAGE, verb, "--help shows the options",
				"no such option");
	if (i == argc)
		return complain(EXIT_USAGE, "command line", "--help shows the options",
				"no record is given");
	if (!strcmp(verb, "--json"))
		puts("[");
	for (; i < argc; i++) {
		err = one(verb, argv[i], n);
		n += !err;
		/* all that is wrong is said, and the first decides */
		rc = rc ? rc : err;
	}
	if (!strcmp(verb, "--json"))
		puts("\n]");
	return finish(rc);
}
