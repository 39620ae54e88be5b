/* SPDX-License-Identifier: GPL-2.0 */
/*
 * oltp: what sysbench's read-only OLTP test makes a scheduler see.
 *
 * Pairs of threads, one in a client and one in a server process, over a unix
 * stream socket each: strictly a request, then its reply.  A transaction is 16
 * round trips: BEGIN, 10 point selects, a range, its sum, its order, its distinct
 * values, COMMIT.  The server holds a table and works on it for some tens of
 * microseconds a query, with one lock for all of its threads.  The table follows
 * a rule, so that the client can tell every reply.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "pair.h"

#define ROWS		10000
#define HOT_FIRST	5000	/* 75 % of the accesses go to 1 % of the rows */
#define HOT_ROWS	(ROWS / 100)
#define RANGE		100
#define POINTS		10
#define QUERIES		16	/* of a transaction */
#define VISITS		3	/* to the lock, by a query */
#define C_SIZE		120
#define PAD_SIZE	60
#define ROW_BYTES	(4 + C_SIZE + 1)	/* in a reply: id, c, a new line */
#define REQUEST_WORDS	19	/* 76 bytes */
#define REQUEST_SHIFT	6	/* a seed makes it 52 to 100, by thread */
#define AREA_WORDS	8192	/* what a server's thread keeps for itself: 64 KB */
#define THREADS_MAX	4000
#define TRANSACTIONS_MAX 100000000
#define SECONDS_MAX	1000000
#define STACK		65536

enum kind { BEGIN, POINT, SPAN, SUM, ORDER, DISTINCT, COMMIT };

struct request {
	uint32_t size, kind, seq, first;
	uint32_t sum;		/* of all other words */
	uint32_t text[REQUEST_WORDS + REQUEST_SHIFT - 5];
};

struct head {
	uint32_t size, kind, seq, rows;
	uint64_t value;		/* SUM's */
};

struct reply {
	struct head head;
	char row[RANGE][ROW_BYTES];
};

struct row {
	uint32_t id, k;
	char c[C_SIZE];
	char pad[PAD_SIZE];
};

struct tally {
	uint64_t transactions, queries, rows, errors;
};

/* A thread of either process, and its partner in the other one. */
struct end {
	uint32_t id;
	int fd;
	pthread_t thread;
	struct tally tally;
	struct request request;
	struct reply reply;
	uint64_t random;	/* client */
	struct hist response;
	uint64_t *area;		/* server */
};

/* what the two processes tell the parent, in memory they share */
struct report {
	struct tally client, server;
	struct hist response;
	uint64_t end;
};

static const char usage[] =
"usage: oltp [--threads <n>] [--transactions <n> | --seconds <n>] [--vmstat]\n"
"            [--seed <n>] [--limit <seconds>]\n"
"\n"
"Pairs of client and server threads: a transaction is 16 requests with a reply\n"
"each, 14 of them reads of a table of 10000 rows. Prints the transactions per\n"
"second, and how long a reply took.\n"
"\n"
"  --threads <n>       pairs of threads (default: 8)\n"
"  --transactions <n>  transactions of each pair (default: 25)\n"
"  --seconds <n>       run for so long in place of a number of transactions\n"
"  --vmstat            also print run queue, interrupts, switches and idle time,\n"
"                      once a second and for the whole run\n"
"  --seed <n>          shift starts and sizes a little, otherwise for every <n>\n"
"  --limit <seconds>   give up after so long (default: never)\n"
"  --help              this text\n"
"\n"
"The mail of 2008: --threads 8 --seconds 120 --vmstat.\n"
"Exit code 0: every reply was right; 1: not so, or the run could not start;\n"
"2: the command line is wrong.\n";

static int nthreads = 8, transactions = 25, seconds, vmstat;
static struct report *report;
static int (*pairs)[2];			/* sockets: the server's end, the client's */

/* ---- the rule of the table ---- */

static uint64_t mix(uint64_t x)
{
	x = (x + 1) * 0x9e3779b97f4a7c15ull;
	x = (x ^ x >> 29) * 0xd6e8feb86659fd93ull;
	return x ^ x >> 32;
}

/* Rows of one key have the same c: a quarter share theirs with neighbours. */
static uint32_t key_of(uint32_t id)
{
	return mix(id) % 4 ? id : ROWS + id / 16;
}

static uint32_t k_of(uint32_t id)
{
	return mix(id + 2 * ROWS) % ROWS;
}

/* Letters from a to p, eight at a time. */
static uint64_t letters(uint64_t text, int word)
{
	return (mix(text * 16 + word) & 0x0f0f0f0f0f0f0f0full) +
	       0x6161616161616161ull;
}

static void make_text(char *to, int size, uint64_t text)
{
	uint64_t word;
	int i;

	for (i = 0; i < size; i += 8) {
		word = letters(text, i / 8);
		memcpy(to + i, &word, size - i < 8 ? size - i : 8);
	}
}

static int is_text(const char *c, uint64_t text)
{
	uint64_t word;
	int i;

	for (i = 0; i < C_SIZE; i += 8) {
		memcpy(&word, c + i, 8);
		if (word != letters(text, i / 8))
			return 0;
	}
	return 1;
}

/* ---- the wire ---- */

static void put(int fd, const void *from, size_t size)
{
	size_t done;
	ssize_t n;

	for (done = 0; done < size; done += n) {
		n = write(fd, (const char *)from + done, size - done);
		if (n < 0 && errno == EINTR)
			n = 0;
		else if (n < 0)
			pair_broken("write");
	}
}

/* Everything begins with its size.  0: the other side is done. */
static int get(int fd, void *to, size_t min, size_t max)
{
	uint32_t size = min;
	size_t have;
	ssize_t n;

	for (have = 0; have < size; have += n) {
		n = read(fd, (char *)to + have, max - have);
		if (n < 0 && errno == EINTR) {
			n = 0;
			continue;
		}
		if (!n && !have)
			return 0;
		errno = n ? errno : EPIPE;
		if (n <= 0)
			pair_broken("read");
		if (have + n >= sizeof(size))
			memcpy(&size, to, sizeof(size));
		if (size < min || size > max || have + n > size)
			fail(EXIT_FAILURE, "the run is invalid; please report it",
			     "check: a message of %u bytes, of which %zu came",
			     (unsigned int)size, have + n);
	}
	return 1;
}

static uint32_t sum(const struct request *r)
{
	uint32_t total = r->size + r->kind * 3 + r->seq * 5 + r->first * 7, i;

	for (i = 0; i < (r->size - offsetof(struct request, text)) / 4; i++)
		total = total * 31 + r->text[i];
	return total;
}

/* ---- the server ---- */

static struct row *table;

/* what all threads of the server share, and change at each query */
static struct {
	pthread_mutex_t lock;
	uint64_t opened, queries, closed, rows;
} books = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void visit(uint64_t *what, uint32_t by)
{
	pthread_mutex_lock(&books.lock);
	*what += by;
	pthread_mutex_unlock(&books.lock);
}

/* Parser and optimizer: a walk over memory of the thread's own. */
static void prepare(struct end *e)
{
	uint64_t x = e->request.sum;
	int i;

	for (i = 0; i < AREA_WORDS; i++) {
		x = (x ^ e->area[i]) * 0x9e3779b97f4a7c15ull;
		e->area[i] = x;
	}
}

static void add_row(struct reply *r, const struct row *row)
{
	char *to = r->row[r->head.rows++];

	memcpy(to, &row->id, 4);
	memcpy(to + 4, row->c, C_SIZE);
	to[4 + C_SIZE] = '\n';
}

static int by_c(const void *a, const void *b)
{
	const struct row *x = *(const struct row *const *)a;
	const struct row *y = *(const struct row *const *)b;
	int order = memcmp(x->c, y->c, C_SIZE);

	return order ? order : x->id < y->id ? -1 : x->id > y->id;
}

static void add_sorted(struct reply *r, uint32_t first, int distinct)
{
	const struct row *sorted[RANGE];
	int i;

	for (i = 0; i < RANGE; i++)
		sorted[i] = table + first + i;
	qsort(sorted, RANGE, sizeof(sorted[0]), by_c);
	for (i = 0; i < RANGE; i++)
		if (!distinct || !i || memcmp(sorted[i]->c, sorted[i - 1]->c, C_SIZE))
			add_row(r, sorted[i]);
}

static void query(struct end *e)
{
	const struct request *q = &e->request;
	struct reply *r = &e->reply;
	uint32_t i;

	prepare(e);
	switch (q->kind) {
	case POINT:
		add_row(r, table + q->first);
		break;
	case SPAN:
		for (i = 0; i < RANGE; i++)
			add_row(r, table + q->first + i);
		break;
	case SUM:
		for (i = 0; i < RANGE; i++)
			r->head.value += table[q->first + i].k;
		break;
	case ORDER:
	case DISTINCT:
		add_sorted(r, q->first, q->kind == DISTINCT);
	}
}

static int sane(const struct request *r)
{
	uint32_t last = r->kind == POINT ? ROWS - 1 : ROWS - RANGE;

	return r->sum == sum(r) && r->kind <= COMMIT && r->first <= last;
}

static void answer(struct end *e)
{
	const struct request *q = &e->request;
	struct head *h = &e->reply.head;

	*h = (struct head){ .kind = q->kind, .seq = q->seq };
	visit(&books.opened, 1);
	if (!sane(q))
		e->tally.errors++;
	else if (q->kind != BEGIN && q->kind != COMMIT)
		query(e);
	visit(&books.queries, 1);
	h->size = sizeof(*h) + h->rows * ROW_BYTES;
	e->tally.queries++;
	e->tally.rows += h->rows;
	pthread_mutex_lock(&books.lock);
	books.closed++;
	books.rows += h->rows;
	pthread_mutex_unlock(&books.lock);
}

static void *serve(void *arg)
{
	struct end *e = arg;

	pair_ready();
	while (get(e->fd, &e->request, offsetof(struct request, text),
		   sizeof(e->request))) {
		answer(e);
		put(e->fd, &e->reply, e->reply.head.size);
	}
	return NULL;
}

static void make_table(void)
{
	uint32_t i;

	table = calloc(ROWS, sizeof(*table));
	if (!table)
		pair_broken("memory");
	for (i = 0; i < ROWS; i++) {
		table[i].id = i;
		table[i].k = k_of(i);
		make_text(table[i].c, C_SIZE, key_of(i));
		make_text(table[i].pad, PAD_SIZE, i + 3 * ROWS);
	}
}

/* Do the books say what the threads did?  A lock that does not lock loses some. */
static void audit(const struct tally *all)
{
	if (books.opened != all->queries || books.queries != all->queries ||
	    books.closed != all->queries || books.rows != all->rows)
		report->server.errors++;
}

/* ---- the client: the replies ---- */

static uint32_t row_id(const char *row)
{
	uint32_t id;

	memcpy(&id, row, 4);
	return id;
}

/* Is it a row of the range, as the rule makes it, and the first of its id? */
static int good_row(const char *row, uint32_t first, uint32_t rows, char *seen)
{
	uint32_t id = row_id(row);

	if (id - first >= rows || seen[id - first]++)
		return 0;
	return row[4 + C_SIZE] == '\n' && is_text(row + 4, key_of(id));
}

static int good_order(const struct reply *r, uint32_t kind, uint32_t i)
{
	const char *row = r->row[i], *before;
	int order;

	if (!i || kind == POINT)
		return 1;
	before = r->row[i - 1];
	if (kind == SPAN)
		return row_id(row) == row_id(before) + 1;
	order = memcmp(before + 4, row + 4, C_SIZE);
	return kind == ORDER ? order <= 0 : order < 0;
}

static uint32_t distinct_of(uint32_t first)
{
	uint32_t n = 0, shared = 0, key, i;

	for (i = first; i < first + RANGE; i++) {
		key = key_of(i);
		/* shared ones never go down */
		n += key < ROWS || key != shared;
		if (key >= ROWS)
			shared = key;
	}
	return n;
}

static uint64_t sum_of(uint32_t first)
{
	uint64_t value = 0;
	uint32_t i;

	for (i = first; i < first + RANGE; i++)
		value += k_of(i);
	return value;
}

static uint32_t rows_of(uint32_t kind, uint32_t first)
{
	switch (kind) {
	case POINT:
		return 1;
	case SPAN:
	case ORDER:
		return RANGE;
	case DISTINCT:
		return distinct_of(first);
	}
	return 0;
}

static int good(const struct request *q, const struct reply *r)
{
	const struct head *h = &r->head;
	char seen[RANGE] = { 0 };
	uint32_t i;

	if (h->kind != q->kind || h->seq != q->seq ||
	    h->size != sizeof(*h) + h->rows * ROW_BYTES ||
	    h->rows != rows_of(q->kind, q->first) ||
	    h->value != (q->kind == SUM ? sum_of(q->first) : 0))
		return 0;
	for (i = 0; i < h->rows; i++)
		if (!good_row(r->row[i], q->first, q->kind == POINT ? 1 : RANGE, seen) ||
		    !good_order(r, q->kind, i))
			return 0;
	return 1;
}

/* ---- the client: the requests ---- */

static uint32_t random_below(struct end *e, uint32_t bound)
{
	e->random = e->random * 6364136223846793005ull + 1442695040888963407ull;
	return (e->random >> 33) % bound;
}

static uint32_t pick(struct end *e, uint32_t kind)
{
	uint32_t id;

	if (random_below(e, 4))
		id = HOT_FIRST + random_below(e, HOT_ROWS);
	else
		id = random_below(e, ROWS);
	return kind != POINT && id > ROWS - RANGE ? ROWS - RANGE : id;
}

static void round_trip(struct end *e, uint32_t kind)
{
	struct request *q = &e->request;
	uint64_t begin;

	q->kind = kind;
	q->seq++;
	q->first = kind == BEGIN || kind == COMMIT ? 0 : pick(e, kind);
	q->sum = sum(q);
	begin = now_ns();
	put(e->fd, q, q->size);
	if (!get(e->fd, &e->reply, sizeof(struct head), sizeof(e->reply)))
		_exit(EXIT_FAILURE);	/* the server is gone */
	hist_add(&e->response, now_ns() - begin);
	e->tally.queries++;
	e->tally.rows += e->reply.head.rows;
	e->tally.errors += !good(q, &e->reply);
}

static void transaction(struct end *e)
{
	uint32_t kind;
	int i;

	round_trip(e, BEGIN);
	for (i = 0; i < POINTS; i++)
		round_trip(e, POINT);
	for (kind = SPAN; kind <= COMMIT; kind++)
		round_trip(e, kind);
	e->tally.transactions++;
}

static void *ask(void *arg)
{
	struct end *e = arg;
	uint64_t last;
	size_t i;

	e->request.size = 4 * shift_around(e->id, REQUEST_WORDS, REQUEST_SHIFT);
	for (i = 0; i < sizeof(e->request.text) / 4; i++)
		e->request.text[i] = mix(i);
	/* which rows are read is no matter of the seed */
	e->random = mix(e->id);
	pair_ready();
	pair_wait_wake();
	start_shifted(e->id);
	last = now_ns() + seconds * 1000000000ull;
	while (seconds ? now_ns() < last :
	       e->tally.transactions < (uint64_t)transactions)
		transaction(e);
	close(e->fd);		/* the server's thread ends */
	return NULL;
}

/* ---- the two processes ---- */

static struct end *make_ends(int client)
{
	struct end *ends = calloc(nthreads, sizeof(*ends));
	uint64_t *area = client ? NULL : calloc(nthreads, AREA_WORDS * sizeof(*area));
	int i;

	if (!ends || (!client && !area))
		pair_broken("memory");
	for (i = 0; i < nthreads; i++) {
		ends[i].id = i;
		ends[i].fd = pairs[i][client];
		ends[i].area = area + (client ? 0 : (size_t)i * AREA_WORDS);
		close(pairs[i][!client]);
	}
	return ends;
}

static void start(struct end *e, void *(*work)(void *))
{
	pthread_attr_t attr;
	int err;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	err = pthread_create(&e->thread, &attr, work, e);
	pthread_attr_destroy(&attr);
	if (err)
		fail(EXIT_FAILURE, "take fewer threads, or raise the limits (ulimit -u)",
		     "start: thread %u of %d cannot be started: %s",
		     (unsigned int)e->id + 1, nthreads, strerror(err));
}

static void tally_add(struct tally *to, const struct tally *t)
{
	to->transactions += t->transactions;
	to->queries += t->queries;
	to->rows += t->rows;
	to->errors += t->errors;
}

static void process(int client, void *arg)
{
	struct tally *all = client ? &report->client : &report->server;
	struct end *ends = make_ends(client);
	int i;

	(void)arg;
	if (!client)
		make_table();
	for (i = 0; i < nthreads; i++)
		start(&ends[i], client ? ask : serve);
	for (i = 0; i < nthreads; i++)
		pthread_join(ends[i].thread, NULL);
	if (client)
		report->end = now_ns();
	for (i = 0; i < nthreads; i++) {
		tally_add(all, &ends[i].tally);
		hist_merge(&report->response, &ends[i].response);
	}
	if (!client)
		audit(all);
	free(ends[0].area);
	free(ends);
	free(table);
}

static void make_pairs(void)
{
	int i;

	pairs = calloc(nthreads, sizeof(*pairs));
	if (!pairs)
		pair_broken("memory");
	for (i = 0; i < nthreads; i++)
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]))
			fail(EXIT_FAILURE, "take fewer threads",
			     "cannot make a socket pair: %s", strerror(errno));
}

static void drop_pairs(void)
{
	int i;

	for (i = 0; i < nthreads; i++) {
		close(pairs[i][0]);
		close(pairs[i][1]);
	}
	free(pairs);
}

/* ---- --vmstat: by a thread of the parent ---- */

enum { USER, NICE, SYSTEM, IDLE, WAIT, IRQ, SOFTIRQ, STOLEN, STATES };

struct stat {
	uint64_t cpu[STATES], in, cs, r, b, at;
};

static struct {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t over;
	int done;
	struct stat first;	/* r and b: the sums of all samples */
	uint64_t samples;
} watcher = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

static int read_cpu(const char *line, uint64_t cpu[STATES])
{
	unsigned long long v[STATES] = { 0 };
	int i, n;

	n = sscanf(line, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &v[0],
		   &v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7]);
	for (i = 0; i < STATES; i++)
		cpu[i] = v[i];
	return n > IDLE;
}

static int read_one(const char *line, const char *name, uint64_t *value)
{
	size_t len = strlen(name);

	if (strncmp(line, name, len) || line[len] != ' ')
		return 0;
	*value = strtoull(line + len, NULL, 10);
	return 1;
}

/* How many of the five lines there are. */
static int read_stat(struct stat *s)
{
	static char line[65536];	/* "intr" goes on with every interrupt */
	FILE *f = fopen("/proc/stat", "re");
	int n = 0;

	memset(s, 0, sizeof(*s));
	if (!f)
		return 0;
	s->at = now_ns();
	while (fgets(line, sizeof(line), f)) {
		n += !strncmp(line, "cpu ", 4) && read_cpu(line, s->cpu);
		n += read_one(line, "intr", &s->in);
		n += read_one(line, "ctxt", &s->cs);
		n += read_one(line, "procs_running", &s->r);
		n += read_one(line, "procs_blocked", &s->b);
	}
	s->r -= s->r > 0;	/* not this thread */
	fclose(f);
	return n;
}

static uint64_t percent(const uint64_t part[STATES], int from, int to)
{
	uint64_t all = 0, some = 0;
	int i;

	for (i = 0; i < STATES; i++)
		all += part[i];
	for (i = from; i <= to; i++)
		some += part[i];
	return all ? (200 * some + all) / (2 * all) : 0;
}

static uint64_t per_second(uint64_t n, uint64_t ns)
{
	return ns ? n * 1000000000.0 / ns + 0.5 : 0;
}

static void print_stat(const char *what, const struct stat *from, const struct stat *to)
{
	uint64_t part[STATES], ns = to->at - from->at;
	int i;

	for (i = 0; i < STATES; i++)
		part[i] = to->cpu[i] > from->cpu[i] ? to->cpu[i] - from->cpu[i] : 0;
	part[SYSTEM] += part[IRQ] + part[SOFTIRQ];
	part[IRQ] = part[SOFTIRQ] = 0;
	printf("note %s %llu %llu %llu %llu %llu %llu %llu\n", what,
	       (unsigned long long)to->r, (unsigned long long)to->b,
	       (unsigned long long)per_second(to->in - from->in, ns),
	       (unsigned long long)per_second(to->cs - from->cs, ns),
	       (unsigned long long)percent(part, USER, NICE),
	       (unsigned long long)percent(part, SYSTEM, SYSTEM),
	       (unsigned long long)percent(part, IDLE, IDLE));
	fflush(stdout);
}

/* 1: the run is over */
static int watcher_sleep(uint64_t until)
{
	struct timespec ts = {
		.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000,
	};
	int over;

	pthread_mutex_lock(&watcher.lock);
	while (!watcher.done &&
	       pthread_cond_timedwait(&watcher.over, &watcher.lock, &ts) != ETIMEDOUT)
		;
	over = watcher.done;
	pthread_mutex_unlock(&watcher.lock);
	return over;
}

static void sampled(struct stat *s)
{
	read_stat(s);
	watcher.first.r += s->r;
	watcher.first.b += s->b;
	watcher.samples++;
}

static void *watch(void *arg)
{
	struct stat last = watcher.first, now;
	uint64_t second = last.at;

	(void)arg;
	/* one early look at the run queue, so that a short run has one as well */
	if (watcher_sleep(second + 10000000))
		return NULL;
	sampled(&now);
	while (!watcher_sleep(second += 1000000000)) {
		sampled(&now);
		print_stat("vmstat", &last, &now);
		last = now;
	}
	return NULL;
}

static void watcher_start(void)
{
	pthread_condattr_t attr;

	if (!vmstat)
		return;
	if (read_stat(&watcher.first) < 5)
		fail(EXIT_FAILURE, "mount /proc, or leave out --vmstat",
		     "--vmstat: /proc/stat lacks a line, or is missing");
	watcher.first.r = watcher.first.b = 0;
	printf("note vmstat r b in cs us sy id\n");
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&watcher.over, &attr);
	if (pthread_create(&watcher.thread, NULL, watch, NULL))
		fail(EXIT_FAILURE, "leave out --vmstat",
		     "--vmstat: cannot start its thread");
}

static void watcher_end(void)
{
	struct stat now;

	if (!vmstat)
		return;
	pthread_mutex_lock(&watcher.lock);
	watcher.done = 1;
	pthread_cond_signal(&watcher.over);
	pthread_mutex_unlock(&watcher.lock);
	pthread_join(watcher.thread, NULL);
	read_stat(&now);
	if (watcher.samples) {
		now.r = (watcher.first.r + watcher.samples / 2) / watcher.samples;
		now.b = (watcher.first.b + watcher.samples / 2) / watcher.samples;
	}
	print_stat("vmstat.run", &watcher.first, &now);
}

/* ---- the parent ---- */

static int complete(void)
{
	const struct tally *c = &report->client, *s = &report->server;

	if (!seconds && c->transactions != (uint64_t)transactions * nthreads)
		return 0;
	return c->transactions && c->queries == c->transactions * QUERIES &&
	       c->queries == s->queries && c->rows == s->rows && !c->errors &&
	       !s->errors && report->response.n == c->queries;
}

static int result(uint64_t ns, int bad)
{
	const struct tally *c = &report->client, *s = &report->server;
	int ok = !bad && complete();

	if (seconds)
		printf("note the time was fixed, %d s, not the work\n", seconds);
	if (ok) {
		metric("throughput", "tps", "more", "%.2f",
		       c->transactions * 1000000000.0 / ns);
		metric("response.p99", "ns", "less", "%llu",
		       (unsigned long long)hist_quantile(&report->response, 990));
		hist_print(&report->response, "response");
	}
	count("transactions", c->transactions);
	count("queries", c->queries);
	count("rows", c->rows);
	printf("errors %llu\n", (unsigned long long)(c->errors + s->errors));
	fflush(stdout);
	if (!ok)
		fail(EXIT_FAILURE, "the run is invalid, there is no rate to report",
		     "check: %llu transactions, %llu queries asked, %llu answered, %llu errors, %d processes ended badly",
		     (unsigned long long)c->transactions,
		     (unsigned long long)c->queries, (unsigned long long)s->queries,
		     (unsigned long long)(c->errors + s->errors), bad);
	return bench_done();
}

static int run(void)
{
	uint64_t begin, ns;
	int bad, code;

	report = mmap(NULL, sizeof(*report), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (report == MAP_FAILED)
		pair_broken("memory");
	make_pairs();
	pair_start(process, NULL);
	drop_pairs();
	pair_wait_ready(2 * nthreads);
	watcher_start();
	bench_watch();
	begin = now_ns();
	pair_wake();
	bad = pair_wait();
	watcher_end();
	ns = report->end > begin ? report->end - begin : 1;
	code = result(ns, bad);
	munmap(report, sizeof(*report));
	return code;
}

/* ---- the command line ---- */

static void options(int argc, char **argv)
{
	int fixed = 0, i;

	for (i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (bench_option(argc, argv, &i, usage))
			continue;
		if (!strcmp(word, "--vmstat")) {
			vmstat = 1;
			continue;
		}
		if (strcmp(word, "--threads") && strcmp(word, "--transactions") &&
		    strcmp(word, "--seconds"))
			bad_usage("%s: unknown option", word);
		if (++i == argc)
			bad_usage("%s: its number is missing", word);
		if (word[2] == 's') {
			seconds = bench_number(word, argv[i], 1, SECONDS_MAX);
		} else if (word[3] == 'r') {
			transactions = bench_number(word, argv[i], 1, TRANSACTIONS_MAX);
			fixed = 1;
		} else {
			nthreads = bench_number(word, argv[i], 1, THREADS_MAX);
		}
	}
	if (fixed && seconds)
		bad_usage("--transactions, --seconds: one of them only");
}

static void check_limits(void)
{
	char whom[64];

	snprintf(whom, sizeof(whom), "%d pairs of threads", nthreads);
	/* both ends, and a few; then those of all processes */
	need_files(2ul * nthreads + 6, 2ul * nthreads + 12, whom);
	need_tasks(2ul * nthreads + 3 + vmstat, whom);
}

int main(int argc, char **argv)
{
	bench_start("oltp");
	bench_abort = pair_kill;
	options(argc, argv);
	check_limits();
	return run();
}
