# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Every public function of the package mujoco, called on both engines with the same arguments.

The functions are those that the package lists. One that no program calls fails the test, unless it
is among the exceptions below, with the reason.
"""

import sys

import pytest
from comparison import answers_of_both, differences
from processes import HERE

sys.path.insert(0, str(HERE / "programs"))
from answers import public_functions  # noqa: E402

PROGRAMS = ["functions_math", "functions_model", "functions_scene"]
WINDOW = "draws: needs an OpenGL context"
EXCEPTIONS = {
    "mj_defaultSolRefImp": "the extension module gives it room for one number; it writes seven",
    "mju_raySkin": "the extension module takes one number for each of its arrays",
    **dict.fromkeys(
        [
            "mjr_addAux",
            "mjr_blitAux",
            "mjr_blitBuffer",
            "mjr_changeFont",
            "mjr_drawPixels",
            "mjr_figure",
            "mjr_finish",
            "mjr_getError",
            "mjr_label",
            "mjr_maxViewport",
            "mjr_overlay",
            "mjr_readPixels",
            "mjr_rectangle",
            "mjr_render",
            "mjr_resizeOffscreen",
            "mjr_restoreBuffer",
            "mjr_setAux",
            "mjr_setBuffer",
            "mjr_text",
            "mjr_uploadHField",
            "mjr_uploadMesh",
            "mjr_uploadTexture",
        ],
        WINDOW,
    ),
}
# finite differences divide rounding by their step; the scene keeps its rotation in single precision
COARSE = {"mjd_transitionFD": 1e-5, "mjd_inverseFD": 1e-5}
COARSE |= {"mjv_model2room": 1e-7, "mjv_room2model": 1e-7}


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    folder = tmp_path_factory.mktemp("functions")
    return {program: answers_of_both(program, folder) for program in PROGRAMS}


@pytest.mark.parametrize("program", PROGRAMS)
def test_answers_are_those_of_the_reference(both, program):
    ours, theirs = both[program]
    assert len(theirs["answers"]) > 200
    found = []
    for key in ours["answers"].keys() | theirs["answers"].keys():
        a, b = ({k: v for k, v in side["answers"].items() if k == key} for side in both[program])
        found += differences(a, b, tolerance=COARSE.get(key.split()[0], 1e-9))
    assert not found, "\n".join(sorted(found)[:40])


def test_every_function_is_called_or_excepted(both):
    for side in (0, 1):
        called = {name for pair in both.values() for name in pair[side]["called"]}
        public = set(public_functions())
        assert len(public) > 300
        assert public - called == set(EXCEPTIONS)
        assert all(EXCEPTIONS.values())
