# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Modules written in Python: each kind against a closed form, and against the one in C."""

import mujoco
import numpy as np
import pytest
from lab import BOXES, PENDULUM, SLIDER, build_example, load

import fulcrum

# ---------------------------------------------------------------- sensors


@fulcrum.register
class Wind(fulcrum.Sensor):
    """Wind that grows with time."""

    name = "lab.wind"
    dimension = 3
    speed = fulcrum.parameter(1.0, unit="m/s", low=0, help="Speed of the air.")
    axis = fulcrum.parameter("x", keywords=("x", "y", "z"))
    offset = fulcrum.parameter(0.5, length=2, high=10)
    doubled = fulcrum.parameter(False)

    def compute(self, model, data, out):
        out["xyz".index(self.axis)] = self.speed * data.time * (2 if self.doubled else 1)
        out[1:] += self.offset


@fulcrum.register
class Anemometer(fulcrum.Sensor):
    """plugins/examples/anemometer in Python."""

    name = "lab.anemometer"
    dimension = 3
    stage = "velocity"
    attach = ("site", "body")
    gain = fulcrum.parameter(1.0)

    def compute(self, model, data, out):
        objtype = model.sensor_objtype[self.id]
        _, axes = data.frame(objtype, self.object_id)
        out[:] = self.gain * (axes.T @ model.opt.wind - data.velocity(objtype, self.object_id)[3:])


@fulcrum.register
class Copy(fulcrum.Sensor):
    """All joint velocities; as many numbers as there are, and one in memory."""

    name = "lab.copy"
    memory_size = 1

    def dimension(model, id):
        return model.nv + 1

    def compute(self, model, data, out):
        self.memory[0] += 1
        return np.append(data.qvel, self.memory[0])


def test_a_sensor_is_an_element_of_the_model():
    model, data = load(
        PENDULUM,
        rest="""<sensor><lab.wind name="a"/>
      <lab.wind name="b" speed="3" axis="z" offset="1 2" doubled="true" noise=".1"
      cutoff="5"/></sensor>""",
    )
    data.time = 2
    mujoco.mj_forward(model, data)
    assert list(data.sensor("a").data) == [2, 0.5, 0.5]
    assert list(data.sensor("b").data) == [0, 1, 5]  # 2 + 2 * 3 * 2, cut off
    # values belong to each element
    assert model.sensor_dim.tolist() == [3, 3] and model.nplugin == 2


def test_a_sensor_is_like_the_one_in_c(tmp_path):
    build_example("anemometer", tmp_path)
    model, data = load(
        BOXES.replace(
            "</worldbody>",
            """</worldbody><sensor>
      <lab.anemometer body="b" gain="2"/><acme.anemometer objtype="body" objname="b" gain="2"/>
      </sensor>""",
        ).replace('<body pos=".05', '<body name="b" pos=".05'),
        option='wind="3 -1 .5"',
    )
    data.qvel[:] = np.linspace(-1, 1, model.nv)
    for _ in range(20):
        mujoco.mj_step(model, data)
        assert np.any(data.sensordata[:3]) and list(data.sensordata[:3]) == pytest.approx(
            list(data.sensordata[3:]), abs=1e-14
        )


def test_dimension_may_depend_on_the_model_and_memory_is_reset_with_the_data():
    model, data = load(SLIDER, rest="<sensor><lab.copy/></sensor>")
    assert model.sensor_dim[0] == 2
    data.qvel[0] = 4
    for count in (1, 2, 3):
        mujoco.mj_forward(model, data)
        assert list(data.sensordata) == [4, count]
    mujoco.mj_resetData(model, data)
    mujoco.mj_forward(model, data)
    assert list(data.sensordata) == [0, 1]


def test_a_model_is_saved_and_loaded_again(tmp_path):
    spec = mujoco.MjSpec.from_string(
        SLIDER.format(
            integrator="Euler", extension="", rest="<sensor><lab.wind speed='3'/></sensor>"
        )
    )
    model = spec.compile()
    (tmp_path / "saved.xml").write_text(spec.to_xml())
    mujoco.mj_saveModel(model, str(tmp_path / "saved.mjb"))
    assert "lab.wind" in (tmp_path / "saved.xml").read_text()
    for again in (
        mujoco.MjModel.from_xml_path(str(tmp_path / "saved.xml")),
        mujoco.MjModel.from_binary_path(str(tmp_path / "saved.mjb")),
    ):
        data = mujoco.MjData(again)
        data.time = 5
        mujoco.mj_forward(again, data)
        assert data.sensordata[0] == 15


def test_without_the_class_the_model_is_refused_by_name(tmp_path):
    with pytest.raises(ValueError, match="lab.nowhere"):
        load(SLIDER, rest="<sensor><lab.nowhere/></sensor>")
    with pytest.raises(ValueError, match="(?s)speed.*0 to|speed.*between|speed.*at least"):
        load(SLIDER, rest='<sensor><lab.wind speed="-1"/></sensor>')
    with pytest.raises(ValueError, match="sped"):
        load(SLIDER, rest='<sensor><lab.wind sped="1"/></sensor>')
    with pytest.raises(ValueError, match="site|body"):
        load(SLIDER, rest="<sensor><lab.anemometer/></sensor>")


def test_it_is_listed_as_interpreted():
    found = {module.name: module for module in fulcrum.modules()}["lab.wind"]
    assert (
        found.interpreted and found.path == f"python:{__file__}:Wind" and found.version == "0.1.0"
    )
    assert found.summary == "Wind that grows with time."
    speed, axis, offset, doubled = found.faces[0].parameters
    assert (speed.key, speed.type, speed.unit, speed.range[0]) == ("speed", "real", "m/s", 0)
    assert (axis.type, axis.keywords) == ("choice", ("x", "y", "z"))
    assert (offset.length, offset.default, offset.range[1]) == (2, 0.5, 10)
    assert doubled.type == "bool"


# ---------------------------------------------------------------- actuators


@fulcrum.register
class Lag(fulcrum.Actuator):
    """A whole force with two lags in a row."""

    name = "lab.lag"
    variables = 2
    gain = fulcrum.parameter(1.0)
    tau = fulcrum.parameter(0.1, unit="s", low=1e-6, high=1e6)

    def rates(self, model, data, batch, out):
        for k, first in enumerate(batch.actadr):
            x = batch.act[first : first + 2]
            out[first] = (batch.ctrl[batch.id[k]] - x[0]) / self.tau
            out[first + 1] = (x[0] - x[1]) / self.tau

    def force(self, model, data, batch, out):
        out[:] = self.gain * batch.act[batch.actadr + 1]


@fulcrum.register
class Filter(fulcrum.Dynamics):
    """act' = (ctrl - act) / dynprm[0], exactly over a step."""

    name = "lab.filter"

    def rates(self, model, data, batch, out):
        tau = model.actuator_dynprm[batch.id, 0]
        out[batch.actadr] = (batch.ctrl[batch.id] - batch.act[batch.actadr]) / tau

    def advance(self, model, data, batch, rate, out):
        tau, at = model.actuator_dynprm[batch.id, 0], batch.actadr
        out[at] = batch.act[at] + rate[at] * tau * (1 - np.exp(-model.opt.timestep / tau))


@fulcrum.register
class Cubic(fulcrum.Gain):
    """gain = gainprm[0] velocity."""

    name = "lab.cubic"

    def gain(self, model, data, batch, out):
        out[:] = model.actuator_gainprm[batch.id, 0] * data.actuator_velocity[batch.id]

    def slope(self, model, data, batch, out):
        return model.actuator_gainprm[batch.id, 0]


@fulcrum.register
class Spring(fulcrum.Bias):
    """bias = -biasprm[0] length^3."""

    name = "lab.spring"

    def bias(self, model, data, batch, out):
        out[:] = -model.actuator_biasprm[batch.id, 0] * data.actuator_length[batch.id] ** 3


def test_an_actuator_has_two_states():
    model, data = load(
        SLIDER,
        rest="""<actuator>
      <lab.lag joint="x" gain="2" tau=".05" ctrlrange="-1 1"/></actuator>""",
    )
    assert model.na == 2 and model.actuator_actnum[0] == 2
    x = np.zeros(2)
    for _ in range(20):
        data.ctrl[0] = 4  # limited to 1
        mujoco.mj_step(model, data)
        assert data.actuator_force[0] == pytest.approx(2 * x[1], abs=1e-14)
        x += 0.01 * np.array([(1 - x[0]) / 0.05, (x[0] - x[1]) / 0.05])
        assert data.act == pytest.approx(x, abs=1e-14)


def test_laws_are_those_of_the_engine_in_python():
    model, data = load(
        SLIDER,
        rest="""<actuator>
      <general joint="x" dyntype="lab.filter" dynprm=".3" gainprm="2"/>
      <general joint="x" dyntype="filterexact" dynprm=".3" gainprm="2"/></actuator>""",
    )
    data.ctrl[:] = 1
    for _ in range(50):
        mujoco.mj_step(model, data)
        assert data.act[0] == pytest.approx(data.act[1], abs=1e-14)
    assert data.act[0] == pytest.approx(1 - np.exp(-0.5 / 0.3), abs=1e-12)


def test_gain_and_bias_make_the_force_and_the_slope_is_implicit():
    rest = (
        '<actuator><general joint="x" gaintype="lab.cubic" gainprm="-300" biastype="lab.spring" '
        'biasprm="5"/></actuator>'
    )
    model, data = load(SLIDER, rest=rest)
    data.qpos[0], data.qvel[0], data.ctrl[0] = 2, 0.1, 1
    mujoco.mj_forward(model, data)
    assert data.actuator_force[0] == pytest.approx(-300 * 0.1 - 5 * 8, abs=1e-12)
    # v' = -c v / m with the derivative: v / (1 + h c / m)
    model, data = load(
        SLIDER, integrator="implicitfast", rest=rest.replace('biasprm="5"', 'biasprm="0"')
    )
    v = data.qvel[0] = 1
    data.ctrl[0] = 1
    for _ in range(10):
        mujoco.mj_step(model, data)
        v /= 1 + 0.01 * 300 / 2
        assert data.qvel[0] == pytest.approx(v, abs=1e-14)


# ---------------------------------------------------------------- passive forces


@fulcrum.register
class Drag(fulcrum.Passive):
    """-coefficient times velocity on every dof."""

    name = "lab.drag"
    coefficient = fulcrum.parameter(1.0, low=0, high=1e6, unit="N s/m")

    def active(self, model, data):
        return self.coefficient > 0

    def force(self, model, data, batch):
        batch.qfrc[batch.dof] -= self.coefficient * data.qvel[batch.dof]

    def derivative(self, model, data, batch, symmetric):
        data.qDeriv[model.D_rowadr + model.D_diag] -= self.coefficient


@fulcrum.register
class Gust(fulcrum.Passive):
    """plugins/examples/wind in Python, without its derivative."""

    name = "lab.gust"
    velocity = fulcrum.parameter(0.0, length=3, unit="m/s")
    density = fulcrum.parameter(1.2, low=0, high=20000)
    drag = fulcrum.parameter(1.0, low=0, high=100)

    def force(self, model, data, batch):
        geom_type, k = mujoco.mjtObj.mjOBJ_GEOM, self.density * self.drag / 2
        for body in batch.body:
            first = model.body_geomadr[body]
            for g in range(first, first + model.body_geomnum[body]):
                if not model.body_weldid[body] or model.geom_type[g] == mujoco.mjtGeom.mjGEOM_PLANE:
                    continue
                c, h = model.geom_aabb[g, :3], model.geom_aabb[g, 3:]
                position, axes = data.frame(geom_type, g)
                motion = data.velocity(geom_type, g)
                u = motion[3:] + np.cross(motion[:3], c) - axes.T @ self.velocity
                s = 4 * (h[[1, 2, 0]] * h[[2, 0, 1]]) @ np.abs(u)
                data.apply_wrench(body, axes @ (-k * s * u), None, position + axes @ c, batch.qfrc)


def test_a_passive_force_is_integrated_implicitly():
    extension = (
        '<extension><plugin plugin="lab.drag"><instance name="air"><config key="coefficient" '
        'value="300"/></instance></plugin></extension>'
    )
    model, data = load(SLIDER, integrator="implicitfast", extension=extension)
    v = data.qvel[0] = 1
    for _ in range(10):
        mujoco.mj_step(model, data)
        v /= 1 + 0.01 * 300 / 2
        assert data.qvel[0] == pytest.approx(v, abs=1e-14)


def test_a_passive_force_is_bound_to_one_data_and_follows_its_parameters():
    model, data = load(SLIDER)
    other = mujoco.MjData(model)
    data.qvel[0] = other.qvel[0] = 2
    fulcrum.bind(model, data, "passive", "lab.drag")
    mujoco.mj_forward(model, data)
    mujoco.mj_forward(model, other)
    assert data.qfrc_passive[0] == -2 and other.qfrc_passive[0] == 0
    drag = fulcrum.parameters(model, "lab.drag")
    drag["coefficient"] = 7
    mujoco.mj_forward(model, data)
    assert data.qfrc_passive[0] == -14
    drag["coefficient"] = 0  # then it is not asked
    mujoco.mj_forward(model, data)
    assert data.qfrc_passive[0] == 0


def test_a_passive_force_is_like_the_one_in_c(tmp_path):
    if not any(face.name == "acme.wind" for face in fulcrum.faces("passive")):
        build_example("wind", tmp_path)
    model, one = load(BOXES)
    two = mujoco.MjData(model)
    fulcrum.bind(model, one, "passive", "lab.gust")
    fulcrum.bind(model, two, "passive", "acme.wind")
    for name in ("lab.gust", "acme.wind"):
        fulcrum.parameters(model, name)["velocity"] = 5, -3, 1
    for _ in range(20):
        mujoco.mj_step(model, one)
        mujoco.mj_step(model, two)
        assert np.any(one.qfrc_passive)
        assert one.qfrc_passive == pytest.approx(two.qfrc_passive, abs=1e-11)


@fulcrum.register
class Kite(fulcrum.Passive):
    """Linear drag at a point away from the centre of each body, with its derivative."""

    name = "lab.kite"

    def point(self, data, body):
        return data.xipos[body] + data.ximat[body].reshape(3, 3) @ (0.1, 0.2, 0.05)

    def force(self, model, data, batch):
        for body in batch.body[batch.body > 0]:
            at = self.point(data, body)
            velocity = data.jacobian(body, at)[0] @ data.qvel
            data.apply_wrench(body, -3 * velocity, None, at, batch.qfrc)

    def derivative(self, model, data, batch, symmetric):
        for body in batch.body[batch.body > 0]:
            at = self.point(data, body)
            data.add_wrench_derivative(body, np.diag([0, 0, 0, -3, -3, -3]), at, np.eye(3))


def test_the_derivative_of_a_wrench_is_that_of_finite_differences():
    fulcrum.register(type("KiteAlone", (Kite,), {"name": "lab.kite_alone", "derivative": None}))
    model, one = load(BOXES, option='integrator="implicit"')
    two = mujoco.MjData(model)
    for data, name in ((one, "lab.kite"), (two, "lab.kite_alone")):
        data.qvel[:] = np.linspace(-2, 2, model.nv)
        fulcrum.bind(model, data, "passive", name)
        mujoco.mj_step(model, data)
    assert np.abs(one.qDeriv).max() > 1
    assert one.qDeriv == pytest.approx(two.qDeriv, abs=1e-7)
    assert one.qvel == pytest.approx(two.qvel, abs=1e-9)


# ---------------------------------------------------------------- contact models


@fulcrum.register
class Soft(fulcrum.ContactModel):
    """The default model."""

    name = "lab.soft"


@fulcrum.register
class Hard(fulcrum.ContactModel):
    """Reference acceleration zero: contacts lose their velocity and nothing else."""

    name = "lab.hard"

    def velocity(self, model, data, batch):
        batch.aref[batch.first_row :] = -batch.vel[batch.first_row :] / batch.timestep


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_the_default_contact_model_is_the_one_in_c(cone):
    model, one = load(BOXES, cone=cone, option='impratio="3"')
    two = mujoco.MjData(model)
    fulcrum.bind(model, one, "contact_model", "lab.soft")
    seen = 0
    for _ in range(60):
        mujoco.mj_step(model, one)
        mujoco.mj_step(model, two)
        assert np.array_equal(one.efc_R, two.efc_R) and np.array_equal(one.efc_KBIP, two.efc_KBIP)
        assert np.array_equal(one.qpos, two.qpos) and np.array_equal(one.qvel, two.qvel)
        seen = max(seen, one.ncon)
    assert seen >= 4 and fulcrum.bound(model, one, "contact_model") == "lab.soft"


def test_a_contact_model_sets_the_reference():
    model, data = load(BOXES)
    fulcrum.bind(model, data, "contact_model", "lab.hard")
    data.qvel[2] = -1
    mujoco.mj_forward(model, data)
    rows = [con.efc_address for con in data.contact if con.efc_address >= 0]
    assert rows and data.efc_aref[rows[0]] == -data.efc_vel[rows[0]] / model.opt.timestep
    assert data.efc_aref[rows[0]] != 0


@fulcrum.register
class Springs(fulcrum.ContactModel):
    """Springs and dampers, explicit."""

    name = "lab.springs"
    stiffness = fulcrum.parameter(2000.0, unit="N/m", low=0)
    damping = fulcrum.parameter(20.0, unit="N s/m", low=0)

    def force(self, model, data, batch, at):
        depth = -batch.contact["dist"]
        at.force[:, 0] = self.stiffness * depth - self.damping * at.u[:, 0]
        if at.derivative is not None:
            at.derivative[:, 0] = -self.damping


def test_a_contact_model_gives_the_force():
    model = mujoco.MjModel.from_xml_string(
        """<mujoco><option timestep="0.001" integrator="implicitfast"/><worldbody>
        <geom type="plane" size="1 1 .1"/><body pos="0 0 .2"><freejoint/>
        <geom size=".1" mass="2" condim="1"/></body></worldbody></mujoco>"""
    )
    data = mujoco.MjData(model)
    fulcrum.bind(model, data, "contact_model", "lab.springs")
    for _ in range(4000):
        mujoco.mj_step(model, data)
    # at rest the springs bear the weight: depth = m g / k
    weight = 2 * 9.81
    assert data.nefc == 0 and data.ncon == 1
    assert data.contact[0].dist == pytest.approx(-weight / 2000, rel=1e-6)
    force = np.zeros(6)
    mujoco.mj_contactForce(model, data, 0, force)
    assert force == pytest.approx([weight, 0, 0, 0, 0, 0], rel=1e-6, abs=1e-9)
    fulcrum.parameters(model, "lab.springs")["stiffness"] = 4000
    for _ in range(4000):
        mujoco.mj_step(model, data)
    assert data.contact[0].dist == pytest.approx(-weight / 4000, rel=1e-6)


# ---------------------------------------------------------------- solvers


@fulcrum.register
class Descent(fulcrum.Solver):
    """The solver of docs/modules.md in Python."""

    name = "lab.descent"
    islands = True

    def solve(self, p):
        Ma, jar = p.mul_M(p.qacc), p.jar
        p.update(jar)
        while p.niter < p.iterations:
            g = Ma - p.qfrc_smooth - p.qfrc_constraint
            gradient = p.scale * np.linalg.norm(g)
            if gradient < p.tolerance:
                break
            step = -p.solve_M(g)
            alpha, stat = p.line_search(step, Ma, jar, gradient=gradient)
            if alpha == 0:
                break
            p.qacc[:] += alpha * step
            Ma -= alpha * g
            jar += alpha * p.mul_J(step)
            p.update(jar)
            p.record(stat)


@fulcrum.register
class Sweep(fulcrum.Solver):
    """Projected Gauss-Seidel on the dual matrix, for pyramids."""

    name = "lab.sweep"
    dual = True

    def solve(self, p):
        low = np.where(np.arange(p.nefc) < p.ne, -np.inf, 0.0)
        high = np.full(p.nefc, np.inf)
        friction = slice(p.ne, p.ne + p.nf)
        low[friction], high[friction] = -p.frictionloss[friction], p.frictionloss[friction]
        AR = np.zeros((p.nefc, p.nefc))
        if p.sparse:
            for row, (start, n) in enumerate(zip(p.AR_rowadr, p.AR_rownnz)):
                AR[row, p.AR_colind[start : start + n]] = p.AR[start : start + n]
        else:
            AR[:] = p.AR
        for _ in range(2000):
            for i in range(p.nefc):
                p.force[i] -= (AR[i] @ p.force + p.b[i]) / AR[i, i]
                p.force[i] = min(max(p.force[i], low[i]), high[i])
        p.record()
        p.dual_states()
        p.finish_dual()


@fulcrum.register
class Onlooker(fulcrum.PostSolver):
    """Counts its calls."""

    name = "lab.onlooker"
    memory_size = 1

    def improve(self, p):
        self.memory[0] += 1
        calls.append((int(self.memory[0]), p.nefc, p.niter))


calls = []


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("name", ["lab.descent", "lab.sweep"])
def test_a_solver_finds_what_newton_finds(name, jacobian):
    option = f'jacobian="{jacobian}" iterations="2000" tolerance="1e-14"'
    model, one = load(BOXES, option=option)
    two = mujoco.MjData(model)
    fulcrum.bind(model, one, "solver", name)
    assert fulcrum.bound(model, one, "solver") == name
    for _ in range(3):
        mujoco.mj_step(model, two)
    one.qpos[:], one.qvel[:] = two.qpos, two.qvel
    mujoco.mj_forward(model, one)
    mujoco.mj_forward(model, two)
    assert one.nefc > 10 and one.qacc == pytest.approx(two.qacc, abs=1e-4 * np.abs(two.qacc).max())


def test_the_problem_has_no_copies_and_its_products_are_right():
    class Look(Descent):
        name = "lab.look"

        def solve(self, p):
            J, M, x = p.dense_J(), p.dense_M(), np.linspace(-1, 1, p.nv)
            seen.append(
                (
                    np.allclose(p.mul_J(x), J @ x),
                    np.allclose(p.mul_M(x), M @ x),
                    np.allclose(p.mul_JT(p.aref), J.T @ p.aref),
                    np.allclose(M @ p.solve_M(x), x),
                    p.aref.flags.writeable,
                    np.shares_memory(p.aref, self._data.efc_aref),
                    np.shares_memory(p.contact, self._data.contact),
                )
            )
            super().solve(p)

    fulcrum.register(Look)
    for jacobian in ("dense", "sparse"):
        seen = []
        model, data = load(BOXES, option=f'jacobian="{jacobian}"')
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_ISLAND
        fulcrum.bind(model, data, "solver", "lab.look")
        mujoco.mj_forward(model, data)
        assert seen and set(seen) == {(True, True, True, True, False, True, True)}


def test_a_post_solver_runs_after_the_solver():
    calls.clear()
    model, data = load(BOXES)
    fulcrum.bind(model, data, "post_solver", "lab.onlooker")
    for _ in range(3):
        mujoco.mj_forward(model, data)
    assert [call[0] for call in calls] == [1, 2, 3] and calls[0][1] == data.nefc and calls[0][2] > 0
    assert fulcrum.bound(model, data, "post_solver") == ["lab.onlooker"]


# ---------------------------------------------------------------- stages and probes


@fulcrum.register
class Push(fulcrum.Stage):
    """Adds a force before it is used."""

    name = "lab.push"
    where = "smooth"
    writes = ("qfrc_applied",)
    amount = fulcrum.parameter(4.0)

    def run(self, model, data):
        data.qfrc_applied = self.amount


@fulcrum.register
class Watch(fulcrum.Probe):
    """Tells what the smooth stage has made."""

    name = "lab.watch"
    where = "smooth"

    def observe(self, model, data):
        watched.append((float(data.qacc_smooth[0]), data.qpos.flags.writeable))


watched = []


def test_a_stage_acts_and_a_probe_sees_it():
    watched.clear()
    model, data = load(SLIDER)
    with fulcrum.bound_to(model, data, "probe", "lab.watch"):
        with fulcrum.bound_to(model, data, "stage", "lab.push"):
            mujoco.mj_forward(model, data)
            assert fulcrum.bound(model, data, "stage") == ["lab.push"]
        data.qfrc_applied[0] = 0
        mujoco.mj_forward(model, data)
    mujoco.mj_forward(model, data)
    assert watched == [(2.0, False), (0.0, False)]


# ---------------------------------------------------------------- equalities


@fulcrum.register
class Gear(fulcrum.Equality):
    """q1 = ratio q2 + offset, for two scalar joints."""

    name = "lab.gear"
    own_estimate = False
    ends = ("joint", "driven", "driver")
    ratio = fulcrum.parameter(1.0, low=-100, high=100)
    offset = fulcrum.parameter(0.0, unit="rad")

    def check(self, model, id):
        if self.ratio == 0:
            raise ValueError("a gear of ratio 0 turns nothing")

    def rows(self, model, data, id):
        one, two = model.eq_obj1id[id], model.eq_obj2id[id]
        jacobian = np.zeros(model.nv)
        jacobian[model.jnt_dofadr[one]], jacobian[model.jnt_dofadr[two]] = 1, -self.ratio
        q = data.qpos[model.jnt_qposadr[[one, two]]]
        residual = q[0] - self.ratio * q[1] - self.offset
        if self.own_estimate:
            return residual, jacobian
        # as the engine's does: the ratio does not count
        return residual, jacobian, model.dof_invweight0[model.jnt_dofadr[[one, two]]].sum()


GEARS = """<mujoco><option timestep=".005" jacobian="{jacobian}"/><worldbody>
  <body><joint name="a" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .2 0 0"/></body>
  <body pos="0 1 0"><joint name="b" axis="0 1 0"/>
    <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body>
  </worldbody><equality>{equality}</equality></mujoco>"""


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_an_equality_is_like_that_of_the_engine(jacobian):
    states = []
    for element in (
        '<lab.gear driven="a" driver="b" ratio="2" offset=".1" solref=".01 1"/>',
        '<joint joint1="a" joint2="b" polycoef=".1 2 0 0 0" solref=".01 1"/>',
    ):
        model = mujoco.MjModel.from_xml_string(GEARS.format(equality=element, jacobian=jacobian))
        data = mujoco.MjData(model)
        data.qvel[0] = 1
        for _ in range(100):
            mujoco.mj_step(model, data)
        mujoco.mj_forward(model, data)
        assert data.ne == 1
        states.append((data.qpos.copy(), data.efc_pos.copy(), data.efc_force.copy()))
    for mine, theirs in zip(*states):
        assert mine == pytest.approx(theirs, abs=1e-12)
    # numbers of an element may change between steps
    model = mujoco.MjModel.from_xml_string(
        GEARS.format(equality='<lab.gear driven="a" driver="b" ratio="2"/>', jacobian=jacobian)
    )
    data = mujoco.MjData(model)
    model.eq_data[0, :2] = -1, 0.3
    for _ in range(400):
        mujoco.mj_step(model, data)
    assert data.qpos[0] == pytest.approx(0.3 - data.qpos[1], abs=0.03)
    assert abs(data.qpos[1]) > 0.1


def test_the_diagonal_is_estimated_from_the_jacobian():
    fulcrum.register(type("Estimated", (Gear,), {"name": "lab.estimated", "own_estimate": True}))
    element = '<lab.estimated driven="a" driver="b" ratio="3"/>'
    model = mujoco.MjModel.from_xml_string(GEARS.format(equality=element, jacobian="dense"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    expected = model.dof_invweight0[0] + 9 * model.dof_invweight0[1]
    assert data.efc_diagApprox[0] == pytest.approx(expected, rel=1e-12)


def test_an_equality_refuses_what_makes_no_sense():
    with pytest.raises(ValueError, match="a gear of ratio 0 turns nothing"):
        mujoco.MjModel.from_xml_string(
            GEARS.format(equality='<lab.gear driven="a" driver="b" ratio="0"/>', jacobian="auto")
        )
    with pytest.raises(ValueError, match="driver"):
        mujoco.MjModel.from_xml_string(
            GEARS.format(equality='<lab.gear driven="a"/>', jacobian="auto")
        )
    with pytest.raises(fulcrum.FulcrumError, match="ends must be a type"):
        fulcrum.register(type("G", (Gear,), {"name": "lab.g", "ends": ("joynt", "a")}))

    @fulcrum.register
    class Wrong(Gear):
        name = "lab.wrong_gear"

        def rows(self, model, data, id):
            return [1, 2], np.zeros((2, model.nv))

    with pytest.raises(ValueError, match="rows must give at most 1"):
        model = mujoco.MjModel.from_xml_string(
            GEARS.format(equality='<lab.wrong_gear driven="a" driver="b"/>', jacobian="auto")
        )
        mujoco.mj_forward(model, mujoco.MjData(model))
