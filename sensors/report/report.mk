# shared by sensors that copy numbers of objects
report_sources = sensors/report/report.h
EXTRA_DIST += sensors/report/README.md
