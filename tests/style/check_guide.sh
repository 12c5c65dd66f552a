#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# The guide for authors of modules (docs/modules.md, docs/modules/) is true: code that it quotes is in the example that it names, links lead
# somewhere, every kind has a chapter and an example, messages are those of the sources, and those of search, handshake and reload are all
# there. Its commands are run by check_commands.sh. Run by `make check`.
set -u
top=$(cd "${srcdir:-.}" && pwd)
cd "$top" || exit 99
guide="docs/modules.md docs/modules/*.md"
nfail=0

fail() {
  echo "FAIL: $*"
  nfail=$((nfail + 1))
}

# ---- code: a block that begins with ```c FILE is in the file as it is; complete sources (without a folder) are built elsewhere
quoted=$(awk '
  function slurp(file, text, line) {
    text = ""
    while ((getline line < file) > 0) text = text line "\n"
    close(file)
    return text
  }
  /^```c / { file = $2; block = ""; inside = 1; next }
  inside && /^```/ {
    inside = 0
    if (file !~ /\//) next
    if (!(file in text)) text[file] = slurp(file)
    n++
    if (!index(text[file], block)) print "FAIL: " FILENAME ": this is not in " file ":\n" block
  }
  inside { block = block $0 "\n" }
  END { print n " quotations" }' $guide)
echo "$quoted"
case $quoted in *FAIL*) nfail=$((nfail + 1)) ;; esac
[ "${quoted% quotations}" -ge 20 ] 2> /dev/null || fail "there should be a quotation for every kind"

# ---- links and their anchors
for page in $guide README.md CONTRIBUTING.md docs/*.md; do
  for link in $(grep -o '](\([^)]*\))' "$page" | sed 's/^](//; s/)$//' | grep -v '^[a-z]*:'); do
    file=${link%%#*}
    target=$(dirname "$page")/$file
    [ -n "$file" ] || target=$page
    [ -e "$target" ] || { fail "$page: there is no $link"; continue; }
    case $link in *'#'*)
      sed -n 's/^##* //p' "$target" | tr 'A-Z ' 'a-z-' | tr -d '`,.:()' | grep -qx -- "${link#*#}" || fail "$page: no heading is #${link#*#}" ;;
    esac
  done
done

# ---- every kind has a chapter that names an example
for kind in $(sed -n 's/^FC_KIND([A-Z_]*, \([a-z_]*\),.*/\1/p' include/fulcrum/kinds.def); do
  example=$(sed -n "/^## $kind\$/,/^## /s/.*examples* \`\([a-z]*\)\`.*/\1/p" docs/modules/kinds.md | head -n 1)
  [ -n "$example" ] || { fail "the kind $kind has no chapter with an example"; continue; }
  [ -f "plugins/examples/$example/$example.c" ] || fail "the chapter of $kind names the example $example, which is missing"
  grep -q "FC_$(echo "$kind" | tr 'a-z' 'A-Z')\\b" "plugins/examples/$example/$example.c" || fail "$example is no example of $kind"
done

# ---- messages: what is documented is said, and what is said in the sources of search, handshake and reload is documented
awk '
  # texts of a source, those that are written in parts joined
  function texts_of(file, line, all) {
    all = ""
    while ((getline line < file) > 0) { sub(/^ *\/\/.*/, "", line); all = all line "\n" }
    close(file)
    gsub(/\\"/, "\001", all)
    gsub(/`/, "", all)
    gsub(/"[ \n]+(PRI[a-z0-9]+[ \n]*)?"/, "", all)
    return all
  }
  function trim(s) { sub(/^[ ;:,.()]+/, "", s); sub(/[ ;:,.()]+$/, "", s); return s }
  BEGIN {
    page = "docs/modules/messages.md"
    while ((getline line < page) > 0) {
      doc = doc line "\n"
      if (line ~ /^\| `/) { split(line, column, " \\| "); said = said column[1] "\n" }
    }
    gsub(/"/, "\001", doc); gsub(/"/, "\001", said)
    for (i = 1; i < ARGC; i++) sources = sources texts_of(ARGV[i])
    n = split(said, part, "`")
    for (i = 2; i <= n; i += 2) {
      k = split(part[i], piece, "…")
      for (j = 1; j <= k; j++) {
        p = trim(piece[j])
        if (length(p) > 3 && !index(sources, p)) { gsub(/\001/, "\"", p); print "FAIL: " page ": no source says \"" p "\""; bad = 1 }
      }
    }
    m = split("modules/manifest modules/discovery modules/handshake modules/descriptor modules/shared_object modules/load binding/reload modules/generations modules/registry", file, " ")
    for (f = 1; f <= m; f++) {
      n = split(texts_of("core/kernel/" file[f] ".c"), part, "\"")
      for (i = 2; i <= n; i += 2) {
        if (split(part[i], word, " ") < 4) continue
        k = split(part[i], piece, /%[-0-9.*lzux]*[a-z]|\\n/)
        longest = ""
        for (j = 1; j <= k; j++) if (length(trim(piece[j])) > length(longest)) longest = trim(piece[j])
        nmessage++
        if (!index(doc, longest)) { gsub(/\001/, "\"", part[i]); print "FAIL: " page " does not explain \"" part[i] "\" of " file[f] ".c"; bad = 1 }
      }
    }
    print nmessage " messages"
    exit bad || nmessage < 50
  }' core/*/*/*.c tools/*.c tools/*/*.c || nfail=$((nfail + 1))

[ "$nfail" -eq 0 ] && echo "the guide is true"
[ "$nfail" -eq 0 ]
