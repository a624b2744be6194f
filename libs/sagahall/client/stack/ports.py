"""Ports of services on one machine."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from typing import Any

from sagahall.chassis.server import Name
from sagahall.chassis.settings import PREFIX, Settings
from sagahall.client.problems import Problem

SERVICES: tuple[Name, ...] = ("projection", "rules", "matchmaking")
"""The services in the order in which they are started."""
PORTS = tuple(f"{name}_{kind}" for kind in ("port", "metrics_port") for name in SERVICES)
"""The settings of all ports that they listen on."""


def free_ports() -> dict[str, Any]:
    """The settings of ports and addresses for services that listen on free ports of 127.0.0.1.

    Where they tell what they measure is left to them: nobody has to know, so that no port has to stay free till then.
    """
    with ExitStack() as taken:
        servers = [taken.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in SERVICES]
        ports = {name: server.getsockname()[1] for name, server in zip(SERVICES, servers, strict=True)}
    settings: dict[str, Any] = {f"{name}_port": port for name, port in ports.items()}
    settings |= {f"{name}_address": f"127.0.0.1:{ports[name]}" for name in ("rules", "projection")}
    return settings | {f"{name}_metrics_port": 0 for name in SERVICES} | {"host": "127.0.0.1"}


def check_ports(settings: Settings) -> None:
    """Raises Problem if a service could not listen where the settings want it."""
    for name in PORTS:
        port = getattr(settings, name)
        try:
            socket.create_server((settings.host, port)).close()
        except OSError as error:
            service, variable = name.partition("_")[0], f"{PREFIX}{name.upper()}"
            raise Problem(
                f"{service} cannot listen on port {port} of {settings.host}: {error.strerror}; "
                f"stop the program that uses it, or set {variable} to a free port",
                exit_code=2,
            ) from error
