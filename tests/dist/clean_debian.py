"""A clean Debian in a folder, for tests of what a machine must have: made by mmdebstrap, of the release and from the package sources of
this machine, which are read when the test runs. Must be root and reach the package sources: without that it fails and says so.
Mounts live in private namespaces, so they vanish with the processes that need them.
"""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

LOOKED_AT = ["usr", "etc", "var/lib"]
# what apt and dpkg write down about their own work
OWN_BOOKS = re.compile(r"(var/lib/(dpkg|apt)|etc/ld\.so\.cache)(/|$)")


def stop(words):
    sys.exit(f"{pathlib.Path(sys.argv[0]).stem}: {words}")


def claim(words, holds, more=""):
    """One claim of this test; the first that does not hold ends it."""
    print("holds:" if holds else "FAILS:", words, flush=True)
    if not holds:
        stop(f"{words}: this does not hold\n{more}")


def run(*command, good=True, **more):
    """Runs a command to its end, which ctest's limit is for; with `good`, it has to succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, **more)
    if good and done.returncode != 0:
        stop(f"{' '.join(map(str, command))}\nended with {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done


# ---- the clean Debian


def release_of_this_machine():
    words = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    return words.get("VERSION_CODENAME", "").strip('"')


def package_sources(release):
    """The lines of a sources.list: what this machine installs this release of Debian from."""
    listed = run("apt-get", "indextargets", "--format", "deb $(REPO_URI) $(RELEASE) $(COMPONENT)", "Identifier: Packages").stdout
    lines = sorted({line for line in listed.splitlines() if re.search(rf" {re.escape(release)}(-updates|-security)? main$", line)})
    if not lines:
        stop(f"this machine has no package source for its own release ({release!r}) to make a clean Debian from; apt-get update may help")
    return "\n".join(lines) + "\n"


class CleanDebian:
    """A Debian with nothing in it, in a folder."""

    def __init__(self, root):
        self.root = root
        release = release_of_this_machine()
        settings = [line for line in run("apt-config", "dump").stdout.splitlines() if re.match(r"Acquire::https?::", line)]
        done = run("mmdebstrap", "--mode=root", "--variant=apt", "--skip=cleanup/apt/lists", "--dpkgopt=force-unsafe-io",
                   *[f"--aptopt={line}" for line in settings], release, root, "-", input=package_sources(release), good=False)
        if done.returncode != 0:
            stop(f"the clean Debian could not be made; can this machine reach its package sources?\n{done.stderr[-3000:]}")
        for name in ("resolv.conf", "hosts"):
            shutil.copy(f"/etc/{name}", root / "etc" / name)

    def words(self, *command, user=0):
        """The words that run a command inside; the process they start becomes the command itself."""
        enter = 'mount -t proc proc "$0/proc" && exec chroot --userspec="$1:$1" "$0" "${@:2}"'
        return ["unshare", "--mount", "--propagation", "private", "bash", "-c", enter, str(self.root), str(user),
                "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
                *(f"{name}={os.environ[name]}" for name in ("http_proxy", "https_proxy") if name in os.environ), *map(str, command)]

    def inside(self, *command, good=True, **more):
        return run(*self.words(*command), good=good, **more)

    def files(self):
        """Everything under the folders where packages put things, with its kind, rights and, in /etc, its content."""
        found = {}
        for top in LOOKED_AT:
            for path in sorted((self.root / top).rglob("*")):
                name, facts = str(path.relative_to(self.root)), path.lstat()
                if OWN_BOOKS.match(name):
                    continue
                content = hashlib.sha256(path.read_bytes()).hexdigest() if top == "etc" and path.is_file() and not path.is_symlink() else ""
                found[name] = (oct(facts.st_mode), facts.st_uid, facts.st_gid, content)
        return found
