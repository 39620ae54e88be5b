# SPDX-License-Identifier: GPL-2.0
# hackbench(1) as a scenario, of the words of its command line:
#
#	awk -f hackbench.awk -- --seed 7 5 process 25 >hackbench.scn
#
# A message costs 6 us of a CPU, half of it at each end: on the 16 CPUs of the mail's
# Tulsa 80 million took 30 s.  A channel holds 200 of them, and a wakeup says that the
# waker will soon sleep, as those of these kernels' sockets do.  Unlike there, who waits
# for room goes on as soon as there is some.  --limit is in simulated time.
function bad(what)
{
	print "hackbench.awk: " what "\n  -> give it the words of a hackbench: --seed 7 5 process 25" >"/dev/stderr"
	exit 2
}

function number(word, least, most)
{
	if (word !~ /^(0|[1-9][0-9]*)$/ || word + 0 < least || word + 0 > most)
		bad("'" word "' is not a number from " least " to " most)
	return word + 0
}

BEGIN {
	loops = 100
	limit = 100000
	seed = 0
	for (i = 1; i < ARGC; i++) {
		word = ARGV[i]
		if (word == "--seed")
			seed = number(ARGV[++i], 0, 2147483647)
		else if (word == "--limit")
			limit = number(ARGV[++i], 1, 1000000)
		else if (word == "-pipe" || word == "--pipe")
			bad(word ": only sockets are described here")
		else if (word ~ /^-/)
			bad(word ": unknown option")
		else if (!place++)
			groups = number(word, 1, 700)
		else if (place == 2 && word != "process" && word != "thread")
			bad("mode: '" word "' is neither process nor thread")
		else if (place == 3)
			loops = number(word, 1, 1000000)
		else if (place > 3)
			bad(word ": one word too many")
	}
	if (!groups)
		bad("groups: the number of groups is missing")
	print "limit " limit "s seed " seed
	print "metric time elapsed"
	for (g = 0; g < groups; g++) {
		for (i = 0; i < 20; i++) {
			to = g "." i
			print "channel " to " room 200 sync"
			print "task receiver" to " { loop " 20 * loops " { receive " to " run 3us count messages.received } }"
		}
		# all start within 0.1 ms of each other, by the seed
		print "task sender" g " x20 { run " (seed ? "0us..100us" : "0us") " loop " loops " {"
		for (i = 0; i < 20; i++)
			print "\trun 3us send " g "." i " count messages.sent"
		print "} }"
	}
}
