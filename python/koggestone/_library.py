"""The C library: where it is, its functions, and checks of arrays that are passed to it."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from functools import lru_cache
from ctypes import c_char_p, c_int, c_size_t
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Optional, Sized, Tuple

import numpy as np
import numpy.typing as npt

from ._functions import FUNCTIONS

Array = npt.NDArray[Any]

ABI = 3
"""The version of koggestone.h that this package was written for."""

_SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
LIBRARY = "libkoggestone" + _SUFFIX

OK, ERROR_ARGUMENT, ERROR_HANDLE, ERROR_SPACE, ERROR_CANCELLED, ERROR_FORKED, ERROR_INTERNAL, RUNNING, ERROR_MEMORY = range(9)


class Error(RuntimeError):
    """An error of the library that is not about the value of an argument."""


class SpaceError(Error):
    """An output array is too short."""


class ForkError(Error):
    """The library was loaded before this process was forked.

    Start processes by the method "spawn" or "forkserver" instead::

        multiprocessing.set_start_method("spawn")
    """


class Forked:
    """What a pickle becomes in a forked process: each use raises ForkError.

    An error while it is read would end a worker of multiprocessing.Pool, which then waits for the result for ever.
    """

    def __init__(self, message: str) -> None:
        self.message = message

    def _use(self, *_: Any) -> Any:
        raise ForkError(self.message)

    __getattr__ = __len__ = __iter__ = __getitem__ = __eq__ = __add__ = __radd__ = __enter__ = __exit__ = _use
    __hash__ = None  # type: ignore[assignment]

    def __setstate__(self, _: Any) -> None:
        """Ignores the attributes of the object that could not be made."""

    def __reduce__(self) -> Any:
        return Forked, (self.message,)


def unpickled(make: Callable[..., Any], *args: Any) -> Any:
    """Returns make(*args), in a forked process a Forked."""
    try:
        return make(*args)
    except ForkError as e:
        return Forked(str(e))


class _CError(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("message", ctypes.c_char * 508)]


class COptions(ctypes.Structure):
    _fields_ = [
        ("actions", ctypes.c_int32), ("observation", ctypes.c_int32), ("autoreset", ctypes.c_int32),
        ("max_plies", ctypes.c_int32), ("chess960", ctypes.c_int32), ("workers", ctypes.c_int32),
        ("illegal", ctypes.c_int32), ("allow_over", ctypes.c_int32), ("starts", c_char_p), ("starts_length", c_size_t),
    ]


class CTurn(ctypes.Structure):
    _fields_ = [
        ("games", ctypes.c_void_p), ("count", c_size_t), ("sample", ctypes.c_int32), ("play", ctypes.c_int32), ("form", ctypes.c_int32),
        ("final", ctypes.c_int32), *((name, ctypes.c_void_p) for name in (
            "actions", "rewards", "both_rewards", "terminated", "truncated", "outcomes", "illegal", "masks", "mask_bytes", "planes")),
        ("ended", c_size_t),
    ]


class CColumn(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("group", c_char_p), ("unit", c_char_p), ("doc", c_char_p), ("names", c_char_p),
        ("type", ctypes.c_int32), ("width", ctypes.c_int32),
    ]


def _path() -> str:
    """Returns the library that KOGGESTONE_LIBRARY names, or that of the package or of the clone around it."""
    named = os.environ.get("KOGGESTONE_LIBRARY")
    if named:
        return named
    package = Path(__file__).resolve().parent
    own = package / LIBRARY
    clone = package.parent.parent
    if not own.exists() and (clone / "go.work").exists():
        built = clone / "build" / LIBRARY
        if not built.exists():
            raise ImportError(f"koggestone: {built} does not exist: run make lib in {clone}")
        return str(built)
    return str(own)


@lru_cache(None)
def load() -> Any:
    """Returns the library. The first call starts Go, so that a process may fork before."""
    path = _path()
    library: Any
    try:
        library = ctypes.CDLL(path)
    except OSError as e:
        raise ImportError(f"koggestone: the C library cannot be loaded: {e}") from None
    try:
        found = library.koggestone_abi()
    except AttributeError:
        raise ImportError(f"koggestone: expected the C library of koggestone, found {path}") from None
    if found != ABI:
        raise ImportError(f"koggestone: expected version {ABI} of the interface in {path}, found {found}")
    library.koggestone_implementation.restype = c_char_p
    library.implementation = library.koggestone_implementation().decode()  # a forked process cannot ask
    return library


class _Functions(Dict[str, Any]):
    """The functions of the library by name, made when they are first used."""

    def __missing__(self, name: str) -> Any:
        try:
            function = getattr(load(), "koggestone_" + name)
        except AttributeError:
            raise ImportError(f"koggestone: {load()._name} has no function koggestone_{name}: it is of another version") from None
        parameters: Any = FUNCTIONS[name]
        function.argtypes = [*parameters, ctypes.c_void_p]
        function.restype = c_int
        self[name] = function
        return function


functions = _Functions()


class _Local(threading.local):
    def __init__(self) -> None:
        self.error = _CError()
        self.address = ctypes.addressof(self.error)


local = _Local()
"""local.address is that of the error of this thread, the last argument of each function."""


def call(name: str, *args: Any) -> int:
    """Calls a function of the library. Returns OK or RUNNING, and raises an exception otherwise."""
    code: int = functions[name](*args, local.address)
    if code != OK and code != RUNNING:
        failed(code)
    return code


def failed(code: int) -> None:
    """Raises the exception of the last call of this thread."""
    kinds = {ERROR_ARGUMENT: ValueError, ERROR_MEMORY: MemoryError, ERROR_SPACE: SpaceError, ERROR_FORKED: ForkError}
    raise kinds.get(code, Error)(local.error.message.decode("utf-8", "replace"))


class Handle:
    """Owns an object of the library. kind is "batch" or "env"."""

    __slots__ = ("value", "_free")

    def __init__(self, kind: str, value: int) -> None:
        self.value, self._free = value, functions[kind + "_free"]

    def free(self) -> None:
        """Frees the object once. Errors are ignored: there is nobody to handle them."""
        value, self.value = self.value, 0
        self._free(value, None)

    __del__ = free


_char: Any = ctypes.c_char


def address(array: Array) -> int:
    """Returns array.ctypes.data, if possible in a third of the time."""
    try:
        return ctypes.addressof(_char.from_buffer(array))
    except (TypeError, ValueError):  # not writable, or empty
        return int(array.ctypes.data)


def implementation() -> str:
    """Returns the code that the library selected for this CPU: "avx512", "avx2", "neon" or "generic"."""
    return str(load().implementation)


def output(name: str, array: Optional[Array], shape: Tuple[int, ...], dtype: Any) -> Array:
    """Returns array, which must be writable, aligned and in C order, or a new array if it is None."""
    if array is None:
        array = np.empty(shape, dtype)
        return array if array.nbytes < 1 << 16 else lined(shape, dtype)
    if hasattr(array, "__dlpack__") and not isinstance(array, np.ndarray):
        array = _tensor(array, dtype)
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name}: expected a numpy array, found {type(array).__name__}")
    if array.dtype != dtype:
        raise TypeError(f"{name}: expected dtype {np.dtype(dtype)}, found {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"{name}: expected shape {shape}, found {array.shape}")
    flags = array.flags
    if not (flags.c_contiguous and flags.aligned and flags.writeable):
        raise ValueError(f"{name}: expected a contiguous, aligned and writable array")
    return array


def filled(name: str, handle: int, out: Optional[Array], shape: Tuple[int, ...], dtype: Any, *before: Any) -> Array:
    """Returns out, or a new array, after a function of the library has filled it."""
    array = output("out", out, shape, dtype)
    call(name, handle, *before, address(array), array.size)
    return array


def lined(shape: Tuple[int, ...], dtype: Any, memory: Optional[Array] = None) -> Array:
    """Returns an array at an address divisible by 64, because kernels write whole lines of the cache faster.

    memory is 64 bytes more than the array needs, by default new.
    """
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.empty(size + 64, np.uint8) if memory is None else memory
    first = -memory.ctypes.data % 64
    array: Array = memory[first : first + size].view(dtype).reshape(shape)
    return array


def _tensor(tensor: Any, dtype: Any) -> Array:
    """Returns a writable array of the memory of a tensor on the CPU. A tensor of integers has any sign: torch has few without."""
    given = np.from_dlpack(tensor)
    if given.dtype.kind in "iub" and np.dtype(dtype).kind in "iub" and given.dtype.itemsize == np.dtype(dtype).itemsize:
        given = given.view(dtype)
    if given.flags.writeable or not given.flags.c_contiguous:
        return given
    memory: Any = (ctypes.c_char * given.nbytes).from_address(given.ctypes.data)
    memory.owner = tensor
    array: Array = np.frombuffer(memory, given.dtype).reshape(given.shape)
    return array


def values(name: str, array: Any, shape: Tuple[int, ...], dtype: Any) -> Array:
    """Returns array in C order with the given dtype, of integers or booleans.

    It is the same array if possible. Otherwise it is a copy, in which no value differs.
    """
    given, dtype = np.asarray(array), np.dtype(dtype)
    if given.size == 0 and not isinstance(array, np.ndarray):
        given = given.astype(dtype)  # an empty list has dtype float64
    if given.dtype != dtype and (dtype == np.bool_ or given.dtype.kind not in "iu"):
        raise TypeError(f"{name}: expected {'booleans' if dtype == np.bool_ else 'integers'}, found dtype {given.dtype}")
    if given.shape != shape:
        raise ValueError(f"{name}: expected shape {shape}, found {given.shape}")
    if given.dtype != dtype and given.size:
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        if not (low <= int(given.min()) and int(given.max()) <= high):
            raise ValueError(f"{name}: expected values from {low} to {high}, found {given.min()} to {given.max()}")
    return np.require(given, dtype, ["C", "A"])


def indices(name: str, given: Any, of: Sized) -> Array:
    """Returns indices, or those of the true values of an array of booleans, as int64[k]."""
    array = np.asarray(given)
    if array.dtype == np.bool_:
        return np.flatnonzero(values(name, array, (len(of),), np.bool_))
    return values(name, given if array.size == 0 else array, (array.size,), np.int64)


def integer(name: str, value: Any, low: int, high: int) -> int:
    """Returns value as an int from low to high."""
    try:
        number = value.__index__()
    except AttributeError:
        raise TypeError(f"{name}: expected an integer, found {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{name}: expected {low} to {high}, found {number}")
    return int(number)


def text(name: str, value: Any) -> bytes:
    """Returns a text of one line without zero characters, encoded."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a str, found {type(value).__name__}")
    if "\0" in value or "\n" in value:
        raise ValueError(f"{name}: expected one line of text, found {value!r}")
    return value.encode("utf-8", "replace")


def lines(name: str, items: Iterable[str]) -> bytes:
    """Returns texts of one line each, joined by newlines."""
    if isinstance(items, (str, bytes)):
        raise TypeError(f"{name}: expected several texts, found one {type(items).__name__}")
    items = list(items)
    try:
        joined = "\n".join([*items, ""])
    except TypeError:
        joined = ""
    if joined.count("\n") != len(items):
        for i, item in enumerate(items):
            text(f"{name}[{i}]", item)
    return joined.encode("utf-8", "replace")
