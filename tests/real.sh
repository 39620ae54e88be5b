# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
#
# For the tests on the real kernel; sourced after tap.sh.

O=${O:-$TOP/out}
export O
# those that can be built, and of these those with a series
all_bases=$(awk '!/^#/ && NF && $5 != "-" { print $1 }' "$TOP/patches/bases")
served_bases=$(awk '!/^#/ && NF && $6 != "-" { print $1 }' "$TOP/patches/bases")
# of each series the base that it is named after, which has the blobs of its index lines
series_bases=$(awk '!/^#/ && NF && $6 != "-" && !seen[$6]++ { print "v" $6 }' "$TOP/patches/bases")
all_machines=$(cd "$TOP/configs" && printf '%s\n' *.machine | sed 's/\.machine$//')

# needs_source BASE...: or nothing here can run
needs_source()
{
	for needs_base in "$@"; do
		needs_rc=0
		# a test does not go to the network for it
		SOURCE_GIT='' SOURCE_TAR='' KERNEL_GIT='' "$TOP/scripts/source" \
			"$needs_base" >"$T/out" 2>&1 || needs_rc=$?
		case $needs_rc in
		0) ;;
		11) skip_all "no source of $needs_base: give one by make source KERNEL_GIT=..." ;;
		*) bail "scripts/source $needs_base ends with $needs_rc" ;;
		esac
	done
}

needs_qemu()
{
	"$TOP/scripts/qemu" >"$T/out" 2>&1 || bail "no usable QEMU, though make check installs one"
}

# experiments_on BASE: $compare is the script, $RESULTS a folder of the test's own
experiments_on()
{
	needs_qemu
	command -v gnuplot >/dev/null || skip_all "gnuplot is not installed"
	needs_source "$1"
	cd "$TOP" || exit 1
	compare=$TOP/scripts/compare
	export RESULTS="$T/results"
}

cache=${XDG_CACHE_HOME:-$HOME/.cache}/cfs-queue/linux.git

# have BASE: its source is in the cache, or what needs it is skipped
have()
{
	"$TOP/scripts/source" --have "$1" >"$T/out" 2>&1 && return
	skip "$1" "no source of it: give one by make source KERNEL_GIT=..."
	return 1
}

# in_cache COMMAND...: git on the cache's objects, with an index and new objects here
in_cache()
{
	mkdir -p "$T/objects"
	GIT_DIR=$cache GIT_INDEX_FILE=$T/index GIT_OBJECT_DIRECTORY=$T/objects \
		GIT_ALTERNATE_OBJECT_DIRECTORIES=$cache/objects \
		GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 "$@"
}

# row BASE WORD: that word of its row in patches/bases
row()
{
	awk -v tag="$1" -v word="$2" '$1 == tag { print $word }' "$TOP/patches/bases"
}

# listed FOLDER FILE: the patches of a series, as paths, in order
listed()
{
	sed -e 's/[ 	]*#.*//' -e '/^[ 	]*$/d' "$TOP/patches/$1/$2" |
		sed "s,^,$TOP/patches/$1/,"
}

toolchain_of() # BASE
{
	[ "$(row "$1" 5)" = - ] || listed toolchain "series-$(row "$1" 5)"
}

series_of() # BASE
{
	[ "$(row "$1" 6)" = - ] || listed "$(row "$1" 6)" series
}

# what must be there is broken: a failure, not a skip
bail()
{
	tap_result "not ok" "$1"
	diag "$(cat "$T/out")"
	finish
}
