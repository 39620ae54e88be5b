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

# ---- NO_HZ: which CPUs tick, and that time goes on

# events SCENARIO: how many there are on four CPUs
events()
{
	"$program" --shape 2,2,1,2 "$1" >"$T/out" 2>&1
	sed -n 's/^count events //p' "$T/out"
}
# about DESCRIPTION GOT WANTED: 1 % off at most
about()
{
	is "$1: $2 for $3" "$(($2 * 100 >= $3 * 99 && $2 * 100 <= $3 * 101))" 1
}
printf 'time 10s\ntask s { loop { run 100us sleep 1s } }\n' >"$T/idle.scn"
printf 'time 10s\ntask hog { loop { run 1s } }\n' >"$T/one.scn"
printf 'time 10s\ntask hog x4 { loop { run 1s } }\n' >"$T/four.scn"
# nohz: with $program, built of the patched tree of $base; then without the option
nohz()
{
	is "  all idle: next to no event" "$(($(events "$T/idle.scn") < 100))" 1
	about "  a CPU is busy, another one balances: their ticks" "$(events "$T/one.scn")" 20000
	about "  four are busy" "$(events "$T/four.scn")" 40000
	is "    all the time, each with a task" "$(awk '$1 == "task" && $4 < 9990000000' "$T/out")" ""
	# other trees have a clock that stands still after a sleep, up to the next tick
	! grep -q sched_clock_idle "$T/patched/kernel/time/tick-sched.c" || {
		events "$T/idle.scn" >"$T/n"
		# but for the first time: no clock has had a tick then
		is "  what runs after a sleep is counted" "$(awk '$1 == "task" {
			print ($8 > 8 && $4 >= $8 * 100000 - 100000 && $4 <= $8 * 100000 ? "yes" : $0) }' "$T/out")" yes
	}
	on v2.6.26 || return 0
	variant "$T/patched" "no NO_HZ" /NO_HZ/d
	about "  all idle: all ticks" "$(events "$T/idle.scn")" 40000
}

# on BASE...: is it to be tried on this one?  In check-all on all
on()
{
	[ "${CHECK_ALL-n}" = n ] || return 0
	case " $* " in *" $base "*) ;; *) return 1 ;; esac
}

[ "${CHECK_ALL-n}" = y ] && few=$served_bases || few="v2.6.25-rc6 v2.6.26 v2.6.27"
for base in $few; do
	have "$base" || continue
	trees "$base"
	program "$T/patched"
	nohz
	on v2.6.25-rc6 && ticks "$T/patched" 100 10000000
	on v2.6.27 && ticks "$T/patched" 250 4000000
done
[ "${CHECK_ALL-n}" = y ] || skip "the other bases" "only in make check-all"
finish
