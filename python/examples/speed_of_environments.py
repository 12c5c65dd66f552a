# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Steps per second of vector environments: Fulcrum, Gymnasium's SyncVectorEnv, and EnvPool.

    python speed_of_environments.py [--environments NAME ...] [--num-envs N] [--threads T ...]
                                    [--seconds S] [--rounds R]

Each runs in a process of its own, with random actions; environments whose episodes end are reset.
They run in turn, R rounds long, and of each the fastest round counts: what other programs disturb
is left out. SyncVectorEnv, on mujoco's own library, uses one thread and 16 environments, which is
as fast as more of them; without the package envpool that column is empty.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import time

SYNC = 16


def measure(who: str, environment: str, count: int, threads: int, seconds: float) -> float:
    """Steps per second of all environments together; in a process of its own."""
    import numpy as np

    if who == "envpool":
        import envpool

        env = envpool.make_gymnasium(environment, num_envs=count, num_threads=threads)
        low, high = env.action_space.low, env.action_space.high
    else:
        import gymnasium

        if who == "fulcrum":
            name = f"fulcrum.envs:fulcrum/{environment}"
            env = gymnasium.make_vec(name, num_envs=count, nthread=threads)
        else:
            env = gymnasium.make_vec(environment, num_envs=count, vectorization_mode="sync")
        low, high = env.single_action_space.low, env.single_action_space.high
    random = np.random.default_rng(1)
    # half a thousand rows of actions serve for all steps
    kind = np.float64 if who == "envpool" else np.float32
    actions = random.uniform(low, high, (512, count, len(low))).astype(kind)
    env.reset()
    for k in range(20):
        env.step(actions[k])
    steps, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        env.step(actions[steps % 512])
        steps += 1
    return steps * count / (time.perf_counter() - begin)


def in_turn(options: argparse.Namespace, environment: str, threads: int) -> dict[str, float]:
    """The best rate of each; of EnvPool only where it is installed."""
    import fulcrum

    them = {"fulcrum": options.num_envs, "sync": SYNC}
    if importlib.util.find_spec("envpool"):
        them["envpool"] = options.num_envs
    best = dict.fromkeys(them, 0.0)
    for _ in range(options.rounds):
        for who, count in them.items():
            command = [sys.executable, __file__, "--measure", who, environment, str(count)]
            process = subprocess.run(
                [*command, str(threads), str(options.seconds)],
                env=fulcrum.reference_environment(),
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            best[who] = max(best[who], json.loads(process.stdout.splitlines()[-1]))
    return best


def compare(options: argparse.Namespace) -> None:
    import fulcrum

    print(f"{fulcrum.active()}; {options.num_envs} environments, steps/s of all together")
    print(f"{'':24} {'threads':>7} {'Fulcrum':>9} {'EnvPool':>9} {'Sync':>9}  ratios")
    for environment in options.environments:
        for threads in options.threads:
            best = in_turn(options, environment, threads)
            ours, pool, sync = best["fulcrum"], best.get("envpool"), best["sync"]
            print(
                f"{environment:24} {threads:7} {ours:9.0f} {pool or 0:9.0f} {sync:9.0f}  "
                + (f"{ours / pool:.2f} of EnvPool, " if pool else "")
                + f"{ours / sync:.2f} of SyncVectorEnv",
                flush=True,
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        them, task, number, crew, length = sys.argv[2:]
        print(json.dumps(measure(them, task, int(number), int(crew), float(length))))
        sys.exit()
    parser = argparse.ArgumentParser(description="vector environments side by side")
    parser.add_argument(
        "--environments", nargs="+", default=["Humanoid-v5", "Ant-v5", "HalfCheetah-v5"]
    )
    parser.add_argument("--num-envs", type=int, default=256, metavar="N")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], metavar="T")
    parser.add_argument("--seconds", type=float, default=3, metavar="S")
    parser.add_argument("--rounds", type=int, default=3, metavar="R")
    compare(parser.parse_args())
