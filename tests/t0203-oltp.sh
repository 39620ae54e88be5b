#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# oltp: transactions between two processes, its self-check, --vmstat, its limits.
. "${0%/*}/tap.sh"
. "${0%/*}/workload.sh"
workload oltp

for seed in 0 7; do
	ok "oltp --seed $seed, 3 pairs" "$SAN" --threads 3 --transactions 5 --seed $seed
	result "... its result"
	says "... has a histogram" '^hist response ns( [0-9]+:[0-9]+)+$'
	rows=$(awk '$2 == "rows" { print $3 }' "$T/out")
	is "... all of it" "$(sed -e '/^hist response ns [0-9: ]*$/d' \
		-e 's/ [0-9]*\.[0-9][0-9] tps/ N tps/' -e 's/ [0-9]* ns/ N ns/' "$T/out")" \
		"metric throughput N tps more
metric response.p99 N ns less
count transactions 15
count queries 240
count rows $rows
errors 0"
	is "... every response is in the histogram" \
		"$(awk '$1 == "hist" { for (i = 4; i <= NF; i++) { split($i, a, ":"); n += a[2] } }
			END { print n }' "$T/out")" 240
	# 10 points, a range, its order, and what is distinct of it
	is "... so many rows a transaction" "$((rows / 15 > 210 && rows / 15 <= 310))" 1
	eval "rows_$seed=\$rows"
done
# shellcheck disable=SC2154
is "a seed does not change what is read" "$rows_7" "$rows_0"

ok "oltp with its defaults" "$prog"
says "... is 8 pairs with 25 transactions each" '^count transactions 200$'
says "... of 16 round trips" '^count queries 3200$'
silent_on "... and no word of vmstat" vmstat

ok "oltp --seconds 2 --vmstat" "$SAN" --seconds 2 --vmstat --threads 2
result "... its result"
says "... says that the work was not fixed" '^note the time was fixed, 2 s, not the work$'
says "... the columns of vmstat" '^note vmstat r b in cs us sy id$'
says "... a line of them" '^note vmstat [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+$'
says "... and one for the whole run" \
	'^note vmstat.run [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+$'
is "... whose times are no more than all there was" \
	"$(awk '/^note vmstat.run/ { print $7 + $8 + $9 <= 102 }' "$T/out")" 1
ok "a short run with --vmstat" "$prog" --transactions 1 --vmstat
result "... its result"
says "... has the line for the whole run too" '^note vmstat.run( [0-9]+){7}$'

ok "oltp --help" "$prog" --help
says "... tells its options" '--vmstat'
usage x '--threads 0' '--threads 4001' --threads '--transactions 0' '--transactions x' \
	--seconds '--seconds 0' '--seconds 1 --transactions 1' '--transactions 1 --seconds 1' \
	--limit '--limit 0' '--seed -1' -x '--threads 99999999999'

# the limits
# shellcheck disable=SC2016
code "$NOTOK" "100 pairs, 64 files" \
	sh -c 'ulimit -n 64 && exec setpriv --bounding-set -all --inh-caps -all "$1" --threads 100' \
	sh "$prog"
if grep -q 'file limit' "$T/out"; then
	says "... says before the start what is needed and what there is" \
		'file limit: 100 pairs of threads need 2[0-9]+ open files, RLIMIT_NOFILE allows 64'
	no_metric "... and prints no rate"
else
	skip "... says what is needed" "this user may raise the limit, or setpriv is missing"
fi
for much in '--transactions 10000000' '--seconds 100 --vmstat'; do
	# shellcheck disable=SC2086
	code "$NOTOK" "--limit ends $much" "$prog" --limit 1 $much
	says "... as no result" 'limit: the run did not end in time'
	no_metric "... and prints no rate"
	gone oltp
done

# one of the two processes is killed
"$prog" --transactions 1000000 >"$T/out" 2>&1 &
pid=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
	sleep 0.2
	child=$(pgrep -P $pid | head -n 1)
	[ -n "$child" ] && break
done
sleep 0.3
kill -9 "$child"
rc=0
wait $pid || rc=$?
is "a killed process ends the run" $rc "$NOTOK"
says "... which is said" 'check: .* processes ended badly'
no_metric "... and there is no rate"
gone oltp

# mutate SED-SCRIPT WHAT: $T/bad is oltp with a fault
mutate()
{
	sed "$1" "$TOP/guest/oltp.c" >"$T/bad.c"
	if cmp -s "$T/bad.c" "$TOP/guest/oltp.c"; then
		is "the fault is in the source" "not there: $1" ""
		return 1
	fi
	compile "$T/bad" "$T/bad.c" && return
	skip "$2" "${HOSTCC:-gcc} has no sanitizers"
	return 1
}

# found WHAT SED-SCRIPT: a fault that the check must find
found()
{
	mutate "$2" "$1" || return
	code "$NOTOK" "$1: found" "$T/bad" --limit 60 --transactions 3
	says "... and counted" '^errors [1-9]'
	no_metric "... and there is no rate"
}
found "a damaged row" "s/^\tto\[4 + C_SIZE\] = '.n';/&\n\tto[60] ^= row->id % 32 == 3;/"
found "a wrong sum" 's/^\t\tfor (i = 0; i < RANGE; i++)$/\t\tfor (i = q->kind == SUM; i < RANGE; i++)/'
found "no order" 's/^\tqsort(.*/\t(void)by_c;/'
found "rows that are not distinct" 's/!distinct ||/1 ||/'
found "a row twice in place of another" 's/sorted\[i\] = table + first + i;/sorted[i] = table + first + i - (i == 50);/'
found "a damaged request" 's/^\tq->sum = sum(q);/&\n\tq->text[2] ^= q->seq == 9;/'
found "a reply to another request" 's/\.seq = q->seq }/.seq = q->seq \& ~8 }/'
if mutate 's/^\t\tmake_table();/\t\t_exit(3);/' "a process that dies before the start"; then
	code "$NOTOK" "a process that dies before the start" timeout 60 "$T/bad"
	says "... is the start barrier's error" \
		'start barrier: a process died before the start, [0-9]+ of 16 threads were ready'
	gone bad
fi

# races
race()
{
	${HOSTCC:-gcc} -std=gnu11 -g -O1 -fsanitize=thread -iquote "$TOP/guest" -o "$T/race" \
		"$1" "$TOP/guest/bench.c" "$TOP/guest/pair.c" -lpthread >"$T/out" 2>&1 &&
		"$T/race" --help >"$T/out" 2>&1
}
if race "$TOP/guest/oltp.c"; then
	ok "no race" "$T/race" --transactions 5 --vmstat
	silent_on "... by the thread sanitizer" 'ThreadSanitizer'
	sed '/^static void visit/,/^}/s/^\tpthread_mutex.*//' "$TOP/guest/oltp.c" >"$T/bad.c"
	race "$T/bad.c"
	"$T/race" --transactions 5 >"$T/out" 2>&1
	says "... which finds one where the lock is missing" 'ThreadSanitizer: data race'
else
	skip "no race" "no thread sanitizer here"
fi
callers --threads 1 --transactions 2
finish
