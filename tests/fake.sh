# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
#
# For the tests on the fake kernel tree; sourced after tap.sh.
#
# After sourcing everything that the scripts take from the environment points
# below $T: an empty cache, an empty $O, no source of a kernel within reach.
# What the tester has set up for himself is out of the way.

unset KERNEL_GIT QEMU CC MACHINE BASE VARIANT FEATURES VERBOSE_UP_TO_DATE V \
	SILENT TOTAL VIRTUAL MAKEFLAGS MFLAGS MAKELEVEL XDG_CONFIG_HOME TAR_OPTIONS
HOME=$T/home
XDG_CACHE_HOME=$T/cache
O=$T/o
PATCHES=$T/patches
BASES=$T/patches/bases
SOURCE_GIT=
SOURCE_TAR=
GIT_AUTHOR_NAME=Tester GIT_AUTHOR_EMAIL=tester@example.org
GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
GIT_AUTHOR_DATE='1205928000 +0000' GIT_COMMITTER_DATE='1205928000 +0000'
export HOME XDG_CACHE_HOME O PATCHES BASES SOURCE_GIT SOURCE_TAR GIT_AUTHOR_NAME \
	GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_AUTHOR_DATE \
	GIT_COMMITTER_DATE
mkdir -p "$HOME" "$PATCHES"
chmod 755 "$T"
S=$TOP/scripts
CACHED=$XDG_CACHE_HOME/cfs-queue/linux.git

# fake_linux: the repository $T/linux of the fake tree, with the tags v2.6.25-rc6
# and v2.6.25, and its patches
fake_linux()
{
	git init -q "$T/linux"
	cp -R "$TOP/tests/fakelinux/." "$T/linux/"
	(
		cd "$T/linux" || exit 1
		mv dot-gitignore .gitignore
		echo 'no object' >arch/x86/boot/keep.o
		git add -A -f
		git commit -q -m 'Linux 2.6.25-rc6'
		git tag -a -m 'Linux 2.6.25-rc6' v2.6.25-rc6
		sed -i 's/^EXTRAVERSION =.*/EXTRAVERSION =/' Makefile
		git commit -q -a -m 'Linux 2.6.25'
		git tag -a -m 'Linux 2.6.25' v2.6.25
		git checkout -q v2.6.25-rc6
	)
	mkdir -p "$PATCHES/toolchain" "$PATCHES/2.6.25-rc6"
	patch_of toolchain/makefile-quiet.patch Makefile 's/ is ready/ is here/'
	echo makefile-quiet.patch >"$PATCHES/toolchain/series-2.6.25"
	patch_of 2.6.25-rc6/one.patch kernel/sched.c \
		-e '/_DOUBLE_TICK.*= 64/a\	SCHED_FEAT_AFFINE_WAKEUPS	= 128,' \
		-e '/_DOUBLE_TICK.*\* 0/s/;/ |/' \
		-e '/_DOUBLE_TICK.*\* 0/a\		SCHED_FEAT_AFFINE_WAKEUPS	* 1;'
	patch_of 2.6.25-rc6/two.patch kernel/sched_fair.c -e '1a\/* Two hunks. */' \
		-e 's/vruntime -= credit()/vruntime -= 2 * credit()/'
	patch_of 2.6.25-rc6/three.patch kernel/sched_fair.c 's/return 20;/return 21;/'
	printf '# The order counts\none.patch\n\ntwo.patch # a remark\n three.patch\t\n' \
		>"$PATCHES/2.6.25-rc6/series"
	git -C "$T/linux" checkout -q v2.6.25-rc6
	fake_pin v2.6.25-rc6 2.6.25 2.6.25-rc6
	fake_pin v2.6.25 2.6.25 -
}

# patch_of FILE SOURCE SED...: an edit of SOURCE as a patch, on top of the ones before
patch_of()
{
	patch_file=$PATCHES/$1
	patch_source=$2
	shift 2
	(
		cd "$T/linux" || exit 1
		sed -i "$@" "$patch_source"
		git commit -q -a -m "fake: edit ${patch_source##*/}"
		git format-patch -k --no-signature -1 --stdout >"$patch_file"
	)
}

# fake_pin TAG TOOLCHAIN SERIES: its row for $BASES, in place of the one it had,
# computed in another way than the scripts do
fake_pin()
{
	rm -rf "$T/pin" "$T/pin.index"
	mkdir "$T/pin"
	git -C "$T/linux" archive "$1" | tar -C "$T/pin" -xf -
	pin_files=$(cd "$T/pin" && find . -type f | sort | xargs sha256sum | sha256sum)
	pin_after=$(
		cd "$T/linux" || exit 1
		GIT_INDEX_FILE=$T/pin.index
		export GIT_INDEX_FILE
		git read-tree "$1^{tree}"
		{
			[ "$2" = - ] || sed "s,^,toolchain/," "$PATCHES/toolchain/series-$2"
			[ "$3" = - ] || sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/./!d' \
				-e "s,^,$3/," "$PATCHES/$3/series"
		} | while read -r patch; do
			git apply --cached "$PATCHES/$patch"
		done
		git write-tree
	)
	rm -rf "$T/pin" "$T/pin.index"
	[ ! -r "$BASES" ] || sed -i "/^$1 /d" "$BASES"
	[ -r "$BASES" ] || echo "# tag commit tree files toolchain series after why" >"$BASES"
	pin_why=
	[ "$3" != - ] || pin_why=" it is  a fake, as /* are"
	echo "$1 $(git -C "$T/linux" rev-parse "$1^{commit}" "$1^{tree}" | paste -s -d ' ' -)" \
		"${pin_files%% *} $2 $3 $pin_after$pin_why" >>"$BASES"
}

# fake_project FOLDER: a copy of this project there, with the fake patches
fake_project()
{
	mkdir -p "$1"
	for part in Makefile scripts configs tools guest sim Documentation; do
		cp -R "$TOP/$part" "$1/"
	done
	cp -R "$PATCHES" "$1/patches"
	cp "$TOP/patches/features" "$1/patches/"
}

# closed COMMAND...: with its standard input closed
closed()
{
	"$@" <&-
}

# waiting COMMAND...: with a standard input on which nothing ever comes, and that
# does not end
waiting()
{
	[ -p "$T/fifo" ] || mkfifo "$T/fifo"
	timeout 30 "$@" <>"$T/fifo"
}

# until_true COMMAND...: wait up to ten seconds for it
until_true()
{
	until_n=0
	while ! "$@" 2>/dev/null; do
		until_n=$((until_n + 1))
		[ "$until_n" -lt 200 ] || return 1
		sleep 0.05
	done
}

# killed MARK COMMAND...: start it as a group of its own, wait for the file MARK,
# kill all of the group at once, and wait until nothing of it is left
killed()
{
	killed_mark=$1
	shift
	rm -f "$killed_mark"
	setsid "$@" >"$T/out" 2>&1 </dev/null &
	killed_pid=$!
	until_true test -e "$killed_mark" || diag "it never came to $killed_mark"
	kill -9 "-$killed_pid" 2>/dev/null
	wait "$killed_pid" 2>/dev/null
	[ -e "$killed_mark" ]
}

# wrap NAME TEXT: a program NAME that comes before the real one, $real in TEXT
wrap()
{
	mkdir -p "$T/wrap"
	{
		echo '#!/bin/sh'
		echo "real=$(command -v "$1")"
		echo "T='$T'"
		printf '%s\n' "$2"
		echo 'exec "$real" "$@"'
	} >"$T/wrap/$1"
	chmod +x "$T/wrap/$1"
}

# wrapped COMMAND...: with those first in the path
wrapped()
{
	PATH=$T/wrap:$PATH "$@"
}

# state FOLDER...: every name, kind and content below them, as one word
state()
{
	find "$@" \( -type f -exec sha256sum {} + \) -o -printf '%y %p %l\n' 2>/dev/null |
		sort | sha256sum | cut -c 1-16
}

# as_nobody COMMAND...: without root's permissions
as_nobody()
{
	if [ "$(id -u)" -eq 0 ]; then
		setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
	else
		"$@"
	fi
}

# can_be_nobody: as_nobody works, and can read the project
can_be_nobody()
{
	[ "$(id -u)" -ne 0 ] || as_nobody test -r "$S/lib.sh" 2>/dev/null
}

# small_disk FOLDER SIZE: a full disk to come; not for everybody
small_disk()
{
	mkdir -p "$1"
	[ "$(id -u)" -eq 0 ] || return 1
	mount -t tmpfs -o "size=$2" none "$1" 2>/dev/null || return 1
	small_disks="${small_disks-} $1"
	trap 'umount $small_disks 2>/dev/null; rm -rf "$T"' EXIT
}

# fake_host PROGRAM...: the real ones, as host/NAME or guest/NAME, in $O, or nothing
# here can run
fake_host()
{
	mkdir -p "$O/host" "$O/guest"
	for program in "$@"; do
		[ -x "${HOST%/*}/$program" ] || skip_all "$program is not built: make programs"
		cp "${HOST%/*}/$program" "$O/$program"
	done
}

# compiler NAME TEXT: a compiler of that name, which does TEXT before it calls the
# real one; it notes every call in $T/called
compiler()
{
	mkdir -p "$T/cc"
	cat >"$T/cc/$1" <<-EOC
		#!/bin/sh
		T='$T'
		echo "$1 \$*" >>"\$T/called"
		$2
		exec "$(command -v gcc)" "\$@"
	EOC
	chmod +x "$T/cc/$1"
}

# running TEXT: the command lines of all processes that have it in them
running()
{
	printf '%s\n' "$1" >"$T/running"
	find /proc -maxdepth 1 -name '[0-9]*' -exec grep -laF -f "$T/running" {}/cmdline \; \
		2>/dev/null
}
