# the examples are built out of tree by their authors' own makefiles; here they are only distributed
EXTRA_DIST += plugins/examples/admm/Makefile plugins/examples/admm/README.md \
  plugins/examples/admm/admm.c plugins/examples/anemometer/Makefile plugins/examples/anemometer/README.md \
  plugins/examples/anemometer/anemometer.c
EXTRA_DIST += plugins/examples/superquadric/Makefile plugins/examples/superquadric/README.md \
  plugins/examples/superquadric/superquadric.c \
  plugins/examples/ply/Makefile plugins/examples/ply/README.md plugins/examples/ply/ply.c \
  plugins/examples/grid/Makefile plugins/examples/grid/README.md plugins/examples/grid/grid.c \
  plugins/examples/roundbox/Makefile plugins/examples/roundbox/README.md \
  plugins/examples/roundbox/roundbox.c plugins/examples/wind/Makefile plugins/examples/wind/README.md \
  plugins/examples/wind/wind.c plugins/examples/screw/Makefile plugins/examples/screw/README.md plugins/examples/screw/screw.c
EXTRA_DIST += plugins/examples/foam/Makefile plugins/examples/foam/README.md plugins/examples/foam/foam.c \
  plugins/examples/motor/Makefile plugins/examples/motor/README.md plugins/examples/motor/motor.c \
  plugins/examples/verlet/Makefile plugins/examples/verlet/README.md plugins/examples/verlet/verlet.c \
  plugins/examples/quantizer/Makefile plugins/examples/quantizer/README.md plugins/examples/quantizer/quantizer.c \
  plugins/examples/watchdog/Makefile plugins/examples/watchdog/README.md plugins/examples/watchdog/watchdog.c \
  plugins/examples/floorplan/Makefile plugins/examples/floorplan/README.md plugins/examples/floorplan/floorplan.c \
  plugins/examples/dot/Makefile plugins/examples/dot/README.md plugins/examples/dot/dot.c \
  plugins/examples/fuse/Makefile plugins/examples/fuse/README.md plugins/examples/fuse/fuse.c \
  plugins/examples/capsules/Makefile plugins/examples/capsules/README.md plugins/examples/capsules/capsules.c \
  plugins/examples/gum/Makefile plugins/examples/gum/README.md plugins/examples/gum/gum.c \
  plugins/examples/rays/Makefile plugins/examples/rays/README.md plugins/examples/rays/rays.c \
  plugins/examples/strip/Makefile plugins/examples/strip/README.md plugins/examples/strip/strip.c
