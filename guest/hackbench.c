/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hackbench: groups of 20 senders and 20 receivers that chat.
 *
 * Each sender of a group writes <loops> messages of 100 bytes to each receiver
 * of its group, over one socket pair (or pipe) a receiver.  The work is fixed;
 * what is measured is the time from the wake-up of all workers to the end of
 * the last one.  The run checks itself: every message says who sent it to whom
 * as which of its messages, and has a sum, and every one must arrive once.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define EXIT_USAGE	2	/* as in scripts/exit-codes */

#define SIDE		20	/* senders, and receivers, of a group */
#define WORKERS		(2 * SIDE)
#define WORDS		25	/* 100 bytes */
#define GROUPS_MAX	10000
#define READY_SECONDS	120
#define STACK		65536

/* the words of a message; the rest is filling */
enum { M_FROM, M_SEQ, M_TO, M_FILL, M_SUM = WORDS - 1 };

struct message {
	uint32_t word[WORDS];
};

/* what a worker did, in memory that processes share too */
struct tally {
	uint64_t messages;
	uint64_t bytes;
	uint64_t errors;
} __attribute__((aligned(64)));

struct worker {
	struct tally *tally;
	const int *out;		/* a sender: the write ends of its group */
	int in;			/* a receiver: its read end */
	uint32_t id;		/* group * SIDE + number within its side */
	pthread_t thread;
	pid_t pid;
};

static const char usage[] =
"usage: hackbench [-pipe] [--limit <seconds>] <groups> [process|thread] [<loops>]\n"
"\n"
"Each group has 20 senders and 20 receivers; each sender sends <loops> messages\n"
"of 100 bytes to each receiver.  Prints the time from the start to the end of\n"
"the last worker, and how many messages were sent, received and damaged.\n"
"\n"
"  -pipe              pipes in place of AF_UNIX stream sockets\n"
"  --limit <seconds>  give up after so long (default: never)\n"
"  --help             this text\n"
"\n"
"Defaults: process, 100 loops.  Exit code 0: every message arrived; 1: not so,\n"
"or the run could not start; 2: the command line is wrong.\n";

static int groups, loops = 100, threads, pipes, limit;
static struct worker *workers;
static int nworkers, started;
static int ready_fds[2], wake_fds[2];

/* "hackbench: <place>: <what>\n  -> <way out>", then the end */
__attribute__((noreturn, format(printf, 3, 4)))
static void fail(int code, const char *way_out, const char *fmt, ...)
{
	va_list ap;
	int i;

	fflush(stdout);
	fprintf(stderr, "hackbench: ");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n  -> %s\n", way_out);
	for (i = 0; i < started && !threads; i++)
		kill(workers[i].pid, SIGKILL);
	/* no exit(): in thread mode the others still run */
	fflush(stderr);
	_exit(code);
}

/*
 * A worker's end in trouble: in thread mode that of the whole run.  Whose peer
 * is gone says nothing: the parent sees how that one ended.
 */
__attribute__((noreturn))
static void worker_fail(const char *place)
{
	char text[128];
	int n;

	if (errno != EPIPE && errno != ECONNRESET) {
		n = snprintf(text, sizeof(text), "hackbench: %s: %s\n", place,
			     strerror(errno));
		if (write(2, text, n) < 0)
			_exit(EXIT_FAILURE);
	}
	_exit(EXIT_FAILURE);
}

static void channel(int fds[2])
{
	if (pipes ? pipe(fds) : socketpair(AF_UNIX, SOCK_STREAM, 0, fds))
		fail(EXIT_FAILURE, "take fewer groups",
		     "cannot make a %s: %s", pipes ? "pipe" : "socket pair",
		     strerror(errno));
}

/* ---- the messages ---- */

static uint32_t sum(const struct message *m)
{
	uint32_t total = 0;
	int i;

	for (i = 0; i < M_SUM; i++)
		total += m->word[i];
	return total;
}

static void fill(struct message *m, uint32_t from)
{
	int i;

	m->word[M_FROM] = from;
	for (i = M_FILL; i < M_SUM; i++)
		m->word[i] = (from + i) * 2654435761u;
}

/* Is it the next one from its sender, to this receiver, and whole? */
static int good(const struct message *m, uint32_t to, uint32_t next[SIDE])
{
	uint32_t from = m->word[M_FROM];

	if (m->word[M_SUM] != sum(m) || m->word[M_TO] != to)
		return 0;
	if (from / SIDE != to / SIDE)
		return 0;
	return m->word[M_SEQ] == next[from % SIDE]++;
}

/* ---- the workers ---- */

/* The start barrier's far side: say ready, wait for the wake-up. */
static void barrier(void)
{
	struct pollfd pfd = { .fd = wake_fds[0], .events = POLLIN };
	char byte = 0;

	if (write(ready_fds[1], &byte, 1) != 1)
		worker_fail("start barrier: cannot say ready");
	/* nobody reads the byte that ends this: it wakes all of them */
	while (poll(&pfd, 1, -1) != 1)
		if (errno != EINTR)
			worker_fail("start barrier: cannot wait");
	if (!(pfd.revents & POLLIN))
		_exit(EXIT_FAILURE);	/* the parent is gone */
}

static void send_all(struct worker *w)
{
	struct tally t = { 0 };
	struct message m;
	ssize_t n;
	int i, j;

	fill(&m, w->id);
	barrier();
	for (i = 0; i < loops; i++) {
		m.word[M_SEQ] = i;
		for (j = 0; j < SIDE; j++) {
			m.word[M_TO] = w->id / SIDE * SIDE + j;
			m.word[M_SUM] = sum(&m);
			do {
				n = write(w->out[j], &m, sizeof(m));
			} while (n < 0 && errno == EINTR);
			if (n < 0)
				worker_fail("sender: write");
			t.messages += n == sizeof(m);
			t.errors += n != sizeof(m);
			t.bytes += n;
		}
	}
	*w->tally = t;
}

static void receive_all(struct worker *w)
{
	uint32_t next[SIDE] = { 0 };
	struct tally t = { 0 };
	struct message m;
	size_t have = 0;
	ssize_t n;
	int left;

	barrier();
	for (left = SIDE * loops; left; left--) {
		for (have = 0; have < sizeof(m); have += n) {
			n = read(w->in, (char *)&m + have, sizeof(m) - have);
			if (n < 0 && errno == EINTR)
				n = 0;
			else if (n < 0)
				worker_fail("receiver: read");
			else if (!n)
				goto out;	/* the senders are gone */
		}
		t.messages++;
		t.bytes += sizeof(m);
		t.errors += !good(&m, w->id, next);
	}
out:
	t.errors += left;
	*w->tally = t;
}

static void *work(void *arg)
{
	struct worker *w = arg;

	if (w->out)
		send_all(w);
	else
		receive_all(w);
	return NULL;
}

/* ---- the limits, before anything is started ---- */

static unsigned long read_number(const char *path, const char *fmt)
{
	unsigned long number = 0;
	FILE *f = fopen(path, "re");

	if (!f)
		return 0;
	if (fscanf(f, fmt, &number) != 1)
		number = 0;
	fclose(f);
	return number;
}

/* Raised as far as it may be: root also moves the hard limit. */
static unsigned long limit_of(int resource, unsigned long need)
{
	struct rlimit r, raised;

	if (getrlimit(resource, &r))
		return ULONG_MAX;
	if (r.rlim_cur < need) {
		raised.rlim_cur = need;
		raised.rlim_max = r.rlim_max < need ? need : r.rlim_max;
		if (setrlimit(resource, &raised)) {
			raised.rlim_cur = r.rlim_max < need ? r.rlim_max : need;
			raised.rlim_max = r.rlim_max;
			setrlimit(resource, &raised);
		}
		getrlimit(resource, &r);
	}
	return r.rlim_cur == RLIM_INFINITY ? ULONG_MAX : r.rlim_cur;
}

static unsigned long files_open(void)
{
	unsigned long n = 0;
	int fd;

	for (fd = 0; fd < 1024; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void check_files(void)
{
	/* a parent of processes closes each group's files as it goes */
	unsigned long own = threads ? (unsigned long)groups * WORKERS : WORKERS;
	unsigned long all = (unsigned long)groups * WORKERS + 4;
	unsigned long need = files_open() + own + 4;
	unsigned long max = limit_of(RLIMIT_NOFILE, need);

	if (max < need)
		fail(EXIT_FAILURE,
		     "raise the limit (ulimit -n), take fewer groups, or use process mode",
		     "file limit: %d groups of %s need %lu open files, RLIMIT_NOFILE allows %lu",
		     groups, threads ? "threads" : "processes", need, max);
	max = read_number("/proc/sys/fs/file-max", "%lu");
	if (max && max < all)
		fail(EXIT_FAILURE, "raise fs.file-max, or take fewer groups",
		     "file limit: %d groups need %lu open files, /proc/sys/fs/file-max allows %lu",
		     groups, all, max);
}

static void check_tasks(void)
{
	static const char *const system[] = {
		"/proc/sys/kernel/threads-max",
		"/proc/sys/kernel/pid_max",
	};
	unsigned long need = (unsigned long)groups * WORKERS + 1, all, max;
	size_t i;

	max = limit_of(RLIMIT_NPROC, need);
	/* for root the kernel does not hold to it */
	if (geteuid() && max < need)
		fail(EXIT_FAILURE, "raise the limit (ulimit -u), or take fewer groups",
		     "process limit: %d groups need %lu tasks, RLIMIT_NPROC allows %lu",
		     groups, need, max);
	all = need + read_number("/proc/loadavg", "%*f %*f %*f %*d/%lu");
	for (i = 0; i < sizeof(system) / sizeof(system[0]); i++) {
		max = read_number(system[i], "%lu");
		if (max && max < all)
			fail(EXIT_FAILURE, "raise it, or take fewer groups",
			     "process limit: %d groups need %lu tasks with those there are, %s allows %lu",
			     groups, all, system[i], max);
	}
}

/* ---- start ---- */

static void start(struct worker *w, const int *close_fds, int n)
{
	pthread_attr_t attr;
	int err, i;

	if (threads) {
		pthread_attr_init(&attr);
		pthread_attr_setstacksize(&attr, STACK);
		err = pthread_create(&w->thread, &attr, work, w);
		pthread_attr_destroy(&attr);
	} else {
		w->pid = fork();
		err = w->pid < 0 ? errno : 0;
	}
	if (err)
		fail(EXIT_FAILURE, "take fewer groups, or raise the limits (ulimit -u)",
		     "start: worker %d of %d cannot be started: %s",
		     started + 1, nworkers, strerror(err));
	if (!threads && !w->pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (i = 0; i < n; i++)
			close(close_fds[i]);
		close(wake_fds[1]);
		work(w);
		_exit(0);
	}
	started++;
}

static void start_group(int group, int *out)
{
	struct worker *w = workers + group * WORKERS;
	struct tally *t = w->tally;
	int fds[2], i;

	for (i = 0; i < WORKERS; i++) {
		w[i].tally = t + i;
		w[i].id = group * SIDE + i % SIDE;
	}
	for (i = 0; i < SIDE; i++, w++) {
		channel(fds);
		w->in = fds[0];
		out[i] = fds[1];
		/* with no stray write end an early end of all senders is seen */
		start(w, out, i + 1);
		if (!threads)
			close(fds[0]);
	}
	for (i = 0; i < SIDE; i++, w++) {
		w->out = out;
		start(w, NULL, 0);
	}
	for (i = 0; i < SIDE && !threads; i++)
		close(out[i]);
}

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

static int one_ended(void)
{
	int i;

	for (i = 0; i < nworkers; i++)
		if (waitpid(workers[i].pid, NULL, WNOHANG) == workers[i].pid)
			return 1;
	return 0;
}

/* The start barrier's near side: all of them, or an error of its own. */
static void wait_ready(void)
{
	struct pollfd pfd = { .fd = ready_fds[0], .events = POLLIN };
	double end = seconds() + READY_SECONDS;
	char bytes[64];
	int ready = 0;
	ssize_t n;

	while (ready < nworkers) {
		if (poll(&pfd, 1, 200) > 0) {
			n = read(ready_fds[0], bytes, sizeof(bytes));
			if (n > 0)
				ready += n;
			continue;
		}
		if (!threads && one_ended())
			fail(EXIT_FAILURE, "is there memory enough for all of them?",
			     "start barrier: a worker died before the start, %d of %d were ready",
			     ready, nworkers);
		if (seconds() > end)
			fail(EXIT_FAILURE, "take fewer groups",
			     "start barrier: only %d of %d workers were ready after %d s",
			     ready, nworkers, READY_SECONDS);
	}
}

/* ---- end ---- */

static volatile sig_atomic_t late;
static volatile sig_atomic_t waited;	/* so many workers are no longer there */

static void too_late(int signal)
{
	static const char text[] =
		"hackbench: limit: the run did not end in time; no result\n"
		"  -> raise --limit, or find out what is stuck\n";
	int i;

	(void)signal;
	late = 1;
	if (write(2, text, sizeof(text) - 1) < 0 || threads)
		_exit(EXIT_FAILURE);
	for (i = waited; i < started; i++)
		kill(workers[i].pid, SIGKILL);
}

static void set_limit(int after)
{
	struct sigaction act = { .sa_handler = too_late };
	struct itimerval timer = { .it_value.tv_sec = after };

	sigaction(SIGALRM, &act, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

/* How many of them ended badly. */
static int wait_all(void)
{
	int i, status, bad = 0;
	pid_t pid;

	for (i = 0; i < nworkers; i++) {
		if (threads) {
			pthread_join(workers[i].thread, NULL);
			continue;
		}
		do {
			pid = waitpid(workers[i].pid, &status, 0);
		} while (pid < 0 && errno == EINTR);
		bad += pid < 0 || status;
		waited = i + 1;
	}
	return bad;
}

static int result(double time, int bad)
{
	uint64_t want = (uint64_t)groups * SIDE * SIDE * loops;
	uint64_t sent = 0, received = 0, errors = 0, bytes = 0;
	uint64_t us = time * 1e6;
	int i, ok;

	for (i = 0; i < nworkers; i++) {
		struct tally *t = workers[i].tally;

		errors += t->errors;
		if (workers[i].out) {
			sent += t->messages;
			bytes += t->bytes;
		} else {
			received += t->messages;
			bytes -= t->bytes;
		}
	}
	ok = !bad && !errors && sent == want && received == want && !bytes;
	/* a time belongs to the whole work only */
	if (ok)
		printf("Time: %llu.%06llu\n", (unsigned long long)us / 1000000,
		       (unsigned long long)us % 1000000);
	printf("messages sent %llu received %llu errors %llu\n",
	       (unsigned long long)sent, (unsigned long long)received,
	       (unsigned long long)errors);
	fflush(stdout);
	if (!ok)
		fail(EXIT_FAILURE, "the run is invalid, there is no time to report",
		     "check: %llu messages wanted, %llu sent, %llu received, %llu errors, bytes sent less received %lld, %d workers ended badly",
		     (unsigned long long)want, (unsigned long long)sent,
		     (unsigned long long)received, (unsigned long long)errors,
		     (long long)bytes, bad);
	return EXIT_SUCCESS;
}

static int run(void)
{
	struct tally *tallies;
	size_t size;
	char byte = 0;
	double begin;
	int *outs, i, bad;

	nworkers = groups * WORKERS;
	size = sizeof(*tallies) * nworkers;
	workers = calloc(nworkers, sizeof(*workers));
	outs = calloc((size_t)groups * SIDE, sizeof(*outs));
	tallies = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (!workers || !outs || tallies == MAP_FAILED)
		fail(EXIT_FAILURE, "take fewer groups", "memory: %s",
		     strerror(ENOMEM));
	channel(ready_fds);
	channel(wake_fds);
	for (i = 0; i < groups; i++) {
		workers[i * WORKERS].tally = tallies + i * WORKERS;
		start_group(i, outs + i * SIDE);
	}
	wait_ready();
	if (limit)
		set_limit(limit);
	begin = seconds();
	if (write(wake_fds[1], &byte, 1) != 1)
		fail(EXIT_FAILURE, "try again", "start barrier: cannot wake the workers: %s",
		     strerror(errno));
	bad = wait_all();
	begin = seconds() - begin;
	set_limit(0);
	if (late)
		return EXIT_FAILURE;
	i = result(begin, bad);
	munmap(tallies, size);
	free(outs);
	free(workers);
	return i;
}

/* ---- the command line ---- */

__attribute__((noreturn, format(printf, 1, 2)))
static void bad_usage(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "hackbench: ");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n  -> hackbench --help\n");
	exit(EXIT_USAGE);
}

static int number(const char *what, const char *text, int max)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(text, &end, 10);
	if (errno || end == text || *end || n < 1 || n > max)
		bad_usage("%s: '%s' is not a number from 1 to %d", what, text,
			  max);
	return n;
}

static void options(int argc, char **argv)
{
	int i, place = 0;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
			fputs(usage, stdout);
			exit(EXIT_SUCCESS);
		} else if (!strcmp(argv[i], "-pipe") ||
			   !strcmp(argv[i], "--pipe")) {
			pipes = 1;
		} else if (!strcmp(argv[i], "--limit")) {
			if (++i == argc)
				bad_usage("--limit: the seconds are missing");
			limit = number("--limit", argv[i], 10000000);
		} else if (argv[i][0] == '-') {
			bad_usage("%s: unknown option", argv[i]);
		} else if (place == 0) {
			groups = number("groups", argv[i], GROUPS_MAX);
			place++;
		} else if (place == 1) {
			threads = !strcmp(argv[i], "thread");
			if (!threads && strcmp(argv[i], "process"))
				bad_usage("mode: '%s' is neither process nor thread",
					  argv[i]);
			place++;
		} else if (place == 2) {
			loops = number("loops", argv[i], INT_MAX / SIDE);
			place++;
		} else {
			bad_usage("%s: one word too many", argv[i]);
		}
	}
	if (!groups)
		bad_usage("groups: the number of groups is missing");
}

int main(int argc, char **argv)
{
	options(argc, argv);
	signal(SIGPIPE, SIG_IGN);
	check_files();
	check_tasks();
	return run();
}
