"""The Debian packages: built, installed in a clean Debian, used as people use them, removed and purged, and nothing is left behind.

Usage: test_package.py BUILD-FOLDER

The packages are built by dist/build-deb in BUILD-FOLDER/package. The clean Debian is made by mmdebstrap, of the release and from
the package sources of this machine, which are read when the test runs; it has nothing but what a Debian cannot be without, and
then what the packages say they need. Must be root and reach the package sources: without that it fails and says so. Mounts live
in private namespaces, so they vanish with the processes that need them.
"""
import contextlib
import gzip
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from clean_debian import CleanDebian, claim, run, stop

TOP = pathlib.Path(__file__).resolve().parents[2]
NAMES = ["stos", "libstos0", "libstos-dev", "python3-stos"]
NOBODY = 65534
MAN_PAGES = ["man1/stos.1", "man1/stos-play.1", "man1/stos-serve.1", "man3/libstos.3", "man5/stos-record.5", "man7/stos-protocol.7"]
PLAY_IN_PYTHON = """
import stos
environment = stos.Environment("thegame(players=1)")
environment.reset(seed=42)
for agent in environment.agent_iter():
    over = environment.last()[2]
    environment.step(None if over else environment.legal_actions()[0])
print(stos.__file__, environment.result())
"""


# ---- building and installing


def build_packages(build):
    """Returns the file of each package. On one core: other tests run beside this one. What is packed is packed quickly: the files of the page are
    those of the build where their bytes are the same, and the packages may be larger than those of a release."""
    folder = build / "package"
    run(TOP / "dist/build-deb", folder, env={**os.environ, "DEB_BUILD_OPTIONS": "parallel=1", "DPKG_DEB_COMPRESSOR_LEVEL": "1",
                                             "STOS_PACKED": str(build)})
    files = {path.name.split("_")[0]: path for path in folder.glob("*.deb")}
    claim("dist/build-deb makes every package, and lintian accepts them", set(NAMES) <= set(files), str(sorted(files)))
    return {name: files[name] for name in NAMES}


def needs(packages):
    """What the packages depend on, without each other."""
    wanted = [run("dpkg-deb", "--field", path, "Depends").stdout.strip() for path in packages.values()]
    parts = [part.strip() for part in ",".join(wanted).split(",")]
    return ", ".join(part for part in parts if part and part.split()[0] not in NAMES)


def install(debian, packages):
    """First what they need, so that what comes and goes later is theirs alone; returns the files before and after."""
    apt_get = ["apt-get", "--yes", "--quiet", "--no-install-recommends", "-o", "Dpkg::Options::=--force-unsafe-io"]
    debian.inside(*apt_get, "satisfy", needs(packages))
    before = debian.files()
    for path in packages.values():
        shutil.copy(path, debian.root / "tmp" / path.name)
    done = debian.inside(*apt_get, "install", *(f"/tmp/{path.name}" for path in packages.values()))
    claim("apt-get installs the packages, and what they say they need is all they need", "4 newly installed" in done.stdout, done.stdout)
    claim("what was installed is what was packed", debian.inside("dpkg", "--verify", *NAMES).stdout == "")
    return before, debian.files()


# ---- using it


def try_program(debian, packages):
    version = run("dpkg-deb", "--field", packages["stos"], "Version").stdout.strip()
    claim("stos tells the version of its package", debian.inside("stos", "--version").stdout.split()[1] == version)
    told = json.loads(debian.inside("stos", "sim", "thegame(players=2)", "--bots", "steady", "--games", "40", "--json").stdout)
    claim("bots play 40 deals", '"deals": 40' in json.dumps(told), json.dumps(told))
    done = debian.inside("stos", "play", "lie(players=2)", "--seats", "champion,steady", "--seed", "1", stdin=subprocess.DEVNULL)
    claim("the solved rounds of LIE are found", "warning" not in done.stderr, done.stderr)


def try_papers(debian):
    missing = [page for page in MAN_PAGES if not (debian.root / f"usr/share/man/{page}.gz").is_file()]
    claim("the man pages are there", not missing, str(missing))
    claim("and can be read", all(b".TH" in gzip.open(debian.root / f"usr/share/man/{page}.gz").read() for page in MAN_PAGES))


def try_changes(debian):
    """The changelog of a package says where the changes are told."""
    changelog = gzip.open(debian.root / "usr/share/doc/stos/changelog.gz").read().decode()
    named = re.search(r"/usr/share/doc/stos/(\S+\.gz) has the changes", changelog)
    told = gzip.open(debian.root / named[0].split()[0].lstrip("/")).read().decode() if named else ""
    version = re.match(r"stos \((.*?)\)", changelog)[1]
    claim("the changes are where the changelog says", f"\n## {version}" in told, changelog)


def try_python(debian):
    told = debian.inside("python3", "-c", PLAY_IN_PYTHON).stdout
    claim("Python imports the module and plays a game", told.startswith("/usr/lib/python3/dist-packages/stos/") and " left " in told, told)


def try_library(debian):
    """Compiled by this machine against the header and the library of the clean Debian, run inside."""
    folder = next(debian.root.glob("usr/lib/*/pkgconfig/stos.pc")).parent
    found = run("pkg-config", "--cflags", "--libs", "stos", env={**os.environ, "PKG_CONFIG_LIBDIR": str(folder),
                                                               "PKG_CONFIG_PATH": ""}).stdout.split()
    run("gcc", TOP / "docs/example.c", *found, "-o", debian.root / "tmp/example")
    record = debian.inside("/tmp/example").stdout
    done = debian.inside("stos", "record", "verify", "-", input=record, good=False)
    claim("a program that pkg-config compiled plays a true game", done.returncode == 0, record + done.stderr)


def answer(url):
    """(status, body) of a page; (0, b"") when nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=30) as page:
            return page.status, page.read()
    except urllib.error.HTTPError as page:
        return page.code, b""
    except OSError:
        return 0, b""


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@contextlib.contextmanager
def serving(debian):
    """The server by the command of the unit, in the folder and with the rights that systemd would give it; yields its address."""
    unit = next(debian.root.glob("usr/lib/systemd/system/stos.service")).read_text()
    command = re.search(r"^ExecStart=(.*)$", unit, re.M)[1].split()
    state = debian.root / "var/lib/stos"
    state.mkdir(mode=0o700, exist_ok=True)
    os.chown(state, NOBODY, NOBODY)
    for _ in range(5):  # somebody else may take the port first
        port = free_port()
        process = subprocess.Popen(debian.words("env", "--chdir=/var/lib/stos", f"STOS_PORT={port}", *command, user=NOBODY),
                                   stderr=subprocess.PIPE, text=True)
        while process.poll() is None and answer(f"http://127.0.0.1:{port}/healthz")[0] == 0:
            time.sleep(0.1)
        if process.poll() is None:
            break
    try:
        claim("the server starts by the command of its unit, with the settings that were installed", process.poll() is None,
              process.stderr.read() if process.poll() is not None else "")
        yield f"http://127.0.0.1:{port}"
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        claim("the server stops gracefully", process.returncode == 0, str(process.returncode))
    finally:
        process.kill()
        process.wait()


def try_server(debian):
    with serving(debian) as address:
        claim("/healthz answers 200", answer(address + "/healthz")[0] == 200)
        page = answer(address + "/")
        claim("the page is inside", page[0] == 200 and b"<script" in page[1], repr(page[1][:300]))
    claim("what the server keeps is where the settings say", (debian.root / "var/lib/stos/stos.db").is_file())


def link_of_service(debian):
    return debian.root / "etc/systemd/system/multi-user.target.wants/stos.service"


def enable(debian):
    """What `systemctl enable stos` does, which the clean Debian does not have."""
    link_of_service(debian).parent.mkdir(parents=True, exist_ok=True)
    link_of_service(debian).symlink_to("/lib/systemd/system/stos.service")


# ---- leaving


def leave(debian, before, installed):
    """Removing keeps what belongs to the host (settings, tables); purging keeps nothing."""
    debian.inside("dpkg", "--remove", *NAMES)
    kept = sorted(set(debian.files()) - set(before))
    host = [name for name in kept if not name.startswith(("var/lib/stos", "var/lib/systemd", "etc/systemd"))]
    claim("removing the packages keeps the settings and no other file of theirs", host == ["etc/stos.conf"], "\n".join(kept))
    claim("and what the server kept", (debian.root / "var/lib/stos/stos.db").is_file())
    debian.inside("dpkg", "--purge", *NAMES)
    after = debian.files()
    left = sorted(name for name in after if after[name] != before.get(name))
    gone = sorted(set(before) - set(after))
    count = len(set(installed) - set(before))
    claim(f"purging them leaves nothing behind of {count} files, and no user", not left and not gone, "\n".join(left + gone))
    books = sorted(path.name for path in (debian.root / "var/lib/dpkg/info").glob("*stos*"))
    claim("dpkg knows nothing of them any more", not books, str(books))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if os.geteuid() != 0:
        stop("only root can make a clean Debian and install in it")
    missing = [tool for tool in ("mmdebstrap", "dpkg-buildpackage", "dh", "dh_python3", "lintian", "unshare") if not shutil.which(tool)]
    if missing:
        stop(f"{', '.join(missing)} is missing here; tools/packages names what brings it, ./check installs it")
    packages = build_packages(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="stos-package.") as folder:
        os.chmod(folder, 0o755)
        debian = CleanDebian(pathlib.Path(folder) / "root")
        before, installed = install(debian, packages)
        claim("whoever installs stos to play gets no server", not link_of_service(debian).is_symlink())
        try_program(debian, packages)
        try_papers(debian)
        try_changes(debian)
        try_python(debian)
        try_library(debian)
        try_server(debian)
        enable(debian)
        leave(debian, before, installed)


main()
