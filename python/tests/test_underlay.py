# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What fulcrum says of itself, and the sentence of each thing that can be wrong."""

import shutil
import subprocess
from pathlib import Path

import mujoco
import pytest
from fulcrum import underlay
from processes import fresh_environment, result, run

FOLDER = Path(mujoco.__file__).parent


def sentence(*arguments, **options):
    """The last line of a program that has to fail, without the name of the exception."""
    process = run(*arguments, **options)
    assert process.returncode == 1, process.stdout + process.stderr
    kind, _, message = process.stderr.splitlines()[-1].partition(": ")
    assert kind == "fulcrum.underlay.UnderlayError"
    assert message.endswith(".")
    return message


def pretend(folder: Path, *, library: str | None, version: str | None = None) -> dict[str, str]:
    """A package mujoco that is found before the installed one, and the environment that does so."""
    package = folder / "mujoco"
    package.mkdir()
    (package / "__init__.py").write_text("")
    if library:
        shutil.copy(FOLDER / underlay.SONAME, package / library)
    if version:
        info = folder / f"mujoco-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: mujoco\nVersion: {version}\n")
    return fresh_environment() | {"PYTHONPATH": str(folder)}


def test_active_says_what_runs():
    answer = result(
        run(
            "-c",
            "import json, fulcrum; before = fulcrum.active(); import mujoco; a = fulcrum.active();"
            "print(json.dumps([before.under_mujoco, a.under_mujoco, a.name, a.version, a.api,"
            " a.level, str(a.library), str(a.modules), str(a.mujoco), str(a)]))",
        )
    )
    before, after, name, version, api, level, library, modules, folder, text = answer
    assert (before, after, name, api) == (False, True, "Fulcrum", "3.6.0")
    assert level in ("baseline", "x86-64-v3")
    assert Path(library).is_file() and Path(library).name == "libfulcrum.so.0"
    assert (Path(modules) / "newton.so").is_file()
    assert Path(folder) == FOLDER
    assert text.startswith(f"Fulcrum {version} ({level}), {library}, under mujoco in {folder}")


def test_another_version_of_mujoco(tmp_path):
    env = pretend(tmp_path, library="libmujoco.so.3.3.1")
    message = sentence("-c", "import fulcrum", env=env)
    assert "mujoco 3.3.1 is installed" in message and "'pip install mujoco==3.6.0'" in message


def test_another_version_of_mujoco_by_its_metadata(tmp_path):
    env = pretend(tmp_path, library=None, version="2.3.7")
    message = sentence("-c", "import fulcrum", env=env)
    assert "mujoco 2.3.7 is installed" in message and "'pip install mujoco==3.6.0'" in message


def test_mujoco_from_elsewhere(tmp_path):
    env = pretend(tmp_path, library=None, version="3.6.0")
    message = sentence("-c", "import fulcrum", env=env)
    assert "not the package from PyPI" in message and "--force-reinstall" in message


def test_mujoco_was_imported_before():
    message = sentence("-c", "import mujoco, fulcrum")
    assert str(FOLDER / underlay.SONAME) in message
    assert "before the first 'import mujoco'" in message and "python -m fulcrum" in message


def test_one_of_its_extension_modules_was_imported_before():
    program = (
        "import sys, importlib; sys.modules['mujoco'] = m = type(sys)('mujoco'); m.__path__ = [%r];"
    )
    message = sentence("-c", program % str(FOLDER) + "import mujoco._constants, fulcrum")
    assert "before the first 'import mujoco'" in message


def test_mujoco_was_imported_before_on_fulcrum():
    env = fresh_environment() | {"LD_LIBRARY_PATH": str(underlay.FOLDER)}
    program = "import mujoco, json, fulcrum; print(json.dumps(fulcrum.active().under_mujoco))"
    assert result(run("-c", program, env=env)) is True


def pretend_library(folder: Path, *, without: tuple[str, ...] = (), also: str = "") -> Path:
    """A library with the names of ours, but for some, and no working function; `also` is C."""
    source = folder / "part.c"
    names = [n for n in [*underlay.needed_symbols(), "fc_lastError"] if n not in without]
    source.write_text("\n".join([f"void {n}(void) {{}}" for n in names] + [also]))
    library = folder / underlay.SONAME
    subprocess.run(
        ["cc", "-shared", "-fPIC", f"-Wl,-soname,{underlay.SONAME}", "-w", "-o", library, source],
        check=True,
    )
    return library


def test_missing_symbols(tmp_path):
    # a build that is older than the package: the folder of a library without one function
    library = pretend_library(tmp_path, without=("mjv_updateScene", "mju_mulQuat"))
    message = sentence(
        "-c", "import fulcrum", env=fresh_environment() | {"LD_PRELOAD": str(library)}
    )
    assert str(library) in message and "lacks 2 of the functions" in message
    assert "mjv_updateScene" in message and "mju_mulQuat" in message and "mj_step" not in message


def test_the_library_for_another_cxx_library(tmp_path):
    library = pretend_library(
        tmp_path, also='const char* fc_cxxLibrary(void) { return "libstdc++"; }'
    )
    message = sentence(
        "-c", "import fulcrum", env=fresh_environment() | {"LD_PRELOAD": str(library)}
    )
    assert str(library) in message and "libstdc++" in message and "compat-libc++" in message


def test_the_list_of_needed_symbols_is_that_of_the_package():
    files = sorted(FOLDER.glob("*.so"))
    library = subprocess.run(
        ["nm", "-D", "--defined-only", FOLDER / underlay.SONAME],
        capture_output=True,
        text=True,
        check=True,
    )
    defined = {line.split()[-1] for line in library.stdout.splitlines()}
    needed = set()
    for file in files:
        names = subprocess.run(
            ["nm", "-D", "--undefined-only", file], capture_output=True, text=True, check=True
        )
        needed |= {line.split()[-1] for line in names.stdout.splitlines()} & defined
    assert len(files) > 5 and len(needed) > 300
    assert underlay.needed_symbols() == sorted(needed)


@pytest.mark.parametrize(
    "system, machine", [("darwin", "arm64"), ("win32", "AMD64"), ("linux", "aarch64")]
)
def test_other_platforms(system, machine):
    program = (
        f"import sys, platform; sys.platform = {system!r}; platform.machine = lambda: {machine!r};"
    )
    message = sentence("-c", program + "import fulcrum")
    assert f"for Linux on x86-64, not for {system} on {machine}" in message


def test_without_mujoco_the_rest_works(tmp_path):
    # only this package and numpy can be imported
    for name in ("fulcrum", "fulcrum.libs", "numpy", "numpy.libs"):
        source = Path(underlay.__file__).parents[1] / name
        if source.exists():
            (tmp_path / name).symlink_to(source)
    for info in Path(underlay.__file__).parents[1].glob("fulcrum-*.dist-info"):
        (tmp_path / info.name).symlink_to(info)
    program = (
        "import sys; sys.path = [p for p in sys.path if 'site-packages' not in p];"
        f"sys.path.append({str(tmp_path)!r});"
        "import json, fulcrum; a = fulcrum.active();"
        "print(json.dumps([a.mujoco, a.under_mujoco, a.api]))"
    )
    assert result(run("-S", "-c", program)) == [None, False, "3.6.0"]


def test_options_of_config():
    answer = run("-m", "fulcrum", "config", "--cflags", "--libs", "--modules")
    assert answer.stdout.split() == [
        f"-I{underlay.PREFIX / 'include'}",
        f"-L{underlay.FOLDER}",
        "-lfulcrum",
        str(underlay.FOLDER / "fulcrum" / "modules"),
    ]
    wrong = run("-m", "fulcrum", "config", "--ldflags")
    assert (
        wrong.returncode == 2
        and "unknown option --ldflags" in wrong.stderr
        and "--libs" in wrong.stderr
    )
    assert run("-m", "fulcrum", "config").returncode == 2


def test_environments():
    # what leads to us is taken out, the rest stays
    program = (
        "import os, json, fulcrum; other = fulcrum.reference_environment();"
        "print(json.dumps([os.environ['LD_LIBRARY_PATH'],"
        " fulcrum.environment()['LD_LIBRARY_PATH'],"
        " other.get('LD_LIBRARY_PATH'), other.get('LD_PRELOAD')]))"
    )
    ours = str(underlay.FOLDER)
    assert result(run("-c", program)) == [ours, ours, None, None]
    env = fresh_environment() | {
        "LD_LIBRARY_PATH": "/a:/b",
        "LD_PRELOAD": f"{underlay.FOLDER / underlay.SONAME}",
    }
    assert result(run("-c", program, env=env)) == [f"{ours}:/a:/b", f"{ours}:/a:/b", "/a:/b", None]
