"""Builds the C library and the two programs of the command, and puts them into the wheel.

They are compiled with Go from the clone around this folder. Without Go, or to use others, set
KOGGESTONE_LIBRARY, KOGGESTONE_COMMAND and KOGGESTONE_ANNOTATE to files.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIBRARY = "libkoggestone" + {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
EXE = ".exe" if sys.platform == "win32" else ""
COMMAND, ANNOTATE = "koggestone" + EXE, "koggestone-annotate" + EXE  # koggestone annotate runs the second


class Hook(BuildHookInterface):
    def initialize(self, version, build_data):
        if version == "editable":
            return  # the package then finds build/ of the clone
        self.folder = Path(self.directory) / "native"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for file, variable, cgo, package, flags in (
            (LIBRARY, "KOGGESTONE_LIBRARY", "1", "clib/libkoggestone", ["-buildmode=c-shared"]),
            (COMMAND, "KOGGESTONE_COMMAND", "0", "cmd/koggestone", []),
            (ANNOTATE, "KOGGESTONE_ANNOTATE", "0", "annotate/cmd/koggestone-annotate", []),
        ):
            path = self.folder / file
            self.provide(path, os.environ.get(variable), variable, cgo, package, flags)
            build_data["force_include"][str(path)] = "koggestone/" + file
        licenses = self.licenses()
        if licenses:
            build_data["force_include"][licenses] = "koggestone/THIRD_PARTY_LICENSES.txt"
        own = Path(self.root).resolve().parent / "LICENSE"  # in a source distribution, hatchling finds it
        if own.exists():
            build_data["force_include"][str(own)] = "koggestone/LICENSE"
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        if platform.startswith("linux_"):
            # The library needs no other libraries than glibc, of the latest version that its symbols name.
            symbols = re.findall(rb"GLIBC_2\.(\d+)", (self.folder / LIBRARY).read_bytes())
            platform = f"manylinux_2_{max(map(int, symbols))}" + platform[len("linux"):]
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + platform

    def finalize(self, version, build_data, artifact_path):
        shutil.rmtree(Path(self.directory) / "native", ignore_errors=True)
        os.chmod(artifact_path, 0o644)  # hatchling may leave it readable to its owner alone

    def provide(self, path, given, variable, cgo, package, flags):
        """Copies a given file to path, or compiles a package of the clone."""
        if given:
            shutil.copy2(given, path)
            return
        clone = Path(self.root).resolve().parent
        if not (clone / package).is_dir():
            raise RuntimeError(
                f"koggestone: {clone / package} does not exist. This source distribution has the Python package alone: install a wheel, "
                f"build in a clone of the repository, or set {variable} to {path.name}")
        go = os.environ.get("GO", "go")
        if not shutil.which(go):
            raise RuntimeError(f"koggestone: install Go to compile {path.name}, or set {variable} to that file")
        print(f"koggestone: compiling {path.name}, which takes minutes the first time", file=sys.stderr, flush=True)  # pip shows it with -v
        subprocess.run(
            [go, "build", *flags, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", str(path), "./" + package],
            cwd=clone, env={**os.environ, "CGO_ENABLED": cgo}, check=True,
        )

    def licenses(self):
        """Writes the licenses of what the binaries contain, unless they were made elsewhere."""
        release = Path(self.root).resolve().parent / "release"
        go = os.environ.get("GO", "go")
        if not release.is_dir() or not shutil.which(go):
            return None
        path = self.folder / "THIRD_PARTY_LICENSES.txt"
        print("koggestone: collecting licenses", file=sys.stderr, flush=True)
        with open(path, "wb") as file:
            binaries = [str(self.folder / name) for name in (LIBRARY, COMMAND, ANNOTATE)]
            subprocess.run([go, "run", "-C", str(release), ".", "licenses", *binaries], stdout=file, check=True)
        return str(path)
