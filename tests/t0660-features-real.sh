#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# patches/features against the trees, as released and with their series.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
features=$HOST/features
# of_tree: the features of the scheduler's files in the index
of_tree()
{
	rm -rf "$T/tree"
	mkdir "$T/tree"
	# shellcheck disable=SC2046 # names of the kernel's own files
	in_cache git --work-tree="$T/tree" checkout-index -q \
		$(in_cache git ls-files 'kernel/sched*') && "$features" manifest "$T/tree"
}

# agree DESCRIPTION BASE [--stock]: the tree and the table say the same
agree()
{
	agree_what=$1
	shift
	of_tree >"$T/tree.m" 2>&1
	"$features" manifest --base "$@" >"$T/table.m" 2>&1
	ok "$agree_what" diff -u "$T/table.m" "$T/tree.m"
}

seen=0
for base in $all_bases; do
	have "$base" || continue
	seen=$((seen + 1))
	in_cache git read-tree "refs/cfsq/$base^{tree}"
	agree "$base: as released" "$base" --stock
	[ -n "$(series_of "$base")" ] || continue
	# shellcheck disable=SC2046 # names of patches have no spaces
	ok "$base: the series applies" in_cache git apply --cached --whitespace=nowarn \
		$(series_of "$base")
	agree "$base: with the series" "$base"
done

# it can fail: one bit, and one default
if [ $seen -gt 0 ]; then
	sed 's/^feature 1 1 /feature 1 0 /' "$TOP/patches/features" >"$T/spoilt"
	"$features" manifest --base "$base" --tables "$T/spoilt" >"$T/table.m"
	code 1 "another default is noticed" diff -u "$T/table.m" "$T/tree.m"
fi
finish
