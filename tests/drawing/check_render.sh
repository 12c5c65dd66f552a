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
expect 2 '--toggle wire is unknown, expected one of Convex Hull' --toggle wire
expect 1 'the backend "egl" is unknown to the renderer raytrace, expected memory' --backend egl
expect 2 "--lookat is '1,2', expected three numbers" --lookat 1,2
expect 2 "pictures are written as .png; 'x.jpg' has another ending" -o x.jpg
expect 2 'ids are written as .png' -o x.mp4 --ids
expect 2 "place the free camera; the camera is 'side'" -o x.png -c side --azimuth 30

# render STATUS PATTERN ARGUMENTS...: the same without these options
render() {
  status=$1
  pattern=$2
  shift 2
  "$fulcrum" render "$@" > out 2>&1 < /dev/null
  got=$?
  if [ "$got" -ne "$status" ] || ! grep -q -e "$pattern" out; then
    echo "FAIL: fulcrum render $*: status $got, expected $status and '$pattern' in"
    head -n 20 out
    nfail=$((nfail + 1))
  fi
}
# what is wrong with the options is said before the model is looked for
render 2 "--backend is 'foo', expected egl or osmesa" nowhere.xml --backend foo
render 2 '--toggle nosuch is unknown' nowhere.xml --toggle nosuch
render 1 'raytrace.samples=2 is for the renderer raytrace, which --renderer raytrace chooses' "$model" --set raytrace.samples=2

# a simulation that becomes unstable ends the film, whose first pictures are kept
cat > blast.xml << 'END'
<mujoco><worldbody><body><joint type="slide"/><geom size="1"/></body></worldbody><keyframe><key qvel="9.99999e9"/></keyframe>
<option timestep="0.1"/></mujoco>
END
render 1 'blast.xml became unstable at .* s (position 0' blast.xml -k 0 -o blast.png --duration 2 --fps 10 --renderer raytrace -s 16x16 --set raytrace.samples=1
test -s blast-0000.png || nfail=$((nfail + 1))
# compile names the reason when a file does not fit
for ending in mjb txt xml; do
  (trap '' XFSZ; ulimit -f 1; "$fulcrum" compile "$model" "full.$ending" > out 2>&1)
  if [ $? -ne 1 ] || grep -q warning out || ! grep -q "full.$ending cannot be written: .*File too large" out; then
    echo "FAIL: compile to full.$ending: $(cat out)"
    nfail=$((nfail + 1))
  fi
done
"$fulcrum" problem export nowhere.xml -o p.foo > out 2>&1
[ $? -eq 2 ] && grep -q "'p.foo'.*ends in .json or .bin" out || { cat out; nfail=$((nfail + 1)); }

# ---------------------------------------------------------------- completion
# complete EXPECTED WORDS...: the last word is at the cursor
if command -v bash > /dev/null; then
  cat > complete.sh << 'END'
PATH=$(dirname "$1"):$PATH
source "$2"
shift 2
compopt() { :; }
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_fulcrum
echo ${COMPREPLY[*]}
END
  complete() {
    expected=$1
    shift
    got=$(bash complete.sh "$fulcrum" "$top/tools/completion/fulcrum.bash" fulcrum "$@" < /dev/null 2>&1)
    if [ "$got" != "$expected" ]; then
      echo "FAIL: completion of $*: '$got', expected '$expected'"
      nfail=$((nfail + 1))
    fi
  }
  rm -f ./*.xml ./*.json ./*.mjb
  touch m.xml p.json
  complete 'ccd convex' simulate m.xml --convex ''
  complete raytrace render m.xml --renderer ray
  complete m.xml modules check x.so --model ''
  complete soft contact bench --model so
  complete '' render m.xml -s n
  complete '' render m.xml -d ''
  complete '' simulate m.xml -k ''
  complete sensor modules show -k sen
  complete convexhull render m.xml --toggle conv
  complete p.json problem export m.xml -o p
fi
test $nfail = 0
