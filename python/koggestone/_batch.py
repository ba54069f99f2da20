"""Batches of positions."""

from __future__ import annotations

import ctypes
from operator import index
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _library
from ._library import Array, address, call, filled, integer, output, values

ENCODINGS = {"alphazero": (0, 4672, 73), "leela": (1, 1858, 30)}
# The number of an observation, the number of its planes, and its planes that are counts.
OBSERVATIONS: Dict[str, Tuple[int, int, Tuple[int, ...]]] = {
    "alphazero": (0, 119, (113, 118)), "leela": (1, 112, (109,)), "none": (2, 0, ()), "leela-fen-only": (3, 112, (109,)),
}
FORMS: Dict[str, Tuple[int, Any]] = {"packed": (0, np.uint64), "uint8": (1, np.uint8), "float32": (2, np.float32)}
SIDES = {"white": 0, "black": 1, "to_move": 2, "not_to_move": 3}
THREATS = (
    "by_pawn", "by_knight", "by_bishop", "by_rook", "by_queen", "by_king", "attacked", "danger", "checkers",
    "check_mask", "pinned", "pinners", "pawn_checks", "knight_checks", "bishop_checks", "rook_checks", "discoverers",
)
BITBOARDS = (
    "pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black", "castling_rooks", "en_passant",
)

CHECK, CHECKMATE, STALEMATE, INSUFFICIENT_MATERIAL, FIFTY_MOVES, SEVENTY_FIVE_MOVES = 1, 2, 4, 8, 16, 32

FEN_SIZE = 128
UCI_SIZE = 6
SAN_SIZE = 9


def choice(name: str, value: Any, choices: Dict[str, Any]) -> Any:
    """Returns the value of a name."""
    try:
        return choices[value]
    except (KeyError, TypeError):
        raise ValueError(f"{name}: expected one of {', '.join(map(str, choices))}, found {value!r}") from None


class Column(NamedTuple):
    """A fact about positions, see :func:`columns`."""

    name: str
    group: str
    dtype: "np.dtype[Any]"
    width: int
    """The number of values for each position."""
    unit: str
    doc: str
    names: Tuple[str, ...]
    """The names of the values of an enumeration, otherwise empty."""


_columns: Dict[str, Tuple[int, Column]] = {}


def _all_columns() -> Dict[str, Tuple[int, Column]]:
    if not _columns:
        count = ctypes.c_size_t()
        call("column_count", count)
        for i in range(count.value):
            c = _library.CColumn()
            call("column_info", i, ctypes.byref(c))
            names = tuple(c.names.decode().split(",")) if c.names else ()
            dtype = np.dtype((np.bool_, np.uint8, np.uint8, np.uint16, np.uint64, np.uint64)[c.type])
            name = c.name.decode()
            _columns[name] = i, Column(name, c.group.decode(), dtype, c.width, c.unit.decode(), c.doc.decode(), names)
    return _columns


def columns() -> List[Column]:
    """Returns all columns of :meth:`Batch.columns` and :func:`read`."""
    return [column for _, column in _all_columns().values()]


class Batch:
    """Any number of positions of chess or Chess960.

    A method that returns an array accepts an array of the same shape and dtype as ``out``, which it
    fills and returns. Without it the array is new. Several threads may use a batch; their calls run
    one after the other. Calls for different batches run in parallel, since they release the GIL.

    Sets of squares are uint64: a1 is bit 0, b1 bit 1, h8 bit 63. Moves are uint16: bits 0-5 from, bits
    6-11 to (castling: the square of the rook), bits 12-15 the type.
    """

    __slots__ = ("_owner", "_handle", "__weakref__")

    def __init__(self, fens: Iterable[str] = ()) -> None:
        self._make("batch_new")
        self.extend(fens)

    def _make(self, name: str, *args: Any) -> "Batch":
        """Makes self the owner of the batch that a function of the library makes."""
        handle = ctypes.c_uint64()
        call(name, *args, handle)
        self._handle = handle.value
        self._owner = _library.Handle("batch", handle.value)
        return self

    @classmethod
    def _of(cls, name: str, *args: Any) -> "Batch":
        """Returns the batch that a function of the library makes."""
        return cls.__new__(cls)._make(name, *args)

    @classmethod
    def from_fens(cls, fens: Iterable[str]) -> "Batch":
        """Returns a batch of the positions of FENs, each with four to six fields.

        Castling rights are KQkq or the files of the rooks. A bad FEN raises ValueError, which names its line.
        """
        return cls(fens)

    @classmethod
    def from_bitboards(
        cls, bitboards: npt.ArrayLike, sides: npt.ArrayLike, clocks: Optional[npt.ArrayLike] = None
    ) -> "Batch":
        """Returns a batch of positions given as sets of squares.

        bitboards is uint64[n, 10]: pawns, knights, bishops, rooks, queens, kings, white, black, rooks that may
        still castle, and the en passant target or 0. sides is uint8[n], 0 for White to move, 1 for Black.
        clocks is uint16[n, 2] as :meth:`clocks` returns it, by default that of the start of a game. A position that
        is not valid raises ValueError.
        """
        given = np.asarray(bitboards)
        if given.shape == (0,):  # an empty list
            given = np.empty((0, 10), np.uint64)
        n = len(given) if given.ndim else 0
        sets = values("bitboards", given, (n, 10), np.uint64)
        movers = values("sides", sides, (n,), np.uint8)
        numbers = None if clocks is None else values("clocks", clocks, (n, 2), np.uint16)
        batch = cls()
        call("batch_append_bitboards", batch._handle, address(sets), address(movers), n)
        if numbers is not None:
            call("batch_set_clocks", batch._handle, address(numbers), numbers.size)
        return batch

    def extend(self, fens: Iterable[str]) -> None:
        """Appends the positions of FENs. After an error nothing is appended."""
        text = _library.lines("fens", fens)
        if text:
            call("batch_append_fens", self._handle, text, len(text))

    def __len__(self) -> int:
        length = ctypes.c_size_t()
        call("batch_length", self._handle, length)
        return length.value

    def __repr__(self) -> str:
        return f"<koggestone.Batch of {len(self)} positions>"

    def __getitem__(self, key: Any) -> "Batch":
        """Returns a new batch of the positions that numpy would select of an array: one, a slice, indices or booleans."""
        chosen = np.arange(len(self))[key]
        if chosen.ndim > 1:
            raise IndexError(f"expected an index, a slice or an array of one dimension, found {key!r}")
        return self.take(chosen.reshape(-1))

    def __iter__(self) -> Iterator["Batch"]:
        return (self.take([i]) for i in range(len(self)))

    def __add__(self, other: "Batch") -> "Batch":
        return Batch.concatenate([self, other]) if isinstance(other, Batch) else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Returns whether the positions and their clocks are the same."""
        if not isinstance(other, Batch):
            return NotImplemented
        return np.array_equal(self._packed(), other._packed())

    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None  # numpy leaves + and == to this class

    @staticmethod
    def concatenate(batches: Iterable["Batch"]) -> "Batch":
        """Returns a batch of the positions of all batches, one after the other."""
        parts = list(batches)
        for i, part in enumerate(parts):
            if not isinstance(part, Batch):
                raise TypeError(f"batches[{i}]: expected a Batch, found {type(part).__name__}")
        return Batch._from_packed(np.concatenate([Batch()._packed()] + [part._packed() for part in parts]))

    def _packed(self) -> Array:
        """Returns the positions as uint64[n, 5], which have the layout of koggestone_position."""
        array = np.empty((len(self), 5), np.uint64)
        call("batch_positions", self._handle, address(array), len(array))
        return array

    @classmethod
    def _from_packed(cls, data: Array) -> "Batch":
        batch = cls()
        call("batch_append_positions", batch._handle, address(data), data.size // 5)
        return batch

    def __reduce__(self) -> Any:
        return _library.unpickled, (Batch._from_packed, self._packed())

    def copy(self) -> "Batch":
        """Returns a copy."""
        return Batch._of("batch_copy", self._handle)

    __copy__ = copy

    def __deepcopy__(self, memo: Dict[int, Any]) -> "Batch":
        return self.copy()

    def take(self, indices: npt.ArrayLike) -> "Batch":
        """Returns a batch of the positions with the given indices, int64[k], negative ones from the end, or for which a bool[n] is true."""
        chosen = _library.indices("indices", indices, self)
        return Batch._of("batch_take", self._handle, address(chosen), chosen.size)

    def clear(self) -> None:
        """Removes all positions."""
        call("batch_clear", self._handle)

    def fen(self, i: int) -> str:
        """Returns the FEN of position i."""
        return self._fens(self._index(i), 1)[0]

    def fens(self) -> List[str]:
        """Returns the FENs of all positions."""
        return self._fens(0, len(self))

    def _fens(self, first: int, count: int) -> List[str]:
        text = ctypes.create_string_buffer(FEN_SIZE * count + 1)
        length = ctypes.c_size_t()
        call("batch_fens", self._handle, first, count, text, len(text), length)
        return text.raw[: length.value].decode().splitlines()

    def _index(self, i: Any) -> int:
        try:
            return range(len(self))[index(i)]
        except IndexError:
            raise IndexError(f"expected the index of one of {len(self)} positions, found {i}") from None

    def _fill(self, name: str, out: Optional[Array], shape: Tuple[int, ...], dtype: Any, *before: Any) -> Array:
        return filled(name, self._handle, out, shape, dtype, *before)

    def bitboards(self, out: Optional[Array] = None) -> npt.NDArray[np.uint64]:
        """Returns uint64[n, 10]: the sets that :meth:`from_bitboards` describes, named by ``BITBOARDS``."""
        return self._fill("batch_bitboards", out, (len(self), 10), np.uint64)

    def sides(self, out: Optional[Array] = None) -> npt.NDArray[np.uint8]:
        """Returns uint8[n]: 0 if White is to move, 1 if Black is."""
        return self._fill("batch_sides", out, (len(self),), np.uint8)

    def clocks(self, out: Optional[Array] = None) -> npt.NDArray[np.uint16]:
        """Returns uint16[n, 2]: plies since the last capture or pawn move, and the number of the full move."""
        return self._fill("batch_clocks", out, (len(self), 2), np.uint16)

    def keys(self, out: Optional[Array] = None) -> npt.NDArray[np.uint64]:
        """Returns uint64[n]: a hash of board, castling rights, en passant target and side to move."""
        return self._fill("batch_keys", out, (len(self),), np.uint64)

    def legal_counts(self, out: Optional[Array] = None) -> npt.NDArray[np.uint16]:
        """Returns uint16[n]: the number of legal moves of each position."""
        return self._fill("batch_legal_counts", out, (len(self),), np.uint16)

    def two_ply_counts(self, out: Optional[Array] = None) -> npt.NDArray[np.uint32]:
        """Returns uint32[n]: the number of sequences of two legal moves from each position."""
        return self._fill("batch_two_ply_counts", out, (len(self),), np.uint32)

    def status(self, out: Optional[Array] = None) -> npt.NDArray[np.uint8]:
        """Returns uint8[n]: bits CHECK, CHECKMATE, STALEMATE, INSUFFICIENT_MATERIAL, FIFTY_MOVES and
        SEVENTY_FIVE_MOVES. Repetitions are not detected."""
        return self._fill("batch_status", out, (len(self),), np.uint8)

    def legal_moves(self) -> Tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint32]]:
        """Returns moves, uint16[total], and offsets, uint32[n + 1].

        The legal moves of position i are ``moves[offsets[i]:offsets[i + 1]]``.
        """
        moves = np.empty(int(self.legal_counts().sum(dtype=np.int64)), np.uint16)
        offsets = np.empty(len(self) + 1, np.uint32)
        call("batch_legal_moves", self._handle, address(moves), moves.size, address(offsets), offsets.size)
        return moves, offsets

    def select_moves(self, numbers: npt.ArrayLike, out: Optional[Array] = None) -> npt.NDArray[np.uint16]:
        """Returns uint16[n]: legal move numbers[i], from 0, of each position, or 0 if the position has fewer moves.

        numbers is uint16[n]. This is faster than :meth:`legal_moves`, for example for random moves::

            batch.select_moves(rng.integers(0, np.maximum(batch.legal_counts(), 1)))
        """
        k = values("numbers", numbers, (len(self),), np.uint16)
        return self._fill("batch_select_moves", out, k.shape, np.uint16, address(k))

    def play(self, moves: Union[npt.ArrayLike, Sequence[str]], check: bool = True) -> "Batch":
        """Plays moves[i] in position i of this batch, for all positions, and returns the batch.

        moves is uint16[n], or n texts in UCI's notation. The move 0 changes nothing. A move that is not
        legal raises ValueError, and no move is played. check=False saves this test: then the result of
        other moves is arbitrary. To keep the positions, use ``batch.copy().play(moves)``.
        """
        if isinstance(moves, (list, tuple)) and moves and isinstance(moves[0], str):
            moves = self.parse_uci(moves)
        played = values("moves", moves, (len(self),), np.uint16)
        call("batch_play", self._handle, address(played), played.size, 1 if check else 0)
        return self

    def children(self) -> "Batch":
        """Returns the positions after each legal move of each position, in the order of :meth:`legal_moves`."""
        return Batch._of("batch_children", self._handle)

    def uci(self, i: int) -> List[str]:
        """Returns the legal moves of position i in UCI's notation, in the order of :meth:`legal_moves`."""
        return to_uci(self.take([self._index(i)]).legal_moves()[0])

    def parse_uci(self, moves: Sequence[str], out: Optional[Array] = None) -> npt.NDArray[np.uint16]:
        """Returns uint16[n]: the legal move of each position that a text in UCI's notation names.

        Castling is king takes rook, "e1h1", or in standard chess also "e1g1".
        """
        text = _library.lines("moves", moves)
        return self._fill("batch_parse_uci", out, (len(self),), np.uint16, text, len(text))

    def san(self, moves: npt.ArrayLike) -> List[str]:
        """Returns moves[i], uint16[n], a legal move of position i, in standard algebraic notation."""
        given = values("moves", moves, (len(self),), np.uint16)
        return texts("batch_san", SAN_SIZE, self._handle, given)

    def parse_san(self, moves: Sequence[str], out: Optional[Array] = None) -> npt.NDArray[np.uint16]:
        """Returns uint16[n]: the legal move of each position that a text in standard algebraic notation names."""
        text = _library.lines("moves", moves)
        return self._fill("batch_parse_san", out, (len(self),), np.uint16, text, len(text))

    def planes(
        self, observation: str = "alphazero", form: str = "packed", history: Optional["History"] = None,
        out: Optional[Array] = None,
    ) -> Array:
        """Returns the input planes of a network: "alphazero", 119, or "leela" and "leela-fen-only", 112, in a form as for :class:`VectorEnv`.

        history is a batch of earlier positions and offsets, uint32[n + 1]: those of position i are
        ``batch[offsets[i]:offsets[i + 1]]``, the oldest first. Repetitions are counted among them. The
        planes of unknown positions are empty, with two exceptions. "leela" shows the position before a double push if the oldest
        known position has an en passant target. "leela-fen-only" shows the oldest known position again in place of all
        unknown ones, unless it is the start of standard chess: lc0 does so by default, as history_fill=fen_only. The position k plies ago has the planes 14k + i or 13k + i.

        - "alphazero": 14k + 0 to 5, own pawns, knights, bishops, rooks, queens, king; 14k + 6 to 11, the opponent's;
          14k + 12, 13, all squares if the position occurred before at least once, twice; 112, all squares if White is to
          move; 113, the number of the full move, a count; 114, 115, own right to castle on the king side, queen side;
          116, 117, the opponent's rights; 118, plies since the last capture or pawn move, a count.
        - "leela": 13k + 0 to 11, pieces in the same order; 13k + 12, all squares if the position occurred before; 104,
          105, own right to castle on the queen side, king side; 106, 107, the opponent's rights; 108, all squares if
          Black is to move; 109, plies since the last capture or pawn move, a count; 110, empty; 111, all squares.
        """
        number, count, _ = choice("observation", observation, OBSERVATIONS)
        code, dtype = choice("form", form, FORMS)
        earlier, offsets = history_arguments(self, history)
        array = output("out", out, (len(self), count) if code == 0 else (len(self), count, 8, 8), dtype)
        call(
            "batch_planes", self._handle, number, code, earlier, address(offsets), offsets.size,
            address(array), array.nbytes,
        )
        return array

    def policy_mask(self, encoding: str, out: Optional[Array] = None) -> npt.NDArray[np.uint64]:
        """Returns uint64[n, words]: the legal moves as bits of the outputs of a policy network.

        encoding is "alphazero", 4672 outputs in 73 words, or "leela", 1858 outputs in 30 words. Output k is bit
        ``k % 64`` of word ``k // 64``. :func:`unpack` converts a mask to booleans.
        """
        code, _, words = choice("encoding", encoding, ENCODINGS)
        return self._fill("batch_policy_mask", out, (len(self), words), np.uint64, code)

    def policy_indices(
        self, encoding: str, moves: npt.ArrayLike, out: Optional[Array] = None
    ) -> npt.NDArray[np.int32]:
        """Returns int32[n]: the output of a policy network for moves[i], or -1 if the move is not legal."""
        code, _, _ = choice("encoding", encoding, ENCODINGS)
        given = values("moves", moves, (len(self),), np.uint16)
        return self._fill("batch_policy_indices", out, given.shape, np.int32, code, address(given))

    def policy_moves(
        self, encoding: str, indices: npt.ArrayLike, out: Optional[Array] = None
    ) -> npt.NDArray[np.uint16]:
        """Returns uint16[n]: the legal move of output indices[i], int32[n], or 0 if there is none."""
        code, _, _ = choice("encoding", encoding, ENCODINGS)
        given = values("indices", indices, (len(self),), np.int32)
        return self._fill("batch_policy_moves", out, given.shape, np.uint16, code, address(given))

    def features(self, name: str, out: Optional[Tuple[Array, Array]] = None) -> Tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Returns two arrays int32[n, row]: the active inputs of a sparse network, as White and as Black see them.

        name is a feature set of nnue-pytorch, such as "HalfKAv2_hm" or "Full_Threats+PP_3Wide+HalfKAv2_hm". A row ends
        with -1 after its features. out is two arrays to fill: for large sets new memory takes longer than the features.
        """
        inputs, row = ctypes.c_size_t(), ctypes.c_size_t()
        text = _library.text("name", name)
        call("features", text, inputs, row)
        if out is not None and not (isinstance(out, (tuple, list)) and len(out) == 2):
            raise TypeError(f"out: expected two arrays, found {out!r}")
        given: Any = out or (None, None)
        white, black = (output(f"out[{i}]", array, (len(self), row.value), np.int32) for i, array in enumerate(given))
        call("batch_features", self._handle, text, address(white), address(black), white.size)
        return white, black

    def attacks(self, side: str = "to_move", out: Optional[Array] = None) -> npt.NDArray[np.uint64]:
        """Returns uint64[n]: the squares that the pieces of a side attack, including squares of its own pieces.

        side is "white", "black", "to_move" or "not_to_move".
        """
        return self._fill("batch_attacks", out, (len(self),), np.uint64, choice("side", side, SIDES))

    def threats(self, out: Optional[Array] = None) -> Dict[str, npt.NDArray[np.uint64]]:
        """Returns 17 sets of each position by name, views of one array uint64[17, n].

        by_pawn to by_king and attacked: squares that the opponent attacks. danger: where the king would be
        attacked. checkers, check_mask, pinned, pinners. pawn_checks to rook_checks: squares where a piece of
        the side to move would give check. discoverers: pieces of the side to move that give check by moving away.
        """
        array = self._fill("batch_threats", out, (len(THREATS), len(self)), np.uint64)
        return dict(zip(THREATS, array))

    def columns(self, names: Union[str, Iterable[str]]) -> Dict[str, Array]:
        """Returns facts about each position by name.

        names are names of columns or groups, in a list or separated by commas: "legal_moves,king". The array of
        a column has shape [n], or [n, width] if it has several values. :func:`columns` lists them.
        """
        known = _all_columns()
        chosen: Dict[str, Tuple[int, Column]] = {}
        for name in names.split(",") if isinstance(names, str) else names:
            found = {c.name: (i, c) for i, c in known.values() if name in (c.name, c.group)}
            if not found:
                raise ValueError(f"names: expected columns or groups of koggestone.columns(), found {name!r}")
            chosen.update(found)
        n, k = len(self), len(chosen)
        result = {
            c.name: np.empty((n,) if c.width == 1 else (n, c.width), c.dtype) for _, c in chosen.values()
        }
        indices = np.array([i for i, _ in chosen.values()], np.int32)
        addresses = np.array([address(a) for a in result.values()], np.uintp)
        sizes = np.array([a.nbytes for a in result.values()], np.uintp)
        call("batch_columns", self._handle, address(indices), address(addresses), address(sizes), k)
        return result


History = Tuple[Batch, npt.ArrayLike]
"""Earlier positions, and the offsets of the list of each position."""

OUTCOMES = (
    "running", "checkmate", "stalemate", "insufficient material", "threefold repetition", "fifty moves", "ply limit", "illegal action",
)
"""The names of the values of ``info["outcome"]``."""


def history_arguments(positions: Batch, history: Optional[History]) -> Tuple[int, npt.NDArray[np.uint32]]:
    """Returns the handle and the offsets of a history."""
    if not isinstance(positions, Batch):
        raise TypeError(f"positions: expected a Batch, found {type(positions).__name__}")
    if history is None:
        return 0, np.empty(0, np.uint32)
    if not (isinstance(history, tuple) and len(history) == 2 and isinstance(history[0], Batch)):
        raise TypeError("history: expected a tuple of a Batch and offsets")
    return history[0]._handle, values("history", history[1], (len(positions) + 1,), np.uint32)


def texts(name: str, size: int, *before: Any) -> List[str]:
    """Calls a function that writes a text for each element of its last argument, which is an array."""
    array = before[-1]
    text = ctypes.create_string_buffer(size * array.size + 1)
    length = ctypes.c_size_t()
    call(name, *before[:-1], address(array), array.size, text, len(text), length)
    return text.raw[: length.value].decode().splitlines()


def to_uci(moves: npt.ArrayLike, chess960: bool = False) -> List[str]:
    """Returns moves, uint16[k], in UCI's notation: "e2e4", "e7e8q".

    Castling is the king's move, "e1g1", if the king is on the e-file and the rook on the a- or h-file, otherwise king
    takes rook. With chess960 it is always king takes rook, "e1h1". :meth:`Batch.parse_uci` reads both.
    """
    given = np.asarray(moves)
    array = values("moves", moves if given.size == 0 else given, (given.size,), np.uint16)
    if chess960:
        array = np.where(array >> 12 == 3, array & 0xFFF, array).astype(np.uint16)
    return texts("uci", UCI_SIZE, array)


def slider_attacks(
    diagonal: npt.ArrayLike, orthogonal: npt.ArrayLike, empty: npt.ArrayLike, out: Optional[Array] = None
) -> npt.NDArray[np.uint64]:
    """Returns uint64[n]: the squares that sliders attack on boards whose squares empty[i] are empty.

    diagonal is the bishops and queens, orthogonal the rooks and queens, all uint64[n].
    """
    given = np.asarray(diagonal)
    d = values("diagonal", diagonal if given.size == 0 else given, (given.size,), np.uint64)
    o = values("orthogonal", orthogonal, d.shape, np.uint64)
    e = values("empty", empty, d.shape, np.uint64)
    array = output("out", out, d.shape, np.uint64)
    call("slider_attacks", address(d), address(o), address(e), address(array), array.size)
    return array


def unpack(bits: npt.ArrayLike, count: Optional[int] = None) -> npt.NDArray[np.uint8]:
    """Returns uint8[..., count], 0 or 1: the bits of uint64[..., words], lowest first.

    count is the number of bits to keep of each row, by default all: 64 for each word. A set of squares is
    unpacked by ``unpack(sets[..., None])``.
    """
    words = np.asarray(bits)
    if words.dtype != np.uint64:
        raise TypeError(f"bits: expected dtype uint64, found {words.dtype}")
    if words.ndim == 0:
        raise ValueError("bits: expected an array of at least one dimension")
    octets = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    if count is not None:
        count = integer("count", count, 0, 64 * words.shape[-1])
    return np.unpackbits(octets, axis=-1, count=count, bitorder="little")
