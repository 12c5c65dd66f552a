# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Models that programs build and edit: every element, attachment, copies.  specs.py FILE"""

import io
import sys
import zipfile

import mujoco
import numpy as np
import zoo
from answers import Caller, error_of, fields, plain

call = Caller()
note = call.note
G, J, O = mujoco.mjtGeom, mujoco.mjtJoint, mujoco.mjtObj  # noqa: E741
SKIPPED = {"compiler", "signature", "plugin", "default", "parent", "frame", "info", "alt", "ialt"}
# pixels that the reference keeps in the texture it made them for; names that no type goes with,
# which attachment gives a prefix there
OTHERS = {("MjsTexture", "data"), ("MjsSensor", "refname")}


def attributes(element):
    """Values of an element; what it holds or belongs to is left out."""
    found = {}
    for name in dir(type(element)):
        if name.startswith("_") or name in SKIPPED or (type(element).__name__, name) in OTHERS:
            continue
        try:
            value = getattr(element, name)
        except Exception as error:
            found[name] = type(error).__name__
            continue
        if type(value).__name__.endswith("Vec"):
            value = list(value)
        numbers = (bool, int, float, str, bytes, np.ndarray, np.generic)
        parts = value if isinstance(value, list) else [value]
        if all(isinstance(part, numbers) for part in parts):
            found[name] = plain(value)
    return found


def elements(spec):
    kinds = [
        "bodies",
        "frames",
        "geoms",
        "joints",
        "sites",
        "cameras",
        "lights",
        "materials",
        "meshes",
        "pairs",
        "equalities",
        "tendons",
        "actuators",
        "skins",
        "textures",
        "texts",
        "tuples",
        "flexes",
        "hfields",
        "keys",
        "numerics",
        "excludes",
        "sensors",
        "plugins",
    ]
    return {kind: [attributes(x) for x in getattr(spec, kind)] for kind in kinds}


def compiled(name, spec):
    """Write down the model that a specification makes, its saved text and its elements."""
    model = spec.compile()
    note(f"{name}: model", fields(model))
    note(f"{name}: names", model.names)
    note(f"{name}: xml", spec.to_xml())
    note(f"{name}: elements", elements(spec))
    return model


def from_nothing():
    spec = mujoco.MjSpec()
    note("an empty specification", [elements(spec), spec.to_xml()])
    spec.modelname, spec.comment = "nothing", "a comment"
    spec.option.timestep, spec.compiler.degree = 0.003, 0
    spec.memory = 1 << 20
    world = spec.worldbody
    main = spec.default
    main.geom.density, main.joint.damping = 700, 0.2
    leg = spec.add_default("leg", main)
    leg.geom.rgba, leg.joint.armature = [0.1, 0.5, 0.1, 1], 0.02
    spec.add_default("toe", leg).site.size = [0.02, 0, 0]
    note("class", [error_of(spec.add_default, "leg", main), spec.find_default("toe").site.size])

    spec.add_texture(
        name="checks",
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        width=8,
        height=8,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_CHECKER,
        rgb1=[1, 0, 0],
    )
    material = spec.add_material(name="tiles", rgba=[1, 1, 0, 1])
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "checks"
    spec.add_mesh(name="corner", uservert=[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], scale=[0.1] * 3)
    spec.add_hfield(
        name="hills", nrow=2, ncol=3, size=[1, 1, 0.2, 0.1], userdata=[0, 0.25, 1, 0.5, 0.5, 0]
    )
    world.add_geom(name="floor", type=G.mjGEOM_PLANE, size=[2, 2, 0.1], material="tiles")
    world.add_geom(type=G.mjGEOM_HFIELD, hfieldname="hills", pos=[3, 0, 0])
    world.add_light(name="lamp", pos=[0, 0, 3], castshadow=False)
    world.add_camera(name="eye", pos=[0, -2, 1], fovy=60)
    frame = world.add_frame(name="tilted", pos=[0, 0, 1], quat=[0.9, 0.1, 0.2, 0.3])
    thigh = world.add_body(leg, name="thigh", pos=[0.1, 0, 0])
    thigh.set_frame(frame)
    thigh.add_joint(name="hip", type=J.mjJNT_HINGE, axis=[0, 1, 0], range=[-1, 1])
    thigh.add_geom(
        name="thigh", type=G.mjGEOM_CAPSULE, fromto=[0, 0, 0, 0.3, 0, 0], size=[0.04, 0, 0]
    )
    shin = thigh.add_body(name="shin", pos=[0.3, 0, 0])
    shin.add_joint(name="knee", axis=[0, 1, 0], ref=0.1)
    shin.add_geom(name="shin", type=G.mjGEOM_MESH, meshname="corner")
    shin.add_site(name="toe", fromto=[0, 0, 0, 0.1, 0, 0], type=G.mjGEOM_CAPSULE)
    box = world.add_body(name="box", pos=[1, 1, 1], mass=2, inertia=[0.1, 0.1, 0.15])
    box.explicitinertial = True
    box.add_freejoint(name="free")
    box.alt.euler = [10, 20, 30]
    hand = world.add_body(name="hand", mocap=True)
    hand.add_geom(size=[0.05, 0, 0], contype=0)
    spec.add_pair(name="pair", geomname1="floor", geomname2="shin", condim=1)
    spec.add_exclude(name="apart", bodyname1="thigh", bodyname2="box")
    rope = spec.add_tendon(name="rope", stiffness=2, range=[0, 2], limited=True)
    world.add_site(name="anchor", pos=[0, 0, 2])
    for site in ("anchor", "toe"):
        rope.wrap_site(site)
    coupling = spec.add_tendon(name="coupling")
    for joint, coefficient in (("hip", 1), ("knee", -0.5)):
        coupling.wrap_joint(joint, coefficient)
    note("path", [[int(w.type), float(w.coef), w.target.name] for w in coupling.path])
    for kind, make in (
        ("motor", {}),
        ("position", {"kp": 3}),
        ("velocity", {"kv": 2}),
        ("intvelocity", {"kp": 1}),
        ("damper", {"kv": 0.3}),
        ("muscle", {"tausmooth": 0.1}),
        ("cylinder", {"timeconst": 0.1, "bias": 1, "area": 0.2}),
        ("adhesion", {"gain": 2}),
    ):
        trn = mujoco.mjtTrn
        target, where = ("hip", trn.mjTRN_JOINT) if kind != "adhesion" else ("box", trn.mjTRN_BODY)
        actuator = spec.add_actuator(
            name=kind, target=target, trntype=where, ctrlrange=[0, 1], lengthrange=[0, 1]
        )
        if kind == "intvelocity":
            actuator.actrange = [-1, 1]
        note(
            f"actuator {kind}",
            [error_of(getattr(actuator, f"set_to_{kind}"), **make), attributes(actuator)],
        )
    grip = spec.add_equality(name="grip", type=mujoco.mjtEq.mjEQ_WELD, objtype=O.mjOBJ_BODY)
    grip.name1, grip.name2, grip.data[10] = "hand", "box", 1
    spec.add_equality(name="mirror", type=mujoco.mjtEq.mjEQ_JOINT, name1="knee", active=False)
    for kind, what, name in (
        ("GYRO", O.mjOBJ_SITE, "toe"),
        ("FRAMEPOS", O.mjOBJ_BODY, "box"),
        ("JOINTPOS", O.mjOBJ_JOINT, "knee"),
        ("TENDONPOS", O.mjOBJ_TENDON, "rope"),
    ):
        sensor = spec.add_sensor(
            name=kind, type=getattr(mujoco.mjtSensor, f"mjSENS_{kind}"), objtype=what, objname=name
        )
        note(f"sensor {kind}", error_of(sensor.get_data_size))
    spec.add_numeric(name="numbers", data=[1, 2], size=3)
    spec.add_text(name="words", data="two words")
    spec.add_tuple(name="things", objtype=[O.mjOBJ_BODY], objname=["box"], objprm=[0.5])
    cloth = spec.add_flex(name="cloth", dim=2, radius=0.01, vertbody=["box"], elem=[0, 1, 2])
    cloth.vert = [0, 0, 0, 0.3, 0, 0, 0, 0.3, 0]
    spec.add_skin(
        name="skin",
        vert=[0, 0, 0, 1, 0, 0, 0, 1, 0],
        face=[0, 1, 2],
        bodyname=["box"],
        bindpos=[0, 0, 0],
        bindquat=[1, 0, 0, 0],
        vertid=[[0, 1, 2]],
        vertweight=[[1, 1, 1]],
    )
    spec.add_key(name="home", time=0.1, ctrl=[0.1] * 8)
    model = compiled("from nothing", spec)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_step(model, data, 20)
    note("from nothing: simulated", [data.qpos, data.sensordata, data.ten_length])

    note("tree", [[b.name, b.parent.name] for b in spec.bodies[1:]])
    note(
        "found",
        [[x.name for x in thigh.find_all(kind)] for kind in ("body", "geom", "site", "joint")],
    )
    note(
        "kept",
        [world.first_body().name, thigh.first_geom().name, getattr(spec.geom("no"), "name", None)],
    )
    box.add_geom(size=[0.1, 0, 0], name="late")
    spec.delete(spec.sensor("GYRO"))
    spec.delete(shin)
    note("dangling", error_of(spec.compile))
    note("gone with it", elements(spec))
    for doomed in (
        spec.tendon("coupling"),
        spec.tendon("rope"),
        spec.equality("mirror"),
        spec.pair("pair"),
        *spec.keys,
    ):
        if doomed:
            spec.delete(doomed)
    for sensor in list(spec.sensors):
        if sensor.objname in ("toe", "knee", "rope"):
            spec.delete(sensor)
    fresh, moved = spec.recompile(model, data)
    note("recompiled", [fields(fresh), moved.qpos, moved.qvel, moved.time, moved.ctrl])
    compiled("after deletions", spec)


def shapes():
    # faces of their hulls are coplanar; how those are cut into triangles is a matter of rounding
    for shape, arguments in (
        ("sphere", {"subdivision": 1}),
        ("cone", {"nedge": 8, "radius": 0.1}),
        ("hemisphere", {"resolution": 5}),
        ("wedge", {"resolution": [4, 3], "fov": [40, 30], "gamma": 0}),
        ("supersphere", {"resolution": 6, "e": 0.5, "n": 0.7}),
        ("supertorus", {"resolution": 6, "radius": 0.2, "s": 1, "t": 1}),
        ("plate", {"resolution": [3, 3]}),
        ("wedge", {}),
        ("sphere", {}),
    ):
        spec = mujoco.MjSpec()
        mesh = spec.add_mesh(name=shape, scale=[0.1] * 3)
        made = error_of(getattr(mesh, f"make_{shape}"), **arguments)
        note(f"mesh {shape} {arguments}", made)
        if made is None:
            model = spec.compile()
            note(f"mesh {shape} made", [model.mesh_vert, model.nmeshface, model.mesh_quat])


def from_text():
    spec = mujoco.MjSpec.from_string(zoo.ZOO)
    compiled("zoo", spec)
    other = spec.copy()
    other.modelname = "twin"
    note("copy is its own", [spec.modelname, other.modelname, len(other.geoms)])
    other.geom("ball").size = [0.2, 0, 0]
    other.body("cart").to_frame()
    note("joint of a frame", error_of(other.compile))
    other.delete(other.actuator("push"))
    note(
        "copy of a compiled one",
        [error_of(other.compile), other.to_xml() if not error_of(other.compile) else None],
    )
    archive = io.BytesIO()
    spec.to_zip(archive)
    with zipfile.ZipFile(archive) as file:
        note("archive", {name: file.read(name) for name in sorted(file.namelist())})
    archive.seek(0)
    again = mujoco.MjSpec.from_zip(archive)
    note("from archive", again.to_xml())
    for wrong in ("<mujoco>", "<mujoco><worldbody><body><geom/></body></worldbody></mujoco>", ""):
        note(f"text {wrong}", error_of(mujoco.MjSpec.from_string, wrong))
    note("no file", error_of(mujoco.MjSpec.from_file, "none.xml"))
    for kind in ("body", "geom", "joint", "sensor", "mesh", "key"):
        note(f"no {kind}", error_of(getattr(spec, kind), "no such name"))


ARM = """<mujoco model="arm"><default><default class="arm"><geom size=".1"/></default></default>
<worldbody><body name="arm"><joint name="j" axis="0 1 0"/><geom name="g" class="arm"/>
<body name="tip" pos=".3 0 0"><joint name="k"/><geom name="h" size=".05"/><site name="s"/></body>
</body></worldbody><actuator><motor name="m" joint="j"/></actuator>
<sensor><jointpos name="p" joint="k"/></sensor>
<keyframe><key name="up" qpos=".5 .2"/></keyframe></mujoco>"""


def framed(child):
    frame = child.worldbody.add_frame(pos=[0, 1, 0])
    child.body("arm").set_frame(frame)
    return frame


def attaching():
    for name, how in (
        (
            "body to frame",
            lambda s, c: s.worldbody.add_frame(pos=[1, 0, 0]).attach_body(
                c.body("arm"), "a-", "-z"
            ),
        ),
        (
            "body to site",
            lambda s, c: s.worldbody.add_site(quat=[0, 1, 0, 0]).attach_body(
                c.body("arm"), "b-", ""
            ),
        ),
        ("frame to body", lambda s, c: s.worldbody.attach_frame(framed(c), "c-", "")),
        (
            "model to frame",
            lambda s, c: s.attach(c, prefix="d-", frame=s.worldbody.add_frame(pos=[0, 0, 2])),
        ),
        (
            "model to site",
            lambda s, c: s.attach(c, prefix="e-", site=s.worldbody.add_site(name="x")),
        ),
        ("without prefix", lambda s, c: s.attach(c, frame=s.worldbody.add_frame())),
        (
            "two at once",
            lambda s, c: [
                s.attach(c.copy(), prefix=p, frame=s.worldbody.add_frame(pos=[i, 0, 0]))
                for i, p in enumerate("xy")
            ],
        ),
    ):
        spec = mujoco.MjSpec.from_string(ARM)
        child = mujoco.MjSpec.from_string(ARM)
        note(f"{name} attached", error_of(how, spec, child))
        failed = error_of(spec.compile)
        note(f"{name} fails", failed)
        if failed is None:
            compiled(name, spec)
    spec = mujoco.MjSpec.from_string(ARM)
    note("to nowhere", error_of(spec.attach, spec.copy(), prefix="z-"))
    note("of itself", error_of(spec.worldbody.add_frame().attach_body, spec.body("arm"), "", ""))
    spec = mujoco.MjSpec.from_string(ARM)
    tip = spec.body("tip")
    frame = tip.to_frame()
    note("to frame", [error_of(spec.compile), frame.pos, len(spec.bodies)])
    note("mass after to_frame", fields(spec.compile()) if error_of(spec.compile) is None else None)


def orientations():
    spec = mujoco.MjSpec()
    body = spec.worldbody.add_body()
    for name, value in (
        ("axisangle", [0, 1, 0, 30]),
        ("xyaxes", [0, 1, 0, -1, 0, 0]),
        ("zaxis", [1, 0, 1]),
        ("euler", [10, 20, 30]),
    ):
        geom = body.add_geom(size=[0.1, 0, 0])
        setattr(geom.alt, name, value)
        turn = spec.resolve_orientation(
            degree=True, sequence=spec.compiler.eulerseq, orientation=geom.alt
        )
        note(f"orientation {name}", list(turn))
    note("oriented", spec.compile().geom_quat)


if __name__ == "__main__":
    np.set_printoptions(precision=17)
    for part in (from_nothing, shapes, from_text, attaching, orientations):
        part()
    call.write(sys.argv[1])
