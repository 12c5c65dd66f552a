#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Speed is not lost unnoticed: the instructions that a step of ten models executes in Fulcrum and its modules are at most one percent more
# than the recorded ones. They are counted by callgrind, which shows programs the same processor everywhere, so that they depend on the
# compiler, its options and the C library (whose sines decide trajectories), but not on the machine or its load. What the C library itself
# executes does not count. Where one of these differs from the recording nothing is compared.
# Trajectories are short, so that rounding that differs makes no difference to what they count.
#
#   make bench-check     compare with bench/instructions.txt; status 1: more than one percent is lost, 77: not compared
#   make bench-record    record them
#
# Both run this script in the build folder: check_instructions.sh [--record] COMPILER CFLAGS
set -u
top=$(cd "${srcdir:-.}" && pwd)
record=0
[ "${1-}" = --record ] && record=1 && shift
[ $# -eq 2 ] || { echo "usage: check_instructions.sh [--record] COMPILER CFLAGS" >&2; exit 2; }
fulcrum=${FULCRUM:-tools/fulcrum}
file=${INSTRUCTIONS:-$top/bench/instructions.txt}
models="crank arm cradle car humanoid blocks pile_shapes particles stone_circle humanoids"

command -v valgrind > /dev/null || { echo "not compared: valgrind is not installed (Debian, Ubuntu: package valgrind)"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
unset FULCRUM_MODULE_PATH
export LC_ALL=C
# the name of the command, cc or ccache gcc, does not matter
compiler=$($1 --version | head -n 1 | sed 's/^[^ ]* //')
{
  echo "# compiler $compiler"
  echo "# flags $2"
  echo "# processor level $("$fulcrum" version | grep -o 'x86-64-v[0-9]')"
  echo "# C library $(getconf GNU_LIBC_VERSION 2> /dev/null || echo unknown)"
} > "$work/where"

if [ "$record" -eq 0 ]; then
  [ -f "$file" ] || { echo "not compared: $file is missing; make bench-record writes it"; exit 77; }
  grep '^# ' "$file" > "$work/recorded"
  if ! diff "$work/recorded" "$work/where" > "$work/differ"; then
    echo "not compared, because the numbers were recorded (<) in another environment than this one (>):"
    grep '^[<>]' "$work/differ"
    exit 77
  fi
fi

# shellcheck disable=SC2086
"$fulcrum" bench $models --alone --rounds 0 --instructions --steps 60 --tsv "$work/tsv" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
awk -F '\t' '
  $1 == "case" { for (i = 1; i <= NF; i++) column[$i] = i; next }
  column["case"] && $column["own_instructions"] > 0 { printf "%s %.0f\n", $1, $column["own_instructions"] }' "$work/tsv" > "$work/counted"
[ "$(wc -l < "$work/counted")" -eq "$(echo "$models" | wc -w)" ] || { echo "not every model was counted:"; cat "$work/log"; exit 1; }

if [ "$record" -eq 1 ]; then
  cat "$work/where" "$work/counted" > "$work/new" && cat "$work/new" > "$file" && echo "recorded in $file" && cat "$work/counted"
  exit
fi
awk '
  FNR == NR { if ($1 != "#") before[$1] = $2; next }
  !($1 in before) { print "FAIL: " $1 " is not recorded; run make bench-record"; bad = 1; next }
  {
    change = 100 * ($2 - before[$1]) / before[$1]
    printf "%-14s %10d %10d %+7.2f %%%s\n", $1, before[$1], $2, change, (change > 1 ? "  FAIL" : "")
    if (change > 1) bad = 1
    if (change < -1) better = 1
  }
  END {
    if (bad) print "FAIL: steps execute over 1 % more instructions than recorded. Where that is worth it, say why and run make bench-record."
    else if (better) print "Steps became cheaper by over 1 %: run make bench-record, so that this is kept."
    exit bad
  }' "$file" "$work/counted"
