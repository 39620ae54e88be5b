#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# scripts/boot: what comes of every way a boot can go, on a fake QEMU.
. "${0%/*}/tap.sh"
. "${0%/*}/fake.sh"
base=v2.6.25-rc6
fake_linux
fake_host host/machine host/kconfig host/features host/watch host/verdict host/summary \
	host/initramfs-check guest/init guest/hackbench guest/features
export QEMU="$TOP/tests/fake-qemu" FAKE_QEMU_WORDS="$T/words"
export SILENT=20 TOTAL=30 VIRTUAL=300
ok "the kernel" env KERNEL_GIT="$T/linux" "$S/kernel" $base stoakley
out=$O/boot/$base-stoakley-default

boot() # [WORD...]
{
	rm -f "$T/words"
	timeout 60 "$S/boot" "$base" stoakley "$@"
}

boot_as() # SCENARIO [WORD...]
{
	boot_way=$1
	shift
	FAKE_QEMU=$boot_way boot "$@"
}

# whole FOLDER: all that a boot leaves, and nothing beside it
whole()
{
	for f in ended milliseconds command initramfs.gz verdict; do
		[ -s "$1/$f" ] || echo "$f is missing"
	done >"$T/missing"
	for f in console report; do
		[ -f "$1/$f" ] || echo "$f is missing"
	done >>"$T/missing"
	find "${1%/*}" -mindepth 1 -maxdepth 1 -name '*.tmp*' >>"$T/missing"
	is "  its folder is complete" "$(cat "$T/missing")" ""
	is "  no process stays" "$(running "$O/")" ""
}

# absent FOLDER
absent()
{
	is "  there is no folder of it" "$(find "${1%/*}" -mindepth 1 ! -name '*.lock' 2>/dev/null)" ""
	is "  no process stays" "$(running "$O/")" ""
}

# ---- every way

way() # SCENARIO CODE ENDED SAYS
{
	rm -rf "${out%/*}"
	code "$2" "$1" boot_as "$1"
	says "  the verdict is shown" "$4"
	whole "$out"
	is "  how it ended" "$(cat "$out/ended")" "$3"
}
way pass 0 exit:0 '^PASS: 2 tests'
cp -R "$out" "$T/first"
way notok 32 exit:0 '^FAIL\(fail\)'
way other 44 exit:0 '^FAIL\(wrongkernel\)'
way cut 45 exit:0 '^FAIL\(protocol\)'
way panic 33 exit:0 '^FAIL\(panic\).*Attempted to kill init'
way exit3 48 exit:3 '^FAIL\(died\)'
way killed 48 signal:9 '^FAIL\(died\)'
SILENT=0.5
way hang 41 silent '^FAIL\(silent\)'
way nothing 41 silent '^FAIL\(silent\)'
SILENT=20 TOTAL=0.7
way endless 42 timeout '^FAIL\(timeout\)'
TOTAL=30
way late 43 vtimeout '^FAIL\(vtimeout\)'
SILENT=0.5
way stubborn 41 silent '^FAIL\(silent\)'
SILENT=20

# a host so busy that the guest gets no CPU: that is no silence of the guest
cat >"$T/counts" <<-'EOC'
	i=0
	while [ $i -lt 400000 ]; do
		i=$((i + 1))
	done
	echo done >"$1"
EOC
counted() # SILENT
{
	: >"$T/counted"
	taskset -c 0 "$HOST/watch" --console "$T/counted" --ended "$T/how" --silent "$1" -- \
		sh "$T/counts" "$T/counted"
}
start=$(date +%s%N)
ok "a program that only counts" counted 20
alone=$((($(date +%s%N) - start) / 1000000))
limit=$((alone * 3))
limit=$((limit / 1000)).$(printf '%03d' $((limit % 1000)))
if [ -r /proc/self/schedstat ]; then
	hogs=
	for _ in 1 2 3 4 5 6 7 8 9; do
		taskset -c 0 sh -c 'while :; do :; done' &
		hogs="$hogs $!"
	done
	ok "the same among nine others on its CPU" counted "$limit"
	# shellcheck disable=SC2086 # several
	kill $hogs
	is "  it was not taken for silent" "$(cat "$T/how")" exit:0
else
	skip "the same among nine others" "this kernel has no schedstat"
fi

# ---- QEMU is kept on one CPU, on one that no other boot has

ok "a boot" env FAKE_QEMU_CPUS="$T/cpus" FAKE_QEMU=pass "$S/boot" $base stoakley
is "  its QEMU has one CPU" "$(cat "$T/cpus")" 1
held=
for n in /sys/devices/system/cpu/cpu[0-9]*; do
	flock "$n" sleep 60 &
	held="$held $!"
done
ok "a boot where all are taken" env FAKE_QEMU_CPUS="$T/cpus" FAKE_QEMU=pass "$S/boot" \
	$base stoakley
is "  its QEMU has one all the same" "$(cat "$T/cpus")" 1
# shellcheck disable=SC2086 # several
kill $held

# ---- the same again, and what a boot is told

ok "the same boot again" boot_as pass
ok "  the same console" cmp "$T/first/console" "$out/console"
ok "  the same initramfs" cmp "$T/first/initramfs.gz" "$out/initramfs.gz"
cp "$out/command" "$T/again"
: >"$out/console"
ok "its command runs it again" sh "$T/again"
ok "  the same console" cmp "$T/first/console" "$out/console"
append=$(grep -A1 -x -e -append "$T/words" | tail -n 1)
for word in console=ttyS0,115200 'cfsq.nonce=[0-9a-f]{16}' cfsq.seed=0 cfsq.settings=asis; do
	echo "$append" | tr ' ' '\n' >"$T/append"
	says "  the kernel is told $word" "^$word\$" "$T/append"
done
for word in -nodefaults -no-reboot shift=3,sleep=off pc-i440fx-7.2; do
	ok "  QEMU is told $word" grep -qxF -e "$word" "$T/words"
done
ok "another seed" env FAKE_QEMU=pass "$S/boot" --seed 7 --out "$T/seven/boot" $base stoakley
says "  the kernel is told" 'cfsq\.seed=7 ' "$T/seven/boot/command"
whole "$T/seven/boot"
is "  another nonce" "$(sed -n 's/.*\(cfsq\.nonce=[0-9a-f]*\).*/\1/p' "$T/seven/boot/command" \
	"$out/command" | sort -u | wc -l)" 2
ok "an older QEMU" env FAKE_QEMU_VERSION=7.2.15 "$S/boot" $base stoakley
says "  the report says so" 'QEMU 8\.1' "$out/report"
echo '# none' >"$PATCHES/2.6.25-rc6/settings"
echo 'NO_HRTICK WAKEUP_PREEMPT # as in a mail' >>"$PATCHES/2.6.25-rc6/settings"
echo '3' >>"$PATCHES/2.6.25-rc6/settings"
ok "the settings of the series" boot_as pass
says "  are told to the guest" 'cfsq\.settings=NO_HRTICK\+WAKEUP_PREEMPT,3$' "$T/words"
ok "settings of the user's" boot_as pass default '  NO_HRTICK, 39 ,HRTICK  NO_TREE_AVG'
says "  are told instead, after the kernel as it is" \
	'cfsq\.settings=asis,NO_HRTICK,39,HRTICK\+NO_TREE_AVG$' "$T/words"
rm "$PATCHES/2.6.25-rc6/settings"
if [ -r /usr/lib/klibc/bin/sh ]; then
	rm -f "$T/words"
	code 2 "a shell without a terminal" "$S/boot" --shell $base stoakley
	is "  QEMU was not started" "$(cat "$T/words" 2>/dev/null)" ""
	ok "a shell" script -qec "'$S/boot' --shell $base stoakley" /dev/null
	says "  the kernel is told" 'cfsq\.mode=shell' "$T/words"
	code 17 "a shell in a QEMU that fails" env FAKE_QEMU_EXIT=1 \
		script -qec "'$S/boot' --shell $base stoakley" /dev/null
else
	skip "a shell" "klibc's shell is not installed"
fi

# ---- refused before anything is started

refused() # CODE WHAT WORD...
{
	refused_code=$1 refused_what=$2
	shift 2
	rm -rf "${out%/*}" "$T/words"
	code "$refused_code" "$refused_what" env FAKE_QEMU=pass "$S/boot" "$@"
	is "  QEMU was not started" "$(cat "$T/words" 2>/dev/null)" ""
}
not_started() # CODE WHAT FEATURES SAYS
{
	refused "$1" "$2" $base stoakley default "$3"
	says "  says what is meant" "$4"
	absent "$out"
}
not_started 2 "a wrong feature" NO_WAKEUP_PREEMT 'did you mean .*WAKEUP_PREEMPT'
not_started 2 "a plural" NEW_FAIR_SLEEPER 'did you mean .*NEW_FAIR_SLEEPERS'
not_started 2 "a wrong feature among good ones" 'HRTICK,39,NO_HRTICK nonsense' 'nonsense'
not_started 2 "a number with a bit that is no feature" 4096 '4096'
not_started 2 "a number too large" 99999999999999999999 '9999'
not_started 2 "a feature with a star" '*' '\*'
not_started 2 "two numbers in one setting" '39 71' '39|71'
not_started 2 "an empty setting" '39,,71' 'empty'
mv "$O/kernel" "$T/kernel.away"
not_started 2 "a wrong feature, for a kernel that is not built yet" NO_NONSENSE NONSENSE
is "  nor is it built now" "$(find "$O/kernel" -name bzImage 2>/dev/null)" ""
rm -rf "$O/kernel"
mv "$T/kernel.away" "$O/kernel"
echo 'NO_NORMALIZED_SLEEPER' >"$PATCHES/2.6.25-rc6/settings"
not_started 2 "a series whose settings this kernel has not got" '' 'NO_NORMALIZED_SLEEPER'
rm "$PATCHES/2.6.25-rc6/settings"
refused 2 "a seed that is no number" --seed x $base stoakley
refused 2 "a seed that is missing" --seed
says "  says so" 'seed: its value is missing'
for limit in SILENT TOTAL VIRTUAL; do
	code 2 "$limit=soon" env $limit=soon "$S/boot" $base stoakley
done
refused 2 "an unknown option" --kvm $base stoakley
refused 2 "no machine" $base
refused 2 "an unknown machine" $base core2
refused 2 "an unknown base" v2.6.24 stoakley
mkdir -p "$T/precious"
echo mine >"$T/precious/file"
refused 2 "--out, a folder with something else in it" --out "$T/precious" $base stoakley
is "  it is untouched" "$(cat "$T/precious/file")" mine
code 17 "QEMU= that is not there" env QEMU="$T/none" "$S/boot" $base stoakley
says "  says so, and the way out" '-> .*leave QEMU= away'
code 17 "QEMU= that is none" env QEMU=/bin/true "$S/boot" $base stoakley
absent "$out"
mv "$O/guest" "$T/guest.away"
code 10 "the guest's programs are not built" boot
says "  the way out" 'make programs'
mv "$T/guest.away" "$O/guest"

# ---- interrupted, killed, two at once

rm -rf "${out%/*}"
ok "a boot" boot_as pass
before=$(state "$out")
nobody() # TEXT: no process has it in its words
{
	[ -z "$(running "$1")" ]
}
started() # SCENARIO: in the background, until QEMU is at work
{
	rm -f "$T/words"
	FAKE_QEMU=$1 setsid env --default-signal=INT "$S/boot" $base stoakley \
		>"$T/out" 2>&1 </dev/null &
	started_pid=$!
	until_true test -s "$T/words"
	until_true grep -q Linux "$out.tmp/console"
}
for way in INT:endless TERM:endless HUP:endless INT:stubborn; do
	started "${way#*:}"
	kill "-${way%:*}" "-$started_pid"
	wait "$started_pid"
	is "SIG${way%:*} while it runs (${way#*:}): exit code" $? 130
	is "  no process stays" "$(running "$O/")" ""
	is "  what an earlier boot left is untouched" "$(state "$out")" "$before"
	is "  nothing beside it" "$(find "$O/boot" -name '*.tmp*')" ""
done
started endless
code 19 "a second boot at the same time" boot_as pass
ok "  with another folder it may run" env FAKE_QEMU=pass "$S/boot" --out "$T/beside" $base stoakley
kill -9 "-$started_pid"
wait $started_pid 2>/dev/null
ok "kill -9: QEMU is gone with it" until_true nobody "$out.tmp"
is "  what an earlier boot left is untouched" "$(state "$out")" "$before"
ok "  and the next one runs" boot_as pass
whole "$out"

# ---- disk full

for way in pass:20 flood:300 panic:20; do
	size=${way#*:}
	small=$T/small.${way%:*}
	if ! small_disk "$small" "${size}k"; then
		skip "a disk of $size kB" "cannot mount a small disk"
		continue
	fi
	code 18 "a disk of $size kB, ${way%:*}" env FAKE_QEMU="${way%:*}" TOTAL=2 \
		"$S/boot" --out "$small/boot" $base stoakley
	is "  nothing is there" "$(find "$small" -mindepth 1 ! -name '*.lock')" ""
	is "  no process stays" "$(running "$small")" ""
done
finish
