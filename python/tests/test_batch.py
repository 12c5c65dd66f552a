# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Batches: equal to loops, and what Fulcrum adds to mujoco.batch."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref

import mujoco
import numpy as np
import pytest
from comparison import differences
from lab import BOXES, SLIDER, load
from processes import HERE, fresh_environment, run

import fulcrum
from fulcrum import batch as batches

ALL = int(mujoco.mjtState.mjSTATE_INTEGRATION)


def slider(**values):
    return load(SLIDER, **values)[0]


def boxes():
    return load(BOXES)[0]


def state_of(model, data):
    state = np.empty(mujoco.mj_stateSize(model, ALL))
    mujoco.mj_getState(model, data, state, ALL)
    return state


# ---------------------------------------------------------------- the interface of mujoco.batch


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    file = tmp_path_factory.mktemp("batch") / "answers"
    program = HERE / "programs" / "batch_fields.py"
    code = f"import sys; sys.argv = sys.argv[1:]; sys.argv.append({str(file)!r})\n"
    code += "import fulcrum, runpy; runpy.run_path(sys.argv[0], run_name='__main__')"
    process = run("-c", code, program)
    assert process.returncode == 0, process.stdout + process.stderr
    return pickle.loads(file.read_bytes())


def test_batches_equal_loops_in_every_field(answers):
    assert answers["unequal"] == []


def test_mistakes_are_the_errors_of_mujoco_batch(answers):
    found = {k.removeprefix("mistake: "): v for k, v in answers["answers"].items() if "mist" in k}
    other = {
        "IndexError": ["no such data", "no such error", "no such id", "no such model"],
        "KeyError": ["no such name"],
        "TypeError": ["half a simulation", "half a step", "no model", "other data"],
        "SimulationError": ["no direction"],
        "AttributeError": [
            *("an attribute of the arena", "no such attribute", "no such column"),
            *("set no such column", "set the size"),
        ],
        "FatalError": [
            *("another data", "another model", "constants and models", "fields and models"),
            *("models and fields", "no stage", "no stage to forward", "no steps"),
        ],
    }
    expected = {what: error for error, whats in other.items() for what in whats}
    assert {what: expected.get(what, "ValueError") for what in found} == found
    assert len(found) > 50


@pytest.mark.skipif(
    "FULCRUM_NEWER_MUJOCO" not in os.environ, reason="FULCRUM_NEWER_MUJOCO names no Python"
)
def test_answers_are_those_of_a_newer_mujoco(answers, tmp_path):
    """With an interpreter whose package mujoco has mujoco.batch: 3.17 or later."""
    command = [os.environ["FULCRUM_NEWER_MUJOCO"], HERE / "programs" / "batch_fields.py"]
    subprocess.run(
        [*command, tmp_path / "answers"], env=fresh_environment(), check=True, cwd=tmp_path
    )
    theirs = pickle.loads((tmp_path / "answers").read_bytes())
    assert theirs["unequal"] == []
    shared = answers["answers"].keys() & theirs["answers"].keys()
    assert len(shared) > 200
    ours, theirs = ({k: side["answers"][k] for k in shared} for side in (answers, theirs))
    assert not list(differences(ours, theirs))


def test_it_is_what_import_mujoco_batch_gives():
    import mujoco.batch

    assert mujoco.batch is batches and sys.modules["mujoco.batch"] is batches
    assert fulcrum.Batch is batches.Batch and batches.__spec__.name == "fulcrum.batch"
    assert {"Batch", "SimulationError", "DATA_FIELDS", "MODEL_FIELDS"} <= set(dir(mujoco.batch))


def test_the_engine_has_every_field_that_is_named_and_no_other():
    model = boxes()
    batch = fulcrum.Batch(model, 2)
    for name in batches.DATA_FIELDS:
        assert len(batch.bind(name)) == 2
    assert {name for name in dir(mujoco.MjData) if name in batches.DATA_FIELDS} > {"xpos", "qM"}
    for name in batches.MODEL_FIELDS:
        values = batch.expand(name)
        owner, _, field = name.rpartition(".")
        own = getattr(model.opt if owner else model, field)
        assert values.shape[1:] == np.shape(own), name
    fields = set(dir(mujoco.MjModel)) - batches.MODEL_FIELDS
    assert not {name for name in fields if name.startswith(("body_", "geom_", "jnt_", "dof_"))}


@pytest.mark.parametrize("nthread", [1, 2, 5])
def test_the_number_of_threads_changes_no_bit(nthread):
    model = boxes()
    batch = fulcrum.Batch(model, 9, nthread=nthread)
    assert batch.nthread == nthread
    batch.qvel = np.linspace(-1, 1, 9)[:, None]
    batch.step(nstep=40)
    for i in (0, 4, 8):
        data = mujoco.MjData(model)
        data.qvel[:] = np.linspace(-1, 1, 9)[i]
        mujoco.mj_step(model, data, 40)
        assert np.array_equal(batch.state[i], state_of(model, data))


def test_arrays_outlive_the_batch():
    batch = fulcrum.Batch(slider(), 3)
    batch.forward()
    engine = weakref.ref(batch._engine)
    kept = batch.qpos
    kept[:] = 7
    del batch
    gc.collect()
    assert (kept == 7).all() and engine() is not None
    del kept
    gc.collect()
    assert engine() is None


def test_attributes_that_would_be_mistakes_are_refused():
    batch = fulcrum.Batch(slider(), 2)
    with pytest.raises(AttributeError, match=r'use expand\("body_mass"\)'):
        batch.body_mass = 3
    with pytest.raises(ValueError, match="computed by every call"):
        batch.xpos = 3
    batch.note = "of the program"
    assert batch.note == "of the program"
    batch.state = 0.5
    assert (batch.state == 0.5).all()
    assert {"xpos", "step", "ctrl"} <= set(dir(batch))
    assert "mass" in dir(batch.body("cart"))


def test_one_number_per_simulation_for_a_field_of_one_number():
    batch = fulcrum.Batch(slider(), 3)
    batch.body("cart").mass = [1, 2, 3]
    assert batch.expand("body_mass")[:, 1].tolist() == [1, 2, 3]
    batch.joint("x").qvel = [4, 5, 6]
    assert batch.qvel[:, 0].tolist() == [4, 5, 6]


# ---------------------------------------------------------------- other libraries


def test_dlpack_shares_the_memory():
    batch = fulcrum.Batch(boxes(), 3)
    qpos = np.from_dlpack(batch.qpos)
    qpos[1] = 5
    assert np.shares_memory(qpos, batch.state) and (batch.qpos[1] == 5).all()
    xpos = np.from_dlpack(batch.bind("xpos", writable=True))
    batch.reset()
    assert np.array_equal(xpos, batch.xpos) and np.shares_memory(xpos, batch.xpos)
    assert not batch.xpos.flags.writeable
    mass = np.from_dlpack(batch.expand("body_mass"))
    mass[2] = 8
    assert (batch.expand("body_mass")[2] == 8).all()


# ---------------------------------------------------------------- failures


class Fragile(fulcrum.Passive):
    """Fails where the cart is."""

    name = "batch.fragile"
    velocity_dependent = False
    gain = fulcrum.parameter(1.0, low=0)

    def force(self, model, data, out):
        if data.qpos[0] > 5:
            raise ZeroDivisionError("the cart is gone")
        out.qfrc[0] += self.gain


fulcrum.register(Fragile)


@pytest.mark.parametrize("nthread", [1, 3])
def test_exceptions_of_python_modules_end_only_their_simulation(nthread):
    batch = fulcrum.Batch(slider(), 6, nthread=nthread)
    batch.bind_module("passive", "batch.fragile")
    batch.qpos[[1, 4]] = 9
    before = batch.state.copy()
    with pytest.raises(
        fulcrum.SimulationError, match=r"(?s)2 of 6 .*\(1, 4\).*ZeroDivisionError"
    ) as caught:
        batch.step()
    assert caught.value.ids.tolist() == [1, 4]
    assert batch.status.tolist() == [0, 1, 0, 0, 1, 0]
    assert "the cart is gone" in batch.error(4) and batch.error(0) == ""
    assert np.array_equal(batch.state[[1, 4]], before[[1, 4]])
    assert (batch.time[[0, 2, 3, 5]] == 0.01).all()
    with pytest.raises(ZeroDivisionError), fulcrum.original_errors():
        batch.step([1])
    batch.step([0])
    assert batch.status[0] == 0
    copied = pickle.loads(pickle.dumps(caught.value))
    assert copied.ids.tolist() == [1, 4] and str(copied) == str(caught.value)


def test_errors_of_rollouts_and_records():
    batch = fulcrum.Batch(slider(), 2)
    batch.bind_module("passive", "batch.fragile")
    batch.qvel[1], batch.qpos[1] = 200, 0
    with pytest.raises(fulcrum.SimulationError) as caught:
        batch.rollout(10, record=["qpos", "time"])
    assert caught.value.ids.tolist() == [1]
    assert batch.qpos[1, 0] == 0
    found = batch.rollout(3, record=["time"], ids=[0])["time"]
    assert found.shape == (1, 3)
    assert found[0] == pytest.approx([0.11, 0.12, 0.13])
    with pytest.raises(TypeError, match=r'like \["qpos"\]'):
        batch.rollout(3, record="qpos")


def test_a_batch_is_used_by_one_thread_at_a_time():
    batch = fulcrum.Batch(slider(), 2, nthread=1)
    said = []

    class Nosy(fulcrum.Passive):
        name = "batch.nosy"
        velocity_dependent = False

        def force(self, model, data, out):
            try:
                batch.step()
            except RuntimeError as error:
                said.append(str(error))

    fulcrum.register(Nosy)
    batch.bind_module("passive", "batch.nosy")
    batch.step()
    assert said and all("in use" in text for text in said)


def test_a_forked_process_is_told_to_make_its_own():
    batch = fulcrum.Batch(slider(), 2)
    saved = pickle.dumps(batch)
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            batch.step()
            said = b"nothing"
        except RuntimeError as error:
            said = str(error).encode()
        other = pickle.loads(saved)
        other.step()
        os.write(writer, said + b" %g" % other.time[0])
        os._exit(0)
    os.close(writer)
    assert b"before the process was forked" in (text := os.read(reader, 4000))
    assert text.endswith(b"0.01")
    os.waitpid(child, 0)
    batch.step()


def test_global_callbacks_of_python_are_refused_and_those_of_the_batch_called():
    model = slider()
    batch = fulcrum.Batch(model, 4, nthread=2)
    mujoco.set_mjcb_passive(lambda m, d: None)
    try:
        with pytest.raises(ValueError, match="set_mjcb_passive.*Batch.callbacks"):
            batch.step()
    finally:
        mujoco.set_mjcb_passive(None)

    def passive(m, d):
        if d.qpos[0] > 5:
            raise KeyError("too far")
        d.qfrc_passive[0] += 2 * m.body_mass[1]

    with batch.callbacks(passive=passive):
        batch.forward()
        assert batch.nsim == 4
        batch.bind("qacc")
        batch.qpos[2] = 6
        with pytest.raises(fulcrum.SimulationError, match="(?s)passive.*KeyError"):
            batch.forward()
        with pytest.raises(pickle.PicklingError, match="callbacks"):
            pickle.dumps(batch)
        with pytest.raises(RuntimeError, match="callbacks already"), batch.callbacks():
            pass
    assert batch.qacc[:, 0].tolist() == [2, 2, 0, 2]
    batch.forward()
    assert (batch.qacc == 0).all()
    with (
        pytest.raises(fulcrum.FulcrumError, match='did you mean "passive"'),
        batch.callbacks(pasive=passive),
    ):
        pass


# ---------------------------------------------------------------- functions of Python


def test_apply_calls_a_function_for_each_simulation():
    batch = fulcrum.Batch(slider(), 5)
    seen = {}

    def function(model, data, sim):
        seen[sim] = float(data.qpos[0])
        data.qpos[0] += 1
        if sim == 3:
            raise LookupError("three")

    batch.qpos = np.arange(5)[:, None]
    batch.apply(lambda model, data, sim: seen.setdefault(sim, model.nq), ids=[1, 2])
    assert seen == {1: 1, 2: 1}
    with pytest.raises(fulcrum.SimulationError, match="1 of 5.*LookupError: three") as caught:
        batch.apply(function, save=True)
    assert isinstance(caught.value.__cause__, LookupError) and caught.value.ids.tolist() == [3]
    assert seen == dict(enumerate(range(5)))
    assert batch.qpos[:, 0].tolist() == [1, 2, 3, 3, 5]


def test_an_error_of_the_engine_in_a_function_is_an_exception_there():
    batch = fulcrum.Batch(slider(), 2)
    library = fulcrum.library()
    with pytest.raises(fulcrum.SimulationError, match="FatalError: bad thing"):
        batch.apply(lambda model, data, sim: library.mju_error(b"bad thing"))
    batch.step()


# ---------------------------------------------------------------- modules and parameters


def test_modules_and_parameters_differ_between_simulations():
    model = boxes()
    batch = fulcrum.Batch(model, 4)
    batch.bind_module("solver", "cg", [1, 3])
    assert [batch.bound_module("solver", i) for i in range(4)] == ["newton", "cg"] * 2
    batch.bind_module("contact_model", "hunt_crossley", [2, 3])
    stiffness = batch.parameters("hunt_crossley")["stiffness"]
    default = fulcrum.parameters(model, "hunt_crossley")["stiffness"]
    assert stiffness.tolist() == [default] * 4
    batch.parameters("hunt_crossley")["stiffness"] = [1e4, 2e4, 3e4, 4e4]
    batch.step(nstep=30)
    for i in range(4):
        own = boxes()
        fulcrum.parameters(own, "hunt_crossley")["stiffness"] = 1e4 * (i + 1)
        data = mujoco.MjData(own)
        if i in (1, 3):
            fulcrum.bind(own, data, "solver", "cg")
        if i in (2, 3):
            fulcrum.bind(own, data, "contact_model", "hunt_crossley")
        mujoco.mj_step(own, data, 30)
        state = state_of(own, data)
        assert np.array_equal(batch.state[i, : len(state)], state), i
        one = batch.get_data(i)
        assert fulcrum.bound(one.model, one, "solver") == ("cg" if i % 2 else "newton")
    batch.unbind_module("solver")
    assert batch.bound_module("solver", 1) == "newton"


def test_wrong_modules_and_parameters_are_refused():
    batch = fulcrum.Batch(slider(), 2)
    with pytest.raises(fulcrum.FulcrumError, match='did you mean "solver"'):
        batch.bind_module("solvr", "pgs")
    with pytest.raises(fulcrum.FulcrumError, match="newtn"):
        batch.bind_module("solver", "newtn")
    with pytest.raises(ValueError, match="ids must be"):
        batch.bind_module("solver", "pgs", [7])
    with pytest.raises(IndexError):
        batch.bound_module("solver", 2)
    with pytest.raises(fulcrum.FulcrumError, match='did you mean "batch.fragile"'):
        batch.parameters("batch.fragil")
    values = batch.parameters("batch.fragile")
    with pytest.raises(fulcrum.FulcrumError, match='"gian"; did you mean "gain"'):
        values["gian"]
    with pytest.raises(fulcrum.FulcrumError, match="gain must be from 0 .*, -1 is not"):
        values["gain"] = -1
    with pytest.raises(ValueError, match="broadcast"):
        values["gain"] = [1, 2, 3]
    values["gain"] = [3, 4]
    assert list(values) == ["gain"] and values["gain"].tolist() == [3, 4]
    del values["gain"]
    assert values["gain"].tolist() == [1, 1]


def test_state_of_modules_is_at_the_end_of_the_rows():
    model = boxes()
    assert fulcrum.Batch(model, 3).module_state.shape == (3, 0)
    batch = fulcrum.Batch(model, 3)
    plain = batch.nstate
    batch.bind_module("contact_model", "bristle", [1])
    batch.qvel = 0.3
    batch.step(nstep=4)
    assert batch.nstate > plain and batch.module_state.shape == (3, batch.nstate - plain)
    assert batch.module_state[1].any() and not batch.module_state[[0, 2]].any()
    assert np.shares_memory(batch.module_state, batch.state)
    data = batch.get_data(1)
    mujoco.mj_step(model, data)
    batch.step()
    assert np.array_equal(batch.state[1, :plain], state_of(model, data))


class Counter(fulcrum.Passive):
    """Keeps memory of its own."""

    name = "batch.counter"
    velocity_dependent = False
    memory_size = 1

    def force(self, model, data, out):
        self.memory[0] += 1
        out.qfrc[0] += self.memory[0]


fulcrum.register(Counter)


def test_modules_with_memory_need_an_mjdata_for_each_simulation():
    with pytest.raises(fulcrum.FulcrumError, match="batch.counter.*persistent=True"):
        fulcrum.Batch(slider(), 3).bind_module("passive", "batch.counter")
    batch = fulcrum.Batch(slider(), 3, nthread=1, persistent=True)
    batch.bind_module("passive", "batch.counter")
    batch.bind("qfrc_passive")
    batch.step(nstep=2)
    batch.step([1])
    assert batch.qfrc_passive[:, 0].tolist() == [2, 3, 2]


# ---------------------------------------------------------------- in flight, progress, Ctrl-C


@pytest.mark.parametrize("nthread", [1, 3])
def test_simulations_in_flight(nthread):
    model = boxes()
    batch = fulcrum.Batch(model, 6, nthread=nthread)
    batch.send(nstep=3)
    left = set(range(6))
    assert batch.in_flight == 6
    with pytest.raises(fulcrum.FulcrumError):
        batch.send([0])
    with pytest.raises(mujoco.FatalError):
        batch.step()
    with pytest.raises(pickle.PicklingError, match="6 simulations of the batch are in flight"):
        pickle.dumps(batch)
    rounds = {i: 1 for i in left}
    while left:
        taken = batch.receive(least=2, most=3)
        assert 1 <= len(taken) <= 3
        again = sorted(i for i in taken.tolist() if rounds[i] < 4)
        for i in again:
            rounds[i] += 1
        if again:
            batch.send(again, nstep=3)
        left -= set(taken.tolist()) - set(again)
    assert batch.in_flight == 0 and batch.receive().size == 0
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 12)
    assert np.array_equal(batch.state, [state_of(model, data)] * 6)
    with pytest.raises(ValueError, match="from 3 to 2"):
        batch.receive(3, 2)


def test_failures_in_flight_tell_what_was_received():
    batch = fulcrum.Batch(slider(), 4, nthread=2)
    batch.bind_module("passive", "batch.fragile")
    batch.qpos[2] = 9
    batch.send()
    with pytest.raises(fulcrum.SimulationError) as caught:
        batch.receive(least=4)
    assert caught.value.ids.tolist() == [2]
    assert sorted(caught.value.received) == [0, 1, 2, 3]


def test_progress_and_cancellation():
    batch = fulcrum.Batch(boxes(), 40, nthread=2)
    calls = []
    batch.progress = lambda done, total: calls.append((done, total))
    batch.step(nstep=10)
    assert calls[-1] == (400, 400)
    assert all(a[0] <= b[0] for a, b in zip(calls, calls[1:], strict=False))

    batch.progress = lambda done, total: done < total
    before = batch.state.copy()
    with pytest.raises(fulcrum.SimulationError, match="cancelled"):
        batch.step(nstep=4000)
    cancelled = batch.status == 2
    assert cancelled.any() and np.array_equal(batch.state[cancelled], before[cancelled])

    def fails(done, total):
        raise LookupError("progress")

    batch.progress = fails
    with pytest.raises(LookupError, match="progress"):
        batch.step()
    batch.progress = None
    batch.step()
    with pytest.raises(TypeError, match="progress"):
        batch.progress = 3
    assert fulcrum.Batch(slider(), 2, progress=fails).progress is fails


def test_another_thread_can_cancel():
    batch = fulcrum.Batch(boxes(), 64, nthread=2)
    threading.Timer(0.3, batch.cancel).start()
    begin = time.monotonic()
    with pytest.raises(fulcrum.SimulationError, match="cancelled"):
        batch.step(nstep=100_000)
    assert time.monotonic() - begin < 20
    batch.step()


CTRL_C = """
import sys
import fulcrum
import mujoco
model = mujoco.MjModel.from_xml_string(sys.argv[1])
batch = fulcrum.Batch(model, int(sys.argv[2]), nthread=int(sys.argv[3]))
print("ready", flush=True)
try:
    while True:
        batch.step(nstep=20_000)
except KeyboardInterrupt:
    assert (batch.status == 2).any()
    batch.step()
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(("nsim", "nthread"), [(60, 1), (60, 2)])
def test_ctrl_c_ends_a_call(nsim, nthread):
    xml = SLIDER.format(integrator="Euler", extension="", rest="")
    process = subprocess.Popen(
        [sys.executable, "-c", CTRL_C, xml, str(nsim), str(nthread)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=fresh_environment(),
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert output == "interrupted\n", errors


# ---------------------------------------------------------------- pickling


@pytest.mark.parametrize("persistent", [False, True])
def test_a_pickled_batch_continues_with_the_same_bits(persistent):
    batch = fulcrum.Batch(boxes(), 5, persistent=persistent)
    batch.bind_module("contact_model", "hunt_crossley", [1, 2])
    batch.bind_module("contact_model", "bristle", [4])
    batch.bind_module("solver", "cg", [2])
    batch.parameters("hunt_crossley")["stiffness"] = np.linspace(1e4, 5e4, 5)
    batch.expand("geom_friction")[3] *= 0.5
    batch.expand("body_mass")[4] *= 2
    batch.set_const()
    batch.bind("xpos")
    batch.label = "mine"
    batch.qvel = np.linspace(-1, 1, 5)[:, None]
    batch.step(nstep=10)
    batch.warning[2, 3] = 7
    other = pickle.loads(pickle.dumps(batch))
    assert type(other) is fulcrum.Batch and other.label == "mine"
    assert (other.nsim, other.persistent) == (5, persistent)
    assert np.array_equal(other.xpos, batch.xpos) and other.xpos.any()
    assert np.array_equal(other.warning, batch.warning)
    assert other.bound_module("contact_model", 2) == "hunt_crossley"
    for each in (batch, other):
        each.step(nstep=20)
    assert np.array_equal(other.state, batch.state) and np.array_equal(other.xpos, batch.xpos)
    assert np.array_equal(other.module_state, batch.module_state) and batch.module_state.any()


def test_models_of_the_program_are_pickled_too():
    models = [boxes() for _ in range(3)]
    for i, model in enumerate(models):
        model.opt.gravity[2] = -i
    batch = fulcrum.Batch(models[0], 3)
    batch.set_models(models)
    other = pickle.loads(pickle.dumps(batch))
    for each in (batch, other):
        each.step(nstep=5)
    assert np.array_equal(other.state, batch.state)
    assert len(set(batch.qvel[:, 2])) == 3


def test_a_batch_that_needs_a_missing_module_says_where_it_came_from(tmp_path):
    batch = fulcrum.Batch(slider(), 2)
    batch.bind_module("passive", "batch.fragile")
    (tmp_path / "batch").write_bytes(pickle.dumps(batch))
    code = f"import pickle; pickle.load(open({str(tmp_path / 'batch')!r}, 'rb'))"
    process = run("-c", code)
    assert process.returncode and "batch.fragile" in process.stderr
    assert "it came from module" in process.stderr and "add_module_path" in process.stderr


# ---------------------------------------------------------------- what it reports


def test_what_it_reports():
    used = sorted(os.sched_getaffinity(0))[:1]
    batch = fulcrum.Batch(slider(), 4, nthread=2, cpu_ids=used)
    assert batch.processors == used * 2
    assert batch.nbytes >= batch.state.nbytes
    before = batch.nbytes
    batch.bind("xpos")
    assert batch.nbytes >= before + batch.xpos.nbytes
    assert repr(batch) == "<Batch of 4 simulations, 2 threads>"
    for wrong in ([], [100000], [-1]):
        with pytest.raises(ValueError, match="cpu|processor"):
            fulcrum.Batch(slider(), 4, cpu_ids=wrong)
    with pytest.raises(TypeError):
        fulcrum.Batch(slider(), 4, cpu_ids=["a"])
