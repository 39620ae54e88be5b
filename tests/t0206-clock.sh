#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# clock: the scheduler's clock at a fixed pace, its self-check, its limits.
#
# A machine where others run as well delays readings, but the clocks stay close:
# that is what is held against bounds, in one run of three.
. "${0%/*}/tap.sh"
. "${0%/*}/workload.sh"
workload clock

all() # NUMBER: as many deltas as readings that were not discarded
{
	says "... $1 readings" "^count reads $1\$"
	is "... all of them in the histogram, or discarded" "$(awk '
		$1 == "hist" { for (i = 4; i <= NF; i++) { split($i, f, ":"); n += f[2] } }
		$2 == "discarded" { n += $3 }
		END { print n }' "$T/out")" "$1"
	says "... none goes back" '^count backward 0$'
}

cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
ok "clock with its defaults" "$prog"
result "... its result"
all 2000
for seed in 0 7; do
	ok "clock --seed $seed --reads 500 --pace 100 --cpu $cpu --table" \
		"$SAN" --seed $seed --reads 500 --pace 100 --cpu "$cpu" --table
	result "... its result"
	all 500
	is "... a table of 20 lines, the difference in the third column" "$(awk '
		$1 == "scheduler" { head = NR }
		head && NR > head && NR <= head + 20 { n += $1 - $2 == $3 && NF == 3 }
		END { print n }' "$T/out")" 20
done
from=$(date +%s%N)
ok "clock --reads 100 --pace 2000" "$prog" --reads 100 --pace 2000
took=$((($(date +%s%N) - from) / 1000000))
is "... takes 200 ms" "$([ $took -ge 200 ] && echo yes || echo $took)" yes

# good PROGRAM: is the median error below 5 us, no delta 0, half of them at the pace?
good()
{
	for good_n in 1 2 3; do
		"$1" >"$T/out" 2>&1 </dev/null
		awk '$1 == "metric" || $1 == "count" { v[$2] = $3 }
			END { exit !(v["error.p50"] != "" && v["error.p50"] < 5000 &&
				v["zero"] == 0 && v["within.1pct"] > 50) }' "$T/out" &&
			{ echo yes; return; }
	done
	echo "no, $good_n times"
}
is "this machine's clock is good" "$(good "$prog")" yes

change() # SED: $T/bad, the program with that change; false if it does not compile
{
	sed "$1" "$TOP/guest/clock.c" >"$T/bad.c"
	cmp -s "$TOP/guest/clock.c" "$T/bad.c" && is "the program is changed: $1" no yes
	compile "$T/bad" "$T/bad.c"
}
reading='return ts.tv_sec \* 1000000000ull + ts.tv_nsec;'

if change "s,$reading,return ts.tv_sec * 1000000000ull + ts.tv_nsec / 1000000 * 1000000;,"; then
	is "one of ticks is not" "$(good "$T/bad")" "no, 3 times"
	says "... it stands still between two" '^count zero 1[0-9]{3}$'
	all 2000
	change "s,$reading,return (ts.tv_sec * 1000000000ull + ts.tv_nsec) * 5 / 4;,"
	is "one that is too fast is not" "$(good "$T/bad")" "no, 3 times"
	all 2000
	change "s,$reading,static int n; return ts.tv_sec * 1000000000ull + ts.tv_nsec - (++n == 50) * 900000ull;,"
	code "$NOTOK" "a clock that goes back is found" "$T/bad"
	says "... as what it is" 'check: of 2000 deltas 1 went back'
	says "... and counted" '^errors 1$'
	no_metric "... and there is no metric"
else
	skip "clocks that are not good" "no sanitizers"
fi

# beside a hog, not ahead of it: what lies across a switch is no delta
if command -v taskset >/dev/null && change 's/SCHED_FIFO, &param/SCHED_OTHER, \&param/'; then
	taskset -c "$cpu" sh -c 'while :; do :; done' &
	hog=$!
	ok "clock beside a hog" "$T/bad" --cpu "$cpu" --reads 8000
	kill $hog
	wait $hog 2>/dev/null
	result "... its result"
	says "... discards some" '^count discarded [1-9]'
	all 8000
else
	skip "clock beside a hog" "no sanitizers, or no taskset"
fi

code "$NOTOK" "a CPU that is not there" "$prog" --cpu 1023
says "... is named" 'cpu: 1023 is not there, or may not be used'
ok "clock --help" "$prog" --help
says "... tells its options" '--table'
usage 0 -x --reads '--reads 0' '--reads x' '--pace 9' '--pace x' '--pace 1000001' '--cpu -1' \
	'--cpu 1024' '--table x' '--seed -1' '--limit' '--limit 0'
code "$NOTOK" "--limit ends a run that takes too long" "$prog" --limit 1 --reads 1000000000
says "... as no result" 'limit: the run did not end in time'
no_metric "... and prints no metric"
gone clock
callers --reads 20
finish
