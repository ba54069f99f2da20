#!/usr/bin/env python3
"""Checks the other ways to play games with python-chess, ply by ply: subsets, copies in place, illegal actions that end games, and
Gymnasium's single environment.

usage: ways.py [--plies N] [--seed S]

In a clone, after make lib, with python-chess and Gymnasium in PYTHONPATH:

    PYTHONPATH=python python3 bench/python/ways.py
"""
import argparse

import chess
import numpy as np

import koggestone


ILLEGAL = koggestone.OUTCOMES.index("illegal action")


def same(board, fen, counts):
    assert chess.Board(fen).fen() == board.fen(), (fen, board.fen())
    assert counts == board.legal_moves.count() or counts == 0, fen


def over(board):
    return not any(board.legal_moves) or board.is_insufficient_material() or board.is_repetition(3) or board.halfmove_clock >= 100


def check(boards, env, games):
    fens, counts, outcomes = env.fens(), env.legal_counts(), env.outcomes()
    for i in games:
        same(boards[i], fens[i], counts[i])
        assert outcomes[i] == ILLEGAL or over(boards[i]) == (outcomes[i] != 0), (fens[i], outcomes[i])


def subsets(plies, rng, copies=False, illegal="keep"):
    """Plays random subsets of 32 games; with copies, games are also copied inside the environment and through another."""
    n, played = 32, 0
    options = dict(observation="none", autoreset="disabled", actions="moves", illegal=illegal, both_rewards=True)
    env = koggestone.VectorEnv(n, seed=int(rng.integers(1 << 30)), **options)
    spare = koggestone.VectorEnv(n // 4, **options)
    boards = [chess.Board() for _ in range(n)]
    while played < plies:
        games = rng.permutation(n)[: rng.integers(1, n)]
        games = games[env.outcomes()[games] == 0]
        if copies and games.size:
            dst, src = rng.integers(n, size=n // 4), rng.integers(n, size=n // 4)
            dst = np.unique(dst)
            src = src[: dst.size]
            kept = [boards[i].copy() for i in src]
            if rng.random() < 0.5:
                env.copy_games(dst, src)
            else:
                env.take(np.resize(src, n // 4), out=spare)
                env.put(dst, spare.take(np.arange(dst.size)))
            for i, board in zip(dst, kept):
                boards[i] = board
            check(boards, env, range(n))
            games = games[env.outcomes()[games] == 0]
        if illegal == "end" and games.size:
            actions = env.sample()[games]
            wrong = rng.random(games.size) < 0.02
            actions[wrong] = rng.integers(1 << 16, size=wrong.sum())
            texts = koggestone.to_uci(actions.astype(np.uint16))
            moves, offsets = env.legal_moves()
            legal = [moves[offsets[i] : offsets[i + 1]] for i in games]
            for i, some in zip(games, legal):
                assert set(koggestone.to_uci(some)) == {move.uci() for move in boards[i].legal_moves}
            bad = np.array([action not in some for action, some in zip(actions, legal)])
            step = env.step(actions, games=games)
            assert (step.info["illegal"] == bad).all() and ((step.info["outcome"] == ILLEGAL) == bad).all()
            assert (step.reward[bad] == -1).all() and step.terminated[bad].all()
            assert (env.outcomes()[games[bad]] == ILLEGAL).all() and not env.legal_counts()[games[bad]].any()
        else:
            step = env.step(games=games)
            bad = step.info["illegal"]
            texts = koggestone.to_uci(step.info["action"].astype(np.uint16))
            assert not bad.any()
        for i, text, skip, reward, rewards in zip(games, texts, bad, step.reward, step.info["rewards"]):
            white = boards[i].turn == chess.WHITE
            if not skip:
                boards[i].push_uci(text)
                assert reward == boards[i].is_checkmate()
            assert rewards.tolist() == ([reward, -reward] if white else [-reward, reward])
        played += games.size
        check(boards, env, games)
        done = env.outcomes() != 0
        env.reset(options={"reset_mask": done})
        for i in np.flatnonzero(done):
            boards[i] = chess.Board()
    return played


def single(plies, rng):
    import gymnasium

    env = gymnasium.make("koggestone.gymnasium:koggestone/Chess-v0", observation="none", disable_env_checker=True)
    played = 0
    while played < plies:
        _, info = env.reset(seed=int(rng.integers(1 << 30)))
        board, done = chess.Board(), False
        while not done:
            legal = np.flatnonzero(info["action_mask"])
            assert legal.size == board.legal_moves.count()
            action = rng.choice(legal)
            board.push_uci(env.unwrapped.games.uci([action])[0])
            _, reward, done, _, info = env.step(action)
            played += 1
            assert done == over(board) and reward == board.is_checkmate(), board.fen()
        same(board, env.unwrapped.games.fens()[0], 0)
    return played


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plies", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    print("subsets:", subsets(options.plies, rng), "plies agree")
    print("copies in place:", subsets(options.plies, rng, copies=True), "plies agree")
    print("illegal actions:", subsets(options.plies, rng, illegal="end"), "plies agree")
    print("single environment:", single(options.plies, rng), "plies agree")


main()
