"""Many games side by side, for reinforcement learning."""

from __future__ import annotations

import ctypes
import weakref
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Tuple

import numpy as np
import numpy.typing as npt

from . import _library
from ._batch import Batch, choice
from ._library import call, flags, integer, output, values

ACTIONS = {"alphazero": 0, "leela": 1, "moves": 2}
OBSERVATIONS = {"alphazero": 0, "leela": 1, "none": 2}
FORMS: Dict[str, Tuple[int, Any]] = {"packed": (0, np.uint64), "uint8": (1, np.uint8), "float32": (2, np.float32)}
AUTORESETS = {"next-step": 0, "same-step": 1, "disabled": 2}

OUTCOMES = (
    "running", "checkmate", "stalemate", "insufficient material", "threefold repetition", "fifty moves", "ply limit",
)
"""The names of the values of ``info["outcome"]``."""


class Step(NamedTuple):
    """What :meth:`VectorEnv.step` returns: Gymnasium's five values."""

    observation: np.ndarray
    reward: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    info: Dict[str, Any]


class VectorEnv:
    """n games of chess side by side, with the methods of Gymnasium's vector environments.

    n: the number of games.
    seed: start positions and samples depend on it alone.
    actions: "alphazero", an index from 0 to 4671; "leela", 0 to 1857; or "moves", a move as a number.
    observation: "alphazero", 119 planes; "leela", 112 planes; or "none", 0 planes. The planes are those of
        package env of koggestone: 8 positions of history as the side to move sees them, then rights and clocks.
    form: "packed", observations are uint64[n, planes], bit 8 * rank + file, and a plane of a count is the number
        itself; "uint8" or "float32", they are [n, planes, 8, 8], ranks from the mover's first, and a plane of a
        count has it on all squares (uint8: at most 255).
    autoreset: when a new game replaces one that is over. "next-step": the step after its last one ignores the
        action, starts a new game and has reward 0; until then the mask of the game has action 0 alone.
        "same-step": its last step also starts a new game; ``info["final_obs"]`` has the last observation.
        "disabled": ``reset(options={"reset_mask": which})``; until then the game has no legal action.
    max_plies: a game is truncated after so many plies; 0: no limit.
    starts: FENs, one drawn at random for each game; without any, the standard position.
    chess960: start positions are drawn from the 960 of Chess960.
    workers: the number of threads that a call may use; 0: one for each CPU.
    copy: True: each step returns new arrays. False: it returns the same arrays with new contents, which is
        faster for large observations.

    An environment may be used by several threads; their calls run one after the other. Calls for different
    environments run in parallel, since they release the GIL.
    """

    def __init__(
        self, n: int, seed: int = 0, *, actions: str = "alphazero", observation: str = "alphazero",
        form: str = "packed", autoreset: str = "next-step", max_plies: int = 0, starts: Iterable[str] = (),
        chess960: bool = False, workers: int = 0, copy: bool = True,
    ) -> None:
        n = integer("n", n, 1, 1 << 24)
        self._form, self._dtype = choice("form", form, FORMS)
        text = _library.lines("starts", starts)  # type: ignore[arg-type]
        options = _library.COptions(
            choice("actions", actions, ACTIONS), choice("observation", observation, OBSERVATIONS),
            choice("autoreset", autoreset, AUTORESETS), integer("max_plies", max_plies, 0, 2**31 - 1),
            1 if chess960 else 0, integer("workers", workers, 0, 2**16), text, len(text),
        )
        seed = integer("seed", seed, 0, 2**64 - 1)
        handle = ctypes.c_uint64()
        call("env_new", n, ctypes.byref(options), handle)
        self._handle = handle.value
        self._finalizer = weakref.finalize(self, _library.free, "env_free", self._handle)
        self.autoreset = autoreset
        self.num_envs = n
        sizes = [ctypes.c_size_t() for _ in range(4)]
        call("env_sizes", self._handle, *sizes)
        _, self.action_count, self.mask_words, self.planes = [size.value for size in sizes]
        self._shape = (n, self.planes) if form == "packed" else (n, self.planes, 8, 8)
        self._final = autoreset == "same-step"
        self._buffers = None if copy else self._arrays()
        self._fresh = True  # no game was played since the seed was set
        call("env_reset", self._handle, seed)

    # Gymnasium

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Starts new games and returns their observation and an empty dict.

        Without seed, the random streams continue, except that the first reset after the constructor starts
        them. With options {"reset_mask": which}, bool[n], only these games start anew. Other options raise
        ValueError.
        """
        for name in options or ():
            if name != "reset_mask":
                raise ValueError(f"options: expected reset_mask, found {name!r}")
        if options is not None and "reset_mask" in options:
            if seed is not None:
                raise ValueError("seed: expected None with a reset_mask: a seed is that of all games")
            which = flags("reset_mask", options["reset_mask"], (self.num_envs,))
            call("env_reset_games", self._handle, which.ctypes.data, which.size)
        elif seed is not None:
            call("env_reset", self._handle, integer("seed", seed, 0, 2**64 - 1))
        elif not self._fresh:
            which = np.ones(self.num_envs, np.bool_)
            call("env_reset_games", self._handle, which.ctypes.data, which.size)
        self._fresh = False
        return self.observe(self._buffers[0] if self._buffers else None), {}

    def step(self, actions: npt.ArrayLike) -> Step:
        """Plays actions[i], int32[n], in game i.

        Returns the observation; reward, float32[n], 1 if the move gave checkmate, otherwise 0, the view of the
        side that moved; terminated, bool[n], the game ended by the rules; truncated, bool[n], it ended by
        max_plies; and info with

        - "outcome", uint8[n]: why the game ended, an index of OUTCOMES;
        - "illegal", bool[n]: the action was not legal, and nothing changed in this game. :meth:`explain` has the
          reason;
        - "final_obs", with autoreset "same-step" if a game ended: its last observation, in an array like the
          observation, and "_final_obs", bool[n]: which games ended.
        """
        self._fresh = False
        given = values("actions", actions, (self.num_envs,), np.int32)
        observation, reward, terminated, truncated, outcome, illegal = self._buffers or self._arrays()
        call(
            "env_step", self._handle, given.ctypes.data, given.size, reward.ctypes.data, terminated.ctypes.data,
            truncated.ctypes.data, outcome.ctypes.data, illegal.ctypes.data,
        )
        self.observe(observation)
        info: Dict[str, Any] = {"outcome": outcome, "illegal": illegal}
        if self._final:
            ended = terminated | truncated
            if ended.any():
                info["final_obs"] = self.observe(np.zeros(self._shape, self._dtype), final=True)
                info["_final_obs"] = ended
        return Step(observation, reward, terminated, truncated, info)

    def close(self) -> None:
        """Frees the games. Later calls raise an exception. It may be called twice."""
        self._finalizer()

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __len__(self) -> int:
        return self.num_envs

    def __reduce__(self) -> Any:
        # copy.copy and copy.deepcopy call this too.
        raise TypeError(
            "VectorEnv: an environment cannot be copied or pickled: make another VectorEnv with the same arguments "
            "and a seed, in a new process after it has started")

    def __repr__(self) -> str:
        return f"<koggestone.VectorEnv of {self.num_envs} games>"

    @property
    def single_observation_space(self) -> Any:
        """The space of the observation of one game. This and the other spaces need gymnasium."""
        from gymnasium.spaces import Box

        high = {0: 2**64 - 1, 1: 255, 2: 65535.0}[self._form]
        return Box(0, high, self._shape[1:], self._dtype)

    @property
    def single_action_space(self) -> Any:
        """The space of the actions of one game."""
        from gymnasium.spaces import Discrete

        return Discrete(self.action_count)

    @property
    def observation_space(self) -> Any:
        """The space of the observations of all games."""
        from gymnasium.vector.utils import batch_space

        return batch_space(self.single_observation_space, self.num_envs)

    @property
    def action_space(self) -> Any:
        """The space of the actions of all games."""
        from gymnasium.vector.utils import batch_space

        return batch_space(self.single_action_space, self.num_envs)

    @property
    def metadata(self) -> Dict[str, Any]:
        """The mode of automatic resets, as Gymnasium's enumeration if that is installed."""
        try:
            from gymnasium.vector import AutoresetMode
        except ImportError:
            return {"autoreset_mode": self.autoreset}
        return {"autoreset_mode": AutoresetMode[self.autoreset.upper().replace("-", "_")]}

    @property
    def unwrapped(self) -> "VectorEnv":
        """This environment."""
        return self

    # Chess

    def _arrays(self) -> Tuple[np.ndarray, ...]:
        n = self.num_envs
        return (
            np.empty(self._shape, self._dtype), np.empty(n, np.float32), np.empty(n, np.bool_),
            np.empty(n, np.bool_), np.empty(n, np.uint8), np.empty(n, np.bool_),
        )

    def _fill(self, name: str, out: Optional[np.ndarray], shape: Tuple[int, ...], dtype: Any) -> np.ndarray:
        array = output("out", out, shape, dtype)
        call(name, self._handle, array.ctypes.data, array.size)
        return array

    def observe(self, out: Optional[np.ndarray] = None, *, final: bool = False) -> np.ndarray:
        """Returns the observation of all games.

        With final, for autoreset "same-step", it sets only the rows of games that ended in the last step, to their last
        observation.
        """
        if final and out is None:
            out = np.zeros(self._shape, self._dtype)
        array = output("out", out, self._shape, self._dtype)
        if array.size or final and not self._final:
            call("env_observe", self._handle, self._form, 1 if final else 0, array.ctypes.data, array.nbytes)
        return array

    def sample(self, out: Optional[np.ndarray] = None) -> npt.NDArray[np.int32]:
        """Returns int32[n]: a legal action of each game, drawn with equal probabilities; 0 if it is over."""
        return self._fill("env_sample", out, (self.num_envs,), np.int32)

    def masks(self, out: Optional[np.ndarray] = None) -> npt.NDArray[np.uint64]:
        """Returns uint64[n, words]: bit ``a % 64`` of word ``a // 64`` is 1 if action a is legal.

        There are 73 words for "alphazero", 30 for "leela", and none for "moves", which raises ValueError.
        A game that is over has no legal action. With autoreset "next-step" its mask has action 0 alone, so that an
        action can be drawn from each mask; the step ignores it. With "disabled" its mask is empty.
        """
        return self._fill("env_masks", out, (self.num_envs, self.mask_words), np.uint64)

    def action_masks(self, out: Optional[np.ndarray] = None) -> npt.NDArray[np.bool_]:
        """Returns bool[n, actions]: the bits of :meth:`masks`."""
        return self._fill("env_mask_bytes", out, (self.num_envs, self.action_count), np.bool_)

    def legal_counts(self, out: Optional[np.ndarray] = None) -> npt.NDArray[np.uint16]:
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

    def plies(self, out: Optional[np.ndarray] = None) -> npt.NDArray[np.uint32]:
        """Returns uint32[n]: the number of plies since the start of each game."""
        return self._fill("env_plies", out, (self.num_envs,), np.uint32)

    def repetitions(self, out: Optional[np.ndarray] = None) -> npt.NDArray[np.uint8]:
        """Returns uint8[n]: how often the position of each game occurred before in it, 0 to 2."""
        return self._fill("env_repetitions", out, (self.num_envs,), np.uint8)
