#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# scripts/am, series and pin: a clone of somebody's own gets the whole series as
# commits, or stays exactly as it is.
. "${0%/*}/tap.sh"
. "${0%/*}/fake.sh"
base=v2.6.25-rc6
linux=$T/linux
clone=$T/clone
fake_linux

# a series that makes a new file, which another base has as well
mkdir -p "$PATCHES/common" "$PATCHES/2.6.26"
(
	cd "$linux" || exit 1
	git checkout -q "HEAD@{2}"
	mkdir kernel/feat
	echo '/* SPDX-License-Identifier: GPL-2.0 */' >kernel/feat/table.h
	git add kernel/feat
	git commit -q -m 'fake: a table of the features'
	git format-patch -k --no-signature -1 --stdout >"$PATCHES/common/table.patch"
	git checkout -q v2.6.25
	sed -i 's/TREE_AVG/DEEP_AVG/' kernel/sched.c
	sed -i 's/long credit(void)/long credit(int unused)/; s/credit()/credit(0)/' kernel/sched_fair.c
	git commit -q -a -m 'Linux 2.6.26'
	git tag -a -m 'Linux 2.6.26' v2.6.26
)
for series in 2.6.25-rc6 2.6.26; do
	ln -s ../common/table.patch "$PATCHES/$series/table.patch"
	echo table.patch >>"$PATCHES/$series/series"
done
patch_of 2.6.26/fair.patch kernel/sched_fair.c 's/return 20;/return 26;/'
echo fair.patch >>"$PATCHES/2.6.26/series"
cp "$PATCHES/toolchain/series-2.6.25" "$PATCHES/toolchain/series-2.6.26"
(
	cd "$linux" || exit 1
	git checkout -q v2.6.26
	sed -i 's/^EXTRAVERSION =.*/EXTRAVERSION = .1/' Makefile
	git commit -q -a -m 'Linux 2.6.26.1'
	git tag v2.6.26.1
	# a function moves
	sed -i '/^static unsigned long credit/,/^}/d' kernel/sched_fair.c
	printf '\nstatic unsigned long credit(int unused)\n{\n\treturn 20;\n}\n' >>kernel/sched_fair.c
	git commit -q -a -m 'Linux 2.6.26.2'
	git tag v2.6.26.2
	git checkout -q v2.6.26
	sed -i 's/history\[32\]/history[27]/' kernel/sched_fair.c
	git commit -q -a -m 'Linux 2.6.27-rc1'
	git tag v2.6.27-rc1
	git checkout -q v2.6.25-rc6
)
fake_pin $base 2.6.25 2.6.25-rc6
fake_pin v2.6.26 2.6.26 2.6.26
fake_pin v2.6.27-rc1 - -
KERNEL_GIT=$linux "$S/source" --all >"$T/out" 2>&1 || diag "$(cat "$T/out")"
after() # TAG: the pinned tree with all patches
{
	awk -v t="$1" '$1 == t { print $7 }' "$BASES"
}

# ---- series

ok "series" "$S/series" $base
is "  number and file, in order, the toolchain's first" \
	"$(awk 'NR % 2 { n = $1; next } { printf "%s %s ", n, $1 }' "$T/out")" \
	"1 toolchain/makefile-quiet.patch 2 2.6.25-rc6/one.patch 3 2.6.25-rc6/two.patch 4 2.6.25-rc6/three.patch 5 2.6.25-rc6/table.patch "
says "  and the subject" '^  3  fake: edit sched_fair\.c$'
code 23 "series of a base without one" "$S/series" v2.6.25
says "  the reason, word by word, and the bases with one" 'no series for this base: it is a fake, as /\* are$'
says "  and the bases with one" '-> the bases with a series: v2\.6\.25-rc6 v2\.6\.26'
code 2 "series of no base" "$S/series" v2.6.28
code 2 "series without a base" "$S/series"

cp -R "$PATCHES" "$T/good"
restore() # the good patches
{
	rm -rf "$PATCHES"
	cp -R "$T/good" "$PATCHES"
}
two=$PATCHES/2.6.25-rc6/two.patch
sed -i 's/^Subject: .*/Subject: =?UTF-8?q?fake:=20a=20subject?=\n that is folded/' "$two"
ok "a subject that is folded and encoded" "$S/series" $base
says "  is as git am will have it" '^  3  fake: a subject that is folded$'
sed -i '1,/^$/d' "$two"
code 13 "a patch that is no mail" "$S/series" $base
says "  is named" '2\.6\.25-rc6/two\.patch: is no mail with From: and Subject:'
restore
echo '# none' >"$PATCHES/2.6.25-rc6/series"
code 21 "an empty series" "$S/series" $base
says "  is no stock kernel in silence" 'series is empty'
restore

bad_row() # WHAT SED TEXT
{
	sed -i "$2" "$BASES"
	code 21 "bases: $1" "$S/series" $base
	says "  names the place" "patches/bases: v2\\.6\\.25-rc6: $3"
	restore
}
bad_row "a series, and a reason for none" "/^$base/s/\$/ why not/" 'has a series, and a reason for none: "why not"'
bad_row "neither a series nor a reason" "/^$base/s/ 2\.6\.25-rc6 / - /" 'no series, and no reason'
bad_row "a base twice" "/^$base/p" 'has two rows'
bad_row "a word too few" "/^$base/s/ [0-9a-f]*\$//" 'its row must have 7 words, it has 6'
bad_row "a short id" "/^$base/s/.\$//" 'has an id of the wrong length'
bad_row "a CR line end" "/^$base/s/\$/\r/" 'its row has a CR line end'

# ---- pin

cp "$BASES" "$T/bases"
ok "pin, without patches/blobs" "$S/pin"
is "  the ids are those that fake_pin computed" "$(cat "$BASES")" "$(cat "$T/bases")"
for tag in v2.6.25 $base v2.6.26 v2.6.27-rc1; do
	for file in kernel/sched.c kernel/sched_fair.c kernel/feat/table.h; do
		blob=$(git -C "$linux" rev-parse -q --verify "$tag:$file") || blob=-
		echo "$file $blob $tag"
	done
done | awk '{ k = $1 " " $2; t[k] = t[k] " " $3 } END { for (k in t) print k t[k] }' |
	sort >"$T/blobs"
is "  the contents are git's" "$(sed '/^#/d' "$PATCHES/blobs")" "$(cat "$T/blobs")"
before=$(state "$PATCHES")
ok "pin again" "$S/pin"
is "  says that there is nothing to do" "$(cat "$T/out")" \
	"  PIN     nothing to do: the ids are those of the patches (4 bases)"
is "  and nothing to write" "$(state "$PATCHES")" "$before"
rm -rf "$T/good"
cp -R "$PATCHES" "$T/good"

not_pinned() # CODE WHAT PATTERN [BASE]
{
	before=$(state "$PATCHES")
	code "$1" "pin: $2" "$S/pin" ${4+"$4"}
	says "  says so" "$3"
	is "  nothing is written" "$(state "$PATCHES")" "$before"
	restore
}
sed -i 's/^ 	if (sched_feat/ 	if  (sched_feat/' "$two"
not_pinned 13 "a patch that would need fuzz" 'two\.patch: needs refresh: hunk 2 of kernel/sched_fair\.c does not apply to v2\.6\.25-rc6'
echo fair.patch >>"$PATCHES/2.6.25-rc6/series"
ln -s ../2.6.26/fair.patch "$PATCHES/2.6.25-rc6/fair.patch"
not_pinned 13 "a patch that claims a base it does not fit" '2\.6\.25-rc6/fair\.patch: needs refresh: hunk 1'
sed -i '$d' "$two"
not_pinned 13 "a patch that was cut off" 'two\.patch: corrupt patch'
cp "$two" "$PATCHES/2.6.25-rc6/two-old.patch"
not_pinned 21 "a patch that no series names" '2\.6\.25-rc6/two-old\.patch: no series names it'
cp "$two" "$PATCHES/toolchain/stray.patch"
not_pinned 21 "the same in the toolchain's" 'toolchain/stray\.patch: no series names it'
sed -i '/^two/d' "$PATCHES/2.6.25-rc6/series"
not_pinned 21 "a patch that fell out of its series" '2\.6\.25-rc6/two\.patch: no series names it'
sed -i 's/^two/twofold/' "$PATCHES/2.6.25-rc6/series"
not_pinned 21 "a series that names a patch that is not there" 'twofold\.patch is not there'
not_pinned 2 "a base that is none" 'not a known base' v2.6.28
git --git-dir="$CACHED" update-ref refs/kept refs/cfsq/v2.6.26
git --git-dir="$CACHED" update-ref -d refs/cfsq/v2.6.26
not_pinned 11 "a base that is not in the cache" 'v2\.6\.26: is not in the cache' v2.6.26
before=$(state "$PATCHES")
ok "pin what is in the cache" "$S/pin"
is "  keeps what is known of the others" "$(state "$PATCHES")" "$before"
sed -i 's/ v2.6.26\( \|$\)/\1/' "$PATCHES/blobs"
ok "pin, with a base that nothing is known of" "$S/pin"
says "  says which" 'make am will not know them: v2\.6\.26 '
restore
git --git-dir="$CACHED" update-ref refs/cfsq/v2.6.26 refs/kept
sed -i 's/return 21;/return 22;/; s/^+++/+++/' "$PATCHES/2.6.25-rc6/three.patch"
ok "pin $base after a change" "$S/pin" $base
says "  says what is new" "PIN +$base [0-9a-f]{40}"
ok "  the tree is made so" "$S/tree" $base
restore
code 18 "pin without room for its own" env TMPDIR="$BASES" "$S/pin"
says "  the reason" "^pin: $BASES: cannot make a folder here: Not a directory$"
silent_on "  in words of its own alone" '^mktemp'
if small_disk "$T/pin-room" 64k; then
	code 18 "pin with little room for its own" env TMPDIR="$T/pin-room" "$S/pin"
	says "  the reason" '^pin: .*: cannot write: No space left on device$'
else
	skip "pin with little room for its own" "cannot mount a small disk"
fi
# the files of patches/ that are written: all, or none
for last in bases blobs stock; do
	for more in true 'rm "$PATCHES/blobs"'; do
		sed -i 's/return 21;/return 22;/' "$PATCHES/2.6.25-rc6/three.patch"
		echo '# old' | tee -a "$PATCHES/blobs" >>"$PATCHES/stock"
		eval "$more"
		wrap mv "case \" \$* \" in *'.tmp $PATCHES/$last '*)
			echo \"mv: cannot move: Operation not permitted\" >&2; exit 1 ;; esac"
		before=$(state "$PATCHES")
		code 18 "pin, and $last cannot be replaced" wrapped "$S/pin"
		says "  the reason" "^pin: .*patches/$last: cannot write: .*Operation not permitted$"
		says "  the way out" '^  -> see to it that it can be written and replaced$'
		silent_on "  nothing is said to be pinned" ' PIN '
		silent_on "  in words of its own alone" '^mv'
		is "  all are as they were" "$(state "$PATCHES")" "$before"
		rm "$T/wrap/mv"
		ok "  the next run works" "$S/pin"
		restore
	done
done
if can_be_nobody && [ "$(id -u)" -eq 0 ]; then
	echo '# old' >>"$PATCHES/blobs"
	chmod 755 "$PATCHES"
	before=$(state "$PATCHES")
	code 18 "pin in a folder that cannot be written" as_nobody "$S/pin"
	says "  the reason" 'patches: cannot write: .*Permission denied$'
	says "  the way out" '^  -> see to it that it can be written and replaced$'
	is "  all are as they were" "$(state "$PATCHES")" "$before"
	restore
else
	skip "pin in a folder that cannot be written" "not root"
fi
for odd in 'a\tb' "a
b"; do
	mkdir "$T/$odd"
	ln -s "$XDG_CACHE_HOME/cfs-queue" "$T/$odd/cfs-queue"
	case $odd in
	*t*) ok "pin, with a backslash in the path of the cache" env XDG_CACHE_HOME="$T/$odd" "$S/pin" ;;
	*) code 2 "pin, with a line break in it" env XDG_CACHE_HOME="$T/$odd" "$S/pin"
		says "  says so" '^pin: XDG_CACHE_HOME=.*[?]b/cfs-queue: a line break in the path' ;;
	esac
done
wrap git 'case " $* " in *" write-tree"*) touch "$T/mark"; sleep 1 ;; esac'
rm -f "$T/mark"
PATH=$T/wrap:$PATH "$S/pin" >"$T/first" 2>&1 </dev/null &
until_true test -e "$T/mark"
code 19 "pin twice at the same time" "$S/pin"
wait $!
is "  the first one ends well" $? 0
rm "$T/wrap/git"

# ---- am, where it shall work

fresh() # [TAG]: a clone with a branch on it
{
	chmod -R u+w "$clone" 2>/dev/null
	rm -rf "$clone"
	git clone -q "$linux" "$clone" 2>/dev/null
	git -C "$clone" checkout -q -B work "${1:-$base}"
}

# shellcheck disable=SC2120 # code and ok give it one
am() # [BASE]
{
	timeout 60 "$S/am" "$clone" "$@"
}

whole() # TAG [TREE]: it is the pinned tree, clean, and nothing of ours is left in it
{
	is "  it is the pinned tree" "$(git -C "${2:-$clone}" rev-parse 'HEAD^{tree}')" "$(after "$1")"
	is "  clean" "$(git -C "${2:-$clone}" status --porcelain)" ""
	is "  without a leftover" "$(find "${2:-$clone}" "$T/clone.git" "$TMPDIR" -name '*cfsq*' 2>/dev/null)" ""
}
TMPDIR=$T/tmp
export TMPDIR
mkdir "$TMPDIR"
subjects='fake: a table of the features
fake: edit sched_fair.c
fake: edit sched_fair.c
fake: edit sched.c
fake: edit Makefile'

fresh
old=$(git -C "$clone" rev-parse HEAD)
made=$(state "$clone/kernel" "$clone/Makefile" "$clone/scripts")
git -C "$clone" config user.name 'Some Body <the user>'
git -C "$clone" config user.email some@body.example
ok "am, standard input closed" closed env -u GIT_COMMITTER_NAME -u GIT_COMMITTER_EMAIL \
	-u GIT_AUTHOR_NAME -u GIT_AUTHOR_EMAIL "$S/am" "$clone"
says "  says how many, and from where to where" "AM +5 patches for $base on .*/clone: $(echo "$old" | cut -c 1-12)\.\.$(git -C "$clone" rev-parse HEAD | cut -c 1-12)$"
says "  says how to take them back" "^  to take them back: git -C $clone reset --hard $old$"
whole $base
is "  a commit for each" "$(git -C "$clone" log --format=%s $base..)" "$subjects"
is "  by the patch's author, committed by the user" \
	"$(git -C "$clone" log --format='%an <%ae>, %cn <%ce>' $base.. | sort -u)" \
	"Tester <tester@example.org>, Some Body the user <some@body.example>"
is "  on the user's branch" "$(git -C "$clone" symbolic-ref --short HEAD)" work
before=$(state "$clone")
ok "am again" am
says "  says that all are on" 'already applied: all 5 patches for v2\.6\.25-rc6 are on'
ok "am again, on a standard input that never ends" waiting "$S/am" "$clone"
ok "am again, with the base named" am $base
is "  none of them changed anything" "$(state "$clone")" "$before"
code 12 "am with another base named" am v2.6.26
says "  says which it is" 'is not that of v2\.6\.26, this is v2\.6\.25-rc6'
says "  the way out" '-> leave BASE= out: this tree is served as v2\.6\.25-rc6$'
git -C "$clone" reset -q --hard "$old"
is "taken back, all is as it was" "$(git -C "$clone" status --porcelain --ignored)
$(state "$clone/kernel" "$clone/Makefile" "$clone/scripts")" "
$made"

for tag in v2.6.26 v2.6.26.1; do
	fresh $tag
	ok "am on $tag, on a standard input that never ends" waiting "$S/am" "$clone"
	says "  says which base it took" 'AM +3 patches for v2\.6\.26 on'
	is "  its patches" "$(git -C "$clone" log --format=%s $tag..)" "fake: edit sched_fair.c
fake: a table of the features
fake: edit Makefile"
done
fresh v2.6.26.1
ok "am on a stable release, its base named" am v2.6.26

fresh
ok "without the toolchain" env TOOLCHAIN=no "$S/am" "$clone"
is "  it is left out" "$(git -C "$clone" log --format=%s $base.. | grep -c Makefile)" 0
ok "  and can be had later" am
says "  says which were on" 'AM +2\.6\.25-rc6/two\.patch \(was on already\)'
says "  says how many were put on" 'AM +1 patches for'
whole $base
fresh
git -C "$clone" am -q "$PATCHES/2.6.25-rc6/one.patch" "$PATCHES/2.6.25-rc6/two.patch"
git -C "$clone" commit -q --allow-empty -m 'something else'
echo note >"$clone/note"
git -C "$clone" add note
git -C "$clone" commit -q -m 'a file of the user'
ok "with a part of the series on, and other commits" am
says "  says which were on" 'AM +2\.6\.25-rc6/two\.patch \(was on already\)'
says "  and which were not" 'AM +2\.6\.25-rc6/three\.patch$'
is "  the files are the pinned ones" "$(git -C "$clone" diff --name-only "$(after $base)" HEAD)" note
ok "  now all are" am
says "  and it says so" 'already applied'

fresh v2.6.25
code 23 "am on a base without a series" am
says "  says why, though its files are those of one that has" 'clone: this is v2\.6\.25, which has no series: it is a fake'
ok "  by the name of that one" am $base
fresh v2.6.27-rc1
git -C "$clone" commit -q --allow-empty -m more
echo more >"$clone/more"
git -C "$clone" add more
git -C "$clone" commit -q -m more
code 23 "am on a base without a series, and commits of the user" am
says "  says which it is, and why" 'clone: this is v2\.6\.27-rc1, which has no series: it is a fake'
code 12 "  and another base named" am v2.6.26
says "  says that no base will do" '-> v2\.6\.27-rc1 has no series: it is a fake'

# places and kinds of clones
fresh
git -C "$clone" checkout -q --detach
ok "a detached HEAD" am
whole $base
is "  the branch stays" "$(git -C "$clone" rev-parse work)" "$old"
fresh
git -C "$clone" worktree add -q "$T/it's a \"work tree\"" $base 2>/dev/null
before=$(state "$clone/kernel" "$clone/.git/HEAD" "$clone/.git/index")
ok "a worktree, with odd letters in its path" "$S/am" "$T/it's a \"work tree\""
whole $base "$T/it's a \"work tree\""
sed -n 's/.*to take them back: //p' "$T/out" >"$T/back"
ok "  the command that takes them back" sh "$T/back"
is "  does" "$(git -C "$T/it's a \"work tree\"" rev-parse HEAD)" "$(git -C "$clone" rev-parse "$base^{}")"
is "  the clone it belongs to stays" "$(state "$clone/kernel" "$clone/.git/HEAD" "$clone/.git/index")" "$before"
rm -rf "$T/it's a \"work tree\"" "$clone"
git clone -q --separate-git-dir="$T/clone.git" "$linux" "$clone" 2>/dev/null
git -C "$clone" checkout -q $base
ok "a clone whose .git is a file, as a submodule's" am
whole $base
rm -rf "$T/clone.git" "$clone"
git clone -q --depth 1 -b $base "file://$linux" "$clone" 2>/dev/null
ok "a shallow clone" am
whole $base
fresh
ln -s "$clone" "$T/link"
ok "by way of a link, from a folder of its own" sh -c "cd '$T' && '$S/am' link/"
whole $base
rm "$T/link"
mkdir -p "$HOME/src"
mv "$clone" "$HOME/src/linux"
# shellcheck disable=SC2088 # on purpose
ok "a path that the shell has left to us" "$S/am" '~/src/linux'
rm -rf "$HOME/src"

# what a user has set up for git
fresh
mkdir -p "$HOME"
cat >"$HOME/.gitconfig" <<-EOC
	[core]
		autocrlf = true
		attributesFile = $HOME/attributes
		excludesFile = $HOME/attributes
		splitIndex = true
	[apply]
		ignoreWhitespace = change
		whitespace = error-all
	[am]
		threeWay = true
		keepcr = true
	[mailinfo]
		scissors = true
	[commit]
		gpgSign = true
	[gpg]
		program = false
	[i18n]
		commitEncoding = ISO-8859-1
	[status]
		showUntrackedFiles = no
	[color]
		ui = always
	[user]
		useConfigOnly = true
EOC
echo '*.c ident' >"$HOME/attributes"
ok "a bent .gitconfig" am
whole $base
says "  says that nothing is signed" 'not signed'
rm -rf "$clone"
git clone -q "$linux" "$clone" 2>/dev/null
git -C "$clone" checkout -q $base
grep -q "$(printf '\r')" "$clone/kernel/sched.c" || diag "no CR in it"
ok "files with CR line ends, as autocrlf makes them" am
whole $base
ok "  they still have them" grep -q "long credit(void)$(printf '\r')" "$clone/kernel/sched_fair.c"
ok "  the new one has, too" grep -q "$(printf '\r')" "$clone/kernel/feat/table.h"
rm "$HOME/.gitconfig" "$HOME/attributes"
fresh
ok "GIT_DIR and others in the environment" env GIT_DIR="$linux/.git" GIT_WORK_TREE="$linux" \
	GIT_INDEX_FILE="$T/none" GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=commit.gpgSign \
	GIT_CONFIG_VALUE_0=true "$S/am" "$clone"
whole $base
fresh
touch -d 2001-01-01 "$clone"/kernel/*.c
ok "files that only look changed" am
whole $base
fresh
mkdir "$clone/kernel/feat"
echo mine >"$clone/kernel/feat/mine"
echo mine >"$clone/mine"
ok "files that git does not know, not in the way" am
is "  stay" "$(cat "$clone/kernel/feat/mine" "$clone/mine")" "mine
mine"

# ---- am, where it must not

refuses() # CODE WHAT PATTERN [BASE]: and the clone stays as it is, to the byte
{
	before=$(state "$clone")
	if [ $# -eq 4 ]; then
		code "$1" "$2" am "$4"
	else
		code "$1" "$2" am
	fi
	says "  says so" "$3"
	is "  the clone is as it was" "$(state "$clone")" "$before"
	is "  nothing is left elsewhere" "$(ls "$TMPDIR")" ""
}
code 2 "no TREE" "$S/am"
code 2 "an empty TREE" "$S/am" ""
says "  how it is called" 'make am TREE=/path/to/linux'
code 2 "a word too many" "$S/am" "$clone" $base more
code 2 "TOOLCHAIN=maybe" env TOOLCHAIN=maybe "$S/am" "$clone"
fresh
refuses 2 "a base that is none" "BASE=v2\.6\.26\.2: not a known base$" v2.6.26.2
says "  which may be meant" '-> did you mean v2\.6\.26\?'
refuses 23 "a base without a series, named" 'BASE=v2\.6\.25: no series for this base' v2.6.25
refuses 12 "another base, named" 'kernel/sched_fair\.c is not that of v2\.6\.26, this is v2\.6\.25-rc6' v2.6.26
says "  the way out" '-> leave BASE= out: this tree is served as v2\.6\.25-rc6$'
silent_on "  nothing is to be taken off" 'take the other patches off'

mkdir "$T/empty" "$T/other"
git clone -q --bare "$linux" "$T/bare.git"
git init -q "$T/unborn"
git init -q "$T/other"
git -C "$T/other" commit -q --allow-empty -m other
for none in "$T/nowhere: there is no such folder" "$BASES: there is no such folder" \
	"$T/empty: no git repository: " "$T/bare.git: a bare repository" \
	"$clone/.git: the inside of a git repository" \
	"$clone/kernel: a folder inside the repository .*/clone" \
	"$T/unborn: it has no commit yet" "$T/other: no kernel: its commit has no Makefile"; do
	code 22 "TREE=${none#"$T/"}" "$S/am" "${none%%: *}"
	says "  says so" "TREE=$none"
done
git init -q --object-format=sha256 "$T/sha256" &&
	code 22 "a repository with longer ids" "$S/am" "$T/sha256"
says "  says so" 'sha256 ids'

# a state of the clone
dirty() # WHAT COMMAND PATTERN
{
	fresh
	(cd "$clone" && eval "$2") >/dev/null 2>&1
	refuses 22 "$1" "$3"
}
dirty "a changed file" 'echo >>init/version.c' 'changes that are in no commit: init/version\.c$'
dirty "a changed file of ours" 'echo >>kernel/sched.c' 'in no commit: kernel/sched\.c$'
dirty "three changes" 'rm Kconfig; echo >>Makefile; chmod +x init/version.c' 'in no commit: Kconfig \(and 2 more\)'
dirty "a change in the index" 'echo >>Makefile; git add Makefile; git show HEAD:Makefile >Makefile' 'in no commit: Makefile$'
dirty "a file that is only in the index" 'echo >new; git add new' 'in no commit: new$'
dirty "a file of the series' name, not known to git" 'mkdir kernel/feat; echo >kernel/feat/table.h' \
	'kernel/feat/table\.h is in the way'
dirty "the same, ignored" 'mkdir kernel/feat; echo >kernel/feat/table.h; echo table.h >.git/info/exclude' \
	'kernel/feat/table\.h is in the way'
dirty "a file where a folder must be" 'echo >kernel/feat' 'kernel/feat is in the way'
dirty "a link where a folder must be" 'ln -s /tmp kernel/feat' 'kernel/feat is in the way'
dirty "a link to nowhere of the series' name" 'mkdir kernel/feat; ln -s nowhere kernel/feat/table.h' 'is in the way'
dirty "a git am in progress" "git am '$PATCHES/2.6.26/fair.patch'" 'a git am is in progress'
dirty "a git rebase in progress" 'git checkout -q v2.6.26.2; git rebase v2.6.27-rc1 --exec false' 'a git rebase is in progress'
dirty "a git bisect in progress" 'git bisect start -q; git bisect bad; git bisect good v2.6.25' \
	'a git bisect is in progress'
dirty "an old git rebase in progress" \
	'sed -i s/credit/debit/ kernel/sched_fair.c; git commit -qam x; git rebase --apply v2.6.26' \
	'a git rebase is in progress'
dirty "a git merge in progress" \
	'sed -i s/credit/debit/ kernel/sched_fair.c; git commit -qam x; git merge v2.6.26' 'a git merge is in progress'
dirty "a git cherry-pick in progress" \
	'sed -i s/credit/debit/ kernel/sched_fair.c; git commit -qam x; git cherry-pick v2.6.26' \
	'a git cherry-pick is in progress'
dirty "a git revert in progress" \
	'git reset -q --hard v2.6.26.2; sed -i s/20/19/ kernel/sched_fair.c; git commit -qam x; git revert HEAD~' \
	'a git revert is in progress'
dirty "a sparse checkout without our files" \
	'git sparse-checkout set --no-cone "/*" "!/kernel/sched.c"' 'kernel/sched\.c is not checked out here'
dirty "a file that git shall not look at" \
	'git update-index --assume-unchanged kernel/sched.c; echo >>kernel/sched.c' 'that git shall not look at'
# a name that a careless echo, cd or test would take for something else
for odd in 'a\tb\n' '-dash' - "it's"; do
	fresh
	mv "$clone" "$T/$odd"
	before=$(git -C "$T/$odd" rev-parse HEAD)
	ok "a clone in a folder $odd" sh -c 'cd "$1" && exec "$2" "$3"' sh "$T" "$S/am" "$odd"
	whole $base "$T/$odd"
	back=$(sed -n 's/^  to take them back: //p' "$T/out")
	ok "  the command that takes them back" sh -c "$back"
	is "  does so" "$(git -C "$T/$odd" rev-parse HEAD)" "$before"
	rm -rf "${T:?}/$odd"
done
fresh v2.6.26.1
mkdir "$T/a\\tb"
ok "TMPDIR with a backslash, and a tree that only its files make known" \
	env TMPDIR="$T/a\\tb" "$S/am" "$clone"
fresh
ok "a relative TMPDIR" sh -c 'cd "$1" && TMPDIR=tmp exec "$2" "$3"' sh "$T" "$S/am" "$clone"
whole $base
line_break="a
b"
for odd in "$line_break" "-$line_break" "b
"; do
	fresh
	mv "$clone" "$T/$odd"
	before=$(state "$T/$odd")
	code 2 "a line break in the path" sh -c 'cd "$1" && exec "$2" "$3"' sh "$T" "$S/am" "$odd"
	says "  says so" "TREE=-?(a[?])?b[?]?: a line break in the path, which git's list"
	ln -s "$T/$odd" "$T/link"
	code 2 "  by way of a link, too" "$S/am" "$T/link"
	is "  the clone is as it was" "$(state "$T/$odd")" "$before"
	rm -rf "${T:?}/$odd" "$T/link"
done
fresh
: >"$clone/.git/index.lock"
refuses 19 "another git at work" '\.git/index\.lock: another git is at work'
fresh
before=$(state "$clone")
code 22 "no identity" env -u GIT_COMMITTER_NAME -u GIT_COMMITTER_EMAIL -u GIT_AUTHOR_NAME \
	-u GIT_AUTHOR_EMAIL -u EMAIL "$S/am" "$clone"
says "  the way out" 'git config --global user\.email'
is "  the clone is as it was" "$(state "$clone")" "$before"
if can_be_nobody; then
	mkdir "$T/shut"
	chmod 000 "$T/shut"
	code 22 "a folder that cannot be entered" as_nobody "$S/am" "$T/shut"
	says "  names it" "^am: TREE=$T/shut: cannot be entered$"
	silent_on "  in words of its own alone" '^[^ ].*cd:'
	chmod 755 "$T/shut"
else
	skip "a folder that cannot be entered" "no other user can be taken on here"
fi
if [ "$(id -u)" -eq 0 ]; then
	chown -R 65534 "$clone"
	refuses 22 "a clone that belongs to somebody else" 'git config --global --add safe\.directory'
else
	skip "a clone that belongs to somebody else" "not root"
fi

# what the files are
fresh v2.6.26.2
refuses 12 "a stable release in which a function moved" \
	'kernel/sched_fair\.c is that of no known base, and not of v2\.6\.26, the nearest: blob [0-9a-f]{12}$'
refuses 12 "the same, by the name of its release" 'kernel/sched_fair\.c is not that of v2\.6\.26: blob' v2.6.26
fresh
sed -i 's/history\[32\]/history[64]/' "$clone/kernel/sched_fair.c"
git -C "$clone" commit -q -a -m 'another patch set'
refuses 12 "somebody else's patch on our file, where ours would still fit" \
	'kernel/sched_fair\.c is that of no known base, and not of v2\.6\.25-rc6, the nearest'
says "  the way out" '-> take the other patches off'
fresh
"$S/am" "$clone" >/dev/null 2>&1
sed -i 's/history\[32\]/history[64]/' "$clone/kernel/sched_fair.c"
git -C "$clone" commit -q -a -m 'another patch set'
refuses 12 "the same on top of ours" 'kernel/sched_fair\.c.* is that of no known base'
says "  says which are in it" '-> in it already: 2\.6\.25-rc6/one\.patch 2\.6\.25-rc6/two\.patch'
fresh
git -C "$clone" am -q "$PATCHES/2.6.25-rc6/three.patch"
refuses 13 "a patch that is in the tree already, without those before it" \
	'2\.6\.25-rc6/three\.patch: is in .*/clone already, but not 2\.6\.25-rc6/one\.patch'
fresh
git -C "$clone" rm -q kernel/sched_fair.c
git -C "$clone" commit -q -m gone
refuses 12 "a file that is gone" 'kernel/sched_fair\.c is that of no known base.*: it is not there'
fresh
git -C "$clone" rm -q kernel/sched.c kernel/sched_fair.c
mkdir -p "$clone/kernel/sched" "$clone/kernel/feat"
echo modern >"$clone/kernel/sched/fair.c"
echo modern >"$clone/kernel/feat/table.h"
git -C "$clone" add kernel
git -C "$clone" commit -q -m modern
refuses 12 "a kernel of another time" "none of the scheduler's files is that of a known base"
fresh
sed -i 's/$/\r/' "$clone/kernel/sched_fair.c"
git -C "$clone" -c core.autocrlf=false commit -q -a -m crlf
refuses 12 "CR line ends in the commit" 'it has CR line ends in the commit'
fresh
sed -i 's/ is ready/ is made/' "$clone/Makefile"
git -C "$clone" commit -q -a -m 'the Makefile'
refuses 13 "another file that a patch of the toolchain touches" \
	'toolchain/makefile-quiet\.patch: needs refresh: hunk 1 of Makefile does not apply to .*/clone'
ok "  without the toolchain it goes" env TOOLCHAIN=no "$S/am" "$clone"

# what the patches are
fresh
sed -i 's/^ 	if (sched_feat/ 	if  (sched_feat/' "$two"
refuses 13 "a patch that would need fuzz" 'two\.patch: needs refresh: hunk 2 of kernel/sched_fair\.c'
restore
sed -i 's/$/\r/' "$two"
refuses 13 "a patch with CR line ends" 'two\.patch: has CR line ends'
restore
sed -i '1,/^$/d' "$two"
refuses 13 "a patch that is no mail" 'two\.patch: is no mail'
restore
sed -i 's/return 21;/return 22;/' "$PATCHES/2.6.25-rc6/three.patch"
refuses 12 "a patch changed since it was pinned" 'with all patches it is [0-9a-f]{40}, .* says'
restore
rm "$PATCHES/blobs"
refuses 21 "no patches/blobs" 'blobs: cannot read this file'
restore

# hooks
hook() # NAME TEXT
{
	fresh
	mkdir -p "$clone/.git/hooks"
	printf '#!/bin/sh\n%s\n' "$2" >"$clone/.git/hooks/$1"
	chmod +x "$clone/.git/hooks/$1"
}
hook applypatch-msg 'echo no tables here >&2; ! grep table "$1"'
refuses 22 "a hook that refuses a message" \
	'your hook applypatch-msg refuses 2\.6\.25-rc6/table\.patch: no tables here'
hook pre-applypatch 'test -r init/version.c && ! git show :kernel/sched_fair.c | grep "return 21"'
refuses 22 "a hook that refuses a tree" 'your hook pre-applypatch refuses 2\.6\.25-rc6/three\.patch'
hook reference-transaction "echo >>'$T/asked'; exit 1"
refuses 22 "a hook that refuses to move the branch" 'git will not take them: .*aborted by hook'
ok "  it was asked" test -s "$T/asked"
hook applypatch-msg 'echo "Change-Id: 1" >>"$1"; exec "$(git rev-parse --git-path hooks/commit-msg)" "$1"'
printf '#!/bin/sh\necho "By-hook: $HOME" >>"$1"\n' >"$clone/.git/hooks/commit-msg"
chmod +x "$clone/.git/hooks/commit-msg"
ok "hooks that change the message" am
is "  their words are in it" "$(git -C "$clone" log -1 --format=%B | sed '/./!d' | tail -n 2)" "Change-Id: 1
By-hook: $HOME"
whole $base
hook post-applypatch "touch '$T/too-early'"
ok "a hook for afterwards" am
ok "  is not called" test ! -e "$T/too-early"

# ---- stopped in the middle

stopped() # SIGNAL NAME WHEN
{
	fresh
	touch -d '1 hour ago' "$clone"/kernel/*.c
	git -C "$clone" update-index -q --refresh
	before=$(state "$clone")
	times=$(ls -l --full-time "$clone/kernel")
	wrap "$2" "$3"
	rm -f "$T/mark"
	PATH=$T/wrap:$PATH setsid env --default-signal=INT "$S/am" "$clone" >"$T/out" 2>&1 </dev/null &
	pid=$!
	until_true test -e "$T/mark"
	kill "-$1" "-$pid"
	wait $pid
	is "$1 at $2 ${3%%)*}): exit code" $? "${4-130}"
	rm "$T/wrap/$2"
	is "  the clone is as it was" "$(state "$clone")" "$before"
	is "  its times, too" "$(ls -l --full-time "$clone/kernel")" "$times"
	is "  nothing is left elsewhere" "$(ls "$TMPDIR")" ""
	ok "  the next run works" am
	whole $base
}
for signal in INT TERM; do
	stopped $signal git 'case " $* " in *" am "*) touch "$T/mark"; sleep 5 ;; esac'
	stopped $signal git 'case " $* " in *" pack-objects "*) touch "$T/mark"; sleep 5 ;; esac'
	stopped $signal git 'case " $* " in *" read-tree -m -u "*clone*|*clone*" read-tree -m -u "*)
		"$real" "$@"; touch "$T/mark"; sleep 5 ;; esac'
	stopped $signal git 'case " $* " in *clone*" update-ref "*) touch "$T/mark"; sleep 5 ;; esac'
done
fresh
wrap git 'case " $* " in *" am "*) touch "$T/mark"; sleep 60 ;; esac'
before=$(state "$clone")
ok "kill -9 while git am is at work" killed "$T/mark" env PATH="$T/wrap:$PATH" "$S/am" "$clone"
rm "$T/wrap/git"
is "  the clone is as it was" "$(state "$clone")" "$before"
rm -rf "${TMPDIR:?}"/*
ok "  the next run works" am
whole $base
fresh
wrap git 'case " $* " in *clone*" read-tree -m -u "*) "$real" "$@"; touch "$T/mark"; sleep 60 ;; esac'
ok "kill -9 while the files are moved" killed "$T/mark" env PATH="$T/wrap:$PATH" "$S/am" "$clone"
rm "$T/wrap/git"
code 22 "  the next run says that there are changes" am
git -C "$clone" reset -q --hard
rm -rf "${TMPDIR:?}"/*
ok "  taken back, it works" am
whole $base
fresh
wrap git 'case " $* " in *" am "*) touch "$T/mark"; sleep 4 ;; esac'
rm -f "$T/mark"
PATH=$T/wrap:$PATH "$S/am" "$clone" >"$T/first" 2>&1 </dev/null &
until_true test -e "$T/mark"
code 19 "two at the same time" am
wait $!
is "  the first one ends well" $? 0
rm "$T/wrap/git"
whole $base

# git alone is killed, and leaves its locks
for last in read-tree update-index update-ref; do
	fresh
	before=$(state "$clone")
	wrap git "case \" \$* \" in *clone*\" $last \"*)
		[ $last = update-ref ] || \"\$real\" \"\$@\"
		: >'$clone/.git/index.lock'
		[ $last != update-ref ] || : >'$clone/.git/HEAD.lock' >'$clone/.git/refs/heads/work.lock'
		kill -9 \$\$ ;; esac"
	code 22 "git is killed at $last" wrapped "$S/am" "$clone"
	says "  says so" "clone: git was killed while it moved"
	rm "$T/wrap/git"
	is "  the clone is as it was" "$(state "$clone")" "$before"
	ok "  the next run works" am
	whole $base
done
fresh
wrap git 'case " $* " in *clone*" read-tree -m -u "*) : >"$T/clone/.git/index.lock" ;; esac'
code 22 "a lock of another git, which comes in between" wrapped "$S/am" "$clone"
rm "$T/wrap/git"
ok "  stays" test -e "$clone/.git/index.lock"

# a change that comes between the look at the files and the move
fresh
wrap git 'case " $* " in *clone*" read-tree -m -u "*) exit 128 ;; esac'
before=$(state "$clone")
code 22 "git will not move the files" wrapped "$S/am" "$clone"
is "  the clone is as it was" "$(state "$clone")" "$before"
rm "$T/wrap/git"

# ---- no room

if can_be_nobody && [ "$(id -u)" -eq 0 ]; then
	fresh
	chown -R 65534 "$clone" "$TMPDIR"
	chmod 555 "$clone/kernel"
	code 22 "a folder that cannot be written" as_nobody "$S/am" "$clone"
	chmod 755 "$clone/kernel"
	is "  no commit, no change" "$(git -c safe.directory='*' -C "$clone" rev-parse HEAD)
$(git -c safe.directory='*' -C "$clone" status --porcelain)" "$old
"
	chmod 1777 "$TMPDIR"
else
	skip "a folder that cannot be written" "not root"
fi
fresh
code 18 "TMPDIR that is not there" env TMPDIR="$T/nowhere" "$S/am" "$clone"
says "  the reason" "^am: $T/nowhere: cannot make a folder here: No such file or directory$"
says "  the way out" '^  -> set TMPDIR= to a folder that can be written$'
silent_on "  in words of its own alone" '^mktemp'
if small_disk "$T/read-only" 8M; then
	fresh
	cp -Rp "$clone" "$T/read-only/linux"
	mount -o remount,ro "$T/read-only"
	code 18 "a clone that is mounted read-only" "$S/am" "$T/read-only/linux"
	says "  the reason" 'read-only/linux/\.git: cannot write: .*Read-only file system$'
	says "  the way out" '^  -> let it be written, or take another clone; nothing was changed$'
else
	skip "a clone that is mounted read-only" "cannot mount a small disk"
fi
rm -f "$T/full"
mine=$clone
fresh
rm -rf "$clone"/.git/hooks/* "$clone/.git/description"
size=$(find "$clone" -type f -printf '%s\n' | awk '{ n += int(($1 + 4095) / 4096) * 4 } END { print n }')
for extra in 0 8 16 24 32 48 80 120; do
	if ! small_disk "$T/small$extra" $((size + extra))k; then
		skip "a clone with $extra kB left" "cannot mount a small disk"
		continue
	fi
	clone=$T/small$extra/linux
	cp -Rp "$mine" "$clone" 2>"$T/out" || { diag "$extra: $(cat "$T/out")"; continue; }
	before=$(state "$clone")
	rc=0
	"$S/am" "$clone" >"$T/out" 2>&1 </dev/null || rc=$?
	case $rc in
	0)	tap_result ok "a clone with $extra kB left: room enough"
		whole $base "$clone" ;;
	18)	tap_result ok "a clone with $extra kB left: exit code 18"
		echo "$extra" >>"$T/full"
		is "  as it was" "$(state "$clone")" "$before" ;;
	*)	is "a clone with $extra kB left: exit code" "$rc $(cat "$T/out")" "0 or 18" ;;
	esac
done
clone=$mine
[ -z "${small_disks-}" ] || ok "  some of these disks were full" test -s "$T/full"
for size in 4 12 16 24 40 60 100; do
	if ! small_disk "$T/tmp$size" ${size}k; then
		skip "a temporary folder of $size kB" "cannot mount a small disk"
		continue
	fi
	fresh
	before=$(state "$clone")
	code 18 "a temporary folder of $size kB" env TMPDIR="$T/tmp$size" "$S/am" "$clone"
	is "  the clone is as it was" "$(state "$clone")" "$before"
	says "  there is a reason" ': (cannot write: [^ ]|disk full)'
	silent_on "  in words of its own alone" '^(sort|sed|awk|mawk|cat|mkdir|/)'
done
finish
