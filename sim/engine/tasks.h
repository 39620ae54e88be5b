/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tasks of a scenario.
 */
#ifndef CFSQ_SIM_TASKS_H
#define CFSQ_SIM_TASKS_H

#include "scenario.h"

/* those that are not started later, in the order of the file, on CPU 0 */
void tasks_start(const struct scenario *s);
/* how many that are not in the background have not ended */
unsigned int tasks_awaited(void);
void tasks_print(void);

#endif
