#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# coverage.sh SOURCES: prints how many lines and branches of each folder of the library, the modules and the command have run in the
# build folder at hand, and leaves every file in coverage.csv there. Called by `make coverage`.
set -eu
top=$1
if ! command -v gcovr > /dev/null; then
  echo "gcovr is not installed (Debian, Ubuntu: package gcovr)" >&2
  exit 1
fi
if [ -z "$(find core -name '*.gcda' | head -n 1)" ]; then
  echo "nothing was counted: configure with --enable-coverage, then make check" >&2
  exit 1
fi
folders=
for folder in core compat tools $(sh "$top/tools/families.sh"); do
  [ ! -d "$folder" ] || folders="$folders $folder"
done
# shellcheck disable=SC2086
gcovr --root "$top" --exclude "$top/tests/" --exclude-throw-branches --csv coverage.csv $folders

# core/ by its wings, the rest by its top-level folders
awk -F, '
function row(name) {
  return sprintf("%-22s %6d lines  %5.1f %%  %6d branches  %5.1f %%", name, lines[name], 100 * hit_lines[name] / lines[name],
      branches[name], branches[name] ? 100 * hit_branches[name] / branches[name] : 100)
}
NR == 1 {
  for (i = 1; i <= NF; ++i) column[$i] = i
  next
}
{
  split($column["filename"], path, "/")
  folder = path[1] == "core" ? path[1] "/" path[2] : path[1]
  for (sum = 1; sum <= 2; ++sum) {
    name = sum == 1 ? folder : "everything"
    lines[name] += $column["line_total"]
    hit_lines[name] += $column["line_covered"]
    branches[name] += $column["branch_total"]
    hit_branches[name] += $column["branch_covered"]
  }
}
END {
  for (name in lines) {
    if (name != "everything" && lines[name]) print row(name) | "LC_ALL=C sort"
  }
  close("LC_ALL=C sort")
  print row("everything")
}' coverage.csv
