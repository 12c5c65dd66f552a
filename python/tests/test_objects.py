# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Objects of the package mujoco, specifications among them, do the same on both engines."""

import pytest
from comparison import answers_of_both, differences

# less than this many kilobytes over thousands of rounds is no leak: one of a page a round is more
STEADY = 1000


@pytest.fixture(scope="module", params=["objects", "specs"])
def both(request, tmp_path_factory):
    ours, theirs = answers_of_both(request.param, tmp_path_factory.mktemp("objects"))
    return ours["answers"], theirs["answers"]


def test_answers_are_those_of_the_reference(both):
    ours, theirs = ({k: v for k, v in side.items() if k != "grown"} for side in both)
    assert len(theirs) > 80
    found = sorted(differences(ours, theirs))
    assert not found, "\n".join(found[:40])


def test_nothing_is_left_in_memory(both):
    grown = both[0].get("grown", {})
    assert all(kilobytes < STEADY for kilobytes in grown.values()), grown
