"""The C library: where it is, its functions, and checks of arrays that are passed to it."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from ctypes import POINTER, c_char_p, c_int, c_size_t
from pathlib import Path
from typing import Any, Callable, Iterable, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._functions import FUNCTIONS

Array = npt.NDArray[Any]

ABI = 1
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
        ("starts", c_char_p), ("starts_length", c_size_t),
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


def _load() -> Any:
    path = _path()
    try:
        library = ctypes.CDLL(path)
    except OSError as e:
        raise ImportError(f"koggestone: the C library cannot be loaded: {e}") from None
    try:
        found = library.koggestone_abi()
    except AttributeError:
        raise ImportError(f"koggestone: {path} is another library") from None
    if found != ABI:
        raise ImportError(f"koggestone: expected version {ABI} of the interface in {path}, found {found}")
    library.koggestone_implementation.restype = c_char_p
    parameters: Any
    for name, parameters in FUNCTIONS.items():
        try:
            function = getattr(library, "koggestone_" + name)
        except AttributeError:
            raise ImportError(f"koggestone: {path} has no function koggestone_{name}: it is of another version") from None
        function.argtypes = [*parameters, POINTER(_CError)]
        function.restype = c_int
    return library


_library = _load()
_implementation: str = _library.koggestone_implementation().decode()
_functions = {name: getattr(_library, "koggestone_" + name) for name in FUNCTIONS}


class _Local(threading.local):
    def __init__(self) -> None:
        self.error = _CError()


_local = _Local()


def call(name: str, *args: Any) -> int:
    """Calls a function of the library. Returns OK or RUNNING, and raises an exception otherwise."""
    error = _local.error
    code = _functions[name](*args, error)
    if code == OK or code == RUNNING:
        return int(code)
    message = error.message.decode("utf-8", "replace")
    if code == ERROR_ARGUMENT:
        raise ValueError(message)
    if code == ERROR_MEMORY:
        raise MemoryError(message)
    if code == ERROR_SPACE:
        raise SpaceError(message)
    if code == ERROR_FORKED:
        raise ForkError(message)
    raise Error(message)


def free(name: str, handle: int) -> None:
    """Calls a function that frees an object. Errors are ignored: there is nobody to handle them."""
    _functions[name](handle, None)


def implementation() -> str:
    """Returns the code that the library selected for this CPU: "avx512", "avx2", "neon" or "generic"."""
    return _implementation


def output(name: str, array: Optional[Array], shape: Tuple[int, ...], dtype: Any) -> Array:
    """Returns array, which must be writable, aligned and in C order, or a new array if it is None."""
    if array is None:
        array = np.empty(shape, dtype)
        if array.nbytes < 1 << 16:
            return array
        memory = np.empty(array.nbytes + 64, np.uint8)  # kernels write whole lines of the cache faster
        first = -memory.ctypes.data % 64
        aligned: Array = memory[first : first + array.nbytes].view(dtype).reshape(shape)
        return aligned
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


def values(name: str, array: Any, shape: Tuple[int, ...], dtype: Any) -> Array:
    """Returns array in C order with the given dtype.

    It is the same array if possible. Otherwise it is a copy, in which no value differs.
    """
    given = np.asarray(array)
    dtype = np.dtype(dtype)
    if given.dtype != dtype:
        if given.size == 0 and not isinstance(array, np.ndarray):
            given = given.astype(dtype)  # an empty list has dtype float64
        if given.dtype.kind not in "iu":
            raise TypeError(f"{name}: expected integers, found dtype {given.dtype}")
    if given.shape != shape:
        raise ValueError(f"{name}: expected shape {shape}, found {given.shape}")
    if given.dtype != dtype:
        limits = np.iinfo(dtype)
        if given.size and not (limits.min <= int(given.min()) and int(given.max()) <= limits.max):
            raise ValueError(
                f"{name}: expected values from {limits.min} to {limits.max}, found {given.min()} to {given.max()}")
    return np.require(given, dtype, ["C", "A"])


def flags(name: str, array: Any, shape: Tuple[int, ...]) -> Array:
    """Returns an array of booleans in C order."""
    given = np.asarray(array)
    if given.dtype != np.bool_:
        raise TypeError(f"{name}: expected dtype bool, found {given.dtype}")
    if given.shape != shape:
        raise ValueError(f"{name}: expected shape {shape}, found {given.shape}")
    return np.require(given, None, ["C", "A"])


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
        joined = "".join([item + "\n" for item in items])
    except TypeError:
        i, item = next((i, item) for i, item in enumerate(items) if not isinstance(item, str))
        raise TypeError(f"{name}[{i}]: expected a str, found {type(item).__name__}") from None
    if joined.count("\n") != len(items):
        i, item = next((i, item) for i, item in enumerate(items) if "\n" in item)
        raise ValueError(f"{name}[{i}]: expected one line, found {item!r}")
    return joined.encode("utf-8", "replace")
