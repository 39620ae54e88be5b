#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The initramfs: the same bytes wherever it is made, and checked before a boot.
. "${0%/*}/tap.sh"
check=$HOST/initramfs-check
make=$TOP/scripts/initramfs
[ -x "$check" ] || skip_all "no $check: run 'make programs' first"
for prog in bsdtar gzip; do
	command -v $prog >/dev/null || skip_all "$prog is not installed"
done
for name in USAGE GUEST WRITE NEED; do
	eval "$name=$(awk -v name="$name" '$1 == name { print $2 }' "$TOP/scripts/exit-codes")"
done
cd "$T" || exit 1
echo 'this is init' >init
echo 'this is hackbench' >hackbench
echo 'machine m' >expect

# ---- what is in it

ok "an archive" "$make" --out one.gz --init init --file /bin/hackbench=hackbench:755 \
	--file /etc/expect=expect --file "/share/deep/er=init"
is "... nothing is printed" "$(cat "$T/out")" ""
ok "... is one that these kernels unpack" "$check" one.gz
is "... nothing is printed" "$(cat "$T/out")" ""
bsdtar -tvf one.gz | awk '{ $6 = $7 = $8 = ""; print }' | tr -s ' ' >list
for line in '-rwxr-xr-x 0 0 0 13 \./init' '-rwxr-xr-x 0 0 0 18 \./bin/hackbench' \
	'-rw-r--r-- 0 0 0 10 \./etc/expect' 'crw------- 0 0 0 5,1 \./dev/console' \
	'crw-rw-rw- 0 0 0 1,3 \./dev/null' 'drwxr-xr-x 0 0 0 0 \./proc/' \
	'drwxr-xr-x 0 0 0 0 \./sys/' 'drwxr-xr-x 0 0 0 0 \./debug/' \
	'drwxr-xr-x 0 0 0 0 \./share/deep/' '-rw-r--r-- 0 0 0 13 \./share/deep/er'; do
	says "it has $line" "^$line\$" list
done
is "no inode, device or time of the host: 0 to the count of entries" \
	"$(gzip -dc one.gz | tr '\0' '\n' | grep -ao '07070100.\{102\}' |
		awk '{ time += substr($0, 47, 8) != "00000000"
			dev += substr($0, 71, 7) != "0000000"
			ino += substr($0, 7, 6) != "000000" }
		END { print (NR > 15), time + 0, dev + 0, ino + 0 }')" "1 0 0 0"

# ---- the same bytes: other folder, umask, user, time, and hard-linked sources

mkdir -p "$T/other folder/x"
cp init "$T/other folder/x/i"
ln "$T/other folder/x/i" "$T/other folder/x/i2"
cp hackbench expect "$T/other folder/"
chmod 400 "$T/other folder/expect"
touch -d 2001-02-03 "$T/other folder/"*
(
	umask 077
	cd "$T/other folder" && TZ=Asia/Tokyo "$make" --init x/i2 --out two.gz \
		--file /bin/hackbench=hackbench:0755 --file /etc/expect=expect \
		--file "/share/deep/er=$T/other folder/x/i"
)
ok "another folder, umask, time zone and time: the same bytes" \
	cmp one.gz "$T/other folder/two.gz"
if [ "$(id -u)" -eq 0 ] && id nobody >/dev/null 2>&1 && command -v setpriv >/dev/null; then
	chmod 755 "$T"
	mkdir free && chmod 777 free
	if setpriv --reuid nobody --clear-groups test -r "$make"; then
		ok "made by nobody" setpriv --reuid nobody --clear-groups "$make" \
			--out "$T/free/three.gz" --init init --file /bin/hackbench=hackbench:755 \
			--file /etc/expect=expect --file /share/deep/er=init
		ok "... the same bytes" cmp one.gz free/three.gz
	else
		skip "made by nobody" "nobody cannot read this folder"
	fi
else
	skip "made by another user" "needs root and setpriv"
fi
sed -i 's/init/INIT/' init
ok "another init" "$make" --out four.gz --init init
ok "a folder named as our own work files" "$make" --out five.gz --init init --file /tar/list=init
code 1 "... other bytes" cmp -s one.gz four.gz

# ---- the shell

KLIBC=${KLIBC:-/usr/lib/klibc/bin}
if [ -r "$KLIBC/sh" ]; then
	ok "with a shell" "$make" --out shell.gz --init init --shell
	ok "... it is one that these kernels unpack" "$check" shell.gz
	bsdtar -tf shell.gz >list
	for file in bin/sh bin/cat bin/mount dev/tty; do
		says "... it has $file" "^\\./$file\$" list
	done
	is "... and the library that sh names" \
		"$(grep -cxF ".$(grep -ao '/lib/klibc-[A-Za-z0-9_-]*\.so' "$KLIBC/sh" | head -n 1)" list)" 1
else
	skip "with a shell" "klibc-utils is not installed"
fi
code "$NEED" "without klibc" env KLIBC="$T/none" "$make" --out no.gz --init init --shell
says "... it says what to do" '^  -> run: scripts/setup'

# ---- on failure nothing is left, and an old file stays as it was

code "$USAGE" "no init" "$make" --out no.gz --init nothing
says "... names it" '^initramfs: nothing: no such file'
code "$USAGE" "a source that is not there" "$make" --out no.gz --init init --file /a=nothing
for words in '' '--out no.gz' '--init init' '--out' '--out no.gz --init init --lost' \
	'--out no.gz --init init --file /a' '--out no.gz --init init --file a=init' \
	'--out no.gz --init init --file /a/../b=init' '--out no.gz --init init --file /a/=init' \
	'--out no.gz --init init --file /init=init' '--out no.gz --init init --file /a=init --file /a=init' \
	'--out no.gz --init init --file /etc=init' '--out no.gz --init init --file /dev/console=init' \
	"--out no.gz --init init --file /a(b=init" "--out $T --init init"; do
	# shellcheck disable=SC2086
	code "$USAGE" "initramfs $words" "$make" $words
done
echo old >kept.gz
code "$USAGE" "failing over an older file" "$make" --out kept.gz --init nothing
is "... leaves it" "$(cat kept.gz)" old
mkdir stub
printf '#!/bin/sh\necho half >cpio.gz\nexit 1\n' >stub/gzip
chmod +x stub/gzip
code "$WRITE" "a gzip that fails" env PATH="$T/stub:$PATH" "$make" --out kept.gz --init init
is "... leaves it as well" "$(cat kept.gz)" old
code "$WRITE" "a folder that cannot be" "$make" --out init/no.gz --init init
is "nothing is left behind" "$(find . -name '*.tmp*' -o -name 'no.gz' | head -n 3)" ""

# ---- initramfs-check: one fault at a time

pack() # NAME LINE...: an archive of these lines of an mtree list
{
	pack_name=$1
	shift
	{
		echo '#mtree'
		for line in "$@"; do
			echo "./$line uid=0 gid=0 time=0.0"
		done
	} >list
	# in an empty folder: bsdtar also looks for the names of the list there
	(cd "$T/empty.d" && bsdtar --format="${format:-newc}" -cf "../$pack_name" @../list)
}
mkdir "$T/empty.d"
dir='dev type=dir mode=0755'
console='dev/console type=char device=linux,5,1 mode=0600'
init='init type=file mode=0755 contents=../init'
refused() # WHAT SAYS [FILE]
{
	code "$GUEST" "$1 is refused" "$check" "${3:-a.cpio}"
	says "... and named" "^initramfs-check: ${3:-a.cpio}: $2"
}
pack a.cpio "$dir" "$console" "$init"
ok "an archive that is not compressed" "$check" a.cpio
pack a.cpio "$dir" "$console"
refused "no init" 'no /init'
pack a.cpio "$dir" "$init"
refused "no console" 'no /dev/console'
pack a.cpio "$dir" 'init type=file mode=0644 contents=../init'
refused "an init that cannot be run" '/init is not executable, its mode is 0644'
says "... and the other fault as well" 'no /dev/console'
pack a.cpio "$dir" "$console" 'init type=dir mode=0755'
refused "an init that is a folder" '/init is not a regular file'
pack a.cpio "$dir" "$console" 'init type=link link=sbin/init mode=0777'
refused "an init that is a link" '/init is not a regular file'
: >empty
pack a.cpio "$dir" "$console" 'init type=file mode=0755 contents=../empty'
refused "an empty init" '/init is empty'
pack a.cpio "$dir" 'dev/console type=char device=linux,5,2 mode=0600' "$init"
refused "another device" '/dev/console is device 5:2, it must be 5:1'
pack a.cpio "$dir" 'dev/console type=file mode=0600 contents=../init' "$init"
refused "a console that is a file" '/dev/console is not a character device'
pack a.cpio "$console" "$dir" "$init"
refused "a console before its folder" '/dev/console comes before its folder'
format=odc pack a.cpio "$dir" "$console" "$init"
refused "the old cpio form" 'neither gzip nor a newc archive'
gzip -nf a.cpio
refused "... in gzip" 'the old cpio form' a.cpio.gz
for packer in xz bzip2 zstd; do
	if command -v $packer >/dev/null; then
		pack a.cpio "$dir" "$console" "$init"
		$packer -c a.cpio >a.packed
		refused "$packer" "$packer-compressed: these kernels unpack gzip only" a.packed
	else
		skip "$packer is refused" "$packer is not installed"
	fi
done
: >empty
refused "an empty file" 'the file is empty' empty
refused "another file" 'neither gzip nor' "init"
code "$USAGE" "a file that is not there" "$check" nothing
code "$USAGE" "no file" "$check"
ok "--help" "$check" --help

# wherever it is cut or damaged, it is refused
pack a.cpio "$dir" "$console" "$init"
whole=$(grep -abo 'TRAILER' a.cpio | cut -d : -f 1)
for part in 1 5 50 109 115 200 300 400 "$whole"; do
	head -c "$part" a.cpio >cut.cpio
	"$check" cut.cpio >"$T/out" 2>&1
	[ $? -eq "$GUEST" ] || diag "cut after $part bytes"
done >wrong
is "cut anywhere it is refused" "$(cat wrong)" ""
gzip -nc a.cpio >a.gz
size=$(wc -c <a.gz)
for at in 30 60 $((size / 2)) $((size - 6)); do
	cp a.gz bad
	printf '\125' | dd of=bad bs=1 seek="$at" conv=notrunc 2>/dev/null
	cmp -s bad a.gz || "$check" bad >"$T/out" 2>&1 && diag "byte $at"
done >wrong
is "a changed byte of the compressed data is found" "$(cat wrong)" ""
finish
