core_sources += core/contact/broad_phase.c core/contact/colliders.c core/contact/collision.c core/contact/contact.h \
  core/contact/distance.c core/contact/geom_pairs.c core/contact/midphase.c core/contact/narrow_phase.c \
  core/contact/parameters.c
