"""The sandbox as its page sees it: an address, and a browser that opens it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from tests.support.sandbox_page import Browsers, serving, serving_beside


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Of a sandbox in a thread."""
    with serving_beside(tmp_path) as found:
        yield found


@pytest.fixture
def address_of_process(tmp_path: Path) -> Iterator[str]:
    """Of a sandbox as the command starts it, which takes two seconds longer."""
    with serving(tmp_path) as found:
        yield found


@pytest.fixture(scope="session")
def browsers() -> Iterator[Browsers]:
    made = Browsers()
    with made.stack:
        yield made


@pytest.fixture
def browser(browsers: Browsers) -> Iterator[webdriver.Chrome]:
    with browsers.lend() as made:
        yield made
