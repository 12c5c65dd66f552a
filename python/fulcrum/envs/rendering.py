# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the environments of a batch, through `mujoco.Renderer`."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np


class Camera:
    """Size of the pictures and the camera that they are taken with.

    `camera_id` or `camera_name` choose a camera of the model. Without them, or with -1, it is a
    free one, as in the environments of Gymnasium: it looks at the middle of the geoms as they are
    in the first picture of an environment, from as far away as the model is large, unless `config`
    has other values for its attributes (distance, azimuth, elevation, lookat, ...).
    """

    def __init__(
        self,
        width: int = 480,
        height: int = 480,
        camera_id: int | None = None,
        camera_name: str | None = None,
        config: dict[str, Any] | None = None,
        max_geom: int = 1000,
        visual_options: dict[int, bool] | None = None,
    ) -> None:
        if camera_id is not None and camera_name is not None:
            raise ValueError("give camera_id or camera_name, not both")
        self.width, self.height, self.max_geom = width, height, max_geom
        self.camera_id, self.camera_name = camera_id, camera_name
        self.config = dict(config or {})
        self.visual_options = dict(visual_options or {})
        self._model: mujoco.MjModel | None = None
        self._renderer: Any = None
        self._free_cameras: dict[int, mujoco.MjvCamera] = {}

    def prepare(self, model: mujoco.MjModel) -> None:
        """Check the choice of the camera, and make the model's framebuffer large enough."""
        self._model, self._camera = model, self._choose(model)
        for name in self.config:
            if not hasattr(mujoco.MjvCamera(), name):
                raise ValueError(f"a camera has no attribute {name!r} (default_camera_config)")
        screen = model.vis.global_
        screen.offwidth = max(screen.offwidth, self.width)
        screen.offheight = max(screen.offheight, self.height)
        self._options = mujoco.MjvOption()
        mujoco.mjv_defaultOption(self._options)
        for flag, value in self.visual_options.items():
            self._options.flags[flag] = value

    def _choose(self, model: mujoco.MjModel) -> int:
        """The camera of the model that is used; -1: a free one for each environment."""
        if self.camera_name is not None:
            kind = mujoco.mjtObj.mjOBJ_CAMERA
            found = mujoco.mj_name2id(model, kind, self.camera_name)
            if found < 0:
                names = [model.camera(i).name for i in range(model.ncam)]
                raise ValueError(f"there is no camera {self.camera_name!r}; there are {names}")
            return int(found)
        number = -1 if self.camera_id is None else self.camera_id
        if not -1 <= number < model.ncam:
            raise ValueError(f"there is no camera {number}; there are {model.ncam}")
        return number

    def _free(self, data: mujoco.MjData) -> mujoco.MjvCamera:
        camera = mujoco.MjvCamera()
        mujoco.mjv_defaultCamera(camera)
        camera.lookat[:] = np.median(data.geom_xpos, axis=0)
        camera.distance = self._model.stat.extent
        for name, value in self.config.items():
            if name == "lookat":
                camera.lookat[:] = value
            else:
                setattr(camera, name, value)
        return camera

    def picture(self, batch: Any, sim: int) -> np.ndarray:
        """An array of height x width x 3."""
        if self._renderer is None:
            self._renderer = mujoco.Renderer(self._model, self.height, self.width, self.max_geom)
        model, data = batch.get_model(sim), batch.get_data(sim)
        mujoco.mj_forward(model, data)
        camera: int | mujoco.MjvCamera = self._camera
        if camera < 0:
            if sim not in self._free_cameras:
                self._free_cameras[sim] = self._free(data)
            camera = self._free_cameras[sim]
        self._renderer.update_scene(data, camera, self._options)
        return self._renderer.render()

    def close(self) -> None:
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None
