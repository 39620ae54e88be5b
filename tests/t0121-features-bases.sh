#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# features: the tables of patches/features, and numbers explained by them.
. "${0%/*}/tap.sh"
features=$HOST/features
tables=$TOP/patches/features
cd "$T" || exit 1

"$features" --explain 319 --base v2.6.26 >built-in
"$features" --explain 319 --base v2.6.26 --tables "$tables" >from-file
ok "what is built in is the file" cmp built-in from-file

# ---- what the file must hold to

tags() # stock|series
{
	awk -v kind="$1" '$1 == kind { for (i = 3; i <= NF; i++) print $i }' "$tables"
}
awk '!/^#/ && NF { print $1 }' "$TOP/patches/bases" >bases
tags stock >as-released
tags series >with-series
is "every base is there as released" "$(grep -vxFf as-released bases)" ""
is "every base that has a series is there with it" \
	"$(awk '!/^#/ && NF && $6 != "-" { print $1 }' "$TOP/patches/bases" | grep -vxFf with-series)" ""
is "a series is for a kernel that is there as released" "$(grep -vxFf as-released with-series)" ""

# numbers that were written down for a stock kernel keep their meaning: new bits
# come last.  2.6.25 is the exception, and has the numbers of the mail.
moved=
for tag in $(tags series | grep -v '^v2\.6\.25'); do
	"$features" manifest --base "$tag" --stock | awk '{ print $1, $2, $4 }' >a
	"$features" manifest --base "$tag" | awk '{ print $1, $2, $4 }' | head -n "$(wc -l <a)" >b
	cmp -s a b || moved="$moved $tag"
done
is "from 2.6.26 on the series moves no bit" "$moved" ""
number() # TAG NAME...: the number of these alone
{
	number_tag=$1
	shift
	"$features" manifest --base "$number_tag" | awk -v names=" $* " '
		$1 == "feature" && index(names, " " $4 " ") { n += $2 } END { print n + 0 }'
}
set -- NEW_FAIR_SLEEPERS WAKEUP_PREEMPT START_DEBIT AFFINE_WAKEUPS CACHE_HOT_BUDDY SYNC_WAKEUPS
for tag in v2.6.25-rc6 v2.6.25-rc9 v2.6.25 v2.6.26-rc1 v2.6.26; do
	is "63 is what it was in the mail, on $tag" "$(number $tag "$@")" 63
	is "319 is what it was in the mail, on $tag" \
		"$(number $tag "$@" NORMALIZED_SLEEPER)" 319
done
default() # ARGUMENT...
{
	"$features" manifest "$@" | awk '$1 == "feature" && $3 { n += $2 } END { print n }'
}
is "the defaults as released" "$(for tag in v2.6.25-rc1 v2.6.25-rc6 v2.6.25-rc7 v2.6.25 \
	v2.6.26-rc1 v2.6.26 v2.6.27-rc1 v2.6.27-rc4 v2.6.27-rc5 v2.6.27; do
	default --base $tag --stock
done | tr '\n' ' ')" "39 39 15 15 895 895 6911 6911 7935 7935 "

spoil() # WHAT SED MESSAGE
{
	sed -e "$2" "$tables" >bad
	cmp -s bad "$tables" && diag "nothing was spoilt by $2"
	code 21 "refused: $1" "$features" --explain 1 --base v2.6.26 --tables bad
	says "... and says where: $1" "$3"
}
spoil "a feature without a meaning" '/^meaning HRTICK/d' 'bad: HRTICK has no meaning'
spoil "two meanings" 's/^meaning HRTICK.*/&\n&/' 'bad:[0-9]+: a second text for HRTICK'
spoil "a meaning of nothing" '$ameaning NO_SUCH a b' 'bad:[0-9]+: a text behind the first table'
spoil "a meaning that nobody uses" 's/^meaning HRTICK/meaning NO_SUCH a\n&/' 'a text for NO_SUCH, which no kernel has'
spoil "a meaning without text" 's/^meaning HRTICK.*/meaning HRTICK/' 'bad:[0-9]+: a word is missing'
spoil "a sense that is not described" '/^sense NORMALIZED_SLEEPER whole/d' 'NORMALIZED_SLEEPER has no sense "whole"'
spoil "a sense that nobody uses" 's/^sense NORMALIZED_SLEEPER whole/sense HRTICK whole x\n&/' 'a text for HRTICK, which no kernel has'
spoil "a tag twice" 's/ v2.6.26$/ v2.6.26 v2.6.25/' 'bad:[0-9]+: v2.6.25 again'
spoil "no tags" 's/^stock proc v2.6.25$/stock proc/' 'bad:[0-9]+: a table of no kernel'
spoil "an unknown interface" 's/^stock proc v2.6.25$/stock sysfs v2.6.25/' 'bad:[0-9]+: unknown interface'
spoil "a table without features" '$astock proc v2.6.28' 'the table of v2.6.28 has no features'
spoil "a bit below the one before" 's/^feature 16 /feature 4 /' 'bad:[0-9]+: its bit is not above'
spoil "a value that is no bit" 's/^feature 16 /feature 17 /' 'bad:[0-9]+: not a feature'
spoil "a default that is neither 0 nor 1" 's/^feature 16 1/feature 16 2/' 'bad:[0-9]+: not a feature'
spoil "a word too many" 's/^feature 16 .*/& a b c/' 'bad:[0-9]+: not a feature'
spoil "an unknown line" 's/^feature 16 /bit 16 /' 'bad:[0-9]+: unknown word "bit"'
spoil "text that goes on from nothing" '1i\	more' 'bad:1: no text before it'
spoil "no tables" '/^stock/,$d' 'bad: no table in it'
printf 'a\0b' >bad
code 21 "refused: a NUL" "$features" --explain 1 --base v2.6.26 --tables bad
code 2 "a file of tables that is not there" "$features" --explain 1 --base v2.6.26 --tables none

# ---- numbers explained

explain()
{
	code 0 "explained: $*" "$features" --explain "$@"
}
explain 319 --base v2.6.26
says "the default is named" '^319 on v2.6.26-rc5 to v2.6.26 with the series; the default there is 639$'
says "a bit that is on" '^     1 on   NEW_FAIR_SLEEPERS '
says "one that is on and should not be" '^   256 on \* NORMALIZED_SLEEPER '
says "one that is off and should not be" '^    64 off\* HRTICK '
says "... what it comes to here" 'on: the credit is L/N of execution; off: L$'
says "the words for it" '^  features --set NO_HRTICK NORMALIZED_SLEEPER NO_DEADLINE$'
says "where it is the same" '^The same on v2.6.25 with the series$'
is "its own kernels are not among the others" "$(grep -c 'v2.6.26-rc5 to v2.6.26 with' out)" 1
says "where the feature is turned round" '^  NORMALIZED_SLEEPER: on: the credit is L of execution; off: L/N$'
is "no line is longer than 79" "$(awk 'length > 79' out)" ""
section() # KERNEL: the lines of it in the last output
{
	sed -n "/^[^ ]*${1}/,/^\$/p" out
}
is "on the stock v2.6.25 it is other features" "$(section "v2.6.25, stock" | sed -n 's/^  on *//p')" \
	"NEW_FAIR_SLEEPERS WAKEUP_PREEMPT START_DEBIT HRTICK DOUBLE_TICK"
is "... and bits of none" "$(section "v2.6.25, stock" | sed -n 's/^  no feature *//p')" \
	"32 and 256: kept by the kernel, to no effect"
is "with the series of v2.6.25-rc4 and -rc5 it is refused" \
	"$(section "v2.6.25-rc4" | sed -n 's/^  no feature *//p')" \
	"16: the kernel refuses the whole number (EINVAL)"

# the number of a forum of 2009
explain 21 --base v2.6.25 --stock
says "21 on 2.6.25 has DOUBLE_TICK" '^    16 on \* DOUBLE_TICK '
is "on 2.6.27 AFFINE_WAKEUPS, and no START_DEBIT" "$(section "v2.6.27-rc5 to" | sed -n 's/^  on *//p')" \
	"NEW_FAIR_SLEEPERS WAKEUP_PREEMPT AFFINE_WAKEUPS"

explain 15 --base v2.6.25 --stock
says "a default is called so" '^It is the default\.$'
explain 0x3f --base v2.6.25 --stock
says "a bit that is no feature there" '^    no feature here             32: kept by the kernel'
explain 4294967295 --base v2.6.27
says "32 bits, most of them unknown" ' 262144, 524288, '
explain 2147483649 --base v2.6.27-rc3 --stock
silent_on "kept and refused is not the same" '^The same'
explain 0 --base v2.6.26-rc3 --stock
says "a bit that does nothing" 'no code of this kernel tests the bit'
explain 39 --base v2.6.25-rc1
says "without a series it is the stock kernel" '^39 on v2.6.25-rc1 to v2.6.25-rc5, stock'

while IFS='|' read -r number what; do
	code 2 "refused: $number, $what" "$features" --explain "$number" --base v2.6.26
	says "... and says so" "^features: $number: .*$what"
done <<'END'
-1|not a number
12x|not a number
0x|not a number
0xg|not a number
NEW_FAIR_SLEEPERS|not a number
4294967296|too large
99999999999999999999999|too large
063|octal
END
while IFS='|' read -r tag answer; do
	code 2 "refused: base $tag" "$features" --explain 1 --base "$tag"
	says "... answered by $answer" "^  -> $answer"
done <<'END'
2.6.26|did you mean v2.6.26\?
V2.6.26-RC3|did you mean v2.6.26-rc3\?
linux-2.6.27.0|did you mean v2.6.27\?
v2.6.25rc6|did you mean v2.6.25-rc6\?
v2.6.25_rc6|did you mean v2.6.25-rc6\?
v2.6.27.1|did you mean v2.6.27\?
v2.6.28|known are v2.6.25-rc1 to v2.6.27; the bits of other
v2.6.24-rc6|known are v2.6.25-rc1 to v2.6.27; the bits of other
6.15|known are v2.6.25-rc1 to v2.6.27; the bits of other
master|known are v2.6.25-rc1 to v2.6.27$
END
finish
