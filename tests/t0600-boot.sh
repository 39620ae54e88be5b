#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The patched kernel on every machine: it boots, it is what it should be, and a
# second boot gives the same console to the byte.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
bases=v2.6.25-rc6
[ "${CHECK_ALL-n}" = n ] || bases=$series_bases
needs_source v2.6.25-rc6
needs_qemu
cd "$TOP" || exit 1

for base in $bases; do
	have "$base" || continue
	for machine in $all_machines; do
		here="$base on $machine"
		ok "$here: boots and passes" scripts/boot --out "$T/1" "$base" "$machine"
		cp "$T/out" "$T/screen"
		if [ ! -r "$T/1/console" ]; then
			tap_result "not ok" "$here: has a console"
			continue
		fi
		says "$here: its banner" "Linux version ${base#v}-cfsq" "$T/1/console"
		is "$here: the report fits 80 columns and 24 lines" \
			"$(awk 'length > 80 { n++ } END { print n + 0, (NR > 24) }' "$T/1/report")" "0 0"
		ok "$here: boots again" scripts/boot --out "$T/2" "$base" "$machine"
		ok "$here: the same console, to the byte" cmp "$T/1/console" "$T/2/console"
		if [ "$base" = v2.6.25-rc6 ]; then
			for n in 319 63; do
				says "$here: $n written and read back" \
					"# setting [0-9]+ asked $n number $n " "$T/1/console"
			done
			is "$here: a hackbench figure for each" \
				"$(grep -cE '# hackbench [0-9]+ .* errors 0 time [0-9.]+' "$T/1/console")" 2
		fi
		rm -rf "$T/1" "$T/2"
	done
done

# by names, and the kernel without groups
code 0 "a boot by names instead of numbers" scripts/boot --out "$T/3" v2.6.25-rc6 \
	stoakley default "NO_NORMALIZED_SLEEPER,NO_HRTICK CACHE_HOT_BUDDY"
says "NO_NORMALIZED_SLEEPER alone is 367 - 256" 'asked NO_NORMALIZED_SLEEPER number 111 ' "$T/3/console"
says "two names in one setting" 'number 319 ' "$T/3/console"
if [ "${CHECK_ALL-n}" = y ]; then
	for base in $bases; do
		have "$base" || continue
		ok "$base on tulsa without groups" scripts/boot --out "$T/4" "$base" tulsa nogroup
	done
else
	skip "the variant without groups" "only in make check-all"
fi
finish
