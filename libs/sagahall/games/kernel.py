"""What a game is to the rest of Sagahall.

A game is a :class:`Game`: pure functions over frozen dataclasses. It reads no clock, does no I/O and draws
nothing but through the :class:`Dice` that it is given. Its states, moves, events and views are built from
bool, int, str, enum, frozen dataclasses, ``X | None`` of those, ``tuple[X, ...]`` of those and unions of
dataclasses, so that one codec serves all games.

Errors that a game raises::

    GameError
     ├─ IllegalMove   the rules forbid a move
     └─ InvalidOption an option of a new match is unknown or out of range
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")

Seat: TypeAlias = int
"""A place at the table, from 0 in turn order."""

Setting: TypeAlias = bool | int | str
"""The value of an option."""

Options: TypeAlias = Mapping[str, Setting]
"""Every option of a variant by name, defaults included."""


class GameError(Exception):
    """Something that a game refuses."""


class IllegalMove(GameError):
    """The rules forbid a move.

    ``rule`` is a stable machine-readable id, lower-case with hyphens; ``detail`` is a sentence for people that
    tells nothing that the mover may not know.
    """

    def __init__(self, rule: str, detail: str) -> None:
        super().__init__(f"{rule}: {detail}")
        self.rule = rule
        self.detail = detail


class InvalidOption(GameError):
    """A variant, a number of seats or an option that a game does not have."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}")
        self.name = name
        self.detail = detail


# Who sees a field of an event. An undeclared field is seen by nobody, and fails the contract tests.


@dataclass(frozen=True, slots=True)
class Everybody:
    """Every seat and every spectator sees the field."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """No one sees the field; only the log holds it."""


@dataclass(frozen=True, slots=True)
class Only:
    """Only the seats named by the sibling field ``seats`` (a seat, ``None`` or a tuple of seats) see the field."""

    seats: str


Visibility: TypeAlias = Everybody | Nobody | Only

Public = Annotated[T, Everybody()]
Secret = Annotated[T, Nobody()]


class Dice(Protocol):
    """The only source of chance. The label names the purpose ("deal", "reshuffle"): draws under one label never
    shift those under another."""

    def below(self, label: str, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely."""

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order, each order equally likely."""

    def choice(self, label: str, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something that can be chosen for a match. The type of ``default`` is the type of the option."""

    name: str
    summary: str
    default: Setting
    choices: tuple[Setting, ...] = ()
    minimum: int | None = None
    maximum: int | None = None

    def check(self, value: Setting) -> Setting:
        """Returns the value. Raises InvalidOption if it has another type or is out of range."""
        if type(value) is not type(self.default):
            raise InvalidOption(self.name, f"must be {type(self.default).__name__}, is {type(value).__name__}")
        if self.choices and value not in self.choices:
            raise InvalidOption(self.name, f"must be one of {', '.join(map(str, self.choices))}")
        if isinstance(value, int) and not isinstance(value, bool):
            if self.minimum is not None and value < self.minimum:
                raise InvalidOption(self.name, f"must be at least {self.minimum}")
            if self.maximum is not None and value > self.maximum:
                raise InvalidOption(self.name, f"must be at most {self.maximum}")
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One rule set of a game."""

    name: str
    title: str
    summary: str
    min_seats: int
    max_seats: int
    options: tuple[Option, ...] = ()

    def resolve(self, given: Options) -> Options:
        """All options of a match, the given ones over the defaults. Raises InvalidOption."""
        unknown = sorted(set(given) - {option.name for option in self.options})
        if unknown:
            raise InvalidOption(unknown[0], f"is no option of variant {self.name}")
        return {option.name: option.check(given.get(option.name, option.default)) for option in self.options}

    def check_seats(self, seats: int) -> int:
        """Returns the number of seats. Raises InvalidOption if the variant cannot be played by so many."""
        if not self.min_seats <= seats <= self.max_seats:
            raise InvalidOption("seats", f"{self.name} is for {self.min_seats} to {self.max_seats} seats, not {seats}")
        return seats


@dataclass(frozen=True, slots=True)
class Detail:
    """One part of a score, or one tie-break."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one seat: its place from 1 (shared places carry the same number) and its score."""

    seat: Seat
    rank: int
    score: int
    details: tuple[Detail, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match came out: a stable name for how it ended, and every seat once, best first."""

    ending: str
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """One blank of a form: a number in a range, or one or several of the choices."""

    name: str
    summary: str
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    min_items: int | None = None
    max_items: int | None = None


@dataclass(frozen=True, slots=True)
class Form(Generic[M]):
    """How to fill in an open kind of move. ``kind`` is the snake-case name of the move's class; the example is
    accepted as it stands."""

    kind: str
    label: str
    fields: tuple[FormField, ...]
    example: M


class LeaveReason(Enum):
    """Why a seat leaves a match for good."""

    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"


class Game(ABC, Generic[S, M, E, V]):
    """The rules of one game.

    ``name`` is also the area of its messages (``sagahall.api.<name>.v1`` with the messages Move, Event and View).
    The first variant is the default. ``*_type`` are the classes, or unions of classes, that the codec serves.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    variants: ClassVar[tuple[Variant, ...]]
    state_type: ClassVar[Any]
    move_type: ClassVar[Any]
    event_type: ClassVar[Any]
    view_type: ClassVar[Any]

    def variant(self, name: str) -> Variant:
        """The variant of that name, the first if the name is empty. Raises InvalidOption."""
        if not name:
            return self.variants[0]
        for variant in self.variants:
            if variant.name == name:
                return variant
        raise InvalidOption("variant", f"{self.name} has no variant {name!r}")

    @abstractmethod
    def initial(self, variant: str, options: Options, seats: int) -> S:
        """The state before anything is dealt, from resolved options and a number of seats that the variant allows."""

    @abstractmethod
    def setup(self, state: S, dice: Dice) -> tuple[E, ...]:
        """The events that set the match up."""

    @abstractmethod
    def decide(self, state: S, seat: Seat, move: M, dice: Dice) -> tuple[E, ...]:
        """What happens when the seat makes the move: at least one event. Raises IllegalMove.

        Everything that chance decides is in the events. It never enumerates moves.
        """

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The state after the event. It believes the event: it checks and draws nothing."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that have to act, ascending; empty when, and only when, the match is over."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the match came out, or None while it is played."""

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """Complete moves that the seat can make now, each accepted by decide, without duplicates.

        Every accepted move is listed, or open. A seat in to_act always has at least one.
        """

    def forms(self, state: S, seat: Seat) -> tuple[Form[M], ...]:
        """The forms of the open kinds of moves that the seat can make now."""
        return ()

    def is_open(self, move: M) -> bool:
        """Whether a move is of a kind that legal_moves does not enumerate."""
        return False

    @abstractmethod
    def default_move(self, state: S, seat: Seat, dice: Dice) -> M:
        """The move made for a seat in to_act that lets its time run out."""

    @abstractmethod
    def leave(self, state: S, seat: Seat, reason: LeaveReason, dice: Dice) -> tuple[E, ...]:
        """What happens when a seat leaves for good: afterwards it is never in to_act again, and the match goes on
        or ends. The seat has not left before and the match is not over."""

    def disturbs(self, event: E, seat: Seat) -> bool:
        """Whether the event may change what the seat wants to choose; False for others' sealed choices and offers."""
        return True

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """The table as the seat, or a spectator (None), may see it."""

    @abstractmethod
    def resample(self, state: S, seat: Seat | None, dice: Dice) -> S:
        """The same match with everything that the seat (None: a spectator) must not know drawn again."""

    @abstractmethod
    def label(self, view: V, move: M) -> str:
        """What the move does, for people, in English."""

    @abstractmethod
    def text(self, view: V) -> str:
        """The table as text for a terminal of 100 columns: whatever is needed to choose a move."""

    @abstractmethod
    def svg(self, view: V) -> str:
        """The table as an SVG picture: whatever is needed to choose a move."""

    def advise(self, view: V, moves: tuple[M, ...], dice: Dice) -> M:
        """A move for a bot that sees what the seat sees. The moves are those of legal_moves, at least one."""
        return dice.choice("advise", moves)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
