"""AlphaZero in small: games against itself, by a tree search with a network of one layer, which then learns from them.

    python3 python/examples/selfplay.py --games 64 --rounds 3

The search is PUCT (AlphaZero's). All games search side by side: each simulation goes down one path of each tree, and
then one call plays the last moves and returns planes and masks, and one evaluates the new positions. Positions of a tree are
games of a VectorEnv, which ``copy_games`` copies, so each has its history and its repetitions. At the end the search alone, with
an untrained network, solves a mate in two.
"""

from __future__ import annotations

import argparse
import time
from typing import Dict, List, Optional, Tuple

import koggestone
import numpy as np
import numpy.typing as npt
from koggestone import Batch, VectorEnv

Floats = npt.NDArray[np.float32]
Planes = npt.NDArray[np.uint8]
OPTIONS = {"actions": "alphazero", "observation": "alphazero", "form": "uint8", "autoreset": "disabled", "max_plies": 200, "masks": "bool"}
PLANES = 12  # the network reads the pieces of the current position


class Network:
    """A policy and a value, both linear in the squares of the pieces."""

    def __init__(self, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.policy = rng.normal(0, 0.01, (64 * PLANES, 4672)).astype(np.float32)
        self.value = np.zeros(64 * PLANES, np.float32)
        worth = np.array([1, 3, 3, 5, 9, 0, -1, -3, -3, -5, -9, 0], np.float32) / 30
        self.value += worth.repeat(64)  # it starts with the values of the pieces

    def outputs(self, planes: Planes) -> Tuple[List[npt.NDArray[np.int64]], Floats, Floats]:
        """Returns the pieces of each position as indices, the logits of all actions, and the values for the side to move."""
        pieces = [np.flatnonzero(x[:PLANES]) for x in planes]
        logits = np.array([self.policy[i].sum(0) for i in pieces], np.float32)
        return pieces, logits, np.tanh(np.array([self.value[i].sum() for i in pieces], np.float32))

    def evaluate(self, planes: Planes, masks: npt.NDArray[np.bool_]) -> Tuple[Floats, Floats]:
        """Returns the probabilities of the legal actions, and the values for the side to move."""
        _, logits, values = self.outputs(planes)
        p = np.exp(logits - logits.max(1, keepdims=True)) * masks
        return (p / np.maximum(p.sum(1, keepdims=True), 1e-9)).astype(np.float32), values

    def learn(self, planes: Planes, policies: Floats, values: Floats, rate: float = 0.05) -> float:
        """Does a step of gradient descent for each position, and returns the loss before it."""
        pieces, logits, v = self.outputs(planes)
        p = np.exp(logits - logits.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        for i, policy, value in zip(pieces, rate * (policies - p), rate * (values - v) * (1 - v * v)):
            self.policy[i] += policy / len(i)
            self.value[i] += value / len(i)
        return float(-(policies * np.log(p + 1e-9)).sum(1).mean() + ((v - values) ** 2).mean())


class Node:
    """A position of a tree. game is its index in the environment of its search."""

    __slots__ = ("game", "actions", "priors", "visits", "totals", "children", "result")

    def __init__(self, game: int) -> None:
        self.game = game
        self.actions = np.empty(0, np.int64)
        self.priors = self.visits = self.totals = np.empty(0, np.float32)
        self.children: Dict[int, Node] = {}
        self.result: Optional[float] = None  # for the side to move, once the game is over

    def expand(self, priors: Floats, mask: npt.NDArray[np.bool_]) -> None:
        self.actions = np.flatnonzero(mask)
        self.priors = priors[self.actions]
        self.visits, self.totals = np.zeros_like(self.priors), np.zeros_like(self.priors)

    def select(self) -> int:
        """Returns the number of the action with the highest upper bound."""
        quality = np.where(self.visits > 0, self.totals / np.maximum(self.visits, 1), -0.1)
        return int(np.argmax(quality + 1.5 * self.priors * np.sqrt(self.visits.sum() + 1) / (1 + self.visits)))


def search(games: VectorEnv, network: Network, simulations: int, noise: Optional[np.random.Generator] = None) -> Floats:
    """Returns how often a search visited each action of each game that is not over, as probabilities."""
    n = len(games)
    pool = games.take(np.tile(np.arange(n), simulations + 1))  # simulation s of game g plays in game s * n + g
    roots = [Node(g) for g in range(n)]
    priors, _ = network.evaluate(games.observe(), games.action_masks())
    for root, p, mask in zip(roots, priors, games.action_masks()):
        root.expand(p, mask)
        if noise is not None and len(root.actions):
            root.priors = 0.75 * root.priors + 0.25 * noise.dirichlet([0.3] * len(root.actions)).astype(np.float32)
    for s in range(1, simulations + 1):
        paths: List[List[Tuple[Node, int]]] = []
        parents, places, actions = [], [], []
        leaves: List[Node] = []
        for g, node in enumerate(roots):
            path: List[Tuple[Node, int]] = []
            while len(node.actions):
                k = node.select()
                path.append((node, k))
                if k not in node.children:
                    node.children[k] = Node(s * n + g)
                    parents.append(node.game)
                    places.append(s * n + g)
                    actions.append(node.actions[k])
                    node = node.children[k]
                    break
                node = node.children[k]
            paths.append(path)
            leaves.append(node)
        if parents:  # the new positions of all trees
            pool.copy_games(places, parents)
            step = pool.step(actions, games=places)
            over, masks = step.terminated | step.truncated, step.info["action_mask"]
            p, v = network.evaluate(step.observation, masks)
            at = {place: i for i, place in enumerate(places)}
        for path, leaf in zip(paths, leaves):
            if not path:
                continue
            if leaf.result is None and not len(leaf.actions):
                i = at[leaf.game]
                if over[i]:
                    leaf.result = -float(step.reward[i])  # mated, or a draw
                else:
                    leaf.expand(p[i], masks[i])
                value = leaf.result if over[i] else float(v[i])
            else:
                value = leaf.result or 0.0
            assert value is not None
            for node, k in reversed(path):
                value = -value
                node.visits[k] += 1
                node.totals[k] += value
    visits = np.zeros((n, games.action_count), np.float32)
    for root, row in zip(roots, visits):
        row[root.actions] = root.visits
    visits /= np.maximum(visits.sum(1, keepdims=True), 1)
    return visits


def solve(fens: List[str], simulations: int = 6000) -> List[str]:
    """Returns the best move of each position, by search alone."""
    games = VectorEnv(len(fens), **OPTIONS)  # type: ignore[arg-type]
    games.set_positions(np.arange(len(fens)), Batch(fens))
    return games.uci(search(games, Network(), simulations).argmax(1).astype(np.int32))


def play(network: Network, n: int, simulations: int, plies: int, rng: np.random.Generator) -> Tuple[Planes, Floats, Floats]:
    """Returns the planes, visits and results of the positions of n games."""
    games = VectorEnv(n, int(rng.integers(2**32)), **OPTIONS)  # type: ignore[arg-type]
    records: List[Tuple[int, Planes, Floats, int]] = []
    results = np.zeros(n, np.float32)  # for White
    for ply in range(plies):
        running = np.flatnonzero(games.legal_counts())
        if not len(running):
            break
        visits, planes = search(games.take(running), network, simulations, rng), games.observe()[running]
        actions = [int(rng.choice(len(row), p=row / row.sum())) for row in visits.astype(np.float64)]
        records += [(int(g), x, row, ply) for g, x, row in zip(running, planes, visits)]
        results[running] += games.step(actions, games=running).reward * (1 if ply % 2 == 0 else -1)
    values = np.array([results[g] * (1 if ply % 2 == 0 else -1) for g, _, _, ply in records], np.float32)
    return np.array([x for _, x, _, _ in records]), np.array([row for _, _, row, _ in records]), values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("games", 32), ("rounds", 3), ("simulations", 32), ("plies", 60), ("seed", 1)):
        parser.add_argument("--" + name, type=int, default=default)
    o = parser.parse_args()
    rng, network = np.random.default_rng(o.seed), Network(o.seed)
    for k in range(o.rounds):
        start = time.time()
        planes, policies, values = play(network, o.games, o.simulations, o.plies, rng)
        losses = [network.learn(planes, policies, values) for _ in range(10)]
        print(f"round {k + 1}: {len(planes)} positions, loss {losses[0]:.3f} -> {losses[-1]:.3f}, {time.time() - start:.1f} s")
    print("mate in two by search alone:", solve(["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"])[0], "by", koggestone.implementation())


if __name__ == "__main__":
    main()
