#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# How the sources look: formatted by clang-format, lines of at most 100 letters, functions of at most 60 lines, no tabs and no
# blanks at the end of a line, a licence in every file. Headers of include/mujoco keep the shape of the interface that they declare, so
# that both can be compared, and recorded tables (*golden.inc) that of their recording; both have the rest. Run by `make check` in the
# build directory.
set -u
version=14 # other versions of clang-format disagree about details
top=${srcdir:-.}
folders="include core compat $(sh "${srcdir:-.}/tools/families.sh" | tr '\n' ' ')bench tools tests"
longest=100
screen=60
work=$(mktemp -d ./style.XXXXXX) || exit 99
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')
failed=0

# lengths are counted in letters, not in bytes
for locale in C.UTF-8 C.utf8 en_US.UTF-8; do
  locale -a 2> /dev/null | grep -qx "$locale" && LC_ALL=$locale && export LC_ALL && break
done

report() { # what is wrong, found in the lines of a file
  [ -s "$2" ] || return 0
  echo "FAIL: $1:"
  sed "s|^$top/||; s|^|  |" "$2" | head -n 50
  failed=1
}

source_folders() {
  for folder in $folders; do
    [ -d "$top/$folder" ] && echo "$top/$folder"
  done
}

source_folders | while read -r folder; do
  find "$folder" -name '*.[ch]' -o -name '*.cc' -o -name '*.inc'
done | LC_ALL=C sort > "$work/sources"
source_folders | while read -r folder; do find "$folder" -name '*.sh'; done > "$work/scripts"
for script in quickstart autogen.sh .ci/run; do
  [ -f "$top/$script" ] && echo "$top/$script" >> "$work/scripts"
done
cat "$work/sources" "$work/scripts" > "$work/all"
grep -v "^$top/include/mujoco/\|golden\.inc$" "$work/sources" > "$work/ours"
[ "$(wc -l < "$work/ours")" -gt 400 ] || { echo "FAIL: sources are missing"; exit 1; }

# ---------------------------------------------------------------- lines and licences
xargs grep -nE "^.{$((longest + 1))}" < "$work/ours" | cut -c1-160 > "$work/long"
report "lines of more than $longest letters" "$work/long"
xargs grep -n "$tab" < "$work/all" > "$work/tabs"
report "tabs" "$work/tabs"
xargs grep -nE ' +$' < "$work/all" > "$work/blanks"
report "blanks at the end of a line" "$work/blanks"
while read -r file; do
  head -n 5 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || echo "$file"
done > "$work/licences" < "$work/all"
report "no line 'SPDX-License-Identifier: Apache-2.0' at the beginning" "$work/licences"
[ "$failed" -eq 0 ] || exit 1

# ---------------------------------------------------------------- dialect
# one way to write each of these; the formatter decides braces and the order of includes, clang's -Wcomma reports commas
# between statements
grep -v '\.cc$' "$work/ours" | xargs grep -nE '!(str|strn|strcase|strncase|mem)cmp\(' > "$work/compared"
report "texts and bytes are compared with '== 0' and '!= 0', not with '!'" "$work/compared"
types='(const |struct |unsigned |signed )*(char|short|int|long|float|double|void|[A-Za-z0-9_]+_t|mj[A-Z][A-Za-z]*|mjt[A-Z][A-Za-z]*|mj[a-z]{1,2}[A-Z][A-Za-z]*|Fc[A-Za-z]+|[A-Z][A-Za-z0-9]*|type|cJSON)'
# arguments of macros have parentheses anyway
xargs awk '
  !macro && !/^#define/ && /sizeof\(/ { print FILENAME ":" FNR ":" $0 }
  { macro = (macro || /^#define/) && /\\$/ }' < "$work/ours" | sed -E "s/sizeof\($types( [*]|[*]|\[[^]]*\]| \(|\))/sizeof-type /g" |
  grep -E 'sizeof\([*&]*[A-Za-z_][A-Za-z0-9_]*((\.|->)[A-Za-z_0-9]+|\[[^]]*\])*\)' > "$work/sizes"
report "sizeof takes parentheses around types only" "$work/sizes"
xargs awk '
  FNR == 1 { inside = 0 }
  { line = $0; sub(/\/\/.*/, "", line); sub(/^#.*/, "", line) }
  line ~ /(^|[ \t])enum([ \t]+[A-Za-z_]+)?[ \t]*\{/ { inside = 1; sub(/.*enum[^{]*\{/, "", line) }
  inside {
    body = line; sub(/\}.*/, "", body)
    count = split(body, entry, ",")
    for (i = 1; i <= count; i++)
      if (entry[i] ~ /^[ \t]*[A-Za-z_][A-Za-z0-9_]*[ \t]*(=|$)/ && entry[i] !~ /^[ \t]*[A-Z][A-Z0-9_]*[ \t]*(=|$)/ && entry[i] !~ /[()]/)
        print FILENAME ":" FNR ":" $0
    if (line ~ /\}/) inside = 0
  }' < "$work/ours" > "$work/constants"
report "enumerators are written LIKE_THIS" "$work/constants"

# ---------------------------------------------------------------- length of functions
# from the first line of the head to the closing brace; tests may tell a long story
grep -v "^$top/tests/\|\.inc$" "$work/ours" | xargs awk -v most="$screen" '
  FNR == 1 { head = body = 0 }
  !body && /^[A-Za-z_]/ && !head { head = FNR }
  !body && (/;$/ || /^$/ || /^[#\/]/) { head = 0 }
  head && /\) \{$/ { body = 1 }
  /^\}/ { if (body && FNR - head >= most) print FILENAME ":" head ": " FNR - head + 1 " lines"; head = body = 0 }' > "$work/functions"
report "functions of more than $screen lines" "$work/functions"

# ---------------------------------------------------------------- format
for program in "clang-format-$version" clang-format none; do
  "$program" --version 2> /dev/null | grep -q "version $version\." && break
done
if [ "$program" = none ]; then
  echo "clang-format $version is not installed (Debian: clang-format-$version); the format was not checked"
  exit 77
fi
# include/mujoco and a few tables switch it off by themselves; what is in an .inc is no program text by itself
grep -v '\.inc$' "$work/sources" | xargs -n 40 -P 2 "$program" --dry-run -Werror 2>&1 |
  sed -n 's/:[0-9]*:[0-9]*: error: .*//p' | LC_ALL=C sort -u > "$work/format"
report "not formatted, see '$program -i FILE'" "$work/format"
[ "$failed" -eq 0 ] || exit 1
echo "$(wc -l < "$work/sources") sources and $(wc -l < "$work/scripts") scripts are in order"
