# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""mujoco.rollout on several threads: the same numbers as on one, and errors that can be caught."""

import os
import signal
import subprocess
import sys
import threading
import time

import mujoco
import numpy as np
import pytest
from lab import BOXES, SLIDER, load
from mujoco import rollout
from processes import HERE, fresh_environment

import fulcrum

FULL = int(mujoco.mjtState.mjSTATE_FULLPHYSICS)
N, NSTEP = 23, 12


def boxes():
    return load(BOXES)[0]


def starts(model, n=N):
    random = np.random.default_rng(7)
    found = []
    for _ in range(n):
        data = mujoco.MjData(model)
        data.qvel[:] = random.normal(size=model.nv)
        state = np.empty(mujoco.mj_stateSize(model, FULL))
        mujoco.mj_getState(model, data, state, FULL)
        found.append(state)
    return np.array(found)


def datas(model, n):
    return [mujoco.MjData(model) for _ in range(n)]


@pytest.mark.parametrize("nthread", [2, 3])
@pytest.mark.parametrize("chunk", [None, 1, 4, 1000])
def test_threads_change_no_bit(nthread, chunk):
    model = boxes()
    initial = starts(model)
    warm = np.random.default_rng(1).normal(size=(N, model.nv))
    alone = rollout.rollout(
        model, mujoco.MjData(model), initial, nstep=NSTEP, initial_warmstart=warm
    )
    found = rollout.rollout(
        model,
        datas(model, nthread),
        initial,
        nstep=NSTEP,
        initial_warmstart=warm,
        chunk_size=chunk,
    )
    assert all(np.array_equal(a, b) for a, b in zip(alone, found, strict=True))


def test_every_shape_of_arguments():
    models = [boxes() for _ in range(N)]
    for i, model in enumerate(models):
        model.opt.gravity[2] = -i
    initial = starts(models[0])
    spec = int(mujoco.mjtState.mjSTATE_QFRC_APPLIED)
    forces = np.random.default_rng(2).normal(size=(N, NSTEP, models[0].nv))
    for model, state, control in (
        (models, initial, forces),
        (models, initial[0], forces),
        (models[0], initial, forces[0]),
        (models, initial, forces[:, :1]),
        (models[0], initial[:1], forces),
        (models[0], initial[0], forces[0]),
        (models[:1], initial[:1], forces[:1]),
    ):
        one = models[0]
        arguments = {"control_spec": spec, "nstep": NSTEP}
        alone = rollout.rollout(model, mujoco.MjData(one), state, control, **arguments)
        found = rollout.rollout(model, datas(one, 2), state, control, **arguments)
        assert all(np.array_equal(a, b) for a, b in zip(alone, found, strict=True))
    with rollout.Rollout(nthread=2) as pool:
        own = np.empty((N, NSTEP, initial.shape[1]))
        for _ in range(3):
            found, _ = pool.rollout(models, datas(models[0], 2), initial, nstep=NSTEP, state=own)
            assert found is own
    alone, _ = rollout.rollout(models, mujoco.MjData(models[0]), initial, nstep=NSTEP)
    assert np.array_equal(own, alone)


def test_what_is_bound_to_the_data_is_used():
    model = boxes()
    initial = starts(model)
    bound = datas(model, 2)
    for data in bound:
        fulcrum.bind(model, data, "contact_model", "hunt_crossley")
    plain = rollout.rollout(model, datas(model, 2), initial, nstep=NSTEP)[0]
    found = rollout.rollout(model, bound, initial, nstep=NSTEP)[0]
    alone = rollout.rollout(model, bound[0], initial, nstep=NSTEP)[0]
    assert np.array_equal(found, alone) and not np.array_equal(found, plain)


@fulcrum.register
class Broken(fulcrum.Passive):
    name = "rollout.broken"
    velocity_dependent = False

    def force(self, model, data, out):
        if data.qpos[0] > 5:
            raise ZeroDivisionError(f"the cart is at {data.qpos[0]:.0f}")


def test_an_exception_of_a_module_in_a_thread_reaches_the_caller():
    model, _ = load(SLIDER)
    pool = datas(model, 3)
    for data in pool:
        fulcrum.bind(model, data, "passive", "rollout.broken")
    initial = np.zeros((40, mujoco.mj_stateSize(model, FULL)))
    initial[17, 1], initial[30, 1] = 7, 9
    with pytest.raises(mujoco.FatalError, match="(?s)ZeroDivisionError: the cart is at 7"):
        rollout.rollout(model, pool, initial, nstep=3, chunk_size=1)
    with pytest.raises(ZeroDivisionError), fulcrum.original_errors():
        rollout.rollout(model, pool, initial, nstep=3, chunk_size=1)
    # and the next one is as if nothing had happened
    rollout.rollout(model, pool, initial[:17], nstep=3)


def test_an_exception_of_a_callback_in_a_thread_reaches_the_caller():
    model, _ = load(SLIDER)

    def passive(m, d):
        if d.qpos[0] > 5:
            raise LookupError("too far")

    initial = np.zeros((8, mujoco.mj_stateSize(model, FULL)))
    initial[3, 1] = 7
    pool = datas(model, 2)
    with (
        fulcrum.callbacks(model, pool[0], passive=passive),
        fulcrum.callbacks(model, pool[1], passive=passive),
        pytest.raises(mujoco.FatalError, match="LookupError: too far"),
    ):
        rollout.rollout(model, pool, initial, nstep=2)
    mujoco.set_mjcb_passive(passive)
    try:
        with pytest.raises(LookupError, match="too far"):
            rollout.rollout(model, pool, initial, nstep=2)
    finally:
        mujoco.set_mjcb_passive(None)


def test_mistakes_are_what_they_were():
    model = boxes()
    initial = starts(model, 4)
    with rollout.Rollout(nthread=2) as pool:
        for wrong in (1, 3):
            with pytest.raises(
                ValueError, match=f"2 threads need an MjData for each of them, not {wrong}"
            ):
                pool.rollout(model, datas(model, wrong), initial, nstep=2)
        with pytest.raises(ValueError, match="list of data instances is empty"):
            pool.rollout_.rollout([model] * 4, [], 2, 64, initial)
        with pytest.raises(ValueError):
            pool.rollout(model, datas(model, 2), initial[:, :3], nstep=2)
        short = np.empty((3, 2, initial.shape[1]))
        with pytest.raises(ValueError, match="size should be"):
            pool.rollout_.rollout([model] * 4, datas(model, 2), 2, 64, initial, state=short)
    with rollout.Rollout(nthread=0) as pool, pytest.raises(ValueError, match="main thread"):
        pool.rollout(model, datas(model, 2), initial, nstep=2)


def test_a_forked_process_has_threads_of_its_own():
    model = boxes()
    initial = starts(model)
    pool = rollout.Rollout(nthread=2)
    expected = pool.rollout(model, datas(model, 2), initial, nstep=2)[0]
    child = os.fork()
    if not child:
        found = pool.rollout(model, datas(model, 2), initial, nstep=2)[0]
        os._exit(0 if np.array_equal(found, expected) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


CTRL_C = """
import sys
sys.path.insert(0, sys.argv[1])
import fulcrum, mujoco
import numpy as np
from mujoco import rollout
from lab import BOXES, load
model, _ = load(BOXES)
initial = np.zeros((4000, mujoco.mj_stateSize(model, int(mujoco.mjtState.mjSTATE_FULLPHYSICS))))
initial[:, 1:1 + model.nq] = model.qpos0
print("ready", flush=True)
try:
    datas = [mujoco.MjData(model) for _ in range(2)]
    rollout.rollout(model, datas, initial, nstep=300, chunk_size=1)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_it():
    process = subprocess.Popen(
        [sys.executable, "-c", CTRL_C, HERE],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=fresh_environment(),
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert output == "interrupted\n", errors


def test_threads_of_python_may_roll_out_at_the_same_time():
    model = boxes()
    initial = starts(model)
    expected = rollout.rollout(model, datas(model, 2), initial, nstep=4)[0]
    found = [None] * 3

    def work(i):
        with rollout.Rollout(nthread=2) as pool:
            found[i] = pool.rollout(model, datas(model, 2), initial, nstep=4)[0]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(each, expected) for each in found)
