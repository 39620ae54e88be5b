#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# slices: who is on a CPU when, its self-check, its limits.
#
# Others run on this machine as well: a run is tried three times, and one that was
# disturbed each time is skipped, and only for that.
. "${0%/*}/tap.sh"
. "${0%/*}/workload.sh"
workload slices
short="--run-in 10 --ms 200"

# slices DESCRIPTION COMMAND...: it ends well; or false, where others had the CPU
slices()
{
	slices_what=$1 slices_n=0
	shift
	while [ $slices_n -lt 3 ]; do
		slices_n=$((slices_n + 1))
		"$@" >"$T/out" 2>&1 </dev/null && break
		grep -q '^note others had .*too much\|not on the CPU as long as' "$T/out" || break
		[ $slices_n -lt 3 ] || { skip "$slices_what" "others had this CPU, three times"; return 1; }
	done
	is "$slices_what" "$(sed -n -e '/^  ->/d' -e '/^slices: /p' "$T/out")" ""
}

# numbers NAME: of all lines of a sample, one a line
numbers()
{
	awk -v name="$1" '$1 == "sample" && $2 == name { for (i = 4; i <= NF; i++) print $i }' "$T/out"
}

# whole N MS: N tasks; their slices are as many as the count says, and not longer in
# all than MS
whole()
{
	says "... $1 tasks" "^count tasks $1\$"
	is "... an order of them, and a length each" \
		"$(numbers order | awk -v n="$1" '$1 >= n' | wc -l) $(numbers order | wc -l) $(numbers length | wc -l)" \
		"0 $(sed -n 's/^count slices \(.*\)/\1 \1/p' "$T/out")"
	is "... of $2 ms in all" "$(numbers length | awk -v ms="$2" '{ us += $1 }
		END { print (us <= ms * 1000 + NR && us > ms * 750 ? "yes" : us) }')" yes
	is "... shares that add up" "$(numbers share | awk '{ n += $1 } END { printf "%.0f", n }')" 1000
	is "... counted as well" "$(numbers counted | awk '{ n += $1 } END { printf "%.0f", n }')" 1000
	is "... no line too long for the guest's report" "$(awk 'length > 900' "$T/out")" ""
}

# shellcheck disable=SC2086 # words
if slices "two hogs" "$prog" $short hog hog; then
	result "... its result"
	whole 2 200
	is "... the one after the other" "$(numbers order | uniq -d)" ""
	is "... no wakeups" "$(grep -c '^sample late\|^metric wakeup\|^hist' "$T/out")" 0
fi
cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
for seed in 0 7; do
	# shellcheck disable=SC2086
	slices "a sleeper beside two hogs, --seed $seed --cpu $cpu" "$SAN" --seed $seed --cpu "$cpu" \
		$short hog sleeper,run=1000,sleep=20000,nice=1 hog,nice=5 || continue
	result "... its result"
	whole 3 200
	is "... its wakeups, and how late each was" "$(numbers late | wc -l)" \
		"$(sed -n 's/^count wakeups //p' "$T/out")"
	is "... about one in 21 ms" "$(awk '$2 == "wakeups" { print ($3 > 2 && $3 < 11 ? "yes" : $3) }' "$T/out")" yes
	is "... it runs for 1 ms each time, where it is not interrupted" "$(awk '
		$2 == "order" { for (i = 4; i <= NF; i++) who[++n] = $i }
		$2 == "length" { for (i = 4; i <= NF; i++) { us = $i; if (who[++k] == 1 && us > 1200) long++ } }
		END { print long + 0 }' "$T/out")" 0
	is "... no more at once than there are" "$(awk '$1 == "count" { n[$2] = $3 }
		END { print n["wakeups.at.once"] <= n["preemptions"] && n["preemptions"] <= n["wakeups"] }' "$T/out")" 1
done
# shellcheck disable=SC2086
if slices "a sleeper alone" "$prog" $short sleeper,run=1000,sleep=4000; then
	is "... is one slice after the other" "$(numbers order | sort -u)" 0
	is "... of 1 ms" "$(numbers length | awk '$1 > 1200' | wc -l)" 0
fi
# shellcheck disable=SC2086
if slices "nice levels" "$prog" $short --ms 1000 hog hog,nice=19; then
	is "... are seen" "$(numbers share | awk 'NR == 1 { print ($1 > 800 ? "yes" : $1) }')" yes
fi
# shellcheck disable=SC2086
if [ "$me" -eq 0 ] && slices "tasks of two users" "$prog" $short hog,uid=1000 hog,uid=1001 hog,uid=0; then
	whole 3 200
fi

# ---- the self-check

bad() # DESCRIPTION SED PATTERN ARGUMENTS...
{
	bad_what=$1 bad_pattern=$3
	sed "$2" "$TOP/guest/slices.c" >"$T/bad.c"
	shift 3
	cmp -s "$TOP/guest/slices.c" "$T/bad.c" && is "$bad_what: the program is changed" no yes
	compile "$T/bad" "$T/bad.c" || { skip "$bad_what: is found" "no sanitizers"; return; }
	# shellcheck disable=SC2086
	code "$NOTOK" "$bad_what: is found" "$T/bad" $short "$@"
	says "... as what it is" "$bad_pattern"
	no_metric "... and there is no metric"
}
bad "a hog that sleeps" 's/burn(TURNS);/self_sleep_until(now_ns() + 900000);/' \
	'^note others had .*: too much' hog
bad "a task that ends badly" 's/^\twork(t, &kinds\[i\]);/&\n\t_exit(i == 1);/' \
	'check: 1 tasks ended badly' hog hog
bad "a wakeup before its time" 's/self_sleep_until(due);//' \
	'check: 1 tasks ended badly' hog sleeper,run=300,sleep=5000
bad "slices that are not seen" 's/t->slice\[t->slices - 1\].to = now;/if (t->slices) t->slice[0].to = now;/; s/ran > GAP_NS/ran > 3 * GAP_NS/' \
	'check: .* were not on the CPU as long as' hog hog
bad "more slices than there is room for" 's/^#define SLICES_MAX.*/#define SLICES_MAX 3/' \
	'slices: task [12] had more than 3' hog hog --ms 1000
if [ "$(nproc)" -gt 1 ]; then
	bad "a task on another CPU" "s/^\tif (self_pin(cpu))\$/\tif (self_pin(k == \&kinds[1] ? $cpu : cpu))/" \
		'check: .* [1-9][0-9]* slices were not alone' hog hog
else
	skip "a task on another CPU" "needs two CPUs"
fi

# ---- what is not allowed, or not there

code "$NOTOK" "a CPU that is not there" "$prog" --cpu 1023 hog
says "... is named" 'cpu: 1023 is not there, or may not be used'
if may_be_plain; then
	code "$NOTOK" "nice -5 without being root" plain hog hog,nice=-5
	says "... is refused" 'nice: task 2 cannot have level -5: '
	says "... with the way out" '^  -> run it as root'
	code "$NOTOK" "another user without being root" plain hog,uid=0
	says "... is refused" 'user: only root can start tasks of user 0'
	no_metric "... and prints no metric"
else
	skip "what needs root" "setpriv is missing"
fi
ok "slices --help" "$prog" --help
says "... tells its tasks" 'sleeper,run=<us>,sleep=<us>'
many=$(printf "hog %.0s" $(seq 17))
usage "" -x 0 "$many" hogs hog, hog,nice hog,nice= hog,nice=x hog,nice=20 hog,nice=-21 hog,uid=-1 \
	hog,run=1000 hog,sleep=1000 sleeper sleeper,run=1000 sleeper,sleep=1000 \
	sleeper,run=1000,sleep=199 sleeper,run=0,sleep=1000 'hog --ms 9' 'hog --ms x' 'hog --cpu -1' \
	'hog --cpu 1024' 'hog --run-in 0' 'hog --seed -1' 'hog --limit' 'hog --limit 0' 'hog --ms'
code "$NOTOK" "--limit ends a run that takes too long" "$prog" --limit 1 --ms 60000 hog
says "... as no result" 'limit: the run did not end in time'
no_metric "... and prints no metric"
gone slices
callers --run-in 1 --ms 50 hog hog
finish
