# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What a class of a Python module defines and the engine does not use is an error."""

import pytest

import fulcrum


def nothing(self, *arguments):
    pass


WRONG = [
    (fulcrum.Sensor, "mesure", nothing, r"does not call for a sensor \(it calls compute\)"),
    (fulcrum.Sensor, "computes", nothing, 'did you mean "compute"'),
    (fulcrum.Sensor, "measure", nothing, "a name that begins with an underscore"),
    (fulcrum.Actuator, "rate", nothing, 'did you mean "rates"'),
    (fulcrum.Actuator, "solpe", nothing, 'did you mean "slope"'),
    (fulcrum.Dynamics, "slope", nothing, "it calls rates, advance"),
    (fulcrum.Gain, "activation", nothing, "it calls gain, slope"),
    (fulcrum.Bias, "basi", nothing, 'did you mean "bias"'),
    (fulcrum.Passive, "derivatives", nothing, 'did you mean "derivative"'),
    (fulcrum.ContactModel, "forces", nothing, 'did you mean "force"'),
    (fulcrum.ContactModel, "potential", nothing, "potentials of contacts are for modules in C"),
    (fulcrum.ContactModel, "advance", nothing, "state of contacts is for modules in C"),
    (fulcrum.Solver, "improve", nothing, "it calls solve"),
    (fulcrum.PostSolver, "solve", nothing, "it calls improve"),
    (fulcrum.Equality, "row", nothing, 'did you mean "rows"'),
    (fulcrum.Stage, "observe", nothing, "it calls run"),
    (fulcrum.Probe, "run", nothing, "it calls observe"),
    (fulcrum.Stage, "visualize", nothing, "it calls run"),
    (fulcrum.Sensor, "helper", staticmethod(nothing), "a name that begins with an underscore"),
    (fulcrum.Sensor, "dimensions", 3, 'did you mean "dimension"'),
    (fulcrum.Sensor, "satge", "position", 'did you mean "stage"'),
    (fulcrum.Sensor, "data_type", "axis", 'did you mean "datatype"'),
    (fulcrum.Passive, "Order", 3, 'did you mean "order"'),
    (fulcrum.Stage, "write", "qpos", 'did you mean "writes"'),
    (fulcrum.Sensor, "memory", 4, "its length is memory_size"),
    (fulcrum.Sensor, "compute", 4, "must be a method"),
    (fulcrum.Passive, "_batch", nothing, "fulcrum.Passive uses this name itself"),
    (fulcrum.Passive, "_param", 1, "fulcrum.Extension uses this name itself"),
]

#: What each kind needs to be registered.
SOUND = {
    fulcrum.Sensor: {"compute": nothing},
    fulcrum.Actuator: {"force": nothing},
    fulcrum.Dynamics: {"rates": nothing},
    fulcrum.Gain: {"gain": nothing},
    fulcrum.Bias: {"bias": nothing},
    fulcrum.Passive: {"force": nothing},
    fulcrum.ContactModel: {},
    fulcrum.Solver: {"solve": nothing},
    fulcrum.PostSolver: {"improve": nothing},
    fulcrum.Equality: {"rows": nothing, "ends": ("joint", "driven", "driver")},
    fulcrum.Stage: {"run": nothing, "where": "smooth", "writes": ()},
    fulcrum.Probe: {"observe": nothing, "where": "smooth"},
}


@pytest.mark.parametrize(
    ("base", "name", "value", "words"), WRONG, ids=[f"{w[0].__name__}.{w[1]}" for w in WRONG]
)
def test_a_name_that_would_be_left_alone_is_an_error(base, name, value, words):
    members = {"name": "names.wrong", **SOUND[base], name: value}
    with pytest.raises(fulcrum.FulcrumError, match=words):
        fulcrum.register(type("Wrong", (base,), members))
    # also where a class inherits it
    first = type("First", (base,), members)
    with pytest.raises(fulcrum.FulcrumError, match=words):
        fulcrum.register(type("Second", (first,), {"name": "names.second"}))


class Formulas:
    """A plain class may have any methods."""

    def mesure(self):
        return 1


@pytest.mark.parametrize("base", SOUND, ids=lambda base: base.__name__)
def test_helpers_and_constants_are_free(base):
    def first(self):
        return self.second() + self.scale

    def second(self):
        return [self.third(x) for x in range(3)]

    def third(self, x):
        return self.third(x - 1) if x and self.first() else 0

    members = {
        "name": f"names.sound_{base.__name__.lower()}",
        **SOUND[base],
        "_helper": nothing,
        "first": first,
        "second": second,
        "third": staticmethod(third),
        "_constant": 2,
        "scale": 2.0,
        "TABLE": (1, 2),
        "mass": fulcrum.parameter(1.0),
    }
    fulcrum.register(type("Sound", (base, Formulas), members))
