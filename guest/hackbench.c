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
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"

#define SIDE		20	/* senders, and receivers, of a group */
#define WORKERS		(2 * SIDE)
#define WORDS		25	/* 100 bytes */
#define WORDS_SHIFT	2	/* a seed makes it 92 to 108 bytes, all of a group alike */
#define GROUPS_MAX	10000
#define READY_SECONDS	120
#define STACK		65536

/* the words of a message; then filling, and a sum in the last one */
enum { M_FROM, M_SEQ, M_TO, M_FILL };

struct message {
	uint32_t word[WORDS + WORDS_SHIFT];
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
"usage: hackbench [-pipe] [--seed <n>] [--limit <seconds>]\n"
"                 <groups> [process|thread] [<loops>]\n"
"\n"
"Each group has 20 senders and 20 receivers; each sender sends <loops> messages\n"
"of 100 bytes to each receiver.  Prints the time from the start to the end of\n"
"the last worker, and how many messages were sent, received and damaged.\n"
"\n"
"  -pipe              pipes in place of AF_UNIX stream sockets\n"
"  --seed <n>         shift starts and sizes a little, otherwise for every <n>\n"
"  --limit <seconds>  give up after so long (default: never)\n"
"  --help             this text\n"
"\n"
"Defaults: process, 100 loops.  Exit code 0: every message arrived; 1: not so,\n"
"or the run could not start; 2: the command line is wrong.\n";

static int groups, loops = 100, threads, pipes;
static struct worker *workers;
static int nworkers, started;
static volatile sig_atomic_t waited;	/* so many workers are no longer there */
static int ready_fds[2], wake_fds[2];

static void kill_workers(void)
{
	int i;

	if (threads)
		return;
	for (i = waited; i < started; i++)
		kill(workers[i].pid, SIGKILL);
	while (waitpid(-1, NULL, 0) > 0)
		;
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

static int words_of(uint32_t worker)
{
	return shift_around(worker / SIDE, WORDS, WORDS_SHIFT);
}

static uint32_t sum(const struct message *m, int words)
{
	uint32_t total = 0;
	int i;

	for (i = 0; i < words - 1; i++)
		total += m->word[i];
	return total;
}

static void fill(struct message *m, uint32_t from)
{
	int i;

	m->word[M_FROM] = from;
	for (i = M_FILL; i < WORDS + WORDS_SHIFT; i++)
		m->word[i] = (from + i) * 2654435761u;
}

/* Is it the next one from its sender, to this receiver, and whole? */
static int good(const struct message *m, int words, uint32_t to,
		uint32_t next[SIDE])
{
	uint32_t from = m->word[M_FROM];

	if (m->word[words - 1] != sum(m, words) || m->word[M_TO] != to)
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
	int words = words_of(w->id);
	ssize_t size = words * sizeof(uint32_t), n;
	struct tally t = { 0 };
	struct message m;
	int i, j;

	fill(&m, w->id);
	barrier();
	start_shifted(w->id);
	for (i = 0; i < loops; i++) {
		m.word[M_SEQ] = i;
		for (j = 0; j < SIDE; j++) {
			m.word[M_TO] = w->id / SIDE * SIDE + j;
			m.word[words - 1] = sum(&m, words);
			do {
				n = write(w->out[j], &m, size);
			} while (n < 0 && errno == EINTR);
			if (n < 0)
				worker_fail("sender: write");
			t.messages += n == size;
			t.errors += n != size;
			t.bytes += n;
		}
	}
	*w->tally = t;
}

static void receive_all(struct worker *w)
{
	int words = words_of(w->id), left;
	size_t size = words * sizeof(uint32_t), have;
	uint32_t next[SIDE] = { 0 };
	struct tally t = { 0 };
	struct message m;
	ssize_t n;

	barrier();
	for (left = SIDE * loops; left; left--) {
		for (have = 0; have < size; have += n) {
			n = read(w->in, (char *)&m + have, size - have);
			if (n < 0 && errno == EINTR)
				n = 0;
			else if (n < 0)
				worker_fail("receiver: read");
			else if (!n)
				goto out;	/* the senders are gone */
		}
		t.messages++;
		t.bytes += size;
		t.errors += !good(&m, words, w->id, next);
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

static void check_limits(void)
{
	/* a parent of processes closes each group's files as it goes */
	unsigned long own = threads ? (unsigned long)groups * WORKERS : WORKERS;
	unsigned long all = (unsigned long)groups * WORKERS + 4;
	char whom[64];

	snprintf(whom, sizeof(whom), "%d groups of %s", groups,
		 threads ? "threads" : "processes");
	need_files(own + 4, all, whom);
	need_tasks((unsigned long)groups * WORKERS + 1, whom);
}

/* ---- start ---- */

static void start(struct worker *w, const int *close_fds, int n)
{
	pid_t parent = getpid();
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
		end_with(parent);
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
	uint64_t end = now_ns() + READY_SECONDS * 1000000000ull;
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
		if (now_ns() > end)
			fail(EXIT_FAILURE, "take fewer groups",
			     "start barrier: only %d of %d workers were ready after %d s",
			     ready, nworkers, READY_SECONDS);
	}
}

/* ---- end ---- */

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

static int result(uint64_t ns, int bad)
{
	uint64_t want = (uint64_t)groups * SIDE * SIDE * loops;
	uint64_t sent = 0, received = 0, errors = 0, bytes = 0;
	unsigned long long us = ns / 1000;
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
	if (ok) {
		printf("Time: %llu.%06llu\n", us / 1000000, us % 1000000);
		metric("time", "s", "less", "%llu.%06llu", us / 1000000,
		       us % 1000000);
	}
	count("messages.sent", sent);
	count("messages.received", received);
	printf("errors %llu\n", (unsigned long long)errors);
	fflush(stdout);
	if (!ok)
		fail(EXIT_FAILURE, "the run is invalid, there is no time to report",
		     "check: %llu messages wanted, %llu sent, %llu received, %llu errors, bytes sent less received %lld, %d workers ended badly",
		     (unsigned long long)want, (unsigned long long)sent,
		     (unsigned long long)received, (unsigned long long)errors,
		     (long long)bytes, bad);
	return bench_done();
}

static int run(void)
{
	struct tally *tallies;
	size_t size;
	char byte = 0;
	uint64_t begin;
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
	bench_watch();
	begin = now_ns();
	if (write(wake_fds[1], &byte, 1) != 1)
		fail(EXIT_FAILURE, "try again", "start barrier: cannot wake the workers: %s",
		     strerror(errno));
	bad = wait_all();
	i = result(now_ns() - begin, bad);
	munmap(tallies, size);
	free(outs);
	free(workers);
	return i;
}

/* ---- the command line ---- */

static void options(int argc, char **argv)
{
	int i, place = 0;

	for (i = 1; i < argc; i++) {
		if (bench_option(argc, argv, &i, usage))
			continue;
		if (!strcmp(argv[i], "-pipe") || !strcmp(argv[i], "--pipe")) {
			pipes = 1;
		} else if (argv[i][0] == '-') {
			bad_usage("%s: unknown option", argv[i]);
		} else if (place == 0) {
			groups = bench_number("groups", argv[i], 1, GROUPS_MAX);
			place++;
		} else if (place == 1) {
			threads = !strcmp(argv[i], "thread");
			if (!threads && strcmp(argv[i], "process"))
				bad_usage("mode: '%s' is neither process nor thread",
					  argv[i]);
			place++;
		} else if (place == 2) {
			loops = bench_number("loops", argv[i], 1, INT_MAX / SIDE);
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
	bench_start("hackbench");
	bench_abort = kill_workers;
	options(argc, argv);
	check_limits();
	return run();
}
