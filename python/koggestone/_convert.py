"""Conversions to the layouts of other libraries: torch, and the chess environment of pgx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable

import numpy as np
import numpy.typing as npt

from ._batch import ENCODINGS, OBSERVATIONS, choice, unpack
from ._library import address, call, lined

if TYPE_CHECKING:
    Tensor = Any


def _shape(value: Any) -> str:
    return f"{value.dtype}{list(value.shape)}" if isinstance(value, np.ndarray) else type(value).__name__


def _torch_words(packed: Any, widths: Iterable[int], device: Any) -> "Tensor":
    """Returns packed planes or masks as a tensor of int64 with the same bits on a device."""
    import torch

    words = packed
    if isinstance(packed, np.ndarray) and packed.dtype == np.uint64:
        words = torch.from_numpy(np.ascontiguousarray(packed).view(np.int64))
    if not (isinstance(words, torch.Tensor) and words.dtype == torch.int64 and words.shape[-1:] in [(width,) for width in widths]):
        raise TypeError(f"packed: expected an array uint64[n, {' or '.join(map(str, widths))}] or a tensor of int64, found {_shape(packed)}")
    return words.to(device or words.device)


def torch_planes(packed: Any, observation: str = "alphazero", device: Any = None, dtype: Any = None) -> "Tensor":
    """Returns packed planes, uint64[n, planes], as a tensor [n, planes, 8, 8] of float32 or another dtype.

    packed may also be a tensor of int64 with the same bits, for example from a DataLoader. On the CPU the library unpacks
    them. To another device go the packed planes, which are 32 times smaller. Planes that hold a number have it on all
    squares. Any version of torch works, also those without uint64.
    """
    import torch

    code, count, counts = choice("observation", observation, OBSERVATIONS)
    words = _torch_words(packed, [count], device)
    if words.device.type != "cpu":
        return _unpack_planes(words, counts, dtype or torch.float32)
    given = words.contiguous().numpy()
    floats = lined((*given.shape, 8, 8), np.float32)
    call("expand_planes", code, address(given), given.size, address(floats))
    return torch.from_numpy(floats).to(dtype or torch.float32)


def _unpack_planes(words: "Tensor", counts: Iterable[int], dtype: Any) -> "Tensor":
    """Returns what torch_planes returns, computed where words is."""
    planes = _unpack_masks(words).to(dtype).reshape(*words.shape, 8, 8)
    for k in counts:
        planes[..., k, :, :] = words[..., k, None, None]
    return planes


def torch_masks(packed: Any, device: Any = None) -> "Tensor":
    """Returns packed masks, uint64[n, words], as a tensor of bool, [n, 4672] for "alphazero" or [n, 1858] for "leela".

    packed may also be a tensor of int64 with the same bits. To another device go the packed masks, which are 8 times
    smaller.
    """
    import torch

    actions = {words: count for _, count, words in ENCODINGS.values()}
    words = _torch_words(packed, actions, device)
    if words.device.type != "cpu":
        return _unpack_masks(words)[..., : actions[words.shape[-1]]]
    bits = unpack(words.numpy().view(np.uint64), actions[words.shape[-1]])
    return torch.from_numpy(bits.view(np.bool_))


def _unpack_masks(words: "Tensor") -> "Tensor":
    """Returns all bits of words, the lowest first, computed where words is."""
    import torch

    powers = torch.tensor([1 << k for k in range(8)], dtype=torch.uint8, device=words.device)
    return (words.contiguous().view(torch.uint8)[..., None] & powers).ne(0).flatten(-2)


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
