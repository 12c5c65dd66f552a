# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The ways to put Fulcrum under mujoco: each runs a program that knows nothing of it."""

import os
from pathlib import Path

import numpy as np
import pytest
from fulcrum import underlay
from processes import HERE, fresh_environment, result, run, way

PROGRAM = HERE / "programs" / "everything.py"
WAYS = ["wheel", "LD_LIBRARY_PATH", "LD_PRELOAD"]


@pytest.fixture(scope="module")
def reference():
    options, env = way("reference")
    answer = result(run(*options, PROGRAM, env=env))
    # the comparison is one: this process did run on the other library
    assert [os.path.basename(f) for f in answer["libraries"]] == [underlay.SONAME]
    assert str(underlay.PREFIX) not in answer["libraries"][0]
    return answer


@pytest.fixture(scope="module", params=WAYS)
def ours(request):
    options, env = way(request.param)
    return result(run(*options, PROGRAM, env=env))


def test_no_library_but_ours_is_mapped(ours):
    names = sorted(os.path.basename(f) for f in ours["libraries"])
    assert names == ["libfulcrum.so.0", underlay.SONAME]
    assert all(f.startswith(str(underlay.PREFIX)) for f in ours["libraries"])


def test_steps_are_those_of_the_reference(ours, reference):
    assert ours["steps"]["contacts"] == reference["steps"]["contacts"] > 0
    np.testing.assert_allclose(ours["steps"]["qpos"], reference["steps"]["qpos"], rtol=0, atol=1e-9)


def test_a_spec_is_edited(ours, reference):
    np.testing.assert_allclose(ours["edit"]["mass"], reference["edit"]["mass"], rtol=1e-12)
    np.testing.assert_allclose(ours["edit"]["qvel"], reference["edit"]["qvel"], rtol=0, atol=1e-9)
    assert ours["edit"]["xml"] == reference["edit"]["xml"]


def test_rollouts_on_two_threads(ours, reference):
    np.testing.assert_allclose(ours["roll"], reference["roll"], rtol=0, atol=1e-9)


def test_errors_are_exceptions_in_every_thread(ours, reference):
    assert ours["errors"] == reference["errors"] == [["FatalError", True, True]] * 4


def test_import_of_the_package_is_a_way_too(reference):
    program = f"import runpy, fulcrum; runpy.run_path({str(PROGRAM)!r}, run_name='__main__')"
    answer = result(run("-c", program))
    assert all(f.startswith(str(underlay.PREFIX)) for f in answer["libraries"])
    np.testing.assert_allclose(
        answer["steps"]["qpos"], reference["steps"]["qpos"], rtol=0, atol=1e-9
    )


@pytest.mark.parametrize("level", ["baseline", "x86-64-v3"])
@pytest.mark.parametrize("name", WAYS)
def test_the_processor_decides_which_library_runs(name, level):
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    if level != "baseline" and not (" avx2 " in flags and " bmi2 " in flags):
        pytest.skip("this processor has no AVX2")
    options, env = way(name)
    if level == "baseline":
        env["GLIBC_TUNABLES"] = "glibc.cpu.hwcaps=-AVX2_Usable,-AVX2"
    program = (
        "import json, mujoco, fulcrum; a = fulcrum.active();"
        "print(json.dumps([a.level, a.under_mujoco, str(a.library)]))"
    )
    answer = result(run(*options, "-c", program, env=env))
    assert answer[:2] == [level, True]
    assert ("glibc-hwcaps/" + level in answer[2]) == (level != "baseline")


def test_what_is_opened_stays_out_of_the_way_of_others():
    # the library brings qhull and cJSON along; other extension modules keep copies of their own
    program = """
import json, ctypes, fulcrum, mujoco
process = ctypes.CDLL(None)
names = ["mj_step", "fc_lastError", "qh_new_qhull", "cJSON_Parse"]
print(json.dumps([hasattr(process, n) for n in names]))
"""
    assert result(run("-c", program)) == [False] * 4


def test_the_command_line_is_that_of_the_interpreter(tmp_path):
    script = tmp_path / "script with blank.py"
    script.write_text(
        "import sys, json\n"
        "print(json.dumps([sys.argv[1:], __name__, sys.flags.optimize, sys.path[0]]))\n"
    )
    plain = result(run("-O", script, "a b", "-c"))
    assert result(run("-O", "-m", "fulcrum", script, "a b", "-c")) == plain
    assert plain == [["a b", "-c"], "__main__", 1, str(tmp_path)]
    assert result(
        run("-m", "fulcrum", "-c", "import sys, json; print(json.dumps(sys.argv))", "1")
    ) == ["-c", "1"]
    answer = run("-m", "fulcrum", "-m", "this_module_is_missing")
    assert answer.returncode == 1 and "this_module_is_missing" in answer.stderr
    assert run("-m", "fulcrum", "-c", "raise SystemExit(7)").returncode == 7


def test_the_shell_can_be_told():
    line = run("-m", "fulcrum", "env").stdout.strip()
    assert line == f"export LD_LIBRARY_PATH={underlay.FOLDER}"
    env = fresh_environment() | {"LD_LIBRARY_PATH": "/nowhere"}
    assert run("-m", "fulcrum", "env", env=env).stdout.strip() == f"{line}:/nowhere"
