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
    redis.exceptions.ClusterError,
    redis.exceptions.RedisClusterException,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.OutOfMemoryError,
    sqlalchemy.exc.OperationalError,
    sqlalchemy.exc.InterfaceError,
    sqlalchemy.exc.TimeoutError,
)
_REDIS_REFUSES_WRITES = ("MISCONF", "NOREPLICAS", "MASTERDOWN")
"""How a Redis that cannot keep its promise of durability begins its answers."""
_OTHER_SERVICE_DOWN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)


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
    refuses_writes = isinstance(error, redis.exceptions.ResponseError) and str(error).startswith(_REDIS_REFUSES_WRITES)
    lost = isinstance(error, sqlalchemy.exc.DBAPIError) and error.connection_invalidated
    return refuses_writes or lost or isinstance(error, _STORE_DOWN)
