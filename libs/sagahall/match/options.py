"""Options of matches <-> protobuf."""

from __future__ import annotations

from collections.abc import Iterable

from sagahall.api.common.v1 import common_pb2
from sagahall.games.kernel import InvalidOption, Options, Setting


def option_value(name: str, value: Setting) -> common_pb2.OptionValue:
    """One option as a message."""
    if isinstance(value, bool):
        return common_pb2.OptionValue(name=name, bool_value=value)
    if isinstance(value, int):
        return common_pb2.OptionValue(name=name, int_value=value)
    return common_pb2.OptionValue(name=name, string_value=value)


def option_values(options: Options) -> list[common_pb2.OptionValue]:
    """Options as messages, by name."""
    return [option_value(name, options[name]) for name in sorted(options)]


def read_options(messages: Iterable[common_pb2.OptionValue]) -> dict[str, Setting]:
    """Options from messages. Raises InvalidOption for a name that comes twice or has no value."""
    options: dict[str, Setting] = {}
    for message in messages:
        if message.name in options:
            raise InvalidOption(message.name, "is given twice")
        options[message.name] = read_setting(message)
    return options


def read_setting(message: common_pb2.OptionValue) -> Setting:
    """The value of one option. Raises InvalidOption if the message has none."""
    match message.WhichOneof("value"):
        case "bool_value":
            return message.bool_value
        case "int_value":
            return message.int_value
        case "string_value":
            return message.string_value
        case _:
            raise InvalidOption(message.name, "has no value")
