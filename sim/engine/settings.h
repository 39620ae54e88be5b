/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The settings of a scenario: /proc/sys/kernel/sched_*, at the start and later.
 */
#ifndef CFSQ_SIM_SETTINGS_H
#define CFSQ_SIM_SETTINGS_H

#include "scenario.h"

/*
 * Those of the start are made, the others planned.  @features: the file of "features
 * manifest", or NULL: then they can be set by number only.
 */
void settings_start(const struct scenario *s, const char *features);

#endif
