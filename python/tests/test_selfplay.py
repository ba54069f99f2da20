"""The example of docs/python.md: it solves mates in two, and learns."""

import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

pytestmark = pytest.mark.skipif(not EXAMPLES.is_dir(), reason="needs a clone")


@pytest.fixture
def selfplay(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import selfplay

    return selfplay


def test_mates_in_two(selfplay):
    mates = {
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": "a1a6",
        "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 0": "d5f6",
        "1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 0": "b5d5",
        "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 0": "b3b8",
    }
    assert selfplay.solve(list(mates)) == list(mates.values())


def test_learns(selfplay):
    network = selfplay.Network(1)
    planes, policies, values = selfplay.play(network, 6, 8, 12, np.random.default_rng(2))
    assert len(planes) == 72 and np.allclose(policies.sum(1), 1, atol=1e-5) and set(values) <= {-1, 0, 1}
    losses = [network.learn(planes, policies, values) for _ in range(5)]
    assert losses[-1] < losses[0]
