/* SPDX-License-Identifier: GPL-2.0 */
/* Fairness, included by sched.c. */

static void account(struct task *t, unsigned long ticks)
{
	char history[32];
	unsigned int i;

	for (i = 0; i < sizeof(history); i++)
		history[i] = ticks >> i;
	t->vruntime += history[ticks % sizeof(history)];
}

static unsigned long credit(void)
{
	return 20;
}

static void place(struct task *t, unsigned long vruntime)
{
	if (sched_feat(NEW_FAIR_SLEEPERS))
		vruntime -= credit();
	if (t->vruntime < vruntime)
		t->vruntime = vruntime;
}
