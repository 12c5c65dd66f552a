#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# bench/check_instructions.sh fails when a step has become dearer by more than one percent, and says why it compares nothing. Commands of
# this test stand for `fulcrum` and valgrind: `fulcrum bench` writes what the file counts says. Run by `make check` in the build directory.
set -u
top=$(cd "${srcdir:-.}" && pwd)
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cat > "$work/bin/fulcrum" << 'END'
#!/bin/sh
[ "$1" = version ] && { echo "Fulcrum (processor level x86-64-v3)"; exit; }
for word in "$@"; do [ "${before-}" = --tsv ] && out=$word; before=$word; done
printf '# date\tnever\ncase\town_instructions\tratio\n' > "$out"
sed 's/ /\t/; s/$/\t-/' "$COUNTS" >> "$out"
END
printf '#!/bin/sh\nexit 0\n' > "$work/bin/valgrind"
cat > "$work/bin/cc" << 'END'
#!/bin/sh
echo "cc (Maker) $VERSION"
END
chmod +x "$work"/bin/*
models=$(sed -n 's/^models="\(.*\)"$/\1/p' "$top/bench/check_instructions.sh")
[ "$(echo "$models" | wc -w)" -eq 10 ] || { echo "FAIL: there are not ten models"; exit 1; }
nfail=0

count() { for name in $models; do echo "$name 10000"; done > "$work/counts"; }
run() { # ARGUMENTS of the script
  PATH=$work/bin:$PATH FULCRUM=$work/bin/fulcrum INSTRUCTIONS=$work/recorded COUNTS=$work/counts VERSION=${version:-1.0} \
    srcdir=$top sh "$top/bench/check_instructions.sh" "$@" > "$work/out" 2>&1
}
expect() { # STATUS PATTERN ARGUMENTS...
  status=$1
  pattern=$2
  shift 2
  run "$@"
  got=$?
  if [ "$got" -ne "$status" ] || ! grep -q -e "$pattern" "$work/out"; then
    echo "FAIL: $*: status $got, expected $status and '$pattern'"
    cat "$work/out"
    nfail=$((nfail + 1))
  fi
}

count
expect 77 'not compared: .* is missing; make bench-record' cc -O3
expect 0 '^recorded in' --record cc -O3
expect 0 'crank .*+0.00 %' cc -O3
sed -i 's/^car .*/car 10090/' "$work/counts"
expect 0 'car .*+0.90 %' cc -O3
sed -i 's/^car .*/car 10110/' "$work/counts"
expect 1 'car .*+1.10 %  FAIL' cc -O3
expect 1 'over 1 % more instructions than recorded' cc -O3
sed -i 's/^car .*/car 9000/' "$work/counts"
expect 0 'cheaper by over 1 %: run make bench-record' cc -O3
sed -i 's/^car .*//' "$work/counts"
expect 1 'not every model was counted' cc -O3
count
expect 77 'not compared, because the numbers were recorded' cc -O2
version=2.0 expect 77 '> # compiler (Maker) 2.0' cc -O3
sed -i '/^car /d' "$work/recorded"
expect 1 'car is not recorded' cc -O3
rm "$work/bin/valgrind"
for tool in sh sed awk dirname mktemp rm pwd; do ln -sf "$(command -v $tool)" "$work/bin/"; done
PATH=$work/bin srcdir=$top sh "$top/bench/check_instructions.sh" cc -O3 > "$work/out" 2>&1
if [ $? -ne 77 ] || ! grep -q 'not compared: valgrind is not installed' "$work/out"; then
  echo "FAIL: without valgrind:"
  cat "$work/out"
  nfail=$((nfail + 1))
fi

# what is recorded has these ten models, and where
if [ -s "$top/bench/instructions.txt" ]; then
  recorded=$(grep -v '^#' "$top/bench/instructions.txt" | cut -d ' ' -f 1 | tr '\n' ' ')
  if [ "$recorded" != "$models " ] || [ "$(grep -c '^# ' "$top/bench/instructions.txt")" -ne 4 ]; then
    echo "FAIL: bench/instructions.txt has other models"
    nfail=$((nfail + 1))
  fi
fi
[ "$nfail" -eq 0 ] && echo "all expectations met"
[ "$nfail" -eq 0 ]
