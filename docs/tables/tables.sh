#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# tables.sh [--check] MANIFESTS: writes the tables of modules and of kinds, and the figures of speed, into the pages, or checks that they
# are there. What it writes stands between <!-- table: NAME --> and <!-- end -->, or in a line between <!-- figure: NAME --> and
# <!-- end -->. It comes from
#
#   MANIFESTS                       a folder with the manifests of all first-party modules: what they provide, and their summaries
#   include/fulcrum/kinds.def       the kinds with table, header and folder
#   docs/tables/kinds.tsv           their order in tables, a short example, and what they are for
#   docs/tables/figures.tsv         what was measured: date, processor, how, results
#   docs/tables/speed.tsv           what `make bench` measured; bench/pages.awk makes tables of it
#
# `make tables` calls it; tests/style/check_tables.sh checks.
set -u
check=0
[ "${1-}" = --check ] && check=1 && shift
[ $# -eq 1 ] || { echo "usage: tables.sh [--check] MANIFESTS" >&2; exit 2; }
manifests=$(cd "$1" && pwd) || exit 2
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# ---- kinds: word, table, header, folder
sed -n 's/^FC_KIND([A-Z_]*, \([a-z_]*\), \(Fc[A-Za-z]*\), FC_[A-Z]*, "\([a-z_]*\.h\)", "\([a-z_]*\)")$/\1\t\2\t\3\t\4/p' \
  include/fulcrum/kinds.def > "$work/kinds"
sed '1d; s/\t.*//' docs/tables/kinds.tsv | sort > "$work/ordered"
cut -f 1 "$work/kinds" | sort | diff - "$work/ordered" > "$work/differ" ||
  { echo "FAIL: docs/tables/kinds.tsv (>) and include/fulcrum/kinds.def (<) have other kinds:"; cat "$work/differ"; exit 1; }

# ---- faces: kind, module, face, summary; a manifest has one key a line
for file in "$manifests"/*.json; do
  awk '
    function value(line) { sub(/^[^:]*:[ \t]*"/, "", line); sub(/"[^"]*$/, "", line); gsub(/\\"/, "\"", line); return line }
    /"provides":/ { inside = 1 }
    /"summary":/ { summary = value($0) }
    /"kind":/ { sub(/.*"kind":/, "\"kind\":"); kind = value($0); next }
    /"name":/ && !inside { module = value($0) }
    /"name":/ && inside { print kind "\t" module "\t" value($0) "\t" toupper(substr(summary, 1, 1)) substr(summary, 2) }' "$file"
done > "$work/faces"

# ---- tables
tables() {
  awk -F '\t' -v work="$work" '
    # "N types: `a` (its face), `b` (number of its faces)"
    function modules_of(kind, text, i, m) {
      for (i = 1; i <= nmodule[kind]; i++) {
        m = module[kind, i]
        text = text (i > 1 ? ", " : "") "`" m "`"
        if (nface[kind, m] > 2) text = text " (" nface[kind, m] ")"
        else if (faces[kind, m] != m) text = text " (" faces[kind, m] ")"
      }
      return text == "" ? "none" : total[kind] > 10 ? total[kind] " types: " text : text
    }
    FILENAME ~ /\/faces$/ {
      if (!(($1, $2) in nface)) { module[$1, ++nmodule[$1]] = $2; faces[$1, $2] = $3; summary[$2] = $4 } else faces[$1, $2] = faces[$1, $2] ", " $3
      nface[$1, $2]++
      total[$1]++
    }
    FILENAME ~ /\/kinds$/ { table[$1] = $2; header[$1] = $3; folder[$1] = $4 }
    FILENAME ~ /kinds\.tsv$/ && FNR > 1 {
      if (NF != 3) { print "FAIL: docs/tables/kinds.tsv: " $1 " has " NF " columns, not 3" > "/dev/stderr"; exit 1 }
      kind[++n] = $1; example[$1] = $2; task[$1] = $3
    }
    FILENAME ~ /figures\.tsv$/ && FNR > 1 {
      if (NF != 7) { print "FAIL: docs/tables/figures.tsv: " $1 " has " NF " columns, not 7" > "/dev/stderr"; exit 1 }
      print $6 > (work "/figure." $1)
    }
    END {
      out = work "/table.modules"
      print "| kind | modules |\n|---|---|" > out
      for (i = 1; i <= n; i++) print "| `" kind[i] "` | " modules_of(kind[i]) " |" > out
      out = work "/table.extension points"
      print "| kind | header | input and task | modules that come with Fulcrum |\n|---|---|---|---|" > out
      for (i = 1; i <= n; i++) print "| `" kind[i] "` | `fulcrum/" header[kind[i]] "` | " task[kind[i]] " | " modules_of(kind[i]) " |" > out
      out = work "/table.kinds"
      print "| kind | table | header (the specification) | folder | short example |\n|---|---|---|---|---|" > out
      for (i = 1; i <= n; i++) print "| `" kind[i] "` | `" table[kind[i]] "` | `" header[kind[i]] "` | `" folder[kind[i]] "/` | `" example[kind[i]] "` |" > out
      out = work "/table.catalogue"
      print "| kind | module | provides | |\n|---|---|---|---|" > out
      for (i = 1; i <= n; i++) for (k = 1; k <= nmodule[kind[i]]; k++) {
        m = module[kind[i], k]
        print "| `" kind[i] "` | `" m "` | " faces[kind[i], m] " | " summary[m] " |" > out
      }
    }' "$work/faces" "$work/kinds" docs/tables/kinds.tsv docs/tables/figures.tsv
}
tables || exit 1
awk -v work="$work" -v shown="crank arm cradle car hand quadruped humanoid humanoids stone_circle cards cloth nut_bolt" \
  -f bench/pages.awk docs/tables/speed.tsv || exit 1

# ---- pages
failed=0
grep -lE '<!-- (table|figure): ' README.md CONTRIBUTING.md docs/*.md docs/*/*.md > "$work/pages"
while read -r page; do
  awk -v work="$work" '
    function contents(file, text, line) {
      while ((getline line < file) > 0) { text = text line "\n"; some = 1 }
      close(file)
      if (text == "") { print "FAIL: " FILENAME ":" FNR ": there is no " name > "/dev/stderr"; bad = 1 }
      return text
    }
    /^<!-- table: .* -->$/ {
      name = $0; sub(/^<!-- table: /, "", name); sub(/ -->$/, "", name)
      print
      printf "%s", contents(work "/table." name)
      inside = 1
    }
    inside && /^<!-- end -->$/ { inside = 0 }
    inside { next }
    {
      done = ""
      while (match($0, /<!-- figure: [a-z_]+ -->[^<]*<!-- end -->/)) {
        name = substr($0, RSTART + 13, RLENGTH - 13); sub(/ -->.*/, "", name)
        text = contents(work "/figure." name); sub(/\n$/, "", text)
        done = done substr($0, 1, RSTART - 1) "<!-- figure: " name " -->" text "<!-- end -->"
        $0 = substr($0, RSTART + RLENGTH)
      }
      print done $0
    }
    END { if (inside) { print "FAIL: " FILENAME ": a table has no <!-- end -->" > "/dev/stderr"; bad = 1 } exit bad }' "$page" > "$work/page" || { failed=1; continue; }
  if [ "$check" -eq 0 ]; then
    cmp -s "$page" "$work/page" || { cat "$work/page" > "$page" && echo "$page is new"; }
  elif ! diff -u "$page" "$work/page" > "$work/differ"; then
    echo "FAIL: $page is stale; run make tables"
    cat "$work/differ"
    failed=1
  fi
done < "$work/pages"
exit $failed
