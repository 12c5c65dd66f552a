#!/bin/sh
# The core contains no name of an implementation: everything is found by traits, ranks, numbers and types. The words of MJCF in
# core/schema and the names of the extension points themselves are no such names.

source=${srcdir:-.}
modules=.libs/fulcrum/modules
failures=0
count=0

# names of faces that manifests give, of the kinds of which one is chosen, and the types of files
names() {
  cat "$modules"/*.json | tr -s '\n\t ' ' ' | sed 's/"kind"/\n"kind"/g' |
    sed -n 's/^"kind": *"\(solver\|post_solver\|integrator\|contact_model\|broadphase\|convex\|loader\|saver\)", *"name": *"\([^"]*\)".*/\2/p' |
    LC_ALL=C sort -u
}
if test ! -d "$modules" || test -z "$(ls "$modules"/*.json 2> /dev/null)"; then
  exit 77  # built-in modules have no manifests
fi
for name in $(names) .xml .urdf .mjb; do
  count=$((count + 1))
  # comments may name what they like
  found=$(grep -rniF "\"$name\"" "$source/core" --include='*.c' --include='*.h' --include='*.cc' --include='*.inc' |
    sed 's|//.*"'"$name"'".*||' | grep -iF "\"$name\"" |
    grep -v "^$source/core/schema/\|^$source/core/kernel/kind_names.c:")
  test -z "$found" || { echo "the core names \"$name\":"; echo "$found"; failures=$((failures + 1)); }
done
test $count -ge 15 || { echo "only $count names were found in the manifests"; failures=1; }
test $failures = 0
