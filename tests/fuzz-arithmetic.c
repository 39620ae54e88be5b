/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The properties of sleeper.c, window.c and words.c, tried with arbitrary input.
 *
 * A libFuzzer target; with -DFUZZ_STANDALONE a program of its own:
 *
 *	fuzz-arithmetic RUNS SEED
 */
#define NO_MAIN
#include "sleeper.c"
#include "window.c"
#include "words.c"

#include <stddef.h>
#include <stdint.h>

static const uint8_t *input;
static size_t left;

static u64 take(unsigned int bytes)
{
	u64 n = 0;

	for (; bytes && left; bytes--, left--)
		n = n << 8 | *input++;
	return n;
}

/* any magnitude, out of few bytes */
static u64 take_size(unsigned int bits)
{
	u64 n = take(8);

	return n >> (64 - bits + take(1) % bits);
}

static void hold(int good)
{
	if (good)
		return;
	/* what was wrong is on standard output */
	fflush(stdout);
	abort();
}

static void fuzz_sleeper(void)
{
	struct level level[DEPTHS];
	int i, levels = 1 + take(1) % DEPTHS;
	u64 credit, mul, div, latency = take(4), queued = take(1);
	s64 min, curr, leftmost;
	int wide = 0;

	credit = take_size(60);
	mul = take_size(64);
	div = take_size(64);
	hold(scales(credit, mul, div, (mul | div) >> 32 ? 30 : 0));

	for (i = 0; i < levels; i++) {
		/* both together are below 2^64 */
		level[i].own = take_size(63) + 1;
		level[i].others = take_size(63);
		if ((level[i].own + level[i].others) >> 32)
			wide = 1;
	}
	credit = credit_of(latency, level, levels, queued);
	if (!is_worth(credit, latency, level, levels, wide ? 30 : 0)) {
		for (i = 0; i < levels; i++)
			printf("# level %d: %llu of its own, %llu others\n", i,
			       level[i].own, level[i].others);
		printf("# latency %llu, queued %#llx: credit %llu\n", latency,
		       queued, credit);
		hold(0);
	}

	min = take_size(60);
	curr = take_size(60);
	leftmost = take_size(60);
	hold(base_is(min, &curr, &leftmost, take(8)));
}

static void fuzz_window(void)
{
	struct cpu c;

	start(&c, &hz[take(1) % COUNT(hz)], PERFECT, ON_TIME);
	c.gtod_start = take(8);
	c.clock = gtod(&c) + take_size(40) - take_size(40);
	c.raw = take(8);
	window_ticks(&c);
	while (left) {
		switch (take(1) % 6) {
		case 0:
		case 1:
			c.raw += take_size(30);
			break;
		case 2:
			c.raw = take(8);
			break;
		case 3:
			c.now += take_size(40);
			break;
		case 4:
			c.now += take_size(20);
			window_ticks(&c);
			hold(right_again(&c));
			break;
		case 5:
			c.clock += take_size(40);
			break;
		}
		hold(window_reads(&c));
	}
}

static void fuzz_words(void)
{
	unsigned int known = take(4), nr = take(1) % 33, before = take(4);
	char *text = malloc(left + 1);

	memcpy(text, input, left);
	text[left] = 0;
	hold(agree(text, known, nr, before));
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	input = data;
	left = size;
	random_state = 1;
	switch (take(1) % 3) {
	case 0:
		fuzz_sleeper();
		break;
	case 1:
		fuzz_window();
		break;
	case 2:
		fuzz_words();
		break;
	}
	return 0;
}

#ifdef FUZZ_STANDALONE
int main(int argc, char **argv)
{
	unsigned long runs = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
	u64 state = seed;
	uint8_t data[256];
	unsigned long i;
	size_t n, len;

	for (i = 0; i < runs; i++) {
		/* the properties draw random numbers of their own */
		random_state = state;
		len = random_below(sizeof(data) + 1);
		for (n = 0; n < len; n++) {
			/* words are made of few of all characters */
			data[n] = random_below(4) ? random64() :
				  (uint64_t)"NO_ A\n01xHRTICK"[random_below(15)];
		}
		if (len)
			data[0] = i;
		state = random_state;
		LLVMFuzzerTestOneInput(data, len);
	}
	printf("%lu runs from seed %lu: all held\n", runs, seed);
	return 0;
}
#endif
