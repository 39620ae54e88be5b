#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The arithmetic of the sleeper credit, compiled from the text of the patches
. "${0%/*}/tap.sh"
. "${0%/*}/added.sh"

added "$TOP/patches/common/sched-sleeper-arithmetic.patch" kernel/sched_sleeper.h \
	>"$T/sched_sleeper.h"
properties "sched_sleeper.h" sleeper.c -DSLEEPER="\"$T/sched_sleeper.h\""

# early FUNCTION STATEMENT: what it does is this, and no more
early()
{
	printf '/^static .*[ *]%s(/,/^{/ s/^{/{ %s/' "$1" "$(echo "$2" | tr -d '\n')"
}

broken() # NAME SED
{
	mutant "$1" "$T/sched_sleeper.h" "$2" sleeper.c -DSLEEPER="\"$T/mutant.h\""
}
broken "the weight of 2.6.25-rc6, without the sleeper" \
	"$(early sched_sleeper_weight 'return queued;')"
broken "the sleeper weighs twice" \
	"$(early sched_sleeper_weight 'return queued + own;')"
broken "2.6.25-rc6 divides by the weight + 1" \
	"$(early sched_sleeper_scale 'return credit * mul \/ (div + 1);')"
broken "2.6.25-rc6 multiplies with the inverse" "$(early sched_sleeper_scale \
	'return credit * mul * (((1ULL << 32) - div \/ 2) \/ (div + 1)) >> 32;')"
broken "a product passes 64 bits" \
	"$(early sched_sleeper_scale 'return credit * mul \/ (div ? div : 1);')"
broken "from min_vruntime, also while one runs alone" \
	"$(early sched_sleeper_base 'return min_vruntime;')"
broken "from the leftmost, as 2.6.25-rc6" "$(early sched_sleeper_base \
	'if (left \&\& (s64)(*left - min_vruntime) < 0) return *left;')"
broken "a base that does not wrap" "$(early sched_sleeper_base \
	'if (curr \&\& !left) return *curr > min_vruntime ? *curr : min_vruntime;')"
broken "a sleeper is moved back" \
	"$(early sched_sleeper_place 'return base - credit;')"
broken "a place that does not wrap" "$(early sched_sleeper_place \
	'return vruntime > base - credit ? vruntime : base - credit;')"

# ---- the functions that use it

# wrong NAME FUNCTION STATEMENT
wrong()
{
	set -- "$name, $1" "$(early "$2" "$3")"
	# shellcheck disable=SC2086 # a flag, or none
	mutant "$1" "$T/caller.h" "$2" sleeper-queue.c $groups \
		-DSLEEPER="\"$T/sched_sleeper.h\"" -DCALLER="\"$T/mutant.h\""
}

: >"$T/known-callers"
for p in "$TOP"/patches/[0-9]*/sched-weighted-sleeper-feature.patch; do
	name=$(basename "${p%/*}")
	added_functions "$p" kernel/sched_fair.c queue_reached weighted_credit \
		place_sleeper >"$T/caller.h"
	sum=$(cksum <"$T/caller.h")
	grep -qxF "$sum" "$T/known-callers" && continue
	echo "$sum" >>"$T/known-callers"
	groups=
	grep -q for_each_sched_entity "$T/caller.h" && groups=-DIN_GROUPS
	# shellcheck disable=SC2086
	properties "WEIGHTED_SLEEPER of $name" sleeper-queue.c -Wno-unused $groups \
		-DSLEEPER="\"$T/sched_sleeper.h\"" -DCALLER="\"$T/caller.h\""

	wrong "credit of 2.6.25-rc6: 81.92 s on an empty queue" weighted_credit \
		'return sched_sleeper_scale(sysctl_sched_latency, NICE_0_LOAD,
			cfs_rq_of(se)->load.weight);'
	wrong "placed from min_vruntime" place_sleeper \
		'se->vruntime = sched_sleeper_place(se->vruntime,
			cfs_rq->min_vruntime, weighted_credit(se)); return;'
	wrong "placed from the leftmost, as 2.6.25-rc6" place_sleeper \
		'se->vruntime = sched_sleeper_place(se->vruntime, first_fair(cfs_rq) ?
			__pick_next_entity(cfs_rq)->vruntime : cfs_rq->min_vruntime,
			weighted_credit(se)); return;'
done
finish
