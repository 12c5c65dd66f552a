# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Modules, bindings, parameters and callbacks from Python."""

import contextlib
import copy
import ctypes
import gc
import sys
import weakref

import mujoco
import numpy as np
import pytest
from lab import BOXES, PENDULUM, SLIDER, build_example, load

import fulcrum
from fulcrum import Kind, _structures


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


# ---------------------------------------------------------------- what is wrong is said, not done


def test_model_and_data_must_be_what_they_are_and_belong_together():
    model, data = load(PENDULUM)
    other, others = load(BOXES)
    same = mujoco.MjModel.from_xml_string(
        PENDULUM.format(option="", extension="", rest="").replace("0.01", "0.02")
    )
    uses = [
        lambda m, d: fulcrum.bind(m, d, "solver", "cg"),
        lambda m, d: fulcrum.bound(m, d, "solver"),
        lambda m, d: fulcrum.unbind(m, d, "solver"),
        lambda m, d: fulcrum.callbacks(m, d).__enter__(),
        lambda m, d: fulcrum.watch(m, d),
        lambda m, d: fulcrum.view(m, d),
    ]
    for use in uses:
        with pytest.raises(TypeError, match="expected .*an MjModel .*, not MjData"):
            use(data, model)
        with pytest.raises(TypeError, match="expected an MjData .*, not MjModel"):
            use(model, model)
        with pytest.raises(TypeError, match="expected .*an MjModel .*, not MjOption"):
            use(model.opt, data)
        with pytest.raises(ValueError, match="do not belong together: .* is .* in the model"):
            use(model, others)
        with pytest.raises(ValueError, match="do not belong together"):
            use(fulcrum.view(model), fulcrum.view(other, others))
    with pytest.raises(TypeError, match="expected an MjModel .*, not MjData"):
        fulcrum.parameters(data, "newton")
    for use in uses[:3]:
        use(same, data)
        use(fulcrum.view(model), fulcrum.view(model, data))
        use(model._address, data._address)


def test_arrays_of_views_keep_what_they_show_alive():
    model, data = load(PENDULUM)
    qpos, opt, mass = fulcrum.view(model, data).qpos, fulcrum.view(model).opt, None
    mass = fulcrum.view(model).body_mass
    alive = sys.getrefcount(model), sys.getrefcount(data)
    del qpos, opt, mass
    assert sys.getrefcount(model) == alive[0] - 2 and sys.getrefcount(data) == alive[1] - 1


def test_nothing_is_bound_from_inside_a_step_but_in_the_control_callback():
    @fulcrum.register
    class Binder(fulcrum.Sensor):
        name = "api.binder"

        def compute(self, model, data, out):
            if armed:
                armed[0](model, data)

    armed = []
    model, data = load(BOXES.replace("</mujoco>", "<sensor><api.binder/></sensor></mujoco>"))
    for use in (
        lambda m, d: fulcrum.bind(m, d, "solver", "cg"),
        lambda m, d: fulcrum.unbind(m, d, "probe"),
    ):
        armed[:] = [use]
        with pytest.raises(mujoco.FatalError, match="while it is being stepped"):
            mujoco.mj_step(model, data)
        armed.clear()
        use(model, data)
        mujoco.mj_step(model, data)
    kinds = [(face.kind, face.name) for face in fulcrum.faces() if str(face.kind) in CHOSEN]
    for kind, name in kinds:
        fulcrum.unbind(model, data, kind)
        mujoco.mj_resetData(model, data)
        if name.startswith("lab.") or "." in name:
            continue

        def control(m, d, kind=kind, name=name):
            with contextlib.suppress(fulcrum.FulcrumError):
                fulcrum.bind(m, d, kind, name)

        with fulcrum.callbacks(model, data, control=control):
            for _ in range(3):
                with contextlib.suppress(mujoco.FatalError):
                    mujoco.mj_step(model, data)
        for chosen in CHOSEN:
            fulcrum.unbind(model, data, chosen)
    mujoco.mj_resetData(model, data)
    mujoco.mj_step(model, data)
    assert np.isfinite(data.qacc).all()


CHOSEN = ("solver", "integrator", "contact_model", "broadphase", "convex")


def test_callbacks_go_with_their_block():
    class Big:
        pass

    model, data = load(PENDULUM)
    seen = []
    big = Big()
    kept = weakref.ref(big)
    with fulcrum.callbacks(model, data, control=lambda m, d, big=big: seen.append(d.time)):
        mujoco.mj_step(model, data)
        twin = copy.copy(data)
        mujoco.mj_step(model, twin)
    del big
    gc.collect()
    assert kept() is None and len(seen) == 2
    with pytest.raises(mujoco.FatalError, match="`with` block, which has ended"):
        mujoco.mj_step(model, twin)
    addresses = set()
    for _ in range(100):
        with fulcrum.callbacks(model, data, control=lambda m, d: None):
            table = fulcrum._host.call.fc_callbacks(data._address)
            addresses.add(ctypes.string_at(table, ctypes.sizeof(_structures.FcCallbacks)))
    assert len(addresses) < 30
    with pytest.raises(TypeError, match="the callback control must be a function or None, not int"):
        with fulcrum.callbacks(model, data, control=3):
            pass


def test_original_errors_raises_a_stop_iteration():
    @fulcrum.register
    class Ended(fulcrum.Sensor):
        name = "api.ended"

        def compute(self, model, data, out):
            if data.time:
                next(iter(()))

    model, data = load(BOXES.replace("</mujoco>", "<sensor><api.ended/></sensor></mujoco>"))
    mujoco.mj_step(model, data)
    with pytest.raises(StopIteration), fulcrum.original_errors():
        mujoco.mj_step(model, data)


def test_parameters_are_not_set_from_bytes():
    model, _ = load(BOXES)
    face = next(f for f in fulcrum.faces() if f.parameters and f.selected)
    with pytest.raises(TypeError, match="cannot be set to bytes; give a str"):
        fulcrum.parameters(model, f"{face.kind}/{face.name}")[face.parameters[0].key] = b"3"


WRONG = [
    (fulcrum.Sensor, "dimension", True, "dimension must be an int of at least 1 or a function"),
    (fulcrum.Sensor, "dimension", 2.0, "dimension must be an int of at least 1"),
    (fulcrum.Sensor, "dimension", 10**9, "dimension must be at most"),
    (fulcrum.Sensor, "datatype", "quaternion", "must be 4, as the datatype is 'quaternion', not 1"),
    (fulcrum.Sensor, "datatype", "axis", "must be 3, as the datatype is 'axis', not 1"),
    (fulcrum.Sensor, "needs", 5, "Wrong.needs must be a str or a tuple of them, not 5"),
    (fulcrum.Sensor, "attach", 5, "Wrong.attach must be a str or a tuple of them, not 5"),
    (fulcrum.Sensor, "overrides", 5, "Wrong.overrides must be a str or a tuple of them, not 5"),
    (fulcrum.Sensor, "version", 5, "Wrong.version must be a str, not int"),
    (fulcrum.Sensor, "licence", None, "Wrong.licence must be a str, not NoneType"),
    (fulcrum.Actuator, "variables", -1, "Wrong.variables must be an int of at least 0, not -1"),
    (fulcrum.Actuator, "variables", True, "Wrong.variables must be an int of at least 0, not True"),
]


@pytest.mark.parametrize("base, attribute, value, message", WRONG)
def test_wrong_attributes_are_named(base, attribute, value, message):
    method = "compute" if base is fulcrum.Sensor else "force"
    members = {"name": "api.wrong", method: print, attribute: value}
    with pytest.raises((fulcrum.FulcrumError, TypeError), match=message):
        fulcrum.register(type("Wrong", (base,), members))


def test_numbers_of_numpy_and_single_words_are_taken():
    class Right(fulcrum.Sensor):
        name = "api.right"
        dimension = np.int64(4)
        datatype = "quaternion"
        needs = "body_forces"
        attach = "body"

        def compute(self, model, data, out):
            out[:] = 1, 0, 0, 0

    fulcrum.register(Right)
    text = BOXES.replace(
        "</mujoco>", '<sensor><api.right body="world"/></sensor></mujoco>'
    )
    model, data = load(text)
    mujoco.mj_forward(model, data)
    assert list(data.sensordata) == [1, 0, 0, 0]


def test_the_default_of_a_parameter_is_in_its_range():
    for arguments in ({"low": 2}, {"high": 0.5}, {"low": -1, "high": 0}):
        with pytest.raises(fulcrum.FulcrumError, match="default .* must be in its range"):
            fulcrum.parameter(1.0, **arguments)
