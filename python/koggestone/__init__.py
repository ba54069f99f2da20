"""Legal moves, attacks, masks of policy networks and games of chess, for many positions per call.

>>> import koggestone
>>> batch = koggestone.Batch.from_fens(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
>>> batch.legal_counts()
array([20], dtype=uint16)

docs/python.md of the project is a guide, and docs/python-reference.md lists options and methods.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, List

from ._batch import (
    BITBOARDS,
    CHECK,
    CHECKMATE,
    FIFTY_MOVES,
    INSUFFICIENT_MATERIAL,
    OUTCOMES,
    SEVENTY_FIVE_MOVES,
    STALEMATE,
    THREATS,
    Batch,
    Column,
    columns,
    slider_attacks,
    to_uci,
    unpack,
)
from ._convert import pgx_actions, pgx_planes, torch_masks, torch_planes
from ._files import read
from ._library import Error, ForkError, implementation
from ._perft import perft

__version__ = "0.1.0"

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The FEN of the start position."""

__all__ = [
    "BITBOARDS", "CHECK", "CHECKMATE", "FIFTY_MOVES", "INSUFFICIENT_MATERIAL", "OUTCOMES", "SEVENTY_FIVE_MOVES", "STALEMATE",
    "START", "THREATS", "Batch", "ChessEnv", "Column", "Error", "ForkError", "Step", "VectorEnv", "columns", "implementation", "perft",
    "aec_env", "pgx_actions", "pgx_planes", "read", "slider_attacks", "to_uci", "torch_masks", "torch_planes", "unpack",
]

# Gymnasium and PettingZoo take longer to import than this package.
_LAZY = {"Step": "_env", "VectorEnv": "_env", "ChessEnv": "gymnasium", "aec_env": "_pettingzoo"}

if TYPE_CHECKING:
    from ._env import Step, VectorEnv
    from .gymnasium import ChessEnv
    from ._pettingzoo import aec_env


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'koggestone' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module("." + _LAZY[name], __name__), name)
    return value


def __dir__() -> List[str]:
    return sorted({*globals(), *__all__})


if "gymnasium" in sys.modules:  # otherwise import koggestone.gymnasium registers the environments
    try:
        from . import gymnasium  # noqa: F401
    except ImportError:  # an old one
        pass
