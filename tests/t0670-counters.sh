#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# It does that in the kernel: booted, the counters show the credits and the clock
# that a known scenario must give, with the bits on and off.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
bases="v2.6.25-rc6 v2.6.27"
[ "${CHECK_ALL-n}" = n ] || bases=$series_bases
needs_qemu
cd "$TOP" || exit 1

for base in $bases; do
	have "$base" || continue
	machine=stoakley
	ok "$base: boots and passes" scripts/boot --counters --out "$T/1" "$base" $machine
	[ -r "$T/1/console" ] || continue
	for what in 'NO_NORMALIZED_SLEEPER\+NO_WEIGHTED_SLEEPER, nice 0: credit_plain' \
		'WEIGHTED_SLEEPER, nice 0: credit_weighted' 'WEIGHTED_SLEEPER, nice 5: credit_weighted' \
		'NO_CLOCK_WINDOW: no reading' 'CLOCK_WINDOW: the clock follows' \
		'the clock never went back' 'are refused, and change nothing' \
		'take effect together' 'features --set sets by name, and ends with 0'; do
		says "$base: $what" " ok [0-9]+ - counters: .*$what" "$T/1/console"
	done
	# 20 ms of execution; where virtual time depends on the queue, one other task is on it
	case $base in
	v2.6.26-rc[14]|v2.6.27*) credit=40000000 ;;
	*) credit=20000000 ;;
	esac
	says "$base: a weighted credit at nice 0 is $credit ns of virtual time" \
		"# counters WEIGHTED_SLEEPER nice 0 credit_weighted .* expected ${credit}[[:space:]]*\$" "$T/1/console"
	rm -rf "$T/1"
done
finish
