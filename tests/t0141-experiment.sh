#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# experiment: what a file of experiments/ may say, and what is said of one that is wrong.
. "${0%/*}/tap.sh"
experiment=$HOST/experiment
[ -x "$experiment" ] || skip_all "$experiment is not built: run 'make programs' first"

ok "every experiment of ours" "$experiment" --check "$TOP"/experiments/*
for f in "$TOP"/experiments/*; do
	sed -n "s/^[[:space:]]*base //p" "$f" | while read -r base; do
		awk -v tag="$base" '$1 == tag && $6 != "-" { found = 1 } END { exit !found }' \
			"$TOP/patches/bases" || echo "${f##*/}: $base"
	done
done >"$T/unserved"
is "... each base has a series" "$(cat "$T/unserved")" ""

cat >"$T/good" <<-'EOT'
	# a comment
	title    a title
	question What?
	machine  tulsa
	workload hackbench 2 process 5
	metric   time 2%
	boots    9
	seed     3
	arm a
		base v2.6.26
	arm b
		base v2.6.26
		variant nogroup
		series stock
		features NO_HRTICK START_DEBIT
		sysctl kernel.sched_compat_yield 1
	compare a b what differs
	figure a 30 s
	differ a reason
EOT
ok "a good one" "$experiment" --check "$T/good"
ok "--arms" "$experiment" --arms "$T/good"
is "... the head, and an arm a line" "$(cat "$T/out")" "$(printf 'tulsa\t9\t3
a\tv2.6.26\tdefault\tqueue\tasis
b\tv2.6.26\tnogroup\tstock\tNO_HRTICK+START_DEBIT')"
ok "--run" "$experiment" --run b 4 "$T/good"
is "... what the guest is given" "$(cat "$T/out")" "features NO_HRTICK+START_DEBIT
sysctl kernel.sched_compat_yield 1
workload hackbench --seed 4 2 process 5"
ok "--list" "$experiment" --list "$T/good"
says "... has the title" '^good +a title$'
code 2 "an arm that is not there" "$experiment" --run c 1 "$T/good"
code 2 "no verb" "$experiment" "$T/good"
code 2 "no file" "$experiment" --check

# wrong MESSAGE SED: the changed file is refused with this line
wrong()
{
	sed "$2" "$T/good" >"$T/bad"
	code 21 "$1" "$experiment" --check "$T/bad"
	says "... is said so" "$1"
}
wrong 'bad:3: quesion: no such key, did you mean question' 's/^question/quesion/'
wrong 'bad:2: title: its text is missing' 's/^title.*/title/'
wrong 'title is missing' '/^title/d'
wrong 'question is missing' '/^question/d'
wrong 'machine is missing' '/^machine/d'
wrong 'workload is missing' '/^workload/d'
wrong 'metric is missing' '/^metric/d'
wrong 'compare is missing' '/^compare/d'
wrong 'bad:5: machine: given a second time' '4p'
wrong 'bad:5: workload: no workload .hackbnch., did you mean hackbench' 's/hackbench/hackbnch/'
wrong 'bad:5: workload: --seed and --limit are given by the bench' 's/process 5/process 5 --seed 3/'
wrong 'bad:5: workload: .;. in the words' 's/process 5/process 5;/'
wrong 'bad:6: metric: .2. is no margin' 's/2%/2/'
wrong 'bad:6: metric: .nan%. is no margin' 's/2%/nan%/'
wrong 'bad:6: metric: .0%. is no margin' 's/2%/0%/'
wrong 'bad:7: metric: time is given a second time' '6p'
wrong 'bad:7: boots: a number from 1 to 40' 's/^boots.*/boots 41/'
wrong 'bad:7: boots: a number from 1 to 40' 's/^boots.*/boots -1/'
wrong 'bad:9: arm: .A. is no name' 's/^arm a/arm A/'
wrong 'bad:11: arm: a is there already' 's/^arm b/arm a/'
wrong 'bad:9: arm a: base is missing' '10d'
wrong 'bad:9: base: no arm is begun yet' '9d'
wrong "bad:14: series: 'mine'" 's/stock/mine/'
wrong 'bad:15: features: a number is another thing on every kernel' 's/features.*/features 319/'
wrong 'bad:15: features: .h. in the name' 's/features.*/features hrtick/'
wrong 'bad:16: sysctl: features are set by name' 's/sched_compat_yield/sched_features/'
wrong 'bad:16: sysctl: .net.x. is no name below kernel' 's/kernel.sched_compat_yield/net.x/'
wrong 'bad:16: sysctl: .yes. is no number' 's/yield 1/yield yes/'
wrong 'bad:17: sysctl: kernel.sched_compat_yield is given a second time' 16p
wrong "bad:17: compare: no arm 'bb', did you mean" 's/compare a b/compare a bb/'
wrong 'bad:17: compare: an arm with itself' 's/compare a b/compare a a/'
wrong "bad:18: figure: no arm 'x'" 's/figure a/figure x/'
cp "$T/good" "$T/Good File"
code 21 "a name that is none" "$experiment" --check "$T/Good File"
code 2 "a file that is not there" "$experiment" --check "$T/none"
: >"$T/empty"
code 21 "an empty file" "$experiment" --check "$T/empty"
{ cat "$T/good"; printf '\000'; } >"$T/nul"
code 21 "a NUL in it" "$experiment" --check "$T/nul"

# whatever is in it, it is taken or refused, and nothing else happens
if ${HOSTCC:-gcc} -std=gnu11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	-I "$HOST/gen" -iquote "$TOP/tools" -o "$T/san" "$TOP/tools/experiment-cli.c" \
	"$TOP/tools/experiment.c" "$TOP/tools/lines.c" >"$T/out" 2>&1; then
	n=0
	while [ $n -lt 150 ]; do
		n=$((n + 1))
		awk -v seed=$n 'BEGIN { srand(seed) }
			{ if (rand() < .1) $0 = substr($0, 1, int(rand() * length($0)))
			  if (rand() < .1) $0 = $0 sprintf("%c", 33 + int(rand() * 90))
			  if (rand() > .05) print
			  if (rand() < .05) print }' "$T/good" >"$T/fuzz"
		rc=0
		"$T/san" --arms "$T/fuzz" >"$T/out" 2>&1 || rc=$?
		case $rc in 0|21) ;; *) echo "seed $n: $rc" ;; esac
	done >"$T/odd"
	is "150 mangled files: taken or refused" "$(cat "$T/odd")" ""
else
	skip "mangled files" "${HOSTCC:-gcc} has no sanitizers"
fi
finish
