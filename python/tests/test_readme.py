# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Commands of README.md, and programs of docs/batches.md, work as they stand there."""

import re
import subprocess
import sysconfig
from pathlib import Path

import pytest
from fulcrum import underlay
from processes import HERE

COMMANDS = [
    line.strip()
    for line in (HERE.parent / "README.md").read_text(encoding="utf-8").splitlines()
    if line.startswith(("    python -m", "    eval", "    cc ", "    fulcrum "))
]
BIN = sysconfig.get_path("scripts")
SAYS = "import mujoco, fulcrum; print('on', fulcrum.active().under_mujoco, mujoco.mj_version())"


def shell(folder: Path, script: str, **variables: str) -> str:
    """The output of a script under ``env -i``; PATH has the interpreter and the system."""
    answer = subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=folder,
        env={"PATH": f"{BIN}:/usr/bin:/bin"} | variables,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert answer.returncode == 0, f"{script}\n{answer.stdout}{answer.stderr}"
    return answer.stdout


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "train.py").write_text(
        f"import sys\nassert sys.argv[1:] == ['--seed', '3']\n{SAYS}"
    )
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(
        "import mujoco, fulcrum\ndef test_it():\n    assert fulcrum.active().under_mujoco\n"
    )
    examples = HERE.parents[1] / "plugins" / "examples"
    source = (examples / "wind" / "wind.c").read_text(encoding="utf-8")
    (tmp_path / "mine.c").write_text(source.replace("acme.wind", "mine"))
    return tmp_path


def test_programs_run_on_it(folder):
    script, tests, code = (c for c in COMMANDS if c.startswith("python -m fulcrum"))
    assert shell(folder, script) == "on True 3006000\n"
    assert "1 passed" in shell(folder, tests)
    assert "Fulcrum" in shell(folder, code)


def test_all_that_a_shell_starts_runs_on_it(folder):
    (line,) = (c for c in COMMANDS if c.startswith("eval"))
    assert shell(folder, f'{line}\npython -c "{SAYS}"') == "on True 3006000\n"


@pytest.mark.parametrize(
    "variable, value",
    [("LD_LIBRARY_PATH", underlay.FOLDER), ("LD_PRELOAD", underlay.FOLDER / underlay.SONAME)],
)
def test_one_variable_does_it_without_python(folder, variable, value):
    assert shell(folder, f'python -c "{SAYS}"', **{variable: str(value)}) == "on True 3006000\n"


def test_a_module_in_c_is_built_and_checked(folder):
    build = [c for c in COMMANDS if c.startswith(("cc ", "fulcrum modules"))]
    assert len(build) == 3
    shell(folder, "\n".join(build))
    assert (folder / "mine.json").exists()


def test_the_programs_of_the_page_about_batches_run(tmp_path):
    """One after the other, as a reader would type them."""
    page = (HERE.parents[1] / "docs" / "batches.md").read_text(encoding="utf-8")
    section = page.partition("## In Python")[2].partition("\n## ")[0]
    blocks = re.findall(r"```python\n(.*?)```", section, flags=re.S)
    assert len(blocks) > 3
    (tmp_path / "models").symlink_to(HERE.parents[1] / "models")
    (tmp_path / "page.py").write_text("\n".join(blocks), encoding="utf-8")
    shell(tmp_path, "python page.py")
