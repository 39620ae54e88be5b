/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fuzz-verdict: what console.c promises, tried with arbitrary input.
 *
 *  1. No noise turns a crash into a pass.  Noise stands on lines of its own or
 *     before and after the crash on its line, never inside the crash.
 *  2. A damaged report passes only if its payloads are all there, unchanged.
 *  3. Arbitrary bytes are read without a fault, and never pass.
 *
 * A libFuzzer target; with -DFUZZ_STANDALONE a program of its own:
 *
 *	fuzz-verdict-standalone [RUNS [SEED]]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "exitcodes.h"
#include "../guest/proto.h"

#define NONCE		"5eed0123456789ab"
#define RELEASE		"2.6.25-rc6-cfsq"
#define STAMP		"[    1.234567] "
#define BUILD_ID	"00c0ffee11c0ffee22c0ffee"
#define TEXT_MAX	(1 << 16)

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* Lines as these kernels print them; written here apart from console.c's. */
static const char *const crashes[] = {
	"Kernel panic - not syncing: Attempted to kill init!",
	"Kernel panic - not syncing: Fatal exception in interrupt",
	"Kernel panic - not syncing: VFS: Unable to mount root fs on "
		"unknown-block(0,0)",
	"Kernel panic - not syncing: stack-protector: Kernel stack is "
		"corrupted in: ffffffff8020a1f0",
	"No init found.  Try passing init= option to kernel.",
	"Warning: unable to open an initial console.",
	"BUG: unable to handle kernel NULL pointer dereference at "
		"0000000000000018",
	"BUG: unable to handle kernel paging request at ffffffffdeadbeef",
	"Unable to handle kernel NULL pointer dereference at 0018 RIP: ",
	"Oops: 0000 [#1] SMP ",
	"general protection fault: 0000 [1] SMP ",
	"double fault: 0000 [1] SMP ",
	"PANIC: double fault, gdt at c1203000 [255 bytes]",
	"PANIC: early exception 0e rip 10:ffffffff8048a1f0 error 0 cr2 8",
	"divide error: 0000 [1] SMP ",
	"invalid opcode: 0000 [#1] SMP ",
	"stack segment: 0000 [1] SMP ",
	"coprocessor segment overrun: 0000 [#1] SMP ",
	"iret exception: 0000 [#1] SMP ",
	"CPU 0: Machine Check Exception:                4 Bank 0: b200000000",
	"kernel BUG at kernel/sched.c:1402!",
	"Kernel BUG at ffffffff8022b1c2 [verbose debug info unavailable]",
	"BUG: soft lockup - CPU#2 stuck for 61s! [hackbench:61]",
	"BUG: NMI Watchdog detected LOCKUP on CPU1, ip c0222a3b, registers:",
	"NMI Watchdog detected LOCKUP on CPU 3",
	"BUG: scheduling while atomic: hackbench/61/0x00000002",
	"BUG: sleeping function called from invalid context at mm/slab.c:3044",
	"BUG: spinlock lockup on CPU#1, hackbench/61, ffff81001f0c2a80",
	"BUG: spinlock bad magic on CPU#0, swapper/0",
	"BUG: rwlock recursion on CPU#0, swapper/0, c0412a80",
	"BUG: workqueue leaked lock or atomic: events/0/0x00000001/9",
	"BUG: using smp_processor_id() in preemptible [00000000] code: init/1",
	"BUG: Int 14: CR2 00000018",
	"bad: scheduling from the idle thread!",
	"[ INFO: possible circular locking dependency detected ]",
	"[ INFO: possible recursive locking detected ]",
	"[ INFO: inconsistent lock state ]",
	"[ INFO: hard-safe -> hard-unsafe lock order detected ]",
	"[ BUG: held lock freed! ]",
	"[ BUG: bad unlock balance detected! ]",
	"[ BUG: lock held at task exit time! ]",
	"INFO: trying to register non-static key.",
	"INFO: task hackbench:61 blocked for more than 120 seconds.",
	"RCU detected CPU 1 stall (t=4296014/750 jiffies)",
	"RCU detected CPU stalls: 1 3 (detected by 0, t=752 jiffies)",
	"WARNING: at kernel/sched_fair.c:312 place_entity+0x41/0x9a()",
	"Badness at kernel/sched.c:1010",
	"hackbench invoked oom-killer: gfp_mask=0xd0, order=1, oomkilladj=0",
	"Out of memory: kill process 61 (hackbench) score 1024 or a child",
	"Bad page state in process 'hackbench'",
	"list_del corruption. prev->next should be c0ffee00, but was 00000000",
	"---[ end trace 4f3c2b1a09f8e7d6 ]---",
	"Call Trace:",
	"Linux version 2.6.25-rc6-cfsq (bench@bench) (gcc version 12.2.0) #1",
};

static const char *const boot[] = {
	"[    0.000000] Linux version 2.6.25-rc6-cfsq (bench@bench) #1 SMP",
	"[    0.000000] Command line: cfsq.nonce=5eed0123456789ab",
	"[    0.300000] Brought up 4 CPUs",
	"[    0.900000] Freeing unused kernel memory: 200k freed",
};

static const char *const payloads[] = {
	PROTO_VERSION,
	("# release " RELEASE),
	("# build-id " BUILD_ID),
	"# cpus 4",
	"# domain 0 MC 0-1 2-3",
	"ok 1 - cpus online: 4",
	"ok 2 - sched domains as expected",
	"# setting 1 asked asis number 39 names A NO_B",
	"ok 3 - setting 1 asis: set and read back",
	"# uptime 6.543210",
	"1..3",
	/* and the end line */
};

#define N_PAYLOADS	(COUNT(payloads) + 1)
#define N_LINES		(COUNT(boot) + N_PAYLOADS + 1)

/* The input, taken from its front; zeros when there is no more. */
struct input {
	const uint8_t *data;
	size_t len;
};

static unsigned int take(struct input *in, unsigned int below)
{
	unsigned int value = 0, limit;

	for (limit = below - 1; limit; limit >>= 8) {
		value <<= 8;
		if (!in->len)
			continue;
		value |= *in->data++;
		in->len--;
	}
	return value % below;
}

struct text {
	char byte[TEXT_MAX];
	size_t len;
};

static void add(struct text *t, const void *data, size_t len)
{
	if (len > TEXT_MAX - t->len)
		len = TEXT_MAX - t->len;
	memcpy(t->byte + t->len, data, len);
	t->len += len;
}

static void add_text(struct text *t, const char *text)
{
	add(t, text, strlen(text));
}

static void add_noise(struct text *t, struct input *in)
{
	size_t n = take(in, 64);

	if (n > in->len)
		n = in->len;
	add(t, in->data, n);
	in->data += n;
	in->len -= n;
}

/* A passing console, line by line. */
struct boot {
	char line[N_LINES][128];
	size_t len[N_LINES];
	size_t n;
};

static void add_line(struct boot *b, const char *text)
{
	b->len[b->n] = snprintf(b->line[b->n], sizeof(b->line[0]), "%s\n",
				text);
	b->n++;
}

/* @stamp: what printk puts before the guest's lines, if they come through it */
static void make_boot(struct boot *b, const char *stamp)
{
	char text[128];
	uint32_t crc = 0;
	size_t i;

	b->n = 0;
	for (i = 0; i < COUNT(boot); i++)
		add_line(b, boot[i]);
	for (i = 0; i < COUNT(payloads); i++) {
		crc = proto_crc(crc, payloads[i], strlen(payloads[i]));
		crc = proto_crc(crc, "\n", 1);
		snprintf(text, sizeof(text), "%s" PROTO_MARK " " NONCE " %s",
			 stamp, payloads[i]);
		add_line(b, text);
	}
	snprintf(text, sizeof(text), "%s" PROTO_MARK " " NONCE
		 " end 3 0 %08lx", stamp, (unsigned long)crc);
	add_line(b, text);
	add_line(b, "[    6.600000] Power down.");
}

static void broken(const char *what, const struct text *t, int code)
{
	fprintf(stderr, "fuzz-verdict: %s (code %d), the console:\n", what,
		code);
	fwrite(t->byte, 1, t->len, stderr);
	abort();
}

/* In a block of its own size, so that the sanitizer sees every step too far */
static int judge(const struct text *t, struct console *c,
		 const struct console_asked *asked)
{
	struct console_verdict v;
	char *copy = malloc(t->len ? t->len : 1);

	if (!copy)
		abort();
	memcpy(copy, t->byte, t->len);
	if (console_parse(c, copy, t->len, NONCE))
		abort();
	if (!t->len)
		free(copy);
	console_judge(c, asked, &v);
	if (v.line > t->len + 1 || (v.line && v.at >= t->len) || !v.next)
		broken("a verdict without a place", t, v.code);
	return v.code;
}

static void done(struct console *c)
{
	if (c->len)
		free((char *)c->text);
	console_free(c);
}

static const struct console_asked good_end = {
	.build_id = BUILD_ID, .release = RELEASE, .end = CONSOLE_END_EXIT,
};

static bool is_crash(int code)
{
	return (code >= EXIT_PANIC && code <= EXIT_REBOOTLOOP) ||
	       code == EXIT_NOINIT || code == EXIT_WARNING;
}

/* The crash somewhere in line @b, or cut in two around the whole of it. */
static void add_crash(struct text *t, struct input *in, const char *crash,
		      const char *line, size_t len)
{
	size_t at, n = strlen(crash);

	if (take(in, 4)) {
		at = take(in, len + 1);
		add(t, line, at);
		add_noise(t, in);
		add(t, crash, n);
		add_noise(t, in);
		add(t, line + at, len - at);
		return;
	}
	/* without noise: then it must still be put together again */
	at = take(in, n);
	add(t, crash, at);
	add(t, line, len);
	add(t, crash + at, n - at);
	add_text(t, "\n");
}

static void test_crash(struct input *in, struct text *t)
{
	const char *crash = crashes[take(in, COUNT(crashes))];
	struct console_asked asked = good_end;
	struct console c;
	struct boot b;
	size_t at, i;
	int code;

	make_boot(&b, take(in, 2) ? STAMP : "");
	/* the banner needs the first one before it to be a second */
	at = 1 + take(in, b.n);
	asked.end = take(in, CONSOLE_END_INTERRUPTED + 1);
	for (i = 0; i < b.n; i++) {
		if (i != at) {
			add(t, b.line[i], b.len[i]);
		} else if (take(in, 2)) {
			/* only a whole line of the guest is taken out again */
			if (i < COUNT(boot) || i + 1 == b.n) {
				add_text(t, crash);
				add_text(t, "\n");
				add(t, b.line[i], b.len[i]);
			} else {
				add_crash(t, in, crash, b.line[i], b.len[i]);
			}
		} else {
			add_noise(t, in);
			add_text(t, crash);
			add_noise(t, in);
			add_text(t, "\n");
			add(t, b.line[i], b.len[i]);
		}
		/* noise on lines of its own */
		if (!take(in, 4)) {
			add_noise(t, in);
			add_text(t, "\n");
		}
	}
	if (at == b.n) {
		add_noise(t, in);
		add_text(t, crash);
		add_noise(t, in);
	}
	code = judge(t, &c, &asked);
	/* a mere warning behind the power-off does not count */
	if (!is_crash(code) && (at < b.n || c.fatal.at != CONSOLE_NOWHERE))
		broken("a crash was not seen", t, code);
	done(&c);
}

static void swap_lines(struct boot *b, size_t i, size_t j)
{
	char line[sizeof(b->line[0])];
	size_t len = b->len[i];

	memcpy(line, b->line[i], sizeof(line));
	memcpy(b->line[i], b->line[j], sizeof(line));
	memcpy(b->line[j], line, sizeof(line));
	b->len[i] = b->len[j];
	b->len[j] = len;
}

/* One damage to line @i, by any of the ways a serial line knows. */
static void damage(struct boot *b, struct input *in, size_t i)
{
	char *line = b->line[i];
	size_t at = b->len[i] ? take(in, b->len[i]) : 0;

	switch (take(in, 6)) {
	case 0:				/* a byte changed */
		if (b->len[i])
			line[at] ^= 1 + take(in, 255);
		break;
	case 1:				/* a byte lost */
		if (b->len[i]) {
			memmove(line + at, line + at + 1, b->len[i] - at - 1);
			b->len[i]--;
		}
		break;
	case 2:				/* a byte more */
		if (b->len[i] < sizeof(b->line[0])) {
			memmove(line + at + 1, line + at, b->len[i] - at);
			line[at] = take(in, 256);
			b->len[i]++;
		}
		break;
	case 3:				/* the rest of the line lost */
		b->len[i] = at;
		break;
	case 4:				/* the line lost */
		b->len[i] = 0;
		break;
	case 5:				/* two lines swapped */
		swap_lines(b, i, take(in, b->n));
		break;
	}
}

/* Is the report's payload sequence the one that was sent? */
static bool same_report(const struct console *c, const struct console *sent)
{
	const struct console_span *a, *b;
	size_t i;

	if (c->n_records != sent->n_records)
		return false;
	for (i = 0; i < c->n_records; i++) {
		a = &c->records[i].payload;
		b = &sent->records[i].payload;
		if (a->len != b->len || memcmp(a->text, b->text, a->len))
			return false;
	}
	return true;
}

static void add_boot(struct text *t, const struct boot *b, size_t doubled)
{
	size_t i;

	for (i = 0; i < b->n; i++) {
		add(t, b->line[i], b->len[i]);
		if (i == doubled)
			add(t, b->line[i], b->len[i]);
	}
}

static void test_damage(struct input *in, struct text *t)
{
	struct console c, sent;
	struct boot b;
	unsigned int times;
	size_t doubled;
	int code;

	make_boot(&b, take(in, 2) ? STAMP : "");
	add_boot(t, &b, b.n);
	code = judge(t, &sent, &good_end);
	if (code != EXIT_OK || sent.n_records != N_PAYLOADS)
		broken("a good console does not pass", t, code);

	doubled = take(in, 4) ? b.n : take(in, b.n);
	for (times = take(in, 4); times--; )
		damage(&b, in, COUNT(boot) + take(in, N_PAYLOADS));
	t->len = 0;
	add_boot(t, &b, doubled);
	if (!take(in, 8))
		t->len = take(in, t->len + 1);

	code = judge(t, &c, &good_end);
	if (code == EXIT_OK && !same_report(&c, &sent))
		broken("a damaged report passed", t, code);
	done(&c);
	done(&sent);
}

static void test_bytes(struct input *in, struct text *t)
{
	static const char *const keys[] = { "", "release", "cpu" };
	struct console_asked asked = good_end;
	struct console_span value;
	struct console c;
	char word[80];
	size_t from, i;
	int code;

	asked.end = take(in, CONSOLE_END_INTERRUPTED + 1);
	asked.end_value = take(in, 2);
	/* with real lines now and then, which bytes alone would never hit */
	while (in->len) {
		switch (take(in, 4)) {
		case 0:
			add_text(t, PROTO_MARK " " NONCE " ");
			add_text(t, payloads[take(in, COUNT(payloads))]);
			break;
		case 1:
			add_text(t, PROTO_MARK " " NONCE " ");
			break;
		}
		add_noise(t, in);
		if (take(in, 2))
			add_text(t, "\n");
	}
	code = judge(t, &c, &asked);
	if (code == EXIT_OK)
		broken("arbitrary bytes passed", t, code);
	console_cause(code, word, sizeof(word));
	for (i = 0; i < COUNT(keys); i++) {
		from = 0;
		while (console_data(&c, keys[i], &from, &value))
			console_clean(word, sizeof(word), value);
	}
	if (console_banner_release(&c, &value))
		console_clean(word, sizeof(word), value);
	console_clean(word, 1 + take(in, sizeof(word)),
		      console_line(&c, t->len / 2));
	done(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const tests[])(struct input *, struct text *) = {
		test_crash, test_damage, test_bytes,
	};
	struct input in = { data, size };
	struct text *t = malloc(sizeof(*t));

	if (!t)
		abort();
	t->len = 0;
	tests[take(&in, COUNT(tests))](&in, t);
	free(t);
	return 0;
}

#ifdef FUZZ_STANDALONE
/* Marsaglia's xorshift: the same bytes from a seed on every machine */
static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Bytes that mean something to a console, among any others. */
static uint8_t random_byte(uint64_t *state)
{
	static const char telling[] = "\n\r\033[]<>.:# 0123456789abcfqskDE";
	uint64_t r = next_random(state) >> 16;

	if (r & 1)
		return r >> 8;
	return telling[(r >> 8) % sizeof(telling)];
}

int main(int argc, char **argv)
{
	unsigned long runs = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
	unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
	uint64_t state = seed + 0x9e3779b97f4a7c15ull;
	uint8_t data[512];
	unsigned long i;
	size_t n, len;

	for (i = 0; i < runs; i++) {
		len = next_random(&state) % (sizeof(data) + 1);
		for (n = 0; n < len; n++)
			data[n] = random_byte(&state);
		if (len)
			data[0] = i;
		LLVMFuzzerTestOneInput(data, len);
	}
	printf("%lu runs from seed %lu: all held\n", runs, seed);
	return 0;
}
#endif
