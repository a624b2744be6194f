"""The least that an acknowledged move can cost here: a gRPC call that does one bare append of as many bytes.

``python -m tests.bench.floor PORT REDIS_URL BYTES`` serves it on the server and event loop of the services.
"""

from __future__ import annotations

import sys
from typing import Any

import grpc
import uvloop

from sagahall.eventlog.connect import client

METHOD = "/floor/Append"


async def serve(port: int, url: str, size: int) -> None:
    """Serves appends until the process is ended."""
    payload = bytes(size)
    async with client(url) as redis:

        async def append(request: bytes, context: Any) -> bytes:
            await redis.xadd("floor", {"record": payload})
            return request

        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(append)
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("floor", {"Append": handler}),))
        server.add_insecure_port(f"127.0.0.1:{port}")
        await server.start()
        await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
