# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Modules and callbacks that are called once for many simulations: what they receive, that results
are those of one call per simulation, and what becomes of their exceptions."""

import numpy as np
import pytest

import fulcrum

SCENE = """
<mujoco>
  <option integrator="implicitfast"/>
  {extension}
  <worldbody>
    <geom type="plane" size="3 3 1"/>
    <body pos="0 0 0.15"><freejoint/><geom size="0.1"/><site name="top" pos="0 0 0.1"/></body>
    <body pos="1 0 0.5"><joint name="hinge" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/></body>
  </worldbody>
  <actuator>{actuator}</actuator>
  <sensor>{sensor}</sensor>
</mujoco>"""
NSIM = 70


def model(
    extension="",
    actuator='<motor joint="hinge"/>',
    sensor='<framepos objtype="site" objname="top"/>',
):
    import mujoco

    return mujoco.MjModel.from_xml_string(
        SCENE.format(extension=extension, actuator=actuator, sensor=sensor)
    )


def moved(batch):
    """Different velocities in each simulation."""
    rng = np.random.default_rng(3)
    batch.qvel[:] = rng.normal(size=batch.qvel.shape)
    return batch


def outcome(m, kind=None, name=None, nthread=2, nstep=30, parameter=None):
    batch = moved(fulcrum.Batch(m, NSIM, nthread=nthread))
    if kind:
        batch.bind_module(kind, name)
    if parameter:
        batch.parameters(parameter[0])[parameter[1]] = np.linspace(0, 2, NSIM)
    sensors = batch.bind("sensordata")
    batch.step(nstep=nstep)
    return batch.state.copy(), sensors.copy()


def equal(one, many):
    for a, b in zip(one, many):
        np.testing.assert_array_equal(a, b)


# ---------------------------------------------------------------- modules


class Drag(fulcrum.Passive):
    name = "many.drag"
    k = fulcrum.parameter(0.5, low=0)

    def force(self, model, data, batch):
        batch.qfrc[:] -= self.k * data.qvel


class Drags(fulcrum.Passive):
    name, many = "many.drags", True
    k = fulcrum.parameter(0.5, low=0)
    _calls: list = []

    def force(self, sims, batch):
        self._calls.append(sims.n)
        batch.qfrc -= self.k[:, None] * sims.qvel


class Height(fulcrum.Sensor):
    name, dimension, attach, stage = "many.height", 2, "site", "position"

    def compute(self, model, data, out):
        out[:] = data.site_xpos[self.object_id][2], self.id


class Heights(fulcrum.Sensor):
    name, dimension, attach, stage, many = "many.heights", 2, "site", "position", True

    def compute(self, sims, out):
        out[:, 0], out[:, 1] = sims.site_xpos[:, self.object_id, 2], self.id


class Lag(fulcrum.Actuator):
    name = "many.lag"

    def rates(self, model, data, batch, out):
        out[:] = batch.ctrl[0] - batch.act + data.time

    def force(self, model, data, batch, out):
        out[:] = 3 * batch.act[batch.actadr]


class Lags(fulcrum.Actuator):
    name, many = "many.lags", True

    def rates(self, sims, batch, out):
        out[:] = batch.ctrl[:, :1] - batch.act + sims.time[:, None]

    def force(self, sims, batch, out):
        return 3 * batch.act[:, batch.actadr[0]]


class Spring(fulcrum.ContactModel):
    name = "many.spring"

    def force(self, model, data, batch, at):
        at.force[:, 0] = np.maximum(0, -1e4 * batch.contact["dist"] - 10 * at.u[:, 0])


class Springs(fulcrum.ContactModel):
    name, many = "many.springs", True

    def force(self, sims, batch, at):
        assert (np.bincount(batch.sim, minlength=sims.n) == batch.ncon).all()
        at.force[:, 0] = np.maximum(0, -1e4 * batch.contact["dist"] - 10 * at.u[:, 0])


class Softer(fulcrum.ContactModel):
    name = "many.softer"

    def position(self, model, data, batch):
        super().position(model, data, batch)
        batch.D *= 0.5
        batch.R *= 2


class Softers(fulcrum.ContactModel):
    name, many = "many.softers", True

    def position(self, sims, batch):
        for i in range(sims.n):
            super().position(sims[i].model, sims[i], batch.one(i))
        batch.D *= 0.5
        batch.R *= 2


class Count(fulcrum.Stage):
    name, where, after, writes, memory_size = "many.count", "passive", True, ("userdata",), 1

    def run(self, model, data):
        self.memory += 1
        data.qfrc_passive[-1] += 0.01 * self.memory[0]


class Counts(fulcrum.Stage):
    name, where, after, writes, memory_size = "many.counts", "passive", True, ("userdata",), 1
    many = True

    def run(self, sims):
        self.memory += 1
        sims.qfrc_passive[:, -1] += 0.01 * self.memory[:, 0]


fulcrum.register(
    Drag, Drags, Height, Heights, Lag, Lags, Spring, Springs, Softer, Softers, module="many.lab"
)
fulcrum.register(Count, Counts, module="many.stages")


def test_a_passive_force_gives_the_same_numbers_for_many_and_is_called_once_for_them():
    one = outcome(model(), "passive", "many.drag", parameter=("many.drag", "k"))
    Drags._calls.clear()
    many = outcome(
        model(), "passive", "many.drags", nthread=1, nstep=30, parameter=("many.drags", "k")
    )
    equal(one, many)
    assert max(Drags._calls) == NSIM
    equal(one, outcome(model(), "passive", "many.drags", parameter=("many.drags", "k")))


def test_a_sensor_gives_the_same_numbers_for_many():
    one = outcome(model(sensor='<many.height site="top"/><many.height site="top"/>'))
    equal(one, outcome(model(sensor='<many.heights site="top"/><many.heights site="top"/>')))


def test_an_actuator_gives_the_same_numbers_for_many():
    one = outcome(model(actuator='<many.lag joint="hinge"/>'))
    equal(one, outcome(model(actuator='<many.lags joint="hinge"/>')))


@pytest.mark.parametrize(
    "one, many", [("many.spring", "many.springs"), ("many.softer", "many.softers")]
)
def test_a_contact_model_gives_the_same_numbers_for_many(one, many):
    equal(outcome(model(), "contact_model", one), outcome(model(), "contact_model", many))


def test_a_stage_of_many_has_a_memory_per_simulation():
    results = []
    for name in ("many.count", "many.counts"):
        batch = moved(fulcrum.Batch(model(), NSIM, nthread=2, persistent=True))
        batch.bind_module("stage", name)
        batch.step(nstep=20)
        results.append(batch.state.copy())
    np.testing.assert_array_equal(*results)


def test_outside_batches_a_call_has_one_row():
    import mujoco

    m = model()
    d, other = mujoco.MjData(m), mujoco.MjData(m)
    fulcrum.bind(m, d, "passive", "many.drags")
    fulcrum.bind(m, other, "passive", "many.drag")
    for data in (d, other):
        data.qvel[:] = 1
        mujoco.mj_step(m, data, 20)
    np.testing.assert_array_equal(d.qpos, other.qpos)


def test_a_method_that_serves_one_simulation_only_is_refused():
    with pytest.raises(fulcrum.FulcrumError, match="solve cannot serve many simulations"):

        @fulcrum.register
        class Solves(fulcrum.Solver):
            name, many = "many.solves", True

            def solve(self, problem):
                pass


def test_an_exception_in_a_module_fails_the_simulations_of_the_call_and_is_the_cause():
    @fulcrum.register
    class Broken(fulcrum.Passive):
        name, many = "many.broken", True

        def force(self, sims, batch):
            raise LookupError("nothing there")

    batch = fulcrum.Batch(model(), NSIM, nthread=2)
    before = batch.state.copy()
    batch.bind_module("passive", "many.broken", [3, 5])
    with pytest.raises(fulcrum.SimulationError, match="LookupError: nothing there") as info:
        batch.step()
    assert info.value.ids.tolist() == [3, 5]
    assert isinstance(info.value.__cause__, LookupError)
    np.testing.assert_array_equal(batch.state[[3, 5]], before[[3, 5]])
    assert (batch.time[[0, 1, 2, 4, 6]] > 0).all()
    assert "Broken.force" in batch.error(5)
    with pytest.raises(LookupError), fulcrum.original_errors():
        batch.step()


# ---------------------------------------------------------------- callbacks


def test_a_controller_of_many_is_that_of_each():
    def each(m, d):
        d.ctrl[0] = np.sin(3 * d.time) - 0.2 * d.qvel[-1]

    sizes = []

    def many(sims):
        sizes.append(sims.n)
        sims.ctrl[:, 0] = np.sin(3 * sims.time) - 0.2 * sims.qvel[:, -1]

    results = []
    for kind, function in ((False, each), (True, many)):
        batch = moved(fulcrum.Batch(model(), NSIM, nthread=2))
        with batch.callbacks(many=kind, control=function):
            batch.step(nstep=25)
        results.append(batch.state.copy())
    np.testing.assert_array_equal(*results)
    assert len(sizes) <= 25 * 4 and sum(sizes) == 25 * NSIM


def test_numbers_and_filters_of_many():
    m = model(
        actuator='<general joint="hinge" gaintype="user" biastype="user" ctrllimited="false"/>'
    )
    batch = fulcrum.Batch(m, 8)
    batch.ctrl[:] = 1
    force = batch.bind("actuator_force")
    filtered = []

    def no_contacts(sims, geom1, geom2):
        filtered.append(sims.n)
        return sims.ids % 2 == 0

    ncon = batch.bind("ncon")
    with batch.callbacks(
        many=True,
        act_gain=lambda sims, id: sims.ids + 1.0,
        act_bias=lambda sims, id: 0.5,
        contactfilter=no_contacts,
    ):
        batch.qpos[:, 2] = 0.05
        batch.forward()
    np.testing.assert_array_equal(force[:, 0], np.arange(8) + 1.5)
    assert ncon.ravel().tolist() == [0, 1] * 4 and filtered


def test_user_sensors_of_many():
    m = model(sensor='<user dim="2" needstage="vel"/><user dim="1" needstage="pos"/>')
    batch = fulcrum.Batch(m, 6)

    def measure(sims, stage):
        sims.sensordata[:, :2] = stage
        sims.sensordata[:, 2] += 1

    values = batch.bind("sensordata")
    with batch.callbacks(many=True, sensor=measure):
        batch.forward()
    assert values.shape == (6, 3) and (values[:, :2] > 0).all()


def test_an_exception_in_a_callback_of_many_reaches_the_caller():
    def broken(sims):
        raise ZeroDivisionError("of a controller")

    batch = fulcrum.Batch(model(), 9, nthread=2)
    with batch.callbacks(many=True, control=broken):
        with pytest.raises(fulcrum.SimulationError, match="ZeroDivisionError: of a controller"):
            batch.step()
    batch.step()


def test_callbacks_of_many_are_checked():
    batch = fulcrum.Batch(model(), 2)
    with pytest.raises(fulcrum.FulcrumError, match='did you mean "control"'):
        with batch.callbacks(many=True, contrl=len):
            pass
    with pytest.raises(TypeError, match="must be a function or None, not int"):
        with batch.callbacks(many=True, control=3):
            pass
    with pytest.raises(fulcrum.FulcrumError, match="width must not be negative"):
        batch.gather = -1


def test_simulations_say_what_they_do_not_have():
    seen = []

    def look(sims):
        with pytest.raises(AttributeError, match="another size in each simulation"):
            sims.efc_J  # noqa: B018
        with pytest.raises(AttributeError, match='did you mean "qpos"'):
            sims.qpoz  # noqa: B018
        seen.append((sims[1].nefc, sims.of_model("body_mass").shape, len(sims)))

    batch = fulcrum.Batch(model(), 4, nthread=1)
    batch.expand("body_mass")
    with batch.callbacks(many=True, control=look):
        batch.step()
    assert seen == [(seen[0][0], (4, 3), 4)]
