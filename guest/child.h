/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A child that must not outlive whom it works for.
 */
#ifndef CFSQ_CHILD_H
#define CFSQ_CHILD_H

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

/*
 * Called by a child: it is killed when @parent, the process that forked it, ends;
 * also if that was before this call.
 */
static inline void end_with(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
}

#endif
