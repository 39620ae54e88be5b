/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What hosted.c needs of stubs.c, ticks.c and timers.c.
 */
#ifndef CFSQ_SIM_HOSTING_H
#define CFSQ_SIM_HOSTING_H

struct sim_shape;

extern struct user_struct root_user;

/* each of @cpus gets its copy of the per-CPU variables */
void sim_percpu(unsigned int cpus);
/* for cpu_coregroup_map() and the numbers of packages and cores */
void sim_shape(const struct sim_shape *shape);
void sim_online(unsigned int cpu);
/* tell those who asked for it what happens to @cpu */
void sim_notify(unsigned long action, unsigned int cpu);
/* what was raised on this CPU */
void sim_softirqs(void);
/* at boot, and at each tick of a CPU: jiffies */
void sim_ticks_begin(void);
void sim_tick(void);
/* this CPU idles, from the one to the other, and what comes between: interrupts */
void sim_idle_begins(void);
void sim_idle_interrupted(void);
void sim_idle_goes_on(void);
void sim_idle_ends(void);
/* part of sim_idle_goes_on(); all that is left of an IPI */
void sim_halt_ends(void);
/* a timer is due */
void sim_hrtimer(void *timer);

#endif
