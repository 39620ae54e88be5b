/* SPDX-License-Identifier: GPL-2.0 */
/*
 * initramfs-check: would Linux 2.6.25 unpack this file and find its init?
 *
 * These kernels know gzip and the newc form of cpio, and nothing else; they
 * run /init and want /dev/console before anything can say what went wrong.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "exitcodes.h"

#define HEADER		110	/* bytes of a newc header */
#define NAME_LIMIT	4096	/* the kernel's PATH_MAX */
#define TRAILER		"TRAILER!!!"

static const char usage[] =
"usage: initramfs-check FILE\n"
"\n"
"Says whether Linux 2.6.25 would unpack FILE, a newc archive, plain or gzip'd,\n"
"and find /init and /dev/console in it.  Nothing is printed if so.\n"
"\n"
"Exit code 0: it would; 16: not so; 2: the command line is wrong, or the file\n"
"cannot be read.\n";

/* the fields of a newc header after its magic, eight hexadecimal digits each */
enum {
	F_INO, F_MODE, F_UID, F_GID, F_NLINK, F_MTIME, F_SIZE, F_MAJOR, F_MINOR,
	F_RMAJOR, F_RMINOR, F_NAMESIZE, F_CHECK, FIELDS
};

struct entry {
	uint32_t field[FIELDS];
	char name[NAME_LIMIT];	/* without "./", '/' in front or behind */
};

struct archive {
	const char *file;
	gzFile gz;
	uint64_t at;		/* bytes read, unpacked */
	int refused;
	char **dirs;		/* the folders so far */
	size_t ndirs;
	int has_init, has_console;
};

__attribute__((format(printf, 3, 4)))
static void refuse(struct archive *a, const char *way_out, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "initramfs-check: %s: ", a->file);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n  -> %s\n", way_out);
	a->refused = 1;
}

static const char again[] = "make it again with scripts/initramfs";

/* ---- what kind of file ---- */

static const struct {
	const char *magic;
	size_t len;
	const char *name;
} packers[] = {
	{ "\xfd" "7zXZ", 5, "xz" },
	{ "BZh", 3, "bzip2" },
	{ "\x28\xb5\x2f\xfd", 4, "zstd" },
	{ "\x02\x21\x4c\x18", 4, "lz4" },
	{ "\x04\x22\x4d\x18", 4, "lz4" },
	{ "\x89LZO", 4, "lzop" },
	{ "\x5d\0\0", 3, "lzma" },
};

/* The first bytes say whether the kernel could even begin. */
static int check_magic(struct archive *a, const unsigned char *m, size_t len)
{
	size_t i;

	if (len >= 2 && m[0] == 0x1f && m[1] == 0x8b)
		return 0;
	if (len >= 6 && (!memcmp(m, "070701", 6) || !memcmp(m, "070702", 6)))
		return 0;
	for (i = 0; i < sizeof(packers) / sizeof(packers[0]); i++) {
		if (len < packers[i].len ||
		    memcmp(m, packers[i].magic, packers[i].len))
			continue;
		refuse(a, "compress it with gzip",
		       "%s-compressed: these kernels unpack gzip only",
		       packers[i].name);
		return -1;
	}
	refuse(a, again, len ? "neither gzip nor a newc archive" :
			       "the file is empty");
	return -1;
}

/* ---- the archive ---- */

/* 1: all @len bytes are there; 0: the end, exactly here; -1: refused */
static int take(struct archive *a, void *buf, size_t len)
{
	int n = gzread(a->gz, buf, len);
	int err;

	if (n > 0)
		a->at += n;
	if (n == (int)len)
		return 1;
	if (n >= 0)
		gzerror(a->gz, &err);
	if (n < 0 || err == Z_BUF_ERROR) {
		refuse(a, again, "the gzip data is damaged or cut off after %llu bytes",
		       (unsigned long long)a->at);
		return -1;
	}
	if (!n)
		return 0;
	refuse(a, again, "the archive ends within an entry, after %llu bytes",
	       (unsigned long long)a->at);
	return -1;
}

static int skip(struct archive *a, uint64_t len)
{
	char buf[4096];
	size_t n;
	int got;

	for (; len; len -= n) {
		n = len < sizeof(buf) ? len : sizeof(buf);
		got = take(a, buf, n);
		if (!got)
			refuse(a, again, "the archive ends within an entry, after %llu bytes",
			       (unsigned long long)a->at);
		if (got <= 0)
			return -1;
	}
	return 0;
}

static int align(struct archive *a)
{
	return skip(a, -a->at & 3);
}

static int hex(const char *text, uint32_t *value)
{
	char digits[9];

	memcpy(digits, text, 8);
	digits[8] = '\0';
	if (strspn(digits, "0123456789abcdefABCDEF") != 8)
		return -1;
	*value = strtoul(digits, NULL, 16);
	return 0;
}

/* as the kernel sees it from its root */
static void plain_name(char *name)
{
	char *from = name;
	size_t len;

	while (*from == '/' || (from[0] == '.' && from[1] == '/'))
		from++;
	len = strlen(from);
	while (len && from[len - 1] == '/')
		len--;
	memmove(name, from, len);
	name[len] = '\0';
}

static int parse_header(struct archive *a, const char *h, struct entry *e)
{
	unsigned long long start = a->at - HEADER;
	int i;

	if (memcmp(h, "070701", 6) && memcmp(h, "070702", 6)) {
		if (!memcmp(h, "070707", 6))
			refuse(a, "write it in the newc form",
			       "the old cpio form (070707): these kernels want newc");
		else
			refuse(a, again, "no newc header at byte %llu", start);
		return -1;
	}
	for (i = 0; i < FIELDS; i++)
		if (hex(h + 6 + 8 * i, &e->field[i])) {
			refuse(a, again, "the header at byte %llu is damaged",
			       start);
			return -1;
		}
	if (!e->field[F_NAMESIZE] || e->field[F_NAMESIZE] > NAME_LIMIT) {
		refuse(a, again, "the entry at byte %llu has a name of %lu bytes",
		       start, (unsigned long)e->field[F_NAMESIZE]);
		return -1;
	}
	return 0;
}

/* 1: an entry; 0: the end of the file; -1: refused */
static int next_entry(struct archive *a, struct entry *e)
{
	char h[HEADER];
	int got;

	/* between archives the kernel skips zeros, in fours */
	do {
		got = take(a, h, 4);
		if (got <= 0)
			return got;
	} while (!memcmp(h, "\0\0\0\0", 4));
	if (take(a, h + 4, HEADER - 4) <= 0) {
		if (!a->refused)
			refuse(a, again, "the archive ends within a header");
		return -1;
	}
	if (parse_header(a, h, e))
		return -1;
	if (take(a, e->name, e->field[F_NAMESIZE]) <= 0) {
		if (!a->refused)
			refuse(a, again, "the archive ends within a name");
		return -1;
	}
	if (e->name[e->field[F_NAMESIZE] - 1]) {
		refuse(a, again, "a name without its end before byte %llu",
		       (unsigned long long)a->at);
		return -1;
	}
	if (align(a))
		return -1;
	return 1;
}

/* ---- what is in it ---- */

static int has_dir(const struct archive *a, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < a->ndirs; i++)
		if (strlen(a->dirs[i]) == len && !memcmp(a->dirs[i], name, len))
			return 1;
	return 0;
}

static void add_dir(struct archive *a, const char *name)
{
	char **more = reallocarray(a->dirs, a->ndirs + 1, sizeof(*more));

	if (more) {
		a->dirs = more;
		a->dirs[a->ndirs] = strdup(name);
	}
	if (!more || !a->dirs[a->ndirs]) {
		fprintf(stderr, "initramfs-check: memory: %s\n  -> free some\n",
			strerror(ENOMEM));
		exit(EXIT_NOTOK);
	}
	a->ndirs++;
}

static void check_init(struct archive *a, const struct entry *e)
{
	uint32_t mode = e->field[F_MODE];

	a->has_init = 1;
	if (!S_ISREG(mode))
		refuse(a, again, "/init is not a regular file");
	else if (!(mode & 0111))
		refuse(a, "give it mode 0755",
		       "/init is not executable, its mode is %04o", mode & 07777);
	else if (!e->field[F_SIZE] && e->field[F_NLINK] < 2)
		refuse(a, again, "/init is empty");
}

static void check_console(struct archive *a, const struct entry *e)
{
	a->has_console = 1;
	if (!S_ISCHR(e->field[F_MODE]))
		refuse(a, again, "/dev/console is not a character device");
	else if (e->field[F_RMAJOR] != 5 || e->field[F_RMINOR] != 1)
		refuse(a, again, "/dev/console is device %lu:%lu, it must be 5:1",
		       (unsigned long)e->field[F_RMAJOR],
		       (unsigned long)e->field[F_RMINOR]);
}

static void check_entry(struct archive *a, struct entry *e)
{
	const char *slash;

	plain_name(e->name);
	slash = strrchr(e->name, '/');
	/* the kernel makes no folder by itself, and drops the entry in silence */
	if (slash && !has_dir(a, e->name, slash - e->name))
		refuse(a, again, "/%s comes before its folder, or that is missing",
		       e->name);
	if (S_ISDIR(e->field[F_MODE]))
		add_dir(a, e->name);
	if (!strcmp(e->name, "init"))
		check_init(a, e);
	else if (!strcmp(e->name, "dev/console"))
		check_console(a, e);
}

static void check_archive(struct archive *a)
{
	static struct entry e;
	int got, ended = 0;

	while ((got = next_entry(a, &e)) > 0) {
		ended = !strcmp(e.name, TRAILER);
		if (!ended)
			check_entry(a, &e);
		if (skip(a, e.field[F_SIZE]) || align(a))
			return;
	}
	if (got < 0)
		return;
	if (!ended)
		refuse(a, again, "the archive has no end, it was cut off");
	if (!a->has_init)
		refuse(a, again, "no /init: the kernel would look for a root disk");
	if (!a->has_console)
		refuse(a, again,
		       "no /dev/console: \"unable to open an initial console\"");
}

static int check_file(struct archive *a)
{
	unsigned char magic[8];
	FILE *f = fopen(a->file, "re");
	size_t len;

	if (!f)
		goto unreadable;
	len = fread(magic, 1, sizeof(magic), f);
	if (ferror(f)) {
		fclose(f);
		goto unreadable;
	}
	fclose(f);
	if (check_magic(a, magic, len))
		return EXIT_GUEST;
	a->gz = gzopen(a->file, "rb");
	if (!a->gz)
		goto unreadable;
	check_archive(a);
	gzclose(a->gz);
	return a->refused ? EXIT_GUEST : EXIT_OK;

unreadable:
	fprintf(stderr, "initramfs-check: %s: cannot read: %s\n  -> %s\n",
		a->file, strerror(errno), again);
	return EXIT_USAGE;
}

int main(int argc, char **argv)
{
	struct archive a = { 0 };
	int rc;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		fputs(usage, stdout);
		return EXIT_OK;
	}
	if (argc != 2 || argv[1][0] == '-') {
		fprintf(stderr, "initramfs-check: command line: one file is wanted\n"
			"  -> initramfs-check --help\n");
		return EXIT_USAGE;
	}
	a.file = argv[1];
	rc = check_file(&a);
	while (a.ndirs)
		free(a.dirs[--a.ndirs]);
	free(a.dirs);
	return rc;
}
