# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
#
# For the tests on the real kernel; sourced after tap.sh.

O=${O:-$TOP/out}
export O
all_bases=$(awk '!/^#/ && NF { print $1 }' "$TOP/patches/bases")
all_machines=$(cd "$TOP/configs" && printf '%s\n' *.machine | sed 's/\.machine$//')

# needs_source BASE...: or nothing here can run
needs_source()
{
	for needs_base in "$@"; do
		"$TOP/scripts/source" "$needs_base" >"$T/out" 2>&1 ||
			skip_all "no source of $needs_base: give one by make source KERNEL_GIT=..."
	done
}

needs_qemu()
{
	"$TOP/scripts/qemu" >"$T/out" 2>&1 || skip_all "no QEMU"
}
