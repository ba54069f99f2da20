"""Perft."""

from __future__ import annotations

import ctypes

from . import _library
from ._library import RUNNING, call, integer, text


def perft(fen: str, depth: int, workers: int = 0, memory: int = 0) -> int:
    """Returns the number of sequences of depth legal moves from the position of a FEN.

    workers is the number of threads; 0: one for each CPU. If memory is not 0, equal positions are counted
    once, with at most this number of bytes of memory. Ctrl-C stops the count.
    """
    job = ctypes.c_uint64()
    nodes = (ctypes.c_uint64 * 2)()
    call(
        "perft_start", text("fen", fen), integer("depth", depth, 0, 2**31 - 1),
        integer("workers", workers, 0, 2**31 - 1), integer("memory", memory, 0, 2**63 - 1), job,
    )
    try:
        # Python handles signals between the calls.
        while call("perft_wait", job, 100, nodes) == RUNNING:
            pass
    finally:
        _library.Handle("perft", job.value).free()
    return nodes[1] << 64 | nodes[0]
