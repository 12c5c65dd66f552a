#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# `fulcrum problem`: solvers reach the accuracy that models/problems/accuracy.tsv states, files keep every bit, bad files and wrong usage
# are told. Run by `make check` in the build directory.
set -u
top=$(cd "${srcdir:-.}" && pwd)
. "$top/tests/tools/expect.sh"
subject=problem
problems=$top/models/problems

# ---- every solver reaches what is stated, and every problem is listed
count=0
while read -r name newton cg pgs; do
  [ "$name" = problem ] && continue
  count=$((count + 1))
  expect 0 'newton' solve "$problems/$name.json" --solver newton --limit "$newton"
  expect 0 'cg' solve "$problems/$name.json" --solver cg --limit "$cg"
  expect 0 'pgs' solve "$problems/$name.json" --solver pgs --limit "$pgs"
  check "README tells about $name" grep -q "^| .$name. |" "$problems/README.md"
done < "$problems/accuracy.tsv"
check "all problems are listed" [ "$count" -eq "$(ls "$problems"/*.json | wc -l)" ]
check "there are twelve or more" [ "$count" -ge 12 ]

# ---- the limit is looked at
expect 1 'grasp.json: pgs ends with the residual .*, above 1e-300' solve "$problems/grasp.json" --solver pgs --limit 1e-300
expect 1 'above 1e-10' solve "$problems/tower.json" --solver newton,cg --iterations 1 --limit 1e-10

# ---- both formats keep every bit
for name in tower tendons rolling; do
  expect 0 '' export "$problems/$name.json" -o a.bin
  expect 0 '' export a.bin -o b.json
  expect 0 '' export b.json -o b.bin
  check "$name: JSON is kept" cmp "$problems/$name.json" b.json
  check "$name: binary is kept" cmp a.bin b.bin
done
for cold in '' --cold; do
  expect 0 '18 accelerations, 18 rows, 3 contacts, at 0.01 s' export "$problems/rolling.xml" -k spin -t .01 $cold -o c.json
  expect 0 '' export "$problems/rolling.xml" -k spin -t .01 $cold -o c.bin
  expect 0 '' export c.bin -o d.json
  check "the same from the model $cold" cmp c.json d.json
done

# ---- output for programs and a picture
expect 0 '"curve_residual"' solve "$problems/tower.json" c.json --json --solver newton
check "two results" [ "$(grep -o '"solver"' out | wc -l)" -eq 2 ]
expect 0 '' solve "$problems/stiff.json" --svg plot.svg
check "one line for each solver" [ "$(grep -c polyline plot.svg)" -eq 3 ]

# ---- contacts with potentials, no rows, unknown names
cat > soft.xml << 'XML'
<mujoco><option><flag contact="enable"/></option><worldbody><geom type="plane" size="1 1 .1"/>
<body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>
XML
sed 's/<option>/<option contact_model="hunt_crossley">/' soft.xml > potential.xml
sed 's/pos="0 0 .09"/pos="0 0 9"/' soft.xml > free.xml
expect 0 '3 rows\|4 rows' export soft.xml -o e.json
expect 1 'hunt_crossley gives contacts potentials' export potential.xml -o e.json
expect 1 'no constraint is active' export free.xml -o e.json
expect 1 'there is no solver "newtown"' solve c.json --solver newtown
expect 1 "has no keyframe 'x'" export soft.xml -k x -o e.json
expect 2 'ends in .json or .bin' export soft.xml -o e.txt
expect 2 "belongs to 'solve'" export soft.xml -o e.json --json
expect 2 'none of export, solve' explode c.json
expect 2 'needs one model and --output' export soft.xml

# ---- bad files
head -c 500 a.bin > bad.bin
expect 1 'bad.bin: the file ends early' solve bad.bin
echo more >> a.bin
expect 1 'a.bin: the file is longer than it says' solve a.bin
echo '{"nv": 3,' > bad.json
expect 1 'bad.json:.*not a JSON object' solve bad.json
edit() {
  sed "$1" "$problems/grasp.json" > bad.json
  expect 1 "$2" solve bad.json
}
edit 's/"nefc": 32/"nefc": 31/' 'must be nv nefc'
edit 's/"nv": 8/"nv": -8/' 'nv must be between 0 and'
edit 's/"nv": 8/"nv": 8.5/' '"nv" must be a whole number'
edit 's/"R": \[[^,]*/"R": [-1/' 'R\[0\] must be above 0'
edit 's/"R": \[[^,]*/"R": ["x"/' 'R\[0\] must be a number'
edit 's/"type": \[[^,]*/"type": [0/' 'type\[0\] must be that of its place'
edit 's/"id": \[[^,]*/"id": [99/' 'id\[0\] must be the index of a contact'
edit 's/"dim": \[[^,]*/"dim": [5/' 'dim\[0\] must be 1, 3, 4 or 6'
edit 's/"M_colind": \[[^,]*/"M_colind": [77/' 'column indices of row 0 of M'
edit 's/"M_rownnz": \[[^,]*/"M_rownnz": [1000/' 'row 0 of M does not lie'
edit 's/"aref": \[[^,]*/"aref": [1e999/' 'aref\[0\] must be a finite number'

[ "$nfail" -eq 0 ] || echo "$nfail failures"
[ "$nfail" -eq 0 ]
