# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""A sensor in ten lines: the velocity of the air as it is felt at a site that moves."""

import fulcrum
import mujoco


class Wind(fulcrum.Sensor):
    name = "lab.wind"
    attach = "site"
    dimension = 3
    speed = fulcrum.parameter(2.0, unit="m/s", low=0)

    def compute(self, model, data, out):
        velocity = data.velocity(int(mujoco.mjtObj.mjOBJ_SITE), self.object_id, local=False)[3:]
        out[:] = -velocity
        out[0] += self.speed


fulcrum.register(Wind)

MODEL = """
<mujoco>
  <worldbody>
    <body pos="0 0 1">
      <joint axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 .4 0 0"/>
      <site name="tip" pos=".4 0 0"/>
    </body>
  </worldbody>
  <sensor><lab.wind name="wind" site="tip"/></sensor>
</mujoco>
"""

if __name__ == "__main__":
    model = mujoco.MjModel.from_xml_string(MODEL)
    data = mujoco.MjData(model)
    for _ in range(5):
        mujoco.mj_step(model, data, 50)
        print(f"t = {data.time:.1f} s   wind {data.sensor('wind').data.round(3)} m/s")
