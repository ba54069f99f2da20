"""Many games side by side, for reinforcement learning."""

from __future__ import annotations

import copy
import ctypes
import sys
import threading
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from . import _library
from ._batch import FORMS, OBSERVATIONS, OUTCOMES, Batch, History, choice, history_arguments, to_uci
from ._draw import board_image, board_text
from ._library import Array, address, call, filled, functions, integer, lined, local, output, values

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as _VectorEnv

    class Base(_VectorEnv[Array, npt.ArrayLike, Any]):
        """What type checkers see."""
else:
    try:
        from gymnasium.vector import AutoresetMode
        from gymnasium.vector import VectorEnv as Base
    except ImportError:
        Base, AutoresetMode = object, None

ACTIONS = {"alphazero": 0, "leela": 1, "moves": 2}
AUTORESETS = {"next-step": 0, "same-step": 1, "disabled": 2}
ILLEGAL = {"keep": 0, "end": 1}
MASKS: Dict[Any, Any] = {None: None, "packed": None, "bool": None}
RENDER_MODES: Dict[Any, Any] = {None: None, "ansi": board_text, "rgb_array": board_image}


# The reference count of an object that only a list refers to, or 0 if counts mean nothing.
_UNUSED = 0
if sys.implementation.name == "cpython" and getattr(sys, "_is_gil_enabled", lambda: True)():
    _pool = [np.empty(1)]
    _UNUSED = sys.getrefcount(_pool[0])
_copy: Any = np.ndarray.copy


class Step(NamedTuple):
    """What :meth:`VectorEnv.step` returns: Gymnasium's five values."""

    observation: Array
    reward: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    info: Dict[str, Any]


@lru_cache(None)
def _metadata(autoreset: str) -> Dict[str, Any]:
    mode: Any = autoreset if AutoresetMode is None else AutoresetMode[autoreset.upper().replace("-", "_")]
    return {"autoreset_mode": mode, "render_modes": ["ansi", "rgb_array"], "render_fps": 2}


class VectorEnv(Base):
    """n games of chess side by side: a vector environment of Gymnasium.

    If Gymnasium 1.1 or newer is installed, this is a subclass of gymnasium.vector.VectorEnv, so that its wrappers accept it, and
    ``gymnasium.make_vec("koggestone/Chess-v0", num_envs=n)`` makes one. Without it, the class has the same methods
    except for the spaces.

    n: the number of games.
    seed: start positions and samples depend on it alone.
    actions: "alphazero", an index from 0 to 4671; "leela", 0 to 1857; or "moves", a move as a number.
    observation: "alphazero", 119 planes; "leela" and "leela-fen-only", 112 planes; or "none", 0 planes: :meth:`Batch.planes`
        lists them.
    form: "packed", observations are uint64[n, planes], bit 8 * rank + file, and a plane of a count is the number
        itself; "uint8" or "float32", they are [n, planes, 8, 8], ranks from the mover's first, and a plane of a
        count has it on all squares (uint8: at most 255).
    autoreset: when a new game replaces one that is over. "next-step": the step after its last one ignores the
        action, starts a new game and has reward 0; until then the mask of the game has action 0 alone.
        "same-step": its last step also starts a new game; ``info["final_obs"]`` has the last observation.
        "disabled": ``reset(options={"reset_mask": which})``; until then the game has no legal action.
    max_plies: a game is truncated after this number of plies, illegal actions included; 0: no limit.
    starts: FENs, one drawn at random for each game; without any, the standard position.
    allow_over: True: games may start at positions where they are over, such as mates. Not with "same-step".
    chess960: start positions are drawn from the 960 of Chess960.
    workers: the number of threads that a call may use; 0: one for each CPU.
    copy: True: each step returns new arrays. False: it returns the same arrays with new contents.
    masks: :meth:`reset` and :meth:`step` have the masks of the next actions in ``info["action_mask"]``: "packed", as
        :meth:`masks`; "bool", as :meth:`action_masks`; None, they do not.
    illegal: what an illegal action does. "keep": nothing changes in its game. "end": the game is over, with reward -1.
    both_rewards: True: ``info["rewards"]`` has the rewards of White and of Black.
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
        masks: Optional[str] = None, illegal: str = "keep", both_rewards: bool = False, allow_over: bool = False,
    ) -> None:
        text = _library.lines("starts", starts)
        options = _library.COptions(
            choice("actions", actions, ACTIONS), choice("observation", observation, OBSERVATIONS)[0],
            choice("autoreset", autoreset, AUTORESETS), integer("max_plies", max_plies, 0, 2**31 - 1),
            1 if chess960 else 0, integer("workers", workers, 0, 2**16), choice("illegal", illegal, ILLEGAL),
            1 if allow_over else 0, text, len(text),
        )
        own = {"form": form, "copy": copy, "render_mode": render_mode, "masks": masks, "both_rewards": both_rewards}
        self._make(own, None, 0, "env_new", integer("n", n, 1, 1 << 24), ctypes.byref(options))
        self._start(integer("seed", seed, 0, 2**64 - 1))
        self._fresh = True  # no game was played since the seed was set

    def _make(self, own: Dict[str, Any], like: Optional["VectorEnv"], n: int, name: str, *args: Any) -> "VectorEnv":
        """Makes self the owner of the games that a function of the library makes.

        own is the options that the library does not store. There are n games with the other options of like, or the library is asked.
        """
        handle = ctypes.c_uint64()
        call(name, *args, handle)
        self._handle, self._owner = handle.value, _library.Handle("env", handle.value)
        if like is None:
            options, sizes = _library.COptions(), [ctypes.c_size_t() for _ in range(4)]
            call("env_options_of", self._handle, ctypes.byref(options))
            call("env_sizes", self._handle, *sizes)
            n, *kind = (size.value for size in sizes)
            self._kind = list(AUTORESETS)[options.autoreset], bool(options.chess960), *kind
            choice("render_mode", own["render_mode"], RENDER_MODES)
            choice("masks", own["masks"], MASKS)
            if own["masks"] and not sizes[2].value:
                raise ValueError("masks: expected None with the actions of moves, which have no masks")
        else:
            self._kind = like._kind
        self.autoreset, self._chess960, self.action_count, self.mask_words, self.planes = self._kind
        self.num_envs = n
        self.closed, self._fresh, self._own, self._copies = False, False, own, bool(own["copy"])
        self.metadata, self.render_mode = _metadata(self.autoreset), own["render_mode"]
        self._form, self._dtype = choice("form", own["form"], FORMS)
        self._shape: Tuple[int, ...] = (n, self.planes) if self._form == 0 else (n, self.planes, 8, 8)
        self._lock = threading.RLock()
        self._pool: List[Array] = []
        # What a step reads and writes has fixed addresses, since finding one takes longer than a step of a game.
        self._turn = turn = _library.CTurn(count=n, play=1, form=self._form)

        def fixed(name: str, dtype: Any, *shape: int) -> Array:
            array = np.zeros((n, *shape), dtype)
            setattr(turn, name, address(array))
            return array

        self._given = fixed("actions", np.int32)
        self._results = [fixed("rewards", np.float32)] + [fixed(name, np.bool_) for name in ("terminated", "truncated", "illegal")]
        self._results.append(fixed("outcomes", np.uint8))
        self._names = ["illegal", "outcome"]  # results that are in info
        if own["both_rewards"]:
            self._names.append("rewards")
            self._results.append(fixed("both_rewards", np.float32, 2))
        if own["masks"]:
            self._names.append("action_mask")
            self._results.append(
                fixed("masks", np.uint64, self.mask_words) if own["masks"] == "packed" else fixed("mask_bytes", np.bool_, self.action_count))
        self._known = np.ones(n, np.bool_)
        self._known.flags.writeable = False
        self._which = ["_" + name for name in self._names]
        self._info = self._named(self._results, n)  # of steps that return the same arrays
        self._bytes = int(np.prod(self._shape[1:])) * n * np.dtype(self._dtype).itemsize
        self._buffer: Optional[Array] = None
        if not self._copies or self._bytes < 1 << 17:  # small observations are copied from one buffer
            self._buffer = self._new()
            turn.planes = address(self._buffer) if self._bytes else None
        self._pointer = ctypes.addressof(turn)
        return self

    def _start(self, seed: int) -> None:
        """Starts new games. The generator of random numbers is for wrappers of Gymnasium."""
        call("env_reset", self._handle, seed)
        self._np_random, self._np_random_seed = np.random.default_rng(seed), seed

    @classmethod
    def _of(cls, own: Dict[str, Any], like: Optional["VectorEnv"], n: int, name: str, *args: Any) -> "VectorEnv":
        return cls.__new__(cls)._make(own, like, n, name, *args)

    def _new(self) -> Array:
        """Returns an array for an observation, at an address divisible by 64.

        The memory of large ones is used again as soon as nobody has it: the system takes longer to provide new
        memory than the library to fill it.
        """
        with self._lock:
            for k in range(len(self._pool)):
                if sys.getrefcount(self._pool[k]) == _UNUSED:
                    return lined(self._shape, self._dtype, self._pool[k])
            memory = np.empty(self._bytes + 64, np.uint8)
            if _UNUSED and len(self._pool) < 3:
                self._pool.append(memory)
            return lined(self._shape, self._dtype, memory)

    def _do(self, turn: _library.CTurn, pointer: int, k: int) -> Tuple[Array, List[Array]]:
        """Does a turn for k games. Returns the observation and the results."""
        array, results = self._buffer, self._results
        if array is None or k != self.num_envs:
            array = self._new() if k == self.num_envs else lined((k, *self._shape[1:]), self._dtype)
            turn.planes = address(array) if array.size else None
        code = functions["env_step"](self._handle, pointer, local.address)
        if code:
            _library.failed(code)
        if k != self.num_envs:
            results = [a[:k] for a in results]
        if self._copies:
            results = list(map(_copy, results))
            if array is self._buffer:
                array = array.copy()
        return array, results

    def _named(self, results: List[Array], k: int) -> Dict[str, Any]:
        """Returns results for k games by their names in info, with names for Gymnasium."""
        known = self._known if k == self.num_envs else self._known[:k]
        return {**dict(zip(self._names, results[3:])), **dict.fromkeys(self._which, known)}

    # Gymnasium

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Array, Dict[str, Any]]:
        """Starts new games and returns their observation and a dict, which has the masks if the option masks is set.

        Without seed, the random streams continue, and the first reset after the constructor returns the games
        that the constructor started. The options are:

        - "reset_mask", bool[n]: only these games start anew.
        - "starts": FENs that replace the option starts of the constructor: each game that starts from now on draws one of them.
          To choose the position of each game, use :meth:`set_positions`.

        Others raise ValueError.
        """
        options = options or {}
        for name in options:
            if name not in ("reset_mask", "starts"):
                raise ValueError(f"options: expected reset_mask or starts, found {name!r}")
        if "reset_mask" in options and seed is not None:
            raise ValueError("seed: expected None with a reset_mask, because a seed applies to all games")
        which = values("reset_mask", options.get("reset_mask", self._known), (self.num_envs,), np.bool_)
        if seed is not None:
            seed = integer("seed", seed, 0, 2**64 - 1)
        if "starts" in options:
            text = _library.lines("starts", options["starts"])
            call("env_set_starts", self._handle, text, len(text))
        if seed is not None:
            self._start(seed)
        elif not self._fresh or options:
            call("env_reset_games", self._handle, address(which), which.size)
        self._fresh = False
        with self._lock:
            turn = _library.CTurn.from_buffer_copy(self._turn)
            turn.play = 0
            observation, results = self._do(turn, ctypes.addressof(turn), self.num_envs)
        info = {"action_mask": results[-1], "_action_mask": self._known} if self._own["masks"] else {}
        return observation, info

    def step(self, actions: Optional[npt.ArrayLike] = None, *, games: Optional[npt.ArrayLike] = None) -> Step:
        """Plays actions[i], int32[n], in game i. Without actions, :meth:`sample` draws them, and ``info["action"]`` has them.

        With games, indices or bool[n], only these games are played, for example those that wait for no network. Then actions
        and all results have their number and order.

        Returns the observation; reward, float32[n], the view of the side that moved: 1 if the move gave checkmate, -1 if an
        illegal action ended the game, otherwise 0; terminated, bool[n], the game ended by the rules or by an illegal action;
        truncated, bool[n], it ended by max_plies; and info with

        - "outcome", uint8[n]: why the game ended, an index of OUTCOMES;
        - "illegal", bool[n]: the action was not legal. :meth:`explain` has the reason, as long as the game goes on;
        - "action_mask" and "rewards", as the options masks and both_rewards say;
        - "_outcome" and others, bool[n]: True, since Gymnasium's wrappers expect that they say which values there are;
        - "final_obs", with autoreset "same-step" if a game ended: its last observation, in an array like the
          observation, and "_final_obs", bool[n]: which games ended; "final_info" with their outcomes, and "_final_info".
        """
        with self._lock:
            turn, pointer, k = self._turn, self._pointer, self.num_envs
            turn.sample = actions is None
            if games is not None:
                chosen = _library.indices("games", games, self)
                turn, k = _library.CTurn.from_buffer_copy(turn), chosen.size
                turn.games, turn.count, pointer = address(chosen) or pointer, k, ctypes.addressof(turn)
            if actions is not None:
                if not (type(actions) is np.ndarray and actions.dtype == np.int32 and actions.shape == (k,)):
                    actions = values("actions", actions, (k,), np.int32)
                self._given[:k] = actions
            self._fresh = False
            observation, results = self._do(turn, pointer, k)
            reward, terminated, truncated = results[:3]
            info = self._info.copy() if results is self._results else self._named(results, k)
            if actions is None:
                given = self._given if k == self.num_envs else self._given[:k]
                info["action"], info["_action"] = given.copy() if self._copies else given, info["_outcome"]
            if self.autoreset == "same-step" and turn.ended:
                info["final_obs"] = final = np.zeros((k, *self._shape[1:]), self._dtype)
                info["_final_obs"] = info["_final_info"] = ended = np.logical_or(terminated, truncated)
                info["final_info"] = {"outcome": info["outcome"], "_outcome": ended}
                if final.size:
                    last = _library.CTurn(turn.games, turn.count, form=self._form, final=1, actions=turn.actions, planes=address(final))
                    call("env_step", self._handle, ctypes.addressof(last))
        return tuple.__new__(Step, (observation, reward, terminated, truncated, info))

    def close(self, **kwargs: Any) -> None:
        """Frees the games. Later calls raise an exception. It may be called twice."""
        self.closed = True
        self._owner.free()

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

        return Box(0, (2**64 - 1, 255, 65535.0)[self._form], self._shape[1:], self._dtype)

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

    def take(self, indices: npt.ArrayLike, out: Optional["VectorEnv"] = None) -> "VectorEnv":
        """Returns an environment of copies of the games with the given indices, int64[k], negative ones from the end, or for
        which a bool[n] is true.

        The indices may be in any order and may be repeated, so that games branch in a tree search. A copy has the
        history, repetitions and random stream of its game; copies of one game draw equal samples until
        :meth:`seed` is called. out is an environment of k games with the same options, which are replaced: this is faster, and
        without garbage.
        """
        chosen = _library.indices("indices", indices, self)
        if out is None:
            return self._of(self._own, self, chosen.size, "env_take", self._handle, address(chosen), chosen.size)
        if _env("out", out).num_envs != chosen.size:
            raise ValueError(f"out: expected an environment of {chosen.size} games, found {out.num_envs}")
        call("env_copy_games", out._handle, None, self._handle, address(chosen), chosen.size)
        out._fresh = False
        return out

    def put(self, indices: npt.ArrayLike, other: "VectorEnv") -> None:
        """Replaces game indices[k] by a copy of game k of other, which has the same observation, autoreset, max_plies, illegal and
        allow_over."""
        chosen = _library.indices("indices", indices, self)
        if chosen.size != _env("other", other).num_envs:
            raise ValueError(f"indices: expected {other.num_envs}, one for each game, found {chosen.size}")
        call("env_copy_games", self._handle, address(chosen), other._handle, None, chosen.size)
        self._fresh = False

    def copy_games(self, dst: npt.ArrayLike, src: npt.ArrayLike) -> None:
        """Replaces game dst[k] by a copy of game src[k], for all k, as ``array[dst] = array[src]`` does."""
        to, of = _library.indices("dst", dst, self), _library.indices("src", src, self)
        if to.size != of.size:
            raise ValueError(f"src: expected {to.size} indices, as in dst, found {of.size}")
        call("env_copy_games", self._handle, address(to), self._handle, address(of), to.size)
        self._fresh = False

    def copy(self) -> "VectorEnv":
        """Returns an independent environment that continues in the same way."""
        return self.__deepcopy__({})

    def __copy__(self) -> "VectorEnv":
        return self.copy()

    def __deepcopy__(self, memo: Dict[int, Any]) -> "VectorEnv":
        copied = self.take(np.arange(self.num_envs))
        memo[id(self)] = copied
        copied.__dict__.update(copy.deepcopy(self._attributes(copied), memo))
        return copied

    def _attributes(self, other: "VectorEnv") -> Dict[str, Any]:
        """Returns the attributes that a new environment does not have. It makes its own spaces."""
        more = {k: v for k, v in self.__dict__.items() if k not in other.__dict__ and not k.endswith("_space")}
        return {**more, "_fresh": self._fresh}

    def __reduce__(self) -> Any:
        return _library.unpickled, (_restored, type(self), self.save(), self._own), self._attributes(self.take([]))

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
                call("env_save", self._handle, address(data), data.size, length)
            except _library.SpaceError:
                continue
            return data[: length.value].tobytes()

    @classmethod
    def restore(
        cls, data: bytes, *, form: str = "packed", copy: bool = True, render_mode: Optional[str] = None,
        masks: Optional[str] = None, both_rewards: bool = False,
    ) -> "VectorEnv":
        """Returns an environment with the state that :meth:`save` returned.

        The other options are part of the state. Damaged data raise ValueError. To return to an earlier state of an
        environment: ``env.put(range(len(env)), VectorEnv.restore(data))``.
        """
        given = np.frombuffer(data, np.uint8)
        own = {"form": form, "copy": copy, "render_mode": render_mode, "masks": masks, "both_rewards": both_rewards}
        return cls._of(own, None, 0, "env_restore", given.ctypes.data, given.size)

    def set_positions(
        self, indices: npt.ArrayLike, positions: Batch, history: Optional[History] = None
    ) -> None:
        """Replaces game indices[k] by a game at position k of a batch.

        history is the earlier positions, as :meth:`Batch.planes` expects them. The game is then as if it had started at
        the oldest of them: plies, clocks and repetitions count from there. After an error nothing has changed.
        """
        chosen = _library.indices("indices", indices, self)
        earlier, offsets = history_arguments(positions, history)
        call(
            "env_set_positions", self._handle, address(chosen), chosen.size, positions._handle, earlier, address(offsets),
            offsets.size,
        )
        self._fresh = False

    # Actions as texts

    def moves(self, actions: npt.ArrayLike) -> npt.NDArray[np.uint16]:
        """Returns uint16[n]: the move of actions[i] in game i, or 0 if it is not legal."""
        given = values("actions", actions, (self.num_envs,), np.int32)
        return self._fill("env_moves", None, given.shape, np.uint16, address(given))

    def actions_of(self, moves: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """Returns int32[n]: the action of moves[i] in game i, or -1 if it is not legal."""
        given = values("moves", moves, (self.num_envs,), np.uint16)
        return self._fill("env_actions", None, given.shape, np.int32, address(given))

    def uci(self, actions: npt.ArrayLike) -> List[str]:
        """Returns actions[i] of game i in UCI's notation, "0000" if it is not legal. In games of Chess960 castling
        is always king takes rook."""
        return to_uci(self.moves(actions), self._chess960)

    def san(self, actions: npt.ArrayLike) -> List[str]:
        """Returns actions[i] of game i in standard algebraic notation, "--" if it is not legal."""
        return self.positions().san(self.moves(actions))

    def parse_uci(self, texts: Sequence[str]) -> npt.NDArray[np.int32]:
        """Returns int32[n]: the action that texts[i] names in game i, in UCI's notation; -1 for "0000" and if the game is over."""
        return self.actions_of(self.positions().parse_uci(self._read("0000", texts)))

    def parse_san(self, texts: Sequence[str]) -> npt.NDArray[np.int32]:
        """Returns int32[n]: the action that texts[i] names in game i, in standard algebraic notation; -1 for "--" and if the game
        is over."""
        return self.actions_of(self.positions().parse_san(self._read("--", texts)))

    def _read(self, none: str, texts: Sequence[str]) -> List[str]:
        """Returns texts with none, which is no move, for the games that are over."""
        over = self.outcomes()
        return [none if i < over.size and over[i] else text for i, text in enumerate(texts)]

    # Chess

    def _fill(self, name: str, out: Optional[Array], shape: Tuple[int, ...], dtype: Any, *before: Any) -> Array:
        return filled(name, self._handle, out, shape, dtype, *before)

    def observe(self, out: Optional[Array] = None, *, final: bool = False) -> Array:
        """Returns the observation of all games.

        With final, for autoreset "same-step", it sets only the rows of games that ended in the last step, to their last
        observation.
        """
        if out is None:
            out = np.zeros(self._shape, self._dtype) if final else self._new()
        array = output("out", out, self._shape, self._dtype)
        if array.size or final and self.autoreset != "same-step":
            call("env_observe", self._handle, self._form, 1 if final else 0, address(array), array.nbytes)
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
        call("env_legal_moves", self._handle, address(moves), moves.size, address(offsets), offsets.size)
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
        return Batch._of("env_positions", self._handle, 1 if final else 0)

    def fens(self) -> List[str]:
        """Returns the FEN of each game."""
        return self.positions().fens()

    def set_fen(self, game: int, fen: str) -> None:
        """Starts a game anew at the position of a FEN."""
        call("env_set_fen", self._handle, integer("game", game, 0, self.num_envs - 1), _library.text("fen", fen))
        self._fresh = False

    def outcomes(self, out: Optional[Array] = None) -> npt.NDArray[np.uint8]:
        """Returns uint8[n]: why each game is over, an index of OUTCOMES, 0 if it is not."""
        return self._fill("env_outcomes", out, (self.num_envs,), np.uint8)

    def plies(self, out: Optional[Array] = None) -> npt.NDArray[np.uint32]:
        """Returns uint32[n]: the number of plies since the start of each game."""
        return self._fill("env_plies", out, (self.num_envs,), np.uint32)

    def repetitions(self, out: Optional[Array] = None) -> npt.NDArray[np.uint8]:
        """Returns uint8[n]: how often the position of each game occurred before in it, 0 to 2."""
        return self._fill("env_repetitions", out, (self.num_envs,), np.uint8)


def _env(name: str, value: Any) -> VectorEnv:
    if not isinstance(value, VectorEnv):
        raise TypeError(f"{name}: expected a VectorEnv, found {type(value).__name__}")
    return value


def _restored(cls: Any, data: bytes, options: Dict[str, Any]) -> VectorEnv:
    env: VectorEnv = cls.restore(data, **options)
    return env


if hasattr(VectorEnv, "metadata") and not TYPE_CHECKING:
    from . import gymnasium  # noqa: E402, F401  registers the environments
