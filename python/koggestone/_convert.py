"""Conversions to the layouts of other libraries: torch, and the chess environment of pgx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._batch import OBSERVATIONS, choice
from ._library import address, call, lined

if TYPE_CHECKING:
    Tensor = Any


def _shape(value: Any) -> str:
    return f"{value.dtype}{list(value.shape)}" if isinstance(value, np.ndarray) else type(value).__name__


def torch_planes(packed: npt.NDArray[np.uint64], observation: str = "alphazero", device: Any = None, dtype: Any = None) -> "Tensor":
    """Returns packed planes, uint64[n, planes], as a tensor [n, planes, 8, 8] of float32 or another dtype.

    On the CPU the library unpacks them. To another device go the packed planes, which are 32 times smaller. Planes that hold a
    number have it on all squares. Any version of torch works, also those without uint64.
    """
    import torch

    code, count, counts = choice("observation", observation, OBSERVATIONS)
    if not (isinstance(packed, np.ndarray) and packed.dtype == np.uint64 and packed.shape[-1:] == (count,)):
        raise TypeError(f"packed: expected an array uint64[n, {count}], found {_shape(packed)}")
    if torch.device(device or "cpu").type == "cpu":
        given = np.ascontiguousarray(packed)
        floats = lined((*given.shape, 8, 8), np.float32)
        call("expand_planes", code, address(given), given.size, address(floats))
        return torch.from_numpy(floats).to(dtype or torch.float32)
    words = torch.from_numpy(packed.view(np.int64)).to(device)
    bits = (words[..., None] >> torch.arange(64, device=words.device)) & 1  # the shift keeps the sign, & 1 drops it
    for k in counts:
        bits[..., k, :] = words[..., k, None]
    return bits.to(dtype or torch.float32).reshape(*words.shape, 8, 8)


def pgx_actions() -> npt.NDArray[np.int32]:
    """Returns int32[4672]: the action of pgx's chess for each action of "alphazero".

    Both number the same moves as the side to move sees them, so ``mask_of_pgx[:, pgx_actions()]`` is our mask.
    """
    # Our planes of a move to the north, north-east and so on by one square, and whether pgx counts from the
    # farthest square.
    queens = ((16, False), (44, False), (30, False), (58, False), (9, True), (37, True), (23, True), (51, True))
    planes = [first + (7 - d if reverse else d - 1) for first, reverse in queens for d in range(1, 8)]
    planes += [72, 70, 69, 71, 67, 65, 66, 68]  # knights
    planes += [8, 5, 2, 6, 3, 0, 7, 4, 1]  # promotions to knight, bishop and rook
    squares = np.arange(64)
    columns = 8 * (squares % 8) + squares // 8
    actions: npt.NDArray[np.int32] = (73 * columns + np.array(planes)[:, None]).reshape(-1).astype(np.int32)
    return actions


def pgx_planes(planes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Returns float32[n, 8, 8, 119], the observation of pgx's chess, of planes "alphazero", float32[n, 119, 8, 8].

    Ranks are from the mover's last, and the planes are the last axis. In each group the last two planes are "not a
    repetition" and "a repetition"; the colour is 1 for Black; rights are those of the queen side first; the plies of the
    game are divided by 512, and the half-move clock by 100. pgx also counts repetitions that came later than an earlier
    position, and plies from the start of its game: here they follow from the number of the full move.
    """
    if not (isinstance(planes, np.ndarray) and planes.dtype == np.float32 and planes.ndim == 4 and planes.shape[1:] == (119, 8, 8)):
        raise TypeError(f"planes: expected an array float32[n, 119, 8, 8], found {_shape(planes)}")
    result = planes.copy()
    for k in range(8):
        repeated = planes[:, 14 * k + 12]
        result[:, 14 * k + 12], result[:, 14 * k + 13] = 1 - repeated, repeated
    result[:, 112] = 1 - planes[:, 112]
    result[:, 113] = (2 * (planes[:, 113] - 1) + result[:, 112]) / 512
    result[:, [114, 115, 116, 117]] = planes[:, [115, 114, 117, 116]]
    result[:, 118] /= 100
    return np.ascontiguousarray(result[:, :, ::-1].transpose(0, 2, 3, 1))
