"""The Python SDK: everything that a player's program needs, with grpcio and protobuf alone."""

from __future__ import annotations

from sagahall.client.addresses import Addresses
from sagahall.client.client import Client, new_request_id
from sagahall.client.errors import ClientError, Failed, Refused, Unreachable
from sagahall.client.playing import NoMatch, find_match, play_match

__all__ = [
    "Addresses",
    "Client",
    "ClientError",
    "Failed",
    "NoMatch",
    "Refused",
    "Unreachable",
    "find_match",
    "new_request_id",
    "play_match",
]
