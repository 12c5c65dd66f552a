#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# The `fulcrum` command as a user meets it: what it prints, what it writes, how it ends. Run by `make check` in the build directory.
set -u
top=$(cd "${srcdir:-.}" && pwd)
. "$top/tests/tools/expect.sh"
models=$top/models

humanoid=$models/humanoid/humanoid.xml

# ---- help is everywhere
expect 0 'Fulcrum .* (MuJoCo API 3.6.0' version
expect 0 'Commands:' help
expect 2 'Commands:'
for command in simulate info compile modules problem version; do
  expect 0 "^Usage: fulcrum $command" help "$command"
  expect 0 "^Usage: fulcrum $command" "$command" --help
done

# ---- the version tells what really runs: the level of the library, not that of the command
expect 0 'processor level x86-64-v[13], lib\(std\)\{0,1\}c++)' version
if [ -d "$build/.libs/glibc-hwcaps/x86-64-v3" ] && /lib64/ld-linux-x86-64.so.2 --help 2> /dev/null | grep -q 'x86-64-v3 (supported'; then
  LD_LIBRARY_PATH=$build/.libs expect 0 'processor level x86-64-v3, ' version
fi

# ---- wrong usage says what was expected
expect 2 "did you mean 'simulate'" simulat
expect 2 "did you mean '--solver'" simulate "$humanoid" --solvr cg
expect 2 'argument is missing' simulate
expect 2 'needs a value' simulate "$humanoid" --duration
expect 2 'must be one of pyramidal, elliptic' simulate "$humanoid" --cone round
expect 2 'above 0' simulate "$humanoid" --timestep 0
expect 2 'expects TIME:KIND=NAME' simulate "$humanoid" --swap solver=cg
expect 2 'expects TIME:KIND=NAME' simulate "$humanoid" --swap 1e400:solver=cg
expect 2 'expects TIME:KIND=NAME' simulate "$humanoid" --swap nan:solver=cg
expect 2 'expects TIME:KIND=NAME' simulate "$humanoid" --swap =1:solver
expect 2 'unexpected argument' info "$humanoid" "$humanoid"
expect 2 "'--no' may mean --noise, --noslip_iterations" simulate "$humanoid" --no 1
expect 0 'x real time' simulate "$humanoid" --dur=0.01 --noslip-iterations 3

# ---- wrong input says where and what was expected
cat > element.xml << 'END'
<mujoco>
  <worldbody>
    <jiont/>
  </worldbody>
</mujoco>
END
expect 1 'line 3' simulate element.xml
expect 1 "did you mean 'joint'\|jiont" simulate element.xml
echo '<mujoco><worldbody><geom size="1 2 x"/></worldbody></mujoco>' > number.xml
expect 1 "'x'" info number.xml
echo '<mujoco><worldbody>' > open.xml
expect 1 'open.xml' compile open.xml
: > empty.xml
expect 1 'empty' info empty.xml
expect 1 'cannot be read' simulate missing.xml
expect 1 "no keyframe 'sit'.*stand" simulate "$humanoid" --keyframe sit
expect 1 'no solver "nwton".*newton' simulate "$humanoid" --solver nwton
expect 1 'no integrator "eulr"' simulate "$humanoid" --integrator eulr
expect 1 'no solver "foo"' simulate "$humanoid" --swap 5:solver=foo
expect 1 'module directory' simulate "$humanoid" --modules "$work/nowhere"
expect 1 'FACE.KEY=VALUE' simulate "$humanoid" --set rho=1

# ---- a simulation reports what happened
expect 0 'x real time' simulate "$humanoid" --duration 0.2 --keyframe fall
check 'it tells what dispatch costs' \
  grep -Eq 'dispatch +[0-9.]+ calls of modules per step, [1-9][0-9]* ns each: [0-9.]+ us, [0-9.]+ %' out
expect 0 'contact force' simulate "$humanoid" -t 0.2 --ascii
check 'it shows the model at five moments' grep -q '^ *0 s .* 0.096 s .* 0.196 s' out
check 'it shows a silhouette' grep -q '^ *##* *##* *##* *##* *##*$' out
check 'plots with --ascii have plain letters only' sh -c '! LC_ALL=C grep -q "[^ -~]" out'
expect 0 '' simulate "$humanoid" -t 0.1 --quiet
check '--quiet prints nothing' test ! -s out
expect 0 '' simulate "$humanoid" -t 0.2 --quiet --csv "$work/one.csv"
expect 0 '' simulate "$humanoid" -t 0.2 --quiet --csv "$work/three.csv" --threads 3
check 'threads do not change the trajectory' cmp "$work/one.csv" "$work/three.csv"
expect 2 'a whole number from 1 to 128' simulate "$humanoid" --threads 0
for solver in newton cg pgs; do expect 0 "solver $solver," simulate "$humanoid" -t 0.1 --solver $solver; done
for integrator in euler rk4 implicit implicitfast; do
  expect 0 "integrator $integrator," simulate "$humanoid" -t 0.1 --integrator $integrator
done
expect 0 'solver cg,' simulate "$humanoid" -t 0.2 --swap 0.1:solver=cg
expect 0 'post-solvers noslip' simulate "$humanoid" -t 0.1 --post-solver noslip
expect 0 'warnings' simulate "$humanoid" -t 0.1 --convex ccd
expect 1 'no stage "nowhere"' simulate "$humanoid" --stage nowhere
expect 0 '50 steps of 10 ms' simulate "$humanoid" -t 0.5 --timestep 0.01
for model in pendulum top cradle blocks crank arm; do expect 0 'warnings      none' simulate "$models/$model/$model.xml" -t 0.5; done

# ---- a pendulum without losses keeps its energy, an unstable simulation is an error
expect 0 'energy: 66.81[0-9]* J throughout' simulate "$models/pendulum/pendulum.xml" --keyframe wild -t 2
cat > blast.xml << 'END'
<mujoco><option timestep="0.1" integrator="Euler"/>
<worldbody><body><joint type="slide" stiffness="1e6" ref="1"/><geom size=".1"/></body></worldbody></mujoco>
END
expect 1 'became unstable' simulate blast.xml

# ---- trajectories
expect 0 '' simulate "$models/crank/crank.xml" -k run -t 0.1 -q --csv a.csv --every 10
check 'one row per tenth step and a header' test "$(wc -l < a.csv)" -eq 11
check 'columns are named' grep -q '^time,qpos.crank,qpos.rod,qpos.piston,qvel.crank.*ctrl.motor,sensor.speed' a.csv
check 'all rows have as many columns' test "$(awk -F, '{print NF}' a.csv | sort -u | wc -l)" -eq 1
expect 0 '' simulate "$models/crank/crank.xml" -k run -t 0.1 -q --json a.json
check 'JSON has columns, rows and a summary' sh -c 'grep -q "\"columns\"" a.json && grep -q "\"rows\"" a.json && grep -q "\"real_time_factor\"" a.json'
check 'JSON has the calls of modules' sh -c 'grep -q "\"dispatch\"" a.json && grep -q "\"calls_per_step\": *[1-9]" a.json'
if command -v python3 > /dev/null; then check 'JSON is well formed' python3 -c 'import json; json.load(open("a.json"))'; fi
expect 0 '^time,' simulate "$models/crank/crank.xml" -t 0.01 --csv -
expect 1 'cannot be written' simulate "$models/crank/crank.xml" --csv "$work/no/such/file"

# ---- controls: noise depends on the seed alone, a file is applied
expect 0 '' simulate "$humanoid" -t 0.1 -q --noise 0.5 --seed 3 --csv n1.csv
expect 0 '' simulate "$humanoid" -t 0.1 -q --noise 0.5 --seed 3 --csv n2.csv
expect 0 '' simulate "$humanoid" -t 0.1 -q --noise 0.5 --seed 4 --csv n3.csv
check 'the same seed gives the same simulation' cmp -s n1.csv n2.csv
check 'another seed gives another' sh -c '! cmp -s n1.csv n3.csv'
printf 'time,motor\n0,1\n0.005,2\n' > c.csv
expect 0 '' simulate "$models/crank/crank.xml" -t 0.01 -q --ctrl c.csv --csv d.csv
check 'controls follow the file' test "$(awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "ctrl.motor") k = i}
  NR > 1 {print $k}' d.csv | uniq -c | awk '{printf "%s:%s ", $1, $2}')" = '5:1 5:2 '
printf 'time,engine\n0,1\n' > c.csv
expect 1 "c.csv:1: the model has no actuator 'engine'" simulate "$models/crank/crank.xml" --ctrl c.csv
printf '1\n1,2\n' > c.csv
expect 1 'c.csv:2: 1 numbers were expected' simulate "$models/crank/crank.xml" --ctrl c.csv

# a device has no end, a pipe may have no writer
mkfifo pipe.csv
for file in /dev/zero /dev/urandom pipe.csv; do
  expect 1 "$file is not a regular file" simulate "$models/crank/crank.xml" --ctrl "$file"
done
head -c 70000 /dev/zero > c.csv
expect 1 'c.csv:1: ' simulate "$models/crank/crank.xml" --ctrl c.csv
awk 'BEGIN { for (i = 0; i < 40000; i++) printf "0,"; print 0 }' > c.csv
expect 1 'c.csv:1: the line is longer' simulate "$models/crank/crank.xml" --ctrl c.csv

# ---- what cannot be written is an error, whatever it is
if [ -c /dev/full ]; then
  for name in mjb xml txt; do ln -s /dev/full "full.$name"; done
  for name in mjb xml txt; do expect 1 "full.$name.*No space left" compile "$humanoid" full.$name; done
  expect 1 '/dev/full cannot be written: No space left' simulate "$models/crank/crank.xml" -t 0.1 --csv /dev/full
  expect 1 '/dev/full cannot be written: No space left' simulate "$models/crank/crank.xml" -t 0.1 --json /dev/full
  for line in help 'help simulate' 'simulate --help' version modules "info $humanoid" "info --json $humanoid"; do
    # shellcheck disable=SC2086
    "$fulcrum" $line > /dev/full 2> err
    check "fulcrum $line onto a full disk ends with status 1" test $? -eq 1
    check "fulcrum $line onto a full disk says so" grep -q 'standard output could not be written' err
  done
fi

# ---- info and compile
expect 0 'degrees of freedom' info "$humanoid"
expect 0 'newton' info "$humanoid"
expect 0 '"nv": 32' info --json "$humanoid"
expect 0 'written to h.mjb' compile "$humanoid" h.mjb
expect 0 '"nv": 32' info --json h.mjb
expect 0 '' compile --quiet "$humanoid" h.xml
expect 0 '"nv": 32' info --json h.xml
expect 1 'h.mjb.*compiled model' compile h.mjb again.xml
expect 2 'must end in .xml, .mjb, .txt or' compile "$humanoid" h.stl
expect 0 '' compile -q h.mjb h.txt
check 'a listing names every body' grep -q '  name                  pelvis' h.txt
expect 1 'cannot' compile h.mjb missing/h.txt
expect 0 'written to arm.xml' compile "$top/tests/data/loaders/urdf/arm.urdf" arm.xml
check 'a robot is written as MJCF' cmp arm.xml "$top/tests/data/loaders/urdf/arm.xml"
expect 0 'written to arm.mjb' compile arm.xml arm.mjb
expect 0 'fore' info arm.mjb
if command -v python3 > /dev/null; then
  "$fulcrum" info --json h.mjb > h.json
  check 'JSON has every array with its shape and the names' python3 -c '
import json
m = json.load(open("h.json")); a = m["arrays"]; s = m["sizes"]
assert a["body_pos"]["shape"] == [s["nbody"], 3] and len(a["body_pos"]["data"]) == 3 * s["nbody"]
assert len(m["geoms"]) == s["ngeom"] and "pelvis" in m["bodies"] and "pelvis" in a["names"]["data"]
assert len(a) > 450 and m["options"]["gravity"] == [0, 0, -9.81]'
fi
head -c 5000 h.mjb > cut.mjb
expect 1 'cut.mjb' info cut.mjb
for suffix in xml mjb; do "$fulcrum" simulate h.$suffix -t 0.1 -q --csv $suffix.csv; done
check 'the binary model simulates like the original' sh -c '
  "$1" simulate "$2" -t 0.1 -q --csv o.csv && cmp -s o.csv mjb.csv' sh "$fulcrum" "$humanoid"

# ---- modules
expect 0 '^newton .*solver .*newton \*' modules
expect 0 '^newton .*solver' modules list
expect 0 'solver newton' modules show newton
expect 1 'no module "nwton"' modules show nwton
# the name of a face or of a type is as good as that of its module, and shows that face alone
expect 0 '^implicit ' modules show implicitfast
check 'no other face is shown' test "$(grep -c '^  integrator ' out)" -eq 1
expect 0 '^muscle ' modules show gaintype/muscle
expect 0 '^sensor_inertial ' modules show gyro
expect 1 'no module "gyr"' modules show gyr
expect 0 'in a model: <option integrator="rk4"/>' modules show rk4
expect 0 'overrides\|specified in <fulcrum/solver.h>' modules show newton
expect 0 '^rk4 ' modules show --kind integrator
check 'only integrators are shown' test "$(grep -c '^  solver ' out)" -eq 0
expect 0 'site="NAME"' modules show gyro
expect 2 "there is no kind 'integratr'" modules show --kind integratr
expect 2 "belongs to 'show'" modules list --kind solver
expect 2 "belongs to 'check'" modules show newton --tap
if command -v python3 > /dev/null; then
  "$fulcrum" modules show contact --json > show.json
  check 'modules show --json has parameters and MJCF' python3 -c '
import json
module, = json.load(open("show.json")); face, = module["faces"]
assert face["kind"] == "sensor" and face["name"] == "contact" and face["selected"]
assert [p["key"] for p in face["parameters"]] == ["data", "reduce", "num"]
assert face["parameters"][1]["keywords"][0] == "none" and face["mjcf"].startswith("<sensor><contact ")'
fi
expect 2 "did you mean 'sensor'" modules new sensr acme.x
expect 2 'no name for a module' modules new sensor tilt
expect 2 'no name for a module' modules new sensor acme..tilt
expect 0 'acme.tilt: a sensor in ./tilt' modules new sensor acme.tilt
expect 1 'tilt/tilt.c cannot be written' modules new sensor acme.tilt
expect 1 'cannot be made' modules new sensor acme.tilt --dir "$work/no/such/place"
check 'no word of the templates is left' sh -c '! grep -rq TEMPLATE tilt'
expect 0 'newton' modules search
expect 1 'NAME.so or NAME.json' modules check element.xml
expect 2 'wrong number' modules show
installed=$build/.libs/fulcrum/modules
if [ -f "$installed/newton.json" ]; then
  expect 0 'optimality residual' modules check "$installed/newton.so" "$installed/cg.json"
  expect 0 '^2 modules checked, 0 failed' modules check "$installed/euler.json" "$installed/sap.json"
fi
if [ -f "$installed/fluid.json" ]; then
  expect 0 'fluid: the derivative is that of finite differences' modules check "$installed/fluid.json" "$installed/spring.json"
fi
if [ -f "$installed/pid.json" ]; then
  expect 0 'plugin mujoco.pid: every function' modules check "$installed/pid.json"
fi
MUJOCO_PLUGIN_DIR=$build/tests/plugins/.libs
export MUJOCO_PLUGIN_DIR
expect 0 'plugin  *acme.trace' modules
unset MUJOCO_PLUGIN_DIR
manifest() {
  echo "{\"name\": \"$1\", \"version\": \"1.0.0\", \"licence\": \"Apache-2.0\", \"abi\": 1, \"provides\": [{\"kind\": \"solver\", \"name\": \"$1\"}]}"
}
mkdir acme
for fault in crash greedy idle; do
  cp "$build/tests/tools/.libs/$fault.so" "acme/acme.$fault.so" || exit 99
  manifest "acme.$fault" > "acme/acme.$fault.json"
done
expect 1 'crashed with signal' modules check acme/acme.crash.so
expect 1 'FAILED *acme.idle: optimality residual' modules check acme/acme.idle.so
expect 1 'FAILED *acme.greedy: [1-9][0-9]* heap allocations\|cannot be counted' modules check acme/acme.greedy.so

# the manifest comes from the descriptor, and the check finds every difference
mkdir sly
cp "$build/tests/tools/.libs/sly.so" sly/acme.sly.so
expect 0 '"rank":.*3' modules manifest sly/acme.sly.so
expect 0 '' modules manifest sly/acme.sly.so -o sly/acme.sly.json
check "the manifest has the summary" grep -q 'stages and probes, some of them sly' sly/acme.sly.json
expect 1 'ok  *manifest and descriptor agree on 5 faces' modules check sly/acme.sly.so
expect 1 'acme.sound changes nothing but qfrc_passive' modules check sly/acme.sly.so
expect 1 'FAILED *acme.sly changes mjData.qfrc_bias, which it does not declare' modules check sly/acme.sly.so
expect 1 "FAILED *acme.confused: it says that it writes 'forces', which is no field" modules check sly/acme.sly.so
expect 1 'ok *acme.looking changes nothing of mjData' modules check sly/acme.sly.so
expect 1 'FAILED *acme.touching changes mjData.contact' modules check sly/acme.sly.so
cp sly/acme.sly.json sly/true
sed 's/"rank":.*3/"rank": 4/' sly/true > sly/acme.sly.json
expect 1 'FAILED *module acme.sly of .* is refused: the manifest says rank 4, the shared object 3' modules check sly/acme.sly.so
expect 1 'cannot be used: module acme.sly .* is refused: the manifest says rank 4' \
  simulate "$humanoid" -t 0.05 --modules sly --stage acme.sound
mv sly/true sly/acme.sly.json
expect 1 'is refused: it does not export fulcrum_module' modules manifest "$build/.libs/libfulcrum.so"
expect 1 'there is no file' modules manifest nowhere.so
expect 2 "belongs to 'manifest'" modules list -o x

expect 0 'stages acme.sound, probes acme.looking' simulate "$humanoid" -t 0.05 --modules sly --stage acme.sound --probe acme.looking
expect 0 'runs after the stage bias; writes qfrc_passive' modules show acme.sound --modules sly
expect 0 'acme.idle' modules list --modules acme

# a module that is overwritten while the simulation runs is used from then on; half of a file is told and left
mkdir lab
cp "$build/tests/kernel/.libs/lab0.so" lab/lab.pull.so
expect 0 '' modules manifest lab/lab.pull.so -o lab/lab.pull.json
cat > lab.xml << 'XML'
<mujoco><extension><plugin plugin="lab.pull"><instance name="i"/></plugin></extension><sensor><lab.clock name="clock"/></sensor>
<worldbody><body><plugin instance="i"/><joint type="slide"/><geom size=".1"/></body></worldbody></mujoco>
XML
(sleep 1; cp "$build/tests/kernel/.libs/lab1.so" lab/lab.pull.so; sleep 1; head -c 1000 "$build/tests/kernel/.libs/lab0.so" > lab/lab.pull.so) &
expect 0 'lab.pull.so: generation 1' simulate lab.xml --watch -t 3 -m lab --csv watch.csv --quiet
check "half of a file is told" grep -q 'stays as it is: .*the file is truncated' err
wait
check "the former law, then the new one" awk -F, 'NR == 2 { first = $4 == $1 } NR > 2 && NR < 200 { first = first && $4 == $1 }
  END { exit !(first && $4 > 2.9 * $1) }' watch.csv
expect 0 '' modules index acme
check "acme.idle is in the index" grep -q "acme.idle.json" acme/modules.index
expect 0 'acme.idle' modules list --modules acme
expect 1 'nowhere cannot be read' modules index "$work/nowhere"
echo nonsense > acme/modules.index
expect 0 'modules.index is not used: line 1' modules search --modules acme
rm acme/modules.index
expect 0 'gain: real, default 0, range 0 to 1' modules show acme.idle --modules acme
expect 0 'solver acme.idle,' simulate "$humanoid" -t 0.02 --modules acme --solver acme.idle --set acme.idle.gain=0.5
expect 1 'must be between 0 and 1' simulate "$humanoid" --modules acme --set acme.idle.gain=2
expect 1 'did you mean "gain"' simulate "$humanoid" --modules acme --set acme.idle.gian=1
FULCRUM_MODULE_PATH=$work/acme
export FULCRUM_MODULE_PATH
expect 0 'solver acme.idle,' simulate "$humanoid" -t 0.02 --solver acme.idle
unset FULCRUM_MODULE_PATH

# ---- contact models
expect 0 'drop *sap *newton *3/3 *ok' contact bench --quick --scene drop,static --model sap,compliant --json sap.json --svg sap.svg
check "the answers are JSON" grep -q '"holds": true' sap.json
check "the picture has a line" grep -q '<polyline.*<text' sap.svg
expect 0 'ok .*e, damping ratio 0.2' contact bench --scene drop --model sap --all
expect 0 '"model": "bristle"' contact bench --quick --scene static --model bristle --solver cg --json -
expect 0 'contact model sap, broad phase sap' simulate "$humanoid" -t 0.02 --contact_model sap
expect 2 "did you mean 'incline'" contact bench --scene inclin
expect 2 "there is no contact model 'sapp'; known are: .*bristle.* sap" contact bench --model sapp
expect 2 "there is no solver 'newtn'; known are: .*newton" contact bench --solver newtn
check 'it says where help is' grep -q "^Try 'fulcrum contact bench --help'" err
expect 2 "contact model 'bristle' has potentials, which solver 'pgs' cannot solve; use newton or cg" contact bench --solver pgs --model sap,bristle
expect 2 "'' is no list of 1 to" contact bench --scene=
expect 2 "'drop,,roll' is no list" contact bench --scene drop,,roll
expect 2 "'drop,' is no list" contact bench --scene drop,
expect 2 "cannot both be '-'" contact bench --json - --svg -
expect 2 "Try 'fulcrum contact bench --help'" contact bench --scen drop --foo
expect 0 '^<svg ' contact bench --quick --scene static --model soft --svg -
check 'standard output has nothing but the picture' sh -c '[ "$(tail -n 1 out)" = "</svg>" ] && ! grep -q "us/step" out'
expect 2 "did you mean 'bench'" contact bunch
expect 1 'none of these contact models' contact bench --scene drop --model adhesive
expect 1 'nowhere/a.svg cannot be written: No such file' contact bench --scene static --model soft --svg nowhere/a.svg
check 'that is noticed before the work' test ! -s out
# the dual solver does not converge for a stack of ten: the status tells
expect 1 'FAIL.*depth at interface' contact bench --quick --scene stack --model sap --solver pgs

# ---- faults of a module are one sentence and harm nobody else
mkdir bad
manifest acme.other > bad/acme.idle.json
cp acme/acme.idle.so bad/acme.idle.so
expect 1 'acme.idle' modules check bad/acme.idle.json
head -c 1000 acme/acme.idle.so > bad/acme.greedy.so
manifest acme.greedy > bad/acme.greedy.json
expect 1 'acme.greedy.*refused' modules check bad/acme.greedy.so
echo '{"name": ' > bad/acme.crash.json
expect 1 'acme.crash' modules check bad/acme.crash.json
expect 0 'refused' modules list --modules bad
expect 0 'x real time' simulate "$humanoid" -t 0.02 --modules bad

[ "$nfail" -eq 0 ] && echo "all expectations met"
[ "$nfail" -eq 0 ]
