/* SPDX-License-Identifier: GPL-2.0 */
/*
 * watch - run a program that takes its time, and say how it goes
 *
 *	watch --steps LOG -- PROGRAM...
 *	watch --console FILE --ended FILE [--silent S] [--total S]
 *	      [--virtual S] [--name TEXT] -- PROGRAM...
 *
 * The first form runs a build: all its output is added to LOG, and the last
 * line of LOG is shown now and then.  It ends with the program's exit code.
 *
 * The second runs a virtual machine that writes its console into FILE, under
 * three clocks, in seconds: no new output for --silent, less the time that it
 * waited for a CPU of a busy host; --total of wall time; and --virtual of the
 * guest's own time as its kernel prints it.  How it ended goes into the --ended
 * file, in the words that verdict(1) takes: exit:N, signal:N, silent, timeout,
 * vtimeout or interrupted.  It ends with 0 when it could write that, whatever it
 * is.
 *
 * The program is gone when watch ends, whichever way watch ends.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "exitcodes.h"

#define POLL_MS		50
#define TTY_EVERY	1.0	/* seconds between two signs of life */
#define FILE_EVERY	20.0

struct job {
	const char *steps;	/* the log of a build, or NULL */
	const char *console;	/* the console of a guest, or NULL */
	const char *ended;
	const char *name;
	double silent, total, virt;	/* limits in seconds, 0 for none */
	char **argv;

	pid_t pid;
	int status;
	int fd;			/* what is read along, -1 if not there yet */
	double start, last_output, last_shown;
	double starved;		/* waited for a CPU, up to the last output */
	double guest;		/* guest time gone by, as printk told it */
	double stamp;		/* newest printk time, 0 for none */
	long lines;
	char line[256];		/* the line that is coming in */
	size_t len;
	char whole[256];	/* the newest complete line */
	const char *verdict;	/* why it was stopped, or NULL */
	int shown;		/* a line without its end stands on the tty */
};

static volatile sig_atomic_t stop_signal;

static void on_signal(int sig)
{
	stop_signal = sig;
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

static int fail(int code, const char *place, const char *what)
{
	fprintf(stderr, "watch: %s: %s\n", place, what);
	return code;
}

#define STEP_MAX	1000.0	/* s; a longer step is another clock */

/*
 * "[   12.345678] " begins a line of printk: the guest's own time.  Only its
 * steps count: that of 2.6.26-rc2 begins at 4294014 s.
 */
static void note_guest_time(struct job *job)
{
	const char *p = strchr(job->whole, '[');
	double t;
	char end;

	if (!p || p - job->whole > 4)
		return;
	if (sscanf(p, "[%lf%c", &t, &end) != 2 || end != ']')
		return;
	if (job->stamp > 0 && t > job->stamp && t - job->stamp < STEP_MAX)
		job->guest += t - job->stamp;
	job->stamp = t;
}

/* "  CC      mm/slab.o" */
static int is_step(const char *line)
{
	return line[0] == ' ' && line[1] == ' ' && line[2] >= 'A' &&
	       line[2] <= 'Z';
}

static void take(struct job *job, const char *buf, ssize_t n)
{
	ssize_t i;

	for (i = 0; i < n; i++) {
		if (buf[i] != '\n') {
			/* a longer line is only shown, its head is enough */
			if (buf[i] != '\r' && job->len < sizeof(job->line) - 1)
				job->line[job->len++] = buf[i];
			continue;
		}
		job->line[job->len] = '\0';
		job->lines++;
		/* of a build the steps are of interest, not the warnings */
		if (!job->steps || is_step(job->line))
			memcpy(job->whole, job->line, job->len + 1);
		job->len = 0;
		if (!job->steps)
			note_guest_time(job);
	}
}

/*
 * Seconds that the program was ready to run and got no CPU: of its threads the
 * one that waited most.  0 where the kernel does not tell.
 */
static double starved(pid_t pid)
{
	unsigned long long wait, most = 0;
	char path[300];
	struct dirent *e;
	DIR *dir;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (dir && (e = readdir(dir))) {
		snprintf(path, sizeof(path), "/proc/%d/task/%s/schedstat", (int)pid,
			 e->d_name);
		f = fopen(path, "re");
		if (!f)
			continue;
		if (fscanf(f, "%*u %llu", &wait) == 1 && wait > most)
			most = wait;
		fclose(f);
	}
	if (dir)
		closedir(dir);
	return most / 1e9;
}

static void read_along(struct job *job)
{
	char buf[4096];
	ssize_t n;

	if (job->fd < 0)
		job->fd = open(job->steps ? job->steps : job->console,
			       O_RDONLY | O_CLOEXEC);
	if (job->fd < 0)
		return;
	while ((n = read(job->fd, buf, sizeof(buf))) > 0) {
		take(job, buf, n);
		job->last_output = now();
		job->starved = -1;
	}
	if (job->starved < 0 && job->silent > 0)
		job->starved = starved(job->pid);
}

/* one line of at most 79 columns, printable characters only */
static void show(struct job *job, int tty)
{
	char text[160];
	double t = now() - job->start;
	char *p;

	if (job->steps)
		snprintf(text, sizeof(text), "%5.0f s  %ld lines  %.80s", t,
			 job->lines, job->whole);
	else
		snprintf(text, sizeof(text),
			 "%5.0f s  guest time %.1f s  %ld lines of %s", t,
			 job->guest, job->lines, job->name);
	text[69] = '\0';
	for (p = text; *p; p++)
		if (*p < ' ' || *p > '~')
			*p = ' ';
	if (tty)
		fprintf(stderr, "\r          %-69s", text);
	else
		fprintf(stderr, "          %s\n", text);
	job->shown = tty;
}

static void sign_of_life(struct job *job)
{
	static int tty = -1;

	if (tty < 0)
		tty = isatty(STDERR_FILENO);
	if (now() - job->last_shown < (tty ? TTY_EVERY : FILE_EVERY))
		return;
	job->last_shown = now();
	show(job, tty);
}

/* A host that gives it no CPU is no silent guest. */
static int silent(struct job *job, double t)
{
	return job->silent > 0 && t - job->last_output > job->silent &&
	       t - job->last_output - (starved(job->pid) - job->starved) >
			job->silent;
}

static void limits(struct job *job)
{
	double t = now();

	if (stop_signal)
		job->verdict = "interrupted";
	else if (job->total > 0 && t - job->start > job->total)
		job->verdict = "timeout";
	else if (silent(job, t))
		job->verdict = "silent";
	else if (job->virt > 0 && job->guest > job->virt)
		job->verdict = "vtimeout";
}

static void child(struct job *job, pid_t parent)
{
	int in = open("/dev/null", O_RDONLY);
	int out;

	setpgid(0, 0);
	/* also when watch itself is killed outright */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	if (in >= 0)
		dup2(in, STDIN_FILENO);
	if (job->steps) {
		out = open(job->steps, O_WRONLY | O_CREAT | O_APPEND, 0666);
		if (out < 0)
			_exit(126);
		dup2(out, STDOUT_FILENO);
		dup2(out, STDERR_FILENO);
	}
	execvp(job->argv[0], job->argv);
	fprintf(stderr, "watch: %s: %s\n", job->argv[0], strerror(errno));
	_exit(127);
}

static void stop(struct job *job)
{
	int i;

	kill(-job->pid, SIGTERM);
	for (i = 0; i < 40; i++) {
		if (waitpid(job->pid, &job->status, WNOHANG) == job->pid)
			goto gone;
		usleep(50 * 1000);
	}
	kill(-job->pid, SIGKILL);
	while (waitpid(job->pid, &job->status, 0) < 0 && errno == EINTR)
		;
gone:
	/* whatever it had started itself */
	kill(-job->pid, SIGKILL);
}

static int run(struct job *job)
{
	pid_t parent = getpid();
	pid_t done;

	job->fd = -1;
	job->start = job->last_output = job->last_shown = now();
	job->pid = fork();
	if (job->pid < 0)
		return fail(EXIT_QEMU, "fork", strerror(errno));
	if (!job->pid)
		child(job, parent);
	setpgid(job->pid, job->pid);
	if (job->steps) {
		/* only what this run adds is of interest */
		job->fd = open(job->steps, O_RDONLY | O_CREAT | O_CLOEXEC, 0666);
		if (job->fd >= 0)
			lseek(job->fd, 0, SEEK_END);
	}

	for (;;) {
		done = waitpid(job->pid, &job->status, WNOHANG);
		read_along(job);
		if (done == job->pid)
			break;
		limits(job);
		if (job->verdict) {
			stop(job);
			read_along(job);
			break;
		}
		sign_of_life(job);
		usleep(POLL_MS * 1000);
	}
	if (job->shown)
		fprintf(stderr, "\r%79s\r", "");
	return 0;
}

static int write_ended(struct job *job)
{
	FILE *f = fopen(job->ended, "w");

	if (!f)
		return fail(EXIT_WRITE, job->ended, strerror(errno));
	if (job->verdict)
		fprintf(f, "%s\n", job->verdict);
	else if (WIFSIGNALED(job->status))
		fprintf(f, "signal:%d\n", WTERMSIG(job->status));
	else
		fprintf(f, "exit:%d\n", WEXITSTATUS(job->status));
	if (fclose(f))
		return fail(EXIT_WRITE, job->ended, strerror(errno));
	return 0;
}

static int seconds(const char *what, const char *text, double *out)
{
	char *end;

	*out = strtod(text, &end);
	if (*end || end == text || !(*out >= 0))
		return fail(EXIT_USAGE, what, "wants a number of seconds");
	return 0;
}

static const char usage[] =
	"usage: watch --steps LOG -- PROGRAM...\n"
	"       watch --console FILE --ended FILE [--silent S] [--total S]\n"
	"             [--virtual S] [--name TEXT] -- PROGRAM...\n";

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "steps", required_argument, NULL, 's' },
		{ "console", required_argument, NULL, 'c' },
		{ "ended", required_argument, NULL, 'e' },
		{ "silent", required_argument, NULL, 'q' },
		{ "total", required_argument, NULL, 't' },
		{ "virtual", required_argument, NULL, 'v' },
		{ "name", required_argument, NULL, 'n' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct job job = { .name = "console" };
	struct sigaction sa = { .sa_handler = on_signal };
	int c, rc = 0;

	while (!rc && (c = getopt_long(argc, argv, "+", options, NULL)) >= 0) {
		switch (c) {
		case 's': job.steps = optarg; break;
		case 'c': job.console = optarg; break;
		case 'e': job.ended = optarg; break;
		case 'n': job.name = optarg; break;
		case 'q': rc = seconds("--silent", optarg, &job.silent); break;
		case 't': rc = seconds("--total", optarg, &job.total); break;
		case 'v': rc = seconds("--virtual", optarg, &job.virt); break;
		case 'h': fputs(usage, stdout); return 0;
		default: rc = EXIT_USAGE;
		}
	}
	if (rc || optind >= argc || !job.steps == !job.console ||
	    !job.console != !job.ended) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	job.argv = argv + optind;
	/* when the script that started this is killed outright */
	prctl(PR_SET_PDEATHSIG, SIGTERM);

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGHUP, &sa, NULL);

	rc = run(&job);
	if (rc)
		return rc;
	if (job.console)
		return write_ended(&job);
	if (job.verdict)
		return EXIT_INTERRUPTED;
	return WIFSIGNALED(job.status) ? 128 + WTERMSIG(job.status) :
					 WEXITSTATUS(job.status);
}
