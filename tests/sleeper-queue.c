/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Properties of the two functions that WEIGHTED_SLEEPER adds, compiled from the
 * text of its patch (CALLER; IN_GROUPS if its virtual time is that of 2.6.27),
 * on a queue that keeps min_vruntime as these kernels do.
 */
#define NO_MAIN
#include "sleeper.c"

struct load_weight {
	unsigned long weight;
};

struct sched_entity {
	struct load_weight load;
	u64 vruntime;
	unsigned int on_rq;
	struct sched_entity *parent;
	struct cfs_rq *cfs_rq;
};

#define ENTITIES	9

struct cfs_rq {
	struct load_weight load;
	u64 min_vruntime;
	struct sched_entity *curr;
	struct sched_entity *waits[ENTITIES];	/* first the leftmost */
	int nr_waits;
};

#define first_fair(cfs_rq)		((cfs_rq)->nr_waits)
#define __pick_next_entity(cfs_rq)	((cfs_rq)->waits[0])
#define cfs_rq_of(se)			((se)->cfs_rq)
#define for_each_sched_entity(se)	for (; se; se = (se)->parent)

static unsigned int sysctl_sched_latency;

#include CALLER

/* ---- the queue: what kernel/sched_fair.c does, in short */

static struct cfs_rq rq;
static struct sched_entity entity[ENTITIES];

static int before(u64 a, u64 b)
{
	return (s64)(a - b) < 0;
}

static void lift(u64 *min, u64 to)
{
	if (before(*min, to))
		*min = to;
}

static void to_tree(struct sched_entity *se)
{
	int i = rq.nr_waits++;

	for (; i && before(se->vruntime, rq.waits[i - 1]->vruntime); i--)
		rq.waits[i] = rq.waits[i - 1];
	rq.waits[i] = se;
	if (!i)
		lift(&rq.min_vruntime, se->vruntime);
}

static struct sched_entity *from_tree(void)
{
	struct sched_entity *se = rq.waits[0];

	memmove(rq.waits, rq.waits + 1, --rq.nr_waits * sizeof(se));
	if (rq.nr_waits)
		lift(&rq.min_vruntime, rq.waits[0]->vruntime);
	return se;
}

static void schedule(void)
{
	if (rq.curr && rq.curr->on_rq)
		to_tree(rq.curr);
	rq.curr = rq.nr_waits ? from_tree() : NULL;
}

static void sleep_curr(void)
{
	rq.curr->on_rq = 0;
	rq.load.weight -= rq.curr->load.weight;
	schedule();
}

/* the queue's own virtual time: who is first there, and it never goes back */
static u64 reached;

static void look(void)
{
	u64 first;

	if (!rq.curr && !rq.nr_waits) {
		reached = rq.min_vruntime;
		return;
	}
	first = rq.curr ? rq.curr->vruntime : rq.waits[0]->vruntime;
	if (rq.nr_waits && before(rq.waits[0]->vruntime, first))
		first = rq.waits[0]->vruntime;
	lift(&reached, first);
}

/* is the weight accounted before the place is looked for, or after? */
static int account_first;

/* Is the place right: one credit before the queue, at most, but all of that? */
static int wake(struct sched_entity *se)
{
	u64 old = se->vruntime, credit, most;

	look();
	most = reached;
	lift(&most, rq.min_vruntime);
	if (account_first) {
		rq.load.weight += se->load.weight;
		se->on_rq = 1;
	}
	credit = weighted_credit(se);
	place_sleeper(&rq, se);
	if (!account_first) {
		rq.load.weight += se->load.weight;
		se->on_rq = 1;
	}
	to_tree(se);
	if (!before(se->vruntime, old) && !before(se->vruntime, reached - credit) &&
	    (se->vruntime == old || !before(most - credit, se->vruntime)))
		return 1;
	printf("# credit %llu: placed %lld behind what the queue has reached, was %lld\n",
	       credit, (s64)(se->vruntime - reached), (s64)(old - reached));
	return 0;
}

static void reset(u64 min, u64 weight)
{
	int i;

	memset(&rq, 0, sizeof(rq));
	rq.min_vruntime = reached = min;
	for (i = 0; i < ENTITIES; i++) {
		memset(&entity[i], 0, sizeof(entity[i]));
		entity[i].cfs_rq = &rq;
		entity[i].load.weight = weight ? weight : PICK(task_weights);
		entity[i].vruntime = min - (1ull << 40);
	}
}

static int runner_alone(u64 min, u64 ran)
{
	reset(min, 1024);
	entity[0].vruntime = min;
	if (!wake(&entity[0]))
		return 0;
	schedule();
	rq.curr->vruntime += ran;
	look();
	return 1;
}

/* ---- properties */

static int empty_queue(void)
{
	u64 credit;

	reset(0, 1024);
	sysctl_sched_latency = 80 * MS;
	credit = weighted_credit(&entity[0]);
	if (credit != 80 * MS)
		printf("# %llu us of credit\n", credit / 1000);
	return credit == 80 * MS;
}

static int alone_is_no_gain(void)
{
	int i;

	for (i = 0; i < ROUNDS(1000); i++) {
		sysctl_sched_latency = 20 * MS;
		if (!runner_alone(random64(), random_below(1ull << 40)) ||
		    !wake(&entity[1]))
			return 0;
	}
	return 1;
}

/* three who wake one after the other, in each order, beside a runner */
static int any_order(void)
{
	static const int order[][3] = { { 1, 2, 3 }, { 1, 3, 2 }, { 2, 1, 3 },
					{ 2, 3, 1 }, { 3, 1, 2 }, { 3, 2, 1 } };
	unsigned int o, i;
	int round;

	for (round = 0; round < ROUNDS(500); round++)
		for (o = 0; o < COUNT(order); o++) {
			u64 min = random64();

			sysctl_sched_latency = 20 * MS;
			if (!runner_alone(min, random_below(1ull << 30)))
				return 0;
			for (i = 1; i < 4; i++)
				entity[i].load.weight = task_weights[i * 10];
			for (i = 0; i < 3; i++)
				if (!wake(&entity[order[o][i]]))
					return 0;
		}
	return 1;
}

/* anything in any order */
static int any_course(void)
{
	int round, step;

	for (round = 0; round < ROUNDS(200); round++) {
		reset(random_below(4) ? random64() : -random_below(1000), 0);
		sysctl_sched_latency = PICK(latencies);
		for (step = 0; step < 500; step++) {
			struct sched_entity *se = &entity[random_below(ENTITIES)];

			if (rq.curr) {
				rq.curr->vruntime += random_size(34);
				look();
			}
			switch (random_below(4)) {
			case 0:
			case 1:
				if (!se->on_rq && !wake(se))
					return 0;
				break;
			case 2:
				schedule();
				break;
			case 3:
				if (rq.curr)
					sleep_curr();
			}
			look();
		}
	}
	return 1;
}

#ifdef IN_GROUPS
/* the whole way to the root, queued and accounted so far or not */
static int worth(void)
{
	struct cfs_rq queue[DEPTHS];
	struct sched_entity se[DEPTHS];
	struct level level[DEPTHS];
	u64 credit;
	int i, round, levels;

	for (round = 0; round < ROUNDS(20000); round++) {
		levels = 1 + random_below(DEPTHS);
		sysctl_sched_latency = PICK(latencies);
		for (i = 0; i < levels; i++) {
			level[i].own = i ? 2 + random_size(17) : PICK(task_weights);
			level[i].others = random_below(3) ? random_size(24) : 0;
			se[i].cfs_rq = &queue[i];
			se[i].parent = i + 1 < levels ? &se[i + 1] : NULL;
			se[i].on_rq = random_below(2);
			se[i].load.weight = level[i].own;
			queue[i].load.weight = level[i].others;
			if (se[i].on_rq)
				queue[i].load.weight += level[i].own;
		}
		credit = weighted_credit(se);
		if (!is_worth(credit, sysctl_sched_latency, level, levels, 0))
			return 0;
	}
	return 1;
}
#else
static int worth(void)
{
	unsigned int l, w, i;

	for (i = 0; i < COUNT(queue_loads); i++)
		for (l = 0; l < COUNT(latencies); l++)
			for (w = 0; w < COUNT(task_weights); w++) {
				reset(0, task_weights[w]);
				rq.load.weight = queue_loads[i];
				sysctl_sched_latency = latencies[l];
				if (!is_scaled(weighted_credit(entity), latencies[l],
					       NICE_0_LOAD, task_weights[w], 0))
					return 0;
			}
	return 1;
}
#endif

int main(void)
{
	result(empty_queue(), "80 ms on an empty queue are 80 ms");
	result(worth(), "a credit is worth the latency, whatever is queued");
	for (account_first = 0; account_first < 2; account_first++) {
		const char *how = account_first ? "accounted first" :
						  "accounted later";
		char what[100];

		sprintf(what, "who runs alone enlarges no credit, %s", how);
		result(alone_is_no_gain(), what);
		sprintf(what, "one credit each, whoever wakes first, %s", how);
		result(any_order(), what);
		sprintf(what, "one credit, all of it, at any time, %s", how);
		result(any_course(), what);
	}
	return finish();
}
