#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What a scenario counts and measures in the simulator, and workloads as scenarios
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
needs_source v2.6.26
. "${0%/*}/simulator.sh"
workloads=$TOP/sim/workloads
base=v2.6.26
trees $base
program "$T/patched"

# ---- the figures that follow from the scenario

cat >"$T/ask.scn" <<-'END'
	cpus 1
	limit 10s
	metric time elapsed
	metric rate rate replies replies/s
	metric reply.p50 quantile reply 500
	metric reply.max max reply
	task server background { loop { receive question run 3ms send answer } }
	task client { loop 5 { stamp send question receive answer measure reply count replies count twice 2 } }
END
ok "a client and a server" "$program" "$T/ask.scn"
is "... five replies of 3 ms each" "$(grep -E '^(metric|count (replies|twice)|hist reply)' "$T/out")" \
	"metric time 0.015000000 s less
metric rate 333.33 replies/s more
metric reply.p50 3000000 ns less
metric reply.max 3000000 ns less
hist reply ns 3526975:5
count replies 5
count twice 10"
# a message that is passed on has the note of who sent it first
cat >"$T/passed.scn" <<-'END'
	cpus 4
	limit 10s
	metric way.max max way
	task from { loop 3 { stamp run 1ms send a 2 } }
	task over background { loop { receive a run 2ms send b } }
	task to { loop 6 { receive b measure way } }
END
ok "messages that are passed on" "$program" --shape $shape "$T/passed.scn"
# the last pair is of 2 ms, and there at 13 ms; two interrupts of 1 us between CPUs
is "... are as old as they are" "$(awk '/^metric/ { print $3 }' "$T/out")" 11002000
printf 'limit 1s\nmetric late.max max late\ntask a { loop 9 { sleep 5ms late late } }\n' >"$T/late.scn"
ok "alone, a sleeper is" "$program" "$T/late.scn"
is "... never late" "$(grep -E '^(metric|hist late)' "$T/out")" "metric late.max 0 ns less
hist late ns 1:9"
printf 'limit 1s\nmetric late.max max late\ntask a { loop 9 { sleep 5ms late late } }\ntask hog background fifo 1 { loop { run 8ms sleep 1ms } }\n' >"$T/late.scn"
ok "beside a realtime hog" "$program" "$T/late.scn"
is "... it is" "$(awk '/^metric/ { print ($3 > 1000000 && $3 < 8000000) }' "$T/out")" 1
printf 'limit 200ms\ntask a { loop { run 1s } }\ntask b { run 1ms }\n' >"$T/limit.scn"
cp "$T/limit.scn" "$T/kept"
code 1 "tasks that do not end in time" "$program" --trace "$T/kept" "$T/limit.scn"
says "... are counted" 'limit\.scn: 1 tasks have not ended within its limit of 0\.200000 s$'
ok "... and no trace is left" cmp "$T/limit.scn" "$T/kept"
printf 'metric a max b\nmetric c rate d e\ntask a { }\n' >"$T/none.scn"
ok "what is never measured or counted" "$program" "$T/none.scn"
is "... is 0" "$(grep -E '^(metric|count d)' "$T/out")" "metric a 0 ns less
metric c 0.00 e more
count d 0"

# ---- hackbench

scenario() # WORDS...: of hackbench, in $T/hb.scn
{
	awk -f "$workloads/hackbench.awk" -- "$@" >"$T/hb.scn"
}
ok "hackbench as a scenario" scenario --seed 7 2 process 10
ok "... comes to its end" "$program" --shape $shape "$T/hb.scn"
is "... with all messages" "$(grep '^count messages' "$T/out")" "count messages.received 8000
count messages.sent 8000"
# 8 CPUs have 6 us of work for each of them
is "... in no less than the work takes" \
	"$(awk '/^metric time/ { print ($3 >= 8000 * 6e-6 / 8 && $3 < 8000 * 6e-6) }' "$T/out")" 1
grep '^metric' "$T/out" >"$T/seven"
ok "... with another seed" scenario --seed 8 2 process 10
"$program" --shape $shape "$T/hb.scn" | grep '^metric' >"$T/eight"
ok "... takes another time" sh -c '! cmp -s "$@"' sh "$T/seven" "$T/eight"
ok "... with a limit" scenario --limit 1 20 process 1000
code 1 "... ends there" "$program" --shape $shape "$T/hb.scn"
says "... and says so" 'tasks have not ended within its limit of 1\.000000 s$'
for words in "" "0" "--seed" "--seed -1 2" "--limit 0 2" "2 both" "2 process 0" "2 process 5 1" "-pipe 2" "--fast 2" "x"; do
	# shellcheck disable=SC2086 # these are words
	code 2 "hackbench $words" scenario $words
	says "... says what is wrong" '^hackbench\.awk: .'
done
finish
