#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# A release has all files: what is in the repository is in the list of what `make dist` packs.
source=${srcdir:-.}
if ! git -C "$source" rev-parse --is-inside-work-tree > /dev/null 2>&1; then
  echo "skipped: the sources are no repository"
  exit 77
fi
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
make -s list-distributed | tr ' ' '\n' | sed "s|^$source/||; s|^\./||" | sort -u > "$work/packed"
git -C "$source" ls-files | grep -v '^\.gitignore$' | sort > "$work/kept"

# folders are packed whole
missing=$(comm -13 "$work/packed" "$work/kept" | while read -r file; do
  folder=$file
  while [ "${folder%/*}" != "$folder" ]; do
    folder=${folder%/*}
    grep -qxF "$folder" "$work/packed" && continue 2
  done
  echo "$file"
done)
[ "$(wc -l < "$work/packed")" -gt 500 ] || { echo "the list of packed files is short"; exit 1; }
[ -z "$missing" ] || { printf 'make dist leaves out:\n%s\n' "$missing"; exit 1; }
