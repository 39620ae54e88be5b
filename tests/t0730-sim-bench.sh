#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The benchmark of the simulator: it measures all that it says, whatever comes out.
# And the queue of events, most of whose speed is not to move what is moved again.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
base=v2.6.25-rc6
needs_source $base
[ -x "$HOST/sim/bench" ] || skip_all "$HOST/sim/bench is not built: make programs"
bench=$HOST/sim/bench

# ---- the queue gives what a plain list gives

ok "the queue of events alone" "${HOSTCC:-gcc}" -std=gnu11 -g -O1 -Wall -Wextra -fno-pie -no-pie \
	-iquote "$TOP/sim" -iquote "$TOP/sim/engine" -o "$T/events" "$TOP/tests/events-unit.c" \
	"$TOP/sim/engine/alone.c" "$TOP/sim/engine/die.c"
for seed in 1 2 3 4 5; do
	ok "sets and clears by chance, seed $seed" "$T/events" $seed
	says "... all held" 'of them asked for the next one: all held$'
done

# ---- the least time of some runs

ok "the time of a command" "$bench" cpu 3 sh -c 'echo once; i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done'
is "... its output stands there once" "$(grep -c '^once$' "$T/out")" 1
says "... and its time" '^cpu [1-9][0-9]*$'
# a run that takes long, between two that do not
cat >"$T/seldom" <<'EOT'
echo >>"$0.runs"
i=0
[ "$(wc -l <"$0.runs")" -ne 2 ] || while [ $i -lt 1000000 ]; do i=$((i + 1)); done
EOT
: >"$T/seldom.runs"
ok "three runs, one of them long" "$bench" cpu 3 sh "$T/seldom"
is "... all are made" "$(wc -l <"$T/seldom.runs")" 3
is "... the long one does not count" "$(awk '$1 == "cpu" { print ($2 < 100000) }' "$T/out")" 1
code 1 "a command that fails" "$bench" cpu 1 false
says "... is said" '^bench: false: ends with an error$'
code 2 "no number of runs" "$bench" cpu many true
code 2 "nothing to do" "$bench"

# ---- the loop alone: 2 us a burst, and a tick a ms, on each of the CPUs

for cpus in 1 3 16; do
	ok "the loop alone, $cpus CPUs" "$bench" loop $cpus
	is "... 10 s of CPUs have as many events as they should" "$(awk '$1 == "count" {
		print ($3 > 4900000 && $3 < 5000000) }' "$T/out")" 1
done
code 2 "more CPUs than there are" "$bench" loop 33

# ---- the whole

code 2 "no base" "$TOP/scripts/bench"
code 2 "an unknown base" "$TOP/scripts/bench" --quick v2.6.99
ok "the benchmark" "$TOP/scripts/bench" --quick $base
cp "$T/out" "$T/table"
row() # PATTERN [UNIT]: its row is there, with a number above 0, of that unit
{
	is "... $1" "$(awk -v what="$1" -v unit="${2-}" 'index(substr($0, 1, 40), what) {
		rows++
		$0 = substr($0, 40)
		good += $1 + 0 > 0 && (unit == "" || $2 == unit)
	} END { print rows + 0, good + 0 }' "$T/table")" "${3-1 1}"
}
row "tree to ready binary" s
row "two hogs on one CPU" ms/ms
row "one of the loop alone" x "5 5"
row "switches/s: slices" ms/ms
row "switches/s: sleepers" ms/ms
row "switches/s: pairs talk" ms/ms
row "a switch with each event" M
row "its events" M
row "all its 80 million messages" s
for n in 10 100 1000 10000; do
	row "$n tasks: an event" ns
done
row "growth"
rates=$(sed -n 's/^4 CPUs, \([0-9]*\) switches.*/\1/p' "$T/table" | tr '\n' ' ')
is "... about 40000 switches a second: $rates" "$(echo "$rates" | awk '{
	for (i = 1; i <= NF; i++) n += $i > 30000 && $i < 45000; print n }')" 3
says "... each target is met or not" '^[0-8] of 8 targets met, 1 skipped: '
is "... as its row has it" "$(grep -c ' met$' "$T/table")" 8
is "... in 80 columns" "$(awk 'length > 80' "$T/table")" ""
finish
