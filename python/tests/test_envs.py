# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Vector environments of fulcrum.envs are those of SyncVectorEnv, in numbers."""

import subprocess
import sys

import fulcrum.envs
import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from processes import fresh_environment, run

NAMES = sorted(fulcrum.envs.ENVIRONMENTS)
MODES = list(AutoresetMode)
CLOSE = 1e-9
# arguments of the constructors, other than their defaults
WITH_POSITIONS = {"exclude_current_positions_from_observation": False}
ARGUMENTS = [
    (
        "Humanoid-v5",
        {
            "terminate_when_unhealthy": False,
            "forward_reward_weight": 2,
            "contact_cost_weight": 1e-5,
            "contact_cost_range": (0.02, 0.3),
            **WITH_POSITIONS,
        },
    ),
    (
        "Humanoid-v5",
        {
            "include_cinert_in_observation": False,
            "include_cfrc_ext_in_observation": False,
            "frame_skip": 3,
            "healthy_z_range": (1.2, 1.5),
            "healthy_reward": 2,
            "ctrl_cost_weight": 0,
            "reset_noise_scale": 0.1,
        },
    ),
    (
        "Humanoid-v5",
        {
            "include_cvel_in_observation": False,
            "include_qfrc_actuator_in_observation": False,
            "xml_file": "humanoidstandup.xml",
        },
    ),
    (
        "HumanoidStandup-v5",
        {
            "uph_cost_weight": 0.5,
            "impact_cost_weight": 1e-4,
            "impact_cost_range": (0.1, 5),
            "include_cvel_in_observation": False,
            **WITH_POSITIONS,
        },
    ),
    (
        "Ant-v5",
        {
            "terminate_when_unhealthy": False,
            "main_body": "torso",
            "contact_force_range": (-3, 2),
            "contact_cost_weight": 0.01,
            **WITH_POSITIONS,
        },
    ),
    (
        "Ant-v5",
        {
            "main_body": 3,
            "include_cfrc_ext_in_observation": False,
            "healthy_z_range": (0.5, 0.8),
            "healthy_reward": 3,
        },
    ),
    (
        "Hopper-v5",
        {"terminate_when_unhealthy": False, "healthy_state_range": (-2, 2), **WITH_POSITIONS},
    ),
    ("Hopper-v5", {"healthy_angle_range": (-0.05, 0.05), "healthy_z_range": (1.1, 1.3)}),
    ("Walker2d-v5", {"terminate_when_unhealthy": False, "healthy_reward": 2, **WITH_POSITIONS}),
    ("Walker2d-v5", {"xml_file": "walker2d.xml", "healthy_angle_range": (-0.3, 0.3)}),
    ("Swimmer-v5", {"frame_skip": 2, "ctrl_cost_weight": 0.1, **WITH_POSITIONS}),
    ("HalfCheetah-v5", {"reset_noise_scale": 0, "forward_reward_weight": 3, **WITH_POSITIONS}),
    ("Reacher-v5", {"reward_dist_weight": 2, "reward_control_weight": 0.1}),
    ("Pusher-v5", {"reward_near_weight": 1, "reward_dist_weight": 2, "reward_control_weight": 1}),
    ("InvertedPendulum-v5", {"reset_noise_scale": 0.1, "frame_skip": 1}),
    ("InvertedDoublePendulum-v5", {"healthy_reward": 1, "reset_noise_scale": 0.01}),
]


def equal(ours, theirs, where=""):
    """Arrays with the same type and shape, and numbers that are close; dicts of such arrays."""
    if isinstance(theirs, dict):
        assert set(ours) == set(theirs), where
        for key, value in theirs.items():
            equal(ours[key], value, f"{where} {key}")
        return
    assert ours.shape == theirs.shape and ours.dtype == theirs.dtype, where
    if theirs.dtype == object:
        for mine, other in zip(ours, theirs, strict=True):
            assert (mine is None) == (other is None), where
            assert mine is None or np.abs(mine - other).max() <= CLOSE, where
    else:
        assert np.abs(ours.astype(float) - theirs).max(initial=0) <= CLOSE, where


def compare(name, mode, steps, *, count=3, limit=None, **arguments):
    """Both from the same seeds with the same actions; returns how many episodes ended."""
    if limit:
        arguments["max_episode_steps"] = limit
    theirs = SyncVectorEnv([lambda: gymnasium.make(name, **arguments)] * count, autoreset_mode=mode)
    ours = gymnasium.make_vec(f"fulcrum/{name}", count, autoreset_mode=mode, **arguments)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.single_action_space == theirs.single_action_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["render_fps"] == theirs.metadata["render_fps"]
    equal_resets(ours, theirs, seed=11)
    assert ours.np_random_seed == theirs.np_random_seed == (11, 12, 13)[:count]
    theirs.action_space.seed(5)
    ends = 0
    for k in range(steps):
        actions = theirs.action_space.sample()
        mine, other = ours.step(actions), theirs.step(actions)
        for part, (x, y) in enumerate(zip(mine, other, strict=True)):
            equal(x, y, f"step {k}, part {part}")
        over = other[2] | other[3]
        ends += over.sum()
        if mode is AutoresetMode.DISABLED and over.any():
            equal_resets(ours, theirs, mask=over)
    ours.close()
    theirs.close()
    return ends


def equal_resets(ours, theirs, seed=None, mask=None):
    # SyncVectorEnv removes the mask from the options that it is given
    results = [
        env.reset(seed=seed, options=None if mask is None else {"reset_mask": mask.copy()})
        for env in (ours, theirs)
    ]
    for mine, other in zip(*results, strict=True):
        equal(mine, other, "reset")


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("name", NAMES)
def test_steps_and_resets_are_those_of_sync_vector_env(name, mode):
    # episodes end by their limit as well as by falling
    assert compare(name, mode, 200, limit=45) >= 9


@pytest.mark.parametrize("name", NAMES)
def test_limit_of_steps_is_the_registered_one(name):
    original = gymnasium.spec(name)
    spec = gymnasium.spec(f"fulcrum/{name}")
    assert spec.max_episode_steps == original.max_episode_steps
    assert spec.reward_threshold == original.reward_threshold
    env = gymnasium.make_vec(f"fulcrum/{name}", 2)
    assert env.max_episode_steps == original.max_episode_steps
    env.close()


@pytest.mark.parametrize(
    ("name", "arguments"), ARGUMENTS, ids=[f"{k}-{name}" for k, (name, _) in enumerate(ARGUMENTS)]
)
def test_arguments_of_the_originals(name, arguments):
    compare(name, AutoresetMode.SAME_STEP, 60, count=2, **arguments)


def test_number_of_threads_changes_nothing():
    def run_with(nthread):
        env = gymnasium.make_vec("fulcrum/Hopper-v5", 7, nthread=nthread)
        env.reset(seed=2)
        env.action_space.seed(3)
        return [env.step(env.action_space.sample())[0] for _ in range(60)]

    assert np.array_equal(run_with(1), run_with(3))


def test_what_a_step_returns_is_not_changed_by_the_next():
    env = gymnasium.make_vec("fulcrum/Hopper-v5", 3)
    first, info = env.reset(seed=1)
    kept, position = first.copy(), info["x_position"].copy()
    for _ in range(3):
        env.step(env.action_space.sample())
    assert np.array_equal(first, kept) and np.array_equal(info["x_position"], position)


def test_seeds_of_a_list_and_masked_resets():
    theirs = SyncVectorEnv([lambda: gymnasium.make("Hopper-v5")] * 3)
    ours = gymnasium.make_vec("fulcrum/Hopper-v5", 3)
    equal_resets(ours, theirs, seed=[7, 3, 5])
    some = np.array([False, True, True])
    equal_resets(ours, theirs, mask=some)
    equal_resets(ours, theirs, seed=20, mask=some)
    assert ours.np_random_seed == theirs.np_random_seed == (7, 21, 22)
    equal_resets(ours, theirs)


@pytest.mark.parametrize("name", ["Hopper-v5", "Humanoid-v5", "Reacher-v5"])
def test_a_single_environment(name):
    ours, theirs = gymnasium.make(f"fulcrum/{name}"), gymnasium.make(name)
    assert ours.observation_space == theirs.observation_space
    ours.action_space.seed(1)
    again = True
    for k in range(150):
        if again:
            seed = 4 if k == 0 else None
            mine, other = ours.reset(seed=seed), theirs.reset(seed=seed)
        else:
            action = ours.action_space.sample()
            mine, other = ours.step(action), theirs.step(action)
            assert abs(mine[1] - other[1]) <= CLOSE and mine[2:4] == other[2:4]
        equal(mine[0], other[0])
        assert mine[-1].keys() == other[-1].keys()
        again = len(mine) == 5 and (mine[2] or mine[3])
    ours.close()


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", NAMES)
def test_single_environments_pass_the_checks_of_gymnasium(name):
    check_env(gymnasium.make(f"fulcrum/{name}").unwrapped, skip_render_check=True)


def test_errors():
    def make(**arguments):
        return gymnasium.make_vec("fulcrum/Hopper-v5", **({"num_envs": 2} | arguments))

    with pytest.raises(OSError, match=r"no model 'hoper\.xml'"):
        make(xml_file="hoper.xml")
    with pytest.raises(TypeError, match="healthy_zrange"):
        make(healthy_zrange=(0, 1))
    with pytest.raises(ValueError, match="num_envs must be a positive integer, not 0"):
        make(num_envs=0)
    with pytest.raises(ValueError, match="'human' is not supported"):
        make(render_mode="human")
    with pytest.raises(ValueError, match="NEXT_STEP, SAME_STEP, DISABLED"):
        make(autoreset_mode="now")
    with pytest.raises(ValueError, match="there is no camera 'trak'"):
        make(render_mode="rgb_array", camera_name="trak")
    env = make(autoreset_mode="DISABLED", max_episode_steps=1)
    actions = np.zeros((2, 3), np.float32)
    with pytest.raises(gymnasium.error.ResetNeeded, match="before reset"):
        env.step(actions)
    env.reset()
    with pytest.raises(ValueError, match=r"shape \(2, 2\); expected \(2, 3\)"):
        env.step(actions[:, :2])
    with pytest.raises(ValueError, match="3 seeds for 2 environments"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(TypeError, match="array of bool, not of int64"):
        env.reset(options={"reset_mask": np.array([1, 0])})
    with pytest.raises(ValueError, match="selects no environment"):
        env.reset(options={"reset_mask": np.zeros(2, bool)})
    env.step(actions)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"environments \[0, 1\] have ended"):
        env.step(actions)
    env.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        env.step(actions)
    env.close()


def test_the_identifier_can_import_the_package():
    program = (
        "import gymnasium; env = gymnasium.make_vec('fulcrum.envs:fulcrum/Ant-v5', num_envs=2); "
        "import fulcrum; print(env.reset()[0].shape, fulcrum.active().under_mujoco)"
    )
    process = run("-c", program)
    assert process.stdout.splitlines()[-1] == "(2, 105) True", process.stderr


@pytest.mark.parametrize("missing", ["gymnasium", "mujoco"])
def test_what_is_missing_is_named(missing):
    program = (
        f"import fulcrum, sys; sys.modules['{missing}'] = None\n"
        "try: fulcrum.VectorEnv\nexcept ImportError as error: print(error)"
    )
    process = run("-c", program)
    assert "pip install 'fulcrum[gymnasium]'" in process.stdout, process.stderr


# 77: there is no such OpenGL here
PICTURES = """
import sys
import fulcrum.envs, gymnasium, mujoco
import numpy as np
try:
    mujoco.GLContext(8, 8).free()
except Exception as error:
    print(error)
    sys.exit(77)
for name in "HalfCheetah-v5", "Hopper-v5", "Humanoid-v5":
    settings = {"render_mode": "rgb_array", "width": 120, "height": 90}
    ours = gymnasium.make_vec(f"fulcrum/{name}", 2, **settings)
    theirs = gymnasium.make_vec(name, 2, vectorization_mode="sync", **settings)
    ours.reset(seed=3)
    theirs.reset(seed=3)
    mine, other = ours.render(), theirs.render()
    assert len(mine) == 2 and mine[0].shape == (90, 120, 3) and mine[0].dtype == np.uint8
    assert mine[0].std() > 5, "the picture shows nothing"
    assert (mine[0] != mine[1]).any()
    for x, y in zip(mine, other):
        assert np.abs(x.astype(int) - y).mean() < 0.1, name
    ours.close()
print("drawn")
"""


@pytest.mark.parametrize("backend", ["osmesa", "egl"])
def test_pictures(backend):
    process = subprocess.run(
        [sys.executable, "-c", PICTURES],
        env=fresh_environment() | {"MUJOCO_GL": backend},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if process.returncode == 77:
        pytest.skip(process.stdout.strip().splitlines()[-1])
    assert "drawn" in process.stdout, process.stderr[-3000:]
