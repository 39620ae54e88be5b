#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The real patches: lint has nothing to say, git takes every mail as it stands,
# each text is there once, and the toolchain's are apart from the scheduler's.
. "${0%/*}/tap.sh"
lint=$HOST/lint
[ -x "$lint" ] || skip_all "$lint is not built: run 'make programs' first"
cd "$TOP/patches" || exit 1

for s in toolchain/series-*; do
	ok "lint: $s" "$lint" "$s"
done
for s in */series; do
	# its ids are those of the last base that it serves
	base=$(awk -v series="${s%/series}" '!/^#/ && $6 == series { tag = $1 } END { print tag }' bases)
	ok "lint: $s${base:+ on $base}" "$lint" ${base:+--blobs blobs --base "$base"} "$s"
done

survives() # FILE: git mailinfo gives back the message as it stands
{
	git mailinfo "$T/msg" "$T/diff" <"$1" >"$T/info" || return 1
	awk 'body && /^---$/ { exit } body { print } /^$/ { body = 1 }' "$1" >"$T/body"
	diff "$T/body" "$T/msg"
}
find . -name '*.patch' -type f | sort >"$T/files"
while read -r p; do
	ok "$p survives git am" survives "$p"
done <"$T/files"
is "all are from this project" "$(xargs grep -L '^From: CFS Queue <cfs-queue@example.org>$' <"$T/files")" ""

# who the mails of 2008 say it was: of oltp Lin Ming, of the others Zhang, Yanmin
reporter() # WORD
{
	xargs awk -v word="$1" 'FNR == 1 { on = 1; text = "" } /^---$/ { on = 0 }
		on && /^Reported-by: / && text ~ word { print }
		on { text = text " " $0 }' <"$T/files" | sort -u
}
is "oltp was reported by Lin Ming" "$(reporter oltp)" "Reported-by: Lin Ming <ming.m.lin@intel.com>"
is "volanoMark and hackbench were reported by Zhang, Yanmin" "$(reporter 'hackbench|volanoMark')" \
	"Reported-by: Zhang, Yanmin <yanmin_zhang@linux.intel.com>"

xargs sha256sum <"$T/files" | sort | awk 'seen[$1]++ { print $2 }' >"$T/out"
is "no patch is there twice: a text of several series is in common" "$(cat "$T/out")" ""
find . -name '*.patch' -type l -exec readlink {} + | sort -u >"$T/links"
(cd common 2>/dev/null && printf '../common/%s\n' *.patch | sort) >"$T/there"
ok "every patch of common is in a series, and only its patches are linked to" \
	cmp "$T/links" "$T/there"

files() # PATCH...: that they touch
{
	sed -n 's,^diff --git a/.* b/,,p' "$@" | sort -u
}
files toolchain/*.patch >"$T/toolchain"
files [0-9]*/*.patch >"$T/scheduler"
is "no file is touched by the toolchain's and the scheduler's" \
	"$(comm -12 "$T/toolchain" "$T/scheduler")" ""
silent_on "the toolchain's touch no scheduler file" '^(kernel/sched|include/linux/sched\.h)' "$T/toolchain"

awk '!/^#/ && NF { if ($5 != "-") print "toolchain/series-" $5; if ($6 != "-") print $6 "/series" }' bases |
	sort -u >"$T/named"
printf '%s\n' toolchain/series-* */series | sort >"$T/there"
ok "bases names every series, and no other" cmp "$T/named" "$T/there"
is "bases: every id is a whole one" "$(awk '!/^#/ && NF &&
	length($2 $3 $7) + length($4) != 184 { print $1 }' bases)" ""
is "bases: seven words, and the reason where there is no series" \
	"$(awk '!/^#/ && NF && (NF < 7 || (NF == 7) != ($6 != "-")) { print $1 }' bases)" ""
finish
