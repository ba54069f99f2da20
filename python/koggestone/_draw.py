"""Pictures of a board, for VectorEnv.render."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

# The outlines of pieces on 8 x 8 points, a byte for each row.
_OUTLINES = {
    "p": "0000183c18183c00", "n": "00183c6c0c1c3e00", "b": "10386c7c38107c00",
    "r": "005a7e3c3c3c7e00", "q": "005a5a7e3c3c7e00", "k": "183c187e663c7e00",
}


def board_text(fen: str) -> str:
    """Returns the board and the FEN of a position, rank 8 first, small letters for Black."""
    return "\n".join([" ".join(rank) for rank in _ranks(fen)] + [fen])


def board_image(fen: str) -> npt.NDArray[np.uint8]:
    """Returns uint8[256, 256, 3]: the board of a position, rank 8 at the top, 32 pixels for each square."""
    image = np.empty((8, 32, 8, 32, 3), np.uint8)
    for r, rank in enumerate(_ranks(fen)):
        for f, piece in enumerate(rank):
            image[r, :, f] = _square(piece, (r + f) % 2)
    return image.reshape(256, 256, 3)


@lru_cache(None)
def _square(piece: str, dark: int) -> npt.NDArray[np.uint8]:
    square = np.full((32, 32, 3), (181, 136, 99) if dark else (240, 217, 181), np.uint8)
    if piece != ".":
        rows = np.frombuffer(bytes.fromhex(_OUTLINES[piece.lower()]), np.uint8)
        points = np.unpackbits(rows[:, None], axis=1).repeat(4, 0).repeat(4, 1).astype(bool)
        edge = points.copy()
        for shift, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
            edge |= np.roll(points, shift, axis)
        square[edge] = 0 if piece.isupper() else 255
        square[points] = 255 if piece.isupper() else 0
    return square


def _ranks(fen: str) -> "list[str]":
    return ["".join("." * int(c) if c.isdigit() else c for c in rank) for rank in fen.split()[0].split("/")]
