/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whole small files below a root that can be moved: "" in the guest, a folder
 * of fakes in the tests.
 */
#ifndef CFSQ_ROOT_H
#define CFSQ_ROOT_H

#include <stddef.h>
#include <sys/types.h>

extern const char *root_prefix;

/* root_prefix + @path into @buf: 0, or -ENAMETOOLONG */
int root_path(char *buf, size_t size, const char *path);

/*
 * Read the file into @buf, at most @size - 1 bytes, and end it with a NUL.
 * Returns the number of bytes, or -errno with @buf empty.  -EFBIG: it did not
 * fit.
 */
ssize_t root_read(const char *path, char *buf, size_t size);

/* Write @text by one write(), as files of /proc and debugfs want it: 0 or -errno. */
int root_write(const char *path, const char *text);

#endif
