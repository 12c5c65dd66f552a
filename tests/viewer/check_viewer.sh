#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# The window of `fulcrum view` on a display of its own (Xvfb): keys, mouse and menus from files of events, what it looks like, events that
# come through the X server, files that change, and what goes wrong. Run by `make check` in the build directory.
set -u
top=$(cd "${srcdir:-.}" && pwd)
here=$top/tests/viewer
data=$top/tests/data/viewer
fulcrum=$PWD/tools/fulcrum
build=$PWD
if ! command -v Xvfb > /dev/null; then
  echo "Xvfb is not installed (Debian, Ubuntu: package xvfb); the viewer was not tested"
  exit 77
fi
if ! "$fulcrum" modules list | grep -q '^viewer '; then
  echo "the viewer was not built, for which configure gives the reason; it was not tested"
  "$fulcrum" view > out 2>&1 && { echo "it opens all the same"; exit 1; }
  grep -q 'there is no viewer.*GLFW' out || { cat out; exit 1; }
  exit 77
fi
work=$(mktemp -d "$PWD/viewer.XXXXXX") || exit 99
failures=0
server=
server2=
fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}
cleanup() {
  for process in $server $server2; do kill "$process" 2> /dev/null; done
  rm -rf "$work"
}
trap cleanup EXIT
cd "$work" || exit 99

# ---------------------------------------------------------------- without a display
env -u DISPLAY -u WAYLAND_DISPLAY "$fulcrum" view "$data/table.xml" > out 2> err
[ $? -eq 1 ] || fail "no display: expected status 1"
grep -q 'there is no display.*fulcrum render' err || fail "no display: $(cat err)"

# ---------------------------------------------------------------- a display
. "$here/display.sh"
start_display number
server=$last
DISPLAY=:$(cat number)
export DISPLAY
unset WAYLAND_DISPLAY

# Reports of leaks go to files, which are read at the end. Drivers of OpenGL stay open, so that what they keep is not lost.
if grep -q '^sanitizer_ldflags = -' "$build/Makefile"; then
  LSAN_OPTIONS=exitcode=0:log_path=$work/report:suppressions=$top/tests/leaks.txt:print_suppressions=0
  ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
  LD_PRELOAD=$build/tests/viewer/.libs/keep_open.so
  export LSAN_OPTIONS ASAN_OPTIONS LD_PRELOAD
fi

view() { timeout 300 "$fulcrum" view --size 760x480 "$@"; }

printf 'frames 2\n' > nothing.txt
view --replay nothing.txt > out 2> err || fail "an empty window: $(cat err)"

# ---------------------------------------------------------------- events from files
for name in keys mouse menus sides picture; do
  view "$data/table.xml" --pause --replay "$data/$name.txt" > out 2> err || fail "$name: $(cat err)"
  [ ! -f "$data/$name.out" ] || diff "$data/$name.out" out || fail "$name: other numbers"
done
"$build/tests/viewer/compare_pictures" "$data/picture.png" picture.png || fail "the window looks different"

# the comparison sees what it must see
sed 's/^until 0.3/until 0.05/; s/^until 0.6/until 0.1/' "$data/picture.txt" > other.txt
view "$data/table.xml" --pause --replay other.txt || fail "another picture"
"$build/tests/viewer/compare_pictures" "$data/picture.png" picture.png > out && fail "pictures of different states count as equal"

# what is recorded does the same when it is replayed
cat > first.txt << 'END'
frames 5
move 380 280
press left 380 280
move 395 270
release left
key right
key right
frames 10
key F1
print camera
print time
print shown
END
view "$data/table.xml" --pause --replay first.txt --record second.txt > out 2> err || fail "recording: $(cat err)"
printf 'print camera\nprint time\nprint shown\n' >> second.txt
view "$data/table.xml" --pause --replay second.txt > again 2> err || fail "replaying: $(cat err)"
diff out again || fail "a recording does something else"

# ---------------------------------------------------------------- faults in files of events
bad_events() { # line, what is said about it
  echo "$1" > bad.txt
  view "$data/table.xml" --replay bad.txt > out 2> err && fail "'$1' was accepted"
  grep -q "bad.txt, line 1: .*$2" err || fail "'$1': $(cat err)"
}
bad_events 'dance' "'dance' is not a command"
bad_events 'key hyper' "'hyper' is not a key"
bad_events 'click left 3 3 meta' "'meta' is none of"
bad_events 'choose Physics/Nothing = 1' "there is no item 'Nothing'"
bad_events 'choose Physics/Solver = nothing' "cannot become 'nothing'"
bad_events 'print nonsense' "cannot be printed"
bad_events 'frames x' "'x' is not a whole number of at least 0"
bad_events 'frames 1.5' "'1.5' is not a whole number"
bad_events 'frames' "'frames' takes 1 number"
bad_events 'until nan' "'nan' is not a number"
bad_events 'wait 1s' "'1s' is not a number"
bad_events 'move 3' "'move' takes 2 numbers"
bad_events 'button 0 1 x' "'x' is not a whole number"
bad_events 'e left' "'e' is not a command"
bad_events 'click left 3 3x' "'3x' is not a number"
bad_events 'size 0 0' "'0' is not a whole number of at least 1"
bad_events 'picture nowhere/p.png' 'nowhere/p.png cannot be written'

# a recording says how large the window was, and when it changed
printf 'frames 3\nsize 500 400\nframes 5\n' > resize.txt
view "$data/table.xml" --pause --replay resize.txt --record sizes.txt > out 2> err || fail "recording sizes: $(cat err)"
[ "$(grep '^size' sizes.txt | tr '\n' ' ')" = 'size 760 480 size 500 400 ' ] || fail "recorded sizes: $(cat sizes.txt)"
# more than a recording has room for
i=0
while [ $i -lt 200 ]; do printf 'move %d 200\nframes 1\n' $i; i=$((i + 1)); done > long.txt
(trap '' XFSZ; ulimit -f 1; view --replay long.txt --record full.txt > out 2> err)
[ $? -eq 1 ] || fail "a recording without room: expected status 1"
grep -q 'full.txt cannot be written: File too large' err || fail "a recording without room: $(cat err)"
[ ! -e full.txt ] || fail 'a recording without room leaves a part'
printf precious > full.txt
(trap '' XFSZ; ulimit -f 1; view --replay long.txt --record full.txt > out 2> err)
[ "$(cat full.txt)" = precious ] && [ "$(ls full.txt*)" = full.txt ] || fail 'a recording without room costs the former one'

# ---------------------------------------------------------------- models
cat > wrong.xml << 'END'
<mujoco><worldbody><geom type="sphre"/></worldbody></mujoco>
END
cat > ball.xml << 'END'
<mujoco model="ball"><worldbody><body name="b" pos="0 0 1"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>
END
view wrong.xml > out 2> err
[ $? -eq 1 ] || fail "a wrong model: expected status 1"
grep -q "sphre.*\|wrong.xml" err || fail "a wrong model: $(cat err)"
view missing.xml > out 2> err && fail "a missing model was accepted"
grep -q 'missing.xml cannot be read' err || fail "a missing model: $(cat err)"
view "$data/table.xml" --keyframe sideways > out 2> err && fail "a keyframe that is not there"
grep -q "no keyframe 'sideways'" err || fail "keyframe: $(cat err)"
view "$data/table.xml" --contact_model nothing > out 2> err && fail "a contact model that is not there"
grep -q nothing err || fail "contact model: $(cat err)"
view "$data/table.xml" --set soft.nothing=1 > out 2> err && fail "a parameter that is not there"
[ "$(wc -l < err)" -eq 1 ] || fail "parameter: $(cat err)"

# one that is wrong leaves the one that is there; without a model one can be dropped
printf 'frames 2\ndrop %s\nframes 2\nprint message\nprint size\ndrop %s\nframes 2\nprint size\nkey right\nprint time\n' \
  "$work/wrong.xml" "$work/ball.xml" > drop.txt
view "$data/table.xml" --pause --replay drop.txt > out 2> err || fail "drop: $(cat err)"
grep -q 'message: .*sphre' out && grep -q 'size: 4 bodies' out && grep -q 'size: 2 bodies' out && grep -q 'time: 0.002' out ||
  fail "drop: $(cat out)"
printf 'frames 2\nkey space\nkey C ctrl\nkey F3\nkey F6\nclick left 400 200\ndrop %s\nframes 2\nprint size\n' "$work/ball.xml" > empty.txt
view --replay empty.txt > out 2> err || fail "no model: $(cat err)"
grep -q 'size: 2 bodies' out || fail "no model: $(cat out)"

# a model in memory, whose place another one may take
printf 'until 0.2\n' > given.txt
printf 'until 0.1\ndrop %s\nframes 2\nuntil 0.3\n' "$work/ball.xml" > taken.txt
"$build/tests/viewer/given_model" "$data/table.xml" given.txt 0.2 2> err || fail "$(cat err)"
"$build/tests/viewer/given_model" "$data/table.xml" taken.txt 0 2> err || fail "another model: $(cat err)"

# ---------------------------------------------------------------- the buttons that write files
mkdir buttons && cd buttons || exit 99
printf 'frames 2\nchoose Physics/Gravity = 0 0 -1.62\nchoose File/Save xml\nprint message\nchoose File/Save mjb\nprint message\n' > save.txt
printf 'choose File/Print model\nprint message\nchoose File/Print data\nprint message\n' >> save.txt
view "$data/table.xml" --pause --replay save.txt > out 2> err || fail "buttons: $(cat err)"
[ "$(tr '\n' ' ' < out)" = 'message: written to mjmodel.xml message: written to mjmodel.mjb message: written to MJMODEL.TXT message: written to MJDATA.TXT ' ] ||
  fail "buttons: $(cat out err)"
grep -q '<mujoco model="table">' mjmodel.xml && grep -q 'gravity="0 0 -1.62"' mjmodel.xml || fail "saved: $(head -5 mjmodel.xml)"
for name in mjmodel.xml mjmodel.mjb; do "$fulcrum" compile $name > /dev/null 2> err || fail "the saved $name: $(cat err)"; done
grep -q 'model name  *table' MJMODEL.TXT && grep -q '^QPOS' MJDATA.TXT || fail 'a listing is not there'

# no room: each of them says so, and the former files stay
for name in mjmodel.xml mjmodel.mjb MJMODEL.TXT MJDATA.TXT screenshot.png; do printf precious > $name; done
(ulimit -f 0; view "$data/table.xml" --pause --replay save.txt 2>&1) | cat > out
for name in mjmodel.xml mjmodel.mjb MJMODEL.TXT MJDATA.TXT; do
  [ "$(cat $name)" = precious ] || fail "without room $name is lost"
  grep -q "^message: .*$name cannot be written: File too large" out || fail "without room: nothing about $name in $(cat out)"
done
printf 'frames 2\npicture screenshot.png\nframes 2\n' > picture.txt
(ulimit -f 0; view "$data/table.xml" --pause --replay picture.txt 2>&1) | grep -q 'screenshot.png cannot be written: File too large' ||
  fail 'a picture without room'
[ "$(cat screenshot.png)" = precious ] || fail 'without room the picture is lost'

# the model that is shown is saved: after loading it again, after a drop, and a model in memory
printf 'frames 2\nkey L ctrl\nframes 2\nchoose File/Save xml\nprint message\n' > again.txt
view "$data/table.xml" --pause --replay again.txt > out 2> err || fail "save again: $(cat err)"
grep -q 'written to mjmodel.xml' out && grep -q '<mujoco model="table">' mjmodel.xml || fail "save again: $(cat out)"
printf 'frames 2\ndrop %s\nframes 2\ndrop %s\nframes 2\nchoose File/Save xml\nprint message\n' "$work/ball.xml" "$work/wrong.xml" > drop.txt
view "$data/table.xml" --pause --replay drop.txt > out 2> err || fail "save after a drop: $(cat err)"
grep -q 'written to mjmodel.xml' out && grep -q '<mujoco model="ball">' mjmodel.xml || fail "save after a drop: $(cat out)"
"$build/tests/viewer/given_model" "$data/table.xml" save.txt 0 > out 2> err || fail "save a given model: $(cat err)"
grep -q 'written to mjmodel.xml' out && grep -q '<mujoco model="table">' mjmodel.xml || fail "save a given model: $(cat out)"

# what the viewer cannot know is said, and the file stays
printf precious > mjmodel.xml
"$build/tests/viewer/given_model" "$data/table.xml" save.txt 0 "$work/ball.xml" > out 2> err || fail "another model: $(cat err)"
grep -q 'message: mjmodel.xml was not written: the model is not the one that was loaded last' out || fail "another model: $(cat out)"
"$fulcrum" compile "$data/table.xml" binary.mjb -q
view binary.mjb --pause --replay save.txt > out 2> err || fail "a binary model: $(cat err)"
grep -q 'message: mjmodel.xml was not written: the model was not loaded from a text' out || fail "a binary model: $(cat out)"
[ "$(cat mjmodel.xml)" = precious ] || fail 'the former file is lost'
cd ..

# a state that is not finite, an error in a step, a context that is lost
cat > fast.xml << 'END'
<mujoco><option><flag autoreset="disable"/></option><worldbody><geom type="plane" size="2 2 .1"/><body pos="0 0 1"><freejoint/>
<geom type="box" size=".1 .2 .3"/></body></worldbody><keyframe><key qvel="1e9 0 0 1e9 0 0"/></keyframe></mujoco>
END
printf 'frames 2\nkey F2\nkey space\nframes 20\nprint run\nprint message\nlose\nframes 3\nprint run\nkey backspace\nframes 3\nkey space\nframes 3\nprint run\n' > fast.txt
view fast.xml --keyframe 0 --pause --replay fast.txt > out 2> err || fail "not finite: $(cat err)"
[ "$(grep -c 'run: 0' out)" = 2 ] && grep -q 'message: .*unstable' out && grep -q 'run: 1' out || fail "not finite: $(cat out)"
grep -q 'opened again' err || fail "lost context: $(cat err)"
cat > nan.xml << 'END'
<mujoco><worldbody><geom type="plane" size="2 2 .1"/><body mocap="true"><geom size=".1"/></body><body><joint name="j"/>
<geom size=".1" pos="1 0 0"/></body></worldbody><keyframe><key mpos="1e300 -1e300 1e308" qpos="1e300"/></keyframe></mujoco>
END
printf 'frames 2\nkey F2\nkey right\nframes 3\nkey I\nkey C\nkey M\nframes 3\nprint run\n' > nan.txt
view nan.xml --keyframe 0 --pause --replay nan.txt > out 2> err || fail "poses beyond numbers: $(cat err)"

# ---------------------------------------------------------------- files that change
wait_for() {
  for _ in $(seq 300); do
    [ -s "$1" ] && return
    sleep 0.1
  done
  fail "$1 was not written"
}
cp ball.xml changing.xml
rm -f out
printf 'frames 2\nprint size\nwait 5\nprint size\n' > watch.txt
view changing.xml --watch --pause --replay watch.txt > out 2> err &
process=$!
wait_for out
sed 's|</worldbody>|<body name="c"/></worldbody>|' ball.xml > changing.xml
wait $process || fail "watch: $(cat err)"
[ "$(tail -n 1 out)" = 'size: 3 bodies' ] || fail "watch: $(cat out err)"

# a module that is rebuilt while it is at work, in a copy of what is installed
if command -v objcopy > /dev/null && [ -f "$build/.libs/fulcrum/modules/cg.so" ]; then
  mkdir copy
  cp -P "$build"/.libs/libfulcrum.so* copy/
  cp -r "$build/.libs/fulcrum" copy/
  echo again > note
  objcopy --add-section .note.again=note copy/fulcrum/modules/cg.so new.so
  rm -f out
  printf 'frames 2\nchoose Physics/Solver = cg\nuntil 0.1\nprint time\nwait 5\nprint message\nuntil 0.2\nprint time\n' > watch.txt
  LD_LIBRARY_PATH=$PWD/copy timeout 300 "$build/tools/.libs/fulcrum" view --size 760x480 "$data/table.xml" --watch --pause \
    --replay watch.txt > out 2> err &
  process=$!
  wait_for out
  mv new.so copy/fulcrum/modules/cg.so
  wait $process || fail "watching modules: $(cat err)"
  grep -q 'message: module cg .*generation 1' out && grep -qx 'time: 0.2' out || fail "watching modules: $(cat out err)"
fi

# ---------------------------------------------------------------- ends
# the state is kept: with a window that is closed, after a signal, and when the display goes
state_is_whole() {
  printf '<mujoco><include file="ball.xml"/><include file="%s"/></mujoco>\n' "$1" > whole.xml
  "$fulcrum" compile whole.xml > /dev/null 2> err || fail "the state in $1: $(cat err)"
}
for signal in INT:130 TERM:143; do
  rm -f state.xml
  "$fulcrum" view ball.xml --size 300x200 --save state.xml > out 2> err &
  process=$!
  wait_for state.xml
  kill -"${signal%:*}" $process
  wait $process
  status=$?
  [ $status -eq "${signal#*:}" ] || fail "$signal: status $status: $(cat err)"
  state_is_whole state.xml
done
start_display number2
server2=$last
rm -f state.xml
DISPLAY=:$(cat number2) "$fulcrum" view ball.xml --size 300x200 --save state.xml > out 2> err &
process=$!
wait_for state.xml
kill "$server2"
wait $process
[ $? -eq 1 ] || fail "the display goes: expected status 1"
grep -q 'display was lost; the state is in state.xml' err || fail "the display goes: $(cat err)"
state_is_whole state.xml

# ---------------------------------------------------------------- events of the X server
# real time, the thread of the simulation, the callbacks of GLFW
if [ -x "$build/tests/viewer/send_events" ]; then
  rm -f state.xml recorded.txt
  "$fulcrum" view "$data/table.xml" --pause --size 760x480 --save state.xml --record recorded.txt > out 2> err &
  process=$!
  wait_for state.xml
  "$build/tests/viewer/send_events" 'Fulcrum : table' 'key F2' 'move 380 280' 'press 1 380 280' 'move 400 290' 'release 1 400 290' \
    'press 4 400 290' 'key space' 'control b' 'key F3' 'control b' 'key Tab' close || fail "events cannot be sent"
  wait $process || fail "a window that is closed: status $?: $(cat err)"
  for event in 'key 291 0' 'move 400 290' 'button 0 1 0' 'button 0 0 0' 'scroll 1' 'key 32 0' 'key 66 2' 'key 258 0'; do
    grep -qx "$event" recorded.txt || fail "the event '$event' did not arrive: $(cat recorded.txt)"
  done
  grep -q 'time="0"' state.xml && fail "the simulation did not run"
fi

# ---------------------------------------------------------------- programs with windows of their own
"$build/tests/viewer/own_window" "$data/table.xml" 2> err || fail "$(cat err)"

# ---------------------------------------------------------------- what sanitizers saw
for report in report.*; do
  [ -f "$report" ] || continue
  # it may fall over threads of the driver that are about to end
  grep -q 'LeakSanitizer has encountered a fatal error' "$report" || fail "$(cat "$report")"
done

[ "$failures" -eq 0 ]
