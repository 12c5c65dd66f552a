# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Every mjv_ function, mjr_ functions without a window, callbacks.  functions_scene.py FILE"""

import sys

import mujoco
import numpy as np
import zoo
from answers import Caller, error_of, fields

call = Caller()
m = zoo.model()
d = zoo.data(m)
random = np.random.default_rng(13)
CAMERA = mujoco.mjtCamera
MOUSE = mujoco.mjtMouse
ALL = int(mujoco.mjtCatBit.mjCAT_ALL)


def some(*shape):
    return random.standard_normal(shape)


def empty(*shape, kind=float):
    return np.zeros(shape, kind)


def camera(kind=CAMERA.mjCAMERA_FREE, **values):
    made = mujoco.MjvCamera()
    mujoco.mjv_defaultFreeCamera(m, made)
    made.type = kind
    for name, value in values.items():
        setattr(made, name, value)
    return made


def options(**values):
    made = mujoco.MjvOption()
    for name, value in values.items():
        setattr(made, name, value)
    return made


def scene_of(cam=None):
    scene = mujoco.MjvScene(m, 2000)
    perturb = mujoco.MjvPerturb()
    mujoco.mjv_updateScene(m, d, options(), perturb, cam or camera(), ALL, scene)
    return scene


def defaults():
    cam, option, perturb = mujoco.MjvCamera(), mujoco.MjvOption(), mujoco.MjvPerturb()
    cam.azimuth = option.label = perturb.select = 3
    call.mjv_defaultCamera(cam)
    call.mjv_defaultFreeCamera(m, cam)
    call.mjv_defaultOption(option)
    call.mjv_defaultPerturb(perturb)
    figure = mujoco.MjvFigure()
    figure.flg_legend = 1
    call.mjv_defaultFigure(figure)


def scenes():
    scene = mujoco.MjvScene(m, 2000)
    perturb = mujoco.MjvPerturb()
    cam = camera()
    call.mjv_updateScene(m, d, options(), perturb, cam, ALL, scene)
    call.mjv_updateScene(m, d, options(), None, cam, 1, scene)
    for flag in range(int(mujoco.mjtVisFlag.mjNVISFLAG)):
        option = options()
        option.flags[flag] ^= 1
        call.mjv_updateScene(m, d, option, perturb, cam, ALL, scene)
    for label in range(int(mujoco.mjtLabel.mjNLABEL)):
        option = options(label=label, frame=label % int(mujoco.mjtFrame.mjNFRAME))
        call.mjv_updateScene(m, d, option, perturb, cam, ALL, scene)
    for values in (
        {"type": CAMERA.mjCAMERA_FIXED, "fixedcamid": 1},
        {"type": CAMERA.mjCAMERA_TRACKING, "trackbodyid": 2},
        {"orthographic": 1},
    ):
        made = camera()
        for name, value in values.items():
            setattr(made, name, value)
        call.mjv_updateScene(m, d, options(), perturb, made, ALL, scene)
        call.mjv_updateCamera(m, d, made, scene)
    call.mjv_updateSkin(m, d, scene)
    call.mjv_makeLights(m, d, scene)
    call.mjv_addGeoms(m, d, options(), perturb, ALL, scene)
    # a scene that is too small, a word of warning
    small = mujoco.MjvScene(m, 3)
    mujoco.mjv_updateScene(m, d, options(), perturb, cam, ALL, small)
    call.note("a full scene", [[g.type, g.objid, g.pos] for g in small.geoms[: small.ngeom]])
    call.note("status of a full scene", small.status)


def visual_edits():
    """Every number of mjVisual, edited after the model was loaded, is in the next scene."""
    option = options()
    option.flags[:] = 1
    for part in ("global_", "quality", "headlight", "map", "scale", "rgba"):
        edited = zoo.model()
        x = zoo.data(edited, 10)
        struct = getattr(edited.vis, part)
        for name, value in fields(struct).items():
            if isinstance(value, float):
                setattr(struct, name, 1.5 * value)
            elif isinstance(value, np.ndarray):
                getattr(struct, name)[:] = 0.7 * value
        scene = mujoco.MjvScene(edited, 2000)
        mujoco.mjv_updateScene(edited, x, option, None, camera(), ALL, scene)
        call.note(f"edited vis.{part}", fields(scene))


def frames():
    scene = scene_of()
    call.mjv_frustumHeight(scene)
    for turned in (0, 1):
        scene.enabletransform = turned
        scene.translate[:] = [0.1, 0.2, 0.3]
        scene.rotate[:] = [0.8, 0.6, 0, 0]
        scene.scale = 1.5
        unit = np.array([0.6, 0, 0.8, 0])
        call.mjv_room2model(empty(3), empty(4), some(3), unit, scene)
        scene.scale = 1  # with another one the reference's mjv_model2room inverts nothing
        call.mjv_model2room(empty(3), empty(4), some(3), unit, scene)
        scene.scale = 1.5
        call.mjv_cameraInModel(empty(3), empty(3), empty(3), scene)
        call.mjv_cameraInRoom(empty(3), empty(3), empty(3), scene)
    call.mjv_alignToCamera(empty(3), some(3), some(3))
    call.mjv_averageCamera(scene.camera[0], scene.camera[1])
    fixed = camera(CAMERA.mjCAMERA_FIXED, fixedcamid=1)
    for cam in (camera(), fixed):
        call.mjv_cameraFrame(empty(3), empty(3), empty(3), empty(3), d, cam)
        call.mjv_cameraFrustum(*(empty(2, kind=np.float32) for _ in range(3)), m, cam)


def mouse():
    scene = scene_of()
    for action in MOUSE.__members__.values():
        cam = camera()
        call.mjv_moveCamera(m, int(action), 0.1, -0.07, scene, cam)
        scene.enabletransform = 1
        call.mjv_moveModel(m, int(action), 0.1, -0.07, np.array([0.0, 0, 1]), scene)
        scene.enabletransform = 0
        for body in (3, m.body("crate").id, m.body("hand").id):
            perturb = mujoco.MjvPerturb()
            perturb.select = body
            call.mjv_initPerturb(m, d, scene, perturb)
            perturb.active = 1 + (body == 3)
            call.mjv_movePerturb(m, d, int(action), 0.1, -0.07, scene, perturb)
            call.mjv_applyPerturbPose(m, d, perturb, 1)
            call.mjv_applyPerturbForce(m, d, perturb)
    scene = scene_of()
    for x, y in ((0.5, 0.5), (0.4, 0.45), (0.6, 0.55), (0.52, 0.48), (0.01, 0.99)):
        indices = [np.full(1, -1, np.int32) for _ in range(3)]
        call.mjv_select(m, d, options(), 1.6, x, y, scene, empty(3), *indices)


def shapes():
    scene = scene_of()
    geom = scene.geoms[0]
    size, rgba = np.array([0.1, 0.2, 0.3]), np.array([1, 0.5, 0.2, 1], np.float32)
    kinds = mujoco.mjtGeom
    for kind in (kinds.mjGEOM_SPHERE, kinds.mjGEOM_BOX, kinds.mjGEOM_ARROW, kinds.mjGEOM_LABEL):
        call.mjv_initGeom(geom, int(kind), size, some(3), np.eye(3).ravel(), rgba)
    for kind in (kinds.mjGEOM_CAPSULE, kinds.mjGEOM_CYLINDER, kinds.mjGEOM_ARROW,
                 kinds.mjGEOM_ARROW1, kinds.mjGEOM_ARROW2, kinds.mjGEOM_LINE,
                 kinds.mjGEOM_SPHERE):  # fmt: skip
        call.mjv_connector(geom, int(kind), 0.02, some(3), some(3))
    call.mjv_connector(geom, int(kinds.mjGEOM_LINE), 0.02, np.ones(3), np.ones(3))
    rectangles = mujoco.MjrRect(0, 0, 10, 20)
    for point in ((5, 5), (11, 5)):
        call.mjr_findRect(*point, 1, rectangles)


class Stop(Exception):
    pass


def stop(*_):
    raise Stop("a word")


def callbacks():
    x = mujoco.MjData(m)
    seen = {}

    def note(name, value=None):
        def see(*arguments):
            key = f"{name} with {len(arguments)}"
            seen[key] = seen.get(key, 0) + 1
            return value

        return see

    def push(model, data):
        data.ctrl[0] = 0.5
        seen["pushed"] = bool(model.nu == m.nu)

    def drag(model, data):
        data.qfrc_passive[:] -= 0.1 * data.qvel

    def measure(model, data, stage):
        seen[f"stage {stage}"] = seen.get(f"stage {stage}", 0) + 1

    values = {"control": push, "passive": drag, "sensor": measure,
              "contactfilter": note("filter", 0),
              "act_dyn": note("dyn", 0.1), "act_gain": note("gain", 2.0),
              "act_bias": note("bias", 0.3), "time": note("time", 1.5)}  # fmt: skip
    user = mujoco.MjModel.from_xml_string(
        zoo.ZOO.replace('dyntype="filterexact" dynprm=".05" gainprm="2"',
                        'dyntype="user" actdim="1" gaintype="user" biastype="user"')
        .replace("<sensor>", '<sensor><user name="mine" dim="2" needstage="vel"/>')
    )  # fmt: skip
    for name, function in values.items():
        setter, getter = f"set_mjcb_{name}", f"get_mjcb_{name}"
        call.called |= {setter, getter}
        put, get = getattr(mujoco, setter), getattr(mujoco, getter)
        call.note(f"{name} before", get() is None)
        put(function)
        call.note(f"{name} kept", get() is function)
        y = mujoco.MjData(user)
        seen.clear()
        mujoco.mj_step(user, y, 10)
        # how often the clock is read is the engine's own affair, unlike other callbacks
        calls = {key: n > 0 if name == "time" else n for key, n in seen.items()}
        call.note(f"{name} called", dict(sorted(calls.items())))
        call.note(f"{name} result", [y.qpos, y.qvel, y.act, y.actuator_force, y.sensordata])
        put(stop)
        call.note(f"{name} raises", error_of(mujoco.mj_step, user, y))
        put(note(name, "no number"))
        call.note(f"{name} returns a word", error_of(mujoco.mj_step, user, y))
        call.note(f"{name} is no function", error_of(put, 3))
        put(None)
        call.note(f"{name} after", get() is None)
        mujoco.mj_resetData(user, y)
        mujoco.mj_step(user, y)
        call.note(f"{name} cleared", [y.qpos, y.time])
    mujoco.set_mjcb_control(push)
    call.mj_resetCallbacks()
    call.note("all cleared", mujoco.get_mjcb_control() is None)

    told = []
    for name in ("mju_user_warning", "mju_user_malloc", "mju_user_free"):
        call.called |= {f"set_{name}", f"get_{name}"}
        call.note(f"{name} before", getattr(mujoco, f"get_{name}")() is None)
    mujoco.set_mju_user_warning(told.append)
    call.note("warning kept", mujoco.get_mju_user_warning() is not None)
    x.qpos[0] = np.nan
    mujoco.mj_step(m, x)
    call.note("warned", told)
    call.note("counted", [x.warning.number, x.warning.lastinfo])
    call.note("warning is no function", error_of(mujoco.set_mju_user_warning, 3))
    mujoco.set_mju_user_warning(None)
    call.note("warning cleared", mujoco.get_mju_user_warning() is None)
    for name in ("malloc", "free"):
        put = getattr(mujoco, f"set_mju_user_{name}")
        call.note(f"{name} is no function", error_of(put, 3))
        put(None)


if __name__ == "__main__":
    for part in (defaults, scenes, visual_edits, frames, mouse, shapes, callbacks):
        part()
    call.write(sys.argv[1])
