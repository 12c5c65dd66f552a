# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""fulcrum.rollout: the same bits in any chunks, after interruptions, when workers of Ray die."""

import json
import os
import resource
import signal
import subprocess
import sys
import time

import fulcrum
import mujoco
import numpy as np
import pytest
from fulcrum._rollout_random import Generators
from processes import run

XML = """<mujoco><worldbody><geom type="plane" size="1 1 .1"/>
<body pos="0 0 1"><joint name="swing" axis="0 1 0"/><geom name="bob" size=".1" pos=".3 0 0"/></body>
</worldbody><actuator><motor joint="swing"/></actuator></mujoco>"""
MODEL = mujoco.MjModel.from_xml_string(XML)
NSIM, NSTEP = 50, 20


def arguments(vary_mass=None):
    def masses(rng, sims):
        return rng.uniform(0.5, 2, MODEL.nbody)

    def pushes(rng, sims):
        return rng.normal(size=(NSTEP, 1))

    return {
        "initial": {"qpos": lambda rng, sims: rng.normal(size=1)},
        "vary": {
            "body_mass": vary_mass or masses,
            "opt.gravity": np.linspace([0, 0, -9], [0, 0, -11], NSIM),
        },
        "control": pushes,
        "record": ("qpos", "state"),
        "every": 2,
        "seed": 7,
    }


def same(a, b):
    assert list(a) == list(b) and list(a.drawn) == list(b.drawn)
    for name in a:
        np.testing.assert_array_equal(a[name], b[name])
    for name in a.drawn:
        np.testing.assert_array_equal(a.drawn[name], b.drawn[name])
    np.testing.assert_array_equal(a.status, b.status)


# ---------------------------------------------------------------- on one machine


def test_bits_do_not_depend_on_chunks_and_threads():
    whole = fulcrum.rollout(MODEL, NSIM, NSTEP, chunk=NSIM, nthread=1, **arguments())
    same(whole, fulcrum.rollout(MODEL, NSIM, NSTEP, chunk=7, nthread=2, **arguments()))
    assert len(np.unique(whole["qpos"][:, -1])) == NSIM
    # one simulation alone, step by step
    model, sim = mujoco.MjModel.from_xml_string(XML), 13
    model.body_mass[:] = whole.drawn["body_mass"][sim]
    model.opt.gravity[2] = np.linspace(-9, -11, NSIM)[sim]
    data = mujoco.MjData(model)
    mujoco.mj_setConst(model, data)
    data.qpos = whole.drawn["initial.qpos"][sim]
    pushes = Generators(7, np.array([sim]), "control").normal(size=(NSTEP, 1))[0]
    for step in range(NSTEP):
        data.ctrl = pushes[step]
        mujoco.mj_step(model, data)
    np.testing.assert_array_equal(whole["qpos"][sim, -1], data.qpos)


def test_a_folder_is_continued(tmp_path):
    whole = fulcrum.rollout(MODEL, NSIM, NSTEP, **arguments())

    def mass_until_20(rng, sims):
        if 20 in sims:
            raise InterruptedError("power")
        return rng.uniform(0.5, 2, MODEL.nbody)

    out = tmp_path / "out"
    with pytest.raises(InterruptedError):
        fulcrum.rollout(MODEL, NSIM, NSTEP, chunk=5, out=out, **arguments(mass_until_20))
    part = fulcrum.Rollout.open(out)
    assert (part.status[:20] == 0).all() and (part.status[20:] == -1).all()
    manifest = json.loads((out / "manifest.json").read_text())
    name = 'vary["body_mass"]'
    manifest["rollout"][name] = manifest["rollout"][name].replace(
        "test_a_folder_is_continued.<locals>.mass_until_20", "arguments.<locals>.masses"
    )
    (out / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(FileExistsError, match="resume=True"):
        fulcrum.rollout(MODEL, NSIM, NSTEP, out=out, **arguments())
    with pytest.raises(ValueError, match="seed was 7, and is 8"):
        other = {**arguments(), "seed": 8}
        fulcrum.rollout(MODEL, NSIM, NSTEP, out=out, resume=True, **other)
    same(whole, fulcrum.rollout(MODEL, NSIM, NSTEP, chunk=8, out=out, resume=True, **arguments()))


KILLED = """
import sys, time, fulcrum, mujoco
sys.path.insert(0, {tests!r})
from test_cluster import MODEL, NSIM, NSTEP, arguments
def slow(p):
    time.sleep(0.3)
fulcrum.rollout(MODEL, NSIM, NSTEP, chunk=1, out={out!r}, resume=True, progress=slow, **arguments())
"""


def test_a_killed_driver_loses_only_time(tmp_path):
    out = tmp_path / "out"
    code = KILLED.format(tests=os.path.dirname(__file__), out=str(out))
    driver = subprocess.Popen([sys.executable, "-c", code])
    limit = time.monotonic() + 60
    while not (out / "manifest.json").exists() or not (fulcrum.Rollout.open(out).status == 0).any():
        assert time.monotonic() < limit and driver.poll() is None
        time.sleep(0.1)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    status = fulcrum.Rollout.open(out).status
    assert 0 < (status == 0).sum() < NSIM
    whole = fulcrum.rollout(MODEL, NSIM, NSTEP, **arguments())
    same(whole, fulcrum.rollout(MODEL, NSIM, NSTEP, out=out, resume=True, **arguments()))


def test_no_room_is_an_error_that_names_the_file(tmp_path):
    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

    code = KILLED.format(tests=os.path.dirname(__file__), out=str(tmp_path / "out"))
    process = run("-B", "-c", code, env=dict(os.environ), preexec_fn=limited)
    assert process.returncode == 1
    assert "no room for" in process.stderr and "qpos.npy" in process.stderr, process.stderr


def test_arguments_are_checked():
    for error, words, wrong in (
        (ValueError, "did you mean", {"vary": {"body_mas": 1}}),
        (
            ValueError,
            r'vary\["body_mass"\] .* cannot be broadcast',
            {"vary": {"body_mass": [1] * 7}},
        ),
        (ValueError, 'initial has no part "qpo"', {"initial": {"qpo": 0}}),
        (ValueError, "part of the state", {"vary": {"qpos": 0}}),
        (ValueError, "multiple of every", {"every": 3}),
        (ValueError, 'no keyframe "home"', {"initial": "home"}),
        (ValueError, "seed must be from 0", {"seed": -1}),
        (ValueError, "belongs to cluster", {"setup": "os"}),
        (ValueError, "cluster must be", {"cluster": "dask"}),
        (ValueError, "name it with out=", {"resume": True}),
        (ValueError, "returned an array of shape", {"control": lambda rng, sims: np.zeros(3)}),
    ):
        with pytest.raises(error, match=words):
            fulcrum.rollout(MODEL, 4, NSTEP, **wrong)


class Failing(fulcrum.Passive):
    name = "cluster.failing"

    def force(self, model, data, batch):
        if data.qpos[0] > 0.5:
            raise ZeroDivisionError("too far")


def test_failures_are_kept_by_simulation():
    fulcrum.register(Failing)
    start = np.array([[0.0], [1.0], [0.0]])
    result = fulcrum.rollout(
        MODEL, 3, 2, initial={"qpos": start}, bind={"passive": "cluster.failing"}
    )
    assert result.status.tolist() == [0, 1, 0] and result.failed.tolist() == [1]
    assert "too far" in result.errors[1]
    assert np.isnan(result["qpos"][1]).all() and np.isfinite(result["qpos"][[0, 2]]).all()


# ---------------------------------------------------------------- on Ray


@pytest.fixture(scope="module")
def ray():
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=100 << 20)
    # workers cannot import this file
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    yield ray
    ray.shutdown()


def on_worker(marker):
    """Once, in a process of Ray."""
    import ray

    if ray.get_runtime_context().worker.mode != 1 or os.path.exists(marker):
        return False
    open(marker, "w").close()
    return True


@pytest.mark.ray
def test_a_dead_worker_loses_only_time(ray, tmp_path):
    local = fulcrum.rollout(MODEL, NSIM, NSTEP, **arguments())
    marker, nbody = str(tmp_path / "marker"), MODEL.nbody
    def masses(rng, sims):
        if 30 in sims and on_worker(marker):
            os.kill(os.getpid(), signal.SIGKILL)
        return rng.uniform(0.5, 2, nbody)

    remote = fulcrum.rollout(
        MODEL, NSIM, NSTEP, chunk=6, cluster="ray", out=tmp_path / "out", **arguments(masses)
    )
    assert os.path.exists(marker)
    same(local, remote)


@pytest.mark.ray
def test_modules_are_set_up_in_workers(ray):
    fulcrum.register(Failing)
    use = {"bind": {"passive": "cluster.failing"}, "cluster": "ray"}
    with pytest.raises(fulcrum.FulcrumError, match="setup="):
        fulcrum.rollout(MODEL, 4, 3, **use)

    def setup():
        fulcrum.register(Failing)

    same(
        fulcrum.rollout(MODEL, 4, 3, setup=setup, **use),
        fulcrum.rollout(MODEL, 4, 3, bind=use["bind"]),
    )


@pytest.mark.ray
def test_parts_of_a_vector_environment_equal_the_whole(ray):
    import fulcrum.envs
    import gymnasium

    whole = gymnasium.make_vec("fulcrum/Hopper-v5", num_envs=5)
    parts = fulcrum.RayVectorEnv("fulcrum/Hopper-v5", num_envs=5, num_workers=2)
    assert parts.action_space == whole.action_space
    ours, theirs = parts.reset(seed=3), whole.reset(seed=3)
    np.testing.assert_array_equal(ours[0], theirs[0])
    whole.action_space.seed(1)
    ends = 0
    for _ in range(60):
        actions = whole.action_space.sample()
        ours, theirs = parts.step(actions), whole.step(actions)
        for a, b in zip(ours[:4], theirs[:4], strict=True):
            np.testing.assert_array_equal(a, b)
        assert ours[4].keys() == theirs[4].keys()
        for key in ours[4]:
            np.testing.assert_array_equal(ours[4][key], theirs[4][key])
        ends += ours[2].sum()
    assert ends
    parts.close()


@pytest.mark.ray
@pytest.mark.parametrize("restart", [False, True])
def test_a_worker_of_a_vector_environment_dies(ray, restart):
    env = fulcrum.RayVectorEnv("fulcrum/Hopper-v5", 4, 2, restart=restart)
    env.reset(seed=1)
    actions = np.zeros((4, 3), np.float32)
    before = env.step(actions)[0]
    ray.kill(env._workers[1])
    if not restart:
        with pytest.raises(fulcrum.envs.WorkerDied, match="worker 1, with environments 2 to 3"):
            env.step(actions)
    else:
        observations, rewards, _, truncations, info = env.step(actions)
        assert truncations.tolist() == [False, False, True, True]
        np.testing.assert_array_equal(observations[2:], before[2:])
        assert info["worker_restarted"].tolist() == truncations.tolist()
        _, rewards, _, truncations, _ = env.step(actions)
        assert not truncations.any() and not rewards[2:].any() and rewards[:2].all()
        assert env.step(actions)[1].all()
    env.close()
