#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What may be written to sched_features, compiled from the text of the patch
. "${0%/*}/tap.sh"
. "${0%/*}/added.sh"

added "$TOP/patches/common/sched-feature-words.patch" kernel/sched_words.h \
	>"$T/sched_words.h"
properties "sched_words.h" words.c -DWORDS="\"$T/sched_words.h\""

broken() # NAME SED
{
	mutant "$1" "$T/sched_words.h" "$2" words.c -DWORDS="\"$T/mutant.h\""
}
broken "the beginning of a word is enough, as in 2.6.26" \
	's/strlen(names\[i\]) == len - off/!memcmp(names[i], text + off, strlen(names[i])) || 0/'
broken "the first word alone counts, as in 2.6.26" \
	's/text += len;/*features = set; return 0;/'
broken "unknown bits stay set, as in 2.6.26" 's/(number & ~(unsigned long long)known)/0/'
broken "a number of more than 32 bits" 's/number > 0xffffffffULL/0/'
broken "no digit is a number" 's/text == digits/0/'
broken "something after the number" 's/if (\*text ||/if (/'
broken "words count before all are read" 's/\(set\) [|&]= /*features = &/'
broken "no words are words" 's/if (!words)/if (0)/'
broken "the last name is out of reach" 's/i < nr/i + 1 < nr/'
broken "hexadecimal digits in a decimal number" 's/digit >= base/digit >= 16/'
finish
