#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes a C file that holds the models of `fulcrum bench`, with their paths: embed.sh FILE... > OUT, in the top folder. Their bytes are
# numbers, because string literals have a limited length.
set -e
printf '// made by bench/embed.sh\n#include "bench/bench.h"\n'
n=0
for file in "$@"; do
  printf 'static const unsigned char bytes_%d[] = {' "$n"
  od -An -v -tu1 "$file" | sed 's/  */,/g; s/^,//; s/$/,/'
  printf '0};\n'
  n=$((n + 1))
done
printf 'const BenchFile bench_files[] = {\n'
n=0
for file in "$@"; do
  printf '{"%s", (const char*)bytes_%d},\n' "$file" "$n"
  n=$((n + 1))
done
printf '{0, 0}};\n'
