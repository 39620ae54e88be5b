#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The same source gives the same kernel and the same initramfs: in another
# folder, at another time, in another time zone.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
base=v2.6.25-rc6
needs_source $base
cd "$TOP" || exit 1

ok "the kernel, once" scripts/kernel $base tulsa
one=$(scripts/kernel --where $base tulsa)
mkdir "$T/elsewhere"
# host programs are no part of it
ln -s "$HOST" "$T/elsewhere/host"
[ "${CHECK_ALL-n}" = n ] || { CCACHE_DISABLE=1; export CCACHE_DISABLE; }
ok "the kernel, elsewhere" env O="$T/elsewhere" TZ=Pacific/Auckland LOGNAME=nobody \
	KBUILD_BUILD_USER=somebody scripts/kernel $base tulsa
two=$(O=$T/elsewhere scripts/kernel --where $base tulsa)
for f in bzImage vmlinux System.map config features build-id; do
	ok "the same $f" cmp "$one/$f" "$two/$f"
done
strings -a "$one/vmlinux" >"$T/strings"
silent_on "no path of the build in it" "^$O|^$TOP" "$T/strings"
says "its version is the hash of what made it" '#1 SMP cfsq-[0-9a-f]{12}' "$T/strings"

is "the tree was not written to by the build" \
	"$(scripts/tree --verify $base >"$T/out" 2>&1; echo $?)" 0
finish
