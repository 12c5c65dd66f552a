# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The frame of a module in C builds with the installed headers and declares what Python does."""

import subprocess

import pytest
from lab import build_environment, installation

import fulcrum


class Wind(fulcrum.Sensor):
    """Wind at a mast."""

    name = "export.wind"
    dimension = 3
    stage = "position"
    attach = ("site", "body")
    needs = ("subtree_velocity",)
    memory_size = 2
    licence = "MIT"
    speed = fulcrum.parameter(1.5, unit="m/s", low=0, help='Speed of "the" air.')
    axis = fulcrum.parameter("y", keywords=("x", "y", "z"))
    offset = fulcrum.parameter(2, length=3, fixed=True)

    def compute(self, model, data, out):
        # a line that ends in a backslash is no trap: \
        out[0] = self.speed * data.time


class Lag(fulcrum.Actuator):
    name = "export.lag"
    variables = 2

    def rates(self, model, data, batch, out):
        out[:] = 0

    def force(self, model, data, batch, out):
        out[:] = 0


class Filter(fulcrum.Dynamics):
    name = "export.filter"

    def rates(self, model, data, batch, out):
        out[:] = 1

    def advance(self, model, data, batch, rate, out):
        out[:] = 1


class Servo(fulcrum.Gain):
    name = "export.servo"

    def gain(self, model, data, batch, out):
        out[:] = 1

    def slope(self, model, data, batch, out):
        out[:] = 0


class Spring(fulcrum.Bias):
    name = "export.spring"

    def bias(self, model, data, batch, out):
        out[:] = 1


class Drag(fulcrum.Passive):
    name = "export.drag"
    coefficient = fulcrum.parameter(1.0, low=0, high=5)

    def active(self, model, data):
        return True

    def force(self, model, data, batch):
        batch.qfrc -= data.qvel

    def derivative(self, model, data, batch, symmetric):
        pass


class Hard(fulcrum.ContactModel):
    name = "export.hard"

    def velocity(self, model, data, batch):
        batch.aref[batch.first_row :] = 0


class Descent(fulcrum.Solver):
    name = "export.descent"
    islands = True

    def solve(self, problem):
        problem.record()


class Dual(fulcrum.Solver):
    name = "export.dual"
    dual = True

    def solve(self, problem):
        problem.finish_dual()


class Look(fulcrum.PostSolver):
    name = "export.look"

    def improve(self, problem):
        pass


class Springs(fulcrum.ContactModel):
    name = "export.springs"
    stiffness = fulcrum.parameter(1000.0, unit="N/m", low=0)

    def force(self, model, data, batch, at):
        at.force[:, 0] = -self.stiffness * batch.contact["dist"]


class Push(fulcrum.Stage):
    name = "export.push"
    where = "smooth"
    writes = ("qfrc_applied",)

    def run(self, model, data):
        data.qfrc_applied = 1


class Watch(fulcrum.Probe):
    name = "export.watch"
    where = "smooth"

    def observe(self, model, data):
        pass


CLASSES = [Wind, Lag, Filter, Servo, Spring, Drag, Hard, Springs, Descent, Dual, Look, Push, Watch]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_the_frame_builds_and_passes_the_checks(cls, tmp_path):
    prefix = installation()
    folder = tmp_path / "module"
    files = fulcrum.export(cls, folder)
    stem = cls.name.split(".")[1]
    assert [file.name for file in files] == [f"{stem}.c", "Makefile", "model.xml"]
    environment = build_environment(prefix, tmp_path)
    done = subprocess.run(
        ["make", "CFLAGS=-O1 -Wall -Wextra -Wpedantic -Werror"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    done = subprocess.run(
        ["fulcrum", "modules", "check", f"{cls.name}.so"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    done = subprocess.run(
        ["fulcrum", "simulate", "model.xml", "-t", "0.1", "--quiet", "--modules", "."],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # what C declares is what Python declares
    fulcrum.add_module_path(folder)
    there = fulcrum.load_module(cls.name)
    here = type(f"{cls.__name__}2", (cls,), {"name": f"{cls.name}2", "__doc__": cls.__doc__})
    fulcrum.register(here)
    twin = fulcrum.load_module(f"{cls.name}2")
    assert not there.interpreted and twin.interpreted
    assert [face.kind for face in there.faces] == [face.kind for face in twin.faces]
    assert [
        (p.key, p.type, p.length, p.default, p.unit, p.help, p.keywords, p.fixed)
        for p in there.faces[0].parameters
    ] == [
        (p.key, p.type, p.length, p.default, p.unit, p.help, p.keywords, p.fixed)
        for p in twin.faces[0].parameters
    ]
    assert (there.summary, there.version, there.licence) == (
        twin.summary,
        twin.version,
        twin.licence,
    )


def test_the_python_code_is_there_as_a_comment(tmp_path):
    source = fulcrum.export(Wind, tmp_path)[0].read_text()
    assert "//     def compute(self, model, data, out):" in source
    assert "//         out[0] = self.speed *" in source
    assert '.unit = "m/s"' in source and '.help = "Speed of \\"the\\" air."' in source


def test_files_are_never_overwritten(tmp_path):
    fulcrum.export(Drag, tmp_path)
    (tmp_path / "drag.c").write_text("mine")
    with pytest.raises(fulcrum.FulcrumError, match="is there already"):
        fulcrum.export(Drag, tmp_path)
    assert (tmp_path / "drag.c").read_text() == "mine"
