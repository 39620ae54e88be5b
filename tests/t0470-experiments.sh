#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# compare, report and list: an experiment from its file to its page, on a fake QEMU
# and on a fake machine, and all that can come between.
. "${0%/*}/tap.sh"
. "${0%/*}/fake.sh"
unset BACKEND METAL METAL_NAME JOBS BOOTS FAKE_QEMU_VERSION FAKE_QEMU_ODD FAKE_QEMU_MORE
base=v2.6.25-rc6
command -v gnuplot >/dev/null || skip_all "gnuplot is not installed"
fake_linux
fake_host host/machine host/kconfig host/features host/watch host/verdict host/summary \
	host/initramfs-check host/experiment host/compare host/record guest/init \
	guest/hackbench guest/features
export QEMU="$TOP/tests/fake-qemu" FAKE_QEMU=run FAKE_QEMU_LOG="$T/log" \
	SILENT=20 TOTAL=60 VIRTUAL=300 RESULTS="$T/results"
ok "the kernel" env KERNEL_GIT="$T/linux" "$S/kernel" $base stoakley
cat >"$T/small" <<-EOT
	title    a small one
	question Does the tick matter?
	machine  stoakley
	workload hackbench 1 process 5
	real     hackbench 2 process 50
	metric   time 2%
	boots    3
	arm a
	    base $base
	arm b
	    base $base
	    features NO_HRTICK
	compare a b without the tick
EOT

compare() # [WORD...]
{
	timeout 120 "$S/compare" "$@"
}

# booted: "FEATURES SEED" of what was booted since this was asked last, in its order
booted()
{
	[ ! -e "$FAKE_QEMU_LOG" ] || paste -s -d , "$FAKE_QEMU_LOG"
	rm -f "$FAKE_QEMU_LOG"
}

# kept: the records that are there, "ARM SEED"
kept()
{
	find "$RESULTS/small" -type f ! -name '*.failed' -printf '%f\n' 2>/dev/null |
		sed 's/\.[0-9a-f]*\.\([0-9]*\)$/ \1/' | sort | paste -s -d , -
}

# whole: what is there is whole, and no process and nothing half-written is left
whole()
{
	for f in "$RESULTS"/small/*; do
		case $f in
		*.failed) ;;
		*) "$HOST/record" --check "$f" ;;
		esac
	done >"$T/whole" 2>&1
	find "$RESULTS" "$O/run" -name '*.tmp*' >>"$T/whole"
	find "$O/compare" "$O/run" -mindepth 1 ! -name '*.lock' >>"$T/whole"
	is "  its records are whole, nothing else stays" "$(cat "$T/whole")" ""
	is "  no process stays" "$(running "$O/")" ""
}

# ---- from the file to the page

ok "two arms, three boots each" compare --jobs 1 "$T/small"
says "  all are to be made" '^  BOOTS +6 of 6 to be made, 1 at a time'
says "  each is told" '^  RUN +6 of 6: b, seed 3;'
says "  it is said what they show" '^\* b against a: not enough data on time: with so few'
says "  and where the page is" "^  PAGE +$RESULTS/small\\.html\$"
is "  no line is wider than 80 columns" "$(awk 'length > 80' "$T/out")" ""
is "  a pair after the other was booted" "$(booted)" \
	"asis 1,NO_HRTICK 1,asis 2,NO_HRTICK 2,asis 3,NO_HRTICK 3"
is "  a record of each" "$(kept)" "a 1,a 2,a 3,b 1,b 2,b 3"
whole
is "  small.records names them" "$(sort "$RESULTS/small.records")" "$(ls "$RESULTS/small")"
is "  small.txt is what was shown" "$(sed -e '1,/^  RUN *6/d' -e '/^  PAGE/d' "$T/out")" \
	"$(cat "$RESULTS/small.txt")"
says "  small.html is a page" '</html>' "$RESULTS/small.html"
silent_on "  with no path of this machine in it" "$T|$TOP" "$RESULTS/small.html"
cp -R "$RESULTS" "$T/serial"
ok "the same command again" compare "$T/small"
says "  has no boot to make" '^  BOOTS +0 of 6 to be made'
is "  and made none" "$(booted)" ""
is "  nothing has changed" "$(diff -r "$T/serial" "$RESULTS")" ""

RESULTS=$T/parallel
ok "three boots at a time, from scratch" compare --jobs 3 "$T/small"
is "  the same bytes: records and pages" "$(diff -r "$T/serial" "$RESULTS")" ""
mkdir "$T/an other"
cp "$T/small" "$T/an other/"
ok "a path with a blank" compare "$T/an other/small"
RESULTS=$T/results
booted >/dev/null

# ---- more of them, and fewer

ok "--boots 4" compare --boots 4 "$T/small"
is "  makes the missing ones only" "$(booted | tr , '\n' | sort | paste -s -d , -)" "NO_HRTICK 4,asis 4"
says "  and counts all" '^time \(s\): a to b, 4 pairs'
ok "--boots 2" compare --boots 2 "$T/small"
is "  makes none" "$(booted)" ""
says "  counts the first two" '^time \(s\): a to b, 2 pairs'
is "  by name" "$(sed 's/.*\.//' "$RESULTS/small.records" | paste -s -d ' ' -)" "1 1 2 2"
says "  and says how many it does not" '^  KEPT +4 records'
ok "back to three" compare "$T/small"
ok "  the page is the first one" cmp "$T/serial/small.html" "$RESULTS/small.html"

# ---- a record that is not as it was written

record=$(find "$RESULTS/small" -name 'b.*.2')
cp "$record" "$T/keep"
pages=$(state "$RESULTS"/small.*)
damaged() # WHAT SAYS
{
	code 21 "a record $1" compare "$T/small"
	says "  is named" "^compare: $record: $2"
	says "  with the way out" '^  -> remove it; the boot is then made again'
	silent_on "  and nothing is compared" '^\*|PAGE'
	is "  the page stays" "$(state "$RESULTS"/small.*)" "$pages"
}
head -c 1000 "$T/keep" >"$record"
damaged "that was cut" 'is partial'
sed 's/metric time 0\.5/metric time 0.4/' "$T/keep" >"$record"
damaged "that was changed" 'is damaged'
rm "$record"
ok "  once it is away" compare "$T/small"
is "  it alone is made again" "$(booted)" "NO_HRTICK 2"
ok "  and is what it was" cmp "$T/keep" "$record"

# ---- a boot that fails

RESULTS=$T/failing
code 1 "a boot that panics" env FAKE_QEMU_ODD="NO_HRTICK 2 panic" "$S/compare" --jobs 1 \
	--boots 2 "$T/small"
says "  arm, seed and cause are named" '^run: small: arm b, seed 2: FAIL\(panic\)'
failed=$(sed -n 's/^  -> its console: //p' "$T/out")
ok "  and the file with its console" test -s "$failed"
says "  which is there" 'Kernel panic - not syncing' "$failed"
silent_on "  nothing is compared" '^\*|PAGE'
is "  no page" "$(find "$RESULTS" -maxdepth 1 -type f ! -name small.records)" ""
is "  the others are kept" "$(kept)" "a 1,a 2,b 1"
whole
booted >/dev/null
ok "the same command, after the cause is gone" compare --boots 2 "$T/small"
is "  makes that one" "$(booted)" "NO_HRTICK 2"
silent_on "  the console of the one that failed is no record" KEPT
says "  there is a page" '</html>' "$RESULTS/small.html"

# ---- interrupted

RESULTS=$T/stopped
ok "a pair of boots" compare --boots 1 "$T/small"
nobody() # no process of ours is left
{
	[ -z "$(running "$O/")" ]
}
started() # in the background, until the boot that does not end is at work
{
	rm -f "$FAKE_QEMU_LOG"
	FAKE_QEMU_ODD="NO_HRTICK 2 endless" setsid env --default-signal=INT,HUP "$S/compare" --jobs 1 \
		--boots 2 "$T/small" >"$T/out" 2>&1 </dev/null &
	started_pid=$!
	until_true grep -q 'NO_HRTICK 2' "$FAKE_QEMU_LOG"
}
# to it alone, as kill(1) does, and to all that the terminal has, as Ctrl-C does
for way in TERM: HUP: INT:-; do
	started
	kill "-${way%:*}" "${way#*:}$started_pid"
	rc=0
	wait "$started_pid" || rc=$?
	is "SIG${way%:*} while a boot is at work: exit code" "$rc" 130
	is "  the records made so far stay" "$(kept)" "a 1,a 2,b 1"
	whole
	silent_on "  no failure is claimed" 'FAIL|no record'
done
started
code 19 "the same command at the same time" compare --boots 2 "$T/small"
says "  says so, and the way out" '^  -> wait until it has ended'
kill -9 "$started_pid"
wait "$started_pid" 2>/dev/null
code 1 "kill -9, and again while its boot is still at work" compare --boots 2 "$T/small"
says "  says so" 'another run is at work there'
says "  and the way out" '^  -> wait until it has ended'
# what is left of that session
kill -TERM "-$started_pid"
until_true nobody
booted >/dev/null
ok "  once it has ended" compare --boots 2 "$T/small"
is "  the last one is made" "$(booted)" "NO_HRTICK 2"
is "  all are there" "$(kept)" "a 1,a 2,b 1,b 2"
whole

# ---- a boot that does not repeat

RESULTS=$T/odd
ok "a boot that came out otherwise" env FAKE_QEMU_AGAIN=3 "$S/compare" --jobs 1 --boots 1 "$T/small"
says "  is said" '^  ODD +small: arm a, seed 1: one of three boots came out otherwise'
is "  the records are the same as ever" "$(cd "$RESULTS/small" && for f in *.1; do
	cmp "$f" "$T/serial/small/$f"
done)" ""
is "  it is kept beside them" "$(grep -c 'metric time 0.50200[0-9]* s' "$RESULTS"/small/a.*.1.odd)" 1
rm -rf "$RESULTS"
ok "the first one of three" env FAKE_QEMU_AGAIN=3 FAKE_QEMU_THIRD=3 "$S/compare" --jobs 1 \
	--boots 1 "$T/small"
is "  the record is of the other two" "$(cat "$RESULTS"/small/a.*.1 | grep -o 'metric time [0-9.]*')" \
	"metric time 0.$((500000 + 1 * 7 % 5 * 1000 + 3))"
rm -rf "$RESULTS"
ok "a boot that panics, and does not when it is made again" env FAKE_QEMU_ODD="NO_HRTICK 1 panic" \
	FAKE_QEMU_ODD_IN=again "$S/compare" --jobs 1 --boots 1 "$T/small"
is "  the record is of the other two" "$(cmp "$(echo "$RESULTS"/small/b.*.1)" "$(echo "$T"/serial/small/b.*.1)")" ""
says "  its console is kept beside" 'Kernel panic' "$(echo "$RESULTS"/small/b.*.1.odd)"
rm -rf "$RESULTS"
ok "... the first one does" env FAKE_QEMU_ODD="NO_HRTICK 1 panic" \
	FAKE_QEMU_ODD_IN=boot "$S/compare" --jobs 1 --boots 1 "$T/small"
is "  the record is of the other two" "$(cmp "$(echo "$RESULTS"/small/b.*.1)" "$(echo "$T"/serial/small/b.*.1)")" ""
rm -rf "$RESULTS"
code 1 "three that all differ" env FAKE_QEMU_AGAIN=3 FAKE_QEMU_THIRD=5 "$S/compare" --jobs 1 \
	--boots 1 "$T/small"
says "  is said" 'arm a, seed 1: three boots, three consoles'
is "  there is no record" "$(find "$RESULTS/small" -name '*.1')" ""
booted >/dev/null

# which are made twice: the first of each arm, and all once one was odd
again=$FAKE_QEMU_LOG.again
rm -rf "$RESULTS" "$again"
ok "three boots of two arms" "$S/compare" --jobs 1 --boots 3 "$T/small"
is "  the first of each was made twice" "$(paste -s -d , "$again")" "asis 1,NO_HRTICK 1"
rm -rf "$RESULTS" "$again"
ok "the first of an arm is odd" env FAKE_QEMU_ODD="NO_HRTICK 1 panic" FAKE_QEMU_ODD_IN=again \
	"$S/compare" --jobs 1 --boots 3 "$T/small"
is "  all after it were made twice" "$(paste -s -d , "$again")" \
	"asis 1,NO_HRTICK 1,asis 2,NO_HRTICK 2,asis 3,NO_HRTICK 3"
rm -rf "$RESULTS" "$again"
ok "the third of an arm panics, once" env FAKE_QEMU_ODD="NO_HRTICK 3 panic" FAKE_QEMU_ODD_IN=boot \
	"$S/compare" --jobs 1 --boots 3 "$T/small"
is "  it was made again" "$(paste -s -d , "$again")" "asis 1,NO_HRTICK 1,NO_HRTICK 3"
says "  its console is kept beside" 'Kernel panic' "$(echo "$RESULTS"/small/b.*.3.odd)"
booted >/dev/null

# ---- nowhere to write

echo file >"$T/plain"
code 18 "RESULTS below a file" env RESULTS="$T/plain/results" "$S/compare" "$T/small"
says "  the place is named" "^compare: $T/plain/results/small: cannot make this folder"

# but FOLDER KB: a disk on which so much is free
but()
{
	head -c $((($(df --output=avail -k "$1" | tail -n 1) - $2) * 1024)) /dev/zero >"$1/fill"
}
no_room_for() # WHAT FILE KB ARM CODE: the records of before but ARM's last, and KB free
{
	if ! small_disk "$T/disk.$2" 200k; then
		skip "a disk with no room for $1" "cannot mount a small disk"
		return
	fi
	RESULTS=$T/disk.$2/results
	mkdir "$RESULTS"
	cp -R "$T/serial/small" "$RESULTS/"
	rm -f "$RESULTS/small/$4".*.3
	but "$T/disk.$2" "$3"
	code "$5" "a disk with no room for $1" compare --jobs 1 "$T/small"
	says "  the place is named, as a message of ours" "^(compare|run): .*$RESULTS"
	whole
	is "  no page" "$(find "$RESULTS" -maxdepth 1 -name 'small.[ht]*' ! -name '*.txt')" ""
	rm "$T/disk.$2/fill"
	ok "  with room it goes on" compare --jobs 1 "$T/small"
	is "  to the same bytes" "$(diff -r "$T/serial" "$RESULTS")" ""
}
no_room_for "the list of records" list 0 none 18
no_room_for "a record" record 4 b 1
no_room_for "the page" page 12 none 18
if small_disk "$T/disk.ro" 200k; then
	RESULTS=$T/disk.ro/results
	cp -R "$T/serial" "$RESULTS"
	mount -o remount,ro "$T/disk.ro"
	code 18 "a disk that is read-only" compare "$T/small"
	says "  the place is named, as a message of ours" "^compare: .*$RESULTS"
else
	skip "a disk that is read-only" "cannot mount a small disk"
fi
RESULTS=$T/results
booted >/dev/null

# ---- words

before=$(state "$RESULTS")
refused() # CODE WHAT SAYS WORD...
{
	refused_code=$1 refused_what=$2 refused_says=$3
	shift 3
	code "$refused_code" "$refused_what" "$@"
	says "  says what is meant" "$refused_says"
}
refused 2 "no experiment" 'one experiment is wanted' compare
refused 2 "two experiments" 'one experiment is wanted' compare "$T/small" "$T/small"
refused 2 "an unknown experiment" 'no such experiment' compare nothing
says "  the experiments are named" 'hackbench-tulsa.* oltp-stoakley'
for n in 0 x 41 -1 ''; do
	refused 2 "--boots '$n'" '--boots' compare --boots "$n" "$T/small"
done
for n in 0 x 1000; do
	refused 2 "--jobs '$n'" "--jobs $n: not a number from 1 to 999" compare --jobs $n "$T/small"
done
mkdir "$T/wrong"
sed 's/^metric  /metrik  /' "$T/small" >"$T/wrong/small"
refused 21 "a mistake in the file" 'wrong/small:6: metrik: no such key, did you mean metric' \
	compare "$T/wrong/small"
refused 2 "run: an unknown experiment" 'EXPERIMENT=nothing: no such' "$S/run" nothing a 1
refused 2 "run: an arm of no experiment" "EXPERIMENT=: no such" "$S/run" '' a 1
refused 2 "run: a side of QEMU" 'only a real machine is held against itself' \
	"$S/run" --aa 1 "$T/small" a 1
refused 2 "run: seed 0" 'seed 0: not a number from 1 on' "$S/run" "$T/small" a 0
says "  and the way out" '^  -> usage'
code 18 "run --key where there is no room" \
	sh -c '"$@" >/dev/full' sh "$S/run" --key "$T/small" a
says "  says so" 'the key: cannot write it'
refused 2 "BACKEND=foo" 'it is qemu or metal' env BACKEND=foo "$S/compare" "$T/small"
refused 2 "BACKEND=metal without METAL" 'METAL: is not set' env BACKEND=metal "$S/compare" "$T/small"
metal() # [WORD...]: QEMU is not asked for
{
	BACKEND=metal METAL="$T/machine --now" METAL_NAME=${name-} QEMU=$T/none compare "$@"
}
refused 2 "BACKEND=metal --jobs 2" 'one boot at a time' metal --jobs 2 "$T/small"
refused 2 "BACKEND=metal --boots 21" '20 are the most that the exact test takes' \
	metal --boots 21 "$T/small"
is "none of these made anything" "$(state "$RESULTS")$(booted)" "$before"

# ---- a machine; on side 2 it is slower, if $T/slow has that

cat >"$T/machine" <<-EOC
	#!/bin/sh
	[ "\$1" = --now ] && [ \$# -eq 4 ] || exit 1
	n=\$(cat "$FAKE_QEMU_LOG" 2>/dev/null | wc -l)
	FAKE_QEMU_MORE=\$(sed -n \$((n + 1))p "$T/slow")
	export FAKE_QEMU_MORE
	exec "$TOP/tests/fake-qemu" -kernel "\$2" -initrd "\$3" -append "\$4"
EOC
chmod +x "$T/machine"
project=$T/project report=$T/project/scripts/report
fake_project "$project"
mkdir "$project/experiments"
cp "$T/small" "$project/experiments/"
pages=$(state "$RESULTS"/small.[hrt]*)
"$HOST/experiment" --order-aa 4 "$T/small" | cut -f 1 | sed 's/1/0/; s/2/50000/' >"$T/slow"
name="the worse one"
code 1 "a machine that tells the first arm from itself" metal --boots 4 "$T/small"
says "  says so" 'the machine tells the first arm from itself: nothing else was booted'
says "  and by how much" '^  AA +itself is slower than a: time '
way_out=$(sed -n 's/.*then remove \(.*\) and try again/\1/p' "$T/out")
is "  nothing else was booted" "$(booted)" "asis 1,asis 1,asis 2,asis 2,asis 3,asis 3,asis 4,asis 4"
is "  no page of it" "$(find "$RESULTS" -name 'small.metal.[ht]*')" ""
is "  the page of QEMU is untouched" "$(state "$RESULTS"/small.[hrt]*)" "$pages"
code 1 "  a report goes on without it, and says so" "$report"
says "  and has the others" 'href="#small"' "$RESULTS/report.html"
ok "  and the way out can be gone" sh -c "rm $way_out"
: >"$T/slow"
name="A machine, 4 x 7140N"
ok "a machine that does not" metal --boots 2 "$T/small"
says "  says so first" '^  AA +itself against a: '
"$HOST/experiment" --order 2 "$T/small" | sed 's/^a/asis/; s/^b/NO_HRTICK/' | tr '\t' ' ' >"$T/order"
is "  the first arm on both sides, then the arms in their order" "$(booted)" \
	"asis 1,asis 1,asis 2,asis 2,$(paste -s -d , "$T/order")"
says "  a page of that machine" "$name" "$RESULTS/small.metal.html"
is "  the page of QEMU is untouched" "$(state "$RESULTS"/small.[hrt]*)" "$pages"
says "  the workload at its full size" '^workload hackbench --seed 1 2 process 50$' \
	"$(find "$RESULTS/small" -name 'aa1.*.1')"
whole
ok "once more" metal --boots 2 "$T/small"
is "  no boot" "$(booted)" ""

# ---- what there is, and what was compared so far

ok "list" "$S/list"
for f in "$TOP"/experiments/* "$TOP"/configs/*.machine; do
	f=${f##*/}
	says "  has ${f%.machine}" "^  ${f%.machine}( +[A-Z]|\$)"
done
for f in hackbench chat oltp fairness wakelat clock slices; do
	says "  has the workload $f" "^  $f +a scheduler workload"
done
parts() # the articles of the page; every link on it leads to one of its places
{
	grep -o "href=[\"']#[^\"']*" "$RESULTS/report.html" | sed 's/.*#//' | sort -u >"$T/links"
	while read -r id; do
		grep -q "id=[\"']${id}[\"']" "$RESULTS/report.html" || echo "$id leads nowhere"
	done <"$T/links"
	sed -n 's,.*<li><a href="#\([^"]*\).*,\1,p' "$RESULTS/report.html" | paste -s -d ' ' -
}
RESULTS=$T/empty
refused 2 "a report of nothing" "^report: $RESULTS: has no record yet" "$report"
RESULTS=$T/serial
ok "a report of one experiment" "$report"
says "  says of how many records" '^  PART +small, 6 of 6 records'
is "  it is there" "$(parts)" small
sed 's/small one/second one/' "$T/small" >"$project/experiments/second"
ok "a second experiment, by its name" "$project/scripts/compare" --boots 1 second
ok "a report of two" "$report"
is "  both are there" "$(parts)" "second small"
rm "$project/experiments/second"
ok "a report when the file of one is gone" "$report"
says "  says so" '^  LEFT +second: '
is "  the other is there" "$(parts)" small
mv "$project/experiments/small" "$T/away"
refused 2 "a report when the files of all are" 'only records of experiments that are no files' "$report"
mv "$T/away" "$project/experiments/small"
RESULTS=$T/results
ok "a report of QEMU and of a machine" "$report"
is "  both are there" "$(parts)" "small.metal small"
booted >/dev/null

# ---- what was booted is another thing now: another key

another() # WHAT
{
	n=$(grep -lx 'backend qemu' "$RESULTS"/small/* | wc -l)
	rm -rf "$T/before"
	cp -R "$RESULTS/small" "$T/before"
	ok "another $1" compare --jobs 1 --boots 1 "$T/small"
	is "  is booted" "$(booted)" "asis 1,NO_HRTICK 1"
	is "  beside what there was" "$(diff -r "$T/before" "$RESULTS/small" | grep -cv "^Only in $RESULTS")" 0
	says "  which does not count" "^  KEPT +$n records"
}
export FAKE_QEMU_VERSION=9.9.9
another QEMU
says "  is named on the page" 'QEMU 9\.9\.9' "$RESULTS/small.html"
printf x >>"$O/guest/hackbench"
another workload
sed -i 's/return 21/return 22/' "$PATCHES/2.6.25-rc6/three.patch"
fake_pin $base 2.6.25 2.6.25-rc6
another kernel
finish
