#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kernel/sched.o of every base, patched, compiled with the project's options.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
# shellcheck disable=SC2086
needs_source $all_bases
cd "$TOP" || exit 1

for base in $all_bases; do
	ok "$base: kernel/sched.o" scripts/kernel --object "$base" tulsa
	for o in "$O/object/$base"-*/sched.o; do
		nm "$o" >"$T/nm" 2>&1
		says "$base: it holds the scheduler" ' T schedule$' "$T/nm"
		# with SCHED_DEBUG the features are a variable
		says "$base: its features can be changed" ' [DB] sysctl_sched_features$' "$T/nm"
		silent_on "$base: no stack protector" '__stack_chk_fail' "$T/nm"
	done
done
finish
