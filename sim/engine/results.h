/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tasks of a scenario count and measure, and the metrics made of it: the
 * lines that a workload of the guest prints (guest/bench.h).
 */
#ifndef CFSQ_SIM_RESULTS_H
#define CFSQ_SIM_RESULTS_H

#include "scenario.h"

void results_start(const struct scenario *s);
/* @counter and @hist: by their numbers in the scenario; @ns of simulated time */
void results_count(unsigned int counter, unsigned long n);
void results_measure(unsigned int hist, sim_time ns);
/* @elapsed: ns that the run took */
void results_print(sim_time elapsed);

#endif
