#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# `fulcrum bench` as a user meets it. Run by `make check` in the build directory.
set -u
top=$(cd "${srcdir:-.}" && pwd)
. "$top/tests/tools/expect.sh"
subject=bench
unset FULCRUM_BENCH_REFERENCES
mkdir temporary
export TMPDIR="$work/temporary"

# the value of a column of the table for a case and a library
value() { # COLUMN CASE LIBRARY
  awk -F '\t' -v name="$1" -v model="$2" -v library="$3" '
    $1 == "case" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == model && $column["library"] == library { print $column[name] }' table.tsv
}
holds() { awk "BEGIN { exit !($1) }"; }

# ---- the set: at least 24 models, all of which run
expect 0 '^Usage: fulcrum bench' --help
expect 0 '^families' --list
check 'at least 24 models' test "$(sed '/^families/,$d' out | grep -c '^  ')" -ge 24
expect 0 '^humanoid ' --alone --rounds 1 --seconds 0.001 --steps 3 --tsv table.tsv
check 'every model has a time' test "$(sed -n '/^case/,$p' table.tsv | awk -F '\t' 'NR > 1 && $7 > 0' | wc -l)" = "$(sed '1,/^case/d' table.tsv | wc -l)"
check 'every line has as many columns' test "$(grep -v '^#' table.tsv | awk -F '\t' '{ print NF }' | sort -u | wc -l)" = 1
check 'date, processor, command' test "$(grep -c '^# \(date\|processor\|command\)' table.tsv)" = 3
check 'the humanoid has contacts, rows and iterations' holds "$(value rows humanoid Fulcrum) >= 0 && $(value data_bytes humanoid Fulcrum) > 1e5"
check 'stages are part of a step' holds "$(value stage_kinematics humanoid Fulcrum) > 0 && $(value stage_solver humanoid Fulcrum) > 0"
check 'the arena is part of the data' holds "$(value arena_bytes humanoid Fulcrum) < $(value data_bytes humanoid Fulcrum)"

# ---- families: a member by its size, all members, more of the same costs more
expect 0 '^chain=3 ' chain=3 --alone -n 1 -t 0.001
expect 0 '^chain=128 ' chain --alone -n 1 -t 0.01 --tsv table.tsv --growth_svg growth.svg
check 'a long chain costs more than a short one' holds "$(value time chain=128 Fulcrum) > 10 * $(value time chain=2 Fulcrum)"
check 'the picture of growth is complete' sh -c 'grep -q "a chain of n joints" growth.svg && tail -n 1 growth.svg | grep -q "</svg>"'
expect 2 'chain=0: the size must be a number from 1' chain=0
expect 2 'chain=x: the size must be a number' chain=x

# ---- a second library: by its folder, by its file, from the environment; Fulcrum is not mistaken for MuJoCo
compat=$build/.libs/fulcrum/compat
if [ -e "$compat/libmujoco.so.3.6.0" ]; then
  expect 0 'Fulcrum (2)  ratio' crank top --reference "$compat" -n 3 -t 0.02 --json all.json --svg ratios.svg --all
  check 'ratios and means' grep -q '^geometric mean  *[0-9]' out
  check 'load times and memory' grep -q '^load time' out
  check 'JSON has every case, library and round' test "$(grep -c '"case"\|"rounds"\|"mean_ratio"' all.json)" = 8
  check 'a bar for each of two models and the mean' test "$(grep -c "<rect .*height='8'" ratios.svg)" = 3
  expect 0 'Fulcrum (2)' crank -r "$compat/libmujoco.so.3.6.0" -n 1 -t 0.01 --tsv table.tsv
  check 'equal libraries are equally fast, roughly' holds "$(value ratio crank 'Fulcrum (2)') > 0.2 && $(value ratio crank 'Fulcrum (2)') < 5"
  FULCRUM_BENCH_REFERENCES=$compat:$compat expect 0 'Fulcrum (3)' crank -n 1 -t 0.001
  FULCRUM_BENCH_REFERENCES=$compat expect 0 '^time per step  *Fulcrum$' crank -n 1 -t 0.001 --alone
fi

# ---- files, and where they begin
model=$top/models/humanoid/humanoid.xml
expect 0 '^humanoid.xml ' "$model" --alone -n 1 -t 0.001 --keyframe fall
expect 0 '^humanoid.xml ' "$model" --alone -n 1 -t 0.001 --keyframe 0
expect 1 "no keyframe 'nowhere' among its" "$model" --alone --keyframe nowhere
expect 1 'missing.xml' missing.xml --alone
echo '<mujoco><worldbody><body/></worldbody></mujoco' > broken.xml
expect 1 'broken.xml' broken.xml --alone
expect 0 '^{' crank --alone -n 1 -t 0.001 --json -
check 'standard output has nothing but the document' test "$(tail -n 1 out)" = '}'

# ---- wrong input says what was expected
expect 2 "'humanoit' is no model, no family and no file; did you mean 'humanoid'" humanoit
expect 2 "there is no option '--rounts'; did you mean '--rounds'" --rounts 3
expect 2 "'0x' is no number from 0 to" crank --rounds 0x
expect 2 "'0' is no number above 0" crank --seconds 0
expect 2 "'0' is no number from 1" crank --steps 0
expect 2 'only --instructions is left' crank --rounds 0
expect 2 'exclude each other' crank --alone -r x
expect 2 "two outputs cannot both be '-'" crank --json - --tsv -
expect 1 'nowhere/a.json cannot be written' crank --alone --json nowhere/a.json
expect 1 'nowhere: there is no such library or folder' crank -r nowhere
mkdir empty
expect 1 'empty: there is no libmujoco.so in it, in its lib or in its mujoco' crank -r empty
echo 'no library' > text.so
expect 1 'text.so: it cannot be used as a library with the interface of MuJoCo: .*text.so' crank -r text.so
# a library with another interface
libm=$(ldconfig -p 2> /dev/null | sed -n 's/.*libm\.so\.6.*x86-64.* => //p' | head -n 1)
[ -z "$libm" ] || expect 1 'it has no function mj_version' crank -r "$libm"

# ---- instructions
if command -v valgrind > /dev/null && [ -z "$(sed -n 's/^sanitizer_ldflags = //p' "$build/Makefile")" ]; then
  expect 0 '^crank ' crank --alone -n 0 -i --tsv table.tsv
  first=$(value own_instructions crank Fulcrum)
  all=$(value instructions crank Fulcrum)
  expect 0 '^crank ' crank --alone -n 0 -i --tsv table.tsv
  check 'the count is the same again' test "$first" = "$(value own_instructions crank Fulcrum)"
  check 'a step of a small model takes some thousand' holds "$first > 2000 && $first < 200000 && $all >= $first"
fi
mkdir tools
for tool in sh env sed ls grep cat expr dirname basename uname; do ln -s "$(command -v $tool)" tools/; done
path=$work/tools expect 1 'valgrind, which is not installed' crank --alone -n 0 -i

# ---- Ctrl-C: nothing is left, nothing is written (of a shell without job control, background commands ignore it)
setsid env --default-signal=INT "$fulcrum" bench humanoid --alone -n 99 -t 60 --json never.json > out 2> err < /dev/null &
pid=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
  sleep 0.3
  pgrep -g "$pid" -f 'fulcrum-bench-worker.*humanoid.xml' > /dev/null && break
done
kill -INT -"$pid"
wait "$pid"
check 'the status after Ctrl-C' test $? -eq 1
check 'it says that it was interrupted' grep -q interrupted err
check 'no file is written' test ! -e never.json

check 'no temporary file is left' test -z "$(ls temporary)"
[ "$nfail" -eq 0 ] && echo "all expectations met"
[ "$nfail" -eq 0 ]
