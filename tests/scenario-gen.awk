# SPDX-License-Identifier: GPL-2.0
# A scenario by chance: awk -v seed=N -v cpus=N -v groups=0|1 -f scenario-gen.awk
function below(n) { return int(rand() * n) }
function us(from, to) { return from + below(to - from + 1) "us" }
function span(from, to,    a, b)
{
	a = from + below(to - from + 1)
	b = a + below(a + 1)
	return below(2) ? a "us" : a "us.." b "us"
}
function steps(n, depth,    i, kind)
{
	for (i = 0; i < n; i++) {
		kind = below(10)
		if (kind < 4)
			print "\trun " span(1, below(4) ? 3000 : 60000)
		else if (kind < 7)
			print "\tsleep " span(1, below(4) ? 5000 : 200000)
		else if (kind == 7)
			print "\tyield"
		else if (kind == 8 && depth < 2) {
			print "\tloop " 1 + below(20) " {"
			steps(1 + below(3), depth + 1)
			print "\t}"
		} else
			print "\tlock l run " span(1, 500) " unlock l"
	}
}
BEGIN {
	srand(seed)
	print "# seed " seed
	print "cpus " 1 + below(cpus)
	print "time " 200 + below(800) "ms"
	print "seed " seed
	print below(2) ? "spinlock l" : ""
	print "channel c room " 1 + below(8) (below(2) ? " sync" : "")
	n = 1 + below(6)
	for (i = 0; i < n; i++) {
		what = "task t" i " x" 1 + below(below(4) ? 3 : 12)
		if (below(2))
			what = what " nice " below(40) - 20
		if (groups && !below(3))
			what = what " uid " 1000 + below(3)
		if (!below(8))
			what = what " batch"
		else if (!below(12))
			what = what " idle"
		else if (!below(12))
			what = what " rr " 1 + below(99)
		print what " {\n\tloop {"
		print "\trun " span(1, 2000)
		steps(1 + below(5), 0)
		print "\tsleep " span(1, 20000)
		print "\t}\n}"
	}
	print "task sender x" 1 + below(3) " { loop { run " span(1, 400) " send c " 1 + below(5) " } }"
	print "task receiver x" 1 + below(3) " { loop { receive c run " span(1, 400) " } }"
	if (below(2))
		print "task hog x" 1 + below(cpus * 2) " { loop { run 100ms } }"
	if (!below(3))
		print "at " 50 + below(100) "ms set sched_latency_ns " 1000000 * (1 + below(60))
}
