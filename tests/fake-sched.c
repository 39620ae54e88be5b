// SPDX-License-Identifier: GPL-2.0
/*
 * For LD_PRELOAD: the two files of sched_features behave as a kernel's do, in a
 * fake root of plain files, and fail as they may there; a test that runs as root
 * cannot get that from permissions.
 *
 *	FAKE_NAMES	the file of names; to write it changes the word in question
 *	FAKE_NUMBER	the file of the number, kept in step: a name's place is its bit
 *	FAKE_FAIL	a path's end, what fails there (read, open, write), and the errno
 *	FAKE_SECOND	1: the second write fails
 *	FAKE_WRITE	lost: it succeeds and does nothing; wide: it does more than
 *			asked; short: it takes less than it was given
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char names[4096];	/* what is written to, one file at a time */
static int names_fd = -1, number_fd = -1, writes;

static int real_open(const char *path, int flags, int mode)
{
	return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static int is(const char *path, const char *variable)
{
	const char *value = getenv(variable);

	return value && !strcmp(path, value);
}

/* FAKE_FAIL="sched_features write 1" */
static int fails(const char *path, const char *what)
{
	const char *value = getenv("FAKE_FAIL");
	char end[256], when[16];
	int err;

	if (!value || sscanf(value, "%255s %15s %d", end, when, &err) != 3 ||
	    strcmp(what, when) || strlen(path) < strlen(end) ||
	    strcmp(path + strlen(path) - strlen(end), end))
		return 0;
	errno = err;
	return 1;
}

static char write_path[4096];

static int fake_open(const char *path, int flags, int mode)
{
	int fd, out = (flags & O_ACCMODE) == O_WRONLY;

	if (fails(path, out ? "open" : "read"))
		return -1;
	if (!out || (!is(path, "FAKE_NAMES") && !is(path, "FAKE_NUMBER")))
		return real_open(path, flags, mode);
	snprintf(write_path, sizeof(write_path), "%s", path);
	fd = real_open(path, O_RDWR, 0);
	if (is(path, "FAKE_NAMES"))
		names_fd = fd;
	else
		number_fd = fd;
	return fd;
}

int open(const char *path, int flags, ...)
{
	va_list ap;
	int mode;

	va_start(ap, flags);
	mode = flags & O_CREAT ? va_arg(ap, int) : 0;
	va_end(ap);
	return fake_open(path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

static void put(const char *path, const char *text)
{
	int fd = path ? real_open(path, O_WRONLY | O_TRUNC, 0) : -1;

	if (fd < 0)
		return;
	if (syscall(SYS_write, fd, text, strlen(text)) < 0)
		abort();
	close(fd);
}

/* the names again, with @word changed; and the number */
static int change(const char *word, int wide)
{
	int off = !strncmp(word, "NO_", 3), known = 0, bit = 0, on;
	char text[4096] = "", number[32], *name, *save;
	unsigned long bits = 0;

	for (name = strtok_r(names, " \n", &save); name; name = strtok_r(NULL, " \n", &save)) {
		on = strncmp(name, "NO_", 3) != 0;
		name += on ? 0 : 3;
		if (!strcmp(name, word + 3 * off)) {
			on = !off;
			known = 1;
		} else if (wide) {
			on = !on;
			wide = 0;
		}
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s ",
			 on ? "" : "NO_", name);
		bits |= (unsigned long)on << bit++;
	}
	if (!known)
		return 0;
	strcat(text, "\n");
	snprintf(number, sizeof(number), "%lu\n", bits);
	put(getenv("FAKE_NAMES"), text);
	put(getenv("FAKE_NUMBER"), number);
	return 1;
}

ssize_t write(int fd, const void *buf, size_t len)
{
	const char *how = getenv("FAKE_WRITE");
	char word[256];

	if (fd < 0 || (fd != names_fd && fd != number_fd))
		return syscall(SYS_write, fd, buf, len);
	if (fails(write_path, "write"))
		return -1;
	if (++writes == 2 && getenv("FAKE_SECOND")) {
		errno = EINVAL;
		return -1;
	}
	if (how && !strcmp(how, "lost"))
		return len;
	if (how && !strcmp(how, "short"))
		return len - 1;
	if (fd == number_fd) {
		put(getenv("FAKE_NUMBER"), strndup(buf, len));
		return len;
	}
	snprintf(word, sizeof(word), "%.*s", (int)len, (const char *)buf);
	word[strcspn(word, "\n")] = '\0';
	memset(names, 0, sizeof(names));
	if (syscall(SYS_pread64, fd, names, sizeof(names) - 1, 0) < 0 ||
	    !change(word, how && !strcmp(how, "wide"))) {
		errno = EINVAL;
		return -1;
	}
	return len;
}

int close(int fd)
{
	if (fd == names_fd)
		names_fd = -1;
	if (fd == number_fd)
		number_fd = -1;
	return syscall(SYS_close, fd);
}
