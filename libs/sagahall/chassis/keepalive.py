"""How both ends of a connection find out that the other is gone."""

from __future__ import annotations

from sagahall.chassis.settings import Settings

MOST_FREQUENT_PROBES_SECONDS = 5
"""Clients that probe more often are cut off."""


def probing(settings: Settings) -> list[tuple[str, int]]:
    """The options of a channel or a server that probe a silent peer, and close the connection if it does not answer.

    gRPC waits for the answer of a probe for a minute unless told otherwise by *two* options.
    """
    milliseconds = int(settings.keepalive_seconds * 1000)
    return [
        ("grpc.keepalive_time_ms", milliseconds),
        ("grpc.keepalive_timeout_ms", milliseconds),
        ("grpc.http2.ping_timeout_ms", milliseconds),
        ("grpc.http2.max_pings_without_data", 0),
    ]


def tolerating() -> list[tuple[str, int]]:
    """The options of a server that let clients probe it, even when they have nothing to say."""
    return [
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", MOST_FREQUENT_PROBES_SECONDS * 1000),
    ]
