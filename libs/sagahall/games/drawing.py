"""SVG elements as text."""

from __future__ import annotations

from html import escape


def element(tag: str, content: str = "", /, **attributes: str | float) -> str:
    """An element. ``content`` is markup already; in the names of attributes an underscore stands for a hyphen."""
    written = "".join(f' {name.replace("_", "-")}="{escape(_value(value))}"' for name, value in attributes.items())
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def words(x: float, y: float, text: str, **attributes: str | float) -> str:
    """A line of text; whatever it holds, it is no markup."""
    return element("text", escape(text), x=x, y=y, **attributes)


def outlined(x: float, y: float, text: str, outline: str, width: float, **attributes: str | float) -> str:
    """A line of text with an outline of that colour, which is a text of its own: `paint-order` is not drawn by all."""
    look: dict[str, str | float] = {"fill": outline, "stroke": outline, "stroke_width": width}
    return words(x, y, text, **look, **attributes) + words(x, y, text, **attributes)


def picture(width: int, height: int, *parts: str) -> str:
    """A whole SVG document."""
    return element(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family="DejaVu Sans, Verdana, sans-serif",
    )


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
