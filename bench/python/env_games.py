#!/usr/bin/env python3
"""Checks games of package env with python-chess: every mask, repetition, end, reward and final position.

usage: envgames [--leela] [--chess960] [--plies N] | env_games.py [--leela] [--chess960] [--plies N]

The format is that of bench/cmd/envgames. The indices of moves are computed here, from the definition of the encodings.
"""
import sys
from collections import Counter

import chess

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


def main():
    leela = "--leela" in sys.argv
    limit = int(sys.argv[sys.argv.index("--plies") + 1]) if "--plies" in sys.argv else 0
    ends, plies, games, cache = Counter(), 0, 0, {}
    board = seen = None

    def look():
        """Legal moves by index, repetitions and outcome of the position."""
        legal = {}
        for move in board.legal_moves:
            key = move.from_square, move.to_square, move.promotion, board.turn, board.kings >> move.from_square & 1
            i = cache.get(key)
            if i is None or key[4]:
                i = cache[key] = index(board, move, leela)
            legal[i] = move
        key = board._transposition_key()
        repeats = seen[key]
        seen[key] += 1
        return legal, repeats, outcome(board, legal, repeats, board.ply() - first, limit)

    for line in sys.stdin:
        kind, *rest = line.split()
        if kind == "start":
            board, seen = chess.Board(" ".join(rest), chess960=True), Counter()
            first = board.ply()
            legal, repeats, over = look()
        elif kind == "ply":
            action, count, total, again = map(int, rest)
            want = sum((i + 1) ** 3 for i in legal) % (1 << 64)
            assert over == "running", (board.fen(), over)
            assert (count, total, again) == (len(legal), want, repeats), (board.fen(), line, len(legal), want, repeats)
            mover = board.turn
            board.push(legal[action])
            board.move_stack.clear()
            board._stack.clear()
            legal, repeats, over = look()
            plies += 1
        else:
            reward = 1 if over == "checkmate" and board.turn != mover else 0
            assert (rest[0], float(rest[1])) == (over, reward), (board.fen(), line, over)
            theirs = chess.Board(" ".join(rest[2:]), chess960=True)
            assert theirs.fen() == board.fen(), (theirs.fen(), board.fen())
            ends[over] += 1
            games += 1
            over = None
    print(games, "games,", plies, "plies agree:", dict(ends))


main()
