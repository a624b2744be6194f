"""What ``sagahall up`` does."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from types import FrameType

from sagahall.chassis.settings import PREFIX, Settings, load
from sagahall.client.addresses import PORTS
from sagahall.client.output import program, say, show
from sagahall.client.stack.folder import Folder
from sagahall.client.stack.stack import Stack, running
from sagahall.client.stack.supervisor import supervise


def run_until_signalled() -> None:
    """Runs the backend of ``.sagahall`` in the working folder until SIGINT or SIGTERM. Raises Problem."""
    folder = Folder(Path(".sagahall"))
    settings = _settings(folder)
    try:
        _stop_on_signals()
        with running(folder, settings, embedded="redis_url" not in settings.model_fields_set) as stack:
            _announce(stack)
            try:
                supervise(stack, say)
            except KeyboardInterrupt:
                say("stopping")
    except KeyboardInterrupt:
        say("stopped while starting")
    else:
        say(f"stopped; everything is kept in {folder.path}")


def _settings(folder: Folder) -> Settings:
    """The settings of the environment; what it leaves open lies in the folder."""
    defaults = {
        "DATABASE_URL": folder.database_url,
        "PLAYER_PUBLIC_KEY": folder.public_key,
        "PLAYER_PRIVATE_KEY": folder.private_key,
        "SERVICE_KEY": folder.service_key,
    }
    for name, value in defaults.items():
        if not os.environ.get(PREFIX + name):
            os.environ[PREFIX + name] = str(value)
    # The log files are read again here; the terminal shows what matters in words.
    os.environ[f"{PREFIX}LOG_FORMAT"] = "json"
    return load()


def _stop_on_signals() -> None:
    """The first signal stops everything in order; the next ends this process at once, and its children with it."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_DFL)
        raise KeyboardInterrupt

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, stop)


def _announce(stack: Stack) -> None:
    show(("part", "address", "log"), ((part.name, part.address, part.log) for part in stack.parts.values()))
    me, rules = program(), stack.parts["rules"].address
    say("In another terminal, in this folder:")
    ports = {name: getattr(stack.settings, f"{name}_port") for name in PORTS}
    if moved := [f"{PREFIX}{name.upper()}_PORT={port}" for name, port in ports.items() if port != PORTS[name]]:
        say(f"  where the ports are      export {' '.join(moved)}")
    say(f"  let bots play a match    {me} play --seats 2")
    say(f"  play every seat yourself {me} create GAME")
    say(f"  what has been played     {me} matches")
    say(f"  follow a match           {me} watch MATCH --views")
    say(f"  a token for a player     {me} token alice")
    say(f'  the bare API             grpcurl -plaintext -H "authorization: Bearer $({me} token alice)" \\')
    say(f"                             {rules} sagahall.api.match.v1.MatchService/ListGames")
    for name in PORTS:
        host, port = stack.parts[name].address.rpartition(":")[0], getattr(stack.settings, f"{name}_metrics_port")
        say(f"  {f'what {name} measures':<24} curl http://{host}:{port}/metrics")
    say("Ctrl-C stops everything; the next start goes on where this one stopped.")
