#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Who may know whom (docs/architecture.md), read off the includes and off the symbols of what was built:
#
#   - in a folder, the includes of files form no cycle;
#   - core/ has wings: foundation, kernel, physics, model and view. A wing knows those before it, but model and view do not know each
#     other. Inside a wing a folder knows the folders before it, in the order of the list below. core/library.c, which fills the tables
#     between them, knows all. All of them may report an error and ask for memory;
#   - a module includes <mujoco/...>, <fulcrum/...>, its own folder and what its family shares (a folder beside it without
#     FC_MODULE, whose sources are compiled into each of them), and links nothing of the core but what the library exports;
#   - a module exports one symbol; the library exports what its public headers declare, and nothing else;
#   - files are written through <fulcrum/file.h>.
#
# And folders in which readers find their way: those of core and tests have a README, those of tests at most 40 source files.

source=${srcdir:-.}
NM=$(sed -n 's/^NM = //p' Makefile)
builtin=$(sed -n "s/^builtin_names = //p" Makefile)  # not empty when modules are linked in
layers="foundation/base foundation/math foundation/data
  kernel/modules kernel/mjplugin kernel/binding kernel/kinds
  physics/mechanics physics/collision physics/problem physics/pipeline physics/query physics/batch
  view/scene view/draw view/ui
  model/schema model/resource model/constants model/spec model/assets model/compile model/document"
beside="model view"  # wings that do not know each other
modules=$(sh "$source/tools/families.sh" | tr '\n' ' ')
ground="mju_error mju_warning mju_malloc mju_free"
work=$(mktemp -d ./layers.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "$*"; failures=$((failures + 1)); }
symbols() { $NM -g "$@" 2> /dev/null; }

# ---------------------------------------------------------------- every folder of the core has its place
for folder in "$source"/core/*/*/; do
  name=${folder#"$source"/core/}
  name=${name%/}
  case " $(echo $layers) " in *" $name "*) ;; *) fail "core/$name has no place in the order of layers" ;; esac
done
for file in "$source"/core/*.[ch] "$source"/core/*/*.[ch]; do
  test ! -f "$file" || test "$file" = "$source/core/library.c" || fail "$file is in no folder of a wing"
done
for folder in "$source"/core/*/ "$source"/core/*/*/; do
  test -f "$folder/README.md" || fail "$folder has no README.md"
  count=$(find "$folder" -maxdepth 1 -name '*.[ch]' -o -maxdepth 1 -name '*.cc' -o -maxdepth 1 -name '*.inc' | wc -l)
  test "$count" -le 40 || fail "$folder has $count source files: it holds more than one topic"
done

# ---------------------------------------------------------------- every folder of the tests says what it proves
for folder in "$source"/tests/*/; do
  name=$(basename "$folder")
  test -f "$folder/README.md" || fail "tests/$name has no README.md"
  grep -q "($name/README.md)" "$source/tests/README.md" || fail "tests/README.md does not list tests/$name"
done
find "$source/tests" -name '*.[ch]' -o -name '*.cc' -o -name '*.sh' -o -name '*.inc' | sed 's|/[^/]*$||' | sort | uniq -c > "$work/sizes"
while read -r count folder; do
  test "$count" -le 40 || fail "$folder has $count source files, expected 40 at most"
done < "$work/sizes"

# ---------------------------------------------------------------- arrows inside the core, by includes
known=
for layer in $layers; do
  known="$known $layer"
  wing=${layer%/*}
  grep -rHo '#include "[^"]*"' "$source/core/$layer" --include='*.[ch]' --include='*.cc' --include='*.inc' |
    sed 's|^\(.*\):#include "\(.*\)"|\1 \2|' | while read -r file included; do
    case $included in
      config.h) continue ;;
      core/*) ;;
      *) echo "$file includes $included, which is outside the core"; continue ;;
    esac
    home=${included#core/}
    home=${home%/*}
    case " $known " in *" $home "*) ;; *) echo "$file includes $included, which is above it" ;; esac
    case " $beside " in *" ${home%/*} "*) test "${home%/*}" = "$wing" || echo "$file includes $included, which is beside it" ;; esac
  done
done > "$work/includes_upward"
while read -r line; do fail "$line"; done < "$work/includes_upward"
grep -rn '#include [<"]core/' "$source/include" && fail "a public header includes the core"

# ---------------------------------------------------------------- no cycles inside a folder
# X.c and X.h are one node; nodes that include no other, or that no other includes, are taken away until only cycles are left
(cd "$source" && grep -rHo '^#include "[^"]*"' core compat bench tools $modules --include='*.[ch]' --include='*.cc') |
  sed 's|^\(.*\):#include "\(.*\)"|\1 \2|' | awk '
    function stem(file) { sub(/\.[a-z]*$/, "", file); return file }
    { from = stem($1); folder = $1; sub(/[^\/]*$/, "", folder); to = stem($2 ~ /\// ? $2 : folder $2)
      if (from != to && index(to, folder) == 1 && substr(to, length(folder) + 1) !~ /\//) edge[from " " to] }
    END {
      do {
        split("", source); split("", target); taken = 0
        for (e in edge) { split(e, node, " "); source[node[1]]; target[node[2]] }
        for (e in edge) { split(e, node, " "); if (!(node[1] in target) || !(node[2] in source)) { delete edge[e]; taken = 1 } }
      } while (taken)
      for (e in edge) { split(e, node, " "); print node[1] " includes " node[2] ".h, which is part of a cycle" }
    }' > "$work/cycles"
while read -r line; do fail "$line"; done < "$work/cycles"

# ---------------------------------------------------------------- one way to write a file
for folder in core $modules bench tools compat; do
  test -d "$source/$folder" || continue
  grep -rnE '\<fopen ?\([^;]*"w|\<(mkstemp|creat) ?\(|\<png_image_write_to_file' "$source/$folder" --include='*.[ch]' --include='*.cc' &&
    fail "$folder opens a file for writing without fc_openFile, which loses no former file"
done

# ---------------------------------------------------------------- arrows inside the core, by symbols
for layer in $layers; do
  for object in core/"$layer"/.libs/*.o; do
    test -f "$object" || continue
    # objects of sources that are gone may lie about in an old build folder
    name=$(basename "$object" .o | sed 's/^libcore_la-//')
    test -f "$source/core/$layer/$name.c" || test -f "$source/core/$layer/$name.cc" || continue
    symbols "$object" | awk -v layer="$layer" -v file="$layer/$name" '
      $2 ~ /^[TDBRC]$/ { print "def", layer, $3, file }
      $1 == "U" { print "use", layer, $2, file }'
  done
done > "$work/core"
test -s "$work/core" || fail "no objects of the core were found"
awk -v layers="$(echo $layers)" -v beside="$beside" -v ground="$ground" '
  function wing(folder) { sub(/\/.*/, "", folder); return folder }
  BEGIN { n = split(layers, l, " "); for (i = 1; i <= n; i++) rank[l[i]] = i; n = split(ground, g, " "); for (i = 1; i <= n; i++) free[g[i]] = 1 }
  $1 == "def" { home[$3] = $2 }
  $1 == "use" { use[++uses] = $2 " " $3 " " $4 }
  END {
    for (i = 1; i <= uses; i++) {
      split(use[i], u, " ")
      if (!(u[2] in home) || u[2] in free) continue
      to = home[u[2]]
      if (rank[to] > rank[u[1]] || (index(" " beside " ", " " wing(to) " ") && index(" " beside " ", " " wing(u[1]) " ") && wing(to) != wing(u[1])))
        print "core/" u[3] " calls " u[2] " of core/" to
    }
  }' "$work/core" > "$work/upward"
while read -r line; do fail "$line"; done < "$work/upward"

# ---------------------------------------------------------------- modules, by includes
# libraries whose headers have a folder of their own
libraries="ccd\|embree3\|GL\|EGL\|GLFW\|sys"
# the folders of a family; one that is a module itself
folders_of() {
  if grep -qs '^FC_MODULE' "$source/$1"/*.c; then echo "$source/$1/"; else echo "$source/$1"/*/; fi
}
for family in $modules; do
  shared=
  for folder in $(folders_of "$family"); do
    grep -qs '^FC_MODULE' "$folder"*.c "$folder"*.cc || shared="$shared\|$family/$(basename "$folder")"
  done
  for folder in $(folders_of "$family"); do
    own=$(echo "$folder" | sed "s|^$source/||; s|/$||")
    grep -rn '#include' "$folder" --include='*.[ch]' --include='*.cc' | sed "s|^$source/||" |
      grep -v "#include <\(mujoco\|fulcrum\|$libraries\)/\|#include \"\($own$shared\)/\|#include \"[a-z0-9_]*\.h\"\|#include <[a-z0-9_]*\(\.h\)\{0,1\}>" > "$work/includes" &&
      { cat "$work/includes"; fail "$own includes something that is neither public nor its own"; }
  done
done

# ---------------------------------------------------------------- what the library exports
symbols -D --defined-only .libs/libfulcrum.so | awk '{ print $NF }' | sed 's/@.*//' | grep -v '^__odr_asan\|^_init$\|^_fini$' |
  LC_ALL=C sort -u > "$work/exported"
grep -v '^\(mj[a-z]*_\|mj[A-Z]*STRING$\|mjCOLLISIONFUNC$\|fc_\|_mjPRIVATE__\)' "$work/exported" > "$work/foreign" &&
  fail "libfulcrum exports names that are not its own: $(tr '\n' ' ' < "$work/foreign")"
cat "$source"/include/mujoco/*.h "$source"/include/fulcrum/*.h | sed 's|//.*||' | tr -c 'A-Za-z0-9_' '\n' | LC_ALL=C sort -u > "$work/declared"
LC_ALL=C comm -23 "$work/exported" "$work/declared" > "$work/undeclared"
test -s "$work/undeclared" && fail "exported, but declared in no public header: $(tr '\n' ' ' < "$work/undeclared")"

# the functions and globals of the interface that are not there yet are exactly the listed ones, so that the list can only shrink
{ tail -n +2 "$source/tests/data/abi/abi-functions.tsv"; tail -n +2 "$source/tests/data/abi/abi-globals.tsv"; } | cut -f2 | LC_ALL=C sort -u > "$work/interface"
LC_ALL=C comm -23 "$work/interface" "$work/exported" > "$work/missing"
grep -v '^#' "$source/tests/data/abi/missing.txt" | LC_ALL=C sort -u > "$work/known"
for name in $(LC_ALL=C comm -23 "$work/missing" "$work/known"); do fail "$name is not exported"; done
for name in $(LC_ALL=C comm -13 "$work/missing" "$work/known"); do fail "$name is exported now: take it from tests/data/abi/missing.txt"; done

# ---------------------------------------------------------------- modules, by symbols
if test -z "$builtin"; then
  awk '$1 == "def" { print $3 }' "$work/core" | LC_ALL=C sort -u > "$work/inside"
  LC_ALL=C comm -23 "$work/inside" "$work/exported" > "$work/private"
  count=0
  for module in .libs/fulcrum/modules/*.so; do
    test -f "$module" || continue
    count=$((count + 1))
    exported=$(symbols -D --defined-only "$module" | awk '{ print $NF }' | grep -v '^__odr_asan\|^_init$\|^_fini$' | tr '\n' ' ')
    test "$exported" = "fulcrum_module " || fail "$(basename "$module") exports: $exported"
    symbols -D --undefined-only "$module" | awk '{ print $NF }' | sed 's/@.*//' | LC_ALL=C sort -u > "$work/wanted"
    for name in $(LC_ALL=C comm -12 "$work/wanted" "$work/private"); do fail "$(basename "$module") links $name, which is private to the core"; done
  done
  test $count -ge 20 || fail "only $count modules were found"

  # --enable-builtin-modules links all of them into one library
  for family in $modules; do
    for folder in $(folders_of "$family"); do
      own=$(echo "$folder" | sed "s|^$source/||; s|/$||")
      test -d "$own" || continue # headers only: nothing was compiled
      # automake leaves out the name of the module where the folder has it already
      find "$own" -path "*/.libs/$(basename "$folder")_la-*.o" -o -path '*/.libs/la-*.o' | while read -r object; do
        test -f "$source/$(echo "$object" | sed 's|\.libs/[a-z0-9_]*la-||; s|o$|c|')" || continue
        symbols "$object" | awk -v own="$own" '$2 ~ /^[TDBRC]$/ && $3 != "fulcrum_module" { print $3, own }'
      done
    done
  done > "$work/modules"
  test "$(wc -l < "$work/modules")" -ge 20 || fail "no objects of modules were found"
  { awk '$1 == "def" { print $3, "core/" $2 }' "$work/core"; cat "$work/modules"; } |
    awk '($1 in home) { print home[$1] " and " $2 " both define " $1 } { home[$1] = $2 }' > "$work/twice"
  while read -r line; do fail "$line"; done < "$work/twice"
fi
test $failures = 0
