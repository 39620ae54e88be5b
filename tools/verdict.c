/* SPDX-License-Identifier: GPL-2.0 */
/*
 * verdict: what happened on a serial console, as one line and an exit code.
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "exitcodes.h"
#include "lines.h"

#define LINE_COLUMNS	200
#define SEE_HELP	"--help shows the options"

static const char usage[] =
"usage: verdict [OPTION]... CONSOLE\n"
"Say what happened on a serial console (a file, or - for standard input).\n"
"\n"
"  --nonce HEX      the 16 hexadecimal digits given to this boot; without\n"
"                   them nothing can pass\n"
"  --build-id HEX   the kernel must report this build id\n"
"  --release STR    the kernel must report this release\n"
"  --ended HOW      how QEMU ended: exit:N, signal:N, silent, timeout,\n"
"                   vtimeout or interrupted; without it nothing can pass\n"
"  --quiet          the verdict alone, without the next thing to do\n"
"  --help           this text\n"
"\n"
"Prints PASS or FAIL(cause) and the line that decided; ends with 0 for a\n"
"pass and with the cause's own exit code otherwise, see verdict(1).\n";

struct options {
	const char *nonce;
	const char *console;
	struct console_asked asked;
	bool quiet;
};

static bool number_after(const char *text, const char *word, int max,
			 int *number)
{
	size_t n = strlen(word);
	char *end;
	long value;

	if (strncmp(text, word, n) || text[n] < '0' || text[n] > '9')
		return false;
	errno = 0;
	value = strtol(text + n, &end, 10);
	if (*end || errno || value > max)
		return false;
	*number = value;
	return true;
}

static bool parse_end(const char *text, struct console_asked *asked)
{
	static const struct {
		const char *word;
		enum console_end end;
	} words[] = {
		{ "silent", CONSOLE_END_SILENT },
		{ "timeout", CONSOLE_END_TIMEOUT },
		{ "vtimeout", CONSOLE_END_VTIMEOUT },
		{ "interrupted", CONSOLE_END_INTERRUPTED },
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(text, words[i].word)) {
			asked->end = words[i].end;
			return true;
		}
	if (number_after(text, "exit:", 255, &asked->end_value))
		asked->end = CONSOLE_END_EXIT;
	else if (number_after(text, "signal:", 64, &asked->end_value))
		asked->end = CONSOLE_END_SIGNAL;
	else
		return false;
	return true;
}

static int parse_option(struct options *o, int ch)
{
	switch (ch) {
	case 'n':
		if (!console_nonce_ok(optarg))
			return complain(EXIT_USAGE, "--nonce",
					"give it as it was given to the kernel "
					"(cfsq.nonce=)",
					"not 16 lower-case hexadecimal digits");
		o->nonce = optarg;
		break;
	case 'b':
		if (!*optarg ||
		    optarg[strspn(optarg, "0123456789abcdefABCDEF")])
			return complain(EXIT_USAGE, "--build-id",
					"readelf -n vmlinux shows it",
					"not hexadecimal digits");
		o->asked.build_id = optarg;
		break;
	case 'r':
		if (!*optarg)
			return complain(EXIT_USAGE, "--release",
					"give what uname -r shall say", "empty");
		o->asked.release = optarg;
		break;
	case 'e':
		if (!parse_end(optarg, &o->asked))
			return complain(EXIT_USAGE, "--ended",
					"exit:N, signal:N, silent, timeout, "
					"vtimeout or interrupted", "not known");
		break;
	case 'q':
		o->quiet = true;
		break;
	}
	return 0;
}

/* 0: go on; else the exit code, or -1 for --help. */
static int parse_options(struct options *o, int argc, char **argv)
{
	static const struct option known[] = {
		{ "nonce", required_argument, NULL, 'n' },
		{ "build-id", required_argument, NULL, 'b' },
		{ "release", required_argument, NULL, 'r' },
		{ "ended", required_argument, NULL, 'e' },
		{ "quiet", no_argument, NULL, 'q' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int ch, err;

	opterr = 0;
	while ((ch = getopt_long(argc, argv, ":", known, NULL)) != -1) {
		if (ch == 'h')
			return -1;
		if (ch == '?' || ch == ':')
			return complain(EXIT_USAGE, argv[optind - 1], SEE_HELP,
					ch == ':' ? "needs a value" :
					"no such option");
		err = parse_option(o, ch);
		if (err)
			return err;
	}
	if (optind + 1 != argc)
		return complain(EXIT_USAGE, "command line", SEE_HELP,
				optind == argc ? "no console given" :
				"more than one console");
	o->console = argv[optind];
	return 0;
}

/* The line that decided, from the place on if that would be out of sight. */
static void line_text(const struct console *c, size_t at, char *text,
		      size_t size)
{
	struct console_span s = console_line(c, at);
	size_t before = s.len ? (size_t)(c->text + at - s.text) : 0;

	if (before > size / 2) {
		s.text += before;
		s.len -= before;
	}
	console_clean(text, size, s);
}

static void print_pass(const struct console *c)
{
	struct console_span value;
	char text[64];
	size_t from = 0;

	printf("PASS: %lu tests", c->report.tests);
	if (console_data(c, "release", &from, &value)) {
		console_clean(text, sizeof(text), value);
		printf(", kernel %s", text);
	}
	from = 0;
	if (console_data(c, "uptime", &from, &value)) {
		console_clean(text, sizeof(text), value);
		printf(", guest time %s s", text);
	}
	putchar('\n');
}

static void print_verdict(const struct console *c,
			  const struct console_verdict *v, bool quiet)
{
	char text[LINE_COLUMNS], cause[16];

	if (v->code == EXIT_OK) {
		print_pass(c);
	} else {
		line_text(c, v->at, text, sizeof(text));
		printf("FAIL(%s): %zu: %s\n",
		       console_cause(v->code, cause, sizeof(cause)), v->line,
		       v->line ? text : "(no output)");
	}
	if (quiet)
		return;
	printf("  -> %s%s%s\n", v->why, *v->why ? ": " : "", v->next);
	if (c->notes) {
		line_text(c, c->first_note, text, sizeof(text));
		printf("note: %zu line%s worth a look, the first is %zu: %s\n",
		       c->notes, c->notes == 1 ? "" : "s",
		       console_line_number(c, c->first_note), text);
	}
}

static int judge(const struct options *o)
{
	struct console_verdict v;
	struct lines file;
	struct console c;
	int err;

	err = lines_load(&file, o->console);
	if (err)
		goto out;
	if (console_parse(&c, file.buf, file.len, o->nonce)) {
		err = complain(EXIT_BADFILE, o->console, "cut it with head -c",
			       "too large for the memory there is");
		goto out;
	}
	console_judge(&c, &o->asked, &v);
	print_verdict(&c, &v, o->quiet);
	err = v.code;
	console_free(&c);
out:
	lines_free(&file);
	return err;
}

int main(int argc, char **argv)
{
	struct options o = { 0 };
	int err;

	err = parse_options(&o, argc, argv);
	if (err == -1) {
		fputs(usage, stdout);
		return finish(EXIT_OK);
	}
	return finish(err ? err : judge(&o));
}
