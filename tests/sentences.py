"""All sentences that people read, to be read in one sitting: `python -m tests.sentences [FOLDER ...]`.

Taken from the sources: texts of at least three words that are no docstrings, with `…` for what is put in, by module.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot/views", "bot/commands", "bot/tables", "bot/reminders", "bot/client", "render/text", "game", "titles")
WORDS = 3  # fewer are keys and names more often than sentences


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Line and words of each text of a module that may be read by people."""
    tree = ast.parse(path.read_text())
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in docs or id(node) in inner:
            continue
        text = said(node)
        if len(text.split()) >= WORDS:
            yield node.lineno if isinstance(node, ast.expr) else 0, " ".join(text.split())


def said(node: ast.AST) -> str:
    """A text as it is read, `…` for what is put in; "" for what is none."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(said(part) if isinstance(part, ast.Constant) else "…" for part in parts)
    return ""


def listing(folders: Sequence[str]) -> Iterator[str]:
    """The lines that are printed: each module, then its sentences with their lines."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            found = sorted(set(sentences(path)))
            if found:
                yield f"\n{path.relative_to(ROOT)}"
            yield from (f"{line:5} {text}" for line, text in found)


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in listing(sys.argv[1:] or FOLDERS))
