"""The contrast of two colours, as the Web Content Accessibility Guidelines define it."""

from __future__ import annotations


def linear(colour: tuple[int, int, int]) -> list[float]:
    return [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]


def luminance(colour: tuple[int, int, int]) -> float:
    return sum(part * of for part, of in zip(linear(colour), (0.2126, 0.7152, 0.0722)))


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
