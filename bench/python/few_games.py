#!/usr/bin/env python3
"""Times of VectorEnv with few games, and of a tree search: microseconds, the smallest of 7 rounds.

In a clone, after make lib:

    PYTHONPATH=python python3 bench/python/few_games.py
"""
import time

import numpy as np

import koggestone


def best(call, repeat=300):
    rounds = []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(repeat):
            call()
        rounds.append((time.perf_counter() - start) / repeat * 1e6)
    return min(rounds)


def games(n, **options):
    env = koggestone.VectorEnv(n, seed=1, workers=1, max_plies=400, **options)
    env.reset()
    for _ in range(60):
        env.step(env.sample())
    return env


def main():
    for n in 1, 64:
        for copy in False, True:
            env = games(n, observation="none", copy=copy, masks="packed")
            time_of = best(env.step, 1000)
            print(f"{n} games, copy={copy}: mask, sample and step in one call {time_of:.2f} us, {time_of / n * 1000:.0f} ns a ply")
        env = games(n, observation="none", copy=False)
        masks, actions = env.masks(), env.sample()
        time_of = best(lambda: (env.masks(masks), env.sample(actions), env.step(actions)), 1000)
        print(f"{n} games: the same in three calls {time_of:.2f} us")
    roots, pool = games(64, masks="packed"), games(4096, masks="packed")
    leaves, every, rng = roots.copy(), np.arange(64), np.random.default_rng(1)
    picks = rng.choice(4096, 64, replace=False)
    print(f"take 64 of 64: new {best(lambda: roots.take(every)):.1f} us, out= {best(lambda: roots.take(every, out=leaves)):.1f} us")
    print(f"put 64 into 4096: {best(lambda: pool.put(picks, leaves)):.1f} us; copy_games {best(lambda: pool.copy_games(picks, np.roll(picks, 1))):.1f} us")
    print(f"a leaf of each of 64 games with planes and masks: {best(lambda: roots.take(every, out=leaves).step()):.1f} us")
    print(f"the same by step(games=) in a pool of 4096: {best(lambda: pool.step(games=picks)):.1f} us")


main()
