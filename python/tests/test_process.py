"""Threads, processes, signals, and the interface of the C library."""

import copy
import ctypes
import multiprocessing
import operator
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import koggestone
import numpy as np
import pytest
from koggestone import Batch, VectorEnv, _library

PYTHON = Path(__file__).resolve().parent.parent
CLONE = PYTHON.parent


def python(code, **variables):
    """Runs code in a new interpreter."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)


def test_threads():
    shared = Batch([koggestone.START] * 300)
    expected = shared.legal_moves()[0]
    wrong = []

    def work(k):
        env = VectorEnv(16, seed=k, workers=1)
        for _ in range(100):
            if env.step(env.sample()).info["illegal"].any() or not np.array_equal(shared.legal_moves()[0], expected):
                wrong.append(k)
        try:
            shared.fen(300)
        except IndexError:
            return
        wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_gil_is_released():
    """A thread runs while another one waits in the library."""
    for _ in range(50):  # on a busy machine one call may end before this thread runs
        thread = threading.Thread(target=koggestone.perft, args=(koggestone.START, 6), kwargs={"workers": 1})
        thread.start()
        ran = 0
        while thread.is_alive():
            ran += 1
            time.sleep(0.0001)
        if ran > 5:
            return
    pytest.fail("no other thread ran during perft")


def test_free_while_in_use():
    """Other threads get an exception, and no crash."""
    batch = Batch([koggestone.START] * 2000)
    errors = []

    def work():
        try:
            while True:
                batch.legal_moves()
        except koggestone.Error as e:
            errors.append(e)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for t in threads:
        t.start()
    time.sleep(0.05)
    batch._owner.free()
    for t in threads:
        t.join()
    assert len(errors) == 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_fork():
    """A forked child gets an error from each call, may drop objects, and ends."""
    result = python("""
import os, koggestone
batch, env = koggestone.Batch([koggestone.START]), koggestone.VectorEnv(2)
child = os.fork()
if child == 0:
    for call in (batch.legal_counts, env.sample, lambda: koggestone.perft(koggestone.START, 1), koggestone.Batch):
        try:
            call()
        except koggestone.ForkError as e:
            assert "spawn" in str(e)
        else:
            os._exit(3)
    env.close()
    del batch, env
    raise SystemExit(7)  # runs the finalizers
status = os.waitpid(child, 0)[1]
assert os.WEXITSTATUS(status) == 7, status
assert batch.legal_counts().tolist() == [20]
""")
    assert result.returncode == 0, result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_interrupt():
    """Ctrl-C stops perft, and the library works afterwards."""
    result = python("""
import koggestone, os, signal, threading
signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored in a background process
try:
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    koggestone.perft(koggestone.START, 15)
except KeyboardInterrupt:
    assert koggestone.perft(koggestone.START, 4) == 197281
    print("stopped")
""")
    assert result.stdout == "stopped\n", result.stderr


def test_signal_handlers_stay():
    """Loading the library changes no handler of Python."""
    result = python("""
import signal
before = {s: signal.getsignal(s) for s in signal.valid_signals()}
import koggestone
assert before == {s: signal.getsignal(s) for s in signal.valid_signals()}
hits = []
signal.signal(signal.SIGTERM, lambda *_: hits.append(1))
koggestone.perft(koggestone.START, 4)
signal.raise_signal(signal.SIGTERM)
assert hits == [1]
""")
    assert result.returncode == 0, result.stderr


def test_library_not_found(tmp_path):
    for file, message in ((tmp_path / "none.so", "cannot be loaded"), (PYTHON / "pyproject.toml", "cannot be loaded")):
        result = python("import koggestone; koggestone.Batch()", KOGGESTONE_LIBRARY=str(file))
        assert result.returncode == 1
        assert re.search("^ImportError: koggestone: .*" + message, result.stderr, re.M), result.stderr


@pytest.mark.skipif(not (CLONE / "clib").is_dir(), reason="needs a clone")
def test_header():
    """The constants and structures of this package are those of koggestone.h."""
    text = (CLONE / "clib" / "libkoggestone" / "koggestone.h").read_text()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    assert int(re.search(r"KOGGESTONE_ABI (\d+)", text).group(1)) == _library.ABI
    enum = re.findall(r"KOGGESTONE_(\w+) = (\d+)", text)
    for name, value in enum:
        if hasattr(koggestone, name):
            assert getattr(koggestone, name) == int(value)
        elif hasattr(_library, name):
            assert getattr(_library, name) == int(value)
    for structure, fields in (("koggestone_env_options", _library.COptions), ("koggestone_column", _library.CColumn), ("koggestone_env_turn", _library.CTurn)):
        body = re.search(r"typedef struct %s \{(.*?)\}" % structure, text, re.S).group(1)
        assert re.findall(r"(\w+)[;,]", body) == [name for name, _ in fields._fields_]
    assert int(re.search(r"message\[(\d+)\]", text).group(1)) + 4 == ctypes.sizeof(_library._CError)
    threats = re.search(r"enum \{([^}]*KOGGESTONE_THREATS)", text, re.S).group(1)
    assert tuple(n.lower() for n in re.findall(r"KOGGESTONE_(\w+)", threats))[:-1] == koggestone.THREATS
    outcomes = re.findall(r"KOGGESTONE_OUTCOME_(\w+) = (\d+)", text)
    assert [(n.lower().replace("_", " "), int(v)) for n, v in outcomes] == [(n, i) for i, n in enumerate(koggestone.OUTCOMES)]


@pytest.mark.skipif(not (PYTHON / "pyproject.toml").exists(), reason="needs a clone")
def test_version():
    text = (PYTHON / "pyproject.toml").read_text()
    assert f'version = "{koggestone.__version__}"' in text


def test_raw_handles():
    """Wrong handles, addresses and lengths are errors of the library."""
    error = _library.local.error
    function = lambda name: lambda *args: _library.functions[name](*args[:-1], args[-1] and _library.local.address)
    length = ctypes.c_size_t()
    for handle in (0, 2**64 - 1, VectorEnv(1)._handle):
        assert function("batch_length")(handle, length, error) == _library.ERROR_HANDLE
        assert b"batch" in error.message
    batch = Batch([koggestone.START] * 3)
    counts = np.zeros(3, np.uint16)
    for address, n in ((None, 3), (counts.ctypes.data, 2), (counts.ctypes.data, 2**64 - 1), (counts.ctypes.data + 1, 3)):
        assert function("batch_legal_counts")(batch._handle, address, n, error) == _library.ERROR_ARGUMENT
        assert error.message.startswith(b"counts: expected")
    assert function("batch_legal_counts")(batch._handle, None, 3, None) == _library.ERROR_ARGUMENT
    assert function("batch_append_fens")(batch._handle, None, 2**63, error) == _library.ERROR_ARGUMENT
    assert function("batch_free")(0, error) == 0
    text = ctypes.create_string_buffer(5)
    assert function("batch_fens")(batch._handle, 0, 3, text, 5, length, error) == _library.ERROR_SPACE
    moves, offsets = np.zeros(59, np.uint16), np.zeros(4, np.uint32)
    assert function("batch_legal_moves")(
        batch._handle, moves.ctypes.data, 59, offsets.ctypes.data, 4, error) == _library.ERROR_SPACE
    assert error.message == b"moves: expected room for 60 moves, found 59"
    # A long message is cut between characters.
    assert function("batch_append_fens")(batch._handle, "ä".encode() * 2000, 4000, error) == _library.ERROR_ARGUMENT
    error.message.decode()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs limits of memory")
def test_out_of_memory():
    """Objects that do not fit raise MemoryError, and the process continues."""
    code = """
import resource, numpy as np, koggestone
batch = koggestone.Batch([koggestone.START] * 1000)
env = koggestone.VectorEnv(1000)
data = env.save()
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (700 << 20),) * 2)
for f in (
    lambda: koggestone.VectorEnv(2**24), lambda: env.take(np.zeros(2**22, np.int64)),
    lambda: batch.take(np.zeros(2**23, np.int64)).children(), lambda: koggestone.VectorEnv(2**23, autoreset="same-step"),
):
    try:
        f()
    except MemoryError as e:
        print("MemoryError", str(e)[:8])
assert len(env.take([1, 2])) == 2 and len(koggestone.VectorEnv.restore(data)) == 1000
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("MemoryError expected") == 4, result.stdout + result.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_import_is_light():
    """import starts neither Go nor Gymnasium, so that a process may fork after it."""
    result = python("""
import os, sys, koggestone
assert "gymnasium" not in sys.modules and not any("libkoggestone" in line for line in open("/proc/self/maps"))
child = os.fork()
if child == 0:
    os._exit(0 if koggestone.perft(koggestone.START, 3) == 8902 else 1)
assert os.waitpid(child, 0)[1] == 0 and koggestone.VectorEnv(2).step().info["illegal"].sum() == 0
""")
    assert result.returncode == 0, result.stderr


def test_spawn_and_fork():
    """A pickled environment continues in a spawned process; a forked one still names the implementation."""
    env = koggestone.VectorEnv(3, seed=1)
    env.step(env.sample())
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(koggestone.VectorEnv.fens, (env,)) == env.fens()
        moved = pool.apply(koggestone.VectorEnv.sample, (env,))
    assert np.array_equal(moved, env.sample())
    if hasattr(os, "fork"):
        with multiprocessing.get_context("fork").Pool(1) as pool:
            assert pool.apply(koggestone.implementation) == koggestone.implementation() != ""
            for function, value in ((VectorEnv.fens, env), (Batch.legal_counts, Batch([koggestone.START])), (len, Batch())):
                with pytest.raises(koggestone.ForkError):
                    pool.apply_async(function, (value,)).get(timeout=30)
            for function in operator.eq, operator.add:
                with pytest.raises(koggestone.ForkError):
                    pool.apply_async(function, (Batch(), Batch())).get(timeout=30)
            with pytest.raises(koggestone.ForkError):
                pool.apply_async(copy.copy, (env,)).get(timeout=30).fens()


def test_threads_and_state():
    """Threads that play, copy and put games of two environments at once do not wait for each other for ever."""
    a, b = koggestone.VectorEnv(20, seed=1), koggestone.VectorEnv(20, seed=2)

    def work(one, other):
        for _ in range(60):
            one.put(range(20), other)
            one.step(one.sample())
            one.set_positions([0], other.take([1]).positions()) if other.legal_counts()[1] else None
            koggestone.VectorEnv.restore(one.save())

    failures = []

    def run(*arguments):
        try:
            work(*arguments)
        except ValueError as error:  # the other thread ended that game
            if "over" not in str(error):
                failures.append(error)

    threads = [threading.Thread(target=run, args=pair) for pair in ((a, b), (b, a), (a, a), (b, b))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads) and not failures
