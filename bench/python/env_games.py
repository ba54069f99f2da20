#!/usr/bin/env python3
"""Checks random games of VectorEnv with python-chess: every mask, repetition, end, reward and final position.

usage: env_games.py [--games N] [--seed S] [--leela] [--chess960] [--plies N]

In a clone, after make lib:

    PYTHONPATH=python python3 bench/python/env_games.py

The indices of moves are computed here, from the definition of the encodings.
"""
import argparse
from collections import Counter

import chess
import numpy as np

import koggestone

COMPASS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def alphazero(a, b, promotion):
    dx, dy = b % 8 - a % 8, b // 8 - a // 8
    if promotion in (chess.KNIGHT, chess.BISHOP, chess.ROOK):
        return 64 * (64 + 3 * (dx + 1) + promotion - chess.KNIGHT) + a
    if (dx, dy) in JUMPS:
        return 64 * (56 + JUMPS.index((dx, dy))) + a
    far = max(abs(dx), abs(dy))
    return 64 * (7 * COMPASS.index((dx // far, dy // far)) + far - 1) + a


def leela_list():
    table = {}
    for a in range(64):
        for b in range(64):
            dx, dy = abs(b % 8 - a % 8), abs(b // 8 - a // 8)
            if a != b and (dx == 0 or dy == 0 or dx == dy or dx * dy == 2):
                table[a, b, None] = table[a, b, chess.KNIGHT] = len(table) // 2
    n = len(table) // 2
    for x in range(8):
        for y in range(max(x - 1, 0), min(x + 2, 8)):
            for piece in chess.QUEEN, chess.ROOK, chess.BISHOP:
                table[48 + x, 56 + y, piece] = n
                n += 1
    return table


LEELA = leela_list()


def index(board, move, leela):
    """The index of a legal move; boards are in the mode chess960, so castling is king takes rook."""
    a, b = move.from_square, move.to_square
    if board.is_castling(move) and not leela and a % 8 == 4 and b % 8 in (0, 7):
        b = a + 2 if b > a else a - 2
    if board.turn == chess.BLACK:
        a, b = a ^ 56, b ^ 56
    return LEELA[a, b, move.promotion] if leela else alphazero(a, b, move.promotion)


def outcome(board, legal, repeats, plies, limit):
    if not legal:
        return "checkmate" if board.is_check() else "stalemate"
    if board.is_insufficient_material():
        return "insufficient-material"
    if repeats >= 2:
        return "threefold-repetition"
    if board.halfmove_clock >= 100:
        return "fifty-moves"
    return "ply-limit" if limit and plies == limit else "running"


class Game:
    """A game that is played by python-chess."""

    def __init__(self, fen, leela, limit):
        self.board, self.seen = chess.Board(fen, chess960=True), Counter()
        self.leela, self.limit, self.first = leela, limit, self.board.ply()
        self.look()

    def look(self):
        """Sets the legal moves by index, the repetitions and the outcome of the position."""
        self.legal = {index(self.board, move, self.leela): move for move in self.board.legal_moves}
        key = self.board._transposition_key()
        self.repeats = self.seen[key]
        self.seen[key] += 1
        self.over = outcome(self.board, self.legal, self.repeats, self.board.ply() - self.first, self.limit)

    def play(self, action):
        self.board.push(self.legal[action])
        self.board.move_stack.clear()
        self.board._stack.clear()
        self.look()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--leela", action="store_true")
    parser.add_argument("--chess960", action="store_true")
    parser.add_argument("--plies", type=int, default=0, help="the ply limit, or 0")
    args = parser.parse_args()
    env = koggestone.VectorEnv(
        args.games, seed=args.seed, actions="leela" if args.leela else "alphazero", observation="none",
        autoreset="disabled", chess960=args.chess960, max_plies=args.plies,
    )
    env.reset()
    running = {i: Game(fen, args.leela, args.plies) for i, fen in enumerate(env.fens())}
    ends, plies = Counter(), 0
    while running:
        masks, repeats = env.action_masks(), env.repetitions()
        for i, game in running.items():
            assert sorted(game.legal) == np.flatnonzero(masks[i]).tolist(), game.board.fen()
            assert game.repeats == repeats[i], (game.board.fen(), game.repeats, repeats[i])
        actions = env.sample()
        _, rewards, terminated, truncated, info = env.step(actions)
        fens = env.fens()
        for i, game in list(running.items()):
            game.play(actions[i])
            plies += 1
            over = koggestone.OUTCOMES[info["outcome"][i]].replace(" ", "-")
            assert game.over == over, (game.board.fen(), game.over, over)
            assert (over != "running") == (terminated[i] or truncated[i]), (game.board.fen(), over)
            assert rewards[i] == (over == "checkmate"), (game.board.fen(), rewards[i])
            theirs = chess.Board(fens[i], chess960=True).fen()
            assert theirs == game.board.fen(), (theirs, game.board.fen())
            if over != "running":
                ends[over] += 1
                del running[i]
    print(args.games, "games,", plies, "plies agree:", dict(ends))


main()
