"""make wheel: the wheel works in an empty environment."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CLONE = Path(__file__).resolve().parent.parent.parent

PROGRAM = """
import koggestone, sys
from pathlib import Path
assert Path(koggestone.__file__).is_relative_to(sys.prefix), koggestone.__file__
assert Path(koggestone._library.load()._name).is_relative_to(sys.prefix)
assert koggestone.perft(koggestone.START, 3) == 8902
env = koggestone.VectorEnv(2)
assert not env.step(env.sample()).info["illegal"].any()
Path("start.fen").write_text(koggestone.START)
block, = koggestone.read("start.fen")
assert block["legal_moves"].tolist() == [20]
for name in ("py.typed", "LICENSE", "THIRD_PARTY_LICENSES.txt"):
    assert Path(koggestone.__file__).with_name(name).exists()
"""


@pytest.mark.skipif(not (CLONE / "clib").is_dir() or not shutil.which("go"), reason="needs a clone and Go")
def test_wheel(tmp_path):
    for module in ("build", "hatchling", "venv"):
        pytest.importorskip(module)

    def run(*command, **variables):
        environment = {k: v for k, v in os.environ.items() if k not in ("KOGGESTONE_LIBRARY", "KOGGESTONE_COMMAND", "KOGGESTONE_ANNOTATE", "PYTHONPATH")}
        result = subprocess.run(command, cwd=tmp_path, env={**environment, **variables}, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr

    # The libraries of make lib save time; make wheel compiles them.
    given = {}
    for variable, file in (("KOGGESTONE_LIBRARY", "libkoggestone.so"), ("KOGGESTONE_COMMAND", "koggestone"),
                           ("KOGGESTONE_ANNOTATE", "koggestone-annotate")):
        if (CLONE / "build" / file).exists():
            given[variable] = str(CLONE / "build" / file)
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--skip-dependency-check", "--outdir", str(tmp_path),
        str(CLONE / "python"), **given)
    wheel, = tmp_path.glob("*.whl")
    assert wheel.name.startswith("koggestone-") and "-py3-none-" in wheel.name and "-any" not in wheel.name
    assert "manylinux_2_" in wheel.name or not sys.platform.startswith("linux")
    # It uses the system's numpy.
    run(sys.executable, "-m", "venv", "--system-site-packages", str(tmp_path / "venv"))
    interpreter = str(tmp_path / "venv" / "bin" / "python")
    run(interpreter, "-m", "pip", "install", "--no-deps", "--no-index", str(wheel))
    run(interpreter, "-c", PROGRAM)
