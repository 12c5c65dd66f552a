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
examples=$(cd "$source/plugins/examples" && echo */ | tr -d /)
for example in $examples; do
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

command=$work/root$bindir/fulcrum
if test -x "$command"; then
  # What `fulcrum modules new` writes is the example of its kind: with the name of the example it is the example itself, whose table of them is
  # true. The others are examined and used here, those that are templates below.
  sed -n 's/^| `\([a-z_]*\)` | `\([a-z]*\)` .*/\1 \2/p' "$source/plugins/examples/README.md" > "$work/templates"
  while read -r kind example; do
    "$command" modules new "$kind" "acme.$example" --dir "$work/written" > "$work/log"
    sed '1,3d; s/"1.0.0"/"0.1.0"/' "$source/plugins/examples/$example/$example.c" > "$work/$example/$example.c"
    cp "$work/written/README.md" "$work/$example"
    (cd "$work/$example" && rm -f ./*.so ./*.json)
    diff -r "$work/$example" "$work/written" || { echo "a new $kind is not acme.$example"; exit 1; }
    rm -r "$work/written"
  done < "$work/templates"
  for example in $examples; do
    # makefiles differ in the first three variables
    sed 's/^\(MODULE\|SOURCE\|RUN\) = .*/\1/' "$source/plugins/examples/$example/Makefile" > "$work/makefile"
    test -f "$work/first" || cp "$work/makefile" "$work/first"
    diff "$work/first" "$work/makefile" || { echo "the makefile of acme.$example is different"; exit 1; }
    grep -q " $example\$" "$work/templates" && continue
    echo "examining and using acme.$example"
    MAKEFLAGS= make -C "$work/$example" CC="$CC" CFLAGS="-O2 -Wall -Wextra -Werror $flags" check run > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  done
fi

# installed beside the engine's own modules they are found without being told
MAKEFLAGS= make -s -C "$work/admm" install
mkdir "$work/empty"
"$work/solver" "$work/empty" > /dev/null || { echo "acme.admm was installed, but not found"; exit 1; }

# the command selects it by name
if test -x "$command"; then
  cat > "$work/drop.xml" <<'MODEL'
<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>
MODEL
  "$command" simulate "$work/drop.xml" -t 0.2 --quiet --modules "$work/admm" --solver acme.admm

  # a module of each kind is begun, built, examined, and used for a day, several at a time
  mkdir "$work/new"
  $CC -std=c17 -O2 -Wall -Wextra -Werror $flags -o "$work/lifecycle" "$source/tests/examples/lifecycle.c" $(pkg-config --cflags --libs fulcrum) -lm
  kinds='solver post_solver contact_model contact_potential contact_force collider convex broadphase integrator actuator sensor constraint passive stage probe plugin
    loader saver decoder renderer viewer'
  test "$(cut -d ' ' -f 1 "$work/templates" | sort)" = "$(printf '%s\n' $kinds | sort)" || { echo "plugins/examples/README.md lacks a kind"; exit 1; }
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
