/* SPDX-License-Identifier: GPL-2.0 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "pair.h"

#define READY_SECONDS	120

static volatile pid_t children[2];	/* server and client; 0: not there */
static int ready_fds[2], wake_fds[2];

void pair_kill(void)
{
	int i;

	for (i = 0; i < 2; i++)
		if (children[i] > 0)
			kill(children[i], SIGKILL);
	while (waitpid(-1, NULL, 0) > 0)
		;
}

void pair_broken(const char *place)
{
	if (errno && errno != EPIPE && errno != ECONNRESET)
		fail(EXIT_FAILURE, "try again, or take fewer", "%s: %s", place,
		     strerror(errno));
	_exit(EXIT_FAILURE);
}

/* ---- a child */

void pair_ready(void)
{
	char byte = 0;

	if (write(ready_fds[1], &byte, 1) != 1)
		pair_broken("start barrier: cannot say ready");
}

void pair_wait_wake(void)
{
	struct pollfd pfd = { .fd = wake_fds[0], .events = POLLIN };

	/* nobody reads the byte that ends this: it wakes all of them */
	while (poll(&pfd, 1, -1) != 1)
		if (errno != EINTR)
			pair_broken("start barrier: cannot wait");
	if (!(pfd.revents & POLLIN))
		_exit(EXIT_FAILURE);	/* the parent is gone */
}

/* ---- the parent */

void pair_start(void (*process)(int client, void *arg), void *arg)
{
	pid_t parent = getpid();
	int i;

	if (pipe(ready_fds) || pipe(wake_fds))
		fail(EXIT_FAILURE, "raise the limit (ulimit -n)",
		     "start: cannot make a pipe: %s", strerror(errno));
	fflush(stdout);
	for (i = 0; i < 2; i++) {
		children[i] = fork();
		if (children[i] < 0)
			fail(EXIT_FAILURE, "raise the limits (ulimit -u)",
			     "start: cannot fork: %s", strerror(errno));
		if (children[i])
			continue;
		bench_abort = NULL;
		end_with(parent);
		close(wake_fds[1]);
		process(i, arg);
		_exit(EXIT_SUCCESS);
	}
}

void pair_wait_ready(unsigned int threads)
{
	struct pollfd pfd = { .fd = ready_fds[0], .events = POLLIN };
	uint64_t last = now_ns() + READY_SECONDS * 1000000000ull;
	unsigned int ready = 0;
	char bytes[64];
	ssize_t n;
	int i;

	while (ready < threads) {
		if (poll(&pfd, 1, 200) > 0) {
			n = read(ready_fds[0], bytes, sizeof(bytes));
			if (n > 0)
				ready += n;
			continue;
		}
		for (i = 0; i < 2; i++)
			if (waitpid(children[i], NULL, WNOHANG) == children[i]) {
				children[i] = 0;
				fail(EXIT_FAILURE, "is there memory enough for all threads?",
				     "start barrier: a process died before the start, %u of %u threads were ready",
				     ready, threads);
			}
		if (now_ns() > last)
			fail(EXIT_FAILURE, "take fewer",
			     "start barrier: only %u of %u threads were ready after %d s",
			     ready, threads, READY_SECONDS);
	}
	/* not before: a pipe without writers would never be quiet */
	close(ready_fds[1]);
}

void pair_wake(void)
{
	char byte = 0;

	if (write(wake_fds[1], &byte, 1) != 1)
		fail(EXIT_FAILURE, "try again",
		     "start barrier: cannot wake the threads: %s",
		     strerror(errno));
}

int pair_wait(void)
{
	int left = 2, bad = 0, status;
	pid_t pid;

	while (left) {
		pid = waitpid(-1, &status, 0);
		if (pid < 0 && errno == EINTR)
			continue;
		if (pid < 0) {
			bad += left;
			break;
		}
		left--;
		children[pid == children[1]] = 0;
		if (!status)
			continue;
		bad++;
		if (left)
			kill(children[!children[0]], SIGKILL);
	}
	close(ready_fds[0]);
	close(wake_fds[0]);
	close(wake_fds[1]);
	return bad;
}
