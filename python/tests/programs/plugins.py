# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""A model for each of the plugins that the package mujoco carries: prints what they compute."""

import json

import mujoco
import numpy as np

PID = """
<mujoco>
  <extension><plugin plugin="mujoco.pid"/></extension>
  <worldbody>
    <body>
      <joint name="hinge" axis="0 1 0"/><geom size=".05 .2" type="capsule" pos="0 0 -.2"/>
    </body>
  </worldbody>
  <actuator>
    <plugin plugin="mujoco.pid" joint="hinge" actdim="2">
      <config key="kp" value="30"/><config key="ki" value="20"/><config key="kd" value="3"/>
      <config key="slewmax" value="4"/>
    </plugin>
  </actuator>
</mujoco>
"""

CABLE = """
<mujoco>
  <extension>
    <plugin plugin="mujoco.elasticity.cable">
      <instance name="wire">
        <config key="twist" value="5e6"/><config key="bend" value="1e7"/>
      </instance>
    </plugin>
  </extension>
  <worldbody>
    <body pos="0 0 .6">
      <geom type="capsule" size=".005" fromto="0 0 0 .1 0 0"/><plugin instance="wire"/>
      <body pos=".1 0 0">
        <joint type="ball" damping=".01"/>
        <geom type="capsule" size=".005" fromto="0 0 0 .1 0 0"/><plugin instance="wire"/>
        <body pos=".1 0 0" euler="0 20 0">
          <joint type="ball" damping=".01"/>
          <geom type="capsule" size=".005" fromto="0 0 0 .1 0 0"/><plugin instance="wire"/>
          <body pos=".1 0 0" euler="0 0 30">
            <joint type="ball" damping=".01"/>
            <geom type="capsule" size=".005" fromto="0 0 0 .1 0 0"/><plugin instance="wire"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

GRID = """
<mujoco>
  <extension><plugin plugin="mujoco.sensor.touch_grid"/></extension>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body pos="0 0 .06">
      <freejoint/>
      <geom type="box" size=".05 .05 .05" mass="1"/>
      <site name="skin" pos="0 0 .01"/>
    </body>
  </worldbody>
  <sensor>
    <plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="skin">
      <config key="size" value="6 6"/><config key="fov" value="60 60"/>
      <config key="gamma" value="0"/><config key="nchannel" value="3"/>
    </plugin>
  </sensor>
</mujoco>
"""

TORUS = """
<mujoco>
  <extension>
    <plugin plugin="mujoco.sdf.torus">
      <instance name="ring">
        <config key="radius1" value=".35"/><config key="radius2" value=".1"/>
      </instance>
    </plugin>
  </extension>
  <asset><mesh name="ring"><plugin instance="ring"/></mesh></asset>
  <option sdf_iterations="10" sdf_initpoints="40"/>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .099">
      <freejoint/>
      <geom type="sdf" mesh="ring"><plugin instance="ring"/></geom>
    </body>
  </worldbody>
</mujoco>
"""

MESH = """
<mujoco>
  <asset><mesh name="wedge" file="wedge.obj"/><mesh name="corner" file="corner.stl"/></asset>
  <worldbody>
    <body><freejoint/><geom type="mesh" mesh="wedge"/></body>
    <body pos="3 0 0"><freejoint/><geom type="mesh" mesh="corner"/></body>
  </worldbody>
</mujoco>
"""
POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], dtype=np.float32)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def wedge():
    lines = [f"v {x} {y} {z}" for x, y, z in POINTS] + [
        f"f {a + 1} {b + 1} {c + 1}" for a, b, c in FACES
    ]
    return "\n".join(lines).encode()


def corner():
    kind = np.dtype([("normal", "<f4", 3), ("points", "<f4", (3, 3)), ("attribute", "<u2")])
    triangles = np.zeros(len(FACES), kind)
    triangles["points"] = POINTS[FACES]
    return bytes(80) + np.uint32(len(FACES)).tobytes() + triangles.tobytes()


def simulate(xml, steps, control=0.0):
    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    data.ctrl[:] = control
    for _ in range(steps):
        mujoco.mj_step(model, data)
    return np.concatenate([data.qpos, data.act, data.sensordata]).tolist()


def mesh():
    model = mujoco.MjModel.from_xml_string(MESH, {"wedge.obj": wedge(), "corner.stl": corner()})
    return np.concatenate(
        [model.body_mass, model.body_inertia.ravel(), model.mesh_vert.ravel()]
    ).tolist()


if __name__ == "__main__":
    print(
        json.dumps(
            {
                "mujoco.pid": simulate(PID, 100, 0.5),
                "mujoco.elasticity.cable": simulate(CABLE, 40),
                "mujoco.sensor.touch_grid": simulate(GRID, 40),
                "mujoco.sdf.torus": simulate(TORUS, 30),
                "mesh": mesh(),
            }
        )
    )
