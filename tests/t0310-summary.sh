#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# summary: one screen of what a boot reported, and nothing that it did not
. "${0%/*}/tap.sh"

summary=$HOST/summary
[ -x "$summary" ] || skip_all "$summary is not built"
nonce=5eed0123456789ab

sed '/^#! /d' "$TOP/tests/console/pass.txt" >"$T/pass"
cat >"$T/machine" <<'EOM'
# four CPUs in two pairs
name pairs
title Pairs: one socket of four cores, each pair of them with an L2 of its own, and a title too long for one line
sockets 1
cores 4            # per socket
threads 1
llc-cpus 2
EOM

# the whole screen, to the letter
cat >"$T/wanted" <<'EOM'
kernel     2.6.25-rc6-cfsq   #1 SMP Sat Mar 1 12:00:00 UTC 2008
build id   00c0ffee11c0ffee22c0ffee33c0ffee44c0ffee
base       v2.6.25-rc6, variant default, seed 0
machine    Pairs: one socket of four cores, each pair of them with an L2 of its
           own, and a title too long for one line
           each L2 pair is presented as a socket: 2 CPUs a package instead of 4
cpus       4 online; packages 2, CPUs a package 2, threads a core 1
domains    0 MC(expected) 0-1 2-3
           1 CPU(expected) 0-3
features   interface proc, number 39, as found; on are
           NEW_FAIR_SLEEPERS WAKEUP_PREEMPT START_DEBIT AFFINE_WAKEUPS
           CACHE_HOT_BUDDY SYNC_WAKEUPS
fairness   4 spinners of 20 ms: 4800 to 15005 loops, ratio 0.319
           usable: every CPU gets its turn
   setting asked                 number          messages errors       seconds
1  asis                              39             40000      0      1.134567
2  NO_WAKEUP_PREEMPT                 37             40000      0      1.234567
guest time 6.543210 s
report     complete, 8 tests, none failed
note       QEMU 10.0.2, icount
EOM
code 0 "the screen of a whole boot" "$summary" --nonce "$nonce" \
	--machine "$T/machine" --note "QEMU 10.0.2, icount" "$T/pass"
is "it is as expected" "$(cat "$T/out")" "$(cat "$T/wanted")"

# shows DESCRIPTION SED PATTERN [ARGUMENTS...]: after an edit of the console
shows()
{
	what=$1 edit=$2 pattern=$3
	shift 3
	sed "$edit" "$T/pass" >"$T/edited"
	"$summary" --nonce "$nonce" "$@" "$T/edited" >"$T/out" 2>&1 || :
	says "$what" "$pattern"
}
shows "without a machine file: its name" '' '^machine    pairs$'
silent_on "and no remark on sockets" 'presented as a socket'
sed 's/^cores 4/cores 2/' "$T/machine" >"$T/machine2"
"$summary" --nonce "$nonce" --machine "$T/machine2" "$T/pass" >"$T/out"
silent_on "no remark where the packages are the machine's" 'presented as a socket'
sed 's/^name pairs/name tulsa/' "$T/machine" >"$T/machine2"
"$summary" --nonce "$nonce" --machine "$T/machine2" "$T/pass" >"$T/out"
says "another machine's file is noticed" 'guest says it is pairs, the machine file tulsa'

shows "uneven CPUs" 's/ratio 0.319/ratio 0.099/' \
	'^ +limited: CPU time is shared unevenly, do not compare$'
shows "0.1 is not below 0.1" 's/ratio 0.319/ratio 0.100/' '^ +usable: '
shows "fairness absent, and why" 's/fairness .*/fairness absent the spinners did not end/' \
	'^fairness   absent the spinners did not end$'
shows "hackbench absent" 's/# hackbench 2 .*/# hackbench 2 absent/' \
	'^2  NO_WAKEUP_PREEMPT +37 +absent +absent +absent$'
shows "messages lost" 's/40000 received 40000 errors 0/40000 received 39999 errors 1/' \
	'^1  asis +39 +39999 of 40000 +1 '
shows "a setting's number absent" 's/asked asis number 39/asked asis number absent/' \
	'^1  asis +absent '
shows "unequal packages" 's/packagemates 0-1/packagemates 0-2,7/' \
	'CPUs a package 2 to 4'
shows "a damaged report says so" 's/seed 0/seed 1/' \
	'^report     damaged, do not trust it: line [0-9]+: the end line.s checksum'
shows "an incomplete report says so" '/ end 8/d' '^report     incomplete: '
shows "a crash is shown" 's/^.*Power down.*/[ 9.9] Kernel panic - not syncing: x/' \
	'^crash      panic, line [0-9]+: .*Kernel panic'
sed '/^#! /d' "$TOP/tests/console/fail.txt" >"$T/fail"
"$summary" --nonce "$nonce" "$T/fail" >"$T/out"
says "a failed test is counted" '^report     complete, 8 tests, 1 failed, the first:$'
says "and named" '^ +not ok 3 - sched domains: '

# W13: what is missing is absent, never 0
for key in release version build-id machine base variant seed cpus cpu domain \
	features fairness setting hackbench uptime; do
	sed "/ # $key /d" "$T/pass" >"$T/edited"
	code 0 "no $key" "$summary" --nonce "$nonce" "$T/edited"
	case $key in
	release) says "release comes from the banner" '^kernel     2.6.25-rc6-cfsq   #1' ;;
	*) says "no $key: absent" 'absent' ;;
	esac
done
sed '/ # /d' "$T/pass" >"$T/edited"
"$summary" --nonce "$nonce" "$T/edited" >"$T/out"
sed '/^kernel\|^report/d' "$T/out" >"$T/rest"
silent_on "no figure without data" '[0-9]' "$T/rest"

# one screen, whatever comes
long=$(head -c 200 /dev/zero | tr '\0' x)
{
	cat "$T/pass"
	for i in 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21; do
		echo "cfsq $nonce # setting $i asked $long number $long names $long"
		echo "cfsq $nonce # hackbench $i groups 1 messages $long received 1 errors $long time $long"
		echo "cfsq $nonce # domain $i $long 0-$i"
	done
} >"$T/long"
sed "s/seed 0/seed $long/; s/names /names $long /; s/machine pairs/machine $long/" \
	"$T/long" >"$T/longer"
sed 's/seed 0/seed \o033[2J\o377\o001\o000x/; s/ # cpu / # cpu  /' "$T/pass" >"$T/odd"
tests=$TOP/tests/console
# the most that can stand above and below the table: a failed test and a crash
sed "s/ ok 3 - / not ok 3 - $long/; s/^.*Power down.*/Oops: 0000 [1] SMP/" "$T/longer" |
	grep -v ' 1\.\.8\| end 8' >"$T/full"
for file in "$T/long" "$T/longer" "$T/full" "$T/odd" "$tests"/*.txt; do
	"$summary" --nonce "$nonce" --machine "$T/machine" --note "$long" \
		--note b --note c --note d "$file" >"$T/screen" 2>/dev/null || :
	awk -v name="${file##*/}" 'length > 80 { print name ": columns" }
		/[^ -~]/ { print name ": not ASCII" }
		/ $/ { print name ": blank at the end" }
		END { if (NR > 24) print name ": " NR " lines"
		      if (!NR) print name ": nothing" }' "$T/screen"
done >"$T/wrong"
is "24 lines, 80 columns, ASCII" "$(cat "$T/wrong")" ""
"$summary" --nonce "$nonce" --machine "$T/machine" --note a --note b --note c \
	--note d "$T/long" >"$T/out"
is "a long one fills the screen" "$(wc -l <"$T/out")" 24
says "settings that do not fit are counted" '^\.\.\. +and [0-9]+ more$'
says "so are domains" '^ +\.\.\. and [0-9]+ more$'
says "so are notes" '^note       \.\.\. and 3 more$'
"$summary" --nonce "$nonce" --machine "$T/machine" --note a --note b --note c \
	--note d "$T/full" >"$T/out"
is "a failed test and a crash fit, too" "$(wc -l <"$T/out")" 24
says "the table keeps its head" '^   setting asked '
says "and its count" '^\.\.\. +and [0-9]+ more$'
says "the failed test is there" '^ +not ok 3 - x'
says "the crash is there" '^crash      oops, '
says "what is too long ends in ..." 'x\.\.\.$'

# command line and files
code 45 "no report: PROTOCOL" "$summary" --nonce "$nonce" /dev/null
says "and says what to do" '^  -> verdict says'
code 45 "another nonce: no report" "$summary" --nonce 0123456789abcdef "$T/pass"
says "the banner is shown all the same" '^kernel     2.6.25-rc6-cfsq'
ok "standard input" sh -c '"$1" --nonce "$2" - <"$3"' - "$summary" "$nonce" "$T/pass"
code 0 "--help" "$summary" --help
for option in nonce machine note; do
	says "--help names --$option" "--$option"
done
usage() # DESCRIPTION CODE PATTERN ARGUMENTS...
{
	what=$1 wanted=$2 pattern=$3
	shift 3
	code "$wanted" "$what" "$summary" "$@"
	says "$what: says what" "^summary: $pattern"
	says "$what: says the way out" '^  -> .'
}
usage "no nonce" 2 "command line: no --nonce" "$T/pass"
usage "bad nonce" 2 "--nonce: not 16" --nonce 5eed "$T/pass"
usage "no console" 2 "command line: no console" --nonce "$nonce"
usage "unknown option" 2 "--nonsense: no such option" --nonsense
usage "no such file" 2 "$T/nowhere: cannot read: No such file" --nonce "$nonce" "$T/nowhere"
usage "no such machine file" 2 "$T/nowhere: cannot read: No such file" --nonce "$nonce" \
	--machine "$T/nowhere" "$T/pass"
sed 's/^cores 4/cores four/' "$T/machine" >"$T/machine2"
usage "malformed machine file" 21 "$T/machine2:5: cores is not a number" --nonce "$nonce" \
	--machine "$T/machine2" "$T/pass"
grep -v '^title' "$T/machine" >"$T/machine2"
usage "machine file without title" 21 "$T/machine2: title, cores or threads" \
	--nonce "$nonce" --machine "$T/machine2" "$T/pass"

finish
