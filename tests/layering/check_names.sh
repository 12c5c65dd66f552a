#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# core/ knows no implementation by name and no type that a module may bring. Names are those that the faces of all modules of this tree
# have, as texts in the source; types are the enums of sensors, actuator laws, equalities, solvers and integrators. Each exception has its
# reason.

source=${srcdir:-.}
work=$(mktemp -d ./names.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT
modules="collision contact_models constraints passive solvers integrators actuators sensors loaders"

# FILE|WHAT|REASON; WHAT is a name in quotes or the beginning of an enum
cat > "$work/exceptions" << 'END'
EXCEPTIONS_GO_HERE
END

for family in $modules; do
  find "$source/$family" -name '*.c' -exec sed -n 's/.*\.name = "\([^"]*\)".*/\1/p' {} +
done | LC_ALL=C sort -u > "$work/names"
test "$(wc -l < "$work/names")" -ge 60 || { echo "only $(wc -l < "$work/names") names of faces were found"; exit 1; }

# comments may speak of anything
find "$source/core" -name '*.[ch]' -o -name '*.cc' -o -name '*.inc' | LC_ALL=C sort | while read -r file; do
  sed 's|//.*||' "$file" | awk -v file="${file#"$source"/}" -v names="$work/names" '
    BEGIN { while ((getline name < names) > 0) known["\"" name "\""] = 1 }
    {
      line = $0
      while (match(line, /"[^"]*"/)) {
        text = substr(line, RSTART, RLENGTH)
        if (text in known) print file "|" text "|" FNR
        line = substr(line, RSTART + RLENGTH)
      }
      line = $0
      while (match(line, /mj(SENS|DYN|GAIN|BIAS|EQ|SOL|INT)_[A-Z0-9]+/)) {
        print file "|" substr(line, RSTART, RLENGTH) "|" FNR
        line = substr(line, RSTART + RLENGTH)
      }
    }'
done > "$work/found"

awk -F'|' -v exceptions="$work/exceptions" '
  BEGIN { while ((getline line < exceptions) > 0) { split(line, e, "|"); allowed[e[1] "|" e[2]] = 1 } }
  {
    key = $1 "|" $2
    type = $2; sub(/_.*/, "_", type)
    if (key in allowed) used[key] = 1
    else if (($1 "|" type) in allowed) used[$1 "|" type] = 1
    else { print $1 ":" $3 ": core/ names " $2; bad = 1 }
  }
  END {
    for (key in allowed) if (!(key in used)) { print "the exception " key " is not needed any more"; bad = 1 }
    exit bad
  }' "$work/found"
