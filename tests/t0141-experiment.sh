#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# experiment: what a file of experiments/ may say, and what is said of one that is wrong.
. "${0%/*}/tap.sh"
experiment=$HOST/experiment
[ -x "$experiment" ] || skip_all "$experiment is not built: run 'make programs' first"

ok "every experiment of ours" "$experiment" --check "$TOP"/experiments/*
ok "... its machine, bases and variants are there" \
	"$experiment" --check --top "$TOP" "$TOP"/experiments/*

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
code 2 "a seed that is none" "$experiment" --run b x "$T/good"
code 2 "two files for --arms" "$experiment" --arms "$T/good" "$T/good"
ok "--help" "$experiment" --help
says "... is the usage" '^usage: experiment'
ok "--list" "$experiment" --list "$T/good"
says "... machine, arms, boots and the workload" '^ +on tulsa, 2 arms, 9 boots each: hackbench 2 process 5$'
says "... has the title" '^ +a title$'
code 2 "an arm that is not there" "$experiment" --run c 1 "$T/good"
code 2 "no verb" "$experiment" "$T/good"
code 2 "no word at all" "$experiment"
says "... is said" 'a verb is missing$'
code 2 "no file" "$experiment" --check
code 2 "no file behind --top" "$experiment" --check --top "$TOP"
code 2 "a folder that is no project" "$experiment" --check --top "$T" "$T/good"
says "... is named" "^experiment: $T/configs: "

# wrong MESSAGE SED: the changed file is refused with this line
wrong()
{
	sed "$2" "$T/good" >"$T/bad"
	code 21 "$1" "$experiment" --check "$T/bad"
	says "... is said so" "$1"
}

# a metric is one that the workload prints; the way out names all of them
GUEST=${GUEST:-$HOST/../guest}
for words in "hackbench 1 process 2" "chat --rooms 1 --count 2" "oltp --threads 2 --seconds 1" \
	"fairness --nice 0,5 --ms 50" "wakelat --wakeups 5" "clock --reads 50" \
	"slices --run-in 10 --ms 100 hog sleeper,run=1000,sleep=5000"; do
	program=${words%% *}
	if [ ! -x "$GUEST/$program" ]; then
		skip "the metrics of $program" "no $GUEST/$program: run 'make programs' first"
		continue
	fi
	# one whose run was disturbed has none
	for n in 1 2 3 4 5; do
		# shellcheck disable=SC2086
		"$GUEST/"$words >"$T/run" 2>&1 && break
	done
	sed -n 's/^metric \([^ ]*\) .*/\1/p' "$T/run" | paste -s -d , - | sed 's/,/, /g' >"$T/metrics"
	sed "s/^workload .*/workload $words/; s/^metric .*/metric none 2%/" "$T/good" >"$T/bad"
	code 21 "a metric that $program does not print" "$experiment" --check --top "$TOP" "$T/bad"
	says "... is said with line and key" "bad:6: metric: no metric of $program is called 'none'"
	if ! grep -q . "$T/metrics"; then
		skip "... and which it prints" "$program was disturbed, $n times"
		continue
	fi
	is "... and which it prints" "$(sed -n 's/^  -> //p' "$T/out")" "$(cat "$T/metrics")"
done

# unknown MESSAGE LINE SED: the same of what the project does not have
unknown()
{
	sed "$3" "$T/good" >"$T/bad"
	ok "$1: well formed" "$experiment" --check "$T/bad"
	code 21 "... but it is not there" "$experiment" --check --top "$TOP" "$T/bad"
	says "... is said with line and key" "^experiment: $T/bad:$2: $1"
	says "... and the way out" '^  -> .'
}
unknown "machine: no machine 'tuls', did you mean tulsa\$" 4 's/tulsa/tuls/'
unknown "base: no base with a series is called 'v2.6.99'" 10 '10s/v2.6.26/v2.6.99/'
# there, and without a series
unknown "base: no base with a series is called 'v2.6.25-rc1'" 12 '12s/v2.6.26/v2.6.25-rc1/'
unknown "variant: no variant of the configuration 'nogruop', did you mean nogroup\$" 13 's/nogroup/nogruop/'
unknown "variant: no variant of the configuration 'tulsa'\$" 13 's/nogroup/tulsa/'
says "... and only what can be one is named" '^  -> default, nogroup$'
unknown "variant: no variant of the configuration 'common'" 13 's/nogroup/common/'
wrong 'bad:3: quesion: no such key, did you mean question' 's/^question/quesion/'
wrong 'bad:2: title: its text is missing' 's/^title.*/title/'
wrong 'title is missing' '/^title/d'
wrong 'arm is missing' '/^arm/,/sysctl/d'
wrong "bad:2: mtail: no such key, did you mean mail" 's/^title/mtail/'
wrong 'bad:2: blah: no such key$' 's/^title/blah/'
wrong 'bad:4: machine: one word too many' 's/tulsa/tulsa stoakley/'
wrong 'bad:4: machine: its value is missing' 's/tulsa//'
wrong 'bad:3: title: given a second time' '2p'
wrong 'bad:4: question: given a second time' '3p'
wrong 'bad:6: workload: given a second time' '5p'
wrong 'bad:8: boots: given a second time' '7p'
wrong 'bad:9: seed: given a second time' '8p'
wrong 'bad:11: base: given a second time' '10p'
wrong 'bad:14: variant: given a second time' '13p'
wrong 'bad:15: series: given a second time' '14p'
wrong 'bad:16: features: given a second time' '15p'
wrong 'bad:18: compare: a and b are given a second time' '17p'
wrong 'bad:18: compare: b and a are given a second time' '17a\compare b a the other way'
wrong 'question is missing' '/^question/d'
wrong 'machine is missing' '/^machine/d'
wrong 'workload is missing' '/^workload/d'
wrong 'metric is missing' '/^metric/d'
wrong 'compare is missing' '/^compare/d'
wrong 'bad:5: machine: given a second time' '4p'
wrong 'bad:5: workload: no workload .hackbnch., did you mean hackbench' 's/hackbench/hackbnch/'
wrong 'bad:5: workload: --seed and --limit are given by the bench' 's/process 5/process 5 --seed 3/'
wrong 'bad:5: workload: .;. in the words' 's/process 5/process 5;/'
wrong 'bad:5: workload: --seed and --limit are given by the bench' 's/process 5/process 5 --limit 3/'
wrong 'bad:5: workload: ./. in the words' 's,process 5,process ../x,'
wrong 'bad:5: workload: .\$. in the words' 's/process 5/$HOME/'
wrong 'bad:5: workload: too long' 's/process 5/1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1/'
wrong 'bad:5: workload: too long' "s/process 5/$(printf '%0200d' 1)/"
wrong 'bad:5: real: no workload .sysbench' '4a\real sysbench 8'
wrong 'bad:6: metric: .2. is no margin' 's/2%/2/'
wrong 'bad:6: metric: .nan%. is no margin' 's/2%/nan%/'
wrong 'bad:6: metric: .0%. is no margin' 's/2%/0%/'
for margin in 101% -2% 2%% % 0x2% 1e1% inf% . 2,5%; do
	wrong "bad:6: metric: .$margin. is no margin" "s/2%/$margin/"
done
wrong 'bad:6: metric: a name and a margin are wanted' 's/ 2%//'
wrong 'bad:6: metric: .Time. is no name' 's/time/Time/'
wrong 'bad:12: metric: more than 6' '6{p;s/time/n1/p;s/n1/n2/p;s/n2/n3/p;s/n3/n4/p;s/n4/n5/p;s/n5/n6/}'
wrong 'bad:7: metric: time is given a second time' '6p'
wrong 'bad:7: boots: a number from 1 to 40' 's/^boots.*/boots 41/'
wrong 'bad:7: boots: a number from 1 to 40' 's/^boots.*/boots -1/'
wrong 'bad:7: boots: a number from 1 to 40' 's/^boots.*/boots 0/'
wrong 'bad:7: boots: a number from 1 to 40' 's/^boots.*/boots 9 9/'
wrong 'bad:8: seed: a number from 1 to 1000000' 's/^seed.*/seed 0/'
wrong 'bad:8: seed: a number from 1 to 1000000' 's/^seed.*/seed 99999999999999999999/'
wrong 'bad:9: arm: .A. is no name' 's/^arm a/arm A/'
wrong 'bad:11: arm: a is there already' 's/^arm b/arm a/'
wrong 'bad:9: arm a: base is missing' '10d'
wrong 'bad:9: base: no arm is begun yet' '9d'
wrong "bad:14: series: 'mine'" 's/stock/mine/'
wrong 'bad:15: features: a number is another thing on every kernel' 's/features.*/features 319/'
# F8: a number means another feature on every kernel
wrong 'bad:15: features: a number is another thing on every kernel' 's/features.*/features HRTICK 39/'
wrong 'bad:15: features: a number is another thing on every kernel' 's/features.*/features NO_39/'
wrong 'bad:15: features: .,. in the name' 's/features.*/features 319,63/'
wrong 'bad:15: features: HRTICK is given a second time' 's/features.*/features NO_HRTICK START_DEBIT HRTICK/'
wrong 'bad:15: features: its text is missing' 's/features.*/features/'
wrong 'bad:15: features: .a. in the name' 's/features.*/features asis HRTICK/'
wrong 'bad:15: features: .h. in the name' 's/features.*/features hrtick/'
wrong 'bad:15: features: .NO_. names no feature' 's/features.*/features NO_/'
wrong 'bad:16: sysctl: .kernel.. is no name below kernel' 's/kernel.sched_compat_yield/kernel./'
wrong 'bad:16: sysctl: .--1-. is no number' 's/yield 1/yield --1-/'
wrong 'bad:16: sysctl: .-. is no number' 's/yield 1/yield -/'
wrong 'workload: a tab in the words' 's/^workload .*/workload hackbench\t2/'
wrong 'bad:16: sysctl: features are set by name' 's/sched_compat_yield/sched_features/'
wrong 'bad:16: sysctl: .net.x. is no name below kernel' 's/kernel.sched_compat_yield/net.x/'
wrong 'bad:16: sysctl: .yes. is no number' 's/yield 1/yield yes/'
wrong 'bad:17: sysctl: kernel.sched_compat_yield is given a second time' 16p
wrong 'bad:16: sysctl: .kernel.../x. is no name below kernel' 's,kernel.sched_compat_yield,kernel.../x,'
wrong 'bad:16: sysctl: a name and a value are wanted' 's/yield 1/yield/'
wrong 'bad:16: sysctl: a name and a value are wanted' 's/yield 1/yield 1 2/'
wrong 'bad:24: sysctl: more than 8' '16{p;s/yield/a/p;s/_a/_b/p;s/_b/_c/p;s/_c/_d/p;s/_d/_e/p;s/_e/_f/p;s/_f/_g/p;s/_g/_h/}'
wrong 'bad:17: compare: two arms and what differs are wanted' 's/compare a b.*/compare a/'
wrong 'bad:17: compare: its text is missing' 's/compare a b.*/compare a b/'
wrong 'bad:18: figure: its text is missing' 's/figure a.*/figure a/'
wrong 'bad:19: differ: its text is missing' 's/differ.*/differ/'
wrong 'bad:2: byte 0x1b in column 12' 's/a title/a \x1b[31m title/'
wrong 'bad:2: byte 0xc3 in column' 's/a title/\xc3\xa4/'
wrong 'bad:2: byte 0x0d in column' 's/a title/a\rtitle/'
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
code 2 "a folder" "$experiment" --check "$T"
name=abcdefghijklmnopqrstuvwxyz012345
cp "$T/good" "$T/$name"
code 21 "a name of 32 letters" "$experiment" --check "$T/$name"
mv "$T/$name" "$T/${name%?}"
ok "one of 31" "$experiment" --check "$T/${name%?}"
sed 's/$/\r/' "$T/good" >"$T/crlf"
ok "CR line ends" "$experiment" --arms "$T/crlf"
is "... are as good as LF" "$(cat "$T/out")" "$("$experiment" --arms "$T/good")"
{ sed 's/^/# /' "$T/good"; cat "$T/good"; } | sed 's/#.*/# \xc3\xa4/' >"$T/umlaut"
ok "any text in a comment" "$experiment" --check "$T/umlaut"
{ cat "$T/good"; yes '# a comment' | head -n 1000000; } >"$T/long"
ok "a long one" timeout 20 "$experiment" --check "$T/long"
head -c 3000000 /dev/zero | tr '\0' x >"$T/huge"
code 21 "a line of 3 MB" timeout 20 "$experiment" --check "$T/huge"
truncate -s 300M "$T/huge"
code 2 "a file of 300 MB" timeout 20 "$experiment" --check "$T/huge"
rm "$T/huge" "$T/long"
code 21 "the second of two is wrong" "$experiment" --check "$T/good" "$T/bad"
says "... and named" 'bad:'

# whatever is in it, it is taken or refused, and nothing else happens
if ${HOSTCC:-gcc} -std=gnu11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	-I "$HOST/gen" -iquote "$TOP/tools" -o "$T/san" "$TOP/tools/experiment-cli.c" \
	"$TOP/tools/experiment.c" "$TOP/tools/lines.c" >"$T/out" 2>&1; then
	n=0
	while [ $n -lt 400 ]; do
		n=$((n + 1))
		awk -v seed=$n 'BEGIN { srand(seed) }
			{ if (rand() < .1) $0 = substr($0, 1, int(rand() * length($0)))
			  if (rand() < .1) $0 = $0 sprintf("%c", 33 + int(rand() * 90))
			  if (rand() < .1) { at = int(rand() * length($0))
				$0 = substr($0, 1, at) sprintf("%c", 1 + int(rand() * 254)) substr($0, at + 2) }
			  if (rand() > .05) print
			  if (rand() < .05) print }' "$T/good" >"$T/fuzz"
		rc=0
		"$T/san" --arms "$T/fuzz" >"$T/said" 2>&1 || rc=$?
		case $rc in 0|21) ;; *) echo "seed $n: $rc $(head -n 3 "$T/said")" ;; esac
	done >"$T/odd"
	is "400 mangled files: taken or refused" "$(cat "$T/odd")" ""
else
	skip "mangled files" "${HOSTCC:-gcc} has no sanitizers"
fi
finish
