#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# fairness: shares by nice level and by user, its self-check, its limits.
#
# What it measures is a machine where others may run as well.  A session of its
# own with the highest weight keeps most of them out (autogroups, for root); a run
# is tried three times.  One that lost too much of its CPU all the same is
# skipped, and only for that.
. "${0%/*}/tap.sh"
. "${0%/*}/workload.sh"
workload fairness

first() # COMMAND...: ahead of others, where that is allowed
{
	# shellcheck disable=SC2016
	setsid -w sh -c '{ echo -20 >/proc/self/autogroup; } 2>/dev/null; exec "$@"' sh "$@"
}

# fair DESCRIPTION COMMAND...: it ends well; or false, where others had the CPU
fair()
{
	fair_what=$1 fair_n=0
	shift
	while [ $fair_n -lt 3 ]; do
		fair_n=$((fair_n + 1))
		first "$@" >"$T/out" 2>&1 </dev/null && break
		grep -q '^note others had .*too much' "$T/out" || break
		[ $fair_n -lt 3 ] || { skip "$fair_what" "others had this CPU, three times"; return 1; }
	done
	is "$fair_what" "$(sed -n -e '/^  ->/d' -e '/^fairness: /p' "$T/out")" ""
}

# below N NAME COMMAND...: the largest error is below N %, in one run of three:
# a share is one of some hundred slices, and others take some of them
below()
{
	below_max=$1 below_what=$2 below_n=0
	shift 2
	while [ $below_n -lt 3 ]; do
		below_n=$((below_n + 1))
		first "$@" >"$T/out" 2>&1 </dev/null
		awk -v max="$below_max" '$2 == "error.max" { e = $3; n = 1 }
			END { exit !(n && e < max) }' "$T/out" && break
	done
	if grep -q '^note others had .*too much' "$T/out"; then
		skip "$below_what: below $below_max %" "others had this CPU, three times"
		return
	fi
	is "$below_what: below $below_max %" "$(awk -v max="$below_max" '
		$2 == "error.max" { print ($3 < max ? "yes" : $3) }' "$T/out")" yes
}

expected() # DESCRIPTION NUMBERS
{
	is "$1" "$(sed -n 's/^sample expected permille //p' "$T/out")" "$2"
}

if fair "fairness with its defaults" "$prog"; then
	result "... its result"
	says "... three hogs" '^count hogs 3$'
	expected "... of nice 0, 5, 10" "696.8 228.3 74.8"
	says "... a measured share each" '^sample share permille( [0-9]+\.[0-9]){3}$'
	silent_on "... no user groups" '^note expected'
fi
cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
for seed in 0 7; do
	fair "fairness --seed $seed --nice 0,0,5 --ms 300 --cpu $cpu" \
		"$SAN" --seed $seed --nice 0,0,5 --ms 300 --cpu "$cpu" || continue
	result "... its result"
	expected "... what is expected" "429.6 429.6 140.8"
done
if fair "fairness --users, two hogs of mine" "$SAN" --users "$me,$me" --ms 200; then
	result "... its result"
	expected "... what is expected" "500.0 500.0"
	says "... by what" '^note expected by '
fi
below 30 "two of nice 0" "$prog" --nice 0,0
below 30 "nice 0 and 5" "$prog" --nice 0,5 --ms 1000

# what it says when the weights are others
sed -e 's,w /= 1\.25,w *= 1.25,' "$TOP/guest/fairness.c" >"$T/bad.c"
if compile "$T/bad" "$T/bad.c" && fair "weights upside down" "$T/bad" --nice 0,5; then
	is "... are far off" "$(awk '$2 == "error.max" { print ($3 > 100 ? "yes" : $3) }' "$T/out")" yes
fi

# user groups, of a kernel that has them: files of /sys/kernel/uids
mkdir -p "$T/uids/$me" "$T/uids/1000"
echo 2048 >"$T/uids/$me/cpu_share"
echo 1024 >"$T/uids/1000/cpu_share"
sed "s,\"/sys/kernel/uids\",\"$T/uids\"," "$TOP/guest/fairness.c" >"$T/groups.c"
if compile "$T/groups" "$T/groups.c"; then
	first "$T/groups" --users "$me,$me" --nice 0,5 --ms 100 >"$T/out" 2>&1
	says "user groups are seen" '^note expected by user group'
	expected "... one group: by nice alone" "753.2 246.8"
	if [ "$me" -eq 0 ]; then
		first "$T/groups" --users 0,1000,1000 --nice 0,0,5 --ms 100 >"$T/out" 2>&1
		expected "... two: by their shares, then by nice" "666.7 251.1 82.3"
		first "$T/groups" --users 0,1000,1001 --ms 100 >"$T/out" 2>&1
		expected "... one of them missing: by task" "333.3 333.3 333.3"
		says "... and says so" '^note expected by task'
	else
		skip "two user groups" "needs root"
	fi
fi
if [ "$me" -eq 0 ]; then
	if fair "fairness --users 0,1000,1001" "$prog" --users 0,1000,1001 --ms 200; then
		says "... three hogs of nice 0" '^count hogs 3$'
	fi
else
	skip "fairness --users 0,1000,1001" "needs root"
fi

# the self-check
bad() # DESCRIPTION SED PATTERN ARGUMENTS...
{
	bad_what=$1 bad_pattern=$3
	sed "$2" "$TOP/guest/fairness.c" >"$T/bad.c"
	shift 3
	cmp -s "$TOP/guest/fairness.c" "$T/bad.c" && is "$bad_what: the program is changed" no yes
	compile "$T/bad" "$T/bad.c" || { skip "$bad_what: is found" "no sanitizers"; return; }
	code "$NOTOK" "$bad_what: is found" first "$T/bad" "$@"
	says "... as what it is" "$bad_pattern"
	says "... and counted" '^errors [1-9]'
	no_metric "... and there is no metric"
}
bad "a hog that sleeps" 's/burn(TURNS);/sleep_us(900);/' \
	'^note others had .*: too much' --nice 0 --ms 100
bad "a hog that ends badly" 's/_exit(EXIT_SUCCESS);/_exit(i == 1);/' \
	'check: 1 hogs ended badly, ' --ms 50
if [ "$(nproc)" -gt 1 ] && [ "$me" -eq 0 ]; then
	bad "hogs on all CPUs" 's/if (self_pin(cpu))/if (0)/' \
		'^note the hogs had .* not all were on it' --nice 0,0,0,0 --ms 300
else
	skip "hogs on all CPUs" "needs two CPUs, and root to be ahead of others"
fi

# what is not allowed, or not there
code "$NOTOK" "a CPU that is not there" "$prog" --cpu 1023
says "... is named" 'cpu: 1023 is not there, or may not be used'
if may_be_plain; then
	code "$NOTOK" "nice -5 without being root" plain --nice 0,-5
	says "... is refused" 'nice: hog 2 cannot have level -5: '
	says "... with the way out" '^  -> run it as root'
	code "$NOTOK" "another user without being root" plain --users 0,0
	says "... is refused" 'user: only root can start hogs of user 0'
	no_metric "... and prints no metric"
else
	skip "what needs root" "setpriv is missing"
fi
ok "fairness --help" "$prog" --help
says "... tells its options" '--users <list>'
many=0$(printf ",0%.0s" $(seq 64))
usage 0 -x --nice '--nice x' '--nice 0,,5' '--nice 20' '--nice -21' '--nice 0,' "--nice $many" \
	'--users 0,1 --nice 0' '--users -1' '--users x' '--ms 0' '--ms x' '--cpu -1' '--cpu 1024' \
	'--seed -1' '--limit' '--limit 0'
code "$NOTOK" "--limit ends a run that takes too long" "$prog" --limit 1 --ms 600000
says "... as no result" 'limit: the run did not end in time'
no_metric "... and prints no metric"
gone fairness
callers --nice 0,0 --ms 50
finish
