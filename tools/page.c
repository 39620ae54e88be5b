/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A comparison, written down: as text of 80 columns, as one HTML file that needs
 * no network, and as the gnuplot script for its pictures.  From the same records
 * come the same bytes: no date, no path, no host in it.
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "exitcodes.h"

#define COLUMNS		79
#define SENTENCE	512
#define COUNTER_WIDTH	31		/* of the names in a table of text */
#define HISTS		4		/* names of histograms that are shown */
#define BINS		200

/* ---- what both forms have in common */

static const char *arm_name(const struct comparison *c, unsigned int arm)
{
	return c->e.arm[arm].name;
}

static const char *arm_text(const struct exp_arm *arm, char *buf, size_t size)
{
	int n = snprintf(buf, size, "%s%s%s%s, features %s", arm->base,
			 strcmp(arm->variant, "default") ? ", variant " : "",
			 strcmp(arm->variant, "default") ? arm->variant : "",
			 strcmp(arm->series, "stock") ? "" : ", without our patches",
			 strcmp(arm->features, "asis") ? arm->features : "as found");
	unsigned int i;
	char *p;

	/* in the file a list has spaces */
	for (p = buf; *p; p++)
		if (*p == '+')
			*p = ' ';

	for (i = 0; i < arm->sysctls && n > 0 && (size_t)n < size; i++)
		n += snprintf(buf + n, size - n, ", %s = %s", arm->sysctl[i].name,
			      arm->sysctl[i].value);
	return buf;
}

/* a number with as many digits as it has something to say */
static const char *number(double v, char *buf, size_t size)
{
	if (v < 0)
		snprintf(buf, size, "absent");
	else if (v >= 100000)
		snprintf(buf, size, "%.0f", v);
	else if (v >= 100)
		snprintf(buf, size, v == (double)(long)v ? "%.0f" : "%.1f", v);
	else if (v == (double)(long)v)
		snprintf(buf, size, "%.0f", v);
	else
		snprintf(buf, size, "%.3g", v);
	return buf;
}

/* is there anything to show in this row? */
static bool row_shown(const struct comparison *c, size_t row)
{
	unsigned int i;

	for (i = 0; i < c->e.arms; i++)
		if (c->arm[i].n && counter_of(&c->arm[i].median,
					      &counter_rows[row]) > 0)
			return true;
	return false;
}

static const struct record *any_record(const struct comparison *c)
{
	unsigned int i;

	for (i = 0; i < c->e.arms; i++)
		if (c->arm[i].n)
			return c->arm[i].record[0];
	return NULL;
}

static const char *of(const struct record *r, const char *key)
{
	const char *value = r ? record_field(r, key) : NULL;

	return value ? value : "absent";
}

static void backend_text(const struct comparison *c, char *buf, size_t size)
{
	const struct record *r = any_record(c);

	if (c->metal)
		snprintf(buf, size,
			 "Each boot ran on a real machine, %s, in a drawn order, %zu and %zu boots of %s against itself first: the figures are that machine's.",
			 of(r, "metal"), c->aa[0].n, c->aa[1].n, arm_name(c, 0));
	else
		snprintf(buf, size,
			 "Each boot ran in QEMU %s, whose clock counts instructions: the figures are those of the scheduler's decisions, not of a machine's speed, and anybody gets the same.",
			 of(r, "qemu"));
}

/* ---- histograms, over all boots of an arm */

struct hist {
	char name[40];
	size_t bins[EXP_ARMS];
	double upto[EXP_ARMS][BINS];
	double n[EXP_ARMS][BINS], all[EXP_ARMS];
};

static void add_bin(struct hist *h, unsigned int arm, double upto, double n)
{
	size_t i = 0, k;

	while (i < h->bins[arm] && h->upto[arm][i] < upto)
		i++;
	h->all[arm] += n;
	if (i < h->bins[arm] && h->upto[arm][i] == upto) {
		h->n[arm][i] += n;
		return;
	}
	if (h->bins[arm] == BINS)
		return;
	for (k = h->bins[arm]++; k > i; k--) {
		h->upto[arm][k] = h->upto[arm][k - 1];
		h->n[arm][k] = h->n[arm][k - 1];
	}
	h->upto[arm][i] = upto;
	h->n[arm][i] = n;
}

static void add_bins(struct hist *h, unsigned int arm, struct console_span rest)
{
	char text[1024], *word, *save = NULL, *colon;

	snprintf(text, sizeof(text), "%.*s", (int)rest.len, rest.text);
	for (word = strtok_r(text, " ", &save); word;
	     word = strtok_r(NULL, " ", &save)) {
		colon = strchr(word, ':');
		if (colon)
			add_bin(h, arm, strtod(word, NULL), strtod(colon + 1, NULL));
	}
}

/* returns how many names there are, at most HISTS */
static size_t histograms(const struct comparison *c, struct hist *hist)
{
	struct console_span rest;
	size_t n = 0, i, k, from;
	unsigned int arm;
	char name[40];

	for (arm = 0; arm < c->e.arms; arm++)
		for (i = 0; i < c->arm[arm].n; i++) {
			from = 0;
			while (record_line(c->arm[arm].record[i], "hist", &from,
					   name, sizeof(name), &rest)) {
				for (k = 0; k < n && strcmp(hist[k].name, name); k++)
					;
				if (k == n && n == HISTS)
					continue;
				if (k == n) {
					memset(&hist[n], 0, sizeof(hist[n]));
					strcpy(hist[n++].name, name);
				}
				add_bins(&hist[k], arm, rest);
			}
		}
	return n;
}

/* the bound below which that share of all lies, ns; negative: there are none */
static double hist_share(const struct hist *h, unsigned int arm, double share)
{
	double seen = 0;
	size_t i;

	for (i = 0; i < h->bins[arm]; i++) {
		seen += h->n[arm][i];
		if (seen >= share * h->all[arm])
			return h->upto[arm][i];
	}
	return -1;
}

/* of one boot there is no p */
static const char *p_cell(const struct result *r, char *buf, size_t size)
{
	return r->evidence.n > 1 ? p_text(r->evidence.p_adj, buf, size) : "absent";
}

/* ---- the plan */

void print_plan(const struct comparison *c, FILE *f)
{
	double p, effect;
	size_t need;

	fprintf(f, "%s: %u arms x %lu boot%s, %zu test%s in one family\n",
		c->e.name, c->e.arms, c->boots, c->boots == 1 ? "" : "s",
		c->family, c->family == 1 ? "" : "s");
	if (c->boots < 2) {
		fputs("  one boot is no statement: nothing can be shown\n", f);
		return;
	}
	if (stats_min_n(design_of(c), ALPHA, c->family, &need) ||
	    stats_min_p(design_of(c), c->boots, &p)) {
		fputs("  no number of boots can show so much\n", f);
		return;
	}
	if (c->boots < need) {
		fprintf(f, "  %lu %s cannot show any difference (least p %.2g); %zu can\n",
			c->boots, c->metal ? "boots an arm" : "pairs", p, need);
		return;
	}
	if (!stats_mde_verdict(design_of(c), c->boots, ALPHA, c->family, POWER, &effect))
		fprintf(f, "  smallest difference that these can show, 4 times of 5: %.2f standard\n"
			"  deviations of %s (least p %.2g)\n", effect,
			c->metal ? "an arm's boots" : "a paired difference", p);
}

/* ---- text */

static void wrap(FILE *f, const char *lead, const char *text)
{
	size_t indent = strlen(lead), width = COLUMNS - indent, n;

	fputs(lead, f);
	while (strlen(text) > width) {
		for (n = width; n && text[n] != ' '; n--)
			;
		if (!n)
			n = width;
		fprintf(f, "%.*s\n%*s", (int)n, text, (int)indent, "");
		text += n;
		while (*text == ' ')
			text++;
	}
	fprintf(f, "%s\n", text);
}

static void heading(FILE *f, const char *text)
{
	fprintf(f, "\n%s\n%.*s\n", text, (int)strlen(text),
		"--------------------------------------------------------------------------------");
}

static void text_answers(const struct comparison *c, FILE *f)
{
	char sentence[SENTENCE];
	size_t i;

	for (i = 0; c->metal && i < c->e.metrics; i++)
		wrap(f, "* ", answer_sentence(c, &c->aa_result[i], sentence,
					      sizeof(sentence)));
	for (i = 0; i < c->results; i++) {
		wrap(f, "* ", answer_sentence(c, &c->result[i], sentence,
					      sizeof(sentence)));
		if (!i || c->result[i].pair != c->result[i - 1].pair)
			wrap(f, "  ", c->result[i].pair->what);
	}
}

/* "9 pairs", "8 and 7 boots" */
static const char *how_many(const struct comparison *c, const struct result *r,
			    char *buf, size_t size)
{
	if (c->metal)
		snprintf(buf, size, "%zu and %zu boots", r->n, r->n_b);
	else
		snprintf(buf, size, "%zu %s", r->n, units_text(c, r->n));
	return buf;
}

static void text_results(const struct comparison *c, FILE *f)
{
	char a[16], b[16], p[24], v[48], n[32], text[SENTENCE];
	const struct result *r;
	size_t i;

	fprintf(f, "  %11s %11s %10s %21s   %s\n", "from", "to", "median",
		"95 % interval", "p (Holm)");
	for (i = 0; i < c->results; i++) {
		r = &c->result[i];
		snprintf(text, sizeof(text), "%s (%s): %s to %s, %s",
			 r->metric->name, r->absent && !r->n ? "absent" : r->unit,
			 arm_name(c, r->pair->a), arm_name(c, r->pair->b),
			 how_many(c, r, n, sizeof(n)));
		wrap(f, "", text);
		if (r->absent && r->n)
			fprintf(f, "  %11s %11s %10s %21s   absent\n",
				number(r->median_a, a, sizeof(a)),
				number(r->median_b, b, sizeof(b)), "absent", "absent");
		if (r->absent)
			continue;
		fprintf(f, "  %11s %11s %+8.2f %% %21s   %s\n",
			number(r->median_a, a, sizeof(a)),
			number(r->median_b, b, sizeof(b)), r->evidence.estimate,
			interval_text(r, v, sizeof(v)),
			p_cell(r, p, sizeof(p)));
	}
}

static void text_counters(const struct comparison *c, FILE *f)
{
	unsigned int first, i, last, each;
	int width = 11;
	char cell[16];
	size_t row;

	for (i = 0; i < c->e.arms; i++)
		if ((int)strlen(arm_name(c, i)) > width)
			width = strlen(arm_name(c, i));
	each = (COLUMNS - COUNTER_WIDTH) / (width + 1);
	for (first = 0; first < c->e.arms; first = last) {
		last = first + each < c->e.arms ? first + each : c->e.arms;
		fprintf(f, "%-*s", COUNTER_WIDTH, first ? "" : "median of an arm's boots");
		for (i = first; i < last; i++)
			fprintf(f, " %*s", width, arm_name(c, i));
		fputc('\n', f);
		for (row = 0; row < n_counter_rows; row++) {
			if (!row_shown(c, row))
				continue;
			fprintf(f, "%-28s%3s", counter_rows[row].what,
				counter_rows[row].unit);
			for (i = first; i < last; i++)
				fprintf(f, " %*s", width,
					c->arm[i].n ?
					number(counter_of(&c->arm[i].median,
							  &counter_rows[row]),
					       cell, sizeof(cell)) : "absent");
			fputc('\n', f);
		}
	}
}

static void text_hists(const struct comparison *c, FILE *f)
{
	static struct hist hist[HISTS];
	size_t n = histograms(c, hist), k;
	unsigned int i;
	char a[16], b[16], d[16], name[48];

	for (k = 0; k < n; k++) {
		snprintf(name, sizeof(name), "%.40s, us", hist[k].name);
		if (strlen(name) > 35)
			fprintf(f, "%s\n%-35s", name, "");
		else
			fprintf(f, "%-35s", name);
		fprintf(f, " %11s %11s %11s\n", "median", "99 %", "99.9 %");
		for (i = 0; i < c->e.arms; i++)
			if (hist[k].bins[i])
				fprintf(f, "    %-31s %11s %11s %11s\n", arm_name(c, i),
					number(hist_share(&hist[k], i, .5) / 1e3, a, sizeof(a)),
					number(hist_share(&hist[k], i, .99) / 1e3, b, sizeof(b)),
					number(hist_share(&hist[k], i, .999) / 1e3, d, sizeof(d)));
	}
}

/* of real machines: an arm's values, by seed */
static void text_values(const struct comparison *c, const char *name,
			const struct arm_records *arm, FILE *f)
{
	char text[SENTENCE + BOOTS_MAX * sizeof(((struct measure *)0)->text)];
	struct measure m;
	unsigned int k;
	size_t i, n;

	for (k = 0; k < c->e.metrics; k++) {
		n = snprintf(text, sizeof(text), "%s of %s:", c->e.metric[k].name, name);
		for (i = 0; i < arm->n && n < sizeof(text); i++)
			n += snprintf(text + n, sizeof(text) - n, " %s",
				      record_metric(arm->record[i], c->e.metric[k].name, &m) ?
				      "absent" : m.text);
		wrap(f, "", text);
	}
}

static void text_raw(const struct comparison *c, FILE *f)
{
	const struct result *r;
	char text[SENTENCE];
	size_t i, k;

	if (c->metal) {
		snprintf(text, sizeof(text), "%s, first", arm_name(c, 0));
		text_values(c, text, &c->aa[0], f);
		snprintf(text, sizeof(text), "%s, itself", arm_name(c, 0));
		text_values(c, text, &c->aa[1], f);
		for (i = 0; i < c->e.arms; i++)
			text_values(c, arm_name(c, i), &c->arm[i], f);
		return;
	}
	for (i = 0; i < c->results; i++) {
		r = &c->result[i];
		if (!r->n)
			continue;
		snprintf(text, sizeof(text), "%s, %s: seed, %s, %s, difference",
			 r->metric->name, r->unit, arm_name(c, r->pair->a),
			 arm_name(c, r->pair->b));
		wrap(f, "", text);
		for (k = 0; k < r->n; k++)
			if (r->a[k] > 0)
				fprintf(f, "%6lu %16.9g %16.9g %+9.3f %%\n", r->seed[k],
					r->a[k], r->b[k], r->percent[k]);
			else
				fprintf(f, "%6lu %16.9g %16.9g    absent\n", r->seed[k],
					r->a[k], r->b[k]);
	}
}

static void text_figures(const struct comparison *c, FILE *f)
{
	unsigned int i;
	char lead[80], here[32];

	if (c->e.mail)
		wrap(f, "", c->e.mail);
	if (c->e.figures)
		fprintf(f, "  %-16s %-16s %s\n", "", "here, median", "the mail");
	for (i = 0; i < c->e.figures; i++) {
		snprintf(lead, sizeof(lead), "  %-16s %-16s ",
			 arm_name(c, c->e.figure[i].arm),
			 arm_median(c, c->e.figure[i].arm, here, sizeof(here)));
		wrap(f, lead, c->e.figure[i].text);
	}
	for (i = 0; i < c->e.texts; i++)
		wrap(f, "  - ", c->e.text[i]);
}

static void text_arms(const struct comparison *c, FILE *f)
{
	const struct record *r;
	char text[SENTENCE], lead[40];
	unsigned int i;

	for (i = 0; i < c->e.arms; i++) {
		snprintf(lead, sizeof(lead), "  %-16s ", arm_name(c, i));
		wrap(f, lead, arm_text(&c->e.arm[i], text, sizeof(text)));
		r = c->arm[i].n ? c->arm[i].record[0] : NULL;
		fprintf(f, "    %zu boot%s; image %.16s, tree %.16s\n",
			c->arm[i].n, c->arm[i].n == 1 ? "" : "s", of(r, "image"), of(r, "tree"));
	}
	r = any_record(c);
	snprintf(text, sizeof(text), "machine %s, %s%s; %s", c->e.machine,
		 c->metal ? "" : "QEMU ", of(r, c->metal ? "metal" : "qemu"),
		 of(r, "compiler"));
	wrap(f, "  ", text);
}

void print_text(const struct comparison *c, FILE *f)
{
	char text[SENTENCE];

	wrap(f, "", c->e.title);
	fprintf(f, "%.*s\n\n", strlen(c->e.title) < COLUMNS ?
		(int)strlen(c->e.title) : COLUMNS,
		"================================================================================");
	wrap(f, "", c->e.question);
	fputc('\n', f);
	text_answers(c, f);
	fputc('\n', f);
	backend_text(c, text, sizeof(text));
	wrap(f, "", text);
	heading(f, "The differences");
	text_results(c, f);
	heading(f, "What explains them");
	text_counters(c, f);
	text_hists(c, f);
	if (c->e.mail || c->e.figures) {
		heading(f, "The mail");
		text_figures(c, f);
	}
	heading(f, "What was compared");
	text_arms(c, f);
	heading(f, "Every boot");
	text_raw(c, f);
	heading(f, "Again");
	fprintf(f, "  make compare EXPERIMENT=%s BOOTS=%lu%s\n", c->e.name, c->boots,
		c->metal ? " BACKEND=metal" : "");
	if (c->e.real && !c->metal)
		wrap(f, "  on a real machine: ", c->e.real);
}

/* ---- gnuplot */

/* colours that can be told apart on white and on black */
static const char *const colours[] = {
	"#3a7fd5", "#d9662b", "#2f9e62", "#b04fc0", "#8a8a8a", "#c8a020",
	"#d04060", "#20a0a8",
};

static const char *colour(unsigned int i)
{
	return colours[i % (sizeof(colours) / sizeof(colours[0]))];
}

static void plot_begin(FILE *f, const char *folder, unsigned int n, int height)
{
	fprintf(f,
		"reset\nset terminal svg size 480,%d dynamic noenhanced font 'sans-serif,13'\n"
		"set output '", height);
	/* a quote is doubled */
	for (; *folder; folder++)
		fprintf(f, *folder == '\'' ? "''" : "%c", *folder);
	fprintf(f, "/%u.svg'\nset border 3\nset tics nomirror out\n"
		"set key off\n", n);
}

/* the paired differences: a boot a point, interval and median behind them */
static void plot_result(const struct comparison *c, const struct result *r,
			const char *folder, unsigned int n, FILE *f)
{
	const struct stats_interval *v = &r->evidence.interval;
	size_t points = c->metal ? r->n_b : r->n, i;
	double low = 0, high = 0, pad;

	for (i = 0; i < points; i++) {
		low = fmin(low, r->percent[i]);
		high = fmax(high, r->percent[i]);
	}
	for (i = 0; c->metal && i < r->n; i++) {
		low = fmin(low, above_median(r, r->a[i]));
		high = fmax(high, above_median(r, r->a[i]));
	}
	pad = (high - low) * .08 + .01;
	plot_begin(f, folder, n, 130 + 12 * (int)r->n);
	fprintf(f, "set xrange [%.6f:%.6f]\nset yrange [%.1f:%.1f] reverse\n",
		low - pad, high + pad, r->seed[0] - 1.,
		c->metal ? r->seed[0] + (double)fmax(r->n, r->n_b) : r->seed[r->n - 1] + 1.);
	fprintf(f, "set ytics %d\n", r->n < 6 ? 1 : 5);
	fprintf(f, "set xlabel '%s: %s %s %s, %%%s'\nset ylabel '%s'\n",
		r->metric->name, arm_name(c, r->pair->b), c->metal ? "above" : "less",
		arm_name(c, r->pair->a), c->metal ? " of its median" : " of it",
		c->metal ? "boot" : "seed");
	if (v->reached)
		fprintf(f, "set object 1 rect from %.6f,graph 0 to %.6f,graph 1 fc rgb '%s' fs solid .2 noborder behind\n",
			v->low, v->high, colour(0));
	fprintf(f, "set arrow 1 from %.6f,graph 0 to %.6f,graph 1 nohead lw 2 lc rgb '%s'\n",
		r->evidence.estimate, r->evidence.estimate, colour(0));
	fprintf(f, "set arrow 2 from 0,graph 0 to 0,graph 1 nohead lw 1 dt 2 lc rgb 'black'\n");
	fprintf(f, "plot %s'-' using 1:2 with points pt 7 ps .6 lc rgb '%s'\n",
		c->metal ? "'-' using 1:2 with points pt 6 ps .6 lc rgb 'black', " : "",
		colour(1));
	for (i = 0; c->metal && i < r->n; i++)
		fprintf(f, "%.6f %lu\n", above_median(r, r->a[i]), r->seed[0] + i);
	fputs(c->metal ? "e\n" : "", f);
	for (i = 0; i < points; i++)
		fprintf(f, "%.6f %lu\n", r->percent[i],
			c->metal ? r->seed[0] + i : r->seed[i]);
	fputs("e\n", f);
}

/* so many that no two marks of an axis from @low to @high look the same */
static int mantissa_digits(double low, double high)
{
	double prefix = pow(1000, floor(log10(high) / 3));
	int digits = low < high ? -floor(log10((high - low) / prefix / 10)) : 1;

	return digits < 0 ? 0 : digits > 6 ? 6 : digits;
}

/* the raw values of a metric: an arm a column, lines between boots of a seed */
static void plot_raw(const struct comparison *c, const struct exp_metric *m,
		     const char *folder, unsigned int n, FILE *f)
{
	double low = INFINITY, high = -INFINITY;
	struct measure value;
	char unit[16] = "";
	unsigned int arm;
	size_t i;

	for (arm = 0; arm < c->e.arms; arm++)
		for (i = 0; i < c->arm[arm].n; i++)
			if (!record_metric(c->arm[arm].record[i], m->name, &value)) {
				low = fmin(low, value.value);
				high = fmax(high, value.value);
				snprintf(unit, sizeof(unit), "%s", value.unit);
			}
	plot_begin(f, folder, n, 340);
	if (high >= 1e4)
		fprintf(f, "set format y '%%.%ds%%c'\n", mantissa_digits(low, high));
	/* gnuplot has no range of its own for one value */
	if (low == high)
		fprintf(f, "set yrange [%.9g:%.9g]\n", low ? low - fabs(low) * .1 : -1,
			high ? high + fabs(high) * .1 : 1);
	fprintf(f, "set xrange [-.5:%.1f]\nset xtics rotate by -30 (", c->e.arms - .5);
	for (arm = 0; arm < c->e.arms; arm++)
		fprintf(f, "%s'%s' %u", arm ? ", " : "", arm_name(c, arm), arm);
	fprintf(f, ")\nset ylabel '%s, %s'\n", m->name, unit);
	fprintf(f, "plot '-' using 1:2:3 with points pt 7 ps .6 lc rgb variable\n");
	for (arm = 0; arm < c->e.arms; arm++)
		for (i = 0; i < c->arm[arm].n; i++)
			if (!record_metric(c->arm[arm].record[i], m->name, &value))
				fprintf(f, "%.3f %s 0x%s\n",
					arm + ((double)i / c->arm[arm].n - .5) * .5,
					value.text, colour(arm) + 1);
	fputs("e\n", f);
}

/* is there a point to draw? */
static bool measured(const struct comparison *c, const struct exp_metric *m)
{
	struct measure value;
	unsigned int arm;
	size_t i;

	for (arm = 0; arm < c->e.arms; arm++)
		for (i = 0; i < c->arm[arm].n; i++)
			if (!record_metric(c->arm[arm].record[i], m->name, &value))
				return true;
	return false;
}

static void plot_hist(const struct comparison *c, const struct hist *h,
		      const char *folder, unsigned int n, FILE *f)
{
	unsigned int arm, shown = 0;
	double seen;
	size_t i;

	plot_begin(f, folder, n, 340);
	fprintf(f, "set key bottom right\nset logscale x\nset format x '%%.0s%%cs'\n"
		"set xlabel '%s'\nset ylabel 'share of all below'\nset yrange [0:1]\nplot ",
		h->name);
	for (arm = 0; arm < c->e.arms; arm++)
		if (h->bins[arm])
			fprintf(f, "%s'-' using 1:2 with lines lw 2 lc rgb '%s' title '%s'",
				shown++ ? ", " : "", colour(arm), arm_name(c, arm));
	fputc('\n', f);
	for (arm = 0; arm < c->e.arms; arm++) {
		if (!h->bins[arm])
			continue;
		for (i = 0, seen = 0; i < h->bins[arm]; i++) {
			seen += h->n[arm][i];
			fprintf(f, "%.9f %.6f\n", h->upto[arm][i] / 1e9,
				seen / h->all[arm]);
		}
		fputs("e\n", f);
	}
}

void print_plots(const struct comparison *c, const char *folder, FILE *f)
{
	static struct hist hist[HISTS];
	unsigned int n = 0, k;
	size_t i, hists;

	for (i = 0; i < c->results; i++)
		if (!c->result[i].absent)
			plot_result(c, &c->result[i], folder, n++, f);
	for (k = 0; k < c->e.metrics; k++)
		if (measured(c, &c->e.metric[k]))
			plot_raw(c, &c->e.metric[k], folder, n++, f);
	hists = histograms(c, hist);
	for (i = 0; i < hists; i++)
		plot_hist(c, &hist[i], folder, n++, f);
}

/* ---- HTML */

static const char style[] =
":root{color-scheme:light dark;--bg:#fdfdfc;--fg:#1c1c1a;--dim:#666;--line:#d8d6d0;--mark:#eef3fa}\n"
"@media(prefers-color-scheme:dark){:root{--bg:#171816;--fg:#e6e5e0;--dim:#a09f98;--line:#3a3b37;--mark:#222a35}}\n"
"body{background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem}\n"
"h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.15rem;margin-top:2.2rem;border-bottom:1px solid var(--line)}\n"
"ul.answers{list-style:none;padding:0}ul.answers li{background:var(--mark);border-left:4px solid #3a7fd5;margin:.5rem 0;padding:.5rem .8rem}\n"
"small,.dim{color:var(--dim)}.scroll{overflow-x:auto}\n"
"table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}\n"
"th,td{padding:.2rem .7rem .2rem 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}\n"
".results td:nth-child(2),.results th:nth-child(2){text-align:left;white-space:normal;min-width:9rem}\n"
"th:first-child,td:first-child,.words td,.words th{text-align:left}\n"
"figure{display:inline-block;margin:1rem 1rem 0 0;width:calc(50% - 1.4rem);min-width:min(100%,21rem);vertical-align:top}\n"
"figure svg{width:100%;height:auto;color:var(--fg)}figcaption{font-size:.85rem;color:var(--dim)}\n"
"code,pre{font-size:.9rem}pre{overflow-x:auto;border:1px solid var(--line);padding:.6rem}\n";

static void put(FILE *f, const char *text)
{
	for (; *text; text++) {
		if (*text == '<')
			fputs("&lt;", f);
		else if (*text == '>')
			fputs("&gt;", f);
		else if (*text == '&')
			fputs("&amp;", f);
		else if (*text == '"')
			fputs("&quot;", f);
		else
			fputc(*text, f);
	}
}

static void put_in(FILE *f, const char *tag, const char *text)
{
	fprintf(f, "<%s>", tag);
	put(f, text);
	fprintf(f, "</%s>\n", tag);
}

/* one line of a table; format characters: each string is a cell */
static void row(FILE *f, const char *tag, int n, ...)
{
	va_list ap;

	fputs("<tr>", f);
	va_start(ap, n);
	while (n--) {
		fprintf(f, "<%s>", tag);
		put(f, va_arg(ap, const char *));
		fprintf(f, "</%s>", tag);
	}
	va_end(ap);
	fputs("</tr>\n", f);
}

static void html_answers(const struct comparison *c, FILE *f)
{
	char sentence[SENTENCE];
	size_t i;

	fputs("<ul class=\"answers\">\n", f);
	for (i = 0; c->metal && i < c->e.metrics; i++)
		put_in(f, "li", answer_sentence(c, &c->aa_result[i], sentence,
						sizeof(sentence)));
	for (i = 0; i < c->results; i++) {
		fputs("<li>", f);
		put(f, answer_sentence(c, &c->result[i], sentence,
				       sizeof(sentence)));
		fputs("<br><small>", f);
		put(f, c->result[i].pair->what);
		fputs("</small></li>\n", f);
	}
	fputs("</ul>\n", f);
}

static void html_results(const struct comparison *c, FILE *f)
{
	const struct result *r;
	char a[24], b[24], d[24], v[48], p[24], n[32], pair[80], name[64];
	size_t i;

	fputs("<div class=\"scroll\"><table class=\"results\">\n", f);
	row(f, "th", 8, "pair", "metric", "from", "to", "median", "95 % interval",
	    "p (Holm)", units_text(c, 2));
	for (i = 0; i < c->results; i++) {
		r = &c->result[i];
		snprintf(pair, sizeof(pair), "%s to %s", arm_name(c, r->pair->a),
			 arm_name(c, r->pair->b));
		if (r->absent) {
			row(f, "td", 8, pair, r->metric->name,
			    r->n ? number(r->median_a, a, sizeof(a)) : "absent",
			    r->n ? number(r->median_b, b, sizeof(b)) : "absent",
			    "absent", "absent", "absent", "absent");
			continue;
		}
		snprintf(name, sizeof(name), "%s, %s, %s is better",
			 r->metric->name, r->unit, r->less ? "less" : "more");
		snprintf(d, sizeof(d), "%+.2f %%", r->evidence.estimate);
		interval_text(r, v, sizeof(v));
		if (c->metal)
			how_many(c, r, n, sizeof(n));
		else
			snprintf(n, sizeof(n), "%zu", r->n);
		row(f, "td", 8, pair, name, number(r->median_a, a, sizeof(a)),
		    number(r->median_b, b, sizeof(b)), d, v,
		    p_cell(r, p, sizeof(p)), n);
	}
	fputs("</table></div>\n", f);
}

/* A picture of gnuplot's, inside of the page: black is the page's own colour. */
static int html_picture(const char *folder, unsigned int n, const char *caption,
			FILE *f)
{
	static const char black[] = "rgb(  0,   0,   0)";
	char path[512];
	const char *p, *end;
	struct lines l;
	int err;

	snprintf(path, sizeof(path), "%s/%u.svg", folder, n);
	err = lines_load(&l, path);
	p = err ? NULL : strstr(l.buf, "<svg");
	if (!err && !p)
		err = complain(EXIT_BADFILE, path, "is gnuplot installed?",
			       "is no SVG picture");
	if (err)
		goto out;
	fputs("<figure>\n", f);
	for (end = p; *p; p = end) {
		end = p + 1;
		if (!strncmp(p, black, strlen(black))) {
			fputs("currentColor", f);
			end = p + strlen(black);
		} else if ((*p == '"' || *p == '\'') && !strncmp(p + 1, "black", 5) && p[6] == *p) {
			fprintf(f, "%ccurrentColor%c", *p, *p);
			end = p + 7;
		} else if (*p != '\r') {
			fputc(*p, f);
		}
	}
	put_in(f, "figcaption", caption);
	fputs("</figure>\n", f);
out:
	lines_free(&l);
	return err;
}

static int html_pictures(const struct comparison *c, const char *folder, FILE *f)
{
	static struct hist hist[HISTS];
	size_t hists = histograms(c, hist), i;
	char caption[SENTENCE];
	unsigned int n = 0, k;
	int err = 0;

	for (i = 0; !err && i < c->results; i++) {
		if (c->result[i].absent)
			continue;
		snprintf(caption, sizeof(caption),
			 c->metal ?
			 "%s, %s (dots) against %s (rings): a point is a boot; the line is the shift between them%s." :
			 "%s, %s against %s: a point is a pair of boots; the line is the median%s.",
			 c->result[i].metric->name, arm_name(c, c->result[i].pair->b),
			 arm_name(c, c->result[i].pair->a),
			 c->result[i].evidence.interval.reached ?
			 ", the band its 95 % interval" : "");
		err = html_picture(folder, n++, caption, f);
	}
	for (k = 0; !err && k < c->e.metrics; k++) {
		if (!measured(c, &c->e.metric[k]))
			continue;
		snprintf(caption, sizeof(caption), "%s: every boot, by arm.",
			 c->e.metric[k].name);
		err = html_picture(folder, n++, caption, f);
	}
	for (i = 0; !err && i < hists; i++) {
		snprintf(caption, sizeof(caption),
			 "%.40s: the share of all that took no longer, over all boots.",
			 hist[i].name);
		err = html_picture(folder, n++, caption, f);
	}
	return err;
}

static void html_counters(const struct comparison *c, FILE *f)
{
	unsigned int i;
	char cell[24];
	size_t k;

	fputs("<div class=\"scroll\"><table>\n<tr><th>median of an arm's boots</th>", f);
	for (i = 0; i < c->e.arms; i++)
		fprintf(f, "<th>%s</th>", arm_name(c, i));
	fputs("</tr>\n", f);
	for (k = 0; k < n_counter_rows; k++) {
		if (!row_shown(c, k))
			continue;
		fprintf(f, "<tr><td>%s%s%s</td>", counter_rows[k].what,
			*counter_rows[k].unit ? ", " : "", counter_rows[k].unit);
		for (i = 0; i < c->e.arms; i++)
			fprintf(f, "<td>%s</td>", c->arm[i].n ?
				number(counter_of(&c->arm[i].median, &counter_rows[k]),
				       cell, sizeof(cell)) : "absent");
		fputs("</tr>\n", f);
	}
	fputs("</table></div>\n", f);
}

static void html_mail(const struct comparison *c, FILE *f)
{
	unsigned int i;
	char here[32], name[64];

	put_in(f, "h2", "The mail");
	if (c->e.mail)
		put_in(f, "p", c->e.mail);
	fputs("<div class=\"scroll\"><table class=\"words\">\n", f);
	snprintf(name, sizeof(name), "%s here, median", c->e.metric[0].name);
	row(f, "th", 3, "arm", name, "in the mail");
	for (i = 0; i < c->e.figures; i++)
		row(f, "td", 3, arm_name(c, c->e.figure[i].arm),
		    arm_median(c, c->e.figure[i].arm, here, sizeof(here)),
		    c->e.figure[i].text);
	fputs("</table></div>\n<p>Its figures are not comparable with the ones above:</p>\n<ul>\n", f);
	for (i = 0; i < c->e.texts; i++)
		put_in(f, "li", c->e.text[i]);
	fputs("</ul>\n", f);
}

static void html_arms(const struct comparison *c, FILE *f)
{
	const struct record *r = any_record(c);
	char text[SENTENCE], n[24], id[40], tree[40];
	unsigned int i;

	put_in(f, "h2", "What was compared");
	fputs("<div class=\"scroll\"><table class=\"words\">\n", f);
	row(f, "th", 5, "arm", "kernel", "boots", "image", "tree");
	for (i = 0; i < c->e.arms; i++) {
		const struct record *one = c->arm[i].n ? c->arm[i].record[0] : NULL;

		snprintf(n, sizeof(n), "%zu", c->arm[i].n);
		snprintf(id, sizeof(id), "%.16s", of(one, "image"));
		snprintf(tree, sizeof(tree), "%.16s", of(one, "tree"));
		row(f, "td", 5, arm_name(c, i),
		    arm_text(&c->e.arm[i], text, sizeof(text)), n, id, tree);
	}
	fputs("</table></div>\n<p>", f);
	snprintf(text, sizeof(text),
		 "Workload: %s, on %s; seed i shifts boot i of every arm alike. %s%s; %s.",
		 c->metal && c->e.real ? c->e.real : c->e.workload, c->e.machine,
		 c->metal ? "Machine: " : "QEMU ", of(r, c->metal ? "metal" : "qemu"),
		 of(r, "compiler"));
	put(f, text);
	fputs("</p>\n", f);
}

static void html_raw(const struct comparison *c, FILE *f)
{
	fputs("<details><summary>Every boot</summary>\n<pre>", f);
	text_raw(c, f);
	fputs("</pre></details>\n", f);
}

void html_head(const char *title, FILE *f)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n", f);
	put_in(f, "title", title);
	fprintf(f, "<style>\n%s</style>\n</head>\n<body>\n", style);
}

void html_heading(const char *title, FILE *f)
{
	put_in(f, "h1", title);
}

void html_tail(FILE *f)
{
	fputs("</body>\n</html>\n", f);
}

int print_html(const struct comparison *c, const char *pictures, FILE *f)
{
	char text[SENTENCE];
	int err;

	fprintf(f, "<article id=\"%s%s\">\n", c->e.name, c->metal ? ".metal" : "");
	put_in(f, "h1", c->e.title);
	put_in(f, "p", c->e.question);
	html_answers(c, f);
	backend_text(c, text, sizeof(text));
	fputs("<div class=\"dim\">", f);
	put_in(f, "p", text);
	fputs("</div>\n", f);
	put_in(f, "h2", "The differences");
	html_results(c, f);
	err = html_pictures(c, pictures, f);
	put_in(f, "h2", "What explains them");
	html_counters(c, f);
	if (c->e.mail || c->e.figures)
		html_mail(c, f);
	html_arms(c, f);
	html_raw(c, f);
	put_in(f, "h2", "Again");
	fputs("<pre>", f);
	fprintf(f, "make compare EXPERIMENT=%s BOOTS=%lu%s", c->e.name, c->boots,
		c->metal ? " BACKEND=metal" : "");
	fputs("</pre>\n", f);
	if (c->e.real && !c->metal) {
		snprintf(text, sizeof(text), "On a real machine: %s", c->e.real);
		put_in(f, "p", text);
	}
	fputs("</article>\n", f);
	return err;
}
