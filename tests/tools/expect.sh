#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# What tests of the command share; they read this file with `.`, after setting top, the folder of the sources. The working folder becomes
# a new one, which is removed at the end; build is the folder of the build, fulcrum the command under test (FULCRUM, or that of the build),
# nfail the number of failures so far. subject may be set to the subcommand that expect calls, path to the PATH that it has.
build=$PWD
fulcrum=${FULCRUM:-$build/tools/fulcrum}
subject=
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
unset FULCRUM_MODULE_PATH
nfail=0

fail() {
  echo "FAIL: $*"
  nfail=$((nfail + 1))
}

# check WHAT COMMAND...: it succeeds
check() {
  what=$1
  shift
  "$@" || fail "$what"
}

# expect STATUS PATTERN ARGUMENTS...: the command ends so, and a line of its output matches; '' matches anything
expect() {
  status=$1
  pattern=$2
  shift 2
  # shellcheck disable=SC2086
  PATH=${path:-$PATH} "$fulcrum" $subject "$@" > out 2> err < /dev/null
  got=$?
  if [ "$got" -ne "$status" ]; then
    fail "fulcrum $subject $*: status $got, expected $status"
    cat out err | head -20
  elif [ -n "$pattern" ] && ! cat out err | grep -q -e "$pattern"; then
    fail "fulcrum $subject $*: nothing matches '$pattern' in"
    cat out err | head -20
  fi
}
