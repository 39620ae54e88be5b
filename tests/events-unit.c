/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The queue of events against a plain list: events-unit SEED.  Built with the engine's
 * file, whose functions for it are static.
 */
#include "engine.c"

#define EVENTS	200

static struct event event[EVENTS];
static sim_time when[EVENTS];			/* 0: not set */
static unsigned long long order[EVENTS], orders, chance;

static unsigned int below(unsigned int n)
{
	chance = chance * 6364136223846793005ull + 1442695040888963407ull;
	return (chance >> 33) % n;
}

static int first(void)
{
	int i, least = -1;

	for (i = 0; i < EVENTS; i++)
		if (when[i] && (least < 0 || when[i] < when[least] ||
				(when[i] == when[least] && order[i] < order[least])))
			least = i;
	return least;
}

static int next_is_right(sim_time until)
{
	struct event *e = next_event(until);
	int i = first();

	if (i < 0 || when[i] > until)
		return !e;
	if (e != &event[i] || now != when[i])
		return 0;
	when[i] = 0;
	return 1;
}

int main(int argc, char **argv)
{
	unsigned long n, taken = 0;
	unsigned int use;
	int i;

	chance = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	now = 1;
	for (n = 0; n < 300000; n++) {
		/* few of them for a while, then many */
		use = n / 1000 % 2 ? EVENTS : 5;
		i = below(use);
		switch (below(4)) {
		case 0:
			event_clear(&event[i]);
			when[i] = 0;
			break;
		case 1:
			if (!next_is_right(now + below(300))) {
				printf("step %lu: a wrong one, or at a wrong time\n", n);
				return 1;
			}
			taken++;
			break;
		default:
			/* many at the same time, some in the past */
			when[i] = now + below(below(3) ? 20 : 2000);
			order[i] = ++orders;
			event_set(&event[i], below(8) ? when[i] : (when[i] = now) - 1);
			break;
		}
	}
	printf("%lu steps, %lu of them asked for the next one: all held\n", n, taken);
	return 0;
}
