#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# BACKEND=metal: the order of a real machine's boots, and what is said of their records.
# shellcheck disable=SC2046,SC2086 # lists of words and of files
. "${0%/*}/tap.sh"
. "${0%/*}/records.sh"
compare=$HOST/compare order=$HOST/experiment
[ -x "$compare" ] || skip_all "$compare is not built: run 'make programs' first"
ok "a writer of records" records_program
cd "$T" && mkdir names table real sim p || exit 1

told() # CODE WHAT PATTERN COMMAND...: the output, unwrapped, has it
{
	told_code=$1 told_what=$2 told_pattern=$3
	shift 3
	code "$told_code" "$told_what" "$@"
	tr -s '\n ' '  ' <out >line
	says "... $told_pattern" "$told_pattern" line
}
shown() # PATTERN SIDE-1 SIDE-2 A B
{
	metal_boots "$2" "$3" "$4" "$5"
	told 0 "a comparison" "$1" "$compare" good r.*
}
refused() # WHERE MESSAGE RECORD...: with a way out, and nothing is compared
{
	refused_pattern="^compare: $1: $2[^*]* -> [^*]+\$"
	shift 2
	told 21 "refused" "$refused_pattern" "$compare" good "$@"
}
bound() # N P: the least that a binomial number passes with a chance of less than 0.1 %
{
	awk -v n="$1" -v p="$2" 'BEGIN {
		for (sum = of = exp(n * log(1 - p)); 1 - sum >= .001; sum += of *= (n - k + 1) / k * p / (1 - p))
			k++
		print k + 0
	}'
}

# ---- the order of the boots
an_experiment good time a b
an_experiment three time a b c
sed -i 's/^boots.*/&\nseed 5\nreal hackbench 100 process 2000/' three
nine=$("$order" --order 9 three)
is "--order: block by block, every arm once in each" "$(echo "$nine" | awk '{ print int((NR + 14) / 3), $2, $1 }' |
	sort -k 1n -k 3)" "$(for seed in $(seq 5 13); do printf "$seed $seed %s\n" a b c; done)"
is "... again, it is the same" "$("$order" --order 9 three)" "$nine"
is "... 20 blocks begin with it" "$("$order" --order 20 three | sed '28,60d')" "$nine"
firsts=$("$order" --order 40 good | awk 'NR % 2 { printf "%s", $1 }')
is "... none three times running, and no mere turn about" "$(echo "$firsts" | grep -E '^.{40}$' | grep -E 'aa.*bb|bb.*aa' |
	grep -vcE 'aaa|bbb')" 1
for name in $(seq 200); do
	cp three "names/n$name"
	"$order" --order 9 "names/n$name" | awk 'NR % 3 == 1 { print $2, $1 }'
done | sort | uniq -c | awk '{ print $1 }' | sort -n >firsts
other=$("$order" --order 9 names/n1)
code 1 "... another name has another order" test "${other:-$nine}" = "$nine"
most=$(bound 200 .333333) least=$((200 - $(bound 200 .666667)))
diag "200 names, 9 blocks: an arm is $(head -n 1 firsts) to $(tail -n 1 firsts) times the first; $least to $most would do"
is "... about as often, in every block" "$(awk -v least=$least -v most="$most" '$1 >= least && $1 <= most' firsts | wc -l)" 27
is "--order-aa: block by block, the two sides of the first arm" "$("$order" --order-aa 9 three | awk '{ print int((NR + 9) / 2), $3, $1, $2 }' |
	sort -k 1n -k 3)" "$(for seed in $(seq 5 13); do printf "$seed $seed %s a\n" 1 2; done)"
told 0 "--real" '^features asis workload hackbench --seed 7 100 process 2000 $' "$order" --real b 7 three
told 0 "--real without real" 'workload hackbench --seed 7 2 process 5 $' "$order" --real b 7 good
for words in "--order x" "--order -1" "--order 1001" "--order 99999999999999999999" "--order" "--order 9 three" \
	"--order-aa x" "--order-aa" "--order-aa 1 9" "--real c 1" "--real b x" "--real b" "--real"; do
	code 2 "$words" "$order" $words good
done

# ---- the sentences
first="1.000 1.010 0.994 1.004 0.997 1.007 0.991 1.002 1.005"
second="1.005 0.993 1.001 1.009 0.996 1.003 1.006 0.998 1.000"
up="1.0552 1.0426 1.0510 1.0594 1.0458 1.0531 1.0563 1.0479 1.0500"
rising="0.990 0.993 0.996 0.999 1.002 1.005 1.008 1.011 1.014"
falling="1.014 1.011 1.008 1.005 1.002 0.999 0.996 0.993 0.990"
same='no difference of time larger than 2 % \(median [+-]0\.[0-9]+ %, 95 % interval -0\.[0-9]+ to \+0\.[0-9]+ %\)\.'
# of 9 and 9, the 18th difference from either end: Mann and Whitney's table has U = 17
moved=$(echo "$first $up" | awk '{ for (i = 1; i < 10; i++) for (k = 10; k < 19; k++) print ($k - $i) / 1.002 * 100 }' |
	sort -n | awk '{ d[NR] = $1 } END { printf "\\+%.2f %% \\(95 %% interval \\+%.2f to \\+%.2f %%", d[41], d[18], d[64] }')
shown "^[^*]* \* itself against a: $same \* b is slower than a: time $moved, p below 0\.0001\)\." "$first" "$second" "$first" "$up"
says "... the machine" 'on a real machine, lab, in a drawn order, 9 and 9 boots of a against itself first: the' line
says "... every boot" "time of a, first: $first time of a, itself: $second time of a: $first time of b: $up" line
shown "\* b against a: $same" "$first" "$second" "$second" "$first"
shown '\* b against a: not enough data on time: the interval passes the margin \(n = 6, ' "$first" "$second" "$first" "1 1.3 0.8 1.1 0.9 1.2"
shown '\* b against a: not enough data on time: with so few boots nothing could .*n = 3, .*, p 0\.100' "1 1.1 0.9" "1 1.1 0.9" "1 1.1 0.9" "1.5 1.4 1.6"
shown '\* b is slower than a: time .* time \(s\): a to b, 8 and 7 boots' "$first" "$second" "${first% *}" "${up% * *}"
shown '\* b against a: no difference .*median \+0\.00 %, 95 % interval \+0\.00 to \+0\.00 %' "1 1 1 1" "1 1 1 1" "1 1 1 1" "1 1 1 1"
shown '\* itself against a: n = 1, no statement on time\. \* b against a: n = 1, no statement on time\.' 1 1.1 1 1.1
drift='\* b against a: not enough data on time: the values drift over the boots \(n = 9,'
shown "$drift" "$first" "$second" "$rising" "$rising"
shown "$drift" "$first" "$second" "$first" "$falling"
# p, of made-up tables with ties: 12 of 4 and 4 boots, 8 of 6 and 5, by counting all ways
awk 'function far(sum) { sum = sum * all - total * na; return sum < 0 ? -sum : sum }
	function deal(i, left, sum) {
		if (i < all) { deal(i + 1, left, sum); deal(i + 1, left - 1, sum + v[i]) }
		else if (!left) { ways++; count += far(sum) >= far(seen) }
	}
	BEGIN {
		for (x = 2008; n++ < 20;) {
			na = n > 12 ? 6 : 4; all = n > 12 ? 11 : 8
			for (i = total = seen = count = ways = 0; i < all; i++) {
				x = (x * 16807) % 2147483647
				total += v[i] = 100 + x % 12 + (i >= na) * (n % 4) * 4
				seen += i < na ? v[i] : 0
				printf "table/%d.%d %s %d time=%.2f=s=less\n", n, i, (i < na ? "a" : "b"), i + 1, v[i] / 100
			}
			deal(0, na, 0)
			printf(count / ways < .01 ? "%.4f\n" : "%.3f\n", count / ways) >"wanted"
		}
	}' | many_records good lab
for n in $(seq 20); do
	"$compare" good r.a@* table/"$n".* | awk '/^time \(s\)/ { getline; print $NF }'
done >got
is "p is the share of all ways to deal the boots out" "$(paste -s -d ' ' got)" "$(paste -s -d ' ' wanted)"

# ---- refused, the machine against itself, the plan
metal_boots "$first" "$second" "$first" "$up"
for files in 'r.[ab].*' 'r.a@1.* r.[ab].*' 'r.a@2.* r.[ab].*'; do
	refused good 'the records of a against itself are missing' $files
done
itself='is no side of a comparison of the first arm with itself'
for change in 's/^arm.*/arm b/' 's/^aa.*/aa 3/' 's/^aa.*/aa 0/' 's/^aa.*/aa 11/'; do
	changed "$change" <r.a@1.1 >bad
	refused bad "$itself" r.* bad
done
a_record a 1 0.5 's/^backend.*/&\naa 1/' >bad
refused bad 'is a side of aa, which is of real machines only' bad r.*
a_record a 1 0.5 >bad
refused bad 'backend is not that of the other records' r.* bad
refused 'r\.a\.1' 'backend is not that of the other records' bad r.*
code 2 "--aa of QEMU" "$compare" --aa good bad
for arm in a b a@2; do
	changed 's/^image.*/image another/' <r.$arm.9 >bad
	refused bad "image is not that of the arm's other records" r.*[1-8] bad
	changed 's/^metal.*/metal another/' <r.$arm.1 >bad
	refused '(bad|r\.(a|b|a@2)\.2)' "metal is not that of the arm's other records" bad r.*[2-9]
done
told 21 "--aa of one side" 'the records of a against itself are missing' "$compare" --aa good r.a@1.*
told 0 "--aa" "^itself against a: $same \$" "$compare" --aa good r.a@*
told 0 "... beside all others" "^itself against a: $same \$" "$compare" --aa good r.*
sed 's/^workload.*/workload hackbench 9 process 9\nreal hackbench 2 process 5/' good >real/good
ok "the workload is that of real" "$compare" real/good r.*
sed 's/^workload.*/&\nreal hackbench 9 process 9/' good >real/good
told 21 "... and no other" 'is stale: its workload is another one' "$compare" real/good r.*
metal_more a 1 another
metal_more b 1 another
refused 'r\.a\.2' "metal is not that of the arm's other records" r.*
metal_boots "$(seq -s ' ' 1.001 .001 1.021)" "$second" "$(seq -s ' ' 1.001 .001 1.021)" "$up"
refused 'r\.a\.21' 'is one too many' r.b.* r.a.? r.a.??
refused 'r\.a@1\.21' 'is one too many' r.b.* r.a@1.? r.a@1.??
for sides in "$first:$up:is slower than a: time \\+" "$rising:$second:against a: .* the values drift over the boots"; do
	said=${sides#*:}
	metal_boots "${sides%%:*}" "${said%%:*}" "$first" "$up"
	told 1 "--aa, which differ" "^itself ${said#*:}" "$compare" --aa good r.a@*
	refused good 'nothing is compared: the machine told a from itself' r.*
done
told 0 "--plan --metal" '^good: 2 arms x 9 boots, 1 test .* 5: 1\.[0-9]+ standard deviations of an arm.s boots \(least p 4\.1e' "$compare" --plan --metal good
told 0 "... of 3" '3 boots an arm cannot show any difference \(least p 0\.1\); 4 can $' "$compare" --plan --metal --boots 3 good
for words in "--plan --metal --boots 21 good" "--metal good r.*" "--plan --aa good" "--aa --html p good r.*"; do
	code 2 "$words" "$compare" $words
done

# ---- the form
page() # EXPERIMENT: of r.*, text, pictures and page, whatever the order of the records
{
	set -- "$1" $(find . -name 'r.*' | sort -r)
	ok "$1: the text" "$compare" "$1" r.*
	cp out text
	is "... is the same" "$("$compare" "$@")" "$(cat text)"
	is "... at most 80 columns, of ASCII" "$(awk 'length > 80' text)$(tr -d '\n -~' <text | wc -c)" 0
	silent_on "... nothing about QEMU or pairs" '[Qq][Ee][Mm][Uu]|pair| $' text
	command -v gnuplot >/dev/null || { skip "... pictures and page" "gnuplot is not installed"; return; }
	"$compare" --plots p "$1" r.* >plots
	is "... the pictures" "$("$compare" --plots p "$@")" "$(cat plots)"
	ok "... gnuplot draws" gnuplot -d plots
	is "... without a word" "$(grep -v 'difficulty making room' out)" ""
	"$compare" --html p "$1" r.* >html
	is "... the page" "$("$compare" --html p "$@")" "$(cat html)"
	is "... is ASCII, without QEMU" "$(tr -d '\n\t -~' <html | wc -c) $(grep -ci qemu html)" "0 0"
	says "... the points" '\(dots\) against [a-z0-9-]+ \(rings\): a point is a boot; the line is the shift between them' html
	is "... every element is closed" "$(tr '\n' ' ' <html | grep -oE '</?[a-zA-Z][^>]*>' | awk '
		{ name = $1; gsub(/[<\/>]/, "", name) }
		/\/>$/ || name == "meta" || name == "br" { next }
		/^<\// { if (open[n--] != name) print "closes", name; next }
		{ open[++n] = name }
		END { if (n || NR < 100) print n, "open of", NR }')" ""
}
metal_boots "$first" "$second" "${first% *}" "${up% * *}"
page good
metal_boots 1 1.1 1 "1.1 1.2"
# what one machine, one kernel and one metric must be
metal_boots "$first" "$second" "$first" "$up"
for f in r.a@2.*; do
	changed 's/^image.*/image OTHER/; s/^key.*/key ffff/; s/^tree.*/tree bbbb/' <"$f" >moved
	mv moved "$f"
done
told 21 "sides of two kernels" 'key is not that of the side.s other records' "$compare" --aa good r.a@*
for f in r.a@1.*; do
	changed 's/^image.*/image OTHER/; s/^key.*/key ffff/; s/^tree.*/tree bbbb/' <"$f" >moved
	mv moved "$f"
done
refused 'r\.a\.1' "key is not that of the comparison with itself's other records" r.*
metal_boots "$first" "$second" "$first" "$up"
changed 's/^metal.*/metal other/' <r.b.5 >moved
mv moved r.b.5
refused 'r\.b\.5' "metal is not that of the arm's other records" r.*
an_experiment good time a b c
sed -i '/^compare a b/d' good
metal_boots "$first" "$second" "$first" ""
metal_more b "$first" other
metal_more c "$up" other
refused 'r\.b\.1' "metal is not that of the experiment's other records" r.*
an_experiment good never a b
metal_boots "$first" "$second" "$first" "$up"
told 0 "a metric that nobody measured" 'b against a: never is absent, a run did not measure it' "$compare" good r.*
told 0 "... is no difference of the machine" 'itself against a: never is absent' "$compare" --aa good r.a@*
an_experiment good time a b
shown 'b is slower than a: time' "$first" "$second" "1 1.01 0.99" "$up"
shown 'n = 1, no statement on time' "$first" "$second" "$first" "1.3"
is "... and no p" "$(grep -c '% *absent *absent$' out)" 1
sed -i 's/^boots.*/boots 30/' good
told 2 "more boots than the exact test takes" '30 boots of a real machine: 20 are the most' "$compare" --plan --metal good
an_experiment good time a b

page good
long=abcdefghijklmnopqrstuvwxyz-012
an_experiment wide "m$long" "a$long" "b$long"
rm -f r.*
for arm in "a$long@1" "a$long@2" "a$long" "b$long"; do
	seq 20 | awk -v arm="$arm" -v m="m$long" '{ print "r." arm "." $1, arm, $1, m "=8999999" 100 + $1 * $1 * 7919 % 899 ".123456789=msgs/s=more" }'
done | many_records wide "$(printf 'word%.0s ' $(seq 25))"
page wide
is "every value of 20 boots is there" "$(grep -o '8999999[0-9]*\.123456789' text | wc -l)" 80

# ---- how often it is wrong: 8 boots a side and an arm, of which the noise is skewed
simulate() # PAGES EFFECT: "passed", "refused" and "claims" are how many
{
	metal_pages "$1" "$2"
	for page in $(seq "$1"); do
		"$compare" good sim/"$page".*
	done >sim.text 2>&1
	passed=$(grep -c '^hackbench, made up$' sim.text)
	refused=$(grep -c 'nothing is compared: the machine told a from itself$' sim.text)
	claims=$(grep -cE '^\* b is (slower|faster) than a' sim.text)
	diag "effect $2: the machine differs from itself in $refused of $1; of the other $passed, $claims claim a difference"
	is "$1 pages with an effect of $2" $((passed + refused)) "$1"
}
simulate 200 0
ok "... at most $(bound "$passed" .05) claims" test "$claims" -le "$(bound "$passed" .05)"
ok "... at most $(bound 200 .1) machines that differ from themselves" test "$refused" -le "$(bound 200 .1)"
simulate 60 .09
ok "... most are seen" test "$claims" -ge $((passed * 3 / 4))
silent_on "... and never the wrong way round" '^\* b is faster' sim.text
finish
