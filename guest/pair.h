/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A server and a client process with many threads each: started, held at a barrier
 * until all are ready, woken at once, and waited for.  One pair at a time; in this
 * order, and over again for another run:
 *
 *	pair_start(), pair_wait_ready(), pair_wake(), pair_wait()
 */
#ifndef CFSQ_PAIR_H
#define CFSQ_PAIR_H

/* set bench_abort to it: kills both */
void pair_kill(void);

/*
 * Fork both.  Each calls @process(@client, @arg), with 0 in the server and 1 in the
 * client, and ends well when that comes back.
 */
void pair_start(void (*process)(int client, void *arg), void *arg);

/* of a thread: it is ready; and it waits for the wake-up */
void pair_ready(void);
void pair_wait_wake(void);

/*
 * Until @threads have called pair_ready(), or the error of the barrier's own.  All of
 * a pair's threads do, but the server's need not wait for the wake-up.
 */
void pair_wait_ready(unsigned int threads);
void pair_wake(void);

/* How many of the two ended badly: one alone cannot go on. */
int pair_wait(void);

/*
 * Of a thread: the end of its whole process in trouble, by errno.  Whose peer is gone
 * says nothing: the parent sees how that one ended.
 */
__attribute__((noreturn))
void pair_broken(const char *place);

#endif
