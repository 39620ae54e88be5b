#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# chat: rooms that talk over TCP, its two kinds of lock, its self-check, its limits.
. "${0%/*}/tap.sh"
. "${0%/*}/workload.sh"
workload chat

# numbers FILE: the lines of a result but for the measured numbers
numbers()
{
	sed -e '/^hist delivery ns [0-9: ]*$/d' -e 's/ [0-9]* messages per/ N messages per/' \
		-e 's/^\(metric [^ ]*\) [0-9]*/\1 N/' -e 's/^count yields .*/count yields N/' "$1"
}

for lock in mutex yield; do
	for seed in 0 7; do
		ok "chat --lock $lock --seed $seed, 2 rooms" \
			"$SAN" --rooms 2 --count 5 --lock $lock --seed $seed
		result "... its result"
		says "... has a histogram" '^hist delivery ns( [0-9]+:[0-9]+)+$'
		is "... all of it" "$(numbers "$T/out" | grep -v '^count yields N$')" \
			"Average throughput = N messages per second
metric throughput N msgs/s more
metric delivery.p99 N ns less
count messages.sent 200
count messages.received 3800
errors 0"
	done
done
says "... and the yields of --lock yield" '^count yields [0-9]+$'
is "every delivery is in the histogram" \
	"$(awk '$1 == "hist" { for (i = 4; i <= NF; i++) { split($i, a, ":"); n += a[2] } }
		END { print n }' "$T/out")" 3800

ok "chat with its defaults" "$prog"
says "... is 1 room, 10 messages, once: sent" '^count messages.sent 200$'
says "... received" '^count messages.received 3800$'
silent_on "... with no sample" '^sample '
silent_on "... and mutexes" '^count yields'

ok "chat --repeat 3" "$prog" --repeat 3 --count 4
result "... its result"
is "... has a line for each" "$(grep -c '^Average throughput = [0-9]* messages per second$' "$T/out")" 3
is "... the metric is the median of the sample" \
	"$(awk '/^metric throughput/ { print $3 }' "$T/out")" \
	"$(awk '/^sample throughput msgs.s/ { for (i = 4; i <= NF; i++) print $i }' "$T/out" |
		sort -n | sed -n 2p)"
says "... the counts are of all three" '^count messages.received 4560$'
ok "chat --repeat 50 --count 1" "$prog" --repeat 50 --count 1
is "... and no line is too long for a guest's report" "$(awk 'length > 900' "$T/out")" ""

ok "chat --help" "$prog" --help
says "... tells its options" '--lock yield'
usage x '--rooms 0' '--rooms 1001' --rooms '--count 0' '--count x' '--repeat 0' '--repeat 51' \
	'--lock' '--lock spin' --limit '--limit 0' '--seed -1' -x '--rooms 99999999999'

# the limits
# shellcheck disable=SC2016
code "$NOTOK" "10 rooms, 64 files" \
	sh -c 'ulimit -n 64 && exec setpriv --bounding-set -all --inh-caps -all "$1" --rooms 10' \
	sh "$prog"
if grep -q 'file limit' "$T/out"; then
	says "... says before the start what is needed and what there is" \
		'file limit: 10 rooms need 2[0-9]+ open files, RLIMIT_NOFILE allows 64'
	no_metric "... and prints no rate"
else
	skip "... says what is needed" "this user may raise the limit, or setpriv is missing"
fi
for lock in mutex yield; do
	code "$NOTOK" "--limit ends a run with --lock $lock that takes too long" \
		"$prog" --limit 1 --count 1000000 --lock $lock
	says "... as no result" 'limit: the run did not end in time'
	no_metric "... and prints no rate"
	gone chat
done

# a network where lo is down
if unshare -rn true 2>/dev/null; then
	ok "lo is brought up where it is down" unshare -rn "$prog" --count 1
	# shellcheck disable=SC2016
	if unshare -rn setpriv --bounding-set -all true 2>/dev/null; then
		code "$NOTOK" "... or not" unshare -rn setpriv --bounding-set -all "$prog"
		says "... which is said" 'network: lo is down and cannot be brought up'
	else
		skip "... or not" "setpriv is missing"
	fi
else
	skip "lo is brought up where it is down" "no network namespaces here"
fi

# one of the two processes is killed
"$prog" --count 1000000 >"$T/out" 2>&1 &
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
says "... which is said" 'check: run 1: .* processes ended badly'
no_metric "... and there is no rate"
gone chat

# mutate SED-SCRIPT: $T/bad is chat with a fault
mutate()
{
	sed "$1" "$TOP/guest/chat.c" >"$T/bad.c"
	if cmp -s "$T/bad.c" "$TOP/guest/chat.c"; then
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
	code "$NOTOK" "$1: found" "$T/bad" --limit 60 --count 5
	says "... and counted" '^errors [1-9]'
	no_metric "... and there is no rate"
}
found "a damaged message" \
	's/^\tmemcpy(m, &u->queue.*/&\n\tm->word[9] ^= u->taken == 7;/'
found "a message twice in place of another" \
	's/^\tmemcpy(m, &u->queue.*/\tmemcpy(m, \&u->queue[(u->taken - (u->taken == 30)) % QUEUE], size);/'
found "a message of another sender" \
	's/^\tm->word\[M_SEQ\] = seq;/&\n\tm->word[M_FROM] = m->word[M_FROM] \/ USERS * USERS + (m->word[M_FROM] + (seq == 3)) % USERS;/'
if mutate 's/^static void \*server_send.*/&_EXIT/; /_EXIT$/,/^}/s/^\tpair_ready();/\tif (u->id == 5)\n\t\t_exit(3);\n&/; s/_EXIT$//' \
	"a process that dies before the start"; then
	code "$NOTOK" "a process that dies before the start" timeout 60 "$T/bad"
	says "... is the start barrier's error" \
		'start barrier: a process died before the start, [0-9]+ of 80 threads were ready'
	gone bad
fi

# races
if ${HOSTCC:-gcc} -std=gnu11 -g -O1 -fsanitize=thread -iquote "$TOP/guest" -o "$T/race" \
	"$TOP/guest/chat.c" "$TOP/guest/bench.c" "$TOP/guest/pair.c" -lpthread >"$T/out" 2>&1 &&
	"$T/race" --help >"$T/out" 2>&1; then
	for lock in mutex yield; do
		ok "no race with --lock $lock" "$T/race" --rooms 2 --count 5 --lock $lock
		silent_on "... by the thread sanitizer" 'ThreadSanitizer'
	done
else
	skip "no race" "no thread sanitizer here"
fi
callers --count 2

# who waits for a held lock does not yield for ever: with some of these on every CPU
# the holder would never run
cat >"$T/held.c" <<-'EOF'
	#define main chat_main
	#include "chat.c"
	#undef main

	static struct monitor held;
	static uint64_t waited;

	static void *waiter(void *arg)
	{
		enter(&held);
		waited = yields;
		leave(&held);
		return arg;
	}

	int main(void)
	{
		pthread_t thread;

		yielding = 1;
		monitor_init(&held);
		enter(&held);
		if (pthread_create(&thread, NULL, waiter, NULL))
			return 1;
		usleep(200000);
		leave(&held);
		pthread_join(thread, NULL);
		printf("%llu yields\n", (unsigned long long)waited);
		return 0;
	}
EOF
if compile "$T/held" "$T/held.c"; then
	ok "a lock of --lock yield that is held for 0.2 s" "$T/held"
	is "... costs its waiter 8 yields" "$(cat "$T/out")" "8 yields"
else
	skip "a lock of --lock yield that is held" "no sanitizers"
fi
finish
