# attacks on the library with random numbers: README.md. A short round of all is part of `make check`, `make campaigns` is a long one.
CAMPAIGNS = all
CAMPAIGN_SECONDS = 600
CAMPAIGN_SEED = 1

check_PROGRAMS += tests/campaigns/campaign
tests_campaigns_campaign_SOURCES = tests/campaigns/campaign.c tests/campaigns/campaign.h tests/campaigns/chance.c \
  tests/campaigns/arguments.c tests/campaigns/commands.c tests/campaigns/decoders.c tests/campaigns/documents.c \
  tests/campaigns/failures.c tests/campaigns/images.c tests/campaigns/laws.c tests/campaigns/live.c tests/campaigns/machine.c \
  tests/campaigns/machine.h tests/campaigns/specs.c tests/campaigns/targets.h tests/campaigns/target_asset.c \
  tests/campaigns/target_document.c tests/campaigns/target_files.c tests/campaigns/target_mesh.c \
  tests/fuzz/machine.c tests/fuzz/fuzz.h tests/fuzz/image_machine.c tests/fuzz/image_machine.h \
  tests/model/compile/same_model.h tests/model/spec/suite.h tests/edits/edits.h tests/heap.c tests/heap.h
tests_campaigns_campaign_CPPFLAGS = $(test_cppflags)
# functions of this program that replace those of the C library are called by libraries, too
tests_campaigns_campaign_LDFLAGS = $(AM_LDFLAGS) -rdynamic

TESTS += tests/campaigns/check_campaigns.sh
EXTRA_DIST += tests/campaigns/check_campaigns.sh

campaigns: tests/campaigns/campaign
	$(AM_TESTS_ENVIRONMENT) tests/campaigns/campaign $(CAMPAIGNS) --seconds $(CAMPAIGN_SECONDS) --seed $(CAMPAIGN_SEED) \
	  --found tests/campaigns/found
.PHONY: campaigns
