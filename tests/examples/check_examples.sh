#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# The worked examples of plugins/examples are built as a third party would: copied out of the tree, with the installed headers, the installed
# library and pkg-config. Then they are found through a module path, selected by name and compared with the engine's own results.
set -e

top=$(pwd)
source=${srcdir:-.}
source=$(cd "$source" && pwd)
work=$top/tests/examples/work
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

setting() { sed -n "s/^$1 = //p" "$top/Makefile"; }
CC=$(setting CC)
flags=$(setting sanitizer_ldflags)
# folders are written in terms of each other
for name in prefix exec_prefix libdir bindir; do eval "$name=$(setting $name)"; done

echo "installing into a folder of our own"
flock "$top/tests/install.lock" env MAKEFLAGS= make -C "$top" install DESTDIR="$work/root" > "$work/install.log" 2>&1 || { tail -n 20 "$work/install.log"; exit 1; }
PATH=$work/root$bindir:$PATH
export PATH PKG_CONFIG_PATH="$work/root$libdir/pkgconfig" LD_LIBRARY_PATH="$work/root$libdir"

further='foam gum motor verlet quantizer watchdog floorplan dot fuse capsules rays strip'
for example in admm anemometer superquadric roundbox grid ply wind screw $further; do
  echo "building acme.$example out of tree"
  cp -R "$source/plugins/examples/$example" "$work/"
  MAKEFLAGS= make -C "$work/$example" CC="$CC" CFLAGS="-O2 -Wall -Wextra -Werror $flags"
  exported=$(nm -D --defined-only "$work/$example/acme.$example.so" | awk '{print $NF}')
  test "$exported" = fulcrum_module || { echo "acme.$example exports: $exported"; exit 1; }
done

for program in solver sensor collider geometry broadphase decoder passive constraint behaviour; do
  cp "$source/tests/examples/$program.c" "$work/"
  $CC -std=c17 -O2 -Wall -Wextra -Werror $flags -o "$work/$program" "$work/$program.c" $(pkg-config --cflags --libs fulcrum) -lm
done
"$work/solver" "$work/admm"
"$work/sensor" "$work/anemometer"
"$work/collider" "$work/superquadric"
"$work/geometry" "$work/roundbox"
"$work/broadphase" "$work/grid"
"$work/decoder" "$work/ply"
"$work/passive" "$work/wind"
"$work/constraint" "$work/screw"
for example in $further; do
  echo "acme.$example does what it says"
  (cd "$work" && ./behaviour "$example" "$work/$example")
done

# installed beside the engine's own modules they are found without being told
MAKEFLAGS= make -s -C "$work/admm" install
mkdir "$work/empty"
"$work/solver" "$work/empty" > /dev/null || { echo "acme.admm was installed, but not found"; exit 1; }

# the command selects it by name
command=$work/root$bindir/fulcrum
if test -x "$command"; then
  cat > "$work/drop.xml" <<'MODEL'
<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>
MODEL
  "$command" modules check "$work/screw/acme.screw.so"
  "$command" simulate "$work/drop.xml" -t 0.2 --quiet --modules "$work/admm" --solver acme.admm
  "$command" modules check "$work/wind/acme.wind.so"
  for example in $further; do
    "$command" modules check "$work/$example/acme.$example.so" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  done

  # the sources that the guide prints whole are built with the commands that it gives
  mkdir "$work/guide"
  cp "$work/drop.xml" "$work/guide/model.xml"
  awk -v to="$work/guide/" '/^```(c|sh) [a-z.]*$/ { file = to $2 (/^```sh/ ? ".sh" : ""); next } /^```/ { file = "" } file { print > file }' \
    "$source/docs/modules.md"
  for script in "$work"/guide/*.sh; do
    sed "s|^cc |$CC $flags |" "$script" > "$work/commands"
    (cd "$work/guide" && sh -e "$work/commands") > "$work/log" 2>&1 || { cat "$script" "$work/log"; exit 1; }
  done
  test -f "$work/guide/acme.jacobi.so" || { echo "the guide has no solver"; exit 1; }

  # a module of each kind is begun, built, examined, and used for a day, several at a time
  mkdir "$work/new"
  $CC -std=c17 -O2 -Wall -Wextra -Werror $flags -o "$work/lifecycle" "$source/tests/examples/lifecycle.c" $(pkg-config --cflags --libs fulcrum) -lm
  kinds='solver post_solver contact_model contact_potential contact_force collider convex broadphase integrator actuator sensor constraint passive stage probe plugin
    loader saver decoder renderer viewer'
  known=$("$command" modules new nothing acme.nothing 2>&1 | sed -n 's/.*there are //p' | tr -d ' ' | tr ',' '\n' | sort)
  test "$known" = "$(printf '%s\n' $kinds | sort)" || { echo "kinds that can be begun: $known"; exit 1; }
  export CC WORK="$work" FLAGS="$flags"
  printf '%s\n' $kinds | xargs -P "$(nproc)" -I KIND sh -c \
    'echo "beginning, building and using a KIND"; sh "$1" KIND > "$WORK/KIND.log" 2>&1 || { tail -n 30 "$WORK/KIND.log"; exit 1; }' scaffold \
    "$source/tests/examples/scaffold.sh"
  "$command" modules list > "$work/list"
  grep -q acme.admm "$work/list" || { echo "the command does not list acme.admm"; exit 1; }
fi

echo "uninstalling leaves nothing"
rm -f "$work/root$libdir/fulcrum/modules/acme.admm".*
MAKEFLAGS= make -C "$top" uninstall DESTDIR="$work/root" > "$work/install.log" 2>&1 || { tail -n 20 "$work/install.log"; exit 1; }
left=$(find "$work/root" ! -type d)
test -z "$left" || { echo "left behind: $left"; exit 1; }
