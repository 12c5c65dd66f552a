#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# `fulcrum rollout`: results are those of single simulations, whatever the number of threads, chunks and processes; what is interrupted or
# killed continues with the same bits; failures are told; files are read by others. HDF5 and MPI are tested where they are built in. Run by
# `make check` in the build directory.
set -u
top=$(cd "${srcdir:-.}" && pwd)
. "$top/tests/tools/expect.sh"
subject=rollout
humanoid=$top/models/humanoid/humanoid.xml
crank=$top/models/crank/crank.xml

cat > spring.xml << 'XML'
<mujoco><option timestep="0.01" integrator="Euler"/>
  <worldbody><body name="ball"><joint name="x" type="slide" stiffness="10" ref="1"/><geom name="ball" size=".1"/></body></worldbody>
  <actuator><motor name="push" joint="x" ctrlrange="-1 1"/></actuator><sensor><jointpos name="where" joint="x"/></sensor>
  <keyframe><key name="far" time="2" qpos="3" ctrl="0.5"/></keyframe></mujoco>
XML

# ---------------------------------------------------------------- wrong usage
expect 2 'an argument is missing: MODEL' -n 3
expect 2 '--nsim N, the number of simulations, is missing' spring.xml
expect 2 "nsim must be a whole number from 1 to 1e9; '0' is not" spring.xml -n 0
expect 2 'FIELD\[ELEMENT\]=DISTRIBUTION was expected' spring.xml -n 3 --vary qpos
expect 2 "did you mean 'uniform'" spring.xml -n 3 --vary 'qpos[x]=unifrm(1,2)'
expect 2 'LOW not above HIGH' spring.xml -n 3 --vary 'qpos[x]=uniform(2,1)'
expect 1 "did you mean 'jnt_stiffness'" spring.xml -n 3 --vary 'jnt_stifness[x]=1'
expect 1 "no joint 'y'; it has 1: x" spring.xml -n 3 --vary 'jnt_stiffness[y]=1'
expect 1 'components are 0 to 0; 1 is none' spring.xml -n 3 --vary 'jnt_stiffness[x,1]=1'
expect 1 "'jnt_type' is no field of the model" spring.xml -n 3 --vary 'jnt_type[x]=1'
expect 1 "did you mean 'opt.gravity'" spring.xml -n 3 --vary 'opt.gravty[2]=1'
expect 1 'has no parameter "stiffnes"; did you mean "stiffness"' spring.xml -n 3 --vary 'hunt_crossley.stiffnes=1'
expect 1 'is there twice' spring.xml -n 3 --vary 'qpos[x]=1' --vary 'qpos[x]=2'
expect 1 "did you mean 'qpos'" spring.xml -n 3 --record qpoz
expect 1 'qpos is there twice' spring.xml -n 3 --record qpos,qpos
expect 2 "did you mean 'noise'" spring.xml -n 3 --control nois
expect 2 'noise(SCALE) was expected' spring.xml -n 3 --control 'noise(x)'
expect 1 'no.csv cannot be read' spring.xml -n 3 --control no.csv
expect 1 '/dev/zero is not a regular file' spring.xml -n 3 --control /dev/zero
expect 1 'must end in .h5 (HDF5) or .npz' spring.xml -n 3 -o x.txt
expect 1 'nowhere/x.npz cannot be written' spring.xml -n 3 -o "$work/nowhere/x.npz"
expect 1 'nowhere/x.json cannot be written' spring.xml -n 3 --json "$work/nowhere/x.json"
check 'that is noticed before the work' test ! -s out
expect 2 'a list of processors' spring.xml -n 3 --cpus 3-1
expect 1 'no processor that this process may use' spring.xml -n 3 --cpus 4095
expect 2 'I/N with 0 <= I < N' spring.xml -n 3 --share 3/3
expect 2 'needs --output FILE.h5' spring.xml -n 3 --share 1/3
expect 2 'which .npz is not; use .h5' spring.xml -n 3 --resume -o x.npz
expect 2 'one of them is enough' spring.xml -n 3 --steps 3 --duration 1
expect 1 "no keyframe 'near'; it has 1: far" spring.xml -n 3 --keyframe near
expect 1 'no contact_model "sof"' spring.xml -n 3 --contact_model sof
expect 2 'must be one of pyramidal, elliptic' spring.xml -n 3 --cone round
check 'nothing was written' test "$(echo *)" = 'err out spring.xml'

# ---------------------------------------------------------------- results of a single simulation
# last_of FILE: the last row of a trajectory
last_of() { tail -n 1 "$1"; }

expect 0 'done  *3' "$crank" -n 3 -k run --steps 100 --json a.json
"$fulcrum" simulate "$crank" -k run -t 0.1 -q --csv a.csv --timestep 0.001
cat > compare.py << 'PY'
import array, ast, json, struct, sys, zipfile

def read(name):
    """What numpy.load does, without numpy."""
    archive, arrays = zipfile.ZipFile(name), {}
    assert archive.testzip() is None
    for entry in archive.namelist():
        data = archive.read(entry)
        assert data[:8] == b"\x93NUMPY\x01\x00" and entry.endswith(".npy")
        size = struct.unpack("<H", data[8:10])[0]
        head = ast.literal_eval(data[10:10 + size].decode())
        assert not head["fortran_order"] and (10 + size) % 64 == 0
        body, kind = data[10 + size:], head["descr"]
        count = 1
        for n in head["shape"]:
            count *= n
        if kind[1] == "S":
            width = int(kind[2:])
            values = [body[i * width:(i + 1) * width].rstrip(b"\0").decode() for i in range(count)]
            assert len(body) == width * count
        else:
            code = {"f8": "d", "f4": "f", "i4": "i", "i8": "q", "u1": "B", "i1": "b"}[kind[1:]]
            values = array.array(code)
            values.frombytes(body)
            values = list(values)
        assert len(values) == count
        arrays[entry[:-4]] = (head["shape"], values)
    return arrays
PY
python=
command -v python3 > /dev/null && python=python3

# value FILE.npz ARRAY: its numbers in one line, as repr writes them
value() {
  $python -c 'import sys; sys.path.insert(0, "."); from compare import read
print(*map(repr, read(sys.argv[1])[sys.argv[2]][1]))' "$1" "$2"
}

# The numbers of simulation 1 of 3 are those of `fulcrum simulate` with the same number in the model or as an option.
same_as_single() {
  what=$1 option=$2 model=$3
  shift 3
  expect 0 '' spring.xml -n 3 --steps 51 --vary "$option" --every 1 -r qpos,qvel,sensordata -o v.npz -q
  "$fulcrum" simulate "$model" -t "${duration:-0.51}" -q --csv single.csv "$@" || fail "$what: no single simulation"
  $python -c '
import csv, sys
sys.path.insert(0, ".")
from compare import read
a = read("v.npz")
rows = list(csv.DictReader(open("single.csv")))
n = len(rows)
x, v, s = (a["record/" + name][1][51:102] for name in ("qpos", "qvel", "sensordata"))
# a trajectory has the state before a step, a rollout the state after it
assert n == 51
assert [float(r["qpos.x"]) for r in rows[1:]] == x[:50], what
assert [float(r["qvel.x"]) for r in rows[1:]] == v[:50]
assert [float(r["sensor.where"]) for r in rows] == s' || fail "$what: other numbers than those of a single simulation"
}
if [ -n "$python" ]; then
  same_as_single 'an option of the model' 'opt.timestep=0.004' spring.xml --timestep 0.004 -t 0.204
  sed 's/stiffness="10"/stiffness="25"/' spring.xml > stiff.xml
  same_as_single 'a field of the model' 'jnt_stiffness[x]=25' stiff.xml
  sed 's/stiffness="10"/stiffness="20"/' spring.xml > stiff.xml
  same_as_single 'a factor' 'jnt_stiffness[x]*=2' stiff.xml
  same_as_single 'a sum' 'jnt_stiffness[x]+=10' stiff.xml
  sed 's/size=".1"/size=".1" mass="3"/' spring.xml > heavy.xml
  same_as_single 'a mass, with the constants that depend on it' 'body_mass[ball]=3' heavy.xml
fi

# ---------------------------------------------------------------- NumPy archives
expect 0 'qpos\[x\]' spring.xml -n 40 --steps 25 --every 10 --control uniform --vary 'jnt_stiffness[x]=linspace(1,40)' \
  --vary 'qpos[x]+=normal(0,0.1)' -r 'qpos,time,ctrl,ncon,state,sensordata[where]' -o a.npz --json a.json
if [ -n "$python" ]; then
  check 'a NumPy archive has all arrays, with their shapes' $python -c '
import json, sys
sys.path.insert(0, ".")
from compare import read
a = read("a.npz")
shape = {name: a[name][0] for name in a}
assert shape["status"] == (40,) and set(a["status"][1]) == {0}
assert shape["steps_done"] == (40,) and set(a["steps_done"][1]) == {25}
assert shape["message"] == (40,) and set(a["message"][1]) == {""}
assert a["recorded_step"] == ((3,), [10, 20, 25])
assert a["nsim"] == ((), [40]) and a["steps"] == ((), [25]) and a["seed"] == ((), [1])
assert a["model"][1] == ["spring.xml"] and len(a["model_hash"][1][0]) == 16
assert a["vary"][1] == ["jnt_stiffness[x]=linspace(1,40); qpos[x]+=normal(0,0.1)"]
assert shape["vary/jnt_stiffness[x]"] == (40, 1) and a["vary/jnt_stiffness[x]"][1] == [1.0 + i for i in range(40)]
assert shape["record/qpos"] == (40, 3, 1) and len(set(a["record/qpos"][1])) == 120
assert shape["record/state"] == (40, 3, 3) and shape["record/ncon"] == (40, 3, 1)
assert all(abs(t - s) < 1e-12 for t, s in zip(a["record/time"][1], [0.1, 0.2, 0.25] * 40))
assert all(-1 <= u <= 1 for u in a["record/ctrl"][1]) and len(set(a["record/ctrl"][1])) == 120
x = [v - 1 for v in a["vary/qpos[x]"][1]]
assert abs(sum(x) / 40) < 0.06 and 0.06 < (sum(v * v for v in x) / 40) ** 0.5 < 0.14
r = json.load(open("a.json"))
assert r["simulations"] == 40 and r["done"] == 40 and r["failures"] == [] and r["steps_per_second"] > 0
end = {e["name"]: e for e in r["end"]}
last = a["record/qpos"][1][2::3]
assert end["qpos[x]"]["min"] == min(last) and end["qpos[x]"]["max"] == max(last)
assert abs(end["qpos[x]"]["mean"] - sum(last) / 40) < 1e-12
assert r["varied"][0]["name"] == "jnt_stiffness[x]" and abs(r["varied"][0]["sd"] - (40 * 41 / 12) ** 0.5) < 1e-9'
  expect 0 '' spring.xml -n 40 --steps 25 -r qpos -o b.npz -q --control uniform --vary 'qpos[x]+=normal(0,0.1)' --seed 2
  expect 0 '' spring.xml -n 40 --steps 25 -r qpos -o c.npz -q --control uniform --vary 'qpos[x]+=normal(0,0.1)' --seed 2 -j 1 --chunk 7
  check 'another number of threads and chunks makes no difference' cmp b.npz c.npz
  expect 0 '' spring.xml -n 40 --steps 25 -r qpos -o c.npz -q --control uniform --vary 'qpos[x]+=normal(0,0.1)' --seed 3
  check 'another seed does' sh -c '! cmp -s b.npz c.npz'
  expect 0 '' spring.xml -n 60 --steps 25 -r qpos -o c.npz -q --control uniform --vary 'qpos[x]+=normal(0,0.1)' --seed 2
  b=$(value b.npz record/qpos)
  c=$(value c.npz record/qpos)
  check 'more simulations leave the first ones as they are' test "${c#"$b"}" != "$c"
  expect 0 '' spring.xml -n 5 --steps 1 -r time --vary 'geom_friction[*]=same(uniform(0,1))' --vary 'geom_size[*]=uniform(1,2)' -o d.npz -q
  check 'same() gives all elements one number' $python -c '
import sys; sys.path.insert(0, "."); from compare import read
a = read("d.npz")
f, s = a["vary/geom_friction[*]"][1], a["vary/geom_size[*]"][1]
assert all(f[i] == f[i + 1] == f[i + 2] for i in range(0, 15, 3)) and len(set(f)) == 5 and len(set(s)) == 15'
  # controls from a file: those of `simulate`
  printf 'time,push\n2,1\n2.05,-0.25\n' > u.csv
  expect 0 '' spring.xml -n 2 -k far --steps 10 --every 1 -r ctrl,time --control u.csv -o e.npz -q
  check 'controls follow the file, and the time of the keyframe' test "$(value e.npz record/ctrl | cut -d' ' -f-10)" = \
    '1.0 1.0 1.0 1.0 1.0 -0.25 -0.25 -0.25 -0.25 -0.25'
  expect 0 '' spring.xml -n 2 -k far --steps 2 -r ctrl -o e.npz -q
  check 'without controls those of the keyframe stay' test "$(value e.npz record/ctrl)" = '0.5 0.5'
fi

# ---------------------------------------------------------------- failures
expect 0 'done  *1[0-9], stopped' spring.xml -n 20 --steps 200 --vary 'jnt_stiffness[x]=loguniform(1,1e8)' -o f.npz --every 1 -r qpos --json f.json
check 'reasons are told' grep -q 'simulation [0-9]*: .*unstable. In step [0-9]' out
[ -z "$python" ] || check 'simulations without an end are marked' $python -c '
import json, math, sys; sys.path.insert(0, "."); from compare import read
a = read("f.npz")
x = a["record/qpos"][1]
stopped = 0
for i in range(20):
    status, steps, message = (a[name][1][i] for name in ("status", "steps_done", "message"))
    rows = x[200 * i:200 * (i + 1)]
    assert all(map(math.isfinite, rows[:steps])) and all(map(math.isnan, rows[steps:]))
    assert (status == 0) == (steps == 200) == (message == "")
    assert (status == 1) == (sum(a["warning"][1][8 * i:8 * i + 8]) > 0)
    assert status == 0 or f"In step {steps + 1}." in message
    stopped += status == 1
f = json.load(open("f.json"))
assert f["stopped"] == stopped == len(f["failures"]) and 0 < stopped < 20 and f["failures"][0]["status"] == "stopped"'
expect 1 'no simulation came to its end' spring.xml -n 2 --steps 9 --vary 'jnt_stiffness[x]=1e12'
expect 0 'done .*failed .*' "$humanoid" -n 8 --steps 2 --contact_model hunt_crossley --vary 'hunt_crossley.stiffness=normal(0,1e6)' -r ncon
check 'parameters keep to their range' grep -q 'must be between .*before step 1' out

# ---------------------------------------------------------------- HDF5
expect 0 '' spring.xml -n 2 --steps 2 -o try.npz -q
if [ ! -e "$build/.libs/fulcrum-hdf5.so" ]; then
  expect 1 'HDF5 cannot be written here.*configure --with-hdf5' spring.xml -n 3 --steps 3 -o x.h5
  echo 'HDF5 is not built in, and was not tested'
  [ "$nfail" -eq 0 ]
  exit
fi
arguments() {
  (exec_with "$@")
}
exec_with() {
  set -- "$humanoid" -n 600 --steps 60 --every 20 --chunk 50 --control noise --seed 9 -r qpos,ncon,time "$@"
  exec "$fulcrum" rollout "$@" --vary 'body_mass[chest]*=uniform(0.8,1.2)' --vary 'geom_friction[*,0]=same(loguniform(0.2,2))'
}
# same FILE WHAT: every array is that of all.h5
same() {
  "$fulcrum" rollout --print "$1" > list
  for name in $("$fulcrum" rollout --print all.h5 | sed -n 's/^\(real\|int\|long\|byte\|status\|text\) .*  //p'); do
    "$fulcrum" rollout --print all.h5 "$name" > a.txt
    "$fulcrum" rollout --print "$1" "$name" > b.txt
    cmp -s a.txt b.txt || fail "$2: array $name is another one"
  done
}
# rows FILE: simulations that it has
rows() { "$fulcrum" rollout --print "$1" status | wc -l; }

expect 1 'there is no such file' --print nothing.h5
arguments -o all.h5 -q || fail 'a file is not written'
check 'it has all simulations' test "$(rows all.h5)" -eq 600
check 'its arrays are listed' sh -c '"$1" rollout --print all.h5 | grep -q "^real   600 x 3 x 33  record/qpos$"' sh "$fulcrum"
expect 1 "has no array 'qpoz'" --print all.h5 qpoz
expect 1 'must end in .h5' --print "$humanoid"
cp "$humanoid" no.h5
expect 1 'no.h5 cannot be read' --print no.h5
mkfifo pipe.h5
expect 1 'pipe.h5 is not a regular file' --print pipe.h5
arguments -o all.h5 > out 2>&1
check 'an existing file is not replaced' test $? -eq 1
check 'and how it is continued is told' grep -q 'all.h5 is there already: --resume continues it' out
arguments -o all.h5 --resume > out 2>&1 || fail 'a complete file is not taken'
check 'nothing is simulated twice' sh -c 'grep -q "done  *600" out && ! grep -q "steps/s" out'
arguments -o one.h5 -q -j 1 --chunk 33
same one.h5 'one thread'
if command -v h5dump > /dev/null; then
  check 'others can read it' sh -c 'h5dump --no-compact-subset -d "/vary/body_mass[chest]" -s "0,0" -c "1,1" all.h5 | grep -q "^ *(0,0): 1[0-9]\."'
fi

# refuses what does not belong together
for change in '--seed 10' '-n 500' '--steps 50' '--every 30' '--record qpos' '--control none' '--keyframe squat' '--timestep 0.001' \
  '--solver cg' '--contact_model sap'; do
  # shellcheck disable=SC2086
  arguments $change -o all.h5 --resume > out 2>&1
  check "--resume with $change is refused" test $? -eq 1
  check "--resume with $change says why" grep -q 'all.h5 cannot be continued: .* there and .* now\|is there twice' out
done

# an interrupt keeps what is done, and the rest follows
interrupted() { # SIGNAL FILE
  exec_with -o "$2" -q -j 1 2> err &
  pid=$!
  until [ "$(rows "$2" 2> /dev/null || echo 0)" -gt 0 ] || ! kill -0 $pid 2> /dev/null; do sleep 0.05; done
  arguments -o "$2" -q --resume > second 2>&1 && fail "$2: a second process writes at the same time"
  kill -s "$1" $pid
  wait $pid
  ended=$?
}
interrupted TERM cut.h5
check 'an interrupt has a status of its own' test $ended -eq 130
check 'a second process is told why it cannot write' grep -q 'cut.h5 cannot be opened for writing: another process is writing it' second
check 'and says how to go on' grep -q 'interrupted: cut.h5 has [0-9]* of 600 simulations; --resume continues' err
interrupted KILL killed.h5
for file in cut killed; do
  n=$(rows $file.h5)
  check "$file: chunks that were done are there" test "$n" -ge 50 -a "$n" -le 600
  arguments -o $file.h5 -q --resume || fail "$file: it does not continue"
  same $file.h5 "$file and continued"
done

# parts of a job array
for i in 2 0 1; do arguments -o part.h5 -q --share $i/3 || fail "part $i"; done
check 'each has a file' test "$(echo part*)" = 'part.0000.h5 part.0001.h5 part.0002.h5'
check 'together they have all' test "$(rows part.h5)" -eq 600
same part.h5 'parts'
rm part.0001.h5
expect 0 'it has 400 of 600' --merge part.h5
arguments -o part.h5 -q --share 1/3 || fail 'a part that was lost'
expect 0 '200 simulations added from 3 files; it has 600 of 600' --merge part.h5
rm part.0*
same part.h5 'parts that were merged'
expect 1 'no files of several processes' --merge part.h5
arguments -o alien.h5 -q --share 0/3
arguments -o alien.h5 -q --share 1/3 --seed 77
expect 1 'do not belong together: seed is .9. and .77.' --merge alien.h5

# a full disk: what was complete stays
if (ulimit -f 100; arguments -o full.h5 -q) 2> err; then fail 'a file that cannot be written'; fi
check 'it says so' grep -q 'full.h5 cannot be \(written\|created\)' err
check 'nothing remains of a file that could not be begun' test ! -e full.h5

# ---------------------------------------------------------------- MPI
if [ ! -e "$build/.libs/fulcrum-mpi.so" ] || ! command -v mpirun > /dev/null; then
  if [ ! -e "$build/.libs/fulcrum-mpi.so" ]; then
    OMPI_COMM_WORLD_SIZE=2 expect 1 'there are 2 processes, .*configure --with-mpi; --share' spring.xml -n 3 --steps 3 -o x.h5
  fi
  echo 'MPI is not built in, and was not tested'
  [ "$nfail" -eq 0 ]
  exit
fi
# N processes on this machine; their ids are in the file `pids`
on() {
  n=$1
  shift
  cat > process.sh << 'SH'
echo $$ >> pids
exec "$@"
SH
  rm -f pids
  set -- "$humanoid" -n 600 --steps 60 --every 20 --control noise --seed 9 -r qpos,ncon,time --vary 'body_mass[chest]*=uniform(0.8,1.2)' \
    --vary 'geom_friction[*,0]=same(loguniform(0.2,2))' "$@"
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe --bind-to none -n "$n" sh process.sh "$fulcrum" rollout "$@"
}
on 4 -o mpi.h5 --chunk 20 > out 2> err || fail "four processes: $(cat err)"
check 'they tell together how they ended' grep -q 'done  *600' out
check 'once' test "$(grep -c 'done  *600' out)" -eq 1
check 'each has a file' test "$(echo mpi.*.h5)" = 'mpi.0000.h5 mpi.0001.h5 mpi.0002.h5 mpi.0003.h5'
expect 0 '600 simulations added from 4 files; it has 600 of 600' --merge mpi.h5
rm mpi.0*
same mpi.h5 'four processes'

on 4 -o again.h5 --chunk 10 > out 2> err &
until [ "$(rows again.h5 2> /dev/null || echo 0)" -gt 100 ] || ! kill -0 $! 2> /dev/null; do sleep 0.1; done
kill -s KILL "$(sed -n 3p pids)" 2> /dev/null
wait $! && fail 'a process that was killed is not noticed'
n=$(rows again.h5)
check 'what was done is there' test "$n" -ge 100 -a "$n" -lt 600
on 2 -o again.h5 --chunk 25 --resume -q > out 2> err || fail "two processes continue: $(cat err)"
same again.h5 'four processes, one killed, continued by two'
expect 0 'it has 600 of 600' --merge again.h5
rm again.0*
same again.h5 'merged'
on 3 -o x.h5 --vary 'qposs[0]=1' > out 2> err && fail 'a mistake is not noticed'
check 'a mistake is told once' test "$(grep -c 'is no field of the model' err)" -eq 1

[ "$nfail" -eq 0 ]
