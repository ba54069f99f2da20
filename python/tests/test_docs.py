"""Runs the Python blocks of the documentation, and compares what they print with the text below them."""

import re
from pathlib import Path

import koggestone
import pytest

CLONE = Path(__file__).resolve().parent.parent.parent


@pytest.mark.skipif(not (CLONE / "docs").is_dir(), reason="needs a clone")
@pytest.mark.parametrize("page, least", [("docs/python.md", 7), ("python/README.md", 1), ("docs/start.md", 1), ("README.md", 1)])
def test_blocks(page, least, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = (CLONE / page).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", text, re.M | re.S)
    assert len(blocks) >= least
    names = {"koggestone": koggestone}
    for code, expected in blocks:
        exec(compile(code, page, "exec"), names)
        printed = capsys.readouterr().out
        if expected:
            assert printed == expected, code
