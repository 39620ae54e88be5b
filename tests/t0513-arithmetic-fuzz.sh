#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The arithmetic of the patches with arbitrary input (fuzzed)
#
# FUZZ_SECONDS: how long, 5 if not given
. "${0%/*}/tap.sh"
. "${0%/*}/fuzz.sh"
. "${0%/*}/added.sh"

common=$TOP/patches/common
added "$common/sched-sleeper-arithmetic.patch" kernel/sched_sleeper.h >"$T/sleeper.h"
added "$common/sched-clock-window-arithmetic.patch" kernel/sched_window.h >"$T/window.h"
added "$common/sched-feature-words.patch" kernel/sched_words.h >"$T/words.h"
set -- -std=gnu11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	-DSLEEPER="\"$T/sleeper.h\"" -DWINDOW="\"$T/window.h\"" \
	-DWORDS="\"$T/words.h\"" "$TOP/tests/fuzz-arithmetic.c"

if clang -w -fsanitize=fuzzer "$@" -o "$T/fuzz" 2>/dev/null; then
	ok "libFuzzer, $seconds s" "$T/fuzz" -seed=1 -max_len=256 -rss_limit_mb=1024 \
		-artifact_prefix="$T/" -max_total_time="$seconds"
	says "libFuzzer counted its runs" '^Done [1-9][0-9]* runs'
	diag "$(grep -aE '^(# |Done )' "$T/out")"
	for file in "$T"/crash-* "$T"/timeout-* "$T"/oom-*; do
		[ ! -e "$file" ] || diag "$(base64 "$file")"
	done
else
	ok "it compiles" gcc -w -DFUZZ_STANDALONE "$@" -o "$T/fuzz"
	# about as long as libFuzzer would have taken
	ok "without libFuzzer, fixed seed" "$T/fuzz" $((seconds * 40000)) 1
	says "it counted its runs" '^[1-9][0-9]* runs from seed 1: all held$'
	diag "$(grep -aE '^(# |[0-9])' "$T/out")"
fi
finish
