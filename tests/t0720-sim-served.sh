#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What the simulator serves beside the default configuration of the served bases.
#
# CHECK_ALL=y: on all of them, and not on two
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
. "${0%/*}/simulator.sh"
needs_source v2.6.25-rc6

# ---- the tick: what comes with it only, comes so often

cat >"$T/ticks.scn" <<EOF
cpus 1
time 200s
task hog { loop { run 1s } }
task nice-hog nice 5 { loop { run 1s } }
EOF
# ticks TREE HZ LENGTH: without HRTICK who runs too long is seen at a tick, every LENGTH ns
ticks()
{
	variant "$1" "$2 Hz" "s/HZ_1000/HZ_$2/; /HIGH_RES/d"
	ok "  two hogs" "$program" --trace "$T/trace" "$T/ticks.scn"
	near "  1024 of 1359" "$(share hog)" 75349
	is "  a switch is at a tick" "$(awk -v tick="$3" '
		$3 == "switch" && $1 > 0 { n++; off += ($1 % tick != 0); odd += ($1 / tick % 2 == 1) }
		END { print (n > 1000 && odd > 100 && !off ? "yes" : n " " odd " " off) }' "$T/trace")" yes
}

# what differs between the bases is tried on each of these at least once
[ "${CHECK_ALL-n}" = y ] && few=$served_bases || few="v2.6.25-rc6 v2.6.27"
for base in $few; do
	have "$base" || continue
	trees "$base"
	program "$T/patched"
	[ "$base" = v2.6.27 ] || ticks "$T/patched" 100 10000000
	[ "$base" = v2.6.25-rc6 ] || ticks "$T/patched" 250 4000000
done
[ "${CHECK_ALL-n}" = y ] || skip "the other bases" "only in make check-all"
finish
