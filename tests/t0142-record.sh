#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# record: only a whole one is taken, and what comes out of it.
. "${0%/*}/tap.sh"
. "${0%/*}/records.sh"
record=$HOST/record
[ -x "$record" ] || skip_all "$record is not built: run 'make programs' first"

a_record a 1 0.5 >"$T/good"
ok "a whole one" "$record" "$T/good"
ok "--check" "$record" --check "$T/good" "$T/good"
size=$(wc -c <"$T/good")
at=0
while [ $at -lt "$size" ]; do
	head -c $at "$T/good" >"$T/cut"
	"$record" "$T/cut" >/dev/null 2>&1 && echo "cut at $at"
	at=$((at + 47))
done >"$T/taken"
is "a partial one is never taken" "$(cat "$T/taken")" ""
at=0
while [ $at -lt "$size" ]; do
	{
		head -c $at "$T/good"
		tail -c +$((at + 1)) "$T/good" | head -c 1 | tr '\000-\377' '\001-\377\000'
		tail -c +$((at + 2)) "$T/good"
	} >"$T/flip"
	"$record" "$T/flip" >/dev/null 2>&1 && echo "changed at $at"
	at=$((at + 31))
done >"$T/taken"
is "one with a changed byte is never taken" "$(cat "$T/taken")" ""

refused() # WHAT FILE
{
	code 21 "$1" "$record" "$2"
	says "... is said so" "$1"
	says "... and the way out" '^  -> '
}
echo hello >"$T/other"
refused 'is no record' "$T/other"
says "... which is not to be removed" '^  -> give a record; if this stands in the place of one, move it away'
a_record a 1 0.5 's/^backend.*/&\naa 1/' >"$T/aa"
refused 'is a side of aa, which is of real machines only' "$T/aa"
sed '1s/1$/2/' "$T/good" >"$T/version"
refused 'another version of this format' "$T/version"
sed '$d' "$T/good" >"$T/open-end"
refused 'is partial: it has no end line' "$T/open-end"
{ cat "$T/good"; printf x; } >"$T/more"
refused 'is partial: its last line is cut' "$T/more"
a_record a 1 0.5 '/^nonce/d' >"$T/no-nonce"
refused 'has no nonce or no seed' "$T/no-nonce"
a_record a 1 0.5 '/ 1\.\.1$/d' >"$T/no-plan"
refused 'has no whole report of the guest' "$T/no-plan"
a_record a 1 0.5 's/ metric time 0.5/ metric time 0.4/' >"$T/forged"
refused 'has no whole report of the guest' "$T/forged"
a_record a 1 0.5 '/^console$/,$d' >"$T/no-console"
refused 'has no console' "$T/no-console"
a_record a 1 0.5 '/^arm/p' >"$T/twice"
refused 'has a key twice in its head' "$T/twice"
a_record a 1 0.5 's/^ended.*/ended signal:9/' >"$T/killed"
refused 'is of a boot that QEMU did not end by itself' "$T/killed"
a_record a 1 0.5 '/^ended/d' >"$T/unended"
refused 'is of a boot that QEMU did not end by itself' "$T/unended"
a_record a 1 0.5 '' 's/^ok 1/not ok 1/' >"$T/failed"
refused 'is of a boot that did not pass' "$T/failed"
a_record a 1 0.5 's/^.*Power down.*/[    1.9] BUG: unable to handle kernel NULL pointer\n&/' >"$T/oops"
refused 'is of a boot that did not pass' "$T/oops"
a_record a 1 0.5 '' 's/^# errors 0/# errors 3/' >"$T/errors"
refused 'is of a run with errors' "$T/errors"
a_record a 1 0.5 's/^seed 1/seed one/' >"$T/no-seed"
refused 'has no nonce or no seed' "$T/no-seed"
a_record a 1 0.5 '' 's/ machine/\x00/' >"$T/good2"
ok "the same from another hand" cmp "$T/good" "$T/good2"
{ cat "$T/good"; head -c 10 /dev/zero; } >"$T/nul"
code 21 "NULs behind it" "$record" "$T/nul"
: >"$T/empty"
refused 'is no record' "$T/empty"
code 21 "all that are wrong are said, not the first only" "$record" "$T/other" "$T/good" "$T/version"
is "... both" "$(grep -c '^record: ' "$T/out")" 2
code 2 "a file that is not there" "$record" "$T/none"
code 2 "no file" "$record" --json
code 2 "no such option" "$record" --xml "$T/good"

ok "--console" "$record" --console "$T/good"
says "... is the console" '^\[    0\.000000\] Linux version'
silent_on "... alone" '^experiment'
ok "--bench" "$record" --bench "$T/good"
is "... a line that benchstat reads" "$(cat "$T/out")" "Unit time-s better=lower
Benchmark_good/arm=a-1 1 0.5 time-s"
a_record a 1 0.5 '' 's/^# metric.*/&\n# metric rate 12 msgs\/s more\n# metric bad 012 s less\n# metric dot 1. s less\n# metric odd 1 s faster/' >"$T/two"
ok "--bench with two metrics, and three that are none" "$record" --bench "$T/two"
is "... all values on one line" "$(tail -n 1 "$T/out")" \
	"Benchmark_good/arm=a-1 1 0.5 time-s 12 rate-msgs/s"
a_record a 1 0.5 '' '/^# metric/d' >"$T/none-measured"
ok "--bench without a metric" "$record" --bench "$T/none-measured"
is "... has no line, and no 0" "$(cat "$T/out")" ""
ok "--json" "$record" --json "$T/good" "$T/good"
cp "$T/out" "$T/json"
if command -v python3 >/dev/null; then
	is "... is JSON" "$(python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
c = r[1]["counters"]
print(len(r), r[0]["arm"], r[0]["metrics"]["time"]["value"], c["switches"], c["idle"],
      c["credits"], c["clock_low"], c["pulled"], c["yields"])' "$T/json" 2>&1)" \
		"2 a 0.5 500 0.2 4 2 None None"
	# what is not there is null, what is large has all its digits
	a_record a 1 0.5 's/^features/sysctl kernel.a 1\nsysctl kernel.b 2\n&/' \
		's/ctxt 1500/ctxt 12345679900/; / stat cpu0/d; / counts /d; s/^# errors/# note "\\<é>\n&/' >"$T/odd"
	ok "--json, with less in it" "$record" --json "$T/odd" "$T/none-measured" "$T/two"
	cp "$T/out" "$T/json"
	is "... null for what is absent (W13)" "$(python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
c = r[0]["counters"]
print(c["switches"], c["idle"], c["credits"], c["clock_low"], r[0]["sysctls"], r[1]["sysctls"])
print(r[1]["metrics"], sorted(r[2]["metrics"]), r[2]["metrics"]["rate"])
print([l for l in r[0]["report"] if l.startswith("note")] == ["note \"\\<\xc3\xa9>"])' "$T/json" 2>&1)" \
		"12345678900 None None None {'kernel.a': '1', 'kernel.b': '2'} {}
{} ['rate', 'time'] {'value': 12, 'unit': 'msgs/s', 'better': 'more'}
True"
else
	for reader in "node -e JSON.parse(require('fs').readFileSync(0))" "jq -e length"; do
		! command -v "${reader%% *}" >/dev/null || break
		reader=
	done
	if [ -n "$reader" ]; then
		# shellcheck disable=SC2086 # a command and its words
		ok "... is JSON" sh -c '"$@" <"$0"' "$T/json" $reader
	else
		skip "... is JSON" "no python3, node or jq to read it"
	fi
fi
code 21 "--json, and one is bad" "$record" --json "$T/other" "$T/good"
! command -v python3 >/dev/null || {
	"$record" --json "$T/other" "$T/good" "$T/version" >"$T/json" 2>/dev/null
	ok "... is JSON nevertheless" python3 -m json.tool "$T/json"
}
ok "--help" "$record" --help
says "... is the usage" '^usage: record'
code 18 "a full disk" sh -c '"$1" --json "$2" >/dev/full' sh "$record" "$T/good"

# ---- what every record says

for key in experiment arm key backend machine base commit series tree variant features workload \
	compiler image config build-id guest initramfs qemu options; do
	a_record a 1 0.5 "/^$key /d" >"$T/headless"
	code 21 "a record without $key" "$record" "$T/headless"
	says "... is said" "^record: $T/headless: has no $key\$"
done
sed 's/$/\r/' "$T/good" >"$T/crlf"
code 21 "a record copied in text mode" "$record" "$T/crlf"
says "... is told apart from a damaged one" '^record: .*/crlf: has CR line ends'
a_record rc6-63 1 0.5 >"$T/numbered"
ok "an arm that ends in a number" "$record" --bench "$T/numbered"
says "... is not taken for a number of CPUs" '^Benchmark_good/arm=rc6-63-1 1 '

# ---- the time that tasks waited: the sum over the CPUs, if each went up

waits() # CPU0-BEFORE CPU1-BEFORE CPU0-AFTER CPU1-AFTER
{
	a_record a 1 0.5 '' "/^# before counts/i# before sched cpu0 0 0 0 0 0 0 0 0 0 1 $1 5\n# before sched cpu1 0 0 0 0 0 0 0 0 0 1 $2 5
/^# after counts/i# after sched cpu0 0 0 0 0 0 0 0 0 0 1 $3 10\n# after sched cpu1 0 0 0 0 0 0 0 0 0 1 $4 10" >"$T/waiting"
	"$record" --json "$T/waiting" | grep -o '"wait_ns": *[^,]*'
}
is "two CPUs" "$(waits 100 200 1100 2200)" '"wait_ns": 300'
is "one that had gone below 0 before" "$(waits 18446744073709551000 0 384 0)" '"wait_ns": 100'
is "one that went down says nothing" "$(waits 100 200 1100 100)" '"wait_ns": null'
finish
