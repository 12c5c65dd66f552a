# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Ten seconds of Gymnasium's Humanoid on Fulcrum and on the library that mujoco brings along.

    python humanoid_beside_reference.py [--environment NAME] [--seconds T] [--rounds N]

Each runs in a process of its own, in turn, with the same seeds and the same random actions; an
episode that ends is followed by the next. Prints how far the observations and rewards of both are
apart, and the steps per second of each. ``./quickstart python`` ends with this program.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def simulate(environment: str, seconds: float, file: str) -> None:
    """What each of the processes does. Nothing here knows which library runs."""
    import gymnasium
    import mujoco
    import numpy as np

    env = gymnasium.make(environment)
    observation, _ = env.reset(seed=1)
    env.action_space.seed(2)
    actions = [env.action_space.sample() for _ in range(round(seconds / env.unwrapped.dt))]
    observations, rewards, ends = [], [], []
    begin = time.perf_counter()
    for action in actions:
        observation, reward, terminated, truncated, _ = env.step(action)
        observations.append(observation)
        rewards.append(reward)
        ends.append(terminated or truncated)
        if ends[-1]:
            env.reset()
    elapsed = time.perf_counter() - begin
    np.savez(file, observations=observations, rewards=rewards, ends=ends)
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = {line.split()[-1] for line in maps}
    library = next(f for f in files if f.endswith("/libmujoco.so." + mujoco.__version__))
    print(json.dumps({"rate": len(actions) / elapsed, "dt": env.unwrapped.dt, "library": library}))


def compare(environment: str, seconds: float, rounds: int) -> int:
    import fulcrum
    import numpy as np

    folder = Path(tempfile.mkdtemp())
    starts = {
        "mujoco": ([sys.executable], fulcrum.reference_environment()),
        "Fulcrum": ([sys.executable, "-m", "fulcrum"], fulcrum.reference_environment()),
    }
    rates: dict[str, list[float]] = {name: [] for name in starts}
    said = {}
    for _ in range(rounds):
        for name, (command, env) in starts.items():
            arguments = [
                __file__,
                "--environment",
                environment,
                "--seconds",
                str(seconds),
                "--record",
                str(folder / name),
            ]
            process = subprocess.run(
                [*command, *arguments], env=env, stdout=subprocess.PIPE, text=True, check=True
            )
            said[name] = json.loads(process.stdout.splitlines()[-1])
            rates[name].append(said[name]["rate"])

    print(fulcrum.active())
    print(
        f"{environment}, {seconds:g} s, the same seeds and actions; best of {rounds} rounds in turn"
    )
    for name in starts:
        print(f"  {name:8} {max(rates[name]):8.0f} steps/s   {said[name]['library']}")
    print(f"  Fulcrum is {max(rates['Fulcrum']) / max(rates['mujoco']):.2f} times as fast")

    theirs, ours = (np.load(folder / f"{name}.npz") for name in starts)
    if not np.array_equal(theirs["ends"], ours["ends"]):
        print("  episodes end at different steps: the simulations have parted")
        return 1
    difference = np.abs(theirs["observations"] - ours["observations"]).max(axis=1)
    print(f"  {theirs['ends'].sum()} episodes; largest difference of an observation up to time t:")
    for share in (0.1, 0.25, 0.5, 1.0):
        count = max(1, round(share * len(difference)))
        print(f"    t = {count * said['mujoco']['dt']:6.2f} s   {difference[:count].max():.2e}")
    print(
        f"  largest difference of a reward: {np.abs(theirs['rewards'] - ours['rewards']).max():.2e}"
    )
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Gymnasium on Fulcrum beside mujoco's own library")
    parser.add_argument("--environment", default="Humanoid-v5", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=10, metavar="T")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--record", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.record:
        simulate(options.environment, options.seconds, options.record)
    else:
        sys.exit(compare(options.environment, options.seconds, options.rounds))
