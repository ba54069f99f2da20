"""Files of positions, read by the command koggestone annotate."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import IO, Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

import numpy as np

from ._batch import Batch, choice
from ._library import Array, Error, integer

COMMAND = "koggestone" + (".exe" if sys.platform == "win32" else "")

_Path = Union[str, "os.PathLike[str]"]


def _command() -> str:
    """Returns the command: KOGGESTONE_COMMAND, that of the package, that of the clone, or one in PATH.

    The program koggestone-annotate, which it runs, is in the same folder or in PATH.
    """
    named = os.environ.get("KOGGESTONE_COMMAND")
    if named:
        return named
    package = Path(__file__).resolve().parent
    for file in (package / COMMAND, package.parent.parent / "build" / COMMAND):
        if file.is_file():
            return str(file)
    found = shutil.which(COMMAND)
    if not found:
        raise FileNotFoundError(
            "koggestone: read needs the command: go install github.com/koggestone/koggestone/cmd/koggestone@latest "
            "and go install github.com/koggestone/koggestone/annotate/cmd/koggestone-annotate@latest, "
            "or set KOGGESTONE_COMMAND to the file of the first, with the second beside it")
    return found


def read(
    *files: _Path, columns: Union[str, Iterable[str]] = "legal_moves,captures,in_check,checkmate,stalemate",
    fields: Union[str, Iterable[str], None] = None, fen: bool = False, where: str = "", format: str = "",
    workers: int = 0, strict: bool = False, shard: Optional[Tuple[int, int]] = None, every: int = 1, sample: float = 1.0, seed: int = 0,
    unique: bool = False, positions: bool = False, moves: Optional[str] = None, history: int = 0,
) -> Iterator[Dict[str, Any]]:
    """Reads files of positions and yields blocks of rows: arrays by name, all of the same length.

    files: in any format of koggestone annotate: FEN and EPD, CSV, NDJSON, Parquet, PGN, binpack and others, also
        compressed by gzip, zstd or bzip2.
    columns: names of columns or groups, as of :meth:`Batch.columns`; empty for none. Their arrays have the
        shapes and dtypes of that method.
    fields: names of fields of the input, such as "score"; empty for none; None for all, in PGN without white, black,
        date, clock and game. "ply" and "game" are int64, -1 if missing, and other numbers float64, NaN if missing. Others, also
        all fields of CSV and NDJSON, are arrays of str, None if missing. Scores and results are White's.
    fen: True to add the column "fen", an array of str.
    where: yields only positions for which an expression is true: "not in_check and captures == 0".
    format: the format of the files, by default detected.
    workers: the number of threads; 0: one for each CPU.
    strict: True to raise ValueError at the first record without a position. Otherwise such records are skipped,
        and a warning at the end shows the first of them, their number, and notes about fields that are left out.
    shard: (i, n) reads part i of n parts of the files, from 0, for example for worker i of n of a DataLoader. The parts have about
        the same number of bytes, and games are in one part.
    every: yields only the positions of games whose ply is a multiple of it, in PGN and viri; ValueError for other formats. With
        an even number only one side is ever to move.
    sample: yields only this share of the positions, chosen at random by seed.
    unique: True to skip positions that occurred before.
    positions: True to add "positions", a :class:`Batch` of the rows.
    moves: adds "moves", the field "move" of the rows: "uint16", as in a Batch, 0 if missing; "alphazero" or "leela", indices of
        that policy, -1 if missing.
    history: adds "history" with at most this number of earlier positions of the same game for each row, as the argument history of
        :meth:`Batch.planes`, which shows 7. Repetitions are counted among them. It needs all positions of games, with their moves.

    The rows are in the order of the files. A block has a few thousand rows, and memory is bounded. Arrays
    are views of the memory that the data were read into, except for booleans, enumerations, fields and texts.
    """
    history = integer("history", history, 0, 1 << 16)
    if history and (where or every != 1 or sample != 1 or unique):
        raise ValueError("history: expected 0 with where, every, sample or unique, which leave positions out")
    if moves is not None:
        choice("moves", moves, {"uint16": 0, "alphazero": 0, "leela": 0})
    if not 0 < sample <= 1:
        raise ValueError(f"sample: expected a share above 0 and at most 1, found {sample!r}")
    numbers = history > 0 or moves is not None
    arguments = [_command(), "annotate", "--format", "arrays", "--columns", ",".join(_names("columns", columns)) or "-"]
    unwanted = None
    if fields is not None:
        carried = _names("fields", fields)
        if numbers and "move" not in map(str.lower, carried):
            unwanted = "move"
            carried.append(unwanted)
        arguments += ["--carry", ",".join(carried) or "-"]
    if shard is not None:
        if not (isinstance(shard, tuple) and len(shard) == 2):
            raise TypeError(f"shard: expected a tuple of a part and the number of parts, found {shard!r}")
        of = integer("shard[1]", shard[1], 1, 2**31 - 1)
        arguments += ["--shard", f"{integer('shard[0]', shard[0], 0, of - 1)}/{of}"]
    if sample != 1:
        arguments += ["--sample", repr(float(sample)), "--seed", str(integer("seed", seed, 0, 2**63 - 1))]
    for name, value, default, most in (("every", every, 1, 2**31 - 1), ("workers", workers, 0, 4096)):
        if value != default:
            arguments += ["--" + name, str(integer(name, value, default, most))]
    for name, flag in (
        ("no-fen", not fen), ("positions", positions or numbers), ("moves", numbers), ("unique", unique), ("strict", strict),
    ):
        if flag:
            arguments += ["--" + name]
    for name, text in (("where", where), ("from", format)):
        if text:
            arguments += ["--" + name, text]
    paths = [os.fspath(f) for f in files]
    if not paths:
        raise TypeError("files: expected at least one file")
    for path in paths:
        if not isinstance(path, str):
            raise TypeError(f"files: expected str or PathLike, found {type(path).__name__}")
        if not os.path.exists(path):
            raise FileNotFoundError(f"{path}: no such file")
    # A name that starts with a dash is a file, not a flag.
    blocks = _blocks(arguments + ["--", *(os.path.abspath(path) for path in paths)], unwanted)
    return _chess(blocks, positions, moves, history) if numbers else blocks


def _chess(blocks: Iterator[Dict[str, Any]], positions: bool, moves: Optional[str], history: int) -> Iterator[Dict[str, Any]]:
    """Yields blocks with what is wanted of their positions and moves."""
    tail, last = Batch(), np.empty(0, np.uint16)  # the last positions of the block before, and their moves
    for block in blocks:
        rows, played = block["positions"], block.pop("moves")
        if not positions:
            del block["positions"]
        if moves is not None:
            block["moves"] = played if moves == "uint16" else rows.policy_indices(moves, played)
        if history:
            if "history" in block:
                raise ValueError("history: expected files without a field of this name, choose others by fields")
            n = len(tail)
            all_rows, all_moves = tail + rows, np.concatenate([last, played])
            # A row continues the game of the row before if the move there leads to it.
            follows = np.zeros(len(all_rows), np.bool_)
            follows[1:] = (all_moves[:-1] != 0) & (
                all_rows[:-1].play(all_moves[:-1], check=False)._packed()[:, :4] == all_rows._packed()[1:, :4]).all(1)
            at = np.arange(len(all_rows))
            counts = np.minimum(at - np.maximum.accumulate(np.where(follows, 0, at)), history)[n:]
            offsets = np.concatenate([[0], np.cumsum(counts)])
            earlier = np.arange(offsets[-1]) - np.repeat(offsets[1:] - at[n:], counts)
            block["history"] = all_rows.take(earlier), offsets.astype(np.uint32)
            tail, last = all_rows[-history:], all_moves[-history:]
        yield block


def _names(argument: str, value: Union[str, Iterable[str]]) -> List[str]:
    items = value.split(",") if isinstance(value, str) else list(value)
    for item in items:
        if not isinstance(item, str):
            raise TypeError(f"{argument}: expected names, found {type(item).__name__}")
    return items


def _blocks(arguments: List[str], unwanted: Optional[str]) -> Iterator[Dict[str, Any]]:
    with tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages)
        assert process.stdout is not None
        try:
            yield from _stream(process.stdout, unwanted)
            status = process.wait()
        finally:  # also if the caller stops early
            process.kill()
            process.stdout.close()
            process.wait()
        messages.seek(0)
        text = messages.read().decode("utf-8", "replace").strip()
    lines = text.splitlines() or [f"annotate ended with status {status}"]
    last = lines[-1].replace("koggestone: ", "", 1)
    for flag, name in (("--columns:", "columns:"), ("--carry:", "fields:"), ("--where:", "where:"), ("--from:", "format:"), ("--shard:", "shard:"), ("--carry ", "fields ")):
        last = last.replace(flag, name, 1)
    if status == 2:
        raise ValueError(last)
    if status != 0:
        raise Error(text)
    if len(lines) > 1:  # the last line is the report; before it are notes and rejected records
        warnings.warn("\n".join(lines), stacklevel=3)


def _stream(pipe: IO[bytes], unwanted: Optional[str]) -> Iterator[Dict[str, Any]]:
    """Yields the tables of a stream, up to its end or where it breaks off. Its format is defined in annotate/internal/records/columnar/arraysout.go."""
    arrays = json.loads(pipe.readline() or "[]")
    while True:
        start = pipe.read(16)
        if len(start) < 16:
            return
        n, size = struct.unpack("<qq", start)
        body = np.empty(size, np.uint8)
        if pipe.readinto(body) < size:  # type: ignore[attr-defined]
            return
        at = 0

        def take(dtype: str, count: int) -> Array:
            nonlocal at
            end = at + np.dtype(dtype).itemsize * count
            array: Array = body[at:end].view(dtype)
            at = end + -end % 8
            return array

        block: Dict[str, Any] = {}
        for name, kind, width in arrays:
            if kind == "text":
                ends = take("<i4", n + 1).tolist()
                data = take("|u1", ends[-1]).tobytes()
                if name.lower() != unwanted:
                    text = data.decode("utf-8", "replace")
                    if len(text) != len(data):  # not ASCII
                        texts = [data[i:j].decode("utf-8", "replace") or None for i, j in zip(ends, ends[1:])]
                    else:
                        texts = [text[i:j] or None for i, j in zip(ends, ends[1:])]
                    block[name] = np.empty(n, object)
                    block[name][:] = texts
            elif kind == "positions":
                block[name] = Batch._from_packed(take("<u8", n * width))
            else:
                block[name] = take(kind, n * width).reshape((n,) if width == 1 else (n, width))
        yield block
