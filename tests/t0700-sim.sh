#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The simulator on the trees: closed forms, off is off, the same bytes again.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
. "${0%/*}/simulator.sh"
needs_source v2.6.25-rc6
# nice_levels: the worst share of 40 tasks, one of each level, against the weights
nice_levels()
{
	{
		echo "cpus 1 time 5000s"
		awk 'BEGIN { for (n = -20; n < 20; n++) print "task n" n + 20 " nice " n " { loop { run 100s } }" }'
	} >"$T/nice.scn"
	ok "$base: 40 nice levels on one CPU" "$program" "$T/nice.scn"
	# shares of each other's neighbours: a factor that the table of weights has
	awk -v weights="88761 71755 56483 46273 36291 29154 23254 18705 14949 11916 9548 7620 6100 4904 3906 3121 2501 1991 1586 1277 1024 820 655 526 423 335 272 215 172 137 110 87 70 56 45 36 29 23 18 15" '
		BEGIN { n = split(weights, w); for (i = 1; i <= n; i++) sum += w[i] }
		$1 == "task" { ran[++tasks] = $4; all += $4 }
		END {
			for (i = 1; i <= n; i++) {
				off = ran[i] / all / (w[i] / sum) - 1
				worst = off > worst ? off : -off > worst ? -off : worst
			}
			print tasks == 40 && worst < .001 ? "within 0.1 %" : 100 * worst " % off, " tasks
		}' "$T/out" >"$T/worst"
	is "  each share is that of its weight" "$(cat "$T/worst")" "within 0.1 %"
}

# credit SCENARIO: virtual ns that its sleeper is put before the queue
credit()
{
	"$program" --features "$T/features" --trace "$T/trace" "$1" >"$T/out" 2>&1 || return
	awk '$3 == "wake" && $4 ~ /^sleeper/ { print $8 }' "$T/trace" | tail -n 1
}

# by_queue: virtual time of this tree goes by the weight of the queue and of the entity
by_queue()
{
	sed -n '/^calc_delta_fair/,/^}/p' "$T/stock/kernel/sched_fair.c" | grep -q for_each_sched_entity
}

# The latency is 20 ms on one CPU; a sleeper beside two hogs, all of weight 1024.
credits()
{
	body=$(sed -n '/^place_entity/,/^}/p' "$T/stock/kernel/sched_fair.c")
	want=20000000
	case $body in
	*'calc_delta_fair(sysctl'*) want=10000000 ;;	# by the hogs' weights
	*'calc_delta_fair(thresh, se)'*) want=60000000 ;;	# and the other way round
	esac
	got=$(credit "$scenarios/sleeper.scn")
	# what the multiplication by an inverse of 32 bits loses
	is "$base: the credit beside two hogs: $got" "$((got <= want && got > want - want / 1000))" 1
	for level in 0:1024 5:335 19:15 -20:88761; do
		weight=${level#*:}
		{
			# so long that no credit is held back by it
			sed "s/task sleeper/& nice ${level%:*}/; s/200ms/9s/; s/^time.*/time 40s/" \
				"$scenarios/sleeper.scn"
			echo "set sched_features NEW_FAIR_SLEEPERS+WEIGHTED_SLEEPER"
		} >"$T/weighted.scn"
		if by_queue; then
			want=$((20000000 * (2048 + weight) / weight))
		else
			want=$((20000000 * 1024 / weight))
		fi
		is "  WEIGHTED_SLEEPER, nice ${level%:*}: worth 20 ms of its own, to the ns" \
			"$(credit "$T/weighted.scn")" $want
	done
}

closed_forms()
{
	nice_levels
	ok "$base: five nice levels apart" "$program" "$scenarios/hogs.scn"
	near "  1024 of 1359" "$(share hog)" 75349
	ok "$base: two users" "$program" "$scenarios/users.scn"
	near "  half for each" "$(share one)" 50000
	ok "$base: a realtime task is throttled" "$program" "$scenarios/throttled.scn"
	near "  95 % for it" "$(share realtime)" 95000
	credits
}

few="v2.6.25-rc6 v2.6.26 v2.6.27"
[ "${CHECK_ALL-n}" = n ] || few=$served_bases
for base in $few; do
	have "$base" || continue
	trees "$base"
	program "$T/stock"
	one=$program
	program "$T/patched"
	two=$program
	"$HOST/features" manifest "$T/patched" >"$T/features"
	closed_forms
	# what the series adds is off, or as the kernel was without it
	is "$base: off is off, in 200 scenarios" "$(generated 200)" "0 of 200 differ"
	is "  what differs is seen" "$(awk -v seed=3 -v cpus=8 -f "$TOP/tests/scenario-gen.awk" >"$T/g.scn"
		"$two" --shape $shape --trace "$T/one.trace" "$T/g.scn" >/dev/null
		echo "set sched_features 0" >>"$T/g.scn"
		"$two" --shape $shape --trace "$T/two.trace" "$T/g.scn" >/dev/null
		cmp -s "$T/one.trace" "$T/two.trace" || echo differs)" differs
	otherwise "$T/patched" "no groups" '/GROUP_SCHED/d; /USER_SCHED/d' 25000
	otherwise "$T/patched" "PREEMPT" 's/PREEMPT_NONE/PREEMPT/' 50000
	otherwise "$T/patched" "no HRTICK" '/HIGH_RES/d' 50000
done
[ "${CHECK_ALL-n}" = y ] || skip "the other bases" "only in make check-all"

# ---- the second mail: from -rc5 to -rc6 wakeups stop to preempt

awk -f "$scenarios/chat.awk" >"$T/chat.scn"
# preempted: how often a task had to make room for one that was woken
preempted()
{
	awk '$1 == "task" { for (i = 3; i < NF; i += 2) if ($i == "preempted") n += $(i + 1) }
		END { print n + 0 }' "$T/out"
}
before='' after=''
for base in v2.6.25-rc5 v2.6.25-rc6; do
	have $base || continue
	trees $base
	program "$T/patched"
	ok "$base: chat in five rooms on Stoakley" "$program" --shape 2,4,1,2 "$T/chat.scn"
	before=$after after=$(preempted)
done
[ -z "$before" ] || is "preempted $before times, then $after: a tenth at most" \
	"$((after * 10 < before && before > 10000))" 1

# ---- the machines: the domains that the booted kernel has to have as well

printf 'task a { run 1ms }\n' >"$T/one.scn"
base=v2.6.27
if have $base; then
	trees $base
	for machine in $all_machines; do
		get()
		{
			"$HOST/machine" "$TOP/configs/$machine.machine" --get "$1"
		}
		ok "$machine: the simulator" "$sim" --program --tree "$T/patched" $base "$machine" default
		"$(tail -n 1 "$T/out")" --log --shape "$(get sockets),$(get cores),$(get threads),$(get llc-cpus)" \
			"$T/one.scn" >"$T/log" 2>&1
		is "  its domains" "$(sed -n '/^<7>CPU0 attaching/,/^<7>CPU1/s/^<7> *domain \([0-9]\): span 0-\([0-9]*\) level \(.*\)/\1 \3 \2/p' \
			"$T/log" | awk '{ print "domain", $1, $2, $3 + 1 }')" \
			"$("$HOST/machine" "$TOP/configs/$machine.machine" --guest | grep '^domain')"
	done
fi

# ---- the same bytes: again, and by other compilers

base=v2.6.25-rc6
trees $base
program "$T/patched"
first=$program
ok "a run with traces" "$first" --shape $shape --trace "$T/a" --json "$T/a.json" "$scenarios/mixed.scn"
cp "$T/out" "$T/a.out"
ok "... again" "$first" --shape $shape --trace "$T/b" --json "$T/b.json" "$scenarios/mixed.scn"
is "... is the same to the byte" "$(cmp "$T/a" "$T/b" && cmp "$T/a.out" "$T/out" && cmp "$T/a.json" "$T/b.json" 2>&1)" ""
for cc in gcc-11 clang; do
	if ! command -v $cc >/dev/null; then
		skip "... built by $cc" "it is not installed"
		continue
	fi
	cp -r "$T/patched" "$T/$cc"
	program "$T/$cc" $cc
	ok "... built by $cc" "$program" --shape $shape --trace "$T/b" --json "$T/b.json" "$scenarios/mixed.scn"
	is "... is the same to the byte" "$(cmp "$T/a" "$T/b" && cmp "$T/a.out" "$T/out")" ""
done
ok "Perfetto's form is JSON" python3 -c "
import json
events = json.load(open('$T/a.json'))['traceEvents']
assert len(events) > 1000
assert all(e['ph'] in 'Xi' and e['ts'] >= 0 for e in events)"

# ---- what goes wrong

code 18 "a trace on a full disk" "$first" --shape $shape --trace /dev/full "$scenarios/mixed.scn"
says "... is said" '^sim: /dev/full: not all could be written$'
code 1 "a full disk" sh -c 'exec "$@" >/dev/full' sh "$first" "$scenarios/hogs.scn"
says "... is said" '^sim: standard output: not all could be written$'
code 18 "a trace where nothing can be" "$first" --shape $shape --json "$T/no/where" "$scenarios/mixed.scn"
cp "$T/a" "$T/kept"
printf 'task a { run 1ms unlock l }\n' >"$T/late.scn"
code 21 "a run that ends with an error" "$first" --trace "$T/kept" "$T/late.scn"
ok "... leaves the file as it was" cmp "$T/a" "$T/kept"
is "... and nothing beside it" "$(find "$T" -maxdepth 1 -name '*.new')" ""
code 2 "no scenario" "$first"
code 2 "an unknown option" "$first" --fast "$scenarios/mixed.scn"
code 2 "a machine of 64 CPUs" "$first" --shape 8,4,2,4 "$scenarios/mixed.scn"
code 21 "more CPUs than the machine has" "$first" "$scenarios/mixed.scn"
says "... is said" 'mixed.scn: wants 4 CPUs, the machine has 1$'
wrong() # TEXT MESSAGE
{
	printf '%s\ntask a { loop { run 1s } }\n' "$1" >"$T/wrong.scn"
	code 21 "$1" "$first" --features "$T/features" "$T/wrong.scn"
	says "... is refused" "$2"
}
"$HOST/features" manifest "$T/patched" >"$T/features"
wrong 'set sched_features NO_SUCH_BIT' 'this kernel has no feature SUCH_BIT$'
wrong 'set sched_latency_ns many' "set sched_latency_ns: 'many' is not a number$"
wrong 'set sched_no_such_thing 1' 'set sched_no_such_thing: this kernel has none$'
wrong 'task turn { loop { yield } }' 'turn turns in a loop that takes no time$'
wrong 'set sched_min_granularity_ns 0' 'set sched_min_granularity_ns: 0 is out of its range$'
wrong 'task b cpus 8-9 { run 1ms }' 'none of the CPUs of b is there: there are 1$'
wrong 'task b { loop { start b } }' 'more than 30000 tasks$'
wrong 'task b { unlock l }' 'b unlocks l and does not hold it$'
printf 'time 1s\ntask a { loop { run 1s } }\ntask b { loop { run 1s } }\nat 500ms set sched_latency_ns 100000000\n' >"$T/set.scn"
ok "a setting in mid-run" "$first" --trace "$T/trace" "$T/set.scn"
is "... takes effect" "$(awk '$3 == "switch" { if ($1 < 500000000) early++; else late++ }
	END { print (early > 2 * late) }' "$T/trace")" 1

ok "make sim" make -s -C "$TOP" O="$made" sim TREE="$T/patched" SCENARIO="$scenarios/hogs.scn"
rm -rf "$made/sim/patched-"*-stoakley-default
says "... runs it" '^task hog\.0 ran 75[0-9]* '
code 11 "a folder that is no kernel tree" "$sim" --tree "$T" $base stoakley default "$scenarios/hogs.scn"
says "... is said" 'there is no kernel/sched.c in it'
code 2 "no such file" "$sim" --tree "$T/patched" $base stoakley default "$T/none.scn"
cp -r "$T/patched" "$T/odd"
echo 'int sim_no_such_thing(void); int odd(void); int odd(void) { return sim_no_such_thing(); }' \
	>>"$T/odd/kernel/sched.c"
code 15 "a symbol that is on no list" "$sim" --program --tree "$T/odd" $base stoakley default
says "... is named" 'does not know what these are: sim_no_such_thing$'
sed '$d' "$T/odd/kernel/sched.c" >"$T/sched.c"
sed 's/^asmlinkage long sys_sched_yield(void)$/&/; /^asmlinkage long sys_sched_yield/,/^}/s/^{/{\n\tBUG();/' \
	"$T/sched.c" >"$T/odd/kernel/sched.c"
printf 'task a { run 1ms yield }\n' >"$T/yield.scn"
code 1 "a BUG() of the tree" "$sim" --tree "$T/odd" $base stoakley default "$T/yield.scn"
says "... with its place" 'kernel/sched.c:[0-9]+ at [0-9.]+ s$'
finish
