/* SPDX-License-Identifier: GPL-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "exitcodes.h"
#include "settings.h"

#define FEATURES	"sched_features"

static const struct scenario *scenario;

/* of the tree, by the manifest */
static struct {
	char name[64];
	unsigned int bit;
} feature[32];
static unsigned int n_features;

static void read_features(const char *path)
{
	FILE *f = fopen(path, "re");
	char line[200];
	int on;

	if (!f)
		die(EXIT_BADFILE, path, "features manifest TREE makes it", "cannot be read: %s",
		    strerror(errno));
	while (n_features < 32 && fgets(line, sizeof(line), f))
		if (sscanf(line, "feature %u %d %63s", &feature[n_features].bit, &on,
			   feature[n_features].name) == 3)
			n_features++;
	fclose(f);
}

static unsigned int bit_of(const char *name, const char *whole)
{
	unsigned int i;

	for (i = 0; i < n_features; i++)
		if (!strcmp(feature[i].name, name))
			return feature[i].bit;
	die(EXIT_BADFILE, scenario->path, n_features ? "features manifest TREE has its features" :
	    "sim --features FILE", "%s: this kernel has no feature %s", whole, name);
}

/* "START_DEBIT+NO_HRTICK", or a number */
static int features_of(const char *text)
{
	unsigned long number;
	char *copy, *word, *save = NULL, *end;
	int now;

	errno = 0;
	number = strtoul(text, &end, 0);
	if (!*end && !errno && number <= 0xffffffff)
		return number;
	if (k_get(FEATURES, &now))
		return 0;
	copy = strdup(text);
	for (word = strtok_r(copy, "+", &save); word; word = strtok_r(NULL, "+", &save)) {
		if (!strncmp(word, "NO_", 3))
			now &= ~bit_of(word + 3, text);
		else
			now |= bit_of(word, text);
	}
	free(copy);
	return now;
}

static void apply(void *arg)
{
	const struct setting *s = arg;
	char *end;
	long n;

	if (!strcmp(s->name, FEATURES)) {
		n = features_of(s->value);
	} else {
		errno = 0;
		n = strtol(s->value, &end, 10);
		if (errno || end == s->value || *end || n != (int)n)
			die(EXIT_BADFILE, scenario->path, "as /proc/sys/kernel takes it",
			    "set %s: '%s' is not a number", s->name, s->value);
	}
	switch (k_set(s->name, n)) {
	case 0:
		break;
	case -2:
		die(EXIT_BADFILE, scenario->path, "as /proc/sys/kernel takes it",
		    "set %s: %s is out of its range", s->name, s->value);
	default:
		die(EXIT_BADFILE, scenario->path, "leave it out, or take another tree",
		    "set %s: this kernel has none", s->name);
	}
}

void settings_start(const struct scenario *s, const char *features)
{
	struct event *e;
	unsigned int i;

	scenario = s;
	if (features)
		read_features(features);
	for (i = 0; i < s->settings; i++) {
		if (!s->setting[i].when) {
			apply(&s->setting[i]);
			continue;
		}
		e = host_alloc(sizeof(*e));
		e->kind = EV_ALARM;
		e->fn = apply;
		e->arg = &s->setting[i];
		event_set(e, s->setting[i].when);
	}
}
