"""Creates the wheel for `pip install ./python` (PEP 517, 427).

Builds the CMake target poslab_python and packs the installed files. The build folder is that of the setting
build-folder, or of POSLAB_BUILD; otherwise build/default if it exists for the same Python; otherwise a separate
one. scripts/packages.txt lists the requirements of a new build.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

_ROOT = pathlib.Path(__file__).resolve().parent.parent
_SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build = _build_folder(config_settings or {})
    _configure(build)
    _run("cmake", "--build", build, "--target", "poslab_python")
    with tempfile.TemporaryDirectory() as prefix:
        _run("cmake", "--install", build, "--component", "python", "--prefix", prefix, "--strip")
        package = next(pathlib.Path(prefix).rglob("poslab/_core*.so")).parent
        if not (package / f"_core{_SUFFIX}").exists():
            sys.exit(f"{build}: builds a module for another Python; set build-folder to another folder")
        return _pack(package, pathlib.Path(wheel_directory), _cached(build)["CMAKE_PROJECT_VERSION"])


def _build_folder(settings):
    given = settings.get("build-folder") or os.environ.get("POSLAB_BUILD")
    if given:
        return pathlib.Path(given).resolve()
    default = _ROOT / "build" / "default"
    cached = _cached(default)
    ours = cached.get("CMAKE_HOME_DIRECTORY") == str(_ROOT) and _suffix_of(cached.get("Python_EXECUTABLE")) == _SUFFIX
    return default if ours else _ROOT / "build" / f"wheel{_SUFFIX}"


def _configure(build):
    cached = _cached(build)
    if cached.get("POSLAB_PYTHON") == "ON":
        return
    words = ["cmake", "-S", _ROOT, "-B", build, "-DPOSLAB_PYTHON=ON"]
    if not cached:
        words += [
            "-G",
            "Ninja",
            "-DCMAKE_BUILD_TYPE=Release",
            "-DPOSLAB_TESTS=OFF",
            f"-DPython_EXECUTABLE={os.path.realpath(sys.executable)}",
        ]
    _run(*words)


def _run(*words):
    """Runs a command outside pip's build isolation, which hides NumPy from every Python that it starts."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONNOUSERSITE")}
    subprocess.run(words, check=True, env=environment)


def _cached(build):
    """Returns the variables of CMakeCache.txt; empty if it does not exist."""
    file = build / "CMakeCache.txt"
    return dict(re.findall(r"^([\w-]+):\w+=(.*)$", file.read_text(), re.MULTILINE)) if file.exists() else {}


def _suffix_of(python):
    if not python or not pathlib.Path(python).exists():
        return None
    told = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_config_var('EXT_SUFFIX'))"], capture_output=True, text=True
    )
    return told.stdout.strip()


def _pack(package, folder, version):
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"
    information = f"poslab-{version}.dist-info"
    files = {f"poslab/{file.name}": file.read_bytes() for file in sorted(package.iterdir()) if file.is_file()}
    files[f"{information}/METADATA"] = _metadata(version).encode()
    files[f"{information}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: poslab\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{information}/RECORD"] = "\n".join([*record, f"{information}/RECORD,,", ""]).encode()
    name = f"poslab-{version}-{tag}.whl"
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)  # dated 1980: equal files yield equal wheels
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content)
    return name


def _metadata(version):
    project = (_ROOT / "python" / "pyproject.toml").read_text(encoding="utf-8")
    said = dict(re.findall(r'^([\w-]+) = "(.*)"$', project, re.MULTILINE))
    return (
        f"Metadata-Version: 2.1\nName: {said['name']}\nVersion: {version}\nSummary: {said['description']}\n"
        f"Requires-Python: {said['requires-python']}\nRequires-Dist: numpy\n"
    )


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
