#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# BACKEND=metal on the real kernel; QEMU on the host's clock is the machine.  It has to
# be one that QEMU can present with all its packages: tulsa.
. "${0%/*}/tap.sh"
. "${0%/*}/real.sh"
base=v2.6.25-rc6
experiments_on "$base"
METAL_QEMU=$("$TOP/scripts/qemu" && "$HOST/machine" "$TOP/configs/tulsa.machine" --qemu)
METAL=$TOP/tests/metal-qemu
METAL_NAME="QEMU, not counted"
BACKEND=metal
export METAL METAL_QEMU METAL_NAME BACKEND

cat >"$T/metal" <<-EOT
	title    on a machine
	question Does the order of wakeups matter?
	machine  tulsa
	workload hackbench 8 process 200
	real     hackbench 1 process 3
	metric   time 2%
	boots    2
	arm a
		base $base
	arm b
		base $base
		features NO_WAKEUP_PREEMPT
	compare a b no wakeup preempts
EOT
ok "two boots a side, and two of each arm" "$compare" "$T/metal"
says "... were 8" 'BOOTS +8 of 8 to be made, 1 at a time'
says "... the first arm against itself" '^  AA +itself against a: not enough data on time'
says "... comes before the others" '^\* itself against a: '
says "... then the question" '^\* b against a: not enough data on time: with so few boots'
says "... of a real machine, by its name" 'ran on a real machine, QEMU, not counted'
is "... its records are whole" "$(for f in "$RESULTS"/metal/*; do
	"$HOST/record" --check "$f" 2>&1
done)" ""
is "... two sides, two arms" "$(find "$RESULTS/metal" -type f | sed 's,.*/,,; s/\.[0-9a-f]*\.[0-9]*$//' |
	sort | uniq -c | awk '{ print $1, $2 }' | paste -s -d ' ' -)" "2 a 2 aa1.a 2 aa2.a 2 b"
is "... the workload at its full size" "$(grep -h '^workload ' "$RESULTS"/metal/* | sort -u)" \
	"workload hackbench --seed 1 1 process 3
workload hackbench --seed 2 1 process 3"
is "... no two boots have one nonce" "$(grep -h '^nonce ' "$RESULTS"/metal/* | sort -u | wc -l)" 8
cp "$RESULTS/metal.metal.html" "$T/page"
ok "once more" "$compare" "$T/metal"
says "... makes no boot" 'BOOTS +0 of 8 to be made'
ok "... and the same page" cmp "$RESULTS/metal.metal.html" "$T/page"
finish
