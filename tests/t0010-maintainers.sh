#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# MAINTAINERS: every tracked file belongs to exactly one entry.
. "${0%/*}/tap.sh"
cd "$TOP" || exit 1
git ls-files >"$T/files" 2>/dev/null || skip_all "not a git checkout"
[ -s "$T/files" ] || skip_all "not a git checkout"
sed -n 's/^F:[[:space:]]*//p' MAINTAINERS >"$T/patterns"

owners() # FILE: how many patterns cover it
{
	n=0
	while read -r pattern; do
		case $pattern in
		*/) case $1 in "$pattern"*) n=$((n + 1)) ;; esac ;;
		*) [ "$1" != "$pattern" ] || n=$((n + 1)) ;;
		esac
	done <"$T/patterns"
	echo "$n"
}

while read -r file; do
	n=$(owners "$file")
	[ "$n" -eq 1 ] || echo "$file $n"
done <"$T/files" >"$T/wrong"
is "every tracked file has exactly one F: line" "$(cat "$T/wrong")" ""
is "a file that nobody owns would be noticed" "$(owners no/such/file)" 0
while read -r pattern; do
	case $pattern in
	*/) grep -q "^$pattern" "$T/files" || echo "$pattern" ;;
	*) grep -qxF "$pattern" "$T/files" || echo "$pattern" ;;
	esac
done <"$T/patterns" >"$T/idle"
is "every F: line covers a file" "$(cat "$T/idle")" ""
finish
