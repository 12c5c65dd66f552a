core_sources += core/constraint/constraint.h core/constraint/rows.h core/constraint/rows.c core/constraint/equality.c \
	core/constraint/friction.c core/constraint/limit.c core/constraint/contact_rows.c core/constraint/parameters.c \
	core/constraint/impedance.c core/constraint/problem.c core/constraint/law.c core/constraint/line_search.c \
	core/constraint/friction_qcqp.c core/constraint/project.c core/constraint/island.c core/constraint/forward.c \
	core/constraint/contact_force.c
