# the `fulcrum` command
bin_PROGRAMS += tools/fulcrum
tools_fulcrum_SOURCES = tools/main.c tools/options.c tools/model.c tools/simulate.c tools/overrides.c tools/overrides.h \
  tools/control.c tools/control.h tools/trajectory.c tools/trajectory.h tools/summary.c tools/summary.h tools/plot.c tools/plot.h \
  tools/posture.c tools/posture.h tools/watch.c tools/watch.h \
  tools/problem.c tools/problem.h tools/problem_file.c tools/problem_solve.c \
  tools/json.c tools/json.h tools/info.c tools/model_json.c tools/model_json.h tools/compile.c tools/modules.c tools/print_manifest.c \
  tools/check.c tools/check.h tools/check_face.c tools/check_stage.c tools/check_passive.c tools/check_constraint.c \
  tools/check_solver.c tools/heap_count.c tools/heap_count.h tools/tool.h
tools_fulcrum_CPPFLAGS = $(AM_CPPFLAGS) -DFULCRUM_VERSION=\"$(PACKAGE_VERSION)\"
tools_fulcrum_LDADD = libfulcrum.la $(CJSON_LIBS)

man1_MANS += tools/fulcrum.1
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = tools/completion/fulcrum.bash
EXTRA_DIST += tools/fulcrum.1

# what the command is shown with
EXTRA_DIST += models/README.md models/humanoid/humanoid.xml models/pendulum/pendulum.xml models/top/top.xml \
  models/cradle/cradle.xml models/blocks/blocks.xml models/crank/crank.xml models/arm/arm.xml models/arm/lift.csv
EXTRA_DIST += models/problems/README.md models/problems/accuracy.tsv \
  models/problems/dry_joints.xml models/problems/dry_joints.json \
  models/problems/edge_of_cone.xml models/problems/edge_of_cone.json \
  models/problems/grasp.xml models/problems/grasp.json \
  models/problems/heavy_end.xml models/problems/heavy_end.json \
  models/problems/heavy_on_light.xml models/problems/heavy_on_light.json \
  models/problems/loop.xml models/problems/loop.json \
  models/problems/needle.xml models/problems/needle.json \
  models/problems/pile.xml models/problems/pile.json \
  models/problems/redundant.xml models/problems/redundant.json \
  models/problems/rolling.xml models/problems/rolling.json \
  models/problems/stiff.xml models/problems/stiff.json \
  models/problems/tendons.xml models/problems/tendons.json \
  models/problems/tower.xml models/problems/tower.json \
  models/problems/wedge.xml models/problems/wedge.json
EXTRA_DIST += docs/architecture.md docs/modules.md docs/using.md
