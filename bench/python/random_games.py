#!/usr/bin/env python3
"""Random plies a second from Python on one core: koggestone, and python-chess if it is installed.

usage: random_games.py [--games N] [--seconds S] [--rounds R] [--workers W] [--openspiel PROGRAM]

In a clone, after make lib:

    PYTHONPATH=python python3 bench/python/random_games.py

Each ply makes the mask of legal actions, draws one of them with equal probabilities, plays it, and finds
out whether the game is over by checkmate, stalemate, insufficient material, threefold repetition or fifty
moves. Then a new game starts. koggestone plays --games games side by side. The rows are interleaved; each
figure is the median of the rounds, with the smallest and the largest. openspiel.cc, in this folder, is the
PROGRAM that plays the same in OpenSpiel from C++. With more than one of --workers, all CPUs are used, and the VectorEnvs
share their games among so many threads.
"""
import argparse
import os
import random
import statistics
import subprocess
import time

import numpy as np

import koggestone


def environment(games, seconds, workers, **options):
    """Returns plies and seconds of a VectorEnv whose arrays are reused."""
    env = koggestone.VectorEnv(games, seed=1, workers=workers, max_plies=400, copy=False, **options)
    env.reset()
    masks, actions = env.masks(), env.sample()
    for _ in range(200):  # past the opening
        env.step(env.sample(actions))
    plies = 0
    start = now = time.perf_counter()
    while now < start + seconds:
        env.masks(masks)
        env.sample(actions)
        env.step(actions)
        plies += games
        now = time.perf_counter()
    return plies, now - start


def batch(games, seconds):
    """Returns plies and seconds of a Batch with random moves chosen by numpy, without ends of games but mate."""
    rng = np.random.default_rng(1)
    positions = koggestone.Batch([koggestone.START] * games)
    counts, moves = positions.legal_counts(), np.empty(games, np.uint16)
    plies = 0
    start = now = time.perf_counter()
    while now < start + seconds:
        positions.legal_counts(out=counts)
        positions.select_moves((rng.random(games) * counts).astype(np.uint16), out=moves)
        positions.play(moves, check=False)
        plies += games
        now = time.perf_counter()
    return plies, now - start


def python_chess(games, seconds):
    """Returns plies and seconds of python-chess, one game after the other."""
    import chess

    board, plies = chess.Board(), 0
    start = now = time.perf_counter()
    while now < start + seconds:
        moves = list(board.legal_moves)
        if (not moves or board.ply() >= 400 or board.halfmove_clock >= 100 or board.is_insufficient_material()
                or board.is_repetition(3)):
            board.reset()
            continue
        board.push(random.choice(moves))
        plies += 1
        now = time.perf_counter()
    return plies, now - start


def openspiel(program, seconds):
    """Returns plies and seconds of OpenSpiel in C++, one game after the other."""
    plies, passed = subprocess.run([program, str(seconds)], capture_output=True, check=True, text=True).stdout.split()
    return int(plies), float(passed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round of a row")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=1, help="threads of a VectorEnv")
    parser.add_argument("--openspiel", metavar="PROGRAM", help="openspiel.cc of this folder, compiled")
    options = parser.parse_args()
    if options.workers == 1 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows = {
        "VectorEnv: mask, sample, step": lambda: environment(options.games, options.seconds, options.workers, observation="none"),
        "the same and 119 planes, packed": lambda: environment(options.games, options.seconds, options.workers),
        "the same and 119 planes, uint8": lambda: environment(options.games, options.seconds, options.workers, form="uint8"),
        "the same and 119 planes, float32": lambda: environment(options.games, options.seconds, options.workers, form="float32"),
        "Batch: count, select by numpy, play": lambda: batch(options.games, options.seconds),
    }
    try:
        import chess  # noqa: F401
        rows["python-chess: list, choice, push, ends"] = lambda: python_chess(options.games, options.seconds)
    except ImportError:
        pass
    if options.openspiel:
        rows["OpenSpiel in C++: list, random, apply, ends"] = lambda: openspiel(options.openspiel, options.seconds)
    rates = {name: [] for name in rows}
    for _ in range(options.rounds):
        for name, row in rows.items():
            plies, seconds = row()
            rates[name].append(plies / seconds / 1e6)
    print(f"{koggestone.implementation()}, {options.games} games, numpy {np.__version__}, million plies a second")
    for name, values in rates.items():
        print(f"{name:44} {statistics.median(values):8.3f} ({min(values):.3f} to {max(values):.3f})")


main()
