#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# verdict: no noise turns a crash into a pass, no damaged report passes (fuzzed)
#
# FUZZ_SECONDS: how long, 15 if not given
. "${0%/*}/tap.sh"

seconds=15
. "${0%/*}/fuzz.sh"

if [ -x "$HOST/fuzz-verdict" ]; then
	ok "libFuzzer, $seconds s" "$HOST/fuzz-verdict" -seed=1 -max_len=1024 \
		-rss_limit_mb=1024 -artifact_prefix="$T/" \
		-max_total_time="$seconds"
	says "libFuzzer counted its runs" '^Done [1-9][0-9]* runs'
	diag "$(grep '^Done ' "$T/out")"
	for file in "$T"/crash-* "$T"/timeout-* "$T"/oom-*; do
		[ ! -e "$file" ] || diag "$(base64 "$file")"
	done
elif [ -x "$HOST/fuzz-verdict-standalone" ]; then
	# a slow host needs about as long as libFuzzer would have taken
	ok "without libFuzzer, fixed seed" "$HOST/fuzz-verdict-standalone" \
		$((seconds * 8000)) 1
	says "it counted its runs" '^[1-9][0-9]* runs from seed 1: all held$'
	diag "$(cat "$T/out")"
else
	skip_all "neither fuzz-verdict nor fuzz-verdict-standalone is built in $HOST"
fi
finish
