#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kconfig: fragments are merged in order, and a dropped option does not pass.
. "${0%/*}/tap.sh"
kconfig=$HOST/kconfig
cd "$T" || exit 1

cat >a.config <<'END'
# a comment
CONFIG_SMP=y
CONFIG_NR_CPUS=8	# eight
CONFIG_NAME="a # b"
# CONFIG_NUMA is not set
[base v2.6.26* v2.6.27*]
CONFIG_NEW=y
[base v2.6.25*]
CONFIG_OLD=y
[all]
CONFIG_LAST=y
END
echo 'CONFIG_NR_CPUS=16' >b.config

options() { grep -v '^#' | tr '\n' ' '; }
is "merged in order, the later one counts" \
	"$("$kconfig" merge --base v2.6.27-rc5 a.config b.config | options)" \
	'CONFIG_SMP=y CONFIG_NR_CPUS=16 CONFIG_NAME="a # b" CONFIG_NUMA=n CONFIG_NEW=y CONFIG_LAST=y '
is "sections by base" "$("$kconfig" merge --base v2.6.25 a.config | options)" \
	'CONFIG_SMP=y CONFIG_NR_CPUS=8 CONFIG_NAME="a # b" CONFIG_NUMA=n CONFIG_OLD=y CONFIG_LAST=y '
"$kconfig" merge --base v2.6.25 a.config b.config >wanted
says "the origin is told" '^# from b.config:1$' wanted
code 21 "a section without --base" "$kconfig" merge a.config
says "... names the line" 'a.config:6'

cat >got <<'END'
#
# Automatically generated make config: don't edit
#
CONFIG_SMP=y
CONFIG_NR_CPUS=16
CONFIG_NAME="a # b"
# CONFIG_NUMA is not set
CONFIG_OLD=y
CONFIG_LAST=y
CONFIG_MORE=y
END
code 0 "all as wanted" "$kconfig" compare wanted got
sed -i 's/CONFIG_NR_CPUS=16/CONFIG_NR_CPUS=4/' got
code 14 "another number" "$kconfig" compare wanted got
says "... the table has wanted, got and origin" 'CONFIG_NR_CPUS +16 +4 +b.config:1'
sed -i -e 's/CONFIG_NR_CPUS=4/CONFIG_NR_CPUS=16/' -e '/CONFIG_LAST/d' got
code 14 "a dropped option (its dependency is off)" "$kconfig" compare wanted got
says "... is named" 'CONFIG_LAST +y +absent +a.config:11'
echo CONFIG_LAST=m >>got
code 14 "a module is not built in" "$kconfig" compare wanted got
sed -i 's/CONFIG_LAST=m/CONFIG_LAST=y/; s/# CONFIG_NUMA is not set/CONFIG_NUMA=y/' got
code 14 "on, though it was to be off" "$kconfig" compare wanted got
sed -i '/CONFIG_NUMA/d' got
code 0 "absent is as good as not set" "$kconfig" compare wanted got
is "what is on beyond the wanted" "$("$kconfig" extra wanted got)" "CONFIG_MORE=y"

: >empty
code 21 "nothing wanted is nothing proved" "$kconfig" compare empty got
echo 'CONFIG_X=n' >wanted
code 21 "an empty .config is none" "$kconfig" compare wanted empty
says "... it is named" 'kconfig: empty: no option'
printf '# from x.machine:7\nCONFIG_X=y\nCONFIG_Z=y\n# from the mail: it\nCONFIG_W="a\\"b"\n' >f.config
is "an origin that is told is kept, for one option" \
	"$("$kconfig" merge f.config | grep '^#' | tr '\n' ' ')" \
	'# from x.machine:7 # from f.config:3 # from f.config:5 '

for line in 'CONFIG_X' 'SMP=y' 'CONFIG_X=yes' 'CONFIG_X="a' 'CONFIG_X = y' 'CONFIG_=y' 'CONFIG_X="a"b"' '[base' '[bases x]' '[base 2.6.25*]'; do
	printf '%s\n' "$line" >bad.config
	code 21 "refused: $line" "$kconfig" merge --base v2.6.25 bad.config
	says "... names the line: $line" 'bad.config:1'
done
printf 'CONFIG_X=y\nCONFIG_X=n\n' >bad.config
code 21 "the same option twice in one file" "$kconfig" merge bad.config
printf 'CONFIG_X=y\r\nCONFIG_Z=n' >crlf.config
is "CR line ends and no final newline" "$("$kconfig" merge crlf.config | options)" 'CONFIG_X=y CONFIG_Z=n '
code 2 "no such file" "$kconfig" merge none.config
code 2 "nothing to merge" "$kconfig" merge
code 2 "an unknown verb" "$kconfig" mix a b
code 0 "--help" "$kconfig" --help

# the project's own: every variant merges for every base
awk '!/^#/ && NF { print $1 }' "$TOP/patches/bases" >bases
while read -r base; do
	for f in "$TOP"/configs/*.config; do
		ok "${f##*/} merges for $base" "$kconfig" merge --base "$base" "$TOP/configs/common.config" "$f"
	done
done <bases
finish
