"""PettingZoo: one game between two agents."""

from __future__ import annotations

import warnings
from typing import Any, Dict, Optional

import numpy as np
from gymnasium.spaces import Box, Dict as Spaces
from pettingzoo import AECEnv

from ._env import VectorEnv


class aec_env(AECEnv):  # named as PettingZoo names its environments
    """One game of chess between "white" and "black": an AEC environment of PettingZoo.

    options are those of :class:`VectorEnv`, except for autoreset, copy, masks and both_rewards. An observation is a dict of the
    planes, "observation", and of the legal actions, "action_mask", int8[actions]. That of the side that waits has the planes of its
    last turn and no legal actions. An illegal action ends the game, and its side loses. ``env.games`` is the game as a VectorEnv.
    """

    metadata = {"name": "koggestone_v0", "render_modes": ["ansi", "rgb_array"], "render_fps": 2, "is_parallelizable": False}

    def __init__(self, *, seed: int = 0, render_mode: Optional[str] = None, form: str = "uint8", illegal: str = "end", **options: Any) -> None:
        super().__init__()
        self.games = VectorEnv(
            1, seed, autoreset="disabled", masks="bool", both_rewards=True, render_mode=render_mode, form=form, illegal=illegal, **options)
        self.render_mode = render_mode
        self.possible_agents = ["white", "black"]
        mask = Box(0, 1, (self.games.action_count,), np.int8)
        space = Spaces({"observation": self.games.single_observation_space, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.games.single_action_space)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        for name in options or ():
            if name != "starts":
                warnings.warn(f"options: expected starts, found {name!r}, which is ignored", stacklevel=2)
        starts = {name: value for name, value in (options or {}).items() if name == "starts"}
        observation, info = self.games.reset(seed=seed, options=starts)
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        none = np.zeros(self.games.action_count, np.int8)
        self._seen = {agent: {"observation": np.zeros_like(observation[0]), "action_mask": none} for agent in self.agents}
        self._see(observation, info)

    def _see(self, observation: Any, info: Dict[str, Any]) -> None:
        """Passes the turn to the side that moves next."""
        self.agent_selection = self.agents[int(self.games.positions().sides()[0])]
        self._seen[self.agent_selection] = {"observation": observation[0], "action_mask": info["action_mask"][0].view(np.int8)}

    def observe(self, agent: str) -> Any:
        return self._seen[agent]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        observation, _, terminated, truncated, info = self.games.step([int(action)])
        self._seen[agent] = {**self._seen[agent], "action_mask": np.zeros(self.games.action_count, np.int8)}
        for k, name in enumerate(self.agents):
            self.rewards[name] = float(info["rewards"][0, k])
            self.terminations[name], self.truncations[name] = bool(terminated[0]), bool(truncated[0])
            self.infos[name] = {"outcome": int(info["outcome"][0])}
        self._see(observation, info)
        self._accumulate_rewards()

    def render(self) -> Any:
        drawn = self.games.render()
        return None if drawn is None else drawn[0]

    def close(self) -> None:
        self.games.close()
