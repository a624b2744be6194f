"""Asks a service on this machine whether it serves: ``python -m sagahall.chassis.probe rules``; exits with 0 if so."""

from __future__ import annotations

import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

SECONDS = 3


def serves(address: str) -> bool:
    """Whether what listens at an address says that it serves."""
    with grpc.insecure_channel(address) as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=SECONDS)
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


if __name__ == "__main__":
    from sagahall.chassis.settings import load

    sys.exit(not serves(f"127.0.0.1:{getattr(load(), f'{sys.argv[1]}_port')}"))
