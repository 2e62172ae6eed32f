"""The command `trunkline`: settings, messages, exit statuses."""

from __future__ import annotations

import io
import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import discord
import pytest
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.client.connection import connect
from bot.commands.guild import NEEDED, WISHED
from bot.core.log_format import JsonLines, TextLines, send_to_error_output
from bot.core.settings import KEYS, Broken, Config, load_settings, read_token
from tests.conftest import ROOT

TOKEN = "aaa.bbb.ccc"
SHAPED = f"{'MTk4NjIyNDgzNDcx' * 2}.Cl2FMQ.{'ZnCjm1XVW7vRze4b' * 2}"  # as real ones look


def trunkline(*args: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does; nothing of this machine's settings comes through."""
    clean = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT), **(env or {})}
    command = [sys.executable, "-m", "bot", *args]
    return subprocess.run(command, capture_output=True, text=True, env=clean, cwd=ROOT, check=False, timeout=300)


@pytest.fixture
def run(monkeypatch) -> Callable[..., Result]:
    """Run the command in this process, with nothing of this machine's settings: a process of its own takes a second to start."""
    for name in [n for n in os.environ if n.startswith("TRUNKLINE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", "/nonexistent")
    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.root, "level", logging.root.level)

    def invoke(*args: str, env: dict[str, str] | None = None, said: str = "") -> Result:
        done = CliRunner().invoke(app, args, input=said, env=env)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done

    return invoke


def test_defaults_and_overrides(tmp_path: Path):
    file = tmp_path / "settings.toml"
    file.write_text('log_level = "debug"\nmetrics_port = 9000\n', "utf-8")
    config = load_settings(file, {"TRUNKLINE_METRICS_PORT": "9100", "TRUNKLINE_DATA": str(tmp_path)})
    assert config == Config(log_level="debug", metrics_port=9100, data=str(tmp_path))
    assert config.url == f"sqlite+aiosqlite:///{tmp_path}/trunkline.sqlite"
    assert load_settings(None, {}) == Config()


SERVED = "database = 'postgresql+asyncpg://localhost/x'\n"


@pytest.mark.parametrize(
    ("text", "environment", "says"),
    [
        *(
            (
                "",
                {"TRUNKLINE_METRICS_PORT": port},
                f"metrics_port = '{port}' (from TRUNKLINE_METRICS_PORT): a whole number from 0 to 65535, please.",
            )
            for port in ("many", "70000", "-1", "80.5")
        ),
        (
            "",
            {"TRUNKLINE_LOG_LEVEL": "loud"},
            "log_level = 'loud' (from TRUNKLINE_LOG_LEVEL): one of debug, info, warning, error, please.",
        ),
        *(
            (
                "",
                {"TRUNKLINE_DATABASE": f"postgresql+asyncpg://u:p/a:s@{host}:{port}/x"},
                "database (from TRUNKLINE_DATABASE): the port after the host must be a number from 1 to 65535",
            )
            for host, port in (("localhost", "99999"), ("[::1]", "0"), ("h", "abc"))
        ),
        ("", {"TRUNKLINE_TOKN": "x"}, "TRUNKLINE_TOKN is not a setting; there are TRUNKLINE_CLAIM_SHARDS"),
        ('colour = "red"', {}, "colour in"),
        ("token = 'secret.a.b'", {}, "token: a secret does not belong in"),
        ("", {"TRUNKLINE_TOKEN_FILE": SHAPED}, "token_file (from TRUNKLINE_TOKEN_FILE) is a token, not the name"),
        ("log_level = ", {}, "is not TOML"),
        ("", {"TRUNKLINE_DATABASE": "games"}, "database (from TRUNKLINE_DATABASE) is not an address of an SQLite file"),
        (
            "database = 'postgresql://secret.a.b@host/x'",
            {},
            "is not an address of an SQLite file or of PostgreSQL, such as sqlite+aiosqlite:",
        ),
        ("shards = 4\nshard_ids = '0-3'", {}, "several processes need PostgreSQL"),
        (SERVED + "shards = 4\nshard_ids = '3-4'", {}, "the numbers go from 0 to one less than shards (4)"),
        (SERVED + "shard_ids = 'a'", {}, "numbers from 0 on, please"),
        ("shards = 4\nclaim_shards = 2", {}, "claim_shards: several processes need PostgreSQL"),
        (SERVED + "claim_shards = 2", {}, "claim_shards = 2: shards must say how many there are in all (0 now)"),
        (SERVED + "shards = 4\nshard_ids = '0'\nclaim_shards = 2", {}, "claim_shards: leave shard_ids empty"),
    ],
)
def test_a_broken_setting_names_its_key(tmp_path: Path, text, environment, says):
    file = tmp_path / "settings.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(Broken) as caught:
        load_settings(file, environment)
    assert says in str(caught.value)
    assert "secret.a.b" not in str(caught.value)
    assert SHAPED not in str(caught.value)


def test_a_missing_settings_file_is_named(tmp_path: Path):
    with pytest.raises(Broken, match=r"none\.toml: No such file"):
        load_settings(tmp_path / "none.toml", {})


def test_the_token_comes_from_the_environment_or_a_file(tmp_path: Path):
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n", "utf-8")
    assert read_token(Config(), {"TRUNKLINE_TOKEN": TOKEN}) == TOKEN
    assert read_token(Config(token_file=str(file)), {}) == TOKEN
    with pytest.raises(Broken, match="trunkline sandbox"):
        read_token(Config(), {})
    with pytest.raises(Broken, match="that is not a bot token") as caught:
        read_token(Config(), {"TRUNKLINE_TOKEN": "hunter2"})
    assert "hunter2" not in str(caught.value)


def test_a_missing_token_points_to_the_sandbox():
    for command in ("bot", "check-config"):
        done = trunkline(command)
        assert done.returncode == 2
        assert "token: there is none; set TRUNKLINE_TOKEN" in done.stderr
        assert "trunkline sandbox" in done.stderr
        assert "Traceback" not in done.stderr


def test_the_password_of_the_database_may_lie_in_a_file(tmp_path: Path):
    file = tmp_path / "password"
    file.write_text("p@ss/word\n", "utf-8")
    named = {
        "TRUNKLINE_DATABASE_PASSWORD_FILE": str(file),
        "TRUNKLINE_DATABASE": "postgresql+asyncpg://bot@localhost/games",
    }
    assert load_settings(None, named).url == "postgresql+asyncpg://bot:p%40ss%2Fword@localhost/games"
    assert "word" not in str(load_settings(None, named).show_value("database"))
    queried = {"TRUNKLINE_DATABASE": "postgresql+asyncpg://bot:x@localhost:5432/games?application_name=a@b:c"}
    assert load_settings(None, queried).url.endswith("a@b:c"), "what stands in a query is no port"
    for wrong in ("postgresql+asyncpg://localhost/games", "postgresql+asyncpg://bot:x@localhost/games", ""):
        with pytest.raises(Broken, match="must name a user alone"):
            load_settings(None, named | {"TRUNKLINE_DATABASE": wrong})
    with pytest.raises(Broken, match="Name a file that holds the secret"):
        load_settings(None, named | {"TRUNKLINE_DATABASE_PASSWORD_FILE": str(tmp_path / "none")})


def test_check_config_hides_the_password_of_the_database():
    done = trunkline("check-config", env={"TRUNKLINE_DATABASE": "postgresql+asyncpg://bot:pass-word@localhost/games"})
    assert "postgresql+asyncpg://bot:***@localhost/games" in done.stdout
    assert "pass-word" not in done.stdout + done.stderr


def test_check_config_shows_settings_but_never_the_token(tmp_path: Path):
    env = {"TRUNKLINE_TOKEN": TOKEN, "TRUNKLINE_LOG_LEVEL": "warning", "TRUNKLINE_DATA": str(tmp_path / "new")}
    done = trunkline("check-config", env=env)
    assert not (tmp_path / "new").exists()
    assert done.returncode == 0
    assert "log_level = 'warning'" in done.stdout
    assert TOKEN not in done.stdout + done.stderr


def test_a_place_that_cannot_hold_data_is_one_sentence(tmp_path: Path, run):
    (tmp_path / "file").write_bytes(b"no folder")
    wrong = str(tmp_path / "file" / "data")
    for args in (("check-config",), ("bot",), ("sandbox", "--data", wrong), ("render", "18GA", "--out", wrong)):
        done = run(*args, env={"TRUNKLINE_TOKEN": TOKEN, "TRUNKLINE_DATA": wrong})
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1), done.stderr
        assert wrong in done.stderr


def test_a_file_that_is_no_database_is_one_sentence_and_left_alone(tmp_path: Path, run):
    for name, args in (("trunkline", ("bot",)), ("sandbox", ("sandbox", "--data", str(tmp_path)))):
        file = tmp_path / f"{name}.sqlite"
        file.write_bytes(b"something else" * 1000)
        done = run(*args, env={"TRUNKLINE_TOKEN": TOKEN, "TRUNKLINE_DATA": str(tmp_path)})
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1), done.stderr
        assert f"{file} is damaged (file is not a database)" in done.stderr
        assert file.read_bytes() == b"something else" * 1000


def test_a_taken_metrics_port_is_one_sentence(tmp_path: Path, run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        env = {"TRUNKLINE_TOKEN": TOKEN, "TRUNKLINE_DATA": str(tmp_path), "TRUNKLINE_METRICS_PORT": str(port)}
        done = run("bot", env=env)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1), done.stderr
    assert f"metrics_port = {port}" in done.stderr


def test_help_names_every_subcommand():
    done = trunkline("--help")
    assert done.returncode == 0
    for name in ("sandbox", "bot", "play", "replay", "render", "bench", "check-config"):
        assert name in done.stdout


def test_the_readme_invites_with_what_is_needed_and_lists_every_setting():
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.search(r"&scope=bot\+applications\.commands&permissions=(\d+)`", text)
    rights = {**NEEDED, **WISHED}
    assert found
    assert int(found[1]) == discord.Permissions(**dict.fromkeys(rights, True)).value
    assert all(name in text for name, _ in rights.values())
    assert all(f"`{key}`" in text for key in KEYS)


def test_bad_arguments_of_the_sandbox_are_one_sentence(run):
    done = run("sandbox", "--players", "ann,bob")
    assert done.exit_code == 2
    assert done.stderr == "--players: name 3 to 5 different players, such as ann,bob,cid\n"


def test_a_table_on_the_terminal(run):
    done = run("play", "18GA", "ann", "bob", "cid", "--seed", "3", said="bid LTR 20\nquit\n")
    assert done.exit_code == 0
    assert "bob gets LTR for $20." in done.stdout
    assert run("play", "1830", "ann").exit_code == 2


HOSTILE = "eve\n2026 ERROR all is lost\r\x1b[2K\x9b1A\u2028\u202e\x00\x85end"


def test_a_reader_who_has_seen_enough_is_no_fault():
    command = [sys.executable, "-m", "bot", "play", "18GA", "ann", "bob", "cid", "--seed", "3", "--random", "90"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("18GA, seed 3.")
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 1


def test_the_log_goes_to_the_error_output_of_that_moment(monkeypatch):
    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.root, "level", logging.root.level)
    outputs = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", outputs[0])
    send_to_error_output("info", TextLines())
    outputs[0].close()
    monkeypatch.setattr(sys, "stderr", outputs[1])
    logging.getLogger("bot").info("still here")
    assert outputs[1].getvalue().endswith("INFO    bot: still here\n")


@pytest.mark.parametrize("form", [TextLines(), JsonLines()])
def test_what_is_logged_forges_no_line_and_commands_no_terminal(form):
    fault = ValueError(HOSTILE)
    for trace in (None, (type(fault), fault, None)):
        record = logging.LogRecord("bot.x", logging.INFO, "f", 1, "joined: %s", (HOSTILE,), trace)
        written = form.format(record)
        assert all(c.isprintable() or c == "\n" for c in written)
        first, *more = written.split("\n")
        assert "eve\\n2026 ERROR" in first
        assert all(line.startswith("    | ") for line in more), "a trace is set in"
        assert bool(more) == (trace is not None and isinstance(form, TextLines))


class Refused:
    """A client whose connection fails."""

    def __init__(self, error: Exception) -> None:
        self.error, self.closed = error, False

    async def start(self, token: str) -> None:
        raise self.error

    async def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (discord.LoginFailure("Improper token"), 2, "token: Discord does not know it"),
        (discord.PrivilegedIntentsRequired(None), 2, "switch off all privileged intents"),
        (OSError("no route"), 1, "Discord cannot be reached: no route"),
    ],
)
async def test_a_refused_connection_is_one_sentence(caplog, error, status, says):
    client = Refused(error)
    assert await connect(client, TOKEN) == status  # type: ignore[arg-type]
    assert client.closed
    assert says in caplog.text
    assert "Traceback" not in caplog.text


def test_pictures_of_a_position_and_contact_sheets(tmp_path: Path, run):
    done = run("render", "18ga", "--out", str(tmp_path / "a"))
    assert done.exit_code == 0
    names = {Path(line).name for line in done.stdout.splitlines()}
    assert {"18ga-map.png", "18ga-market.png", "18ga-bank.png", "18ga-company-WA.png", "18ga-player-p1.png"} <= names
    outcome = run("render", "18GA", "--sheet", "--out", str(tmp_path / "b"))
    assert outcome.exit_code == 0
    drawn = [Path(line) for line in outcome.stdout.splitlines()]
    assert len(drawn) > 2
    assert all(p.read_bytes().startswith(b"\x89PNG") for p in drawn)
    outcome = run("render", "1830")
    assert outcome.exit_code == 2
    assert outcome.stderr.startswith("There is no title '1830'")
