/* SPDX-License-Identifier: GPL-2.0 */
#include "bench.h"
#include "engine.h"
#include "results.h"

static const struct scenario *scenario;
static unsigned long long *counts;
static struct hist *hists;

void results_start(const struct scenario *s)
{
	scenario = s;
	counts = host_alloc(s->counters * sizeof(*counts));
	hists = host_alloc(s->hists * sizeof(*hists));
}

void results_count(unsigned int counter, unsigned long n)
{
	counts[counter] += n;
}

void results_measure(unsigned int which, sim_time ns)
{
	hist_add(&hists[which], ns);
}

static void print_metric(const struct metric *m, sim_time elapsed)
{
	const struct hist *h = &hists[m->object];

	switch (m->kind) {
	case METRIC_ELAPSED:
		metric(m->name, "s", "less", "%llu.%09llu", elapsed / 1000000000,
		       elapsed % 1000000000);
		break;
	case METRIC_RATE:
		metric(m->name, m->unit, "more", "%.2f",
		       elapsed ? counts[m->object] * 1e9 / elapsed : 0);
		break;
	case METRIC_QUANTILE:
		metric(m->name, "ns", "less", "%llu",
		       (unsigned long long)hist_quantile(h, m->permille));
		break;
	case METRIC_MAX:
		metric(m->name, "ns", "less", "%llu", (unsigned long long)h->max);
		break;
	}
}

void results_print(sim_time elapsed)
{
	unsigned int i;

	for (i = 0; i < scenario->metrics; i++)
		print_metric(&scenario->metric[i], elapsed);
	for (i = 0; i < scenario->hists; i++)
		hist_print(&hists[i], scenario->hist[i].name);
	for (i = 0; i < scenario->counters; i++)
		count(scenario->counter[i].name, counts[i]);
}
