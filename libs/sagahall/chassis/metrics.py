"""What a service measures, for Prometheus.

Labels are methods, codes and the like, of which there are few: never a player or a match.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer, ThreadingTCPServer
from threading import Thread

import structlog
from prometheus_client import CollectorRegistry, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import MetricsHandler

BOUNDS_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Where the durations of calls are told apart: about a move, and about what somebody waits for."""
POLL_SECONDS = 0.1
"""How long stopping may wait for the server."""

_log = structlog.stdlib.get_logger(__name__)


class ServiceMetrics:
    """What all services measure, each in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        """What a service adds its own to."""
        ProcessCollector(registry=self.registry)
        self.serving = Gauge(
            "sagahall_serving", "Whether the service says through its health that it is of use.", registry=self.registry
        )
        self.open_streams = Gauge("sagahall_open_streams", "Streams that are being served.", registry=self.registry)
        self._calls = Histogram(
            "sagahall_call_seconds",
            "How long calls took that have ended, by method and status code; a stream as long as it was open.",
            ("method", "code"),
            buckets=BOUNDS_SECONDS,
            registry=self.registry,
        )
        # Finding the child of some labels anew would cost more than all the rest.
        self._known: dict[tuple[str, str], Histogram] = {}

    def ended(self, method: str, code: str, seconds: float) -> None:
        """A call of a method, as gRPC spells it, has ended with a code."""
        known = self._known.get((method, code))
        if known is None:
            known = self._known[method, code] = self._calls.labels(method.rpartition("/")[2], code)
        known.observe(seconds)


class _Handler(MetricsHandler):
    timeout = 5.0
    """How long a peer may be silent, in seconds."""


class Exposition(ThreadingTCPServer):
    """Answers every HTTP request with what is measured, on a thread of its own. Raises OSError if it cannot listen."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, registry: CollectorRegistry, host: str, port: int) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler.factory(registry))
        self.port = int(self.server_address[1])

    @contextmanager
    def running(self) -> Iterator[None]:
        """Answers until the block is left."""
        Thread(target=self.serve_forever, args=(POLL_SECONDS,), name="metrics", daemon=True).start()
        try:
            yield
        finally:
            self.shutdown()
            self.server_close()

    def handle_error(self: BaseServer, request: object, client_address: object) -> None:
        """Logs that somebody did not get his answer."""
        _log.warning("metrics could not be told", exc_info=True)
