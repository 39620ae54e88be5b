#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The arithmetic of the clock's window, compiled from the text of the patches
. "${0%/*}/tap.sh"
. "${0%/*}/added.sh"

added "$TOP/patches/common/sched-clock-window-arithmetic.patch" kernel/sched_window.h \
	>"$T/sched_window.h"
properties "sched_window.h" window.c -DWINDOW="\"$T/sched_window.h\""

broken() # NAME SED
{
	mutant "$1" "$T/sched_window.h" "$2" window.c -DWINDOW="\"$T/mutant.h\""
}
broken "cut one ns too late" 's/now = high;/now = high + 1;/'
broken "a window of two ticks" 's/+ tick - 1;/+ 2 * tick - 1;/'
broken "lifted one ns too little" 's/now = low;/now = low - 1;/'
broken "a raw clock that goes back is believed" 's/(s64)delta < 0/0/'
broken "the clock stands still until a lead is gone" 's/w->lead = (s64).*/w->lead = 0;/'
broken "it stands still for what was taken over" 's/clock != w->last \&\&/0 \&\&/'
broken "what went back is taken for taken over" 's/w->last = now;//'
broken "slower by 1/8, not by 1/128" 's/slow = delta >> 7/slow = delta >> 3/'
broken "not slower at all" 's/slow = delta >> 7/slow = 0/'
broken "the raw clock is not pinned" 's/w->raw = raw;/w->raw = w->raw;/'
broken "comparisons that do not wrap" 's/(s64)(now/(now/'
broken "an event that is not told" 's/|= SCHED_WINDOW_STALL/|= 0/'
broken "an event that is told wrongly" 's/|= SCHED_WINDOW_LOW/|= SCHED_WINDOW_HIGH/'

# ---- the functions that use it

: >"$T/known-callers"
for p in "$TOP"/patches/[0-9]*/sched-clock-window-feature.patch; do
	name=$(basename "${p%/*}")
	for file in kernel/sched.c kernel/sched_clock.c; do
		added_functions "$p" $file hold_clock window_clock window_tick
	done | sed 's/struct \(rq\|sched_clock_data\) \*/struct caller */' >"$T/caller.h"
	sum=$(cksum <"$T/caller.h")
	grep -qxF "$sum" "$T/known-callers" && continue
	echo "$sum" >>"$T/known-callers"
	set -- -Wno-unused -DWINDOW="\"$T/sched_window.h\""
	properties "CLOCK_WINDOW of $name" window.c "$@" -DCALLER="\"$T/caller.h\""
	mutant "$name, a window that is not put up" "$T/caller.h" \
		's/sched_window_tick(.*/(void)gtod;/' window.c "$@" -DCALLER="\"$T/mutant.h\""
done
finish
