#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# features: read from a tree in each of its forms; names are exact.
. "${0%/*}/tap.sh"
features=$HOST/features
cd "$T" || exit 1
mkdir -p old/kernel new/kernel bits/kernel

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
printf '\tdebugfs_create_file("sched_features", 0644);\n' >new/kernel/sched.c
cat >bits/kernel/sched_features.h <<'END'
/* SCHED_FEAT(name, bit, enabled) */
SCHED_FEAT(ONE, 0, 1)
SCHED_FEAT(FAR, 31, 0)
SCHED_FEAT(FOUR, 2, 1)	// 3 is free
END
cat >bits/kernel/sched_feat.c <<'END'
static char *text = "a /* in a string begins no comment";
	debugfs_create_file(
		"sched_features", 0644, NULL, NULL, &fops);
END

is "the enum of 2.6.25, in order of value" "$("$features" manifest old | tr '\n' ' ')" \
	"interface proc feature 1 1 ONE feature 2 0 TWO feature 4 1 FOUR "
is "the list of 2.6.26" "$("$features" manifest new | tr '\n' ' ')" \
	"interface debugfs feature 1 1 ALPHA feature 2 0 BETA feature 4 1 X_ALPHA "
is "the list with the numbers of its bits, and gaps" "$("$features" manifest bits | tr '\n' ' ')" \
	"interface debugfs feature 1 1 ONE feature 4 1 FOUR feature 2147483648 0 FAR "
sed -i 's,^.*debugfs_create_file($,/* debugfs_create_file("sched_features") */ x(,' bits/kernel/sched_feat.c
echo 'debugfs_create_file("sched", 0644);' >>bits/kernel/sched_feat.c
is "a list without the file in debugfs: only the number" \
	"$("$features" manifest bits | head -n 1)" "interface proc"
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
code 2 "lower case is not the name" "$features" encode no_alpha --manifest m
says "... did you mean NO_ALPHA" 'did you mean NO_ALPHA\?'
code 2 "NO_ twice" "$features" encode NO_NO_BETA --manifest m
says "... did you mean it once" 'did you mean NO_BETA\?'
code 2 "an empty name" "$features" encode "" --manifest m
code 2 "NO_ of nothing" "$features" encode NO_ --manifest m
code 2 "a number among the names" "$features" encode BETA 319 --manifest m
says "... is sent to --explain" 'features --explain NUMBER --base TAG'
code 2 "a name that other kernels have" "$features" encode ASYM_GRAN --manifest m
says "... and which they are" 'the stock kernels v2.6.27-rc1 to v2.6.27, and with the series of v2.6.27-rc3 to v2.6.27$'
code 2 "a slip of such a name" "$features" encode NO_NORMALIZED_SLEEPERS --manifest m
says "... is both" 'did you mean NO_NORMALIZED_SLEEPER\?  NORMALIZED_SLEEPER is a feature of'
"$features" manifest --base v2.6.27 >m27
code 2 "the beginning of a name" "$features" encode NO_CACHE_HOT --manifest m27
says "... is answered with all of it" 'did you mean NO_CACHE_HOT_BUDDY\?'
code 2 "the beginning of several" "$features" encode SY --manifest m27
says "... of one" 'did you mean SYNC_WAKEUPS\?'
code 2 "the beginning of two" "$features" encode NO_NO_ --manifest m27
code 2 "the beginning of more than one" "$features" encode W --manifest m27
silent_on "... is answered with none" 'did you mean'
code 2 "a comma between names" "$features" encode BETA,NO_ALPHA --manifest m
says "... how they are separated" 'BETA,NO_ALPHA: a comma in a name'
says "... how they are separated" '-> separate names by blanks'
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
an unknown line|s/^feature 2/bit 2/
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
spoil "a bit that is none of 32" 's/31/32/' bits 'sched_features.h:3: .*below 32'
spoil "two features on one bit, by its number" 's/2, 1/0, 1/' bits 'same bit'
spoil "one form beside the other" 's/31, 0/0/' bits 'sched_features.h:3: .*beside one without'
spoil "a word too many in the list" 's/31, 0/31, 0, 1/' bits 'sched_features.h:3'
spoil "a default of 2 behind a bit" 's/31, 0/31, 2/' bits 'sched_features.h:3'
code 2 "refused: no tree" "$features" manifest "$T/none"
: >new/kernel/sched_features.h
code 21 "refused: an empty list" "$features" manifest new

while read -r words; do
	# shellcheck disable=SC2086
	code 2 "not a command: features $words" "$features" $words
	says "... and how it is: features $words" '^usage: features '
done <<'END'
manifest
manifest old new
manifest old --base v2.6.26
manifest old --sched-debug yes
manifest old --root .
decode 5
decode 5 6 --manifest m
encode --manifest m
encode BETA --manifest
encode BETA --manifest m --manifest m
no-such-verb
--no-such-option
--stock
--set
--set --base v2.6.26
--set A --set B
--explain 319
--explain 319 --base v2.6.26 --set HRTICK
--explain 319 --base v2.6.26 --root .
END
code 0 "--help" "$features" --help
says "... what a base without a series is taken for" 'as released \(stock\) if there is no$'
code 0 "such a base explained" "$features" --explain 319 --base v2.6.27-rc1
says "... is" '^319 on v2\.6\.27-rc1 .*, stock; '
says "... what may come of it elsewhere" 'would be something else, or of another effect:$'
finish
