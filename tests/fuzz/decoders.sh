#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# tests/fuzz/decoders.sh [SECONDS [DECODER...]]    (60 seconds, all decoders)
#
# Builds a libFuzzer target per decoder module with clang and the sanitizers, and runs each from the files of
# tests/data/model/compile/files. FUZZ_DIR (./fuzz-decoders) keeps the corpus and files called crash-* or timeout-*.
set -eu
seconds=${1:-60}
test $# -gt 0 && shift
decoders=${*:-stl obj msh png ktx raw skn gmsh}
top=$(cd "$(dirname "$0")/../.." && pwd)
work=${FUZZ_DIR:-fuzz-decoders}

for name in $decoders; do
  libraries=
  test "$name" = png && libraries=$(pkg-config --libs libpng)
  mkdir -p "$work/$name" "$work/found-$name"
  for seed in "$top"/tests/data/model/compile/files/*."$name" "$top/tests/data/model/compile/files/$name".*; do
    test ! -f "$seed" || cp "$seed" "$work/$name/"
  done
  # shellcheck disable=SC2086
  ${CC:-clang} -std=c17 -O1 -g -D_GNU_SOURCE -DFC_BUILTIN -DDECODER="$name" -I"$top/include" \
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -o "$work/$name-fuzz" \
    "$top/tests/fuzz/decoder_fuzz.c" "$top/loaders/$name"/*.c $libraries -lm
  echo "$name"
  "$work/$name-fuzz" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2500 -max_len=20000 \
    -artifact_prefix="$work/found-$name/" -print_final_stats=1 "$work/$name" > "$work/$name.log" 2>&1 || {
    tail -n 40 "$work/$name.log"
    exit 1
  }
  grep -E 'stat::number_of_executed_units|cov:' "$work/$name.log" | tail -n 2
done
