#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The Makefile: its verbs, its variables, where it builds, and what it refuses.
. "${0%/*}/tap.sh"
. "${0%/*}/fake.sh"
fake_linux
project=$T/project
fake_project "$project"
# whatever this system lacks is not this test's matter
printf 'sh dash boot runs all this\ngcc gcc boot compiles\n' >"$project/scripts/packages"
export QEMU="$TOP/tests/fake-qemu" KERNEL_GIT="$T/linux" HOSTCFLAGS=-O0
command -v musl-gcc >/dev/null || skip_all "musl-gcc is not installed"
for header in zlib.h capstone/capstone.h; do
	[ -e /usr/include/$header ] || skip_all "$header is not installed"
done
unset O

mk() # WORD...
{
	timeout 60 make -C "${where:-$project}" "$@"
}

# ---- help, and what it promises

ok "make" mk
cp "$T/out" "$T/help"
ok "make help" mk help
is "  is what make alone says" "$(cat "$T/out")" "$(cat "$T/help")"
for verb in $(sed -n 's/^  make \([a-z-]*\) .*/\1/p' "$T/help") distclean; do
	ok "make $verb is there" mk -n "$verb"
done
sed -n 's/^  \([A-Z_]*\)=.*/\1/p' "$T/help" >"$T/vars"
while read -r var; do
	ok "$var is used" grep -qE "\\\$[({]?$var\\b" "$project/Makefile" "$project/scripts/lib.sh" \
		"$project/scripts/source" "$project/scripts/kernel" "$project/scripts/qemu" \
		"$project/scripts/am" "$project/scripts/run"
done <"$T/vars"
is "  nothing is made by all this" "$(ls "$project/out" 2>/dev/null)" ""

# ---- places that cannot be

# shellcheck disable=SC2088 # it is not meant to be a home
for bad in 'a b' ' ' '' a:b a%b "a'b" 'a"b' 'a#b' '~/x' a=b 'a\b' 'a(b' 'a;b' 'a&b' 'a*b' 'a?b' 'a|b' 'a>b' 'a`b'; do
	code 2 "O=$bad is refused" mk kernel O="$bad"
	says "  says so, and the way out" '\*\*\* O=.*: choose a folder without'
done
is "  nothing was made" "$(find "$project" -newer "$project/scripts/packages" | head -n 3)" ""
for bad in 'a b' a:b "a'b"; do
	cp -R "$project" "$T/$bad"
	code 2 "a project in the folder $bad" make -C "$T/$bad" kernel
	says "  says so, and the way out" 'path of this folder has .*: move the project'
	rm -rf "${T:?}/$bad"
done

# ---- programs

out=$T/elsewhere/o+1,2@3
ok "make -j2 programs, elsewhere" mk -j2 programs O="$out"
silent_on "  without a word from compiler or make" 'warning|jobserver'
ok "  they are there" test -x "$out/host/kconfig" -a -x "$out/guest/init"
is "  and nothing in the project" "$(find "$project" -newer "$project/scripts/packages" | head -n 3)" ""
ok "make programs again" mk programs O="$out"
silent_on "  has nothing to do" 'HOST|MUSL'
touch "$project/guest/proto.h"
ok "a header that changed" mk programs O="$out"
says "  builds the guest's programs that read it" 'MUSLLD +guest/init'
says "  and the host's" 'HOSTLD +host/verdict'
silent_on "  but not the others" 'host/machine'
mkdir -p "$T/moved"
mv "$project" "$T/moved/"
mv "$out" "$T/moved/out"
project=$T/moved/project
out=$T/moved/out
ok "a project that moved, and its O with it" mk -j2 programs O="$out"
sed -i 's/^\(OK[[:space:]]*\)0/\1 0/' "$project/scripts/exit-codes"
ok "exit codes that changed" mk programs O="$out"
says "  build the tools" 'HOSTLD +host/verdict'
ok "V=1" mk programs O="$out" V=1 -B
says "  shows the commands" '^gcc .*-c -o .*/host/machine\.o'
touch "$project/tools/machine.c"
ok "CC= with options and a ccache: for the kernel only" mk programs O="$out" CC="ccache gcc -DX" V=1
says "  the tools take the plain one" '^gcc -std=gnu11 .*host/machine\.o'
ok "a relative O" mk programs O=../out
silent_on "  is the same as an absolute one" 'HOST|MUSL'

# ---- verbs, on the fake kernel

ok "make source" mk source O="$out"
ok "make series" mk series
says "  the patches of the usual base" '^     2\.6\.25-rc6/one\.patch$'
code 2 "make series of a base without one" mk series BASE=v2.6.25
says "  make tells the exit code" 'Error 23'
ok "make pin" env XDG_CACHE_HOME="$XDG_CACHE_HOME" make -C "$project" pin
ok "make pin again" mk pin
is "  says that there is nothing to do" "$(grep -c 'PIN  *nothing to do' "$T/out")" 1
git clone -q "$T/linux" "$T/clone" 2>/dev/null
git -C "$T/clone" checkout -q v2.6.25
code 2 "make am: which base it is, is not taken from make" mk am TREE="$T/clone"
says "  but from the clone" 'clone: this is v2\.6\.25, which has no series: it is'
git -C "$T/clone" checkout -q v2.6.25-rc6
for word in 'TREE=' "TREE='$T/clone'" 'TREE=a;touch x'; do
	code 2 "make am $word" mk am "$word"
	says "  says so" 'TREE=.*: (the folder of your clone|there is no such folder)'
done
ok "make am, standard input closed" closed make -C "$project" am TREE="$T/clone" \
	BASE=v2.6.25-rc6 TOOLCHAIN=no
is "  the patches are on" "$(git -C "$T/clone" log --format=%s v2.6.25-rc6.. | wc -l)" 3
ok "make tree, standard input closed" closed make -C "$project" tree O="$out"
ok "make tree again" mk tree O="$out"
says "  says that every patch is on" 'every patch is on, tree as pinned'
ok "make -j2 kernel, standard input closed" closed make -C "$project" -j2 kernel O="$out"
kernel=$(sed -n 's/^  it is in //p' "$T/out")
ok "  it is where it says" test -s "${kernel:-none}/bzImage"
silent_on "  no word about a jobserver" jobserver
ok "make boot, standard input closed" closed make -C "$project" -j2 boot O="$out"
says "  the verdict is shown" '^PASS: '
ok "make boot on a standard input that never ends" waiting make -C "$project" boot O="$out" FEATURES=39
says "  the verdict is shown" '^PASS: '
code 2 "make boot of a kernel that panics" env FAKE_QEMU=panic make -C "$project" boot O="$out"
says "  the verdict is shown" '^FAIL\(panic\)'
says "  make tells the exit code" 'Error 33'
ok "make kernel with other words" mk kernel O="$out" BASE=v2.6.25 MACHINE=tulsa VARIANT=nogroup
says "  says where it is" 'it is in .*/kernel/v2\.6\.25-[0-9a-f]*$'
stock='^  STOCK   v2\.6\.25, no scheduler patch is on: it is a fake'
says "  and that it is as released, and why" "$stock"
for run in first second; do
	ok "make boot of a base without a series, the $run time" mk boot O="$out" BASE=v2.6.25
	is "  says so once" "$(grep -c "$stock" "$T/out")" 1
done
ok "make boot of a base with one" mk boot O="$out"
silent_on "  does not" STOCK
ok "the same by the environment" env BASE=v2.6.25 MACHINE=tulsa VARIANT=nogroup CDPATH="$T" \
	make -C "$project" kernel O="$out"
silent_on "  nothing is built" 'BUILD'

# ---- stopped: nothing failed, and nobody needs a doctor

compiler slow 'case " $* " in *" -o vmlinux "*) touch "$T/mark"; sleep 5 ;; esac'
makes() # the processes called make that build the kernel
{
	for proc in $(running "$out/kernel"); do
		[ "$(cat "${proc%/cmdline}/comm" 2>/dev/null)" != make ] || echo "${proc%/cmdline}"
	done | sed 's,.*/,,'
}
for V in 0 1; do
	for whom in all one; do
		rm -rf "$out/kernel" "$T/mark"
		setsid make -C "$project" kernel O="$out" V=$V CC="$T/cc/slow" >"$T/out" 2>&1 </dev/null &
		until_true test -e "$T/mark"
		if [ $whom = all ]; then
			kill -TERM -$!
		else
			# shellcheck disable=SC2046 # numbers
			kill -TERM $(makes)
		fi
		wait $!
		is "V=$V, SIGTERM to $whom of the build: make does not end well" "$(($? != 0))" 1
		until_true grep -q '^kernel: .*interrupted' "$T/out"
		says "  it was interrupted" '^kernel: v2\.6\.25-rc6 for stoakley: interrupted$'
		silent_on "  and did not fail" 'failed|doctor'
	done
done
code 2 "make doctor without a log" mk doctor O="$out"
for bad in BASE=v2.6.27.0 MACHINE=core2 VARIANT=none FEATURES=NO_NONSENSE BASE= MACHINE= \
	"BASE=a'b" 'MACHINE=a"b' 'FEATURES=a;touch x' "VARIANT=';touch x;'" 'BASE=a&b' 'BASE=*'; do
	case $bad in
	VARIANT=none) want='VARIANT=none: no such variant' ;;
	FEATURES*) want='features: ' ;;
	*=) want="${bad}: |not a known base|no such machine|a base and a machine" ;;
	*) want='not a known base|no such (machine|variant)' ;;
	esac
	code 2 "make boot $bad" mk boot O="$out" "$bad"
	says "  says so" "$want"
done
is "  no word was run by a shell" "$(find "$T" -name x)" ""

cat >>"$project/scripts/packages" <<-EOP
	no-such-program no-such-package boot is missing
EOP
wrap id 'echo 1000; exit'
code 2 "a program that is missing, not root" wrapped make -C "$project" kernel O="$T/fresh"
says "  the command that installs it" 'run: sudo apt-get update && sudo apt-get install .*no-such-package'
is "  nothing was compiled" "$(find "$T/fresh" -name '*.o' 2>/dev/null)" ""
sed -i '/no-such/d' "$project/scripts/packages"

# ---- cleaning

echo mine >"$out/mine"
ok "make clean" mk clean O="$out"
is "  is one line" "$(grep -v 'directory' "$T/out")" "  CLEAN   $out"
ok "make clean with V=1" mk clean O="$out" V=1
says "  shows the command" "^rm -rf '$out/host' "
is "  leaves the trees, and what is not its own" \
	"$(find "$out" -mindepth 1 -maxdepth 1 | sed 's,.*/,,' | sort | tr '\n' ' ')" "mine tree "
ok "make distclean" mk distclean O="$out"
is "  leaves what is not its own" "$(ls -A "$out")" mine
ok "make clean with nothing there" mk clean O="$T/fresh"
mkdir "$T/fresh"
ok "make distclean" mk distclean O="$T/fresh"
ok "  takes the folder too" test ! -e "$T/fresh"

# where others have their folders, make clean must not look for its own
for bad in . .. /; do
	code 2 "O=$bad is refused" mk clean O="$bad"
	says "  and told why: O=$bad" "own folder, or one above it"
done
finish
