#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The form of our own files: shellcheck, licence lines, white space, man pages.
. "${0%/*}/tap.sh"
cd "$TOP" || exit 1
git ls-files -co --exclude-standard >"$T/files" 2>/dev/null || skip_all "not a git checkout"

scripts=$(while read -r f; do
	case $(head -n 1 "$f" 2>/dev/null | tr -d '\0') in
	'#!/bin/sh'*) echo "$f" ;;
	esac
done <"$T/files")
if command -v shellcheck >/dev/null; then
	# shellcheck disable=SC2086
	ok "shellcheck is content with every script" shellcheck $scripts scripts/lib.sh tests/tap.sh
else
	skip "shellcheck is content with every script" "shellcheck is not installed"
fi
for f in $scripts; do
	grep -q 'set -eu' "$f" || grep -q 'tap\.sh"' "$f" || echo "$f: no set -eu"
	[ -x "$f" ] || echo "$f: not executable"
done >"$T/out"
is "every script stops at an error and can be run" "$(cat "$T/out")" ""

grep -E '\.(c|h|sh|mk)$|^scripts/|^Makefile$' "$T/files" |
	grep -vE '^scripts/(exit-codes|packages)$' |
	while read -r f; do
		head -n 2 "$f" | grep -q 'SPDX-License-Identifier: GPL-2.0' || echo "$f"
	done >"$T/out"
is "every source file names its licence" "$(cat "$T/out")" ""

grep -vE '^(COPYING|patches/.*\.patch|tests/console/.*)$' "$T/files" |
	xargs grep -nE '[ 	]+$' >"$T/out" 2>/dev/null
is "no line ends in white space" "$(head -n 5 "$T/out")" ""
xargs grep -nE '(^|[^a-z}t])/(root|home|work)/[a-z.]|deb\.debian\.org|registry\.npm' <"$T/files" 2>/dev/null |
	grep -vE '^tests/t0000|/home/user|/path/to' >"$T/out"
is "no path or host of one machine" "$(head -n 5 "$T/out")" ""

for p in Documentation/man/*.rst; do
	name=$(basename "$p" .rst)
	if ! command -v rst2man >/dev/null || ! command -v mandoc >/dev/null; then
		skip "man page $name" "rst2man or mandoc is not installed"
		continue
	fi
	ok "man page $name: reStructuredText" rst2man --strict "$p" "$T/$name.1"
	ok "man page $name: no error by mandoc" mandoc -T lint -W error "$T/$name.1"
done
for p in Documentation/*.rst README; do
	command -v rst2html >/dev/null ||
		{ skip "$p is reStructuredText" "rst2html is not installed"; continue; }
	ok "$p is reStructuredText" rst2html --strict "$p" "$T/page.html"
done
# wide FILE...: the lines over 80 columns, but for what stands below a "::"
wide()
{
	awk '
		FNR == 1 { literal = 0 }
		{
			line = $0
			while (i = index(line, "\t"))
				line = substr(line, 1, i - 1) sprintf("%*s", 8 - (i - 1) % 8, "") substr(line, i + 1)
			match(line, /^ */)
			indent = RLENGTH
		}
		!NF || (literal && indent > base) { next }
		{ literal = 0 }
		length(line) > 80 { print FILENAME ":" FNR ": " length(line) " columns" }
		/::$/ { literal = 1; base = indent }
		' "$@"
}
printf 'text::\n\n\t%090d\n\n%081d\n%080d\n  term %080d\n' 0 0 0 0 >"$T/wide"
is "a line too wide is noticed, and not in a literal block" \
	"$(wide "$T/wide" | sed 's/.*wide://' | tr '\n' ' ')" "5: 81 columns 7: 87 columns "
wide README Documentation/*.rst Documentation/man/features.rst >"$T/out"
is "no page is wider than 80 columns" "$(head -n 20 "$T/out")" ""
for prog in $(cd "$HOST" 2>/dev/null && find . -maxdepth 1 -type f -perm -100 ! -name "fuzz-*" -printf "%f "); do
	[ -r "Documentation/man/$prog.rst" ] || echo "$prog"
done >"$T/out"
is "every tool has a man page" "$(cat "$T/out")" ""
finish
