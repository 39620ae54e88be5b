#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# hackbench: the mail's command line, its self-check, its limits.
. "${0%/*}/tap.sh"
. "${0%/*}/workload.sh"
workload hackbench

for mode in process thread; do
	for pipe in '' -pipe; do
		for seed in 0 7; do
			# shellcheck disable=SC2086
			ok "hackbench --seed $seed $pipe 2 $mode 10" "$SAN" --seed $seed $pipe 2 $mode 10
			result "... its result"
			is "... all of it" "$(sed 's/[0-9]*\.[0-9]\{6\}/T/' "$T/out")" "Time: T
metric time T s less
count messages.sent 8000
count messages.received 8000
errors 0"
		done
	done
done
ok "hackbench with its defaults" "$prog" 1
says "... is process, 100 loops" '^count messages.sent 40000$'
ok "hackbench --help" "$prog" --help
says "... tells its options" '--seed'
usage '' 0 x '1 fibre' '1 process 0' '1 process 1 1' '--limit' '-x 1' 99999999999 '--seed -1 1'
# shellcheck disable=SC2016
code "$NOTOK" "150 groups of threads, 1024 files" \
	sh -c 'ulimit -n 1024 && exec setpriv --bounding-set -all --inh-caps -all "$1" 150 thread 1' \
	sh "$prog"
if grep -q 'file limit' "$T/out"; then
	says "... says before the start what is needed and what there is" \
		'file limit: 150 groups of threads need 60[0-9]+ open files, RLIMIT_NOFILE allows 1024'
	no_metric "... and prints no time"
else
	skip "... says what is needed" "this user may raise the limit, or setpriv is missing"
fi
for mode in process thread; do
	code "$NOTOK" "--limit ends a run of ${mode}es that takes too long" "$prog" --limit 1 20 $mode 1000000
	says "... as no result" 'limit: the run did not end in time'
	no_metric "... and prints no time"
	gone hackbench
done

# a damaged message is found: one that builds a wrong sum now and then
sed 's/total += m->word\[i\];/total += m->word[i] + (m->word[M_SEQ] == 3 \&\& pipes == 0 \&\& getpid() % 7 == 0);/' \
	"$TOP/guest/hackbench.c" >"$T/bad.c"
if compile "$T/bad" "$T/bad.c"; then
	code "$NOTOK" "damaged messages are found" "$T/bad" 1 process 5
	says "... and counted" '^errors [1-9]'
	no_metric "... and there is no time"
fi
callers 1 process 2
finish
