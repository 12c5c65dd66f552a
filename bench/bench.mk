# `fulcrum bench`
bench_sources = bench/command.c bench/bench.h bench/figures.h bench/files.c bench/files.h bench/library.c bench/library.h bench/means.c bench/measure.c \
  bench/measure.h bench/picture.c bench/print.c bench/process.c bench/process.h bench/profile.c bench/record.c bench/report.h bench/set.c
bench_models = bench/models/adhesion.xml bench/models/asleep.xml bench/models/cable.xml bench/models/car.xml bench/models/cards.xml \
  bench/models/cloth.xml bench/models/cube.xml bench/models/dominoes.xml bench/models/gears.xml bench/models/glider.xml bench/models/hand.xml \
  bench/models/humanoids.xml bench/models/loops.xml bench/models/nut_bolt.xml bench/models/particles.xml bench/models/pile_boxes.xml \
  bench/models/pile_gems.xml bench/models/pile_shapes.xml bench/models/pulleys.xml bench/models/quadruped.xml bench/models/soft_box.xml \
  bench/models/stone_circle.xml bench/models/terrain.xml bench/models/trampoline.xml
# models of the repository that belong to the set
borrowed_models = models/humanoid/humanoid.xml models/pendulum/pendulum.xml models/top/top.xml models/cradle/cradle.xml \
  models/blocks/blocks.xml models/crank/crank.xml models/arm/arm.xml

bench/models.c: $(bench_models) $(borrowed_models) bench/embed.sh
	$(AM_V_GEN)mkdir -p bench && (cd $(srcdir) && sh bench/embed.sh $(bench_models) $(borrowed_models)) > $@.new && mv $@.new $@
CLEANFILES += bench/models.c

# runs a model on any library; it is linked with none
command_PROGRAMS = bench/fulcrum-bench-worker
bench_fulcrum_bench_worker_SOURCES = bench/worker.c bench/figures.h tools/common/stages.h
bench_fulcrum_bench_worker_LDADD =
bench_fulcrum_bench_worker_LDFLAGS = $(AM_LDFLAGS) -rdynamic
EXTRA_DIST += $(bench_models) bench/embed.sh

# instructions of ten models against recorded ones; status 77 of the script: nothing was compared
EXTRA_DIST += bench/check_instructions.sh bench/instructions.txt
bench-check: all
	@status=0; srcdir=$(srcdir) sh $(srcdir)/bench/check_instructions.sh '$(CC)' '$(CFLAGS)' || status=$$?; test $$status = 0 || test $$status = 77
bench-record: all
	@srcdir=$(srcdir) sh $(srcdir)/bench/check_instructions.sh --record '$(CC)' '$(CFLAGS)'

# figures of README.md and docs/speed.md
bench: all
	tools/fulcrum$(EXEEXT) bench --growth --instructions --tsv $(srcdir)/docs/tables/speed.tsv --svg $(srcdir)/docs/speed.svg \
	  --growth_svg $(srcdir)/docs/growth.svg $(BENCH_FLAGS)
	$(MAKE) $(AM_MAKEFLAGS) tables
.PHONY: bench bench-check bench-record
EXTRA_DIST += docs/tables/speed.tsv bench/pages.awk
