#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# guestscan: which static programs would run on 2.6.25.
. "${0%/*}/tap.sh"
GUEST=${GUEST:-$HOST/../guest}
scan=$HOST/guestscan
[ -x "$scan" ] || skip_all "no $scan: run 'make programs' first"
MUSLCC=${MUSLCC:-musl-gcc}
command -v "$MUSLCC" >/dev/null || skip_all "$MUSLCC is not installed"
for name in USAGE GUEST BADFILE; do
	eval "$name=$(awk -v name="$name" '$1 == name { print $2 }' "$TOP/scripts/exit-codes")"
done
guest_dir=$(cd "$HOST/../guest" 2>/dev/null && pwd) || guest_dir=
cd "$T" || exit 1

musl() # NAME BODY [OPTION]...: $T/NAME from the text of main()
{
	musl_name=$1
	printf '#define _GNU_SOURCE\n#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/random.h>\n#include <sys/socket.h>\n#include <sys/syscall.h>\n#include <unistd.h>\nint main(int argc, char **argv)\n{\n(void)argv;\n%s\nreturn argc > 9;\n}\n' \
		"$2" >"$musl_name.c"
	shift 2
	"$MUSLCC" -static -Os "$@" -o "$musl_name" "$musl_name.c" 2>"$T/out" ||
		diag "$(cat "$T/out")"
}

# ---- what is shipped

if [ -x "$guest_dir/init" ]; then
	ok "the guest's programs pass" "$scan" --allow "$TOP/guest/syscalls.allow" \
		"$guest_dir/init" "$guest_dir/hackbench"
	ok "... and are listed" "$scan" --list --allow "$TOP/guest/syscalls.allow" \
		"$guest_dir/init" "$guest_dir/hackbench"
	cp "$T/out" "$T/list"
	says "... init switches the machine off: reboot, 169" '/init 0x[0-9a-f]+ 169 ' "$T/list"
	says "... a number that goes through a carrier: poll, 7" '/init 0x[0-9a-f]+ 7 - poll$' "$T/list"
	says "... hackbench forks, 57" '/hackbench 0x[0-9a-f]+ 57 ' "$T/list"
	silent_on "... no number is left open" ' \? ' "$T/list"
	silent_on "... no line of the allow file is idle" 'is in none of these programs' "$T/list"
	if command -v strace >/dev/null && strace -o "$T/out" true 2>/dev/null; then
		# what the kernel sees is in the list
		strace -f -n -o "$T/trace" "$guest_dir/hackbench" 1 process 1 >"$T/out" 2>&1
		strace -f -n -o "$T/trace2" "$guest_dir/hackbench" 1 thread 1 >>"$T/out" 2>&1
		awk '/hackbench/ { print $3 }' "$T/list" | sort -u >"$T/known"
		# the execve is strace's own
		sed -n 's/^[0-9]* *\[ *\([0-9]*\)\].*/\1/p' "$T/trace" "$T/trace2" |
			grep -vx 59 | sort -u >"$T/seen"
		is "... strace sees calls" "$([ "$(wc -l <"$T/seen")" -gt 10 ] && echo many)" many
		is "... and none that was not found" "$(grep -vxFf "$T/known" "$T/seen")" ""
	else
		skip "what strace sees is in the list" "strace is not installed, or not allowed"
	fi
fi

# ---- musl: fine, and later calls in each way in which they are made

musl fine 'printf("%d\n", argc);'
ok "a static musl program" "$scan" fine
is "... nothing is printed" "$(cat "$T/out")" ""
try() # CALL-NUMBER NAME BODY
{
	musl late "$3"
	code "$GUEST" "$2 is refused" "$scan" late
	says "... with its address, function and number" \
		"late: at 0x[0-9a-f]+ \\([a-z_0-9]+\\): system call $1 $2 is not in 2.6.25"
}
try 293 pipe2 'int f[2]; pipe2(f, O_CLOEXEC);'
try 288 accept4 'accept4(argc, 0, 0, SOCK_CLOEXEC);'
try 318 getrandom 'char b[4]; getrandom(b, 4, 0);'
try 290 eventfd2 'syscall(SYS_eventfd2, 0, 0);'
try 332 statx 'long r; __asm__ volatile("syscall" : "=a"(r) : "a"(332L) : "rcx", "r11", "memory");'
try 334 rseq 'long r; __asm__ volatile("push $334; pop %%rax; syscall" : "=a"(r) : : "rcx", "r11", "memory");'
try 319 memfd_create 'syscall(argc > 2 ? 1 : 319, argc);'
musl late 'long r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(20L));'
code "$GUEST" "int 0x80 is refused" "$scan" late
musl late 'syscall(argc);'
code "$GUEST" "a number that is no constant is refused" "$scan" late
says "... and named" 'late: at 0x[0-9a-f]+ \(main\): a system call whose number is no constant'
echo '? main argc is what the caller says, and this is a test' >open
ok "... unless it is allowed" "$scan" --allow open late
musl late 'getrandom(argv[0], 4, 0); /* 318 */' -s
code "$GUEST" "without a symbol table it is found as well" "$scan" late
says "... though not its function" 'system call 318 getrandom'
# 287, the last one, is no reason
musl last 'syscall(287, 0, 0);'
ok "timerfd_gettime, the last one of 2.6.25, passes" "$scan" last
musl next 'syscall(288, 0, 0);'
code "$GUEST" "the next number does not" "$scan" next

# ---- the allow file

printf '# a comment\n\n318 getrandom nobody calls it in this test\n' >allow
musl late 'char b[4]; getrandom(b, 4, 0);'
ok "a call that the allow file has" "$scan" --allow allow late
ok "... is listed as allowed" "$scan" --allow allow --list late
says "... with its name" '^late 0x[0-9a-f]+ 318 getrandom getrandom allowed$'
ok "an idle line of the allow file" "$scan" --allow allow --list fine
says "... is named" 'allow file: getrandom is in none of these programs'
for line in '318' '318 getrandom' 'x getrandom why not' '20 writev 2.6.25 has it' '-5 what a number'; do
	echo "$line" >bad
	code "$BADFILE" "allow file '$line'" "$scan" --allow bad fine
	says "... the line is named" '^guestscan: bad: line 1: '
done

# ---- other files

echo 'int main(void) { return 0; }' >plain.c
cc=${HOSTCC:-gcc}
if $cc -o dynamic plain.c 2>"$T/out"; then
	code "$GUEST" "a dynamic program" "$scan" dynamic
	says "... wants an interpreter" 'PT_INTERP'
fi
if $cc -static -o glibc plain.c 2>"$T/out"; then
	code "$GUEST" "a static program of a C library for later kernels" "$scan" glibc
	says "... by its ABI note" 'glibc: .note.ABI-tag asks for Linux [3-9]\.'
fi
code "$GUEST" "a text file" "$scan" plain.c
code "$GUEST" "an empty file" "$scan" /dev/null
code "$GUEST" "one bad file among good ones" "$scan" fine plain.c fine
code "$USAGE" "a file that is not there" "$scan" nothing
code "$USAGE" "no file" "$scan"
code "$USAGE" "an unknown option" "$scan" --lost fine
code "$USAGE" "an allow file that is not there" "$scan" --allow nothing fine
ok "--help" "$scan" --help

# damaged files: a verdict each time, never a crash
size=$(wc -c <fine)
i=0 crashed=0
while [ $i -lt 60 ]; do
	i=$((i + 1))
	cp fine broken
	# the headers for the most part, and some of everywhere
	at=$((i * 7919 % (i % 3 == 0 ? size : 600)))
	printf '\377' | dd of=broken bs=1 seek=$at conv=notrunc 2>/dev/null
	[ $((i % 5)) -ne 0 ] || truncate -s $((i * size / 61)) broken
	rc=0
	"$scan" broken >"$T/out" 2>&1 || rc=$?
	case $rc in 0|"$GUEST") ;; *) crashed=$((crashed + 1)); diag "byte $at: $rc" ;; esac
done
is "60 damaged files: none crashes it" "$crashed" 0
finish
