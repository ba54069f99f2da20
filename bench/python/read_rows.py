#!/usr/bin/env python3
"""Times koggestone.read with one worker: rows a second and processor time of both processes, the best of 5 rounds.

usage: read_rows.py GAMES.pgn|FILE.binpack

In a clone, after make lib build:

    PYTHONPATH=python python3 bench/python/read_rows.py games.pgn
"""
import resource
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
FEATURES = ["HalfKAv2_hm", "Full_Threats+PP_3Wide+HalfKAv2_hm"]  # of positions


def cpu():
    """Returns the processor time of this process and its children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def main():
    koggestone.Batch([koggestone.START])  # starts the library
    ways = [(name, options, None) for name, options in WAYS.items()]
    ways += [(f"positions, {features}", WAYS["positions"], features) for features in FEATURES]
    best = {}
    for _ in range(5):
        for name, options, features in ways:
            start, used, rows, out = time.perf_counter(), cpu(), 0, None
            for block in koggestone.read(sys.argv[1], workers=1, **options):
                rows += len(block["ply"])
                if features:  # into the same arrays
                    n = len(block["positions"])
                    out = block["positions"].features(features, out and (out[0][:n], out[1][:n]))
            rate, each = best.get(name, (0.0, float("inf")))
            best[name] = max(rate, rows / (time.perf_counter() - start)), min(each, (cpu() - used) / rows)
    for name, (rate, each) in best.items():
        print(f"{name:44} {rate / 1000:8.0f} thousand rows a second, {each * 1e9:6.0f} ns of processor time a row")


main()
