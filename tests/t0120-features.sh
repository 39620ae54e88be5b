#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# features: read from a tree in either form; names are exact.
. "${0%/*}/tap.sh"
features=$HOST/features
cd "$T" || exit 1
mkdir -p old/kernel new/kernel

cat >old/kernel/sched.c <<'END'
/* enum { SCHED_FEAT_NOT_ME = 1 }; */
enum {
	SCHED_FEAT_ONE	= 1,	/* SCHED_FEAT_COMMENT = 2, */
	SCHED_FEAT_FOUR = 4,
	SCHED_FEAT_TWO
		= 0x2, // SCHED_FEAT_X = 8
};
const_debug unsigned int sysctl_sched_features =
		SCHED_FEAT_ONE * 1 | SCHED_FEAT_TWO	* 0 |
		SCHED_FEAT_FOUR * 1;
END
printf 'SCHED_FEAT(ALPHA, 1)\nSCHED_FEAT( BETA ,0 ) /* x */\nSCHED_FEAT(X_ALPHA,\n 1)' >new/kernel/sched_features.h

is "the enum of 2.6.25, in order of value" "$("$features" manifest old | tr '\n' ' ')" \
	"interface proc feature 1 1 ONE feature 2 0 TWO feature 4 1 FOUR "
is "the list of 2.6.26" "$("$features" manifest new | tr '\n' ' ')" \
	"interface debugfs feature 1 1 ALPHA feature 2 0 BETA feature 4 1 X_ALPHA "
is "without SCHED_DEBUG there is no interface" \
	"$("$features" manifest new --sched-debug n | head -n 1)" "interface none"

"$features" manifest new >m
is "a number decoded" "$("$features" decode 5 --manifest m)" "ALPHA NO_BETA X_ALPHA"
is "names encoded, from the default" "$("$features" encode BETA NO_ALPHA --manifest m)" 6
code 2 "a bit this kernel does not have" "$features" decode 13 --manifest m
says "... is named" 'has bit 8'
code 2 "a plural is not the name (a prefix match would take it)" "$features" encode NO_ALPHAS --manifest m
says "... did you mean" 'did you mean NO_ALPHA\?'
code 2 "a prefix is not the name" "$features" encode ALPHA_ --manifest m
code 2 "lower case is not the name" "$features" encode alpha --manifest m
says "... did you mean ALPHA" 'did you mean ALPHA\?'
code 2 "an empty name" "$features" encode "" --manifest m
code 2 "not a number" "$features" decode 0x5 --manifest m
code 2 "on and off" "$features" encode BETA NO_BETA --manifest m
is "the same twice" "$("$features" encode BETA BETA --manifest m)" 7

while IFS='|' read -r what spoil; do
	sed -e "$spoil" m >bad.m
	code 21 "refused, a manifest with $what" "$features" decode 0 --manifest bad.m
done <<'END'
no interface|/^interface/d
two interfaces|s/^interface.*/&\n&/
an unknown interface|s/debugfs/sysfs/
no features|/^feature/d
a value of two bits|s/feature 4/feature 6/
bits out of order|s/feature 4/feature 1/
a default of 2|s/ 1 ALPHA/ 2 ALPHA/
a word too many|s/BETA/BETA GAMMA/
a name twice|s/BETA/ALPHA/
END
code 2 "a manifest that is not there" "$features" decode 0 --manifest none
code 2 "a manifest that is a folder" "$features" decode 0 --manifest .

spoil() # WHAT SED TREE MESSAGE
{
	rm -rf bad
	cp -r "$3" bad
	sed -i -e "$2" bad/kernel/*
	code 21 "refused: $1" "$features" manifest bad
	says "... and says where: $1" "$4"
}
spoil "a value of two bits" 's/= 4/= 6/' old 'sched.c:[0-9]+: .*one bit'
spoil "two features on one bit" 's/= 4/= 1/' old 'same bit'
spoil "a feature without default" 's/SCHED_FEAT_TWO	\* 0 |//' old 'no default'
spoil "a default without feature" 's/SCHED_FEAT_TWO	\*/SCHED_FEAT_SIX */' old 'default for no feature'
spoil "no enum" 's/SCHED_FEAT_/X_/' old 'no enum'
spoil "a default that is neither 0 nor 1" 's/BETA ,0/BETA ,2/' new 'sched_features.h:[0-9]+'
spoil "the same name twice" 's/BETA/ALPHA/' new 'again'
spoil "a name that debugfs would take for another" 's/BETA/ALPHA_TOO/' new 'begins like ALPHA'
spoil "an unfinished list" 's/ 1)$//' new 'sched_features.h:'
code 2 "refused: no tree" "$features" manifest "$T/none"
: >new/kernel/sched_features.h
code 21 "refused: an empty list" "$features" manifest new
code 2 "no verb" "$features"
code 0 "--help" "$features" --help

# the trees themselves, where they are
seen=0
for tree in "${O:-$TOP/out}"/tree/v2*; do
	[ -d "$tree" ] || continue
	case ${tree##*/} in
	v2.6.25-rc6-????????????) want=367 ;;
	v2.6.25-????????????) want=15 ;;
	v2.6.26*) want=895 ;;
	v2.6.27*) want=7935 ;;
	esac
	seen=$((seen + 1))
	is "${tree##*/}: the default" "$("$features" manifest "$tree" |
		awk '$1 == "feature" && $3 { n += $2 } END { print n }')" "$want"
done
[ $seen -gt 0 ] || skip "the defaults of real trees" "none is made yet: make tree"
finish
