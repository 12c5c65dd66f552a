#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# The pages are true where a machine can tell: tables of modules, kinds and figures are those that docs/tables/tables.sh writes, the house in
# docs/architecture.md has every module, docs/modules/models.md has every kind, what README.md shows of a simulation is what the command
# prints, and files that any page names are there. Run by `make check` in the build directory; check_guide.sh looks at
# the guide for authors of modules.
set -u
build=$(pwd)
top=$(cd "${srcdir:-.}" && pwd)
[ -d .libs/fulcrum/modules ] && ls .libs/fulcrum/modules/*.json > /dev/null 2>&1 || { echo "skipped: modules without manifests"; exit 77; }
work=$(mktemp -d ./pages.XXXXXX) || exit 99
trap 'rm -rf "$work"' EXIT
unset FULCRUM_MODULE_PATH
failed=0
report() { # what is wrong, found in the lines of a file
  [ -s "$2" ] || return 0
  echo "FAIL: $1:"
  sed 's/^/  /' "$2" | head -n 50
  failed=1
}

# ---------------------------------------------------------------- modules and kinds
# each module of the sources with its folder, built or not
(cd "$top" && grep -rlE --include='*.c' --include='*.cc' '^FC_MODULE(_WITH)?\(' $(sh tools/families.sh) --exclude-dir=examples | LC_ALL=C sort) | while read -r source; do
  echo "$(tr -d '\n' < "$top/$source" | grep -oE 'FC_MODULE(_WITH)?\([A-Za-z0-9_]*, *"[^"]*"' | sed 's/.*"\(.*\)"/\1/') ${source%/*}"
done > "$work/sources"
[ "$(wc -l < "$work/sources")" -gt 40 ] || { echo "FAIL: modules are missing"; exit 1; }

# tables of modules, kinds and figures: what docs/tables/tables.sh writes is there. A module that is not built here has no manifest.
absent=$(cut -d ' ' -f 1 "$work/sources" | while read -r module; do [ -f ".libs/fulcrum/modules/$module.json" ] || echo "$module"; done)
if [ -n "$absent" ]; then
  echo "the tables of modules are not checked: not built here: "$absent
else
  sh "$top/docs/tables/tables.sh" --check .libs/fulcrum/modules > "$work/tables" 2>&1 || report "tables" "$work/tables"
fi

# the house: every module in the entry of its folder
while read -r module folder; do
  awk -v module="$module" -v family="${folder%%/*}/" -v folder="$folder/" '
    /^    [a-z_]+\/[a-z_\/]* / { inside = $1 == family || $1 == folder }
    /^$/ { inside = 0 }
    inside { text = text " " $0 }
    END { gsub(/[^a-z0-9_]/, " ", text); exit !index(text " ", " " module " ") }' "$top/docs/architecture.md" || echo "$module of $folder"
done < "$work/sources" > "$work/house"
report "docs/architecture.md: modules that the house lacks" "$work/house"

# every kind has its table in its header, and a row in the table of how models choose implementations
sed -n 's/^FC_KIND([A-Z_]*, \([a-z_]*\), \(Fc[A-Za-z]*\), FC_[A-Z]*, "\([a-z_]*.h\)".*/\1 \2 \3/p' "$top/include/fulcrum/kinds.def" > "$work/defined"
[ "$(wc -l < "$work/defined")" = "$(grep -c '^FC_KIND(' "$top/include/fulcrum/kinds.def")" ] || echo "not every line of kinds.def was read" > "$work/kinds"
while read -r kind table header; do
  grep -q "^} $table;" "$top/include/fulcrum/$header" || echo "$kind: $header has no $table"
  awk -F '|' -v kind="$kind" '/^\| kind \| in a model/ { inside = 1 } /^$/ { inside = 0 } inside && (" " $2 ",") ~ "[ ,]" kind "[ ,]" { found = 1 } END { exit !found }' \
    "$top/docs/modules/models.md" || echo "docs/modules/models.md: no row says how a model chooses a $kind"
done < "$work/defined" >> "$work/kinds"
report "kinds" "$work/kinds"

# ---------------------------------------------------------------- what README.md shows of a simulation
# "..." stands for lines that are left out
awk '/^```$/ { inside = 0 } inside { sub(/ +$/, ""); print } sub(/^\$ fulcrum /, "") { print > command; inside = 1 }' \
  command="$work/command" "$top/README.md" | grep -v '^ *\.\.\.$' > "$work/shown"
(cd "$top" && eval "'$build/tools/fulcrum' $(cat "$build/$work/command")") | sed 's/ *$//' > "$work/printed"
[ "$(wc -l < "$work/shown")" -gt 20 ] || echo "the simulation was not found" > "$work/differs"
awk 'FNR == NR { line[++n] = $0; next }
  { while (++at <= n && line[at] != $0); if (at > n) { print; exit } }' "$work/printed" "$work/shown" >> "$work/differs"
report "README.md: the command does not print this line, or not here" "$work/differs"

# ---------------------------------------------------------------- files
# Names of files in text and in commands: those with a folder of the tree in front, and those that end like sources. The changelog tells of
# what was. A program is there as its source; a command is there as its manual; NAME, DIR, mine, acme. are to be replaced.
cd "$top" || exit 99
find . \( -name 'build*' -o -name '.git' -o -name 'autom4te.cache' -o -name '.libs' -o -name '__pycache__' \) -prune -o -print | sed 's|^\./||' > "$build/$work/files"
grep '\.md$' "$build/$work/files" | grep -v '^CHANGELOG\.md$' | LC_ALL=C sort > "$build/$work/pages"
[ "$(wc -l < "$build/$work/pages")" -gt 80 ] || { echo "FAIL: pages are missing"; exit 1; }
awk -v files="$build/$work/files" '
  function exists(name) { return (name in ends) || (name ".c" in ends) || (name ".cc" in ends) || (name ".sh" in ends) || (name ".1" in ends) }
  # the name of a file, if a word is one: without what is around it and the way to the folder
  function file_of(word, text) {
    gsub(/^[<"\047(\[]+|[>"\047).,:;\]]+$/, "", word)
    while (sub(/^(\.\/|\.\.\/)/, "", word));
    sub(/\/+$/, "", word)
    if (word !~ /^[A-Za-z_][A-Za-z0-9_.\/+-]*$/ || word ~ /NAME|DIR|FILE|TARGET|acme\.|mine|\.\.\.|^script\.py$|^train\.py$/) return ""
    if (word ~ /\// && (substr(word, 1, index(word, "/") - 1) in top)) return word
    return text && word ~ /\.(c|h|cc|in|inc|mk|sh|awk|map|am|ac|tsv|md|py|gdb)$/ ? word : ""
  }
  function look(word, text, name) {
    name = file_of(word, text)
    if (name == "") return
    n++
    # inside docs and python, names may begin in their own folders
    if (!exists(name)) print FILENAME ": there is no " word
  }
  function words(line, text, part, i, k) {
    k = split(line, part, /[ \t,;=|()]+/)
    for (i = 1; i <= k; i++) look(part[i], text)
  }
  BEGIN {
    while ((getline path < files) > 0) {
      if (path ~ /\//) top[substr(path, 1, index(path, "/") - 1)] = 1
      for (rest = path; ; rest = substr(rest, index(rest, "/") + 1)) { ends[rest] = 1; if (rest !~ /\//) break }
    }
  }
  FNR == 1 { fenced = 0; shown = 1; folder = FILENAME; if (!sub(/\/[^\/]*$/, "", folder)) folder = "." }
  /^ *```/ { fenced = !fenced; next }
  /^$/ { shown = 1; next }
  fenced || shown && /^    / { words($0, 0); next }
  {
    shown = 0
    count = split($0, code, "`")
    for (c = 2; c <= count; c += 2) words(code[c], 1)
    for (line = $0; match(line, /\]\([^)#: ]+/); line = substr(line, RSTART + RLENGTH)) {
      link = substr(line, RSTART + 2, RLENGTH - 2)
      n++
      if (substr(line, RSTART + RLENGTH, 1) != ":" && system("test -e \"" folder "/" link "\"")) print FILENAME ": there is no " link
    }
  }
  END { print n > "/dev/stderr" }' $(cat "$build/$work/pages") > "$build/$work/absent" 2> "$build/$work/count"
cd "$build" || exit 99
report "files that pages name" "$work/absent"
[ "$(cat "$work/count")" -gt 500 ] || { echo "FAIL: names of files were not found"; failed=1; }
[ "$failed" -eq 0 ] && echo "$(wc -l < "$work/sources") modules, $(wc -l < "$work/shown") lines of a simulation, $(cat "$work/count") names of files are as the pages say"
[ "$failed" -eq 0 ]
