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
			commit 4444
			series 2.6.26
			tree aaaa
			variant default
			features asis
			workload hackbench --seed $2 2 process 5
			compiler gcc 12.2.0
			image 1111
			config 2222
			build-id 5555
			guest 3333
			initramfs 6666
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

# changed SED <RECORD: on standard output, with SED in its head, and closed again
changed()
{
	sed -e '$d' -e "$1" | closed
}

closed() # the end line of what is on standard input
{
	cat >"$T/open"
	cat "$T/open"
	echo "end $(($(wc -c <"$T/open"))) $(gzip -c <"$T/open" | tail -c 8 | od -An -tx1 -N 4 |
		awk '{ print $4 $3 $2 $1 }')"
}

# many_records EXPERIMENT [METAL]: of lines "FILE ARM SEED NAME=VALUE=UNIT=BETTER..." on
# standard input; what is not said there is as in a_record.  With METAL they are of the
# real machine of that name; ARM@1 and ARM@2 are there the sides of ARM against itself.
# $T/records must be built.
many_records()
{
	awk -v experiment="$1" -v metal="${2-}" -v nonce=$nonce '{
		split($2 "@", arm, "@")
		print "> " $1
		print "cfsq-record 1\nexperiment " experiment "\narm " arm[1] "\nseed " $3
		print "key 0123456789ab\nbackend " (metal ? "metal" : "qemu")
		if (arm[2])
			print "aa " arm[2]
		print "machine tulsa\nbase v2.6.26\ncommit 4444\nseries 2.6.26"
		print "tree aaaa\nvariant default\nfeatures asis"
		print "workload hackbench --seed " $3 " 2 process 5"
		print "compiler gcc 12.2.0\nimage 1111\nconfig 2222\nbuild-id 5555\nguest 3333\ninitramfs 6666"
		print metal ? "metal " metal : "qemu 10.0.2\noptions -smp 16"
		print "nonce " nonce "\nended exit:0\nconsole"
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

# an_experiment FILE METRIC ARM...: each arm against the one before it
an_experiment()
{
	printf '%s\n' "title hackbench, made up" "question Is b slower than a?" "machine tulsa" \
		"workload hackbench 2 process 5" "metric $2 2%" "boots 9" >"$1"
	an_experiment_file=$1 an_experiment_arm=''
	shift 2
	for arm; do
		printf 'arm %s\n\tbase v2.6.26\n' "$arm"
		[ -z "$an_experiment_arm" ] ||
			echo "compare $an_experiment_arm $arm nothing but the name"
		an_experiment_arm=$arm
	done >>"$an_experiment_file"
}

# metal_boots SIDE-1 SIDE-2 A B: lists of times; the records r.ARM.SEED of the
# experiment good on the machine lab, those of a against itself r.a@SIDE.SEED
metal_boots()
{
	rm -f r.*
	for metal_arm in a@1 a@2 a b; do
		metal_more $metal_arm "$1"
		shift
	done
}

metal_more() # ARM TIMES [METAL]: these as well
{
	echo "$2" | awk -v arm="$1" '{
		for (i = 1; i <= NF; i++)
			print "r." arm "." i, arm, i, "time=" $i "=s=less"
	}' | many_records good "${3:-lab}"
}

# metal_pages N EFFECT: of the experiment good on the machine lab, sim/PAGE.ARM.SEED, 8
# boots a side and an arm; the noise is skewed, of 3 %, and b takes EFFECT s longer
metal_pages()
{
	awk -v pages="$1" -v effect="$2" 'BEGIN {
		split("a@1 a@2 a b", arm)
		for (x = 2008; n++ < pages;)
			for (i = 8; i < 40; i++) {
				x = (x * 16807) % 2147483647
				name = arm[i % 4 + 1]
				printf "sim/%d.%s.%d %s %d time=%.9f=s=less\n", n, name, i / 4,
					name, i / 4 - 1,
					1 - .03 * log(x / 2147483647) + (name == "b") * effect
			}
	}' | many_records good lab
}

records_program()
{
	${HOSTCC:-gcc} -std=gnu11 -O1 -Wall -Wextra -iquote "$TOP/tests" -o "$T/records" \
		"$TOP/tests/records.c"
}
