#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# features: a running kernel, in fake roots; what was read back decides.
. "${0%/*}/tap.sh"
features=$HOST/features
cd "$T" || exit 1
r=$T/r

# ---- fake roots

# root NUMBER|- RELEASE: a kernel without debugfs
root()
{
	rm -rf "$r"
	mkdir -p "$r/proc/sys/kernel"
	[ "$1" = - ] || echo "$1" >"$r/proc/sys/kernel/sched_features"
	echo "$2" >"$r/proc/sys/kernel/osrelease"
	printf 'none / tmpfs rw 0 0\nnone /proc proc rw 0 0\n' >"$r/proc/mounts"
}

# debugfs NAME...: mounted, with the file of names
debugfs()
{
	mkdir -p "$r/debug"
	echo 'none /debug debugfs rw 0 0' >>"$r/proc/mounts"
	[ $# -eq 0 ] || printf '%s \n' "$*" >"$r/debug/sched_features"
}

# debug [NAME...]: what /proc/sched_debug says
debug()
{
	{
		echo 'Sched Debug Version: v0.07, 2.6.25'
		echo '  .sysctl_sched_features                   : 1'
		[ $# -eq 0 ] || printf '  .%-40s: %s\n' sched_feature_names "$*"
		echo
		echo 'cpu#0'
	} >"$r/proc/sched_debug"
}

# names NUMBER FEATURES-ARGUMENT...: a number as names
names()
{
	names_number=$1
	shift
	"$features" manifest "$@" >m
	"$features" decode "$names_number" --manifest m
}

# stock26 [NUMBER]: v2.6.26 as released, with debugfs
stock26()
{
	root "${1-895}" 2.6.26
	# shellcheck disable=SC2046
	debugfs $(names "${1-895}" --base v2.6.26 --stock)
	debug
}

# ours25 NUMBER: v2.6.25 with the series, without debugfs
ours25()
{
	root "$1" 2.6.25
	# shellcheck disable=SC2046
	debug $(names "$1" --base v2.6.25)
}

show() # DESCRIPTION [ARGUMENT...]
{
	show_what=$1
	shift
	code 0 "$show_what" "$features" --root "$r" "$@"
}

# said DESCRIPTION PATTERN: as says, where lines may be broken anywhere
said()
{
	tr -s ' \n' '  ' <out >flat
	says "$1" "$2" flat
}

number()
{
	cat "$r/proc/sys/kernel/sched_features"
}

# ---- show

stock26 831
show "v2.6.26 is recognised by its names"
said "... as one of three" ' kernel v2.6.26-rc1, stock, or v2.6.26-rc2 to v2.6.26-rc4, stock, or v2.6.26-rc5 to v2.6.26, stock number'
says "... its file of names" "^interface  $r/debug/sched_features\$"
says "... its number" '^number     831$'
says "... its names" '^features   NEW_FAIR_SLEEPERS WAKEUP_PREEMPT '
says "... what is not as by default" '^changed    NO_HRTICK$'
silent_on "... and nothing of mounting" 'mount'
show "the base may be named" --base v2.6.26 --stock
says "... and is believed" '^kernel     v2.6.26-rc5 to v2.6.26, stock, as given$'
code 2 "another base is not believed" "$features" --root "$r" --base v2.6.27
says "... the kernel says otherwise" 'the kernel is another, with NEW_FAIR_SLEEPERS'
stock26
show "the default"
says "... is called so" '^changed    nothing, all is as by default$'
echo 894 >"$r/proc/sys/kernel/sched_features"
show "names and number that do not fit: no base"
says "... says so" 'none that is known here'

echo 895 >"$r/proc/sys/kernel/sched_features"
for spoil in 's/HRTICK/HRTOCK/' 's/DEADLINE/& MORE/' 's/DEADLINE//'; do
	stock26
	sed -i "$spoil" "$r/debug/sched_features"
	show "names of no base: $spoil"
	says "... says so: $spoil" 'none that is known here'
done
stock26
debug HRTICK nonsense
show "what debugfs says goes before /proc/sched_debug"

ours25 127
show "v2.6.25 with the series, without debugfs, by /proc/sched_debug"
said "... recognised" ' or v2.6.25 with the series number 127 '
silent_on "... two bases with two defaults: nothing is called changed" '^changed'
said "... how to have the file of names" 'debugfs is not mounted; .* by: mount -t debugfs none /sys/kernel/debug'

root 15 2.6.25
debug
show "v2.6.25 as released has only its number"
says "... which alone says nothing" '^kernel     not known by its number alone$'
said "... what to do" 'give --base TAG, and --stock'
show "... with its base" --base v2.6.25 --stock
says "... the names" '^features   NEW_FAIR_SLEEPERS WAKEUP_PREEMPT START_DEBIT HRTICK'
silent_on "... nothing of debugfs, in which it has no file" 'debugfs'
code 2 "with the series it would give its names" "$features" --root "$r" --base v2.6.25
says "... says so" 'give --stock as well'
echo 63 >"$r/proc/sys/kernel/sched_features"
code 2 "a number with bits that the base does not have" "$features" --root "$r" --base v2.6.25 --stock
says "... is it the base?" 'the number is 63, with bits that are no feature of it \(default 15\)'

# ---- set, by the number: plain files behave well enough

root 15 2.6.25
debug
code 0 "by the number of a named base" "$features" --root "$r" --base v2.6.25 --stock --set NO_HRTICK DOUBLE_TICK
is "... read, changed, written" "$(number)" 23
says "... and shown as read back" '^changed    NO_HRTICK DOUBLE_TICK$'
code 2 "by the number, without a base" "$features" --root "$r" --set NO_HRTICK
says "... cannot be" 'the number alone does not say which bit a name is'
says "... and both ways out" 'give --base TAG, .*mount -t debugfs none'
is "... nothing was written" "$(number)" 23
ours25 127
code 1 "/proc/sched_debug that does not follow: a fake root, or a fault" "$features" --root "$r" --set NORMALIZED_SLEEPER
says "... is told" 'asked for NORMALIZED_SLEEPER, read back NO_NORMALIZED_SLEEPER'
is "... though the right bit was written" "$(number)" 383

# the same names on other bits: a number can be for either
cat >two <<'END'
meaning A a
meaning B b
series debugfs v2.6.25
feature 1 0 A
feature 2 0 B
series debugfs v2.6.26
feature 1 0 A
feature 4 0 B
END
root 0 2.6.25
debug NO_A NO_B
code 2 "two bases fit, with other bits" "$features" --root "$r" --tables two --set B
says "... says so" 'have them on other bits$'
is "... nothing was written" "$(number)" 0
debug NO_C
code 2 "no base fits" "$features" --root "$r" --tables two --set C
says "... says so" 'no base that is known here has these features$'

refuse() # WORDS MESSAGE: and nothing is written
{
	before=$(number)
	# shellcheck disable=SC2086
	code 2 "refused: $1" "$features" --root "$r" --set $1
	says "... says why: $1" "$2"
	is "... nothing was written: $1" "$(number)" "$before"
}
for kernel in stock26 "ours25 127"; do
	$kernel
	refuse "319" 'features --explain NUMBER --base TAG'
	refuse "NO_HRTICK 319" 'features --explain NUMBER --base TAG'
	refuse "NO_NORMALIZED_SLEEPERS" 'did you mean NO_NORMALIZED_SLEEPER\?'
	refuse "no_hrtick" 'did you mean NO_HRTICK\?'
	refuse "hrtick" 'did you mean HRTICK\?'
	refuse "NO_NO_HRTICK" 'did you mean NO_HRTICK\?'
	refuse "HRTICKS DOUBLE_TICK" 'did you mean HRTICK\?'
	refuse "DOUBLE_TICK HRTIC" 'did you mean HRTICK\?'
	refuse "HRTICK NO_HRTICK" 'on and off'
	refuse "ASYM_GRAN" 'ASYM_GRAN is a feature of the stock kernels v2.6.27-rc1 to v2.6.27'
	refuse "FOO" 'no such feature'
done
stock26
refuse "WEIGHTED_SLEEPER" 'WEIGHTED_SLEEPER is a feature with the series of v2.6.25-rc4 to'

# ---- why there is nothing

root - 2.6.26
code 14 "no file" "$features" --root "$r"
says "... CONFIG_SCHED_DEBUG" 'CONFIG_SCHED_DEBUG is off in this kernel$'
debugfs
code 14 "no file in debugfs either" "$features" --root "$r" --set HRTICK
says "... CONFIG_SCHED_DEBUG" 'CONFIG_SCHED_DEBUG is off in this kernel$'
root - 5.10.0
debug
code 1 "no file, and another kernel" "$features" --root "$r"
says "... its release" 'this kernel is 5.10.0, .*known are 2.6.25 to 2.6.27'
says "... debugfs" 'debugfs is not mounted; since 5.13'
root - 2.6.26
debug
code 1 "no file, but /proc/sched_debug" "$features" --root "$r"
says "... debugfs" 'mount -t debugfs'
rm -rf "$r/proc"
code 1 "no /proc" "$features" --root "$r"
says "... says so" 'proc is not mounted'
code 1 "no root" "$features" --root "$T/none"
says "... says so" 'proc is not mounted'

# where kernels since 5.13 have it
root - 6.15.0
debugfs
mkdir "$r/debug/sched"
echo 'PLACE_LAG GENTLE_FAIR_SLEEPERS NO_HRTICK ' >"$r/debug/sched/features"
show "the place of kernels since 5.13"
says "... is found" "^interface  $r/debug/sched/features"
says "... the names are shown" '^features   PLACE_LAG'
said "... it is said what it is" 'where kernels since 5.13 have it'
code 1 "... but nothing is set there" "$features" --root "$r" --set HRTICK
says "... the kernel is another one" 'known here are 2.6.25 to 2.6.27'
is "... nothing was written" "$(cat "$r/debug/sched/features")" 'PLACE_LAG GENTLE_FAIR_SLEEPERS NO_HRTICK '
root 1023 2.6.32
debugfs FAIR_SLEEPERS HRTICK
show "a kernel of after 2.6.27, in the old place"
said "... it is said what it is" 'the kernel is 2.6.32: known here are'
code 1 "... nothing is set there" "$features" --root "$r" --set NO_HRTICK
is "... nothing was written" "$(cat "$r/debug/sched_features")" "FAIR_SLEEPERS HRTICK "

# what should be a file
stock26
rm "$r/debug/sched_features"
mkdir "$r/debug/sched_features"
show "a folder instead of the names: the number is left"
said "... and it is said why" 'cannot read: Is a directory'
code 18 "... and nothing is set" "$features" --root "$r" --set HRTICK
stock26
for text in "HRTICK nonsense" "<html>" "HRTICK HRTICK" "NO_" " "; do
	echo "$text" >"$r/debug/sched_features"
	code 1 "names that are none: $text" "$features" --root "$r"
done
for text in x "" 12x 99999999999 -9999999999; do
	root "$text" 2.6.25
	code 1 "a number that is none: '$text'" "$features" --root "$r"
	says "... says so: '$text'" 'no number in it'
done
for text in "319 63" "319
63" "319
"; do
	root "$text" 2.6.25
	code 1 "two numbers, or two lines: '$text'" "$features" --root "$r"
	says "... in one line of a message: '$text'" 'no number in it, but "319( 63)?"$'
done

# ---- as a kernel does it

if ! ${HOSTCC:-gcc} -std=gnu11 -Wall -Wextra -O2 -shared -fPIC -o fake.so \
	"$TOP/tests/fake-sched.c" >out 2>&1; then
	tap_result "not ok" "fake-sched.c compiles"
	diag "$(cat out)"
	finish
fi

# kernel [VARIABLE=VALUE...] -- ARGUMENT...: features on files that behave
kernel()
{
	kernel_env=
	while [ "$1" != -- ]; do
		kernel_env="$kernel_env
$1"
		shift
	done
	shift
	(
		IFS='
'
		# shellcheck disable=SC2086 # one a line
		env LD_PRELOAD="$T/fake.so" ASAN_OPTIONS=verify_asan_link_order=0 \
			FAKE_NAMES="$r/debug/sched_features" \
			FAKE_NUMBER="$r/proc/sys/kernel/sched_features" $kernel_env \
			"$features" --root "$r" "$@"
	)
}

stock26
code 0 "names written to debugfs" kernel -- --set NO_HRTICK DOUBLE_TICK
is "... one a write, and all are there" "$(number)" $((895 - 64 + 128))
says "... shown as read back" '^changed    NO_HRTICK DOUBLE_TICK$'
code 0 "and back" kernel -- --set HRTICK NO_DOUBLE_TICK
is "... is the default" "$(number)" 895
code 0 "what is on already" kernel -- --set HRTICK
code 0 "the same twice" kernel -- --set NO_HRTICK NO_HRTICK

stock26
code 1 "a write that changes nothing" kernel FAKE_WRITE=lost -- --set NO_HRTICK
says "... is noticed" 'asked for NO_HRTICK, read back HRTICK'
code 1 "a write that changes more" kernel FAKE_WRITE=wide -- --set NO_HRTICK
says "... is noticed" 'asked for NEW_FAIR_SLEEPERS, read back NO_NEW_FAIR_SLEEPERS'
stock26
code 1 "names that change, and the number does not" kernel FAKE_NUMBER=none -- --set NO_HRTICK
says "... is noticed" 'the number read back, 895, is not what the names say'
stock26
code 18 "a write that ends early" kernel FAKE_WRITE=short -- --set NO_HRTICK
code 18 "the second of two fails" kernel FAKE_SECOND=1 -- --set NO_HRTICK DOUBLE_TICK
is "... and the first one is taken back" "$(number)" 895

root 15 2.6.25
debug
code 1 "a number that is not taken" kernel FAKE_WRITE=lost -- --base v2.6.25 --stock --set NO_HRTICK
says "... is noticed" 'asked for NO_HRTICK, read back HRTICK'

fail() # WHERE WHAT ERRNO CODE MESSAGE WAY-OUT
{
	stock26
	code "$4" "$1: $2: $5" kernel "FAKE_FAIL=$1 $2 $3" -- --set NO_HRTICK
	says "... says so: $1: $2" "cannot (read|write): $5"
	says "... and the way out: $1: $2" "^  -> $6"
	is "... nothing was changed: $1: $2" "$(number)" 895
}
fail debug/sched_features open 13 18 "Permission denied" "only root"
fail debug/sched_features open 1 18 "Operation not permitted" "the kernel forbids it even to root"
fail debug/sched_features open 30 18 "Read-only file system" "it is mounted read-only"
fail debug/sched_features write 1 18 "Operation not permitted" "the kernel forbids it even to root"
fail debug/sched_features write 22 18 "Invalid argument" "the kernel does not know this name"
fail debug/sched_features read 13 18 "Permission denied" "only root"
fail debug/sched_features read 1 18 "Operation not permitted" "the kernel forbids it even to root"
stock26
code 0 "names that only root may read" kernel "FAKE_FAIL=debug/sched_features read 13" --
said "... the number is shown, and why no more" 'number 895 .*sched_features: cannot read: Permission denied'
root 15 2.6.25
debug
for errno in 13 1 30 22; do
	code 18 "the number, errno $errno" kernel "FAKE_FAIL=kernel/sched_features open $errno" \
		-- --base v2.6.25 --stock --set NO_HRTICK
done
is "... nothing was written" "$(number)" 15
code 1 "a number that only root may read" kernel "FAKE_FAIL=kernel/sched_features read 13" --
says "... is not taken for CONFIG_SCHED_DEBUG" 'cannot read: Permission denied'
finish
