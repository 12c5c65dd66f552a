#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# Every command of README.md, CONTRIBUTING.md and docs/ works, as a stranger would type it: with an installed copy, in a fresh folder, with
# an empty environment. Commands are the lines of ```sh blocks. Blocks that cannot be run here have a line before them that says why:
#
#   <!-- not run: REASON -->     REASON: network, window, packages, long, or example (names that only the reader knows)
#
# A block ```c FILE or ```xml FILE is put into the folder first. What pages leave to the reader is there, too: the folder models/ of the
# sources, model.xml, program.c (that of docs/using.md), PREFIX, the installation directory. Commands of CONTRIBUTING.md are run in the build
# folder. Last, commands inside of sentences: their options exist, and the manual has all of them. Run by `make check` in the build directory.
set -u
build=$(pwd)
top=$(cd "${srcdir:-.}" && pwd)
setting() { sed -n "s/^$1 = //p" "$build/Makefile"; }
[ -n "$(setting sanitizer_ldflags)" ] && { echo "skipped: libraries with sanitizers cannot be preloaded"; exit 77; }
[ -d .libs/fulcrum/modules ] || { echo "skipped: modules are linked into the library"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
pages="docs/modules.md docs/architecture.md docs/differences.md docs/using.md docs/batches.md docs/compiled.md docs/robustness.md docs/speed.md docs/modules/*.md README.md CONTRIBUTING.md"
nfail=0

# ---------------------------------------------------------------- an installed copy, and an empty environment
for name in prefix exec_prefix libdir bindir; do eval "$name=$(setting $name)"; done
mkdir "$work/bin" "$work/home" "$work/folder"
flock "$build/tests/install.lock" env MAKEFLAGS= make -C "$build" install DESTDIR="$work/root" > "$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
# elsewhere than it was configured for, the command has to be told where its library is
printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$work/root$libdir" "$work/root$bindir/fulcrum" > "$work/bin/fulcrum"
printf '#!/bin/sh\nexec %s "$@"\n' "$(setting CC)" > "$work/bin/cc"
chmod +x "$work/bin/fulcrum" "$work/bin/cc"
ln -s "$top/models" "$work/folder/models"
cat > "$work/folder/model.xml" << 'MODEL'
<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>
MODEL
stranger() {
  env -i PATH="$work/bin:$PATH" HOME="$work/home" PKG_CONFIG_PATH="$work/root$libdir/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$work/root" "$@"
}

# ---------------------------------------------------------------- blocks
# Files go into the folder. Every block becomes a script NUMBER.sh, which tells the line of a command that fails; `blocks` lists them with
# page and line, or the reason why they are not run.
cd "$top" || exit 99
awk -v work="$work" -v prefix="$work/root$prefix" '
  FNR == 1 { inside = 0; file = ""; reason = ""; blank = 1 }
  /^<!-- not run: .* -->$/ { reason = $0; sub(/^<!-- not run: /, "", reason); sub(/ -->$/, "", reason); next }
  !inside && /^```(c|xml) [a-z.]+$/ { file = work "/folder/" $2; inside = 1; next }
  !inside && /^```sh/ {
    inside = 1
    print FILENAME ":" FNR "\t" ++n "\t" reason
    if (reason == "") { script = work "/" n ".sh"; printf "" > script }
    reason = ""
    next
  }
  !inside && /^```/ { inside = 1; next }
  inside && /^```/ { inside = 0; file = ""; script = ""; next }
  file != "" { print > file }
  script != "" {
    if (!continued) print "# " FILENAME ":" FNR ": " $0 "\n{" > script
    continued = /\\$/
    gsub(/PREFIX/, prefix)
    print > script
    if (!continued) print "} || { echo \"" FILENAME ":" FNR "\"; exit 1; }" > script
  }
  # commands in blocks without a language would be overlooked
  !inside && /^    / && blank && /^    (cc|cd|make|sh|python3?|pip|fulcrum [a-z]+ [a-z]|\.\/|LD_|tools\/) ?/ { print FILENAME ":" FNR "\t0\tnot a ```sh block: " $0 }
  { blank = $0 == "" }' $pages > "$work/blocks"
[ "$(wc -l < "$work/blocks")" -gt 20 ] || { echo "FAIL: blocks are missing"; exit 1; }

tab=$(printf '\t')
while IFS=$tab read -r place number reason; do
  page=${place%:*}
  folder=$work/folder
  case $reason in
    '') ;;
    network | window | packages | long | example) continue ;;
    *) echo "FAIL: $place: $reason"; nfail=$((nfail + 1)); continue ;;
  esac
  if [ "$page" = CONTRIBUTING.md ]; then
    [ "$build/.." -ef "$top" ] || { echo "not run, because the build folder is elsewhere: $place"; continue; }
    folder=$build
  fi
  (cd "$folder" && stranger sh "$work/$number.sh") > "$work/out" 2>&1 < /dev/null && continue
  echo "FAIL: $(tail -n 1 "$work/out"): $(sed -n "s|^# $(tail -n 1 "$work/out"): ||p" "$work/$number.sh")"
  sed '$d; s/^/  /' "$work/out" | tail -n 20
  nfail=$((nfail + 1))
done < "$work/blocks"

# ---------------------------------------------------------------- commands in sentences: `fulcrum COMMAND ... --option`
stranger fulcrum help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' | grep -vx help > "$work/commands"
[ "$(wc -l < "$work/commands")" -gt 5 ] || { echo "FAIL: fulcrum help lists no commands"; exit 1; }
while read -r command; do
  stranger fulcrum help "$command" | grep -oE -e '(^|[ ,])--?[a-z_]+' | tr -d ' ,' | sort -u > "$work/options.$command"
done < "$work/commands"
awk -v work="$work" '
  BEGIN {
    while ((getline command < (work "/commands")) > 0) {
      known[command] = 1
      while ((getline option < (work "/options." command)) > 0) has[command, option] = 1
    }
  }
  FNR == 1 { at = 0 }
  { line = (at && FNR == at + 1 ? last " " : "") $0; last = "" }
  { n = split(line, code, "`"); if (n && n % 2 == 0) { last = "`" code[n]; at = FNR; n-- } else at = 0 }
  {
    for (c = 2; c <= n; c += 2) {
      k = split(code[c], word, /[ ,=]+/)
      if (word[1] != "fulcrum" || k < 2 || word[2] !~ /^[a-z]+$/) continue
      if (!(word[2] in known)) { if (word[2] != "help") print FILENAME ":" FNR ": there is no command fulcrum " word[2]; continue }
      for (i = 3; i <= k; i++) if (word[i] ~ /^--?[a-z_]+$/) {
        count++
        if (!((word[2], word[i]) in has)) print FILENAME ":" FNR ": fulcrum " word[2] " has no option " word[i]
      }
    }
  }
  END { if (count < 20) print "options in sentences were not found: " count + 0 }' $pages CHANGELOG.md > "$work/absent"
if [ -s "$work/absent" ]; then
  sed 's/^/FAIL: /' "$work/absent"
  nfail=$((nfail + 1))
fi
# ---------------------------------------------------------------- the manual: every command, action and option is in its section
manual() { awk -v heading=".SH $1" '/^\.SH /{ inside = $0 == heading } inside' tools/fulcrum.1 | sed 's/\\f[BIR]//g; s/\\//g'; }
manual 'COMMON OPTIONS' > "$work/common"
while read -r command; do
  manual "$(echo "$command" | tr 'a-z' 'A-Z')" | cat - "$work/common" > "$work/section"
  while read -r option; do
    grep -qE -e "(^|[^a-z-])$option([^a-z_-]|\$)" "$work/section" || { echo "FAIL: tools/fulcrum.1: $command lacks $option"; nfail=$((nfail + 1)); }
  done < "$work/options.$command"
done < "$work/commands"
for action in $(stranger fulcrum modules nothing 2>&1 | sed -n "s/.* is none of //p" | tr -d ','); do
  manual MODULES | grep -qE "^\.B[RI]* $action( |\$)" || { echo "FAIL: tools/fulcrum.1: MODULES lacks $action"; nfail=$((nfail + 1)); }
done
[ "$nfail" -eq 0 ] && echo "$(awk -F '\t' '$3 == ""' "$work/blocks" | wc -l) blocks of commands work, $(awk -F '\t' '$3 != ""' "$work/blocks" | wc -l) are marked as not run"
[ "$nfail" -eq 0 ]
