#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# compare: what is said of records, what is refused, and how often it is wrong.
. "${0%/*}/tap.sh"
. "${0%/*}/records.sh"
compare=$HOST/compare
[ -x "$compare" ] || skip_all "$compare is not built: run 'make programs' first"
ok "a writer of records" records_program
cd "$T" || exit 1

experiment() # FILE [METRIC...]: with arms a and b
{
	cat >"$1" <<-'EOT'
		title    hackbench, made up
		question Is b slower than a?
		machine  tulsa
		workload hackbench 2 process 5
		boots    9
		arm a
			base v2.6.26
		arm b
			base v2.6.26
		compare a b nothing but the name
	EOT
	experiment_file=$1
	shift
	for metric in "${@:-time 2%}"; do
		echo "metric $metric"
	done >>"$experiment_file"
}

# series NAME UNIT BETTER A B...: records good.a.1 ... of a metric, seed by seed
series()
{
	rm -f r.*
	series_what=$1 series_unit=$2 series_better=$3 series_seed=0
	shift 3
	while [ $# -gt 1 ]; do
		series_seed=$((series_seed + 1))
		echo "r.a.$series_seed a $series_seed $series_what=$1=$series_unit=$series_better"
		echo "r.b.$series_seed b $series_seed $series_what=$2=$series_unit=$series_better"
		shift 2
	done | many_records good
}

# said WHAT PATTERN: the comparison's text, unwrapped, has it
said()
{
	code 0 "$1" "$compare" good r.*
	cp out text
	tr -s '\n ' '  ' <out >line
	says "... $2" "$2" line
}

# ---- the sentences

experiment good
up="1.00 1.05 1.10 1.17 0.90 0.94 1.30 1.37 1.20 1.25 1.01 1.07 1.11 1.15 0.95 1.00 1.02 1.06"
down="1.05 1.00 1.17 1.10 0.94 0.90 1.37 1.30 1.25 1.20 1.07 1.01 1.15 1.11 1.00 0.95 1.06 1.02"
same="1.00 1.00 1.10 1.101 0.90 0.899 1.30 1.301 1.20 1.199 1.01 1.012 1.11 1.11 0.95 0.95 1.02 1.019"
wide="1.00 1.05 1.10 1.01 0.90 0.97 1.30 1.21 1.20 1.25 1.01 1.01 1.11 1.01 0.95 1.03 1.02 0.97"
small="1.000 1.004 1.100 1.107 0.900 0.904 1.300 1.307 1.200 1.205 1.010 1.016 1.110 1.114 0.950 0.955 1.020 1.024"
equal="1.0 1.0 1.1 1.1 0.9 0.9 1.3 1.3 1.2 1.2 1.01 1.01 1.11 1.11 0.95 0.95 1.02 1.02"
# shellcheck disable=SC2086 # a list of numbers
{
series time s less $up
said "slower" 'b is slower than a: time \+5\.00 % \(95 % interval \+3\.92 to \+5\.94 %, p 0\.0039\)\.'
says "... nothing but the first line is needed: the answer comes before the figures" \
	'Is b slower than a\? \* b is slower' line
series time s less $down
said "faster" 'b is faster than a: time -[0-9.]+ % \(95 % interval -[0-9.]+ to -[0-9.]+ %, p 0\.0039\)\.'
series time s less $same
said "no difference" 'b against a: no difference of time larger than 2 % \(median \+0\.00 %, 95 % interval -0\.10 to \+0\.09 %\)'
series time s less $small
said "a difference that does not matter" 'b is slower than a: time \+0\.[0-9]+ % .*, though not by more than matters here\.'
series time s less $equal
said "identical" 'b against a: time is the same in all 9 pairs, to the last digit\.'
series time s less $wide
said "not enough" 'b against a: not enough data on time: the interval passes the margin \(n = 9, median'
series time s less 1.0 1.1 1.0 1.1 1.0 1.1 1.0 1.1 1.0 1.1 1.0 1.1 1.0 1.1
said "boots that are copies" 'not enough data on time: the seeds did not move it'
series time s less 1.0 1.1 1.1 1.2 1.2 1.3 1.3 1.4 1.4 1.5
said "five pairs" 'not enough data on time: with so few pairs nothing could have been significant'
says "... have no interval" '95 % interval absent, p 0\.062' line
# W12
series time s less 1.0 1.1
said "one pair (W12)" 'b against a: n = 1, no statement on time\.'
says "... has no interval and no p" '\+10\.00 % +absent +absent' line
silent_on "... and no +-0" '[+-]0\.00 to' line
code 2 "no record is an error, and not an empty page (W12)" "$compare" good
}
# the metrics are not all times
experiment good 'rate 2%'
# shellcheck disable=SC2086
for words in 'rate msgs/s more up faster' 'rate msgs/s more down slower' 'rate tps more up faster' \
	'rate ns less up worse' 'rate ns less down better' 'rate % less down better' \
	'rate % more up better' 'rate % more down worse'; do
	set -- $words
	eval "series $1 $2 $3 \$$4"
	said "$2, $3 is better, it goes $4: $5" "b is $5 than a: rate [+-]"
done

# ---- several questions on a page

experiment good 'time 2%' 'rate 2%'
# 7 pairs, p = 2/128 each: twice that with Holm is below 5 %, and so is not four times that
for seed in 1 2 3 4 5 6 7; do
	echo "r.a.$seed a $seed time=1.0$seed=s=less rate=10$seed=tps=more"
	echo "r.b.$seed b $seed time=1.2$seed=s=less rate=12$seed=tps=more"
done >table
rm -f r.*
many_records good <table
said "two metrics" 'b is slower than a: time .* p 0\.031\).* b is faster than a: rate .* p 0\.031\)'
experiment good 'time 2%' 'rate 2%' 'third 2%' 'fourth 2%'
said "four, of which two were not measured" \
	'not enough data on time: with so few pairs .* third is absent, a run did not measure it\. .* fourth is absent'
silent_on "... which are called absent, and are no 0" '(third|fourth).*[^0-9]0(\.0*)? *(s|tps|%)' text
says "... and the family is what was planned: four times 2/128" 'p 0\.062\)\.' line
code 2 "fewer boots than there are records" "$compare" --boots 6 good r.*
says "... is said" '^compare: command line: --boots 6, and an arm has 7 records'
ok "records of fewer boots than the experiment's" "$compare" good r.?.[1-5]
says "... are made again by their number" 'make compare EXPERIMENT=good BOOTS=5$'
cp out text
says "... also in the table" '^third \(absent\): a to b, 0 pairs$' text
experiment good 'time 2%'
sed -i 's/rate=.*/rate=0=tps=more/; s/time=1\.\(.*\)=s/time=0=s/' table
rm -f r.*
many_records good <table
said "a metric of 0, which has no percent" 'b against a: time goes from 0 to 0 s; of a value of 0 there are no percent\.'
says "... but two values" '^ +1 +0 +0 +absent$' text

# ---- seeds that are not on both sides

series time s less 1.0 1.1 1.1 1.2 1.2 1.3
rm r.b.2
said "a seed that is missing on one side" 'b against a: not enough data.* \(n = 2,'
rm r.b.*
said "no seed on both sides" 'time is absent, no seed was run on both\.'
says "... and what the other arm has is absent, not 0" '^ +0 boots; image absent, tree absent$' text

# ---- refused

rm -f r.*
for seed in 1 2 3; do
	a_record a $seed 0.5$seed >r.a.$seed
	a_record b $seed 0.6$seed >r.b.$seed
done
ok "what fits is taken" "$compare" good r.*
refused() # MESSAGE ARM SEED SED [GUEST-SED]
{
	a_record "$2" "$3" 0.7 "$4" "${5-}" >"bad"
	rm -f kept
	[ ! -e "r.$2.$3" ] || mv "r.$2.$3" kept
	code 21 "refused: $1" "$compare" good r.* bad
	says "... is said so" "$1"
	says "... the record is named" '^compare: bad: '
	says "... and the way out" '^  -> '
	is "... and nothing is compared" "$(grep -c '[*] b ' out)" 0
	[ ! -e kept ] || mv kept "r.$2.$3"
}
refused 'is of another experiment' a 1 's/^experiment.*/experiment other/'
refused 'is of an arm that the experiment does not have' a 1 's/^arm.*/arm c/'
for change in 's/^machine.*/machine stoakley/' 's/^base.*/base v2.6.27/' 's/^variant.*/variant nogroup/' \
	's/^features.*/features HRTICK/' 's/^series.*/series -/' \
	's/^features/sysctl kernel.x 1\n&/'; do
	refused 'is stale: machine, base, variant, series, features or sysctls' a 1 "$change"
done
refused 'is stale: its workload is another one' a 1 's/^workload.*/workload hackbench --seed 1 2 process 6/'
refused 'is stale: its workload is another one' a 1 's/^workload.*/workload hackbench --seed 2 2 process 5/'
cp r.a.3 again
code 21 "refused: two of one arm and seed" "$compare" good r.* again
says "... is said so" '^compare: again: is the second one of its arm and seed'
for key in image config tree key; do
	refused "$key is not that of the arm's other records" a 2 "s/^$key .*/$key changed/"
done
for key in backend guest qemu options compiler; do
	sed -i 's/^boots.*/boots 9/' good
	mkdir -p away
	mv r.b.* away
	refused "$key is not that of the experiment's other records" b 1 "s/^$key .*/$key another/"
	mv away/* .
done
mv r.b.* away
refused "image is not that of this kernel's other records" b 1 's/^image.*/image rebuilt/'
mv away/* .
refused 'its virtual CPUs did not get their turns alike' a 2 '' 's/ratio 0.980/ratio 0.410/'
refused 'does not say whether its virtual CPUs got their turns alike' a 2 '' 's/^# fairness.*/# fairness absent late/'
refused 'is of a run with errors' a 2 '' 's/^# errors 0/# errors 1/'
refused 'is of a boot that did not pass' a 2 '' 's/^ok 1/not ok 1/'
head -c 700 r.a.1 >part
code 21 "a partial record" "$compare" good r.a.* r.b.* part
says "... is named" '^compare: part: is partial'
sed 's/0\.51/0.41/' r.a.1 >forged
code 21 "a changed record" "$compare" good r.a.2 r.b.* forged
says "... is named" '^compare: forged: is damaged'
code 2 "one that is not there" "$compare" good r.* none
# arm against arm
rm -f u.*
for seed in 1 2 3; do
	a_record b $seed 0.6$seed '' 's/ratio 0.980/ratio 0.900/' >u.b.$seed
done
code 21 "arms with CPUs of unequal fairness" "$compare" good r.a.* u.b.*
says "... is said so" 'a and b are not compared: their virtual CPUs got turns of different fairness'
seed=0
while [ $seed -lt 41 ]; do
	seed=$((seed + 1))
	echo "m.$seed a $seed time=1.$seed=s=less"
done | many_records good
code 21 "41 boots of an arm" "$compare" good m.*
says "... are too many" 'is one too many'
rm -f m.* u.*

# ---- the same bytes, whatever the order

# shellcheck disable=SC2086
series time s less $up
ok "in one order" "$compare" good r.*
cp out text
# shellcheck disable=SC2046
ok "in the other" "$compare" good $(find . -name 'r.*' | sort -r)
cp out other
ok "... the same bytes" cmp other text
# shellcheck disable=SC2046
"$compare" --plots p good $(find . -name 'r.*' | sort -r) >plots.2
"$compare" --plots p good r.* >plots.1
ok "... of the plots as well" cmp plots.1 plots.2

# ---- the form of the text, of the pictures and of the page

long=abcdefghijklmnopqrstuvwxyz-01234
arm1=${long%?}1 arm2=${long%?}2 metric1=m${long#??} metric2=n${long#??}
sentence="$(printf 'word%.0s ' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26)"
cat >wide-names <<-EOT
	title    $sentence
	question $sentence <b>&amp;"quoted"
	mail     $sentence
	machine  tulsa
	workload hackbench 2 process 5
	real     hackbench 100 process 2000 $(printf '%0100d' 1)
	metric   ${metric1%?} 2%
	metric   ${metric2%?} 2%
	arm ${arm1#?}
		base v2.6.26
	arm ${arm2#?}
		base v2.6.26
	compare ${arm1#?} ${arm2#?} $sentence
	figure ${arm1#?} $sentence
	differ $sentence
EOT
seed=0
while [ $seed -lt 9 ]; do
	seed=$((seed + 1))
	for arm in 1 2; do
		echo "w.$arm.$seed $(eval "echo \${arm$arm#?}") $seed ${metric1%?}=1234$((seed * seed + arm * 30))89.123456=msgs/s=more ${metric2%?}=0.000$seed$arm=ns=less"
	done
done | many_records wide-names
ok "names and texts as long as they may be" "$compare" wide-names w.*
cp out wide
for f in text wide; do
	is "no line of $f is over 80 columns" "$(awk 'length > 80' $f)" ""
	is "... all of it is ASCII" "$(tr -d '\n -~' <$f | wc -c)" 0
	is "... no line ends in a blank" "$(grep -c ' $' $f)" 0
done
if command -v gnuplot >/dev/null; then
	mkdir p p.w "it's"
	for experiment in good: wide-names:.w; do
		name=${experiment%:*} folder=p${experiment#*:}
		case $name in good) set -- r.* ;; *) set -- w.* ;; esac
		for turn in 1 2; do
			"$compare" --plots "$folder" "$name" "$@" >plots
			ok "$name: gnuplot draws, $turn" gnuplot -d plots
			is "... without a word" "$(grep -v 'difficulty making room' out)" ""
			ok "... the page" "$compare" --html "$folder" "$name" "$@"
			mv out "$name.$turn.html"
		done
		ok "... twice the same bytes" cmp "$name.1.html" "$name.2.html"
		page=$name.1.html
		is "... no address but those of XML" "$(grep -oE '(https?|ftp|file|data):[^"'"'"' >]*' "$page" |
			grep -vE '^http://www\.w3\.org/(2000/svg|1999/xlink)$')" ""
		is "... no path of this machine" "$(grep -cF -e "$T" -e "$TOP" -e "$HOME/" "$page")" 0
		is "... no script" "$(grep -ci '<script\|javascript:\| on[a-z]*=' "$page")" 0
		is "... no date" "$(grep -cE "$(date +%Y)-|$(date +%H:%M):" "$page")" 0
		is "... is ASCII" "$(tr -d '\n\t -~' <"$page" | wc -c)" 0
		if command -v python3 >/dev/null; then
			ok "... every element is closed" python3 -c 'import html.parser, sys
void = {"meta", "br"}
class P(html.parser.HTMLParser):
    open, n = [], 0
    def handle_starttag(self, tag, attrs):
        self.n += 1
        if tag not in void: self.open.append(tag)
    def handle_startendtag(self, tag, attrs): pass
    def handle_endtag(self, tag):
        was = self.open.pop() if self.open else "nothing"
        if was != tag: sys.exit("line %d: </%s> closes %s" % (self.getpos()[0], tag, was))
p = P()
p.feed(open(sys.argv[1]).read())
p.close()
sys.exit("open: %s" % p.open if p.open or p.n < 100 else 0)' "$page"
		elif command -v xmllint >/dev/null; then
			ok "... is HTML" xmllint --html --noout "$page"
		else
			skip "... every element is closed" "no python3 or xmllint to read it"
		fi
	done
	says "... what HTML means otherwise is quoted" '&lt;b&gt;&amp;amp;&quot;quoted&quot;' wide-names.1.html
	is "... colours follow the reader's, black is none" "$(grep -c 'rgb( *0, *0, *0)\|["'\'']black' good.1.html)" 0
	"$compare" --plots "it's" good r.* >plots
	ok "a folder with a quote in its name" gnuplot -d plots
	ok "... has the pictures" test -s "it's/0.svg"
	code 2 "a picture that is missing" "$compare" --html none good r.*
	echo hello >"it's/0.svg"
	code 21 "a picture that is none" "$compare" --html "it's" good r.*
	experiment good 'time 2%' 'never 2%'
	"$compare" --plots p good r.* >plots
	ok "a metric that nobody measured is not drawn" gnuplot -d plots
	ok "... and the page is made" "$compare" --html p good r.*
	says "... which says absent" '<td>never</td><td>absent</td>'
	experiment good
	"$compare" --plots p good r.a.1 r.b.1 >plots
	ok "one pair is drawn" gnuplot -d plots
	ok "... and the page is made" "$compare" --html p good r.a.1 r.b.1
	silent_on "... without an interval" 'band its'
	ok "--part" "$compare" --part p good r.a.1 r.b.1
	says "... is one article" '^<article id="good">$'
	silent_on "... without a head" '<html|<head'
else
	skip "pictures and page" "gnuplot is not installed"
fi
ok "--head" "$compare" --head 'a <b> & c'
says "... its title is quoted, twice" '<h1>a &lt;b&gt; &amp; c</h1>'
ok "--tail" "$compare" --tail
ok "--help" "$compare" --help
code 18 "a full disk" sh -c '"$@" >/dev/full' sh "$compare" good r.*

# ---- before the first boot

experiment good 'time 2%' 'rate 2%'
ok "--plan, 1 boot" "$compare" --plan --boots 1 good
says "... shows nothing" 'one boot is no statement: nothing can be shown'
ok "--plan, 3 boots" "$compare" --plan --boots 3 good
says "... cannot show anything, and how many could" '3 pairs cannot show any difference \(least p 0\.25\); 7 can$'
ok "--plan, 16 boots" "$compare" --plan --boots 16 good
says "... the smallest difference" 'smallest difference that these can show, 4 times of 5: 1\.05 standard$'
ok "--plan, the experiment's own number" "$compare" --plan good
says "... is taken" '^good: 2 arms x 9 boots, 2 tests in one family$'
ok "--plan, 40 boots" "$compare" --plan --boots 40 good
for n in 0 41 -1 x '' 99999999999999999999; do
	code 2 "--boots '$n'" "$compare" --plan --boots "$n" good
done
code 2 "--plan with a record" "$compare" --plan good r.a.1
code 2 "two forms at once" "$compare" --html p --plots p good r.*
code 2 "no such option" "$compare" --pdf good r.*
code 2 "nothing" "$compare"

# ---- how often it is wrong: pages of 12 pairs and two metrics, on which what a seed does
# is twenty times what is left, and that is skewed.  Without an effect, at most 5 % of the
# pages may claim one: with just that, 35 or more of 400 have a chance of 0.1 %.  (The
# records are the same on every host, so this is one draw.)  With one, it must be seen.

simulate() # PAGES EFFECT: on how many is something claimed?
{
	mkdir -p sim
	awk -v pages="$1" -v effect="$2" '
		function uniform() { x = (x * 16807) % 2147483647; return x / 2147483647 }
		BEGIN {
			x = 2008
			for (n = 1; n <= pages; n++)
				for (seed = 1; seed <= 12; seed++) {
					pair = .4 * uniform()
					for (arm = 0; arm < 2; arm++) {
						t = 1 + pair - .01 * log(uniform())
						r = 1000 * (1 + pair) + 20 * uniform() * uniform()
						if (arm) { t *= 1 + effect; r *= 1 + effect }
						printf "sim/%d.%s.%d %s %d time=%.9f=s=less rate=%.3f=tps=more\n",
							n, arm ? "b" : "a", seed, arm ? "b" : "a", seed, t, r
					}
				}
		}' | many_records good
	for simulated in $(seq "$1"); do
		"$compare" good sim/"$simulated".* || echo "* failed is slower"
	done >sim.text
	# a page is counted once, however much it claims
	awk '/^hackbench, made up/ { n += claims; claims = 0 } /^\* .* is (slower|faster|better|worse) / { claims = 1 }
		END { print n + claims }' sim.text
	rm -rf sim
}
false_claims=$(simulate 400 0)
diag "without an effect: $false_claims of 400 pages claim one"
ok "400 pages without an effect: at most 34 claim one" test "$false_claims" -le 34
is "... all of them were made" "$(grep -c '^hackbench, made up$' sim.text)" 400
true_claims=$(simulate 60 .02)
diag "with 2 %: $true_claims of 60 pages claim one"
ok "with 2 %, most do" test "$true_claims" -ge 45
silent_on "... and never the wrong way round" 'b is (faster than a: time|slower than a: rate)' sim.text
finish
