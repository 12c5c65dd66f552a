# the `fulcrum` command
bin_PROGRAMS += tools/fulcrum
# scenes of contact models, which a test demands, too
contact_scene_sources = tools/contact_scene.c tools/contact_scene.h tools/contact_scenes.c tools/contact_scenes.h \
  tools/contact_impacts.c tools/contact_rest.c tools/contact_sliding.c tools/contact_stiction.c
tools_fulcrum_SOURCES = tools/main.c tools/options.c tools/model.c tools/simulate.c tools/overrides.c tools/overrides.h \
  tools/control.c tools/control.h tools/trajectory.c tools/trajectory.h tools/summary.c tools/summary.h tools/plot.c tools/plot.h \
  tools/posture.c tools/posture.h \
  tools/json.c tools/json.h tools/info.c tools/model_json.c tools/model_json.h tools/compile.c tools/modules.c tools/print_manifest.c \
  tools/check.c tools/check.h tools/check_face.c tools/check_stage.c tools/check_passive.c tools/check_constraint.c \
  tools/check_solver.c tools/heap_count.c tools/heap_count.h tools/contact.c tools/contact_picture.c tools/contact_picture.h $(contact_scene_sources) \
  tools/tool.h
tools_fulcrum_CPPFLAGS = $(AM_CPPFLAGS) -DFULCRUM_VERSION=\"$(PACKAGE_VERSION)\"
tools_fulcrum_LDADD = libfulcrum.la $(CJSON_LIBS)

man1_MANS += tools/fulcrum.1
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = tools/completion/fulcrum.bash
EXTRA_DIST += tools/fulcrum.1

# what the command is shown with
EXTRA_DIST += models/README.md models/humanoid/humanoid.xml models/pendulum/pendulum.xml models/top/top.xml \
  models/cradle/cradle.xml models/blocks/blocks.xml models/crank/crank.xml models/arm/arm.xml models/arm/lift.csv
EXTRA_DIST += docs/architecture.md docs/modules.md docs/using.md
