"""Callbacks of the grammar's list rules: each grows one Python list in place."""

from __future__ import annotations

from typing import Any


def one(children: list[Any]) -> list[Any]:
    """`item`."""
    return [children[0]]


def adjacent(children: list[Any]) -> list[Any]:
    """`list item`."""
    result: list[Any] = children[0]
    result.append(children[1])
    return result


def after_separator(children: list[Any]) -> list[Any]:
    """`list separator item`."""
    result: list[Any] = children[0]
    result.append(children[2])
    return result


def pair_of(children: list[Any]) -> list[Any]:
    """`item separator item`."""
    return [children[0], children[2]]
