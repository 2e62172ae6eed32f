"""Settings: from a TOML file, overridden by the environment (`TRUNKLINE_` and the key in capitals).

The token is a secret: it comes from the environment or from a file that holds nothing else, never from the command line and
never from the settings file.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any, Literal, get_args
from urllib.parse import quote

import msgspec
from msgspec import Meta, Struct

PREFIX = "TRUNKLINE_"
DRIVER = "sqlite+aiosqlite"
SERVER = "postgresql+asyncpg"
PASSWORD = re.compile(r"(?<=:)[^:@/]*(?=@)")  # in an address
# As Discord gives tokens out: a value that is not to be shown.
A_TOKEN = re.compile(r"\s*[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}\s*")
SANDBOX = "Without a token everything can be tried on this machine: trunkline sandbox"


MAX_PORT = 65535
PORT = re.compile(r"//[^?]*@(?:\[[^]@]*\]|[^@:/?]*):([^@/?]*)")  # in an address, after its host


class Broken(ValueError):
    """Settings that cannot be used; the sentence names the key and how to mend it."""


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings. Each has a default, so that a token alone is enough."""

    token_file: Annotated[str, Meta(description="file that holds the bot's token and nothing else")] = ""
    data: Annotated[str, Meta(description="folder of the database and its backups; empty: the user's data folder")] = ""
    database: Annotated[str, Meta(description="SQLite or PostgreSQL; empty: trunkline.sqlite in the data folder")] = ""
    database_password_file: Annotated[
        str,
        Meta(
            description="file that holds PostgreSQL's password and nothing else; the address then names the user alone"
        ),
    ] = ""
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="debug, info, warning or error")
    ] = "info"
    log_format: Annotated[Literal["text", "json"], Meta(description="text, or json for collectors of logs")] = "text"
    metrics_port: Annotated[
        int, Meta(ge=0, le=MAX_PORT, description="port of the Prometheus metrics on this machine; 0: none")
    ] = 0
    shards: Annotated[int, Meta(ge=0, le=1000, description="number of gateway connections; 0: as Discord advises")] = 0
    shard_ids: Annotated[
        str, Meta(description="which of them this process has, such as 0-3 or 0,2 (with PostgreSQL); empty: all")
    ] = ""
    claim_shards: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            description="how many of them this process takes of those that no other has (with PostgreSQL)",
        ),
    ] = 0

    picture_processes: Annotated[
        int,
        Meta(
            ge=-1,
            le=64,
            description="processes that draw pictures; 0: the bot's own threads do, -1: one for two cores, two at most",
        ),
    ] = -1

    @property
    def folder(self) -> Path:
        """Where the database and the log lie."""
        if self.data:
            return Path(self.data).expanduser()
        import platformdirs

        return Path(platformdirs.user_data_dir("trunkline", appauthor=False))

    @property
    def url(self) -> str:
        """The database, as SQLAlchemy writes it, password included. Raises Broken for a file that cannot be read."""
        if self.database_password_file:
            return self._url_with_password(_read_secret("database_password_file", self.database_password_file))
        return self.database or f"{DRIVER}:///{self.folder / 'trunkline.sqlite'}"

    def _url_with_password(self, password: str) -> str:
        """The database's address with a password in it; raises Broken for an address that has one already, or no user."""
        kind, _, rest = self.database.partition("://")
        user, at, where = rest.partition("@")
        if kind != SERVER or not user or not at or ":" in user:
            raise Broken(
                f"database_password_file: the address must name a user alone, such as {SERVER}://trunkline@localhost/trunkline"
            )
        return f"{kind}://{user}:{quote(password, safe='')}@{where}"

    @property
    def own_shards(self) -> tuple[int, ...] | None:
        """The shards of this process; None: all; (): those that it claims. Raises Broken."""
        if self.claim_shards:
            self._check_claim()
            return ()
        numbers: set[int] = set()
        for part in self.shard_ids.replace(" ", "").split(",") if self.shard_ids.strip() else ():
            first, dash, last = part.partition("-")
            if not first.isdecimal() or (dash and not last.isdecimal()):
                raise Broken(f"shard_ids = {self.shard_ids!r}: numbers from 0 on, please, such as 0-3 or 0,2")
            numbers |= set(range(int(first), int(last or first) + 1))
        if numbers and max(numbers) >= self.shards:
            raise Broken(
                f"shard_ids = {self.shard_ids!r}: the numbers go from 0 to one less than shards ({self.shards})"
            )
        if numbers and not self.url.startswith(SERVER):
            raise Broken("shard_ids: several processes need PostgreSQL; with SQLite one process has all shards")
        return tuple(sorted(numbers)) or None

    def _check_claim(self) -> None:
        """Raises Broken where shards cannot be claimed."""
        if self.shard_ids.strip():
            raise Broken("claim_shards: leave shard_ids empty, please; a process is given its shards or claims them")
        if self.claim_shards > self.shards:
            raise Broken(
                f"claim_shards = {self.claim_shards}: shards must say how many there are in all ({self.shards} now)"
            )
        if not self.url.startswith(SERVER):
            raise Broken("claim_shards: several processes need PostgreSQL; with SQLite one process has all shards")

    def show_value(self, key: str) -> object:
        """A setting as it may be shown: without the password of the database."""
        value = getattr(self, key)
        return PASSWORD.sub("***", value) if key == "database" else value


KEYS = {f.name: f for f in msgspec.structs.fields(Config)}


def describe_key(key: str) -> str:
    """What a key means, for messages and `check-config`."""
    hint = KEYS[key].type
    meta: Any = next((m for m in getattr(hint, "__metadata__", ()) if isinstance(m, Meta)), None)
    return str(meta.description) if meta and meta.description else key


def load_settings(file: Path | None = None, environment: Mapping[str, str] = os.environ) -> Config:
    """Settings from the file (default: the one named by TRUNKLINE_CONFIG, if any) and the environment; raises Broken."""
    named = file or (Path(environment[PREFIX + "CONFIG"]) if environment.get(PREFIX + "CONFIG") else None)
    values = _read_file(named) if named else {}
    origin = dict.fromkeys(values, str(named))
    for key in KEYS:
        if PREFIX + key.upper() in environment:
            values[key] = environment[PREFIX + key.upper()]
            origin[key] = PREFIX + key.upper()
    known = {PREFIX + k.upper() for k in KEYS} | {PREFIX + k for k in ("TOKEN", "CONFIG", "SHARED")}
    strange = sorted(k for k in environment if k.startswith(PREFIX) and k not in known)
    if strange:
        raise Broken(f"{strange[0]} is not a setting; there are {', '.join(sorted(known - {PREFIX + 'SHARED'}))}")
    for key, value in values.items():
        _convert(key, value, origin[key])
    config = msgspec.convert(values, Config, strict=False)
    _ = config.own_shards, config.url
    return config


def check_room(folder: Path) -> None:
    """Whether the data folder could be made where it is wanted, without making it; raises Broken."""
    near = next((p for p in (folder, *folder.parents) if p.exists()), folder)
    if not near.is_dir() or not os.access(near, os.W_OK | os.X_OK):
        raise Broken(f"data = {str(folder)!r}: {near} is not a folder that I can write to. Name another one")


def make_room(folder: Path) -> None:
    """Make sure that files can be written in the data folder; raises Broken."""
    check_room(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Broken(
            f"data = {str(folder)!r}: {error.strerror}. Name a folder in which files can be written"
        ) from error


def _read_file(file: Path) -> dict[str, Any]:
    """The settings in a file; raises Broken for a token in it, for unknown keys, and for what is no TOML."""
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise Broken(f"{file}: {error.strerror}. Name a settings file that can be read, or none") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Broken(f"{file} is not TOML: {error}") from error
    if "token" in values:
        raise Broken(
            f"token: a secret does not belong in {file}; put it into a file of its own and name that token_file"
        )
    strange = sorted(set(values) - set(KEYS))
    if strange:
        raise Broken(f"{strange[0]} in {file} is not a setting; there are {', '.join(sorted(KEYS))}")
    return values


def _convert(key: str, value: object, origin: str) -> None:
    """Convert one value alone, so that the message names its key."""
    try:
        msgspec.convert({key: value}, Config, strict=False)
    except msgspec.ValidationError as error:
        raise Broken(
            f"{key} = {value!r} (from {origin}): {_wanted_value(key)}, please. It means: {describe_key(key)}"
        ) from error
    if key == "database" and value:
        check_address(str(value), origin)
    if key == "token_file" and A_TOKEN.fullmatch(str(value)):
        raise Broken(f"token_file (from {origin}) is a token, not the name of a file that holds one")


def _wanted_value(key: str) -> str:
    """What a setting takes, for whoever has given something else."""
    hint: Any = KEYS[key].type
    kind, meta = get_args(hint)
    if get_args(kind):
        return f"one of {', '.join(get_args(kind))}"
    return f"a whole number from {meta.ge} to {meta.le}" if kind is int else "text"


def check_address(value: str, origin: str) -> None:
    """Raises Broken for what is not an address of a database; it is not shown, as it may hold a password."""
    port = PORT.search(value)
    if value.startswith(f"{SERVER}://") and port and not (port[1].isdecimal() and 0 < int(port[1]) <= MAX_PORT):
        raise Broken(f"database (from {origin}): the port after the host must be a number from 1 to {MAX_PORT}")
    if value == f"{DRIVER}://" or value.startswith((f"{DRIVER}:///", f"{SERVER}://")):
        return
    raise Broken(
        f"database (from {origin}) is not an address of an SQLite file or of PostgreSQL, such as "
        f"{DRIVER}:////srv/games.sqlite or {SERVER}://trunkline:PASSWORD@localhost/trunkline"
    )


def _read_secret(key: str, name: str) -> str:
    """What a file holds, without spaces around it; raises Broken."""
    try:
        return Path(name).expanduser().read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Broken(f"{key} = {name!r}: {error}. Name a file that holds the secret and nothing else") from error


def read_token(config: Config, environment: Mapping[str, str] = os.environ) -> str:
    """The bot's token; raises Broken when there is none."""
    secret = environment.get(PREFIX + "TOKEN", "")
    if not secret and config.token_file:
        secret = _read_secret("token_file", config.token_file)
    secret = secret.strip()
    if not secret:
        where = f"set {PREFIX}TOKEN, or token_file to a file that holds it"
        raise Broken(f"token: there is none; {where}. {SANDBOX}")
    if any(c.isspace() for c in secret) or secret.count(".") != 2:
        raise Broken(
            "token: that is not a bot token (three parts with dots). Copy it again from Discord's developer portal"
        )
    return secret
