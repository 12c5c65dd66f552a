# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What the wheel installs: complete, relocatable, and enough to build modules against it."""

import importlib.metadata
import json
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import fulcrum
from fulcrum import underlay
from processes import fresh_environment, run

SITE = underlay.PREFIX.parents[1]
COMMAND = Path(sysconfig.get_path("scripts"), "fulcrum")
BUNDLED = sorted((SITE / "fulcrum.libs").glob("*.so*"))


def dynamic(file: Path) -> str:
    return subprocess.run(
        ["readelf", "-d", file], capture_output=True, text=True, check=True
    ).stdout


def test_it_fits_every_python_and_says_its_platform():
    wheel = importlib.metadata.distribution("fulcrum").read_text("WHEEL")
    tag = re.search(r"^Tag: (.*)$", wheel, re.MULTILINE).group(1)
    assert tag == "py3-none-manylinux_2_28_x86_64"
    assert "Root-Is-Purelib: false" in wheel
    assert (SITE / "fulcrum" / "py.typed").exists()


def test_package_library_and_wheel_have_one_version():
    answer = subprocess.run(
        [COMMAND, "version"], env=fresh_environment(), capture_output=True, text=True, check=True
    )
    assert answer.stdout.split()[:2] == ["Fulcrum", fulcrum.__version__]
    assert importlib.metadata.version("fulcrum") == fulcrum.__version__ == fulcrum.active().version


def test_libraries_of_others_are_inside_with_their_licences():
    names = {re.match(r"lib\w+?(?=-[0-9a-f]{8}\.so)", file.name).group(0) for file in BUNDLED}
    assert {"libcjson", "libqhull_r", "libtinyxml2", "libpng16", "libccd"} <= names
    licences = {
        Path(str(file)).stem
        for file in importlib.metadata.files("fulcrum")
        if file.parent.name == "licenses"
    }
    assert names | {"libc++", "LICENSE"} <= licences


def installed_binaries() -> list[Path]:
    files = [
        *SITE.glob("fulcrum/prefix/lib/**/*.so*"),
        *BUNDLED,
        underlay.PREFIX / "bin" / "fulcrum",
    ]
    return [file for file in files if file.read_bytes()[:4] == b"\x7fELF"]


def test_it_runs_on_the_glibc_of_its_name():
    binaries = installed_binaries()
    needs = subprocess.run(
        ["readelf", "-W", "-V", *binaries], capture_output=True, text=True, check=True
    ).stdout
    versions = [int(minor) for minor in re.findall(r"Name: GLIBC_2\.(\d+)", needs)]
    assert len(versions) > len(binaries) and max(versions) <= 28


def test_nothing_leads_out_of_it():
    binaries = installed_binaries()
    assert len(binaries) > 70
    system = re.compile(
        r"(ld-linux-x86-64|libc|libm|libdl|libpthread|libgcc_s|libstdc\+\+|libz)\.so\.\d+"
    )
    own = {file.name for file in binaries}
    for file in binaries:
        text = dynamic(file)
        for path in re.findall(r"(?:RPATH|RUNPATH).*\[(.*)\]", text):
            assert all(part.startswith("$ORIGIN") for part in path.split(":")), file
        for name in re.findall(r"NEEDED.*\[(.*)\]", text):
            # wheels take the window system where they find it; without it there is no window
            if file.name.startswith("libglfw-") and name == "libX11.so.6":
                continue
            assert name in own or system.fullmatch(name), f"{file} needs {name}"


def test_each_library_is_there_once_per_processor_level():
    # two files of one name in one process would be two engines
    lib = underlay.FOLDER
    assert sorted(f.name for f in lib.glob("lib*")) == [
        "libfulcrum.so",
        "libfulcrum.so.0",
        underlay.SONAME,
    ]
    level = lib / "glibc-hwcaps" / "x86-64-v3"
    assert [f.name for f in level.iterdir()] == ["libfulcrum.so.0"]
    baseline = {f.name for f in (lib / "fulcrum" / "modules").glob("*.so")}
    higher = {f.name for f in (lib / "fulcrum" / "modules" / "x86-64-v3").glob("*.so")}
    assert "newton.so" in higher < baseline
    assert {f.stem for f in (lib / "fulcrum" / "modules").glob("*.json")} == {
        Path(n).stem for n in baseline
    }


def test_it_works_where_it_is_moved(tmp_path):
    for name in ("fulcrum", "fulcrum.libs"):
        shutil.copytree(SITE / name, tmp_path / name)
    env = {"PATH": "/usr/bin:/bin"}
    shown = subprocess.run(
        [tmp_path / "fulcrum/prefix/bin/fulcrum", "modules", "search"],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(tmp_path) in shown.stdout and str(SITE) not in shown.stdout
    maps = subprocess.run(
        ["ldd", tmp_path / "fulcrum/prefix/bin/fulcrum"],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert str(tmp_path) in maps and str(SITE) not in maps and "not found" not in maps


def test_the_command():
    answer = subprocess.run(
        [COMMAND, "version"], env=fresh_environment(), capture_output=True, text=True, check=True
    )
    assert answer.stdout.startswith(f"Fulcrum {fulcrum.active().version} (MuJoCo API 3.6.0")
    assert f"processor level {fulcrum.active().level}" in answer.stdout
    assert (
        subprocess.run(
            [COMMAND, "no-such-verb"], env=fresh_environment(), capture_output=True, check=False
        ).returncode
        != 0
    )


def test_a_module_is_built_against_it(tmp_path):
    source = Path(__file__).resolve().parents[2] / "plugins" / "examples" / "wind" / "wind.c"
    flags = run("-m", "fulcrum", "config", "--cflags").stdout.split()
    libs = run("-m", "fulcrum", "config", "--libs").stdout.split()
    module = tmp_path / "acme.wind.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", *flags, source, *libs, "-lm", "-o", module], check=True
    )
    assert "[libfulcrum.so.0]" in dynamic(module)
    env = fresh_environment()
    manifest = tmp_path / "acme.wind.json"
    subprocess.run(
        [COMMAND, "modules", "manifest", module, "-o", manifest],
        env=env,
        check=True,
        capture_output=True,
    )
    assert json.loads(manifest.read_text())["name"] == "acme.wind"
    checked = subprocess.run(
        [COMMAND, "modules", "check", module], env=env, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_makefiles_of_modules_find_it(tmp_path):
    shutil.copytree(
        Path(__file__).resolve().parents[2] / "plugins" / "examples" / "wind", tmp_path / "wind"
    )
    env = fresh_environment()
    env["PKG_CONFIG_PATH"] = run("-m", "fulcrum", "config", "--pkgconfig").stdout.strip()
    env["PATH"] = f"{COMMAND.parent}:{env['PATH']}"
    built = subprocess.run(
        ["make", "-C", tmp_path / "wind"], env=env, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stdout + built.stderr
    assert (tmp_path / "wind" / "acme.wind.json").exists()
