#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# compare, on the real kernel: an experiment from its file to its page; interrupted,
# gone on with, repeated, side by side or one after the other: the same bytes.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
base=v2.6.25-rc6
experiments_on "$base"

cat >"$T/small" <<-EOT
	title    a small one
	question Does the order of wakeups matter?
	machine  stoakley
	workload hackbench 1 process 5
	metric   time 2%
	boots    2
	arm a
		base $base
	arm b
		base $base
		features NO_WAKEUP_PREEMPT
		sysctl kernel.sched_compat_yield 1
	compare a b no wakeup preempts
EOT
kept() # the records that are there
{
	find "$RESULTS/small" -type f 2>/dev/null | sed 's,.*/,,' | sort
}

# a signal after the first record: what is there stays, and nothing else does
"$compare" --jobs 1 "$T/small" >"$T/log" 2>&1 &
pid=$!
n=0
while [ -z "$(kept)" ] && [ $n -lt 3000 ] && kill -0 $pid 2>/dev/null; do
	n=$((n + 1))
	sleep 0.1
done
kill -TERM $pid
rc=0
wait $pid || rc=$?
is "interrupted" "$rc" 130
ok "... with a record" test -n "$(kept)"
kept | while read -r f; do
	"$HOST/record" --check "$RESULTS/small/$f" 2>&1
done >"$T/bad"
is "... which is whole" "$(cat "$T/bad")" ""
ok "... no page" test ! -e "$RESULTS/small.html"
sleep 1
is "... and no QEMU of it is left" "$(pgrep -f "$O/run/small" | wc -l)" 0

ok "it goes on" "$compare" --jobs 2 "$T/small"
says "... with the missing ones" 'BOOTS +[123] of 4 to be made'
says "... says what is compared" '^\* b '
is "... four records" "$(kept | wc -l)" 4
cp -R "$RESULTS" "$T/one"
ok "once more" "$compare" "$T/small"
says "... makes no boot" 'BOOTS +0 of 4 to be made'
ok "... and the same page" cmp "$RESULTS/small.html" "$T/one/small.html"

rm -rf "$RESULTS"
ok "from scratch, one after the other" "$compare" --jobs 1 "$T/small"
# a boot that a third one outvoted is kept beside its record, and differs by nature
is "... the same bytes: records and pages" "$(diff -r -x '*.odd' "$RESULTS" "$T/one" 2>&1)" ""
ok "one boot is no statement" "$compare" --boots 1 "$T/small"
says "... and that is said" 'n = 1, no statement'

record=$(find "$RESULTS/small" -name 'a.*.1')
sed -i 's/metric time 0/metric time 1/' "$record"
code 21 "a record that was changed" "$compare" "$T/small"
says "... is named" "^compare: $record: is damaged"
rm "$record"
ok "... and made again once it is away" "$compare" "$T/small"
says "... it alone" 'BOOTS +1 of 4 to be made'
ok "... the same page" cmp "$RESULTS/small.html" "$T/one/small.html"
silent_on "no path of this machine in the page" "$T|$TOP" "$RESULTS/small.html"

# stock beside ours: with the bits of the series off they decide alike, so what is
# measured is the same but for the layout
sed -e 's/^boots .*/boots 1/' -e '/^arm b/,/sysctl/c\arm b\n\tbase '$base'\n\tseries stock' "$T/small" >"$T/stock"
ok "the kernel as released" "$compare" "$T/stock"
says "... is another tree" 'without our patches'
is "... beside the patched one" "$(find "$O/tree" -maxdepth 1 -type d -name "$base-*" |
	sed 's,.*/,,; s/-[0-9a-f]*$//' | sort)" "$base
$base-stock"
finish
