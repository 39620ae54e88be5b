#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# verdict: every console of tests/console, the command line, the exit codes' page
. "${0%/*}/tap.sh"

verdict=$HOST/verdict
[ -x "$verdict" ] || skip_all "$verdict is not built"
consoles=$TOP/tests/console
codes=$TOP/scripts/exit-codes
page=$TOP/Documentation/man/verdict.rst
nonce=5eed0123456789ab

# header KEY FILE: a line "#! key: value" of a fixture
header()
{
	sed -n "s/^#! $1: //p" "$2"
}

# body FILE: the console without its header
body()
{
	sed '/^#! /d' "$1"
}

# exit_code CAUSE: its number
exit_code()
{
	case $1 in pass) set -- ok ;; esac
	awk -v name="$1" 'tolower($1) == name { print $2 }' "$codes"
}

judge() # FILE ARGUMENTS...: the verdict on it, its exit code in $rc
{
	judged=$1
	shift
	rc=0
	"$verdict" "$@" "$judged" >"$T/out" 2>&1 </dev/null || rc=$?
}

# first_line EXPECTED: what line 1 must begin with
first_line()
{
	case $1 in
	pass) echo "^PASS: " ;;
	*) echo "^FAIL\\($1\\): [0-9]+: " ;;
	esac
}

# fits NAME EXPECTED LINE SAYS: the last verdict is as the fixture says
fits()
{
	why=
	[ "$rc" = "$(exit_code "$2")" ] || why="exit code $rc"
	sed 1q "$T/out" | grep -Eq "$(first_line "$2")" || why="$why, first line"
	[ -z "$3" ] || sed 1q "$T/out" | grep -q "): $3: " || why="$why, not line $3"
	[ -z "$4" ] || grep -Eq -e "$4" "$T/out" || why="$why, does not say $4"
	[ "$(grep -Ec '^(PASS|FAIL)' "$T/out")" = 1 ] || why="$why, not one verdict"
	sed -n 2p "$T/out" | grep -q '^  -> .' || why="$why, no next thing to do"
	if [ -z "$why" ]; then
		tap_result ok "$1"
	else
		tap_result "not ok" "$1"
		diag "$why"
		diag "$(cat "$T/out")"
	fi
}

for file in "$consoles"/*.txt; do
	name=${file##*/}
	name=${name%.txt}
	expect=$(header expect "$file")
	args=$(header args "$file")
	body "$file" >"$T/console"
	# shellcheck disable=SC2086 # words of an option line
	judge "$T/console" $args
	fits "$name: $expect" "$expect" "$(header line "$file")" \
		"$(header says "$file")"
done

# every cause has a console of its own
awk '!/^#/ && $2 >= 32 { print tolower($1) }' "$codes" | sort >"$T/causes"
sed -n 's/^#! expect: //p' "$consoles"/*.txt | sort -u | grep -vx pass >"$T/have"
is "no cause without a console" "$(cat "$T/have")" "$(cat "$T/causes")"

# K5: a crash wins over every way to end; and nothing but a pass passes
wrong=
for file in "$consoles"/*.txt; do
	expect=$(header expect "$file")
	case $expect in
	panic|oops|bug|lockup|hungtask|stall|warning|rebootloop|noinit) ;;
	*) continue ;;
	esac
	body "$file" >"$T/console"
	for end in exit:0 exit:1 signal:9 silent timeout vtimeout interrupted; do
		judge "$T/console" --nonce "$nonce" --ended $end
		[ "$rc" = "$(exit_code "$expect")" ] ||
			wrong="$wrong ${file##*/}:$end:$rc"
	done
	# without a report nobody knows what came before the way down
	case $file in *-going-down.txt) continue ;; esac
	judge "$T/console"
	[ "$rc" = "$(exit_code "$expect")" ] || wrong="$wrong ${file##*/}:$rc"
done
is "a crash wins over every way to end" "$wrong" ""

# the same console in other forms
body "$consoles/pass.txt" >"$T/pass"
sed 's/$/\r/' "$T/pass" >"$T/crlf"
code 0 "CR LF" "$verdict" --nonce "$nonce" --ended exit:0 "$T/crlf"
printf %s "$(cat "$T/pass")" >"$T/open"
code 0 "no newline at the end" "$verdict" --nonce "$nonce" --ended exit:0 "$T/open"
{
	head -c 100000 /dev/zero
	printf '\033[2J\033c\377\376\300\n'
	head -c 300000 /dev/zero | tr '\0' x
	echo
	cat "$T/pass"
} >"$T/noisy"
code 0 "NUL, escapes, no UTF-8, a line of 300000 bytes" \
	"$verdict" --nonce "$nonce" --ended exit:0 "$T/noisy"
ok "standard input" sh -c '"$1" --nonce "$2" --ended exit:0 - <"$3"' - \
	"$verdict" "$nonce" "$T/pass"
printf '<0>[    9.9] \033[31mxxKernel\000 pan\033[0mic\r' >"$T/cut"
code 33 "panic with NUL and escape codes inside, no newline" \
	"$verdict" --nonce "$nonce" --ended exit:0 "$T/cut"
printf '\033[Kernel panic' >"$T/cut"
code 33 "panic that an escape code seems to swallow" "$verdict" "$T/cut"
# the bytes after NUL count too
{ printf 'x\000'; cat "$T/pass"; printf '\000Oops: 0000 [1] SMP\000'; } >"$T/cut"
code 34 "oops between NULs" "$verdict" --nonce "$nonce" --ended exit:0 "$T/cut"
echo '[ 1.0] sched DEBUG: se->vruntime 12' | cat - "$T/pass" >"$T/debug"
code 0 "a developer's DEBUG: is no BUG:" \
	"$verdict" --nonce "$nonce" --ended exit:0 "$T/debug"
echo '[ 1.0] Intel machine check architecture supported.' | cat - "$T/pass" >"$T/mce"
code 0 "machine check support is no machine check" \
	"$verdict" --nonce "$nonce" --ended exit:0 "$T/mce"
printf '\n \r\n\000\n' >"$T/blank"
code 41 "blanks alone are silence" "$verdict" --ended exit:0 "$T/blank"

# no line of the report may be lost, doubled or changed
wrong=
grep -n "cfsq $nonce" "$T/pass" | cut -d : -f 1 >"$T/numbers"
ok "the passing console has a report to damage" test -s "$T/numbers"
while read -r n; do
	for edit in "${n}d" "${n}p" "${n}s/.\$/~/" "${n}s/\$/ /" "${n}s/ab /ac /" \
		"${n}s/\$/\\n[ 1.0] x/;${n}s/..\\n/\\n/" "${n}G;${n}s/ab /ab \\n/"; do
		sed "$edit" "$T/pass" >"$T/edited"
		judge "$T/edited" --nonce "$nonce" --ended exit:0
		[ "$rc" -ge 32 ] || wrong="$wrong [$edit]"
	done
done <"$T/numbers"
is "a report with one line lost, doubled or changed never passes" "$wrong" ""
wrong=
size=$(wc -c <"$T/pass")
n=0
while [ $n -lt "$((size - 15))" ]; do
	head -c $n "$T/pass" >"$T/edited"
	judge "$T/edited" --nonce "$nonce" --ended exit:0
	[ "$rc" -ge 32 ] || wrong="$wrong $n"
	n=$((n + 23))
done
is "a console cut anywhere never passes" "$wrong" ""

# refused DESCRIPTION REASON SED: the report after this edit, and why
refused()
{
	sed "$3" "$T/pass" >"$T/edited"
	code 45 "$1" "$verdict" --nonce "$nonce" --ended exit:0 "$T/edited"
	says "$1: says so" "^  -> $2"
}
refused "a leading zero" "the end line is damaged" 's/ end 8/ end 08/'
refused "an upper-case checksum" "the end line is damaged" \
	'/ end 8/s/[a-f]\(.\{0,7\}\)$/A\1/'
refused "more at the end" "the end line is damaged" '/ end 8/s/$/ x/'
refused "a line of another form" "this is no line of a report" \
	"s/ # seed 0/ seed 0/"
refused "a test after the plan" "a test came after the plan" \
	"/ 1\.\./s/\$/\ncfsq $nonce ok 9 - one more/"
refused "a second plan" "there is a second plan" '/ 1\.\./p'
refused "no tests" "the plan names 0 tests" '/ ok [0-9]* - /d; s/ 1\.\.8/ 1..0/'
refused "a test without a name" "a test line is damaged" 's/\( ok 3 -\).*/\1 /'
refused "a test without a number" "a test line is damaged" 's/ ok 3 -/ ok -/'
refused "failed tests not counted" "the end line counts 8 tests and 0 failed" \
	's/ ok 3 -/ not ok 3 -/'

# seed LENGTH: the console with a seed line so long, its newline included,
# and the right checksum, which verdict itself tells
seed()
{
	long=$(head -c $(($1 - 8 - ${#nonce} - 6)) /dev/zero | tr '\0' x)
	sed "s/ # seed 0/ # seed $long/" "$T/pass" >"$T/edited"
	judge "$T/edited" --nonce "$nonce" --ended exit:0
	crc=$(sed -n 's/.* that of the lines seen is \([0-9a-f]*\): .*/\1/p' "$T/out")
	sed -i "s/ end 8 0 .*/ end 8 0 $crc/" "$T/edited"
}
max=$(sed -n 's/^#define PROTO_LINE_MAX[[:space:]]*\([0-9]*\).*/\1/p' "$TOP/guest/proto.h")
seed "$max"
is "the seed line has PROTO_LINE_MAX bytes" "$(grep ' # seed' "$T/edited" | wc -c)" "$max"
code 0 "the longest line" "$verdict" --nonce "$nonce" --ended exit:0 "$T/edited"
seed $((max + 1))
code 45 "a line one byte longer" "$verdict" --nonce "$nonce" --ended exit:0 "$T/edited"
says "is longer than any" '^  -> a line is longer'

# output and command line
code 0 "--quiet" "$verdict" --quiet --nonce "$nonce" --ended exit:0 "$T/pass"
is "--quiet: one line" "$(wc -l <"$T/out")" 1
code 0 "--help" "$verdict" --help
says "--help names every option" '--nonce HEX'
for option in build-id release ended quiet; do
	says "--help names --$option" "--$option"
done
usage() # DESCRIPTION PATTERN ARGUMENTS...
{
	what=$1 pattern=$2
	shift 2
	code 2 "$what" "$verdict" "$@"
	says "$what: says what" "^verdict: $pattern"
	says "$what: says the way out" '^  -> .'
}
usage "no console" "command line: no console"
usage "two consoles" "command line: more than one" a b
usage "unknown option" "--nonsense: no such option" --nonsense "$T/pass"
usage "unknown letter" "-x: no such option" -x "$T/pass"
usage "option without value" "--nonce: needs a value" "$T/pass" --nonce
for bad in "" 5eed 5EED0123456789AB 5eed0123456789abc xeed0123456789ab; do
	usage "nonce '$bad'" "--nonce: not 16" --nonce "$bad" "$T/pass"
done
for bad in "" exit exit: exit:x exit:-1 exit:256 exit:0x signal:65 gone; do
	usage "--ended '$bad'" "--ended: not known" --ended "$bad" "$T/pass"
done
usage "build id" "--build-id: not hexa" --build-id xyz "$T/pass"
usage "empty release" "--release: empty" --release "" "$T/pass"
usage "no such file" "$T/nowhere: cannot read: No such file" "$T/nowhere"
usage "a folder" "$T: cannot read: Is a directory" "$T"
if [ -w /dev/full ]; then
	code 18 "cannot write" sh -c '"$1" "$2" >/dev/full' - "$verdict" "$T/pass"
else
	skip "cannot write" "no /dev/full"
fi

# K20: the page and the table agree, both ways
awk '!/^#/ && ($2 >= 32 || $1 == "OK" || $1 == "USAGE" || $1 == "WRITE" ||
	$1 == "BADFILE") { print $2, $1 }' "$codes" | sort >"$T/table"
sed -n 's/^\([0-9][0-9]* [A-Z][A-Z]*\)$/\1/p' "$page" | sort >"$T/page"
is "verdict.rst documents the exit codes of scripts/exit-codes" \
	"$(cat "$T/page")" "$(cat "$T/table")"

finish
