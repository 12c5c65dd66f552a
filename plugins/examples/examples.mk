# the examples are built out of tree by their authors' own makefiles; here they are only distributed
EXTRA_DIST += plugins/examples/admm/Makefile plugins/examples/admm/README.md plugins/examples/admm/acme.admm.json \
  plugins/examples/admm/admm.c plugins/examples/anemometer/Makefile plugins/examples/anemometer/README.md \
  plugins/examples/anemometer/acme.anemometer.json plugins/examples/anemometer/anemometer.c
EXTRA_DIST += plugins/examples/superquadric/Makefile plugins/examples/superquadric/README.md \
  plugins/examples/superquadric/acme.superquadric.json plugins/examples/superquadric/superquadric.c \
  plugins/examples/ply/Makefile plugins/examples/ply/README.md plugins/examples/ply/acme.ply.json plugins/examples/ply/ply.c \
  plugins/examples/grid/Makefile plugins/examples/grid/README.md plugins/examples/grid/acme.grid.json plugins/examples/grid/grid.c \
  plugins/examples/roundbox/Makefile plugins/examples/roundbox/README.md plugins/examples/roundbox/acme.roundbox.json \
  plugins/examples/roundbox/roundbox.c
EXTRA_DIST += plugins/examples/screw/Makefile plugins/examples/screw/README.md plugins/examples/screw/acme.screw.json \
  plugins/examples/screw/screw.c
