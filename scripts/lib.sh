# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
#
# What every script here shares; sourced, never run.
#
# After sourcing: $TOP is the project, $CACHE the user's cache folder for it,
# $O the output folder, E_<NAME> the exit codes of scripts/exit-codes.

LC_ALL=C
export LC_ALL
umask 022
PROG=${0##*/}
TOP=$(cd "${0%/*}/.." && pwd)
CACHE=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/cfs-queue
O=${O:-$TOP/out}
HOST=$O/host
V=${V:-0}

while read -r lib_name lib_code lib_rest; do
	case $lib_name in
	''|\#*) ;;
	*) eval "E_$lib_name=$lib_code" ;;
	esac
done <"$TOP/scripts/exit-codes"
unset lib_name lib_code lib_rest

# step NAME TEXT: one quiet line a step, in Kbuild's form
step()
{
	printf '  %-7s %s\n' "$1" "$2"
}

# die CODE PLACE WHAT [WAY OUT]
die()
{
	printf '%s: %s: %s\n' "$PROG" "$2" "$3" >&2
	[ $# -lt 4 ] || printf '%s\n' "$4" | sed 's/^/  -> /' >&2
	exit "$1"
}

# need PROGRAM...: every one is installed
need()
{
	for need_prog in "$@"; do
		command -v "$need_prog" >/dev/null 2>&1 ||
			die "$E_NEED" "$need_prog" "not installed" \
				"run: scripts/setup boot check"
	done
}

# The clean-up that scripts hang their own on: set CLEAN to a command.
CLEAN=
lib_exit()
{
	lib_rc=$?
	trap - EXIT
	[ -z "$CLEAN" ] || eval "$CLEAN"
	exit "$lib_rc"
}
trap lib_exit EXIT
trap 'exit "$E_INTERRUPTED"' INT TERM HUP

# folder PATH: make it, or say why not
folder()
{
	lib_err=$(mkdir -p "$1" 2>&1) ||
		die "$E_WRITE" "$1" "cannot make this folder: $lib_err" \
			"free some disk space, or choose another place with O= or XDG_CACHE_HOME="
}

# lock FILE: hold it until this script ends, or stop
lock()
{
	folder "${1%/*}"
	exec 9>>"$1" || die "$E_WRITE" "$1" "cannot write" "choose another O="
	flock -n 9 || die "$E_BUSY" "$1" "another run is at work there" \
		"wait until it has ended, or use another O="
}

# base_row TAG: sets B_COMMIT B_TREE B_FILES B_TOOLCHAIN B_SERIES B_AFTER
# from $BASES, the pinned bases
BASES=${BASES:-$TOP/patches/bases}
base_row()
{
	lib_row=$(awk -v tag="$1" '$1 == tag' "$BASES") ||
		die "$E_BADFILE" "$BASES" "cannot read"
	[ -n "$lib_row" ] || die "$E_USAGE" "BASE=$1" "not a supported base" \
		"the supported ones: $(base_tags | tr '\n' ' ')"
	# shellcheck disable=SC2086 # a row is split into its words
	set -- $lib_row
	[ $# -eq 7 ] || die "$E_BADFILE" "$BASES" \
		"the row of $1 must have 7 words, it has $#" "see its first lines"
	B_COMMIT=$2 B_TREE=$3 B_FILES=$4 B_TOOLCHAIN=$5 B_SERIES=$6 B_AFTER=$7
}

base_tags()
{
	awk '!/^#/ && NF { print $1 }' "$BASES"
}

# series_patches TAG: the files of its patches, in order, one a line, relative
# to patches/.  Call base_row first.
series_patches()
{
	for lib_dir in "toolchain $B_TOOLCHAIN" "$B_SERIES $B_SERIES"; do
		case $lib_dir in "- -") continue ;; esac
		lib_name=${lib_dir%% *}/series
		[ "${lib_dir%% *}" != toolchain ] || lib_name=toolchain/series-${lib_dir#* }
		[ -r "$PATCHES/$lib_name" ] || die "$E_BADFILE" "$PATCHES/$lib_name" \
			"no such series" "the row of this base in $BASES names it"
		sed -e 's/[[:space:]]*#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' \
			-e "s,^,${lib_dir%% *}/," "$PATCHES/$lib_name"
	done
}
PATCHES=${PATCHES:-$TOP/patches}

# machine_file NAME: there is such a machine
machine_file()
{
	case $1 in
	*/*|'') ;;
	*) [ ! -r "$TOP/configs/$1.machine" ] || return 0 ;;
	esac
	die "$E_USAGE" "MACHINE=$1" "no such machine" "the machines: $(machines)"
}

machines()
{
	(cd "$TOP/configs" && echo *.machine) | sed 's/\.machine//g'
}

# variants: the configuration fragments that are neither common nor a machine's
variants()
{
	for lib_f in "$TOP"/configs/*.config; do
		[ ! -e "${lib_f%.config}.machine" ] || continue
		lib_f=${lib_f##*/}
		[ "$lib_f" = common.config ] || printf '%s ' "${lib_f%.config}"
	done
}

# tree_dir TAG: sets TREE, the folder of its patched tree.  The name holds a
# hash of all that decides the content, so it exists only if it is that.
tree_dir()
{
	lib_patches=$(series_patches "$1")
	lib_key=$(cd "$PATCHES" && {
		echo "$B_TREE $B_FILES $lib_patches"
		# shellcheck disable=SC2086 # patch names have no spaces
		[ -z "$lib_patches" ] || cat -- $lib_patches
	} | hash) || die "$E_BADFILE" "$PATCHES" "a patch of the series of $1 cannot be read" \
		"the patches named are: $(echo "$lib_patches" | tr '\n' ' ')"
	TREE=$O/tree/$1-$(echo "$lib_key" | cut -c 1-12)
}

# hash: sha256 of standard input, the digits only
hash()
{
	sha256sum | cut -d ' ' -f 1
}
