/* SPDX-License-Identifier: GPL-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "limited.h"

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static void child(int out, pid_t parent, int (*fn)(void *arg), void *arg)
{
	int null = open("/dev/null", O_RDONLY);
	int ret;

	end_with(parent);
	setpgid(0, 0);
	if (null >= 0)
		dup2(null, 0);
	dup2(out, 1);
	dup2(out, 2);
	if (out > 2)
		close(out);
	if (null > 2)
		close(null);
	ret = fn(arg);
	fflush(NULL);
	_exit(ret);
}

/* Read until everybody has closed the pipe, or the time is over. */
static void collect(struct limited *l, int in, int64_t end)
{
	struct pollfd pfd = { .fd = in, .events = POLLIN };
	char rest[256];
	size_t room;
	ssize_t n;
	int ready;

	for (;;) {
		int64_t left = end - now_ms();

		if (left <= 0)
			return;
		ready = poll(&pfd, 1, left);
		if (ready <= 0)
			continue;
		room = sizeof(l->text) - 1 - l->len;
		n = room ? read(in, l->text + l->len, room)
			 : read(in, rest, sizeof(rest));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;
		if (room)
			l->len += n;
	}
}

static void reap(struct limited *l, pid_t pid, int64_t end)
{
	const struct timespec tick = { .tv_nsec = 5000000 };
	pid_t got;

	for (;;) {
		got = waitpid(pid, &l->status, WNOHANG);
		if (got == pid || (got < 0 && errno != EINTR))
			break;
		if (now_ms() >= end) {
			l->late = 1;
			kill(-pid, SIGKILL);
			kill(pid, SIGKILL);
			while (waitpid(pid, &l->status, 0) < 0 && errno == EINTR)
				;
			break;
		}
		nanosleep(&tick, NULL);
	}
	/* whatever it left behind has no business in the next step */
	kill(-pid, SIGKILL);
	if (getpid() != 1)
		return;
	end = now_ms() + 2000;
	while ((got = waitpid(-1, NULL, WNOHANG)) >= 0 && now_ms() < end)
		if (!got)
			nanosleep(&tick, NULL);
}

void limited_run(struct limited *l, int (*fn)(void *arg), void *arg,
		 unsigned int seconds)
{
	int64_t end = now_ms() + (int64_t)seconds * 1000;
	pid_t parent = getpid(), pid;
	int fds[2];

	memset(l, 0, sizeof(*l));
	l->seconds = seconds;
	if (pipe(fds)) {
		l->err = errno;
		return;
	}
	pid = fork();
	if (pid < 0) {
		l->err = errno;
		close(fds[0]);
		close(fds[1]);
		return;
	}
	if (!pid) {
		close(fds[0]);
		child(fds[1], parent, fn, arg);
	}
	setpgid(pid, pid);
	close(fds[1]);
	collect(l, fds[0], end);
	reap(l, pid, end);
	close(fds[0]);
	l->text[l->len] = '\0';
}

const char *limited_how(const struct limited *l, char *buf, size_t size)
{
	if (l->err)
		snprintf(buf, size, "could not be started: %s", strerror(l->err));
	else if (l->late)
		snprintf(buf, size, "did not end within %u s and was killed",
			 l->seconds);
	else if (WIFSIGNALED(l->status))
		snprintf(buf, size, "was killed by signal %d",
			 WTERMSIG(l->status));
	else
		snprintf(buf, size, "ended with exit code %d",
			 WEXITSTATUS(l->status));
	return buf;
}
