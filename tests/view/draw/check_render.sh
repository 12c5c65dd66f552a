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
for value in nan inf 1e30 0 -1 x ''; do
  expect 2 "--distance is '$value', expected a positive number, at most 1e+15" --distance "$value"
done
for value in nan -inf 1e30 x; do
  expect 2 "--azimuth is '$value', expected a number between -1e+06 and 1e+06" --azimuth "$value"
  expect 2 "--elevation is '$value', expected a number between -1e+06 and 1e+06" --elevation "$value"
  expect 2 "--lookat is '0,$value,0', expected three numbers as in 0,0,0.8, between -1e+15 and 1e+15" --lookat "0,$value,0"
done
expect 2 "--fps is '1e9', expected a positive number, at most 10000" --fps 1e9
for value in 0x5 99999x2 99999999999x5 -4x4 4x 64x48.5 nan; do
  expect 2 "--size is '$value', expected two numbers of pixels, at most 65536" -s "$value"
done
expect 0 '' -o h.png --distance 1e15 --azimuth 1e6 --lookat 1e15,0,-1e15
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

# what has no picture ends with a sentence, with every renderer; what is far away is not seen
wild() {
  cat > wild.xml << END
<mujoco><statistic extent="${extent:-1}" center="0 0 0"/><visual><global offwidth="16" offheight="12" $global/><map $map/></visual>
<asset><mesh name="w" vertex="0 0 0 .2 0 0 0 .2 0 .2 .2 0 0 0 .2 0 .2 .2"/></asset>
<worldbody><light pos="0 0 3"/>$camera<geom type="plane" size="0 0 .1"/><geom size=".2"/><geom type="mesh" mesh="w" pos="$place 0 .3"/></worldbody></mujoco>
END
  for renderer in raytrace gl; do
    # without OpenGL there are rays alone
    "$fulcrum" render wild.xml -c "$view" --renderer $renderer -o wild.png > out 2>&1 < /dev/null
    got=$?
    [ $renderer = gl ] && ! "$fulcrum" render "$model" -s 16x16 -o any.png > /dev/null 2>&1 && continue
    if [ $got -ne "$1" ] || ! grep -q -e "$2" out; then
      echo "FAIL: $renderer, extent '$extent', '$global', '$map', '$camera', '$place': status $got, expected $1 and '$2' in"
      head -n 5 out
      nfail=$((nfail + 1))
    fi
  done
}
extent='' global='' map='' camera='' place=1 view=free
wild 0 '1 picture'
extent=1e20; wild 1 'the far plane at 5e+21, expected 0 < near < far, and far at most 1e+15'; extent=''
global='fovy="nan"'; wild 1 'is nan, expected a finite number; it follows from the field of view, fovy'
global='fovy="0"'; wild 1 'expected an extent above 0'; global=''
map='znear="inf"'; wild 1 'frustum_near of camera 0 of the scene is inf, expected a finite number; it is znear or zfar of visual/map'
map='znear="2" zfar="1"'; wild 1 'is at 2 and the far plane at 1, expected 0 < near < far'; map=''
place=1e30; wild 0 '1 picture'; place=1
camera='<camera name="far" pos="1e30 0 1"/>' view=far; wild 0 '1 picture'

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
