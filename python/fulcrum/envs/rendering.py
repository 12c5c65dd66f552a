# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the environments of a batch, through `mujoco.Renderer`."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np


class Camera:
    """Size of the pictures and the camera that they are taken with.

    `camera_id` or `camera_name` choose a camera of the model. Without them it is the one called
    "track"; a model that has none is seen by a free camera with the attributes of `config`
    (distance, azimuth, elevation, lookat; trackbodyid makes it follow a body).
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

    def prepare(self, model: mujoco.MjModel) -> None:
        """Check the choice of the camera, and make the model's framebuffer large enough."""
        self._model, self._camera = model, self._choose(model)
        screen = model.vis.global_
        screen.offwidth = max(screen.offwidth, self.width)
        screen.offheight = max(screen.offheight, self.height)
        self._options = mujoco.MjvOption()
        mujoco.mjv_defaultOption(self._options)
        for flag, value in self.visual_options.items():
            self._options.flags[flag] = value

    def _choose(self, model: mujoco.MjModel) -> int | mujoco.MjvCamera:
        kind = mujoco.mjtObj.mjOBJ_CAMERA
        if self.camera_name is not None:
            found = mujoco.mj_name2id(model, kind, self.camera_name)
            if found < 0:
                names = [model.camera(i).name for i in range(model.ncam)]
                raise ValueError(f"there is no camera {self.camera_name!r}; there are {names}")
            return found
        if self.camera_id is not None:
            if not -1 <= self.camera_id < model.ncam:
                raise ValueError(f"there is no camera {self.camera_id}; there are {model.ncam}")
            if self.camera_id >= 0:
                return self.camera_id
        elif (track := mujoco.mj_name2id(model, kind, "track")) >= 0:
            return track
        camera = mujoco.MjvCamera()
        mujoco.mjv_defaultFreeCamera(model, camera)
        if self.config.get("trackbodyid", -1) >= 0:
            camera.type = mujoco.mjtCamera.mjCAMERA_TRACKING
        for name, value in self.config.items():
            if not hasattr(camera, name):
                raise ValueError(f"a camera has no attribute {name!r} (default_camera_config)")
            if isinstance(value, np.ndarray):
                getattr(camera, name)[:] = value
            else:
                setattr(camera, name, value)
        return camera

    def picture(self, batch: Any, sim: int) -> np.ndarray:
        if self._renderer is None:
            self._renderer = mujoco.Renderer(self._model, self.height, self.width, self.max_geom)
        model = batch.get_model(sim)
        data = batch.get_data(sim)
        mujoco.mj_forward(model, data)
        self._renderer.update_scene(data, self._camera, self._options)
        return self._renderer.render()

    def close(self) -> None:
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None
