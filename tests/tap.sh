# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# TAP for the tests here; sourced, never run.  tests/README is the contract.
#
# After sourcing: $TOP is the project, $HOST the folder of its built host
# tools, $T a fresh folder that is removed at the end, LC_ALL is C.

set -u
# The sanitizers of gcc 12 and clang 14 hang or crash by chance where more bits of an
# address are random, as they are by default in newer kernels.
if [ -z "${TAP_STEADY-}" ] && [ "$(cat /proc/sys/vm/mmap_rnd_bits 2>/dev/null || echo 99)" -gt 28 ] &&
	setarch -R true 2>/dev/null; then
	TAP_STEADY=1 exec setarch -R sh "$0" "$@"
fi
LC_ALL=C
export LC_ALL
TOP=$(cd "${0%/*}/.." && pwd)
HOST=${HOST:-${O:-$TOP/out}/host}
T=$(mktemp -d "${TMPDIR:-/tmp}/cfsq-test.XXXXXX") || exit 1
tap_n=0
tap_failed=0
trap 'rm -rf "$T"' EXIT
trap 'exit 130' INT TERM

tap_result() # "ok"|"not ok" description
{
	tap_n=$((tap_n + 1))
	[ "$1" = ok ] || tap_failed=$((tap_failed + 1))
	printf '%s %d - %s\n' "$1" "$tap_n" "$2"
}

diag() # text: as comment lines
{
	printf '%s\n' "$1" | sed 's/^/# /'
}

# ok DESCRIPTION COMMAND...: the command succeeds
ok()
{
	code 0 "$@"
}

# code N DESCRIPTION COMMAND...: the command ends with exit code N.
# Its output stays in $T/out, standard output and error together.
code()
{
	tap_want=$1 tap_what=$2
	shift 2
	tap_rc=0
	"$@" >"$T/out" 2>&1 </dev/null || tap_rc=$?
	if [ "$tap_rc" -eq "$tap_want" ]; then
		tap_result ok "$tap_what"
	else
		tap_result "not ok" "$tap_what"
		diag "exit code $tap_rc, wanted $tap_want: $*"
		diag "$(tail -n 20 "$T/out")"
	fi
}

# is DESCRIPTION GOT WANTED: two strings are equal
is()
{
	if [ "$2" = "$3" ]; then
		tap_result ok "$1"
	else
		tap_result "not ok" "$1"
		diag "got:    $2"
		diag "wanted: $3"
	fi
}

# says DESCRIPTION PATTERN [FILE]: the last command's output (or FILE) has a
# line that matches the extended regular expression
says()
{
	if grep -Eq -e "$2" "${3:-$T/out}"; then
		tap_result ok "$1"
	else
		tap_result "not ok" "$1"
		diag "no line matches: $2"
		diag "$(tail -n 20 "${3:-$T/out}")"
	fi
}

# silent_on DESCRIPTION PATTERN [FILE]: no line matches
silent_on()
{
	if grep -Eq -e "$2" "${3:-$T/out}"; then
		tap_result "not ok" "$1"
		diag "$(grep -E -e "$2" "${3:-$T/out}" | head -n 5)"
	else
		tap_result ok "$1"
	fi
}

# skip DESCRIPTION REASON: counted, and reported at the end of make check
skip()
{
	tap_n=$((tap_n + 1))
	printf 'ok %d - %s # SKIP %s\n' "$tap_n" "$1" "$2"
}

# skip_all REASON: nothing of this file can run here
skip_all()
{
	printf '1..0 # SKIP %s\n' "$1"
	exit 0
}

# Every file ends with this; without it prove reports a missing plan.
finish()
{
	printf '1..%d\n' "$tap_n"
	[ "$tap_failed" -eq 0 ] || exit 1
	exit 0
}
