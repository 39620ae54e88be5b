/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The features of a running kernel: what is on, and changes by name.
 *
 * Which bit a name is comes from a table only if the kernel has given its names
 * itself and the table fits them, or if the user has named the base.  Whatever
 * was written, what is read back decides.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exitcodes.h"
#include "features-table.h"

#define ROOT_LEN	4000
#define PATH_LEN	(ROOT_LEN + 4200)
#define NUMBER_FILE	"/proc/sys/kernel/sched_features"
#define DEBUG_FILE	"/proc/sched_debug"
#define LABEL		11
#define MOUNT		"mount -t debugfs none /sys/kernel/debug"

struct live {
	const char *root;
	int number_err;			/* 0, or -errno */
	unsigned long number;
	char number_path[PATH_LEN];

	int mounted;			/* debugfs */
	int names_err;
	char names_path[PATH_LEN];	/* in debugfs */
	int newer;			/* it is where later kernels have it */
	int debug_err;			/* of /proc/sched_debug */

	struct table names;		/* by whatever way; n = 0: not known */
	unsigned long on;		/* which of them */
};

/* ---- files */

static void join(char *path, const char *root, const char *file)
{
	size_t len = strlen(root);

	while (len && root[len - 1] == '/')
		len--;
	snprintf(path, PATH_LEN, "%.*s%.4100s", (int)(len < ROOT_LEN ? len : ROOT_LEN),
		 root, file);
}

/* The beginning of a file; 0, or -errno */
static int read_file(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY);
	size_t len = 0;
	ssize_t n = -1;

	*buf = '\0';
	if (fd < 0)
		return -errno;
	while (len < size - 1 && (n = read(fd, buf + len, size - 1 - len)) > 0)
		len += n;
	n = n < 0 ? -errno : 0;
	close(fd);
	buf[len] = '\0';
	return n;
}

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_TRUNC);
	size_t len = strlen(text);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = write(fd, text, len);
	n = n < 0 ? -errno : (size_t)n < len ? -EIO : 0;
	if (close(fd) && !n)
		n = -errno;
	return n;
}

static const char *way_out(int err)
{
	switch (-err) {
	case EACCES:
		return "only root may do that: run it as root";
	case EPERM:
		return "the kernel forbids it even to root: lockdown, or a container";
	case EROFS:
		return "it is mounted read-only here, as in a container";
	case ENOENT:
	case ENOTDIR:
		return "give the root of a running system with --root";
	case EINVAL:
		return "the kernel does not know this name or bit: is it the base that was named?";
	default:
		return NULL;
	}
}

static int cannot(int code, const char *doing, const char *path, int err)
{
	return complain(code, path, way_out(err), "cannot %s: %s", doing, strerror(-err));
}

/* ---- what is there */

/* What should have been a number; as one line, as it goes into a message */
static int no_number(const struct live *v, char *text)
{
	char *p = text + strlen(text);

	while (p > text && p[-1] == '\n')
		*--p = '\0';
	while ((p = strchr(text, '\n')))
		*p = ' ';
	return complain(EXIT_NOTOK, v->number_path, NULL,
			"there is no number in it, but \"%.40s\"", text);
}

static int read_number(struct live *v)
{
	char text[64], *end;
	long number;

	join(v->number_path, v->root, NUMBER_FILE);
	v->number_err = read_file(v->number_path, text, sizeof(text));
	if (v->number_err)
		return 0;
	errno = 0;
	number = strtol(text, &end, 10);
	if (end == text || (*end && strcmp(end, "\n")) || errno ||
	    number < -(1l << (BITS - 1)) || number >> (BITS - 1) > 1)
		return no_number(v, text);
	/* the kernel prints it as signed */
	v->number = number & 0xfffffffful;
	return 0;
}

/* the mount point of debugfs into @at[PATH_LEN] */
static int find_debugfs(const struct live *v, char *at)
{
	static char mounts[65536];
	char path[PATH_LEN], type[64], *line, *next;

	join(path, v->root, "/proc/mounts");
	read_file(path, mounts, sizeof(mounts));
	for (line = mounts; *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = '\0';
		if (sscanf(line, "%*s %4000s %63s", at, type) == 2 &&
		    !strcmp(type, "debugfs"))
			return 1;
	}
	return 0;
}

/* NAME NO_NAME ...; their bits are the places in the list until a table fits */
static int take_names(struct live *v, char *text, const char *path)
{
	char *rest = text, *word;
	const char *name;
	struct feature *f;
	int off;

	memset(&v->names, 0, sizeof(v->names));
	v->on = 0;
	rest[strcspn(rest, "\n")] = '\0';
	while ((word = lines_word(&rest))) {
		name = name_of(word, &off);
		f = *name && strlen(name) <= FEATURE_LEN ? table_add(&v->names, name) : NULL;
		if (!f || name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")])
			return complain(EXIT_NOTOK, path, NULL,
					"not a list of features: \"%.60s\"", word);
		f->bit = 1ul << (v->names.n - 1);
		v->on |= off ? 0 : f->bit;
	}
	if (!v->names.n)
		return complain(EXIT_NOTOK, path, NULL, "no features in it");
	return 0;
}

static int read_names(struct live *v)
{
	char at[PATH_LEN], file[PATH_LEN + 32], text[4096];

	v->mounted = find_debugfs(v, at);
	v->names_err = -ENOENT;
	if (!v->mounted)
		return 0;
	snprintf(file, sizeof(file), "%.4000s/sched_features", at);
	join(v->names_path, v->root, file);
	v->names_err = read_file(v->names_path, text, sizeof(text));
	if (v->names_err == -ENOENT) {
		snprintf(file, sizeof(file), "%.4000s/sched/features", at);
		join(v->names_path, v->root, file);
		v->names_err = read_file(v->names_path, text, sizeof(text));
		v->newer = v->names_err != -ENOENT;
	}
	return v->names_err ? 0 : take_names(v, text, v->names_path);
}

/* a kernel with the series prints the names there, for want of debugfs */
static int read_debug(struct live *v)
{
	static char text[16384];
	char path[PATH_LEN], *p;

	join(path, v->root, DEBUG_FILE);
	v->debug_err = read_file(path, text, sizeof(text));
	if (v->names.n || v->debug_err)
		return 0;
	p = strstr(text, "  .sched_feature_names ");
	if (!p)
		return 0;
	p += strcspn(p, ":\n");
	return *p == ':' ? take_names(v, p + 1, path) : 0;
}

static int look(struct live *v, const char *root)
{
	int rc;

	memset(v, 0, sizeof(*v));
	v->root = root;
	rc = read_number(v);
	if (!rc)
		rc = read_names(v);
	return rc ? rc : read_debug(v);
}

/* the release of a kernel that no table is for, or "" */
static const char *strange_release(const struct live *v, char *buf, size_t size)
{
	char path[PATH_LEN];

	join(path, v->root, "/proc/sys/kernel/osrelease");
	read_file(path, buf, size);
	buf[strcspn(buf, "\n")] = '\0';
	return other_release(buf) ? buf : "";
}

/* Nothing to read: say which of the many reasons it is. */
static int nothing(const struct live *v)
{
	char path[PATH_LEN], release[64];
	struct stat st;

	join(path, v->root, "/proc/sys/kernel");
	if (stat(path, &st))
		return complain(EXIT_NOTOK, path, "mount -t proc none /proc, or give another --root",
				"proc is not mounted: %s", strerror(errno));
	if (v->number_err != -ENOENT)
		return cannot(EXIT_NOTOK, "read", v->number_path, v->number_err);
	if (v->mounted && v->names_err != -ENOENT)
		return cannot(EXIT_NOTOK, "read", v->names_path, v->names_err);
	if (*strange_release(v, release, sizeof(release)))
		return complain(EXIT_NOTOK, v->number_path, v->mounted ? NULL :
				"debugfs is not mounted; since 5.13 the features are in <debugfs>/sched/features",
				"this kernel is %s, and does not have it there; known are 2.6.25 to 2.6.27",
				release);
	if (!v->debug_err)
		return complain(EXIT_NOTOK, v->number_path, v->mounted ? NULL : "try: " MOUNT,
				"it is not there, though %s is", DEBUG_FILE);
	return complain(EXIT_CONFIG, v->number_path,
			"build it with CONFIG_DEBUG_KERNEL=y and CONFIG_SCHED_DEBUG=y",
			"CONFIG_SCHED_DEBUG is off in this kernel");
}

/* ---- which table */

/* Does the kernel say anything that speaks against @t? */
static int fits(const struct table *t, const struct live *v)
{
	size_t i;

	/* with the series, unknown bits are refused */
	if (!v->number_err && (t->series || !v->names.n) &&
	    (v->number & ~table_bits(t)))
		return 0;
	if (!v->names.n)
		return 1;
	if (t->n != v->names.n)
		return 0;
	for (i = 0; i < t->n; i++)
		if (strcmp(t->f[i].name, v->names.f[i].name) ||
		    (!v->number_err && !(v->number & t->f[i].bit) !=
				       !(v->on & v->names.f[i].bit)))
			return 0;
	return 1;
}

/* One that fits, if all that do agree on the bits; @n: how many do */
static const struct table *recognise(const struct tables *all,
				     const struct live *v, size_t *n)
{
	const struct table *found = NULL, *t;
	size_t i;

	*n = 0;
	for (t = all->t; v->names.n && t < all->t + all->n; t++) {
		if (!fits(t, v))
			continue;
		(*n)++;
		for (i = 0; found && i < t->n; i++)
			if (t->f[i].bit != found->f[i].bit)
				return NULL;
		found = found ? found : t;
	}
	return found;
}

/* The base that the user named, against what the kernel says */
static int check_given(const struct table *t, const struct live *v)
{
	char label[HINT_LEN], text[BITS * (FEATURE_LEN + 5)];

	if (!v->names.n && t->series)
		return complain(EXIT_USAGE, table_label(t, label),
				"is it a stock kernel?  Then give --stock as well",
				"the kernel does not give its names, as it would with the series");
	if (fits(t, v))
		return 0;
	if (!v->names.n)
		return complain(EXIT_USAGE, table_label(t, label),
				"is it the right base?  If it is, write its default there first",
				"the number is %lu, with bits that are no feature of it (default %lu)",
				v->number, table_defaults(t));
	return complain(EXIT_USAGE, table_label(t, label), "leave --base out, or name the right one",
			"the kernel is another, with %s",
			names_text(&v->names, v->on, 1, text, sizeof(text)));
}

/* ---- show */

static void put_kernel(const struct tables *all, const struct table *given,
		       const struct live *v)
{
	char label[HINT_LEN], text[4096];
	const struct table *t;
	size_t len = 0;

	if (given) {
		snprintf(text, sizeof(text), "%s, as given", table_label(given, label));
		put_text(LABEL, "kernel", text);
		return;
	}
	*text = '\0';
	for (t = all->t; v->names.n && t < all->t + all->n && len < sizeof(text); t++)
		if (fits(t, v))
			len += snprintf(text + len, sizeof(text) - len, "%s%s",
					len ? ", or " : "", table_label(t, label));
	put_text(LABEL, "kernel", len ? text : !v->names.n ? "not known by its number alone" :
		 "none that is known here: no base has these features");
}

/* @given, or one that fits, if all that do have the same default */
static const struct table *one_default(const struct tables *all,
				       const struct table *given,
				       const struct live *v)
{
	const struct table *found = given, *t;

	for (t = all->t; !given && t < all->t + all->n; t++) {
		if (!fits(t, v))
			continue;
		if (found && table_defaults(t) != table_defaults(found))
			return NULL;
		found = t;
	}
	return found;
}

static void put_changed(const struct tables *all, const struct table *given,
			const struct live *v)
{
	const struct table *t = one_default(all, given, v);
	char text[BITS * (FEATURE_LEN + 5)];
	struct table part = { 0 };
	size_t i;

	for (i = 0; t && i < t->n; i++)
		if (!t->f[i].on != !(v->on & v->names.f[i].bit))
			part.f[part.n++] = v->names.f[i];
	if (t)
		put_text(LABEL, "changed", part.n ?
			 names_text(&part, v->on, 1, text, sizeof(text)) :
			 "nothing, all is as by default");
}

static void put_notes(const struct table *given, const struct live *v)
{
	char text[PATH_LEN + 128], release[64];

	if (v->newer)
		put_text(LABEL, "note", "the file is where kernels since 5.13 have it: known here are 2.6.25 to 2.6.27, the features of others are only shown");
	else if (*strange_release(v, release, sizeof(release))) {
		snprintf(text, sizeof(text), "the kernel is %s: known here are 2.6.25 to 2.6.27, the features of others are only shown",
			 release);
		put_text(LABEL, "note", text);
	}
	if (v->mounted && v->names_err && v->names_err != -ENOENT) {
		snprintf(text, sizeof(text), "%s: cannot read: %s", v->names_path,
			 strerror(-v->names_err));
		put_text(LABEL, "note", text);
	}
	if (!v->mounted && (!given || strcmp(given->interface, "proc")))
		put_text(LABEL, "note", "debugfs is not mounted; where the kernel has it, the names are to be had by: " MOUNT);
	if (!v->names.n)
		put_text(LABEL, "note", "the same number is another thing on another kernel: to have the names, give --base TAG, and --stock for an unpatched one");
}

static void show(const struct tables *all, const struct table *given,
		 const struct live *v)
{
	char text[BITS * (FEATURE_LEN + 5)];

	if (v->mounted && !v->names_err)
		put_text(LABEL, "interface", v->names_path);
	if (!v->number_err)
		put_text(LABEL, v->mounted && !v->names_err ? "" : "interface", v->number_path);
	put_kernel(all, given, v);
	if (!v->number_err)
		printf("%-*s%lu\n", LABEL, "number", v->number);
	if (v->names.n) {
		put_text(LABEL, "features", names_text(&v->names, v->on, 1, text, sizeof(text)));
		put_changed(all, given, v);
	}
	put_notes(given, v);
}

/* ---- set */

/* One name a write: the stock kernel takes no more. */
static int write_names(const struct live *v, char *const *words, size_t n)
{
	char text[FEATURE_LEN + 8], name[FEATURE_LEN + 1];
	struct live again;
	size_t i, k;
	int err, off, rc;

	for (i = 0; i < n; i++) {
		snprintf(text, sizeof(text), "%s\n", words[i]);
		err = write_file(v->names_path, text);
		if (err)
			break;
	}
	if (i == n)
		return 0;
	rc = cannot(EXIT_WRITE, "write", v->names_path, err);
	for (k = 0; k < i; k++) {
		snprintf(name, sizeof(name), "%s", name_of(words[k], &off));
		snprintf(text, sizeof(text), "%s%s\n",
			 v->on & table_feature(&v->names, name)->bit ? "" : "NO_", name);
		write_file(v->names_path, text);
	}
	if (i && !look(&again, v->root) && again.on != v->on)
		complain(rc, v->names_path, "features shows what is on now",
			 "and the words before %s could not be taken back", words[i]);
	return rc;
}

static int write_number(const struct live *v, const struct table *t,
			unsigned long on)
{
	unsigned long number = 0;
	char text[32];
	size_t i;
	int err;

	for (i = 0; i < t->n; i++)
		if (on & v->names.f[i].bit)
			number |= t->f[i].bit;
	snprintf(text, sizeof(text), "%lu\n", number);
	err = write_file(v->number_path, text);
	return err ? cannot(EXIT_WRITE, "write", v->number_path, err) : 0;
}

/* What was asked for, or what came of it */
static int compare(const struct live *now, const struct live *before,
		   unsigned long on, const char *path)
{
	char asked[BITS * (FEATURE_LEN + 5)], found[sizeof(asked)];
	struct table part = { 0 };
	size_t i;

	if (now->names.n != before->names.n)
		return complain(EXIT_NOTOK, path, NULL, "the features could not be read back");
	for (i = 0; i < now->names.n; i++)
		if ((on ^ now->on) & now->names.f[i].bit)
			part.f[part.n++] = now->names.f[i];
	if (!part.n)
		return 0;
	return complain(EXIT_NOTOK, path, "does something else write there as well?",
			"asked for %.180s, read back %.180s",
			names_text(&part, on, 1, asked, sizeof(asked)),
			names_text(&part, now->on, 1, found, sizeof(found)));
}

/* @t: whose bits the names are, @fit: how many tables fit if it is NULL */
static int may_set(const struct live *v, const struct table *t, size_t fit)
{
	char release[64];

	if (v->newer || *strange_release(v, release, sizeof(release)))
		return complain(EXIT_NOTOK, v->names_err ? v->number_path : v->names_path,
				"known here are 2.6.25 to 2.6.27; write to the file yourself",
				"the kernel is another one: its features are only shown");
	if (v->mounted && v->names_err && v->names_err != -ENOENT)
		return cannot(EXIT_WRITE, "read", v->names_path, v->names_err);
	if (!v->names_err || t)
		return 0;
	if (v->names.n)
		return complain(EXIT_USAGE, v->number_path, v->mounted ? "give --base TAG" :
				"give --base TAG, or mount debugfs: " MOUNT,
				"it cannot be said which bit a name is: %s",
				fit ? "bases with these features have them on other bits" :
				      "no base that is known here has these features");
	return complain(EXIT_USAGE, v->number_path, v->mounted ?
			"give --base TAG, and --stock for an unpatched kernel" :
			"give --base TAG, and --stock for an unpatched kernel; or mount debugfs: " MOUNT,
			"the number alone does not say which bit a name is");
}

static int set(const struct tables *all, const struct table *given,
	       struct live *v, char *const *words, size_t n)
{
	const struct table *t = given;
	unsigned long on = v->on;
	struct live now;
	size_t fit = 0;
	int rc;

	if (!t)
		t = recognise(all, v, &fit);
	rc = may_set(v, t, fit);
	if (!rc)
		rc = apply_names(all, &v->names, words, n, &on);
	if (!rc)
		rc = v->names_err ? write_number(v, t, on) : write_names(v, words, n);
	if (!rc)
		rc = look(&now, v->root);
	if (rc)
		return rc;
	if (!now.names.n && given) {
		now.names = *given;
		now.on = now.number;
	}
	rc = compare(&now, v, on, v->names_err ? v->number_path : v->names_path);
	if (!rc && t && !fits(t, &now))
		rc = complain(EXIT_NOTOK, v->number_path, NULL,
			      "the number read back, %lu, is not what the names say",
			      now.number);
	if (!rc)
		show(all, given, &now);
	return rc;
}

int live(const struct tables *all, const struct table *given, const char *root,
	 char *const *words, size_t n)
{
	struct live v;
	size_t i;
	int rc;

	if (strlen(root) > ROOT_LEN)
		return complain(EXIT_USAGE, "--root", NULL, "the path is too long");
	rc = look(&v, root);
	if (rc)
		return rc;
	if (v.number_err && v.names_err)
		return nothing(&v);
	if (given) {
		rc = check_given(given, &v);
		if (rc)
			return rc;
		if (!v.names.n) {
			v.names = *given;
			v.on = v.number;
		}
	}
	/* a number is refused before anything is said about tables */
	for (i = 0; i < n; i++)
		if (words[i][strspn(words[i], "0123456789")] == '\0')
			return unknown_name(all, &v.names, words[i]);
	if (n)
		return set(all, given, &v, words, n);
	show(all, given, &v);
	return 0;
}
