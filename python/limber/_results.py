"""What the engine answers, with numpy arrays where it has numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Document = Mapping[str, Any]


@dataclass(frozen=True)
class Nearest:
    """The two objects that are nearest to each other; a common point where they touch. Without a pair to test, `distance` is inf."""

    distance: float
    a: str
    b: str
    point_a: Floats
    point_b: Floats


@dataclass(frozen=True)
class _Result:
    """`answer` is all that the engine said, as `limber batch` writes it."""

    answer: Document

    @property
    def outcome(self) -> str:
        return self.answer["outcome"]

    @property
    def reason(self) -> str | None:
        """Why nothing was decided, where the engine says it."""
        return self.answer.get("reason")


@dataclass(frozen=True)
class Check(_Result):
    """The verdict on a path. True in an `if` only where the path is proved free."""

    _prove: Callable[[], Document]

    @property
    def free(self) -> bool:
        """Is it proved that nothing touches at any instant?"""
        return self.outcome == "free"

    def __bool__(self) -> bool:
        return self.free

    @property
    def certificate(self) -> Document | None:
        """The proof as data, which `limber.verify` takes; None where the path is not free. Made when it is asked for."""
        if not self.free:
            return None
        if "certificate" not in self.answer:
            object.__setattr__(self, "answer", self._prove())
        return self.answer["certificate"]

    @property
    def witness(self) -> Floats | None:
        """A configuration of the path that shows why it is not free."""
        found = self.answer.get("configuration")
        return None if found is None else np.asarray(found, dtype=np.float64)

    @property
    def pair(self) -> tuple[str, str] | None:
        """The two objects that touch, or are too close, at the witness."""
        return (self.answer["a"], self.answer["b"]) if "a" in self.answer else None

    @property
    def segment(self) -> int | None:
        """The segment of the path where the witness is, from 0."""
        return self.answer.get("segment")

    @property
    def at(self) -> float | None:
        """How far along that segment, from 0 to 1."""
        return self.answer.get("at")


@dataclass(frozen=True)
class Plan(_Result):
    """A path that is proved free, or why there is none. True in an `if` only where there is one."""

    @property
    def solved(self) -> bool:
        return self.outcome == "solved"

    def __bool__(self) -> bool:
        return self.solved

    @property
    def path(self) -> Floats | None:
        return _path(self.answer)

    @property
    def certificate(self) -> Document | None:
        """The proof as data, where `certificate=True` was asked for."""
        return self.answer.get("certificate")


@dataclass(frozen=True)
class Smoothed(_Result):
    """A shorter path that is proved free. True in an `if` only where there is one."""

    @property
    def proved(self) -> bool:
        return self.outcome == "smoothed"

    def __bool__(self) -> bool:
        return self.proved

    @property
    def path(self) -> Floats | None:
        return _path(self.answer)


@dataclass(frozen=True)
class Verification(_Result):
    """Does a certificate hold? True in an `if` only where it does."""

    @property
    def valid(self) -> bool:
        return self.answer["valid"]

    @property
    def outcome(self) -> str:
        return "valid" if self.valid else self.answer.get("outcome", "rejected")

    def __bool__(self) -> bool:
        return self.valid


def _path(answer: Document) -> Floats | None:
    found = answer.get("path")
    return None if found is None else np.asarray(found, dtype=np.float64)
