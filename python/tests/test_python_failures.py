# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What happens when Python modules fail, are registered again, and run on several threads."""

import ctypes
import gc
import subprocess
import sys
import threading

import mujoco
import mujoco.rollout
import numpy as np
import pytest
from lab import BOXES, SLIDER, load

import fulcrum

# ---------------------------------------------------------------- errors


def failing(base, method, **members):
    """A class of which one method raises while `broken` is set."""

    def body(self, *arguments):
        if type(self).broken:
            raise ZeroDivisionError("no division of the air")

    name = f"fail.{base.__name__.lower()}_{method}"
    return fulcrum.register(
        type(
            f"Failing{base.__name__}",
            (base,),
            {"name": name, "broken": False, method: body, **members},
        )
    )


KINDS = [
    (fulcrum.Sensor, "compute", {}, {"rest": "<sensor><NAME/></sensor>"}),
    (fulcrum.Actuator, "force", {}, {"rest": '<actuator><NAME joint="x"/></actuator>'}),
    (
        fulcrum.Gain,
        "gain",
        {},
        {"rest": '<actuator><general joint="x" gaintype="NAME"/></actuator>'},
    ),
    (
        fulcrum.Bias,
        "bias",
        {},
        {"rest": '<actuator><general joint="x" biastype="NAME"/></actuator>'},
    ),
    (
        fulcrum.Dynamics,
        "rates",
        {},
        {"rest": '<actuator><general joint="x" dyntype="NAME"/></actuator>'},
    ),
    (fulcrum.Passive, "force", {"velocity_dependent": False}, "passive"),
    (fulcrum.Passive, "active", {"force": lambda *a: None, "velocity_dependent": False}, "passive"),
    (fulcrum.ContactModel, "position", {}, "contact_model"),
    (fulcrum.ContactModel, "velocity", {}, "contact_model"),
    (fulcrum.Solver, "solve", {}, "solver"),
    (fulcrum.PostSolver, "improve", {}, "post_solver"),
    (fulcrum.Stage, "run", {"where": "smooth"}, "stage"),
    (fulcrum.Probe, "observe", {"where": "smooth"}, "probe"),
]


@pytest.mark.parametrize(
    "base, method, members, use", KINDS, ids=[f"{kind[0].__name__}.{kind[1]}" for kind in KINDS]
)
def test_an_exception_ends_the_step_and_names_everything(base, method, members, use):
    cls = failing(base, method, **members)
    if isinstance(use, dict):
        model, data = load(
            SLIDER, **{key: text.replace("NAME", cls.name) for key, text in use.items()}
        )
    else:
        model, data = load(BOXES)
        fulcrum.bind(model, data, use, cls.name)
    for _ in range(2):  # the simulation goes on after it
        cls.broken = True
        with pytest.raises(mujoco.FatalError) as caught:
            mujoco.mj_step(model, data)
        text = str(caught.value)
        assert f"{cls.__name__}.{method}" in text or f"{cls.__name__}.force" in text, text
        assert cls.name in text and "ZeroDivisionError: no division of the air" in text
        assert "test_python_failures.py:" in text and "raise ZeroDivisionError" in text
        assert isinstance(fulcrum.last_exception(), ZeroDivisionError)
        with pytest.raises(ZeroDivisionError, match="no division") as original:
            with fulcrum.original_errors():
                mujoco.mj_step(model, data)
        assert isinstance(original.value.__cause__, mujoco.FatalError)
        cls.broken = False
        mujoco.mj_resetData(model, data)
        if base not in (fulcrum.Solver, fulcrum.ContactModel):
            mujoco.mj_step(model, data)


def test_long_messages_are_cut_and_odd_ones_survive():
    class Odd(Exception):
        def __str__(self):
            raise RuntimeError("cannot be printed")

    @fulcrum.register
    class Talker(fulcrum.Sensor):
        name = "fail.talker"

        def compute(self, model, data, out):
            if what:
                raise what[0]

    what = []
    model, data = load(SLIDER, rest="<sensor><fail.talker/></sensor>")
    for error in (
        ValueError("x" * 5000),
        ValueError("100 % of %s\0 and \u00fc" * 40),
        Odd(),
    ):
        what[:] = [error]
        with pytest.raises(mujoco.FatalError, match=type(error).__name__):
            mujoco.mj_step(model, data)


INTERRUPTED = """
import fulcrum, mujoco, os, signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored by what runs in the background
class S(fulcrum.Sensor):
    name = "end.s"
    def compute(self, m, d, out):
        if d.time > 0:
            BODY
fulcrum.register(S)
m = mujoco.MjModel.from_xml_string("<mujoco><sensor><end.s/></sensor><worldbody/></mujoco>")
d = mujoco.MjData(m)
caught = []
def run():
    while True:
        try:
            mujoco.mj_step(m, d)
            for _ in range(10):  # where an interrupt may come
                pass
        except mujoco.FatalError as error:
            caught.append(str(error))
            d.time = 0
def control(m, d):
    if d.time > 0:
        BODY
try:
    CALL
except KeyboardInterrupt:
    print("interrupted", len(caught), d.time > 0)
"""


@pytest.mark.parametrize("call", ["run()", "callback"])
@pytest.mark.parametrize("body", ["raise KeyboardInterrupt", "sys.exit(3)"])
def test_what_is_no_error_reaches_the_main_thread(body, call):
    script = INTERRUPTED.replace("BODY", body if call == "run()" else "pass", 1)
    script = script.replace("BODY", body).replace("CALL", call)
    if call == "callback":
        script = script.replace(
            "    callback\n", "    with fulcrum.callbacks(m, d, control=control):\n        run()\n"
        )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.startswith("interrupted 0 "), done.stdout + done.stderr
    assert done.stderr == "" and done.returncode == 0


def test_an_interrupt_that_nobody_catches_ends_the_program():
    script = INTERRUPTED.replace("BODY", "raise KeyboardInterrupt").replace("CALL", "run()")
    script = script.replace("except mujoco.FatalError", "except ZeroDivisionError")
    script = script.replace("except KeyboardInterrupt", "except ZeroDivisionError")
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.returncode != 0 and done.stdout == ""
    assert done.stderr.rstrip().endswith("\nKeyboardInterrupt"), done.stderr


# the signal comes anywhere, most often where C enters Python
def test_ctrl_c_ends_a_loop_of_steps_wherever_it_comes():
    script = INTERRUPTED.replace("BODY", "sum(range(300))").replace(
        "CALL",
        "threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start(); run()",
    )
    for _ in range(4):
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
        )
        assert done.stdout.startswith("interrupted "), done.stdout + done.stderr
        assert done.stderr == "" and done.returncode == 0


def test_errors_of_shapes_and_constant_arrays_are_python_errors():
    @fulcrum.register
    class Clumsy(fulcrum.Sensor):
        name = "fail.clumsy"
        dimension = 2
        gain = fulcrum.parameter(1.0)

        def compute(self, model, data, out):
            if how:
                how[0](self, model, data, out)

    how = []
    model, data = load(SLIDER, rest="<sensor><fail.clumsy/></sensor>")

    def assign_parameter(self, model, data, out):
        self.gain = 2

    def assign_model(self, model, data, out):
        model.opt.timestep = 3

    def write_model(self, model, data, out):
        model.geom_size[0] = 3

    def three_numbers(self, model, data, out):
        out[:] = 1, 2, 3

    for function, words in (
        (assign_parameter, "AttributeError: gain is a parameter"),
        (assign_model, "AttributeError: StructView is constant"),
        (write_model, "ValueError: assignment destination is read-only"),
        (three_numbers, "ValueError: could not broadcast"),
    ):
        how[:] = [function]
        with pytest.raises(mujoco.FatalError, match=words):
            mujoco.mj_step(model, data)


def test_classes_that_cannot_be_modules_are_refused():
    def refused(words, **members):
        members = {"name": "fail.x", "compute": lambda *a: None, **members}
        with pytest.raises(fulcrum.FulcrumError, match=words):
            fulcrum.register(type("Wrong", (fulcrum.Sensor,), members))

    refused("a name with a dot in it", name="wind")
    refused("a name with a dot in it", name=None)
    refused("dimension must be an int", dimension=0)
    refused('stage is "velocty"; did you mean "velocity"', stage="velocty")
    refused('attach is "sight".*possible are', attach="sight")
    refused("datatype", datatype="complex")
    with pytest.raises(fulcrum.FulcrumError, match="lacks the method compute"):
        fulcrum.register(type("Wrong", (fulcrum.Sensor,), {"name": "fail.x"}))
    with pytest.raises(fulcrum.FulcrumError, match="must name a stage"):
        fulcrum.register(type("Wrong", (fulcrum.Stage,), {"name": "fail.x", "run": lambda s: 0}))
    with pytest.raises(TypeError, match="register takes classes"):
        fulcrum.register(3)
    for arguments, words in (
        (dict(default=1.0, low=2, high=1), "must not be empty"),
        (dict(default="a", keywords=("b",)), 'default "a"'),
        (dict(default=(1, 2)), "one number"),
        (dict(length=0), "at least one"),
        (dict(element="sight"), "no type of element"),
    ):
        with pytest.raises(fulcrum.FulcrumError, match=words):
            fulcrum.parameter(**arguments)
    assert "fail.x" not in [module.name for module in fulcrum.modules()]


def test_a_place_that_does_not_exist_is_told_when_it_is_bound():
    fulcrum.register(
        type(
            "Lost",
            (fulcrum.Stage,),
            {"name": "fail.lost", "where": "smoothe", "run": lambda *a: None},
        )
    )
    model, data = load(SLIDER)
    with pytest.raises(fulcrum.FulcrumError, match="smoothe"):
        fulcrum.bind(model, data, "stage", "fail.lost")


# ---------------------------------------------------------------- lifetime


def number(value):
    return type(
        "Number",
        (fulcrum.Sensor,),
        {"name": "life.number", "compute": lambda self, m, d, out: value},
    )


def test_registered_again_it_replaces_the_code_for_what_is_bound_later():
    fulcrum.register(number(1))
    model, data = load(SLIDER, rest="<sensor><life.number/></sensor>")
    mujoco.mj_forward(model, data)
    assert data.sensordata[0] == 1
    fulcrum.register(number(2))
    other = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    mujoco.mj_forward(model, other)
    assert (data.sensordata[0], other.sensordata[0]) == (1, 2)
    assert [module.name for module in fulcrum.modules()].count("life.number") == 1
    former = [
        module
        for module in fulcrum.modules(refused=True)
        if module.name == "life.number" and module.refused
    ]
    assert "was replaced by one that was registered later" in former[0].status


def test_classes_and_functions_are_kept_alive():
    def scope():
        fulcrum.register(
            type(
                "Short",
                (fulcrum.Sensor,),
                {
                    "name": "life.short",
                    "memory_size": 3,
                    "compute": lambda self, m, d, out: d.time + len(self.memory),
                },
            )
        )

    scope()
    for _ in range(30):
        gc.collect()
        model, data = load(SLIDER, rest="<sensor><life.short/></sensor>")
        data.time = 2
        mujoco.mj_forward(model, data)
        assert data.sensordata[0] == 5
        del model, data


def test_views_follow_models_of_other_sizes_at_the_same_place():
    @fulcrum.register
    class Sizes(fulcrum.Sensor):
        name = "life.sizes"

        def compute(self, model, data, out):
            assert data.qpos.shape == (model.nq,) and model.geom_size.shape == (model.ngeom, 3)
            out[0] = data.qpos.sum() + 100 * model.ngeom

    for n in list(range(1, 12)) * 3:
        bodies = "".join(
            f'<body><joint type="slide"/><geom size=".1" mass="{i + 1}"/></body>' for i in range(n)
        )
        model = mujoco.MjModel.from_xml_string(
            f"<mujoco><worldbody>{bodies}</worldbody><sensor><life.sizes/></sensor></mujoco>"
        )
        data = mujoco.MjData(model)
        data.qpos[:] = 2
        mujoco.mj_forward(model, data)
        assert data.sensordata[0] == 102 * n
        again = mujoco.MjData(model)
        mujoco.mj_copyData(again, model, data)
        mujoco.mj_forward(model, again)
        assert again.sensordata[0] == 102 * n
        del model, data, again


# ---------------------------------------------------------------- threads


@fulcrum.register
class Busy(fulcrum.Sensor):
    """Its own count of calls, and the thread's velocity."""

    name = "life.busy"
    dimension = 2
    memory_size = 1

    def compute(self, model, data, out):
        self.memory[0] += 1
        threads.add(threading.get_native_id())
        out[:] = self.memory[0], data.qvel[0]


threads = set()


def test_several_threads_step_at_the_same_time():
    threads.clear()
    model = load(SLIDER, rest="<sensor><life.busy/></sensor>")[0]
    results = {}

    def run(k):
        data = mujoco.MjData(model)
        data.qvel[0] = k
        for _ in range(200):
            mujoco.mj_step(model, data)
        results[k] = list(data.sensordata)

    workers = [threading.Thread(target=run, args=(k,)) for k in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert results == {k: [200, k] for k in range(6)} and len(threads) >= 2


def test_rollouts_call_python_from_their_threads():
    threads.clear()
    model, _ = load(SLIDER, rest="<sensor><life.busy/></sensor>")
    datas = [mujoco.MjData(model) for _ in range(3)]
    full = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    start = np.zeros((9, full))
    start[:, 2] = np.arange(9)
    _, sensors = mujoco.rollout.rollout([model] * 9, datas, start, nstep=20)
    assert np.allclose(sensors[:, -1, 1], np.arange(9)) and len(threads) >= 2


def test_an_error_in_one_thread_leaves_the_others_alone():
    cls = failing(fulcrum.Sensor, "compute")
    model, _ = load(SLIDER, rest=f"<sensor><{cls.name}/><life.busy/></sensor>")
    caught, counts = [], []

    def run():
        data = mujoco.MjData(model)
        for _ in range(50):
            try:
                mujoco.mj_step(model, data)
                counts.append(1)
            except mujoco.FatalError as error:
                caught.append(str(error))

    cls.broken = True
    workers = [threading.Thread(target=run) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    cls.broken = False
    assert len(caught) == 200 and not counts and all("ZeroDivisionError" in text for text in caught)


def test_a_program_that_ends_while_modules_are_bound_ends():
    script = """
import fulcrum, mujoco
class S(fulcrum.Sensor):
    name = "end.s"
    def compute(self, m, d, out): out[0] = 1
fulcrum.register(S)
m = mujoco.MjModel.from_xml_string("<mujoco><sensor><end.s/></sensor><worldbody/></mujoco>")
d = mujoco.MjData(m)
mujoco.mj_step(m, d)
print(d.sensordata[0])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout.strip()) == (0, "1.0"), done.stderr


def test_no_copies_are_made():
    @fulcrum.register
    class Same(fulcrum.Sensor):
        name = "life.same"

        def compute(self, model, data, out):
            seen[:] = data.qpos, model.geom_size, data.contact, data.efc_force, out

    seen = []
    owner, theirs = load(BOXES.replace("</mujoco>", "<sensor><life.same/></sensor></mujoco>"))
    mujoco.mj_forward(owner, theirs)
    expected = (
        theirs.qpos,
        owner.geom_size,
        theirs.contact.dist,
        theirs.efc_force,
        theirs.sensordata,
    )
    assert theirs.ncon and all(np.shares_memory(ours, other) for ours, other in zip(seen, expected))


def test_islands_are_solved_in_python_by_the_threads_of_a_pool():
    from fulcrum._host import library

    @fulcrum.register
    class Islands(fulcrum.Solver):
        name = "life.islands"
        islands = True

        def solve(self, p):
            used.add(threading.get_native_id())
            found.add(p.island)
            Ma = p.mul_M(p.qacc)
            p.update(p.jar)
            for _ in range(20):
                g = Ma - p.qfrc_smooth - p.qfrc_constraint
                step = -p.solve_M(g)
                alpha, stat = p.line_search(step, Ma, p.jar)
                if alpha == 0:
                    break
                p.qacc[:] += alpha * step
                Ma -= alpha * g
                p.jar[:] += alpha * p.mul_J(step)
                p.update(p.jar)
                p.record(stat)

    bodies = "".join(
        f'<body pos="{x} 0 .095"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        for x in range(6)
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><worldbody><geom type="plane" size="9 9 .1"/>{bodies}</worldbody></mujoco>'
    )
    used, found, results = set(), set(), []
    create, attach, destroy = (
        library()[name]
        for name in ("mju_threadPoolCreate", "mju_bindThreadPool", "mju_threadPoolDestroy")
    )
    create.restype, create.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    attach.argtypes, destroy.argtypes = [ctypes.c_void_p] * 2, [ctypes.c_void_p]
    for workers in (0, 3):
        data = mujoco.MjData(model)
        pool = create(workers) if workers else None
        if pool:
            attach(data._address, pool)
        fulcrum.bind(model, data, "solver", "life.islands")
        for _ in range(30):
            mujoco.mj_step(model, data)
        results.append(data.qpos.copy())
        if pool:
            fulcrum.view(model, data).threadpool = 0
            destroy(pool)
    assert np.array_equal(*results) and len(found) == 6 and len(used) > 1


def test_a_failure_of_memory_size_is_told_when_the_module_is_used():
    class Hungry(fulcrum.Stage):
        name = "fail.hungry"
        where = "smooth"

        def memory_size(model):
            raise LookupError(f"nothing is known of {model.nv} dofs")

        def run(self, model, data):
            pass

    fulcrum.register(Hungry)
    model, data = load(SLIDER)
    fulcrum.bind(model, data, "stage", "fail.hungry")
    with pytest.raises(mujoco.FatalError, match="LookupError: nothing is known of 1 dofs"):
        mujoco.mj_step(model, data)
