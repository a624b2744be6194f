"""What a failed call tells its caller: a refusal, or nothing but that it is a bug."""

from __future__ import annotations

import grpc
import redis.exceptions
import sqlalchemy.exc

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refusal, Refused

_STORE_DOWN = (
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    redis.exceptions.ClusterDownError,
    redis.exceptions.TryAgainError,
    redis.exceptions.SlotNotCoveredError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.OutOfMemoryError,
    redis.exceptions.NoPermissionError,
    sqlalchemy.exc.InterfaceError,
    sqlalchemy.exc.TimeoutError,
)
_STORE_DOWN_WORDS = (
    "MISCONF",
    "NOREPLICAS",
    "ACL failure in script",
    "Redis Cluster cannot be connected",
    "All slots are not covered",
    "startup_nodes could not agree",
)
"""How errors of Redis begin that share their class with bugs."""
_OTHER_SERVICE_DOWN = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
)


def refusal_for(error: Exception) -> Refusal | None:
    """Tell why the call is refused; None means that the error is a bug, of which the caller learns nothing."""
    if isinstance(error, Refused):
        return error.refusal
    if _is_store_down(error):
        return Refusal(Reason.REASON_UNAVAILABLE, "a store is down; try again")
    if isinstance(error, grpc.aio.AioRpcError) and error.code() in _OTHER_SERVICE_DOWN:
        return Refusal(Reason.REASON_UNAVAILABLE, "another service is down; try again")
    return None


def _is_store_down(error: Exception) -> bool:
    if isinstance(error, sqlalchemy.exc.OperationalError):
        # SQLite calls it operational, too, when a statement is wrong: that is a bug.
        return getattr(error.orig, "sqlite_errorname", "") != "SQLITE_ERROR"
    if isinstance(error, redis.exceptions.RedisError | redis.exceptions.RedisClusterException):
        return isinstance(error, _STORE_DOWN) or str(error).startswith(_STORE_DOWN_WORDS)
    return isinstance(error, _STORE_DOWN)
