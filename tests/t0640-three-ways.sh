#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The series applies by quilt, by git am and by the harness, to the same tree.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
base=v2.6.25-rc6
# shellcheck disable=SC2086
needs_source $all_bases
cd "$TOP" || exit 1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cfs-queue/linux.git
HOME=$T
export HOME
git config --global user.name Tester
git config --global user.email tester@example.org

patches() # BASE: its patches in order, as paths
{
	awk -v tag="$1" '$1 == tag { print "toolchain/series-" $5; if ($6 != "-") print $6 "/series" }' \
		"$TOP/patches/bases" | while read -r s; do
		sed -n "s,^[^#].*,$TOP/patches/${s%/*}/&,p" "$TOP/patches/$s"
	done
}

after() # BASE
{
	awk -v tag="$1" '$1 == tag { print $7 }' "$TOP/patches/bases"
}

# every base, without a work tree
for b in $all_bases; do
	(
		GIT_DIR=$cache GIT_INDEX_FILE=$T/index GIT_OBJECT_DIRECTORY=$T/objects
		GIT_ALTERNATE_OBJECT_DIRECTORIES=$cache/objects
		export GIT_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
		mkdir -p "$T/objects"
		git read-tree "refs/cfsq/$b^{tree}"
		# shellcheck disable=SC2046
		git apply --cached --whitespace=nowarn $(patches "$b") && git write-tree
	) >"$T/id" 2>"$T/err"
	is "$b: git apply gives the pinned tree" "$(tail -n 1 "$T/id")" "$(after "$b")"
done

git init -q "$T/am"
echo "$cache/objects" >"$T/am/.git/objects/info/alternates"
cd "$T/am" || exit 1
commit=$(git commit-tree -m base "$(git --git-dir="$cache" rev-parse "refs/cfsq/$base^{tree}")")
git reset -q --hard "$commit"
# shellcheck disable=SC2046
ok "$base: git am takes the whole series" git am -q $(patches $base)
is "$base: git am gives the pinned tree" "$(git rev-parse 'HEAD^{tree}')" "$(after $base)"
is "$base: its author" "$(git log -1 --format='%an <%ae>')" "CFS Queue <cfs-queue@example.org>"
if command -v quilt >/dev/null; then
	git reset -q --hard "$commit"
	mkdir patches
	for p in $(patches $base); do
		cp "$p" patches/
		echo "${p##*/}"
	done >patches/series
	ok "$base: quilt push -a takes it without fuzz" quilt push -a --fuzz=0
	rm -rf patches .pc
	git add -A -f
	is "$base: quilt gives the pinned tree" "$(git write-tree)" "$(after $base)"
else
	skip "$base: quilt" "quilt is not installed"
fi
finish
