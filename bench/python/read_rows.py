#!/usr/bin/env python3
"""Times koggestone.read with one worker: rows a second of a file of games, the best of 5 rounds.

usage: read_rows.py GAMES.pgn

In a clone, after make lib and go build -o build/koggestone ./cmd/koggestone:

    PYTHONPATH=python python3 bench/python/read_rows.py games.pgn
"""
import sys
import time

import koggestone

WAYS = {
    "columns": dict(columns="legal_moves,captures,in_check,checkmate,stalemate", fields=["ply"]),
    "all fields": dict(columns=""),
    "FENs": dict(columns="", fields=["ply"], fen=True),
    "positions": dict(columns="", fields=["ply"], positions=True),
    "positions, moves": dict(columns="", fields=["ply"], positions=True, moves="uint16"),
    "positions, indices of leela": dict(columns="", fields=["ply"], positions=True, moves="leela"),
    "the same with 7 earlier positions": dict(columns="", fields=["ply"], positions=True, moves="leela", history=7),
}


def main():
    koggestone.Batch([koggestone.START])  # starts the library
    best = dict.fromkeys(WAYS, 0.0)
    for _ in range(5):
        for name, options in WAYS.items():
            start, rows = time.perf_counter(), 0
            for block in koggestone.read(sys.argv[1], workers=1, **options):
                rows += len(block["ply"])
            best[name] = max(best[name], rows / (time.perf_counter() - start))
    for name, rate in best.items():
        print(f"{name:34} {rate / 1000:8.0f} thousand rows a second")


main()
