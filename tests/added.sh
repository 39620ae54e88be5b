# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# Text that patches add, as C that this host compiles; sourced after tap.sh.

# added PATCH FILE: FILE as PATCH makes it, if that is a new one
added()
{
	awk -v file="b/$2" '
		/^\+\+\+ / { on = ($2 == file); next }
		/^diff / { on = 0 }
		on && /^\+/ { print substr($0, 2) }' "$1"
}

# added_functions PATCH FILE NAME...: these functions of what it adds to FILE, in
# this order; of two with one name the first, as the second is for !CONFIG
added_functions()
{
	added_patch=$1 added_file=$2
	shift 2
	for added_name in "$@"; do
		added "$added_patch" "$added_file" | awk -v start="^static .*[ *]${added_name}[(]" '
			!on && $0 ~ start { on = 1 }
			on { print }
			on && /^}/ { exit }'
	done
}

# the kernel's C is gnu89 without declarations after statements
GNU89="-std=gnu89 -Wdeclaration-after-statement"
STRICT="-O1 -Wall -Wextra -Wshadow -Werror -fsanitize=undefined -fno-sanitize-recover=all"

# can_compile WORD: for this word size
can_compile()
{
	echo 'int main(void) { return 0; }' |
		gcc "-m$1" -fsanitize=undefined -x c -o "$T/probe" - 2>/dev/null
}

# properties NAME SOURCE FLAG...: SOURCE is compiled for both word sizes and
# both dialects, and each property that it prints is a test here
properties()
{
	properties_name=$1 properties_source=$2
	shift 2
	for word in 64 32; do
		if ! can_compile $word; then
			skip "$properties_name, $word bit" \
				"gcc -m$word with its libraries is not installed"
			continue
		fi
		asan=
		[ $word = 32 ] || asan=-fsanitize=address
		# shellcheck disable=SC2086 # lists of flags
		ok "$properties_name, $word bit: compiles as the kernel's C" \
			gcc -m$word $GNU89 $STRICT -fsyntax-only "$@" \
			"$TOP/tests/$properties_source"
		# shellcheck disable=SC2086
		ok "$properties_name, $word bit: compiles as gnu11" gcc -m$word \
			-std=gnu11 $STRICT $asan "$@" -o "$T/properties" \
			"$TOP/tests/$properties_source"
		"$T/properties" >"$T/tap" 2>&1
		properties_rc=$?
		while read -r line; do
			case $line in
			'ok '*|'not ok '*)
				tap_result "${line%% - *}" \
					"$properties_name, $word bit: ${line#* - }" ;;
			done) ;;
			*)
				diag "${line#'# '}" ;;
			esac
		done <"$T/tap"
		case $properties_rc:$(tail -n 1 "$T/tap") in
		[01]:done) ;;
		*) tap_result "not ok" "$properties_name, $word bit: went to its end" ;;
		esac
	done
}

# mutant NAME HEADER SED SOURCE FLAG...: what SED breaks in HEADER, SOURCE notices:
# a property fails that holds otherwise.  The flags name the copy $T/mutant.h.
mutant()
{
	mutant_name=$1 mutant_header=$2 mutant_sed=$3 mutant_source=$4
	shift 4
	sed "$mutant_sed" "$mutant_header" >"$T/mutant.h"
	if cmp -s "$mutant_header" "$T/mutant.h"; then
		tap_result "not ok" "noticed: $mutant_name"
		diag "nothing was broken: the text has changed, and not this: $mutant_sed"
		return
	fi
	grep '^not ok' "$T/tap" >"$T/known" || :
	rm -f "$T/mutant" "$T/mutant.tap"
	if gcc -std=gnu11 -w -DBRIEF "$@" -o "$T/mutant" "$TOP/tests/$mutant_source" 2>"$T/out"; then
		timeout 60 "$T/mutant" >"$T/mutant.tap" 2>&1 || :
		grep '^not ok' "$T/mutant.tap" | grep -vxFf "$T/known" >"$T/out"
	fi
	says "noticed: $mutant_name" '^not ok'
}
