/* SPDX-License-Identifier: GPL-2.0 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exitcodes.h"
#include "experiment.h"
#include "lines.h"

#define BOOTS_MAX	40	/* what the exact tests can take */
#define WORDS_MAX	28	/* of a workload; with the seed, what the guest takes */
#define FEATURES_MAX	400	/* characters, likewise */

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

/* letters, digits and these: words that become file names and kernel words */
#define WORD_CHARS	"abcdefghijklmnopqrstuvwxyz0123456789.-"

#define PROGRAM_METRICS	5

/* the workloads, and the metrics that each prints */
static const struct program {
	const char *name;
	const char *metric[PROGRAM_METRICS];
} programs[] = {
	{ "hackbench", { "time" } },
	{ "chat", { "throughput", "delivery.p99" } },
	{ "oltp", { "throughput", "response.p99" } },
	{ "fairness", { "error.max" } },
	{ "wakelat", { "wakeup.p50", "wakeup.p99", "wakeup.max" } },
	{ "clock", { "error.p50", "error.p99", "error.max", "within.1pct" } },
	{ "slices", { "slice.mean", "wakeup.p50", "wakeup.p99", "wakeup.max" } },
};

struct reader {
	struct experiment *e;
	struct lines *l;
	const char *key;
	bool boots, seed;	/* were given */
	unsigned long compare_line[EXP_PAIRS];
	/* names as the file has them, until all arms are known */
	const char *pair_name[EXP_PAIRS][2];
	const char *figure_name[EXP_FIGURES];
	unsigned long figure_line[EXP_FIGURES];
};

/* ---- values */

static int word_ok(const char *word)
{
	return *word && strlen(word) < EXP_NAME &&
	       !word[strspn(word, WORD_CHARS)] && isalnum((unsigned char)*word);
}

static int bad_word(struct reader *r, const char *word)
{
	return lines_bad(r->l, "lower-case letters, digits, '.' and '-', at most 31",
			 "%s: '%s' is no name", r->key, word);
}

/* the single word of a line */
static int one_word(struct reader *r, char *rest, const char **to)
{
	const char *word = lines_word(&rest), *more;

	if (!word)
		return lines_bad(r->l, NULL, "%s: its value is missing", r->key);
	more = lines_word(&rest);
	if (more)
		return lines_bad(r->l, NULL, "%s: one word too many: '%s'",
				 r->key, more);
	if (!word_ok(word))
		return bad_word(r, word);
	*to = word;
	return 0;
}

static int a_number(struct reader *r, char *rest, unsigned long min,
		    unsigned long max, unsigned long *to)
{
	const char *word = lines_word(&rest);

	if (!word || lines_word(&rest) || lines_number(word, to) || *to < min ||
	    *to > max)
		return lines_bad(r->l, NULL,
				 "%s: a number from %lu to %lu is wanted",
				 r->key, min, max);
	return 0;
}

static int a_text(struct reader *r, char *rest, const char **to)
{
	rest += strspn(rest, " \t");
	if (!*rest)
		return lines_bad(r->l, NULL, "%s: its text is missing", r->key);
	*to = rest;
	return 0;
}

/* ---- keys of the whole */

static int not_twice(struct reader *r, bool was)
{
	return was ? lines_bad(r->l, "keep one of the two",
			       "%s: given a second time", r->key) : 0;
}

static int once(struct reader *r, const void *was)
{
	return not_twice(r, was != NULL);
}

static int take_title(struct reader *r, char *rest)
{
	int err = once(r, r->e->title);

	return err ? err : a_text(r, rest, &r->e->title);
}

static int take_question(struct reader *r, char *rest)
{
	int err = once(r, r->e->question);

	return err ? err : a_text(r, rest, &r->e->question);
}

static int take_mail(struct reader *r, char *rest)
{
	int err = once(r, r->e->mail);

	return err ? err : a_text(r, rest, &r->e->mail);
}

static int take_machine(struct reader *r, char *rest)
{
	int err = once(r, r->e->machine);

	r->e->machine_line = r->l->no;
	return err ? err : one_word(r, rest, &r->e->machine);
}

static size_t count_words(const char *text)
{
	size_t n = 0;

	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		text += strcspn(text, " ");
		n++;
	}
	return n;
}

/* complains that @name is none of the @n names */
static int no_such(const struct experiment *e, unsigned long line,
		   const char *key, const char *what, const char *name,
		   const char *const *names, unsigned int n)
{
	const char *guess = nearest(name, names, n);
	char place[512], out[1024] = "";
	size_t len = 0;
	unsigned int i;

	for (i = 0; i < n && len < sizeof(out) - 64; i++)
		len += snprintf(out + len, sizeof(out) - len, "%s%s",
				i ? ", " : "", names[i]);
	snprintf(place, sizeof(place), "%s:%lu", e->path, line);
	return complain(EXIT_BADFILE, place, *out ? out : NULL, "%s: no %s '%s'%s%s",
			key, what, name, guess ? ", did you mean " : "",
			guess ? guess : "");
}

static int workload_words(struct reader *r, char *rest, const char **to)
{
	const char *names[COUNT(programs)];
	char word[EXP_NAME];
	size_t n, i;

	rest += strspn(rest, " \t");
	n = strcspn(rest, " \t");
	snprintf(word, sizeof(word), "%.*s", (int)n, rest);
	for (i = 0; i < COUNT(programs); i++) {
		names[i] = programs[i].name;
		if (!strcmp(word, names[i]))
			break;
	}
	if (i == COUNT(programs))
		return no_such(r->e, r->l->no, r->key, "workload", word, names,
			       COUNT(programs));
	if (rest[strspn(rest, WORD_CHARS " ,=")])
		return lines_bad(r->l, "letters, digits, one blank between two words",
				 strchr(rest, '\t') ? "%s: a tab in the words of a workload" :
						      "%s: '%c' in the words of a workload",
				 r->key, rest[strspn(rest, WORD_CHARS " ,=")]);
	if (strstr(rest, "--seed") || strstr(rest, "--limit"))
		return lines_bad(r->l, "take it away",
				 "%s: --seed and --limit are given by the bench",
				 r->key);
	if (strlen(rest) > 200 || count_words(rest) > WORDS_MAX)
		return lines_bad(r->l, "at most 28 words and 200 characters",
				 "%s: too long", r->key);
	*to = rest;
	return 0;
}

static int take_workload(struct reader *r, char *rest)
{
	int err = once(r, r->e->workload);

	return err ? err : workload_words(r, rest, &r->e->workload);
}

static int take_real(struct reader *r, char *rest)
{
	int err = once(r, r->e->real);

	return err ? err : workload_words(r, rest, &r->e->real);
}

static int take_boots(struct reader *r, char *rest)
{
	int err = not_twice(r, r->boots);

	r->boots = true;
	return err ? err : a_number(r, rest, 1, BOOTS_MAX, &r->e->boots);
}

static int take_seed(struct reader *r, char *rest)
{
	int err = not_twice(r, r->seed);

	r->seed = true;
	return err ? err : a_number(r, rest, 1, 1000000, &r->e->seed);
}

static int take_metric(struct reader *r, char *rest)
{
	struct exp_metric *m = &r->e->metric[r->e->metrics];
	const char *name = lines_word(&rest), *margin = lines_word(&rest);
	char *end = NULL;
	unsigned int i;

	if (r->e->metrics == EXP_METRICS)
		return lines_bad(r->l, NULL, "metric: more than %d", EXP_METRICS);
	if (!name || !margin || lines_word(&rest))
		return lines_bad(r->l, "metric time 2%",
				 "metric: a name and a margin are wanted");
	if (!word_ok(name))
		return bad_word(r, name);
	for (i = 0; i < r->e->metrics; i++)
		if (!strcmp(r->e->metric[i].name, name))
			return lines_bad(r->l, NULL, "metric: %s is given a second time",
					 name);
	errno = 0;
	m->margin = strtod(margin, &end);
	if (errno || end == margin || strcmp(end, "%") ||
	    margin[strspn(margin, "0123456789.")] != '%' ||
	    !(m->margin > 0 && m->margin <= 100))
		return lines_bad(r->l, "metric time 2%",
				 "metric: '%s' is no margin above 0%% and up to 100%%",
				 margin);
	m->name = name;
	m->line = r->l->no;
	r->e->metrics++;
	return 0;
}

static int take_compare(struct reader *r, char *rest)
{
	unsigned int n = r->e->pairs, i;
	const char *a = lines_word(&rest), *b = lines_word(&rest);
	int err;

	if (n == EXP_PAIRS)
		return lines_bad(r->l, NULL, "compare: more than %d", EXP_PAIRS);
	if (!a || !b)
		return lines_bad(r->l, "compare rc1 rc2 the patch that the bisection found",
				 "compare: two arms and what differs are wanted");
	err = a_text(r, rest, &r->e->pair[n].what);
	if (err)
		return err;
	for (i = 0; i < n; i++)
		if ((!strcmp(r->pair_name[i][0], a) && !strcmp(r->pair_name[i][1], b)) ||
		    (!strcmp(r->pair_name[i][0], b) && !strcmp(r->pair_name[i][1], a)))
			return lines_bad(r->l, "keep one of the two",
					 "compare: %s and %s are given a second time", a, b);
	r->pair_name[n][0] = a;
	r->pair_name[n][1] = b;
	r->compare_line[n] = r->l->no;
	r->e->pairs++;
	return 0;
}

static int take_figure(struct reader *r, char *rest)
{
	unsigned int n = r->e->figures;
	const char *arm = lines_word(&rest);
	int err;

	if (n == EXP_FIGURES)
		return lines_bad(r->l, NULL, "figure: more than %d", EXP_FIGURES);
	if (!arm)
		return lines_bad(r->l, "figure rc1 30 s",
				 "figure: an arm and the mail's figure are wanted");
	err = a_text(r, rest, &r->e->figure[n].text);
	if (err)
		return err;
	r->figure_name[n] = arm;
	r->figure_line[n] = r->l->no;
	r->e->figures++;
	return 0;
}

static int take_differ(struct reader *r, char *rest)
{
	if (r->e->texts == EXP_TEXTS)
		return lines_bad(r->l, NULL, "differ: more than %d", EXP_TEXTS);
	return a_text(r, rest, &r->e->text[r->e->texts++]);
}

static int take_arm(struct reader *r, char *rest)
{
	struct exp_arm *arm = &r->e->arm[r->e->arms];
	const char *name;
	int err;

	if (r->e->arms == EXP_ARMS)
		return lines_bad(r->l, NULL, "arm: more than %d", EXP_ARMS);
	err = one_word(r, rest, &name);
	if (err)
		return err;
	if (experiment_arm(r->e, name))
		return lines_bad(r->l, "give it another name",
				 "arm: %s is there already", name);
	arm->name = name;
	arm->line = r->l->no;
	r->e->arms++;
	return 0;
}

/* ---- keys of an arm: the last one */

static struct exp_arm *arm_of(struct reader *r)
{
	return &r->e->arm[r->e->arms - 1];
}

static int take_base(struct reader *r, char *rest)
{
	int err = once(r, arm_of(r)->base);

	arm_of(r)->base_line = r->l->no;
	return err ? err : one_word(r, rest, &arm_of(r)->base);
}

static int take_variant(struct reader *r, char *rest)
{
	int err = once(r, arm_of(r)->variant);

	arm_of(r)->variant_line = r->l->no;
	return err ? err : one_word(r, rest, &arm_of(r)->variant);
}

static int take_series(struct reader *r, char *rest)
{
	int err = once(r, arm_of(r)->series);

	err = err ? err : one_word(r, rest, &arm_of(r)->series);
	if (!err && strcmp(arm_of(r)->series, "queue") &&
	    strcmp(arm_of(r)->series, "stock"))
		return lines_bad(r->l, "queue: our patches are on; stock: they are not",
				 "series: '%s'", arm_of(r)->series);
	return err;
}

#define FEATURE_CHARS	"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

/* without its NO_ */
static const char *plain(const char *feature)
{
	return strncmp(feature, "NO_", 3) ? feature : feature + 3;
}

/* one name, behind those of @before, which '+' joins */
static int take_feature(struct reader *r, const char *name, const char *before)
{
	size_t n = strlen(plain(name)), len;
	const char *p;

	if (name[strspn(name, FEATURE_CHARS)])
		return lines_bad(r->l, "features NO_NORMALIZED_SLEEPER CLOCK_WINDOW",
				 "features: '%c' in the name of a feature",
				 name[strspn(name, FEATURE_CHARS)]);
	if (!*plain(name))
		return lines_bad(r->l, "features NO_NORMALIZED_SLEEPER CLOCK_WINDOW",
				 "features: '%s' names no feature", name);
	if (!plain(name)[strspn(plain(name), "0123456789")])
		return lines_bad(r->l, "name the features: features --explain N --base TAG has them",
				 "features: a number is another thing on every kernel");
	for (p = before; *p; p += len + (p[len] == '+')) {
		len = strcspn(p, "+");
		if ((size_t)(p + len - plain(p)) == n && !strncmp(plain(p), plain(name), n))
			return lines_bad(r->l, "keep one of the two",
					 "features: %s is given a second time",
					 plain(name));
	}
	return 0;
}

static int take_features(struct reader *r, char *rest)
{
	int err = once(r, arm_of(r)->features);
	char joined[FEATURES_MAX + 1] = "", *to = rest + strspn(rest, " \t"), *word;
	size_t len = 0;

	err = err ? err : a_text(r, rest, &arm_of(r)->features);
	if (err || !strcmp(arm_of(r)->features, "asis"))
		return err;
	while ((word = lines_word(&rest))) {
		err = take_feature(r, word, joined);
		if (err)
			return err;
		if (len + strlen(word) + 2 > sizeof(joined))
			return lines_bad(r->l, NULL, "features: too many");
		len += sprintf(joined + len, "%s%s", len ? "+" : "", word);
	}
	/* never longer than what was read */
	strcpy(to, joined);
	return 0;
}

static int take_sysctl(struct reader *r, char *rest)
{
	struct exp_arm *arm = arm_of(r);
	const char *name = lines_word(&rest), *value = lines_word(&rest), *digits;
	unsigned int i;

	if (arm->sysctls == EXP_SYSCTLS)
		return lines_bad(r->l, NULL, "sysctl: more than %d", EXP_SYSCTLS);
	if (!name || !value || lines_word(&rest))
		return lines_bad(r->l, "sysctl kernel.sched_compat_yield 1",
				 "sysctl: a name and a value are wanted");
	if (strncmp(name, "kernel.", 7) ||
	    name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_.")] ||
	    strstr(name, "..") || name[strlen(name) - 1] == '.' || strlen(name) > 60)
		return lines_bad(r->l, "sysctl kernel.sched_compat_yield 1",
				 "sysctl: '%s' is no name below kernel.", name);
	if (!strcmp(name, "kernel.sched_features"))
		return lines_bad(r->l, "use the key features",
				 "sysctl: features are set by name");
	for (i = 0; i < arm->sysctls; i++)
		if (!strcmp(arm->sysctl[i].name, name))
			return lines_bad(r->l, NULL, "sysctl: %s is given a second time",
					 name);
	digits = value + (*value == '-');
	if (!*digits || digits[strspn(digits, "0123456789")] || strlen(value) > 20)
		return lines_bad(r->l, "sysctl kernel.sched_compat_yield 1",
				 "sysctl: '%s' is no number", value);
	arm->sysctl[arm->sysctls].name = name;
	arm->sysctl[arm->sysctls++].value = value;
	return 0;
}

static const struct key {
	const char *name;
	bool of_arm;
	int (*take)(struct reader *r, char *rest);
} keys[] = {
	{ "title", false, take_title },
	{ "question", false, take_question },
	{ "mail", false, take_mail },
	{ "machine", false, take_machine },
	{ "workload", false, take_workload },
	{ "real", false, take_real },
	{ "boots", false, take_boots },
	{ "seed", false, take_seed },
	{ "metric", false, take_metric },
	{ "compare", false, take_compare },
	{ "figure", false, take_figure },
	{ "differ", false, take_differ },
	{ "arm", false, take_arm },
	{ "base", true, take_base },
	{ "variant", true, take_variant },
	{ "series", true, take_series },
	{ "features", true, take_features },
	{ "sysctl", true, take_sysctl },
};

static int take_line(struct reader *r, char *line)
{
	const char *names[COUNT(keys)], *guess, *p;
	size_t i;

	/* what ends up on a terminal, in a page and on a kernel's command line */
	for (p = line; *p; p++)
		if (*p != '\t' && (*p < ' ' || *p > '~'))
			return lines_bad(r->l, "printable ASCII is wanted",
					 "byte 0x%02x in column %zu",
					 (unsigned char)*p, (size_t)(p - line) + 1);
	r->key = lines_word(&line);
	for (i = 0; i < COUNT(keys); i++) {
		names[i] = keys[i].name;
		if (strcmp(r->key, keys[i].name))
			continue;
		if (keys[i].of_arm && !r->e->arms)
			return lines_bad(r->l, "put it below the line of its arm",
					 "%s: no arm is begun yet", r->key);
		return keys[i].take(r, line);
	}
	guess = nearest(r->key, names, COUNT(keys));
	return lines_bad(r->l, "Documentation/experiments.rst has the keys",
			 "%s: no such key%s%s", r->key,
			 guess ? ", did you mean " : "", guess ? guess : "");
}

/* ---- the whole */

static int missing(const struct experiment *e, const char *key, const char *out)
{
	return complain(EXIT_BADFILE, e->path, out, "%s is missing", key);
}

static bool among(const char *name, const char *const *names, unsigned int n)
{
	while (n)
		if (!strcmp(names[--n], name))
			return true;
	return false;
}

/* every boot would be made before anybody missed a metric that is none */
static int metrics_known(const struct experiment *e)
{
	size_t len = strcspn(e->workload, " \t");
	const struct program *p = programs;
	char what[64];
	unsigned int i, n = 0;

	while (strncmp(p->name, e->workload, len) || p->name[len])
		p++;
	while (n < PROGRAM_METRICS && p->metric[n])
		n++;
	snprintf(what, sizeof(what), "metric of %s is called", p->name);
	for (i = 0; i < e->metrics; i++)
		if (!among(e->metric[i].name, p->metric, n))
			return no_such(e, e->metric[i].line, "metric", what,
				       e->metric[i].name, p->metric, n);
	return 0;
}

static int find_arm(struct reader *r, unsigned long line, const char *key,
		    const char *name, unsigned int *to)
{
	const struct exp_arm *arm = experiment_arm(r->e, name);
	const char *names[EXP_ARMS];
	unsigned int i;

	if (arm) {
		*to = arm - r->e->arm;
		return 0;
	}
	for (i = 0; i < r->e->arms; i++)
		names[i] = r->e->arm[i].name;
	return no_such(r->e, line, key, "arm", name, names, r->e->arms);
}

static int resolve(struct reader *r)
{
	struct experiment *e = r->e;
	char place[512];
	unsigned int i;
	int err;

	for (i = 0; i < e->pairs; i++) {
		err = find_arm(r, r->compare_line[i], "compare",
			       r->pair_name[i][0], &e->pair[i].a);
		err = err ? err : find_arm(r, r->compare_line[i], "compare",
					   r->pair_name[i][1], &e->pair[i].b);
		if (err)
			return err;
		if (e->pair[i].a != e->pair[i].b)
			continue;
		snprintf(place, sizeof(place), "%s:%lu", e->path,
			 r->compare_line[i]);
		return complain(EXIT_BADFILE, place, NULL,
				"compare: an arm with itself");
	}
	for (i = 0; i < e->figures; i++) {
		err = find_arm(r, r->figure_line[i], "figure",
			       r->figure_name[i], &e->figure[i].arm);
		if (err)
			return err;
	}
	return 0;
}

static int complete(struct reader *r)
{
	struct experiment *e = r->e;
	char place[512];
	unsigned int i;

	if (!e->title)
		return missing(e, "title", "title hackbench on Tulsa");
	if (!e->question)
		return missing(e, "question", "one sentence that the comparison answers");
	if (!e->machine)
		return missing(e, "machine", "machine stoakley");
	if (!e->workload)
		return missing(e, "workload", "workload hackbench 2 process 50");
	if (!e->metrics)
		return missing(e, "metric", "metric time 2%");
	if (!e->arms)
		return missing(e, "arm", "arm NAME, and below it base TAG");
	if (!e->pairs)
		return missing(e, "compare", "compare FROM TO what differs");
	for (i = 0; i < e->arms; i++) {
		if (!e->arm[i].variant)
			e->arm[i].variant = "default";
		if (!e->arm[i].series)
			e->arm[i].series = "queue";
		if (!e->arm[i].features)
			e->arm[i].features = "asis";
		if (e->arm[i].base)
			continue;
		snprintf(place, sizeof(place), "%s:%lu", e->path, e->arm[i].line);
		return complain(EXIT_BADFILE, place, "base v2.6.25-rc6",
				"arm %s: base is missing", e->arm[i].name);
	}
	return resolve(r);
}

int experiment_read(struct experiment *e, const char *path)
{
	const char *name = strrchr(path, '/');
	struct reader r = { .e = e };
	struct lines l;
	char *line;
	int err;

	memset(e, 0, sizeof(*e));
	e->path = path;
	e->boots = 16;
	e->seed = 1;
	name = name ? name + 1 : path;
	err = lines_open(&l, path);
	e->buf = l.buf;
	if (!err && !word_ok(name))
		err = complain(EXIT_BADFILE, path,
			       "lower-case letters, digits, '.' and '-', at most 31",
			       "the file's name is that of the experiment, and '%s' is none",
			       name);
	if (!err)
		snprintf(e->name, sizeof(e->name), "%s", name);
	r.l = &l;
	while (!err && (line = lines_next(&l, NULL))) {
		line = lines_strip(line);
		if (*line)
			err = take_line(&r, line);
	}
	return err ? err : complete(&r);
}

void experiment_free(struct experiment *e)
{
	free(e->buf);
	e->buf = NULL;
}

struct names {
	char **name;
	unsigned int n;
};

static void add_name(struct names *to, const char *name, size_t len)
{
	char *copy = grow(NULL, len + 1);

	memcpy(copy, name, len);
	copy[len] = '\0';
	to->name = grow(to->name, (to->n + 1) * sizeof(*to->name));
	to->name[to->n++] = copy;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void names_free(struct names *names)
{
	while (names->n)
		free(names->name[--names->n]);
	free(names->name);
}

static bool ends(const char *name, const char *end)
{
	size_t n = strlen(name), m = strlen(end);

	return n > m && !strcmp(name + n - m, end);
}

/* configs/: <machine>.machine, and <variant>.config of what is no machine */
static int read_configs(const char *top, struct names *machines,
			struct names *variants)
{
	char path[4096];
	struct dirent *entry;
	size_t i, n;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/configs", top);
	dir = opendir(path);
	if (!dir)
		return complain(EXIT_USAGE, path, "--top wants the folder of the project",
				"%s", strerror(errno));
	add_name(variants, "default", 7);
	while ((entry = readdir(dir))) {
		const char *name = entry->d_name;

		n = strlen(name);
		if (ends(name, ".machine"))
			add_name(machines, name, n - strlen(".machine"));
		else if (ends(name, ".config") && strcmp(name, "common.config"))
			add_name(variants, name, n - strlen(".config"));
	}
	closedir(dir);
	if (machines->n)
		qsort(machines->name, machines->n, sizeof(*machines->name), by_name);
	for (i = 0, n = 0; i < variants->n; i++) {
		if (among(variants->name[i], (const char *const *)machines->name,
			  machines->n))
			free(variants->name[i]);
		else
			variants->name[n++] = variants->name[i];
	}
	variants->n = n;
	qsort(variants->name, variants->n, sizeof(*variants->name), by_name);
	return 0;
}

/* patches/bases: those with a series */
static int read_bases(const char *top, struct names *bases)
{
	char path[4096], *line, *word, *tag;
	struct lines l;
	int i, err;

	snprintf(path, sizeof(path), "%s/patches/bases", top);
	err = lines_open(&l, path);
	while (!err && (line = lines_next(&l, NULL))) {
		line = lines_strip(line);
		tag = word = lines_word(&line);
		/* tag commit tree files toolchain series */
		for (i = 1; i < 6 && word; i++)
			word = lines_word(&line);
		if (word && strcmp(word, "-"))
			add_name(bases, tag, strlen(tag));
	}
	lines_free(&l);
	return err;
}

int experiment_known(const struct experiment *e, const char *top)
{
	struct names machines = { NULL, 0 }, variants = { NULL, 0 }, bases = { NULL, 0 };
	int err = read_configs(top, &machines, &variants);
	unsigned int i;

	err = err ? err : read_bases(top, &bases);
	err = err ? err : metrics_known(e);
	if (!err && !among(e->machine, (const char *const *)machines.name, machines.n))
		err = no_such(e, e->machine_line, "machine", "machine", e->machine,
			      (const char *const *)machines.name, machines.n);
	for (i = 0; i < e->arms && !err; i++) {
		const struct exp_arm *arm = &e->arm[i];

		if (!among(arm->base, (const char *const *)bases.name, bases.n))
			err = no_such(e, arm->base_line, "base",
				      "base with a series is called", arm->base,
				      (const char *const *)bases.name, bases.n);
		else if (!among(arm->variant, (const char *const *)variants.name, variants.n))
			err = no_such(e, arm->variant_line, "variant",
				      "variant of the configuration", arm->variant,
				      (const char *const *)variants.name, variants.n);
	}
	names_free(&machines);
	names_free(&variants);
	names_free(&bases);
	return err;
}

const struct exp_arm *experiment_arm(const struct experiment *e,
				     const char *name)
{
	unsigned int i;

	for (i = 0; i < e->arms; i++)
		if (!strcmp(e->arm[i].name, name))
			return &e->arm[i];
	return NULL;
}

const char *experiment_workload(const struct experiment *e, bool real,
				unsigned long seed, char *buf, size_t size)
{
	const char *words = real && e->real ? e->real : e->workload;
	size_t n = strcspn(words, " \t");

	snprintf(buf, size, "%.*s --seed %lu%s", (int)n, words, seed, words + n);
	return buf;
}

/* splitmix64, G. L. Steele, D. Lea, C. H. Flood 2014 */
static uint64_t draw(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* R. Durstenfeld's shuffle, 1964; of so few the remainder's bias is nothing */
static void shuffle(uint64_t *state, unsigned int n, unsigned int *order)
{
	unsigned int i, k, was;

	for (i = 0; i < n; i++)
		order[i] = i;
	for (i = n; i > 1; i--) {
		k = draw(state) % i;
		was = order[i - 1];
		order[i - 1] = order[k];
		order[k] = was;
	}
}

void experiment_block(const struct experiment *e, unsigned long block,
		      unsigned int n, unsigned int *order)
{
	unsigned int last[EXP_ARMS];
	unsigned long i, run = 0;
	uint64_t state = e->seed;
	const char *p;

	for (p = e->name; *p; p++)
		state = state * 31 + (unsigned char)*p;
	for (i = 1; i <= block; i++) {
		do
			shuffle(&state, n, order);
		while (run > 1 && n > 1 && !memcmp(order, last, n * sizeof(*order)));
		run = run && !memcmp(order, last, n * sizeof(*order)) ? run + 1 : 1;
		memcpy(last, order, n * sizeof(*order));
	}
}
