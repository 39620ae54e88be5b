#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What the series touch compiles after every patch, and without SCHED_DEBUG it is
# compiled to what it was before: off is off, to the instruction.
#
# make check: the base that each series is named after, and after every patch on one of
# them; make check-all: every served base, after every patch.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
. "${0%/*}/objects.sh"
cd "$TOP" || exit 1
bases=$series_bases
steps=v2.6.27
if [ "${CHECK_ALL-n}" = y ]; then
	bases=$served_bases
	steps=$served_bases
fi

# objects WHAT: they compile; gcc's complaints about our own files are failures
objects()
{
	names=$(objects_names)
	# shellcheck disable=SC2086
	if ! objects_make $names >"$T/out" 2>&1; then
		grep -E 'error|Error' "$T/out" | head -n 5 >"$T/errors"
		tap_result "not ok" "$1: compiles"
		diag "$(cat "$T/errors")"
		return 1
	fi
	# of a function that the new text names, or in a file of ours
	grep -E "(warning|Warning)" "$T/out" | grep -E \
		"kernel/sched_(words|feat|sleeper|window|counts)\.[ch]|(weighted|normalized)_credit|place_sleeper|queue_reached|window_|sched_feat|sched_count" >"$T/warnings"
	is "$1: compiles, and the new text without a warning" "$(cat "$T/warnings")" ""
}

# put_on BASE WHAT: every patch, compiled after each if that is wanted for this base
put_on()
{
	for p in $(series_of "$1"); do
		ok "$1, $2: ${p##*/} goes on" objects_patch "$p"
		case " $steps " in
		*" $1 "*) objects "$1, $2, ${p##*/}" || return 1 ;;
		esac
	done
}

for base in $bases; do
	have "$base" || continue
	ok "$base: the tree" objects_tree "$base"
	ok "$base: without SCHED_DEBUG" objects_config "$base" "# CONFIG_SCHED_DEBUG is not set"
	is "... is without" "$(grep -c '^CONFIG_SCHED_DEBUG=y' "$T/tree/.config")" 0
	objects "$base as released" || continue
	for o in $names; do
		objects_text "$o" >"$T/$(basename "$o").was"
	done
	put_on "$base" off
	objects "$base, off, the whole series" || continue
	for o in $names; do
		# the one patch that is behind no bit
		case $o in */tsc*) continue ;; esac
		objects_text "$o" >"$T/is"
		ok "$base: $o is the same, instruction for instruction" \
			cmp "$T/$(basename "$o").was" "$T/is"
	done

	case " $steps " in
	*" $base "*)
		ok "$base: the tree again" objects_tree "$base"
		ok "$base: with SCHED_DEBUG" objects_config "$base" CONFIG_SCHED_DEBUG=y
		put_on "$base" on
		;;
	*) ok "$base: with SCHED_DEBUG" objects_config "$base" CONFIG_SCHED_DEBUG=y ;;
	esac
	objects "$base, on, the whole series"
	# where the comparison would notice something
	nm "$T/tree/kernel/sched.o" >"$T/nm" 2>&1
	says "$base, on: the features can be changed" ' [DB] sysctl_sched_features$' "$T/nm"
	says "$base, on: there are counters" ' per_cpu__sched_counts$' "$T/nm"
	silent_on "$base, on: no stack protector" '__stack_chk_fail' "$T/nm"
done

# It can fail: a bit that is on by default is another kernel.
base=v2.6.27
if "$TOP/scripts/source" --have $base >"$T/out" 2>&1; then
	ok "$base: the tree" objects_tree $base
	ok "$base: without SCHED_DEBUG" objects_config $base "# CONFIG_SCHED_DEBUG is not set"
	objects "$base as released"
	objects_text kernel/sched.o >"$T/was"
	for p in $(series_of $base); do
		objects_patch "$p"
	done
	sed -i 's/(WEIGHTED_SLEEPER, 0)/(WEIGHTED_SLEEPER, 1)/' "$T/tree/kernel/sched_features.h"
	objects "$base with WEIGHTED_SLEEPER on"
	objects_text kernel/sched.o >"$T/is"
	code 1 "a bit that is on is noticed" cmp "$T/was" "$T/is"
	sed -i 's/(CLOCK_WINDOW, 0)/(CLOCK_WINDOW, 1)/' "$T/tree/kernel/sched_features.h"
	code 2 "CLOCK_WINDOW cannot be on where it has no code" objects_make kernel/sched.o
fi
finish
