"""Errors that carry a sentence for whoever asked."""

from __future__ import annotations


class NotPossible(Exception):
    """Something that cannot be done now, in a sentence for the one who asked. Nothing has changed."""
