# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# An X server without a screen, for scripts that open windows and have a function `fail`. Its process is $last.
start_display() { # name of the file for its number
  Xvfb -displayfd 3 -screen 0 1280x1000x24 -nolisten tcp -noreset 3> "$1" > /dev/null 2>&1 &
  last=$!
  for _ in $(seq 100); do
    [ -s "$1" ] && return
    sleep 0.1
  done
  fail "Xvfb does not start"
  exit 1
}
