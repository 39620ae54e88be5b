#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# doctor: every known fault is explained, and nothing unknown passes for known.
. "${0%/*}/tap.sh"
doctor=$HOST/doctor
faults=$TOP/patches/toolchain/faults
cd "$TOP" || exit 1

ok "every sample is explained by its own record" "$doctor" --check
sed -n 's/^cure patch //p' "$faults" | sort -u >"$T/cured"
sed -n '/^[^#]/p' patches/toolchain/series-* | sort -u >"$T/series"
ok "the cures are the toolchain patches, all of them" cmp "$T/cured" "$T/series"

sed -n 's/^sample //p' "$faults" >"$T/samples"
n=0
while read -r line; do
	n=$((n + 1))
	printf '  CC      init/main.o\n%s\nmake: *** [x.o] Error 1\n' "$line" >"$T/log"
	code 0 "known: $(echo "$line" | cut -c 1-50)" "$doctor" "$T/log"
	says "... with line number and cure" '^2: |cure:'
done <"$T/samples"
ok "there are samples" test "$n" -ge 15

printf 'foo.c:1: error: something new\n' >"$T/log"
code 20 "an unknown error is not known" "$doctor" "$T/log"
says "... and shown" '^1: foo.c:1: error: something new'
printf 'make: *** [x.o] Error 1\n' >"$T/log"
code 20 "stopped without a reason" "$doctor" "$T/log"
says "... V=1 is the way out" 'V=1'
: >"$T/log"
code 20 "an empty log" "$doctor" "$T/log"
says "... has no error" 'no error in it'
printf "gcc: error: unrecognized command-line option '-m'\r\n" >"$T/log"
code 0 "CR line ends" "$doctor" "$T/log"
silent_on "... are not shown" "^1: .*\?"
printf "gcc: error: unrecognized command-line option \342\200\230-m\342\200\231\n" >"$T/log"
code 0 "the quotes of a UTF-8 locale" "$doctor" "$T/log"
{ head -c 200000 /dev/zero | tr '\0' x; printf ' error: long\n\0\0error: nul\033[2J'; } >"$T/log"
code 20 "very long lines, NULs, no final newline" "$doctor" "$T/log"
silent_on "no control characters reach the terminal" "$(printf '\033')"
code 2 "no log" "$doctor"
code 2 "no such log" "$doctor" "$T/none"
code 2 "a folder" "$doctor" "$T"
code 0 "--help" "$doctor" --help

# what a good build prints
cat >"$T/log" <<'END'
* Restart config...
*** a comment of the configuration ***
ld: vmlinux:(*ABS*+0xf): warning: multiple definition of `jiffies_64'; kernel/built-in.o:(.data+0x2300): first defined here
mm/slab.c:1: warning: statement with no effect
END
code 20 "warnings and headings are no errors" "$doctor" "$T/log"
says "... there is none in it" 'no error in it'
says "... but what no log shows is told" 'boot-compressed-no-sse'
printf "a.o: undefined reference to \`__mutex_lock_slowpath'\ncollect2: error: ld returned 1 exit status\nmake: *** [vmlinux] Error 1\nmake: *** Waiting for unfinished jobs....\n" >"$T/log"
code 0 "what only repeats the error is not another one" "$doctor" "$T/log"
printf 'collect2: error: ld returned 1 exit status\n' >"$T/log"
code 20 "... and alone it explains nothing" "$doctor" "$T/log"
printf 'foo.c:1: warning: x\nfoo.c:2: error: new\ngcc: error: unrecognized command-line option -m\n' >"$T/log"
code 20 "one known error does not cover for an unknown one" "$doctor" "$T/log"
says "... 1 of 2" '1 of 2 errors are not known'

for bad in 'match (' 'cure magic' 'colour blue' 'match x'; do
	printf '%s\nwhy y\nsample x\n' "$bad" >"$T/faults"
	code 21 "a malformed list: $bad" "$doctor" --check --faults "$T/faults"
done
printf 'match a\ncure option b\nwhy c\nsample z\n' >"$T/faults"
code 21 "a sample that its record does not explain" "$doctor" --check --faults "$T/faults"
finish
