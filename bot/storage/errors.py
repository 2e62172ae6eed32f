"""Errors of the database by name, for layers that do not know SQLAlchemy."""

from __future__ import annotations

from sqlalchemy.exc import DatabaseError

__all__ = ["DatabaseError"]
