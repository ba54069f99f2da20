"""Files of positions, read by the command koggestone annotate."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import IO, Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from ._batch import Batch, _all_columns, choice
from ._library import Array, Error, integer

COMMAND = "koggestone" + (".exe" if sys.platform == "win32" else "")

_Path = Union[str, "os.PathLike[str]"]


def _command() -> str:
    """Returns the command: KOGGESTONE_COMMAND, that of the package, that of the clone, or one in PATH."""
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
            "koggestone: read needs the command: go install github.com/koggestone/koggestone/cmd/koggestone@latest, "
            "or set KOGGESTONE_COMMAND to its file")
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
        all fields of CSV, are arrays of str, None if missing. Scores and results are White's.
    fen: True to add the column "fen", an array of str.
    where: yields only positions for which an expression is true: "not in_check and captures == 0".
    format: the format of the files, by default detected.
    workers: the number of threads; 0: one for each CPU.
    strict: True to raise ValueError at the first record without a position. Otherwise such records are skipped,
        and a warning counts them at the end.
    shard: (i, n) reads part i of n parts of the files, from 0, for example for worker i of n of a DataLoader. The parts have about
        the same number of bytes, and games are in one part.
    every: yields only every n-th position of each game, or of other files.
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
    arguments = [_command(), "annotate", "--format", "arrows", "--columns", _list("columns", columns)]
    history = integer("history", history, 0, 1 << 16)
    if history and (where or every != 1 or sample != 1 or unique):
        raise ValueError("history: expected 0 with where, every, sample or unique, which leave positions out")
    encoding = None if moves is None else choice("moves", moves, {"uint16": "", "alphazero": "alphazero", "leela": "leela"})
    carried = None if fields is None else [name for name in _list("fields", fields).split(",") if name != "-"]
    if carried is not None:
        arguments += ["--carry", _list("fields", carried + ["move"] if (moves or history) and "move" not in carried else carried)]
    wanted = _Wanted(fen, positions, carried is None or "move" in carried, encoding, history)
    if not (fen or wanted.batch):
        arguments += ["--no-fen"]
    if shard is not None:
        if not (isinstance(shard, tuple) and len(shard) == 2):
            raise TypeError(f"shard: expected a tuple of a part and the number of parts, found {shard!r}")
        of = integer("shard[1]", shard[1], 1, 2**31 - 1)
        arguments += ["--shard", f"{integer('shard[0]', shard[0], 0, of - 1)}/{of}"]
    if every != 1:
        arguments += ["--every", str(integer("every", every, 1, 2**31 - 1))]
    if sample != 1:
        if not 0 < sample < 1:
            raise ValueError(f"sample: expected a share above 0 and at most 1, found {sample!r}")
        arguments += ["--sample", repr(float(sample)), "--seed", str(integer("seed", seed, 0, 2**63 - 1))]
    if unique:
        arguments += ["--unique"]
    if where:
        arguments += ["--where", where]
    if format:
        arguments += ["--from", format]
    if workers:
        arguments += ["--workers", str(integer("workers", workers, 0, 4096))]
    if strict:
        arguments += ["--strict"]
    names = [os.fspath(f) for f in files]
    if not names:
        raise TypeError("files: expected at least one file")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"files: expected str or PathLike, found {type(name).__name__}")
        if not os.path.exists(name):
            raise FileNotFoundError(f"{name}: no such file")
    # A name that starts with a dash is a file, not a flag.
    blocks = _blocks(arguments + ["--", *(os.path.abspath(name) for name in names)])
    return _batches(blocks, wanted) if wanted.batch else blocks


class _Wanted(NamedTuple):
    """What a caller of read wants of the rows as chess."""

    fen: bool
    positions: bool
    move: bool
    encoding: Optional[str]  # of moves; "" for uint16
    history: int

    @property
    def batch(self) -> bool:
        return self.positions or self.encoding is not None or self.history > 0


def _batches(blocks: Iterator[Dict[str, Any]], wanted: _Wanted) -> Iterator[Dict[str, Any]]:
    """Yields blocks with what is wanted."""
    tail, last = Batch(), np.empty(0, np.uint16)  # the last positions of the block before, and their moves
    for block in blocks:
        rows = Batch(block["fen"])
        if wanted.encoding is not None or wanted.history:
            if "move" not in block:
                raise ValueError("moves and history: expected files with the field move")
            moves = rows.parse_uci([move or "0000" for move in block["move"]])
        if wanted.positions:
            block["positions"] = rows
        if wanted.encoding is not None:
            block["moves"] = rows.policy_indices(wanted.encoding, moves) if wanted.encoding else moves
        if wanted.history:
            n = len(tail)
            all_rows, all_moves = tail + rows, np.concatenate([last, moves])
            # A row continues the game of the row before if the move there leads to it.
            follows = np.zeros(len(all_rows), np.bool_)
            follows[1:] = (all_moves[:-1] != 0) & (all_rows[:-1].play(all_moves[:-1], check=False).keys() == all_rows[1:].keys())
            at = np.arange(len(all_rows))
            counts = np.minimum(at - np.maximum.accumulate(np.where(follows, 0, at)), wanted.history)[n:]
            offsets = np.concatenate([[0], np.cumsum(counts)])
            earlier = np.arange(offsets[-1]) - np.repeat(offsets[1:] - at[n:], counts)
            block["history"] = all_rows.take(earlier), offsets.astype(np.uint32)
            tail, last = all_rows[-wanted.history :], all_moves[-wanted.history :]
        if not wanted.fen:
            del block["fen"]
        if not wanted.move:
            block.pop("move", None)
        yield block


def _list(name: str, value: Union[str, Iterable[str]]) -> str:
    """Returns names as the argument of a flag."""
    items = value.split(",") if isinstance(value, str) else list(value)
    for item in items:
        if not isinstance(item, str):
            raise TypeError(f"{name}: expected names, found {type(item).__name__}")
    return ",".join(items) or "-"


def _blocks(arguments: List[str]) -> Iterator[Dict[str, Array]]:
    with tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages)
        assert process.stdout is not None
        try:
            yield from _stream(process.stdout)
            status = process.wait()
        finally:  # also if the caller stops early
            process.kill()
            process.stdout.close()
            process.wait()
        messages.seek(0)
        text = messages.read().decode("utf-8", "replace").strip()
    lines = text.splitlines() or [f"annotate ended with status {status}"]
    last = lines[-1].replace("koggestone: ", "", 1)
    for flag, name in (("--columns:", "columns:"), ("--carry:", "fields:"), ("--where:", "where:"), ("--from:", "format:"), ("--shard:", "shard:")):
        last = last.replace(flag, name, 1)
    if status == 2:
        raise ValueError(last)
    if status != 0:
        raise Error(text)
    if ", rejected: " in last:
        warnings.warn("\n".join(lines), stacklevel=3)


# A stream has the format of Apache Arrow's interprocess communication. Its metadata are
# flatbuffers. Only what annotate writes is read here.

_MESSAGE_SCHEMA, _MESSAGE_BATCH = 1, 3
_TYPE_INT, _TYPE_FLOAT, _TYPE_UTF8, _TYPE_BOOL, _TYPE_FIXED_LIST = 2, 3, 5, 6, 16


class _Table:
    """A table of a flatbuffer."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at
        self.vtable = at - struct.unpack_from("<i", data, at)[0]
        self.size = struct.unpack_from("<H", data, self.vtable)[0]

    def place(self, k: int) -> int:
        """Returns the offset of field k, or 0 if it has its default."""
        slot = 4 + 2 * k
        if slot >= self.size:
            return 0
        offset = struct.unpack_from("<H", self.data, self.vtable + slot)[0]
        return self.at + int(offset) if offset else 0

    def scalar(self, k: int, format: str) -> int:
        at = self.place(k)
        return int(struct.unpack_from("<" + format, self.data, at)[0]) if at else 0

    def follow(self, at: int) -> int:
        return at + int(struct.unpack_from("<I", self.data, at)[0])

    def table(self, k: int) -> "_Table":
        return _Table(self.data, self.follow(self.place(k)))

    def vector(self, k: int) -> Tuple[int, int]:
        """Returns the offset and the number of the elements."""
        if not self.place(k):
            return 0, 0
        at = self.follow(self.place(k))
        return at + 4, struct.unpack_from("<I", self.data, at)[0]

    def tables(self, k: int) -> List["_Table"]:
        at, n = self.vector(k)
        return [_Table(self.data, self.follow(at + 4 * i)) for i in range(n)]

    def text(self, k: int) -> str:
        at, n = self.vector(k)
        return self.data[at:at + n].decode()


class _Buffers:
    """The buffers of a record batch, in order."""

    def __init__(self, batch: _Table, body: Array) -> None:
        self.batch, self.body = batch, body
        self.at, self.count = batch.vector(2)

    def next(self, dtype: Any, count: int) -> Array:
        offset, length = struct.unpack_from("<qq", self.batch.data, self.at)
        self.at += 16
        if length == 0 and count == 0:
            return np.empty(0, dtype)
        return np.frombuffer(self.body, dtype, count, offset)

    def valid(self, n: int) -> Optional[Array]:
        """Returns which values there are, or None for all."""
        _, length = struct.unpack_from("<qq", self.batch.data, self.at)
        bits = self.next(np.uint8, (n + 7) // 8 if length else 0)
        return np.unpackbits(bits, count=n, bitorder="little").view(np.bool_) if length else None

    def texts(self, n: int) -> Tuple[Array, bytes]:
        offsets = self.next("<i4", n + 1) if n else np.zeros(1, "<i4")
        return offsets, self.next(np.uint8, int(offsets[-1])).tobytes()


class _Field(NamedTuple):
    name: str
    get: Callable[[_Buffers, int], Array]  # returns the values of n rows


def _field(f: _Table) -> _Field:
    """Returns the reader of a field of the schema."""
    name, type_code = f.text(0), f.scalar(2, "B")
    if type_code == _TYPE_BOOL:
        def get(b: _Buffers, n: int) -> Array:
            b.valid(n)
            return np.unpackbits(b.next(np.uint8, (n + 7) // 8), count=n, bitorder="little").view(np.bool_)
    elif type_code == _TYPE_UTF8:
        column = _all_columns().get(name)
        if column is not None:
            values = {value.encode(): i for i, value in enumerate(column[1].names)}

            def get(b: _Buffers, n: int) -> Array:
                b.valid(n)
                offsets, data = b.texts(n)
                ends = offsets.tolist()
                return np.array([values[data[i:j]] for i, j in zip(ends, ends[1:])], np.uint8)
        else:
            def get(b: _Buffers, n: int) -> Array:
                valid = b.valid(n)
                offsets, data = b.texts(n)
                ends = offsets.tolist()
                texts = np.empty(n, object)
                texts[:] = [data[i:j].decode("utf-8", "replace") for i, j in zip(ends, ends[1:])]
                if valid is not None:
                    texts[~valid] = None
                return texts
    elif type_code in (_TYPE_INT, _TYPE_FLOAT) and f.scalar(1, "B"):  # a field of the input
        dtype = "<i8" if type_code == _TYPE_INT else "<f8"

        def get(b: _Buffers, n: int) -> Array:
            valid = b.valid(n)
            whole = name in ("ply", "game")
            numbers = b.next(dtype, n).astype(np.int64 if whole else np.float64)
            if valid is not None:
                numbers[~valid] = -1 if whole else np.nan
            return numbers
    elif type_code == _TYPE_INT:
        integers = np.dtype(f"<u{f.table(3).scalar(0, 'i') // 8}")

        def get(b: _Buffers, n: int) -> Array:
            b.valid(n)
            return b.next(integers, n)
    elif type_code == _TYPE_FIXED_LIST:
        width = f.table(3).scalar(0, "i")

        def get(b: _Buffers, n: int) -> Array:
            b.valid(n)
            b.valid(n * width)  # of the elements
            return b.next("<u8", n * width).reshape(n, width)
    else:
        raise Error(f"koggestone: column {name} of the stream has an unknown type {type_code}")
    return _Field(name, get)


def _stream(pipe: IO[bytes]) -> Iterator[Dict[str, Array]]:
    """Yields the record batches of a stream, up to its end or where it breaks off."""
    fields: List[_Field] = []
    while True:
        start = pipe.read(8)
        if len(start) < 8:
            return
        mark, length = struct.unpack("<II", start)
        if mark != 0xFFFFFFFF:
            raise Error("koggestone: the stream of annotate is not one of Arrow")
        if length == 0:
            return
        data = pipe.read(length)
        if len(data) < length:
            return
        message = _Table(data, struct.unpack_from("<I", data, 0)[0])
        body = np.empty(message.scalar(3, "q"), np.uint8)
        if body.size and pipe.readinto(body) < body.size:  # type: ignore[attr-defined]
            return
        kind = message.scalar(1, "B")
        if kind == _MESSAGE_SCHEMA:
            fields = [_field(f) for f in message.table(2).tables(1)]
        elif kind == _MESSAGE_BATCH:
            batch = message.table(2)
            n = batch.scalar(0, "q")
            buffers = _Buffers(batch, body)
            yield {field.name: field.get(buffers, n) for field in fields}
