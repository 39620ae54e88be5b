#!/bin/sh
. "${0%/*}/tap.sh"
. "${0%/*}/fake.sh"
fake_linux
cat $BASES $PATCHES/*/*.patch | head -150
ok "tree" env KERNEL_GIT=$T/linux $S/tree v2.6.25-rc6
cat $T/out
ok "tree" env KERNEL_GIT=$T/linux $S/tree v2.6.25
ok verify $S/tree --verify v2.6.25-rc6
cat $T/out
find $O -maxdepth 2 ; find $CACHED | head -50
finish
