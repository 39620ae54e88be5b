#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The guest's init on the host: its pieces, and what it says about fake roots.
. "${0%/*}/tap.sh"
GUEST=${GUEST:-$HOST/../guest}
for prog in init hackbench; do
	[ -x "$GUEST/$prog" ] || skip_all "no $GUEST/$prog: run 'make programs' first"
done
hackbench=$(cd "$GUEST" && pwd)/hackbench
init=$GUEST/init
USAGE=$(awk '$1 == "USAGE" { print $2 }' "$TOP/scripts/exit-codes")

# ---- the pieces, with the checks of the compiler

# shellcheck disable=SC2086
build() # OUT SOURCE...
{
	build_out=$1
	shift
	${HOSTCC:-gcc} -std=gnu11 -g -O1 -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -o "$build_out" "$@" -lpthread
}
cd "$TOP/guest" || exit 1
if build "$T/unit" "$TOP/tests/guest-unit.c" features.c topology.c cpus.c words.c \
	report.c >"$T/out" 2>&1; then
	ok "the pieces of the guest" "$T/unit"
	says "... all their checks were made" '^[1-9][0-9]+ checks, 0 failed$'
	# what is broken is found
	sed 's/|= 1u << i/|= 0/' "$TOP/tests/guest-unit.c" >"$T/bad.c"
	build "$T/bad" -iquote "$TOP/tests" "$T/bad.c" features.c topology.c cpus.c \
		words.c report.c >"$T/out" 2>&1
	code 1 "... and fail with a kernel that does not keep a name" "$T/bad"
	mkdir "$T/orphan"
	sed 's/getppid() != parent/0/' child.h >"$T/orphan/child.h"
	sed 's,"../guest/child.h","child.h",' "$TOP/tests/guest-unit.c" >"$T/bad.c"
	build "$T/bad" -iquote "$T/orphan" -iquote "$TOP/tests" "$T/bad.c" features.c topology.c \
		cpus.c words.c report.c >"$T/out" 2>&1
	code 124 "... or do not end, with a child that does not look who its parent is" \
		timeout -k 1 3 "$T/bad"
	is "nothing else asks for the signal of a parent that ends" \
		"$(grep -l PR_SET_PDEATHSIG -- *.c *.h)" child.h
	build "$T/init" init.c features.c topology.c cpus.c words.c report.c root.c \
		limited.c spin.c counters.c run.c >"$T/out" 2>&1 && init=$T/init
	is "init is built with the sanitizers for what follows" "$init" "$T/init"
else
	skip "the pieces of the guest" "${HOSTCC:-gcc} has no sanitizers"
fi
cd "$T" || exit 1

# ---- init about a fake machine of 2 packages x 2 CPUs, like 2.6.25's

nonce=0123456789abcdef
fake() # FOLDER: 2.6.27 with everything there
{
	mkdir -p "$1/proc/sys/kernel" "$1/sys/kernel" "$1/etc" "$1/bin" "$1/debug"
	printf 'cpu  1 2 3\ncpu0 1 2\ncpu1 1 2\ncpu2 1 2\ncpu3 1 2\nintr 1\n' >"$1/proc/stat"
	for cpu in 0 1 2 3; do
		topology=$1/sys/devices/system/cpu/cpu$cpu/topology
		mkdir -p "$topology"
		echo $((cpu / 2)) >"$topology/physical_package_id"
		echo $((cpu % 2)) >"$topology/core_id"
		echo "000$((1 << cpu))" >"$topology/thread_siblings"
		case $cpu in [01]) echo 0003 ;; *) echo 000c ;; esac >"$topology/core_siblings"
		printf 'cpu%d 0\ndomain0 %s 1 2\ndomain1 0f 1 2\n' "$cpu" \
			"$(sed 's/^00//' "$topology/core_siblings")" >>"$1/proc/schedstat"
		printf '<7>[    0.1] CPU%d attaching sched-domain:\n<7>[    0.1]  domain 0: span %s level MC\n<7>[    0.1]   domain 1: span 0-3 level CPU\n' \
			"$cpu" "$((cpu / 2 * 2))-$((cpu / 2 * 2 + 1))" >>"$1/log"
	done
	echo 3 >"$1/proc/sys/kernel/sched_features"
	echo "root=x cfsq.nonce=$nonce cfsq.hackbench=1:process:1 $words" >"$1/proc/cmdline"
	cat >"$1/etc/expect" <<-EOF
		machine small
		base v2.6.25
		variant default
		cpus 4
		threads 1
		package-cpus 2
		domain 0 MC 2
		domain 1 CPU 4
	EOF
	printf 'interface proc\nfeature 1 1 FIRST\nfeature 2 1 SECOND\nfeature 4 0 THIRD\n' >"$1/etc/features"
	# a GNU build id: sizes 4 and 4, type 3
	printf '\4\0\0\0\4\0\0\0\3\0\0\0GNU\0\336\255\276\357' >"$1/sys/kernel/notes"
	ln -s "$hackbench" "$1/bin/hackbench"
}

new() # WORDS...: a fresh fake root, $R
{
	words=$*
	R=$T/root
	rm -rf "$R"
	fake "$R"
}

report() # RC WHAT: its report, in $T/out
{
	code "$1" "$2" "$init" --root "$R"
}

# An own reading of the protocol: what is wrong with the report on standard input
# (numbers, counts, and the checksum, which gzip computes as well).
protocol()
{
	sed "s/^cfsq $nonce //" >"$T/payload"
	sed '$d' "$T/payload" >"$T/summed"
	crc=$(gzip -c <"$T/summed" | tail -c 8 | od -An -tx1 -N 4 |
		awk '{ print $4 $3 $2 $1 }')
	awk -v crc="$crc" '
		NR == 1 && $0 != "TAP version 13" { print "no TAP version" }
		/^(not )?ok / { n++; if ($(/^not/ ? 3 : 2) != n) print "number: " $0 }
		/^not ok / { failed++ }
		/^1\.\./ { if ($0 != "1.." n) print "plan: " $0 }
		{ last = $0 }
		END { want = "end " n " " failed + 0 " " crc
			if (last != want) print "end: " last ", not " want }' "$T/payload"
}

new cfsq.settings=asis,NO_FIRST+THIRD,1 cfsq.seed=42
report 0 "a report about a machine that is as expected"
cp "$T/out" "$T/good"
is "it keeps to the protocol" "$(protocol <"$T/good")" ""
is "every line has the nonce" "$(grep -vc "^cfsq $nonce " "$T/good")" 0
is "the protocol check sees a changed byte" \
	"$(sed 's/ machine small/ machine smell/' "$T/good" | protocol | grep -c '^end')" 1
for line in '# release [^ ]+' '# version .+' '# build-id deadbeef' '# machine small' \
	'# base v2\.6\.25' '# variant default' '# seed 42' '# cpus 4' '# topology sysfs' \
	'# cpu 2 package 1 core 0 threads 2 packagemates 2-3' '# domains schedstat' \
	'# domain 0 MC 0-1 2-3' '# domain 1 CPU 0-3' \
	'# fairness (spinners 4 ms [0-9]+ min [0-9]+ max [0-9]+ ratio [01]\.[0-9]{3}|absent .+)' \
	'# features interface proc number 3 names FIRST SECOND NO_THIRD' \
	'ok 1 - cpus online: 4' 'ok 2 - package.*' 'ok 3 - sched domains as expected' \
	'ok 4 - feature manifest agrees.*' \
	'# setting 1 asked asis number 3 names FIRST SECOND NO_THIRD' \
	'ok 5 - setting 1 asis: set and read back' \
	'# hackbench 1 groups 1 mode process loops 1 messages 400 received 400 errors 0 time [0-9]+\.[0-9]{6}' \
	'ok 6 - hackbench 1: sent = received.*' \
	'# setting 2 asked NO_FIRST\+THIRD number 6 names NO_FIRST SECOND THIRD' \
	'# setting 3 asked 1 number 1 names FIRST NO_SECOND NO_THIRD' \
	'# uptime [0-9]+\.[0-9]{6}' '1\.\.10' 'end 10 0 [0-9a-f]{8}'; do
	says "line: $line" "^cfsq $nonce $line\$" "$T/good"
done
is "nothing of the host's own time of day, pids or addresses" \
	"$(grep -cE "0x[0-9a-f]{6}|pid|$(date +%Y-%m-%d)" "$T/good")" 0

# ---- the counters' scenario, where it must say no

new cfsq.counters=1
report 1 "counters of a kernel without the series"
says "... are no pass" "not ok [0-9]+ - counters: the features: the series of this kernel is not whole\$"
is "... and the report is whole" "$(protocol <"$T/out")" ""
new cfsq.counters=1
printf 'interface proc\nfeature 1 1 NORMALIZED_SLEEPER\nfeature 2 1 SECOND\nfeature 4 0 WEIGHTED_SLEEPER\nfeature 8 0 CLOCK_WINDOW\n' \
	>"$R/etc/features"
report 1 "counters without a latency to set"
says "... it is named" "not ok [0-9]+ - counters: /proc/sys/kernel/sched_latency_ns: cannot be read\$"
echo 80000000 >"$R/proc/sys/kernel/sched_latency_ns"
report 1 "counters without the file that shows them"
says "... it is named" "not ok [0-9]+ - counters: /proc/sched_debug: cannot be read"
is "... the latency is put back" "$(cat "$R/proc/sys/kernel/sched_latency_ns")" 80000000
new cfsq.counters=2
report 1 "a word for the counters that is none"
says "... is said" 'cfsq\.counters=2 is not 1'

# 2.6.25 has no numbers in sysfs, 2.6.26 and 27 no masks in schedstat
new
rm -r "$R"/sys/devices/system/cpu/cpu?/topology
for cpu in 0 1 2 3; do
	printf 'processor\t: %d\nphysical id\t: %d\nsiblings\t: 2\ncore id\t\t: %d\n\n' \
		"$cpu" $((cpu / 2)) $((cpu % 2))
done >"$R/proc/cpuinfo"
sed -i 's/^\(domain[01]\) 0[0-9a-f]/\1 <NULL>/' "$R/proc/schedstat"
report 0 "the numbers from /proc/cpuinfo, the domains from the kernel's log"
says "... and it says so" '# topology cpuinfo'
says "... both times" '# domains log'
sed -i 's/siblings.*/siblings : 4/' "$R/proc/cpuinfo"
report 1 "cpuinfo that contradicts itself"
says "... is named" 'not ok 2 - .*cpu 0 has 2 CPUs in its package by number, 4 siblings'

# what is missing is said, and nothing hangs or crashes
for gone in etc/expect etc/features proc/stat proc/sys/kernel/sched_features \
	bin/hackbench sys/devices; do
	new
	rm -r "${R:?}/$gone"
	report 1 "without $gone it fails"
	is "... in due form" "$(protocol <"$T/out")" ""
done
new
rm -r "${R:?}"/*
report 1 "an empty root fails"
for line in '# build-id absent' '# machine absent' '# cpus absent' '# domain absent' \
	'# fairness absent .*' '# features interface none number absent names absent' \
	'# hackbench 1 absent'; do
	says "an empty root: $line" "^cfsq 0{16} $line\$"
done
new
rm "$R/proc/schedstat" "$R/log"
report 1 "no domains anywhere"
says "... names what the kernel may lack" 'not ok 3 - .*CONFIG_SCHEDSTATS'
new
rm "$R/proc/sys/kernel/sched_features"
report 1 "no feature interface"
says "... is CONFIG_SCHED_DEBUG" 'not ok 4 - .*CONFIG_SCHED_DEBUG is off'
echo 'interface none' >"$R/etc/features"
report 0 "... and is fine if that is expected"

# one expectation at a time is wrong
for wrong in 's/cpus 4/cpus 8/:1' 's/threads 1/threads 2/:2' 's/package-cpus 2/package-cpus 4/:2' \
	's/0 MC 2/0 SIBLING 2/:3' 's/1 CPU 4/1 CPU 2/:3' '/domain 1/d:3' 's/machine small/&\nsockets 1/:1'; do
	new
	sed -i "${wrong%:*}" "$R/etc/expect"
	report 1 "expectation changed by ${wrong%:*}"
	says "... fails test ${wrong##*:}" "not ok ${wrong##*:} - "
done
new
echo 7 >"$R/proc/sys/kernel/sched_features"
report 1 "another default than the manifest's"
says "... fails the manifest's test" 'not ok 4 - .*default is 7, the manifest.s is 3'

new cfsq.settings=FIRTS,SECOND
report 1 "a name that this kernel does not have"
says "... gets a near miss" "not ok 5 - .*no feature 'FIRTS'; did you mean FIRST\\?"
says "... and no run" 'not ok 6 - hackbench 1: not run'
says "... the next setting is none the worse" '^cfsq [0-9a-f]+ ok 8 - hackbench 2'
new cfsq.sedd=1
report 1 "a word that does not exist"
says "... is a failed test" 'not ok 1 - command line: no such word: cfsq.sedd'
new cfsq.hackbench=2:fibre:1
report 1 "a malformed workload"
says "... is a failed test" 'not ok 6 - .*cfsq.hackbench=2:fibre:1 is not'

# hackbenches that go wrong
workload() # WHAT WANTED LINE...: a hackbench that is this script
{
	workload_what=$1 workload_want=$2
	shift 2
	new cfsq.limit=1
	rm "$R/bin/hackbench"
	printf '#!/bin/sh\n%s\n' "$*" >"$R/bin/hackbench"
	chmod +x "$R/bin/hackbench"
	report 1 "a hackbench that $workload_what"
	says "... is a failed test" "not ok 6 - hackbench 1: $workload_want"
}
workload "hangs" 'did not end within 1 s' 'sleep 98765 & sleep 98765'
is "... and nothing of it is left" "$(pgrep -f "^sleep 98765" | wc -l)" 0
workload "crashes" 'was killed by signal 11' 'kill -SEGV $$'
workload "fails" 'ended with exit code 3: hackbench: broken' 'echo hackbench: broken >&2; exit 3'
workload "says nothing" 'it ended well but printed no result' true
workload "loses a message" 'sent = received: 399 of 400' \
	'printf "Time: 1.0\ncount messages.sent 400\ncount messages.received 399\nerrors 0\n"'
workload "floods" 'it ended well but printed no result' 'yes | head -c 1000000'

code "$USAGE" "init that is not process 1 refuses" "$init"
says "... since it would switch the machine off" 'switch this machine off'
# whoever is killed takes the step along that it watches
cat >"$T/watcher.c" <<-'EOF'
	#include <stdio.h>
	#include <unistd.h>
	#include "limited.h"

	static int step(void *arg)
	{
		FILE *f = fopen(arg, "w");

		if (f)
			fprintf(f, "%d\n", (int)getpid());
		if (!f || fclose(f))
			return 1;
		for (;;)
			pause();
	}

	int main(int argc, char **argv)
	{
		static struct limited l;

		if (argc == 2)
			limited_run(&l, step, argv[1], 100);
		return 0;
	}
EOF
if build "$T/watcher" -iquote "$TOP/guest" "$T/watcher.c" "$TOP/guest/limited.c"; then
	"$T/watcher" "$T/step" >"$T/out" 2>&1 &
	watcher=$!
	n=0
	while ! grep -q . "$T/step" 2>/dev/null && [ $n -lt 300 ]; do
		n=$((n + 1))
		sleep 0.1
	done
	ok "a step runs" kill -0 "$(cat "$T/step")"
	kill -9 $watcher
	wait $watcher 2>/dev/null || :
	n=0
	while kill -0 "$(cat "$T/step")" 2>/dev/null && [ $n -lt 100 ]; do
		n=$((n + 1))
		sleep 0.1
	done
	code 1 "... and ends with the one that watches it" kill -0 "$(cat "$T/step")"
else
	skip "a step and the one that watches it" "no sanitizers"
fi
finish
