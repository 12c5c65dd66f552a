# the `fulcrum` command
bin_PROGRAMS += tools/fulcrum
# scenes of contact models, which a test uses, too
contact_scene_sources = tools/contact/scene.c tools/contact/scene.h tools/contact/scenes.c tools/contact/scenes.h \
  tools/contact/impacts.c tools/contact/rest.c tools/contact/sliding.c tools/contact/stiction.c
rollout_sources = tools/rollout/rollout.c tools/rollout/rollout.h tools/rollout/run.c tools/rollout/progress.c tools/rollout/progress.h \
  tools/rollout/field.c tools/rollout/field.h tools/rollout/select.c tools/rollout/random.c tools/rollout/random.h tools/rollout/distribution.c \
  tools/rollout/distribution.h tools/rollout/vary.c tools/rollout/vary.h tools/rollout/control.c tools/rollout/control.h tools/rollout/record.c \
  tools/rollout/record.h tools/rollout/output.c tools/rollout/parts.c tools/rollout/merge.c tools/rollout/report.c tools/rollout/store.c \
  tools/rollout/store.h tools/rollout/npz.c tools/rollout/ranks.c tools/rollout/ranks.h
build_sources = tools/build/advance.c tools/build/build.c tools/build/build.h tools/build/contact.c tools/build/force.c tools/build/pairs.c tools/build/pairs.h tools/build/position.c tools/build/row.c tools/build/sensor.c tools/build/solver.c tools/build/structure.c tools/build/toolchain.c tools/build/toolchain.h tools/build/velocity.c tools/build/fields.def
tools_fulcrum_SOURCES = tools/main.c tools/options.c tools/common/model.c tools/simulate/simulate.c tools/common/overrides.c tools/common/overrides.h \
  tools/simulate/control.c tools/simulate/control.h tools/simulate/trajectory.c tools/simulate/trajectory.h tools/simulate/summary.c tools/simulate/summary.h tools/simulate/plot.c tools/simulate/plot.h \
  tools/simulate/watch.c tools/simulate/watch.h tools/problem/problem.c tools/problem/problem.h tools/problem/file.c tools/problem/solve.c \
  tools/common/posture.c tools/common/posture.h tools/common/columns.c tools/common/columns.h tools/common/curves.c tools/common/curves.h tools/common/curve_picture.c \
  tools/common/film.c tools/common/film.h tools/render/render.c tools/view/view.c tools/common/picture.c tools/common/picture.h \
  tools/common/json.c tools/common/json.h tools/info/info.c tools/common/model_json.c tools/common/model_json.h tools/compile/compile.c tools/modules/modules.c tools/modules/modules.h tools/modules/manifest.c \
  tools/modules/show.c tools/modules/new.c tools/templates.h tools/common/culprit.c tools/common/culprit.h \
  tools/check/check.c tools/check/check.h tools/check/face.c tools/check/scene.c tools/check/run.c tools/check/fields.c tools/check/fields.h tools/check/stage.c tools/check/passive.c \
  tools/check/constraint.c tools/check/solver.c tools/check/contact.c tools/check/law.c tools/check/element.c tools/check/files.c \
  tools/check/saved.c tools/check/leak.c tools/check/memory.c tools/check/renderer.c tools/check/heap_count.c tools/check/heap_count.h tools/contact/contact.c tools/contact/picture.c tools/contact/picture.h \
  $(contact_scene_sources) $(rollout_sources) $(build_sources) $(bench_sources) tools/common/stages.h tools/common/svg.c tools/common/svg.h tools/tool.h
nodist_tools_fulcrum_SOURCES = tools/templates.c bench/models.c
tools_fulcrum_CPPFLAGS = $(AM_CPPFLAGS) $(PNG_CFLAGS) -DFULCRUM_VERSION=\"$(PACKAGE_VERSION)\"
tools_fulcrum_LDADD = libfulcrum.la $(CJSON_LIBS) $(PNG_LIBS) -lm
# it finds the library and its own shared objects from its own place, so that an installation can be moved
tools_fulcrum_LDFLAGS = $(AM_LDFLAGS) -Wl,--enable-new-dtags \
  -Wl,-rpath,'$$ORIGIN'/`$(AWK) -f $(srcdir)/packaging/relative.awk '$(bindir)' '$(libdir)'` \
  -Wl,-rpath,'$$ORIGIN'/`$(AWK) -f $(srcdir)/packaging/relative.awk '$(bindir)' '$(commanddir)'`

# Shared objects that the command opens when they are needed, because what they are linked with is large
commanddir = $(libdir)/fulcrum/command
command_LTLIBRARIES =
if HAVE_HDF5
command_LTLIBRARIES += fulcrum-hdf5.la
fulcrum_hdf5_la_SOURCES = tools/rollout/hdf5.c tools/rollout/store.h
fulcrum_hdf5_la_CPPFLAGS = $(AM_CPPFLAGS) $(HDF5_CFLAGS)
fulcrum_hdf5_la_LIBADD = $(HDF5_LIBS)
fulcrum_hdf5_la_LDFLAGS = $(module_ldflags)
endif
if HAVE_MPI
command_LTLIBRARIES += fulcrum-mpi.la
fulcrum_mpi_la_SOURCES = tools/rollout/mpi.c tools/rollout/ranks.h
fulcrum_mpi_la_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
fulcrum_mpi_la_LIBADD = $(MPI_LIBS)
fulcrum_mpi_la_LDFLAGS = $(module_ldflags)
endif
install-data-hook: install-command-objects
install-command-objects:
	rm -f $(DESTDIR)$(commanddir)/*.la
uninstall-hook: uninstall-command-objects
uninstall-command-objects:
	for m in $(command_LTLIBRARIES); do rm -f $(DESTDIR)$(commanddir)/$$(basename $$m .la).so; done
	-rmdir $(DESTDIR)$(commanddir) 2>/dev/null; true

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

# what `fulcrum modules new` writes is cut out of the examples and becomes part of the command: KIND=EXAMPLE
templates = solver=conjugate post_solver=fuse contact_model=foam contact_potential=gum contact_force=bumper \
  collider=superquadric convex=capsules broadphase=allpairs integrator=verlet actuator=motor sensor=anemometer constraint=gear passive=drag \
  stage=quantizer probe=watchdog plugin=brake loader=floorplan saver=dot decoder=facets renderer=rays viewer=strip
template_sources = tools/templates/embed.sh tools/templates/cut.sh tools/templates/module_readme.md
tools/templates.c: $(template_sources) $(example_files)
	$(AM_V_GEN)mkdir -p tools && (cd $(srcdir) && sh tools/templates/embed.sh $(templates)) > $@.new && mv $@.new $@
CLEANFILES += tools/templates.c
EXTRA_DIST += $(template_sources)
