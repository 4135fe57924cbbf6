"""Collision, distance and proved motion for robots: Limber, from Python.

    world = limber.World("cell.json")
    world.collides(q)                  # one configuration, or many at once
    world.check(path).certificate      # a proof that the whole path is free
"""

from ._results import Check, Nearest, Plan, Smoothed, Verification
from ._server import Cancelled, InvalidInput, LimberError, Server, ServerDied
from ._world import World, batch, plan, smooth, verify

__version__ = "0.1.0"

__all__ = [
    "Cancelled",
    "Check",
    "InvalidInput",
    "LimberError",
    "Nearest",
    "Plan",
    "Server",
    "ServerDied",
    "Smoothed",
    "Verification",
    "World",
    "batch",
    "plan",
    "smooth",
    "verify",
]
