#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# `fulcrum modules check` finds the fault of each of a set of broken modules, with the test that is meant for it; and `fulcrum simulate`
# says which module does not return or has crashed. Run by `make check` in the build directory.
set -u
top=$(cd "${srcdir:-.}" && pwd)
build=$PWD
fulcrum=${FULCRUM:-$build/tools/fulcrum}
broken=$build/tests/tools/.libs/broken.so
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
unset FULCRUM_MODULE_PATH
mkdir temporary && export TMPDIR="$work/temporary"
nfail=0

fail() {
  echo "FAIL: $*"
  nfail=$((nfail + 1))
}

# make NAME: a copy of the module in a folder of its own, which then is the module of that name
make_module() {
  mkdir -p "$1"
  cp "$broken" "$1/$1.so" || exit 99
  "$fulcrum" modules manifest "$1/$1.so" -o "$1/$1.json" || fail "no manifest for $1"
}

# caught NAME PATTERN: the check fails with a line that matches, and so do JSON and TAP
caught() {
  make_module "$1"
  "$fulcrum" modules check "$1/$1.so" --time_limit 3 > out 2>&1
  status=$?
  [ "$status" -eq 1 ] || fail "$1: status $status, expected 1"
  grep -q "FAILED *.*$2" out || { fail "$1: nothing matches 'FAILED.*$2' in"; cat out; }
  grep -q '^1 module checked, 1 failed' out || fail "$1: no summary"
}

# without instrumentation by sanitizers, which end processes in their own way and count no heap
sanitizers=0
grep -q '^sanitizer_ldflags = -' "$build/Makefile" && sanitizers=1

caught acme.global 'acme.global: two simulations in turn'
caught acme.forgetful 'acme.forgetful: a saved state continues exactly'
caught acme.skew 'acme.skew: Jacobian and differences of residuals agree to '
caught acme.nan 'acme.nan: the state stays finite\|Nan'
caught acme.steep 'acme.steep: the derivative is that of finite differences'
caught acme.wide 'acme.wide: it writes a number 3, of 2'
caught acme.narrow 'acme.narrow: number 2 of 2 is not written'
caught acme.shapeless 'acme.shapeless.*does not compile.*failed without a reason'
caught acme.tilted 'acme.tilted: the slope is that of finite differences'
caught acme.blind 'acme.blind: misses contacts'
caught acme.careless 'elliptic cones: R of the tangents'
make_module acme.springy
"$fulcrum" modules check acme.springy/acme.springy.so --time_limit 60 > out 2>&1 || { fail 'sound rows'; cat out; }
grep -q 'ok .*acme.springy writes what contact_model.h says, and nothing else' out || { fail 'writing is not examined'; cat out; }
caught acme.tallying 'acme.tallying: two simulations in turn do what each does alone; they differ in mjData.contact'
caught acme.meddling 'acme.meddling: position changes mjData.contact, which it may only read'
caught acme.bent 'acme.bent: an entry of the Hessian is 0.505, finite differences give 0.5'
caught acme.uphill 'acme.uphill: the gradient of the cost is '
caught acme.concave 'acme.concave: the potential is not convex: an eigenvalue'
caught acme.broad 'acme.broad: number [0-9] of the force is written, it has'
caught acme.ridge 'acme.ridge: the potential is not convex'
caught acme.lazy 'acme.lazy: an entry of the derivative is -10, finite differences give -20'
caught acme.pushing 'acme.pushing: friction pushes along the slip: the power f_t . u_t is [0-9]'
caught acme.slippery 'acme.slippery: an entry of the derivative is '
caught acme.blank 'renderer acme.blank: a scene is drawn in one colour'
mkdir acme.partial && cp "$broken" acme.partial/acme.partial.so
"$fulcrum" modules manifest acme.partial/acme.partial.so > out 2>&1 && fail 'acme.partial has a manifest'
grep -q 'its face "acme.partial" lacks "upload_texture", which every renderer has' out || { fail 'acme.partial'; cat out; }
make_module acme.damped
"$fulcrum" modules check acme.damped/acme.damped.so --time_limit 60 > out 2>&1 || { fail 'a sound potential'; cat out; }
grep -q 'ok .*acme.damped: potential of [0-9]* contacts, derivatives as finite differences, convex' out || { fail 'a sound potential'; cat out; }

# ---- contact bench asks what a law of another module can answer, by its way and its parameters, and says when a simulation diverged
make_module acme.rubber
"$fulcrum" modules check acme.rubber/acme.rubber.so --time_limit 60 > out 2>&1 || { fail 'a sound force'; cat out; }
"$fulcrum" contact bench -q --modules acme.rubber --model acme.rubber > out 2>&1 || { fail 'bench of acme.rubber'; cat out; }
for row in 'drop .* 15/15  ok' 'static .* 1/1   ok' 'slide .* 4/4   ok' 'stack .* 12/12  ok' 'spin .* ok' 'pull_off .* 0/0   -' 'grasp .* 0/0   -'; do
  grep -q "^$row" out || { fail "bench of acme.rubber: $row"; cat out; }
done
grep -q '^  not asked: what needs exponent$' out || { fail 'what was not asked'; cat out; }
grep -q nan out && { fail 'nan in the table'; cat out; }
make_module acme.violent
timeout 60 "$fulcrum" contact bench -q --modules acme.violent --model acme.violent --scene slide,incline > out 2> err
[ $? -eq 1 ] || { fail 'a law that diverges: status'; cat out err; }
grep -q 'FAIL distance, h 0.002 .* but: unstable at t = 0.0[0-9]* s$' out || { fail 'a law that diverges'; cat out; }
grep -q 'nan\|inf' out && { fail 'nan in the table'; cat out; }
"$fulcrum" contact bench -q --modules acme.violent --model acme.violent --scene slide --json - > out 2> err
grep -q '"fault": *"unstable at t = ' out || { fail 'a law that diverges in JSON'; cat out; }

caught acme.mute 'failed without a reason'
caught acme.leave 'the process ended with status 0 before the test did'
caught acme.loop 'did not end within its time, in solver acme.loop (module acme.loop), function solve'
caught acme.quiet 'loader acme.quiet: it failed without a message'
caught acme.generous 'acme.generous: .*the buffer'
if [ "$sanitizers" -eq 0 ]; then
  caught acme.segfault 'crashed with signal 11.*solver acme.segfault (module acme.segfault), function solve'
  caught acme.leaking 'acme.leaking: 1 block(s) of memory leak'
  caught acme.hoarding 'crashed with signal 11.*passive acme.hoarding (module acme.hoarding), function memory (using acme.hoarding without memory)'
  caught acme.trusting 'crashed with signal 11.*decoder acme.trusting (module acme.trusting), function mesh (using acme.trusting without memory)'
fi

# ---- every function of every table can be named
awk '/^typedef struct Fc[A-Za-z]*_ \{/ { inside = 1; n = 0 }
  inside && /^\} Fc[A-Za-z]*;/ { table = $2; sub(/;/, "", table); for (i = 0; i < n; i++) print table, name[i]; inside = 0 }
  inside { sub(/\/\/.*/, ""); if (match($0, /\(\*[a-z_0-9]+\)\(/)) name[n++] = substr($0, RSTART + 2, RLENGTH - 4) }' \
  "$top"/include/fulcrum/*.h | grep -v '^FcFace \|^FcTilted \|^FcView \|^FcCompiledWidth ' | sort > functions
sed -n 's/^    F(FC_[A-Z_]*, \(Fc[A-Za-z]*\), \([a-z_0-9]*\)),$/\1 \2/p' "$top/tools/common/culprit.c" | sort > known
[ "$(wc -l < functions)" -gt 60 ] || fail 'no functions are found in the headers'
cmp -s functions known || { fail 'tools/common/culprit.c does not know'; diff functions known; }

# ---- the same results in other forms
"$fulcrum" modules check acme.blind/acme.blind.so --tap > out 2>&1
[ $? -eq 1 ] || fail 'TAP: status'
grep -q '^TAP version 13$' out || fail 'TAP: version'
grep -q '^not ok [0-9]* - acme.blind: misses contacts' out || fail 'TAP: the failure'
grep -q "^1\.\.$(grep -c '^\(not \)\{0,1\}ok ' out)\$" out || fail 'TAP: the plan'
"$fulcrum" modules check acme.blind/acme.blind.so --json > out 2> err
[ $? -eq 1 ] || fail 'JSON: status'
if command -v python3 > /dev/null; then
  python3 -c '
import json
module, = json.load(open("out"))
assert module["module"] == "acme.blind"
assert any(r["result"] == "failed" and r["test"] == "pairs" for r in module["results"])
assert any(r["result"] == "ok" and r["test"] == "descriptor" for r in module["results"])' || fail 'JSON'
fi

# ---- scenes of the user: here the fault shows only there
cat > spin.xml << 'END'
<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody></mujoco>
END
if [ -f "$build/.libs/fulcrum/modules/spring.so" ]; then
  "$fulcrum" modules check "$build/.libs/fulcrum/modules/spring.so" --model spin.xml > out 2>&1 || fail 'spring in spin.xml'
  grep -q 'ok .*spring: the state stays finite in spin.xml' out || fail 'the scene of the user is not used'
fi
"$fulcrum" modules check acme.nan/acme.nan.so --model missing.xml > out 2>&1 && fail 'a missing scene'
grep -q 'FAILED.*missing.xml does not compile' out || fail 'a missing scene is no failure'
"$fulcrum" modules check acme.nan/acme.nan.so --time_limit 0 > out 2>&1
[ $? -eq 2 ] || fail 'a time limit of 0'

# ---- all modules of the engine pass; contact models also with other values of parameters
engine=$build/.libs/fulcrum/modules
if [ -f "$engine/soft.so" ]; then
  for module in "$engine"/*.so; do
    "$fulcrum" modules check "$module" --time_limit 60 > out 2>&1 || { fail "$module"; cat out; }
  done
  # flat geoms of the scene have a radius of curvature, from the check or from --set; elsewhere the message says how to give one
  "$fulcrum" modules check "$engine/adhesive.so" --time_limit 60 > out 2>&1 || { fail 'adhesive'; cat out; }
  grep -q 'ok .*adhesive: potential of [1-9]' out || { fail 'the potential of adhesive is not examined'; cat out; }
  "$fulcrum" modules check "$engine/adhesive.so" --set adhesive.radius=0 > out 2>&1 && fail 'adhesive with flat geoms'
  grep -q 'FAILED.*geom "floor" and geom [0-9]* have no radius of curvature; .*<config key="radius" value="0.01"/>' out ||
    { fail 'flat geoms are not named'; cat out; }
  "$fulcrum" modules check "$engine/adhesive.so" --set adhesive.radius=0.05 --time_limit 60 > out 2>&1 || { fail 'adhesive'; cat out; }
  grep -q 'ok .*adhesive: potential of [1-9]' out || { fail 'the potential of adhesive is not examined'; cat out; }
  "$fulcrum" modules check "$engine/compliant.so" --set compliant.friction=stribeck --time_limit 60 > out 2>&1 || { fail 'compliant'; cat out; }
  grep -q 'ok .*compliant: force of [1-9]' out || { fail 'the force of compliant is not examined'; cat out; }
  "$fulcrum" modules check "$engine/soft.so" --set adhesive.radius=1 > out 2>&1 && fail 'a parameter of another face'
  grep -q 'FAILED *--set expects FACE.KEY=VALUE with a face of soft; 1 of 1 are not' out || { fail '--set of another face'; cat out; }
  "$fulcrum" modules check "$engine/bristle.so" --set bristle.stiffness=-1 > out 2>&1 && fail 'a value out of range'
  [ "$(grep -c 'FAILED.*stiffness.* must be between' out)" -eq 1 ] || { fail '--set out of range is not said once'; cat out; }
  "$fulcrum" modules check "$engine/bristle.so" --set bristle.stifness=1 > out 2>&1 && fail 'an unknown parameter'
  [ "$(grep -c FAILED out)" -eq 1 ] || { fail 'an unknown parameter is not said once'; cat out; }
  grep -q 'FAILED.*"bristle" has no parameter "stifness"; did you mean "stiffness"' out || { fail 'an unknown parameter'; cat out; }
fi

# ---- simulate: a solver that loops is named when the simulation is interrupted, and the file has its rows
cat > drop.xml << 'END'
<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .3"><freejoint/><geom size=".1"/></body></worldbody></mujoco>
END
interrupted() {
  "$fulcrum" simulate drop.xml -t 10 --modules acme.loop --solver acme.loop -q --csv loop.csv --json loop.json > out 2>&1 &
  pid=$!
  # the ball meets the floor, and the loop, after 0.2 s of simulated time
  sleep 3
  for wait in "$@"; do
    kill -INT $pid
    sleep "$wait"
  done
  wait $pid
  status=$?
  [ "$status" -eq 130 ] || fail "interrupted ($*): status $status"
  grep -q 'interrupted in a step that does not end: solver acme.loop (module acme.loop), function solve, in stage constraint' out ||
    { fail "interrupted ($*):"; cat out; }
  [ "$(wc -l < loop.csv)" -gt 50 ] || fail "interrupted ($*): $(wc -l < loop.csv) rows"
}
interrupted 3
interrupted 0.2 0.2
if command -v python3 > /dev/null; then
  python3 -c 'import json; assert len(json.load(open("loop.json"))["rows"]) > 50' || fail 'JSON of an interrupted simulation'
fi

# ---- simulate: an error in a step ends it, and what was written is whole
make_module acme.mute
"$fulcrum" simulate drop.xml -t 1 --modules acme.mute --swap 0.1:integrator=acme.mute -q --csv mute.csv --json mute.json --plot mute.svg > out 2>&1
[ $? -eq 1 ] || fail "an error in a step: $(cat out)"
[ "$(wc -l < mute.csv)" -gt 40 ] && grep -q '</svg>' mute.svg || fail "an error in a step loses what was written: $(wc -l < mute.csv) rows"
if command -v python3 > /dev/null; then
  python3 -c 'import json; assert len(json.load(open("mute.json"))["rows"]) > 40' || fail 'JSON after an error in a step'
fi

# ---- simulate: a crash ends it by the same signal, with the name of the function
if [ "$sanitizers" -eq 0 ]; then
  (ulimit -c 0; exec "$fulcrum" simulate drop.xml -t 1 --modules acme.segfault --solver acme.segfault -q --csv crash.csv) > out 2>&1
  status=$?
  [ "$status" -eq 139 ] || fail "crash: status $status"
  grep -q 'the simulation crashed with signal 11 (Segmentation fault) in solver acme.segfault (module acme.segfault), function solve, in stage constraint' out ||
    { fail 'crash:'; cat out; }
  [ "$(wc -l < crash.csv)" -gt 50 ] || fail 'crash: rows'
fi

# ---- so do crashes of a renderer and of a loader
if [ "$sanitizers" -eq 0 ]; then
  make_module acme.fatal
  (ulimit -c 0; exec "$fulcrum" render drop.xml --modules acme.fatal --renderer acme.fatal -s 32x32 -o crash.png) > out 2>&1
  [ $? -eq 139 ] || fail 'crash of a renderer: status'
  grep -q 'the rendering crashed with signal 11 (Segmentation fault) in renderer acme.fatal (module acme.fatal), function render' out ||
    { fail 'crash of a renderer:'; cat out; }
  make_module acme.falling
  echo 'x y z' > ground.falling
  (ulimit -c 0; exec "$fulcrum" compile ground.falling --modules acme.falling) > out 2>&1
  [ $? -eq 139 ] || fail 'crash of a loader: status'
  grep -q 'the compilation crashed with signal 11 (Segmentation fault) in loader acme.falling (module acme.falling), function load' out ||
    { fail 'crash of a loader:'; cat out; }
fi

# ---- a crash while a module is opened for the loader is one of that module, in a constructor or in fulcrum_module
if [ "$sanitizers" -eq 0 ]; then
  for name in acme.unborn acme.stillborn; do
    mkdir -p "$name"
    cp "$broken" "$name/$name.so" || exit 99
    echo '{"name": "'$name'", "version": "1.0.0", "abi": 1, "provides": [{"kind": "sensor", "name": "'$name'"}]}' > "$name/$name.json"
    echo "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody><sensor><$name/></sensor></mujoco>" > "$name.xml"
    for command in "simulate $name.xml --modules $name" "compile $name.xml --modules $name" "modules show $name --modules $name" \
      "modules manifest $name/$name.so"; do
      (ulimit -c 0; exec "$fulcrum" $command) > out 2>&1
      [ $? -eq 139 ] || fail "$command: status"
      grep -q "crashed with signal 11 (Segmentation fault) in module .*$name.so, while it was being opened" out || { fail "$command:"; cat out; }
    done
    "$fulcrum" modules check "$name/$name.so" > out 2>&1
    [ $? -eq 1 ] || fail "check of $name: status"
    grep -q "FAILED  *crashed with signal 11.*in module .*$name.so, while it was being opened" out || { fail "check of $name:"; cat out; }
  done
fi

# ---- simulate: who made a number that is not finite
"$fulcrum" simulate drop.xml -t 1 --modules acme.nan --passive acme.nan -q > out 2>&1
[ $? -eq 1 ] || fail 'acme.nan: status'
grep -q 'a number that is not finite was made by passive "acme.nan" in stage passive (qfrc_passive 0)' out || { fail 'acme.nan:'; cat out; }

# ---- simulate: what replaces an implementation of the engine is named
make_module acme.newton
"$fulcrum" simulate drop.xml -t 0.1 --modules acme.newton > out 2>&1 || fail 'acme.newton'
grep -q 'solver newton (acme.newton), integrator euler,' out || { fail 'the override is not named'; cat out; }
"$fulcrum" simulate drop.xml -t 0.1 > out 2>&1
grep -q 'solver newton, integrator euler,' out || fail 'without override'

# ---- tests that crashed or were killed have left no files
rmdir temporary || { fail 'files are left'; find temporary; }

[ "$nfail" -eq 0 ] && echo "all expectations met"
[ "$nfail" -eq 0 ]
