"""Runs the Python blocks of the documentation, and compares what they print with the text below them."""

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


def blocks(page, torch):
    """Returns the blocks of a page that use torch, or the others, each with the text below it."""
    found = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", (CLONE / page).read_text(), re.M | re.S)
    return [(code, text) for code, text in found if ("torch" in code) == torch]


def run(page, torch, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "testdata").symlink_to(CLONE / "testdata")
    names = {"koggestone": koggestone, "np": np}
    for code, expected in blocks(page, torch):
        exec(compile(code, page, "exec"), names)
        printed = capsys.readouterr().out
        if expected:
            assert printed == expected, code


@pytest.mark.parametrize("page", [page for page in PAGES if page != "docs/training.md"])
def test_blocks(page, tmp_path, monkeypatch, capsys):
    assert blocks(page, False)
    run(page, False, tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("page", ["docs/python.md", "docs/training.md", "docs/start.md"])
def test_torch_blocks(page, tmp_path, monkeypatch, capsys):
    assert blocks(page, True)
    pytest.importorskip("torch", reason=f"the blocks of {page} that import torch need it")
    run(page, True, tmp_path, monkeypatch, capsys)


def test_workers(tmp_path):
    """The data set of python.md works as a script, with two workers."""
    pytest.importorskip("torch", reason="the data set of docs/python.md needs it")
    (code,) = (code for code, _ in blocks("docs/python.md", True) if "num_workers=0" in code)
    data_set, loop = code.split("net = ", 1)
    loop = "net = " + loop.replace("num_workers=0", 'num_workers=2, multiprocessing_context="spawn"')
    script = tmp_path / "train.py"
    script.write_text(data_set + 'if __name__ == "__main__":\n' + textwrap.indent(loop, "    "))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, str(script)], cwd=CLONE, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    sizes = [int(n) for n in re.findall(r"torch.Size\(\[(\d+), 112\]\)", done.stdout)]
    assert sum(sizes) == 256 + 218


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
