#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# scripts/kernel: built as wanted or not at all, with the compiler that was named,
# the same bytes wherever it is built.
. "${0%/*}/tap.sh"
. "${0%/*}/fake.sh"
base=v2.6.25-rc6
fake_linux
fake_host host/machine host/kconfig host/features host/watch
KERNEL_GIT=$T/linux "$S/source" --all >"$T/out" 2>&1 || diag "$(cat "$T/out")"

kernel() # [OPTION]
{
	timeout 60 "$S/kernel" "$@" $base stoakley
}

again() # the tree stays, all kernels go
{
	rm -rf "$O/kernel" "$O/object"
}

# no_kernel: no folder that could be taken for one
no_kernel()
{
	is "  no kernel is there" "$(find "$O/kernel" -name bzImage)" ""
}

# ---- all is well

ok "a kernel is built" kernel
says "  the steps" '^  BUILD '
dir=$(kernel --where)
for f in bzImage vmlinux System.map config features release build-id build.log; do
	[ -s "$dir/$f" ] || echo "$f"
done >"$T/missing"
is "  all its files are there" "$(cat "$T/missing")" ""
is "  its release" "$(cat "$dir/release")" 2.6.25-rc6-cfsq
is "  its build id is vmlinux's" "$(cat "$dir/build-id")" \
	"$(readelf -n "$dir/vmlinux" | sed -n 's/.*Build ID: //p')"
is "  the feature that a patch added is in its manifest" \
	"$(grep AFFINE_WAKEUPS "$dir/features")" "feature 128 1 AFFINE_WAKEUPS"
ok "  what is wanted is in its configuration" grep -qx CONFIG_SCHED_DEBUG=y "$dir/config"
strings "$dir/vmlinux" | grep 'Linux version' >"$T/banner"
says "  its banner names nobody and no time" \
	'^Linux version 2\.6\.25-rc6-cfsq \(cfsq@cfsq\) #1 cfsq-[0-9a-f]{12} x86_64$' "$T/banner"
ok "  no compilation folder stays" test ! -e "$dir/build" -a ! -e "$dir.tmp"
before=$(state "$O/kernel" "$O/tree")
ok "a second run" kernel
is "  has nothing to say" "$(cat "$T/out")" ""
is "  and nothing to do" "$(state "$O/kernel" "$O/tree")" "$before"
ok "the tree is as it was" "$S/tree" --verify $base
ok "--switches" "$S/kernel" --switches
says "  are for the C of 2008" '^ -std=gnu89( |$)'
ok "the other base" "$S/kernel" v2.6.25 tulsa nogroup
is "  its release" "$(cat "$("$S/kernel" --where v2.6.25 tulsa nogroup)/release")" 2.6.25-cfsq

# ---- words

code 2 "an unknown base" "$S/kernel" v2.6.24 stoakley
code 2 "an unknown machine" "$S/kernel" $base core2
says "  the machines are named" 'stoakley tigerton tulsa'
for name in ../stoakley '' '*' stoakley.machine; do
	code 2 "the machine '$name'" "$S/kernel" $base "$name"
done
for name in Nogroup common stoakley ../nogroup 'nogroup default' '*'; do
	code 2 "the variant '$name'" "$S/kernel" $base stoakley "$name"
	says "  the variants are named" 'default nogroup'
done
code 2 "no machine" "$S/kernel" $base
mv "$O/host" "$T/host.away"
code 10 "no host tools" kernel
says "  the way out" 'make programs'
mv "$T/host.away" "$O/host"

# ---- it never waits (B16)

for V in 0 1; do
	export V
	again
	ok "V=$V, standard input closed" closed "$S/kernel" $base stoakley
	again
	ok "V=$V, a standard input that never ends" waiting "$S/kernel" $base stoakley
done
says "V=1 shows the commands" 'gcc .*-fno-stack-protector .*-c -o kernel/sched\.o'
V=0

# ---- the compiler that was named is the one (B15)

again
compiler mycc ''
compiler gcc 'exit 1'
ok "CC=, the path of a compiler" env PATH="$T/cc:$PATH" CC="$T/cc/mycc" "$S/kernel" $base stoakley
says "  it compiled the scheduler" '^mycc .*-c -o kernel/sched\.o' "$T/called"
says "  it linked" '^mycc .*-o vmlinux' "$T/called"
says "  it built the kernel's own host programs" '^mycc .*-o arch/x86/boot/build ' "$T/called"
silent_on "  gcc was not called" '^gcc ' "$T/called"
for switch in -std=gnu89 -fno-pie -fcf-protection=none -fno-stack-protector; do
	says "  with $switch" "^mycc .*$switch .*-c -o kernel/sched\\.o" "$T/called"
done
again
ok "CC= with a ccache of the user's before it" env CC="ccache gcc" "$S/kernel" $base stoakley
where=$(kernel --where)
is "  is the same kernel" "$(env CC='ccache gcc' "$S/kernel" --where $base stoakley)" "$where"
is "CC= with options is another one" "$([ "$(env CC='gcc -DX' "$S/kernel" --where $base stoakley)" \
	!= "$where" ] && echo another)" another
ok "  and they are used" env CC='gcc -DFAKE=1' V=1 "$S/kernel" $base stoakley
says "  as given" 'gcc -DFAKE=1 .*-c -o kernel/sched\.o'
code 10 "CC= that is not there" env CC=gcc-99 "$S/kernel" $base stoakley
says "  says so" 'gcc-99: not installed'
code 10 "CC= that is no compiler" env CC=true "$S/kernel" $base stoakley

# ---- a compilation that fails

again
compiler failing 'case " $* " in *" kernel/sysctl.c "*)
	echo "kernel/sysctl.c:3:1: error: this is wrong" >&2; exit 1 ;; esac'
for V in 0 1; do
	code 15 "V=$V, a compiler that fails" env CC="$T/cc/failing" "$S/kernel" $base stoakley
	says "  its error is shown" 'kernel/sysctl\.c:3:1: error: this is wrong'
	says "  doctor is recommended" 'make doctor LOG='
	log=$(sed -n 's/.*the log is //p' "$T/out")
	ok "  the log is there" test -s "${log:-none}"
	says "  and has the error" 'error: this is wrong' "$log"
	no_kernel
done
V=0
ok "mended, it is built" kernel
again
compiler failing 'case " $* " in *" -o vmlinux "*) echo "undefined reference to x" >&2; exit 1 ;; esac'
code 15 "a linker that fails" env CC="$T/cc/failing" "$S/kernel" $base stoakley
no_kernel
compiler failing 'case " $* " in *" kernel/sched.c "*)
	echo "cc1: fatal error: closing dependency file: No space left on device" >&2; exit 1 ;; esac'
code 18 "a compiler that found no space" env CC="$T/cc/failing" "$S/kernel" $base stoakley
no_kernel

# ---- the stack protector (B6)

again
compiler protecting 'for a do
		shift
		[ "$a" = -fno-stack-protector ] || set -- "$@" "$a"
	done
	set -- -fstack-protector-all "$@"'
code 15 "a compiler that protects stacks all the same" env CC="$T/cc/protecting" \
	"$S/kernel" $base stoakley
says "  says so" 'stack protector'
no_kernel

# ---- the configuration that was wanted (B18)

project=$T/project
fake_project "$project"
echo 'CONFIG_DEBUG_KERNEL=n' >"$project/configs/dropping.config"
compiler counting ''
rm -f "$T/called"
again
code 14 "an option that the tree drops" env CC="$T/cc/counting" "$project/scripts/kernel" \
	$base stoakley dropping
says "  it is named, with what was wanted and what came of it" 'CONFIG_SCHED_DEBUG +y +not set'
says "  what it means for the features" 'SCHED_DEBUG is off'
silent_on "  nothing was compiled" '-o kernel/' "$T/called"
no_kernel
ok "  the configuration is kept for a look" test -s "$O/kernel/$base-stoakley.failed.config"
printf 'CONFIG_DEBUG_KERNEL=n\nCONFIG_SCHED_DEBUG=n\nCONFIG_SCHEDSTATS=n\n' \
	>"$project/configs/quiet.config"
ok "the same, wanted that way" "$project/scripts/kernel" $base stoakley quiet
says "  its manifest says that nothing can be set" 'interface none' \
	"$("$project/scripts/kernel" --where $base stoakley quiet)/features"

# ---- a tree that was changed

again
echo >>"$("$S/tree" --where $base)/kernel/sched.c"
code 12 "a tree that somebody changed" kernel
says "  names the file" 'kernel/sched\.c was changed'
no_kernel
rm -rf "$("$S/tree" --where $base)"

# ---- the same bytes (B23, B28), and ccache (B21)

ok "the first of two" kernel
cp -R "$(kernel --where)" "$T/first"
if command -v ccache >/dev/null; then
	again
	ok "built again" kernel
	says "  every file was in the cache" 'CCACHE +([1-9][0-9]*) of \1 files'
else
	skip "built again: every file was in the cache" "ccache is not installed"
fi
same() # WHAT
{
	for f in bzImage vmlinux System.map config features release build-id; do
		cmp "$T/first/$f" "$second/$f" || return 1
	done
}
git init -q "$T/repo"
git -C "$T/repo" commit -q --allow-empty -m other
mkdir -p "$T/repo/far/away"
cp -R "$project/." "$T/repo/far/away"
cp -RP "$O/." "$T/repo/far/away/out"
rm -rf "$T/repo/far/away/out/kernel" "$T/repo/far/away/out/tree"
second=$(
	umask 077
	unset O
	export XDG_CACHE_HOME="$T/cache2" TZ=Asia/Tokyo USER=other LOGNAME=other HOSTNAME=other \
		LANG=de_DE.UTF-8 LOCALVERSION=-mine CROSS_COMPILE=arm-none- KBUILD_OUTPUT="$T/repo" \
		KBUILD_BUILD_USER=other CPATH="$T" CFLAGS=-O0 KCFLAGS=-O0 MAKEFLAGS=-n \
		SOURCE_DATE_EPOCH=1 KERNEL_GIT="$T/linux"
	"$T/repo/far/away/scripts/kernel" $base stoakley >"$T/out" 2>&1 </dev/null
	"$T/repo/far/away/scripts/kernel" --where $base stoakley
)
is "the second, in a git repository, another folder, environment and cache" \
	"$second" "$T/repo/far/away/out/kernel/${second##*/}"
ok "  every file of it is the same" same
is "  no suffix of the repository in its release" "$(cat "$second/release")" 2.6.25-rc6-cfsq

# ---- killed, and two at once

again
compiler slow 'case " $* " in *" -o vmlinux "*) touch "$T/mark"; sleep 1 ;; esac'
ok "kill -9 in the middle of the build" killed "$T/mark" env CC="$T/cc/slow" \
	"$S/kernel" $base stoakley
no_kernel
ok "  once the compiler is gone too, it is built" until_true "$S/kernel" $base stoakley
second=$(kernel --where)
ok "  and is the same" same
is "  no leftover" "$(find "$O/kernel" -name '*.tmp' -o -name '.want*')" ""

again
rm -f "$T/mark"
CC="$T/cc/slow" "$S/kernel" $base stoakley >"$T/first.out" 2>&1 </dev/null &
until_true test -e "$T/mark"
code 19 "a second build at the same time" env CC="$T/cc/slow" "$S/kernel" $base stoakley
wait $!
is "  the first one ends well" $? 0
nothing_runs()
{
	[ -z "$(running "$O/kernel")" ]
}
for V in 0 1; do
	again
	rm -f "$T/mark"
	CC="$T/cc/slow" setsid env --default-signal=INT "$S/kernel" $base stoakley \
		>"$T/out" 2>&1 </dev/null &
	until_true test -e "$T/mark"
	kill -INT -$!
	wait $!
	is "V=$V, Ctrl-C in the middle of the build: exit code" $? 130
	no_kernel
	# what has the signal may take its time on a busy host
	until_true nothing_runs
	is "  no process stays" "$(running "$O/kernel")" ""
done
V=0

# ---- disk full

for size in 80 200 300 1000; do
	if ! small_disk "$T/small$size" ${size}k; then
		skip "a disk of $size kB" "cannot mount a small disk"
		continue
	fi
	rc=0
	ln -s "$O/host" "$T/small$size/host"
	O=$T/small$size "$S/kernel" $base stoakley >"$T/out" 2>&1 </dev/null || rc=$?
	dir=$(find "$T/small$size/kernel" -name bzImage 2>/dev/null)
	case $rc${dir:+there} in
	18|0there) is "a disk of $size kB: a kernel, or exit code 18 and none" yes yes ;;
	*) is "a disk of $size kB: exit code, and what is there" "$rc $dir
$(cat "$T/out")" "18, or 0 and a kernel" ;;
	esac
	[ $rc -eq 0 ] || echo "$size" >>"$T/full"
done
[ -z "${small_disks-}" ] || ok "  some of these disks were full" test -s "$T/full"

# ---- what stands there is what was meant

again
ok "a kernel for what follows" kernel
dir=$(kernel --where)
for f in bzImage build-id features release; do
	cp "$dir/$f" "$T/keep"
	: >"$dir/$f"
	ok "an emptied $f: built again" kernel
	ok "  and $f is what it was" cmp "$T/keep" "$dir/$f"
done
p=$(find "$PATCHES" -name '*.patch' | sort | head -n 1)
cp "$p" "$T/keep.patch"
sed -i '0,/^+[^+]/s//&another word /' "$p"
kernel >"$T/out" 2>&1 && rc=0 || rc=$?
ok "a patch that was changed does not pass with the old kernel" test "$rc" -ne 0
cp "$T/keep.patch" "$p"
ok "  changed back, all is well" kernel
code 10 "CC that is no gcc" env CC=/bin/true timeout 60 "$S/kernel" $base stoakley nogroup
finish
