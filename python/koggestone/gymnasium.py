"""Gymnasium: the environment of one game. Importing this module registers "koggestone/Chess-v0" for gymnasium.make and make_vec."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import gymnasium
import numpy as np
from gymnasium.envs import registration

from ._env import VectorEnv

if not hasattr(VectorEnv, "metadata"):
    raise ImportError("koggestone.gymnasium: expected gymnasium 1.1 or newer")


class ChessEnv(gymnasium.Env[Any, Any]):
    """One game of chess, which both sides play in turn: an environment of Gymnasium.

    options are those of :class:`VectorEnv`, except for autoreset, copy and masks. ``info["action_mask"]``, int8[actions], has the
    legal actions, as spaces expect it: ``env.action_space.sample(info["action_mask"])``. ``env.games`` is the game as a VectorEnv.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(self, *, seed: int = 0, render_mode: Optional[str] = None, **options: Any) -> None:
        masks = None if options.get("actions") == "moves" else "bool"
        self.games = VectorEnv(1, seed, autoreset="disabled", masks=masks, render_mode=render_mode, **options)
        self.render_mode = render_mode
        self.observation_space, self.action_space = self.games.single_observation_space, self.games.single_action_space

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        super().reset(seed=seed)
        observation, info = self.games.reset(seed=seed, options=options)
        return observation[0], _first(info)

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.games.step([int(action)])
        return observation[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), _first(info)

    def render(self) -> Any:
        drawn = self.games.render()
        return None if drawn is None else drawn[0]

    def close(self) -> None:
        self.games.close()


def _first(info: Dict[str, Any]) -> Dict[str, Any]:
    first = {name: value[0] for name, value in info.items() if not name.startswith("_")}
    if "action_mask" in first:
        first["action_mask"] = first["action_mask"].view(np.int8)
    return first


def make_vec(num_envs: int = 1, **options: Any) -> VectorEnv:
    """Returns a VectorEnv: what gymnasium.make_vec calls."""
    return VectorEnv(num_envs, **options)


if "koggestone/Chess-v0" not in registration.registry:
    registration.register(
        "koggestone/Chess-v0", entry_point="koggestone.gymnasium:ChessEnv", vector_entry_point="koggestone.gymnasium:make_vec")
