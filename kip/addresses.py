"""Which database a client talks to."""

from __future__ import annotations

from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

from kip_engine.storage.settings import Address
from kip_grammar.errors import KipError

SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
DEFAULT_USER = "neo4j"


def find_address(
    uri: str | None, auth: tuple[str, str] | None, database: str | None, on_progress: Any = None
) -> Address:
    """The named server, else that of the NEO4J_… variables, else the managed local one, started if need be.

    Raises KIP_4003 if what is named can't be a server, or if none is and the local one can't be started.
    """
    named = Address.from_environment()
    login = None if auth is None else _checked_auth(auth)
    if uri is not None:
        user, password = login or ((named.user, named.password) if named else (DEFAULT_USER, ""))
        return _checked(Address(uri, user, password, database))
    if named is not None:
        user, password = login or (named.user, named.password)
        return _checked(Address(named.uri, user, password, database or named.database))
    return _local(database, on_progress)


def _local(database: str | None, on_progress: Any) -> Address:
    from kip_engine.server import LocalServer

    server = LocalServer()
    info = server.ensure_running(on_progress) if on_progress else server.ensure_running()
    return _checked(Address(info.uri, info.user, info.password, database or info.database))


def _checked(address: Address) -> Address:
    """`address` if the driver can make something of it."""
    _check_uri(address.uri)
    _checked_auth((address.user, address.password))
    if address.database is not None and not _is_text(address.database):
        raise _refused(
            f"A database's name is text, not {_shown(address.database)}.",
            'Name it, such as "neo4j", or leave it out for the default one.',
        )
    return address


def _checked_auth(auth: Any) -> tuple[str, str]:
    if isinstance(auth, (tuple, list)) and len(auth) == 2 and all(_is_text(part) for part in auth):
        return auth[0], auth[1]
    raise _refused(
        "A log-in is a pair of texts, user and password.",
        'Pass auth=("neo4j", "…"), or set NEO4J_USERNAME and NEO4J_PASSWORD.',
    )


def _check_uri(uri: Any) -> None:
    if not _is_text(uri):
        raise _refused(f"A server's URI is text, not {_shown(uri)}.", _URI_HINT)
    try:
        fault = _fault_of(urlsplit(uri))
    except ValueError as error:
        fault = str(error)
    if fault:
        shown = f"{uri.rpartition('@')[2]!r}"  # what stands before may be a password
        raise _refused(f"{shown} is no address of a Neo4j server: {fault}.", _URI_HINT)


def _fault_of(parts: SplitResult) -> str:
    """What is wrong with a URI, or nothing.  Raises ValueError for a port that is none."""
    if parts.scheme not in SCHEMES:
        return f"it begins with {parts.scheme}://" if parts.scheme else "it has no scheme"
    if not parts.hostname:
        return "it names no host"
    if "@" in parts.netloc:
        return "user and password are given apart from it"
    if parts.port == 0:
        return "0 is no port"
    return _fault_of_query(parts)


def _fault_of_query(parts: SplitResult) -> str:
    if parts.query and parts.scheme.startswith("bolt"):
        return "a bolt URI has no query part"
    given = parse_qs(parts.query, keep_blank_values=True)
    if "address" in given or any(values != values[:1] or not values[0] for values in given.values()):
        return "its query part is no list of name=value"
    return ""


def _is_text(value: Any) -> bool:
    """Whether `value` is a string that can be sent; bytes of a command line that are no UTF-8 can't."""
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)


def _shown(value: Any) -> str:
    return "that" if isinstance(value, str) else type(value).__name__


def _refused(message: str, hint: str) -> KipError:
    return KipError("KIP_4003", message, hint=hint)


_URI_HINT = f"Write it as bolt://host:7687; the schemes are {', '.join(SCHEMES)}."
