# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What the objects of the package do: models, data, scenes, rollouts, threads.  objects.py FILE"""

import copy
import os
import pickle
import resource
import sys
import tempfile
import threading

import mujoco
import numpy as np
import zoo
from answers import Caller, error_of, fields, plain
from mujoco import minimize, rollout

call = Caller()
note = call.note
m = zoo.model()
d = zoo.data(m)
FULL = int(mujoco.mjtState.mjSTATE_FULLPHYSICS)


def models():
    note("model", fields(m))
    image = pickle.dumps(m)
    for name, other in (("pickled", pickle.loads(image)), ("copied", copy.copy(m)),
                        ("deeply copied", copy.deepcopy(m))):  # fmt: skip
        note(f"{name} model", fields(other))
        note(f"{name} model is another", other.qpos0.ctypes.data != m.qpos0.ctypes.data)
    note("damaged", error_of(pickle.loads, image[:-2000]))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "zoo")
        mujoco.mj_saveModel(m, path + ".mjb", None)
        mujoco.mj_saveLastXML(path + ".xml", m)
        note("binary", fields(mujoco.MjModel.from_binary_path(path + ".mjb")))
        note("from xml", fields(mujoco.MjModel.from_xml_path(path + ".xml")))
        with open(path + ".mjb", "rb") as file:
            binary = file.read()
        note("asset", fields(mujoco.MjModel.from_binary_path("a.mjb", {"a.mjb": binary})))
        with open(path + ".mjb", "wb") as file:
            file.write(binary[: len(binary) // 2])
        for name in (".mjb", ".none", ".xml/x"):
            note(f"cannot load {name}", error_of(mujoco.MjModel.from_binary_path, path + name))
            note(f"cannot read {name}", error_of(mujoco.MjModel.from_xml_path, path + name))
    note("default", fields(mujoco.MjOption()))
    shape = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    text = (
        "<mujoco><include file='rest.xml'/><asset><mesh file='a.obj'/></asset><worldbody>"
        "<geom type='mesh' mesh='a'/></worldbody></mujoco>"
    )
    rest = b"<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
    assets = {"rest.xml": rest, "a.obj": shape}
    note("assets", fields(mujoco.MjModel.from_xml_string(text, assets)))
    inside = {"t.xml": text.encode(), **assets}
    note("a path among assets", fields(mujoco.MjModel.from_xml_path("t.xml", inside)))
    for wrong in ({"rest.xml": rest}, {"a.obj": shape}, {**assets, "a.obj": b"v 1"}, {"x": 3}):
        note(f"wrong assets {sorted(wrong)} {len(str(wrong))}",
             error_of(mujoco.MjModel.from_xml_string, text, wrong))  # fmt: skip
    for text in ("", "<mujoco>", "<mujoco><option x='1'/></mujoco>", "<worldbody/>"):
        note(f"text {text}", error_of(mujoco.MjModel.from_xml_string, text))


def data():
    note("data", fields(d))
    for name, other in (("pickled", pickle.loads(pickle.dumps(d))), ("copied", copy.copy(d)),
                        ("deeply copied", copy.deepcopy(d))):  # fmt: skip
        note(f"{name} data", fields(other))
        mujoco.mj_step(other.model, other, 5)
        note(f"{name} data on", [other.qpos, other.time, other.contact.dist])
    pair = pickle.loads(pickle.dumps((m, d)))
    mujoco.mj_step(*pair)
    note("pair", [pair[1].qpos, pair[1].model is pair[0]])
    note("no model", error_of(mujoco.MjData, None))
    for i, contact in enumerate(d.contact[:3]):
        note(f"contact {i}", fields(contact))
    note("contact 1000", error_of(lambda: d.contact[1000]))
    note("wrong size", error_of(setattr, d, "qpos", np.zeros(3)))


def by_name():
    for kind in ("actuator", "body", "cam", "equality", "geom", "hfield", "joint", "key", "light",
                 "mat", "mesh", "numeric", "pair", "exclude", "sensor", "site", "skin", "tendon",
                 "tex", "text", "tuple"):  # fmt: skip
        for side, place in (("model", m), ("data", d)):
            find = getattr(place, kind, None)
            if find is None:
                continue
            try:
                found = find(0)
            except Exception as error:
                note(f"{kind} 0 of {side}", type(error).__name__)
                continue
            names = [n for n in dir(found) if not n.startswith("_")]
            note(f"{kind} 0 of {side}", {n: plain(getattr(found, n)) for n in names})
            note(f"{kind} by name of {side}", find(found.name).id if found.name else None)
            note(f"{kind} unknown in {side}", error_of(find, "no such name"))
            note(f"{kind} 1000 of {side}", error_of(find, 1000))
    d.joint("bend").qpos[:] = 0.25
    m.geom("ball").rgba[:] = [1, 0, 1, 0.5]
    note("written", [d.qpos, m.geom_rgba])
    spec = mujoco.MjSpec.from_string(zoo.ZOO)
    model = spec.compile()
    state = mujoco.MjData(model)
    body, joint = spec.body("lower"), spec.joint("bend")
    state.bind(joint).qpos = 0.5
    mujoco.mj_forward(model, state)
    note("bound", [model.bind(body).mass, state.bind(body).xpos, state.bind(joint).qpos])
    note("bound to many", [model.bind(spec.geoms[:5]).size, state.bind(spec.sites).xpos])
    note("bound to another", error_of(model.bind, mujoco.MjSpec().worldbody))


def visual():
    for kind in ("MjvCamera", "MjvOption", "MjvPerturb", "MjvFigure", "MjvGLCamera", "MjvGeom",
                 "MjvLight", "MjOption", "MjLROpt", "MjSolverStat", "MjTimerStat",
                 "MjWarningStat", "MjContact"):  # fmt: skip
        made = getattr(mujoco, kind)()
        note(f"new {kind}", fields(made))
        note(f"copied {kind}", error_of(copy.copy, made))
        note(f"deeply copied {kind}", error_of(copy.deepcopy, made))
        note(f"unknown field of {kind}", error_of(getattr, made, "nothing"))
    figure = mujoco.MjvFigure()
    figure.title, figure.linepnt[0], figure.range[0] = "title", 3, [0, 2]
    figure.linedata[0][:6] = range(6)
    note("figure", fields(figure))
    for size in (0, 5, 1000):
        scene = mujoco.MjvScene(m, size)
        # what it has room for; nothing is in it yet
        shapes = {k: np.shape(v) for k, v in fields(scene).items()}
        note(f"scene for {size}", [shapes, scene.maxgeom, scene.ngeom, scene.nflex, scene.nskin])
    scene = mujoco.MjvScene(m, 1000)
    option = mujoco.MjvOption()
    note("no camera", error_of(mujoco.mjv_updateScene, m, d, option, None, None, 7, scene))


def rollouts():
    model = mujoco.MjModel.from_xml_string(zoo.ZOO.replace('energy="enable"', 'warmstart="enable"'))
    datas = [mujoco.MjData(model) for _ in range(3)]
    state = np.zeros(mujoco.mj_stateSize(model, FULL))
    mujoco.mj_getState(model, datas[0], state, FULL)
    many = np.tile(state, (5, 1))
    many[:, 1:3] += np.linspace(0, 0.2, 10).reshape(5, 2)
    control = np.sin(np.arange(5 * 8 * model.nu)).reshape(5, 8, model.nu)
    first = rollout.rollout(model, datas[0], many, control)
    note("rollout", first)
    for threads, chunk in ((2, None), (3, 1), (3, 2), (2, 99)):
        with rollout.Rollout(nthread=threads) as pool:
            for again in range(2):
                found = pool.rollout(model, datas[:threads], many, control, chunk_size=chunk)
                same = all(np.array_equal(a, b) for a, b in zip(found, first, strict=True))
                note(f"{threads} threads {chunk} {again}", same)
    note("models", rollout.rollout([model] * 5, datas, many, control))
    note("no controls", rollout.rollout(model, mujoco.MjData(model), many[0], nstep=4))
    warm = 0.1 * np.ones((5, model.nv))
    note("warm", rollout.rollout(model, datas[0], many, control, initial_warmstart=warm))
    room = np.zeros((5, 8, len(state))), np.zeros((5, 8, model.nsensordata))
    rollout.rollout(model, datas, many, control, state=room[0], sensordata=room[1])
    note("room", room)
    spec = int(mujoco.mjtState.mjSTATE_XFRC_APPLIED)
    forces = np.ones((5, 8, mujoco.mj_stateSize(model, spec)))
    note("forces", rollout.rollout(model, datas, many, forces, control_spec=spec))
    run = rollout.rollout
    for name, arguments, named in (
        ("short state", (model, datas[0], many[:, 1:], control), {}),
        ("wide controls", (model, datas[0], many, control[:, :, :-1]), {}),
        ("other lengths", (model, datas[0], many[:3], control), {}),
        ("nothing", (model, datas[0]), {}),
        ("no data", (model, [], many, control), {}),
        ("room too small", (model, datas[0], many, control), {"state": room[0][:2]}),
        ("bad specification", (model, datas[0], many, control), {"control_spec": 1}),
        ("models differ", ([model, m, model, model, model], datas, many, control), {}),
        ("wrong type", (model, "data", many, control), {}),
    ):
        note(f"rollout: {name}", error_of(run, *arguments, **named))


def least_squares():
    def residual(x):
        return np.array([1 - x[0], 10 * (x[1] - x[0] ** 2), x[0] * x[1] - 0.3])

    for bounds in (None, [np.array([-1.0, -1]), np.array([0.5, 2])]):
        x, trace = minimize.least_squares(np.array([-0.5, 1]), residual, bounds, verbose=0)
        note(f"least squares {bounds}", [x, len(trace)])
    note("least squares wrongly", error_of(minimize.least_squares, np.zeros(2), residual, [1, 2]))


def threads():
    """Data of one model stepped by several threads at once end as if alone."""
    count, steps = 4, 60
    alone = mujoco.MjData(m)
    mujoco.mj_step(m, alone, steps)
    ends = [None] * count

    def work(i):
        mine = mujoco.MjData(m)
        for _ in range(steps):
            mujoco.mj_step(m, mine)
        ends[i] = mine.qpos.copy()

    workers = [threading.Thread(target=work, args=(i,)) for i in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    note("threads", [bool(np.array_equal(end, alone.qpos)) for end in ends])


SMALL = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 1"><freejoint/>
<geom type="mesh" mesh="wedge"/></body></worldbody><asset><mesh name="wedge"
vertex="0 0 0  .2 0 0  0 .15 0  0 0 .1"/></asset></mujoco>"""


def memory():
    """Kilobytes that a process grows by while models and data come and go."""
    model = mujoco.MjModel.from_xml_string(SMALL)

    def load():
        made = mujoco.MjData(mujoco.MjModel.from_xml_string(SMALL))
        mujoco.mj_step(made.model, made)

    def copies():
        other = copy.copy(model)
        copy.copy(mujoco.MjData(other))

    def edit():
        spec = mujoco.MjSpec.from_string(SMALL)
        spec.worldbody.add_body(name="b").add_geom(size=[0.1, 0, 0])
        spec.delete(spec.body("b"))
        spec.copy().compile()

    def fail():
        error_of(mujoco.MjModel.from_xml_string, SMALL.replace("wedge", "edge", 1))

    def draw():
        scene = mujoco.MjvScene(model, 100)
        mujoco.mjv_updateScene(model, shown, mujoco.MjvOption(), None, mujoco.MjvCamera(), 7, scene)

    shown = mujoco.MjData(model)
    mujoco.mj_forward(model, shown)
    grown = {}
    for work, times in ((load, 2000), (copies, 2000), (edit, 500), (fail, 1000), (draw, 1000)):
        for _ in range(times // 4):
            work()
        before = resident()
        for _ in range(times):
            work()
        grown[work.__name__] = resident() - before
    call.answers["grown"] = grown


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024


if __name__ == "__main__":
    for part in (models, data, by_name, visual, rollouts, least_squares, threads, memory):
        part()
    call.write(sys.argv[1])
