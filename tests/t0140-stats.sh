#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The statistics of the comparison: exact tests, intervals, error rates, verdicts
. "${0%/*}/tap.sh"

code=$TOP/tools/stats.c
ok "compiles, with sanitizers and without a warning" gcc -std=gnu11 -g -O2 \
	-Wall -Wextra -Wshadow -Wstrict-prototypes -Werror \
	-fsanitize=address,undefined -fno-sanitize-recover=all \
	-iquote "$TOP/tools" -o "$T/stats" "$TOP/tests/stats.c" "$code" -lm
rc=0
timeout 120 "$T/stats" >"$T/tap" 2>&1 || rc=$?
while read -r line; do
	case $line in
	'ok - '*|'not ok - '*)
		tap_result "${line%% - *}" "${line#* - }" ;;
	done) ;;
	*)
		diag "${line#'# '}" ;;
	esac
done <"$T/tap"
is "went to its end, and agrees with its results" "$(tail -n 1 "$T/tap") $rc" \
	"done $(grep -c '^not ok' "$T/tap")"

# ---- each of these, broken on purpose, is noticed

gcc -std=gnu11 -w -O1 -DBRIEF -iquote "$TOP/tools" -c -o "$T/brief.o" "$TOP/tests/stats.c"

# attempt: $T/mutant.c with the tests, but for the simulations; its failures in $T/out
attempt()
{
	rm -f "$T/mutant"
	: >"$T/out"
	gcc -std=gnu11 -w -iquote "$TOP/tools" -o "$T/mutant" "$T/mutant.c" \
		"$T/brief.o" -lm 2>"$T/mutant.tap" || return 0
	timeout 60 "$T/mutant" >"$T/mutant.tap" 2>&1 || :
	grep '^not ok' "$T/mutant.tap" >"$T/out" || :
}

broken() # NAME SED
{
	sed "$2" "$code" >"$T/mutant.c"
	if cmp -s "$code" "$T/mutant.c"; then
		tap_result "not ok" "noticed: $1"
		diag "nothing was broken: the text has changed, and not this: $2"
		return
	fi
	attempt
	says "noticed: $1" '^not ok'
}

inside() # FUNCTION SED: in this function only
{
	printf '/^[a-z].*[ *]%s(/,/^}/ %s' "$1" "$2"
}
cp "$code" "$T/mutant.c"
attempt
is "unbroken, nothing is noticed" "$(tail -n 1 "$T/mutant.tap") $(cat "$T/out")" "done "
broken "a p that is one-sided, paired" 's/count = 2 \* sums_from/count = sums_from/'
broken "a p that is one-sided, unpaired" \
	"$(inside count_far 's/count += sums_to(/(void)sums_to(/')"
broken "ties that do not count" "$(inside sums_from 's/>= least/> least/')"
broken "ties that do not count on one side" 's/y, ny, most + 1)/y, ny, most)/'
broken "a sum of 0 that counts twice" 's/conclude(test, seen ?/conclude(test, 1 ?/'
broken "unequal arms taken for equal ones" "$(inside centre 's/(int)n - sum/2 - sum/')"
broken "the direction of the permutation" \
	"$(inside stats_permutation 's/seen += v/seen -= v/')"
broken "sums that pass 64 bits" "$(inside sums_fit 's/return 0;/return 1;/')"
broken "an interval one rank too narrow" \
	's/1 - 2 \* (outside + of\[k\]) >= level/1 - 2 * outside >= level/'
broken "a coverage that is one-sided" 's/1 - 2 \* outside, 0/1 - outside, 0/'
broken "an interval that always reaches its level" 's/interval->reached = .*/interval->reached = 1;/'
broken "a median of the lower half" 's/high = x\[n \/ 2\]/high = low/'
broken "Holm, not monotone" 's/fmax(least, \(.*\));/\1;/'
broken "Bonferroni for Holm" 's/(m - i) \* place/m * place/'
broken "Holm above 1" 's/fmin(least, 1)/least/'
broken "drift that takes ties for order" \
	"$(inside trend_exact 's/x\[to\] == x\[from\]/to == from/')"
broken "a drift that is one-sided" "$(inside trend_exact 's/labs((long)/((long)/')"
broken "a smallest p that is one-sided" 's/ldexp(2, /ldexp(1, /'
broken "fewest boots without the other metrics" 's/m \* p <= alpha/p <= alpha/'
broken "a smallest effect that is one-sided" 's/normal_below(-away - critical \* s)/0/'
broken "a verdict of one boot" 's/e->n <= 1/e->n < 1/'
broken "a verdict of too few boots" 's/!e->can_reach || //'
broken "a verdict that ignores p" 's/e->p_adj <= e->alpha/1/'
broken "a verdict that ignores drift" 's/e->drift_p <= e->alpha/0/'
broken "a verdict with a median that is elsewhere" 's/e->estimate < i->low || e->estimate > i->high/0/'
broken "a verdict that ignores the sum" 's/!= of_sum/== 0/'
broken "a verdict that ignores the interval" 's/ || side(e->interval.low, e->interval.high) != of_sum//'
broken "a verdict the wrong way round" 's/STATS_MORE : STATS_LESS/STATS_LESS : STATS_MORE/'
broken "a margin on one side" 's/e->interval.low >= -e->margin && //'
broken "copies taken for boots" 's/e->identical || e->copies/e->identical/'
finish
