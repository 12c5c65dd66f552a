#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# scaffold.sh KIND: a module of this kind is begun with `fulcrum modules new`, built out of tree, examined, and used for a day (lifecycle.c).
# check_examples.sh calls it for every kind, where the installed command and library are on the paths; CC, FLAGS and WORK are its variables.
set -e
kind=$1
name=acme.my-$kind
file=my-$kind
cd "$WORK/new"

# what the changed module does differently
case $kind in
  solver) change='s/p->niter < p->iterations/p->niter < 1/' ;;
  post_solver) change='s/most \/ normal,/most \/ normal \/ 2,/' ;;
  contact_model) change='s/= 2 \* context->param\[ZETA\]/= 3 * context->param[ZETA]/' ;;
  contact_potential) change='s/-param\[STIFFNESS\] \*/-2 * param[STIFFNESS] */' ;;
  contact_force) change='s/= -param\[STIFFNESS\] \*/= -2 * param[STIFFNESS] */' ;;
  collider) change='s/= fc_dot3(height, normal);/= fc_dot3(height, normal) - 0.01;/' ;;
  convex) change='s/ - b->radius;/ - b->radius - 0.01;/' ;;
  broadphase) change='s/^  return 1;/  return 0;/' ;;
  integrator) change='s/^  mjData\* d = context->d;/&\n  d->qacc[0] += 1;/' ;;
  actuator) change='s/= context->param\[CONSTANT\]/= 2 * context->param[CONSTANT]/' ;;
  sensor) change='s/= context->param\[0\]/= 2 * context->param[0]/' ;;
  constraint) change='s/- ratio \* d->qpos/- 2 * ratio * d->qpos/' ;;
  passive) change='s/-= context->param/-= 2 * context->param/' ;;
  stage) change='s/= context->param\[0\] - 1/= 2 * context->param[0] - 1/' ;;
  probe) change='s/^  const mjModel\* m = context->m;/&\n  if (m)\n    return fc_fail("the changed probe");/' ;;
  plugin) change='s/-= c \* d->qvel/-= 2 * c * d->qvel/' ;;
  loader) change='s/geom->size\[0\] = 0.3;/geom->size[0] = 0.4;/' ;;
  saver) change='s/digraph model/digraph changed/' ;;
  decoder) change='s/v + 2) == 3;/v + 2) == 3 \&\& (v[0] *= 2) > -1e30f;/' ;;
  renderer) change='s/(mjtNum)0\.2 +/(mjtNum)0.4 +/' ;;
  viewer) change='s/SECONDS = 10/SECONDS = 5/' ;;
  *) echo "no change is known for a $kind" && exit 1 ;;
esac

build() {
  MAKEFLAGS='' make -C "$1" CC="$CC" CFLAGS="-O2 -Wall -Wextra -Wpedantic -Werror $FLAGS"
}

fulcrum modules new "$kind" "$name"
build "$file"
MAKEFLAGS='' make -C "$file" check
MAKEFLAGS='' make -C "$file" run
exported=$(nm -D --defined-only "$file/$name.so" | awk '{print $NF}')
test "$exported" = fulcrum_module || { echo "$name exports: $exported"; exit 1; }
fulcrum modules new "$kind" "$name" --dir "$file" && { echo "$file was written over"; exit 1; }

# built again, from the same source and from a changed one
for again in same changed; do
  mkdir "$file/$again"
  cp "$file/Makefile" "$file/$again"
  cp "$file/$file.c" "$file/$again"
done
sed "$change" "$file/$file.c" > "$file/changed/$file.c"
cmp -s "$file/$file.c" "$file/changed/$file.c" && { echo "the source of the $kind was not changed"; exit 1; }
for again in same changed; do build "$file/$again"; done
(cd "$file" && "$WORK/lifecycle" "$kind" "$name" "$PWD")

# what a model names is in the saved one, and the command runs both that the program saved
case $kind in
  collider | loader | decoder | saver | renderer | viewer) ;;
  *) grep -q "$name" "$file/day.xml" || { echo "$name is not in the saved model"; exit 1; } ;;
esac
test "$kind" = probe && build "$file/same" && cp "$file/same/$name.so" "$file/same/$name.json" "$file"
for ending in xml mjb; do
  fulcrum simulate "$file/day.$ending" --modules "$file" -t 0.1 --quiet
done
echo "done: $kind"
