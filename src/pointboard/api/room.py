"""How much memory and how much of a disk is free."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

__all__ = ["free_disk", "free_memory"]

_MEMINFO, _GROUP = Path("/proc/meminfo"), Path("/sys/fs/cgroup")


def free_memory(meminfo: Path = _MEMINFO, group: Path = _GROUP) -> int | None:
    """The bytes of memory that a new program can have, None where the system does not say it.

    Linux says it in ``meminfo``; in a container the limit of its control ``group`` counts as well.
    """
    try:
        available = re.search(r"^MemAvailable:\s*(\d+) kB$", meminfo.read_text("ascii"), re.MULTILINE)
    except OSError:
        return None
    if available is None:  # a kernel from before 2014
        return None
    free = int(available[1]) * 1024
    try:
        limit, used = (int((group / f"memory.{name}").read_text("ascii")) for name in ("max", "current"))
    except (OSError, ValueError):  # no group of its own, or one without a limit, which is the word "max"
        return free
    return max(0, min(free, limit - used))


def free_disk(folder: Path) -> int:
    """The bytes that this user can still write where ``folder`` is, or will be once it is made; OSError."""
    there = folder.absolute()
    while not there.exists():
        there = there.parent
    return shutil.disk_usage(there).free
