/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What happened on a serial console.
 *
 * Two rules decide everything here:
 *
 *  - No noise turns a crash into a pass.  So crash phrases are looked for in
 *    the raw bytes of the whole console, wherever they stand: a phrase that is
 *    there unbroken is always found.  Cleaned copies of the console are
 *    searched as well, and can only add to what was found.
 *
 *  - No damaged report passes.  So a report is read strictly: every line of
 *    the guest must be of a known form and in its place, and the checksum over
 *    all of them must be right.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "console.h"
#include "exitcodes.h"
#include "../guest/proto.h"

#define MARK_LEN	(sizeof(PROTO_MARK) + PROTO_NONCE_LEN + 1)

/* What a phrase is when it is no crash; a crash is its EXIT_ code. */
enum {
	IS_TRACE = -1,		/* part of a report, its head may be lost */
	IS_NOTE = -2,
	IS_BANNER = -3,
	IS_BIOS = -4,
	IS_POWEROFF = -5,
};

struct console_phrase {
	const char *text;	/* \1 is any hex digit, \2 any decimal one */
	int is;
	const char *next;	/* NULL: what the cause says */
	const char *unless;	/* not when this stands directly before */
};

#define NEXT_MEMORY \
	"the guest ran out of memory: give the machine more, or the " \
	"workload fewer groups"

/*
 * The wording of 2.6.24 to 2.6.28, 32 and 64 bit.  Where two phrases begin at
 * the same byte the first one here counts: the special before the general.
 */
static const struct console_phrase phrases[] = {
	/* no root, no console, no init */
	{ "Kernel panic - not syncing: VFS: Unable to mount root", EXIT_NOINIT,
	  NULL, NULL },
	{ "Kernel panic - not syncing: No init found", EXIT_NOINIT,
	  NULL, NULL },
	{ "Kernel panic - not syncing: No filesystem could mount root",
	  EXIT_NOINIT, NULL, NULL },
	{ "Kernel panic - not syncing: incorrect cpio method", EXIT_NOINIT,
	  NULL, NULL },
	{ "Kernel panic - not syncing: no cpio magic", EXIT_NOINIT,
	  NULL, NULL },
	{ "Kernel panic - not syncing: broken padding", EXIT_NOINIT,
	  NULL, NULL },
	{ "Kernel panic - not syncing: junk in ", EXIT_NOINIT,
	  NULL, NULL },
	{ "no cpio magic", EXIT_NOINIT, NULL, NULL },
	{ "; looks like an initrd", EXIT_NOINIT, NULL, NULL },
	{ "VFS: Unable to mount root", EXIT_NOINIT, NULL, NULL },
	{ "VFS: Cannot open root device", EXIT_NOINIT, NULL, NULL },
	{ "No init found", EXIT_NOINIT, NULL, NULL },
	{ "No filesystem could mount root", EXIT_NOINIT, NULL, NULL },
	{ "Failed to execute ", EXIT_NOINIT,
	  "init would not run: is it static, executable and built for this "
	  "architecture?", NULL },
	{ "unable to open an initial console", EXIT_NOINIT,
	  "the initramfs has no /dev/console, or console= names a device that "
	  "this kernel has not", NULL },

	/* panic */
	{ "Kernel panic - not syncing: stack-protector", EXIT_PANIC,
	  "a stack canary changed: build with -fno-stack-protector, as the "
	  "bench does", NULL },
	{ "Kernel panic - not syncing: Attempted to kill init", EXIT_PANIC,
	  "init itself died: the lines above say by which signal; run it on a "
	  "stock kernel of the same base", NULL },
	{ "Kernel panic", EXIT_PANIC, NULL, NULL },
	{ "not syncing", EXIT_PANIC, NULL, NULL },
	{ "Kernel stack is corrupted", EXIT_PANIC, NULL, NULL },
	{ "Attempted to kill init", EXIT_PANIC, NULL, NULL },
	{ "Attempted to kill the idle task", EXIT_PANIC, NULL, NULL },
	{ "Aiee, killing interrupt handler", EXIT_PANIC, NULL, NULL },
	{ "Rebooting in \2", EXIT_PANIC, NULL, NULL },

	/* lockups, before the BUG: that some of them begin with */
	{ "BUG: soft lockup", EXIT_LOCKUP, NULL, NULL },
	{ "soft lockup - CPU#", EXIT_LOCKUP, NULL, NULL },
	{ "soft lockup detected", EXIT_LOCKUP, NULL, NULL },
	{ "BUG: NMI Watchdog detected LOCKUP", EXIT_LOCKUP, NULL, NULL },
	{ "NMI Watchdog detected LOCKUP", EXIT_LOCKUP, NULL, NULL },

	/* traps in the kernel */
	{ "BUG: unable to handle kernel", EXIT_OOPS, NULL, NULL },
	{ "BUG: Int \2", EXIT_OOPS, NULL, NULL },
	{ "nable to handle kernel", EXIT_OOPS, NULL, NULL },
	{ "Oops: ", EXIT_OOPS, NULL, NULL },
	{ "general protection fault", EXIT_OOPS, NULL, NULL },
	{ "PANIC: double fault", EXIT_OOPS, NULL, NULL },
	{ "PANIC: early exception", EXIT_OOPS, NULL, NULL },
	{ "double fault", EXIT_OOPS, NULL, NULL },
	{ "divide error: ", EXIT_OOPS, NULL, NULL },
	{ "invalid opcode: ", EXIT_OOPS, NULL, NULL },
	{ "stack segment: ", EXIT_OOPS, NULL, NULL },
	{ "invalid TSS: ", EXIT_OOPS, NULL, NULL },
	{ "segment not present: ", EXIT_OOPS, NULL, NULL },
	{ "coprocessor segment overrun: ", EXIT_OOPS, NULL, NULL },
	{ "alignment check: ", EXIT_OOPS, NULL, NULL },
	{ "iret exception: ", EXIT_OOPS, NULL, NULL },
	{ "Bad pagetable: ", EXIT_OOPS, NULL, NULL },
	{ ": \1\1\1\1 [#\2", EXIT_OOPS, NULL, NULL },	/* 32 bit */
	{ ": \1\1\1\1 [\2] ", EXIT_OOPS, NULL, NULL },	/* 64 bit */
	{ "Fixing recursive fault", EXIT_OOPS, NULL, NULL },
	{ "Recursive die() failure", EXIT_OOPS, NULL, NULL },
	{ "Unknown interrupt or fault at", EXIT_OOPS, NULL, NULL },
	{ "Machine Check Exception", EXIT_OOPS,
	  "a machine check: real hardware is failing, or QEMU injected one",
	  NULL },
	{ "Unexpected int18", EXIT_OOPS, NULL, NULL },
	{ "HARDWARE ERROR", EXIT_OOPS, NULL, NULL },

	/* BUG() and its relatives */
	{ "kernel BUG at", EXIT_BUG, NULL, NULL },
	{ "Kernel BUG at", EXIT_BUG, NULL, NULL },
	{ "BUG: scheduling while atomic", EXIT_BUG, NULL, NULL },
	{ "scheduling while atomic", EXIT_BUG, NULL, NULL },
	{ "bad: scheduling from the idle thread", EXIT_BUG, NULL, NULL },
	{ "BUG: sleeping function called", EXIT_BUG, NULL, NULL },
	{ "sleeping function called from invalid", EXIT_BUG, NULL, NULL },
	{ "BUG: spinlock ", EXIT_BUG, NULL, NULL },
	{ "BUG: rwlock ", EXIT_BUG, NULL, NULL },
	{ "BUG: read-lock lockup", EXIT_BUG, NULL, NULL },
	{ "BUG: write-lock lockup", EXIT_BUG, NULL, NULL },
	{ "BUG: workqueue leaked", EXIT_BUG, NULL, NULL },
	{ "BUG: using smp_processor_id", EXIT_BUG, NULL, NULL },
	{ "BUG: recent printk recursion", EXIT_BUG, NULL, NULL },
	{ "BUG: failure at ", EXIT_BUG, NULL, NULL },
	{ "BUG: Dentry ", EXIT_BUG, NULL, NULL },
	{ "BUG: key ", EXIT_BUG, NULL, NULL },
	{ "BUG: MAX_", EXIT_BUG, NULL, NULL },
	{ "BUG: bad ", EXIT_BUG, NULL, NULL },
	{ "BUG: held lock freed", EXIT_BUG, NULL, NULL },
	{ "BUG: lock held ", EXIT_BUG, NULL, NULL },
	{ "BUG: circular locking", EXIT_BUG, NULL, NULL },
	{ "[ BUG: ", EXIT_BUG, NULL, NULL },
	/* the rest of them; a developer's own "DEBUG: " is none */
	{ "BUG: ", EXIT_BUG, NULL, "DE" },
	{ "[ INFO: ", EXIT_BUG, NULL, NULL },
	{ "possible circular locking", EXIT_BUG, NULL, NULL },
	{ "possible recursive locking", EXIT_BUG, NULL, NULL },
	{ "possible irq lock inversion", EXIT_BUG, NULL, NULL },
	{ "inconsistent lock state", EXIT_BUG, NULL, NULL },
	{ "unsafe lock order detected", EXIT_BUG, NULL, NULL },
	{ "trying to register non-static key", EXIT_BUG, NULL, NULL },
	{ "the locking correctness validator", EXIT_BUG, NULL, NULL },
	{ "Bad page state", EXIT_BUG, NULL, NULL },
	{ "Bad pte = ", EXIT_BUG, NULL, NULL },
	{ "Eeek! ", EXIT_BUG, NULL, NULL },
	{ "list_add corruption", EXIT_BUG, NULL, NULL },
	{ "list_del corruption", EXIT_BUG, NULL, NULL },
	{ "Slab corruption", EXIT_BUG, NULL, NULL },
	{ "slab error in ", EXIT_BUG, NULL, NULL },
	{ "Internal list corruption", EXIT_BUG, NULL, NULL },
	{ "Redzone overwritten", EXIT_BUG, NULL, NULL },
	{ "Poison overwritten", EXIT_BUG, NULL, NULL },
	{ "adding overwritten", EXIT_BUG, NULL, NULL },
	{ "Freepointer corrupt", EXIT_BUG, NULL, NULL },
	{ "INFO: Slab 0x", EXIT_BUG, NULL, NULL },
	{ "exited with preempt_count", EXIT_BUG, NULL, NULL },
	{ "huh, entered ", EXIT_BUG, NULL, NULL },
	{ "stack overflow (cur:", EXIT_BUG, NULL, NULL },
	{ "do_IRQ: stack overflow", EXIT_BUG, NULL, NULL },

	/* tasks and RCU */
	{ "blocked for more than", EXIT_HUNGTASK, NULL, NULL },
	{ "hung_task_timeout_secs\" disables", EXIT_HUNGTASK, NULL, NULL },
	{ "RCU detected", EXIT_STALL, NULL, NULL },
	{ "detected stall", EXIT_STALL, NULL, NULL },
	{ "self-detected stall", EXIT_STALL, NULL, NULL },

	/* warnings */
	{ "WARNING: at ", EXIT_WARNING, NULL, NULL },
	{ "Badness at ", EXIT_WARNING, NULL, NULL },
	{ "Badness in ", EXIT_WARNING, NULL, NULL },
	{ "invoked oom-killer", EXIT_WARNING, NEXT_MEMORY, NULL },
	{ ": kill process \2", EXIT_WARNING, NEXT_MEMORY, NULL },
	{ "Out of memory: ", EXIT_WARNING, NEXT_MEMORY, NULL },
	{ "Out of Memory: ", EXIT_WARNING, NEXT_MEMORY, NULL },
	{ "Killed process \2", EXIT_WARNING, NEXT_MEMORY, NULL },
	{ "page allocation failure", EXIT_WARNING, NEXT_MEMORY, NULL },
	{ "nobody cared", EXIT_WARNING, NULL, NULL },

	/* what only ever follows one of the above */
	{ "Call Trace:", IS_TRACE, NULL, NULL },
	{ "[ cut here ]", IS_TRACE, NULL, NULL },
	{ "[ end trace ", IS_TRACE, NULL, NULL },
	{ "Modules linked in:", IS_TRACE, NULL, NULL },
	{ "RIP: \1\1\1\1:", IS_TRACE, NULL, NULL },
	{ "EIP: \1\1\1\1:", IS_TRACE, NULL, NULL },

	/* no failures */
	{ "TSC unstable", IS_NOTE, NULL, NULL },
	{ "locksource tsc unstable", IS_NOTE, NULL, NULL },
	{ "marking TSC unstable", IS_NOTE, NULL, NULL },
	{ "NMI appears to be stuck", IS_NOTE, NULL, NULL },
	{ "NMI received for unknown reason", IS_NOTE, NULL, NULL },
	{ "Not responding.", IS_NOTE, NULL, NULL },
	{ "not responding - cannot use it", IS_NOTE, NULL, NULL },
	{ "Stuck ??", IS_NOTE, NULL, NULL },
	{ "segfault at ", IS_NOTE, NULL, NULL },
	{ "INFO: lockdep is turned off", IS_NOTE, NULL, NULL },

	{ "Linux version \2", IS_BANNER, NULL, NULL },
	{ "SeaBIOS (version", IS_BIOS, NULL, NULL },
	{ "Bochs BIOS", IS_BIOS, NULL, NULL },
	{ "QEMU BIOS", IS_BIOS, NULL, NULL },
	{ "Power down.", IS_POWEROFF, NULL, NULL },
};

#define N_PHRASES	(sizeof(phrases) / sizeof(phrases[0]))

static const struct cause {
	int code;
	const char *name;
	const char *next;
} causes[] = {
#define CAUSE(name, next)	{ EXIT_##name, #name, next }
	CAUSE(OK, "nothing to mend; summary shows what was seen"),
	CAUSE(FAIL, "the lines around it say what was wanted and what was "
	      "found"),
	CAUSE(PANIC, "read on from that line; boot the stock kernel of the "
	      "same base to tell patch from bench"),
	CAUSE(OOPS, "look its RIP or EIP up in System.map; boot the stock "
	      "kernel of the same base to tell patch from bench"),
	CAUSE(BUG, "the trace below it names the caller; boot the stock "
	      "kernel of the same base to tell patch from bench"),
	CAUSE(LOCKUP, "the host is suspect, this is no verdict on the "
	      "scheduler: boot again on an idle host, or with -icount"),
	CAUSE(HUNGTASK, "the trace below it shows where the task waits; under "
	      "emulation try an idle host first"),
	CAUSE(STALL, "the trace below it shows what the CPU does; under "
	      "emulation try an idle host first"),
	CAUSE(REBOOTLOOP, "a triple fault: boot again with QEMU's "
	      "-no-reboot -d cpu_reset,int and earlyprintk=ttyS0"),
	CAUSE(NOBANNER, "the kernel did not get as far as printing: check the "
	      "image, console=ttyS0, and boot with earlyprintk=ttyS0"),
	CAUSE(SILENT, "the last line is where it stopped; boot again with "
	      "earlyprintk=ttyS0 initcall_debug, and look at QEMU's own "
	      "messages"),
	CAUSE(TIMEOUT, "the last line is where it was; a slow host needs a "
	      "higher limit, a hung guest does not change it"),
	CAUSE(VTIMEOUT, "the last line is where it was; the workload is too "
	      "long for the limit, or the guest hangs"),
	CAUSE(WRONGKERNEL, "an old image was booted: build again and give the "
	      "new one's build id"),
	CAUSE(PROTOCOL, "boot again; if it stays, read the console around "
	      "that line"),
	CAUSE(NOINIT, "the kernel must find a gzip or plain newc cpio with "
	      "/init and /dev/console: check initramfs and BLK_DEV_INITRD"),
	CAUSE(WARNING, "the trace below it names the caller; boot the stock "
	      "kernel of the same base to tell patch from bench"),
	CAUSE(DIED, "QEMU's own messages say why it ended"),
	CAUSE(INTERRUPTED, "start it again"),
#undef CAUSE
};

static const struct cause *find_cause(int code)
{
	size_t i;

	for (i = 0; i < sizeof(causes) / sizeof(causes[0]); i++)
		if (causes[i].code == code)
			return &causes[i];
	return &causes[0];
}

const char *console_cause(int code, char *word, size_t size)
{
	const char *name = find_cause(code)->name;
	size_t i;

	for (i = 0; name[i] && i + 1 < size; i++)
		word[i] = tolower((unsigned char)name[i]);
	if (size)
		word[i] = '\0';
	return word;
}

static bool is_hex(char ch)
{
	return (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'f');
}

static bool is_dec(char ch)
{
	return ch >= '0' && ch <= '9';
}

/* Lines */

struct console_span console_line(const struct console *c, size_t at)
{
	struct console_span s = { c->text, 0 };
	const char *end, *nl;

	if (at >= c->len)
		return s;
	end = c->text + c->len;
	nl = memrchr(c->text, '\n', at);
	s.text = nl ? nl + 1 : c->text;
	nl = memchr(c->text + at, '\n', c->len - at);
	s.len = (nl ? nl : end) - s.text;
	return s;
}

size_t console_line_number(const struct console *c, size_t at)
{
	const char *p = c->text, *end;
	size_t n = 1;

	if (at >= c->len)
		return 0;
	end = c->text + at;
	while ((p = memchr(p, '\n', end - p))) {
		n++;
		p++;
	}
	return n;
}

/* Where the last line begins of which something shows on a screen. */
static size_t last_visible(const struct console *c)
{
	size_t at = c->len;

	while (at && ((unsigned char)c->text[at - 1] <= ' ' || c->text[at - 1] == 0x7f))
		at--;
	if (!at)
		return CONSOLE_NOWHERE;
	/* where its line begins */
	while (at && c->text[at - 1] != '\n')
		at--;
	return at;
}

/* Length of the escape sequence at @p, at least 1; ends before a newline. */
static size_t escape_len(const char *p, size_t avail)
{
	size_t n = 1;

	if (n == avail || p[n] == '\n')
		return n;
	if (p[n++] != '[')
		return n;
	while (n < avail && p[n] >= 0x20 && p[n] <= 0x3f)
		n++;
	if (n < avail && p[n] >= 0x40 && p[n] <= 0x7e)
		n++;
	return n;
}

/* Bytes at @p that a terminal would not show: 0 if it shows the first. */
static size_t invisible_len(const char *p, size_t avail)
{
	unsigned char ch = *p;

	if (ch == 0x1b)
		return escape_len(p, avail);
	return (ch < ' ' && ch != '\n' && ch != '\t') || ch == 0x7f;
}

void console_clean(char *dst, size_t size, struct console_span s)
{
	size_t i = 0, n = 0, skip;
	unsigned char ch;

	if (!size)
		return;
	while (i < s.len) {
		skip = invisible_len(s.text + i, s.len - i);
		if (skip) {
			i += skip;
			continue;
		}
		ch = s.text[i++];
		if (n + 1 == size) {
			for (skip = 0; skip < 3 && skip < n; skip++)
				dst[n - 1 - skip] = '.';
			break;
		}
		if (ch == '\t' || ch == '\n')
			ch = ' ';
		dst[n++] = ch >= ' ' && ch < 0x7f ? ch : '?';
	}
	while (n && dst[n - 1] == ' ')
		n--;
	dst[n] = '\0';
}

/* Views: copies of the console without what could stand in a phrase's way */

enum {
	DROP_PROTO = 1,		/* the guest's lines */
	DROP_TIMED = 2,		/* other CPUs' lines that begin in mid-line */
};

struct cut {
	size_t at;		/* from this byte of the view on ... */
	size_t skipped;		/* ... so many bytes of the console are gone */
};

struct view {
	char *text;
	size_t len;
	struct cut *cuts;
	size_t n_cuts, max_cuts;
};

static void view_free(struct view *v)
{
	free(v->text);
	free(v->cuts);
}

static int view_add(struct view *v, const char *text, size_t from, size_t n)
{
	size_t skipped = from - v->len;
	struct cut *cuts;
	size_t max;

	if (!v->n_cuts || v->cuts[v->n_cuts - 1].skipped != skipped) {
		if (v->n_cuts == v->max_cuts) {
			max = v->max_cuts ? 2 * v->max_cuts : 64;
			cuts = reallocarray(v->cuts, max, sizeof(*cuts));
			if (!cuts)
				return -1;
			v->cuts = cuts;
			v->max_cuts = max;
		}
		v->cuts[v->n_cuts].at = v->len;
		v->cuts[v->n_cuts++].skipped = skipped;
	}
	memcpy(v->text + v->len, text + from, n);
	v->len += n;
	return 0;
}

/* Where byte @at of the view stands in the console. */
static size_t view_origin(const struct view *v, size_t at)
{
	size_t low = 0, high = v->n_cuts, mid;

	if (!v->n_cuts)
		return at;
	while (high - low > 1) {
		mid = low + (high - low) / 2;
		if (v->cuts[mid].at <= at)
			low = mid;
		else
			high = mid;
	}
	return at + v->cuts[low].skipped;
}

/* Length of a printk time "[ 1234.567890] " at @p, or 0. */
static size_t time_len(const char *p, size_t avail)
{
	size_t n = 1, digits;

	if (avail < 2 || *p != '[')
		return 0;
	while (n < avail && p[n] == ' ')
		n++;
	for (digits = 0; n < avail && is_dec(p[n]); n++)
		digits++;
	if (!digits || n == avail || p[n++] != '.')
		return 0;
	for (digits = 0; n < avail && is_dec(p[n]); n++)
		digits++;
	if (digits != 6 || n == avail || p[n++] != ']')
		return 0;
	return n;
}

/* What of the console at offset @at a view with these flags leaves out. */
static size_t dropped_len(const struct console *c, size_t at, size_t *record,
			  int flags, bool mid_line)
{
	const char *p = c->text + at, *nl;
	size_t avail = c->len - at;
	size_t stamp = time_len(p, avail), mark = at + stamp + !!stamp;
	bool drop = false;

	if (flags & DROP_PROTO) {
		/* with its time, if it came through printk */
		while (*record < c->n_records && c->records[*record].at < at)
			++*record;
		drop = *record < c->n_records && c->records[*record].at == mark;
	}
	if (!drop && (flags & DROP_TIMED))
		drop = stamp && mid_line;
	if (!drop)
		return invisible_len(p, avail);
	nl = memchr(p, '\n', avail);
	return nl ? (size_t)(nl + 1 - p) : avail;
}

static int view_make(struct view *v, const struct console *c, int flags)
{
	size_t at = 0, record = 0, from = 0, n;
	bool mid_line = false;

	memset(v, 0, sizeof(*v));
	v->text = malloc(c->len + 1);
	if (!v->text)
		return -1;
	while (at < c->len) {
		n = dropped_len(c, at, &record, flags, mid_line);
		if (!n) {
			mid_line = c->text[at++] != '\n';
			continue;
		}
		if (at > from && view_add(v, c->text, from, at - from))
			return -1;
		at += n;
		from = at;
	}
	if (at > from && view_add(v, c->text, from, at - from))
		return -1;
	return 0;
}

/* Phrases */

static bool matches(const struct console_phrase *ph, const char *text,
		    size_t len, size_t at)
{
	const char *p = text + at, *want = ph->text;
	size_t avail = len - at, n;

	for (; *want; want++, p++, avail--) {
		if (!avail)
			return false;
		if (*want == '\1' ? !is_hex(*p) :
		    *want == '\2' ? !is_dec(*p) : *want != *p)
			return false;
	}
	if (!ph->unless)
		return true;
	n = strlen(ph->unless);
	return at < n || memcmp(text + at - n, ph->unless, n);
}

/* The earliest; of two at one place the special one, which a view may show. */
static void first(struct console_hit *hit, size_t at,
		  const struct console_phrase *ph)
{
	if (hit->at < at || (hit->at == at && hit->phrase <= ph))
		return;
	hit->at = at;
	hit->phrase = ph;
}

/* Keep the two first places; the same place is seen in several views. */
static void first_two(size_t place[2], size_t at)
{
	if (place[0] == CONSOLE_NOWHERE || at < place[0]) {
		place[1] = place[0];
		place[0] = at;
	} else if (at > place[0] &&
		   (place[1] == CONSOLE_NOWHERE || at < place[1])) {
		place[1] = at;
	}
}

/* Notes are looked for in the raw console only, in rising order. */
static void note(struct console *c, size_t at, size_t *last)
{
	if (c->notes && !memchr(c->text + *last, '\n', at - *last))
		return;
	if (!c->notes++)
		c->first_note = at;
	*last = at;
}

/* The phrases by their first byte, in the order of the table. */
struct index {
	unsigned char head[256];	/* N_PHRASES: none */
	unsigned char next[N_PHRASES];
};

static void make_index(struct index *x)
{
	unsigned char first_byte;
	size_t i;

	_Static_assert(N_PHRASES < 256, "an index must fit into a byte");
	memset(x->head, N_PHRASES, sizeof(x->head));
	for (i = N_PHRASES; i--; ) {
		first_byte = phrases[i].text[0];
		x->next[i] = x->head[first_byte];
		x->head[first_byte] = i;
	}
}

static const struct console_phrase *phrase_at(const struct index *x,
					      const struct view *v, size_t at)
{
	size_t i = x->head[(unsigned char)v->text[at]];

	while (i < N_PHRASES && !matches(&phrases[i], v->text, v->len, at))
		i = x->next[i];
	return i < N_PHRASES ? &phrases[i] : NULL;
}

static void scan(struct console *c, const struct view *v, bool raw)
{
	const struct console_phrase *ph;
	size_t at, place, last_note = 0;
	struct index x;

	make_index(&x);
	for (at = 0; at < v->len; at++) {
		ph = phrase_at(&x, v, at);
		if (!ph)
			continue;
		place = view_origin(v, at);
		switch (ph->is) {
		case IS_TRACE:
			first(&c->trace, place, ph);
			break;
		case IS_NOTE:
			if (raw)
				note(c, place, &last_note);
			break;
		case IS_BANNER:
			first_two(c->banner, place);
			break;
		case IS_BIOS:
			first_two(c->bios, place);
			break;
		case IS_POWEROFF:
			if (c->poweroff == CONSOLE_NOWHERE ||
			    place > c->poweroff)
				c->poweroff = place;
			break;
		default:
			first(&c->crash, place, ph);
			if (ph->is != EXIT_WARNING)
				first(&c->fatal, place, ph);
		}
	}
}

static int scan_all(struct console *c)
{
	static const int flags[] = { 0, DROP_PROTO, DROP_PROTO | DROP_TIMED };
	struct view v = { .text = (char *)c->text, .len = c->len };
	size_t i;
	int err;

	scan(c, &v, true);
	for (i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		err = view_make(&v, c, flags[i]);
		if (!err)
			scan(c, &v, false);
		view_free(&v);
		if (err)
			return err;
	}
	return 0;
}

/* The report */

bool console_nonce_ok(const char *nonce)
{
	size_t n = 0;

	while (n <= PROTO_NONCE_LEN && is_hex(nonce[n]))
		n++;
	return n == PROTO_NONCE_LEN && !nonce[n];
}

/* Is there a mark with any nonce at @p? */
static bool any_mark(const char *p, size_t avail)
{
	size_t i;

	if (avail < MARK_LEN || p[MARK_LEN - 1] != ' ')
		return false;
	for (i = sizeof(PROTO_MARK); i < MARK_LEN - 1; i++)
		if (!is_hex(p[i]))
			return false;
	return true;
}

static int add_record(struct console *c, size_t *max, size_t at, size_t end)
{
	struct console_record *r;

	if (c->n_records == *max) {
		*max = *max ? 2 * *max : 64;
		r = reallocarray(c->records, *max, sizeof(*r));
		if (!r)
			return -1;
		c->records = r;
	}
	r = &c->records[c->n_records++];
	r->at = at;
	r->payload.text = c->text + at + MARK_LEN;
	while (end > at + MARK_LEN && c->text[end - 1] == '\r')
		end--;
	r->payload.len = end - at - MARK_LEN;
	return 0;
}

/*
 * A mark counts wherever it stands in a line, since the kernel may have left
 * its own line open; from there on the line is the guest's, to its end.
 */
static int find_records(struct console *c)
{
	const char *p = c->text, *end = c->text + c->len, *nl;
	size_t max = 0;

	while ((p = memmem(p, end - p, PROTO_MARK " ", sizeof(PROTO_MARK)))) {
		if (!any_mark(p, end - p)) {
			p++;
			continue;
		}
		if (!c->nonce || memcmp(p + sizeof(PROTO_MARK), c->nonce,
					PROTO_NONCE_LEN)) {
			if (c->foreign == CONSOLE_NOWHERE)
				c->foreign = p - c->text;
			p++;
			continue;
		}
		nl = memchr(p, '\n', end - p);
		if (!nl)
			nl = end;
		if (add_record(c, &max, p - c->text, nl - c->text))
			return -1;
		p = nl;
	}
	return 0;
}

static bool take_text(struct console_span *s, const char *want)
{
	size_t n = strlen(want);

	if (s->len < n || memcmp(s->text, want, n))
		return false;
	s->text += n;
	s->len -= n;
	return true;
}

/* A decimal number without sign or leading zeros, at most nine digits. */
static bool take_number(struct console_span *s, unsigned long *number)
{
	size_t n = 0;

	*number = 0;
	while (n < s->len && n < 9 && is_dec(s->text[n]))
		*number = *number * 10 + (s->text[n++] - '0');
	if (!n || (n > 1 && s->text[0] == '0'))
		return false;
	s->text += n;
	s->len -= n;
	return true;
}

static bool take_crc(struct console_span *s, uint32_t *crc)
{
	size_t n;

	if (s->len < 8)
		return false;
	*crc = 0;
	for (n = 0; n < 8; n++) {
		if (!is_hex(s->text[n]))
			return false;
		*crc = *crc << 4 | (is_dec(s->text[n]) ? s->text[n] - '0' :
				    s->text[n] - 'a' + 10);
	}
	s->text += 8;
	s->len -= 8;
	return true;
}

struct reader {
	struct console_report *report;
	uint32_t crc;
	unsigned long plan;
	bool planned;
	bool ended;
};

static bool __attribute__((format(printf, 2, 3)))
damaged(struct console_report *r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(r->why, sizeof(r->why), format, args);
	va_end(args);
	r->state = CONSOLE_DAMAGED;
	return false;
}

static bool read_test(struct reader *rd, struct console_span s, bool passed,
		      size_t at)
{
	struct console_report *r = rd->report;
	unsigned long n;

	if (!take_number(&s, &n) || !take_text(&s, " - ") || !s.len)
		return damaged(r, "a test line is damaged");
	if (rd->planned)
		return damaged(r, "a test came after the plan");
	if (n != r->tests + 1)
		return damaged(r, "test %lu came where %lu was due", n,
			       r->tests + 1);
	r->tests++;
	if (passed)
		return true;
	if (!r->failed++)
		r->first_failed = at;
	return true;
}

static bool read_plan(struct reader *rd, struct console_span s)
{
	struct console_report *r = rd->report;

	if (!take_number(&s, &rd->plan) || s.len)
		return damaged(r, "the plan is damaged");
	if (rd->planned)
		return damaged(r, "there is a second plan");
	if (!rd->plan || rd->plan != r->tests)
		return damaged(r, "the plan names %lu tests, %lu were seen",
			       rd->plan, r->tests);
	rd->planned = true;
	return true;
}

static bool read_end(struct reader *rd, struct console_span s)
{
	struct console_report *r = rd->report;
	unsigned long tests, failed;
	uint32_t crc;

	if (!take_number(&s, &tests) || !take_text(&s, " ") ||
	    !take_number(&s, &failed) || !take_text(&s, " ") ||
	    !take_crc(&s, &crc) || s.len)
		return damaged(r, "the end line is damaged");
	if (!rd->planned)
		return damaged(r, "the report ends without a plan");
	if (tests != r->tests || failed != r->failed)
		return damaged(r, "the end line counts %lu tests and %lu "
			       "failed, %lu and %lu were seen", tests, failed,
			       r->tests, r->failed);
	if (crc != rd->crc)
		return damaged(r, "the end line's checksum is %08lx, that of "
			       "the lines seen is %08lx", (unsigned long)crc,
			       (unsigned long)rd->crc);
	rd->ended = true;
	r->state = CONSOLE_COMPLETE;
	return true;
}

static bool read_record(struct reader *rd, const struct console_record *rec,
			bool is_first)
{
	struct console_report *r = rd->report;
	struct console_span s = rec->payload;

	r->at = rec->at;
	if (rd->ended)
		return damaged(r, "the report goes on after its end");
	if (s.len + MARK_LEN + 1 > PROTO_LINE_MAX)
		return damaged(r, "a line is longer than the guest prints any");
	if (is_first)
		return (take_text(&s, PROTO_VERSION) && !s.len) ||
		       damaged(r, "the report does not begin with \"%s\"",
			       PROTO_VERSION);
	if (take_text(&s, "# "))
		return s.len || damaged(r, "a data line is damaged");
	if (take_text(&s, "ok "))
		return read_test(rd, s, true, rec->at);
	if (take_text(&s, "not ok "))
		return read_test(rd, s, false, rec->at);
	if (take_text(&s, "1.."))
		return read_plan(rd, s);
	if (take_text(&s, "end "))
		return read_end(rd, s);
	return damaged(r, "this is no line of a report");
}

static void read_report(struct console *c)
{
	struct console_report *r = &c->report;
	struct reader rd = { .report = r };
	const struct console_record *rec;
	size_t i;

	if (!c->n_records)
		return;
	r->state = CONSOLE_INCOMPLETE;
	for (i = 0; i < c->n_records; i++) {
		rec = &c->records[i];
		if (!read_record(&rd, rec, !i))
			return;
		rd.crc = proto_crc(rd.crc, rec->payload.text,
				   rec->payload.len);
		rd.crc = proto_crc(rd.crc, "\n", 1);
	}
	if (r->state == CONSOLE_INCOMPLETE)
		snprintf(r->why, sizeof(r->why), "the report stops after %lu "
			 "tests, %s", r->tests, rd.planned ?
			 "before its end line" : "before its plan");
}

int console_parse(struct console *c, const char *text, size_t len,
		  const char *nonce)
{
	const struct console_hit none = { CONSOLE_NOWHERE, NULL };

	memset(c, 0, sizeof(*c));
	c->text = len ? text : "";
	c->len = len;
	c->nonce = nonce && console_nonce_ok(nonce) ? nonce : NULL;
	c->foreign = c->poweroff = CONSOLE_NOWHERE;
	c->banner[0] = c->banner[1] = CONSOLE_NOWHERE;
	c->bios[0] = c->bios[1] = CONSOLE_NOWHERE;
	c->first_note = CONSOLE_NOWHERE;
	c->crash = c->fatal = c->trace = none;
	c->report.at = c->report.first_failed = CONSOLE_NOWHERE;

	if (find_records(c) || scan_all(c)) {
		console_free(c);
		return -1;
	}
	read_report(c);
	return 0;
}

void console_free(struct console *c)
{
	free(c->records);
	c->records = NULL;
	c->n_records = 0;
}

bool console_data(const struct console *c, const char *key, size_t *from,
		  struct console_span *value)
{
	while (*from < c->n_records) {
		*value = c->records[(*from)++].payload;
		if (take_text(value, "# ") &&
		    (!*key || (take_text(value, key) && take_text(value, " "))))
			return true;
	}
	return false;
}

bool console_banner_release(const struct console *c, struct console_span *rel)
{
	size_t at = c->banner[0], end;

	if (at == CONSOLE_NOWHERE)
		return false;
	at += strlen("Linux version ");
	for (end = at; end < c->len; end++)
		if ((unsigned char)c->text[end] <= ' ')
			break;
	if (at >= c->len || end == at)
		return false;
	rel->text = c->text + at;
	rel->len = end - at;
	return true;
}

/* The verdict */

static bool decide(struct console_verdict *v, int code, size_t at)
{
	v->code = code;
	v->at = at;
	v->next = find_cause(code)->next;
	return true;
}

static bool __attribute__((format(printf, 4, 5)))
decide_why(struct console_verdict *v, int code, size_t at, const char *format,
	   ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(v->why, sizeof(v->why), format, args);
	va_end(args);
	return decide(v, code, at);
}

/* Where the machine began anew, or NOWHERE. */
static size_t second_start(const struct console *c)
{
	size_t at = c->banner[1];

	if (c->bios[1] < at)
		at = c->bios[1];
	if (c->banner[0] != CONSOLE_NOWHERE && c->bios[0] > c->banner[0] &&
	    c->bios[0] < at)
		at = c->bios[0];
	return at;
}

/*
 * A warning on the way down: some of these kernels wake a CPU that was stopped
 * already.  Behind a whole report it says nothing about what was measured.
 */
static bool on_the_way_down(const struct console *c, size_t at)
{
	return c->report.state == CONSOLE_COMPLETE &&
		c->poweroff != CONSOLE_NOWHERE &&
		c->poweroff > c->report.at && at > c->poweroff;
}

/* The earliest is the cause; what comes after it is its consequence. */
static bool judge_crash(const struct console *c,
			const struct console_asked *asked,
			struct console_verdict *v)
{
	size_t again = second_start(c);
	const struct console_hit *hit = &c->crash;

	(void)asked;
	if (hit->at != CONSOLE_NOWHERE && on_the_way_down(c, hit->at))
		hit = &c->fatal;
	if (again < hit->at)
		return decide(v, EXIT_REBOOTLOOP, again);
	if (hit->at == CONSOLE_NOWHERE) {
		if (c->trace.at == CONSOLE_NOWHERE ||
		    on_the_way_down(c, c->trace.at))
			return false;
		return decide_why(v, EXIT_WARNING, c->trace.at,
				  "a trace whose first line is lost");
	}
	decide(v, hit->phrase->is, hit->at);
	if (hit->phrase->next)
		v->next = hit->phrase->next;
	return true;
}

static bool judge_end(const struct console *c,
		      const struct console_asked *asked,
		      struct console_verdict *v)
{
	if (asked->end == CONSOLE_END_INTERRUPTED)
		return decide(v, EXIT_INTERRUPTED, last_visible(c));
	if (asked->end == CONSOLE_END_SIGNAL)
		return decide_why(v, EXIT_DIED, last_visible(c),
				  "QEMU was killed by signal %d",
				  asked->end_value);
	if (asked->end == CONSOLE_END_EXIT && asked->end_value)
		return decide_why(v, EXIT_DIED, last_visible(c),
				  "QEMU ended with exit code %d",
				  asked->end_value);
	return false;
}

static bool judge_banner(const struct console *c,
			 const struct console_asked *asked,
			 struct console_verdict *v)
{
	size_t last = last_visible(c);

	(void)asked;
	if (last == CONSOLE_NOWHERE) {
		decide_why(v, EXIT_SILENT, last, "there was no output at all");
		v->next = "look at QEMU's own messages and its serial "
			  "options, then boot with earlyprintk=ttyS0";
		return true;
	}
	if (c->banner[0] == CONSOLE_NOWHERE && !c->n_records)
		return decide_why(v, EXIT_NOBANNER, last,
				  "no kernel banner was seen");
	return false;
}

static bool same_text(struct console_span s, const char *want, bool fold)
{
	if (s.len != strlen(want))
		return false;
	return fold ? !strncasecmp(s.text, want, s.len) :
		      !memcmp(s.text, want, s.len);
}

/* Does every data line of @key say @want?  Is there one at all? */
static bool judge_key(const struct console *c, const char *key,
		      const char *want, bool *found,
		      struct console_verdict *v)
{
	struct console_span value;
	char got[48];
	size_t from = 0;

	*found = false;
	if (!want || c->report.state == CONSOLE_DAMAGED)
		return false;
	while (console_data(c, key, &from, &value)) {
		*found = true;
		if (same_text(value, want, !strcmp(key, "build-id")))
			continue;
		console_clean(got, sizeof(got), value);
		return decide_why(v, EXIT_WRONGKERNEL,
				  c->records[from - 1].at,
				  "%s is \"%s\", asked for was \"%.64s\"", key,
				  got, want);
	}
	return false;
}

static bool judge_kernel(const struct console *c,
			 const struct console_asked *asked,
			 struct console_verdict *v)
{
	struct console_span rel;
	char got[48];
	bool found;

	if (judge_key(c, "build-id", asked->build_id, &found, v) ||
	    judge_key(c, "release", asked->release, &found, v))
		return true;
	/* a banner may be broken by other output: the report knows better */
	if (found || !asked->release || !console_banner_release(c, &rel) ||
	    same_text(rel, asked->release, false))
		return false;
	console_clean(got, sizeof(got), rel);
	return decide_why(v, EXIT_WRONGKERNEL, c->banner[0],
			  "the banner says \"%s\", asked for was \"%.64s\"",
			  got, asked->release);
}

static bool judge_tests(const struct console *c,
			const struct console_asked *asked,
			struct console_verdict *v)
{
	const struct console_report *r = &c->report;

	(void)asked;
	if (!r->failed || r->state == CONSOLE_DAMAGED)
		return false;
	return decide_why(v, EXIT_FAIL, r->first_failed, "%lu of %lu tests "
			  "failed", r->failed, r->tests);
}

static bool judge_limits(const struct console *c,
			 const struct console_asked *asked,
			 struct console_verdict *v)
{
	size_t last = last_visible(c);

	switch (asked->end) {
	case CONSOLE_END_SILENT:
		return decide(v, EXIT_SILENT, last);
	case CONSOLE_END_TIMEOUT:
		return decide(v, EXIT_TIMEOUT, last);
	case CONSOLE_END_VTIMEOUT:
		return decide(v, EXIT_VTIMEOUT, last);
	default:
		return false;
	}
}

static bool judge_report(const struct console *c,
			 const struct console_asked *asked,
			 struct console_verdict *v)
{
	const struct console_report *r = &c->report;
	size_t last = last_visible(c);

	if (!c->nonce) {
		decide_why(v, EXIT_PROTOCOL, last, "without the nonce of this "
			   "boot no line counts as the guest's");
		v->next = "give --nonce, as it was given to the kernel";
		return true;
	}
	/* died in mid-report, or before it */
	if (asked->end == CONSOLE_END_EXIT && r->state < CONSOLE_DAMAGED &&
	    c->poweroff == CONSOLE_NOWHERE) {
		decide_why(v, EXIT_DIED, last, "QEMU ended, but the kernel "
			   "never powered down");
		v->next = "a reset under -no-reboot looks like this: boot "
			  "again with QEMU's -d cpu_reset,int";
		return true;
	}
	if (r->state == CONSOLE_NO_REPORT && c->foreign != CONSOLE_NOWHERE) {
		decide_why(v, EXIT_PROTOCOL, c->foreign, "a report with "
			   "another nonce, none with this one");
		v->next = "give the nonce of this very boot, or the console "
			  "of it";
		return true;
	}
	if (r->state == CONSOLE_NO_REPORT)
		return decide_why(v, EXIT_PROTOCOL, last,
				  "the guest reported nothing");
	if (r->state != CONSOLE_COMPLETE)
		return decide_why(v, EXIT_PROTOCOL, r->at, "%s", r->why);
	return false;
}

/* Whatever is asked for must also have been said. */
static bool judge_said(const struct console *c,
		       const struct console_asked *asked,
		       struct console_verdict *v)
{
	const char *missing = NULL;
	bool found;

	judge_key(c, "release", asked->release, &found, v);
	if (asked->release && !found)
		missing = "release";
	judge_key(c, "build-id", asked->build_id, &found, v);
	if (asked->build_id && !found)
		missing = "build-id";
	if (missing)
		return decide_why(v, EXIT_PROTOCOL, c->report.at,
				  "the report has no %s line", missing);
	return false;
}

static bool judge_poweroff(const struct console *c,
			   const struct console_asked *asked,
			   struct console_verdict *v)
{
	if (asked->end != CONSOLE_END_EXIT) {
		decide_why(v, EXIT_PROTOCOL, c->report.at,
			   "the report is whole, but nobody told how QEMU "
			   "ended");
		v->next = "give --ended, as the caller of QEMU saw it";
		return true;
	}
	if (c->poweroff != CONSOLE_NOWHERE && c->poweroff > c->report.at)
		return false;
	decide_why(v, EXIT_DIED, last_visible(c), "the report is whole, but "
		   "the kernel did not power down after it");
	v->next = "check ACPI in the configuration; a crash on the way down "
		  "looks like this as well";
	return true;
}

void console_judge(const struct console *c, const struct console_asked *asked,
		   struct console_verdict *v)
{
	/* the order is the order of precedence: a cause before a limit */
	static bool (*const steps[])(const struct console *,
				     const struct console_asked *,
				     struct console_verdict *) = {
		judge_crash, judge_end, judge_banner, judge_kernel,
		judge_tests, judge_limits, judge_report, judge_said,
		judge_poweroff,
	};
	size_t i;

	memset(v, 0, sizeof(*v));
	for (i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (steps[i](c, asked, v))
			break;
	if (i == sizeof(steps) / sizeof(steps[0]))
		decide(v, EXIT_OK, c->report.at);
	v->line = console_line_number(c, v->at);
}
