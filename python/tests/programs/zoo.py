# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""A scene with an element of every kind, for the programs that call every function."""

import mujoco
import numpy as np

ZOO = """
<mujoco model="zoo">
  <compiler autolimits="true"/>
  <option timestep="0.004" wind="1 .2 0" density="1.2" viscosity="2e-5" integrator="implicitfast">
    <flag energy="enable"/>
  </option>
  <size memory="4M" nuserdata="3"/>
  <visual><global offwidth="320" offheight="200"/><map znear=".02"/></visual>
  <default>
    <geom density="600"/>
    <default class="leg"><joint damping=".3" armature=".01"/><geom rgba=".2 .6 .4 1"/></default>
  </default>
  <asset>
    <texture name="checks" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="16"
      height="16"/>
    <material name="tiles" texture="checks" texrepeat="3 2" reflectance=".2"/>
    <mesh name="wedge" vertex="0 0 0  .2 0 0  0 .15 0  0 0 .1  .1 .1 .02"/>
    <hfield name="hills" nrow="4" ncol="5" size=".6 .5 .1 .05"
      elevation="0 .5 1 .5 0  .5 1 .25 .5 .5  0 .5 .5 1 1  .5 0 0 .5 1"/>
    <skin name="sheet" vertex="0 0 0 .1 0 0 0 .1 0 .1 .1 0" face="0 1 2 1 3 2" inflate=".01">
      <bone body="upper" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 .5 1"/>
      <bone body="lower" bindpos=".1 0 0" bindquat="1 0 0 0" vertid="1 3" vertweight=".5 1"/>
    </skin>
  </asset>
  <worldbody>
    <light name="lamp" pos="0 0 3" dir="0 .1 -1" castshadow="true"/>
    <light name="follower" mode="trackcom" pos="1 1 2"/>
    <camera name="fixed" pos="0 -3 1.5" xyaxes="1 0 0 0 .5 1"/>
    <camera name="eyes" mode="targetbody" target="upper" pos="2 -2 1" resolution="8 6"
      sensorsize=".02 .015" focal=".02 .02" output="rgb depth"/>
    <geom name="floor" type="plane" size="3 3 .1" material="tiles"/>
    <geom name="ground" type="hfield" hfield="hills" pos="2 2 0"/>
    <site name="anchor" pos="0 .3 1.5"/>
    <body name="upper" pos="0 0 1.2" childclass="leg">
      <joint name="swing" type="hinge" axis="0 1 0" range="-100 100" frictionloss=".1"/>
      <geom name="thigh" type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
      <geom name="pulley" type="cylinder" size=".03 .05" pos=".15 0 0" zaxis="0 1 0" contype="0"
        conaffinity="0"/>
      <site name="knee" pos=".3 0 .04" size=".01"/>
      <body name="lower" pos=".3 0 0">
        <joint name="bend" type="hinge" axis="0 1 0" range="-120 120" stiffness="2"/>
        <geom name="shin" type="capsule" size=".03" fromto="0 0 0 .25 0 0"/>
        <site name="toe" pos=".25 0 0" size=".02"/>
        <camera name="footage" pos="0 0 .1"/>
        <body name="foot" pos=".25 0 0">
          <joint name="ankle" type="ball" damping=".05" stiffness=".4"/>
          <geom name="sole" type="box" size=".06 .04 .02"/>
        </body>
      </body>
    </body>
    <body name="cart" pos="-.8 0 .4" gravcomp="1">
      <joint name="rail" type="slide" axis="1 0 .2" range="-1 1" damping="1"/>
      <geom name="deck" type="cylinder" size=".08 .05" fluidshape="ellipsoid"/>
    </body>
    <body name="crate" pos=".9 .6 .099" quat=".9 .1 .2 .1">
      <freejoint name="loose"/>
      <geom name="crate" type="box" size=".1 .08 .06" friction=".7 .01 .001" condim="6"/>
    </body>
    <body name="ball" pos=".92 .62 .3">
      <freejoint name="rolling"/>
      <geom name="ball" size=".07" condim="4"/>
    </body>
    <body name="stone" pos="-.5 -.8 .11">
      <freejoint/>
      <geom name="stone" type="mesh" mesh="wedge"/>
    </body>
    <body name="pill" pos="-1 -.4 .1">
      <freejoint/>
      <geom name="pill" type="ellipsoid" size=".1 .06 .08"/>
    </body>
    <body name="hand" mocap="true" pos=".5 -.5 .5">
      <geom name="hand" size=".05" contype="0" conaffinity="0"/>
    </body>
    <flexcomp name="cloth" type="grid" count="3 3 1" spacing=".1 .1 .1" pos="-1.5 .8 .3" dim="2"
      radius=".02" mass=".2">
      <edge equality="true" damping=".01"/>
      <contact selfcollide="none"/>
    </flexcomp>
  </worldbody>
  <contact>
    <pair name="sole on floor" geom1="sole" geom2="floor" condim="3"/>
    <exclude name="apart" body1="upper" body2="foot"/>
  </contact>
  <tendon>
    <spatial name="rope" width=".01" range="0 1" stiffness="3" springlength=".4">
      <site site="anchor"/><geom geom="pulley"/><site site="toe"/>
    </spatial>
    <fixed name="coupling"><joint joint="swing" coef="1"/><joint joint="bend" coef="-.5"/></fixed>
  </tendon>
  <equality>
    <connect name="tether" body1="ball" body2="crate" anchor="0 0 -.1" active="false"/>
    <weld name="grip" body1="hand" body2="cart" solref=".1 1"/>
    <joint name="mirror" joint1="bend" polycoef=".1 .2 0 0 0" active="false"/>
    <tendon name="taut" tendon1="coupling" active="false"/>
  </equality>
  <actuator>
    <motor name="push" joint="rail" gear="3" ctrlrange="-1 1"/>
    <position name="servo" joint="bend" kp="4" ctrlrange="-2 2" nsample="4" delay=".008"
      interp="linear"/>
    <muscle name="pull" tendon="rope" ctrlrange="0 1" lengthrange=".2 1"/>
    <intvelocity name="creep" joint="swing" kp="2" actrange="-1 1"/>
    <general name="lag" tendon="coupling" dyntype="filterexact" dynprm=".05" gainprm="2"/>
    <general name="jet" site="toe" gear="0 0 1 0 .1 0" gainprm="1.5"/>
  </actuator>
  <sensor>
    <framepos name="at" objtype="site" objname="toe"/>
    <gyro name="gyro" site="knee"/>
    <accelerometer name="felt" site="toe" nsample="3" interp="linear" interval=".008" delay=".008"/>
    <jointpos name="angle" joint="bend" cutoff="2"/>
    <actuatorfrc name="effort" actuator="servo"/>
    <touch name="touch" site="toe"/>
    <rangefinder name="ray" site="toe"/>
    <subtreelinvel name="drift" body="upper"/>
    <contact name="pressed" geom1="floor" data="found force dist" num="2"/>
    <clock name="clock"/>
  </sensor>
  <custom>
    <numeric name="numbers" data="1 2 3"/><text name="words" data="some words"/>
    <tuple name="things">
      <element objtype="body" objname="cart" prm=".5"/>
      <element objtype="site" objname="toe" prm="2"/>
    </tuple>
  </custom>
  <keyframe><key name="home" time=".5"/></keyframe>
</mujoco>
"""


def model(text=ZOO):
    return mujoco.MjModel.from_xml_string(text)


def data(m, steps=40):
    """Simulation data of a state with contacts, limits and forces."""
    d = mujoco.MjData(m)
    shake = np.random.default_rng(7)
    d.qvel[:] = 0.3 * shake.standard_normal(m.nv)
    d.mocap_pos[:, 0] += 0.05
    for _ in range(steps):
        d.ctrl[:] = np.sin(4 * d.time + np.arange(m.nu))
        mujoco.mj_step(m, d)
    d.xfrc_applied[1:3, :3] = 0.5
    d.qfrc_applied[:4] = [0.1, 0.2, -0.1, 0.05]
    mujoco.mj_forward(m, d)
    return d
