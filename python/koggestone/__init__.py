"""Legal moves, attacks, masks of policy networks and games of chess, for many positions per call.

>>> import koggestone
>>> batch = koggestone.Batch.from_fens(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
>>> batch.legal_counts()
array([20], dtype=uint16)

docs/python.md of the project is a tutorial.
"""

from ._batch import (
    BITBOARDS,
    CHECK,
    CHECKMATE,
    FIFTY_MOVES,
    INSUFFICIENT_MATERIAL,
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
from ._convert import pgx_actions, pgx_planes, torch_planes
from ._env import OUTCOMES, Step, VectorEnv
from ._files import read
from ._library import Error, ForkError, implementation
from ._perft import perft

__version__ = "0.1.0"

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The FEN of the start position."""

__all__ = [
    "BITBOARDS", "CHECK", "CHECKMATE", "FIFTY_MOVES", "INSUFFICIENT_MATERIAL", "OUTCOMES", "SEVENTY_FIVE_MOVES", "STALEMATE",
    "START", "THREATS", "Batch", "Column", "Error", "ForkError", "Step", "VectorEnv", "columns", "implementation", "perft",
    "pgx_actions", "pgx_planes", "read", "slider_attacks", "to_uci", "torch_planes", "unpack",
]
