#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# README shows what make boot prints.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
needs_source v2.6.25-rc6
needs_qemu
cd "$TOP" || exit 1

# the digits are those of one compiler and one QEMU
"$TOP/scripts/qemu" >"$T/qemu"
"$(head -n 1 "$T/qemu")" --version >"$T/versions"
gcc --version >>"$T/versions"
grep -q 'version 10\.0\.2' "$T/versions" || skip_all "README is of QEMU 10.0.2"
grep -q '^gcc .* 12\.2\.0$' "$T/versions" || skip_all "README is of gcc 12.2.0"

ok "make boot" env -u CC scripts/boot --out "$T/1" v2.6.25-rc6 stoakley
sed -n '/^  BOOT/,$p' "$T/out" >"$T/screen"
sed -n '/^      BOOT/,/^The second one/p' README | sed -e '$d' -e 's/^    //' | sed '$d' >"$T/readme"
ok "README has it, to the letter" diff "$T/readme" "$T/screen"
finish
