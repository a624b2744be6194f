"""One log for everything a process says, on stderr or in a file: JSON for machines or a console for people.

What is bound with :func:`bind` (the method, the match, the request id and so on) is on every line that the same call
logs. Secrets and the contents of records are never passed to a logger.
"""

from __future__ import annotations

import logging
import sys
from contextvars import ContextVar
from pathlib import Path

import structlog
from structlog.typing import Processor

from sagahall.chassis.logfile import LogFile
from sagahall.chassis.settings import PREFIX, Settings, fail

_traceparent: ContextVar[str] = ContextVar("traceparent", default="")

bind = structlog.contextvars.bind_contextvars
"""Put something on every line that this task logs from now on."""


def configure(service: str, settings: Settings) -> None:
    """Send structlog and the standard library's logging, of this code and of all libraries, through one formatter."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = _handler(settings.log_file)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder()],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(settings)],
        )
    )
    logging.basicConfig(handlers=[handler], level=settings.log_level.upper(), force=True)
    bind(service=service)


def _handler(path: Path | None) -> logging.Handler:
    try:
        return logging.StreamHandler(sys.stderr) if path is None else LogFile(path)
    except OSError as error:
        fail(f"{PREFIX}LOG_FILE: cannot write to {path}: {error.strerror}")


def _rendering(settings: Settings) -> list[Processor]:
    if settings.log_format == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    # A plain traceback: the prettier ones print local variables, and with them what must not be logged.
    return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]


def bound(name: str) -> str:
    """What :func:`bind` has put under a name; empty if nothing."""
    return str(structlog.contextvars.get_contextvars().get(name, ""))


def traceparent() -> str:
    """The W3C trace context that the present call came with; empty if it came without."""
    return _traceparent.get()


def bind_traceparent(value: str) -> None:
    """Take up the W3C trace context that the present call came with."""
    _traceparent.set(value)
    bind(traceparent=value)
