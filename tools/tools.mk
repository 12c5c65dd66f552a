# the `fulcrum` command
bin_PROGRAMS += tools/fulcrum
# scenes of contact models, which a test demands, too
contact_scene_sources = tools/contact_scene.c tools/contact_scene.h tools/contact_scenes.c tools/contact_scenes.h \
  tools/contact_impacts.c tools/contact_rest.c tools/contact_sliding.c tools/contact_stiction.c
tools_fulcrum_SOURCES = tools/main.c tools/options.c tools/model.c tools/simulate.c tools/overrides.c tools/overrides.h \
  tools/control.c tools/control.h tools/trajectory.c tools/trajectory.h tools/summary.c tools/summary.h tools/plot.c tools/plot.h \
  tools/watch.c tools/watch.h tools/problem.c tools/problem.h tools/problem_file.c tools/problem_solve.c \
  tools/posture.c tools/posture.h tools/columns.c tools/columns.h tools/curves.c tools/curves.h tools/curve_picture.c \
  tools/film.c tools/film.h tools/render.c tools/view.c tools/picture.c tools/picture.h \
  tools/json.c tools/json.h tools/info.c tools/model_json.c tools/model_json.h tools/compile.c tools/modules.c tools/modules.h tools/print_manifest.c \
  tools/modules_show.c tools/modules_new.c tools/templates.h tools/culprit.c tools/culprit.h \
  tools/check.c tools/check.h tools/check_face.c tools/check_scene.c tools/check_run.c tools/check_stage.c tools/check_passive.c \
  tools/check_constraint.c tools/check_solver.c tools/check_contact.c tools/check_law.c tools/check_element.c tools/check_files.c \
  tools/check_saved.c tools/check_leak.c tools/check_memory.c tools/check_renderer.c tools/heap_count.c tools/heap_count.h tools/contact.c tools/contact_picture.c tools/contact_picture.h \
  $(contact_scene_sources) tools/tool.h
nodist_tools_fulcrum_SOURCES = tools/templates.c
tools_fulcrum_CPPFLAGS = $(AM_CPPFLAGS) $(PNG_CFLAGS) -DFULCRUM_VERSION=\"$(PACKAGE_VERSION)\"
tools_fulcrum_LDADD = libfulcrum.la $(CJSON_LIBS) $(PNG_LIBS) -lm

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
EXTRA_DIST += docs/architecture.md docs/differences.md docs/modules.md docs/using.md docs/humanoid.png \
  docs/modules/contact_models.md docs/modules/kinds.md docs/modules/messages.md docs/modules/models.md docs/modules/rules.md \
  docs/modules/workshop.md

# what `fulcrum modules new` writes becomes part of the command
template_files = tools/templates/Makefile \
  tools/templates/README.md \
  tools/templates/actuator.c \
  tools/templates/actuator.xml \
  tools/templates/broadphase.c \
  tools/templates/broadphase.xml \
  tools/templates/collider.c \
  tools/templates/collider.xml \
  tools/templates/constraint.c \
  tools/templates/constraint.xml \
  tools/templates/contact_force.c \
  tools/templates/contact_force.xml \
  tools/templates/contact_model.c \
  tools/templates/contact_model.xml \
  tools/templates/contact_potential.c \
  tools/templates/contact_potential.xml \
  tools/templates/convex.c \
  tools/templates/convex.xml \
  tools/templates/decoder.c \
  tools/templates/decoder.data \
  tools/templates/decoder.xml \
  tools/templates/integrator.c \
  tools/templates/integrator.xml \
  tools/templates/loader.c \
  tools/templates/loader.data \
  tools/templates/loader.xml \
  tools/templates/passive.c \
  tools/templates/passive.xml \
  tools/templates/plugin.c \
  tools/templates/plugin.xml \
  tools/templates/post_solver.c \
  tools/templates/post_solver.xml \
  tools/templates/probe.c \
  tools/templates/probe.xml \
  tools/templates/renderer.c \
  tools/templates/renderer.xml \
  tools/templates/saver.c \
  tools/templates/saver.xml \
  tools/templates/sensor.c \
  tools/templates/sensor.xml \
  tools/templates/solver.c \
  tools/templates/solver.xml \
  tools/templates/stage.c \
  tools/templates/stage.xml \
  tools/templates/viewer.c \
  tools/templates/viewer.xml
tools/templates.c: tools/embed.sh $(template_files)
	$(AM_V_GEN)mkdir -p tools && (cd $(srcdir) && sh tools/embed.sh $(template_files)) > $@.new && mv $@.new $@
CLEANFILES += tools/templates.c
EXTRA_DIST += tools/embed.sh $(template_files)
