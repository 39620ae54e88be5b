#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# machine: what follows from a machine file, and what a wrong one is told.
. "${0%/*}/tap.sh"
machine=$HOST/machine
c=$TOP/configs

words() # FILE OPTION: its lines as one
{
	"$machine" "$1" "$2" | sed '/^#/d' | tr '\n' ' ' | sed 's/ $//'
}

is "stoakley in QEMU" "$(words "$c/stoakley.machine" --qemu)" \
	"-cpu core2duo,model=23,stepping=6 -smp 8,sockets=4,cores=2,threads=1 -m 512"
is "tigerton in QEMU" "$(words "$c/tigerton.machine" --qemu)" \
	"-cpu core2duo,model=15,stepping=11 -smp 16,sockets=8,cores=2,threads=1 -m 512"
is "tulsa in QEMU" "$(words "$c/tulsa.machine" --qemu)" \
	"-cpu kvm64,family=15,model=6,stepping=8,vendor=GenuineIntel,level=6 -smp 16,sockets=4,cores=2,threads=2 -m 512"
is "stoakley's topology" "$(words "$c/stoakley.machine" --guest)" \
	"machine stoakley cpus 8 threads 1 package-cpus 2 domain 0 MC 2 domain 1 CPU 8"
is "tulsa's topology" "$(words "$c/tulsa.machine" --guest)" \
	"machine tulsa cpus 16 threads 2 package-cpus 4 domain 0 SIBLING 2 domain 1 MC 4 domain 2 CPU 16"
is "stoakley's kernel" "$(words "$c/stoakley.machine" --config)" \
	"CONFIG_MCORE2=y CONFIG_NR_CPUS=32 CONFIG_SCHED_SMT=n CONFIG_SCHED_MC=y"
is "tulsa's kernel" "$(words "$c/tulsa.machine" --config)" \
	"CONFIG_MPSC=y CONFIG_NR_CPUS=32 CONFIG_SCHED_SMT=y CONFIG_SCHED_MC=y"
line=$(grep -n '^nr-cpus' "$c/tulsa.machine" | cut -d : -f 1)
is "an option tells the line that it follows from" \
	"$("$machine" "$c/tulsa.machine" --config | grep -B 1 NR_CPUS | head -n 1)" \
	"# from tulsa.machine:$line"
is "--get" "$(words "$c/tulsa.machine" --get)$("$machine" "$c/tulsa.machine" --get mhz)" 3400

# one socket, one core: no domain at all has more than one CPU
sed -e 's/^sockets.*/sockets 1/' -e 's/^cores.*/cores 1/' -e 's/^llc-cpus.*/llc-cpus 1/' \
	"$c/stoakley.machine" >"$T/one.machine"
is "the real stoakley: its packages are its sockets" "$(words "$c/stoakley.machine" --metal)" \
	"$(words "$c/stoakley.machine" --guest | sed 's/package-cpus 2/package-cpus 4/')"
is "tulsa is the same in QEMU" "$(words "$c/tulsa.machine" --metal)" \
	"$(words "$c/tulsa.machine" --guest)"
is "a single CPU has no domains" "$(words "$T/one.machine" --guest)" \
	"machine stoakley cpus 1 threads 1 package-cpus 1"

# each line: a sed expression that spoils a good file, and what must be said
while IFS='|' read -r what spoil message; do
	sed -e "$spoil" "$c/stoakley.machine" >"$T/bad.machine"
	code 21 "refused: $what" "$machine" "$T/bad.machine" --qemu
	says "... and says so: $what" "$message"
done <<'END'
a missing key|/^cores/d|a key is missing
a key twice|s/^cores.*/&\ncores 4/|bad.machine:[0-9]+: "cores" again
an unknown key|s/^cores/coers/|unknown key "coers"
no value|s/^cores.*/cores/|"cores" has no value
not a number|s/^cores.*/cores four/|bad.machine:[0-9]+: cores: wants a number
a negative number|s/^cores.*/cores -4/|cores: wants a number
zero|s/^sockets.*/sockets 0/|sockets: wants a number
a huge number|s/^memory.*/memory 99999999999999999999/|memory: wants a number
three threads a core|s/^threads.*/threads 3/|threads: wants a number
a cache over half a core|s/^llc-cpus.*/llc-cpus 3/|llc-cpus: does not divide
more CPUs than the kernel takes|s/^nr-cpus.*/nr-cpus 4/|nr-cpus: smaller than
an unknown CPU family|s/^cpuid.*/cpuid 5 1 1/|no kernel CPU type
more CPUs than the guest takes|s/^sockets.*/sockets 32/;s/^nr-cpus.*/nr-cpus 255/|sockets: more CPUs
a name that is a path|s/^name.*/name ..\/x/|name: not a name
half a CPUID|s/^cpuid.*/cpuid 6 23/|wants three numbers
END
printf 'name stoakley\r\n' >"$T/cr.machine"
code 21 "refused: CR line ends do not hide what is missing" "$machine" "$T/cr.machine" --qemu
{ cat "$c/stoakley.machine"; printf '\0\n'; } >"$T/nul.machine"
code 21 "refused: a NUL" "$machine" "$T/nul.machine" --qemu
says "... and says where" 'nul.machine:[0-9]+: a NUL byte'
tr '\n' '\r' <"$c/stoakley.machine" | sed 's/\r/&\n/g' >"$T/crlf.machine"
is "CR line ends do no harm" "$(words "$T/crlf.machine" --guest)" \
	"$(words "$c/stoakley.machine" --guest)"
: >"$T/empty.machine"
code 21 "refused: an empty file" "$machine" "$T/empty.machine" --qemu
head -c 100000 /dev/urandom >"$T/noise.machine"
code 21 "refused: noise" "$machine" "$T/noise.machine" --qemu
printf 'name x' >"$T/end.machine"
code 21 "refused: no final newline, the rest missing" "$machine" "$T/end.machine" --guest
code 2 "refused: a folder" "$machine" "$T" --qemu
code 2 "refused: no such file" "$machine" "$T/none" --qemu
code 2 "no option" "$machine" "$c/tulsa.machine"
code 2 "an unknown option" "$machine" "$c/tulsa.machine" --all
code 2 "--get of an unknown key" "$machine" "$c/tulsa.machine" --get colour
code 0 "--help" "$machine" --help
finish
