#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# checkpatch.pl of the target tree has no error to tell of any patch.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"

# checkpatch BASE: a copy of its checkpatch.pl that today's perl can read: a { that
# a regular expression means as such has to be written \{ since perl 5.26
checkpatch()
{
	in_cache git show "refs/cfsq/$1:scripts/checkpatch.pl" |
		sed -e 's/\\s{/\\s\\{/g' -e 's/\\){/\\)\\{/g' -e 's,/\(.*\)do{,/\1do\\{,' >"$T/checkpatch.pl"
	perl -c "$T/checkpatch.pl" >"$T/out" 2>&1
}

: >"$T/done"
for base in $series_bases; do
	have "$base" || continue
	ok "$base: its checkpatch.pl can be run" checkpatch "$base"
	for p in $(series_of "$base"); do
		# a text that another series has as well is looked at once
		sum=$(cat "$p" "$T/checkpatch.pl" | cksum)
		grep -qxF "$sum" "$T/done" && continue
		echo "$sum" >>"$T/done"
		perl "$T/checkpatch.pl" --no-tree --summary-file "$p" >"$T/out" 2>&1
		says "$base: no error in ${p##*/}" ' total: 0 errors|no obvious style problems' "$T/out"
	done
done

# it can fail
if [ -s "$T/done" ]; then
	sed 's/^+	if (\(.*\)) *$/+	if(\1)/' "$TOP/patches/common/sched-feature-files.patch" >"$T/bad.patch"
	perl "$T/checkpatch.pl" --no-tree --summary-file "$T/bad.patch" >"$T/out" 2>&1
	says "a missing blank is an error to it" ' total: [1-9][0-9]* errors' "$T/out"
fi
finish
