#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes a C file that holds the templates of all kinds, each cut out of an example: embed.sh KIND=EXAMPLE... > OUT, in the top folder. Their
# bytes are numbers, because string literals have a limited length.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0

embed() { # KIND FILE_NAME, the text is the standard input
  printf 'static const unsigned char bytes_%d[] = {' "$n"
  od -An -v -tu1 | sed 's/  */,/g; s/^,//; s/$/,/'
  printf '0};\n'
  printf '{"%s", "%s", (const char*)bytes_%d},\n' "$1" "$2" "$n" >> "$work/table"
  n=$((n + 1))
}

printf '// made by tools/templates/embed.sh\n#include "tools/templates.h"\n'
for pair in "$@"; do
  kind=${pair%=*}
  example=${pair#*=}
  folder=plugins/examples/$example
  # the source, a model that uses it, data that the model names, and what builds it
  for file in "$folder/$example.c" "$folder/$example.xml" "$folder"/*."$example" "$folder/Makefile"; do
    test -f "$file" || continue
    base=$(basename "$file" | sed "s/^$example\\./TEMPLATE_FILE./; s/\\.$example\$/.TEMPLATE_FILE/")
    sh tools/templates/cut.sh "$file" > "$work/text"
    embed "$kind" "$base" < "$work/text"
  done
  embed "$kind" README.md < tools/templates/module_readme.md
done
printf 'const Template templates[] = {\n'
cat "$work/table"
printf '{0, 0, 0}};\n'
