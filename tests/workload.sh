# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# What is tested of every workload of guest/; sourced after tap.sh.
#
# workload NAME sets $prog, the built program, and $SAN, one with the sanitizers
# ($prog itself where the compiler has none).
GUEST=${GUEST:-$HOST/../guest}
USAGE=$(awk '$1 == "USAGE" { print $2 }' "$TOP/scripts/exit-codes")
me=$(id -u)
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
		"$TOP/guest/pair.c" "$TOP/guest/self.c" -lpthread -lm >"$T/out" 2>&1
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

# calm N DESCRIPTION COMMAND...: it ends with exit code N, in one of five runs if others
# disturb it; a run that was disturbed says so.  Output and errors are in $T/out.
calm()
{
	calm_want=$1 calm_what=$2 calm_n=0
	shift 2
	while [ $calm_n -lt 5 ]; do
		calm_n=$((calm_n + 1)) calm_rc=0
		"$@" >"$T/out" 2>&1 </dev/null || calm_rc=$?
		grep -q 'check: \|^note others .* too much$' "$T/out" || break
		calm_rc=disturbed
	done
	if [ "$calm_rc" = disturbed ]; then
		skip "$calm_what" "others take the CPU"
	else
		is "$calm_what" "$calm_rc" "$calm_want"
	fi
}

# said: the last calm() run, if it was one, said that its result is lost
said()
{
	[ "$calm_rc" = disturbed ] ||
		says "... and that is said" 'standard output: not all could be written'
}

# callers WORDS...: what whoever starts a run with these does not have or ignores: a
# result that has nowhere to go is no success, anything else is none of its business
callers()
{
	if [ -c /dev/full ]; then
		# shellcheck disable=SC2016 # $@ is the inner one's, here and below
		calm "$NOTOK" "a full disk: not done" sh -c 'exec "$@" >/dev/full' sh "$prog" "$@"
		said
		# shellcheck disable=SC2016
		calm "$NOTOK" "... --help as well" sh -c 'exec "$@" >/dev/full' sh "$prog" --help
		said
	else
		skip "a full disk" "no /dev/full here"
	fi
	for callers_fd in 0 1 2; do
		calm "$([ $callers_fd = 1 ] && echo "$NOTOK" || echo 0)" "descriptor $callers_fd is closed" \
			sh -c "exec \"\$@\" $callers_fd>&-" sh "$prog" "$@"
	done
	# shellcheck disable=SC2016
	calm 0 "SIGCHLD is ignored" sh -c 'trap "" CHLD; exec "$@"' sh "$prog" "$@"
	[ "$calm_rc" = disturbed ] || result "... its result"
	# its reader is gone before the first line
	mkfifo "$T/reader"
	: <"$T/reader" &
	exec 4>"$T/reader"
	wait $!
	# shellcheck disable=SC2016
	calm "$NOTOK" "the reader is gone: not done" sh -c 'exec "$@" >&4' sh "$prog" "$@"
	said
	exec 4>&-
	rm "$T/reader"
}

# may_be_plain: plain can be used
may_be_plain()
{
	[ "$me" -ne 0 ] || command -v setpriv >/dev/null
}

# plain WORDS...: $prog by a user that may do nothing special
plain()
{
	if [ "$me" -ne 0 ]; then
		"$prog" "$@"
	else
		cp "$prog" "$T/plain" && chmod 755 "$T" "$T/plain" &&
			setpriv --reuid 65534 --clear-groups --bounding-set -all "$T/plain" "$@"
	fi
}
