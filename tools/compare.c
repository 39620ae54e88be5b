/* SPDX-License-Identifier: GPL-2.0 */
/*
 * compare: what the records of an experiment say.
 *
 * The boot is the unit.  In QEMU, boots of the same seed are a pair, and what is
 * looked at is the difference inside of each pair (stats.h).  On a real machine they
 * are not: noise is what moves them there, so all are compared with all, and the
 * same kernel with itself comes first.  What does not fit together is refused, not
 * averaged.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "exitcodes.h"

#define FAIR_LEAST	0.5	/* a CPU that got half the turns of another */
#define FAIR_APART	0.05	/* medians of two arms */

static const char usage[] =
"usage: compare --plan [--metal] [--boots N] EXPERIMENT\n"
"       compare [--html PICTURES|--part PICTURES|--plots FOLDER] [--boots N]\n"
"               EXPERIMENT RECORD...\n"
"       compare --aa EXPERIMENT RECORD...\n"
"       compare --head TITLE|--tail\n"
"\n"
"  --plan           what so many boots can show, before any is made\n"
"  --metal          they are boots of a real machine\n"
"  --aa             is the same kernel the same twice?  1 if it is not\n"
"  --html PICTURES  the page, with the pictures in that folder\n"
"  --part PICTURES  the page without its two ends, which --head and --tail print\n"
"  --plots FOLDER   the gnuplot script that draws them there\n"
"  --boots N        boots of each arm, in place of the experiment's number\n"
"  --help           this text\n"
"\n"
"Without --html and --plots: the comparison as text.\n";

/* ---- reading */

static int refuse(const struct record *r, const char *out, const char *what)
{
	return complain(EXIT_BADFILE, r->file.path, out, "%s", what);
}

static const char *field(const struct record *r, const char *key)
{
	const char *value = record_field(r, key);

	return value ? value : "absent";
}

/* the sysctls of a record, in their order, are those of the arm */
static bool same_sysctls(const struct record *r, const struct exp_arm *arm)
{
	char text[128];
	unsigned int n = 0;
	size_t i;

	for (i = 0; i < r->fields; i++) {
		if (strcmp(r->field[i].key, "sysctl"))
			continue;
		if (n == arm->sysctls)
			return false;
		snprintf(text, sizeof(text), "%s %s", arm->sysctl[n].name,
			 arm->sysctl[n].value);
		if (strcmp(r->field[i].value, text))
			return false;
		n++;
	}
	return n == arm->sysctls;
}

/* a record of this experiment, and of which arm? */
static int take_record(struct comparison *c, struct record *r)
{
	const struct exp_arm *arm = experiment_arm(&c->e, field(r, "arm"));
	bool metal = !strcmp(field(r, "backend"), "metal");
	const char *aa = record_field(r, "aa");
	struct arm_records *to;
	char words[512];
	size_t i;

	if (!c->taken++)
		c->metal = metal;
	if (c->metal != metal)
		return refuse(r, "compare those of QEMU and those of a machine apart",
			      "backend is not that of the other records");
	if (strcmp(field(r, "experiment"), c->e.name))
		return refuse(r, "give the records of this one only",
			      "is of another experiment");
	if (!arm)
		return refuse(r, "its arm was renamed or taken away: remove the record",
			      "is of an arm that the experiment does not have");
	if (strcmp(field(r, "machine"), c->e.machine) ||
	    strcmp(field(r, "base"), arm->base) ||
	    strcmp(field(r, "variant"), arm->variant) ||
	    strcmp(field(r, "features"), arm->features) ||
	    !strcmp(field(r, "series"), "-") != !strcmp(arm->series, "stock") ||
	    !same_sysctls(r, arm))
		return refuse(r, "the experiment was changed since: remove the record",
			      "is stale: machine, base, variant, series, features or sysctls are other ones");
	experiment_workload(&c->e, c->metal, r->seed, words, sizeof(words));
	if (strcmp(field(r, "workload"), words))
		return refuse(r, "the experiment was changed since: remove the record",
			      "is stale: its workload is another one");
	if (aa && (arm != c->e.arm || (strcmp(aa, "1") && strcmp(aa, "2"))))
		return refuse(r, "remove the record",
			      "is no side of a comparison of the first arm with itself");
	to = aa ? &c->aa[*aa - '1'] : &c->arm[arm - c->e.arm];
	for (i = 0; i < to->n; i++)
		if (to->record[i]->seed == r->seed)
			return refuse(r, "remove one of the two",
				      "is the second one of its arm and seed");
	if (to->n == boots_most(c))
		return refuse(r, c->metal ?
			      "20 boots an arm are the most that the exact test takes" :
			      "40 boots an arm are the most that the exact test takes",
			      "is one too many");
	for (i = to->n++; i && to->record[i - 1]->seed > r->seed; i--)
		to->record[i] = to->record[i - 1];
	to->record[i] = r;
	return 0;
}

static int read_records(struct comparison *c, char **paths, int n)
{
	struct record *r;
	int i, err;

	for (i = 0; i < n; i++) {
		r = grow(NULL, sizeof(*r));
		err = record_read(r, paths[i]);
		err = err ? err : take_record(c, r);
		if (err) {
			record_free(r);
			free(r);
			return err;
		}
	}
	return 0;
}

/* ---- does it fit together */

static int same_field(const struct record *a, const struct record *b,
		      const char *key, const char *whose)
{
	if (!strcmp(field(a, key), field(b, key)))
		return 0;
	return complain(EXIT_BADFILE, b->file.path,
			"remove the records of this experiment, and make them again",
			"%s is not that of %s's other records", key, whose);
}

static int check_arm(const struct comparison *c, const struct arm_records *a)
{
	static const char *const of_arm[] = {
		"image", "config", "tree", "key", "guest", "compiler", "qemu",
		"options", "metal"
	};
	size_t i, k;
	int err;

	for (i = 0; i < a->n; i++) {
		for (k = 0; k < sizeof(of_arm) / sizeof(of_arm[0]); k++) {
			err = same_field(a->record[0], a->record[i], of_arm[k],
					 "the arm");
			if (err)
				return err;
		}
		/* a real machine's CPUs are not QEMU's */
		if (c->metal)
			continue;
		if (record_fairness(a->record[i]) < 0)
			return refuse(a->record[i],
				      "remove it; the boot is then made again",
				      "does not say whether its virtual CPUs got their turns alike");
		if (record_fairness(a->record[i]) < FAIR_LEAST)
			return refuse(a->record[i],
				      "use QEMU 8.1 or newer; see Documentation/boot.rst",
				      "its virtual CPUs did not get their turns alike");
	}
	return 0;
}

static int double_order(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median_of(double *v, size_t n)
{
	qsort(v, n, sizeof(*v), double_order);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static double fairness_median(const struct arm_records *a)
{
	double v[BOOTS_MAX];
	size_t i;

	for (i = 0; i < a->n; i++)
		v[i] = record_fairness(a->record[i]);
	return a->n ? median_of(v, a->n) : -1;
}

static int check_pair(const struct comparison *c, const struct arm_records *a,
		      const struct arm_records *b, const struct exp_pair *pair)
{
	static const char *const of_all[] = {
		"backend", "guest", "qemu", "options", "compiler", "metal"
	};
	size_t k;
	int err;

	if (!a->n || !b->n)
		return 0;
	for (k = 0; k < sizeof(of_all) / sizeof(of_all[0]); k++) {
		err = same_field(a->record[0], b->record[0], of_all[k],
				 "the experiment");
		if (err)
			return err;
	}
	if (!c->metal && fabs(fairness_median(a) - fairness_median(b)) > FAIR_APART)
		return complain(EXIT_BADFILE, c->e.path,
				"see Documentation/boot.rst on the virtual CPUs",
				"%s and %s are not compared: their virtual CPUs got turns of different fairness",
				c->e.arm[pair->a].name, c->e.arm[pair->b].name);
	return 0;
}

static bool same_kernel(const struct exp_arm *a, const struct exp_arm *b)
{
	return !strcmp(a->base, b->base) && !strcmp(a->variant, b->variant) &&
	       !strcmp(a->series, b->series);
}

/* arms of one kernel differ in nothing but what they ask of it */
static int check_kernel(const struct arm_records *a, const struct arm_records *b)
{
	static const char *const of_kernel[] = { "image", "config", "tree" };
	size_t k;
	int err = 0;

	if (!a->n || !b->n)
		return 0;
	for (k = 0; !err && k < sizeof(of_kernel) / sizeof(of_kernel[0]); k++)
		err = same_field(a->record[0], b->record[0], of_kernel[k],
				 "this kernel");
	return err;
}

/* the first arm against itself: is there, of one boot input, and of the arms' machine */
static int check_aa(const struct comparison *c, bool aa_only)
{
	const struct arm_records *first = &c->aa[0];
	unsigned int i;
	int err;

	if (!first->n || !c->aa[1].n)
		return complain(EXIT_BADFILE, c->e.path,
				"BACKEND=metal make compare makes them first",
				"the records of %s against itself are missing",
				c->e.arm[0].name);
	err = same_field(first->record[0], c->aa[1].record[0], "key", "the side");
	err = err ? err : check_kernel(first, &c->aa[1]);
	err = err ? err : check_pair(c, first, &c->aa[1], &c->aa_pair);
	if (err || aa_only)
		return err;
	if (c->arm[0].n)
		err = same_field(first->record[0], c->arm[0].record[0], "key",
				 "the comparison with itself");
	err = err ? err : check_kernel(first, &c->arm[0]);
	for (i = 0; !err && i < c->e.arms; i++)
		if (c->arm[i].n)
			err = same_field(first->record[0], c->arm[i].record[0],
					 "metal", "the experiment");
	return err;
}

static int check_all(const struct comparison *c, bool aa_only)
{
	unsigned int i, k;
	int err = 0;

	for (i = 0; !err && i < c->e.arms; i++)
		err = check_arm(c, &c->arm[i]);
	for (i = 0; !err && i < 2; i++)
		err = check_arm(c, &c->aa[i]);
	for (i = 0; !err && i < c->e.arms; i++)
		for (k = 0; !err && k < i; k++)
			if (same_kernel(&c->e.arm[k], &c->e.arm[i]))
				err = check_kernel(&c->arm[k], &c->arm[i]);
	for (i = 0; !err && i < c->e.pairs; i++)
		err = check_pair(c, &c->arm[c->e.pair[i].a],
				 &c->arm[c->e.pair[i].b], &c->e.pair[i]);
	if (!err && c->metal)
		err = check_aa(c, aa_only);
	return err;
}

/* ---- counters */

#define ROW(field, what, scale, unit) \
	{ #field, what, offsetof(struct counters, field), scale, unit }
const struct counter_row counter_rows[] = {
	ROW(switches, "context switches", 1, ""),
	ROW(wakeups, "wakeups", 1, ""),
	ROW(remote, "of them from another CPU", 1, ""),
	ROW(affine, "wakeups pulled to the waker", 1, ""),
	ROW(pulled, "tasks moved by balancing", 1, ""),
	ROW(yields, "sched_yield() calls", 1, ""),
	ROW(wait, "mean wait for a CPU", 1e-3, "us"),
	ROW(idle, "idle share of the CPUs", 100, "%"),
	ROW(credits, "sleepers given a credit", 1, ""),
	ROW(credit, "its mean, virtual time", 1e-6, "ms"),
	ROW(weighted, "of them by WEIGHTED_SLEEPER", 1, ""),
	ROW(low, "clock readings lifted", 1, ""),
	ROW(high, "clock readings cut", 1, ""),
	ROW(stalls, "clock readings that stood", 1, ""),
	ROW(buddy_first, "buddies that went first", 1, ""),
	ROW(buddy_waits, "buddies that had to wait", 1, ""),
};
const size_t n_counter_rows = sizeof(counter_rows) / sizeof(counter_rows[0]);

double counter_of(const struct counters *c, const struct counter_row *row)
{
	double value = *(const double *)((const char *)c + row->offset);

	return value < 0 ? value : value * row->scale;
}

static void counter_medians(struct arm_records *a)
{
	struct counters each[BOOTS_MAX];
	double v[BOOTS_MAX], *to;
	size_t i, k, n;

	for (i = 0; i < a->n; i++)
		record_counters(a->record[i], &each[i]);
	for (k = 0; k < n_counter_rows; k++) {
		to = (double *)((char *)&a->median + counter_rows[k].offset);
		*to = -1;
		for (i = n = 0; i < a->n; i++) {
			v[n] = *(double *)((char *)&each[i] + counter_rows[k].offset);
			n += v[n] >= 0;
		}
		/* absent in one boot is absent */
		if (n && n == a->n)
			*to = median_of(v, n);
	}
}

/* ---- results */

static const struct record *of_seed(const struct arm_records *a,
				    unsigned long seed)
{
	size_t i;

	for (i = 0; i < a->n; i++)
		if (a->record[i]->seed == seed)
			return a->record[i];
	return NULL;
}

struct sample {
	int64_t a[BOOTS_MAX], b[BOOTS_MAX], d[BOOTS_MAX];
};

static const char no_percent[] = "of a value of 0 there are no percent";
static const char other_unit[] = "it has another unit in another run";

/* the pairs of boots; they are complete, or there is no result */
static void collect_pairs(struct result *r, struct sample *s)
{
	struct measure a, b;
	const struct record *other;
	size_t i;

	for (i = 0; i < r->from->n; i++) {
		other = of_seed(r->to, r->from->record[i]->seed);
		if (!other)
			continue;
		if (record_metric(r->from->record[i], r->metric->name, &a) ||
		    record_metric(other, r->metric->name, &b)) {
			r->absent = "a run did not measure it";
			r->n = 0;
			return;
		}
		if (strcmp(a.unit, b.unit) || a.less != b.less) {
			r->absent = other_unit;
			r->n = 0;
			return;
		}
		/* what was measured is shown nevertheless */
		if (a.scaled <= 0)
			r->absent = no_percent;
		s->a[r->n] = a.scaled;
		s->b[r->n] = b.scaled;
		s->d[r->n] = b.scaled - a.scaled;
		r->seed[r->n] = r->from->record[i]->seed;
		r->a[r->n] = a.value;
		r->b[r->n] = b.value;
		r->percent[r->n++] = a.scaled > 0 ? (b.value - a.value) / a.value * 100 : 0;
		strcpy(r->unit, a.unit);
		r->less = a.less;
	}
	if (!r->n)
		r->absent = "no seed was run on both";
}

/* one arm's values; 0, or -1 and why in @r->absent */
static int collect_arm(struct result *r, const struct arm_records *arm,
		       int64_t *scaled, double *value)
{
	struct measure m;
	size_t i;

	for (i = 0; i < arm->n; i++) {
		if (record_metric(arm->record[i], r->metric->name, &m)) {
			r->absent = "a run did not measure it";
			return -1;
		}
		if ((*r->unit && (strcmp(m.unit, r->unit) || m.less != r->less)) ||
		    m.scaled <= 0) {
			r->absent = m.scaled > 0 ? other_unit : no_percent;
			return -1;
		}
		strcpy(r->unit, m.unit);
		r->less = m.less;
		scaled[i] = m.scaled;
		value[i] = m.value;
	}
	if (!arm->n)
		r->absent = "an arm was not run";
	return arm->n ? 0 : -1;
}

static void collect_unpaired(struct result *r, struct sample *s)
{
	size_t i;

	if (collect_arm(r, r->from, s->a, r->a) || collect_arm(r, r->to, s->b, r->b))
		return;
	r->n = r->from->n;
	r->n_b = r->to->n;
	for (i = 0; i < r->n; i++)
		r->seed[i] = r->from->record[i]->seed;
}

static int failed(const struct comparison *c, const struct result *r, int err)
{
	return complain(EXIT_BADFILE, c->e.path, NULL, "%s of %s and %s: %s",
			r->metric->name, from_name(c, r), to_name(c, r),
			stats_strerror(err));
}

static int paired(struct result *r, const struct sample *s)
{
	struct stats_evidence *e = &r->evidence;
	size_t i;
	int err;

	err = stats_sign_flip(s->d, r->n, &r->test);
	err = err ? err : stats_median(r->percent, r->n, &e->estimate);
	err = err ? err : stats_median(r->a, r->n, &r->median_a);
	err = err ? err : stats_median(r->b, r->n, &r->median_b);
	err = err ? err : stats_median_interval(r->percent, r->n, 1 - ALPHA,
						&e->interval);
	e->n = r->n;
	e->copies = stats_all_equal(s->a, r->n) && stats_all_equal(s->b, r->n);
	e->identical = 1;
	for (i = 0; i < r->n; i++)
		e->identical &= !s->d[i];
	/* a boot of a deterministic machine does not know when it is made */
	e->drift_p = 1;
	return err;
}

double above_median(const struct result *r, double value)
{
	return (value / r->median_a - 1) * 100;
}

static int unpaired(struct result *r, const struct sample *s)
{
	struct stats_evidence *e = &r->evidence;
	double a[BOOTS_MAX];
	struct stats_trend drift[2];
	size_t i;
	int err;

	err = stats_permutation(s->a, r->n, s->b, r->n_b, &r->test);
	err = err ? err : stats_median(r->a, r->n, &r->median_a);
	err = err ? err : stats_median(r->b, r->n_b, &r->median_b);
	if (err)
		return err;
	for (i = 0; i < r->n; i++)
		a[i] = above_median(r, r->a[i]);
	for (i = 0; i < r->n_b; i++)
		r->percent[i] = above_median(r, r->b[i]);
	err = stats_shift(a, r->n, r->percent, r->n_b, 1 - ALPHA, &e->estimate,
			  &e->interval);
	/* each arm by itself: they were interleaved, and records are in their order */
	err = err ? err : stats_trend(r->a, r->n, &drift[0]);
	err = err ? err : stats_trend(r->b, r->n_b, &drift[1]);
	if (err)
		return err;
	/* two looks: Bonferroni */
	e->drift_p = 2 * (drift[0].p < drift[1].p ? drift[0].p : drift[1].p);
	e->drift_p = e->drift_p < 1 ? e->drift_p : 1;
	e->n = r->n < r->n_b ? r->n : r->n_b;
	return 0;
}

static int one_result(struct comparison *c, struct result *r, size_t family)
{
	struct stats_evidence *e = &r->evidence;
	static struct sample s;
	int err;

	if (c->metal)
		collect_unpaired(r, &s);
	else
		collect_pairs(r, &s);
	if (r->absent && r->n && !c->metal &&
	    !stats_median(r->a, r->n, &r->median_a))
		stats_median(r->b, r->n, &r->median_b);
	if (r->absent)
		return 0;
	err = c->metal ? unpaired(r, &s) : paired(r, &s);
	if (err)
		return failed(c, r, err);
	/* by what these can show at best, also of unequal arms */
	e->can_reach = 2. / r->test.total * family <= ALPHA;
	e->sign = r->test.sign;
	e->p_adj = r->test.p;
	e->alpha = ALPHA;
	e->margin = r->metric->margin;
	return 0;
}

/* Holm's correction over the @n results of one family. */
static int judge(struct comparison *c, struct result *result, size_t n)
{
	double p[EXP_PAIRS * EXP_METRICS];
	size_t i;
	int err = 0;

	/* what was planned is the family, whatever came out absent */
	for (i = 0; i < n; i++)
		p[i] = result[i].absent ? 1 : result[i].evidence.p_adj;
	if (n)
		err = stats_holm(p, n);
	for (i = 0; !err && i < n; i++) {
		if (result[i].absent)
			continue;
		result[i].evidence.p_adj = p[i];
		err = stats_verdict(&result[i].evidence, &result[i].answer);
		if (err)
			return failed(c, &result[i], err);
	}
	return err ? complain(EXIT_BADFILE, c->e.path, NULL, "%s",
			      stats_strerror(err)) : 0;
}

static int compute_aa(struct comparison *c)
{
	struct result *r;
	unsigned int k;
	int err = 0;

	for (k = 0; !err && k < c->e.metrics; k++) {
		r = &c->aa_result[k];
		r->pair = &c->aa_pair;
		r->metric = &c->e.metric[k];
		r->from = &c->aa[0];
		r->to = &c->aa[1];
		err = one_result(c, r, c->e.metrics);
	}
	return err ? err : judge(c, c->aa_result, c->e.metrics);
}

static int compute(struct comparison *c)
{
	struct result *r;
	unsigned int i, k;
	int err;

	for (i = 0; i < c->e.arms; i++)
		counter_medians(&c->arm[i]);
	for (i = 0; i < c->e.pairs; i++)
		for (k = 0; k < c->e.metrics; k++) {
			r = &c->result[c->results++];
			r->pair = &c->e.pair[i];
			r->metric = &c->e.metric[k];
			r->from = &c->arm[r->pair->a];
			r->to = &c->arm[r->pair->b];
			err = one_result(c, r, c->family);
			if (err)
				return err;
		}
	return judge(c, c->result, c->results);
}

unsigned long boots_most(const struct comparison *c)
{
	return c->metal ? STATS_EXACT / 2 : STATS_EXACT;
}

enum stats_design design_of(const struct comparison *c)
{
	return c->metal ? STATS_UNPAIRED : STATS_PAIRED;
}

const char *arm_median(const struct comparison *c, unsigned int arm, char *buf,
		       size_t size)
{
	const struct arm_records *a = &c->arm[arm];
	double v[BOOTS_MAX];
	struct measure m;
	size_t i;

	for (i = 0; i < a->n; i++) {
		if (record_metric(a->record[i], c->e.metric[0].name, &m))
			break;
		v[i] = m.value;
	}
	if (!a->n || i < a->n) {
		snprintf(buf, size, "absent");
	} else {
		double median = median_of(v, a->n);

		/* no exponents */
		snprintf(buf, size, median < 10000 ? "%.4g %s" : "%.0f %s",
			 median, m.unit);
	}
	return buf;
}

bool aa_differs(const struct comparison *c)
{
	const struct result *r;
	unsigned int k;

	for (k = 0; k < c->e.metrics; k++) {
		r = &c->aa_result[k];
		if (r->absent)
			continue;
		if (r->answer.verdict == STATS_LESS || r->answer.verdict == STATS_MORE ||
		    r->answer.why == STATS_WHY_DRIFT)
			return true;
	}
	return false;
}

/* ---- words */

const char *p_text(double p, char *buf, size_t size)
{
	if (p < 0.0001)
		snprintf(buf, size, "below 0.0001");
	else
		snprintf(buf, size, p < 0.01 ? "%.4f" : "%.3f", p);
	return buf;
}

/* the whole's time or rate: what people call speed; a latency is none */
static bool is_speed(const struct result *r)
{
	size_t n = strlen(r->unit);

	return r->less ? !strcmp(r->unit, "s") :
		!strcmp(r->unit, "tps") || (n > 2 && !strcmp(r->unit + n - 2, "/s"));
}

const char *answer_word(const struct result *r)
{
	bool good = (r->answer.verdict == STATS_LESS) == r->less;

	if (r->absent)
		return "absent";
	switch (r->answer.verdict) {
	case STATS_LESS:
	case STATS_MORE:
		if (is_speed(r))
			return good ? "faster" : "slower";
		return good ? "better" : "worse";
	case STATS_NO_DIFFERENCE:
		return r->answer.why == STATS_WHY_IDENTICAL ?
			"no difference at all" : "no difference that matters";
	case STATS_NOT_ENOUGH:
		return "not enough data";
	default:
		return "no statement";
	}
}

/* with few pairs even all of them do not cover as wanted: then there is none */
const char *interval_text(const struct result *r, char *buf, size_t size)
{
	const struct stats_interval *v = &r->evidence.interval;

	if (v->reached)
		snprintf(buf, size, "%+.2f to %+.2f %%", v->low, v->high);
	else
		snprintf(buf, size, "absent");
	return buf;
}

static const char *why_text(const struct comparison *c, enum stats_why why)
{
	switch (why) {
	case STATS_WHY_TOO_FEW:
		return c->metal ? "with so few boots nothing could have been significant" :
			"with so few pairs nothing could have been significant";
	case STATS_WHY_DRIFT:
		return "the values drift over the boots";
	case STATS_WHY_COPIES:
		return "the seeds did not move it: all boots of an arm gave one number";
	case STATS_WHY_DISAGREE:
		return "sum, median and interval do not point to one side";
	case STATS_WHY_WIDE:
		return "the interval passes the margin";
	default:
		return "";
	}
}

const char *units_text(const struct comparison *c, size_t n)
{
	if (c->metal)
		return n == 1 ? "boot" : "boots";
	return n == 1 ? "pair" : "pairs";
}

const char *from_name(const struct comparison *c, const struct result *r)
{
	return c->e.arm[r->pair->a].name;
}

const char *to_name(const struct comparison *c, const struct result *r)
{
	return r->pair == &c->aa_pair ? "itself" : c->e.arm[r->pair->b].name;
}

const char *answer_sentence(const struct comparison *c, const struct result *r,
			    char *buf, size_t size)
{
	const char *a = from_name(c, r), *b = to_name(c, r);
	const struct stats_evidence *e = &r->evidence;
	char p[24], interval[80];

	if (r->absent && r->n) {
		snprintf(buf, size, "%s against %s: %s goes from %.4g to %.4g %s; %s.",
			 b, a, r->metric->name, r->median_a, r->median_b, r->unit,
			 r->absent);
		return buf;
	}
	if (r->absent) {
		snprintf(buf, size, "%s against %s: %s is absent, %s.", b, a,
			 r->metric->name, r->absent);
		return buf;
	}
	p_text(e->p_adj, p, sizeof(p));
	interval_text(r, interval, sizeof(interval));
	switch (r->answer.verdict) {
	case STATS_NO_STATEMENT:
		snprintf(buf, size, "%s against %s: n = %zu, no statement on %s.",
			 b, a, e->n, r->metric->name);
		break;
	case STATS_NO_DIFFERENCE:
		if (r->answer.why == STATS_WHY_IDENTICAL)
			snprintf(buf, size,
				 "%s against %s: %s is the same in all %zu %s, to the last digit.",
				 b, a, r->metric->name, r->n, units_text(c, 2));
		else
			snprintf(buf, size,
				 "%s against %s: no difference of %s larger than %.3g %% (median %+.2f %%, 95 %% interval %s).",
				 b, a, r->metric->name, e->margin, e->estimate,
				 interval);
		break;
	case STATS_NOT_ENOUGH:
		snprintf(buf, size,
			 "%s against %s: not enough data on %s: %s (n = %zu, median %+.2f %%, 95 %% interval %s, p %s).",
			 b, a, r->metric->name, why_text(c, r->answer.why),
			 e->n, e->estimate, interval, p);
		break;
	default:
		snprintf(buf, size,
			 "%s is %s than %s: %s %+.2f %% (95 %% interval %s, p %s)%s.",
			 b, answer_word(r), a, r->metric->name, e->estimate,
			 interval, p,
			 r->answer.why == STATS_WHY_SHOWN_SMALL ?
			 ", though not by more than matters here" : "");
	}
	return buf;
}

/* ---- the command line */

struct options {
	bool plan, aa, metal;
	const char *html, *part, *plots;
	unsigned long boots;
	int first;			/* of the words that are no options */
};

static int bad_words(const char *what)
{
	return complain(EXIT_USAGE, "command line", "--help shows the options",
			"%s", what);
}

static int parse(struct options *o, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && !strncmp(argv[i], "--", 2); i++) {
		if (!strcmp(argv[i], "--plan")) {
			o->plan = true;
			continue;
		}
		if (!strcmp(argv[i], "--metal")) {
			o->metal = true;
			continue;
		}
		if (!strcmp(argv[i], "--aa")) {
			o->aa = true;
			continue;
		}
		if (i + 1 == argc)
			return bad_words("a value is missing");
		if (!strcmp(argv[i], "--html"))
			o->html = argv[++i];
		else if (!strcmp(argv[i], "--part"))
			o->part = argv[++i];
		else if (!strcmp(argv[i], "--plots"))
			o->plots = argv[++i];
		else if (strcmp(argv[i], "--boots"))
			return bad_words("no such option");
		else if (lines_number(argv[++i], &o->boots) || !o->boots ||
			 o->boots > BOOTS_MAX)
			return bad_words("--boots: a number from 1 to 40 is wanted");
	}
	o->first = i;
	if (i == argc)
		return bad_words("no experiment is given");
	if (!!o->html + !!o->part + !!o->plots + o->aa > 1)
		return bad_words("--html, --part, --plots and --aa are four things");
	if (o->metal && !o->plan)
		return bad_words("--metal goes with --plan: the records say what they are of");
	if (o->plan && (o->html || o->part || o->plots || o->aa || i + 1 < argc))
		return bad_words("--plan wants an experiment, and no record");
	if (!o->plan && i + 1 == argc)
		return bad_words("no record is given: there is nothing to compare");
	return 0;
}

/* is the same kernel the same twice? */
static int print_aa(const struct comparison *c)
{
	char sentence[512];
	unsigned int k;

	for (k = 0; k < c->e.metrics; k++)
		printf("%s\n", answer_sentence(c, &c->aa_result[k], sentence,
					       sizeof(sentence)));
	return aa_differs(c) ? EXIT_NOTOK : 0;
}

static int write_out(const struct comparison *c, const struct options *o)
{
	int err = 0;

	if (o->html)
		html_head(c->e.title, stdout);
	if (o->html || o->part)
		err = print_html(c, o->html ? o->html : o->part, stdout);
	if (o->html)
		html_tail(stdout);
	if (o->html || o->part)
		return err;
	if (o->plots)
		print_plots(c, o->plots, stdout);
	else
		print_text(c, stdout);
	return 0;
}

/* so many boots of each arm were asked for, or are there */
static int check_boots(struct comparison *c, unsigned long asked)
{
	unsigned int i;
	size_t most = 1;

	for (i = 0; i < c->e.arms; i++)
		most = c->arm[i].n > most ? c->arm[i].n : most;
	if (!asked)
		c->boots = most;
	if (asked && most > asked)
		return complain(EXIT_USAGE, "command line",
				"give the records that count, or a larger --boots",
				"--boots %lu, and an arm has %zu records", asked, most);
	return 0;
}

static void free_arm(struct arm_records *a)
{
	while (a->n) {
		record_free(a->record[--a->n]);
		free(a->record[a->n]);
	}
}

int main(int argc, char **argv)
{
	static struct comparison c;
	struct options o = { 0 };
	unsigned int i;
	int err;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		fputs(usage, stdout);
		return finish(EXIT_OK);
	}
	if (argc == 2 && !strcmp(argv[1], "--tail")) {
		html_tail(stdout);
		return finish(EXIT_OK);
	}
	if (argc == 3 && !strcmp(argv[1], "--head")) {
		html_head(argv[2], stdout);
		html_heading(argv[2], stdout);
		return finish(EXIT_OK);
	}
	err = parse(&o, argc, argv);
	if (err)
		return err;
	err = experiment_read(&c.e, argv[o.first]);
	c.boots = o.boots ? o.boots : c.e.boots;
	c.family = (size_t)c.e.pairs * c.e.metrics;
	c.aa_pair.what = "the same kernel with the same settings, in a drawn order";
	if (!err && o.plan) {
		c.metal = o.metal;
		if (c.boots > boots_most(&c))
			err = complain(EXIT_USAGE, c.e.path, "BOOTS=20",
				       "%lu boots of a real machine: 20 are the most that the exact test takes",
				       c.boots);
		else
			print_plan(&c, stdout);
	} else if (!err) {
		err = read_records(&c, argv + o.first + 1, argc - o.first - 1);
		err = err ? err : check_boots(&c, o.boots);
		err = err ? err : check_all(&c, o.aa);
		if (!err && o.aa && !c.metal)
			err = bad_words("--aa is for boots of a real machine");
		if (!err && c.metal)
			err = compute_aa(&c);
		if (!err && o.aa)
			err = print_aa(&c);
		else if (!err && c.metal && aa_differs(&c))
			err = complain(EXIT_BADFILE, c.e.path, "--aa says it in full",
				       "nothing is compared: the machine told %s from itself",
				       c.e.arm[0].name);
		if (!err && !o.aa)
			err = compute(&c);
		if (!err && !o.aa)
			err = write_out(&c, &o);
	}
	for (i = 0; i < EXP_ARMS; i++)
		free_arm(&c.arm[i]);
	for (i = 0; i < 2; i++)
		free_arm(&c.aa[i]);
	experiment_free(&c.e);
	return finish(err);
}
