# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What a batch says, beside a loop over one MjData per simulation.  batch_fields.py FILE

Runs with every version of the package mujoco that has mujoco.batch; knows nothing of Fulcrum. The
answers are shapes, types of errors and numbers of a model that means the same to all of them, and
under "unequal" what differs from the loop by a bit.
"""

import pickle
import sys

import mujoco
import mujoco.batch
import numpy as np

XML = """<mujoco><option timestep="0.01"/>
  <asset><material name="red" rgba="1 0 0 1"/></asset>
  <custom><numeric name="three" data="1 2 3"/></custom>
  <worldbody>
    <light name="lamp" pos="0 0 3"/><camera name="eye" pos="0 -3 1"/>
    <geom name="floor" type="plane" size="3 3 .1"/>
    <body name="ball" pos="0 0 .3"><freejoint name="free"/>
      <geom name="round" size=".1" material="red"/><site name="spot"/></body>
    <body name="cart" pos="0 0 1"><joint name="slide" type="slide" axis="1 0 0" damping=".1"/>
      <geom name="box" size=".1 .1 .1" type="box"/>
      <body name="pole" pos="0 0 .2"><joint name="hinge" axis="0 1 0"/>
        <joint name="other" axis="1 0 0" limited="true" range="-20 20"/>
        <geom name="rod" type="capsule" size=".05 .3" pos="0 0 .3"/></body></body>
    <body name="hand" mocap="true" pos="1 1 1">
      <geom size=".02" contype="0" conaffinity="0"/></body>
    <body pos="2 2 2"><joint name="ball" type="ball"/><geom size=".1" pos=".1 .2 0"/></body>
  </worldbody>
  <contact><pair name="pair" geom1="round" geom2="box"/></contact>
  <equality><joint name="tie" joint1="hinge" joint2="slide" active="false"/></equality>
  <tendon><fixed name="rope"><joint joint="hinge" coef="1"/><joint joint="slide" coef=".5"/>
    </fixed></tendon>
  <actuator><motor name="motor" joint="slide" gear="2"/>
    <general name="servo" joint="hinge" dyntype="integrator" ctrlrange="-1 1" gainprm="3"/>
  </actuator>
  <sensor><framepos name="place" objtype="body" objname="pole"/>
    <jointvel name="rate" joint="hinge"/><accelerometer name="felt" site="spot"/></sensor>
  <keyframe><key name="high" time="1" qpos="0 0 2 1 0 0 0 .1 .2 .2 1 0 0 0"/></keyframe>
</mujoco>"""

NAMED = {
    "joint": "hinge", "body": "pole", "site": "spot", "sensor": "felt", "actuator": "servo",
    "geom": "rod", "tendon": "rope", "camera": "eye", "light": "lamp", "equality": "tie",
    "pair": "pair", "material": "red", "numeric": "three", "keyframe": "high",
}  # fmt: skip
ALL = int(mujoco.mjtState.mjSTATE_INTEGRATION)
N = 7

model = mujoco.MjModel.from_xml_string(XML)
answers, unequal = {}, []


def note(what, value):
    answers[what] = value


def same(what, ours, expected):
    ours, expected = np.asarray(ours), np.asarray(expected)
    if ours.shape != expected.shape or not np.array_equal(ours, expected, equal_nan=True):
        unequal.append(what)


def error_of(function, *arguments, **named):
    try:
        function(*arguments, **named)
    except Exception as error:
        return type(error).__name__
    return None


def starts():
    """Different states and controls for every simulation, with contacts in some."""
    random = np.random.default_rng(3)
    found = []
    for i in range(N):
        data = mujoco.MjData(model)
        data.qvel[:] = random.normal(size=model.nv)
        data.ctrl[:] = random.normal(size=model.nu)
        data.qpos[2] = 0.09 + 0.05 * i
        data.xfrc_applied[2, 0] = i
        data.eq_active[0] = i % 2
        found.append(data)
    return found


def state_of(data):
    state = np.empty(mujoco.mj_stateSize(model, ALL))
    mujoco.mj_getState(model, data, state, ALL)
    return state


def filled(persistent, nthread=2):
    batch = mujoco.batch.Batch(model, N, nthread=nthread, persistent=persistent)
    batch.state[:] = [state_of(data) for data in starts()]
    return batch


def fields_beside_a_loop(persistent):
    """Every field of DATA_FIELDS, after calls that compute everything."""
    names = sorted(name for name in mujoco.batch.DATA_FIELDS if hasattr(mujoco.MjData, name))
    for call in ("forward", "step", "step of half", "reset"):
        batch, datas = filled(persistent), starts()
        arrays = {name: batch.bind(name) for name in names}
        chosen = np.arange(N) % 2 == 0 if call == "step of half" else np.ones(N, bool)
        if call == "forward":
            batch.forward()
        elif call == "reset":
            batch.reset(keyframe=0)
        else:
            batch.step(chosen if call == "step of half" else None, nstep=3, stage=3)
        for i in np.flatnonzero(chosen):
            if call == "reset":
                mujoco.mj_resetDataKeyframe(model, datas[i], 0)
            for _ in range(3 if call.startswith("step") else 0):
                mujoco.mj_step(model, datas[i])
            mujoco.mj_forward(model, datas[i])
            where = f"{call}, persistent {persistent}, simulation {i}"
            same(f"{where}: state", batch.state[i, : len(state_of(datas[i]))], state_of(datas[i]))
            for name, array in arrays.items():
                # without contacts nothing is written to the statistics of the solver
                if persistent or name != "solver_nnz":
                    same(f"{where}: {name}", array[i], getattr(datas[i], name))
    for name, array in arrays.items():
        note(f"shape of {name}", array.shape if name not in ("qLD", "qLU") else ())
        note(f"{name} is writable", array.flags.writeable)


def fields_of_models():
    """Every field of MODEL_FIELDS: where values per simulation arrive, and nowhere else."""
    for name in sorted(mujoco.batch.MODEL_FIELDS):
        owner, field = (model.opt, name[4:]) if name.startswith("opt.") else (model, name)
        if not hasattr(owner, field):
            continue
        batch = mujoco.batch.Batch(model, 2)
        values = batch.expand(name)
        own = np.asarray(getattr(owner, field))
        if name != "bvh_aabb":  # of bodies in some versions, of everything in others
            same(f"expanded {name}", values[0], own)
        same(f"expanded {name} again", values, batch.expanded(name))
        if not values.size:
            continue
        changed = values[1] + 1 if values.dtype != bool else ~values[1]
        values[1] = changed
        first, second = batch.get_model(0), batch.get_model(1)
        inside = (first.opt, second.opt) if name.startswith("opt.") else (first, second)
        shown = [np.ravel(getattr(each, field))[: changed.size] for each in inside]
        same(f"{name} of the first", shown[0], np.ravel(own)[: changed.size])
        same(f"{name} of the second", shown[1], np.ravel(changed))


def masses():
    """Steps with values per simulation, beside models with these values."""
    batch = filled(False)
    batch.body("pole").mass = np.linspace(0.1, 2, N)[:, None]
    batch.expand("opt.gravity")[:, 2] = np.linspace(-9, -3, N)
    batch.joint("slide").damping = np.linspace(0, 1, N)[:, None]
    batch.set_const()
    batch.step(nstep=5)
    for i, data in enumerate(starts()):
        own = mujoco.MjModel.from_xml_string(XML)
        own.body("pole").mass = np.linspace(0.1, 2, N)[i]
        own.joint("slide").damping = np.linspace(0, 1, N)[i]
        mujoco.mj_setConst(own, mujoco.MjData(own))
        own.opt.gravity[2] = np.linspace(-9, -3, N)[i]
        mujoco.mj_step(own, data, 5)
        same(f"masses: simulation {i}", batch.state[i], state_of(data))
        # batch.get_model has the same constants
        for name in ("body_subtreemass", "dof_invweight0", "body_mass", "dof_damping"):
            same(f"masses: {name} of {i}", getattr(batch.get_model(i), name), getattr(own, name))
    # caller models
    models = [mujoco.MjModel.from_xml_string(XML) for _ in range(N)]
    for i, own in enumerate(models):
        own.opt.gravity[0] = i
    batch = filled(True)
    batch.set_models(models)
    batch.step(nstep=4)
    for i, data in enumerate(starts()):
        mujoco.mj_step(models[i], data, 4)
        same(f"models: simulation {i}", batch.state[i], state_of(data))


def rollouts():
    batch = filled(False)
    random = np.random.default_rng(5)
    control = random.normal(size=(N, 6, model.nu))
    spec = int(mujoco.mjtState.mjSTATE_FULLPHYSICS)
    record = ("qpos", "xpos", "ncon", "eq_active", "sensordata", "energy", spec)
    found = batch.rollout(6, control, record=record)
    for i, data in enumerate(starts()):
        for k in range(6):
            data.ctrl[:] = control[i, k]
            mujoco.mj_step(model, data)
            full = np.empty(mujoco.mj_stateSize(model, spec))
            mujoco.mj_getState(model, data, full, spec)
            for name, value in found.items():
                expected = full if name == spec else getattr(data, name)
                same(f"rollout: {name} of {i} at {k}", value[i, k], expected)
    for name, value in found.items():
        note(f"rollout {name}", value.shape)
    # the end of a rollout is the state; forces of the user as controls; some simulations
    same("rollout: end", batch.qpos, found["qpos"][:, -1])
    forces = int(mujoco.mjtState.mjSTATE_QFRC_APPLIED)
    batch = filled(False)
    push = random.normal(size=(2, 3, model.nv))
    out = {"qvel": np.zeros((2, 3, model.nv))}
    found = batch.rollout(3, push, forces, ["qvel", "qacc"], ids=[1, 4], out=out)
    note("rollout fills", found["qvel"] is out["qvel"])
    for j, i in enumerate((1, 4)):
        data = starts()[i]
        for k in range(3):
            data.qfrc_applied[:] = push[j, k]
            mujoco.mj_step(model, data)
            same(f"rollout: pushed {i} at {k}", found["qvel"][j, k], data.qvel)
            same(f"rollout: qacc {i} at {k}", found["qacc"][j, k], data.qacc)


def names():
    """Named elements, column by column."""
    batch, datas = filled(True), starts()
    for kind in ("joint", "body", "site", "sensor", "actuator", "geom", "tendon", "camera", "light"):
        view = getattr(datas[0], kind)(NAMED[kind])
        for word in dir(view):
            if not word.startswith("_") and word != "moment" and word[:2] != "J_":
                getattr(getattr(batch, kind)(NAMED[kind]), word)
    batch.forward()
    for data in datas:
        mujoco.mj_forward(model, data)
    for kind, key in NAMED.items():
        element = getattr(batch, kind)(key)
        own = getattr(model, kind)(key)
        note(f"{kind} {key}", [element.id, element.name])
        both = hasattr(mujoco.MjData, kind) and kind not in ("equality", "pair", "material")
        both = both and kind not in ("numeric", "keyframe")
        views = [[own] * N] + ([[getattr(data, kind)(key) for data in datas]] if both else [])
        for view in views:
            for word in dir(view[0]):
                # moments of actuators and tendons are stored without their zeros
                if word.startswith("_") or word in ("id", "name", "moment") or word[:2] == "J_":
                    continue
                expected = [getattr(each, word) for each in view]
                same(f"{kind} {key}: {word}", getattr(element, word), expected)
    batch.joint("hinge").qpos = 0.3
    batch.actuator("motor").ctrl = np.arange(N)[:, None]
    same("set", batch.qpos[:, model.joint("hinge").qposadr[0]], [0.3] * N)
    same("set one each", batch.ctrl[:, 0], np.arange(N))
    batch.geom("rod").rgba = [0, 0, 1, 1]
    same("a colour", batch.get_model(2).geom("rod").rgba, [0, 0, 1, 1])


def questions():
    """Jacobians and rays beside mj_jac and mj_ray, and what they leave alone."""
    batch, datas = filled(False), starts()
    batch.bind("xpos")
    before = batch.state.copy()
    body = model.body("pole").id
    places, turns = batch.jac(body, [0.1, 0.2, 1])
    rays = np.array([[0, 0, 5.0], [0.05, 0, 5], [3, 3, 4]])
    distance, geom, normal = batch.ray(rays, [0, 0, -1], normal=True)
    same("questions change nothing", batch.state, before)
    same("outputs are as before", batch.xpos, np.zeros_like(batch.xpos))
    for i, data in enumerate(datas):
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        place, turn = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        mujoco.mj_jac(model, data, place, turn, np.array([0.1, 0.2, 1]), body)
        same(f"jac {i}", [places[i], turns[i]], [place, turn])
        for k, start in enumerate(rays):
            hit = np.zeros(1, np.int32)
            up = np.zeros(3)
            far = mujoco.mj_ray(model, data, start, np.array([0, 0, -1.0]), None, 1, -1, hit, up)
            same(f"ray {k} of {i}", [distance[i, k], geom[i, k]], [far, hit[0]])
            same(f"normal {k} of {i}", normal[i, k], up)
    note("shape of jac", batch.jac(2, np.zeros((2, 3)), ids=[0, 3])[0].shape)
    note("shape of ray", batch.ray([0, 0, 5], [0, 0, -1], ids=[2])[0].shape)
    note("excluded", batch.ray([0, 0, 5], [0, 0, -1], bodyexclude=1)[1].tolist())
    note("groups", batch.ray([0, 0, 5], [0, 0, -1], geomgroup=[0, 1, 1, 1, 1, 1])[1].tolist())


def mistakes():
    batch = filled(False)
    tried = {
        "no simulations": (mujoco.batch.Batch, model, 0),
        "half a simulation": (mujoco.batch.Batch, model, 2.5),
        "no model": (mujoco.batch.Batch, None, 2),
        "no such field": (batch.bind, "xpoz"),
        "arena": (batch.bind, "efc_J"),
        "a field of the model": (batch.bind, "body_mass"),
        "no such field of the model": (batch.expand, "body_masss"),
        "an asset": (batch.expand, "mesh_vert"),
        "an asset, expanded": (batch.expanded, "mesh_vert"),
        "a field of the data": (batch.expand, "xpos"),
        "a size": (batch.expand, "nq"),
        "unsorted": (batch.step, [1, 0]),
        "twice": (batch.step, [1, 1]),
        "outside": (batch.step, [N]),
        "negative": (batch.step, [-1]),
        "fractions": (batch.step, [0.5]),
        "a number": (batch.step, 2),
        "a wrong mask": (batch.step, [True, False]),
        "no steps": (batch.step, None, 0),
        "half a step": (batch.step, None, 2.5),
        "no stage": (batch.step, None, 1, 7),
        "no stage to forward": (batch.forward, None, -1),
        "no keyframe": (batch.reset, None, 1),
        "half a keyframe": (batch.reset, None, 0.5),
        "two keyframes": (batch.reset, None, [0, 0]),
        "no rollout": (batch.rollout, 0),
        "controls of other steps": (batch.rollout, 3, np.zeros((N, 2, model.nu))),
        "positions as controls": (batch.rollout, 2, np.zeros((N, 2, model.nq)), 2),
        "no such record": (batch.rollout, 2, None, 64, ["xpoz"]),
        "a small array": (batch.rollout, 2, None, 64, ["qpos"], None, {"qpos": np.zeros(3)}),
        "no such body": (batch.jac, 99, [0, 0, 0]),
        "half a body": (batch.jac, 0.5, [0, 0, 0]),
        "a flat point": (batch.jac, 1, [0, 0]),
        "no direction": (batch.ray, [0, 0, 5], [0, 0, 0]),
        "two groups": (batch.ray, [0, 0, 5], [0, 0, 1], [0, 1]),
        "no such model": (batch.get_model, N),
        "no such data": (batch.get_data, -1),
        "no such error": (batch.error, N),
        "other data": (batch.get_data, 0, 3),
        "two models": (batch.set_models, [model, model]),
        "no such name": (batch.body, "polo"),
        "no such id": (batch.body, 77),
        "set an output": (setattr, batch, "xpos", 0),
        "set too many": (setattr, batch, "ctrl", np.zeros((N + 1, model.nu))),
        "set words": (setattr, batch, "ctrl", "abc"),
        "set the size": (setattr, batch, "nsim", 3),
        "no such attribute": (getattr, batch, "xpoz"),
        "an attribute of the arena": (getattr, batch, "efc_force"),
        "no such column": (getattr, batch.body("pole"), "xpoz"),
        "set a column of outputs": (setattr, batch.body("pole"), "xpos", 0),
        "set a type": (setattr, batch.joint("hinge"), "type", 1),
        "set no such column": (setattr, batch.body("pole"), "weight", 1),
    }
    for what, (function, *arguments) in tried.items():
        note(f"mistake: {what}", error_of(function, *arguments))
    batch.expand("body_mass")
    note("mistake: models and fields", error_of(batch.set_models, model))
    batch = filled(False)
    batch.set_models(model)
    note("mistake: fields and models", error_of(batch.expand, "body_mass"))
    note("mistake: constants and models", error_of(batch.set_const))
    small = mujoco.MjModel.from_xml_string("<mujoco/>")
    note("mistake: another model", error_of(batch.set_models, small))
    note("mistake: another data", error_of(batch.get_data, 0, mujoco.MjData(small)))
    mujoco.set_mjcb_passive(lambda m, d: None)
    note("mistake: a callback of Python", error_of(batch.step))
    mujoco.set_mjcb_passive(None)
    note("models", batch.models is model)


def main(file):
    for persistent in (False, True):
        fields_beside_a_loop(persistent)
    fields_of_models()
    masses()
    rollouts()
    names()
    questions()
    mistakes()
    batch = filled(True)
    batch.step(nstep=2)
    note("moved", batch.qpos[:, 7:])
    note("one out", np.array([batch.get_data(i).qvel for i in range(N)]))
    with open(file, "wb") as out:
        pickle.dump({"answers": answers, "unequal": unequal}, out)


if __name__ == "__main__":
    main(sys.argv[1])
