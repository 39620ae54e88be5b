# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034,SC2154
#
# For the tests of the simulator with the trees; sourced after real.sh.
# $base is the one that is tried.

[ -r "$HOST/sim-engine.o" ] || skip_all "$HOST/sim-engine.o is not built: make programs"
sim=$TOP/scripts/sim
# what is built of the trees below $T has its place there, too
made=$O
export O="$T/o"
mkdir "$O" && ln -s "$(cd "$HOST" && pwd)" "$O/host"
scenarios=$TOP/sim/scenarios
# each run here has its own machine: four pairs of CPUs with a cache each
shape=4,2,1,2

# folder NAME: what the simulator reads of the tree that is in the index
folder()
{
	mkdir -p "$T/$1"
	in_cache git --work-tree="$T/$1" checkout-index -q -a --prefix="$T/$1/" 2>/dev/null
}

# trees BASE: $T/stock and $T/patched
trees()
{
	rm -rf "$T/stock" "$T/patched"
	in_cache git read-tree "refs/cfsq/$1^{tree}"
	# the rest of a kernel is not needed
	in_cache git ls-files -z | grep -zE -e '^include/asm-' -e '^[^aikl]' -e '^arch/' -e '^(ipc|init)/' |
		grep -zv -e '^include/asm-generic/' -e '^arch/x86/kernel/process' |
		in_cache git --work-tree="$T" update-index -z --force-remove --stdin
	folder stock
	[ -n "$(series_of "$1")" ] || return 0
	# shellcheck disable=SC2046 # names of patches have no spaces
	in_cache git apply --cached --whitespace=nowarn \
		--include='kernel/*' --include='include/*' $(series_of "$1")
	folder patched
}

# program TREE [CC]: $program is the simulator with it, built with $options
program()
{
	ok "$base: the simulator with the ${1##*/} tree" env CC="${2:-gcc}" "$sim" --program \
		--tree "$1" "$base" stoakley default
	program=$(tail -n 1 "$T/out")
	[ -x "$program" ] || bail "nothing without it"
	options=$(dirname "$program")/options.h
}

# variant TREE WHAT SED: $program is the simulator with it and other options, WHAT
variant()
{
	rm -rf "$T/other"
	mkdir "$T/other"
	sed "$3" "$options" >"$T/other/options.h"
	program=$T/other/sim
	ok "$base, $2" make -s -f "$TOP/sim/kernel.mk" TREE="$1" OUT="$T/other" CC=gcc \
		HOSTCC="${HOSTCC:-gcc}" ENGINE="$HOST/sim-engine.o"
}

# share NAME: of the CPU, by all tasks of that name, in 1/1000 %
share()
{
	awk -v name="$1." '$1 == "task" { all += $4; if (index($2, name) == 1) n += $4 }
		END { printf "%.0f\n", 100000 * n / all }' "$T/out"
}

# near DESCRIPTION GOT WANTED: in 1/1000 %, 0.1 % off at most
near()
{
	is "$1: $2 of 100000" "$(($2 - $3 < 100 && $3 - $2 < 100))" 1
}

# run_generated SIDE PROGRAM: its trace and what it prints are $T/SIDE.*
run_generated()
{
	timeout 60 "$2" --shape $shape --trace "$T/$1.trace" "$T/g.scn" >"$T/$1.out" 2>&1 || {
		echo "seed $n: $1 ends with $?: $(tail -n 2 "$T/$1.out")"
		return 1
	}
}

# generated N: the traces of N scenarios by chance are the same on both; how many are not
generated()
{
	differ=0 n=0
	while [ $n -lt "$1" ]; do
		n=$((n + 1))
		awk -v seed=$n -v cpus=8 -v groups=1 -f "$TOP/tests/scenario-gen.awk" >"$T/g.scn"
		run_generated one "$one" && run_generated two "$two" || return
		{ cmp -s "$T/one.trace" "$T/two.trace" && cmp -s "$T/one.out" "$T/two.out"; } ||
			differ=$((differ + 1))
	done
	echo "$differ of $n differ"
}

# otherwise TREE WHAT SED SHARE: built with other options, WHAT; users share as
# USER_SCHED has it, and 40 scenarios by chance come to their ends
otherwise()
{
	variant "$1" "$2" "$3"
	ok "  two users" "$program" "$scenarios/users.scn"
	near "  as much for the one as it should have" "$(share one)" "$4"
	one=$program two=$program
	is "  40 scenarios by chance, each twice" "$(generated 40)" "0 of 40 differ"
}
