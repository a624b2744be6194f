"""The Python SDK: everything that a player's program needs, with grpcio and protobuf alone."""

from __future__ import annotations

from sagahall.client.addresses import Addresses
from sagahall.client.client import Client, new_request_id
from sagahall.client.errors import ClientError, Failed, Refused, Unreachable

__all__ = ["Addresses", "Client", "ClientError", "Failed", "Refused", "Unreachable", "new_request_id"]
