# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Every mj_ function, on a scene with everything.  functions_model.py FILE"""

import os
import sys
import tempfile

import mujoco
import numpy as np
import zoo
from answers import Caller, fields

call = Caller()
m = zoo.model()
d = zoo.data(m)
random = np.random.default_rng(11)
OBJ = mujoco.mjtObj
STATE = mujoco.mjtState


def some(*shape):
    return random.standard_normal(shape)


def empty(*shape, kind=float):
    return np.zeros(shape, kind)


def fresh():
    copy = mujoco.MjData(m)
    mujoco.mj_copyData(copy, m, d)
    return copy


def rows():
    for solver in mujoco.mjtSolver.__members__.values():
        m.opt.solver = solver
        x = fresh()
        mujoco.mj_forward(m, x)
        names = [
            "ne",
            "nf",
            "nl",
            "nJ",
            "nisland",
            "nidof",
            "efc_J",
            "dof_island",
            "tree_island",
            "island_dofadr",
        ]
        names += ["iefc_force", "map_dof2idof", "efc_island"]
        names += ["efc_AR"] * (solver == mujoco.mjtSolver.mjSOL_PGS)
        call.note(f"rows of solver {solver}", [getattr(x, name) for name in names])
        call.note(f"inertia of islands, solver {solver}", x.iM[: x.iM_rownnz[: x.nidof].sum()])
    m.opt.solver = mujoco.mjtSolver.mjSOL_NEWTON


def stages():
    x = fresh()
    for name in [
        "kinematics",
        "comPos",
        "camlight",
        "flex",
        "tendon",
        "makeM",
        "crb",
        "factorM",
        "transmission",
        "collision",
        "makeConstraint",
        "island",
        "projectConstraint",
        "referenceConstraint",
        "comVel",
        "subtreeVel",
        "passive",
        "energyPos",
        "energyVel",
        "sensorPos",
        "sensorVel",
        "sensorAcc",
        "rnePostConstraint",
        "fwdKinematics",
        "fwdPosition",
        "fwdVelocity",
        "fwdActuation",
        "fwdAcceleration",
        "fwdConstraint",
        "invPosition",
        "invVelocity",
        "invConstraint",
        "inverse",
        "compareFwdInv",
        "forward",
        "checkPos",
        "checkVel",
        "checkAcc",
        "step1",
        "step2",
        "step",
        "Euler",
        "implicit",
    ]:
        x.qpos[:6] += 0.01
        x.qvel[:] *= 0.99
        getattr(call, "mj_" + name)(m, x)
    call.mj_step(m, x, 3)
    call.mj_step(m, x, nstep=2)
    for order in (2, 3, 4):
        call.mj_RungeKutta(m, x, order)
    for stage in mujoco.mjtStage.__members__.values():
        call.mj_forwardSkip(m, x, int(stage), 1)
        call.mj_inverseSkip(m, x, int(stage), 0)
    x.qpos[0] = np.nan
    call.mj_checkPos(m, x)
    x.qvel[0] = np.inf
    call.mj_checkVel(m, x)
    x.qacc[3] = 1e11
    call.mj_checkAcc(m, x)


def matrices():
    x = fresh()
    call.mj_fullM(m, empty(m.nv, m.nv), x.M)
    call.mj_mulM(m, x, empty(m.nv), some(m.nv))
    call.mj_mulM2(m, x, empty(m.nv), some(m.nv))
    call.mj_solveM(m, x, empty(2, m.nv), some(2, m.nv))
    call.mj_solveM2(m, x, empty(2, m.nv), some(2, m.nv), 1 / np.sqrt(x.qLDiagInv)[None])
    call.mj_addM(m, x, x.M.copy(), m.M_rownnz.copy(), m.M_rowadr.copy(), m.M_colind.copy())
    call.mj_mulJacVec(m, x, empty(x.nefc), some(m.nv))
    call.mj_mulJacTVec(m, x, empty(m.nv), some(x.nefc))
    call.mj_angmomMat(m, x, empty(3, m.nv), 1)
    call.mj_rne(m, x, 0, empty(m.nv))
    call.mj_rne(m, x, 1, empty(m.nv))
    for arguments in ((empty(1), 1), (empty(1), 0), (None, 0)):
        call.mj_constraintUpdate(m, x, some(x.nefc), *arguments)
    call.mj_constraintUpdate(m, x, some(x.nefc + 1), None, 0)
    for name in ("isPyramidal", "isSparse", "isDual"):
        getattr(call, "mj_" + name)(m)


def jacobians():
    for name, ids in (
        ("Body", (0, 3)),
        ("BodyCom", (0, 2)),
        ("Geom", (0, 4)),
        ("Site", (0, 2)),
    ):
        for i in ids:
            getattr(call, "mj_jac" + name)(m, d, empty(3, m.nv), empty(3, m.nv), i)
            getattr(call, "mj_jac" + name)(m, d, None, empty(3, m.nv), i)
    call.mj_jacSubtreeCom(m, d, empty(3, m.nv), 1)
    for name in ("mj_jac", "mj_jacDot"):
        getattr(call, name)(m, d, empty(3, m.nv), empty(3, m.nv), some(3), 3)
        getattr(call, name)(m, d, empty(3, m.nv), None, some(3), 2)
    call.mj_jacPointAxis(m, d, empty(3, m.nv), empty(3, m.nv), some(3), some(3), 3)
    call.mj_applyFT(m, d, some(3), some(3), some(3), 3, empty(m.nv))
    call.mj_local2Global(d, empty(3), empty(9), some(3), np.array([1.0, 0, 0, 0]), 2, 0)
    for kind, i in ((OBJ.mjOBJ_BODY, 2), (OBJ.mjOBJ_XBODY, 3), (OBJ.mjOBJ_GEOM, 5),
                    (OBJ.mjOBJ_SITE, 1), (OBJ.mjOBJ_CAMERA, 1), (OBJ.mjOBJ_TENDON, 0)):  # fmt: skip
        for local in (0, 1):
            call.mj_objectVelocity(m, d, int(kind), i, empty(6), local)
            call.mj_objectAcceleration(m, d, int(kind), i, empty(6), local)


def positions():
    other = d.qpos.copy()
    call.mj_integratePos(m, other, some(m.nv), 0.1)
    call.mj_differentiatePos(m, empty(m.nv), 0.1, d.qpos, other)
    other *= 1.5
    call.mj_normalizeQuat(m, other)


def states():
    x = mujoco.MjData(m)
    for sig in (*(1 << i for i in range(int(STATE.mjNSTATE))), int(STATE.mjSTATE_PHYSICS),
                int(STATE.mjSTATE_FULLPHYSICS), int(STATE.mjSTATE_USER),
                int(STATE.mjSTATE_INTEGRATION)):  # fmt: skip
        state = empty(call.mj_stateSize(m, sig))
        call.mj_getState(m, d, state, sig)
        call.mj_setState(m, x, state, sig)
    full = empty(mujoco.mj_stateSize(m, STATE.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(m, d, full, STATE.mjSTATE_FULLPHYSICS)
    whole, part = int(STATE.mjSTATE_FULLPHYSICS), int(STATE.mjSTATE_QPOS)
    call.mj_extractState(m, full, whole, empty(m.nq), part)
    call.mj_extractState(m, d.qpos.copy(), part, empty(m.nu), int(STATE.mjSTATE_CTRL))
    call.mj_copyState(m, d, x, int(STATE.mjSTATE_INTEGRATION))
    call.mj_stateSize(m, 1 << int(STATE.mjNSTATE))
    call.mj_copyData(x, m, d)
    call.mj_setKeyframe(m, d, 0)
    call.mj_setKeyframe(m, d, 7)
    call.mj_resetDataKeyframe(m, x, 0)
    call.mj_resetDataKeyframe(m, x, 9)
    call.mj_resetData(m, x)
    call.mj_resetDataDebug(m, x, 0)
    call.mj_initCtrlHistory(m, x, 1, None, np.arange(4.0))
    call.mj_initCtrlHistory(m, x, 1, np.arange(-4.0, 0), np.arange(4.0))
    call.mj_initCtrlHistory(m, x, 1, np.arange(4.0)[::-1].copy(), np.arange(4.0))
    call.mj_initCtrlHistory(m, x, 0, None, np.arange(4.0))
    for time in (-3.5, -2.0, 0.0, 1.0):
        for order in (-1, 0, 1, 2):
            call.mj_readCtrl(m, x, 1, time, order)
    call.mj_readCtrl(m, x, 0, 0.0, 0)
    call.mj_readCtrl(m, x, 99, 0.0, 0)
    felt = m.sensor("felt").id
    call.mj_initSensorHistory(m, x, felt, None, np.arange(9.0).reshape(3, 3), 0.0)
    call.mj_initSensorHistory(m, x, felt, np.arange(-3.0, 0), np.arange(9.0).reshape(3, 3), 0.1)
    call.mj_initSensorHistory(m, x, 0, None, np.arange(9.0).reshape(3, 3), 0.0)
    for time in (-3.0, -1.5, 0.0):
        for order in (-1, 0, 1, 2):
            call.mj_readSensor(m, x, felt, time, empty(3), order)
    call.mj_readSensor(m, x, 0, 0.0, empty(3), 0)


def contacts():
    x = fresh()
    for i in range(x.ncon):
        call.mj_contactForce(m, x, i, empty(6))
    call.mj_contactForce(m, x, 10000, empty(6))
    call.mj_contactForce(m, x, -1, empty(6))
    # wrong calls of this function have to leave the contacts alone
    call.mj_addContact(m, x, x.contact[0])
    for a, b in ((0, 3), (3, 4), (6, 7), (8, 9)):
        call.mj_geomDistance(m, x, a, b, 5.0, empty(2, 3))
        call.mj_geomDistance(m, x, a, b, 0.01, None)


def rays():
    start = np.array([-0.1, 0.05, 2.0])
    down = np.array([0.05, 0.02, -1.0])
    flex_start = d.flexvert_xpos[4] + [0.02, 0.01, 1]
    groups = np.array([1, 1, 1, 0, 0, 0], np.uint8)
    call.mj_ray(m, d, start, down, None, 1, -1, empty(1, kind=np.int32), empty(3))
    call.mj_ray(m, d, start, down, groups, 0, 1, empty(1, kind=np.int32))
    call.mj_ray(m, d, start, -down, groups, 0, 1, None)
    fan = np.array([[x, y, -1.0] for x in (-1, -0.3, 0.1, 1.1) for y in (-0.5, 0, 0.4)])
    n = len(fan)
    for normals in (empty(3 * n), None):
        call.mj_multiRay(m, d, start, fan.ravel(), groups, 1, -1, empty(n, kind=np.int32),
                         empty(n), normals, n, 10.0)  # fmt: skip
    ground, stone = m.geom("ground").id, m.geom("stone").id
    call.mj_rayHfield(m, d, ground, np.array([2.1, 2.05, 3]), down, empty(3))
    call.mj_rayMesh(m, d, stone, d.geom_xpos[stone] + [0, 0, 1], np.array([0.0, 0, -1]), empty(3))
    call.mj_rayMesh(m, d, stone, start, np.array([0.0, 0, 1]))
    for flags in ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 1, 1, 1), (0, 0, 0, 0)):
        call.mj_rayFlex(m, d, 0, *flags, 0, flex_start, np.array([0.0, 0, -1]),
                        empty(1, kind=np.int32), empty(3))  # fmt: skip


def names():
    for kind in range(int(OBJ.mjNOBJECT)):
        for i in (-1, 0, 1, 1000):
            call.mj_id2name(m, kind, i)
        for word in ("cart", "toe", "zoo", "rope", "", "none"):
            call.mj_name2id(m, kind, word)


def models():
    x = zoo.model()
    y = mujoco.MjData(x)
    call.mj_getTotalmass(x)
    call.mj_sizeModel(x)
    call.mj_setTotalmass(x, 12.0)
    call.mj_getTotalmass(x)
    x.qpos0[m.joint("bend").qposadr[0]] += 0.2
    x.body_mass[1] *= 2
    x.qpos_spring[:2] += 0.1
    call.called.add("mj_setConst")  # its data are scratch
    mujoco.mj_setConst(x, y)
    call.note("constants", fields(x))
    mujoco.mj_forward(x, y)
    options = mujoco.MjLROpt()
    call.mj_defaultLROpt(options)
    for i in range(x.nu):
        call.mj_setLengthRange(x, y, i, options)
    options.useexisting = 0
    options.inttotal, options.interval = 1.0, 0.4
    for i in range(x.nu):
        call.mj_setLengthRange(x, y, i, options)
    call.mj_defaultOption(x.opt)
    call.mj_defaultVisual(x.vis)
    call.mj_version()
    call.mj_versionString()
    for html in (False, True):
        call.mj_printSchema(html, True)


def printed_text(path):
    """The words of each line of a text file; empty lines say nothing."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    return [line.split() for line in lines if line.strip()]


def files():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        call.mj_saveLastXML("last.xml", m)
        with open("last.xml", encoding="utf-8") as file:
            call.note("last.xml", file.read())
        call.mj_saveLastXML("no folder/last.xml", m)
        image = empty(mujoco.mj_sizeModel(m), kind=np.uint8)
        call.called.add("mj_saveModel")  # numbers of the image differ by rounding
        mujoco.mj_saveModel(m, None, image)
        call.mj_saveModel(m, "zoo.mjb", None)
        call.mj_saveModel(m, None, empty(10, kind=np.uint8))
        with open("zoo.mjb", "rb") as file:
            call.note("the file is the image", file.read() == image.tobytes())
        scene = mujoco.MjvScene(m, 300)
        mujoco.mjv_updateScene(m, d, mujoco.MjvOption(), None, mujoco.MjvCamera(), 7, scene)
        call.mj_printModel(m, "model.txt")
        call.mj_printData(m, d, "data.txt")
        call.mj_printScene(scene, "scene.txt")
        call.mj_printFormattedModel(m, "model3.txt", "%9.3g")
        call.mj_printFormattedData(m, d, "data3.txt", "%9.3g")
        call.mj_printFormattedScene(scene, "scene3.txt", "%9.3g")
        call.mj_printFormattedModel(m, "wrong.txt", "%s")
        call.mj_printModel(m, "no folder/model.txt")
        for name in sorted(os.listdir()):
            if name.endswith(".txt"):
                text = printed_text(name)
                call.note(f"{name} has lines", len(text))
                names = [line[0] for line in text if line and line[0][0].isalpha()]
                call.note(f"{name} names", names)
        call.mju_getXMLDependencies("last.xml")
        call.mju_getXMLDependencies("none.xml")
        call.mju_writeLog("NOTE", "a note")
        with open("MUJOCO_LOG.TXT", encoding="utf-8") as file:
            call.note("the log", "NOTE: a note" in file.read())
        call.mj_loadPluginLibrary("none.so")
        call.mj_loadAllPluginLibraries("no folder")
        os.chdir("/")


def caches():
    cache = call.mj_getCache()
    call.mj_getCacheSize(cache)
    call.mj_getCacheCapacity(cache)
    call.mj_setCacheCapacity(cache, 1 << 20)
    call.mj_getCacheCapacity(cache)
    call.mj_clearCache(cache)
    call.mj_getCacheSize(cache)


def derivatives():
    x = fresh()
    size = 2 * m.nv + m.na
    blocks = (empty(size, size), empty(size, m.nu), empty(m.nsensordata, size),
              empty(m.nsensordata, m.nu))  # fmt: skip
    # finite differences magnify rounding
    call.mjd_transitionFD(m, x, 1e-6, 1, *blocks)
    call.mjd_transitionFD(m, x, 1e-6, 0, blocks[0], None, None, None)
    x = fresh()
    columns = (m.nv, m.nv, m.nv, m.nsensordata, m.nsensordata, m.nsensordata, m.nM)
    call.mjd_inverseFD(m, x, 1e-6, 0, *(empty(m.nv, n) for n in columns))
    x = fresh()
    call.mjd_inverseFD(m, x, 1e-6, 1, empty(m.nv, m.nv), *[None] * 6)


PARTS = (rows, stages, matrices, jacobians, positions, states, contacts, rays, names, models, files,
         caches, derivatives)  # fmt: skip

if __name__ == "__main__":
    for part in PARTS:
        part()
    call.write(sys.argv[1])
