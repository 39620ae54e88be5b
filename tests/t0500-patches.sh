#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The patch files: each a whole mail, each in a series, the toolchain's apart
# from the scheduler's.
. "${0%/*}/tap.sh"
cd "$TOP/patches" || exit 1

whole_mail() # FILE
{
	for field in 'From: CFS Queue <cfs-queue@example.org>' 'Date: ' 'Subject: [^[]' \
		'Signed-off-by: CFS Queue <cfs-queue@example.org>' '---$' 'diff --git a/'; do
		grep -q "^$field" "$1" || { echo "$1: no line '$field'"; return 1; }
	done
	# git am would end the message at the first of these, and eat [tags]
	[ "$(grep -c '^---$' "$1")" -eq 1 ] || { echo "$1: a second --- line"; return 1; }
	! grep -qE '^(rename|copy|old mode|new mode|GIT binary|Binary files)' "$1" ||
		{ echo "$1: a hunk that patch(1) cannot take"; return 1; }
	! grep -q "$(printf '\r')" "$1" || { echo "$1: CR line ends"; return 1; }
	[ "$(sed -n 's/^Signed-off-by: //p' "$1" | sort -u)" = \
		'CFS Queue <cfs-queue@example.org>' ] || { echo "$1: signed for someone else"; return 1; }
	subject=$(sed -n 's/^Subject: //p' "$1")
	[ ${#subject} -le 72 ] || { echo "$1: subject of ${#subject} characters"; return 1; }
}

survives() # FILE: git mailinfo gives back the message as it stands
{
	git mailinfo "$T/msg" "$T/diff" <"$1" >"$T/info" || return 1
	awk 'body && /^---$/ { exit } body { print } /^$/ { body = 1 }' "$1" >"$T/body"
	diff "$T/body" "$T/msg"
}

for p in */*.patch; do
	ok "$p is a whole mail" whole_mail "$p"
	ok "$p survives git am" survives "$p"
done

sed -n '/^[^#]/p' toolchain/series-* | sort -u >"$T/listed"
(cd toolchain && printf '%s\n' *.patch | sort) >"$T/there"
ok "every toolchain patch is in a series, and the other way round" \
	cmp "$T/listed" "$T/there"
for s in */series; do
	sed -n '/^[^#]/p' "$s" | sort >"$T/listed"
	(cd "${s%/*}" && printf '%s\n' *.patch | sort) >"$T/there"
	ok "every patch of ${s%/*} is in its series, once" cmp "$T/listed" "$T/there"
done

cat toolchain/*.patch >"$T/all"
silent_on "the toolchain patches touch no scheduler file" \
	'^(---|\+\+\+) .*(kernel/sched|include/linux/sched\.h)' "$T/all"
for dir in $(awk '!/^#/ && NF { print $5, $6 }' bases | sort -u | tr ' ' /); do
	ok "bases names a series that exists: $dir" \
		test -r "toolchain/series-${dir%/*}" -a \( "${dir#*/}" = - -o -r "${dir#*/}/series" \)
done
is "bases: every id is a whole one" "$(awk '!/^#/ && NF &&
	length($2 $3 $7) + length($4) != 184 { print $1 }' bases)" ""
is "bases: every row has seven words" \
	"$(awk '!/^#/ && NF && NF != 7 { print $1 }' bases)" ""
finish
