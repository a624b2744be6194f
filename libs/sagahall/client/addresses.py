"""Where the services are."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass

PREFIX = "SAGAHALL_"
PORTS = {"rules": 7101, "matchmaking": 7102, "projection": 7103}


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where each service answers, as ``host:port`` or whatever gRPC takes for a name.

    Behind one gateway all three are the same. Several replicas of a service take turns, and stand in for each other:
    ``ipv4:10.0.0.1:7101,10.0.0.2:7101`` names two, and so does a host name with two addresses.
    """

    rules: str
    matchmaking: str
    projection: str

    @classmethod
    def everywhere(cls, address: str) -> Addresses:
        """One address for all services."""
        return cls(address, address, address)

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Addresses:
        """What ``SAGAHALL_<SERVICE>_ADDRESS`` or ``SAGAHALL_<SERVICE>_PORT`` say, else the ports of ``sagahall up``."""
        return cls(**{service: _address(environ, service) for service in PORTS})


def answers(address: str) -> bool:
    """Whether anything listens at ``host:port``, or at any of several such that ``ipv4:`` names."""
    return any(_listens(one) for one in re.sub(r"^(ipv4|ipv6|dns):/*", "", address).split(","))


def _listens(address: str) -> bool:
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=2).close()
    except (OSError, ValueError):
        return False
    return True


def _address(environ: Mapping[str, str], service: str) -> str:
    variable = f"{PREFIX}{service.upper()}"
    port = environ.get(f"{variable}_PORT") or PORTS[service]
    return environ.get(f"{variable}_ADDRESS") or f"127.0.0.1:{port}"
