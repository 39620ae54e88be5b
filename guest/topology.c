/* SPDX-License-Identifier: GPL-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "root.h"
#include "topology.h"

__attribute__((format(printf, 2, 3)))
static int no(char *why, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, WHY_MAX, fmt, ap);
	va_end(ap);
	return -1;
}

/* The next line of *@text, ended by a NUL; NULL after the last. */
static char *next_line(char **text)
{
	char *line = *text;

	if (!*line)
		return NULL;
	*text += strcspn(line, "\n");
	if (**text)
		*(*text)++ = '\0';
	return line;
}

static int expect_line(struct expect *e, const char *line)
{
	char key[16], value[64], name[16];
	int level, n, number;
	char end;

	if (sscanf(line, "domain %d %15s %d %c", &level, name, &n, &end) == 3) {
		if (level != e->levels || level == LEVELS_MAX || n < 1)
			return 0;
		strcpy(e->level[level].name, name);
		e->level[level].cpus = n;
		e->levels++;
		return 1;
	}
	if (sscanf(line, "%15s %63s %c", key, value, &end) != 2)
		return 0;
	if (!strcmp(key, "machine")) {
		strcpy(e->machine, value);
	} else if (!strcmp(key, "base")) {
		strcpy(e->base, value);
	} else if (!strcmp(key, "variant")) {
		strcpy(e->variant, value);
	} else {
		if (sscanf(value, "%d%c", &number, &end) != 1 || number < 1)
			return 0;
		if (!strcmp(key, "cpus"))
			e->cpus = number;
		else if (!strcmp(key, "threads"))
			e->threads = number;
		else if (!strcmp(key, "package-cpus"))
			e->package_cpus = number;
		else
			return 0;
	}
	return 1;
}

int expect_parse(struct expect *e, char *text, char *why)
{
	unsigned int lineno = 0;
	char *line;

	memset(e, 0, sizeof(*e));
	while ((line = next_line(&text))) {
		lineno++;
		line[strcspn(line, "#")] = '\0';
		if (!line[strspn(line, " \t")])
			continue;
		if (!expect_line(e, line))
			return no(why, "/etc/expect line %u is malformed: '%.80s'",
				  lineno, line);
	}
	return 0;
}

static uint64_t read_online(void)
{
	static char text[65536];
	char *p = text, *line;
	uint64_t online = 0;
	int cpu, end;

	/* the per-CPU lines of /proc/stat are those of the CPUs online */
	if (root_read("/proc/stat", text, sizeof(text)) < 0)
		return 0;
	while ((line = next_line(&p))) {
		end = 0;
		if (sscanf(line, "cpu%d %n", &cpu, &end) == 1 && end &&
		    line[3] != ' ' && cpu >= 0 && cpu < CPUS_MAX)
			online |= cpus_one(cpu);
	}
	return online;
}

static void cpu_file(int cpu, const char *file, char *text, size_t size)
{
	char path[96];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/topology/%s",
		 cpu, file);
	root_read(path, text, size);
}

static int cpu_number(int cpu, const char *file)
{
	char text[128];
	int number;

	cpu_file(cpu, file, text, sizeof(text));
	return sscanf(text, "%d", &number) == 1 ? number : -1;
}

static uint64_t cpu_mask(int cpu, const char *file)
{
	char text[128];
	uint64_t cpus;

	cpu_file(cpu, file, text, sizeof(text));
	return cpus_parse_mask(text, &cpus) ? 0 : cpus;
}

static void read_sysfs(struct topology *t)
{
	int cpu;

	cpus_for_each(cpu, t->online) {
		t->cpu[cpu].package = cpu_number(cpu, "physical_package_id");
		t->cpu[cpu].core = cpu_number(cpu, "core_id");
		t->cpu[cpu].threads = cpu_mask(cpu, "thread_siblings");
		t->cpu[cpu].mates = cpu_mask(cpu, "core_siblings");
		if (t->cpu[cpu].package >= 0)
			t->from = "sysfs";
	}
}

/* The CPUs that share the package of , and with @core also its core. */
static uint64_t same_numbers(const struct topology *t, int cpu, int core)
{
	uint64_t cpus = 0;
	int other;

	if (t->cpu[cpu].package < 0 || t->cpu[cpu].core < 0)
		return 0;
	cpus_for_each(other, t->online)
		if (t->cpu[other].package == t->cpu[cpu].package &&
		    (!core || t->cpu[other].core == t->cpu[cpu].core))
			cpus |= cpus_one(other);
	return cpus;
}

/*
 * 2.6.25 without NUMA leaves the topology folders of sysfs empty: there,
 * /proc/cpuinfo has the numbers, and the size of each package.
 */
static void read_cpuinfo(struct topology *t)
{
	static char text[131072];
	char *p = text, *line;
	int cpu = -1, number;

	if (root_read("/proc/cpuinfo", text, sizeof(text)) < 0)
		return;
	while ((line = next_line(&p))) {
		if (sscanf(line, "processor : %d", &number) == 1)
			cpu = number >= 0 && number < CPUS_MAX ? number : -1;
		if (cpu < 0)
			continue;
		if (sscanf(line, "physical id : %d", &number) == 1)
			t->cpu[cpu].package = number;
		else if (sscanf(line, "core id : %d", &number) == 1)
			t->cpu[cpu].core = number;
		else if (sscanf(line, "siblings : %d", &number) == 1)
			t->cpu[cpu].siblings = number;
	}
	cpus_for_each(cpu, t->online) {
		t->cpu[cpu].threads = same_numbers(t, cpu, 1);
		t->cpu[cpu].mates = same_numbers(t, cpu, 0);
		if (t->cpu[cpu].package >= 0)
			t->from = "cpuinfo";
	}
}

int topology_read(struct topology *t, char *why)
{
	memset(t, 0, sizeof(*t));
	t->from = "absent";
	t->online = read_online();
	if (!t->online)
		return no(why, "/proc/stat names no CPU");
	read_sysfs(t);
	if (!strcmp(t->from, "absent"))
		read_cpuinfo(t);
	return 0;
}

/* Do @a and @b look the same from both sides? */
static int check_pair(const struct topology *t, int a, int b, char *why)
{
	int same_package = t->cpu[a].package == t->cpu[b].package;
	int same_core = same_package && t->cpu[a].core == t->cpu[b].core;

	if (cpus_has(t->cpu[a].mates, b) != same_package)
		return no(why, "cpu %d and cpu %d: packages %d and %d, but core_siblings say %s",
			  a, b, t->cpu[a].package, t->cpu[b].package,
			  same_package ? "two packages" : "one package");
	if (cpus_has(t->cpu[a].threads, b) != same_core)
		return no(why, "cpu %d and cpu %d: package %d core %d and package %d core %d, but thread_siblings say %s",
			  a, b, t->cpu[a].package, t->cpu[a].core,
			  t->cpu[b].package, t->cpu[b].core,
			  same_core ? "two cores" : "one core");
	return 0;
}

static int check_cpu(const struct topology *t, const struct expect *e, int cpu,
		     char *why)
{
	int threads = cpus_count(t->cpu[cpu].threads);
	int mates = cpus_count(t->cpu[cpu].mates);

	if (t->cpu[cpu].package < 0 || t->cpu[cpu].core < 0 || !threads || !mates)
		return no(why, "cpu %d: its package, core or siblings are absent (source: %s)",
			  cpu, t->from);
	if (threads != e->threads)
		return no(why, "cpu %d has %d threads in its core, expected %d",
			  cpu, threads, e->threads);
	if (mates != e->package_cpus)
		return no(why, "cpu %d has %d CPUs in its package, expected %d",
			  cpu, mates, e->package_cpus);
	if (t->cpu[cpu].siblings && t->cpu[cpu].siblings != mates)
		return no(why, "cpu %d has %d CPUs in its package by number, %d siblings by count",
			  cpu, mates, t->cpu[cpu].siblings);
	return 0;
}

int topology_check(const struct topology *t, const struct expect *e, char *why)
{
	int a, b;

	if (!e->threads || !e->package_cpus)
		return no(why, "/etc/expect does not say threads and package-cpus");
	if (!t->online)
		return no(why, "/proc/stat names no CPU");
	cpus_for_each(a, t->online)
		if (check_cpu(t, e, a, why))
			return -1;
	cpus_for_each(a, t->online)
		cpus_for_each(b, t->online)
			if (check_pair(t, a, b, why))
				return -1;
	return 0;
}

static int parse_schedstat(struct domains *d, char *schedstat)
{
	int cpu = -1, number, level, at, n = 0;
	char *line;

	while ((line = next_line(&schedstat))) {
		if (sscanf(line, "cpu%d", &number) == 1)
			cpu = number;
		at = 0;
		if (sscanf(line, "domain%d %n", &level, &at) != 1 || !at)
			continue;
		if (cpu < 0 || cpu >= CPUS_MAX || level < 0 ||
		    level >= LEVELS_MAX ||
		    cpus_parse_mask(line + at, &d->level[level].span[cpu]))
			return -1;
		n++;
	}
	return n ? 0 : -1;
}

/* 2.6.25 logs a mask with all its digits, later kernels a list */
static int parse_span(const char *text, uint64_t *span)
{
	if ((text[0] == '0' && text[1] && text[1] != '-' && text[1] != ',') ||
	    strpbrk(text, "abcdef"))
		return cpus_parse_mask(text, span);
	return cpus_parse_list(text, span);
}

/* levels that two CPUs call by two names get both */
static void add_name(char *have, const char *name)
{
	size_t size = sizeof(((struct domains *)0)->level[0].name);

	if (!*have)
		strcpy(have, name);
	else if (!strstr(have, name) && strlen(have) + strlen(name) + 2 <= size)
		strcat(strcat(have, "/"), name);
}

static int attached(const char *line)
{
	int cpu;

	if (sscanf(line, "CPU%d attaching", &cpu) != 1 || cpu >= CPUS_MAX)
		return -1;
	return cpu;
}

/*
 * "CPU<n> attaching sched-domain:", and for each of its levels
 * " domain <n>: span <CPUs>", from 2.6.27 on with " level <NAME>" behind it.
 * They replace what the CPU had before, as "attaching NULL sched-domain." does.
 */
static void parse_log(struct domains *d, char *log)
{
	char span[CPUS_LIST_MAX], name[16], *line, *at;
	int cpu = -1, level, n;

	while ((line = next_line(&log))) {
		at = strstr(line, "CPU");
		if (at && strstr(line, " attaching ")) {
			cpu = attached(at);
			for (level = 0; cpu >= 0 && level < LEVELS_MAX; level++)
				d->level[level].span[cpu] = 0;
		}
		at = strstr(line, " domain ");
		if (!at || cpu < 0)
			continue;
		n = sscanf(at, " domain %d: span %191s level %15s", &level, span,
			   name);
		if (n < 2 || level < 0 || level >= LEVELS_MAX)
			continue;
		if (parse_span(span, &d->level[level].span[cpu]))
			d->level[level].span[cpu] = 0;
		if (n == 3)
			add_name(d->level[level].name, name);
	}
}

static void count_levels(struct domains *d)
{
	int cpu;

	for (d->levels = 0; d->levels < LEVELS_MAX; d->levels++) {
		for (cpu = 0; cpu < CPUS_MAX; cpu++)
			if (d->level[d->levels].span[cpu])
				break;
		if (cpu == CPUS_MAX)
			break;
	}
}

int domains_parse(struct domains *d, char *schedstat, char *log, char *why)
{
	struct domains live;
	int i;

	memset(d, 0, sizeof(*d));
	memset(&live, 0, sizeof(live));
	d->from = "log";
	parse_log(d, log);
	if (!parse_schedstat(&live, schedstat)) {
		d->from = "schedstat";
		for (i = 0; i < LEVELS_MAX; i++)
			memcpy(d->level[i].span, live.level[i].span,
			       sizeof(live.level[i].span));
	}
	count_levels(d);
	if (d->levels)
		return 0;
	d->from = "absent";
	return no(why, "no domains, neither in /proc/schedstat (is CONFIG_SCHEDSTATS on?) nor in the kernel's log (is CONFIG_SCHED_DEBUG on?)");
}

static int check_span(const struct domains *d, const struct expect *e,
		      int level, int cpu, char *why)
{
	uint64_t span = d->level[level].span[cpu];
	char a[CPUS_LIST_MAX], b[CPUS_LIST_MAX];
	int other;

	if (!span)
		return no(why, "cpu %d has no domain %d", cpu, level);
	if (!cpus_has(span, cpu))
		return no(why, "cpu %d: domain %d spans %s, not the CPU itself",
			  cpu, level, cpus_list(span, a));
	if (cpus_count(span) != e->level[level].cpus)
		return no(why, "cpu %d: domain %d spans %s, %d CPUs, expected %d",
			  cpu, level, cpus_list(span, a), cpus_count(span),
			  e->level[level].cpus);
	cpus_for_each(other, span)
		if (d->level[level].span[other] != span)
			return no(why, "domain %d: cpu %d spans %s, cpu %d spans %s",
				  level, cpu, cpus_list(span, a), other,
				  cpus_list(d->level[level].span[other], b));
	if (level && d->level[level - 1].span[cpu] & ~span)
		return no(why, "cpu %d: domain %d reaches beyond domain %d",
			  cpu, level - 1, level);
	return 0;
}

int domains_check(const struct domains *d, uint64_t online,
		  const struct expect *e, char *why)
{
	const char *name;
	int level, cpu;

	if (!e->levels)
		return no(why, "/etc/expect names no domain");
	if (d->levels != e->levels)
		return no(why, "%d domain levels, expected %d", d->levels,
			  e->levels);
	for (level = 0; level < d->levels; level++) {
		name = d->level[level].name;
		if (*name && strcmp(name, e->level[level].name))
			return no(why, "domain %d is %s in the kernel's log, expected %s",
				  level, name, e->level[level].name);
		cpus_for_each(cpu, online)
			if (check_span(d, e, level, cpu, why))
				return -1;
	}
	return 0;
}
