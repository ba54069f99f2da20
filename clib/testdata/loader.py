"""Reads batches as nnue-pytorch does, with ctypes and numpy: python3 loader.py LIBRARY FILE.

Prints sums of the arrays, and checks that Ctrl-C raises KeyboardInterrupt.
"""

import ctypes
import os
import signal
import sys
import threading
import time

import numpy as np


class SkipConfig(ctypes.Structure):
    _fields_ = [
        ("filtered", ctypes.c_bool),
        ("random_fen_skipping", ctypes.c_int),
        ("wld_filtered", ctypes.c_bool),
        ("early_fen_skipping", ctypes.c_int),
        ("soft_early_fen_skipping", ctypes.c_int),
        ("simple_eval_skipping", ctypes.c_int),
        ("param_index", ctypes.c_int),
        ("pc", ctypes.c_double * 5),
        ("ply", ctypes.c_double * 8),
    ]


class Part(ctypes.Structure):
    _fields_ = [("rank", ctypes.c_int), ("world_size", ctypes.c_int)]


class Batch(ctypes.Structure):
    _fields_ = [
        ("num_inputs", ctypes.c_int),
        ("size", ctypes.c_int),
        ("is_white", ctypes.POINTER(ctypes.c_float)),
        ("outcome", ctypes.POINTER(ctypes.c_float)),
        ("score", ctypes.POINTER(ctypes.c_float)),
        ("num_active_white_features", ctypes.c_int),
        ("num_active_black_features", ctypes.c_int),
        ("max_active_features", ctypes.c_int),
        ("white", ctypes.POINTER(ctypes.c_int)),
        ("black", ctypes.POINTER(ctypes.c_int)),
        ("piece_count", ctypes.POINTER(ctypes.c_int)),
    ]

    def arrays(self):
        """The two blocks, divided as their users divide them."""
        n, row = self.size, self.max_active_features
        floats = np.ctypeslib.as_array(self.is_white, shape=(3 * n,)).reshape(3, n)
        ints = np.ctypeslib.as_array(self.white, shape=(2 * n * row + n,))
        return floats, ints[: 2 * n * row].reshape(2, n, row), ints[2 * n * row :]


library = ctypes.cdll.LoadLibrary(sys.argv[1])
library.create_sparse_batch_stream.restype = ctypes.c_void_p
library.create_sparse_batch_stream.argtypes = [
    ctypes.c_char_p, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_bool, SkipConfig, Part,
]
library.fetch_next_sparse_batch.restype = ctypes.POINTER(Batch)
library.fetch_next_sparse_batch.argtypes = [ctypes.c_void_p]
library.destroy_sparse_batch_stream.argtypes = [ctypes.c_void_p]


def create(size, cyclic):
    files = (ctypes.c_char_p * 1)(sys.argv[2].encode())
    config = SkipConfig(early_fen_skipping=-1, soft_early_fen_skipping=-1, simple_eval_skipping=-1)
    stream = library.create_sparse_batch_stream(b"Full_Threats+PP_3Wide+HalfKAv2_hm", 2, 1, files, size, cyclic, config, Part(0, 1))
    assert stream
    return stream


stream = create(100, False)
totals = np.zeros(6, dtype=np.int64)
while batch := library.fetch_next_sparse_batch(stream):
    b = batch.contents
    (is_white, outcome, score), features, pieces = b.arrays()
    active = features >= 0
    assert active.sum() == b.num_active_white_features + b.num_active_black_features
    assert (features < b.num_inputs).all() and not active[:, :, -1].any()
    assert not (active[:, :, 1:] & ~active[:, :, :-1]).any(), "a feature after -1"
    assert (features[features < 0] == -1).all()
    totals += [int(x) for x in (b.size, is_white.sum(), 2 * outcome.sum(), score.sum(), features[active].sum(), pieces.sum())]
    library.destroy_sparse_batch(batch)
assert not library.fetch_next_sparse_batch(stream)
library.destroy_sparse_batch_stream(stream)
print("totals", *totals)

# A caller may write to the arrays, also of batches whose memory later batches use again.
stream = create(100, True)
for k in range(200):
    batch = library.fetch_next_sparse_batch(stream)
    _, features, _ = batch.contents.arrays()
    active = features >= 0
    assert active.sum() == batch.contents.num_active_white_features + batch.contents.num_active_black_features, k
    assert (features[~active] == -1).all(), k
    features[~active] = k
    library.destroy_sparse_batch(batch)
library.destroy_sparse_batch_stream(stream)


def interrupt():
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGINT)


signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored in a background process
stream = create(1000, True)
try:
    threading.Thread(target=interrupt).start()
    while True:
        library.destroy_sparse_batch(library.fetch_next_sparse_batch(stream))
except KeyboardInterrupt:
    print("KeyboardInterrupt")
library.destroy_sparse_batch_stream(stream)
