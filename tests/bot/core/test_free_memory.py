"""Memory that is free goes back to the system."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BLOCK, BLOCKS = 50_000, 1_000  # bytes: less than what malloc asks the system for apart
# In processes of their own: where others have left holes, what is freed here may have lain in these.
RETURN_HOLES = f"""
import resource
from pathlib import Path
from bot.core.free_memory import return_free_memory
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
pairs = [(b"x" * {BLOCK}, bytearray(1_000)) for _ in range({BLOCKS})]
stays = [small for _, small in pairs]
del pairs
before = resident()
assert return_free_memory()
print(before - resident())
"""
COUNT_HEAPS = """
import ctypes, sys, threading
from bot.core.free_memory import share_heap
if sys.argv[1] == "shared":
    assert share_heap()
glibc = ctypes.CDLL(None)
gate = threading.Barrier(5)
def allocate():
    gate.wait()
    [bytearray(50_000) for _ in range(100)]
    gate.wait()
threads = [threading.Thread(target=allocate) for _ in range(4)]
[t.start() for t in threads]
gate.wait()
gate.wait()
glibc.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(glibc.fdopen(1, b"w"))
glibc.malloc_info(0, out)
glibc.fflush(out)
"""


SPARE = """
import gc
from bot.core.free_memory import spare_collector
stays = [[n] for n in range(50_000)]
spare_collector()
assert gc.get_freeze_count() > 50_000 and len(gc.get_objects()) < 1_000
comes = [n for n in range(3)]
comes.append(comes)
del comes
print(gc.collect())
"""
LINUX = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="tells memory as Linux and glibc do")


def run(code: str, *words: str) -> str:
    """What a fresh process says that runs this code."""
    return subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True, timeout=120
    ).stdout


@LINUX
def test_holes_between_what_stays_are_returned():
    assert int(run(RETURN_HOLES)) > BLOCK * BLOCKS / 2


@LINUX
@pytest.mark.parametrize(("how", "heaps"), [("own", range(2, 6)), ("shared", range(1, 2))])
def test_threads_share_one_heap(how: str, heaps: range):
    assert run(COUNT_HEAPS, how).count("<heap ") in heaps


def test_the_collector_looks_at_what_comes_alone():
    assert int(run(SPARE)) >= 1
