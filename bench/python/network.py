#!/usr/bin/env python3
"""Where the time of self-play with a policy network goes: microseconds a ply, medians of the plies of all rounds.

usage: network.py [--games N] [--plies P] [--rounds R] [--blocks B] [--filters F] [--device D]

In a clone, after make lib, with torch:

    PYTHONPATH=python python3 bench/python/network.py

Each ply sends the packed planes and masks of all games to the device, evaluates there a residual network with
random weights, draws a legal action of each game from its policy, and plays it. The second loop is the same with
python-chess, if it is installed: it lists the legal moves of as many boards, plays a random one of each, and tests
for the same ends of games, without planes and masks. Its network sees the planes of the start position. The caches are cold
after the network, as in training. Everything runs on one core of the CPU, except for the network on another device.
"""
import argparse
import os
import random
import statistics
import time

import numpy as np
import torch
from torch import nn

import koggestone


class Block(nn.Module):
    def __init__(self, filters):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(filters, filters, 3, padding=1), nn.ReLU(), nn.Conv2d(filters, filters, 3, padding=1))

    def forward(self, x):
        return torch.relu(x + self.layers(x))


def network(blocks, filters):
    """Returns the tower and the policy head of AlphaZero, without batch normalization, which is folded for inference."""
    tower = [nn.Conv2d(119, filters, 3, padding=1), nn.ReLU(), *(Block(filters) for _ in range(blocks))]
    return nn.Sequential(*tower, nn.Conv2d(filters, 73, 1), nn.Flatten()).eval()


def clock(options):
    """Returns the processor time of this thread, or with another device the time of day, after the device has finished."""
    if options.device == "cpu":
        return time.thread_time()
    torch.cuda.synchronize()
    return time.perf_counter()


def koggestone_parts(net, options):
    """Yields the seconds of each part of a ply."""
    env = koggestone.VectorEnv(options.games, seed=1, workers=1, masks="packed", max_plies=400, copy=False)
    observation, info = env.reset()
    for _ in range(60):  # past the opening
        observation, _, _, _, info = env.step()
    while True:
        times = [clock(options)]

        def passed():
            times.append(clock(options))

        planes = koggestone.torch_planes(observation, device=options.device)
        legal = koggestone.torch_masks(info["action_mask"], device=options.device)
        passed()
        with torch.no_grad():
            logits = net(planes)
        passed()
        actions = torch.distributions.Categorical(logits=logits.masked_fill(~legal, -torch.inf)).sample().cpu().numpy()
        passed()
        observation, _, _, _, info = env.step(actions)
        passed()
        yield dict(zip(("planes and masks as tensors", "network", "choice", "step with packed planes and masks"), np.diff(times)))


def python_chess_parts(net, options):
    """Yields the seconds of each part of a ply."""
    import chess

    boards = [chess.Board() for _ in range(options.games)]
    planes = koggestone.torch_planes(koggestone.VectorEnv(1).observe(), device=options.device).repeat(options.games, 1, 1, 1)
    warm = 60
    while True:
        if not warm:
            with torch.no_grad():
                net(planes).cpu()
        warm -= warm > 0
        start = clock(options)
        for board in boards:
            moves = list(board.legal_moves)
            if (not moves or board.ply() >= 400 or board.halfmove_clock >= 100 or board.is_insufficient_material()
                    or board.is_repetition(3)):
                board.reset()
                continue
            board.push(random.choice(moves))
        if not warm:
            yield {"python-chess: list, choice, push, ends": clock(options) - start}


def main():
    parser = argparse.ArgumentParser()
    for name, default in (("games", 256), ("plies", 8), ("rounds", 5), ("blocks", 4), ("filters", 64)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    torch.manual_seed(1)
    torch.set_num_threads(1)
    net = network(options.blocks, options.filters).to(options.device)
    loops = [koggestone_parts(net, options)]
    try:
        import chess  # noqa: F401
        loops.append(python_chess_parts(net, options))
    except ImportError:
        pass
    seconds = {}
    for _ in range(options.rounds):
        for loop in loops:
            next(loop)  # after another loop
            for _ in range(options.plies):
                for part, passed in next(loop).items():
                    seconds.setdefault(part, []).append(passed)
    print(f"{koggestone.implementation()}, torch {torch.__version__} on {options.device}, {options.games} games, {options.blocks} blocks of {options.filters} filters")
    for part, values in seconds.items():
        middle, least, most = (f(values) / options.games * 1e6 for f in (statistics.median, min, max))
        print(f"{part:40} {middle:9.2f} us a ply ({least:.2f} to {most:.2f})")


main()
