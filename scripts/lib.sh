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
# what a git hook, an rpmbuild or a shell start file may have left behind
unset CDPATH GREP_OPTIONS TAR_OPTIONS POSIXLY_CORRECT GIT_DIR GIT_WORK_TREE \
	GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES \
	GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX GIT_CONFIG GIT_CONFIG_PARAMETERS \
	GIT_CONFIG_COUNT GIT_SHALLOW_FILE GIT_GRAFT_FILE GIT_TEMPLATE_DIR \
	GIT_DEFAULT_HASH GIT_LITERAL_PATHSPECS GIT_ICASE_PATHSPECS
PROG=${0##*/}
TOP=$(cd "${0%/*}/.." && pwd)
# a cache path that is not absolute does not count, says the XDG specification
CACHE=${XDG_CACHE_HOME-}
case $CACHE in
/*) ;;
*) CACHE=${HOME:-/nonexistent}/.cache ;;
esac
CACHE=$CACHE/cfs-queue
O=${O:-$TOP/out}
case $O in
/*) ;;
*) O=$(pwd)/$O ;;
esac
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

# die CODE PLACE WHAT [WAY OUT]: a line of the way out that begins with a blank goes
# on with the one before
die()
{
	printf '%s: %s: %s\n' "$PROG" "$2" "$3" >&2
	[ $# -lt 4 ] || printf '%s\n' "$4" | sed -e 's/^ /       /' -e t -e 's/^/  -> /' >&2
	exit "$1"
}

# listed WORD...: as a way out of die, which stays within 80 columns
listed()
{
	echo "$*" | fold -s -w 73 | sed -e 's/ *$//' -e '2,$s/^/ /'
}

# the compilers that are known to build these kernels, see Documentation/toolchain.rst
COMPILERS="gcc-11 and gcc-12"

# need PROGRAM...: every one is installed
need()
{
	for need_prog in "$@"; do
		command -v "$need_prog" >/dev/null 2>&1 ||
			die "$E_NEED" "$need_prog" "not installed" \
				"run: scripts/setup boot check"
	done
}

# need_built FILE...: what make makes is there
need_built()
{
	for need_prog in "$@"; do
		[ -x "$O/$need_prog" ] || die "$E_NEED" "$O/$need_prog" \
			"not built yet" "run: make programs"
	done
}

# The clean-up that scripts hang their own on: set CLEAN to a command.
CLEAN='' lib_worker='' lib_keep=''
lib_exit()
{
	lib_rc=$?
	trap - EXIT
	# it may have had the signal itself, and be gone
	[ -z "$lib_worker" ] || { kill "$lib_worker" 2>/dev/null || :; wait "$lib_worker" || :; }
	[ -z "$lib_keep" ] || rm -f "$lib_keep"
	[ -z "$CLEAN" ] || eval "$CLEAN"
	exit "$lib_rc"
}
trap lib_exit EXIT
trap 'exit "$E_INTERRUPTED"' INT TERM HUP

# attended COMMAND...: run what takes its time in the background, so that a signal to
# this script ends it at once; its input is /dev/null
attended()
{
	"$@" </dev/null &
	lib_worker=$!
	lib_rc=0
	wait "$lib_worker" || lib_rc=$?
	lib_worker=
	return "$lib_rc"
}

# keep FILE PLACE: a copy of FILE is at PLACE in RESULTS as a whole, or not at all;
# that may be another disk
keep()
{
	lib_keep=$2.tmp.$$
	lib_err=$( (cp "$1" "$lib_keep" && mv "$lib_keep" "$2") 2>&1) ||
		die "$E_WRITE" "$2" "cannot write: ${lib_err##*: }" \
			"free some disk space, or choose another place with RESULTS="
	lib_keep=
}

# folder PATH [NAME=]: make it, or say why not; NAME= is what moves it elsewhere
folder()
{
	lib_err=$(mkdir -p "$1" 2>&1) ||
		die "$E_WRITE" "$1" "cannot make this folder: $lib_err" \
			"free some disk space, or choose another place with ${2:-O= or XDG_CACHE_HOME=}"
}

# lock FILE: hold it until this script ends, or stop
lock()
{
	folder "${1%/*}"
	# tried apart: a failed redirection of exec ends the shell
	lib_err=$( (: >>"$1") 2>&1) || die "$E_WRITE" "$1" "cannot write: ${lib_err##*: }" \
		"choose another place with O= or XDG_CACHE_HOME="
	exec 9>>"$1"
	flock -n 9 || die "$E_BUSY" "$1" "another run is at work there" \
		"wait until it has ended, or use another O="
}

# lock_folder FOLDER: the same without a file of its own, for folders of others
lock_folder()
{
	exec 9<"$1"
	flock -n 9 || die "$E_BUSY" "$1" "another run is at work there" \
		"wait until it has ended"
}

# no_room TEXT: a program's complaint is about the disk
no_room()
{
	case $1 in
	*"No space left"*|*"Out of disk"*|*"Disk quota exceeded"*|*"File too large"*) return 0 ;;
	esac
	return 1
}

# pinned_git: git as the pinned ids want it.  Nothing that a user or a system
# has set up for git may bend what is read or written, and no hook may run.
pinned_git()
{
	HOME=/nonexistent XDG_CONFIG_HOME=/nonexistent GIT_CONFIG_GLOBAL=/dev/null \
		GIT_CONFIG_NOSYSTEM=1 GIT_ATTR_NOSYSTEM=1 command git \
		-c core.hooksPath=/dev/null -c gc.auto=0 -c maintenance.auto=false \
		-c safe.directory='*' "$@"
}

# base_row TAG: sets B_COMMIT B_TREE B_FILES B_TOOLCHAIN B_SERIES B_AFTER and, for
# a base without a series, B_WHY from $BASES, the pinned bases.  With SERIES=stock in
# the environment every base is one without.
PATCHES=${PATCHES:-$TOP/patches}
BASES=${BASES:-$TOP/patches/bases}
BLOBS=$PATCHES/blobs
STOCK=$PATCHES/stock
base_row()
{
	[ -r "$BASES" ] || die "$E_BADFILE" "$BASES" "cannot read this file"
	lib_tag=$1
	lib_row=$(TAG=$1 awk '$1 == ENVIRON["TAG"] && !/^#/' "$BASES")
	case $lib_row in
	'')
		lib_near=$(base_near "$1")
		# shellcheck disable=SC2046 # tags have no spaces
		die "$E_USAGE" "BASE=$1" "not a known base" "$lib_near${lib_near:+
}$(listed "the bases:" $(base_tags))" ;;
	*"
"*)	bad_row "has two rows" "take one of the two away" ;;
	*"$(printf '\r')"*)
		bad_row "its row has a CR line end" "convert the file to LF line ends" ;;
	esac
	set -f
	# shellcheck disable=SC2086 # a row is split into its words
	set -- $lib_row
	set +f
	[ $# -ge 7 ] || bad_row "its row must have 7 words, it has $#" "see its first lines"
	case $2$3$4$7 in *[!0-9a-f]*)
		bad_row "an id is not hexadecimal" "see its first lines" ;;
	esac
	case ${#2}-${#3}-${#4}-${#7} in
	40-40-64-40) ;;
	*) bad_row "has an id of the wrong length" \
		"40 digits for commit, tree and after, 64 for files" ;;
	esac
	B_COMMIT=$2 B_TREE=$3 B_FILES=$4 B_TOOLCHAIN=$5 B_SERIES=$6 B_AFTER=$7
	shift 7
	B_WHY=$*
	case $B_SERIES${B_WHY:+why} in
	-) bad_row "no series, and no reason for it" "write it at the end of the row" ;;
	-why) ;;
	*why) bad_row "has a series, and a reason for none: \"$B_WHY\"" \
		"write - for the series, or take the reason away" ;;
	esac
	# asked for without the series
	[ "${SERIES-}" != stock ] || [ "$B_SERIES" = - ] || {
		B_SERIES=- B_WHY="asked for as released"
		B_AFTER=$(TAG=$lib_tag awk '$1 == ENVIRON["TAG"] { id = $2 } END { print id }' \
			"$STOCK" 2>/dev/null) || B_AFTER=
		[ ${#B_AFTER} -eq 40 ] || die "$E_BADFILE" "$STOCK" "has no id for $lib_tag" \
			"run: scripts/pin"
	}
}

bad_row() # WHAT WAY-OUT
{
	die "$E_BADFILE" "$BASES" "$lib_tag: $1" "$2"
}

base_tags()
{
	[ -r "$BASES" ] || die "$E_BADFILE" "$BASES" "cannot read this file"
	awk '!/^#/ && NF { print $1 }' "$BASES"
}

# served_row TAG: base_row, and there is a series for it
served_row()
{
	base_row "$1"
	[ "$B_SERIES" != - ] || unserved "$1"
}

unserved() # TAG, its row is read
{
	die "$E_NOSERIES" "BASE=$1" "no series for this base: $B_WHY" "$(with_series)"
}

with_series()
{
	# shellcheck disable=SC2046 # tags have no spaces
	listed "the bases with a series:" $(served_tags)
}

# stock_note TAG: its kernel is built and booted as released, and that is said.
# Call base_row first.
stock_note()
{
	[ "$B_SERIES" != - ] || step STOCK "$1, no scheduler patch is on: $B_WHY"
}

served_tags()
{
	awk '!/^#/ && NF && $6 != "-" { print $1 }' "$BASES"
}

# base_near WORD: "did you mean ...?" if it is another spelling of a base, or
# a release beside one.  2.6.27, v2.6.27.0, linux-2.6.27 and V2.6.27 are v2.6.27.
base_near()
{
	lib_word=$(printf '%s' "$1" | tr -d '[:space:]' | tr '[:upper:]_' '[:lower:]-' |
		sed -e 's/^linux-*//' -e 's/^v*/v/' -e 's/\.git$//' \
			-e 's/\.0*\(-rc.*\)\{0,1\}$/\1/' -e 's/\([0-9]\)rc/\1-rc/')
	lib_near=$(base_tags | TAG=$lib_word awk '$1 == ENVIRON["TAG"]')
	# v2.6.27.1, v2.6.27-rc7: the proven ones of the same release
	[ -n "$lib_near" ] || lib_near=$(base_tags | TAG=$lib_word awk '
		function release(t) { sub(/-.*/, "", t); split(t, a, "."); return a[1] "." a[2] "." a[3] }
		release($1) == release(ENVIRON["TAG"])')
	[ -z "$lib_near" ] ||
		listed "did you mean $(echo "$lib_near" | sed -e ':a' -e N -e '$!ba' -e 's/\n/ or /g')?"
}

# cached TAG: the cache holds the checked tree of it.  Call base_row first.
cached()
{
	[ "$(pinned_git --git-dir="$CACHE/linux.git" rev-parse -q --verify \
		"refs/cfsq/$1^{tree}" 2>/dev/null)" = "$B_TREE" ]
}

# series_patches TAG: the files of its patches, in order, one a line, relative
# to patches/.  Call base_row first.
series_patches()
{
	[ "$B_TOOLCHAIN" = - ] || read_series toolchain "series-$B_TOOLCHAIN" || exit
	[ "$B_SERIES" = - ] || read_series "$B_SERIES" series || exit
}

# read_series FOLDER FILE: the patches that it names, read as quilt does, except
# that what would be applied in another way than quilt's usual one is refused.
read_series()
{
	lib_series=$PATCHES/$1/$2
	[ -r "$lib_series" ] || die "$E_BADFILE" "$lib_series" \
		"no such series" "the row of this base in $BASES names it"
	lib_names=$(awk '
		function bad(what) { printf "%d\t%s\n", NR, what; failed = 1; exit 1 }
		/\r/ { bad("has a CR line end\tconvert the file to LF line ends") }
		{ sub(/(^|[ \t]+)#.*/, "") }
		!NF { next }
		NF > 2 || NF == 2 && $2 != "-p1" {
			bad("\"" $2 "\" after a name of a patch\tevery patch is applied with -p1, and options are not known here") }
		$1 !~ /^[A-Za-z0-9][A-Za-z0-9._+\/-]*$/ || $1 ~ /(^|\/)\.\.?(\/|$)/ {
			bad("\"" $1 "\" is no name for a patch\ta path below its folder, of letters, digits and ._+-") }
		seen[$1]++ { bad("\"" $1 "\" is named a second time\ttake one of the two away") }
		{ print $1; n++ }
		END { if (!failed && !n) { NR = 0; bad("the series is empty\twrite - for it in the row of the base, if none is wanted") } }
		' "$lib_series") || {
		lib_bad=$(echo "$lib_names" | tail -n 1)
		lib_line=${lib_bad%%	*} lib_bad=${lib_bad#*	}
		[ "$lib_line" != 0 ] || lib_line=
		die "$E_BADFILE" "$lib_series${lib_line:+:$lib_line}" \
			"${lib_bad%%	*}" "${lib_bad#*	}"
	}
	for lib_f in $lib_names; do
		{ [ -f "$PATCHES/$1/$lib_f" ] && [ -r "$PATCHES/$1/$lib_f" ]; } ||
			die "$E_BADFILE" "$lib_series" "$lib_f is not there, or not readable" \
				"put it into $PATCHES/$1, or take its line away"
		echo "$1/$lib_f"
	done
}

# subject FILE: what git am will make the subject of the commit
subject()
{
	lib_subject=$(pinned_git mailinfo -k /dev/null /dev/null <"$PATCHES/$1" 2>/dev/null |
		sed -n 's/^Subject: //p')
	{ [ -n "$lib_subject" ] && grep -q '^From: .*@' "$PATCHES/$1"; } || die "$E_PATCH" "$1" \
		"is no mail with From: and Subject:" "git am takes nothing else; see git help format-patch"
	printf '%s\n' "$lib_subject"
}

# A script that applies patches has a function "there": git apply, with the options
# given, at the place where they go.

# touched PATCH...: the files that they touch, each once
touched()
{
	# all at once, or one by one if something is wrong with one
	lib_files=$(cd "$PATCHES" && cat -- "$@" | there --numstat 2>/dev/null) ||
		lib_files=$(for lib_p in "$@"; do
			lib_msg=$(there --numstat "$PATCHES/$lib_p" 2>&1) ||
				refused "$lib_p" "any base" "$lib_msg"
			printf '%s\n' "$lib_msg"
		done) || exit
	printf '%s\n' "$lib_files" | cut -f 3 | sort -u
}

# patch_text PATCH: it is text that patch(1) can apply as well
patch_text()
{
	! grep -q "$(printf '\r')" "$PATCHES/$1" || die "$E_PATCH" "$1" \
		"has CR line ends" "convert it: sed -i 's/\r\$//' $PATCHES/$1"
	! grep -qE '^(GIT binary patch|Binary files .* differ)' "$PATCHES/$1" ||
		die "$E_PATCH" "$1" "has a binary part" \
			"a patch here is text that patch(1) can apply as well"
}

# put_on PATCH WHERE: apply it, strictly.  WHERE is a base or a folder, for people.
put_on()
{
	patch_text "$1"
	lib_msg=$(there --whitespace=nowarn "$PATCHES/$1" 2>&1) || refused "$1" "$2" "$lib_msg"
}

# experiment_file NAME: its path, of experiments/ if NAME is none itself
experiment_file()
{
	case $1 in
	*/*) echo "$1" ;;
	*)
		[ -f "$TOP/experiments/$1" ] || die "$E_USAGE" "EXPERIMENT=$1" \
			"no such experiment" \
			"$(listed "the experiments: $(cd "$TOP/experiments" && echo *)")"
		echo "$TOP/experiments/$1"
		;;
	esac
}

# refused PATCH WHERE MESSAGE: say what git had against it, by hunk and file where
# it named one
refused()
{
	! no_room "$3" || die "$E_WRITE" "$1" "disk full while applying it" \
		"free some disk space, or choose another place with O= or TMPDIR="
	if there --reverse --check "$PATCHES/$1" 2>/dev/null; then
		die "$E_PATCH" "$1" "is in $2 already" \
			"take it out of the series that is put on it"
	fi
	lib_at=$(echo "$3" | sed -n 's/^error: patch failed: //p' | head -n 1)
	[ -n "$lib_at" ] || die "$E_PATCH" "$1" \
		"$(echo "$3" | sed -n -e 's/^error: //p' -e 's/^fatal: //p' | head -n 1)" \
		"mend it; nothing was written"
	lib_hunk=$(awk -v file="${lib_at%:*}" -v line="${lib_at##*:}" '
		/^\+\+\+ / { f = $2; sub("^[^/]*/", "", f); n = 0 }
		/^@@ / { n++; split(substr($2, 2), a, ","); if (f == file && a[1] == line) { print n; exit } }
		' "$PATCHES/$1")
	die "$E_PATCH" "$1" "needs refresh: hunk ${lib_hunk:-?} of ${lib_at%:*} does not apply to $2" \
		"refresh it (line ${lib_at##*:} of that file; fuzz is never used); nothing was written"
}

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
	lib_patches=$(series_patches "$1") || exit
	lib_key=$(cd "$PATCHES" && {
		echo "$B_TREE $B_FILES $lib_patches"
		# shellcheck disable=SC2086 # patch names have no spaces
		[ -z "$lib_patches" ] || cat -- $lib_patches
	} | hash)
	# an experiment may want the base with its series and without side by side
	TREE=$1
	[ "${SERIES-}" != stock ] || TREE=$1-stock
	TREE=$O/tree/$TREE-$(echo "$lib_key" | cut -c 1-12)
}

# kernel_whole FOLDER: every file of a built kernel is there, as it was built
kernel_whole()
{
	[ -s "$1/sums" ] && (cd "$1" && sha256sum -c --status sums 2>/dev/null)
}

# hash: sha256 of standard input, the digits only
hash()
{
	sha256sum | cut -d ' ' -f 1
}

# backend_checked: BACKEND, METAL and METAL_NAME are set and fit together
backend_checked()
{
	BACKEND=${BACKEND:-qemu}
	METAL_NAME=${METAL_NAME:-a machine}
	case $BACKEND in
	qemu) return ;;
	metal) ;;
	*) die "$E_USAGE" "BACKEND=$BACKEND" "no such backend" "it is qemu or metal" ;;
	esac
	[ -n "${METAL-}" ] || die "$E_USAGE" METAL "is not set" \
		"it is the command that boots your machine, see Documentation/metal.rst"
	case $METAL_NAME in
	*[!A-Za-z0-9\ .,:_/+-]*|????????????????????????????????????????*) die "$E_USAGE" \
		"METAL_NAME=$METAL_NAME" "at most 39 letters, digits, blanks and .,:_/+-" ;;
	esac
	export BACKEND METAL METAL_NAME
}

# pictures FOLDER WORDS...: draw what compare(1) asks for, given these words
pictures()
{
	lib_dir=$1
	shift
	folder "$lib_dir"
	"$HOST/compare" --plots "$lib_dir" "$@" >"$lib_dir/plots"
	# whatever fonts and settings a user has
	lib_err=$(GNUPLOT_LIB='' GNUTERM='' gnuplot -d "$lib_dir/plots" 2>&1) || die "$E_NEED" gnuplot \
		"$(printf '%s\n' "$lib_err" | grep . | tail -n 1)" \
		"is it the distribution's, with its SVG terminal?"
}
