#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# scripts/setup and scripts/qemu: what is missing is named or installed, nothing
# is asked; the right QEMU is chosen.  All on a system made of links, with an
# apt-get of its own.
. "${0%/*}/tap.sh"
. "${0%/*}/fake.sh"
project=$T/project
fake_project "$project"
setup=$project/scripts/setup
qemu=$project/scripts/qemu
bin=$T/bin
mkdir -p "$bin"
for dir in /usr/local/bin /usr/bin /bin; do
	ln -s "$dir"/* "$bin/" 2>/dev/null
done

cat >"$project/scripts/packages" <<-EOP
	# a remark
	sh		dash		boot	runs all this

	alpha		alpha-package	boot	the first letter
	beta		alpha-package	boot	comes with it
	$T/include/e.h	epsilon-dev	boot	a header
	gcc		gcc		boot	compiles
	qemu-system-x86_64 qemu-system-x86 boot	the machine
	gamma		gamma-package	shell	the third
	delta		delta-package	check	the fourth
EOP

# put NAME [TEXT]: a program of the system
put()
{
	rm -f "$bin/$1"
	printf '#!/bin/sh\nT=%s\n%s\n' "'$T'" "${2-}" >"$bin/$1"
	chmod +x "$bin/$1"
}

user() # NUMBER: who runs it
{
	put id "echo $1"
}

bare() # what a fresh system has
{
	rm -rf "$bin/alpha" "$bin/beta" "$bin/gamma" "$bin/delta" "$T/include" "$T/asked" "$O"
	put qemu-system-x86_64 "exec '$TOP/tests/fake-qemu' \"\$@\""
	put gcc
	# shellcheck disable=SC2016
	put apt-get 'echo "$*" >>"$T/asked"
		[ -r "$T/broken" ] && { echo "E: it is broken" >&2; exit 100; }
		[ "$DEBIAN_FRONTEND" = noninteractive ] || exit 1
		read -r answer && exit 1
		[ ! -r "$T/slow" ] || sleep 0.5
		for word do
			case $word in
			alpha-package) touch "$T/bin/alpha" "$T/bin/beta"; chmod +x "$T/bin/alpha" "$T/bin/beta" ;;
			epsilon-dev) mkdir -p "$T/include"; touch "$T/include/e.h" ;;
			gamma-package) touch "$T/bin/gamma"; chmod +x "$T/bin/gamma" ;;
			lost-package) ;;
			esac
		done'
}

on() # COMMAND...: on that system
{
	env PATH="$bin" timeout 20 "$@"
}

apt() # what apt-get was asked for
{
	cat "$T/asked" 2>/dev/null
}

# ---- not root

bare
user 1000
code 10 "something is missing, not root" on "$setup" boot
is "  one command is printed" "$(sed -n 's/.*run: //p' "$T/out")" \
	"sudo apt-get update && sudo apt-get install -y --no-install-recommends alpha-package epsilon-dev"
says "  and what each is for" 'alpha-package: the first letter'
silent_on "  a package is named once" 'comes with it'
silent_on "  nothing of another purpose" 'gamma|delta'
is "  apt-get was not called" "$(apt)" ""
code 10 "for the shell" on "$setup" shell
says "  more, and what boot needs" 'install -y .* alpha-package epsilon-dev gamma-package$'
code 10 "for two purposes" on "$setup" shell check
says "  all" ' alpha-package epsilon-dev gamma-package delta-package$'
code 10 "standard input closed" closed env PATH="$bin" "$setup" boot
code 10 "a standard input that never ends" waiting env PATH="$bin" "$setup" boot
ok "--list" on "$setup" --list boot
is "  says what is missing" "$(cat "$T/out")" "alpha-package epsilon-dev"
if can_be_nobody; then
	rm "$bin/id"
	ln -s "$(command -v id)" "$bin/id"
	code 10 "a real user without root's rights" as_nobody env PATH="$bin" "$setup" boot
	says "  is told the command" 'run: sudo apt-get'
	is "  apt-get was not called" "$(apt)" ""
else
	skip "a real user without root's rights" "no other user can be taken on here"
fi

# ---- root

bare
user 0
ok "as root, what is missing is installed" on "$setup" boot
says "  it says so, and why" 'epsilon-dev: a header'
is "  apt-get was called once" "$(apt | wc -l)" 1
says "  with that alone, asking nothing, waiting for others" \
	'^-o DPkg::Lock::Timeout=[0-9]+ install -y --no-install-recommends --no-remove alpha-package epsilon-dev$' "$T/asked"
rm "$T/asked"
ok "a second time" on "$setup" boot
is "  it has nothing to say" "$(cat "$T/out")" ""
is "  and nothing to do" "$(apt)" ""
ok "--list" on "$setup" --list boot
is "  nothing is missing" "$(cat "$T/out")" ""
for stdin in closed waiting; do
	bare
	ok "standard input $stdin" $stdin env PATH="$bin" "$setup" boot
done
bare
: >"$T/broken"
code 10 "apt-get fails" on "$setup" boot
says "  its own words" 'E: it is broken'
says "  and the way out" 'run by hand: apt-get install'
is "  its lists were renewed in between" "$(apt | sed 's/.* install .*/install/' | tr '\n' ' ')" \
	"install update "
rm "$T/broken"
bare
sed -i 's/gamma-package/lost-package/' "$project/scripts/packages"
code 10 "a package without the program in it" on "$setup" shell
says "  is named" 'lost-package: the third'
sed -i 's/lost-package/gamma-package/' "$project/scripts/packages"
# only wanted: what the other packages leave room for
bare
echo "zeta		zeta-package	boot?	the sixth" >>"$project/scripts/packages"
ok "what is only wanted does not have to be there" on "$setup" boot
says "  it is tried by itself, and takes nothing away" ' --no-remove zeta-package$' "$T/asked"
bare
touch "$bin/alpha" "$bin/beta"
chmod +x "$bin/alpha" "$bin/beta"
mkdir -p "$T/include"
: >"$T/include/e.h"
: >"$T/broken"
ok "what cannot be had is done without" on "$setup" boot
says "  and named" 'goes on without zeta-package'
rm "$T/broken"
user 1000
ok "who is not root does without as well" on "$setup" boot
user 0
sed -i '/^zeta/d' "$project/scripts/packages"
bare
rm "$bin/apt-get"
code 10 "a system without apt" on "$setup" boot
says "  the names are Debian's" 'by their Debian names:'
says "  " 'alpha-package: the first letter'
bare
: >"$T/slow"
for n in 1 2 3; do
	on "$setup" boot >"$T/out.$n" 2>&1 </dev/null &
	eval "pid$n=\$!"
done
rcs=
for n in 1 2 3; do
	eval "wait \$pid$n"
	rcs=$rcs$?
done
is "three at once, as make -j3 does" "$rcs" 000
is "  apt-get was called once" "$(apt | wc -l)" 1
rm "$T/slow"
bare
code 18 "O cannot be written" on env O="$project/Makefile/o" "$setup" boot
code 2 "an unknown purpose" on "$setup" fly
says "  the purposes are named" 'boot shell compare check'
code 2 "no purpose" on "$setup"
code 2 "an unknown option" on "$setup" --force boot

# ---- CC and QEMU are the user's

bare
user 1000
on "$setup" --list boot >"$T/plain"
for cc in gcc 'gcc -m64' 'ccache gcc' "$bin/gcc" "$bin/gcc -m64"; do
	ok "CC=$cc" on env CC="$cc" "$setup" --list boot
	is "  is there" "$(cat "$T/out")" "$(cat "$T/plain")"
done
for cc in gcc-99 'gcc-99 -m64' 'ccache gcc-99'; do
	ok "CC=$cc" on env CC="$cc" "$setup" --list boot
	says "  is a package" ' gcc-99$'
done
code 10 "CC= a package that is not there, not root" on env CC=gcc-99 "$setup" boot
says "  names it, and those that are known to do" '-> CC=gcc-99 is not there; known to build these kernels: gcc-11 and gcc-12'
user 0
: >"$T/broken"
code 10 "CC= no package, as root" on env CC=gcc-99 "$setup" boot
says "  names it as well" '-> CC=gcc-99 is not there; known to build these kernels: gcc-11 and gcc-12'
code 10 "without CC=" on "$setup" boot
silent_on "  nothing of the kind" 'known to build'
rm "$T/broken"
user 1000
code 10 "CC= a path that is not there" on env CC="$T/none/gcc" "$setup" boot
says "  says so" 'none/gcc: no such program'
says "  and which are known to do" 'known to build these kernels: gcc-11 and gcc-12'
rm "$bin/qemu-system-x86_64"
ok "no QEMU" on "$setup" --list boot
says "  is missing" 'qemu-system-x86$'
ok "QEMU=" on env QEMU="$TOP/tests/fake-qemu" "$setup" --list boot
silent_on "  is not" 'qemu'

# ---- which QEMU

cache=$XDG_CACHE_HOME/cfs-queue
system_qemu() # VERSION
{
	put qemu-system-x86_64 "FAKE_QEMU_VERSION=$1 exec '$TOP/tests/fake-qemu' \"\$@\""
}
cached_qemu() # FOLDER COMMANDS
{
	mkdir -p "$1/usr/bin"
	printf '#!/bin/sh\n%s\n' "$2" >"$1/usr/bin/qemu-system-x86_64"
	chmod +x "$1/usr/bin/qemu-system-x86_64"
}
newer="echo QEMU emulator version 10.0.2"
is_qemu() # WHAT WANTED [OPTION]
{
	ok "$1" on "$qemu" ${3+"$3"}
	is "  is ${2#"$T/"}" "$(grep -m 1 "^/" "$T/out")" "$2"
}
rm -rf "$cache"
for version in 8.1.0 8.1 8.2.2 9.0.50 10.0.2 10.0.2,Debian; do
	system_qemu "$version"
	cached_qemu "$cache/qemu" "$newer"
	is_qemu "the system's $version" "$bin/qemu-system-x86_64"
done
for version in 7.2.15 8.0.50 2.11.1; do
	system_qemu $version
	is_qemu "the system's $version beside an unpacked 10.0.2" "$cache/qemu/usr/bin/qemu-system-x86_64"
	is "  with its firmware" "$(sed 1d "$T/out" | tr '\n' ' ')" \
		"-L $cache/qemu/usr/share/seabios -L $cache/qemu/usr/share/qemu "
done
cached_qemu "$cache/qemu" "echo QEMU emulator version 8.0.0"
is_qemu "an unpacked one that is too old" "$bin/qemu-system-x86_64"
cached_qemu "$cache/qemu" "exit 127"
is_qemu "an unpacked one that does not start" "$bin/qemu-system-x86_64"
rm -rf "$cache"
is_qemu "an old one alone" "$bin/qemu-system-x86_64"
system_qemu nonsense
is_qemu "one that says no version" "$bin/qemu-system-x86_64"
rm "$bin/qemu-system-x86_64"
code 17 "none" on "$qemu"
says "  the way out" 'run: scripts/setup boot'
cached_qemu "$cache/qemu" "$newer"
is_qemu "only an unpacked one" "$cache/qemu/usr/bin/qemu-system-x86_64"
rm -rf "$cache"
mkdir "$T/a b"
cp "$TOP/tests/fake-qemu" "$T/a b/"
ok "QEMU= with a space in its path" on env QEMU="$T/a b/fake-qemu" "$qemu"
is "  is taken" "$(cat "$T/out")" "$T/a b/fake-qemu"
code 17 "QEMU= that is not there" on env QEMU="$T/none" "$qemu"
code 17 "QEMU= that says no version" on env QEMU=/bin/true "$qemu"
code 17 "QEMU= with options" on env QEMU="$TOP/tests/fake-qemu -m 1" "$qemu"
code 2 "an unknown option" on "$qemu" --force

# ---- a newer one from backports

system_qemu 7.2.15
if [ "$(. /etc/os-release 2>/dev/null; echo "${ID-}-${VERSION_ID-}")" = debian-12 ]; then
	# shellcheck disable=SC2016
	put apt-get 'echo "$*" >>"$T/asked"
		case " $* " in
		*" indextargets "*) echo "http://mirror.example bookworm main"; exit ;;
		*" update "*) grep -q "Dir::State::lists" "$APT_CONFIG" || exit 1 ;;
		*" download "*)
			[ ! -r "$T/slow" ] || { touch "$T/mark"; sleep 60; }
			[ ! -r "$T/broken" ] || { echo "E: no route" >&2; exit 100; }
			touch qemu.deb ;;
		esac'
	put dpkg-deb "mkdir -p \"\$3/usr/bin\"; cp '$T/unpacked' \"\$3/usr/bin/qemu-system-x86_64\""
	cached_qemu "$T/new" "$newer"
	cp "$T/new/usr/bin/qemu-system-x86_64" "$T/unpacked"
	rm -f "$T/asked"
	is_qemu "without --fetch" "$bin/qemu-system-x86_64"
	is "  nothing is asked for" "$(apt)" ""
	is_qemu "--fetch" "$cache/qemu/usr/bin/qemu-system-x86_64" --fetch
	is "  nothing else is left" "$(find "$cache" -maxdepth 1 -mindepth 1)" "$cache/qemu"
	rm -f "$T/asked"
	is_qemu "--fetch again" "$cache/qemu/usr/bin/qemu-system-x86_64" --fetch
	is "  nothing is asked for" "$(apt)" ""
	rm -rf "$cache"
	: >"$T/broken"
	code 0 "--fetch without a network" on "$qemu" --fetch
	says "  the system's is taken" '^/.*/bin/qemu-system-x86_64$'
	says "  apt's own words" 'E: no route'
	is "  nothing is left" "$(find "$cache" -mindepth 1)" ""
	cp "$project/scripts/packages" "$T/packages"
	echo 'sh dash boot runs all this' >"$project/scripts/packages"
	rm -f "$T/asked"
	ok "setup without a network" on "$setup" boot
	ok "  asked apt" test -s "$T/asked"
	rm -f "$T/asked"
	ok "  a second setup" on "$setup" boot
	is "  does not ask again" "$(apt)" ""
	rm "$T/broken"
	is_qemu "  but --fetch does" "$cache/qemu/usr/bin/qemu-system-x86_64" --fetch
	ok "  and setup is content" on "$setup" boot
	cp "$T/packages" "$project/scripts/packages"
	rm -rf "$cache"
	printf '#!/bin/sh\nexit 127\n' >"$T/unpacked"
	is_qemu "--fetch of one that does not start here" "$bin/qemu-system-x86_64" --fetch
	cp "$T/new/usr/bin/qemu-system-x86_64" "$T/unpacked"
	: >"$T/slow"
	ok "kill -9 while it comes" killed "$T/mark" env PATH="$bin" "$qemu" --fetch
	rm "$T/slow"
	is_qemu "  the next time it is there" "$cache/qemu/usr/bin/qemu-system-x86_64" --fetch
	is "  nothing else is left" "$(find "$cache" -maxdepth 1 -mindepth 1)" "$cache/qemu"
else
	skip "a newer QEMU from backports" "this is not Debian 12"
fi
finish
