# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# What is tested of every workload of guest/; sourced after tap.sh.
#
# workload NAME sets $prog, the built program, and $SAN, one with the sanitizers
# ($prog itself where the compiler has none).
GUEST=${GUEST:-$HOST/../guest}
USAGE=$(awk '$1 == "USAGE" { print $2 }' "$TOP/scripts/exit-codes")
NOTOK=$(awk '$1 == "NOTOK" { print $2 }' "$TOP/scripts/exit-codes")

workload() # NAME [LIBRARIES]
{
	[ -x "$GUEST/$1" ] || skip_all "no $GUEST/$1: run 'make programs' first"
	prog=$(cd "$GUEST" && pwd)/$1
	SAN=$T/$1
	if ! compile "$SAN" "$TOP/guest/$1.c"; then
		SAN=$prog
		skip "$1 with sanitizers" "${HOSTCC:-gcc} has none"
	fi
}

compile() # OUT SOURCE: with the sanitizers
{
	${HOSTCC:-gcc} -std=gnu11 -g -O1 -fsanitize=address,undefined \
		-fno-sanitize-recover=all -iquote "$TOP/guest" -o "$1" "$2" "$TOP/guest/bench.c" \
		"$TOP/guest/pair.c" -lpthread -lm >"$T/out" 2>&1
}

# result DESCRIPTION [FILE]: the lines of a result are well formed, with metrics
# and no errors
result()
{
	is "$1" "$(awk '
		/^metric [a-z0-9._-]+ -?[0-9]+(\.[0-9]+)? [^ ]+ (less|more)$/ { metrics++; next }
		/^count [a-z0-9._-]+ [0-9]+$/ { next }
		/^sample [a-z0-9._-]+ [^ ]+( -?[0-9]+(\.[0-9]+)?)+$/ { next }
		/^hist [a-z0-9._-]+ [^ ]+( [0-9]+:[0-9]+)*$/ { next }
		/^(metric|count|sample|hist|errors) / && !/^errors [0-9]+$/ { print "malformed: " $0 }
		/^errors / { errors = $2; n++; last = NR }
		END { if (!metrics) print "no metric"
			if (n != 1 || last != NR) print "errors is not the last line"
			else if (errors) print errors " errors" }' "${2:-$T/out}")" ""
}

# usage WORDS...: each is a wrong command line
usage()
{
	for usage_words in "$@"; do
		# shellcheck disable=SC2086
		code "$USAGE" "$usage_words: wrong command line" "$prog" $usage_words
		says "... says where the help is" '^  -> .* --help$'
	done
}

# no_metric DESCRIPTION: a bad run prints none
no_metric()
{
	silent_on "$1" '^metric '
}

# gone NAME: no process of it is left
gone()
{
	is "... and nothing of it is left" "$(pgrep -x "$1" | wc -l)" 0
}

# full WORDS...: a run whose result has nowhere to go did not succeed
full()
{
	if [ ! -c /dev/full ]; then
		skip "a full disk" "no /dev/full here"
		return
	fi
	full_n=0
	while [ $full_n -lt 5 ]; do
		full_n=$((full_n + 1))
		full_rc=0
		"$prog" "$@" >/dev/full 2>"$T/full" || full_rc=$?
		# one that was disturbed says so
		! grep -q 'check: ' "$T/full" || continue
		break
	done
	is "a full disk: not done" "$full_rc" "$NOTOK"
	says "... and that is said" 'standard output: not all could be written' "$T/full"
}
