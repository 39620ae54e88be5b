#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The arithmetic of the sleeper credit, compiled from the text of the patch.
. "${0%/*}/tap.sh"

# the lines that a patch adds as a new file are that file
added() # PATCH FILE
{
	awk -v file="b/$2" '
		/^\+\+\+ / { on = ($2 == file); next }
		/^diff / { on = 0 }
		on && /^\+/ { print substr($0, 2) }' "$1"
}

for p in "$TOP"/patches/*/sched-normalized-sleeper-feature.patch; do
	added "$p" kernel/sched_sleeper.h >"$T/sched_sleeper.h"
	for word in 64 32; do
		name="$(basename "${p%/*}"), $word bit"
		if ! echo 'int main(void) { return 0; }' |
			gcc -m$word -x c -fsanitize=undefined -o "$T/probe" - 2>/dev/null; then
			skip "$name" "gcc -m$word with its libraries is not installed"
			continue
		fi
		ok "$name: compiles without a warning" gcc -m$word -std=gnu11 -O2 -Wall \
			-Wextra -Wno-unused-function -fsanitize=undefined \
			-fno-sanitize-recover=all -DSLEEPER="\"$T/sched_sleeper.h\"" \
			-o "$T/sleeper" "$TOP/tests/sleeper.c"
		ok "$name: all properties hold" "$T/sleeper"
		sed 's/^/# /' "$T/out"
	done
done
# the test must notice the old arithmetic: no weight of its own
sed 's/(u64)queued + own/(u64)queued + 1/' "$T/sched_sleeper.h" >"$T/bad.h"
gcc -std=gnu11 -w -DSLEEPER="\"$T/bad.h\"" -o "$T/bad" "$TOP/tests/sleeper.c"
code 1 "the arithmetic of 2.6.25-rc6 fails here" "$T/bad"
finish
