/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guest's small pieces on the host, by t0200-guest.sh: guest/root.c is left
 * out, and the kernel's side of sched_features is played here instead.
 */
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../guest/child.h"
#include "../guest/cpus.h"
#include "../guest/features.h"
#include "../guest/report.h"
#include "../guest/root.h"
#include "../guest/topology.h"
#include "../guest/words.h"

static int checks, failed;

static void check(int good, int line, const char *what)
{
	checks++;
	if (good)
		return;
	failed++;
	printf("%d: %s\n", line, what);
}

#define CHECK(x)	check(!!(x), __LINE__, #x)
#define SAYS(why, part)	check(!!strstr(why, part), __LINE__, why)

/* ---- the kernel's side ---- */

static struct {
	int debug_off;		/* no SCHED_DEBUG: no files at all */
	int debugfs;		/* the list of names is there as well */
	int deny;		/* -errno for every write */
	int deaf;		/* writes succeed and do nothing */
	int writes;
	unsigned int number;
	const char *names[8];
} k;

ssize_t root_read(const char *path, char *buf, size_t size)
{
	int len = 0, i;

	buf[0] = '\0';
	if (k.debug_off)
		return -ENOENT;
	if (!strcmp(path, FEATURES_PROC))
		return snprintf(buf, size, "%u\n", k.number);
	if (strcmp(path, FEATURES_DEBUG) || !k.debugfs)
		return -ENOENT;
	for (i = 0; k.names[i]; i++)
		len += snprintf(buf + len, size - len, "%s%s ",
				k.number & 1u << i ? "" : "NO_", k.names[i]);
	return len + snprintf(buf + len, size - len, "\n");
}

int root_write(const char *path, const char *text)
{
	int off = !strncmp(text, "NO_", 3), i;

	k.writes++;
	if (k.debug_off)
		return -ENOENT;
	if (k.deny || k.deaf)
		return k.deny;
	if (!strcmp(path, FEATURES_PROC)) {
		k.number = strtoul(text, NULL, 10);
		return 0;
	}
	if (!k.debugfs)
		return -ENOENT;
	/* by prefix, as these kernels do it */
	for (i = 0; k.names[i]; i++)
		if (!strncmp(text + 3 * off, k.names[i], strlen(k.names[i]))) {
			if (off)
				k.number &= ~(1u << i);
			else
				k.number |= 1u << i;
			return 0;
		}
	return -EINVAL;
}

static void kernel(int debugfs, unsigned int number)
{
	memset(&k, 0, sizeof(k));
	k.debugfs = debugfs;
	k.number = number;
	k.names[0] = "NEW_FAIR_SLEEPERS";
	k.names[1] = "HRTICK";
	k.names[2] = "NORMALIZED_SLEEPER";
	k.names[3] = "HRTICK_LATE";	/* one that the prefix match cannot reach */
}

/* ---- features ---- */

#define LIST	"feature 1 1 NEW_FAIR_SLEEPERS\nfeature 2 1 HRTICK\n" \
		"feature 4 0 NORMALIZED_SLEEPER\nfeature 8 0 HRTICK_LATE\n"

static struct manifest m;
static struct features was, now;
static char why[FEATURES_TEXT];

static int manifest(const char *text)
{
	char copy[1024];

	snprintf(copy, sizeof(copy), "%s", text);
	why[0] = '\0';
	return features_manifest(&m, copy, why);
}

static int set(const char *setting)
{
	k.writes = 0;
	why[0] = '\0';
	return features_set(&m, &was, setting, &now, why);
}

static void test_manifest(void)
{
	CHECK(!manifest("# a comment\ninterface proc\n\n" LIST));
	CHECK(m.n == 4 && m.number == 3 && m.interface == INTERFACE_PROC);
	CHECK(!manifest("interface none\n"));
	CHECK(manifest("interface sysfs\n"));
	SAYS(why, "line 1");
	CHECK(manifest("interface proc\nfeature 3 1 TWO_BITS\n"));
	SAYS(why, "line 2");
	CHECK(manifest("interface proc\nfeature 1 2 NEITHER\n"));
	CHECK(manifest("interface proc\nfeature 1 1 lower\n"));
	CHECK(manifest("interface proc\nfeature 2 1 A\nfeature 1 1 B\n"));
	CHECK(manifest("interface proc\nfeature 1 1 A\nfeature 2 1 A\n"));
	CHECK(manifest("interface debugfs\n"));
	SAYS(why, "no feature");
	CHECK(m.n == 0);
}

static void test_agree(void)
{
	manifest("interface proc\n" LIST);
	kernel(0, 3);
	features_read(&was);
	CHECK(!features_agree(&m, &was, why));
	kernel(0, 7);
	features_read(&was);
	CHECK(features_agree(&m, &was, why));
	SAYS(why, "default is 7, the manifest's is 3");
	kernel(1, 3);
	features_read(&was);
	CHECK(features_agree(&m, &was, why));
	k.debug_off = 1;
	features_read(&was);
	CHECK(features_agree(&m, &was, why));
	SAYS(why, "CONFIG_SCHED_DEBUG is off");

	manifest("interface debugfs\n" LIST);
	kernel(1, 3);
	features_read(&was);
	CHECK(!features_agree(&m, &was, why));
	k.names[2] = "NORMALISED_SLEEPER";
	features_read(&was);
	CHECK(features_agree(&m, &was, why));
	SAYS(why, "NORMALISED");
	k.names[2] = NULL;
	features_read(&was);
	CHECK(features_agree(&m, &was, why));
	kernel(0, 3);
	features_read(&was);
	CHECK(features_agree(&m, &was, why));
	SAYS(why, "does not exist");
	manifest("interface debugfs\nfeature 1 1 NEW_FAIR_SLEEPERS\n"
		 "feature 4 1 HRTICK\n");
	kernel(1, 5);
	features_read(&was);
	CHECK(features_agree(&m, &was, why));
	SAYS(why, "the kernel names");

	manifest("interface none\n");
	CHECK(features_agree(&m, &was, why));
	k.debug_off = 1;
	features_read(&was);
	CHECK(!features_agree(&m, &was, why));
}

/* both interfaces take the same settings and give the same answers */
static void test_set(int debugfs)
{
	manifest(debugfs ? "interface debugfs\n" LIST : "interface proc\n" LIST);
	kernel(debugfs, 3);
	features_read(&was);
	CHECK(!set("asis") && !k.writes && now.number == 3);
	CHECK(!set("NO_HRTICK+NORMALIZED_SLEEPER") && k.number == 5);
	CHECK(now.number == 5);
	CHECK(k.writes == (debugfs ? 2 : 1));
	CHECK(!set("NO_NEW_FAIR_SLEEPERS") && k.number == 2);
	CHECK(!set("HRTICK") && k.number == 3);
	CHECK(!set("4") && k.number == 4);
	CHECK(!set("asis") && k.number == 3);

	/* a wrong word writes nothing, not even the default */
	CHECK(!set("4"));
	CHECK(set("NORMALIZED_SLEEPERS") && !k.writes && k.number == 4);
	SAYS(why, "did you mean NORMALIZED_SLEEPER?");
	CHECK(set("NO_NORMALIZED_SLEEPERS+HRTICK") && !k.writes);
	SAYS(why, "did you mean NORMALIZED_SLEEPER?");
	CHECK(set("hrtick") && !k.writes);
	SAYS(why, "did you mean HRTICK?");
	CHECK(set("SOMETHING_ELSE") && !k.writes);
	CHECK(!strstr(why, "did you mean"));
	CHECK(set("HRTICK+NO_HRTICK") && !k.writes);
	SAYS(why, "both on and off");
	CHECK(set("HRTICK+") && !k.writes);
	CHECK(set("") && !k.writes);
	CHECK(set("16") && !k.writes);
	SAYS(why, "no feature of this kernel has");
	CHECK(set("99999999999") && !k.writes);
	CHECK(set("NO_") && !k.writes);

	/* what was read back decides */
	kernel(debugfs, 3);
	k.deaf = 1;
	CHECK(set("NORMALIZED_SLEEPER"));
	SAYS(why, "wanted the number 7, read back 3");
	k.deaf = 0;
	k.deny = -EPERM;
	CHECK(set("NORMALIZED_SLEEPER"));
	SAYS(why, "Operation not permitted");
	CHECK(now.number == 3);
	k.debug_off = 1;
	features_read(&was);
	CHECK(set("HRTICK"));
	SAYS(why, "CONFIG_SCHED_DEBUG is off");
}

static void test_prefix(void)
{
	/* the kernel takes HRTICK_LATE for HRTICK: seen, since read back */
	manifest("interface debugfs\n" LIST);
	kernel(1, 3);
	features_read(&was);
	CHECK(set("HRTICK_LATE"));
	SAYS(why, "wanted the number 11, read back 3");
}

/* ---- CPUs ---- */

static void test_cpus(void)
{
	char list[CPUS_LIST_MAX];
	uint64_t c;

	CHECK(!cpus_parse_mask("000f\n", &c) && c == 0xf);
	CHECK(!cpus_parse_mask("00000001,00000000 1 2", &c) && c == 1ull << 32);
	CHECK(!cpus_parse_mask("00000000,00000000,0000ffff", &c) && c == 0xffff);
	CHECK(cpus_parse_mask("00000001,00000000,00000000", &c));
	CHECK(cpus_parse_mask("<NULL>", &c));
	CHECK(cpus_parse_mask("", &c));
	CHECK(!cpus_parse_list("0-3,5", &c) && c == 0x2f);
	CHECK(!cpus_parse_list("63 level", &c) && c == 1ull << 63);
	CHECK(cpus_parse_list("0-64", &c));
	CHECK(cpus_parse_list("3-1", &c));
	CHECK(cpus_parse_list("1,", &c));
	CHECK(cpus_parse_list("x", &c));
	CHECK(!strcmp(cpus_list(0x2f, list), "0-3,5"));
	CHECK(!strcmp(cpus_list(0, list), "none"));
	CHECK(!strcmp(cpus_list(~0ull, list), "0-63"));
	/* the longest one fits */
	CHECK(strlen(cpus_list(0x5555555555555555ull, list)) < sizeof(list));
}

/* ---- topology ---- */

static struct domains d;

static int domains(const char *schedstat, const char *log)
{
	static char a[4096], b[4096];

	snprintf(a, sizeof(a), "%s", schedstat);
	snprintf(b, sizeof(b), "%s", log);
	why[0] = '\0';
	return domains_parse(&d, a, b, why);
}

#define STAT(c, a, b)	"cpu" c " 0 0\ndomain0 " a " 1 2\ndomain1 " b " 3\n"
#define LOG26(c, a)	"<7>[    1.0] CPU" c " attaching sched-domain:\n" \
			"<7>[    1.0]  domain 0: span " a "\n" \
			"<7>[    1.0]   groups: 0 1\n" \
			"<7>[    1.0]   domain 1: span 0-3\n"
#define LOG27(c, a)	"<7> CPU" c " attaching sched-domain:\n" \
			"<7>  domain 0: span " a " level MC\n" \
			"<7>   domain 1: span 0-3 level CPU\n"
#define LOG25		"<7> CPU0 attaching sched-domain:\n" \
			"<7>  domain 0: span 0003\n<7>   groups: 0001 0002\n"

static void test_domains(void)
{
	static char stat[] = "version 14\ntimestamp 1\n" STAT("0", "03", "0f")
		STAT("1", "03", "0f") STAT("2", "0c", "0f") STAT("3", "0c", "0f");
	struct expect e = {
		.levels = 2,
		.level = { { "MC", 2 }, { "CPU", 4 } },
	};

	CHECK(!domains(stat, "") && d.levels == 2);
	CHECK(!strcmp(d.from, "schedstat") && !*d.level[0].name);
	CHECK(!domains_check(&d, 0xf, &e, why));
	CHECK(!domains(stat, LOG27("0", "0-1") LOG27("2", "2-3")));
	CHECK(!strcmp(d.level[0].name, "MC") && !strcmp(d.level[1].name, "CPU"));
	CHECK(!domains_check(&d, 0xf, &e, why));
	strcpy(e.level[0].name, "SIBLING");
	CHECK(domains_check(&d, 0xf, &e, why));
	SAYS(why, "domain 0 is MC in the kernel's log, expected SIBLING");
	strcpy(e.level[0].name, "MC");
	e.level[0].cpus = 4;
	CHECK(domains_check(&d, 0xf, &e, why));
	SAYS(why, "2 CPUs, expected 4");
	e.level[0].cpus = 2;
	e.levels = 1;
	CHECK(domains_check(&d, 0xf, &e, why));
	SAYS(why, "2 domain levels, expected 1");
	e.levels = 2;
	CHECK(domains_check(&d, 0x1f, &e, why));
	SAYS(why, "cpu 4 has no domain 0");
	/* one pair that crosses another */
	domains(STAT("0", "03", "0f") STAT("1", "06", "0f")
		STAT("2", "0c", "0f") STAT("3", "0c", "0f"), "");
	CHECK(domains_check(&d, 0xf, &e, why));
	domains(STAT("0", "06", "0f"), "");
	CHECK(domains_check(&d, 0x1, &e, why));
	SAYS(why, "not the CPU itself");

	/* 2.6.26 for fewer than 32 CPUs prints no masks: the log has them */
	CHECK(!domains("cpu0 0\ndomain0 <NULL> 1 1\n", LOG26("0", "0-1")
		LOG26("1", "0-1") LOG26("2", "2-3") LOG26("3", "2-3")));
	CHECK(!strcmp(d.from, "log") && !domains_check(&d, 0xf, &e, why));
	/* 2.6.25 logs masks */
	CHECK(!domains("", LOG25) && d.level[0].span[0] == 3);
	CHECK(domains("", "") && !strcmp(d.from, "absent"));
	SAYS(why, "CONFIG_SCHEDSTATS");
	CHECK(domains("domain0 03\n", ""));
	CHECK(domains("cpu0\ndomain99 03\n", ""));
	CHECK(domains("cpu999\ndomain0 03\n", ""));
	/* rebuilt: the last word of each CPU counts */
	CHECK(domains("", LOG25 "<7> CPU0 attaching NULL sched-domain.\n"));
	CHECK(!domains("", LOG25 LOG26("0", "0-3")) &&
	      d.level[0].span[0] == 0xf);
}

static void test_expect(void)
{
	char good[] = "machine m # one\nbase b\nvariant v\ncpus 8\nthreads 1\n\n"
		      "# all\npackage-cpus 2\ndomain 0 MC 2\ndomain 1 CPU 8\n";
	char order[] = "domain 1 CPU 8\n", word[] = "cpus many\n";
	char unknown[] = "machine m\nsockets 2\n", negative[] = "cpus -1\n";
	struct expect e;

	CHECK(!expect_parse(&e, good, why));
	CHECK(!strcmp(e.machine, "m") && e.cpus == 8 && e.levels == 2);
	CHECK(expect_parse(&e, order, why));
	CHECK(expect_parse(&e, word, why));
	CHECK(expect_parse(&e, negative, why));
	CHECK(expect_parse(&e, unknown, why));
	SAYS(why, "line 2");
}

/* ---- words ---- */

static struct words w;

static void words(const char *text)
{
	char copy[8192];

	snprintf(copy, sizeof(copy), "%s", text);
	words_parse(&w, copy);
}

static void test_words(void)
{
	char many[1024] = "cfsq.settings=0";
	int i;

	words("console=ttyS0 quiet\n");
	CHECK(!w.wrongs && !w.shell && w.settings == 1 && w.groups == 2);
	CHECK(!strcmp(w.setting[0], "asis") && !strcmp(w.seed, "0"));
	CHECK(w.loops == 50 && !strcmp(w.mode, "process") && !*w.nonce);
	words("cfsq.nonce=0123456789abcdef cfsq.settings=319,NO_A+B,asis "
	      "cfsq.hackbench=10:thread:7 cfsq.seed=18446744073709551615 "
	      "cfsq.mode=shell cfsq.limit=9");
	CHECK(!w.wrongs && w.settings == 3 && !strcmp(w.setting[1], "NO_A+B"));
	CHECK(w.groups == 10 && w.loops == 7 && !strcmp(w.mode, "thread"));
	CHECK(w.shell && w.limit == 9 && strlen(w.seed) == 20);
	words("cfsq.nonce=0123456789ABCDEF cfsq.hackbench=1:fiber:1 cfsq.seed=x "
	      "cfsq.mode=fast cfsq.limit=0 cfsq.setting=1 cfsq.");
	CHECK(w.wrongs == 6 && !w.groups && !*w.nonce && w.limit > 0);
	words("cfsq.hackbench=0:process:1");
	CHECK(!w.groups);
	words("cfsq.hackbench=1:process:1:2");
	CHECK(!w.groups);
	for (i = 0; i < SETTINGS_MAX; i++)
		strcat(many, ",1");
	words(many);
	CHECK(w.wrongs == 1 && w.settings == SETTINGS_MAX);
	words("a cfsq.settings=,");
	CHECK(w.settings == 2 && !*w.setting[0]);
}

/* ---- report ---- */

static void test_report(void)
{
	static char got[8192], longest[2048];
	struct report r;
	int fds[2];
	ssize_t n;
	char *p;

	CHECK(proto_crc(0, "123456789", 9) == 0xcbf43926);
	if (pipe(fds))
		exit(1);
	report_begin(&r, fds[1], "", "00000000deadbeef");
	report_data(&r, "tab\there \x1b[1m\xff");
	report_test(&r, 1, "fine");
	report_test(&r, 0, "wrong # SKIP it");
	memset(longest, 'x', sizeof(longest) - 1);
	report_data(&r, "%s", longest);
	report_end(&r);
	n = read(fds[0], got, sizeof(got) - 1);
	CHECK(n > 0);
	got[n < 0 ? 0 : n] = '\0';
	CHECK(!strncmp(got, "cfsq 00000000deadbeef TAP version 13\n", 37));
	SAYS(got, "f # tab?here ?[1m?\n");
	SAYS(got, "f ok 1 - fine\n");
	SAYS(got, "f not ok 2 - wrong ? SKIP it\n");
	SAYS(got, "xx ...\n");
	SAYS(got, "f 1..2\ncfsq 00000000deadbeef end 2 1 ");
	for (p = got; *p; p += strcspn(p, "\n") + 1)
		CHECK(strcspn(p, "\n") < PROTO_LINE_MAX);
	report_begin(&r, fds[1], "", "xyz");
	CHECK(!strcmp(r.nonce, "0000000000000000"));
	close(fds[0]);
	close(fds[1]);
}

/* a child whose parent ended before it could ask for its signal ends as well */
static void test_end_with(int too_late)
{
	pid_t parent;
	char byte = 0;
	int fds[2];

	if (pipe(fds))
		exit(1);
	if (!fork()) {
		parent = getpid();
		if (!fork()) {
			while (too_late && getppid() == parent)
				sched_yield();
			end_with(parent);
			if (write(fds[1], &byte, 1) < 0)
				_exit(1);
			pause();
		}
		while (!too_late && poll(&(struct pollfd){ fds[0], POLLIN, 0 }, 1, -1) != 1)
			;
		_exit(0);
	}
	wait(NULL);
	close(fds[1]);
	/* then nobody has the pipe: it ended, with or without its byte */
	CHECK(read(fds[0], &byte, 1) == !too_late);
	CHECK(!read(fds[0], &byte, 1));
	close(fds[0]);
}

int main(void)
{
	test_end_with(0);
	test_end_with(1);
	test_manifest();
	test_agree();
	test_set(0);
	test_set(1);
	test_prefix();
	test_cpus();
	test_domains();
	test_expect();
	test_words();
	test_report();
	printf("%d checks, %d failed\n", checks, failed);
	return !!failed;
}
