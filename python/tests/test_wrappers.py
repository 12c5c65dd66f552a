# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Objects of other packages that wrap a model and its data are accepted as these."""

import gc
from types import SimpleNamespace

import mujoco
import numpy as np
import pytest
from lab import SLIDER, load

import fulcrum

MODEL = "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>"


def used(model, data):
    """Everything that takes a model and data, once."""
    fulcrum.bind(model, data, "solver", "cg")
    assert fulcrum.bound(model, data, "solver") == "cg"
    fulcrum.unbind(model, data, "solver")
    with fulcrum.bound_to(model, data, "contact_model", "hunt_crossley"):
        fulcrum.parameters(model, "hunt_crossley")["stiffness"] = 1234
    with fulcrum.callbacks(model, data, passive=lambda m, d: None):
        pass
    view = fulcrum.view(model, data)
    assert view.model.nq == fulcrum.view(model).nq > 0
    batch = fulcrum.Batch(model, 2)
    batch.step()
    assert batch.get_model(0).nq == view.model.nq
    assert batch.parameters("hunt_crossley")["stiffness"].tolist() == [1234] * 2
    assert batch.joint(0).qpos.shape[0] == 2


def test_an_environment_of_gymnasium():
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make("HalfCheetah-v5")
    env.reset(seed=1)
    used(env, env)
    used(env.unwrapped.model, env)
    view = fulcrum.view(env, env)
    assert np.shares_memory(view.qpos, env.unwrapped.data.qpos)
    env.close()


@pytest.mark.dm_control
def test_a_simulation_and_an_environment_of_dm_control():
    mjcf = pytest.importorskip("dm_control.mujoco")
    suite = pytest.importorskip("dm_control.suite")
    physics = mjcf.Physics.from_xml_string(MODEL)
    used(physics.model, physics.data)
    used(physics, physics)
    used(physics.model.ptr, physics.data.ptr)
    view = fulcrum.view(physics.model, physics.data)
    physics.data.qpos[0] = 0.7
    assert view.qpos[0] == 0.7
    env = suite.load("cartpole", "balance")
    env.reset()
    used(env, env)
    used(env.physics.model, env.physics.data)


def test_what_wraps_them_is_found_by_its_shape():
    model, data = load(SLIDER)
    inner = SimpleNamespace(model=model, data=data)
    used(inner, inner)
    used(SimpleNamespace(ptr=model), SimpleNamespace(ptr=data))
    used(SimpleNamespace(unwrapped=inner), data)
    used(SimpleNamespace(physics=inner), SimpleNamespace(physics=inner))


def test_the_objects_inside_are_kept_alive():
    model, data = load(SLIDER)
    wrapper = SimpleNamespace(model=model, data=data)
    view = fulcrum.view(wrapper, wrapper)
    parameters = fulcrum.parameters(wrapper, "hunt_crossley")
    wrapper.model = wrapper.data = None
    del model, data
    gc.collect()
    view.qpos[0] = 3
    parameters["stiffness"] = 77
    assert view.model.nq == 1 and parameters["stiffness"] == 77


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        True,
        0,
        -1,
        "model",
        SimpleNamespace(),
        SimpleNamespace(ptr=3, model=4, data=5),
        mujoco,
    ],
)
def test_other_objects_are_refused(wrong):
    model, data = load(SLIDER)
    with pytest.raises(TypeError, match="expected an MjModel .* not"):
        fulcrum.parameters(wrong, "hunt_crossley")
    with pytest.raises(TypeError, match="expected an MjData .* not"):
        fulcrum.bind(model, wrong, "solver", "cg")
    with pytest.raises(TypeError):
        fulcrum.Batch(data, 2)
