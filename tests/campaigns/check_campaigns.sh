#!/bin/sh
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
#
# A short round of every campaign (tests/campaigns/README.md). CAMPAIGN_SECONDS is how long each takes, CAMPAIGN_SEED where it begins.
found=tests/campaigns/found
mkdir -p $found
exec tests/campaigns/campaign all --seconds "${CAMPAIGN_SECONDS:-5}" --seed "${CAMPAIGN_SEED:-1}" --found $found
