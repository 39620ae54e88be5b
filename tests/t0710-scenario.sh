#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The scenarios of the simulator: what is taken, what is refused and where, and a fuzz
#
# FUZZ_SECONDS: how long, 5 if not given
. "${0%/*}/tap.sh"
. "${0%/*}/fuzz.sh"

[ -r "$HOST/gen/exitcodes.h" ] ||
	skip_all "$HOST/gen/exitcodes.h is not there: run 'make programs' first"
# what a refused file leaves allocated ends with the program
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS

set -- -std=gnu11 -g -O1 -Wall -Wextra -iquote "$TOP/sim" -iquote "$TOP/sim/engine" \
	-I "$HOST/gen"
SAN='-fsanitize=address,undefined -fno-sanitize-recover=all'
echo 'int main(void) { return 0; }' >"$T/empty.c"
# shellcheck disable=SC2086
if ! ${HOSTCC:-gcc} $SAN -o "$T/empty" "$T/empty.c" 2>/dev/null || ! "$T/empty"; then
	SAN=
	skip "the parser with sanitizers" "${HOSTCC:-gcc} has none"
fi
# shellcheck disable=SC2086
ok "the parser alone" ${HOSTCC:-gcc} "$@" $SAN -o "$T/unit" "$TOP/tests/scenario-unit.c" \
	"$TOP/sim/engine/scenario.c" "$TOP/sim/engine/die.c"
[ -x "$T/unit" ] || finish
scn=$T/scn

# taken DESCRIPTION TEXT [PRINTED]: the text, with \n and the like, is a scenario, is
# printed as PRINTED behind its first lines, and the printed one comes to the same
taken()
{
	printf '%b' "$2" >"$scn"
	code 0 "$1" "$T/unit" "$scn"
	cp "$T/out" "$T/printed"
	[ $# -lt 3 ] || is "... as it was meant" "$(cat "$T/printed")" "$(printf '%b' "$3")"
	"$T/unit" "$T/printed" >"$T/again" 2>&1
	cmp -s "$T/printed" "$T/again" || is "$1, printed and read" "$(cat "$T/again")" \
		"$(cat "$T/printed")"
}

# refused LINE:COLUMN MESSAGE TEXT: the place, and the beginning of what is said
refused()
{
	printf '%b' "$3" >"$scn"
	code 21 "refused: $2" "$T/unit" "$scn"
	said=$(head -n 1 "$T/out")
	case $said in "sim: $scn:$1: $2"*) said="sim: $scn:$1: $2" ;; esac
	is "... at $1" "$said" "sim: $scn:$1: $2"
	is "... with a way out, and no more" "$(sed -n 's/^  -> ..*/way out/; 2,$p' "$T/out")" "way out"
}

# ---- what is taken

HEAD='time 1000000000ns\nseed 0\n'
A='task a x1 nice 0 uid 0'
taken "the least" 'task a{}' "$HEAD$A {\n}"
taken "the head" 'cpus 32\ntime 2.5s\nseed 18446744073709551615\ntask a { }' \
	"cpus 32\ntime 2500000000ns\nseed 18446744073709551615\n$A {\n}"
taken "all on one line" 'cpus 1 time 1ms seed 0 set a 1 task a { }' \
	"cpus 1\ntime 1000000ns\nseed 0\nset a 1\n$A {\n}"
taken "a word a line" 'cpus\n1\ntime\n1ms\ntask\na\n{\nrun\n5us\n}' \
	"cpus 1\ntime 1000000ns\nseed 0\n$A {\nrun 5000ns\n}"
taken "given twice, the last one counts" 'cpus 3 cpus 4 time 1s time 2s seed 1 seed 2 task a { }' \
	"cpus 4\ntime 2000000000ns\nseed 2\n$A {\n}"
taken "what a task has" 'task a x30000 nice -20 uid 65535 batch cpus 0-3,6,31 later {}' \
	"${HEAD}task a x30000 nice -20 uid 65535 batch cpus 0-3,6,31 later {\n}"
taken "... and the other end of it" 'task a x1 nice 19 uid 0 idle cpus 31 { }' \
	"${HEAD}task a x1 nice 19 uid 0 idle cpus 31 {\n}"
taken "real time" 'task a fifo 99 {} task b rr 1 {}' \
	"$HEAD$A fifo 99 {\n}\ntask b x1 nice 0 uid 0 rr 1 {\n}"
taken "two policies, the last one counts" 'task a batch rr 7 {} task b fifo 7 idle {} task c rr 7 batch {}' \
	"$HEAD$A rr 7 {\n}\ntask b x1 nice 0 uid 0 idle {\n}\ntask c x1 nice 0 uid 0 batch {\n}"
taken "all CPUs" 'task a cpus 0-31 {}'
taken "what a task does" 'task b later{exit}
task a {
	run 1ns sleep 1us..2us yield
	send c send c 3 receive c receive c 1000000000
	lock l unlock l start b start a
	loop { loop 2 { run 0s } loop 1000000000 { } }
}' "${HEAD}channel c room 16
task b x1 nice 0 uid 0 later {\nexit\n}
$A {\nrun 1ns\nsleep 1000ns..2000ns\nyield
send c 1\nsend c 3\nreceive c 1\nreceive c 1000000000
lock l\nunlock l\nstart b\nstart a
loop {\nloop 2 {\nrun 0ns\n}\nloop 1000000000 {\n}\n}\n}"
taken "channels and locks" 'channel a
channel b room 1000000 sync
channel c sync room 1
channel a room 3
spinlock l
task a { send b lock l lock m }' "${HEAD}channel a room 3
channel b room 1000000 sync
channel c room 1 sync
spinlock l\n$A {\nsend b 1\nlock l\nlock m\n}"
taken "a channel and a lock described behind their use" 'task a { send c lock l }
spinlock l channel c sync' "${HEAD}channel c room 16 sync\nspinlock l\n$A {\nsend c 1\nlock l\n}"
taken "settings" 'set sched_features A+NO_B at 0s set x -1 at 1500ms..1.5s set y z task a{}' \
	"${HEAD}set sched_features A+NO_B\nset x -1\nat 1500000000ns set y z\n$A {\n}"
taken "what is counted and measured" 'limit 5s metric time elapsed metric r rate messages.received msgs/s
metric l.p99 quantile l 990 metric l.max max l
task a background { stamp measure l count messages.received count x 1000000000 sleep 1us..2us late l }' \
	"limit 5000000000ns\nseed 0\nmetric time elapsed\nmetric r rate messages.received msgs/s
metric l.p99 quantile l 990\nmetric l.max max l
$A background {\nstamp\nmeasure l\ncount messages.received 1\ncount x 1000000000\nsleep 1000ns..2000ns late l\n}"
taken "a time after a limit" 'limit 5s time 2s task a { }' "time 2000000000ns\nseed 0\n$A {\n}"
taken "times" 'task a { run 1.5us run 0.4ns run 1000000s run 2e3ns run 5ms..5ms run 1ms..1s }' \
	"$HEAD$A {\nrun 1500ns\nrun 0ns\nrun 1000000000000000ns\nrun 2000ns
run 5000000ns\nrun 1000000ns..1000000000ns\n}"
taken "comments" '# one\n#\ntask#two { }\na # { \n # three\n{ #}\n}#end' "$HEAD$A {\n}"
taken "words of the language are names as well" 'task task later { send send lock lock }
task x4 { start task } channel room room 3
spinlock set' "${HEAD}channel send room 16
channel room room 3\nspinlock set
task task x1 nice 0 uid 0 later {\nsend send 1\nlock lock\n}
task x4 x1 nice 0 uid 0 {\nstart task\n}"
taken "a name of 15 letters, digits and -_." 'task Az09-_.89012345 { }' \
	"${HEAD}task Az09-_.89012345 x1 nice 0 uid 0 {\n}"
taken "CR line ends" 'cpus 1\r\ntask a nice 5\r\n{ loop 3\r\n{ run 1ms } }\r\nchannel c sync\r\n' \
	"cpus 1\n${HEAD}channel c room 16 sync\ntask a x1 nice 5 uid 0 {\nloop 3 {\nrun 1000000ns\n}\n}"
taken "form feeds and vertical tabs" 'task a \f\v\n{ }\nchannel c \f\nspinlock l\v' \
	"${HEAD}channel c room 16\nspinlock l\n$A {\n}"
taken "a last line without its end" 'task a { } # x' "$HEAD$A {\n}"
taken "32 loops in each other" "task a { $(printf '%032d' 0 | sed 's/0/loop { /g') run 1ms $(printf '%032d' 0 | sed 's/0/} /g') }"

# many of each: the arrays move
awk 'BEGIN {
	for (i = 0; i < 1000; i++)
		printf "channel c%d room %d\nspinlock l%d\nset s%d %d\ntask t%d x%d { send c%d lock l%d lock m%d start t%d }\n",
			i, i + 1, i, i, i, i, i + 1, 999 - i, i, i, i / 2
	print "task t {"
	for (i = 0; i < 10000; i++)
		print "run " i "us"
	print "}"
}' >"$T/many"
taken "a thousand of each" "$(cat "$T/many")"
is "... all are there" "$(sed -n 's/^\(channel\|spinlock\|set\|task\|run\) .*/\1/p' "$T/printed" |
	sort | uniq -c | tr -s ' \n' ' ')" " 1000 channel 10000 run 1000 set 1000 spinlock 1001 task "
is "... each as it was" "$(grep -A 6 '^task t777 ' "$T/printed")" \
	"$(printf 'task t777 x778 nice 0 uid 0 {\nsend c222 1\nlock l777\nlock m777\nstart t388\n}\ntask t778 x779 nice 0 uid 0 {')"
sed -n '/^THE SCENARIO/,/^STEPS/s/^    //p' "$TOP/Documentation/man/sim.rst" |
	sed -n '/^# /,/^}/p' >"$T/page"
ok "the one of the man page" "$T/unit" "$T/page"
is "... all of it" "$(grep -c '^task' "$T/out")" "4"
for file in "$TOP"/sim/scenarios/*.scn; do
	ok "${file##*/}" "$T/unit" "$file"
done

# ---- what is refused

refused 1:1 "there is no task" ''
refused 1:1 "there is no task" 'cpus 4\n# task a { }\n'
refused 1:1 "'cpu' is nothing that a scenario has" 'cpu 4'
refused 2:3 "'run' is nothing that a scenario has" 'task a { }\n  run 5ms'
refused 1:12 "'}' is nothing that a scenario has" 'task a { } }'
refused 1:1 "'{' is nothing that a scenario has" '{ task a { } }'
refused 1:1 "'Cpus' is nothing that a scenario has" 'Cpus 4'
refused 3:3 "'x' is nothing that a scenario has" '# one\n\n\t x'
refused 2:2 "'y' is nothing that a scenario has" 'seed 1\r\n\ry'

refused 1:5 "the number of CPUs is missing" 'cpus'
refused 2:1 "the number of CPUs is missing" 'cpus\n'
refused 1:6 "the number of CPUs is missing before {" 'cpus { }'
for n in 0 33 -1 +4 4x 0x4 4.0 99999999999999999999; do
	refused 1:6 "the number of CPUs: '$n' is not a number from 1 to 32" "cpus $n task a { }"
done
refused 1:6 "the seed: '-1' is not a number from 0 to 18446744073709551615" 'seed -1'
refused 1:6 "the seed: '18446744073709551616' is not a number" 'seed 18446744073709551616'
refused 1:6 "how long it takes cannot be drawn" 'time 1s..2s'
refused 1:5 "how long it takes is missing" 'time'
for t in 5 ms 5m 5sec 5mss -5ms +5ms .5ms 5..6ms inf nan infs ms5 5,5ms 5MS 0x10ms 1e 1ems; do
	refused 1:14 "'$t' is not a time" "task a { run $t }"
done
refused 1:14 "'' is not a time" 'task a { run 5ms.. }'
refused 1:14 "'.5ms' is not a time" 'task a { run 5ms...5ms }'
refused 1:14 "'5' is not a time" 'task a { run 1ms..5 }'
for t in 5ms..4ms 5ms..6ms..7ms 5ms6ms 5ms. 5ms/ 1s..999ms 5ms-6ms; do
	refused 1:14 "'$t' is not a span of time" "task a { run $t }"
done
for t in 1000001s 1e300s 1e999s 99999999999999999999ns 1ms..1e7s; do
	refused 1:14 "'${t#*..}' is too long" "task a { run $t }"
done
refused 1:13 "how long is missing" 'task a { run'
refused 2:1 "how long is missing before }" 'task a { run\n}'
refused 1:15 "how long is missing before {" 'task a {sleep {'

refused 1:5 "the task's name is missing" 'task'
refused 1:6 "the task's name is missing before {" 'task { }'
refused 1:6 "'a/b' is not a name" 'task a/b { }'
refused 1:6 "'a,b' is not a name" 'task a,b { }'
refused 1:6 "'\"a\"' is not a name" 'task "a" { }'
refused 1:6 "'abcdefghijklmnop' is longer than 15 letters" 'task abcdefghijklmnop { }'
refused 2:6 "there is a task 'a' already" 'task a { }\ntask a { }'
refused 1:8 "'hog' is nothing that a task has" 'task a hog { }'
refused 1:8 "'4' is nothing that a task has" 'task a 4 { }'
refused 1:8 "'x' is nothing that a task has" 'task a x 4 { }'
for n in x0 x100001 x4y x99999999999999999999 x4.5; do
	refused 1:8 "'$n' is not a number of tasks" "task a $n { }"
done
for n in 20 -21 5x -- x 1.5 9999999999999999999; do
	refused 1:13 "'$n' is not a nice level" "task a nice $n { }"
done
refused 1:13 "the nice level is missing before {" 'task a nice { }'
refused 1:12 "the user's number: '65536' is not a number from 0 to 65535" 'task a uid 65536 { }'
refused 1:12 "the user's number: '-1' is not a number" 'task a uid -1 { }'
refused 1:13 "the priority: '0' is not a number from 1 to 99" 'task a fifo 0 { }'
refused 1:11 "the priority: '100' is not a number from 1 to 99" 'task a rr 100 { }'
refused 1:13 "the priority is missing before {" 'task a fifo { }'
for list in 32 0-32 3-1 0- -1 '0,' ',0' '0,,1' 0-1-2 a 0x1 0-a 0.1 99999999999999999999 \
	0-99999999999999999999; do
	refused 1:13 "'$list' is not a list of CPUs" "task a cpus $list { }"
done
refused 1:13 "the list of CPUs is missing before {" 'task a cpus { }'
refused 2:1 "a { is missing before nice" 'task a\nnice 5 { }'
refused 1:8 "a { is missing before }" 'task a }'
refused 1:7 "a { is missing" 'task a'
refused 3:1 "a { is missing" 'task a # {\n\n'

refused 1:9 "a } is missing" 'task a {'
refused 2:2 "a } is missing" 'task a { loop {\n}'
refused 2:1 "'}' is nothing that a scenario has" 'task a { } # }\n}'
refused 1:10 "'{' is nothing that a task does" 'task a { { } }'
refused 1:10 "'burn' is nothing that a task does" 'task a { burn 5ms }'
refused 1:18 "'6ms' is nothing that a task does" 'task a { run 5ms 6ms }'
refused 2:1 "'task' is nothing that a task does" 'task a { run 5ms\ntask b { } }'
refused 1:15 "a { is missing before run" 'task a { loop run 5ms }'
refused 2:1 "a { is missing before 5" 'task a { loop\n5 { } }'
refused 1:15 "a { is missing before }" 'task a { loop }'
refused 1:14 "a { is missing" 'task a { loop'
refused 1:15 "the number of turns: '0' is not a number from 1 to 1000000000" 'task a { loop 0 { } }'
refused 1:15 "the number of turns: '1000000001' is not a number" 'task a { loop 1000000001 { } }'
refused 1:15 "the number of turns: '5ms' is not a number" 'task a { loop 5ms { } }'
refused 1:15 "a { is missing before -1" 'task a { loop -1 { } }'
refused 1:17 "the number of messages: '0' is not a number from 1 to 1000000000" 'task a { send c 0 }'
refused 1:20 "the number of messages: '1000000001' is not a number" 'task a { receive c 1000000001 }'
refused 2:1 "'3' is nothing that a task does" 'task a { send c\n3 }'
refused 1:15 "the channel's name is missing before }" 'task a { send }'
refused 1:18 "'a+b' is not a name" 'task a { receive a+b }'
refused 1:15 "the lock's name is missing before }" 'task a { lock }'
refused 1:17 "'abcdefghijklmnop' is longer than 15 letters" 'task a { unlock abcdefghijklmnop }'
refused 1:16 "there is no task 'b'" 'task a { start b } task b { }'
refused 1:16 "the task's name is missing before }" 'task a { start }'
refused 1:234 "more than 32 loops in each other" \
	"task a { $(printf '%032d' 0 | sed 's/0/loop { /g')loop { } }"

refused 3:1 "'late' is nothing that a task does" 'task a {\nsleep 1s\nlate l }'
refused 1:6 "how long it takes at the most is missing" 'limit'
refused 1:7 "how long it takes at the most cannot be drawn" 'limit 1s..2s'
refused 1:18 "what is measured is missing before }" 'task a { measure }'
refused 1:16 "what is counted is missing before }" 'task a { count }'
refused 1:18 "how many: '0' is not a number from 1 to 1000000000" 'task a { count c 0 }'
refused 1:24 "what is measured is missing before }" 'task a { sleep 1s late }'
refused 1:17 "'a12345678901234567890123456789012345678b' is longer than 39 letters" \
	'task a { count  a12345678901234567890123456789012345678b }'
refused 1:7 "the metric's name is missing" 'metric'
refused 1:9 "what the metric is is missing" 'metric a'
refused 1:10 "'mean' is nothing that a metric is" 'metric a mean'
refused 1:15 "what is counted is missing" 'metric a rate '
refused 1:16 "its unit is missing" 'metric a rate b'
refused 1:21 "the quantile, in permille: '1000' is not a number from 1 to 999" 'metric a quantile b 1000'

refused 1:8 "the channel's name is missing" 'channel'
refused 1:9 "the channel's name is missing before {" 'channel { }'
refused 1:11 "'size' is nothing that a channel has" 'channel c size 4'
refused 1:16 "its room: '0' is not a number from 1 to 1000000" 'channel c room 0'
refused 1:16 "its room: '1000001' is not a number" 'channel c room 1000001'
refused 1:15 "its room is missing" 'channel c room'
refused 2:1 "'room' is nothing that a scenario has" 'channel c\nroom 4'
refused 1:11 "'task' is nothing that a channel has" 'channel c task a { }'
refused 1:9 "the lock's name is missing" 'spinlock'
refused 1:10 "'a:b' is not a name" 'spinlock a:b'
refused 1:4 "what is set is missing" 'set'
refused 1:6 "its value is missing" 'set a'
refused 1:7 "its value is missing before {" 'set a { }'
refused 1:3 "when is missing" 'at'
refused 1:4 "'set' is not a time" 'at set a 1'
refused 1:6 "set is missing" 'at 5s'
refused 1:7 "set is missing" 'at 5s cpus 4'
refused 1:4 "when cannot be drawn" 'at 1s..2s set a 1'

# ---- odd bytes and sizes

word=$(printf '%063d' 0)
taken "words of 63 letters" "set $word $word task a { }" "${HEAD}set $word $word\n$A {\n}"
refused 1:5 "a word of 64 letters" "set 0$word 1"
refused 2:1 "a word of 64 letters" "\n0$word"
refused 1:1 "a word of 100000 letters" "$(printf '%0100000d' 0)"
for byte in 001 010 033 177 200 303 377; do
	printf 'task a%b { }' "\\0$byte" >"$scn"
	code 21 "byte 0$byte in a name" "$T/unit" "$scn"
	says "... has its place" "^sim: $scn:1:6: "
	taken "... in a comment" "# \\0$byte\ntask a { }" "$HEAD$A {\n}"
done
refused 1:7 "has a byte 0" 'task a\0000 { }'
refused 2:3 "has a byte 0" 'task a { }\n  \0000x\n\0000'
refused 1:1 "has a byte 0" '\0000'

# whole DESCRIPTION PATTERN FILE: refused, and there is no line of it to name
whole()
{
	code 21 "$1" timeout 20 "$T/unit" "$3"
	says "... is said" "^sim: $3: $2"
	says "... with a way out" '^  -> .'
}
whole "no file" "cannot be read: No such file" "$T/none"
mkdir "$T/folder"
whole "a folder" "cannot be read: Is a directory" "$T/folder"
if [ -r /proc/self/mem ]; then
	whole "one whose bytes cannot be read" "cannot be read: " /proc/self/mem
else
	skip "one whose bytes cannot be read" "no /proc/self/mem"
fi
echo 'task a { }' >"$T/closed"
chmod 0 "$T/closed"
if [ -r "$T/closed" ]; then
	skip "one that may not be read" "root may"
else
	whole "one that may not be read" "cannot be read: Permission denied" "$T/closed"
fi
head -c 1048567 /dev/zero | tr '\0' ' ' >"$T/large"
echo 'task a{}' >>"$T/large"
ok "a file of 1 MB" timeout 20 "$T/unit" "$T/large"
echo >>"$T/large"
whole "one byte more" "is larger than 1 MB" "$T/large"
whole "a file without an end" "is larger than 1 MB" /dev/zero
{
	echo 'task a {'
	yes 'loop { }' | head -n 100000
	echo '}'
} >"$scn"
ok "100000 loops, one behind the other" timeout 20 "$T/unit" "$scn"
yes 'loop {' | head -n 100000 | { printf 'task a { '; cat; } >"$scn"
code 21 "100000 in each other" timeout 20 "$T/unit" "$scn"
says "... are too many at the 33rd" "^sim: $scn:33:1: more than 32 "
yes '{' | head -c 1000000 >"$scn"
code 21 "nothing but braces" timeout 20 "$T/unit" "$scn"
yes 'seed 1' | head -n 100000 | { cat; echo x; } >"$scn"
code 21 "line 100001" timeout 20 "$T/unit" "$scn"
says "... is counted" "^sim: $scn:100001:1: "
folder=$T
for n in 1 2 3 4; do
	folder=$folder/$(printf '%0200d' $n)
	mkdir "$folder"
done
echo 'task a { burn }' >"$folder/scn"
code 21 "a path of 800 letters" "$T/unit" "$folder/scn"
says "... is said with its line and column" "/scn:1:10: 'burn' is"

# ---- whatever is in it, it is taken or refused, and nothing else happens

mkdir "$T/corpus"
cp "$TOP"/sim/scenarios/*.scn "$T/page" "$T/corpus"
head -n 40 "$T/many" >"$T/corpus/many"
cat >"$T/corpus/all" <<-'EOT'
	cpus 4 time 10ms seed 7
	set sched_latency_ns 20000000 at 5ms set sched_features NO_HRTICK+START_DEBIT
	channel c room 3 sync
	spinlock l
	task b later x3 nice -5 uid 100 batch { exit }
	task c fifo 50 cpus 0-2,3 { yield loop 5 { run 1us sleep 1ms..2ms } }
	task d rr 1 idle { loop { send c 2 receive c lock l unlock l start b } } # end
EOT
for file in "$T"/corpus/*; do
	"$T/unit" "$file" >"$T/out" 2>&1 || is "the corpus: $file" "$(cat "$T/out")" ""
done
for word in cpus time seed task channel spinlock set at run sleep yield send receive lock \
	unlock start loop exit nice uid batch idle fifo rr later room sync x2 1ms..2us 0-3,5 \
	'task a {' ' { ' ' } ' 5ns 1e3s; do
	echo "\"$word \""
done >"$T/words"
set -- "$@" -fsanitize=address,undefined -fno-sanitize-recover=all
if clang "$@" -fsanitize=fuzzer -o "$T/fuzz" "$TOP/tests/fuzz-scenario.c" 2>/dev/null; then
	ok "libFuzzer, $seconds s" "$T/fuzz" -seed=1 -max_len=4096 -rss_limit_mb=1024 \
		-detect_leaks=0 -dict="$T/words" -artifact_prefix="$T/" \
		-max_total_time="$seconds" "$T/corpus"
	says "libFuzzer counted its runs" '^Done [1-9][0-9]* runs'
	diag "$(grep -aE '^(# |Done )' "$T/out")"
	for file in "$T"/crash-* "$T"/timeout-* "$T"/oom-*; do
		[ ! -e "$file" ] || diag "$(base64 "$file")"
	done
elif [ -n "$SAN" ]; then
	ok "the fuzz compiles" "${HOSTCC:-gcc}" "$@" -DFUZZ_STANDALONE -o "$T/fuzz" \
		"$TOP/tests/fuzz-scenario.c"
	# about as long as libFuzzer would have taken
	ok "without libFuzzer, fixed seed" "$T/fuzz" $((seconds * 3000)) 1 "$T"/corpus/*
	says "it counted its runs" '^[1-9][0-9]* runs from seed 1: all held$'
	diag "$(grep -aE '^(# |[0-9])' "$T/out")"
else
	skip "mangled scenarios" "no sanitizers"
fi
finish
