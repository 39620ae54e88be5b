#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# For every served base: the series applies by quilt, by git am and by the
# harness, to the same tree, which is the pinned one; and what its mails say
# survives.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
git_am="git -c user.name=Tester -c user.email=tester@example.org am -q"
GIT_CONFIG_GLOBAL=/dev/null
export GIT_CONFIG_GLOBAL

# touched PATCH...: the files that they change or make
touched()
{
	sed -n 's,^+++ b/,,p' "$@" | sort -u
}

# pinned FOLDER BASE: with its files in the place of the base's, is it that tree?
pinned()
{
	in_cache git read-tree "refs/cfsq/$2^{tree}"
	# shellcheck disable=SC2086 # names of the kernel's files
	(cd "$1" && in_cache git --work-tree=. update-index --add -- $files) &&
		[ "$(in_cache git write-tree)" = "$(row "$2" 7)" ]
}

# A mail's author, date, subject, body and trailers, as git log prints them.
mails() # PATCH...
{
	for m in "$@"; do
		sed -n 's/^From: //p' "$m" | head -n 1
		date -u -d "$(sed -n 's/^Date: //p' "$m" | head -n 1)" +%s
		sed -n 's/^Subject: //p' "$m" | head -n 1
		awk 'body && /^---$/ { exit } body { print } /^$/ { body = 1 }' "$m"
		echo ---
	done
}

for base in $served_bases; do
	have "$base" || continue
	patches=$(toolchain_of "$base" && series_of "$base")
	# shellcheck disable=SC2046,SC2086 # names of patches and of the kernel's files
	{
		# the harness
		in_cache git read-tree "refs/cfsq/$base^{tree}"
		in_cache git apply --cached --whitespace=nowarn $patches >"$T/err" 2>&1
		is "$base: the harness gives the pinned tree" \
			"$(in_cache git write-tree)" "$(row "$base" 7)"
		files=$(touched $patches)

		# The others have only the files in question: the rest of the tree is
		# the same before and after, and would take a minute.
		rm -rf "$T/am" "$T/quilt"
		mkdir "$T/quilt"
		in_cache git read-tree "refs/cfsq/$base^{tree}"
		(cd "$T/quilt" && in_cache git --work-tree=. checkout-index -q -f -- \
			$(in_cache git ls-files -- $files))
		cp -R "$T/quilt" "$T/am"

		cd "$T/am" || exit 1
		git init -q .
		git add -f .
		GIT_AUTHOR_DATE='@1200000000 +0000' GIT_COMMITTER_DATE='@1200000000 +0000' git -c user.name=T -c user.email=t@example.org \
			commit -q -m base
		start=$(git rev-parse HEAD)
		GIT_COMMITTER_DATE='@1200000000 +0000'
		export GIT_COMMITTER_DATE
		ok "$base: git am takes the whole series" $git_am $patches
		id=$(git rev-parse HEAD)
		ok "$base: git am gives the pinned tree" pinned "$T/am" "$base"
		git log --reverse --format='%an <%ae>%n%at%n%s%n%n%b---' $start.. >"$T/log"
		mails $patches >"$T/mails"
		# git log leaves out the blank line at the end of a body
		sed -i '/^$/d' "$T/log" "$T/mails"
		ok "$base: author, date, subject, body and sign-offs survive" \
			cmp "$T/mails" "$T/log"
		git reset -q --hard $start
		$git_am $patches
		is "$base: the same commits again, by the same committer" "$(git rev-parse HEAD)" "$id"
		unset GIT_COMMITTER_DATE

		cd "$T/quilt" || exit 1
		mkdir patches
		for p in $patches; do
			cp "$p" patches/
			echo "${p##*/}"
		done >patches/series
		ok "$base: quilt push -a takes it without fuzz" quilt --quiltrc - push -a --fuzz=0
		rm -rf patches .pc
		ok "$base: quilt gives the pinned tree" pinned "$T/quilt" "$base"
		cd "$TOP" || exit 1
	}
done

# and from the folder of the series itself, as people do it
base=v2.6.27
# shellcheck disable=SC2046,SC2086 # names of patches and of the kernel's files
if "$TOP/scripts/source" --have $base >"$T/out" 2>&1; then
	mkdir "$T/own"
	in_cache git read-tree "refs/cfsq/$base^{tree}"
	in_cache git apply --cached --whitespace=nowarn $(toolchain_of $base)
	files=$(touched $(series_of $base))
	cd "$T/own" || exit 1
	in_cache git --work-tree=. checkout-index -q -f -- $(in_cache git ls-files -- $files)
	ln -s "$TOP/patches/$(row $base 6)" patches
	ok "$base: a link named patches is all that quilt needs" quilt --quiltrc - push -a --fuzz=0
	rm -rf patches .pc
	in_cache git --work-tree=. update-index --add -- $files
	is "$base: and gives the pinned tree" "$(in_cache git write-tree)" "$(row $base 7)"
fi
finish
