/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The scenario parser of the simulator, tried with arbitrary text: it is taken, and
 * then comes to the same when it is printed and read again, or it is refused, with a
 * place that is in the text.
 *
 * A libFuzzer target; with -DFUZZ_STANDALONE a program of its own, which mangles the
 * files that it is given:
 *
 *	fuzz-scenario RUNS SEED FILE...
 */
#define NO_MAIN
#include "scenario-unit.c"

/* what a refused text leaves is freed after each run, or memory would soon be short */
#include <stdlib.h>
#include <string.h>
static void kept_free(void *p);
static char *kept_strdup(const char *s);
static FILE *open_text(void);
#define free		kept_free
#undef strdup
#define strdup		kept_strdup
/* no file is written, or it would be about files */
#define fopen(...)	open_text()
#include "scenario.c"
#undef free
#undef strdup
#undef fopen

#include <setjmp.h>
#include <stdint.h>

#define FILE_NAME	"scenario"
#define TEXT_MAX	(64 * 1024)

static const uint8_t *data;		/* the text */
static size_t text_size;
static jmp_buf refused;

/* ---- memory */

static void **kept;
static size_t nkept, kept_room;

static void *keep(void *p)
{
	if (!p)
		abort();
	if (nkept == kept_room) {
		kept_room = kept_room ? 2 * kept_room : 64;
		kept = realloc(kept, kept_room * sizeof(*kept));
		if (!kept)
			abort();
	}
	kept[nkept++] = p;
	return p;
}

static void kept_free(void *p)
{
	size_t i;

	if (!p)
		return;
	for (i = nkept; i-- > 0;)
		if (kept[i] == p) {
			kept[i] = kept[--nkept];
			free(p);
			return;
		}
	printf("# freed, and not allocated\n");
	fflush(stdout);
	abort();
}

static char *kept_strdup(const char *s)
{
	return keep(strdup(s));
}

static void free_all(void)
{
	while (nkept)
		free(kept[--nkept]);
}

void *host_alloc(unsigned long size)
{
	/* of the text no more than there is, so that a look behind its end is seen */
	if (size > SIZE_MAX_FILE && size <= SIZE_MAX_FILE + 2)
		size = text_size + 1;
	return keep(calloc(1, size ? size : 1));
}

/* ---- what has to hold */

static void hold(int good, const char *what)
{
	if (good)
		return;
	printf("# %s\n", what);
	fflush(stdout);
	abort();
}

/* "NAME:LINE:COLUMN", of a character of the text or of its end */
static void hold_place(const char *place)
{
	unsigned int l, c, n = 1;
	size_t len = strlen(FILE_NAME), start = 0, end;
	char last;

	hold(!strncmp(place, FILE_NAME, len), "refused: the name of the file");
	hold(sscanf(place + len, ":%u:%u%c", &l, &c, &last) == 2 && l && c,
	     "refused: no line and column");
	while (n < l) {
		while (start < text_size && data[start] != '\n')
			start++;
		hold(start < text_size, "refused: fewer lines");
		start++;
		n++;
	}
	for (end = start; end < text_size && data[end] != '\n'; end++)
		;
	hold(c - 1 <= end - start, "refused: the line is shorter");
}

void die(int code, const char *place, const char *way_out, const char *fmt, ...)
{
	char what[1000];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	hold(code == EXIT_BADFILE, "refused: the exit code");
	hold(*what && *way_out, "refused: nothing is said");
	hold_place(place);
	longjmp(refused, 1);
}

static FILE *open_text(void)
{
	/* of no bytes it makes none everywhere */
	return text_size ? fmemopen((void *)data, text_size, "r") : fopen("/dev/null", "re");
}

static void hold_steps(const struct scenario *s, const struct kind *k)
{
	const struct step *step;
	unsigned int i;

	for (i = 0; i < k->steps; i++) {
		step = &k->step[i];
		switch (step->op) {
		case OP_RUN:
		case OP_SLEEP:
			hold(step->span.from <= step->span.to && step->span.to <= SPAN_MAX, "a span");
			break;
		case OP_SEND:
		case OP_RECEIVE:
			hold(step->object < s->channels && step->n, "a channel");
			break;
		case OP_LOCK:
		case OP_UNLOCK:
			hold(step->object < s->locks, "a lock");
			break;
		case OP_START:
			hold(step->object < s->kinds, "a kind of task");
			break;
		case OP_LOOP:
			hold(step->other_end > i && step->other_end < k->steps &&
			     k->step[step->other_end].op == OP_END &&
			     k->step[step->other_end].other_end == i, "a loop");
			break;
		case OP_END:
			hold(step->other_end < i, "the end of a loop");
			break;
		case OP_YIELD:
		case OP_EXIT:
			break;
		}
	}
}

static void hold_limits(const struct scenario *s)
{
	const struct k_attr *a;
	unsigned int i;

	hold(s->kinds && s->cpus <= SIM_CPUS && s->length <= SPAN_MAX, "the whole");
	for (i = 0; i < s->settings; i++)
		hold(s->setting[i].when <= SPAN_MAX, "a setting");
	for (i = 0; i < s->channels; i++)
		hold(s->channel[i].room >= 1 && s->channel[i].room <= 1000000, "a channel's room");
	for (i = 0; i < s->kinds; i++) {
		a = &s->kind[i].attr;
		hold(memchr(a->name, 0, sizeof(a->name)) && *a->name, "a name");
		hold(a->nice >= -20 && a->nice <= 19 && a->uid <= 65535, "nice or uid");
		hold((a->policy == SIM_FIFO || a->policy == SIM_RR) ?
		     a->priority >= 1 && a->priority <= 99 : !a->priority, "a priority");
		hold(s->kind[i].count >= 1 && s->kind[i].count <= TASKS_MAX, "a number of tasks");
		hold_steps(s, &s->kind[i]);
	}
}

/* 0: refused; what is printed is freed by the caller */
static int read_text(const void *new, size_t size, char **printed, size_t *len)
{
	static struct scenario s;
	FILE *f;

	data = new;
	text_size = size;
	if (setjmp(refused)) {
		free_all();
		return 0;
	}
	scenario_read(&s, FILE_NAME);
	hold_limits(&s);
	f = open_memstream(printed, len);
	hold(f != NULL, "no memory");
	print_scenario(f, &s);
	hold(!fclose(f), "no memory");
	free_all();
	return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
	char *first, *again;
	size_t first_len, again_len;

	if (size > TEXT_MAX || !read_text(input, size, &first, &first_len))
		return 0;
	hold(read_text(first, first_len, &again, &again_len), "printed, it is refused");
	hold(first_len == again_len && !memcmp(first, again, first_len),
	     "printed and read, it is another one");
	free(first);
	free(again);
	return 0;
}

#ifdef FUZZ_STANDALONE
static uint64_t state;

static size_t below(size_t n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (state >> 33) % n;
}

/* one change; returns the new size */
static size_t mangle(uint8_t *to, size_t size)
{
	size_t at_byte = below(size + 1), len = below(size - at_byte + 1) % 16, i;
	uint8_t piece[16];
	size_t from, n;

	switch (below(4)) {
	case 0:		/* left out */
		memmove(to + at_byte, to + at_byte + len, size - at_byte - len);
		return size - len;
	case 1:		/* another byte */
		if (at_byte < size)
			to[at_byte] = below(3) ? (uint8_t)" \n{}#.x09-+,"[below(12)] : below(256);
		return size;
	case 2:		/* once more, elsewhere */
		from = below(size + 1);
		n = size - from < 16 ? size - from : below(16);
		if (size + n > TEXT_MAX)
			return size;
		memcpy(piece, to + from, n);
		memmove(to + at_byte + n, to + at_byte, size - at_byte);
		memcpy(to + at_byte, piece, n);
		return size + n;
	default:	/* digits */
		for (i = at_byte; i < at_byte + len; i++)
			if (isdigit(to[i]))
				to[i] = '0' + below(10);
		return size;
	}
}

int main(int argc, char **argv)
{
	static uint8_t whole[TEXT_MAX + 1], mangled[TEXT_MAX + 1];
	unsigned long runs, i;
	unsigned int k;
	size_t size = 0, n;
	FILE *f;

	if (argc < 4)
		return 2;
	runs = strtoul(argv[1], NULL, 10);
	state = strtoul(argv[2], NULL, 10);
	for (i = 0; i < runs; i++) {
		/* in turn, each many times */
		if (i % 1000 == 0) {
			f = fopen(argv[3 + i / 1000 % (argc - 3)], "re");
			if (!f)
				return 2;
			size = fread(whole, 1, TEXT_MAX, f);
			fclose(f);
		}
		memcpy(mangled, whole, size);
		n = size;
		for (k = below(6); k; k--)
			n = mangle(mangled, n);
		LLVMFuzzerTestOneInput(mangled, n);
	}
	printf("%lu runs from seed %s: all held\n", runs, argv[2]);
	return 0;
}
#endif
