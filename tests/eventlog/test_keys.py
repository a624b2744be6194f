"""Match ids and key names."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis

from sagahall.eventlog.keys import MATCH_PATTERN, InvalidMatch, Keys, match_id, partition_of


@given(st.text(), st.text(), st.integers(1, 1000))
def test_a_match_id_names_its_partition(caller: str, request_id: str, partitions: int) -> None:
    match = match_id(caller, request_id, partitions)
    assert MATCH_PATTERN.fullmatch(match)
    assert 0 <= partition_of(match) < partitions


def test_the_same_request_names_the_same_match_for_ever() -> None:
    assert match_id("anna", "r1", 64) == "p26-auoxodzyrhmnyq2q"


@given(st.text(max_size=4), st.text(max_size=4), st.text(max_size=4))
def test_where_the_caller_ends_and_the_request_begins_matters(first: str, middle: str, last: str) -> None:
    same = (first, middle + last) == (first + middle, last)
    assert (match_id(first, middle + last, 64) == match_id(first + middle, last, 64)) is same


def test_the_partition_is_written_with_two_digits_or_three() -> None:
    names = {match_id("anna", str(number), 1000)[:-17] for number in range(20_000)}
    assert {"p00", "p07", "p42", "p100", "p999"} <= names
    assert not {"p0", "p7", "p007", "p042"} & names


def test_matches_spread_over_the_partitions() -> None:
    sizes = Counter(partition_of(match_id("anna", str(number), 64)) for number in range(64 * 100))
    assert len(sizes) == 64
    assert max(sizes.values()) < 160


@pytest.mark.parametrize("partitions", [0, -1, 1001])
def test_a_number_of_partitions_out_of_range_is_refused(partitions: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 1000"):
        match_id("anna", "r1", partitions)


@pytest.mark.parametrize(
    "match",
    [
        "",
        "p1-aaaaaaaaaaaaaaaa",
        "p012-aaaaaaaaaaaaaaaa",
        "p1000-aaaaaaaaaaaaaaaa",
        "p12-aaaaaaaaaaaaaaa",
        "p12-aaaaaaaaaaaaaaaaa",
        "p12-AAAAAAAAAAAAAAAA",
        "p12-aaaaaaaaaaaaaaa1",
        "p12-aaaaaaaaaaaaaaaa\n",
        "p\u0661\u0662-aaaaaaaaaaaaaaaa",
        "p12}:feed",
    ],
)
def test_what_is_no_match_id_is_refused(match: str) -> None:
    with pytest.raises(InvalidMatch, match="no match id"):
        partition_of(match)
    with pytest.raises(InvalidMatch):
        Keys("sagahall").match(match)


def test_the_keys_have_the_names_that_operators_know() -> None:
    keys = Keys("sagahall")
    assert keys.match("p07-abcdefgh234567ab") == "sagahall:{p07}:match:p07-abcdefgh234567ab"
    assert keys.feed(7) == "sagahall:{p07}:feed"
    assert keys.deadlines(120) == "sagahall:{p120}:deadlines"
    assert keys.wake(7) == "sagahall:{p07}:wake"


@pytest.mark.parametrize("prefix", ["", "a{b", "a}b", "{x}"])
def test_a_prefix_that_would_move_the_hash_tag_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="prefix"):
        Keys(prefix)


async def test_everything_of_a_partition_lies_in_one_slot(redis: Redis) -> None:
    keys = Keys("sagahall")
    names = (keys.match("p07-abcdefgh234567ab"), keys.feed(7), keys.deadlines(7), keys.wake(7))
    assert len({await redis.cluster("KEYSLOT", name) for name in names}) == 1
