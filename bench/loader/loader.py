#!/usr/bin/env python3
"""Measures libraries with the interface of nnue-pytorch's data loader beside each other.

usage: loader.py [options] --library NAME=[VARIABLE=VALUE]... PATH ... FILE...

It compiles driver.c with cc, which loads each library. Before it measures, the libraries must deliver the same positions: all of
the files, without filters, as a set. It writes a record in Go's benchmark format to standard output; ../record/loader.txt is one.
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SIZE, BATCHES = "16384", "16"  # positions of a batch, and batches that are measured

# The parameters of each filter. nnue-pytorch defines the parameters for training in data_loader/config.py.
FILTERS = {"none": "none", "train": "1,0,1,-1,20,-1,0,0,0.4,1,1,0.75,0,0.1,6,0.15,10,0.25,18,0.75"}


def library(text):
    """Returns the name, the environment and the path of NAME=[VARIABLE=VALUE]... PATH."""
    name, _, rest = text.partition("=")
    words = rest.split()
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name) or not words:
        raise argparse.ArgumentTypeError(f"expected NAME=[VARIABLE=VALUE]... PATH, found {text!r}")
    return name, dict(word.split("=", 1) for word in words[:-1]), os.path.abspath(words[-1])


def output(*words, **options):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, cwd=HERE, **options).stdout.strip()


def words_of(known=None):
    """Returns a parser of words separated by blanks, which must be known ones."""
    def parse(text):
        for word in text.split():
            if known and word not in known:
                raise argparse.ArgumentTypeError(f"expected {' or '.join(known)}, found {word!r}")
        return text.split()
    return parse


def main():
    parser = argparse.ArgumentParser(description="Measures loaders of training data beside each other.")
    parser.add_argument("--library", type=library, action="append", required=True, help="NAME=[VARIABLE=VALUE]... PATH; repeatable")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of all libraries")
    parser.add_argument("--cores", type=words_of(), default="0", help="lists of CPUs to run on, separated by blanks")
    parser.add_argument("--filter", type=words_of(FILTERS), default="none train", help="none, train or both")
    parser.add_argument("--features", type=words_of(), default="HalfKAv2_hm Full_Threats Full_Threats+PP_3Wide+HalfKAv2_hm")
    parser.add_argument("--warmup", default="32", help="batches that are not measured; 64 are one shuffle buffer of nnue-pytorch")
    parser.add_argument("files", nargs="+", type=os.path.abspath)
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        driver = os.path.join(folder, "driver")
        output("cc", "-O2", "-o", driver, "driver.c", "-ldl")

        def run(lib, *words, cpus=None):
            _, environment, path = lib
            pinned = ["taskset", "-c", cpus] if cpus else []
            return output(*pinned, driver, path, *words, *args.files, env={**os.environ, **environment})

        for features in args.features:
            sums = {lib[0]: run(lib, "sum", features, "1", SIZE, "none") for lib in args.library}
            if len(set(sums.values())) > 1:
                sys.exit(f"loader: {features}: the libraries deliver other positions: {sums}")
            print(f"equal: {features}: {list(sums.values())[0]}", file=sys.stderr)
        info = json.loads(output("go", "run", "../../cmd/koggestone", "info", "--json"))
        goos, goarch = info["platform"].split("/")
        head = {"goos": goos, "goarch": goarch, "pkg": "github.com/koggestone/koggestone/bench", "cpu": info["cpu"], "go": info["go"],
                "commit": output("git", "describe", "--always", "--dirty"), "date": datetime.datetime.now(datetime.timezone.utc).strftime("%FT%TZ"),
                "path": info["implementation"], "size": SIZE, "warmup": args.warmup, "batches": BATCHES}
        for key, value in head.items():
            print(f"{key}: {value}")
        for file in args.files:
            print(f"file: {os.path.basename(file)}, {os.path.getsize(file)} bytes")
        print()
        for _, chosen, features, cpus, lib in ((r, f, s, c, lib) for r in range(args.rounds) for f in args.filter
                                               for s in args.features for c in args.cores for lib in args.library):
            cores = cpus.count(",") + 1
            found = run(lib, "speed", features, str(cores), SIZE, args.warmup, BATCHES, FILTERS[chosen], cpus=cpus).split()
            of = dict(zip(found[::2], map(float, found[1::2])))
            n = of["positions"]
            print(f"BenchmarkLoader/features={features}/filter={chosen}/cores={cores}/by={lib[0]} {n:.0f} {of['wall'] / n * 1e9:.1f} ns/op "
                  f"{of['cpu'] / n * 1e9:.1f} cpu-ns/op {of['rss']:.0f} rss-bytes {of['first']:.3f} first-sec", flush=True)


if __name__ == "__main__":
    main()
