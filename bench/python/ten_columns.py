#!/usr/bin/env python3
"""Ten columns of koggestone annotate by python-chess, for a comparison of time and of values.

usage: ten_columns.py FILE > OUT.csv

FILE holds a FEN a line. OUT.csv is what this command writes:

    koggestone annotate FILE --columns legal_moves,captures,in_check,checkmate,stalemate,checkers,pinned,\
squares_attacked_white,squares_attacked_black,phase

The seconds and positions a second go to standard error, without the start of Python.
"""
import sys
import time

import chess

COLUMNS = ("legal_moves captures in_check checkmate stalemate checkers pinned"
           " squares_attacked_white squares_attacked_black phase").split()


def ten_columns(board):
    us = board.turn
    moves = list(board.legal_moves)
    in_check = board.is_check()
    pinned = 0
    for square in chess.scan_forward(board.occupied_co[us] & ~board.kings):
        if board.is_pinned(us, square):
            pinned |= chess.BB_SQUARES[square]
    attacked = []
    for side in chess.WHITE, chess.BLACK:
        mask = 0
        for square in chess.scan_forward(board.occupied_co[side]):
            mask |= board.attacks_mask(square)
        attacked.append(mask.bit_count())
    phase = (board.knights | board.bishops).bit_count() + 2 * board.rooks.bit_count() + 4 * board.queens.bit_count()
    return (len(moves), sum(map(board.is_capture, moves)), int(in_check), int(in_check and not moves),
            int(not in_check and not moves), board.checkers_mask(), pinned, *attacked, min(24, phase))


def main():
    with open(sys.argv[1]) as file:
        lines = file.read().splitlines()
    start = time.perf_counter()
    print("fen", *COLUMNS, sep=",")
    for line in lines:
        print(line, *ten_columns(chess.Board(line)), sep=",")
    seconds = time.perf_counter() - start
    print(f"{len(lines)} positions, {seconds:.2f} s, {len(lines) / seconds:.0f} positions/s", file=sys.stderr)


main()
