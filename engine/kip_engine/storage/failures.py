"""Driver exceptions as KIP errors."""

from __future__ import annotations

from neo4j import exceptions

from kip_grammar.errors import KipError

TIMED_OUT = (
    "Neo.ClientError.Transaction.TransactionTimedOut",
    "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration",
    "Neo.TransientError.Transaction.LockClientStopped",
    "Neo.ClientError.Transaction.LockClientStopped",
)
OUT_OF_MEMORY = (
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
    "Neo.TransientError.General.TransactionMemoryLimit",
    "Neo.TransientError.General.OutOfMemoryError",
)


RACES = (
    "Neo.ClientError.Schema.ConstraintValidationFailed",
    "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists",
    "Neo.ClientError.Statement.EntityNotFound",
)

# Older drivers raise no error of its own for this.
_NO_CONNECTION: type[Exception] | tuple[()] = getattr(exceptions, "ConnectionAcquisitionTimeoutError", ())


def is_race(error: Exception) -> bool:
    """Whether another client created the same element or index, or deleted a found element, first."""
    return getattr(error, "code", None) in RACES


def underlying(error: Exception) -> Exception:
    """What the server said, where the driver says only that a result has failed already.

    It does so now and then when it tidies up after a failure, and then runs nothing again, not even after a
    deadlock.
    """
    cause = error.__cause__ if isinstance(error, exceptions.ResultFailedError) else None
    return cause if isinstance(cause, Exception) else error


def is_unconnected(error: Exception) -> bool:
    """Whether there was no connection in time to ask anything by, so that nothing has been done yet.

    It happens that a server leaves the check of an idle connection unanswered; the next one serves.
    """
    return isinstance(error, _NO_CONNECTION)


def may_run_again(error: Exception, *, write: bool) -> bool:
    """Whether a transaction that failed so, which the driver takes for final, may succeed when run again."""
    server = underlying(error)
    hidden = server is not error and is_transient(server)
    return hidden or is_race(server) or is_unconnected(server) or (not write and is_lost_read(server))


def may_read_again(error: Exception) -> bool:
    """Whether a read that failed so may succeed when it is run again."""
    server = underlying(error)
    return is_transient(server) or is_race(server) or is_unconnected(server)


def is_transient(error: Exception) -> bool:
    """Whether `error` is of the kind that the driver runs a transaction again for."""
    retryable = isinstance(error, (exceptions.Neo4jError, exceptions.DriverError)) and error.is_retryable()
    return retryable and not is_too_large(error)


def is_too_large(error: Exception) -> bool:
    """Whether the server ran out of memory: the driver takes that for transient, but again won't help."""
    return getattr(error, "code", None) in OUT_OF_MEMORY


def is_lost_read(error: Exception) -> bool:
    """Whether the server was lost while a transaction ended; one that only read can be run again."""
    return isinstance(error, exceptions.IncompleteCommit)


def as_kip_error(error: Exception) -> KipError:
    """The KIP error that tells a user what `error`, raised by the driver, means for them."""
    error = underlying(error)
    code = getattr(error, "code", None) or ""
    if code in TIMED_OUT:
        return _timeout()
    if code in OUT_OF_MEMORY:
        return _too_large()
    if isinstance(error, exceptions.DriverError) and "Driver closed" in str(error):
        return _closed()
    if isinstance(error, exceptions.IncompleteCommit):
        return _unknown(error)
    if isinstance(error, (exceptions.AuthError, exceptions.ConfigurationError)):
        return _refused(error)
    lost = (exceptions.ServiceUnavailable, exceptions.SessionExpired, OSError)
    if isinstance(error, lost) or is_unconnected(error):
        return _lost(error)
    return _internal(error)


def _timeout() -> KipError:
    return KipError(
        "KIP_4001",
        "The statement took longer than its time limit and was stopped on the server.",
        hint="Constrain the pattern (type, name or id at one end), lower LIMIT, use fewer UNIONs or hops.",
    )


def _closed() -> KipError:
    return KipError("KIP_4003", "This client is closed.", hint="Open another: kip.connect().")


def _too_large() -> KipError:
    return KipError(
        "KIP_4002",
        "The statement needs more memory than the server allows.",
        hint="Read in pages with LIMIT and CURSOR, or shard the pattern by type or predicate.",
    )


def _refused(error: Exception) -> KipError:
    return KipError(
        "KIP_4003",
        f"The Neo4j server refused the connection: {_first_line(error)}",
        hint="Check NEO4J_USERNAME and NEO4J_PASSWORD, or the `auth` argument of kip.connect().",
    )


def _lost(error: Exception) -> KipError:
    return KipError(
        "KIP_4003",
        f"The Neo4j server can't be reached: {_first_line(error)}",
        hint="Start it (`kip db start`, or your own server) and try again; the client reconnects by itself.",
    )


def _unknown(error: Exception) -> KipError:
    return KipError(
        "KIP_4003",
        f"Outcome unknown: the server was lost while it committed, so the write may be in or not: "
        f"{_first_line(error)}",
        hint="Read before you repeat it; a request with an `idempotency_key` can simply be sent again.",
    )


def _internal(error: Exception) -> KipError:
    code = getattr(error, "code", None) or type(error).__name__
    return KipError(
        "KIP_4003",
        f"The database could not run the statement: {_first_line(error)} ({code})",
        hint="This is a fault of the engine, not of your text: please report it with the command.",
    )


def _first_line(error: Exception) -> str:
    text = str(getattr(error, "message", None) or error)
    # The driver tells which addresses a name resolved to, and then, on further lines, what each answered.
    line = text.splitlines()[0].split(" (resolved to")[0].rstrip(":") if text else type(error).__name__
    return line[:300]
