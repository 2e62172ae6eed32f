"""What a folder remembers of the database that was served from it: one that is lost is not taken for a new one.

Beside the database lies a small file with the identity that stands in the database itself, too.
"""

from __future__ import annotations

from pathlib import Path

from bot.storage.engine import Unusable

REMEDY = (
    "If it is on a disk that is not there, bring back the disk; or restore a backup with `trunkline restore FILE`. "
    "To start with an empty database, use --new"
)


def path_beside(file: Path) -> Path:
    """The file beside a database that says which bot serves it."""
    return file.with_name(file.name + ".served")


def read_identity(file: Path) -> str:
    """The identity of the database that was served as that file; "" if none was."""
    try:
        return path_beside(file).read_text("utf-8").strip()
    except FileNotFoundError:
        return ""


def check_there(file: Path) -> None:
    """Raises Unusable where a database was served and there is nothing any more."""
    if read_identity(file) and (not file.exists() or not file.stat().st_size):
        raise Unusable(f"{file} is {'empty' if file.exists() else 'gone'}, though tables were kept in it. {REMEDY}")


def check_identity(file: Path, identity: str) -> None:
    """Raises Unusable for another database than the one that was served; `identity`: "" for one without tables."""
    known = read_identity(file)
    if known and identity != known:
        difference = "is another database than the one" if identity else "holds no tables, though it is the file"
        raise Unusable(f"{file} {difference} that the bot worked with here before. {REMEDY}")


def write_identity(file: Path, identity: str) -> None:
    """Write that the database served as that file is this one."""
    if read_identity(file) != identity:
        part = file.with_name(file.name + ".served.part")
        part.write_text(identity + "\n", "utf-8")
        part.replace(path_beside(file))
