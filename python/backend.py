"""Builds the wheel of the Python module: a build backend (PEP 517) that needs nothing but Python, CMake and a C compiler.

    pip install .                       # or: pip wheel . --no-deps
    pip wheel . --no-deps --config-settings libraries=build/release      # with libraries that are built already

The wheel holds the module, libstos and libstos-bots, so whoever installs it needs no compiler.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sysconfig
import tempfile
import zipfile

TOP = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = ["libstos.so.0", "libstos-bots.so.0"]
VERSION = re.search(r'VERSION = "(.*)"', (TOP / "python/stos/library.py").read_text(encoding="utf-8"))[1]
NAME = f"stos-{VERSION}"
METADATA = f"""Metadata-Version: 2.1
Name: stos
Version: {VERSION}
Summary: THE GAME, FACE TO FACE and LIE: rules, bots and environments for reinforcement learning
License: MIT
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Provides-Extra: gymnasium
Requires-Dist: gymnasium; extra == "gymnasium"
Requires-Dist: numpy; extra == "gymnasium"
Provides-Extra: pettingzoo
Requires-Dist: pettingzoo; extra == "pettingzoo"
Requires-Dist: gymnasium; extra == "pettingzoo"
Requires-Dist: numpy; extra == "pettingzoo"
Provides-Extra: openspiel
Requires-Dist: open_spiel; extra == "openspiel"
Requires-Dist: numpy; extra == "openspiel"
"""


def build_libraries(folder):
    """Builds both libraries for any machine of this architecture."""
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DSTOS_LIBRARIES_ONLY=ON", "-DCMAKE_SKIP_RPATH=ON"]
    subprocess.run(["cmake", "-S", TOP, "-B", folder, *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--parallel", "--target", "stos_shared", "stos_bots_shared"], check=True)


def contents(libraries):
    """Name in the wheel -> bytes, of everything but the records about it."""
    package = TOP / "python" / "stos"
    files = {f"stos/{path.name}": path.read_bytes() for path in sorted([*package.glob("*.py"), package / "py.typed"])}
    files.update({f"stos/{name}": (libraries / name).read_bytes() for name in LIBRARIES})
    return files


def tag():
    return "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def record(files):
    """A line for each file: name, hash, size; then itself."""
    def line(name, content):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        return f"{name},sha256={digest},{len(content)}\n"
    return "".join(line(name, content) for name, content in files.items()) + f"{NAME}.dist-info/RECORD,,\n"


def write_wheel(path, libraries):
    files = contents(libraries)
    files[f"{NAME}.dist-info/METADATA"] = METADATA.encode()
    files[f"{NAME}.dist-info/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: stos\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    files[f"{NAME}.dist-info/RECORD"] = record(files).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            wheel.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook that pip calls; returns the wheel's file name."""
    del metadata_directory
    name = f"{NAME}-{tag()}.whl"
    built = (config_settings or {}).get("libraries")
    with tempfile.TemporaryDirectory() as folder:
        if not built:
            build_libraries(folder)
        write_wheel(os.path.join(wheel_directory, name), pathlib.Path(built or folder))
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The sources are the repository."""
    raise NotImplementedError("stos is distributed as its repository and as wheels; there is no source distribution.")
