# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Pickled and copied models and data: parameters, bindings and the state of modules go along."""

import copy
import multiprocessing
import pickle
import subprocess
import sys

import mujoco
import numpy as np
import pytest

import fulcrum

BALL = """<mujoco><worldbody><geom type="plane" size="1 1 .1"/>
<body pos="0 0 .1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""


def ball():
    model = mujoco.MjModel.from_xml_string(BALL)
    return model, mujoco.MjData(model)


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


def through_file(model, path):
    mujoco.mj_saveModel(model, str(path))
    return mujoco.MjModel.from_binary_path(str(path))


def through_last_xml(model, path):
    mujoco.mj_saveLastXML(str(path), model)
    return mujoco.MjModel.from_xml_path(str(path))


WAYS = {
    "pickle": lambda model, path: pickled(model),
    "copy": lambda model, path: copy.copy(model),
    "deepcopy": lambda model, path: copy.deepcopy(model),
    "binary": through_file,
    "xml": through_last_xml,
    "pickled data": lambda model, path: pickled(mujoco.MjData(model)).model,
}


@pytest.mark.parametrize("way", WAYS)
def test_parameters_that_were_set_go_wherever_the_model_goes(way, tmp_path):
    model, _ = ball()
    values = fulcrum.parameters(model, "hunt_crossley")
    values["stiffness"] = 500 / 3
    other = WAYS[way](model, tmp_path / ("model.xml" if way == "xml" else "model.mjb"))
    assert fulcrum.parameters(other, "hunt_crossley")["stiffness"] == 500 / 3
    assert fulcrum.bound(other, mujoco.MjData(other), "contact_model") == "soft"


def steps(model, data, n):
    for _ in range(n):
        mujoco.mj_step(model, data)
    return data.qpos.copy()


def sliding(contact_model="bristle"):
    """A ball that slides, and contacts that remember how far."""
    model, data = ball()
    fulcrum.bind(model, data, "contact_model", contact_model)
    data.qvel[0] = 0.3
    steps(model, data, 40)
    return model, data


@pytest.mark.parametrize("way", [pickled, copy.copy, copy.deepcopy])
def test_data_goes_on_with_its_bindings_and_the_state_of_modules(way):
    model, data = sliding()
    fulcrum.bind(model, data, "solver", "cg")
    other = way(data)
    assert fulcrum.bound(other.model, other, "contact_model") == "bristle"
    assert fulcrum.bound(other.model, other, "solver") == "cg"
    assert np.array_equal(steps(other.model, other, 50), steps(model, data, 50))


def test_state_goes_along_where_the_model_names_the_module():
    """No function of fulcrum has seen this data."""
    model = mujoco.MjModel.from_xml_string(
        BALL.replace("<worldbody>", '<option contact_model="bristle"/><worldbody>')
    )
    data = mujoco.MjData(model)
    data.qvel[0] = 0.3
    steps(model, data, 40)
    other = pickled(data)
    assert np.array_equal(steps(other.model, other, 50), steps(model, data, 50))


def test_data_without_bindings_is_pickled_as_by_mujoco():
    model, data = ball()
    steps(model, data, 3)
    program = (
        "import sys, pickle, mujoco\n"
        "assert 'fulcrum' not in sys.modules\n"
        "data = pickle.load(sys.stdin.buffer)\n"
        "assert 'fulcrum' not in sys.modules and data.time > 0\n"
    )
    environment = fulcrum.reference_environment()
    subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(data), env=environment, check=True
    )


class Slow(mujoco.MjData):
    """A class of a program's own."""


def test_classes_derived_from_data_are_pickled_too():
    model, _ = ball()
    data = Slow(model)
    fulcrum.bind(model, data, "solver", "cg")
    other = pickled(data)
    assert type(other) is Slow
    assert fulcrum.bound(other.model, other, "solver") == "cg"


def work(job):
    model, data = job
    stiffness = fulcrum.parameters(model, "bristle")["stiffness"]
    return stiffness, fulcrum.bound(model, data, "contact_model"), steps(model, data, 50)


def test_workers_of_a_sweep_have_what_was_set():
    model, data = sliding()
    fulcrum.parameters(model, "bristle")["stiffness"] = 12345.5
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        (stiffness, name, there), *_ = pool.map(work, [(model, data)])
    assert (stiffness, name) == (12345.5, "bristle")
    assert np.array_equal(there, steps(model, data, 50))


LAB = """
import fulcrum

@fulcrum.register
class Push(fulcrum.Stage):
    name = "lab.pickled_push"
    where, after, writes = "passive", True, "qfrc_passive"
    force = fulcrum.parameter(1.0)

    def run(self, model, data):
        data.qfrc_passive[0] += self.force
"""


def unpickled_elsewhere(text, before="", after=""):
    program = (
        f"import sys, pickle, fulcrum, mujoco\n{before}\n"
        f"thing = pickle.load(sys.stdin.buffer)\n{after}"
    )
    return subprocess.run([sys.executable, "-c", program], input=text, capture_output=True)


def test_a_missing_module_is_named():
    exec(LAB, {"__name__": "lab"})
    model, data = ball()
    fulcrum.bind(model, data, "stage", "lab.pickled_push")
    text = pickle.dumps(data)
    answer = unpickled_elsewhere(text)
    said = answer.stderr.decode()
    assert answer.returncode == 1
    assert 'the mjData uses the stage "lab.pickled_push"' in said
    assert "module lab.pickled_push 0.1.0, python:" in said
    assert "import what registers it" in said
    ask = "print(fulcrum.bound(thing.model, thing, 'stage'))"
    answer = unpickled_elsewhere(text, LAB, ask)
    assert answer.stdout.decode().split() == ["['lab.pickled_push']"], answer.stderr.decode()

    # of a parameter that was set, too
    fulcrum.unbind(model, data, "stage")
    fulcrum.parameters(model, "lab.pickled_push")["force"] = 3
    answer = unpickled_elsewhere(pickle.dumps(model))
    said = answer.stderr.decode()
    assert '"force" of the stage "lab.pickled_push"' in said, said
    ask = "print(fulcrum.parameters(thing, 'lab.pickled_push')['force'])"
    answer = unpickled_elsewhere(pickle.dumps(model), LAB, ask)
    assert answer.stdout.decode().split() == ["3.0"], answer.stderr.decode()


def test_callbacks_cannot_be_pickled():
    model, data = ball()
    with (
        fulcrum.callbacks(model, data, control=lambda m, d: None),
        pytest.raises(pickle.PicklingError, match="the callback control"),
    ):
        pickle.dumps(data)
    assert pickled(data).time == data.time


@pytest.mark.parametrize("first", ["fulcrum, mujoco", "mujoco, fulcrum"])
def test_the_order_of_imports_does_not_matter(first):
    program = (
        f"import {first}, pickle\n"
        "m = mujoco.MjModel.from_xml_string('<mujoco/>')\n"
        "d = mujoco.MjData(m)\n"
        "fulcrum.bind(m, d, 'solver', 'cg')\n"
        "d = pickle.loads(pickle.dumps(d))\n"
        "print(fulcrum.bound(d.model, d, 'solver'))\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], env=fulcrum.environment(), capture_output=True, check=True
    )
    assert answer.stdout.decode().split() == ["cg"]
