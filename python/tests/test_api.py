# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Modules, bindings, parameters and callbacks from Python."""

import ctypes

import mujoco
import numpy as np
import pytest
from lab import BOXES, PENDULUM, SLIDER, build_example, load

import fulcrum
from fulcrum import Kind


def test_modules_are_listed_with_their_faces():
    found = {module.name: module for module in fulcrum.modules()}
    newton = found["newton"]
    assert newton.version and newton.licence == "Apache-2.0" and not newton.interpreted
    assert [(face.kind, face.name, face.selected) for face in newton.faces] == [
        (Kind.SOLVER, "newton", True)
    ]
    assert newton.summary and newton.level >= 1
    assert {face.name for face in fulcrum.faces("integrator")} >= {"euler", "rk4", "implicit"}
    assert fulcrum.faces(Kind.INTEGRATOR) == fulcrum.faces("integrator")
    assert fulcrum.load_module("newton").status == "loaded"
    assert (fulcrum.module_directory() / "newton.json").exists()
    assert fulcrum.version() == "3.6.0" == mujoco.mj_versionString()


def test_what_is_not_there_is_told_with_what_is():
    with pytest.raises(fulcrum.FulcrumError, match='no module "newtom"'):
        fulcrum.load_module("newtom")
    with pytest.raises(fulcrum.FulcrumError, match='no module "newtom"'):
        fulcrum.reload("newtom")
    assert fulcrum.reload("newton") == [] and fulcrum.reload() == []
    with pytest.raises(fulcrum.FulcrumError, match='no kind "solvr"; did you mean "solver"'):
        fulcrum.faces("solvr")
    with pytest.raises(fulcrum.FulcrumError, match="no kind 99"):
        fulcrum.faces(99)
    with pytest.raises(fulcrum.FulcrumError, match="cannot be read"):
        fulcrum.add_module_path("/no/such/folder")
    model, data = load(PENDULUM)
    with pytest.raises(fulcrum.FulcrumError, match="known are: .*newton"):
        fulcrum.bind(model, data, "solver", "newtom")
    with pytest.raises(fulcrum.FulcrumError, match="a sensor cannot be bound"):
        fulcrum.bind(model, data, Kind.SENSOR, "gyro")
    with pytest.raises(TypeError, match="expected an MjModel"):
        fulcrum.bind("model", data, "solver", "newton")
    with pytest.raises(fulcrum.FulcrumError, match="NUL"):
        fulcrum.bind(model, data, "solver", "new\0ton")


def test_a_solver_is_bound_and_unbound():
    model, data = load(BOXES)
    assert fulcrum.bound(model, data, "solver") == "newton"
    fulcrum.bind(model, data, "solver", "cg")
    assert fulcrum.bound(model, data, Kind.SOLVER) == "cg"
    fulcrum.unbind(model, data, "solver")
    assert fulcrum.bound(model, data, "solver") == "newton"
    with fulcrum.bound_to(model, data, "solver", "pgs"):
        assert fulcrum.bound(model, data, "solver") == "pgs"
    # addresses serve as well as objects
    assert fulcrum.bound(model._address, data._address, "solver") == "newton"
    assert fulcrum.option_name("solver", mujoco.mjtSolver.mjSOL_CG) == "cg"
    assert fulcrum.option_value("solver", "cg") == mujoco.mjtSolver.mjSOL_CG


def test_the_pipeline_is_the_one_of_the_engine():
    class Everywhere(fulcrum.Probe):
        name = "api.everywhere"

        def observe(self, model, data):
            seen.append(self.where)

    seen, model = [], load(SLIDER)[0]
    for place in fulcrum.stages():
        data = mujoco.MjData(model)
        fulcrum.register(type("Here", (Everywhere,), {"name": f"api.at_{place}", "where": place}))
        fulcrum.bind(model, data, "probe", f"api.at_{place}")
        model.opt.enableflags = mujoco.mjtEnableBit.mjENBL_ENERGY
        mujoco.mj_forward(model, data)
    assert set(seen) >= set(fulcrum.stages()) - {
        "waking",
        "waking_tendons",
        "islands",
        "projection",
    }


def test_parameters_are_read_and_set(tmp_path):
    build_example("wind", tmp_path)
    model, data = load(SLIDER)
    other = mujoco.MjModel.from_xml_string(SLIDER.format(integrator="Euler", extension="", rest=""))
    wind = fulcrum.parameters(model, "acme.wind")
    assert list(wind) == ["velocity", "density", "drag"] and len(wind) == 3
    info = wind.info("density")
    assert (info.type, info.unit, info.default, info.range) == ("real", "kg/m^3", 1.2, (0, 20000))
    wind["velocity"] = 1, 2.5, -3
    wind["drag"] = 0.5
    assert list(wind["velocity"]) == [1, 2.5, -3] and wind["drag"] == 0.5
    # what the engine has, not a copy of it
    numbers = wind.numbers("velocity")
    numbers[1] = 7
    assert wind["velocity"][1] == 7 and np.shares_memory(numbers, wind.numbers("velocity"))
    assert fulcrum.parameters(model, "passive/acme.wind")["drag"] == 0.5
    assert fulcrum.parameters(other, "acme.wind")["drag"] == 1
    del wind["drag"]
    assert wind["drag"] == 1
    for key, value, words in (
        ("dragg", 1, 'did you mean "drag"'),
        ("drag", 200, "between 0 and 100"),
        ("velocity", 1, "3"),
        ("drag", "much", "much"),
    ):
        with pytest.raises(fulcrum.FulcrumError, match=words):
            wind[key] = value
    with pytest.raises(fulcrum.FulcrumError, match='no face "acme.wimd"; did you mean "acme.wind"'):
        fulcrum.parameters(model, "acme.wimd")


def test_a_bound_c_module_acts(tmp_path):
    """acme.wind: a cube of 0.2 m in wind of 3 m/s along x, at rest: drag * density/2 * A v^2."""
    if not any(face.name == "acme.wind" for face in fulcrum.faces("passive")):
        build_example("wind", tmp_path)
    model, data = load(SLIDER)
    fulcrum.bind(model, data, "passive", "acme.wind")
    fulcrum.parameters(model, "acme.wind")["velocity"] = 3, 0, 0
    mujoco.mj_forward(model, data)
    assert data.qfrc_passive[0] == pytest.approx(1.2 / 2 * 0.04 * 9, rel=1e-12)
    assert fulcrum.bound(model, data, "passive") == ["acme.wind"]


# ---------------------------------------------------------------- callbacks


def test_callbacks_belong_to_one_data():
    model, data = load(PENDULUM, rest='<actuator><motor joint="hinge"/></actuator>')
    other = mujoco.MjData(model)

    def control(m, d):
        assert np.shares_memory(d.ctrl, data.ctrl) and m.nu == 1
        d.ctrl[0] = 2 * d.time

    with fulcrum.callbacks(model, data, control=control):
        data.time = 3
        mujoco.mj_forward(model, data)
        mujoco.mj_forward(model, other)
    assert data.ctrl[0] == 6 and other.ctrl[0] == 0
    data.time = 5
    mujoco.mj_forward(model, data)
    assert data.ctrl[0] == 6 and fulcrum.bound(model, data, "probe") == []


def test_all_kinds_of_callbacks():
    model, data = load(
        PENDULUM,
        rest="""<actuator><general joint="hinge" dyntype="user"
      gaintype="user" biastype="user" actdim="1"/></actuator><sensor><user dim="2" needstage="pos"/>
      </sensor>""",
    )
    with fulcrum.callbacks(
        model,
        data,
        act_dyn=lambda m, d, i: 4.0,
        act_gain=lambda m, d, i: 3.0,
        act_bias=lambda m, d, i: 0.5,
        passive=lambda m, d: d.qfrc_passive.__iadd__(1.5),
        sensor=lambda m, d, stage: d.sensordata.__setitem__(slice(None), (stage, 8)),
    ):
        data.act[0] = 2
        mujoco.mj_forward(model, data)
    assert data.act_dot[0] == 4 and data.actuator_force[0] == 6.5 and data.qfrc_passive[0] == 1.5
    assert list(data.sensordata) == [mujoco.mjtStage.mjSTAGE_POS, 8]
    model, data = load(BOXES)
    mujoco.mj_forward(model, data)
    before = data.ncon
    with fulcrum.callbacks(model, data, contactfilter=lambda m, d, a, b: 1):
        mujoco.mj_forward(model, data)
    assert before > 0 and data.ncon == 0


def test_a_failing_callback_is_an_error_of_its_stage():
    model, data = load(PENDULUM)

    def control(m, d):
        raise KeyError("no such wheel")

    with fulcrum.callbacks(model, data, control=control):
        with pytest.raises(mujoco.FatalError, match="(?s)KeyError: 'no such wheel'.*test_api.py"):
            mujoco.mj_step(model, data)
    mujoco.mj_step(model, data)
    with pytest.raises(
        fulcrum.FulcrumError, match='no callback "controll"; did you mean "control"'
    ):
        with fulcrum.callbacks(model, data, controll=control):
            pass


# ---------------------------------------------------------------- views


def test_views_are_the_memory_of_the_engine():
    model, data = load(PENDULUM)
    m, d = fulcrum.view(model), fulcrum.view(model, data)
    assert np.shares_memory(d.qpos, data.qpos) and np.shares_memory(m.geom_size, model.geom_size)
    d.qvel = 2
    d.time = 7.0
    m.opt.timestep = 0.5
    assert data.qvel[0] == 2 and data.time == 7 and model.opt.timestep == 0.5
    assert (
        m.id(mujoco.mjtObj.mjOBJ_SITE, "tip") == 0 and m.name(mujoco.mjtObj.mjOBJ_BODY, 1) == "arm"
    )
    with pytest.raises(AttributeError, match='no field "qpoz"; did you mean "qpos"'):
        d.qpoz  # noqa: B018
    with pytest.raises(AttributeError, match="no field"):
        d.qpoz = 1
    with pytest.raises(fulcrum.FulcrumError, match='called "top"'):
        m.id(mujoco.mjtObj.mjOBJ_SITE, "top")
    assert d.contact.shape == (0,) and d.efc_force.shape == (0,)


def test_services_of_views_are_those_of_the_engine():
    model, data = load(PENDULUM)
    data.qvel[0] = 1.5
    mujoco.mj_forward(model, data)
    d = fulcrum.view(model, data)
    site = mujoco.mjtObj.mjOBJ_SITE
    position, axes = d.frame(site, 0)
    assert np.shares_memory(position, data.site_xpos) and np.shares_memory(axes, data.site_xmat)
    expected = np.zeros(6)
    mujoco.mj_objectVelocity(model, data, site, 0, expected, 1)
    assert list(d.velocity(site, 0)) == list(expected) and expected[1] == 1.5
    translation, rotation = d.jacobian(1, position)
    assert translation[:, 0] == pytest.approx([0, 0, -0.3]) and list(rotation[:, 0]) == [0, 1, 0]
    force = np.zeros(1)
    d.apply_wrench(1, (0, 0, 2), (0, 5, 0), position, force)
    assert force[0] == pytest.approx(5 - 0.6)
    for arguments in ((site, 1), (site, -1), (mujoco.mjtObj.mjOBJ_KEY, 0)):
        with pytest.raises(fulcrum.FulcrumError, match="no body, geom, site or camera"):
            d.frame(*arguments)
    with pytest.raises(fulcrum.FulcrumError, match="point must be 3 numbers"):
        d.apply_wrench(1, None, None, (1, 2), force)
    with pytest.raises(fulcrum.FulcrumError, match="qfrc must be 1"):
        d.apply_wrench(1, None, None, (1, 2, 3), np.zeros(2))


def test_the_library_is_the_one_of_mujoco():
    from fulcrum._host import library

    here = ctypes.cast(library()["mj_step"], ctypes.c_void_p).value
    with open("/proc/self/maps", encoding="utf-8") as maps:
        copies = {
            line.split()[-1] for line in maps if "libfulcrum.so" in line or "libmujoco.so" in line
        }
    assert here and len([path for path in copies if "libfulcrum" in path]) <= 1
    assert len([path for path in copies if "libmujoco" in path]) <= 1
