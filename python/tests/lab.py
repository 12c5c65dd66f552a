# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of Python modules share: scenes, and modules built from C."""

import os
import shutil
import subprocess
from pathlib import Path

import mujoco
import pytest

import fulcrum

TOP = Path(__file__).resolve().parents[2]

PENDULUM = """<mujoco>
  <option timestep="0.01"{option}/>
  {extension}
  <worldbody>
    <body name="arm"><joint name="hinge" type="hinge" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/>
      <site name="tip" pos=".3 0 0"/></body>
  </worldbody>
  {rest}
</mujoco>"""

SLIDER = """<mujoco>
  <option timestep="0.01" gravity="0 0 0" integrator="{integrator}"/>
  {extension}
  <worldbody><body name="cart"><joint name="x" type="slide" axis="1 0 0"/>
    <geom size=".1" mass="2"/></body></worldbody>
  {rest}
</mujoco>"""

BOXES = """<mujoco>
  <option timestep="0.005" cone="{cone}" {option}/>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .098"><freejoint/>
      <geom type="box" size=".1 .1 .1" friction=".8 .01 .001"/></body>
    <body pos=".05 0 .29" euler="3 2 0"><freejoint/><geom type="box" size=".1 .08 .1"/></body>
    <body pos="1 0 .5"><joint type="hinge" axis="0 1 0" limited="true" range="-10 10"
      frictionloss=".05"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body>
  </worldbody>
</mujoco>"""


def load(text, **values):
    """Model and data of a scene, whose places in braces are empty unless they are given."""
    for name in ("option", "extension", "rest", "integrator", "cone"):
        text = text.replace(
            "{" + name + "}",
            values.get(name, {"integrator": "Euler", "cone": "pyramidal"}.get(name, "")),
        )
    model = mujoco.MjModel.from_xml_string(text)
    return model, mujoco.MjData(model)


def installation():
    """The prefix of the library that runs: include/fulcrum, lib, bin/fulcrum."""
    prefix = fulcrum.module_directory().parents[2]
    if not (prefix / "include" / "fulcrum" / "module.h").exists() or not shutil.which("cc"):
        pytest.skip("needs a C compiler and the headers of the installed library")
    return prefix


def build_environment(prefix, folder):
    """An environment in which the makefile of a module finds this installation."""
    bin_folder, config = Path(folder) / "bin", prefix / "lib"
    bin_folder.mkdir(parents=True, exist_ok=True)
    program = bin_folder / "pkg-config"
    program.write_text(
        '#!/bin/sh\ncase "$*" in\n'
        f"  *--cflags*--libs*|*--libs*--cflags*) echo -I{prefix}/include -L{config} -lfulcrum ;;\n"
        f"  *--cflags*) echo -I{prefix}/include ;;\n  *--libs*) echo -L{config} -lfulcrum ;;\n"
        f"  *moduledir*) echo {config}/fulcrum/modules ;;\nesac\n"
    )
    program.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{bin_folder}:{prefix / 'bin'}:{os.environ['PATH']}",
        "LD_LIBRARY_PATH": f"{config}:{os.environ.get('LD_LIBRARY_PATH', '')}",
    }


def build_example(name, folder):
    """Builds plugins/examples/NAME into a folder that is added to the search path."""
    prefix = installation()
    work = Path(folder) / name
    shutil.copytree(TOP / "plugins" / "examples" / name, work)
    subprocess.run(["make", "-s"], cwd=work, check=True, env=build_environment(prefix, work))
    fulcrum.add_module_path(work)
