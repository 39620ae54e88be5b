#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# scripts/tree: the patches go on whole and exactly, or not at all; what stands
# there is the pinned tree.
. "${0%/*}/tap.sh"
. "${0%/*}/fake.sh"
base=v2.6.25-rc6
fake_linux
KERNEL_GIT=$T/linux "$S/source" --all >"$T/out" 2>&1 || diag "$(cat "$T/out")"
series=$PATCHES/2.6.25-rc6/series
cp -R "$PATCHES" "$T/good"

restore() # the good patches, and no tree
{
	rm -rf "$PATCHES" "$O"
	cp -R "$T/good" "$PATCHES"
}

tree() # [OPTION]
{
	timeout 30 "$S/tree" "$@" $base
}

no_tree() # WHY: neither a tree nor a leftover of one
{
	is "  no tree, nothing left" "$(find "$O/tree" -mindepth 1 ! -name '.lock-*' 2>/dev/null)" ""
}

where=$(tree --where)
pinned() # the tree is the one that fake_pin made another way
{
	rm -rf "$T/check"
	git init -q "$T/check"
	cp -R "$where/." "$T/check/"
	git -C "$T/check" add -A -f
	is "$1" "$(git -C "$T/check" write-tree)" \
		"$(awk -v t="$base" '$1 == t { print $7 }' "$BASES")"
}

# ---- all is well

ok "a tree is made" tree
says "  the steps name every patch" 'PATCH +2\.6\.25-rc6/two\.patch'
is "  in the order of the series" "$(sed -n 's/.*PATCH *//p' "$T/out" | tr '\n' ' ')" \
	"toolchain/makefile-quiet.patch 2.6.25-rc6/one.patch 2.6.25-rc6/two.patch 2.6.25-rc6/three.patch "
pinned "  it is the pinned one"
ok "  a file that is ignored and tracked is in it" test -f "$where/arch/x86/boot/keep.o"
ok "  a program of it can be run" test -x "$where/scripts/conf"
before=$(state "$O/tree")
ok "a second run" tree
is "  has nothing to say" "$(cat "$T/out")" ""
ok "a second run with standard input closed" closed tree
ok "a second run on a standard input that never ends" waiting "$S/tree" $base
ok "make's second run" env VERBOSE_UP_TO_DATE=1 "$S/tree" $base
says "  says that every patch is on" 'every patch is on, tree as pinned'
is "  none of them changed anything" "$(state "$O/tree")" "$before"
ok "--verify" tree --verify
is "  changes nothing" "$(state "$O/tree")" "$before"
rm -rf "$O"
ok "with standard input closed" closed "$S/tree" $base
rm -rf "$O"
ok "on a standard input that never ends" waiting "$S/tree" $base
pinned "  it is the pinned one"
ok "another base, without a series" "$S/tree" v2.6.25
is "  its only patch" "$(sed -n 's/.*PATCH *//p' "$T/out")" "toolchain/makefile-quiet.patch"
ok "  the first one stays" test -d "$where"
code 2 "no base" "$S/tree"
code 2 "two bases" "$S/tree" $base v2.6.25
code 2 "an unknown option" "$S/tree" --force $base

# ---- changed after it was made

change() # WHAT COMMAND FILE
{
	rm -rf "$O"
	cp -Rp "$T/made" "$O"
	(cd "$where" && eval "$2")
	code 12 "a tree $1: --verify" tree --verify
	says "  names the file" "$3"
	says "  and the way out" 'patch of the series, then remove this folder'
	code 12 "  make tree says so, too" env VERBOSE_UP_TO_DATE=1 "$S/tree" $base
}
rm -rf "$O"
tree >"$T/out" 2>&1
cp -Rp "$O" "$T/made"
change "with a changed file" 'echo >>kernel/sched.c' 'kernel/sched\.c was changed$'
change "with a byte changed, same size and time" \
	'touch -r kernel/panic.c t; sed -i s/panic/Panic/ kernel/panic.c; touch -r t kernel/panic.c; rm t' \
	'kernel/panic\.c was changed$'
change "with a new file" 'echo >kernel/new.c' 'kernel/new\.c is new in it'
change "with a new file that git would ignore" 'echo >kernel/new.o' 'kernel/new\.o is new in it'
change "without a file" 'rm init/version.c' 'init/version\.c is gone'
change "with another mode" 'chmod -x scripts/conf' 'scripts/conf was changed'
change "with three changes" 'rm Kconfig; echo >>Makefile; echo >new' 'Kconfig is gone \(and 2 more\)'
change "with a link for a file" 'mv Kconfig k; ln -s k Kconfig' 'Kconfig was changed \(and 1 more\)'
change "whose list is gone" 'rm ../*.files; rm Kconfig' 'a file was changed'
rm -rf "$where"
ok "removed, it is made anew" tree
ok "  and verified" tree --verify
mv "$XDG_CACHE_HOME" "$T/cache.away"
ok "--verify needs no cache" tree --verify
mv "$T/cache.away" "$XDG_CACHE_HOME"
rm -rf "$O"
code 12 "--verify of no tree" tree --verify

# ---- patches that do not apply

fails() # CODE WHAT: nothing may be there afterwards
{
	code "$1" "$2" tree
	no_tree
}
two=$PATCHES/2.6.25-rc6/two.patch

restore
sed -i 's/^  *if (sched_feat(NEW_FAIR/ if  (sched_feat(NEW_FAIR/; s/^ 	if (sched_feat/ 	if  (sched_feat/' "$two"
fails 13 "a context line that differs: patch(1) would take it with fuzz"
says "  names the second hunk, the file and what to do" \
	'2\.6\.25-rc6/two\.patch: needs refresh: hunk 2 of kernel/sched_fair\.c'
code 13 "  the second time, too" tree
silent_on "  the patches behind it were not tried" 'PATCH +2\.6\.25-rc6/three'
restore
sed -i 's/^+\(.*Two hunks\)/+x\1/; s/^ \(.*Fairness\)/ x\1/' "$two"
fails 13 "a context line of the first hunk that differs"
says "  names the first hunk" 'hunk 1 of kernel/sched_fair\.c'
restore
sed -i 's/kernel\/sched_fair/kernel\/sched_none/' "$two"
fails 13 "a patch of a file that is not there"
says "  names the patch and the file" 'two\.patch: kernel/sched_none\.c: No such file'
restore
printf 'one.patch\nthree.patch\n' >"$series"
fails 12 "a patch taken away, the others apply"
says "  says how to pin it" 'scripts/pin v2\.6\.25-rc6'
restore
printf 'three.patch\ntwo.patch\none.patch\n' >"$series"
ok "another order that gives the same tree" tree

restore
sed 's/21;/22;/; s/20;/21;/' "$PATCHES/2.6.25-rc6/three.patch" >"$PATCHES/2.6.25-rc6/four.patch"
git -C "$T/linux" checkout -q -b upstream $base
git -C "$T/linux" apply "$two"
git -C "$T/linux" commit -q -a -m 'upstream has it'
git -C "$T/linux" tag -f $base >/dev/null
# its tree after the patches cannot be computed, and is of no interest
fake_pin $base 2.6.25 -
sed -i -e '/^v2.6.25-rc6/s/ - / 2.6.25-rc6 /' -e '/^v2.6.25-rc6/s/ it is.*//' "$BASES"
env XDG_CACHE_HOME="$T/upstream" KERNEL_GIT="$T/linux" "$S/source" $base >"$T/out" 2>&1
code 13 "a patch that the base has already" env XDG_CACHE_HOME="$T/upstream" "$S/tree" $base
says "  says so, with its name" 'two\.patch: is in v2\.6\.25-rc6 already'
says "  and what to do" 'take it out of the series'
no_tree
git -C "$T/linux" checkout -q v2.6.25
git -C "$T/linux" tag -f $base "$(awk -v t=$base '$1 == t { print $2 }' "$T/good/bases")" >/dev/null

restore
sed -i 's/$/\r/' "$two"
fails 13 "a patch with CR line ends"
says "  says so, and the way out" 'two\.patch: has CR line ends'
restore
sed -i 's/return;/return;\r/; s/^+.*Two.*/&\r/' "$two"
fails 13 "a patch with one CR line end"
restore
sed -i '$d' "$two"
fails 13 "a patch without its last line"
says "  says so" 'two\.patch: corrupt patch at .*line'
restore
sed -i 's/^@@ -1,4 +1,5 @@/@@ -1,4 +1,6 @@/' "$two"
fails 13 "a patch with a wrong count of lines"
restore
: >"$two"
fails 13 "an empty patch"
says "  names it" '2\.6\.25-rc6/two\.patch: '
restore
sed -i '/^diff/,$d' "$two"
fails 13 "a mail without a patch"
restore
(
	cd "$T/linux" && printf 'a\0b' >kernel/logo.bin && git add -f kernel/logo.bin &&
		git diff --cached --binary >>"$two"
	git reset -q --hard
)
fails 13 "a patch with a binary part"
says "  says so" 'two\.patch: has a binary part'
restore
echo 'Binary files a/kernel/logo and b/kernel/logo differ' >>"$two"
fails 13 "a patch that only speaks of a binary part"
restore
for path in ../../outside /etc/outside .git/config; do
	printf -- '--- /dev/null\n+++ b/%s\n@@ -0,0 +1 @@\n+x\n' "$path" >"$two"
	fails 13 "a patch of $path"
done

# ---- series

bad_series() # WHAT LINE-AND-TEXT
{
	code 21 "$1" tree
	says "  names the place and what is wrong" "$2"
	no_tree
	restore
}
restore
printf 'one.patch\ntwo.patch -p1\nthree.patch' >"$series"
ok "a series with -p1 and without a last line end" tree
pinned "  is read as quilt reads it"
restore
printf '\n  # a\none.patch # b\n\n\t two.patch\t#c\n#one.patch\nthree.patch   \n\n' >"$series"
ok "a series with remarks, blanks and empty lines" tree
pinned "  is read as quilt reads it"
restore
printf 'one.patch\ntwo.patch\none.patch\n' >"$series"
bad_series "a patch named twice" 'series:3: "one\.patch" is named a second time'
printf 'one.patch -p0\ntwo.patch\n' >"$series"
bad_series "a patch with -p0" 'series:1: "-p0"'
printf 'one.patch\ntwo.patch -R\n' >"$series"
bad_series "a patch to be reversed" 'series:2: "-R"'
printf 'one.patch -p1 -R\n' >"$series"
bad_series "a patch with two options" 'series:1: '
printf 'a name.patch\n' >"$series"
bad_series "a name with a space" 'series:1: "name\.patch"'
printf 'one.patch\r\ntwo.patch\r\n' >"$series"
bad_series "CR line ends" 'series:1: has a CR line end'
: >"$series"
bad_series "an empty series" 'series: the series is empty'
says "  and how none is asked for" 'write - for it'
printf '# none yet\n\n' >"$series"
bad_series "a series of remarks" 'the series is empty'
printf 'one.patch\nfour.patch\n' >"$series"
bad_series "a patch that is not there" 'four\.patch is not there'
mkdir "$PATCHES/2.6.25-rc6/four.patch"
printf 'four.patch\n' >"$series"
bad_series "a patch that is a folder" 'four\.patch is not there'
for name in '*.patch' ../toolchain/makefile-quiet.patch /etc/passwd '$(id)' './one.patch' -p1; do
	printf '%s\n' "$name" >"$series"
	bad_series "a series that names $name" 'series:1: '
done
rm "$series"
bad_series "a series that is not there" 'no such series'
sed -i 's/ 2\.6\.25 / 2.6.99 /' "$BASES"
bad_series "a toolchain series that is not there" 'toolchain/series-2\.6\.99: no such series'
mkdir "$PATCHES/2.6.25-rc6/sub"
mv "$two" "$PATCHES/2.6.25-rc6/sub/"
sed -i 's,^two,sub/two,' "$series"
ok "a patch in a folder below" tree
where=$(tree --where)
pinned "  is taken"

# ---- pins

restore
where=$(tree --where)
other_pin="/^$base/s/ [0-9a-f]*\$/ $(printf '%040d' 7)/"
sed -i "$other_pin" "$BASES"
fails 12 "another tree is pinned"
says "  both are named" 'the patched tree is [0-9a-f]{40}, .*bases says 0{39}7'
ok "  pinned again" "$S/pin" $base
is "  as it was" "$(cat "$BASES")" "$(cat "$T/good/bases")"
ok "  and made" tree
sed -i "$other_pin" "$BASES"
code 12 "another tree is pinned than stands there: --verify" tree --verify
says "  says so" 'the patched tree is [0-9a-f]{40}'
restore
files=$(awk -v t=$base '$1 == t { print $4 }' "$BASES")
sed -i "s/$files/$(echo "$files" | tr '0-9a-f' '1-9a-f0')/" "$BASES"
fails 12 "the files are not the pinned ones"
says "  both sums are named" 'sha256 [0-9a-f]{64}, pinned [0-9a-f]{64}'

# without the series
restore
ok "what is released is pinned as well" "$S/pin"
ok "a tree without the series" env SERIES=stock "$S/tree" $base
stock=$(SERIES=stock "$S/tree" --where $base)
is "  it stands apart" "$([ "$stock" != "$(tree --where)" ] && [ -d "$stock" ] && echo yes)" yes
ok "  with what the tools need" env SERIES=stock "$S/tree" --verify $base
is "  and no scheduler patch" "$(git -C "$T/linux" show $base:kernel/sched_fair.c | cmp - "$stock/kernel/sched_fair.c" 2>&1)" ""
sed -i "/^$base /d" "$PATCHES/stock"
code 21 "one that is not pinned" env SERIES=stock "$S/tree" $base
says "  the way out" 'run: scripts/pin'

# all are written, or none
restore
ok "pinned" "$S/pin"
mkdir "$T/was"
cp "$BASES" "$PATCHES/blobs" "$PATCHES/stock" "$T/was"
if chattr +i "$PATCHES/blobs" 2>/dev/null; then
	chattr -i "$PATCHES/blobs"
	echo '# old' >>"$PATCHES/blobs"
	sed -i "$other_pin" "$BASES"
	cp "$BASES" "$T/was"
	chattr +i "$PATCHES/blobs"
	code 18 "pin, and blobs cannot be replaced" "$S/pin"
	chattr -i "$PATCHES/blobs"
	is "  bases is as it was" "$(cmp "$BASES" "$T/was/bases" 2>&1)" ""
	silent_on "  and nothing is said to be pinned" '^  PIN '
else
	skip "pin, and blobs cannot be replaced" "this file system has no chattr +i"
fi
restore

# ---- the cache is damaged

restore
cp -R "$CACHED" "$T/cached"
chmod -R u+w "$CACHED"
for place in 100 1500 3000; do
	cp -R "$T/cached/objects/pack" "$CACHED/objects/"
	for pack in "$CACHED"/objects/pack/*.pack; do
		printf 'rotten' | dd of="$pack" bs=1 seek=$place conv=notrunc 2>/dev/null
	done
	rc=0
	tree >"$T/out" 2>&1 || rc=$?
	case $rc in
	12) says "a cache damaged at $place: content, and the way out" \
		'fetch the source again' ;;
	*) is "a cache damaged at $place: has not got the base" $rc 11 ;;
	esac
	no_tree
	# what the message says, where it says so
	[ $rc -ne 12 ] || rm -rf "$CACHED"
	ok "  fetched again, all is well" env KERNEL_GIT="$T/linux" "$S/tree" $base
	pinned "  it is the pinned one"
	rm -rf "$O" "$CACHED"
	cp -R "$T/cached" "$CACHED"
	chmod -R u+w "$CACHED"
done
rm -f "$CACHED"/objects/pack/*
code 11 "a cache without its packs has not got the base" tree
no_tree
rm -rf "$CACHED"
mv "$T/cached" "$CACHED"
code 11 "no source: no tree" env XDG_CACHE_HOME="$T/none" "$S/tree" $base
no_tree

# ---- killed, and two at once

killed_tree() # NAME WHEN
{
	rm -rf "$O"
	[ "${3-}" != again ] || tree >"$T/out" 2>&1
	[ "${3-}" != again ] || echo '# changed' >>"$series"
	[ "${3-}" != again ] || echo '# changed' >>"$two"
	wrap "$1" "$2"
	ok "kill -9 at $1 ${2%%)*})${3:+, with an older tree}" killed "$T/mark" \
		env PATH="$T/wrap:$PATH" "$S/tree" $base
	rm "$T/wrap/$1"
	[ ! -d "$O/tree/.$base.tmp" ] || echo half >"$O/tree/.$base.tmp/half"
	is "  nothing stands at its place" "$(ls -d "$(tree --where)" 2>/dev/null)" ""
	ok "  the next run works" tree
	where=$(tree --where)
	pinned "  it is the pinned one"
	is "  no leftover" "$(find "$O/tree" -mindepth 1 -maxdepth 1 ! -name '.lock-*' |
		sed 's,.*/,,' | sort)" "${where##*/}
${where##*/}.files"
	restore
	where=$(tree --where)
}
restore
killed_tree tar 'case " $* " in *) "$real" "$@"; touch "$T/mark"; sleep 60 ;; esac'
killed_tree git 'case " $* " in *" apply "*two.patch*) touch "$T/mark"; sleep 60 ;; esac'
killed_tree git 'case " $* " in *" write-tree"*) touch "$T/mark"; sleep 60 ;; esac'
killed_tree git 'case " $* " in *" apply "*two.patch*) touch "$T/mark"; sleep 60 ;; esac' again
killed_tree rm 'case " $* " in *".old"*)
	for last do :; done; "$real" -r "$last/kernel" && touch "$T/mark" && sleep 60 ;; esac' again

wrap git 'case " $* " in *" apply "*two.patch*) touch "$T/mark"; sleep 1 ;; esac'
rm -f "$T/mark"
PATH=$T/wrap:$PATH "$S/tree" $base >"$T/first" 2>&1 </dev/null &
until_true test -e "$T/mark"
code 19 "a second run at the same time" tree
ok "  another base is free" "$S/tree" v2.6.25
wait $!
is "  the first one ends well" $? 0
pinned "  with the pinned tree"
rm "$T/wrap/git" "$T/mark"

rm -rf "$O"
wrap git 'case " $* " in *" apply "*two.patch*) touch "$T/mark"; sleep 1 ;; esac'
PATH=$T/wrap:$PATH "$S/tree" $base >"$T/out" 2>&1 </dev/null &
until_true test -e "$T/mark"
kill -TERM $!
wait $!
is "stopped by a signal: exit code" $? 130
no_tree
rm "$T/wrap/git"

# ---- places

restore
project=$T/outer/a/project
fake_project "$project"
git init -q "$T/outer"
git -C "$T/outer" commit -q --allow-empty -m outer
echo '*.c -diff text eol=crlf' >"$T/outer/.gitattributes"
before=$(state "$T/outer/.git")
ok "a project inside another git repository" env -u O -u PATCHES -u BASES \
	"$project/scripts/tree" $base
where=$(env -u O -u PATCHES -u BASES "$project/scripts/tree" --where $base)
is "  its place" "${where%-*}" "$project/out/tree/$base"
pinned "  it is the pinned one"
is "  the outer repository did not change" "$(state "$T/outer/.git")" "$before"
rm -rf "$project/out"
ok "a relative O" sh -c "cd '$project' && O=other scripts/tree $base"
where=$project/other/tree/${where##*/}
pinned "  it is the pinned one"
mv "$project" "$T/outer/a b"
rm -rf "$T/outer/a b/other"
ok "a path with a space, for the script alone" env -u O -u PATCHES -u BASES \
	"$T/outer/a b/scripts/tree" $base
where="$T/outer/a b/out/tree/${where##*/}"
pinned "  it is the pinned one"
ln -s "$T/outer/a b" "$T/link"
rm -rf "$T/outer/a b/out"
ok "by way of a symbolic link" env -u O -u PATCHES -u BASES "$T/link/scripts/tree" $base
pinned "  it is the pinned one"
rm -rf "$T/link" "$T/outer"

restore
code 18 "O is a file" env O="$BASES" "$S/tree" $base
if can_be_nobody; then
	mkdir -p "$O"
	chmod 555 "$O"
	code 18 "O without permission to write" as_nobody "$S/tree" $base
	says "  names it, and the way out" 'choose another place with O='
	chmod 755 "$O"
else
	skip "O without permission to write" "no other user can be taken on here"
fi
for size in 12 64 120 400; do
	if ! small_disk "$T/small$size" ${size}k; then
		skip "a disk of $size kB" "cannot mount a small disk"
		continue
	fi
	rc=0
	env O="$T/small$size" "$S/tree" $base >"$T/out" 2>&1 </dev/null || rc=$?
	there=$(find "$T/small$size" -mindepth 1 ! -name '.lock-*' ! -path "$T/small$size/tree" -printf 'x')
	case $rc${there:+t} in
	18|0t) is "a disk of $size kB: whole, or exit code 18 and nothing" yes yes ;;
	*) is "a disk of $size kB: exit code, and what is there" "$rc $there
$(cat "$T/out")" "18 or 0" ;;
	esac
	if [ $rc -eq 0 ]; then
		where=$T/small$size/tree/${where##*/}
		pinned "  it is the pinned one"
	else
		echo "$size" >>"$T/full"
	fi
done
[ -z "${small_disks-}" ] || ok "  some of these disks were full" test -s "$T/full"
finish
