"""Many games side by side, for reinforcement learning."""

from __future__ import annotations

import copy
import ctypes
import sys
import threading
import weakref
from functools import cached_property
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

import numpy as np
import numpy.typing as npt

from . import _library
from ._batch import FORMS, OBSERVATIONS, Batch, History, choice, history_arguments, to_uci
from ._draw import board_image, board_text
from ._library import Array, call, flags, integer, output, values

if TYPE_CHECKING:
    Base = object
    AutoresetMode: Any = None
else:
    try:
        from gymnasium.vector import AutoresetMode
        from gymnasium.vector import VectorEnv as Base
    except ImportError:
        Base, AutoresetMode = object, None

ACTIONS = {"alphazero": 0, "leela": 1, "moves": 2}
AUTORESETS = {"next-step": 0, "same-step": 1, "disabled": 2}
RENDER_MODES: Dict[Any, Any] = {None: None, "ansi": board_text, "rgb_array": board_image}

OUTCOMES = (
    "running", "checkmate", "stalemate", "insufficient material", "threefold repetition", "fifty moves", "ply limit",
)
"""The names of the values of ``info["outcome"]``."""


def _references() -> int:
    """Returns the reference count of an object that only a list refers to, or 0 if counts mean nothing."""
    if sys.implementation.name != "cpython" or not getattr(sys, "_is_gil_enabled", lambda: True)():
        return 0
    pool = [np.empty(1)]
    return sys.getrefcount(pool[0])


_UNUSED = _references()


class Step(NamedTuple):
    """What :meth:`VectorEnv.step` returns: Gymnasium's five values."""

    observation: Array
    reward: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    info: Dict[str, Any]


class VectorEnv(Base):
    """n games of chess side by side: a vector environment of Gymnasium.

    If Gymnasium 1.1 or newer is installed, this is a subclass of gymnasium.vector.VectorEnv, so that its wrappers accept it, and
    ``gymnasium.make_vec("koggestone/Chess-v0", num_envs=n)`` makes one. Without it, the class has the same methods
    except for the spaces.

    n: the number of games.
    seed: start positions and samples depend on it alone.
    actions: "alphazero", an index from 0 to 4671; "leela", 0 to 1857; or "moves", a move as a number.
    observation: "alphazero", 119 planes; "leela", 112 planes; or "none", 0 planes: :meth:`Batch.planes` lists them.
    form: "packed", observations are uint64[n, planes], bit 8 * rank + file, and a plane of a count is the number
        itself; "uint8" or "float32", they are [n, planes, 8, 8], ranks from the mover's first, and a plane of a
        count has it on all squares (uint8: at most 255).
    autoreset: when a new game replaces one that is over. "next-step": the step after its last one ignores the
        action, starts a new game and has reward 0; until then the mask of the game has action 0 alone.
        "same-step": its last step also starts a new game; ``info["final_obs"]`` has the last observation.
        "disabled": ``reset(options={"reset_mask": which})``; until then the game has no legal action.
    max_plies: a game is truncated after this number of plies; 0: no limit.
    starts: FENs, one drawn at random for each game; without any, the standard position.
    chess960: start positions are drawn from the 960 of Chess960.
    workers: the number of threads that a call may use; 0: one for each CPU.
    copy: True: each step returns new arrays. False: it returns the same arrays with new contents.
    render_mode: what :meth:`render` returns: "ansi", a text; "rgb_array", a picture; None, nothing.

    copy.copy, copy.deepcopy and pickle make independent environments that continue in the same way. An environment
    may be used by several threads; their calls run one after the other. Calls for different environments run in
    parallel, since they release the GIL.
    """

    closed = True  # until there are games

    def __init__(
        self, n: int, seed: int = 0, *, actions: str = "alphazero", observation: str = "alphazero",
        form: str = "packed", autoreset: str = "next-step", max_plies: int = 0, starts: Iterable[str] = (),
        chess960: bool = False, workers: int = 0, copy: bool = True, render_mode: Optional[str] = None,
    ) -> None:
        n = integer("n", n, 1, 1 << 24)
        choice("form", form, FORMS)
        choice("render_mode", render_mode, RENDER_MODES)
        text = _library.lines("starts", starts)
        options = _library.COptions(
            choice("actions", actions, ACTIONS), choice("observation", observation, OBSERVATIONS)[0],
            choice("autoreset", autoreset, AUTORESETS), integer("max_plies", max_plies, 0, 2**31 - 1),
            1 if chess960 else 0, integer("workers", workers, 0, 2**16), text, len(text),
        )
        handle = ctypes.c_uint64()
        call("env_new", n, ctypes.byref(options), handle)
        self._own(handle.value, {
            "actions": actions, "observation": observation, "form": form, "autoreset": autoreset, "chess960": bool(chess960),
            "copy": bool(copy), "render_mode": render_mode,
        })
        self._start(seed)
        self._fresh = True  # no game was played since the seed was set

    def _own(self, handle: int, settings: Dict[str, Any]) -> None:
        """Makes self the owner of a handle. settings is what the library does not store."""
        self._handle = handle
        self._finalizer = weakref.finalize(self, _library.free, "env_free", handle)
        self.closed = False
        self._settings = settings
        self._fresh = False
        self.autoreset: str = settings["autoreset"]
        self.render_mode: Optional[str] = settings["render_mode"]
        self._form, self._dtype = FORMS[settings["form"]]
        sizes = [ctypes.c_size_t() for _ in range(4)]
        call("env_sizes", handle, *sizes)
        self.num_envs, self.action_count, self.mask_words, self.planes = [size.value for size in sizes]
        n = self.num_envs
        self._shape: Tuple[int, ...] = (n, self.planes) if self._form == 0 else (n, self.planes, 8, 8)
        self._final = self.autoreset == "same-step"
        mode: Any = self.autoreset
        if AutoresetMode is not None:
            mode = AutoresetMode[mode.upper().replace("-", "_")]
        self.metadata: Dict[str, Any] = {"autoreset_mode": mode, "render_modes": ["ansi", "rgb_array"], "render_fps": 2}
        # What a step reads and writes has fixed addresses, since finding one takes longer than a step of a game.
        self._given = np.zeros(n, np.int32)
        self._results = (
            np.zeros(n, np.float32), np.zeros(n, np.bool_), np.zeros(n, np.bool_), np.zeros(n, np.uint8), np.zeros(n, np.bool_),
        )
        self._known = np.ones(n, np.bool_)
        self._addresses = [self._given.ctypes.data, n] + [a.ctypes.data for a in self._results]
        self._lock = threading.RLock()
        self._pool: List[Array] = []
        self._bytes = int(np.prod(self._shape)) * np.dtype(self._dtype).itemsize
        self._copies: bool = settings["copy"]
        self._buffer: Optional[Tuple[Array, int]] = None
        if not self._copies or self._bytes < 1 << 17:  # small observations are copied from one buffer
            self._buffer = self._new()
        self._owned: Set[str] = {*self.__dict__, "_owned"}

    def _start(self, seed: int) -> None:
        """Starts new games. The generator of random numbers is for wrappers of Gymnasium."""
        seed = integer("seed", seed, 0, 2**64 - 1)
        call("env_reset", self._handle, seed)
        self._np_random, self._np_random_seed = np.random.default_rng(seed), seed

    def _more(self) -> Dict[str, Any]:
        """Returns the attributes that a copy has besides those of _own. It makes its own spaces."""
        more = {k: v for k, v in self.__dict__.items() if k not in self._owned and not k.endswith("_space")}
        return {**more, "_fresh": self._fresh}

    @classmethod
    def _of(cls, handle: ctypes.c_uint64, settings: Dict[str, Any]) -> "VectorEnv":
        env = cls.__new__(cls)
        env._own(handle.value, dict(settings))
        return env

    def _new(self) -> Tuple[Array, int]:
        """Returns an array for an observation, and its address, which is divisible by 64.

        The memory of large ones is used again as soon as nobody has it: the system takes longer to provide new
        memory than the library to fill it.
        """
        with self._lock:
            for k in range(len(self._pool)):
                if sys.getrefcount(self._pool[k]) == _UNUSED:
                    owner = self._pool[k]
                    break
            else:
                owner = np.empty(self._bytes + 64, np.uint8)
                if _UNUSED and len(self._pool) < 3:
                    self._pool.append(owner)
            address = owner.ctypes.data
            first = -address % 64
            array: Array = owner[first : first + self._bytes].view(self._dtype).reshape(self._shape)
        return array, address + first

    def _observed(self) -> Array:
        """Returns the observation, in a new array if the option copy is True."""
        array, address = self._buffer or self._new()
        if self._bytes:
            call("env_observe", self._handle, self._form, 0, address, self._bytes)
        return array.copy() if self._buffer and self._copies else array

    # Gymnasium

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Array, Dict[str, Any]]:
        """Starts new games and returns their observation and an empty dict.

        Without seed, the random streams continue, and the first reset after the constructor returns the games
        that the constructor started. With options {"reset_mask": which}, bool[n], only these games start anew.
        Other options raise ValueError.
        """
        for name in options or ():
            if name != "reset_mask":
                raise ValueError(f"options: expected reset_mask, found {name!r}")
        if options is not None and "reset_mask" in options:
            if seed is not None:
                raise ValueError("seed: expected None with a reset_mask, because a seed applies to all games")
            which = flags("reset_mask", options["reset_mask"], (self.num_envs,))
            call("env_reset_games", self._handle, which.ctypes.data, which.size)
        elif seed is not None:
            self._start(seed)
        elif not self._fresh:
            which = np.ones(self.num_envs, np.bool_)
            call("env_reset_games", self._handle, which.ctypes.data, which.size)
        self._fresh = False
        return self._observed(), {}

    def step(self, actions: npt.ArrayLike) -> Step:
        """Plays actions[i], int32[n], in game i.

        Returns the observation; reward, float32[n], 1 if the move gave checkmate, otherwise 0, the view of the
        side that moved; terminated, bool[n], the game ended by the rules; truncated, bool[n], it ended by
        max_plies; and info with

        - "outcome", uint8[n]: why the game ended, an index of OUTCOMES;
        - "illegal", bool[n]: the action was not legal, and nothing changed in this game. :meth:`explain` has the
          reason;
        - "_outcome" and "_illegal", bool[n]: True, since Gymnasium's wrappers expect that they say which values there are;
        - "final_obs", with autoreset "same-step" if a game ended: its last observation, in an array like the
          observation, and "_final_obs", bool[n]: which games ended; "final_info" with their outcomes, and "_final_info".
        """
        self._fresh = False
        n = self.num_envs
        if not (type(actions) is np.ndarray and actions.dtype == np.int32 and actions.shape == (n,)):
            actions = values("actions", actions, (n,), np.int32)
        with self._lock:
            self._given[:] = actions
            call("env_step", self._handle, *self._addresses)
            reward, terminated, truncated, outcome, illegal = self._results
            if self._copies:
                reward, terminated, truncated = reward.copy(), terminated.copy(), truncated.copy()
                outcome, illegal = outcome.copy(), illegal.copy()
            observation = self._observed()
        known = self._known.copy() if self._copies else self._known
        info: Dict[str, Any] = {"outcome": outcome, "illegal": illegal, "_outcome": known, "_illegal": known}
        if self._final:
            ended = terminated | truncated
            if ended.any():
                info["final_obs"] = self.observe(np.zeros(self._shape, self._dtype), final=True)
                info["final_info"] = {"outcome": outcome, "_outcome": ended}
                info["_final_obs"] = info["_final_info"] = ended
        return Step(observation, reward, terminated, truncated, info)

    def close(self, **kwargs: Any) -> None:
        """Frees the games. Later calls raise an exception. It may be called twice."""
        self.closed = True
        self._finalizer()

    def render(self) -> Optional[Tuple[Any, ...]]:
        """Returns a text or a picture, uint8[256, 256, 3], of each game; None without a render_mode.

        ``env.take([0]).render()`` is only the first game.
        """
        draw = RENDER_MODES[self.render_mode]
        return None if draw is None else tuple(map(draw, self.fens()))

    def call(self, name: str, *args: Any, **kwargs: Any) -> Tuple[Any, ...]:
        """Returns a tuple of what a method returns for each game: ``env.call("fens")``, ``env.call("plies")``."""
        value = getattr(self, name)
        result = value(*args, **kwargs) if callable(value) else [value] * self.num_envs
        if len(result) != self.num_envs:
            raise ValueError(f"name: expected a method with a result for each game, found {name!r}")
        return tuple(result)

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __len__(self) -> int:
        return self.num_envs

    def __repr__(self) -> str:
        return f"<koggestone.VectorEnv of {self.num_envs} games>"

    @cached_property
    def single_observation_space(self) -> Any:
        """The space of the observation of one game. This and the other spaces need gymnasium."""
        from gymnasium.spaces import Box

        high = {0: 2**64 - 1, 1: 255, 2: 65535.0}[self._form]
        return Box(0, high, self._shape[1:], self._dtype)

    @cached_property
    def single_action_space(self) -> Any:
        """The space of the actions of one game."""
        from gymnasium.spaces import Discrete

        return Discrete(self.action_count)

    @cached_property
    def observation_space(self) -> Any:
        """The space of the observations of all games."""
        from gymnasium.vector.utils import batch_space

        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:
        """The space of the actions of all games."""
        from gymnasium.vector.utils import batch_space

        return batch_space(self.single_action_space, self.num_envs)

    @property
    def unwrapped(self) -> "VectorEnv":
        """This environment."""
        return self

    # State

    def take(self, indices: npt.ArrayLike) -> "VectorEnv":
        """Returns an environment of copies of the games with the given indices, int64[k].

        The indices may be in any order and may be repeated, so that games branch in a tree search. A copy has the
        history, repetitions and random stream of its game; copies of one game draw equal samples until
        :meth:`seed` is called.
        """
        chosen = _indices(indices)
        handle = ctypes.c_uint64()
        call("env_take", self._handle, chosen.ctypes.data, chosen.size, handle)
        return type(self)._of(handle, self._settings)

    def put(self, indices: npt.ArrayLike, other: "VectorEnv") -> None:
        """Replaces game indices[k] by a copy of game k of other, which has the same observation, autoreset and max_plies."""
        if not isinstance(other, VectorEnv):
            raise TypeError(f"other: expected a VectorEnv, found {type(other).__name__}")
        chosen = _indices(indices)
        call("env_put", self._handle, chosen.ctypes.data, chosen.size, other._handle)
        self._fresh = False

    def copy(self) -> "VectorEnv":
        """Returns an independent environment that continues in the same way."""
        return self.__deepcopy__({})

    def __copy__(self) -> "VectorEnv":
        return self.copy()

    def __deepcopy__(self, memo: Dict[int, Any]) -> "VectorEnv":
        copied = self.take(np.arange(self.num_envs))
        memo[id(self)] = copied
        copied.__dict__.update(copy.deepcopy(self._more(), memo))
        return copied

    def __reduce__(self) -> Any:
        return _library.unpickled, (_restored, type(self), self.save(), self._settings), self._more()

    def seed(self, seed: int) -> None:
        """Sets the random streams of all games, and changes nothing else."""
        call("env_seed", self._handle, integer("seed", seed, 0, 2**64 - 1))

    def save(self) -> bytes:
        """Returns the state of all games, from which :meth:`restore` makes an environment, also on another computer."""
        length = ctypes.c_size_t()
        call("env_save", self._handle, None, 0, length)
        while True:  # another thread may play meanwhile
            data = np.empty(length.value + 4096, np.uint8)
            try:
                call("env_save", self._handle, data.ctypes.data, data.size, length)
            except _library.SpaceError:
                continue
            return data[: length.value].tobytes()

    @classmethod
    def restore(
        cls, data: bytes, *, form: str = "packed", copy: bool = True, render_mode: Optional[str] = None,
    ) -> "VectorEnv":
        """Returns an environment with the state that :meth:`save` returned.

        The other options are part of the state. Damaged data raise ValueError. To return to an earlier state of an
        environment: ``env.put(range(len(env)), VectorEnv.restore(data))``.
        """
        choice("form", form, FORMS)
        choice("render_mode", render_mode, RENDER_MODES)
        given = np.frombuffer(data, np.uint8)
        handle = ctypes.c_uint64()
        call("env_restore", given.ctypes.data, given.size, handle)
        # The options follow the name of the format and its version, see env/state.go.
        tables: Tuple[Dict[str, Any], ...] = (ACTIONS, OBSERVATIONS, AUTORESETS)
        named = [list(names)[given[16 + k]] for k, names in enumerate(tables)]
        return cls._of(handle, {
            "actions": named[0], "observation": named[1], "form": form, "autoreset": named[2], "chess960": bool(given[19]),
            "copy": bool(copy), "render_mode": render_mode,
        })

    def set_positions(
        self, indices: npt.ArrayLike, positions: Batch, history: Optional[History] = None
    ) -> None:
        """Replaces game indices[k] by a game at position k of a batch.

        history is the earlier positions, as :meth:`Batch.planes` expects them. The game is then as if it had started at
        the oldest of them: plies, clocks and repetitions count from there. After an error nothing has changed.
        """
        chosen = _indices(indices)
        earlier, offsets = history_arguments(positions, history)
        call(
            "env_set_positions", self._handle, chosen.ctypes.data, chosen.size, positions._handle, earlier, offsets.ctypes.data,
            offsets.size,
        )
        self._fresh = False

    # Actions as texts

    def moves(self, actions: npt.ArrayLike) -> npt.NDArray[np.uint16]:
        """Returns uint16[n]: the move of actions[i] in game i, or 0 if it is not legal."""
        name = self._settings["actions"]
        if name != "moves":
            return self.positions().policy_moves(name, actions)
        given = values("actions", actions, (self.num_envs,), np.int32)
        positions = self.positions()
        fitting = np.where((given > 0) & (given < 2**16), given, 0).astype(np.uint16)
        return np.where(positions.policy_indices("alphazero", fitting) < 0, 0, fitting).astype(np.uint16)

    def actions_of(self, moves: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """Returns int32[n]: the action of moves[i] in game i, or -1 if it is not legal."""
        name = self._settings["actions"]
        indices = self.positions().policy_indices("alphazero" if name == "moves" else name, moves)
        if name != "moves":
            return indices
        return np.where(indices < 0, -1, np.asarray(moves)).astype(np.int32)

    def uci(self, actions: npt.ArrayLike) -> List[str]:
        """Returns actions[i] of game i in UCI's notation, "0000" if it is not legal. In games of Chess960 castling
        is always king takes rook."""
        return to_uci(self.moves(actions), self._settings["chess960"])

    def san(self, actions: npt.ArrayLike) -> List[str]:
        """Returns actions[i] of game i, which must be legal, in standard algebraic notation."""
        return self.positions().san(self.moves(actions))

    def parse_uci(self, texts: Sequence[str]) -> npt.NDArray[np.int32]:
        """Returns int32[n]: the action that texts[i] names in game i, in UCI's notation."""
        return self.actions_of(self.positions().parse_uci(texts))

    def parse_san(self, texts: Sequence[str]) -> npt.NDArray[np.int32]:
        """Returns int32[n]: the action that texts[i] names in game i, in standard algebraic notation."""
        return self.actions_of(self.positions().parse_san(texts))

    # Chess

    def _fill(self, name: str, out: Optional[Array], shape: Tuple[int, ...], dtype: Any) -> Array:
        array = output("out", out, shape, dtype)
        call(name, self._handle, array.ctypes.data, array.size)
        return array

    def observe(self, out: Optional[Array] = None, *, final: bool = False) -> Array:
        """Returns the observation of all games.

        With final, for autoreset "same-step", it sets only the rows of games that ended in the last step, to their last
        observation.
        """
        if out is None:
            out = np.zeros(self._shape, self._dtype) if final else self._new()[0]
        array = output("out", out, self._shape, self._dtype)
        if array.size or final and not self._final:
            call("env_observe", self._handle, self._form, 1 if final else 0, array.ctypes.data, array.nbytes)
        return array

    def sample(self, out: Optional[Array] = None) -> npt.NDArray[np.int32]:
        """Returns int32[n]: a legal action of each game, drawn with equal probabilities; 0 if it is over."""
        return self._fill("env_sample", out, (self.num_envs,), np.int32)

    def masks(self, out: Optional[Array] = None) -> npt.NDArray[np.uint64]:
        """Returns uint64[n, words]: bit ``a % 64`` of word ``a // 64`` is 1 if action a is legal.

        There are 73 words for "alphazero", 30 for "leela", and none for "moves", which raises ValueError.
        A game that is over has no legal action. With autoreset "next-step" its mask has action 0 alone, so that an
        action can be drawn from each mask; the step ignores it. With "disabled" its mask is empty.
        """
        return self._fill("env_masks", out, (self.num_envs, self.mask_words), np.uint64)

    def action_masks(self, out: Optional[Array] = None) -> npt.NDArray[np.bool_]:
        """Returns bool[n, actions]: the bits of :meth:`masks`."""
        return self._fill("env_mask_bytes", out, (self.num_envs, self.action_count), np.bool_)

    def legal_counts(self, out: Optional[Array] = None) -> npt.NDArray[np.uint16]:
        """Returns uint16[n]: the number of legal moves in each game, 0 if it is over."""
        return self._fill("env_legal_counts", out, (self.num_envs,), np.uint16)

    def legal_moves(self) -> Tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint32]]:
        """Returns moves and offsets as :meth:`Batch.legal_moves` does, without moves of games that are over."""
        moves = np.empty(int(self.legal_counts().sum(dtype=np.int64)), np.uint16)
        offsets = np.empty(self.num_envs + 1, np.uint32)
        call("env_legal_moves", self._handle, moves.ctypes.data, moves.size, offsets.ctypes.data, offsets.size)
        return moves, offsets

    def explain(self, game: int, action: int) -> Optional[str]:
        """Returns the reason why an action is not legal in a game, or None if its bit of :meth:`masks` is 1."""
        game = integer("game", game, 0, self.num_envs - 1)
        action = integer("action", action, -(2**31), 2**31 - 1)
        try:
            call("env_check", self._handle, game, action)
        except ValueError as e:
            return str(e)
        return None

    def positions(self, *, final: bool = False) -> Batch:
        """Returns a copy of the positions.

        With final, for autoreset "same-step", these are the last positions of the games that ended most recently.
        """
        handle = ctypes.c_uint64()
        call("env_positions", self._handle, 1 if final else 0, handle)
        return Batch._of(handle)

    def fens(self) -> List[str]:
        """Returns the FEN of each game."""
        return self.positions().fens()

    def set_fen(self, game: int, fen: str) -> None:
        """Starts a game anew at the position of a FEN."""
        call("env_set_fen", self._handle, integer("game", game, 0, self.num_envs - 1), _library.text("fen", fen))
        self._fresh = False

    def plies(self, out: Optional[Array] = None) -> npt.NDArray[np.uint32]:
        """Returns uint32[n]: the number of plies since the start of each game."""
        return self._fill("env_plies", out, (self.num_envs,), np.uint32)

    def repetitions(self, out: Optional[Array] = None) -> npt.NDArray[np.uint8]:
        """Returns uint8[n]: how often the position of each game occurred before in it, 0 to 2."""
        return self._fill("env_repetitions", out, (self.num_envs,), np.uint8)


def _indices(indices: npt.ArrayLike) -> npt.NDArray[np.int64]:
    given = np.asarray(indices)
    return values("indices", indices if given.size == 0 else given, (given.size,), np.int64)


def _restored(cls: Any, data: bytes, settings: Dict[str, Any]) -> VectorEnv:
    env: VectorEnv = cls.restore(data, **{name: settings[name] for name in ("form", "copy", "render_mode")})
    return env


def make_vec(num_envs: int = 1, **kwargs: Any) -> VectorEnv:
    """Returns a VectorEnv: the entry point of "koggestone/Chess-v0" for gymnasium.make_vec."""
    return VectorEnv(num_envs, **kwargs)


if AutoresetMode is not None and not TYPE_CHECKING:
    from gymnasium.envs.registration import register, registry

    if "koggestone/Chess-v0" not in registry:
        register("koggestone/Chess-v0", vector_entry_point="koggestone._env:make_vec")
