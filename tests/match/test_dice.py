from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagahall.match.dice import HmacDice, commitment

SECRET = bytes(range(32))


def test_a_draw_is_the_documented_hmac_so_that_anybody_can_check_it() -> None:
    number = int.from_bytes(hmac.digest(SECRET, b"p07-abc|3|deal|0", "sha256"), "big")

    assert HmacDice(SECRET, "p07-abc", 3).below("deal", 6) == number % 6


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).digest()


def test_a_new_draw_under_another_label_shifts_no_other_draw() -> None:
    plain, busy = HmacDice(SECRET, "p07-abc", 3), HmacDice(SECRET, "p07-abc", 3)

    first = plain.below("deal", 1000)
    assert busy.below("deal", 1000) == first
    busy.below("reshuffle", 1000)
    assert busy.below("deal", 1000) == plain.below("deal", 1000)


@given(st.lists(st.integers(), max_size=20))
def test_a_shuffle_keeps_every_item(items: list[int]) -> None:
    assert sorted(HmacDice(SECRET, "p07-abc", 1).shuffled("deal", items)) == sorted(items)


def test_every_order_of_three_items_comes_up_about_equally_often() -> None:
    orders = Counter(HmacDice(SECRET, "p07-abc", version).shuffled("deal", "abc") for version in range(6000))

    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_nothing_can_be_drawn_below_one() -> None:
    with pytest.raises(ValueError, match="below 0"):
        HmacDice(SECRET, "p07-abc", 1).choice("deal", ())
