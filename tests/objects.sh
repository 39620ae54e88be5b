# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
#
# Objects of a base and its series without a whole tree; sourced after real.sh.
#
# Only what the compiler reads is unpacked.  A patch is applied in the index,
# and the files that it changed are written out.

# the compiler as scripts/kernel uses it.  Not __LINE__: a warning in the code says
# where it stands, and every patch above it would change that
objects_cc()
{
	objects_ccache=
	! command -v ccache >/dev/null 2>&1 || objects_ccache="ccache "
	echo "${objects_ccache}gcc$("$TOP/scripts/kernel" --switches) -D__LINE__=1 -Wno-builtin-macro-redefined"
}

objects_make() # TARGET...
{
	CCACHE_DIR=${cache%/linux.git}/ccache CCACHE_NOHASHDIR=1 make -s -C "$T/tree" \
		-j "$(nproc)" ARCH=x86_64 CC="$OBJECTS_CC" HOSTCC=gcc "$@" </dev/null
}

# objects_tree BASE: in $T/tree, with the toolchain's patches; $T/index is what is there
objects_tree()
{
	OBJECTS_CC=$(objects_cc)
	rm -rf "$T/tree"
	mkdir "$T/tree"
	in_cache git read-tree "refs/cfsq/$1^{tree}" || return 1
	# shellcheck disable=SC2046 # names of patches have no spaces
	in_cache git apply --cached --whitespace=nowarn $(toolchain_of "$1") || return 1
	objects_id=$(in_cache git write-tree) || return 1
	in_cache git archive -o "$T/tree.tar" "$objects_id" Makefile Kbuild arch/x86 include kernel \
		scripts ':(glob)**/Kconfig*' ':(glob)**/Makefile' || return 1
	tar -C "$T/tree" -xf "$T/tree.tar"
}

# objects_config BASE FRAGMENT: as for tulsa; FRAGMENT's lines go over that
objects_config()
{
	"$HOST/machine" "$TOP/configs/tulsa.machine" --config >"$T/tulsa.machine" || return 1
	printf '%s\n' "$2" >"$T/last.config"
	"$HOST/kconfig" merge --base "$1" "$TOP/configs/common.config" "$T/tulsa.machine" \
		"$TOP/configs/tulsa.config" "$T/last.config" >"$T/wanted" || return 1
	objects_make KCONFIG_ALLCONFIG="$T/wanted" allnoconfig
}

# objects_patch PATCH: put it on
objects_patch()
{
	in_cache git apply --cached --whitespace=nowarn "$1" || return 1
	objects_new=$(in_cache git write-tree) || return 1
	in_cache git diff --name-only "$objects_id" "$objects_new" >"$T/changed"
	while read -r objects_f; do
		in_cache git show "$objects_new:$objects_f" >"$T/tree/$objects_f" || return 1
	done <"$T/changed"
	objects_id=$objects_new
}

# objects_names: what is compiled of what the series touch
objects_names()
{
	for objects_f in kernel/sched kernel/sched_clock kernel/sysctl kernel/time/tick-sched \
		arch/x86/kernel/tsc_64 arch/x86/kernel/tsc; do
		[ ! -f "$T/tree/$objects_f.c" ] || echo "$objects_f.o"
	done
}

# objects_text OBJECT: its instructions, with relocations, without addresses
objects_text()
{
	objdump -dr --no-show-raw-insn "$T/tree/$1" |
		sed -e '/file format/d' -e 's/^[ 	]*[0-9a-f]*:[ 	]*/	/'
}
