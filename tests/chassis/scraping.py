"""What a service measures, read as Prometheus reads it."""

from __future__ import annotations

import asyncio
import urllib.request

from prometheus_client.parser import text_string_to_metric_families


def exposition(port: int) -> str:
    """All that a service on this machine tells."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        text: str = answer.read().decode()
        return text


async def measured(port: int, name: str, **labels: str) -> float | None:
    """The value of one sample; None if there is none with these labels."""
    families = text_string_to_metric_families(await asyncio.to_thread(exposition, port))
    samples = (sample for family in families for sample in family.samples)
    return next((sample.value for sample in samples if (sample.name, sample.labels) == (name, labels)), None)
