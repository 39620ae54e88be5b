/* SPDX-License-Identifier: GPL-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "root.h"

const char *root_prefix = "";

int root_path(char *buf, size_t size, const char *path)
{
	int n = snprintf(buf, size, "%s%s", root_prefix, path);

	return n < 0 || (size_t)n >= size ? -ENAMETOOLONG : 0;
}

static int root_open(const char *path, int flags)
{
	char full[512];
	int err = root_path(full, sizeof(full), path);
	int fd;

	if (err)
		return err;
	fd = open(full, flags);
	return fd < 0 ? -errno : fd;
}

ssize_t root_read(const char *path, char *buf, size_t size)
{
	size_t len = 0;
	ssize_t n = 0;
	int fd;

	buf[0] = '\0';
	fd = root_open(path, O_RDONLY);
	if (fd < 0)
		return fd;
	while (len < size) {
		n = read(fd, buf + len, size - len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		len += n;
	}
	n = n < 0 ? -errno : len == size ? -EFBIG : (ssize_t)len;
	buf[n < 0 ? 0 : n] = '\0';
	close(fd);
	return n;
}

int root_write(const char *path, const char *text)
{
	size_t len = strlen(text);
	ssize_t n;
	int fd, err = 0;

	/* no O_CREAT: a missing file of the kernel is the answer sought */
	fd = root_open(path, O_WRONLY | O_TRUNC);
	if (fd < 0)
		return fd;
	do {
		n = write(fd, text, len);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		err = -errno;
	else if ((size_t)n != len)
		err = -EIO;
	if (close(fd) && !err)
		err = -errno;
	return err;
}
