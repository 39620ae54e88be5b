# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
#
# For the tests that fuzz; sourced after tap.sh.  $seconds: how long, 5
# if nobody says otherwise.
seconds=${FUZZ_SECONDS:-${seconds:-5}}
case $seconds in
''|*[!0-9]*|0)
	echo "Bail out! FUZZ_SECONDS=$seconds is not a number of seconds"
	exit 1
	;;
esac
