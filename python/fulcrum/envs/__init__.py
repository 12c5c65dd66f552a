# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Vector environments for reinforcement learning.

Importing this package registers the environments of Gymnasium with the version 5, as
"fulcrum/Humanoid-v5" and so on:

>>> import gymnasium
>>> import fulcrum.envs
>>> env = gymnasium.make_vec("fulcrum/Humanoid-v5", num_envs=1024)
>>> observations, info = env.reset(seed=1)

Observations, rewards, ends of episodes, info and random numbers are those of
`gymnasium.vector.SyncVectorEnv` over the originals, whose arguments are accepted. An identifier
with the module in front, "fulcrum.envs:fulcrum/Humanoid-v5", imports the package itself.
`VectorEnv` makes an environment from functions, `RayVectorEnv` divides one among processes of a
Ray cluster.
"""

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
except ImportError as error:
    raise ImportError(
        "fulcrum.envs needs Gymnasium 1.1 or newer: pip install 'fulcrum[gymnasium]'"
    ) from error
try:
    import mujoco  # noqa: F401
except ImportError as error:
    raise ImportError(
        "fulcrum.envs reads models with mujoco 3.6.0: pip install 'fulcrum[gymnasium]'"
    ) from error

from .arms import PusherVectorEnv, ReacherVectorEnv
from .functional import VectorEnv
from .humanoids import HumanoidStandupVectorEnv, HumanoidVectorEnv
from .pendulums import InvertedDoublePendulumVectorEnv, InvertedPendulumVectorEnv
from .ray_vector import RayVectorEnv, WorkerDied
from .single import SingleEnv, single
from .v5 import MujocoVectorEnv
from .vector import BatchVectorEnv
from .walkers import (
    AntVectorEnv,
    HalfCheetahVectorEnv,
    HopperVectorEnv,
    SwimmerVectorEnv,
    Walker2dVectorEnv,
)

#: Class, steps of an episode and reward at which the task counts as solved, by name.
ENVIRONMENTS: dict[str, tuple[type[MujocoVectorEnv], int, float | None]] = {
    "Ant-v5": (AntVectorEnv, 1000, 6000.0),
    "HalfCheetah-v5": (HalfCheetahVectorEnv, 1000, 4800.0),
    "Hopper-v5": (HopperVectorEnv, 1000, 3800.0),
    "Humanoid-v5": (HumanoidVectorEnv, 1000, None),
    "HumanoidStandup-v5": (HumanoidStandupVectorEnv, 1000, None),
    "InvertedDoublePendulum-v5": (InvertedDoublePendulumVectorEnv, 1000, 9100.0),
    "InvertedPendulum-v5": (InvertedPendulumVectorEnv, 1000, 950.0),
    "Pusher-v5": (PusherVectorEnv, 100, 0.0),
    "Reacher-v5": (ReacherVectorEnv, 50, -3.75),
    "Swimmer-v5": (SwimmerVectorEnv, 1000, 360.0),
    "Walker2d-v5": (Walker2dVectorEnv, 1000, None),
}


def register() -> None:
    """Make the environments known to Gymnasium; importing the package has done so."""
    for name, (vector_class, steps, threshold) in ENVIRONMENTS.items():
        if f"fulcrum/{name}" in gymnasium.registry:
            continue
        gymnasium.register(
            f"fulcrum/{name}",
            entry_point=f"fulcrum.envs:{vector_class.__name__.replace('VectorEnv', 'Env')}",
            vector_entry_point=f"fulcrum.envs:{vector_class.__name__}",
            max_episode_steps=steps,
            reward_threshold=threshold,
        )


AntEnv = single(AntVectorEnv)
HalfCheetahEnv = single(HalfCheetahVectorEnv)
HopperEnv = single(HopperVectorEnv)
HumanoidEnv = single(HumanoidVectorEnv)
HumanoidStandupEnv = single(HumanoidStandupVectorEnv)
InvertedDoublePendulumEnv = single(InvertedDoublePendulumVectorEnv)
InvertedPendulumEnv = single(InvertedPendulumVectorEnv)
PusherEnv = single(PusherVectorEnv)
ReacherEnv = single(ReacherVectorEnv)
SwimmerEnv = single(SwimmerVectorEnv)
Walker2dEnv = single(Walker2dVectorEnv)

register()

__all__ = [
    "ENVIRONMENTS",
    "AutoresetMode",
    "BatchVectorEnv",
    "MujocoVectorEnv",
    "RayVectorEnv",
    "SingleEnv",
    "VectorEnv",
    "WorkerDied",
    "register",
]
