#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# scripts/source: where the kernel's source comes from, and that only the pinned
# one enters the cache.
. "${0%/*}/tap.sh"
. "${0%/*}/fake.sh"
base=v2.6.25-rc6
fake_linux
good=$T/linux

fresh() # an empty cache
{
	rm -rf "$XDG_CACHE_HOME"
}

cached() # [TAG]: the pinned tree, whole
{
	pinned=$(awk -v tag="${1:-$base}" '$1 == tag { print $3 }' "$BASES")
	[ "$(git --git-dir="$CACHED" rev-parse -q --verify \
		"refs/cfsq/${1:-$base}^{tree}")" = "$pinned" ] &&
		git --git-dir="$CACHED" archive "refs/cfsq/${1:-$base}" >"$T/archive.tar"
}

# nothing_cached WHY: no base, no leftover, and no object that came in
nothing_cached()
{
	is "$1: nothing is cached" "$(git --git-dir="$CACHED" for-each-ref 2>/dev/null
		find "$XDG_CACHE_HOME" -name '*tmp*' 2>/dev/null)" ""
}

from() # KERNEL_GIT COMMAND...
(
	export KERNEL_GIT="$1"
	shift
	"$@"
)

source_base() # [BASE]
{
	timeout 30 "$S/source" "${1:-$base}"
}

# ---- nothing within reach

code 11 "no source at all" source_base
says "  the way out is named" '-> .*KERNEL_GIT=/path/to/linux'
says "  the cache is among what was tried" 'linux\.git: has no v2\.6\.25-rc6 yet'
nothing_cached "no source"
code 11 "a mirror and a site that are not there" env SOURCE_GIT="file://$T/none.git" \
	SOURCE_TAR="file://$T/none" "$S/source" $base
says "  the git mirror is listed, with its reason" 'none\.git: fatal: .*none\.git'
says "  the tarball is listed by its whole name" 'none/testing/v2\.6\.25/linux-2\.6\.25-rc6\.tar\.gz: curl'
code 11 "a server that asks for a password is not waited for" from \
	http://user@127.0.0.1:9/linux.git closed "$S/source" $base
code 1 "--have: no" "$S/source" --have $base
code 11 "--all, over the network, without a base" "$S/source" --all
says "  says how much it would be" '2 of 2 bases are missing, about 140 MB over the network'
code 2 "no base given" "$S/source"
code 2 "an unknown option" "$S/source" --force

# ---- names of bases

for name in v2.6.25.0 2.6.25 linux-2.6.25 V2.6.25 v2.6.25/ v2.6.25.git; do
	code 2 "the base spelled $name" source_base "$name"
	case $name in
	*/) says "  the bases are listed" 'v2\.6\.25-rc6 v2\.6\.25' ;;
	*) says "  the spelling that is meant" 'did you mean v2\.6\.25\?' ;;
	esac
done
code 2 "the base spelled 2.6.25rc6" source_base 2.6.25rc6
says "  the spelling that is meant" 'did you mean v2\.6\.25-rc6\?'
code 2 "a stable release beside a proven base" source_base v2.6.25.1
says "  the proven ones of that release" 'did you mean v2\.6\.25-rc6 or v2\.6\.25\?'
code 2 "a kernel far from all" source_base v5.10
silent_on "  nothing is suggested" 'did you mean'
says "  the bases are listed" '-> the bases: v2\.6\.25-rc6 v2\.6\.25$'
sed -n 's/^v[^ ]*/&/p' "$BASES" >"$T/row"
cp "$BASES" "$T/bases"
for n in 1 2 3 4 5 6 7 8 9; do
	sed -n "1s/^[^ ]*/v2.6.26-rc$n/p" "$T/row"
done >>"$BASES"
for name in v5.10 v2.6.26.1; do
	code 2 "many bases, and $name" source_base $name
	is "  no line is wider than 80 columns" "$(awk 'length > 80' "$T/out")" ""
	is "  all are named" "$(sed -n '/the bases:/,$p' "$T/out" | tr ' ' '\n' | grep -c '^v2')" 11
done
says "  those of the release are, too" 'did you mean v2\.6\.26-rc1 or v2\.6\.26-rc2 or'
cp "$T/bases" "$BASES"
code 2 "a base that is a regular expression" source_base 'v2.6.25.*'

cp "$BASES" "$T/bases"
for fault in 's/ 2\.6\.25 / /' 's/$/\r/' '/^v/d' 's/[0-9a-f]*$/HEAD/'; do
	sed "$fault" "$T/bases" >"$BASES"
	want=21
	[ "$fault" != '/^v/d' ] || want=2
	code $want "bases after $fault" source_base
done
code 21 "bases without any base: --all" "$S/source" --all
rm "$BASES"
code 21 "bases is not there" source_base
code 21 "bases is not there: --all" "$S/source" --all
cp "$T/bases" "$BASES"

# ---- the clone that the user names

ok "KERNEL_GIT" from "$good" source_base
says "  the step says whence, and what" 'SOURCE +v2\.6\.25-rc6 from KERNEL_GIT \(tree [0-9a-f]{12}, as pinned'
ok "  it is cached" cached
ok "--have: yes" "$S/source" --have $base
before=$(state "$CACHED")
ok "a second run needs no source" source_base
is "  says nothing" "$(cat "$T/out")" ""
is "  changes nothing" "$(state "$CACHED")" "$before"
ok "with a clone again, too" from "$good" source_base
is "  changes nothing" "$(git --git-dir="$CACHED" for-each-ref)" \
	"$(git --git-dir="$CACHED" for-each-ref refs/cfsq/$base)"
ok "--all, one base cached, the other from the clone" from "$good" "$S/source" --all
ok "  both are there" cached v2.6.25

cp -R "$good" "$T/a clone with 100%41 spaces"
git clone -q --bare "$good" "$T/bare.git"
git clone -q --depth 1 -b $base "file://$good" "$T/shallow" 2>/dev/null
git -C "$good" worktree add -q "$T/worktree" v2.6.25 2>/dev/null
for clone in "$T/a clone with 100%41 spaces" "$T/bare.git" "$T/shallow" \
	"$T/worktree" "$good/" "$good/.git" "file://$good"; do
	fresh
	ok "KERNEL_GIT=${clone#"$T/"}" from "$clone" source_base
	ok "  it is cached" cached
done
fresh
ok "a relative KERNEL_GIT" sh -c "cd '$T' && KERNEL_GIT='a clone with 100%41 spaces' '$S/source' $base"
fresh
git clone -q --bare "$good" "$T/light.git"
git --git-dir="$T/light.git" update-ref refs/tags/$base "$base^{commit}"
ok "a tag that is no object of its own, of the same commit" from "$T/light.git" source_base

for none in "$T/nowhere" "$good/kernel"; do
	ok "KERNEL_GIT=${none#"$T/"}, and the cache has the base" from "$none" source_base
	says "  says that the cache serves" "SOURCE +KERNEL_GIT=$none cannot be read; the cache serves$"
done
code 11 "  and the cache has another one only" from "$T/nowhere" source_base v2.6.25
says "  says what cannot be read" 'KERNEL_GIT=.*nowhere: not a git repository that can be read'
fresh
mkdir "$T/empty"
for none in "$T/empty" "$T/nowhere" "$BASES" "$good/kernel" --upload-pack=true; do
	code 11 "KERNEL_GIT=${none#"$T/"} is no repository" from "$none" source_base
	says "  says so, with its name" "KERNEL_GIT=$none: not a git repository that can be read: "
done
nothing_cached "no repository"

git clone -q --bare "$good" "$T/untagged.git"
git --git-dir="$T/untagged.git" tag -d $base >/dev/null
code 11 "a clone without the tag" from "$T/untagged.git" source_base
says "  says so" "untagged\.git: has no tag $base"
ok "a clone without the tag, but a mirror with it" env KERNEL_GIT="$T/untagged.git" \
	SOURCE_GIT="file://$good" "$S/source" $base
ok "  it is cached" cached
ok "a clone without the tag, but the cache with it" from "$T/untagged.git" source_base

git clone -q "$good" "$T/other" 2>/dev/null
git -C "$T/other" tag -f $base v2.6.25 >/dev/null
code 12 "another commit under the tag, though the cache has the base" \
	from "$T/other" source_base
says "  both commits are named" 'its tag v2\.6\.25-rc6 is commit [0-9a-f]{40}, pinned is [0-9a-f]{40}'
fresh
code 12 "another commit under the tag" from "$T/other" source_base
nothing_cached "another commit"

git clone -q "$good" "$T/flipped" 2>/dev/null
(
	cd "$T/flipped" || exit
	git checkout -q $base
	sed -i 's/return 20;/return 24;/' kernel/sched_fair.c
	git commit -q -a --amend --no-edit
	git tag -f -a -m 'Linux 2.6.25-rc6' $base
) >/dev/null
code 12 "the same tag, one bit of a file flipped" from "$T/flipped" source_base
nothing_cached "a flipped bit"
code 12 "the same, from a mirror" env SOURCE_GIT="file://$T/flipped" "$S/source" $base
says "  says which tree came, and which is pinned" 'not the pinned one: tree [0-9a-f]{40}, pinned [0-9a-f]{40}'
nothing_cached "a flipped bit from a mirror"

cp -R "$good" "$T/rotten"
blob=$(git -C "$good" rev-parse $base:kernel/sched.c)
blob=$T/rotten/.git/objects/$(echo "$blob" | sed 's,..,&/,')
chmod u+w "$blob"
printf 'rotten' | dd of="$blob" bs=1 seek=30 conv=notrunc 2>/dev/null
code 11 "a clone with a damaged object" from "$T/rotten" source_base
nothing_cached "a damaged object"
ok "a clone with a damaged object, but a good mirror" env KERNEL_GIT="$T/rotten" \
	SOURCE_GIT="file://$good" "$S/source" $base
ok "  it is cached" cached
if [ "$(id -u)" -eq 0 ]; then
	fresh
	cp -R "$good" "$T/foreign"
	chown -R 65534 "$T/foreign"
	from "$T/foreign" "$S/source" $base >"$T/out" 2>&1 </dev/null
	case $? in
	0) is "a clone that belongs to somebody else is taken" yes yes ;;
	*) says "a clone that belongs to somebody else: git's way out" 'git config .* safe\.directory' ;;
	esac
else
	skip "a clone that belongs to somebody else" "not root"
fi

# ---- kernel.org's tarballs, and what may become of them

site=$T/site
pool=$site/testing/v2.6.25	# where kernel.org has release candidates
mkdir -p "$pool"
name=linux-2.6.25-rc6
tarball() # FORMAT [TAG]: the tarball of it, with this compression
{
	git -C "$good" archive --prefix=$name/ "${2:-$base}" | "$1" -c
}
from_site() # [BASE]
{
	env SOURCE_TAR="file://$site" timeout 30 "$S/source" "${1:-$base}"
}

for format in xz gzip; do
	fresh
	rm -f "$pool"/*
	ext=$format
	[ $ext != gzip ] || ext=gz
	tarball $format >"$pool/$name.tar.$ext"
	ok "a tarball, .tar.$ext" from_site
	ok "  it is cached" cached
	is "  as one pack, nothing loose" "$(git --git-dir="$CACHED" count-objects)" \
		"0 objects, 0 kilobytes"
done
mv "$pool/$name.tar.gz" "$T/good.tar.gz"

unpacked=$T/unpacked
changed_tarball() # COMMAND: run in the unpacked tree
{
	rm -rf "$unpacked"
	mkdir "$unpacked"
	tar -C "$unpacked" -xzf "$T/good.tar.gz"
	(cd "$unpacked/$name" && eval "$1")
	tar -C "$unpacked" -czf "$pool/$name.tar.gz" .
}
bad_tarball() # CODE WHAT
{
	fresh
	code "$1" "a tarball $2" from_site
	nothing_cached "a tarball $2"
	is "  not one object of it stays" \
		"$(git --git-dir="$CACHED" cat-file --batch-all-objects --batch-check)" ""
}
size=$(wc -c <"$T/good.tar.gz")
for part in 4 2; do
	head -c $((size - size / part)) "$T/good.tar.gz" >"$pool/$name.tar.gz"
	bad_tarball 11 "cut by a part in $part"
	says "  says what is wrong with it" 'not a whole tarball'
done
: >"$pool/$name.tar.gz"
bad_tarball 11 "of no bytes"
echo '<html>please log in</html>' >"$pool/$name.tar.gz"
bad_tarball 11 "that is a web page"
head -c 20000 /dev/zero >"$pool/$name.tar.gz"
bad_tarball 11 "of zeros"
cp "$T/good.tar.gz" "$pool/$name.tar.gz"
printf 'x' | dd of="$pool/$name.tar.gz" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
bad_tarball 11 "with a flipped byte"
for how in 'sed -i "s/return 20;/return 24;/" kernel/sched_fair.c' \
	'rm kernel/panic.c' 'echo >kernel/new.c' 'chmod +x kernel/sched.c' \
	'echo "*.c export-ignore" >.gitattributes' 'mv kernel Kernel'; do
	changed_tarball "$how"
	bad_tarball 12 "after $how"
done
changed_tarball "mv ../$name ../linux"
bad_tarball 11 "with another folder in it"
cp "$T/good.tar.gz" "$pool/$name.tar.gz"
echo garbage >"$pool/$name.tar.xz"
fresh
ok "a bad .tar.xz is passed over for a good .tar.gz" from_site
ok "  it is cached" cached
fresh
wrap curl 'echo "curl: (6) no such host" >&2; exit 6'
code 11 "no network" wrapped from_site
wrap curl 'cat /dev/zero | head -c 4096 >"$T/half"; echo "curl: (18) end of file" >&2; exit 18'
code 11 "a download that breaks off" wrapped from_site
nothing_cached "a download that breaks off"
rm "$T/wrap/curl"

# ---- the order

wrap curl 'echo asked >>"$T/asked"; exit 7'
fresh
ok "git comes before the tarball" wrapped env SOURCE_GIT="file://$good" \
	SOURCE_TAR="file://$site" "$S/source" $base
is "  which was not asked for" "$(cat "$T/asked" 2>/dev/null)" ""
wrap git 'case " $* " in *" fetch "*|*" ls-remote "*) echo "$*" >>"$T/asked" ;; esac'
ok "the cache comes before git" wrapped env SOURCE_GIT="file://$good" \
	SOURCE_TAR="file://$site" "$S/source" $base
is "  which was not asked" "$(cat "$T/asked" 2>/dev/null)" ""
fresh
ok "the user's clone comes before all" wrapped env KERNEL_GIT="$T/bare.git" \
	SOURCE_GIT="file://$good" SOURCE_TAR="file://$site" "$S/source" $base
is "  only it was asked" "$(grep -vc "file://$T/bare\.git" "$T/asked")" 0
rm -f "$T/wrap/curl" "$T/wrap/git"

# ---- runs that were killed

killed_source() # NAME TEXT: kill it in the wrapper's middle, then run it again
{
	fresh
	wrap "$1" "$2"
	# a run before may have left a good cache already
	[ "${3-}" != again ] || from "$good" "$S/source" v2.6.25 >/dev/null
	ok "kill -9 in the middle of $1${3:+, with another base in the cache}" \
		killed "$T/mark" env PATH="$T/wrap:$PATH" SOURCE_GIT="${4-file://$good}" \
		SOURCE_TAR="file://$site" "$S/source" $base
	rm "$T/wrap/$1"
	code 1 "  the base is not there" "$S/source" --have $base
	ok "  and the next run works" env SOURCE_GIT="${4-file://$good}" \
		SOURCE_TAR="file://$site" "$S/source" $base
	ok "  it is cached" cached
	is "  no leftover" "$(find "$XDG_CACHE_HOME" -name '*tmp*' -o -name '*.lock')" ""
}
# what git leaves behind when it is killed then
slow_fetch='case " $* " in *" fetch "*)
	touch "$T/cache/cfs-queue/linux.git/shallow.lock"
	mkdir -p "$T/cache/cfs-queue/linux.git/objects/pack" "$T/cache/cfs-queue/linux.git/refs/cfsq-new"
	echo half >"$T/cache/cfs-queue/linux.git/objects/pack/tmp_pack_x"
	touch "$T/cache/cfs-queue/linux.git/refs/cfsq-new/'$base'.lock" "$T/mark"
	sleep 60 ;; esac'
killed_source git "$slow_fetch"
killed_source git "$slow_fetch" again
killed_source git 'case " $* " in *" update-ref refs/cfsq/"*)
	touch "$T/mark"; sleep 60 ;; esac'
killed_source curl 'for last do :; done
	while [ $# -gt 0 ]; do [ "$1" != -o ] || out=$2; shift; done
	head -c 1000 "${last#file://}" >"$out"; touch "$T/mark"; sleep 60' "" ""
killed_source git 'case " $* " in *" init "*)
	"$real" "$@"; touch "$T/mark"; sleep 60 ;; esac'
killed_source tar 'touch "$T/mark"; sleep 60' "" ""

fresh
wrap git 'case " $* " in *" fetch "*) touch "$T/mark"; sleep 2 ;; esac'
rm -f "$T/mark"
PATH=$T/wrap:$PATH SOURCE_GIT=file://$good "$S/source" $base >"$T/first" 2>&1 </dev/null &
first=$!
until_true test -e "$T/mark"
code 19 "a second run at the same time" from "$good" source_base
says "  says that another is at work" 'another run is at work'
kill -9 $first
wait $first 2>/dev/null
code 19 "the first is killed, but its git is still at work" from "$good" source_base
ok "  which ends" until_true env KERNEL_GIT="$good" "$S/source" $base
rm "$T/wrap/git"
ok "  it is cached" cached

fresh
mkdir -p "$CACHED"
echo garbage >"$CACHED/HEAD"
ok "a cache that is no repository is made anew" from "$good" source_base
ok "  it is cached" cached

# ---- all bases

fresh
wrap curl 'echo asked >>"$T/asked"; exit 7'
rm -f "$T/asked"
ok "--all BASE, over the network" env SOURCE_GIT="file://$good" "$S/source" --all $base
says "  says what it does not take" "only $base: the other 1 are about 70 MB over the network; give KERNEL_GIT="
ok "  takes this one" cached
code 1 "  and no other" "$S/source" --have v2.6.25
ok "--all with a clone that has one tag less" wrapped env KERNEL_GIT="$T/untagged.git" \
	SOURCE_TAR="file://$site" "$S/source" --all v2.6.25
ok "  takes what is there" cached v2.6.25
silent_on "  what the cache has is not missing" 'neither'
fresh
ok "--all with such a clone and no cache" wrapped env KERNEL_GIT="$T/untagged.git" \
	SOURCE_TAR="file://$site" "$S/source" --all
says "  says what is missing" "neither there nor in the cache: $base"
ok "  takes what is there" cached v2.6.25
is "  and asks nobody else" "$(cat "$T/asked" 2>/dev/null)" ""
rm "$T/wrap/curl"
fresh
git --git-dir="$T/untagged.git" tag -d v2.6.25 >/dev/null
code 11 "--all with a clone that has none" env KERNEL_GIT="$T/untagged.git" "$S/source" --all
says "  says so" 'untagged\.git: has none of the tags'
ok "--all, all from the clone" from "$good" "$S/source" --all
for clone in "" "$good"; do
	ok "--all, and all are there${clone:+, with a clone}" from "$clone" "$S/source" --all
	is "  says so" "$(cat "$T/out")" "  SOURCE  nothing to do: all bases are in the cache"
done
ok "--all with a clone that is none, and all are there" from "$T/nowhere" "$S/source" --all
is "  says that once" "$(grep -c 'cannot be read; the cache serves' "$T/out")" 1
code 2 "--all of no base" "$S/source" --all v2.6.28
code 2 "--all of two" "$S/source" --all $base v2.6.25

# ---- what a user has set up for git

mkdir -p "$HOME/hooks" "$HOME/template/info" "$HOME/.config/git"
cat >"$HOME/.gitconfig" <<-EOC
	[core]
		autocrlf = true
		eol = crlf
		safecrlf = true
		attributesFile = $HOME/attributes
		excludesFile = $HOME/attributes
		hooksPath = $HOME/hooks
		fileMode = false
		fsmonitor = $HOME/hooks/update
		sparseCheckout = true
		ignoreCase = true
	[init]
		templateDir = $HOME/template
		defaultObjectFormat = sha256
	[fetch]
		prune = true
		pruneTags = true
		fsckObjects = true
		recurseSubmodules = true
	[transfer]
		fsckObjects = true
		hideRefs = refs/cfsq
	[tar]
		umask = 0177
	[apply]
		ignoreWhitespace = change
		whitespace = fix
	[add]
		ignoreErrors = true
	[commit]
		gpgSign = true
EOC
echo '* text eol=crlf ident export-subst' >"$HOME/attributes"
echo '*.c export-ignore' >>"$HOME/attributes"
cp "$HOME/attributes" "$HOME/template/info/attributes"
cp "$HOME/attributes" "$HOME/.config/git/attributes"
for hook in reference-transaction update post-checkout post-index-change; do
	printf '#!/bin/sh\necho %s >>%s/hooked\nexit 1\n' $hook "$T" >"$HOME/hooks/$hook"
	chmod +x "$HOME/hooks/$hook"
done
for way in KERNEL_GIT="$good" SOURCE_GIT="file://$good" SOURCE_TAR="file://$site"; do
	fresh
	rm -rf "$O"
	ok "a bent .gitconfig: ${way%%=*}" env "$way" "$S/source" $base
	ok "  it is cached" cached
	ok "  and its tree is as pinned" "$S/tree" $base
done
fresh
rm -rf "$O"
ok "GIT_DIR and others in the environment, as in a hook" env KERNEL_GIT="$good" \
	GIT_DIR="$T/other/.git" GIT_WORK_TREE="$T/other" GIT_INDEX_FILE="$T/other/index" \
	GIT_OBJECT_DIRECTORY="$T/other/objects" GIT_CONFIG_COUNT=1 \
	GIT_CONFIG_KEY_0=core.autocrlf GIT_CONFIG_VALUE_0=true CDPATH="$T:/" \
	TAR_OPTIONS=--exclude=kernel "$S/tree" $base
ok "  it is cached" cached
ok "  and its tree is as pinned" "$S/tree" --verify $base
is "no hook was run" "$(cat "$T/hooked" 2>/dev/null)" ""
rm -rf "$HOME" "$O"
mkdir "$HOME"

# ---- a cache that cannot be written

fresh
code 18 "the cache's place is a file" env XDG_CACHE_HOME="$BASES" KERNEL_GIT="$good" \
	"$S/source" $base
ok "a cache path that is not absolute does not count" env XDG_CACHE_HOME=relative \
	KERNEL_GIT="$good" "$S/source" $base
ok "  the usual one was taken" test -d "$HOME/.cache/cfs-queue/linux.git"
rm -rf "$HOME/.cache"
code 1 "without HOME there is no cache" env -u HOME -u XDG_CACHE_HOME "$S/source" --have $base
code 18 "  and no place for one" env -u XDG_CACHE_HOME HOME="$BASES" KERNEL_GIT="$good" \
	"$S/source" $base
if can_be_nobody; then
	mkdir -p "$XDG_CACHE_HOME/cfs-queue"
	chmod 555 "$XDG_CACHE_HOME/cfs-queue"
	code 18 "a cache without permission to write" as_nobody env \
		KERNEL_GIT="$T/bare.git" "$S/source" $base
	says "  names it and the way out" 'cfs-queue.*cannot write: Permission denied'
	chmod 755 "$XDG_CACHE_HOME/cfs-queue"
	from "$good" "$S/source" v2.6.25 >/dev/null
	chmod 666 "$XDG_CACHE_HOME/cfs-queue/lock"
	chmod 777 "$XDG_CACHE_HOME/cfs-queue"
	[ "$(id -u)" -eq 0 ] || chmod -R a-w "$CACHED"
	code 18 "a cache made by somebody else" as_nobody env \
		SOURCE_GIT="$T/bare.git" "$S/source" $base
	says "  says so" 'no permission to write'
	[ "$(id -u)" -eq 0 ] || chmod -R u+w "$CACHED"
else
	skip "a cache without permission to write" "no other user can be taken on here"
fi

for size in 20 60 100 140 200 300; do
	if ! small_disk "$T/small$size" ${size}k; then
		skip "a disk of $size kB" "cannot mount a small disk"
		continue
	fi
	for way in KERNEL_GIT="$good" SOURCE_TAR="file://$site"; do
		rm -rf "$T/small$size/cfs-queue"
		rc=0
		env XDG_CACHE_HOME="$T/small$size" "$way" "$S/source" $base \
			>"$T/out" 2>&1 </dev/null || rc=$?
		have=0
		env XDG_CACHE_HOME="$T/small$size" "$S/source" --have $base || have=$?
		leftover=$(find "$T/small$size" -name '*tmp*')
		case $rc$have in
		181|00) is "a disk of $size kB, ${way%%=*}: whole, or exit code 18 and nothing" "$leftover" "" ;;
		*) is "a disk of $size kB, ${way%%=*}: exit code, and --have" "$rc $have
$(cat "$T/out")" "18 1 or 0 0" ;;
		esac
		[ $rc -eq 0 ] || echo "$size" >>"$T/full"
	done
done
[ ! -d "$T/small20" ] || [ -z "${small_disks-}" ] ||
	ok "  one of these disks was full" test -s "$T/full"
finish
