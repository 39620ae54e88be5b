# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
#
# For the tests on the real kernel; sourced after tap.sh.

O=${O:-$TOP/out}
export O
# those that can be built, and of these those with a series
all_bases=$(awk '!/^#/ && NF && $5 != "-" { print $1 }' "$TOP/patches/bases")
served_bases=$(awk '!/^#/ && NF && $6 != "-" { print $1 }' "$TOP/patches/bases")
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

# what must be there is broken: a failure, not a skip
bail()
{
	tap_result "not ok" "$1"
	diag "$(cat "$T/out")"
	finish
}
