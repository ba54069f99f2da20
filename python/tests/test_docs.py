"""Runs the Python blocks of the documentation, and compares what they print with the text below them."""

import importlib.util
import inspect
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import koggestone
import numpy as np
import pytest

CLONE = Path(__file__).resolve().parent.parent.parent
PAGES = ["docs/python.md", "docs/columns.md", "docs/training.md", "docs/start.md", "python/README.md", "README.md"]

pytestmark = pytest.mark.skipif(not (CLONE / "docs").is_dir(), reason="needs a clone")


def blocks(page):
    """Returns the blocks of a page, each with the text below it."""
    return re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", (CLONE / page).read_text(), re.M | re.S)


@pytest.mark.parametrize("page", PAGES)
def test_blocks(page, tmp_path, monkeypatch, capsys):
    """Runs the blocks of a page in order, with the names of those before."""
    monkeypatch.chdir(tmp_path)
    for folder in "testdata", "examples":
        (tmp_path / folder).symlink_to(CLONE / folder)
    torch = importlib.util.find_spec("torch")
    left_out = 0
    names = {"koggestone": koggestone, "np": np}
    assert blocks(page)
    for code, expected in blocks(page):
        if "torch" in code and not torch:
            left_out += 1
            continue
        exec(compile(code, page, "exec"), names)
        printed = capsys.readouterr().out
        if expected:
            assert printed == expected, code
    if left_out:
        pytest.skip(f"{left_out} blocks of {page} need torch; the others are right")


def test_workers(tmp_path):
    """The data set of python.md works as a script, with two workers."""
    pytest.importorskip("torch", reason="the data set of docs/python.md needs it")
    (code,) = (code for code, _ in blocks("docs/python.md") if "num_workers=0" in code)
    data_set, loop = code.split("net = ", 1)
    loop = "net = " + loop.replace("num_workers=0", 'num_workers=2, multiprocessing_context="spawn"')
    script = tmp_path / "train.py"
    script.write_text(data_set + 'if __name__ == "__main__":\n' + textwrap.indent(loop, "    "))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, str(script)], cwd=CLONE, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (seen,) = re.findall(r"^(\d+) torch.int64", done.stdout, re.M)
    assert int(seen) == 1825


def table(heading):
    """Returns the names in the first column of the table below a heading of the reference."""
    text = (CLONE / "docs/python-reference.md").read_text()
    section = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    cells = re.findall(r"^\| ((?:`[^`]*`(?:, )?)+) \|", section, re.M)
    return [name for cell in cells for name in re.findall(r"`(\w+)[^`]*`", cell)]


def public(names):
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize("heading, names", [
    ("Options of VectorEnv", set(inspect.signature(koggestone.VectorEnv).parameters)),
    ("Methods of VectorEnv", public(vars(koggestone.VectorEnv))),
    ("Methods of Batch", public(vars(koggestone.Batch)) | {"batch", "a"}),  # batch[...] and a + b
    ("Options of read", set(inspect.signature(koggestone.read).parameters) - {"files"}),
    ("Functions and constants", {name for name in koggestone.__all__ if name not in ("VectorEnv", "Batch", "read")}),
])
def test_reference(heading, names):
    """The tables of the reference have all names, each once."""
    assert sorted(table(heading)) == sorted(names)


def test_info():
    """The reference has the keys of info."""
    env = koggestone.VectorEnv(2, masks="packed", both_rewards=True, autoreset="same-step", max_plies=1)
    assert sorted(table("Keys of info")) == sorted(public(env.step().info))
