#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# typed.sh COMMAND LIBRARIES MODEL: what users type with an installed copy, each line in an empty environment and a folder of its own with
# nothing but the model: how it ends, what it says, and which files it leaves. tests/compat/check_start.sh calls it.
set -u
fulcrum=$1
libraries=$2
model=$3
viewer_tests=$(cd "$(dirname "$0")/../viewer" && pwd)
work=$(mktemp -d) || exit 99
cd "$work" || exit 99
server=
trap 'test -z "$server" || kill "$server" 2> /dev/null; rm -rf "$work"' EXIT
failures=0
path=PATH=/usr/local/bin:/usr/bin:/bin
fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}

# typed NAME STATUS PATTERN FILES ARGUMENTS...: in the folder NAME, where FILES are all it leaves; $path and $display are its environment
display=
typed() {
  name=$1 status=$2 pattern=$3 files=$4
  shift 4
  mkdir "$work/$name" && cd "$work/$name" || exit 99
  cp "$model" model.xml
  env -i $path $display LD_LIBRARY_PATH="$libraries" "$fulcrum" "$@" > ../out 2>&1 < /dev/null
  got=$?
  rm model.xml
  left=$(echo *)
  [ $got -eq "$status" ] || fail "fulcrum $*: status $got, expected $status: $(head -n 20 ../out)"
  grep -q -e "$pattern" ../out || fail "fulcrum $*: nothing matches '$pattern' in $(head -n 20 ../out)"
  [ "$left" = "$files" ] || fail "fulcrum $*: it leaves $left, expected $files"
  cd "$work" || exit 99
}

# the pictures of two folders
differ() { cmp -s "$work/$1/picture.png" "$work/$2/picture.png" && fail "$1 and $2 are the same picture"; }
same() { cmp "$work/$1/picture.png" "$work/$2/picture.png" || fail "$1 and $2 are different pictures"; }

# ---------------------------------------------------------------- plots
typed plot 0 'x real time' plot.svg simulate model.xml -t 0.2 --plot plot.svg
grep -q '</svg>' plot/plot.svg || fail 'the plot has no end'
typed columns 0 'x real time' plot.svg simulate model.xml -t 0.2 --plot plot.svg --columns 'energy,height,qpos'
cmp -s plot/plot.svg columns/plot.svg && fail 'chosen columns give the plot of the others'

if ! env -i LD_LIBRARY_PATH="$libraries" "$fulcrum" render "$model" -o "$work/try.png" > out 2>&1; then
  echo "pictures cannot be drawn here, and were not tested: $(cat out)"
  [ "$failures" -eq 0 ]
  exit
fi

# ---------------------------------------------------------------- pictures
typed picture 0 'picture.png' picture.png render model.xml
typed lookat 0 'picture.png' picture.png render model.xml --lookat 0,0,1
typed toggle 0 'picture.png' picture.png render model.xml --toggle shadow --toggle contactpoint
typed again 0 'picture.png' picture.png render model.xml --toggle shadow --toggle shadow
differ picture lookat
differ picture toggle
same picture again
typed wrong 2 'toggle nonsense is unknown, expected one of .*Contact Point' '*' render model.xml --toggle nonsense
typed nowhere 2 'lookat' '*' render model.xml --lookat 1,2

# ---------------------------------------------------------------- videos
pictures='film-0000.png film-0001.png film-0002.png'
if command -v ffmpeg > /dev/null; then
  typed video 0 'film.mp4: 3 pictures' film.mp4 simulate model.xml -t 0.2 --video film.mp4 --fps 10
  [ -s video/film.mp4 ] || fail 'the video is empty'
  typed film 0 'film.mp4: 3 pictures' film.mp4 render model.xml -d 0.2 --fps 10 -o film.mp4
fi
path=PATH=$work
typed no_ffmpeg 0 'ffmpeg, which is not installed' "$pictures" simulate model.xml -t 0.2 --video film.mp4 --fps 10
typed no_film 0 'ffmpeg, which is not installed' "$pictures" render model.xml -d 0.2 --fps 10 -o film.mp4
path=PATH=/usr/local/bin:/usr/bin:/bin

# ---------------------------------------------------------------- the window
if ! env -i LD_LIBRARY_PATH="$libraries" "$fulcrum" modules list | grep -q '^viewer '; then
  typed no_viewer 1 'there is no viewer.*GLFW' '*' view model.xml
else
  typed no_display 1 'there is no display.*fulcrum render' '*' view model.xml
  if command -v Xvfb > /dev/null; then
    . "$viewer_tests/display.sh"
    start_display "$work/number"
    server=$last
    display=DISPLAY=:$(cat "$work/number")
    printf 'until 0.1\npicture picture.png\nframes 2\nprint time\nkey Q ctrl\nprint time\n' > "$work/events"
    typed view 0 '^time: 0.1$' picture.png view model.xml --pause --replay "$work/events"
    [ "$(grep -c '^time: ' out)" -eq 1 ] || fail 'Ctrl+Q does not close the window'
    typed keep 0 '' 'picture.png state.xml' view model.xml --size 200x150 --pause --replay "$work/events" --save state.xml --solver cg
  else
    echo 'Xvfb is not installed (Debian, Ubuntu: package xvfb): no window was opened'
  fi
fi

[ "$failures" -eq 0 ]
