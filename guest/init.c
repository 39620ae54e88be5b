/* SPDX-License-Identifier: GPL-2.0 */
/*
 * init: process 1 of the bench's initramfs.
 *
 * Looks at the kernel it runs on, holds it against what the host expects, runs
 * hackbench once for each asked feature setting, or the one workload of an
 * experiment (run.h), and says all of it in the protocol of proto.h; then the
 * machine is switched off.  What is printed comes
 * from guest time and guest state alone, so that two deterministic boots print
 * the same bytes.
 *
 * With --root the same program makes its report about a folder of fakes, which
 * is how it is tested without a boot.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "cpus.h"
#include "features.h"
#include "limited.h"
#include "report.h"
#include "root.h"
#include "run.h"
#include "spin.h"
#include "topology.h"
#include "words.h"

#define EXIT_USAGE	2	/* as in scripts/exit-codes */

#define SPIN_MS		20
#define SPIN_LIMIT	60	/* seconds */

/* of syslog(2) */
#define LOG_READ_ALL	3
#define LOG_LEVEL	8
#define WARNINGS_PRINT	5	/* messages of level 4 and below */

#define OR_ABSENT(s)	(*(s) ? (s) : "absent")

static struct report report;
static struct words words;
static struct expect expect;
static char expect_why[WHY_MAX];	/* "" or why there is no expectation */
static struct topology topology;
static struct manifest manifest;
static char manifest_why[FEATURES_TEXT];	/* likewise */
static struct features found;

/* ---- facts ---- */

static void print_build_id(void)
{
	static char notes[8192];
	char hex[2 * 64 + 1] = "";
	ssize_t len = root_read("/sys/kernel/notes", notes, sizeof(notes));
	ssize_t at = 0;
	uint32_t head[3], i;

	/* each note: sizes of name and text, type, both padded to 4 bytes */
	while (at + (ssize_t)sizeof(head) <= len) {
		ssize_t name = at + sizeof(head), text, end;

		memcpy(head, notes + at, sizeof(head));
		if (head[0] > sizeof(notes) || head[1] > sizeof(notes))
			break;
		text = name + ((head[0] + 3) & ~3u);
		end = text + ((head[1] + 3) & ~3u);
		if (end > len)
			break;
		if (head[2] == 3 && head[0] == 4 && head[1] <= 64 &&
		    !memcmp(notes + name, "GNU", 4))
			for (i = 0; i < head[1]; i++)
				sprintf(hex + 2 * i, "%02x",
					(unsigned char)notes[text + i]);
		at = end;
	}
	report_data(&report, "build-id %s", OR_ABSENT(hex));
}

static void print_kernel(void)
{
	struct utsname u;

	if (uname(&u)) {
		strcpy(u.release, "absent");
		strcpy(u.version, "absent");
	}
	report_data(&report, "release %s", u.release);
	report_data(&report, "version %s", u.version);
	print_build_id();
}

static void read_expect(void)
{
	static char text[4096];
	ssize_t n = root_read("/etc/expect", text, sizeof(text));

	if (n < 0)
		snprintf(expect_why, sizeof(expect_why),
			 "cannot read /etc/expect: %s", strerror(-n));
	else
		expect_parse(&expect, text, expect_why);
	report_data(&report, "machine %s", OR_ABSENT(expect.machine));
	report_data(&report, "base %s", OR_ABSENT(expect.base));
	report_data(&report, "variant %s", OR_ABSENT(expect.variant));
	report_data(&report, "seed %s", words.seed);
}

static const char *or_absent(int number, char *buf, size_t size)
{
	if (number < 0)
		return "absent";
	snprintf(buf, size, "%d", number);
	return buf;
}

static const char *list_or_absent(uint64_t cpus, char *buf)
{
	return cpus ? cpus_list(cpus, buf) : "absent";
}

static void print_cpus(void)
{
	char package[12], core[12], threads[CPUS_LIST_MAX], mates[CPUS_LIST_MAX];
	char why[WHY_MAX];
	int cpu;

	if (topology_read(&topology, why)) {
		report_data(&report, "cpus absent");
		return;
	}
	report_data(&report, "cpus %d", cpus_count(topology.online));
	report_data(&report, "topology %s", topology.from);
	cpus_for_each(cpu, topology.online)
		report_data(&report,
			"cpu %d package %s core %s threads %s packagemates %s",
			cpu,
			or_absent(topology.cpu[cpu].package, package,
				  sizeof(package)),
			or_absent(topology.cpu[cpu].core, core, sizeof(core)),
			list_or_absent(topology.cpu[cpu].threads, threads),
			list_or_absent(topology.cpu[cpu].mates, mates));
}

/* The kernel's log; of a fake root the file /log.  NUL at the end. */
static void read_log(char *text, size_t size)
{
	int n;

	if (*root_prefix) {
		root_read("/log", text, size);
		return;
	}
	n = klogctl(LOG_READ_ALL, text, size - 1);
	text[n < 0 ? 0 : n] = '\0';
}

static void print_domain(const struct domains *d, int level)
{
	char line[PROTO_LINE_MAX] = "", list[CPUS_LIST_MAX];
	const char *name = d->level[level].name;
	uint64_t span, done = 0;
	size_t len = 0;
	int cpu;

	/* the distinct spans, by their first CPU */
	cpus_for_each(cpu, topology.online) {
		span = d->level[level].span[cpu];
		if (!span || cpus_has(done, cpu))
			continue;
		done |= span;
		len += snprintf(line + len, sizeof(line) - len, " %s",
				cpus_list(span, list));
		if (len >= sizeof(line))
			break;
	}
	if (*name)
		report_data(&report, "domain %d %s%s", level, name, line);
	else if (level < expect.levels)
		report_data(&report, "domain %d %s(expected)%s", level,
			    expect.level[level].name, line);
	else
		report_data(&report, "domain %d unknown%s", level, line);
}

/* 0, or -1 and @why: there are none to hold against anything */
static int print_domains(struct domains *d, char *why)
{
	static char stat[65536], log[262144];
	int level, err;

	root_read("/proc/schedstat", stat, sizeof(stat));
	read_log(log, sizeof(log));
	err = domains_parse(d, stat, log, why);
	report_data(&report, "domains %s", d->from);
	for (level = 0; level < d->levels; level++)
		print_domain(d, level);
	if (err)
		report_data(&report, "domain absent");
	return err;
}

static void print_fairness(void)
{
	struct spin spin = { .cpus = topology.online, .ms = SPIN_MS };
	unsigned long min, max, ratio;
	struct limited l;
	int n, ms;

	limited_run(&l, spin_run, &spin, SPIN_LIMIT);
	if (l.err || l.late || l.status ||
	    sscanf(l.text, "%d %d %lu %lu", &n, &ms, &min, &max) != 4) {
		l.text[strcspn(l.text, "\n")] = '\0';
		report_data(&report, "fairness absent %s",
			    l.late ? "the spinners did not end" : l.text);
		return;
	}
	ratio = max ? min * 1000 / max : 0;
	report_data(&report,
		"fairness spinners %d ms %d min %lu max %lu ratio %lu.%03lu",
		n, ms, min, max, ratio / 1000, ratio % 1000);
}

/* ---- features ---- */

/* "<number> names <NAMES>" as read, each of them absent if it cannot be. */
static const char *describe(const struct features *f, char *buf, size_t size)
{
	char number[12] = "absent", names[FEATURES_TEXT] = "absent";

	if (!f->number_err) {
		snprintf(number, sizeof(number), "%u", f->number);
		features_names(&manifest, f->number, names);
	}
	if (!f->names_err)
		strcpy(names, f->names);
	snprintf(buf, size, "%s names %s", number, OR_ABSENT(names));
	return buf;
}

static void print_features(void)
{
	static char text[4096];
	char state[FEATURES_TEXT + 32];
	ssize_t n = root_read("/etc/features", text, sizeof(text));
	enum interface seen;

	if (n < 0)
		snprintf(manifest_why, sizeof(manifest_why),
			 "cannot read /etc/features: %s", strerror(-n));
	else
		features_manifest(&manifest, text, manifest_why);
	features_read(&found);
	seen = !found.names_err ? INTERFACE_DEBUGFS :
	       !found.number_err ? INTERFACE_PROC : INTERFACE_NONE;
	report_data(&report, "features interface %s number %s",
		    features_interface(seen),
		    describe(&found, state, sizeof(state)));
}

/* ---- tests ---- */

static void test_words(void)
{
	int i;

	/* no test when there is nothing wrong: the fixed ones come first then */
	for (i = 0; i < words.wrongs; i++)
		report_test(&report, 0, "command line: %s", words.wrong[i]);
}

static void test_cpus(void)
{
	int n = cpus_count(topology.online);

	if (*expect_why)
		report_test(&report, 0, "cpus online: %s", expect_why);
	else if (!expect.cpus)
		report_test(&report, 0,
			    "cpus online: /etc/expect does not say cpus");
	else if (n != expect.cpus)
		report_test(&report, 0, "cpus online: %d, expected %d", n,
			    expect.cpus);
	else
		report_test(&report, 1, "cpus online: %d", n);
}

static void test_topology(void)
{
	char why[WHY_MAX];

	if (*expect_why)
		report_test(&report, 0, "package, core and thread numbers: %s",
			    expect_why);
	else if (topology_check(&topology, &expect, why))
		report_test(&report, 0, "package, core and thread numbers: %s",
			    why);
	else
		report_test(&report, 1,
			    "package, core and thread numbers as expected");
}

static void test_domains(const struct domains *d, int err, char *why)
{
	if (*expect_why)
		report_test(&report, 0, "sched domains: %s", expect_why);
	else if (err || domains_check(d, topology.online, &expect, why))
		report_test(&report, 0, "sched domains: %s", why);
	else
		report_test(&report, 1, "sched domains as expected");
}

static void test_manifest(void)
{
	char why[FEATURES_TEXT];

	if (*manifest_why)
		report_test(&report, 0, "feature manifest: %s", manifest_why);
	else if (features_agree(&manifest, &found, why))
		report_test(&report, 0, "feature manifest: %s", why);
	else
		report_test(&report, 1,
			    "feature manifest agrees with the running kernel");
}

static int test_setting(int i, const char *setting)
{
	char state[FEATURES_TEXT + 32], why[FEATURES_TEXT] = "";
	struct features now;
	int err;

	if (*manifest_why && strcmp(setting, "asis")) {
		features_read(&now);
		strcpy(why, manifest_why);
		err = -1;
	} else {
		err = features_set(&manifest, &found, setting, &now, why);
	}
	report_data(&report, "setting %d asked %s number %s", i, setting,
		    describe(&now, state, sizeof(state)));
	if (err)
		return report_test(&report, 0, "setting %d %s: %s", i, setting,
				   why);
	return report_test(&report, 1, "setting %d %s: set and read back", i,
			   setting);
}

static int exec_hackbench(void *arg)
{
	char path[512], groups[12], loops[12];

	(void)arg;
	if (root_path(path, sizeof(path), "/bin/hackbench"))
		return EXIT_FAILURE;
	snprintf(groups, sizeof(groups), "%d", words.groups);
	snprintf(loops, sizeof(loops), "%d", words.loops);
	execl(path, "hackbench", groups, words.mode, loops, (char *)NULL);
	printf("cannot run /bin/hackbench: %s\n", strerror(errno));
	return EXIT_FAILURE;
}

static void no_hackbench(int i, const char *why)
{
	report_data(&report, "hackbench %d absent", i);
	report_test(&report, 0, "hackbench %d: %s", i, why);
}

/* @program's complaint, or the first line of whatever it said. */
static const char *complaint(char *text, const char *program)
{
	char head[64], *p = text;

	snprintf(head, sizeof(head), "%s: ", program);
	while ((p = strstr(p, head)) && p != text && p[-1] != '\n')
		p++;
	if (!p)
		p = text;
	p[strcspn(p, "\n")] = '\0';
	return p;
}

static void bad_hackbench(int i, struct limited *l)
{
	char how[128], why[512];
	const char *said = complaint(l->text, "hackbench");

	limited_how(l, how, sizeof(how));
	snprintf(why, sizeof(why), "%s%s%.300s", how, *said ? ": " : "",
		 said);
	no_hackbench(i, why);
}

/* the number behind @key; 0, or -1 */
static int result(const char *text, const char *key, unsigned long long *n)
{
	const char *p = strstr(text, key);

	return p && sscanf(p + strlen(key), "%llu", n) == 1 ? 0 : -1;
}

static void run_hackbench(int i)
{
	unsigned long long want, sent, received, errors;
	const char *time;
	char stamp[32];
	struct limited l;

	limited_run(&l, exec_hackbench, NULL, words.limit);
	if (l.err || l.late || l.status) {
		bad_hackbench(i, &l);
		return;
	}
	time = strstr(l.text, "Time: ");
	if (!time || sscanf(time, "Time: %31[0-9.]", stamp) != 1 ||
	    result(l.text, "\ncount messages.sent ", &sent) ||
	    result(l.text, "\ncount messages.received ", &received) ||
	    result(l.text, "\nerrors ", &errors)) {
		no_hackbench(i, "it ended well but printed no result");
		return;
	}
	report_data(&report,
		"hackbench %d groups %d mode %s loops %d messages %llu received %llu errors %llu time %s",
		i, words.groups, words.mode, words.loops, sent, received,
		errors, stamp);
	want = 400ull * words.groups * words.loops;
	report_test(&report, sent == want && received == want && !errors,
		"hackbench %d: sent = received: %llu of %llu, %llu errors",
		i, received, want, errors);
}

static void test_settings(void)
{
	char why[WORD_MAX + 64];
	int i;

	snprintf(why, sizeof(why),
		 "cfsq.hackbench=%s is not <groups>:<process|thread>:<loops>",
		 words.hackbench);
	for (i = 0; i < words.settings; i++) {
		if (!test_setting(i + 1, words.setting[i]))
			no_hackbench(i + 1, "not run, its setting failed");
		else if (!words.groups)
			no_hackbench(i + 1, why);
		else
			run_hackbench(i + 1);
	}
}

static int exec_workload(void *arg)
{
	const struct run *r = arg;
	char path[512], program[300];

	snprintf(program, sizeof(program), "/bin/%s", r->word[0]);
	if (root_path(path, sizeof(path), program))
		return EXIT_FAILURE;
	execv(path, r->word);
	printf("%s: cannot be run: %s\n", program, strerror(errno));
	return EXIT_FAILURE;
}

/* The lines of a workload's result (guest/bench.h) are those of the report. */
static int relay_result(char *text, unsigned long long *errors)
{
	static const char *const known[] = {
		"metric ", "count ", "sample ", "hist ", "note ", "errors "
	};
	char *line;
	size_t i;
	int told = 0;

	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
			if (!strncmp(line, known[i], strlen(known[i])))
				report_data(&report, "%s", line);
		told += sscanf(line, "errors %llu", errors) == 1;
	}
	return told == 1 ? 0 : -1;
}

static void run_workload(struct run *r)
{
	unsigned long long errors = 0;
	struct limited l;
	char how[128];

	run_counters(&report, "before");
	limited_run(&l, exec_workload, r, words.limit);
	run_counters(&report, "after");
	if (l.err || l.late || l.status) {
		limited_how(&l, how, sizeof(how));
		report_test(&report, 0, "run: %s %s: %.300s", r->word[0], how,
			    complaint(l.text, r->word[0]));
	} else if (l.len == sizeof(l.text) - 1) {
		report_test(&report, 0, "run: %s says too much", r->word[0]);
	} else if (relay_result(l.text, &errors)) {
		report_test(&report, 0, "run: %s ended well but printed no result",
			    r->word[0]);
	} else {
		report_test(&report, !errors, "run: %s: %llu errors",
			    r->word[0], errors);
	}
}

static int set_run(const struct run *r)
{
	char state[FEATURES_TEXT + 32], why[FEATURES_TEXT] = "";
	struct features now;
	int i, err;

	err = features_set(&manifest, &found, r->features, &now, why);
	report_data(&report, "run features asked %s number %s", r->features,
		    describe(&now, state, sizeof(state)));
	if (!report_test(&report, !err, "run: features %s%s%s", r->features,
			 err ? ": " : " set and read back", why))
		return -1;
	for (i = 0; i < r->sysctls; i++) {
		err = run_sysctl(r, i, why);
		if (!report_test(&report, !err, "run: sysctl %s%s%s",
				 r->sysctl[i].name,
				 err ? ": " : " set and read back",
				 err ? why : ""))
			return -1;
		report_data(&report, "run sysctl %s %s", r->sysctl[i].name,
			    r->sysctl[i].value);
	}
	return 0;
}

/* the run of an experiment, if this boot is one */
static int test_run(void)
{
	static char text[4096];
	static struct run run;
	char why[RUN_WHY];
	ssize_t n = root_read(RUN_FILE, text, sizeof(text));

	if (n == -ENOENT)
		return 0;
	if (n < 0)
		report_test(&report, 0, "run: cannot read " RUN_FILE ": %s",
			    strerror(-n));
	else if (*manifest_why)
		report_test(&report, 0, "run: %s", manifest_why);
	else if (run_parse(&run, text, why))
		report_test(&report, 0, "run: %s", why);
	else if (!set_run(&run)) {
		report_data(&report, "run workload %s", run.line);
		run_workload(&run);
	}
	return 1;
}

/* what counters_run() printed, line by line, as the report's own */
static void relay(char *text)
{
	char *line;

	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		if (!strncmp(line, "data ", 5))
			report_data(&report, "%s", line + 5);
		else if (!strncmp(line, "ok ", 3))
			report_test(&report, 1, "%s", line + 3);
		else if (!strncmp(line, "not ok ", 7))
			report_test(&report, 0, "%s", line + 7);
		else
			report_test(&report, 0, "counters: %s", line);
	}
}

static void test_counters(void)
{
	struct counters c = {
		.manifest = &manifest,
		.found = &found,
		.cpu = cpus_count(topology.online) - 1,
	};
	char how[128];
	struct limited l;

	if (!words.counters)
		return;
	if (*manifest_why) {
		report_test(&report, 0, "counters: %s", manifest_why);
		return;
	}
	limited_run(&l, counters_run, &c, words.limit);
	relay(l.text);
	if (l.err || l.late || l.status)
		report_test(&report, 0, "counters: %s",
			    limited_how(&l, how, sizeof(how)));
}

static void print_uptime(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	report_data(&report, "uptime %lld.%06ld", (long long)ts.tv_sec,
		    ts.tv_nsec / 1000);
}

static void make_report(int fd, const char *lead)
{
	struct domains domains;
	char why[WHY_MAX];
	int err;

	report_begin(&report, fd, lead, *words.nonce ? words.nonce : NULL);
	print_kernel();
	read_expect();
	print_cpus();
	err = print_domains(&domains, why);
	print_fairness();
	print_features();
	test_words();
	test_cpus();
	test_topology();
	test_domains(&domains, err, why);
	test_manifest();
	if (!test_run())
		test_settings();
	test_counters();
	print_uptime();
	report_end(&report);
}

/* ---- process 1 ---- */

static int has_filesystem(const char *name)
{
	char text[4096];
	char *line;

	root_read("/proc/filesystems", text, sizeof(text));
	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		line += strcspn(line, "\t");
		if (*line && !strcmp(line + 1, name))
			return 1;
	}
	return 0;
}

/* What cannot be mounted is missed, and said, by whoever looks for it. */
static void mount_all(void)
{
	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	if (has_filesystem("debugfs"))
		mount("debugfs", "/debug", "debugfs", 0, NULL);
}

/*
 * The report goes through printk(), by /dev/kmsg: each line comes out whole and
 * at once, with its time, and what is measured is not disturbed by the
 * transmit interrupts of the serial port.
 */
static int open_report(const char **lead)
{
	int fd;

	mknod("/dev/kmsg", S_IFCHR | 0600, makedev(1, 11));
	fd = open("/dev/kmsg", O_WRONLY);
	/* printed at every console level */
	*lead = fd < 0 ? "" : "<1>";
	return fd;
}

static int open_console(void)
{
	int fd = open("/dev/console", O_RDWR | O_NOCTTY);

	return fd < 0 ? 1 : fd;
}

static int read_words(void)
{
	char cmdline[4096];

	root_read("/proc/cmdline", cmdline, sizeof(cmdline));
	words_parse(&words, cmdline);
	return 0;
}

static int console_level(void)
{
	char text[64];
	int level;

	root_read("/proc/sys/kernel/printk", text, sizeof(text));
	return sscanf(text, "%d", &level) == 1 && level > 0 ? level : 7;
}

static void say(int fd, const char *text)
{
	if (write(fd, text, strlen(text)) < 0)
		return;
	tcdrain(fd);
}

static void run_shell(int fd)
{
	static char *const argv[] = { "sh", "-i", NULL };
	static char *const envp[] = {
		"PATH=/bin", "HOME=/", "TERM=vt100", "PS1=guest# ", NULL
	};
	pid_t pid, got;

	say(fd, "cfs-queue: a shell in the guest; exit or ctrl-d switches it off.\n"
		"Features: /proc/sys/kernel/sched_features, by name in /debug/sched_features;\n"
		"a refused write shows in $? only.  Programs: ls /bin\n"
		"Workload: hackbench 2 process 50\n"
		"Topology: /sys/devices/system/cpu, /proc/schedstat\n");
	pid = fork();
	if (!pid) {
		setsid();
		ioctl(fd, TIOCSCTTY, 1);
		dup2(fd, 0);
		dup2(fd, 1);
		dup2(fd, 2);
		execve("/bin/sh", argv, envp);
		say(fd, "cfs-queue: /bin/sh cannot be run; is this the image that initramfs --shell made?\n");
		_exit(EXIT_FAILURE);
	}
	/* all orphans of the shell are ours: wait for its own end */
	do {
		got = waitpid(-1, NULL, 0);
	} while (got != pid && (got > 0 || errno == EINTR));
}

__attribute__((noreturn))
static void switch_off(int fd)
{
	tcdrain(fd);
	sync();
	reboot(RB_POWER_OFF);
	say(fd, "cfs-queue: the power-off failed\n");
	for (;;)
		pause();
}

__attribute__((noreturn))
static void process_1(void)
{
	const char *lead;
	int fd, level;

	mount_all();
	read_words();
	if (words.shell) {
		fd = open_console();
		run_shell(fd);
	} else {
		fd = open_report(&lead);
		if (fd < 0)
			fd = open_console();
		/* fewer of the kernel's own lines between those of the report */
		level = console_level();
		klogctl(LOG_LEVEL, NULL, WARNINGS_PRINT);
		make_report(fd, lead);
		klogctl(LOG_LEVEL, NULL, level);
	}
	switch_off(fd);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "--root") && *argv[2]) {
		root_prefix = argv[2];
		read_words();
		make_report(1, "");
		return report.failed ? EXIT_FAILURE : EXIT_SUCCESS;
	}
	if (getpid() == 1)
		process_1();
	fputs("init: this is process 1 of the bench's guest; it would switch this machine off\n"
	      "  -> usage: init --root <folder with fake proc, sys, debug, etc, bin>\n",
	      stderr);
	return EXIT_USAGE;
}
