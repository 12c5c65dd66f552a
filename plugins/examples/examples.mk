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
