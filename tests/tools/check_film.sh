#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Pictures, series and videos of `fulcrum render` and `fulcrum simulate --video`, and plots: with a real ffmpeg where there is one, with
# programs of that name that fail in known ways, and without. No display is used. Run by `make check` in the build directory.
set -u
top=$(cd "${srcdir:-.}" && pwd)
. "$top/tests/tools/expect.sh"
unset DISPLAY WAYLAND_DISPLAY

# is_png FILE WIDTH HEIGHT: its header says so
is_png() {
  [ -f "$1" ] || { fail "there is no $1"; return; }
  header=$(od -An -tu1 -N24 "$1" | tr -s ' \n' '  ')
  wanted=" 137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 $(($2 / 256)) $(($2 % 256)) 0 0 $(($3 / 256)) $(($3 % 256))"
  [ "$(echo $header)" = "$(echo $wanted)" ] || fail "$1 is no PNG of $2 x $3 pixels: $header"
}

# count N PATTERN: so many files match
count() {
  # shellcheck disable=SC2012
  n=$(ls $2 2> /dev/null | wc -l)
  [ "$n" -eq "$1" ] || fail "$n files match $2, expected $1"
}

# await FILE BYTES: for a minute at most, until the file has so many
await() {
  k=0
  while [ "$k" -lt 600 ] && { [ ! -e "$1" ] || [ "$(wc -c < "$1")" -lt "$2" ]; }; do
    sleep 0.1
    k=$((k + 1))
  done
}

cat > ball.xml << 'END'
<mujoco model="ball">
  <option timestep="0.005"/>
  <visual><global offwidth="48" offheight="32"/></visual>
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="plane" size="2 2 .1" rgba=".3 .5 .3 1"/>
    <camera name="near" pos="0 -2 1" xyaxes="1 0 0 0 .3 1"/>
    <camera name="far" pos="0 -6 2" xyaxes="1 0 0 0 .3 1"/>
    <body name="ball" pos="0 0 .6">
      <joint name="up" type="slide" axis="0 0 1"/>
      <geom size=".2" rgba="1 0 0 1"/>
    </body>
    <body pos=".8 0 .6"><joint name="turn &lt;1&gt;" axis="0 1 0"/><geom type="capsule" size=".05 .2" pos=".1 0 .1"/></body>
  </worldbody>
  <sensor><jointpos name="level" joint="up"/><framelinvel name="speed" objtype="body" objname="ball"/></sensor>
  <keyframe><key name="low" qpos="-.4 1"/></keyframe>
</mujoco>
END

# ---- plots need no graphics
expect 0 '' simulate ball.xml -t 1 -q --plot default.svg
for word in '>energy (J)<' '>qpos (m)<' '>qpos (rad)<' '>contacts<' '>iterations<' '>time (s)<' '>energy.potential<' '>qpos.up<' \
  '>qpos.turn &lt;1&gt;<' '>ball.xml<'; do
  grep -q -e "$word" default.svg || fail "default.svg has no $word"
done
grep -q sensor default.svg && fail 'default.svg has sensors, which nobody asked for'
expect 1 "no column 'ctrl.\*'" simulate ball.xml -t 1 -q --plot chosen.svg --columns 'sensor.speed,ctrl.*'
expect 0 '' simulate ball.xml -t 1 -q --plot chosen.svg --columns 'sensor.speed,q*.up,height,force,rows,energy.total'
[ "$(grep -c "font-weight='bold'" chosen.svg)" -eq 7 ] || fail 'seven panels were chosen, q*.up has two units'
for word in '>sensor.speed (m/s)<' '>sensor.speed.2<' '>q\*.up (m)<' '>q\*.up (m/s)<' '>force (N)<' '>energy.total (J)<'; do
  grep -q -e "$word" chosen.svg || fail "chosen.svg has no $word"
done
if command -v python3 > /dev/null; then
  for file in default.svg chosen.svg; do
    python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' "$file" || fail "$file is not well formed"
  done
fi
expect 1 "no column 'qpos.uq'; did you mean 'qpos.up'" simulate ball.xml --plot a.svg --columns qpos.uq
[ ! -e a.svg ] || fail 'a plot of nothing was written'
expect 2 'the file of --plot is missing' simulate ball.xml --columns qpos
expect 1 'no/such/a.svg cannot be written: No such file' simulate ball.xml --plot no/such/a.svg
if [ -w /dev/full ]; then expect 1 '/dev/full cannot be written: No space left on device' simulate ball.xml -t 1 -q --plot /dev/full; fi

# the simulation is the same with and without plot
"$fulcrum" simulate ball.xml -t 1 -q --csv plain.csv && "$fulcrum" simulate ball.xml -t 1 -q --csv plotted.csv --plot c.svg
cmp -s plain.csv plotted.csv || fail 'a plot changes the simulation'

# Ctrl-C leaves a plot of what was
"$fulcrum" simulate ball.xml -t 1e7 -q --plot stopped.svg --csv grown.csv --every 1000 > out 2>&1 &
process=$!
await grown.csv 1
sleep 1
kill -INT "$process"
wait "$process" || fail "an interrupted simulation ends with status $?"
grep -q '>qpos.up<' stopped.svg || fail 'an interrupt loses the plot'

# ---- wrong usage, which needs no graphics either
expect 2 "is '0x5', expected two numbers of pixels" render ball.xml --size 0x5
expect 2 "is '640', expected two numbers of pixels" render ball.xml --size 640
expect 2 "is '9x9x', expected two numbers of pixels" simulate ball.xml --video a.mp4 --size 9x9x
expect 2 "is '70000x9', expected two numbers of pixels, at most 65536" render ball.xml --size 70000x9
expect 2 "has no ending such as .png" render ball.xml -o picture
expect 2 "has no ending such as .png" simulate ball.xml --video film
expect 2 "is '0', expected a positive number" render ball.xml -o a.mp4 --fps 0
expect 2 "expected a positive number, at most 10000" render ball.xml -o a.mp4 --fps 1e9
expect 2 "expected a time in seconds" render ball.xml -o a.mp4 --duration -1
expect 2 "depth is written as .png" render ball.xml -o a.mp4 --depth
expect 1 "ball.xml: the model has no camera 'faar'; it has 2: near, far" render ball.xml --camera faar
expect 1 "ball.xml: the model has no camera '7'" simulate ball.xml --video a.png --camera 7
expect 1 "ball.xml: the model has no keyframe 'high'; it has 1: low" render ball.xml --keyframe high
expect 1 'none.xml' render none.xml

# ---- pictures; without a renderer, EGL and OSMesa there is nothing more to test
if ! "$fulcrum" render ball.xml -o try.png > out 2>&1; then
  cat out
  [ "$nfail" -eq 0 ] || exit 1
  echo 'skipped: pictures cannot be drawn here'
  exit 77
fi
is_png try.png 48 32
grep -q 'try.png: 1 picture of 48 x 32 pixels, drawn by ' out || fail 'the report does not say what was drawn'
expect 0 '' render ball.xml -o near.png --camera near --size 64x40 -q
expect 0 '' render ball.xml -o one.png --camera 1 --size 64x40 -q
expect 0 '' render ball.xml -o far.png --camera far --size 64x40 -q
is_png near.png 64 40
cmp -s one.png far.png || fail 'camera 1 is not the one with the name far'
cmp -s near.png far.png && fail 'two cameras show the same'
expect 0 '' render ball.xml -o low.png --camera near --size 64x40 --keyframe low -q
cmp -s near.png low.png && fail 'a keyframe shows the same'
expect 0 '' render ball.xml -o depth.png --depth -q
expect 1 'bad/a.png cannot be written' render ball.xml -o bad/a.png
if [ -w /dev/full ]; then
  ln -s /dev/full full.png
  expect 1 'full.png cannot be written: No space left on device' render ball.xml -o full.png
  [ "$(wc -l < err)" -eq 1 ] || fail "more than one sentence about a full disk: $(cat err)"
fi
expect 2 "--backend is .glide., expected egl or osmesa" render ball.xml --backend glide
expect 1 '' render ball.xml --renderer nobody
expect 1 'too large\|no memory\|cannot be made' render ball.xml --size 65536x65536

# ---- series: one implementation for both commands
expect 0 's-0000.png ...: 5 pictures of 48 x 32 pixels' render ball.xml -o s.png --duration 0.4 --fps 10
count 5 's-*.png'
expect 0 '' render ball.xml -o 'frame_%03d.png' -d 0.4 -f 10 -q
count 5 'frame_00?.png'
expect 0 '' simulate ball.xml -t 0.4 -q --video 'v%d.png' --fps 10
count 5 'v?.png'
for k in 0 1 2 3 4; do
  cmp -s "s-000$k.png" "v$k.png" || fail "picture $k of render and simulate differ"
  cmp -s "s-000$k.png" "frame_00$k.png" || fail "picture $k differs by its name"
done
cmp -s v0.png v4.png && fail 'nothing moves'
"$fulcrum" simulate ball.xml -t 1 -q --csv filmed.csv --video 'f%d.png' --fps 7 || fail 'no film'
cmp -s plain.csv filmed.csv || fail 'a film changes the simulation'
expect 0 'v0.png ...: 3 pictures' simulate ball.xml -t 0.2 --video 'v%d.png' --fps 10
# the first picture that cannot be written ends the film, and the simulation goes on
expect 1 'bad/v0.png cannot be written' simulate ball.xml -t 1 -q --video 'bad/v%d.png' --csv after.csv
cmp -s plain.csv after.csv || fail 'the simulation ends with its film'

# ---- videos: programs called ffmpeg
mkdir tools none
IFS=:
for folder in $PATH; do
  for program in "$folder"/*; do
    name=${program##*/}
    [ "$name" = ffmpeg ] || [ -e "none/$name" ] || ln -s "$program" "none/$name" 2> /dev/null
  done
done
unset IFS
whole=$PATH

# without: numbered pictures and a sentence
PATH=$work/none
expect 0 'written by ffmpeg, which is not installed .*numbered pictures are written instead, lost-0000.png' \
  render ball.xml -o lost.mp4 -d 0.2 -f 10
count 3 'lost-*.png'
cmp -s lost-0002.png s-0002.png || fail 'a picture instead of a video differs'
[ ! -e lost.mp4 ] || fail 'there is a video without ffmpeg'
expect 0 'numbered pictures are written instead' simulate ball.xml -t 0.2 -q --video gone.webm --fps 10
count 3 'gone-*.png'
PATH=$work/tools:$whole

# one that keeps what it gets
cat > tools/ffmpeg << 'END'
#!/bin/sh
for last; do :; done
echo "$*" > arguments
exec cat > "${last#file:}"
END
chmod +x tools/ffmpeg
expect 0 'raw.mp4: 5 pictures of 48 x 32 pixels' render ball.xml -o raw.mp4 -d 0.4 -f 10
[ "$(wc -c < raw.mp4)" -eq $((5 * 48 * 32 * 3)) ] || fail "a video of 5 pictures has $(wc -c < raw.mp4) bytes"
grep -q -e '-pixel_format rgb24 -video_size 48x32 -framerate 10 ' arguments || fail "ffmpeg is asked for $(cat arguments)"
grep -q -e ' -xerror ' arguments || fail 'ffmpeg takes a disk that is full for a success'
expect 0 '' simulate ball.xml -t 0.4 -q --video twin.mp4 --fps 10
cmp -s raw.mp4 twin.mp4 || fail 'the videos of render and simulate differ'
expect 0 '' render ball.xml -o -odd.mp4 -d 0 -q
[ -f ./-odd.mp4 ] || fail 'a name that begins with a dash is taken for an option'
# the default is ten seconds
expect 0 'ten.mp4: 11 pictures' render ball.xml -o ten.mp4 -f 1

# interrupts: to the whole group, as from a terminal; what is there is kept
for command in 'render ball.xml -o int.mp4 -d 100000' 'simulate ball.xml -t 1e7 -q --video int.mp4'; do
  rm -f int.mp4
  # shellcheck disable=SC2086
  "$fulcrum" $command > out 2>&1 &
  process=$!
  await int.mp4 $((48 * 32 * 3))
  kill -INT "$process"
  wait "$process" || fail "an interrupted '$command' ends with status $?: $(cat out)"
  size=$(wc -c < int.mp4)
  if [ "$size" -lt $((48 * 32 * 3)) ] || [ $((size % (48 * 32 * 3))) -ne 0 ]; then
    fail "an interrupted '$command' leaves $size bytes"
  fi
done

# one that has no room, with a message of several lines, and one that falls
printf '#!/bin/sh\nhead -c 5000 > /dev/null\necho first >&2\necho "a.mp4: No space left on device" >&2\necho >&2\nexit 3\n' > tools/ffmpeg
expect 1 'a.mp4 could not be written: ffmpeg ended with status 3 and said: a.mp4: No space left on device' render ball.xml -o a.mp4 -d 2
expect 1 'said: a.mp4: No space left' simulate ball.xml -t 1 -q --video a.mp4 --csv after.csv
cmp -s plain.csv after.csv || fail 'the simulation ends with its ffmpeg'
# shellcheck disable=SC2016
printf '#!/bin/sh\nhead -c 5000 > /dev/null\nkill -SEGV $$\n' > tools/ffmpeg
expect 1 'ffmpeg was ended by signal 11' render ball.xml -o a.mp4 -d 2
printf 'the former film' > a.mp4
expect 1 'ffmpeg was ended by signal 11' render ball.xml -o a.mp4 -d 2
printf '#!/bin/sh\nexit 0\n' > tools/ffmpeg
expect 1 'a.mp4 is not complete: ffmpeg took no more pictures' render ball.xml -o a.mp4 -d 100
[ "$(cat a.mp4)" = 'the former film' ] || fail 'a film that failed has taken the place of the former one'
count 1 'a.mp4*'
printf 'no program\n' > tools/ffmpeg
chmod -x tools/ffmpeg
PATH=$whole

# the real one
if command -v ffmpeg > /dev/null; then
  expect 0 'real.mp4: 11 pictures of 47 x 31 pixels' render ball.xml -o real.mp4 --size 47x31 -d 1 -f 10
  ffmpeg -loglevel error -i real.mp4 -f rawvideo -pix_fmt rgb24 raw.rgb < /dev/null || fail 'ffmpeg does not read the video'
  [ "$(wc -c < raw.rgb)" -eq $((11 * 48 * 32 * 3)) ] || fail "the video has $(wc -c < raw.rgb) bytes"
  expect 0 '' simulate ball.xml -t 1 -q --video real.gif --fps 10
  expect 1 'no/such/real.mp4 cannot be written: No such file or directory' render ball.xml -o no/such/real.mp4 -d 1
  expect 1 'and said: ' render ball.xml -o real.nonsense -d 1
fi

[ "$nfail" -eq 0 ] || echo "$nfail failures"
[ "$nfail" -eq 0 ]
