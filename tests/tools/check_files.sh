#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# No command loses a file: what cannot be written, or is refused, leaves what was there; what is interrupted keeps what was written so
# far. FULCRUM is the command to be tested, that of the build unless it is set. Run by `make check` in the build directory.
set -u
top=$(cd "${srcdir:-.}" && pwd)
build=$PWD
fulcrum=${FULCRUM:-$build/tools/fulcrum}
work=$(mktemp -d) || exit 99
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir "$work/at" && cd "$work/at" || exit 99
unset FULCRUM_MODULE_PATH DISPLAY WAYLAND_DISPLAY
nfail=0

fail() {
  echo "FAIL: $*"
  nfail=$((nfail + 1))
}

# reset_file FILE: it is there and precious, and nothing else is
reset_file() {
  rm -rf ./* && printf 'precious' > "$1" && chmod 604 "$1"
}

# is_precious FILE WHAT: it is as it was, and nothing else is there
is_precious() {
  [ "$(cat "$1")" = precious ] || fail "$2: the file that was there is lost"
  [ "$(stat -c %a "$1")" = 604 ] || fail "$2: the file has another mode"
  [ "$(ls)" = "$1" ] || fail "$2: there are also $(ls)"
}

cat > ../ball.xml << 'EOF'
<mujoco model="ball">
  <visual><global offwidth="48" offheight="32"/></visual>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 0.1"/>
    <body name="ball" pos="0 0 0.05"><joint name="up" type="slide" axis="0 0 1"/><geom size="0.1"/></body>
  </worldbody>
</mujoco>
EOF
ball=$work/ball.xml
(cd .. && "$fulcrum" compile ball.xml ball.mjb -q && "$fulcrum" problem export ball.xml -o ball.bin > out) || exit 99
draw='--renderer raytrace --set raytrace.samples=1 -q'
series="render $ball -d 0 $draw -o"

# ---------------------------------------------------------------- a full disk
# FILE|COMMAND that writes it
cat > ../writers << EOF
a.xml|compile $ball a.xml
a.mjb|compile $ball a.mjb
a.txt|compile $ball a.txt
a.csv|simulate $ball -t 1 --csv a.csv
a.json|simulate $ball -t 1 --json a.json
a.svg|simulate $ball -t 1 --plot a.svg
a.png|render $ball $draw -o a.png
a.png|render $ball $draw --depth -o a.png
a.png|render $ball $draw --ids -o a.png
a-00.png|$series a-%02d.png
a.json|contact bench --scene static --model soft --quick --json a.json
a.svg|contact bench --scene static --model soft --quick --svg a.svg
a.json|problem export $ball -o a.json
a.bin|problem export $ball -o a.bin
a.svg|problem solve ../ball.bin --svg a.svg
modules.index|modules index .
EOF
# the limit makes a disk of no room; output goes through a pipe, which has none
while IFS='|' read -r file line; do
  reset_file "$file"
  # shellcheck disable=SC2086
  said=$( (ulimit -f 0; "$fulcrum" $line 2>&1; echo "status $?") < /dev/null)
  case $said in
    *"$file cannot be written: File too large"*"status 1") ;;
    *) fail "'$line' without room: $said" ;;
  esac
  is_precious "$file" "'$line' without room"

  # the same with room, through a link: the file that it leads to is replaced and keeps its mode
  ln -s "$PWD/$file" ../link
  mkdir ../linked
  mv ../link "../linked/$file"
  # shellcheck disable=SC2086
  (cd ../linked && "$fulcrum" $line > ../out 2>&1 < /dev/null) || fail "'$line': $(cat ../out)"
  [ -L "../linked/$file" ] || fail "'$line' has replaced a link"
  grep -q '^precious$' "$file" && fail "'$line' has written nothing"
  [ "$(stat -c %a "$file")" = 604 ] || fail "'$line' changes the mode"
  [ "$(ls) $(ls ../linked)" = "$file $file" ] || fail "'$line' leaves $(ls . ../linked)"
  rm -r ../linked

  # and where there was nothing, nothing stays
  rm -f ./*
  # shellcheck disable=SC2086
  (ulimit -f 0; "$fulcrum" $line 2>&1) < /dev/null | cat > /dev/null
  [ -z "$(ls)" ] || fail "'$line' without room leaves $(ls)"
done < ../writers

# those that write no former file
rm -rf ./*
said=$( (ulimit -f 0; "$fulcrum" modules new sensor acme.tilt -d . 2>&1) )
case $said in
  *"tilt.c cannot be written: File too large"*) ;;
  *) fail "a new module without room: $said" ;;
esac
[ -z "$(ls)" ] || fail "a new module without room leaves $(ls)"
module=$build/.libs/fulcrum/modules/cg.so
if [ -f "$module" ]; then
  reset_file a.json
  said=$( (ulimit -f 0; "$fulcrum" modules manifest "$module" -o a.json 2>&1) )
  case $said in
    *"a.json cannot be written: File too large"*) ;;
    *) fail "a manifest without room: $said" ;;
  esac
  is_precious a.json 'a manifest without room'
fi

# ---------------------------------------------------------------- what is refused
# refused FILE PATTERN ARGUMENTS...
refused() {
  reset_file "$1"
  file=$1
  pattern=$2
  shift 2
  "$fulcrum" "$@" > ../out 2>&1 < /dev/null && fail "'$*' succeeds"
  grep -q "$pattern" ../out || fail "'$*': $(cat ../out)"
  is_precious "$file" "'$*'"
}
refused a.xml 'compiled model' compile ../ball.mjb a.xml
refused a.csv 'no/such/b.json cannot be written' simulate "$ball" --csv a.csv --json no/such/b.json
refused a.csv 'qpos.uq' simulate "$ball" --csv a.csv --plot b.svg --columns qpos.uq
refused a.svg 'no/such/b.png cannot be written' simulate "$ball" -t 0.1 --plot no/such/b.png --csv a.svg
refused a.json 'no/such/b.svg cannot be written' contact bench --scene static --model soft --json a.json --svg no/such/b.svg
refused acme.c 'acme.c cannot be written: File exists' modules new sensor tilt.acme -d .

# a user who may not write: root may, so it becomes another one where it can
as_user=
[ "$(id -u)" -ne 0 ] || as_user='setpriv --reuid 65534 --regid 65534 --clear-groups'
if [ -z "$as_user" ] || { command -v setpriv > /dev/null && chmod 755 .. && $as_user "$fulcrum" compile "$ball" > ../out 2>&1; }; then
  reset_file a.mjb
  chmod 777 .
  chmod 444 a.mjb
  $as_user "$fulcrum" compile "$ball" a.mjb > ../out 2>&1 && fail 'a file that is read-only was written'
  grep -q 'a.mjb cannot be written: Permission denied' ../out || fail "read-only: $(cat ../out)"
  chmod 606 a.mjb
  chmod 555 .
  $as_user "$fulcrum" compile "$ball" a.mjb > ../out 2>&1 && fail 'a file in a folder that is read-only was written'
  grep -q 'a.mjb cannot be written: its directory takes no new file (Permission denied)' ../out || fail "folder: $(cat ../out)"
  chmod 755 .
  chmod 604 a.mjb
  is_precious a.mjb 'rights'
fi

# ---------------------------------------------------------------- pipes, devices
rm -rf ./*
mkfifo pipe.xml
cat pipe.xml > ../out &
reader=$!
"$fulcrum" compile "$ball" pipe.xml -q || fail 'a pipe cannot be written'
wait "$reader"
grep -q '<mujoco model="ball">' ../out || fail "from the pipe: $(cat ../out)"
[ -p pipe.xml ] || fail 'the pipe is not a pipe any more'
"$fulcrum" simulate "$ball" -t 0.1 -q --csv a.csv && "$fulcrum" simulate "$ball" -t 0.1 -q --csv /dev/stdout > b.csv
cmp -s a.csv b.csv || fail '/dev/stdout has something else'

# ---------------------------------------------------------------- interrupts
await() { # FILE LINES
  for _ in $(seq 600); do
    [ -e "$1" ] && [ "$(wc -l < "$1")" -ge "$2" ] && return
    sleep 0.1
  done
  fail "$1 does not grow"
}
# the shell that runs this may ignore them: nohup does, and "&" ignores INT
for signal in INT TERM HUP; do
  reset_file a.csv
  env --default-signal="$signal" "$fulcrum" simulate "$ball" -t 1e7 -q --csv a.csv --every 50 > ../out 2>&1 &
  process=$!
  await a.csv 100
  kill -"$signal" "$process"
  wait "$process" || fail "$signal: status $?: $(cat ../out)"
  [ "$(awk -F, '{print NF}' a.csv | sort -u | wc -l)" -eq 1 ] && [ "$(wc -l < a.csv)" -ge 100 ] || fail "$signal: rows are not complete"
  [ "$(ls)" = a.csv ] || fail "$signal leaves $(ls)"
done

# nothing is lost when there is no time for anything
reset_file a.csv
"$fulcrum" simulate "$ball" -t 1e7 -q --csv a.csv --every 50 --plot a.svg > ../out 2>&1 &
process=$!
await a.csv 100
kill -KILL "$process"
wait "$process" 2> /dev/null
[ "$(wc -l < a.csv)" -ge 100 ] || fail 'a process that is killed loses its rows'
[ "$(cat a.csv.~1~)" = precious ] || fail 'a process that is killed loses the former file'

[ "$nfail" -eq 0 ] || echo "$nfail failures"
[ "$nfail" -eq 0 ]
