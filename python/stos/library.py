"""Finds libstos, checks that it is the one this module was written for, and says how its functions are called.

What is declared here is what include/stos.h declares; the sizes of its types come from the library itself.
"""
import ctypes
import ctypes.util
import functools
import os
import pathlib

VERSION = "0.2.0"

HERE = pathlib.Path(__file__).resolve().parent
ERROR_TEXT, RULES_TEXT, MOVE_TEXT, RESULT_TEXT, JSON_TEXT = 1024, 128, 24, 24, 16384
STATE, VIEW, RULES, BATCH = range(4)  # enum stos_type
GENERATORS = {"chacha20": 0, "fast": 1}  # enum stos_generator


class LibraryError(ImportError):
    """libstos is not there, or is of another version."""


class RulesError(ValueError):
    """A rules string or a seed that libstos refuses; the text says why."""


class ActionError(ValueError):
    """An action that is not legal; the text says why. Nothing has changed."""


class CRules(ctypes.Structure):
    _fields_ = [("game", ctypes.c_void_p), ("value", ctypes.c_int8 * 8)]


class CError(ctypes.Structure):
    _fields_ = [("reason", ctypes.c_uint8), ("seats", ctypes.c_uint8), ("number", ctypes.c_int16), ("at", ctypes.c_uint16), ("length", ctypes.c_uint16),
                ("game", ctypes.c_void_p)]


class CSeed(ctypes.Structure):
    _fields_ = [("generator", ctypes.c_uint8), ("bytes", ctypes.c_uint8 * 32)]


class CRandom(ctypes.Structure):
    _fields_ = [("state", ctypes.c_uint64)]


class CField(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("help", ctypes.c_char_p), ("at", ctypes.c_int), ("length", ctypes.c_int)]


class CBatch(ctypes.Structure):
    _fields_ = [("rules", CRules), ("count", ctypes.c_int32), ("generator", ctypes.c_uint8), ("deals_again", ctypes.c_bool),
                *[(name, ctypes.c_void_p) for name in ["state", "view", "seed", "seat", "reward", "over", "result", "refused", "mask",
                                                       "observation", "legal"]]]


POINTER, INT, SIZE, TEXT, MOVE = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_uint32

# name -> what it returns, what it takes
FUNCTIONS = {
    "stos_version": (TEXT, []),
    "stos_size_of": (SIZE, [INT]),
    "stos_error_text": (SIZE, [CError, TEXT, TEXT, SIZE]),
    "stos_game_name": (TEXT, [POINTER]),
    "stos_rules_parse": (CError, [TEXT, SIZE, POINTER]),
    "stos_rules_text": (SIZE, [POINTER, TEXT]),
    "stos_rules_seats": (INT, [POINTER]),
    "stos_seed_parse": (CError, [TEXT, SIZE, POINTER]),
    "stos_seed_text": (SIZE, [POINTER, TEXT]),
    "stos_deal": (CError, [POINTER, POINTER, POINTER, POINTER]),
    "stos_over": (ctypes.c_bool, [POINTER]),
    "stos_play": (CError, [POINTER, INT, MOVE]),
    "stos_result": (INT, [POINTER]),
    "stos_result_text": (SIZE, [POINTER, TEXT]),
    "stos_look": (None, [POINTER, INT, POINTER]),
    "stos_view_seat": (INT, [POINTER]),
    "stos_view_json": (SIZE, [POINTER, TEXT, SIZE]),
    "stos_move_parse": (CError, [POINTER, TEXT, SIZE, POINTER]),
    "stos_move_text": (SIZE, [POINTER, MOVE, TEXT]),
    "stos_random_from": (CRandom, [ctypes.c_uint64]),
    "stos_action_count": (INT, [POINTER]),
    "stos_action_of": (INT, [POINTER, MOVE]),
    "stos_action_move": (MOVE, [POINTER, INT]),
    "stos_action_mask": (INT, [POINTER, POINTER]),
    "stos_action_words": (INT, [POINTER]),
    "stos_observation_length": (INT, [POINTER]),
    "stos_observation_field": (ctypes.c_bool, [POINTER, INT, POINTER]),
    "stos_observe": (INT, [POINTER, POINTER]),
    "stos_scores": (None, [POINTER, POINTER]),
    "stos_next_actor": (INT, [POINTER, INT]),
    "stos_batch_deal": (None, [POINTER, ctypes.c_uint64]),
    "stos_batch_step": (INT, [POINTER, POINTER]),
    "stos_batch_choose": (None, [POINTER, POINTER, POINTER]),
}


def candidates():
    """Where libstos may be, best first: as told, in the module (so in wheels), in the checkout of this file, beside the installed module, in
    the system."""
    told = os.environ.get("STOS_LIBRARY")
    if told:
        return [told]
    checkout = HERE.parent.parent
    found = [HERE / "libstos.so.0", *(checkout / "build" / preset / "libstos.so" for preset in ["release", "portable"])]
    for folder in HERE.parents:
        if folder.name == "lib":
            found += [folder / "libstos.so.0", *sorted(folder.glob("*/libstos.so.0"))]
    paths = [str(path) for path in found if path.is_file()]
    system = ctypes.util.find_library("stos")
    return paths + ([system] if system else [])


def check(library, path):
    """Declares the functions; refuses a library of another version."""
    try:
        for name, (returns, takes) in FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = returns, takes
        version = library.stos_version().decode()
    except AttributeError as error:
        raise LibraryError(f"{path} is not libstos {VERSION}, or an old one: it lacks {name}. Build it anew, or name another by "
                           "STOS_LIBRARY.") from error
    if version != VERSION:
        raise LibraryError(f"{path} is libstos {version}, but this module is for {VERSION}. Install both from one place, or name the right "
                           "library by STOS_LIBRARY.")
    for kind, size in [(RULES, ctypes.sizeof(CRules)), (BATCH, ctypes.sizeof(CBatch))]:
        if library.stos_size_of(kind) != size:
            raise LibraryError(f"{path} calls itself libstos {VERSION} but is laid out in another way. Build it anew.")


@functools.lru_cache(maxsize=None)
def load():
    """The library, found and checked once."""
    paths = candidates()
    if not paths:
        raise LibraryError("libstos was not found. Build it (in a checkout: cmake --preset release && cmake --build --preset release "
                           "--target stos_shared), install it, or name its file by the environment variable STOS_LIBRARY.")
    try:
        library = ctypes.CDLL(paths[0])
    except OSError as error:
        raise LibraryError(f"libstos could not be loaded: {error}. STOS_LIBRARY may name another file.") from error
    check(library, paths[0])
    return library


def memory_for(kind, count=1):
    """Zeroed memory for so many values of a type of the library, aligned for any of them."""
    words = (load().stos_size_of(kind) * count + 7) // 8
    return (ctypes.c_uint64 * words)()


def sentence(error, text=None):
    """An error of the library in English words."""
    out = ctypes.create_string_buffer(ERROR_TEXT)
    load().stos_error_text(error, text, out, len(out))
    return out.value.decode("utf-8", "replace")
