# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# Records made up for the tests; sourced after tap.sh.

nonce=5eed0123456789ab

# a_record ARM SEED VALUE [SED [PAYLOAD-SED]]: on standard output; SED changes it before
# it is closed, PAYLOAD-SED what the guest says, before the guest closes that
a_record()
{
	{
		echo "TAP version 13"
		echo "# release 2.6.26-cfsq"
		echo "# fairness spinners 4 ms 20 min 4800 max 4900 ratio 0.980"
		echo "# run workload hackbench --seed $2 2 process 5"
		echo "# before stat cpu0 10 0 10 100 0 0 0 0"
		echo "# before stat ctxt 1000"
		echo "# before counts cpu0 credit_plain 1 100 100 credit_weighted 0 0 0 clock_low 0"
		echo "# after stat cpu0 60 0 40 120 0 0 0 0"
		echo "# after stat ctxt 1500"
		echo "# after counts cpu0 credit_plain 5 500 100 credit_weighted 0 0 0 clock_low 2"
		echo "# metric time $3 s less"
		echo "# hist wait ns 100:5 200:5"
		echo "# errors 0"
		echo "ok 1 - run: hackbench: 0 errors"
		echo "1..1"
	} | sed "${5-}" >"$T/payload"
	crc=$(gzip -c <"$T/payload" | tail -c 8 | od -An -tx1 -N 4 | awk '{ print $4 $3 $2 $1 }')
	echo "end $(grep -cE '^(not )?ok ' "$T/payload") $(grep -c '^not ok ' "$T/payload") $crc" >>"$T/payload"
	{
		cat <<-EOT
			cfsq-record 1
			experiment good
			arm $1
			seed $2
			key 0123456789ab
			backend qemu
			machine tulsa
			base v2.6.26
			series 2.6.26
			tree aaaa
			variant default
			features asis
			workload hackbench --seed $2 2 process 5
			compiler gcc 12.2.0
			image 1111
			config 2222
			guest 3333
			qemu 10.0.2
			options -smp 16
			nonce $nonce
			ended exit:0
			console
			[    0.000000] Linux version 2.6.26-cfsq (cfsq@cfsq) #1 SMP
		EOT
		sed "s/^/[    1.000000] cfsq $nonce /" "$T/payload"
		echo "[    2.000000] Power down."
	} | sed "${4-}" | closed
}

closed() # the end line of what is on standard input
{
	cat >"$T/open"
	cat "$T/open"
	echo "end $(($(wc -c <"$T/open"))) $(gzip -c <"$T/open" | tail -c 8 | od -An -tx1 -N 4 |
		awk '{ print $4 $3 $2 $1 }')"
}

# many_records EXPERIMENT: of lines "FILE ARM SEED NAME=VALUE=UNIT=BETTER..." on standard
# input; what is not said there is as in a_record.  $T/records must be built.
many_records()
{
	awk -v experiment="$1" -v nonce=$nonce '{
		print "> " $1
		print "cfsq-record 1\nexperiment " experiment "\narm " $2 "\nseed " $3
		print "key 0123456789ab\nbackend qemu\nmachine tulsa\nbase v2.6.26\nseries 2.6.26"
		print "tree aaaa\nvariant default\nfeatures asis"
		print "workload hackbench --seed " $3 " 2 process 5"
		print "compiler gcc 12.2.0\nimage 1111\nconfig 2222\nguest 3333\nqemu 10.0.2"
		print "options -smp 16\nnonce " nonce "\nended exit:0\nconsole"
		print "[    0.000000] Linux version 2.6.26-cfsq (cfsq@cfsq) #1 SMP"
		print "~ TAP version 13"
		print "~ # fairness spinners 4 ms 20 min 4800 max 4900 ratio 0.980"
		for (i = 4; i <= NF; i++) {
			gsub("=", " ", $i)
			print "~ # metric " $i
		}
		print "~ # errors 0\n~ ok 1 - run: hackbench: 0 errors\n~ 1..1\n~end"
		print "[    2.000000] Power down."
	}' | "$T/records" $nonce
}

records_program()
{
	${HOSTCC:-gcc} -std=gnu11 -O1 -Wall -Wextra -iquote "$TOP/tests" -o "$T/records" \
		"$TOP/tests/records.c"
}
