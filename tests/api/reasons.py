"""Writes the table of reasons: ``python -m tests.api.reasons`` (``make docs``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import STATUS
from sagahall.chassis.requests import LARGEST_READ, LARGEST_REQUEST

ROOT = Path(__file__).parents[2]
PROTO = ROOT / "protos/sagahall/api/common/v1/common.proto"
TABLE = ROOT / "docs/reasons.md"

CARRIES = MappingProxyType(
    {
        Reason.REASON_MALFORMED: {"fields"},
        Reason.REASON_ILLEGAL_MOVE: {"rule", "version"},
        Reason.REASON_MATCH_OVER: {"version"},
        Reason.REASON_STALE_VERSION: {"version"},
        Reason.REASON_VERSION_AHEAD: {"version"},
        Reason.REASON_MATCH_PARKED: {"version"},
        Reason.REASON_UNAVAILABLE: {"version"},
    }
)
"""What a refusal can carry beside its reason and its detail."""
HINTS = MappingProxyType(
    {
        Reason.REASON_MALFORMED: "BadRequest",
        Reason.REASON_RESOURCE_EXHAUSTED: "RetryInfo",
        Reason.REASON_UNAVAILABLE: "RetryInfo",
    }
)
"""The standard message that says the same to clients that do not know Sagahall."""

HEAD = """# Why a call was refused

<!-- Written by `make docs` from protos/sagahall/api/common/v1/common.proto; do not edit. -->

Every refusal is a `sagahall.api.common.v1.Refusal` in the details of the status, beside a `google.rpc.ErrorInfo` with
the same reason and the domain `sagahall`. `reason` and `detail`, a sentence for people, are always there; the last
column says what else can be. The same reason always comes with the same status code and asks for the same reaction.

| reason | status code | what happened | what a client does | carries |
| --- | --- | --- | --- | --- |
"""
FOOT = f"""
`version` is the present version of the match, 0 where it is not known. `rule` is the stable name of a rule of the
game. `fields` are the paths of the wrong fields, such as `move.parley.seal.card`.

- A request that changes something (one with a `request_id`) is refused as `MALFORMED` if it, or any message in it, has
  a field that the service does not know, named by its number, such as `move.parley.99`: a client of a later release
  must not have half of its wish carried out. Requests that only read ignore such fields. A field of another type than
  here is refused in both.
- A request has at most {LARGEST_REQUEST // 1024} KiB. A larger one is `MALFORMED`, and `fields` names what makes
  it so large. Above {LARGEST_READ // 1024 // 1024} MiB gRPC itself answers with `RESOURCE_EXHAUSTED`, and there is no
  refusal.
- A method that is not there is `UNIMPLEMENTED`, and a call whose deadline passes is `DEADLINE_EXCEEDED`, as everywhere
  in gRPC.
- `INTERNAL` is a bug. It says nothing about its cause, which is in the log of the service.
"""


def table() -> str:
    """The page, as it should be."""
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in _rows()) + FOOT


def _rows() -> Iterator[tuple[str, ...]]:
    comments = re.findall(r"// [A-Z_]+: (.*)\n\s*(REASON_[A-Z_]+) =", PROTO.read_text(encoding="utf-8"))
    for comment, name in sorted(comments, key=lambda found: Reason.Value(found[1])):
        reason = Reason.Value(name)
        what, _, reaction = comment.partition(". ")
        carried = [f"`{field}`" for field in ("rule", "version", "fields") if field in CARRIES.get(reason, ())]
        hint = [f"`{HINTS[reason]}`"] if reason in HINTS else []
        word = name.removeprefix("REASON_")
        yield f"`{word}`", f"`{STATUS[reason].name}`", what, reaction, ", ".join(carried + hint)


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
