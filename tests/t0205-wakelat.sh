#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# wakelat: wakeups among hogs, its self-check, its limits.
#
# How late a wakeup is where others run as well says little: only what a whole
# period more or less would change is held against a bound.
. "${0%/*}/tap.sh"
. "${0%/*}/workload.sh"
workload wakelat

all() # NUMBER: all wakeups are in the result, in order p50 <= p99 <= max
{
	says "... $1 wakeups" "^count wakeups $1\$"
	is "... all in the histogram, the quantiles in order" "$(awk -v want="$1" '
		$1 == "hist" { for (i = 4; i <= NF; i++) { split($i, f, ":"); n += f[2] } }
		$1 == "metric" { v[$2] = $3 }
		END { print n, v["wakeup.p50"] <= v["wakeup.p99"] && v["wakeup.p99"] <= v["wakeup.max"] }' \
		"$T/out")" "$1 1"
}

cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
ok "wakelat with its defaults" "$prog"
result "... its result"
all 100
for seed in 0 7; do
	ok "wakelat --seed $seed --hogs 3 --wakeups 20 --period 2000 --nice 5 --cpu $cpu" \
		"$SAN" --seed $seed --hogs 3 --wakeups 20 --period 2000 --nice 5 --cpu "$cpu"
	result "... its result"
	all 20
done
ok "wakelat --hogs 0" "$SAN" --hogs 0 --wakeups 5
result "... its result"
all 5

# the sleeps are as long as asked: 20 of 10 ms, by the seed 9 to 11 ms
for seed in 0 7; do
	from=$(date +%s%N)
	ok "wakelat --seed $seed --wakeups 20 --period 10000" "$prog" --seed $seed --wakeups 20 --period 10000
	took=$((($(date +%s%N) - from) / 1000000))
	is "... takes 180 ms at least" "$([ $took -ge 180 ] && echo yes || echo $took)" yes
done

# late PROGRAM: is the median wakeup 80 ms late?  The quarter of a sample's bin and
# one run of three are for the machine
late()
{
	for late_n in 1 2 3; do
		"$1" --wakeups 5 >"$T/out" 2>&1 </dev/null
		awk '$2 == "wakeup.p50" { exit !($3 < 80000000) }' "$T/out" && { echo no; return; }
	done
	echo "yes, $late_n times"
}
is "the median of 5 wakeups: 80 ms late" "$(late "$prog")" no

change() # SED: $T/bad, the program with that change; false if it does not compile
{
	sed "$1" "$TOP/guest/wakelat.c" >"$T/bad.c"
	cmp -s "$TOP/guest/wakelat.c" "$T/bad.c" && is "the program is changed: $1" no yes
	compile "$T/bad" "$T/bad.c"
}

if change 's/self_sleep_until(target);/self_sleep_until(target + 100000000);/'; then
	is "... of one that sleeps 100 ms too long" "$(late "$T/bad")" "yes, 3 times"
else
	skip "... of one that sleeps 100 ms too long" "no sanitizers"
fi

# the self-check
bad() # DESCRIPTION SED PATTERN ARGUMENTS...
{
	bad_what=$1 bad_pattern=$3
	change "$2" || { skip "$bad_what: is found" "no sanitizers"; return; }
	shift 3
	code "$NOTOK" "$bad_what: is found" "$T/bad" "$@"
	says "... as what it is" "$bad_pattern"
	says "... and counted" '^errors [1-9]'
	no_metric "... and there is no metric"
}
bad "a wakeup that is early" 's/^\t\tself_sleep_until(target);/\t\tself_sleep_until(i == 3 ? 0 : target);/' \
	'check: of 10 wakeups 1 were early' --hogs 0 --wakeups 10 --period 50000
bad "a hog that dies" 's/burn(TURNS);/burn(TURNS); if (h == hogs \&\& h->rounds > 100) _exit(0);/' \
	'of 2 hogs 1 died' --wakeups 50
bad "a hog that does nothing" \
	's/READY_SECONDS	30/READY_SECONDS 3/; s/(&h->rounds, 1,/(\&h->rounds, h != hogs || !h->rounds,/' \
	'of 2 hogs 0 died, 1 did no work' --wakeups 5

# what is not allowed, or not there
code "$NOTOK" "a CPU that is not there" "$prog" --cpu 1023
says "... is named" 'cpu: 1023 is not there, or may not be used'
if may_be_plain; then
	code "$NOTOK" "nice -5 without being root" plain --nice -5
	says "... is refused" 'nice: the sleeper cannot have level -5: '
	no_metric "... and prints no metric"
	gone plain
	[ "$me" -ne 0 ] || ok "nice -5 as root" "$prog" --nice -5 --wakeups 5
else
	skip "nice -5 without being root" "setpriv is missing"
fi
ok "wakelat --help" "$prog" --help
says "... tells its options" '--period <us>'
usage 0 -x --hogs '--hogs x' '--hogs -1' '--hogs 257' '--wakeups 0' '--wakeups x' '--period 9' \
	'--period x' '--cpu -1' '--cpu 1024' '--nice 20' '--nice -21' '--nice x' '--seed -1' \
	'--limit' '--limit 0'
code "$NOTOK" "--limit ends a run that takes too long" "$prog" --limit 1 --wakeups 1000000
says "... as no result" 'limit: the run did not end in time'
no_metric "... and prints no metric"
gone wakelat
# all hogs are killed before one is waited for: each has the CPU for a while only
start=$(date +%s)
"$prog" --hogs 250 --wakeups 2 --limit 20 >"$T/out" 2>&1 </dev/null || :
went=$(($(date +%s) - start))
diag "250 hogs: $went s"
is "250 hogs are gone with the run" "$([ $went -le 45 ] && echo yes || echo "$went s")" yes

# the quantiles: against all that was added, to 1/64 of it
cat >"$T/quantile.c" <<-'EOF'
	#include <stdio.h>
	#include <stdlib.h>
	#include "bench.h"

	#define N 5000

	static int order(const void *a, const void *b)
	{
		uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

		return (x > y) - (x < y);
	}

	int main(void)
	{
		static const unsigned int ask[] = { 1, 10, 500, 990, 999, 1000 };
		static struct hist h, half, none;
		static uint64_t all[N];
		uint64_t x = 2008;
		unsigned int i, bad = 0;

		for (i = 0; i < N; i++) {
			x = x * 6364136223846793005ull + 1442695040888963407ull;
			/* of every size, up to 2^41 */
			all[i] = (x >> 23) >> (x >> 17) % 41;
			hist_add(i % 2 ? &h : &half, all[i]);
		}
		hist_merge(&h, &half);
		qsort(all, N, sizeof(all[0]), order);
		for (i = 0; i < sizeof(ask) / sizeof(ask[0]); i++) {
			uint64_t true = all[(N * ask[i] + 999) / 1000 - 1];
			uint64_t got = hist_quantile(&h, ask[i]);

			if (got >= true && got - true <= true / 64)
				continue;
			printf("%u: %llu, not %llu\n", ask[i],
			       (unsigned long long)got, (unsigned long long)true);
			bad++;
		}
		if (hist_quantile(&none, 990)) {
			puts("of nothing");
			bad++;
		}
		return bad != 0;
	}
EOF
if compile "$T/quantile" "$T/quantile.c"; then
	ok "quantiles are at most 1/64 too large, and never too small" "$T/quantile"
else
	skip "quantiles" "no sanitizers"
fi
callers --wakeups 3
finish
