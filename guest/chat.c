/* SPDX-License-Identifier: GPL-2.0 */
/*
 * chat: rooms of 20 users who talk through a server, as VolanoMark's loopback test.
 *
 * A user is a TCP connection between two processes, with a sender and a receiver
 * thread at each end.  What a user says goes to the other 19 of its room: the
 * server's receiver puts it into their queues, the server's senders write it.  A
 * user says the next thing when it has heard the last round of its room, so
 * a room takes turns and no queue holds more than two rounds.  The work is fixed;
 * every message is checked where it arrives.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "pair.h"

#define USERS		20	/* of a room */
#define OTHERS		(USERS - 1)
#define THREADS		4	/* of a user, two at each end */
#define WORDS		25	/* 100 bytes */
#define WORDS_SHIFT	2	/* a seed makes it 92 to 108 bytes, all of a room alike */
#define QUEUE		64	/* more than two rounds */
#define PATIENCE	8	/* yields before a sleep */
#define NAP_US		1000	/* between two tries of a lock, after the yields */
#define ROOMS_MAX	1000
#define COUNT_MAX	100000000
#define REPEAT_MAX	50	/* as many as one line holds */
#define STACK		65536

/* the words of a message; then filling, and a sum in the last one */
enum { M_FROM, M_SEQ, M_TIME, M_TIME_HIGH, M_FILL };

struct message {
	uint32_t word[WORDS + WORDS_SHIFT];
};

/* A lock with a place to wait in, for one waiter: both kinds of --lock. */
struct monitor {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	sem_t woken;
	int held;		/* --lock yield: in place of the mutex */
	int sleeping;		/* the waiter is, and nobody has woken it yet */
};

struct tally {
	uint64_t sent, received, errors, yields;
};

/* One end of a user. */
struct user {
	uint32_t id;		/* room * USERS + number within it */
	int fd;
	pthread_t thread[2];
	struct tally sender, receiver;
	struct monitor monitor;	/* around what follows, but for the histogram */
	uint32_t rounds;	/* client: so many were heard in full */
	int heard[2];		/* of the round that is on, and of the next one */
	struct message *queue;	/* server: what goes to this user */
	uint32_t put, taken;
	struct hist delivery;	/* client */
};

/* what the two processes tell the parent, in memory they share */
struct report {
	struct tally client, server;
	struct hist delivery;
	uint64_t end;
};

static const char usage[] =
"usage: chat [--rooms <n>] [--count <n>] [--repeat <n>] [--lock mutex|yield]\n"
"            [--seed <n>] [--limit <seconds>]\n"
"\n"
"In each room 20 users talk over TCP connections to a server on 127.0.0.1. Each\n"
"says <count> messages of 100 bytes, and the other 19 of its room get them.\n"
"Prints the messages sent and received per second, and how long one took.\n"
"\n"
"  --rooms <n>        rooms (default: 1), with 20 users of 4 threads each\n"
"  --count <n>        messages that each user says (default: 10)\n"
"  --repeat <n>       do all of it so often (default: 1); the median counts\n"
"  --lock mutex       locks that sleep (the default)\n"
"  --lock yield       locks that call sched_yield() up to 8 times, then sleep\n"
"  --seed <n>         shift starts and sizes a little, otherwise for every <n>\n"
"  --limit <seconds>  give up after so long (default: never)\n"
"  --help             this text\n"
"\n"
"VolanoMark in the mails of 2008: --rooms 10 --count 25000 --repeat 3.\n"
"Exit code 0: every message arrived; 1: not so, or the run could not start;\n"
"2: the command line is wrong.\n";

static int rooms = 1, count_each = 10, repeat = 1, yielding;
static uint32_t nusers;
static struct report *report;
static __thread uint64_t yields;

/* ---- the two kinds of lock ---- */

static void monitor_init(struct monitor *m)
{
	pthread_mutex_init(&m->mutex, NULL);
	pthread_cond_init(&m->cond, NULL);
	sem_init(&m->woken, 0, 0);
}

static void give_way(void)
{
	yields++;
	sched_yield();
}

/*
 * Those who yield are runnable: with some on every CPU, the holder may never get
 * one.  So a yielding lock has an end to its yields, as the JVMs' had.
 */
static void enter(struct monitor *m)
{
	int patience = PATIENCE;

	if (!yielding) {
		pthread_mutex_lock(&m->mutex);
		return;
	}
	while (__atomic_exchange_n(&m->held, 1, __ATOMIC_ACQUIRE)) {
		if (patience-- > 0)
			give_way();
		else
			usleep(NAP_US);
	}
}

static void leave(struct monitor *m)
{
	if (yielding)
		__atomic_store_n(&m->held, 0, __ATOMIC_RELEASE);
	else
		pthread_mutex_unlock(&m->mutex);
}

/* after a change that the waiter may wait for */
static void leave_and_wake(struct monitor *m)
{
	int sleeping = m->sleeping;

	m->sleeping = 0;
	leave(m);
	if (!sleeping)
		return;
	if (yielding)
		sem_post(&m->woken);
	else
		pthread_cond_signal(&m->cond);
}

/* Inside, and what is waited for is not there: comes back inside, perhaps early. */
static void wait_inside(struct monitor *m, int *patience)
{
	if (yielding && *patience > 0) {
		--*patience;
		leave(m);
		give_way();
		enter(m);
		return;
	}
	m->sleeping = 1;
	if (!yielding) {
		pthread_cond_wait(&m->cond, &m->mutex);
		return;
	}
	leave(m);
	while (sem_wait(&m->woken))
		;
	enter(m);
}

/* ---- the messages ---- */

static int words_of(uint32_t user)
{
	return shift_around(user / USERS, WORDS, WORDS_SHIFT);
}

static uint32_t sum(const struct message *m, int words)
{
	uint32_t total = 0;
	int i;

	for (i = 0; i < words - 1; i++)
		total = total * 31 + m->word[i];
	return total;
}

static void fill(struct message *m, uint32_t from)
{
	int i;

	m->word[M_FROM] = from;
	for (i = M_FILL; i < WORDS + WORDS_SHIFT; i++)
		m->word[i] = (from + i) * 2654435761u;
}

static void say(struct message *m, uint32_t seq, int words)
{
	uint64_t now = now_ns();

	m->word[M_SEQ] = seq;
	m->word[M_TIME] = now;
	m->word[M_TIME_HIGH] = now >> 32;
	m->word[words - 1] = sum(m, words);
}

static uint64_t age(const struct message *m)
{
	uint64_t then = m->word[M_TIME] | (uint64_t)m->word[M_TIME_HIGH] << 32;
	uint64_t now = now_ns();

	return now > then ? now - then : 0;
}

/* Is it from another user of the room, its next one, and whole? */
static int good(const struct message *m, int words, uint32_t to,
		uint32_t next[USERS])
{
	uint32_t from = m->word[M_FROM];

	if (m->word[words - 1] != sum(m, words) || from == to ||
	    from / USERS != to / USERS)
		return 0;
	return m->word[M_SEQ] == next[from % USERS]++;
}

static void put(int fd, const struct message *m, size_t size)
{
	size_t done;
	ssize_t n;

	for (done = 0; done < size; done += n) {
		n = write(fd, (const char *)m + done, size - done);
		if (n < 0 && errno == EINTR)
			n = 0;
		else if (n < 0)
			pair_broken("write");
	}
}

static void get(int fd, struct message *m, size_t size)
{
	size_t have;
	ssize_t n;

	for (have = 0; have < size; have += n) {
		n = read(fd, (char *)m + have, size - have);
		if (n < 0 && errno == EINTR) {
			n = 0;
		} else if (n <= 0) {
			if (!n)
				errno = EPIPE;
			pair_broken("read");
		}
	}
}

/* ---- the client ---- */

static void wait_rounds(struct user *u, uint32_t rounds)
{
	int patience = PATIENCE;

	enter(&u->monitor);
	while (u->rounds < rounds)
		wait_inside(&u->monitor, &patience);
	leave(&u->monitor);
}

static void *client_send(void *arg)
{
	struct user *u = arg;
	int words = words_of(u->id), i;
	struct message m;

	fill(&m, u->id);
	pair_ready();
	pair_wait_wake();
	start_shifted(u->id);
	for (i = 0; i < count_each; i++) {
		wait_rounds(u, i);
		say(&m, i, words);
		put(u->fd, &m, words * sizeof(uint32_t));
		u->sender.sent++;
	}
	u->sender.yields = yields;
	return NULL;
}

/* Others may be a round ahead, no more. */
static void heard(struct user *u, int ahead)
{
	enter(&u->monitor);
	u->heard[ahead]++;
	if (u->heard[0] < OTHERS) {
		leave(&u->monitor);
		return;
	}
	u->rounds++;
	u->heard[0] = u->heard[1];
	u->heard[1] = 0;
	leave_and_wake(&u->monitor);
}

static void *client_receive(void *arg)
{
	struct user *u = arg;
	int words = words_of(u->id), whole, i, j;
	uint32_t next[USERS] = { 0 };
	struct message m;

	pair_ready();
	for (i = 0; i < count_each; i++) {
		for (j = 0; j < OTHERS; j++) {
			get(u->fd, &m, words * sizeof(uint32_t));
			u->receiver.received++;
			whole = good(&m, words, u->id, next);
			if (whole)
				hist_add(&u->delivery, age(&m));
			else
				u->receiver.errors++;
			/* only this thread changes u->rounds */
			heard(u, whole && m.word[M_SEQ] == u->rounds + 1);
		}
	}
	u->receiver.yields = yields;
	return NULL;
}

/* ---- the server ---- */

static void enqueue(struct user *to, const struct message *m, size_t size)
{
	enter(&to->monitor);
	if (to->put - to->taken == QUEUE)
		fail(EXIT_FAILURE, "the run is invalid; please report it",
		     "check: the queue of user %u is full, the room did not take turns",
		     (unsigned int)to->id);
	memcpy(&to->queue[to->put % QUEUE], m, size);
	to->put++;
	leave_and_wake(&to->monitor);
}

static void dequeue(struct user *u, struct message *m, size_t size)
{
	int patience = PATIENCE;

	enter(&u->monitor);
	while (u->put == u->taken)
		wait_inside(&u->monitor, &patience);
	memcpy(m, &u->queue[u->taken % QUEUE], size);
	u->taken++;
	leave(&u->monitor);
}

static void *server_receive(void *arg)
{
	struct user *u = arg, *room = u - u->id % USERS;
	int words = words_of(u->id), i, j;
	size_t size = words * sizeof(uint32_t);
	struct message m;

	pair_ready();
	for (i = 0; i < count_each; i++) {
		get(u->fd, &m, size);
		u->receiver.received++;
		u->receiver.errors += m.word[M_FROM] != u->id ||
			m.word[M_SEQ] != (uint32_t)i ||
			m.word[words - 1] != sum(&m, words);
		/* the next one first, so that no user is always the last */
		for (j = 1; j < USERS; j++)
			enqueue(room + (u->id + j) % USERS, &m, size);
	}
	u->receiver.yields = yields;
	return NULL;
}

static void *server_send(void *arg)
{
	struct user *u = arg;
	size_t size = words_of(u->id) * sizeof(uint32_t);
	struct message m;
	int i, j;

	pair_ready();
	for (i = 0; i < count_each; i++) {
		for (j = 0; j < OTHERS; j++) {
			dequeue(u, &m, size);
			put(u->fd, &m, size);
			u->sender.sent++;
		}
	}
	u->sender.yields = yields;
	return NULL;
}

/* ---- connections ---- */

/* A guest's lo may be down still; 127.0.0.1 comes with it. */
static void loopback_up(void)
{
	struct ifreq lo = { .ifr_name = "lo" };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	if (fd < 0)
		fail(EXIT_FAILURE, "the kernel needs CONFIG_INET",
		     "network: no TCP/IP: %s", strerror(errno));
	if (!ioctl(fd, SIOCGIFFLAGS, &lo) && !(lo.ifr_flags & IFF_UP)) {
		lo.ifr_flags |= IFF_UP;
		if (ioctl(fd, SIOCSIFFLAGS, &lo))
			fail(EXIT_FAILURE, "as root: ip link set lo up",
			     "network: lo is down and cannot be brought up: %s",
			     strerror(errno));
	}
	close(fd);
}

static int tcp_socket(void)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;

	if (fd < 0 || setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)))
		fail(EXIT_FAILURE, "take fewer rooms", "network: cannot make a TCP socket: %s",
		     strerror(errno));
	return fd;
}

/* Gives the port that was found free. */
static int listener(struct sockaddr_in *at)
{
	socklen_t len = sizeof(*at);
	int fd = tcp_socket();

	memset(at, 0, sizeof(*at));
	at->sin_family = AF_INET;
	at->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(fd, (struct sockaddr *)at, sizeof(*at)) || listen(fd, 16) ||
	    getsockname(fd, (struct sockaddr *)at, &len))
		fail(EXIT_FAILURE, "is lo up, with 127.0.0.1?",
		     "network: cannot listen on 127.0.0.1: %s", strerror(errno));
	return fd;
}

/* One at a time, each greeted back: the backlog holds one at most. */
static void server_connect(struct user *u, int listen_fd)
{
	uint32_t hello = 0;
	int one = 1;

	u->fd = accept(listen_fd, NULL, NULL);
	if (u->fd < 0 || setsockopt(u->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)) ||
	    recv(u->fd, &hello, sizeof(hello), MSG_WAITALL) != sizeof(hello) ||
	    send(u->fd, &hello, sizeof(hello), 0) != sizeof(hello))
		pair_broken("server: connection");
	if (hello != u->id)
		fail(EXIT_FAILURE, "try again", "server: a stranger connected");
}

static void client_connect(struct user *u, const struct sockaddr_in *at)
{
	uint32_t hello = u->id;

	u->fd = tcp_socket();
	if (connect(u->fd, (const struct sockaddr *)at, sizeof(*at)))
		fail(EXIT_FAILURE, "is lo up, with 127.0.0.1?",
		     "network: cannot connect to 127.0.0.1: %s", strerror(errno));
	if (send(u->fd, &hello, sizeof(hello), 0) != sizeof(hello) ||
	    recv(u->fd, &hello, sizeof(hello), MSG_WAITALL) != sizeof(hello))
		pair_broken("client: connection");
	if (hello != u->id)
		fail(EXIT_FAILURE, "try again", "client: a stranger answered");
}

/* ---- the two processes ---- */

static void start(struct user *u, int i, void *(*work)(void *))
{
	pthread_attr_t attr;
	int err;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	err = pthread_create(&u->thread[i], &attr, work, u);
	pthread_attr_destroy(&attr);
	if (err)
		fail(EXIT_FAILURE, "take fewer rooms, or raise the limits (ulimit -u)",
		     "start: the threads of user %u of %u cannot be started: %s",
		     (unsigned int)u->id + 1, (unsigned int)nusers, strerror(err));
}

static void tally_add(struct tally *to, const struct tally *t)
{
	to->sent += t->sent;
	to->received += t->received;
	to->errors += t->errors;
	to->yields += t->yields;
}

/* Waits for all, then tells the parent. */
static void end(struct user *users, struct tally *all, int client)
{
	uint32_t i;

	for (i = 0; i < nusers; i++) {
		pthread_join(users[i].thread[0], NULL);
		pthread_join(users[i].thread[1], NULL);
	}
	if (client)
		report->end = now_ns();
	for (i = 0; i < nusers; i++) {
		tally_add(all, &users[i].sender);
		tally_add(all, &users[i].receiver);
		if (client)
			hist_merge(&report->delivery, &users[i].delivery);
	}
}

static struct user *make_users(void)
{
	struct user *users = calloc(nusers, sizeof(*users));
	uint32_t i;

	for (i = 0; users && i < nusers; i++) {
		users[i].id = i;
		monitor_init(&users[i].monitor);
	}
	if (!users)
		pair_broken("memory");
	return users;
}

static void server(int listen_fd)
{
	struct user *users = make_users();
	struct message *queues = calloc((size_t)nusers * QUEUE, sizeof(*queues));
	uint32_t i;

	if (!queues)
		pair_broken("memory");
	for (i = 0; i < nusers; i++) {
		users[i].queue = queues + (size_t)i * QUEUE;
		server_connect(&users[i], listen_fd);
	}
	for (i = 0; i < nusers; i++) {
		start(&users[i], 0, server_receive);
		start(&users[i], 1, server_send);
	}
	end(users, &report->server, 0);
	free(queues);
	free(users);
}

static void client(const struct sockaddr_in *at)
{
	struct user *users = make_users();
	uint32_t i;

	for (i = 0; i < nusers; i++)
		client_connect(&users[i], at);
	for (i = 0; i < nusers; i++) {
		start(&users[i], 0, client_receive);
		start(&users[i], 1, client_send);
	}
	end(users, &report->client, 1);
	free(users);
}

struct place {
	struct sockaddr_in at;
	int listen_fd;
};

static void process(int is_client, void *arg)
{
	const struct place *place = arg;

	if (is_client) {
		close(place->listen_fd);
		client(&place->at);
	} else {
		server(place->listen_fd);
	}
}

/* ---- the parent ---- */

/* Gives the time from the wake-up to the end of the client's last thread. */
static uint64_t run_once(int first, int *bad)
{
	struct place place;
	uint64_t begin;

	place.listen_fd = listener(&place.at);
	pair_start(process, &place);
	close(place.listen_fd);
	pair_wait_ready(nusers * THREADS);
	if (first)
		bench_watch();
	begin = now_ns();
	pair_wake();
	*bad = pair_wait();
	return report->end > begin ? report->end - begin : 1;
}

static int complete(uint64_t runs)
{
	const struct tally *c = &report->client, *s = &report->server;
	uint64_t want = runs * nusers * count_each;

	return c->sent == want && s->received == want &&
	       s->sent == want * OTHERS && c->received == want * OTHERS &&
	       !c->errors && !s->errors && report->delivery.n == want * OTHERS;
}

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void results(uint64_t *rate)
{
	int i;

	if (repeat > 1) {
		printf("sample throughput msgs/s");
		for (i = 0; i < repeat; i++)
			printf(" %llu", (unsigned long long)rate[i]);
		putchar('\n');
	}
	qsort(rate, repeat, sizeof(*rate), ascending);
	metric("throughput", "msgs/s", "more", "%llu",
	       (unsigned long long)(rate[(repeat - 1) / 2] + rate[repeat / 2]) / 2);
	metric("delivery.p99", "ns", "less", "%llu",
	       (unsigned long long)hist_quantile(&report->delivery, 990));
	hist_print(&report->delivery, "delivery");
}

static void counts(void)
{
	count("messages.sent", report->client.sent);
	count("messages.received", report->client.received);
	if (yielding)
		count("yields", report->client.yields + report->server.yields);
	printf("errors %llu\n", (unsigned long long)(report->client.errors +
						     report->server.errors));
	fflush(stdout);
}

static int run(void)
{
	uint64_t each = (uint64_t)nusers * count_each * USERS, ns;
	uint64_t *rate = calloc(repeat, sizeof(*rate));
	int i, bad = 0, ok = 1;

	report = mmap(NULL, sizeof(*report), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (!rate || report == MAP_FAILED)
		fail(EXIT_FAILURE, "repeat less", "memory: %s", strerror(ENOMEM));
	for (i = 0; i < repeat && ok; i++) {
		ns = run_once(!i, &bad);
		ok = !bad && complete(i + 1);
		rate[i] = each * 1000000000.0 / ns;
		/* a rate belongs to the whole work only */
		if (ok)
			printf("Average throughput = %llu messages per second\n",
			       (unsigned long long)rate[i]);
	}
	if (ok)
		results(rate);
	counts();
	if (!ok)
		fail(EXIT_FAILURE, "the run is invalid, there is no rate to report",
		     "check: run %d: %llu messages wanted in all, %llu sent, %llu received, %llu errors, %d processes ended badly",
		     i, (unsigned long long)each * i,
		     (unsigned long long)report->client.sent,
		     (unsigned long long)report->client.received,
		     (unsigned long long)(report->client.errors +
					  report->server.errors), bad);
	munmap(report, sizeof(*report));
	free(rate);
	return bench_done();
}

/* ---- the limits, before anything is started ---- */

/* Every connection takes a port of its own. */
static void need_ports(const char *whom)
{
	FILE *f = fopen("/proc/sys/net/ipv4/ip_local_port_range", "re");
	unsigned int low, high;

	if (!f)
		return;
	if (fscanf(f, "%u %u", &low, &high) == 2 && high >= low &&
	    high - low < nusers)
		fail(EXIT_FAILURE, "widen the range, or take fewer",
		     "port limit: %s need %u ports, /proc/sys/net/ipv4/ip_local_port_range allows %u",
		     whom, (unsigned int)nusers + 1, high - low + 1);
	fclose(f);
}

static void check_limits(void)
{
	char whom[64];

	snprintf(whom, sizeof(whom), "%d rooms", rooms);
	/* the ends in one process, and a few; then those in both */
	need_files(nusers + 6, 2ul * nusers + 12, whom);
	need_tasks((unsigned long)nusers * THREADS + 3, whom);
	need_ports(whom);
}

/* ---- the command line ---- */

static void option(const char *word, const char *value)
{
	if (!strcmp(word, "--rooms")) {
		rooms = bench_number(word, value, 1, ROOMS_MAX);
	} else if (!strcmp(word, "--count")) {
		count_each = bench_number(word, value, 1, COUNT_MAX);
	} else if (!strcmp(word, "--repeat")) {
		repeat = bench_number(word, value, 1, REPEAT_MAX);
	} else {
		yielding = !strcmp(value, "yield");
		if (!yielding && strcmp(value, "mutex"))
			bad_usage("--lock: '%s' is neither mutex nor yield", value);
	}
}

static void options(int argc, char **argv)
{
	static const char *const known[] = {
		"--rooms", "--count", "--repeat", "--lock"
	};
	size_t k;
	int i;

	for (i = 1; i < argc; i++) {
		if (bench_option(argc, argv, &i, usage))
			continue;
		for (k = 0; k < sizeof(known) / sizeof(known[0]); k++)
			if (!strcmp(argv[i], known[k]))
				break;
		if (k == sizeof(known) / sizeof(known[0]))
			bad_usage("%s: unknown option", argv[i]);
		if (i + 1 == argc)
			bad_usage("%s: its value is missing", argv[i]);
		option(argv[i], argv[i + 1]);
		i++;
	}
	nusers = (uint32_t)rooms * USERS;
}

int main(int argc, char **argv)
{
	bench_start("chat");
	bench_abort = pair_kill;
	options(argc, argv);
	loopback_up();
	check_limits();
	return run();
}
