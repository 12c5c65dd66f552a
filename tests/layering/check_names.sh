#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# core/ knows no implementation by name and no type that a module may bring. Names are those that the faces of all modules of this tree
# have, as texts in the source; names of implementations that one chooses (solvers, integrators, contact models, ...) and of libraries and
# packages that modules use may not stand inside a text either. Types are the enums of sensors, actuator laws, equalities, solvers and
# integrators. Each exception has its reason.

source=${srcdir:-.}
work=$(mktemp -d ./names.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT

# FILE|WHAT|REASON: WHAT is a name in quotes, an enum or its prefix; * stands for any file or name
cat > "$work/exceptions" << 'END'
core/model/schema/schema_table.inc|*|the words of MJCF and what they stand for in mjspec.h
core/model/spec/actuator_shortcuts.c|*|mjs_setToPosition and its kin are defined by the laws that they set
core/model/spec/element_defaults.c|mjDYN_|the defaults of the public struct mjsActuator
core/model/spec/element_defaults.c|mjGAIN_|the defaults of the public struct mjsActuator
core/model/spec/element_defaults.c|mjBIAS_|the defaults of the public struct mjsActuator
core/foundation/data/option_defaults.c|mjSOL_NEWTON|the default of the public struct mjOption
core/foundation/data/option_defaults.c|mjINT_EULER|the default of the public struct mjOption
core/physics/pipeline/step.c|"implicit"|the words of opt.integrator that mj_implicit is defined for
core/physics/pipeline/step.c|"implicitfast"|the words of opt.integrator that mj_implicit is defined for
core/model/spec/orientation.c|"euler"|angles
core/physics/pipeline/step.c|mjINT_|mj_Euler, mj_RungeKutta and mj_implicit are functions of the API for these numbers
core/kernel/kinds/actuator.c|mjDYN_NONE|no law
core/kernel/kinds/actuator.c|mjBIAS_NONE|no law
core/kernel/kinds/actuator.c|mjDYN_USER|a callback of the user
core/kernel/kinds/actuator.c|mjGAIN_USER|a callback of the user
core/kernel/kinds/actuator.c|mjBIAS_USER|a callback of the user
core/kernel/kinds/sensor.h|mjSENS_USER|a callback of the user
core/kernel/kinds/sensor.h|mjSENS_PLUGIN|the number of all sensors that a plugin or a module without a number measures
core/physics/problem/constraint_plan.c|*|faces without elements are called after the group of rows that they fill
core/physics/collision/colliders.c|*|words of geom types, of which the names of type pairs are made
core/view/scene/draw_actuators.c|mjDYN_NONE|no law
core/view/scene/draw_sensors.c|mjSENS_|what scenes show of sensors is defined by these numbers
core/view/scene/draw_constraints.c|mjEQ_|what scenes show of equalities is defined by these numbers
*|"joint"|the word of an object type
*|"tendon"|the word of an object type
*|"flex"|the word of an object type
*|"hfield"|the word of an object type
core/model/compile/compile_actuators.c|"force"|part of a message
core/physics/query/print_arrays.c|"force"|the name of a field
core/model/assets/mesh_source.c|"normal"|the name of an array
END

# manifests have them all; with built-in modules there are none
manifests=.libs/fulcrum/modules
test -n "$(ls "$manifests"/*.json 2> /dev/null)" || exit 77
cat "$manifests"/*.json | tr -s '\n\t ' ' ' | sed 's/"kind"/\n"kind"/g' |
  sed -n 's/^"kind": *"[a-z_]*", *"name": *"\([^"]*\)".*/\1/p' | LC_ALL=C sort -u > "$work/names"
cat "$manifests"/*.json | tr -s '\n\t ' ' ' | sed 's/"kind"/\n"kind"/g' |
  sed -n 's/^"kind": *"\(solver\|post_solver\|integrator\|contact_model\|broadphase\|renderer\|viewer\)", *"name": *"\([^"]*\)".*/\2/p' |
  LC_ALL=C sort -u > "$work/chosen"
test "$(wc -l < "$work/chosen")" -ge 15 || { echo "only $(wc -l < "$work/chosen") names to choose from were found"; exit 1; }
printf '%s\n' glfw embree opengl osmesa tinyxml2 libpng libccd apt debian ubuntu >> "$work/chosen"
test "$(wc -l < "$work/names")" -ge 100 || { echo "only $(wc -l < "$work/names") names of faces were found"; exit 1; }

# comments may speak of anything
find "$source/core" -name '*.[ch]' -o -name '*.cc' -o -name '*.inc' | LC_ALL=C sort | while read -r file; do
  sed 's|//.*||' "$file" | awk -v file="${file#"$source"/}" -v names="$work/names" -v chosen="$work/chosen" '
    BEGIN {
      while ((getline name < names) > 0) known["\"" name "\""] = 1
      while ((getline name < chosen) > 0) word[tolower(name)] = 1
    }
    {
      line = $0
      while (match(line, /"[^"]*"/)) {
        text = substr(line, RSTART, RLENGTH)
        if (text in known) print file "|" text "|" FNR
        else {
          n = split(tolower(text), part, /[^a-z0-9_]+/)
          for (i = 1; i <= n; i++) if (part[i] in word) print file "|\"" part[i] "\"|" FNR
        }
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
    type = $2; sub(/_.*/, "_", type)
    n = split($1 "|" $2 "#" $1 "|" type "#" $1 "|*#*|" $2, tried, "#")
    for (i = 1; i <= n && !(tried[i] in allowed); i++) continue
    if (i <= n) used[tried[i]] = 1
    else { print $1 ":" $3 ": core/ names " $2; bad = 1 }
  }
  END {
    for (key in allowed) if (!(key in used)) { print "the exception " key " is not needed any more"; bad = 1 }
    exit bad
  }' "$work/found"
