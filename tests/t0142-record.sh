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
code 2 "no file" "$record" --json
code 2 "no such option" "$record" --xml "$T/good"

ok "--console" "$record" --console "$T/good"
says "... is the console" '^\[    0\.000000\] Linux version'
silent_on "... alone" '^experiment'
ok "--bench" "$record" --bench "$T/good"
is "... a line that benchstat reads" "$(cat "$T/out")" "Benchmark_good/a 1 0.5 time-s"
ok "--json" "$record" --json "$T/good" "$T/good"
cp "$T/out" "$T/json"
if command -v python3 >/dev/null; then
	is "... is JSON" "$(python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
c = r[1]["counters"]
print(len(r), r[0]["arm"], r[0]["metrics"]["time"]["value"], c["switches"], c["idle"],
      c["credits"], c["clock_low"], c["pulled"], c["yields"])' "$T/json" 2>&1)" \
		"2 a 0.5 500 0.2 4 2 None None"
else
	skip "... is JSON" "no python3 to read it"
fi
code 21 "--json, and one is bad" "$record" --json "$T/other" "$T/good"
finish
