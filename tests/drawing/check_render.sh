#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# `fulcrum render` with rays, which need neither a display nor OpenGL. Run by `make check` in the build directory.
set -u
top=$(cd "${srcdir:-.}" && pwd)
fulcrum=$PWD/tools/fulcrum
model=$top/models/crank/crank.xml
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
"$fulcrum" modules show raytrace > "$work/out" 2>&1 || { echo "skipped: there is no module raytrace"; exit 77; }
cd "$work" || exit 99
nfail=0

# expect STATUS PATTERN OPTIONS...: the command ends so, and a line of its output matches
expect() {
  status=$1
  pattern=$2
  shift 2
  "$fulcrum" render "$model" --renderer raytrace -s 64x48 --set raytrace.samples=2 "$@" > out 2>&1 < /dev/null
  got=$?
  if [ "$got" -ne "$status" ] || ! grep -q -e "$pattern" out; then
    echo "FAIL: fulcrum render $*: status $got, expected $status and '$pattern' in"
    head -n 20 out
    nfail=$((nfail + 1))
  fi
}

differ() {
  if cmp -s "$1" "$2"; then
    echo "FAIL: $1 and $2 are the same"
    nfail=$((nfail + 1))
  fi
}

expect 0 'a.png: 1 picture of 64 x 48 pixels, drawn by rays in memory' -o a.png
expect 0 '' -o b.png --set raytrace.threads=1
cmp a.png b.png || nfail=$((nfail + 1))
expect 0 '' -o c.png --set raytrace.samples=9 --set raytrace.light_angle=0.2
differ a.png c.png
expect 0 '' -o d.png --lookat 0.3,0,0.2 --azimuth 20
differ a.png d.png
expect 0 '' -o e.png --toggle skybox --toggle 'Contact Point' --toggle reflection --toggle joint
differ a.png e.png
expect 0 '' -o f.png --depth
expect 0 '' -o g.png --ids
expect 0 'series-0000.png ...: 3 pictures' -o series.png --duration 0.1 --fps 20
test -s series-0002.png || nfail=$((nfail + 1))

expect 1 'between 1 and 65536; 0 is not' --set raytrace.samples=0
expect 1 'did you mean "samples"' --set raytrace.sample=4
expect 1 '--set expects FACE.KEY=VALUE' --set samples
expect 1 '--toggle wire is unknown, expected one of Convex Hull' --toggle wire
expect 1 'the backend "egl" is unknown to the renderer raytrace, expected memory' --backend egl
expect 2 "--lookat is '1,2', expected three numbers" --lookat 1,2
test $nfail = 0
