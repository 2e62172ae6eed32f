"""The shape of the code: who may import whom, and a few habits that keep titles apart from the engine."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest

from game.step_keys import StepKey
from game.word_keys import KEY_PREFIXES, SINGLE_KEYS, STEP_PARTS, unread_keys
from tests.conftest import ROOT
from tests.support.module_graph import Import, counted, folder_of, imports, imports_in, module_of, rings, sources, tree

SHORT_NAME = 8  # letters of a word that may stand alone as the name of a table of words
STDLIB = sys.stdlib_module_names - {"random"}  # chance comes from the seed of the game
TIMELESS = STDLIB - {"asyncio", "time", "datetime", "threading", "socket", "sqlite3", "subprocess"}


@dataclass(frozen=True)
class Rule:
    """What the files that match may import: roots (`msgspec`) or modules (`game.rules`), and what of these they may not."""

    files: str
    may: frozenset[str] | set[str]
    but: frozenset[str] | set[str] = frozenset()


RULES = (
    Rule("game/*.py", TIMELESS | {"msgspec", "game"}),
    Rule("titles/*.py", TIMELESS | {"msgspec", "game", "titles"}),
    Rule(
        "render/*.py",
        TIMELESS | {"threading", "msgspec", "game", "render", "PIL", "zlib_ng"},
        {"game.play", "game.steps"},
    ),
    Rule(
        "bot/*.py",
        STDLIB
        | {"msgspec", "networkx", "game", "titles", "render", "bot", "discord", "simcord", "aiohttp", "typer"}
        | {"sqlalchemy", "alembic", "aiosqlite", "asyncpg", "platformdirs", "prometheus_client", "PIL"}
        | {"pebble", "cachetools", "filelock", "rich"},
        {"game.steps"},
    ),
)

# The packages, and what each may import of the others. All imports count, late ones and those for type checking too.
BELOW_VIEWS = {"bot.core", "bot.model", "bot.storage", "bot.tables"}
BELOW_CLIENT = BELOW_VIEWS | {"bot.reminders", "bot.files", "bot.views"}
BELOW_SANDBOX = BELOW_CLIENT | {"bot.client", "bot.commands"}
INTERCHANGE = {"bot.interchange", "bot.interchange.site"}
PACKAGES: dict[str, set[str]] = {
    "bot.core": set(),
    "bot.interchange.site": set(),
    "bot.interchange": {"bot.interchange.site"},
    "bot.model": {"bot.core", *INTERCHANGE},
    "bot.storage": {"bot.core", "bot.model"},
    "bot.migrations": {"bot.storage"},
    "bot.tables": {"bot.core", "bot.model", "bot.storage"},
    "bot.reminders": BELOW_VIEWS,
    "bot.files": BELOW_VIEWS | INTERCHANGE,
    "bot.views": BELOW_VIEWS | {"bot.reminders", "bot.files"},
    "bot.client": BELOW_CLIENT,
    "bot.commands": BELOW_CLIENT | {"bot.client"},
    "bot.sandbox": BELOW_SANDBOX,
    "bot.cli": BELOW_SANDBOX | INTERCHANGE | {"bot.sandbox"},
    "bot.benchmarks": BELOW_SANDBOX | INTERCHANGE | {"bot.sandbox"},
    "bot.__main__": BELOW_SANDBOX | INTERCHANGE | {"bot.sandbox", "bot.cli", "bot.benchmarks"},
    "render.data": set(),
    "render.drawing": {"render.data"},
    "render.text": {"render.data"},
    "render.pictures": {"render.data", "render.drawing", "render.text"},
    "render.results": {"render.data", "render.drawing", "render.text", "render.pictures"},
    "game.routing": {"game"},
    "game.steps": {"game", "game.routing"},
    "game": {"game.routing", "game.steps"},  # by LEVELS; the steps are known to `play` and the codec
}

# What a library is for lies in one place.
PLACES = {
    "discord": ("bot/client/*", "bot/commands/*"),
    "simcord": ("bot/sandbox/*",),
    "aiohttp": ("bot/client/*", "bot/sandbox/*", "bot/benchmarks/*"),
    "sqlalchemy": ("bot/storage/*", "bot/migrations/*"),
    "alembic": ("bot/storage/*", "bot/migrations/*"),
    "aiosqlite": ("bot/storage/*",),
    "asyncpg": ("bot/storage/*",),
    "filelock": ("bot/storage/*",),
    "pebble": ("bot/core/*",),
    "networkx": ("bot/model/board/map_graph.py",),
    "prometheus_client": ("bot/core/*", "bot/client/*", "bot/cli/*", "bot/benchmarks/*"),
    "PIL": ("render/*", "bot/views/*", "bot/cli/*", "bot/benchmarks/*"),
    "typer": ("bot/__main__.py",),
    "rich": ("bot/cli/*",),
}

MOST_MODULES = 20  # in a folder of `bot` or `render`

# Where tasks are made: by `start_observed`, which logs and counts what ends them, and in functions that await what they make.
TASKS = {
    "bot/benchmarks/discord_gateway.py",
    "bot/benchmarks/pressing_players.py",
    "bot/benchmarks/service_load.py",
    "bot/core/tasks.py",
    "bot/core/worker_process.py",
    "bot/client/connection.py",
    "bot/commands/console_answers.py",
    "bot/commands/view/reply.py",
}

UNBOUNDED = ("bot/storage/engine.py _versions_in",)  # of the place of the migrations: there is one

# What still stands elsewhere. Each of these lists only ever gets shorter: an entry that is not needed any more fails too.
WRONG_DIRECTIONS: tuple[str, ...] = ()
MISPLACED: tuple[str, ...] = ()
RINGS: tuple[str, ...] = ()
FOLDER_RINGS = (
    # A package and its parts ask each other; their modules form none.
    "bot.interchange, bot.interchange.*",
    "bot.model, bot.model.*",
    "bot.storage, bot.storage.*",
    "bot.views, bot.views.*",
    "game, game.*",  # LEVELS says more
    # What is typed is an answer where a question is open, and a button's words where there is one: each way tries the others.
    "bot.commands, bot.commands.*",
)
CROWDED: tuple[str, ...] = ()
NAMED_STEPS = ("bot/interchange/* imports game.steps*",)  # the steps of the game, for type checking
NAMED_TITLES = ("bot/interchange/* imports titles.*",)  # a step of a title, for type checking

# Inside `game` imports go down only: a module imports from its own level or from below.
LEVELS = (
    {
        "state",
        "step_keys",
        "marks",
        "actions",
        "ability_kinds",
        "dividend_kinds",
        "end_causes",
        "options",
        "round_names",
        "places",
        "events",
        "checks",
        "choices",
        "lazy_list",
        "memo",
        "chance",
        "hexes",
        "numbering",
        "tiles",
        "rules",
        "route_rules",
        "steps",
        "routing.reachability",
    },
    {
        "title_data",
        "word_keys",
        "nearby",
        "load",
        "codec",
        "cards",
        "money",
        "names",
        "notation",
        "transcript",
        "upgrade",
        "upgrades",
    },
    {
        "market",
        "routing.*",
        "tile_lays",
        "tile_checks",
        "legal_lays",
        "stations",
        "station_checks",
        "station_moves",
        "trains",
        "ending",
        "shares",
        "share_checks",
        "share_trading",
        "deal_checks",
        "train_checks",
        "seating",
        "companies",
        "emergency",
        "limits",
        "privates",
        "bankruptcy",
    },
    {"steps.*"},
    {"play"},
    {"net_worth"},
)


def level(file: str) -> int:
    name = file.removeprefix("game/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    found = [i for i, names in enumerate(LEVELS) if any(fnmatch(name, n) for n in names)]
    assert found, f"{file} has no level yet: give it one in LEVELS"
    return found[0]


def package(module: str) -> str:
    """The package of the table that a module belongs to: `game` for those right below it, "" for none."""
    parts = module.split(".")
    names = (".".join(parts[:count]) for count in (3, 2, 1))
    return next((name for name in names if name in PACKAGES), "")


def wrong_directions(found: Iterable[Import]) -> list[str]:
    """Imports between packages that the table does not allow."""
    pairs = [(i, package(module_of(i.file)), package(i.module)) for i in found]
    return [
        str(i)
        for i, here, there in pairs
        if here and there and here != there and here.split(".")[0] == there.split(".")[0]
        if there not in PACKAGES[here]
    ]


def misplaced(found: Iterable[Import]) -> list[str]:
    """Imports of a library outside its place."""
    return [
        str(i)
        for i in found
        if not any(fnmatch(i.file, place) for place in PLACES.get(i.module.partition(".")[0], ("*",)))
    ]


def in_rings(found: Iterable[Import]) -> list[str]:
    """Modules that belong to a ring of imports."""
    return sorted(m for ring in rings(found) for m in ring)


def in_folder_rings(found: Iterable[Import]) -> list[str]:
    """Folders that form a ring of imports, together."""
    return sorted(", ".join(sorted(ring)) for ring in rings(found, folder_of))


def unexpected(found: Collection[str], known: Collection[str]) -> list[str]:
    """What was found beside the known exceptions, and exceptions that are not needed any more."""
    new = [f for f in found if not any(fnmatch(f, k) for k in known)]
    return new + [f"not needed any more: {k}" for k in known if not any(fnmatch(f, k) for f in found)]


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.files.split("/")[0])
def test_imports_keep_to_the_table(rule: Rule) -> None:
    folder = rule.files.split("/")[0]
    assert sources(folder), "the folder has moved"
    bad = [str(i) for i in counted(folder) if not i.within(rule.may) or i.within(rule.but)]
    assert unexpected(bad, NAMED_STEPS if folder == "bot" else ()) == []


CHECKS: tuple[tuple[Callable[[Iterable[Import]], list[str]], tuple[str, ...]], ...] = (
    (wrong_directions, WRONG_DIRECTIONS),
    (misplaced, MISPLACED),
    (in_rings, RINGS),
    (in_folder_rings, FOLDER_RINGS),
)


@pytest.mark.parametrize(("check", "known"), CHECKS, ids=[c.__name__ for c, _ in CHECKS])
def test_packages_import_downward_only(check: Callable[[Iterable[Import]], list[str]], known: tuple[str, ...]) -> None:
    assert unexpected(check(counted("bot", "game", "render", "titles")), known) == []


@pytest.mark.parametrize(
    ("check", "file", "line"),
    [
        (wrong_directions, "bot/core/text.py", "from bot.model import models"),
        (wrong_directions, "bot/model/models.py", "if TYPE_CHECKING:\n    from bot.storage.store import Store"),
        (wrong_directions, "bot/storage/repositories/users.py", "def late():\n    from bot.tables.table import Table"),
        (wrong_directions, "bot/tables/undo.py", "import bot.views.formatting"),
        (wrong_directions, "bot/reminders/scheduler.py", "from bot.files import importer"),
        (wrong_directions, "bot/views/console/message.py", "from bot.client.components import layout"),
        (wrong_directions, "bot/client/components.py", "from bot.commands import help"),
        (wrong_directions, "bot/commands/help.py", "from bot.sandbox import demo_game"),
        (wrong_directions, "bot/interchange/trace.py", "from bot.model import results"),
        (wrong_directions, "bot/interchange/site/records.py", "from bot.interchange import importer"),
        (in_rings, "bot/interchange/import_state.py", "from bot.interchange.importer import Importer"),
        (wrong_directions, "render/data/queries.py", "from render.text import labels"),
        (wrong_directions, "render/text/labels.py", "if TYPE_CHECKING:\n    from render.drawing import style"),
        (wrong_directions, "render/drawing/style.py", "from render.pictures.map import draw_map"),
        (misplaced, "bot/views/console/message.py", "import discord"),
        (misplaced, "bot/sandbox/server.py", "import discord"),
        (misplaced, "bot/files/importer.py", "from sqlalchemy import select"),
        (misplaced, "bot/client/components.py", "import simcord"),
        (misplaced, "bot/commands/help.py", "from sqlalchemy.exc import DatabaseError"),
        (in_rings, "bot/core/clock.py", "from bot.core import poller"),
        (in_folder_rings, "render/pictures/lots.py", "from render.pictures.choices import lays"),
        (in_rings, "render/data/hexsides.py", "if TYPE_CHECKING:\n    from render.drawing import hex_appearance"),
        (in_rings, "titles/india/goods.py", "from titles.india import routes"),
        (in_rings, "game/money.py", "def late():\n    from game.shares import percent"),
    ],
)
def test_one_line_in_the_wrong_place_is_found(check, file: str, line: str) -> None:
    known = dict(CHECKS)[check]
    everything = counted("bot", "game", "render", "titles")
    added = list(imports_in(file, ast.parse(line)))
    assert added
    assert (ROOT / file).is_file()
    assert unexpected(check([*everything, *added]), known), f"{file}: {line}"


def test_an_exception_that_is_not_needed_any_more_is_found() -> None:
    assert unexpected(["bot/a.py imports discord"], ["bot/a.py imports discord", "bot/b.py imports *"]) == [
        "not needed any more: bot/b.py imports *"
    ]


def test_the_root_has_no_file_that_nothing_names() -> None:
    """A library's wheel of 829 kB, fetched for a trial, was committed there."""
    files = {p.name for p in ROOT.iterdir() if p.is_file() and p.name[0] != "."}
    texts = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "LICENSE"}
    assert files == {*texts, "README.png", "pyproject.toml"}


def test_every_package_of_bot_and_render_has_its_row() -> None:
    folders = [p for top in ("bot", "render") for p in (ROOT / top).iterdir() if p.is_dir() and p.name[0] != "_"]
    assert {f"{p.parent.name}.{p.name}" for p in folders} | {
        "bot.__main__",
        "bot.interchange.site",
        "game",
        "game.routing",
        "game.steps",
    } == set(PACKAGES)


def test_tasks_are_observed_or_awaited_where_they_begin() -> None:
    makers = {"create_task", "ensure_future"}
    found = {
        path.relative_to(ROOT).as_posix()
        for path in sources("bot")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute | ast.Name) and getattr(node, "attr", getattr(node, "id", "")) in makers
    }
    assert found == TASKS, "a task that nobody awaits is begun by bot.core.tasks.start_observed"


def test_every_kept_answer_has_a_bound() -> None:
    """`cache` and `lru_cache(None)` keep one answer for each question that was ever asked: only where there is just one."""
    found = [
        f"{path.relative_to(ROOT).as_posix()} {node.name}"
        for path in sources("bot", "game", "render", "titles")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef) and (node.args.args or node.args.kwonlyargs)
        for decorator in node.decorator_list
        if ast.unparse(decorator).removeprefix("functools.") in {"cache", "lru_cache(None)", "lru_cache(maxsize=None)"}
    ]
    assert unexpected(found, UNBOUNDED) == []


def test_the_top_of_bot_holds_packages_only() -> None:
    files = {p.name for p in (ROOT / "bot").iterdir() if p.is_file()}
    assert files == {"__init__.py", "__main__.py"}


def test_no_folder_is_crowded() -> None:
    folders = {p.parent for p in sources("bot", "render")}
    crowded = [f for f in folders if len([p for p in f.glob("*.py") if p.stem != "__init__"]) > MOST_MODULES]
    assert unexpected([f.relative_to(ROOT).as_posix() for f in crowded], CROWDED) == []


def test_modules_have_no_chapters() -> None:
    """A heading inside a module asks for a module."""
    heading = re.compile(r"^ *# -{5,}", re.MULTILINE)
    packages = sources("bot", "game", "render", "titles")
    files = [p.relative_to(ROOT).as_posix() for p in packages if heading.search(p.read_text("utf-8"))]
    assert not files


def test_game_imports_downward_only():
    graph = nx.DiGraph()
    bad = []
    for i in counted("game"):
        if i.module.startswith("game.") and i.file != "game/__init__.py":
            target = "game/" + i.module.removeprefix("game.").replace(".", "/") + ".py"
            target = target if (ROOT / target).is_file() else target.removesuffix(".py") + "/__init__.py"
            graph.add_edge(i.file, target)
            if level(target) > level(i.file):
                bad.append(f"{i.file} imports {target}, which lies above it")
    assert not bad, "\n".join(bad)
    assert nx.is_directed_acyclic_graph(graph), nx.find_cycle(graph)


def test_the_type_checkers_imports_are_told_apart():
    module = ast.parse("if TYPE_CHECKING:\n    import discord\nelse:\n    import typer\nimport json\n")
    assert [(i.module, i.checking) for i in imports_in("x.py", module)] == [
        ("discord", True), ("typer", False), ("json", False),
    ]  # fmt: skip


def test_the_bot_meets_titles_only_through_their_table():
    assert unexpected([str(i) for i in counted("bot") if i.module.startswith("titles.")], NAMED_TITLES) == []


COMMANDS = "|".join(p.stem.replace("_", "") for p in (ROOT / "bot/commands").iterdir())
DISCORD_WORDS = re.compile(rf"<t:|<@|<#|(?<![\w./])/(?:{COMMANDS})\b")


def discord_words(module: ast.Module) -> list[str]:
    """Texts of a module, but for docstrings, with a mention, a time of Discord's or a slash command in them."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [n.body for n in ast.walk(module) if isinstance(n, documented) and n.body]
    docs = {id(b[0].value) for b in bodies if isinstance(b[0], ast.Expr)}
    constants = [n.value for n in ast.walk(module) if isinstance(n, ast.Constant) and id(n) not in docs]
    return [text for text in constants if isinstance(text, str) and DISCORD_WORDS.search(text)]


@pytest.mark.parametrize("package", ["core", "model", "storage", "tables", "reminders", "files", "interchange"])
def test_nothing_below_the_views_writes_discords_markup(package: str) -> None:
    texts = {f"{p.relative_to(ROOT)}: {t}" for p in sources(f"bot/{package}") for t in discord_words(tree(p))}
    assert not texts


@pytest.mark.parametrize(
    "text", ["by <t:{n}:R>", "Only <@{n}> was asked", "Type `/me timezone`", "/whatif open starts one"]
)
def test_discords_markup_is_found(text: str) -> None:
    assert discord_words(ast.parse(f"def f(n):\n    raise ValueError(f{text!r})"))
    assert not discord_words(ast.parse(f"def f(n):\n    {text!r}\n    return '/tmp/me a/b'"))


def test_titles_do_not_import_each_other():
    bad = set()
    for path in sources("titles"):
        own = path.relative_to(ROOT / "titles").parts[0].removesuffix(".py")
        for i in imports(path):
            if own != "__init__" and i.module.startswith("titles.") and not i.within({f"titles.{own}"}):
                bad.add(f"{i.file} imports {i.module}")
    assert not bad


TITLE = re.compile(r"18\s?(ga|tn|va|eu|india)\b|\b(ga|tn|va|eu|india)18\b", re.IGNORECASE)


def docstrings(module: ast.Module) -> set[int]:
    """Ids of the constants that are documentation."""
    out = set()
    for node in ast.walk(module):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            out |= {id(n.value) for n in body if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    return out


@pytest.mark.parametrize("path", sources("game", "render"), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_no_title_is_named_outside_titles(path: Path) -> None:
    documentation = docstrings(tree(path))
    said = [
        (node.lineno, node.value)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
        if TITLE.search(node.value)
    ]
    assert not said, "data and rules tell titles apart, not the engine"


def test_only_constructors_call_super():
    bad = []
    for path in sources("bot", "game", "render", "titles"):
        if "super" not in path.read_text("utf-8"):
            continue
        for function in ast.walk(tree(path)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and function.name != "__init__":
                calls = (n.func for n in ast.walk(function) if isinstance(n, ast.Call))
                if any(isinstance(f, ast.Name) and f.id == "super" for f in calls):
                    bad.append(f"{path.relative_to(ROOT)}: {function.name}")
    assert not bad, "behaviour comes from values and functions, not from overriding"


def test_the_engine_has_no_clock_no_files_and_no_coroutines():
    bad = []
    for path in sources("game", "titles"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.AsyncFunctionDef | ast.Await):
                bad.append(f"{path.name}:{node.lineno} is asynchronous")
            opens = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open"
            reads = isinstance(node, ast.Attribute) and node.attr in {"read_text", "read_bytes", "write_text"}
            if (opens or reads) and path.name != "load.py":
                bad.append(f"{path.name}:{getattr(node, 'lineno', 0)} touches a file")
    assert not bad


def test_every_key_of_a_titles_words_is_asked_for():
    """A slip in a key is an error when the rules are made; the list of keys has none for which nobody asks."""
    asking = "".join(p.read_text("utf-8") for p in sources("bot", "game", "render") if p.stem != "word_keys")
    assert not [key for key in SINGLE_KEYS if f'"{key}"' not in asking]
    assert not [key for key in KEY_PREFIXES if f'"{key}' not in asking]
    assert not [part for part in STEP_PARTS if f': {part}"' not in asking and f'step_words("{part}"' not in asking]
    known: set[type | str] = {"leader", "sign: NWR's", "home: city", "home", "home: pass", int}
    assert unread_keys(known, {"home"}, {"city"}) == []
    assert sorted(unread_keys({*known, "laeder", "home: town"}, {"home"}, {"city"})) == ["home: town", "laeder"]


PARAGRAPH = re.compile(r"18 ?\w+ [\w(].{0,30}?: \S", re.DOTALL)


def test_every_check_of_a_title_begins_with_its_paragraph():
    bad = []
    for path in sources("titles"):
        for node in tree(path).body:
            if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == "str | None":
                text = ast.get_docstring(node) or ""
                if not PARAGRAPH.match(text):
                    bad.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {text[:40]!r}")
    assert not bad, "a refusal names the rule that it rests on"


def test_handlers_of_commands_are_found_by_name():
    """`setup` only registers: what a command does is a function of its module."""
    bad = [
        f"{path.relative_to(ROOT)}:{inner.lineno} {inner.name}"
        for path in sources("bot/commands")
        for function in tree(path).body
        if isinstance(function, ast.FunctionDef) and function.name in {"setup", "add_handlers", "setup_all"}
        for inner in ast.walk(function)
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and inner is not function
    ]
    assert not bad
    makers = [path.name for path in sources("bot/commands") if "app_commands.describe" in path.read_text("utf-8")]
    assert makers == ["command_builder.py"]


MOST_PARAMETERS = 7  # `self` counts
LONG_SIGNATURES = {  # and why each may be longer
    "bot/__main__.py bench": "typer reads the options of the command from it",
    "bot/__main__.py play": "typer reads the options of the command from it",
    "bot/commands/game/lobby.py new_table": "discord.py reads the options of the command from it",
    "render/drawing/fonts.py write": "the options of Pillow's `text`, which it stands for",
    "render/pictures/map.py draw_map": "the options of the picture, each with a default",
}


def long_signatures(file: str, code: ast.Module) -> list[str]:
    """The functions of a file with too many parameters."""
    return [
        f"{file} {node.name}"
        for node in ast.walk(code)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and len([a for a in ast.walk(node.args) if isinstance(a, ast.arg)]) > MOST_PARAMETERS
    ]


def test_what_travels_together_is_one_parameter():
    """And no exception is listed that is not needed any more."""
    files = [p for top in ("bot", "game", "render", "titles") for p in sorted((ROOT / top).rglob("*.py"))]
    names = [n for p in files for n in long_signatures(str(p.relative_to(ROOT)), tree(p))]
    assert sorted(names) == sorted(LONG_SIGNATURES)


@pytest.mark.parametrize(
    ("parameters", "long"), [("self, a, b, c, d, e, f", False), ("self, a, b, *, c, d, e, f=1, g=2", True)]
)
def test_a_long_signature_is_found(parameters: str, long: bool) -> None:
    code = ast.parse(f"class A:\n    async def grow({parameters}): ...")
    assert long_signatures("game/a.py", code) == (["game/a.py grow"] if long else [])


def by_hand(file: str, code: ast.Module) -> list[str]:
    """Where a currency's sign is joined to an amount in a text of its own, instead of by `money_words`."""
    return [
        f"{file}:{text.lineno}"
        for text in ast.walk(code)
        if isinstance(text, ast.JoinedStr)
        for sign, amount in pairwise(text.values)
        if isinstance(amount, ast.FormattedValue) and _ends_in_a_currency(sign)
    ]


def _ends_in_a_currency(part: ast.expr) -> bool:
    if isinstance(part, ast.Constant):
        return str(part.value).endswith(("$", "£", "₹"))
    return isinstance(part, ast.FormattedValue) and ast.unparse(part.value).endswith("currency")


FORMATTERS = ("bot/interchange/export_profiles/india_certificates.py",)  # a word of the site's files


def test_the_bot_writes_no_amount_by_hand():
    files = [p.relative_to(ROOT).as_posix() for p in sources("bot")]
    places = [place for file in files if file not in FORMATTERS for place in by_hand(file, tree(ROOT / file))]
    assert not places


@pytest.mark.parametrize("text", ["f'${n}'", "f'pay £{n:,} now'", "f'{data.currency}{n}'"])
def test_an_amount_that_is_written_by_hand_is_found(text: str) -> None:
    assert by_hand("bot/a.py", ast.parse(f"word = {text}")) == ["bot/a.py:1"]
    assert not by_hand("bot/a.py", ast.parse("word = f'{money_words(sign, n)} {n}'"))


def test_tables_of_typed_words_are_called_by_what_they_hold() -> None:
    """`THINGS`, `NAMED` or `TRADES` said it to nobody who had not read the file, and several files had one with other words."""
    found = []
    for path in sources("bot/commands/do", "bot/model/words"):
        bound = [n for n in tree(path).body if isinstance(n, ast.Assign | ast.AnnAssign)]
        targets = [e for n in bound for t in getattr(n, "targets", [getattr(n, "target", n)]) for e in ast.walk(t)]
        names = [e.id for e in targets if isinstance(e, ast.Name) and e.id.isupper()]
        found += [f"{path.stem}: {name}" for name in names if "_" not in name and len(name) < SHORT_NAME]
    assert found == []


STEP_NAMES = {
    "key",
    "step",
    "step_key",
    "present_step",
    "what",
}  # what the key of a step is asked by; events call it `what`
STEP_TEXTS = frozenset(StepKey)


def asks_for_step(part: ast.expr) -> bool:
    """Whether an expression is the key of a step: `position.step`, `queries.step_key(view)`, `getattr(step, "key", "")`."""
    if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "getattr":
        return isinstance(part.args[1], ast.Constant) and part.args[1].value == "key"
    called = part.func if isinstance(part, ast.Call) else part
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) in STEP_NAMES


def beside_steps(code: ast.Module) -> Iterator[ast.expr]:
    """What the keys of steps are compared with, and looked up in."""
    for node in ast.walk(code):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(asks_for_step(side) for side in sides):
                yield from sides
        elif isinstance(node, ast.Subscript) and asks_for_step(node.slice):
            yield node.value
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and any(map(asks_for_step, node.args[:1]))
        ):
            yield node.func.value  # `ORDER.get(step)`, `STEPS.index(step)`


def texts_of_steps(codes: Collection[ast.Module]) -> list[str]:
    """The keys of steps that are written as text beside the key of a step, or in a constant that meets such keys."""
    meant = [part for code in codes for part in beside_steps(code)]
    names = {ast.unparse(part).rpartition(".")[2] for part in meant if not ast.unparse(part).startswith("StepKey.")}
    bound = [node for code in codes for node in code.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    for node in bound:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if node.value is not None and any(ast.unparse(target) in names for target in targets):
            meant.append(node.value)
    return [text for part in meant for text in keys_in(part)]


def keys_in(part: ast.expr) -> list[str]:
    """The keys of steps in a text, a display or the keys of a dictionary that are written as text."""
    if isinstance(part, ast.Dict):
        return [text for key in part.keys if key is not None for text in keys_in(key)]
    if isinstance(part, ast.Tuple | ast.List | ast.Set):
        return [text for item in part.elts for text in keys_in(item)]
    return [part.value] if isinstance(part, ast.Constant) and part.value in STEP_TEXTS else []


def test_keys_of_steps_are_not_written_as_text() -> None:
    assert texts_of_steps([tree(path) for path in sources("bot", "game", "render", "titles")]) == []


@pytest.mark.parametrize(
    "text",
    [
        'if position.step == "track": pass',
        'if getattr(view.agenda[-1], "key", "") != "trains": pass',
        'ORDER = {"run": 0}\nORDER.get(queries.step_key(view))',
        'BUILDING = ("treasury", "token")\nstep.key in BUILDING',
    ],
)
def test_the_key_of_a_step_that_is_written_as_text_is_found(text: str) -> None:
    assert texts_of_steps([ast.parse(text)])
    assert texts_of_steps([ast.parse("if step == StepKey.TRACK and action.verb == 'run': pass")]) == []


def late_constants(code: ast.Module) -> list[str]:
    """The constants below the first function or class that use nothing of the functions and classes above them."""
    made: set[str] = set()  # functions, classes, and what is made of them
    found = []
    for node in code.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            made.add(node.name)
        elif made and isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            bound = {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
            if names & made - bound:
                made |= bound
            else:
                found += [name for name in bound if name.isupper()]
    return found


def test_constants_stand_above_the_first_function_of_a_module() -> None:
    late = {path.relative_to(ROOT).as_posix(): late_constants(tree(path)) for path in sources("bot")}
    assert {file: names for file, names in late.items() if names} == {}
    assert late_constants(ast.parse("def one(): pass\nTABLE = {1: one}\nLIMIT = 3\nFIRST = TABLE[1]")) == ["LIMIT"]
