/* SPDX-License-Identifier: GPL-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "root.h"
#include "run.h"

#define DOMAINS_MAX	8
#define FIELDS_MAX	64
#define LINE_MAX_LEN	900	/* what a line of the report can take */

static char text[512 * 1024];

__attribute__((format(printf, 2, 3)))
static int no(char *why, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, RUN_WHY, fmt, ap);
	va_end(ap);
	return -1;
}

/* ---- what is asked for ---- */

static int parse_sysctl(struct run *r, char *rest, char *why)
{
	char *value = strchr(rest, ' ');
	int i = r->sysctls;

	if (!value || strchr(value + 1, ' ') || !value[1])
		return no(why, "sysctl %.60s: a name and a value are wanted", rest);
	*value++ = '\0';
	if (i == RUN_SYSCTLS)
		return no(why, "more than %d sysctls", RUN_SYSCTLS);
	if (strlen(rest) >= sizeof(r->sysctl[i].name) ||
	    strlen(value) >= sizeof(r->sysctl[i].value))
		return no(why, "sysctl %.60s: too long", rest);
	if (rest[strspn(rest, "abcdefghijklmnopqrstuvwxyz0123456789_.")] ||
	    strstr(rest, ".."))
		return no(why, "sysctl %.60s: not a name", rest);
	strcpy(r->sysctl[i].name, rest);
	strcpy(r->sysctl[i].value, value);
	r->sysctls++;
	return 0;
}

static int parse_workload(struct run *r, char *rest, char *why)
{
	char *p;

	if (r->words)
		return no(why, "a second workload: %.60s", rest);
	if (strlen(rest) >= sizeof(r->line))
		return no(why, "the workload's words are too long");
	strcpy(r->line, rest);
	strcpy(r->text, rest);
	for (p = strtok(r->text, " "); p; p = strtok(NULL, " ")) {
		if (r->words == RUN_WORDS)
			return no(why, "more than %d words for the workload",
				  RUN_WORDS);
		r->word[r->words++] = p;
	}
	if (!r->words || strchr(r->word[0], '/'))
		return no(why, "workload: no program of /bin is named");
	return 0;
}

static int parse_line(struct run *r, char *line, char *why)
{
	char *rest = line + strcspn(line, " ");

	if (*rest)
		*rest++ = '\0';
	if (!strcmp(line, "features")) {
		if (!*rest || strlen(rest) >= sizeof(r->features))
			return no(why, "features: none, or too many");
		strcpy(r->features, rest);
		return 0;
	}
	if (!strcmp(line, "sysctl"))
		return parse_sysctl(r, rest, why);
	if (!strcmp(line, "workload"))
		return parse_workload(r, rest, why);
	return no(why, "%.60s: no such line in " RUN_FILE, line);
}

int run_parse(struct run *r, char *file, char *why)
{
	char *line, *next;

	memset(r, 0, sizeof(*r));
	strcpy(r->features, "asis");
	for (line = file; line && *line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		if (*line && parse_line(r, line, why))
			return -1;
	}
	return r->words ? 0 : no(why, RUN_FILE " names no workload");
}

int run_sysctl(const struct run *r, int i, char *why)
{
	const char *name = r->sysctl[i].name, *value = r->sysctl[i].value;
	char path[128] = "/proc/sys/", now[64], *p;
	int err;

	p = path + strlen(path);
	strcpy(p, name);
	for (; *p; p++)
		if (*p == '.')
			*p = '/';
	err = root_write(path, value);
	if (err)
		return no(why, "%s: cannot be written: %s", path, strerror(-err));
	err = root_read(path, now, sizeof(now));
	if (err < 0)
		return no(why, "%s: cannot be read: %s", path, strerror(-err));
	now[strcspn(now, "\n")] = '\0';
	if (strcmp(now, value))
		return no(why, "%s: wrote %s, read back %s", path, value, now);
	return 0;
}

/* ---- the kernel's counters ---- */

/* The next line of *@rest, cut out, or NULL. */
static char *next_line(char **rest)
{
	char *line = *rest, *end;

	if (!*line)
		return NULL;
	end = strchr(line, '\n');
	if (end)
		*end++ = '\0';
	else
		end = line + strlen(line);
	*rest = end;
	return line;
}

static void stat_counters(struct report *report, const char *when)
{
	static const char *const kept[] = { "ctxt ", "intr ", "processes " };
	char *rest = text, *line;
	size_t i;

	if (root_read("/proc/stat", text, sizeof(text)) < 0) {
		report_data(report, "%s stat absent", when);
		return;
	}
	while ((line = next_line(&rest))) {
		if (!strncmp(line, "cpu", 3) && line[3] != ' ')
			report_data(report, "%s stat %.200s", when, line);
		for (i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
			if (!strncmp(line, kept[i], strlen(kept[i])))
				/* of intr only the sum */
				report_data(report, "%s stat %.*s", when,
					    (int)(strlen(kept[i]) +
						  strcspn(line + strlen(kept[i]), " ")),
					    line);
	}
}

struct sums {
	int n;
	unsigned long long field[FIELDS_MAX];
};

/* "domain<level> <mask> <number>...": added up over the CPUs */
static void add_domain(struct sums *sums, char *line)
{
	unsigned long level = strtoul(line + strlen("domain"), &line, 10);
	char *p;
	int i = 0;

	if (level >= DOMAINS_MAX || *line != ' ')
		return;
	line += 1 + strcspn(line + 1, " ");
	for (p = strtok(line, " "); p && i < FIELDS_MAX; p = strtok(NULL, " "))
		sums[level].field[i++] += strtoull(p, NULL, 10);
	if (i > sums[level].n)
		sums[level].n = i;
}

static void print_sums(struct report *report, const char *when, int level,
		       const struct sums *sums)
{
	char line[LINE_MAX_LEN];
	size_t len = 0;
	int i;

	for (i = 0; i < sums->n && len < sizeof(line) - 24; i++)
		len += sprintf(line + len, " %llu", sums->field[i]);
	report_data(report, "%s sched domain%d%s", when, level, line);
}

static void sched_counters(struct report *report, const char *when)
{
	static struct sums sums[DOMAINS_MAX];
	char *rest = text, *line;
	int level;

	if (root_read("/proc/schedstat", text, sizeof(text)) < 0) {
		report_data(report, "%s sched absent", when);
		return;
	}
	memset(sums, 0, sizeof(sums));
	while ((line = next_line(&rest))) {
		if (!strncmp(line, "cpu", 3) || !strncmp(line, "version", 7))
			report_data(report, "%s sched %.400s", when, line);
		else if (!strncmp(line, "domain", 6))
			add_domain(sums, line);
	}
	for (level = 0; level < DOMAINS_MAX; level++)
		if (sums[level].n)
			print_sums(report, when, level, &sums[level]);
}

static const char *const counts[] = {
	"credit_plain", "credit_normalized", "credit_inverse", "credit_weighted",
	"clock_low", "clock_high", "clock_stalls", "buddy_first", "buddy_waits",
};

/* "  .<name>   : <numbers>" as " <name> <numbers>", if it is one of ours */
static size_t one_count(char *to, size_t room, const char *line)
{
	char name[32], value[80];
	size_t i;

	if (sscanf(line, " .%31[a-z_] : %79[0-9 ]", name, value) != 2)
		return 0;
	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		if (!strcmp(name, counts[i]) &&
		    strlen(name) + strlen(value) + 3 < room)
			return sprintf(to, " %s %s", name, value);
	return 0;
}

static void series_counters(struct report *report, const char *when)
{
	char line[LINE_MAX_LEN] = "", *rest = text, *p;
	size_t len = 0;
	int cpu = -1, shown = 0;

	if (root_read("/proc/sched_debug", text, sizeof(text)) < 0) {
		report_data(report, "%s counts absent", when);
		return;
	}
	while ((p = next_line(&rest))) {
		int number;

		if (sscanf(p, "cpu#%d", &number) == 1) {
			if (len)
				report_data(report, "%s counts cpu%d%s", when,
					    cpu, line);
			cpu = number;
			len = 0;
		} else if (cpu >= 0) {
			len += one_count(line + len, sizeof(line) - len, p);
			shown += len > 0;
		}
	}
	if (len)
		report_data(report, "%s counts cpu%d%s", when, cpu, line);
	if (!shown)
		report_data(report, "%s counts absent", when);
}

void run_counters(struct report *report, const char *when)
{
	stat_counters(report, when);
	sched_counters(report, when);
	series_counters(report, when);
}
