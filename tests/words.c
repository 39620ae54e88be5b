/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Properties of kernel/sched_words.h, compiled from the text that the patch adds
 * to the kernel (WORDS is that file).
 */
#include "arithmetic.h"

/* as the kernel has it: six of ASCII, and the space of Latin-1 that breaks not */
static int kernel_isspace(int c)
{
	unsigned char byte = c;

	return byte == ' ' || (byte >= '\t' && byte <= '\r') || byte == 0xa0;
}

#define isspace kernel_isspace
#include WORDS

#define LONGEST	"A_NAME_LONGER_THAN_ANY_FEATURE_EVER_HAD_BUT_WITHOUT_A_LIMIT_" \
		"IN_THE_TEXT_THAT_SAYS_WHAT_MAY_BE_WRITTEN_SO_IT_IS_TO_WORK_AS_WELL"

/* 32 of them, with gaps, and names that begin as others, or as NO_ does */
static const char *const names[32] = {
	"NEW_FAIR_SLEEPERS", "WAKEUP_PREEMPT", "START_DEBIT", NULL,
	"NORMALIZED_SLEEPER", "NORMALIZED_SLEEPERS", "NORMALIZED", "N",
	"NO", NULL, NULL, LONGEST, "A", "AB", "ABC", "B", "hrtick", "HRTICK",
	"DOUBLE_TICK", "O_", "X1", "X12", "NOT_A_SWITCH", NULL, "_", "C24", "C25",
	"C26", NULL, "C28", "0x1", "LAST"
};
#define BIT(n)	(1u << (n))

/* the functions see a copy that ends where its memory does */
static int number_of(const char *text, unsigned int known, unsigned int *features)
{
	size_t size = strlen(text) + 1;
	char *copy = malloc(size);
	int ret;

	memcpy(copy, text, size);
	ret = sched_words_number(copy, known, features);
	free(copy);
	return ret;
}

static int names_of(const char *text, unsigned int nr, unsigned int *features)
{
	size_t size = strlen(text) + 1;
	char *copy = malloc(size);
	int ret;

	memcpy(copy, text, size);
	ret = sched_words_names(copy, names, nr, features);
	free(copy);
	return ret;
}

/* ---- the same grammar once more, in another way */

/* the next word of *@text, in @word; 0 at the end */
static size_t next_word(const char **text, char *word, size_t size)
{
	size_t len = 0;

	for (; **text; (*text)++) {
		if (!isspace(**text)) {
			if (len < size - 1)
				word[len++] = **text;
		} else if (len) {
			break;
		}
	}
	word[len] = 0;
	return len;
}

static int want_number(const char *text, unsigned int known, unsigned int *features)
{
	char word[1024], rest[2], *digits = word;
	const char *may = "0123456789";
	unsigned long long number;
	int base = 10;

	if (!next_word(&text, word, sizeof(word)) ||
	    next_word(&text, rest, sizeof(rest)))
		return -EINVAL;
	if (!strncmp(word, "0x", 2) || !strncmp(word, "0X", 2)) {
		base = 16;
		digits += 2;
		may = "0123456789abcdefABCDEF";
	}
	if (!*digits || strspn(digits, may) != strlen(digits))
		return -EINVAL;
	/* strtoull() stops at 2^64 - 1, which is too much as well */
	number = strtoull(digits, NULL, base);
	if (number > 0xffffffff || (number | known) != known)
		return -EINVAL;
	*features = number;
	return 0;
}

static int want_names(const char *text, unsigned int nr, unsigned int *features)
{
	unsigned int set = *features, seen = 0, i;
	char word[1024];

	while (next_word(&text, word, sizeof(word))) {
		const char *name = word;

		if (!strncmp(word, "NO_", 3) && word[3])
			name += 3;
		for (i = 0; i < nr; i++)
			if (names[i] && !strcmp(names[i], name))
				break;
		if (i == nr)
			return -EINVAL;
		set = name == word ? set | BIT(i) : set & ~BIT(i);
		seen++;
	}
	if (!seen)
		return -EINVAL;
	*features = set;
	return 0;
}

/* ---- properties */

static int number_is(const char *text, unsigned int known, int ret, unsigned int value)
{
	unsigned int got = 0x5a5a5a5a, want = ret ? got : value;
	int got_ret = number_of(text, known, &got);

	if (got_ret == ret && got == want)
		return 1;
	printf("# number '%s' of %#x: %d %#x, wanted %d %#x\n", text, known,
	       got_ret, got, ret, want);
	return 0;
}

static int names_are(const char *text, unsigned int nr, unsigned int before,
		     int ret, unsigned int value)
{
	unsigned int got = before, want = ret ? before : value;
	int got_ret = names_of(text, nr, &got);

	if (got_ret == ret && got == want)
		return 1;
	printf("# names '%s' of %u, before %#x: %d %#x, wanted %d %#x\n", text, nr,
	       before, got_ret, got, ret, want);
	return 0;
}

static int good_numbers(void)
{
	return number_is("0", 0, 0, 0) &&
	       number_is("319", 511, 0, 319) &&
	       number_is("63\n", 511, 0, 63) &&
	       number_is(" \t\v\f\r\n7 \n\n", 7, 0, 7) &&
	       number_is("0x1ff", 511, 0, 511) &&
	       number_is("0X1Ff", 511, 0, 511) &&
	       number_is("010", 511, 0, 10) &&
	       number_is("0x0", 0, 0, 0) &&
	       number_is("00000000000000000000000000000000000005", 7, 0, 5) &&
	       number_is("0x0000000000000000000000000000000000005", 7, 0, 5) &&
	       number_is("4294967295", ~0u, 0, ~0u) &&
	       number_is("0xffffffff", ~0u, 0, ~0u) &&
	       number_is("\xa0""1\xa0", 1, 0, 1);
}

static int no_numbers(void)
{
	static const char *const text[] = {
		"", " ", "\n", "x", "0x", "0X", "0x ", "x1", "+1", "-1", "-0", "1 2",
		"1,2", "1.", "1a", "0xg", "0x1g", "0x 1", "0 x1", "00x1", "0x0x1",
		"1-", "1;", "\"1\"", "1\\n", "0b1", "1u", "1L", "\xb1", "1\xff",
		"NEW_FAIR_SLEEPERS", "1 NEW_FAIR_SLEEPERS", "1\x01", "\x80", "/", ":",
		"`", "g", "@", "G", "0x@", "0x`", "0xG", "0x:", "0x/"
	};
	unsigned int i;

	for (i = 0; i < COUNT(text); i++)
		if (!number_is(text[i], ~0u, -EINVAL, 0))
			return 0;
	return 1;
}

static int too_much(void)
{
	return number_is("4294967296", ~0u, -EINVAL, 0) &&
	       number_is("0x100000000", ~0u, -EINVAL, 0) &&
	       number_is("18446744073709551616", ~0u, -EINVAL, 0) &&
	       number_is("18446744073709551617", ~0u, -EINVAL, 0) &&
	       number_is("0x10000000000000001", ~0u, -EINVAL, 0) &&
	       number_is("340282366920938463463374607431768211457", ~0u, -EINVAL, 0) &&
	       number_is("512", 511, -EINVAL, 0) &&
	       number_is("511", 511 & ~16, -EINVAL, 0) &&
	       number_is("1", 0, -EINVAL, 0) &&
	       number_is("0x80000000", 0x7fffffff, -EINVAL, 0);
}

static int each_name(void)
{
	char word[sizeof(LONGEST) + 8];
	unsigned int i, before;

	for (i = 0; i < COUNT(names); i++) {
		if (!names[i])
			continue;
		for (before = 0; before <= 1; before++) {
			unsigned int set = before ? ~0u : 0;

			sprintf(word, "%s", names[i]);
			/* NO_ and more after it is a switch, whatever it is */
			if (!names_are(word, 32, set, 0, set | BIT(i)))
				return 0;
			sprintf(word, "NO_%s\n", names[i]);
			if (!names_are(word, 32, set, 0, set & ~BIT(i)))
				return 0;
			sprintf(word, "NO_NO_%s", names[i]);
			if (!names_are(word, 32, set, -EINVAL, 0))
				return 0;
			/* more than the name is none; less only if it is another */
			sprintf(word, "%sx", names[i]);
			if (!names_are(word, 32, set, -EINVAL, 0))
				return 0;
		}
		/* a table that ends before it does not have it */
		sprintf(word, "%s", names[i]);
		if (!names_are(word, i, 0, -EINVAL, 0) ||
		    !names_are(word, i + 1, 0, 0, BIT(i)))
			return 0;
	}
	return 1;
}

static int whole_words(void)
{
	return names_are("NORMALIZED_SLEEPER", 32, 0, 0, BIT(4)) &&
	       names_are("NORMALIZED_SLEEPERS", 32, 0, 0, BIT(5)) &&
	       names_are("NORMALIZED", 32, 0, 0, BIT(6)) &&
	       names_are("NORMALIZED_", 32, 0, -EINVAL, 0) &&
	       names_are("NORMALIZED_SLEEPER_", 32, 0, -EINVAL, 0) &&
	       names_are("NORMAL", 32, 0, -EINVAL, 0) &&
	       names_are("normalized_sleeper", 32, 0, -EINVAL, 0) &&
	       names_are("NO_", 32, ~0u, -EINVAL, 0) &&
	       names_are("NO", 32, 0, 0, BIT(8)) &&
	       names_are("NO_NO", 32, ~0u, 0, ~BIT(8)) &&
	       names_are("NO_N", 32, ~0u, 0, ~BIT(7)) &&
	       names_are("NO_NO_", 32, ~0u, -EINVAL, 0) &&
	       names_are("NO_O_", 32, ~0u, 0, ~BIT(19)) &&
	       names_are("NO_NOT_A_SWITCH", 32, ~0u, 0, ~BIT(22)) &&
	       names_are("NO A", 32, 0, 0, BIT(8) | BIT(12)) &&
	       names_are("no_A", 32, 0, -EINVAL, 0) &&
	       names_are("NO__", 32, ~0u, 0, ~BIT(24)) &&
	       names_are("A,B", 32, 0, -EINVAL, 0) &&
	       names_are("A\\nB", 32, 0, -EINVAL, 0) &&
	       names_are("A\x01", 32, 0, -EINVAL, 0) &&
	       names_are("1", 32, 0, -EINVAL, 0) &&
	       names_are("0x1", 32, 0, 0, BIT(30));
}

static int several(void)
{
	return names_are("A B", 32, 0, 0, BIT(12) | BIT(15)) &&
	       names_are("\n A\t\tNO_B \r\f\v", 32, BIT(15) | 1, 0, BIT(12) | 1) &&
	       names_are("A\xa0""B", 32, 0, 0, BIT(12) | BIT(15)) &&
	       names_are("A NO_A", 32, 0, 0, 0) &&
	       names_are("NO_A A", 32, 0, 0, BIT(12)) &&
	       names_are("A NO_A A A", 32, BIT(12), 0, BIT(12)) &&
	       names_are("A A NO_A", 32, ~0u, 0, ~BIT(12)) &&
	       names_are("LAST N", 32, 0, 0, BIT(31) | BIT(7));
}

static int all_or_nothing(void)
{
	return names_are("A NOTHING_LIKE_IT", 32, 0, -EINVAL, 0) &&
	       names_are("NOTHING_LIKE_IT A", 32, 0, -EINVAL, 0) &&
	       names_are("A B NO_AB C", 32, 8, -EINVAL, 0) &&
	       names_are("NO_A NO_", 32, ~0u, -EINVAL, 0) &&
	       names_are("", 32, 5, -EINVAL, 0) &&
	       names_are(" \n\t", 32, 5, -EINVAL, 0) &&
	       names_are("A", 0, 5, -EINVAL, 0);
}

/* words of any kind, in any number; both readings must agree */
static int agree(const char *text, unsigned int known, unsigned int nr,
		 unsigned int before)
{
	unsigned int want = before;
	int ret = want_number(text, known, &want);

	if (!number_is(text, known, ret, want))
		return 0;
	want = before;
	ret = want_names(text, nr, &want);
	return names_are(text, nr, before, ret, want);
}

static int any_text(void)
{
	static const char *const piece[] = {
		"NO_", "NO", " ", "\n", "\t", "0", "1", "0x", "f", "9", "A", "B", "C",
		"_", "NORMALIZED", "_SLEEPER", "S", "N", "LAST", "\xa0", "X1", "2",
		"4294967295", "4294967296", "-", "x", LONGEST, "HRTICK", "hrtick"
	};
	static char text[32 * sizeof(LONGEST)];
	int round, i;

	for (round = 0; round < ROUNDS(150000); round++) {
		int pieces = random_below(random_below(10) ? 5 : 30);
		unsigned int known = random64(), nr = random_below(33);

		text[0] = 0;
		for (i = 0; i < pieces; i++) {
			strcat(text, random_below(3) ? piece[random_below(COUNT(piece))] :
			       names[4]);
			if (random_below(2))
				strcat(text, " ");
		}
		/* most random numbers would have an unknown bit */
		if (!agree(text, random_below(2) ? ~0u : known,
			   random_below(2) ? 32 : nr, random64()))
			return 0;
	}
	return 1;
}

static int any_bytes(void)
{
	char text[9];
	int round, i;

	for (round = 0; round < ROUNDS(150000); round++) {
		int len = random_below(sizeof(text));

		for (i = 0; i < len; i++)
			text[i] = random_below(2) ? random64() : '0' + random_below(10);
		text[len] = 0;
		if (!agree(text, ~0u, 32, random64()))
			return 0;
	}
	return 1;
}

#ifndef NO_MAIN
int main(void)
{
	result(good_numbers(), "numbers: decimal, hexadecimal, white space around");
	result(no_numbers(), "numbers: anything else is refused, nothing changed");
	result(too_much(), "numbers: more than 32 bits, or an unknown one, is refused");
	result(each_name(), "names: each of 32, on, off, not twice off, not one letter more");
	result(whole_words(), "names: whole words only");
	result(several(), "names: several words, and the later counts");
	result(all_or_nothing(), "names: all or nothing, and not none");
	result(any_text(), "150000 random texts are read as by another reader");
	result(any_bytes(), "150000 random strings as well");
	return finish();
}
#endif
