from __future__ import annotations

from tests.api.reasons import TABLE, table

from sagahall.api.common.v1.common_pb2 import Reason


def test_the_table_of_reasons_is_up_to_date() -> None:
    """B08: what the documentation says is what the code does; `make docs` writes it anew."""
    assert TABLE.read_text(encoding="utf-8") == table()


def test_every_reason_says_what_a_client_does() -> None:
    rows = [line.split(" | ") for line in table().splitlines() if line.startswith("| `")]
    assert len(rows) == len(Reason.values()) - 1
    assert all(what and reaction for _, _, what, reaction, _ in rows)
