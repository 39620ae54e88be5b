#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# lint: a good series made by git, every kind of fault in it, and what git itself does with them.
. "${0%/*}/tap.sh"
lint=$HOST/lint
[ -x "$lint" ] || skip_all "$lint is not built: run 'make programs' first"
command -v git >/dev/null || skip_all "git is not installed"
for name in NOTOK USAGE BADFILE; do
	eval "$name=$(awk -v name="$name" '$1 == name { print $2 }' "$TOP/scripts/exit-codes")"
done
cr=$(printf '\r') tab=$(printf '\t')
zero=0000000000000000000000000000000000000000

# with the checks of the compiler, where it has them
if ${HOSTCC:-gcc} -std=gnu11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
		-I"$HOST/gen" -iquote "$TOP/guest" -o "$T/lint" "$TOP"/tools/lint*.c \
		"$TOP/tools/lines.c" >"$T/out" 2>&1; then
	lint=$T/lint
else
	skip "lint with sanitizers" "${HOSTCC:-gcc} has none"
fi
cd "$T" || exit 1

# ---- a good series, as git writes it

HOME=$T GIT_CONFIG_GLOBAL=$T/gitconfig GIT_CONFIG_NOSYSTEM=1
GIT_AUTHOR_NAME="CFS Queue" GIT_AUTHOR_EMAIL=cfs-queue@example.org
GIT_COMMITTER_NAME="CFS Queue" GIT_COMMITTER_EMAIL=cfs-queue@example.org
export HOME GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL \
	GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL

in_repo()
{
	git -C repo -c core.abbrev=40 -c gc.auto=0 "$@"
}

commit() # DAY SUBJECT TEXT
{
	in_repo add -A
	GIT_AUTHOR_DATE="$1 Dec 2026 10:20:30 +0100" in_repo commit -q -m "$2" -m "$3" \
		-m "Signed-off-by: CFS Queue <cfs-queue@example.org>"
}

git init -q repo
mkdir -p repo/kernel good
seq -f 'line %g of a' 40 | sed 's/.* 3 .*//; s/.* 33 .*//' >repo/kernel/a.c
seq -f 'line %g of b' 20 >repo/kernel/b.c
in_repo add -A
in_repo commit -q -m base
in_repo tag base
sed -i 's/ 5 of/ five of/; s/ 31 of/ thirty-one of/; 7d' repo/kernel/a.c
sed -i 's/ 10 / ten /' repo/kernel/b.c
commit 1 'sched: the first of two' "Why it is needed, in a line.

	an indented line
And with an umlaut, ä."
in_repo tag first
echo more >>repo/kernel/b.c
printf '/* a new file */\n\n\tint x;\n' >repo/kernel/new.h
commit 2 'sched, x86: the second' 'It makes a file.'
in_repo rm -q kernel/new.h
sed -i 5d repo/kernel/a.c
commit 3 'kbuild: the third' 'It removes that file again.'

patches() # FOLDER OPTION...: the three commits, and their series
{
	patches_dir=$1
	shift
	mkdir -p "$patches_dir"
	in_repo format-patch -q --zero-commit --full-index --no-renames -k "$@" -o "../$patches_dir" base
	(cd "$patches_dir" && mv 0001* one.patch && mv 0002* two.patch && mv 0003* three.patch)
	printf '# a comment\none.patch\ntwo.patch -p1\t# the second\n\n  three.patch\n' >"$patches_dir/series"
}
patches good --no-signature
ok "what git format-patch writes passes" "$lint" good/series
is "... without a word" "$(cat out)" ""
patches signed --signature=2.39
ok "... with a signature as well" "$lint" signed/series
patches bare --signature=2.39 --no-stat
sed -i '/^Signed-off-by/,/^diff/s/^$/---/' bare/*.patch
ok "... and without diffstat" "$lint" bare/series
patches endless --no-signature --no-stat
sed -i '/^Signed-off-by/,/^diff/s/^$/---/' endless/*.patch
code "$NOTOK" "but not with neither: a cut-off end would not show" "$lint" endless/series
says "... so it is said" '^lint: endless/one.patch:[0-9]+: neither diffstat nor signature'
cd good || exit 1
ok "a series in the folder itself" "$lint" series
cd ..

# ---- one fault each

found() # N PLACE PATTERN DESCRIPTION: lint has N findings on m, that one among them
{
	found_rc=0
	"$lint" m/series >out 2>&1 || found_rc=$?
	found_n=$(grep -c '^lint: ' out)
	if [ "$found_rc" = "$NOTOK" ] && [ "$found_n" = "$1" ] &&
			grep -Eq "^lint: m/$2: $3" out && [ "$(grep -c '^  -> .' out)" = "$1" ]; then
		tap_result ok "$4"
	else
		tap_result "not ok" "$4"
		diag "exit code $found_rc, $found_n findings, wanted $1 with: $2: $3"
		diag "$(head -n 20 out)"
	fi
}

fresh()
{
	rm -rf m
	cp -R good m
}

fault() # N LINE PATTERN DESCRIPTION SED [PATCH]: the good series with one patch edited
{
	fresh
	sed -i -e "$5" "m/${6:-one}.patch"
	if cmp -s "m/${6:-one}.patch" "good/${6:-one}.patch"; then
		tap_result "not ok" "$4: the edit does nothing"
	else
		found "$1" "${6:-one}.patch:$2" "$3" "$4"
	fi
}

line() # TEXT [PATCH]: number of the first line that begins with it
{
	awk -v text="$1" 'index($0, text) == 1 { print NR; exit }' "good/${2:-one}.patch"
}
last() # PATCH: its last line
{
	wc -l <"good/$1.patch"
}

# am: what git am makes of m/one.patch, on the tree that it is for
am()
{
	in_repo am -q --abort >/dev/null 2>&1
	in_repo reset -q --hard
	in_repo clean -q -f -d
	in_repo checkout -q --detach base
	in_repo am -q ../m/one.patch >am.err 2>&1 || return 0
	in_repo log -1 --format='%an <%ae>%n%aD%n%B' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
	in_repo rev-parse 'HEAD^{tree}'
}

# stated: what am prints if git takes every word as it stands
stated()
{
	awk '!body && /^From: / { sub(/^From: /, ""); from = $0 }
		!body && /^Date: / { sub(/^Date: /, ""); date = $0 }
		!body && /^Subject: / { sub(/^Subject: /, ""); subject = $0 }
		/^diff --git/ { exit }
		/^---$/ { end = n }
		body { line[++n] = $0 }
		/^$/ { body = 1 }
		END { print from "\n" date "\n" subject "\n"; for (i = 1; i <= end; i++) print line[i] }' m/one.patch
	in_repo rev-parse 'first^{tree}'
}

# kept DESCRIPTION, changed DESCRIPTION: whether git am takes m/one.patch like that
git_takes()
{
	am >now
	stated >want
	cmp -s now want
}
kept()
{
	if git_takes; then
		tap_result ok "$1"
	else
		tap_result "not ok" "$1"
		diag "$(diff want now)"
	fi
}
changed()
{
	if git_takes; then
		tap_result "not ok" "... and git am does $1"
	else
		tap_result ok "... and git am does $1"
	fi
}
fresh
kept "git am takes the good one as it stands"

# what git writes, and lint does not take
in_repo checkout -q -b exceptions base
: >repo/kernel/empty.h
commit 4 'sched: an empty file' 'It has no line.'
echo 'ä' >>repo/kernel/b.c
commit 5 'sched: with an ä' 'It has an umlaut.'
mkdir x
in_repo format-patch -q --zero-commit --full-index --no-renames -k --no-signature -o ../x base
(cd x && printf '%s\n' *.patch >series)
code "$NOTOK" "what git format-patch writes, with two exceptions" "$lint" x/series
says "... a new empty file" '^lint: x/0001.*no hunk for this file'
says "... an encoded subject" '^lint: x/0002.*:4: an encoded word'

# the mail
fault 1 1 'no From: in the header' "no From:" '/^From: /d'
changed "not take it"
fault 1 1 'no Date: in the header' "no Date:" '/^Date: /d'
changed "take another date"
fault 1 1 'no Subject: in the header' "no Subject:" '/^Subject: /d'
changed "not keep the message"
fresh && sed -i '1,/^$/d; /^diff/,$!d' m/one.patch
found 7 'one.patch:1' 'no Subject: in the header' "a bare diff: every field is named"
says "... From:" ':1: no From: in the header'
says "... Date:" ':1: no Date: in the header'
changed "not take it"
fresh && sed -i '1,/^index/d' m/one.patch
found 7 'one.patch:1' 'no line "diff --git" before the diff' "a diff of diff -u"
fault 1 2 'From: <> is not a name' "an empty ident" 's/^From: .*/From: <>/'
changed "not take it"
fault 1 2 'From: \(empty\) is not' "an empty From:" 's/^From: .*/From: /;s/^From: $/From:/'
for from in 'cfs-queue@example.org' '<cfs-queue@example.org>' 'CFS Queue' 'CFS Queue <cfs-queue>' \
		'CFS Queue <cfs-queue@example.org> (x)' 'CFS (x) Queue <a@b.org>' '"CFS Queue" <a@b.org>' \
		'CFS Queue <a@b.org' 'CFS  Queue <a@b.org>' 'CQ <a@b.org>' 'CFS Queue. <a@b.org>'; do
	fault 1 2 'From: .* is not a name and an address' "From: $from" "s/^From: .*/From: $from/"
done
for date in 'yesterday' 'Tue, 1 Dec 2026 10:20:30' 'Tue, 32 Dec 2026 10:20:30 +0100' \
		'Tue, 1 Foo 2026 10:20:30 +0100' 'Tue, 1 Dec 2026 25:20:30 +0100' \
		'Wed, 1 Dec 2026 10:20:30 +0100' 'Tue, 1 Dec 2026 10:20:30 CET' \
		'Tue, 1 Dec 2026 10:20:30 +01000' 'Tue, 1 Dec 2026 10:20:30 +0160' \
		'Mon, 1 Dec 1969 10:20:30 +0100'; do
	fault 1 3 'Date: .* is not a date' "Date: $date" "s/^Date: .*/Date: $date/"
done
fault 1 5 'From: a second time' "two From:" '/^Subject: /a\
From: CFS Queue <cfs-queue@example.org>'
fault 1 4 'Subject: git am deletes the \[tag\]' "[sched] in the subject" 's/^Subject: sched:/Subject: [sched]/'
changed "delete it"
fault 1 4 'Subject: git am deletes the \[tag\]' "[PATCH 1/2]" 's/^Subject: /&[PATCH 1\/2] /'
fault 1 4 'Subject: git am deletes "Re:"' "Re: in the subject" 's/^Subject: /&Re: /'
changed "delete it"
fault 1 4 'Subject: no area' "a subject without area" 's/^Subject: sched: /Subject: /'
fault 1 4 'Subject: no area' "a sentence is no area" 's/^Subject: sched:/Subject: mend the scheduler:/'
fault 1 4 'Subject: 73 characters' "a subject of 73 characters" \
	"s/^Subject: .*/Subject: sched: $(seq -s '' 40 | cut -c 1-66)/"
fresh && sed -i "s/^Subject: .*/Subject: sched: $(seq -s '' 40 | cut -c 1-64)ä/" m/one.patch
ok "one of 72 passes, an umlaut is one" "$lint" m/series
fault 1 4 'Subject: git am makes one blank' "two blanks in the subject" 's/^Subject: sched: the/&  /'
changed "make them one"
fault 1 4 'Subject: is continued' "a subject in two lines" 's/^\(Subject: sched:\) \(.*\)/\1 \2\
 and more/'
fault 1 4 'an encoded word' "an encoded word" 's/^\(Subject: .*\)/\1 =?utf-8?q?=C3=A4?=/'
changed "decode it"
for type in 'text/plain; charset=ISO-8859-1' 'multipart/mixed; boundary=x' \
		'text/plain; charset=UTF-8; format=flowed'; do
	fault 1 6 'Content-Type: git am would' "Content-Type: $type" "s,^Content-Type: .*,Content-Type: $type,"
done
fault 1 6 'Content-Type: git am would' "latin 1" 's,^Content-Type: .*,Content-Type: text/plain; charset=ISO-8859-1,'
changed "convert it"
fault 1 7 'Content-Transfer-Encoding: git am would' "quoted-printable" \
	's/^Content-Transfer-Encoding: .*/Content-Transfer-Encoding: quoted-printable/; s/^\(Why\) /\1=20/'
changed "decode it"
fault 1 5 'not a header field' "text in the header" 's/^MIME-Version: .*/MIME is meant/'
changed "end the header"
fault 1 1 '"From " without a date' "a first line that no mail has" '1s/.*/From me to you/'
fault 1 1 'empty lines before the mail' "empty lines before it" '1i\
\

'

# the message
top=$(line 'Why it is')
sob=$(line Signed-off-by)
# shellcheck disable=SC2016
fault 1 "$((sob - 1))" 'a trailer in the last paragraph of the text' \
	"no empty line before the sign-off" "$((sob - 1))d"
fault 1 "$((sob + 1))" 'no Signed-off-by' "no sign-off" 's/^Signed-off-by/Suggested-by/'
fault 1 "$((sob + 1))" 'a second Signed-off-by; the first is in line' "two of them" '/^Signed-off-by/p'
fault 1 "$((sob + 1))" "a Signed-off-by that is not this project's" "a foreign one beside it" '/^Signed-off-by/a\
Signed-off-by: Some One <some@one.org>'
fault 2 "$sob" "a Signed-off-by that is not this project's" "a foreign one alone" 's/^Signed-off-by.*/Signed-off-by: Some One <some@one.org>/'
fault 2 "$sob" "a Signed-off-by that is not this project's" "a slip in it" 's/^Signed-off-by/signed-off-by/'
fault 1 "$top" 'no text before the sign-off' "no text" "$top,$((sob - 1))d"
fault 1 "$top" 'no text before the sign-off' "trailers are no text" "$top,$((sob - 2))d
$((sob - 1))s/.*/Reported-by: Some One <some@one.org>/"
for cut in '--- Testing, with more' '---' 'diff -u a b' 'diff --cc x' 'Index: kernel/x.c' '--- a/kernel/x.c'; do
	fault 1 "$((top + 3))" 'git am ends the message at' "a line \"$cut\" in the message" \
		"$((top + 3))s,.*,$cut,"
	changed "cut it there"
done
fresh && sed -i "$((top + 3))s/.*/---   /" m/one.patch
found 2 "one.patch:$((top + 3))" 'git am ends the message at' "a line \"---   \""
changed "cut it there"
for field in 'From: Some One <some@one.org>' 'Subject: sched: other' 'date: Wed, 2 Dec 2026 10:20:30 +0100' \
		'[PATCH] sched: other' ">From $zero Mon Sep 17 00:00:00 2001"; do
	fault 1 "$top" 'git am takes this line for a part of the header' "the message begins with $field" "$top"'s/.*/'"$field/"
	changed "take it out"
done
fault 1 "$((top + 3))" 'git am takes this for the beginning of the next mail' "an mbox line in the message" \
	"$((top + 3))s/.*/From someone Tue Dec 1 10:20:30 2026/"
changed "cut it there"
fault 1 "$((top + 2))" 'git am drops this empty line' "two empty lines" "$((top + 1))G"
changed "drop one"
fault 1 "$((sob + 1))" 'git am drops this empty line' "an empty line before the ---" "${sob}G"
fault 1 "$top" 'git am drops this empty line' "an empty line before the text" "$((top - 1))G"
fault 1 "$((top + 3))" 'white space at the end' "\"-- \" in the message" "$((top + 3))s/.*/-- /"
changed "drop its blank"
fault 1 "$top" 'white space at the end' "a blank at the end of a line" "${top}s/\$/ /"
changed "drop it"
fault 2 4 'white space at the end' "a tab at the end of the subject" "s/^Subject.*/&$tab/"
fault 1 "$((top + 3))" 'not UTF-8' "latin 1 in the message" "$((top + 3))s/ä/$(printf '\344')/"
for bytes in '\0300\0200' '\0355\0240\0200' '\0364\0220\0200\0200' '\0342\0202' '\0200' '\0377'; do
	fault 1 "$((top + 3))" 'not UTF-8' "$bytes in the message" "$((top + 3))s/ä/$(printf '%b' "$bytes")/"
done
fault 1 "$((top + 2))" 'patch\(1\) or git would take this for a diff' "a hunk in the message" \
	"$((top + 2))s/.*/${tab}@@ -1,2 +1,2 @@/"
fault 1 "$((top + 2))" 'patch\(1\) would look for that word' "Prereq: in the message" "$((top + 2))s/.*/ Prereq: 2.6/"
fault 1 4 'not UTF-8' "latin 1 in the subject" "s/^Subject.*/&$(printf '\344')/"
for text in '--- a/kernel/x.c' 'Index: kernel/x.c' '@@ -1,2 +1,2 @@'; do
	fault 1 "$((sob + 2))" 'patch\(1\) or git would take this for a diff' "\"$text\" below the ---" "/^---\$/a $text"
done
fault 2 "$((sob + 1))" 'no line --- between' "no ---, and no diffstat" "/^---\$/,/^\$/d"

# what only looks like it passes, and git keeps it
for text in '--' '----' '---text' '---  two blanks' '-- >8 --' 'From: Some One' 'Subject: later' 'From here on' \
		'# no comment' 'Index:x' 'diff of both' ' --- a/kernel/x.c' ' diff -u a b' '>From me' '@@ at' \
		'[PATCH] later' 'Signed-off' 'X-ray: on'; do
	fresh && sed -i "$((top + 3))s,.*,$text," m/one.patch
	ok "\"$text\" in the message passes" "$lint" m/series
	kept "... and git am keeps it"
done
for text in 'rcu: r at the beginning' 'sched: [RFC] in the middle' 'net/ipv4, x86: two areas' 'sched: re: it' 'sched: ä'; do
	fresh && sed -i "s|^Subject: .*|Subject: $text|" m/one.patch
	ok "the subject \"$text\" passes" "$lint" m/series
	kept "... and git am keeps it"
done

# ---- the diff

b=$(line 'diff --git a/kernel/b.c')
for kind in 'renames a file|similarity index 90%\nrename from kernel/b.c\nrename to kernel/c.c' \
		'copies a file|similarity index 90%\ncopy from kernel/b.c\ncopy to kernel/c.c' \
		"changes a file's mode|old mode 100644\nnew mode 100755"; do
	fault 1 '[0-9]+' "${kind%%|*}" "a patch that ${kind%%|*}" "${b}a ${kind#*|}"
done
fresh && sed -i "$b,\$d" m/one.patch && printf '%s\n' 'diff --git a/kernel/b.c b/kernel/b.c' \
	'old mode 100644' 'new mode 100755' >>m/one.patch
found 3 "one.patch:$((b + 1))" "changes a file's mode" "a change of the mode alone"
says "... and the diffstat does not know it" 'diffstat: by the diff it is'
fresh && sed -i "$((b + 2)),\$d" m/one.patch && printf '%s\n' 'GIT binary patch' 'literal 4' \
	'LcmZQzWMT#Y01f~L' '' 'literal 0' 'HcmV?d00001' '' >>m/one.patch
found 3 "one.patch:$((b + 2))" 'a binary part' "a binary part"
fresh && sed -i "$((b + 2)),\$d" m/one.patch &&
	echo 'Binary files a/kernel/b.c and b/kernel/b.c differ' >>m/one.patch
found 3 "one.patch:$((b + 2))" 'a binary part' "a binary part that is not even there"

fault 1 9 'CR in 3 lines' "three CRs" "9s/\$/$cr/;/^@@/s/\$/$cr/" two
fault 1 1 "CR in $(last one) lines" "CR everywhere" "s/\$/$cr/"
fault 1 "$(line 'It makes' two)" 'CR in 1 line$' "a CR inside a line" "s/makes/&$cr/" two
fresh && printf '\0' | dd of=m/one.patch bs=1 seek=300 conv=notrunc 2>/dev/null
"$lint" m/series >out 2>&1
says "a NUL byte" '^lint: m/one.patch:[0-9]+: a NUL byte'
blank=$(awk '/^@@/ { diff = 1 } diff && /^ $/ { print NR; exit }' good/one.patch)
fault 1 "$blank" 'an empty context line without its blank' "a blank context line without its blank" "${blank}s/ //"
plus=$(line '+line five')
fault 1 "$plus" 'an added line ends in white space' "a blank at the end of an added line" "${plus}s/\$/ /"
fault 1 "$plus" 'an added line ends in white space' "a tab at the end of one" "${plus}s/\$/$tab/"
hunk=$(line '@@ ')
fault 1 "$((hunk + 9))" "the hunk of line $hunk has more lines than the 7 and 6 that it says" "a count that is too low" \
	"${hunk}s/,9 +/,7 +/;${hunk}s/,8 @/,6 @/"
fault 1 "$((hunk + 11))" "the hunk of line $hunk does not have the 12 and 11 lines" "a count that is too high" \
	"${hunk}s/-\([0-9]*\),[0-9]* +\([0-9]*\),[0-9]*/-\1,12 +\2,11/"
fault 1 "$(($(last one) - 1))" ".* does not have the 7 and 7 lines that it says: the file ends before" "the last line is lost" '$d'
fault 1 '[0-9]+' ".* does not have the 9 and 8 lines that it says$" "a line in the middle is lost" "$((hunk + 1))d"
fault 4 "$hunk" 'not the head of a hunk' "a hunk without numbers" "${hunk}s/-[0-9]*/-x/"
fault 1 '[0-9]+' 'the hunk moves line' "a hunk that says another place" '/^@@/{x;s/^/x/;/^xx$/{x;s/+[0-9]*/+30/;x};x}'
fault 1 "$((hunk + 11))" 'the hunk begins at line 5, behind one that ends at line 10' "a hunk that overlaps" \
	's/^@@ -28,7 +27,7/@@ -5,7 +4,7/'
fault 3 "$((b + 4))" 'the hunk changes nothing' "a hunk without a change" 's/^-line 10 / line 10 /; /^+line ten/d'
fault 3 "$((b + 3))" 'no hunk for this file' "no hunk" "$((b + 4)),\$d"
fresh && echo 'and a last word' >>m/one.patch
found 1 "one.patch:$(($(last one) + 1))" 'text behind a hunk' "text behind the last hunk"
fresh && printf -- '-- \n2.39\n' >>m/one.patch
found 1 "one.patch:$(($(last one) + 1))" 'not a signature of one line and an empty one' "a signature that git does not write"
fault 1 "$b" 'text behind a hunk' "text between two files" "${b}i\\
so it is"
fault 1 '[0-9]+' 'neither diffstat nor signature' "no diffstat" '/^ kernel.*|/d;/^ .*changed/d'
fault 1 "$(line ' kernel/b.c')" 'diffstat: the diff adds 1 and deletes 1' "a wrong number in the diffstat" '/^ kernel.b.c/s/2 +-/3 ++-/'
fault 1 "$(line ' kernel/b.c')" 'diffstat: the diff adds 1 and deletes 1' "a wrong graph" '/^ kernel.b.c/s/2 +-/2 ++/'
fault 1 "$(line ' kernel/b.c')" 'diffstat: here the diff has kernel/b.c' "another name in the diffstat" '/^ kernel.b.c/s/b.c/c.c/'
fault 1 "$(line ' 2 files')" 'diffstat: by the diff it is "2 files changed, 3 insertions' "a wrong sum" 's/3 insertions/4 insertions/'
fault 1 "$(($(line ' 2 files') - 1))" 'diffstat: 1 files, the diff has 2' "a file that is not in the diffstat" '/^ kernel.b.c/d'
fault 2 "$(line ' 2 files')" 'diffstat: 2 files, the diff has 1' "a whole file is cut off the end" "$b,\$d"
fault 1 "$(line ' create mode' two)" 'diffstat: no "create mode" of kernel/new.h' "no create mode" 's/^ create mode.*/ and a note/' two
fault 2 "$(line ' create mode' two)" 'diffstat: no "create mode" of kernel/new.h' "another file's" '/^ create mode/s/new/old/' two
fault 1 "$(line ' delete mode' three)" 'diffstat: no "delete mode" of kernel/new.h' "no delete mode" 's/^ delete mode.*/ and a note/' three
fault 1 '[0-9]+' 'diffstat: the diff does not say so' "a create mode too much" '/^ create mode/{p;s/new/old/}' two

fault 1 "$b" 'paths without a/ and b/' "no a/ and b/" 's, [ab]/kernel/b, kernel/b,g'
fault 1 "$b" 'paths without a/ and b/' "absolute without a/ and b/" 's, [ab]/kernel/b, /kernel/b,g'
fault 2 "$b" '/kernel/b.c: an absolute path' "an absolute path" 's, \([ab]\)/kernel/b, \1//kernel/b,g'
fault 2 "$b" '../kernel/b.c: an empty, . or .. part' "a path with .." 's, \([ab]\)/kernel/b, \1/../kernel/b,g'
for own in .git .GIT git~1; do
	fault 2 "$b" "$own/b.c: a part $own in the path" "a path in git's own folder, $own" \
		"s, \\([ab]\\)/kernel/b, \\1/$own/b,g"
	fault 1 "$(line 'diff --git a/kernel/new' two)" "kernel/$own/new.h: a part $own in the path" \
		"a new file in it, $own" "s,kernel/new,kernel/$own/new,g" two
done
fault 2 "$b" 'kernel/./b.c: an empty, . or .. part' "a path with ." 's, \([ab]\)/kernel/b, \1/kernel/./b,g'
fault 2 "$b" 'kernel/.*a blank, quote or backslash' "a path with a blank" 's, \([ab]\)/kernel/b, \1/kernel/b b,g'
fault 1 "$b" 'two different paths' "two paths" "$b"'s,/b.c$,/c.c,'
fault 1 "$((b + 2))" '--- a/kernel/c.c is not a/kernel/b.c' "another old path" 's,^--- a/kernel/b,--- a/kernel/c,'
fault 1 "$((b + 3))" '\+\+\+ b/kernel/b.c.2026.* is not b/kernel/b.c' "a new path with a date" "s,^+++ b/kernel/b.*,&${tab}2026-12-01,"
fault 1 "$((b + 2))" 'no line --- a/kernel/b.c' "no old path" "$((b + 2))d"
fault 1 "$b" 'no index line' "no index line" "$((b + 1))d"
fault 1 "$((b + 1))" 'index: not two whole ids of 40 digits' "a short index line" "$((b + 1))s/\\([0-9a-f]\\{7\\}\\)[0-9a-f]\\{33\\}/\\1/g"
fault 1 "$((b + 1))" 'index: not two whole ids of 40 digits' "ids of 41 digits" "$((b + 1))s/ 100644/0&/"
fault 1 "$((b + 1))" 'index: no mode' "no mode" "$((b + 1))s/ 100644//"
fault 1 "$((b + 1))" 'index: mode 100755, of a program, but kernel/b.c is a source file' "a source file that can be run" \
	"$((b + 1))s/ 100644/ 100755/"
for name in Makefile Kconfig.preempt x.h x.S; do
	fault 1 "$((b + 1))" "index: mode 100755, .*kernel/$name is a source file" "$name that can be run" \
		"$((b + 1))s/ 100644/ 100755/; s,kernel/b\\.c,kernel/$name,g"
done
fault 1 "$((b + 1))" 'index: no mode of a plain file' "the mode of a link" "$((b + 1))s/ 100644/ 120000/"
fault 2 "$((b + 1))" 'index: the same id before and after' "the same id twice" "$((b + 1))s/ \\(.*\\)\\.\\..* / \\1..\\1 /"
fault 1 "$((b + 1))" 'index: no id before, but no "new file mode"' "no id before" "$((b + 1))s/ .*\\.\\./ $zero../"
fault 2 "$((b + 1))" 'index: no id after, but no "deleted file mode"' "no id after" "$((b + 1))s/\\.\\.[0-9a-f]*/..$zero/"
fault 1 "$((b + 1))" 'not a line of the head of a diff' "another line in the head" "${b}a what is this"
fault 2 "$b" 'kernel/b.c a second time' "a file twice in a patch" 's,kernel/a.c,kernel/b.c,g'
fresh && printf '\\ No newline at end of file\n' >>m/three.patch
ok "a deleted file may have no line end" "$lint" m/series

new=$(line 'diff --git a/kernel/new' two)
fault 1 "$((new + 1))" 'a new file that is not a plain one of mode 100644' "a new file that can be run" 's/^new file mode .*/new file mode 100755/' two
fault 1 "$((new + 2))" 'index: a new file, but an id before' "a new file with an id before" "$((new + 2))s/$zero/$(echo $zero | tr 0 1)/" two
fault 1 "$((new + 2))" 'index: a mode, though a line of its own has it' "a new file with two modes" "$((new + 2))s/\$/ 100644/" two
fault 1 "$((new + 3))" '--- a/kernel/new.h is not /dev/null' "a new file with an old path" "$((new + 3))s,/dev/null,a/kernel/new.h," two
fault 1 "$(($(last two) + 1))" 'the new file ends in an empty line' "a new file with an empty line at its end" \
	'/ kernel.new/s/3 +++/4 ++++/; s/4 insertions/5 insertions/; s/0,0 +1,3/0,0 +1,4/; $a+' two
fault 1 "$(last two)" 'a blank before a tab in the indentation' "a blank before a tab in a new file" "\$s/^+$tab/+ $tab/" two
fault 1 "$((new + 5))" 'not the one hunk of a new or deleted file' "a new file that begins at line 5" 's/0,0 +1,3/4,0 +5,3/; s/5,0 +6,3/0,0/' two
fault 1 "$(($(last one) + 1))" 'the file has no line end at its end' "a file without line end" '$a\
\\ No newline at end of file'

# what patch(1) does where git does not
if command -v patch >/dev/null; then
	fresh
	sed -i "$((top + 1)),$((top + 2))d
${top}s/.*/ --- a\/kernel\/b.c\n +++ b\/kernel\/b.c\n @@ -1,2 +1,2 @@\n -line 1 of b\n +line one of b\n  line 2 of b/" m/one.patch
	code "$NOTOK" "an indented diff in the message" "$lint" m/series
	says "... is refused" 'would take this for a diff'
	kept "... though git am keeps it"
	in_repo checkout -q --detach base
	patch -s -d repo -p1 <m/one.patch >out 2>&1
	is "... since patch(1) applies it" "$(sed 1q repo/kernel/b.c)" "line one of b"
	in_repo reset -q --hard
else
	skip "an indented diff in the message" "patch is not installed"
fi

# ---- the chain of ids

blob() # REVISION FILE
{
	in_repo rev-parse "$1:$2"
}
seven=$(echo "$zero" | tr 0 7)
cat >blobs <<END
# what a file is, and where
kernel/a.c $(blob base kernel/a.c) v1 v2
kernel/b.c $(blob base kernel/b.c) v1
kernel/b.c $seven v2
kernel/new.h - v1 v2
END
ok "the ids fit the base" "$lint" --blobs blobs --base v1 good/series
code "$NOTOK" "they do not fit another" "$lint" --blobs blobs --base v2 good/series
says "... which file, and at which line" "^lint: good/one.patch:$((b + 1)): index: kernel/b.c is 777777777777 before this, not [0-9a-f]{12}, says blobs\$"
is "... and only that" "$(grep -c '^lint:' out)" 1
sed '/^kernel.new/d' blobs >few
code "$NOTOK" "a file that the blobs do not have" "$lint" --blobs few --base v1 good/series
says "... is named" '^lint: good/two.patch:[0-9]+: the blobs of v1 do not have kernel/new.h'
sed "s/^kernel.new.h -/kernel\/new.h $seven/" blobs >there
code "$NOTOK" "a new file that the base has" "$lint" --blobs there --base v1 good/series
says "... is named" 'index: kernel/new.h is 777777777777 before this, not absent, says there'
sed "s/^kernel.new.h -/kernel\/new.h $zero/" blobs >zeros
ok "zeros are as good as -" "$lint" --blobs zeros --base v1 good/series
code "$USAGE" "a base that nothing is said about" "$lint" --blobs blobs --base v3 good/series
for line in 'kernel/x.c' 'kernel/x.c 1234567 v1' "kernel/x.c $zero" 'kernel/a.c - v1'; do
	{ cat blobs; echo "$line"; } >broken
	code "$BADFILE" "blobs with '$line'" "$lint" --blobs broken --base v1 good/series
	says "... the line is named" '^lint: broken:6: '
done
code "$BADFILE" "blobs that are not there" "$lint" --blobs nowhere --base v1 good/series
fault 1 '[0-9]+' 'index: kernel/b.c is [0-9a-f]{12} before this, not 777777777777, says m/one.patch' \
	"a patch that follows on another" '/^diff.*b.c$/,/^index/s/^index [0-9a-f]\{12\}/index 777777777777/' two
fault 1 '[0-9]+' 'index: kernel/new.h is [0-9a-f]{12} before this, not 777777777777, says m/two.patch' \
	"a file deleted that is another" '/^diff.*new.h$/,/^index/s/^index [0-9a-f]\{12\}/index 777777777777/' three

# the chain of modes, for what can be run
fresh
sed -i 's,kernel/b\.c,kernel/b,g; /^diff.*b$/,/^---/s/ 100644$/ 100755/' m/*.patch
ok "what is no source file may be one that can be run" "$lint" m/series
sed -i '/^diff.*b$/,/^---/s/ 100755$/ 100644/' m/one.patch
found 1 'two.patch:[0-9]+' 'index: kernel/b has mode 100644 before this, not 100755, says m/one.patch' \
	"but not for one patch only"

# ---- the series

series() # N LINE PATTERN DESCRIPTION TEXT: the good patches under that series
{
	fresh
	printf '%b' "$5" >m/series
	found "$1" "$2" "$3" "$4"
}
series 1 'one.patch:[0-9]+' 'index: kernel/b.c is .* before this, not .*, says m/' "two patches in the wrong order" 'two.patch\none.patch\nthree.patch\n'
series 1 'series:3' 'one.patch a second time; it was in line 1' "a patch twice" 'one.patch\ntwo.patch\none.patch\nthree.patch\n'
series 1 'three.patch:1' 'a patch that is in no series' "a patch that is not listed" 'one.patch\ntwo.patch\n'
series 1 'three.patch:1' 'a patch that is in no series' "in a comment it is not listed" 'one.patch\ntwo.patch\n#three.patch\n'
series 2 'three.patch:1' 'a patch that is in no series' "nor as a part of another name" 'one.patch\ntwo.patch\nthree.patch2\n'
series 1 'series:4' 'four.patch is not there' "a listed patch that is not there" 'one.patch\ntwo.patch\nthree.patch\nfour.patch\n'
series 1 'series:2' 'white space at the end' "a blank at the end of a line" 'one.patch\ntwo.patch \nthree.patch\n'
series 1 'series:3' 'no line end at the end' "no line end at the end" 'one.patch\ntwo.patch\nthree.patch'
series 1 'series:1' 'CR in 3 lines' "CR line ends" 'one.patch\r\ntwo.patch\r\nthree.patch\r\n'
series 1 'series:2' '"-p0" behind a name' "-p0" 'one.patch\ntwo.patch -p0\nthree.patch\n'
series 1 'series:2' '"-R" behind a name' "-R" 'one.patch\ntwo.patch -R\nthree.patch\n'
series 1 'series:2' '"-p1" behind a name' "more than one option" 'one.patch\ntwo.patch -p1 -R\nthree.patch\n'
series 1 'series:4' '".*two.patch" is no name' "a path out of the folder" 'one.patch\ntwo.patch\nthree.patch\n../good/two.patch\n'
series 4 'series:1' 'the series is empty' "an empty series" '# nothing\n\n'
series 4 'series:1' 'the series is empty' "an empty file" ''
fresh && ln -s gone m/link.patch && echo link.patch >>m/series
found 1 series:6 'link.patch is a link to gone, which is no file' "a link to nothing"
fresh && mv m/two.patch two.common && ln -s ../two.common m/two.patch
ok "a link to a file passes" "$lint" m/series
ln -sf "$T/two.common" m/two.patch
found 1 series:3 'two.patch is a link to an absolute path' "a link to an absolute path"
fresh && mkdir m/four.patch && echo four.patch >>m/series
found 1 series:6 'four.patch is not there, or no file' "a folder as a patch"
fresh && mv m/three.patch m/third && sed -i 's/three.patch/third/' m/series
ok "a patch may have any name" "$lint" m/series
fresh && cp good/one.patch m/one.patch.orig && cp good/one.patch m/x.diff
found 1 x.diff:1 'a patch that is in no series' "a .diff is a patch, a .orig is none"
fresh && mv m/series m/series-1 && echo one.patch >m/series-2
ok "several series in a folder: each patch is in one of them" "$lint" m/series-2
ok "... both at once" "$lint" m/series-1 m/series-2
cp m/one.patch m/left.patch
code "$NOTOK" "one that is in none" "$lint" m/series-1 m/series-2
is "... is said once" "$(grep -c . out)" 2
echo left.patch >m/series-2~
code "$NOTOK" "... and an editor's copy of a series does not count" "$lint" m/series-1

# ---- the command line

for args in '' '--blobs blobs' '--blobs blobs good/series' '--base v1 good/series' '--lost good/series' \
		'--blobs blobs --base v1' '-x'; do
	# shellcheck disable=SC2086
	code "$USAGE" "lint $args" "$lint" $args
done
ok "--help" "$lint" --help
code "$BADFILE" "a series that is not there" "$lint" nowhere/series
says "... is named" '^lint: nowhere/series: cannot read'
code "$BADFILE" "a folder" "$lint" good
code "$BADFILE" "one of several that is not there, and a fault in another" "$lint" nowhere/series m/series-1
says "... which is told as well" 'left.patch:1: a patch that is in no series'

# ---- cut off behind any byte, and with another byte anywhere

# each_byte KIND FILE: for each N a folder KIND/N with a series of one patch,
# which is FILE up to byte N, or FILE with another byte N
each_byte()
{
	each_size=$(wc -c <"$2")
	mkdir "$1"
	(cd "$1" && seq 0 "$each_size" | xargs mkdir)
	awk -v kind="$1" '
		function put(file, text) { printf "%s", text >file; close(file) }
		{ text = text $0 "\n" }
		END {
			other = "\n -+@\t/\377x0"
			for (n = 0; n <= length(text); n++) {
				put(kind "/" n "/series", "p.patch\n")
				some = substr(text, 1, n)
				if (kind !~ /^cut/)
					some = some substr(other, n % 10 + 1, 1) substr(text, n + 2)
				put(kind "/" n "/p.patch", some)
			}
		}' "$2"
}
for file in good/one bare/two; do
	kind=cut-$(echo "$file" | tr / -)
	each_byte "$kind" "$file.patch"
	seq -f "$kind/%g/series" 0 "$each_size" | xargs "$lint" >out 2>&1
	is "$file cut off anywhere: found, if not behind its last byte" "$(
		sed -n "s,^lint: $kind/\\([0-9]*\\)/p\\.patch:.*,\\1,p" out |
			awk -v size="$each_size" '{ seen[$1] = 1 }
				END { for (n = 0; n <= size && seen[n]; n++) ; print n }')" "$each_size"
	silent_on "... and the whole one is not" "/$each_size/"
	silent_on "... and lint does not crash" 'runtime error|AddressSanitizer|terminated'
done
each_byte other good/two.patch
code 123 "another byte anywhere" sh -c "seq -f other/%g/series 0 $each_size | xargs '$lint'"
silent_on "... lint does not crash" 'runtime error|AddressSanitizer|terminated'
finish
