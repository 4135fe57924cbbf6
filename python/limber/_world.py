"""Worlds that stay open in a server, and what can be asked about them."""

from __future__ import annotations

import base64
import os
from typing import Any, Iterable, Mapping, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._results import Check, Document, Floats, Nearest, Plan, Smoothed, Verification
from ._server import InvalidInput, LimberError, Progress, Server, server_for

PathName = Union[str, "os.PathLike[str]"]
Values = Mapping[str, float]
# A configuration: numbers in the order of `variables`, or values by joint name.
Configuration = Union[ArrayLike, Values]
# A path: an (n, dof) array, a list of configurations, or a path file.
Path = Union[ArrayLike, Sequence[Values], PathName]

_NUMBERS = np.dtype("<f8")


class World:
    """Robots, obstacles and what is attached, from a scene file, a URDF file, or the content of a scene file.

    Options (`srdf`, `planningScene`, `missing`, `geometry`, `open`, `closeWithin`) are those of `read` in schemas/job.json;
    `planningScene` is a MoveIt planning scene around a URDF file. Files outside of `root`,
    the working folder if left out, are not read. `server` is one that was started before.
    """

    def __init__(
        self, scene: PathName | Mapping[str, Any], *, root: PathName | None = None, server: Server | None = None, **read: Any
    ) -> None:
        self._handle: str | None = None
        self._server = server_for(root) if server is None else server
        params: dict[str, Any] = {"scene": dict(scene) if isinstance(scene, Mapping) else os.path.abspath(scene)}
        if read:
            params["read"] = read
        opened = self._server.call("world.open", params)
        self._handle = opened["world"]
        self._changes = 0
        self.notes: list[str] = opened["notes"]
        self._take(opened)

    def _take(self, about: Mapping[str, Any]) -> None:
        self.variables: list[str] = about["variables"]
        """Names of the numbers of a configuration: robot/joint."""
        self.lower: Floats = _limits(about["lower"], -np.inf)
        self.upper: Floats = _limits(about["upper"], np.inf)
        self.neutral: Floats = np.asarray(about["neutral"], dtype=np.float64)
        self.objects: list[str] = about["objects"]
        self.unseen: list[str] = about["unseen"]
        """Links whose meshes were missing: nothing is known of what they touch."""
        self.surfaces: list[Mapping[str, Any]] = about["surfaces"]
        """Meshes that are not solids: objects wholly inside of them are not detected."""
        self.nothing_to_check: str | None = about.get("nothingToCheck")

    @property
    def dof(self) -> int:
        """Numbers in a configuration."""
        return len(self.variables)

    def configuration(self, values: Values) -> Floats:
        """A configuration from values by name: robot/joint, or joint where only one robot has it. The rest is neutral."""
        q = self.neutral.copy()
        for name, value in values.items():
            found = [k for k, full in enumerate(self.variables) if full == name or full.split("/", 1)[-1] == name]
            if len(found) != 1:
                known = ", ".join(self.variables)
                raise InvalidInput(f"joint {name!r}: expected one of {known}", "InvalidInputError", name)
            q[found[0]] = value
        return q

    def collides(self, q: Configuration) -> Any:
        """Do any two objects touch? A bool for one configuration, an array of bool for an (n, dof) array."""
        rows, is_one = self._rows(q)
        if len(rows) == 0:
            return np.zeros(0, dtype=bool)
        text = self._call("collides", {"q": _encode(rows)})["collides"]
        found = np.frombuffer(base64.b64decode(text), dtype=bool)
        return bool(found[0]) if is_one else found.copy()

    def distance(self, q: Configuration) -> Any:
        """The smallest distance between any two objects, 0 where some touch: a float, or an array for an (n, dof) array."""
        rows, is_one = self._rows(q)
        if len(rows) == 0:
            return np.zeros(0)
        found = _decode(self._call("distance", {"q": _encode(rows)})["distance"])
        return float(found[0]) if is_one else found

    def nearest(self, q: Configuration) -> Any:
        """The two nearest objects, and where they are nearest: a Nearest, or a list of them for an (n, dof) array."""
        rows, is_one = self._rows(q)
        if len(rows) == 0:
            return []
        answer = self._call("distance", {"q": _encode(rows), "witness": True})
        points_a, points_b = (_decode(answer[name]).reshape(-1, 3) for name in ("pointA", "pointB"))
        distances = _decode(answer["distance"])
        found = [
            Nearest(float(distance), a, b, point_a, point_b)
            for distance, (a, b), point_a, point_b in zip(distances, answer["pairs"], points_a, points_b)
        ]
        return found[0] if is_one else found

    def check(self, path: Path, **options: Any) -> Check:
        """Is the whole path free, at every instant? Options (`clearance`, `delta`, `maxSteps`, …) are those of a `check` job."""
        method, params = self._path_params(path)
        made = self._changes
        answer = self._call(method, {**params, **options})

        def prove() -> Document:
            if made != self._changes:
                raise LimberError("the world has changed since this path was checked: check it again")
            return self._call(method, {**params, **options, "certificate": "whole"})

        return Check(answer, prove)

    def plan(
        self, start: Configuration, goal: Configuration, *, certificate: bool = False, progress: Progress | None = None, **options: Any
    ) -> Plan:
        """A path from a start to a goal, or to the first that is reached of an (n, dof) array of goals; it is proved free.

        Options (`seed`, `planner`, `clearance`, `maxIterations`, …) are those of a `plan` job.
        """
        ends = {"from": self._document(start), "to": self._document(goal)}
        kept = {"certificate": "whole"} if certificate else {}
        return Plan(self._call("plan", {**ends, **kept, **options}, progress))

    def smooth(self, path: Path, *, progress: Progress | None = None, **options: Any) -> Smoothed:
        """A shorter path, proved free. Options (`seed`, `rounds`, `clearance`, …) are those of a `smooth` job."""
        given = _file(path)
        params = {"path": self._document(path) if given is None else given}
        return Smoothed(self._call("smooth", {**params, **options}, progress))

    def verify(self, certificate: Document | PathName, *, exact: bool = False) -> Verification:
        """Does a certificate of a path hold, for this world?"""
        return verify(certificate, world=self, exact=exact)

    def add_obstacle(self, name: str, shape: Mapping[str, Any], pose: Mapping[str, Any] | None = None) -> None:
        """Adds an obstacle. `shape` and `pose` are as in a scene file: {"kind": "box", "size": [1, 1, 1]}, {"xyz": [0, 0, 1]}."""
        self._change("add", {"name": name, "shape": shape, **({} if pose is None else {"pose": pose})})

    def remove_obstacle(self, name: str) -> None:
        self._change("remove", name)

    def move_obstacle(self, name: str, pose: Mapping[str, Any]) -> None:
        self._change("move", {"name": name, "pose": pose})

    def attach(
        self, name: str, link: str, shape: Mapping[str, Any], pose: Mapping[str, Any] | None = None, touch: Iterable[str] = ()
    ) -> None:
        """Attaches an object to a link: it moves with the link, and may touch it and what `touch` names."""
        place = {} if pose is None else {"pose": pose}
        self._change("attach", {"name": name, "link": link, "shape": shape, **place, "touch": list(touch)})

    def detach(self, name: str) -> None:
        """Takes an attached object out of the world."""
        self._change("detach", name)

    def allow(self, a: str, b: str) -> None:
        """From now on, these two may touch."""
        self._change("allow", [a, b])

    def disallow(self, a: str, b: str) -> None:
        """From now on, these two are tested."""
        self._change("disallow", [a, b])

    def close(self) -> None:
        """Closes the world in the server, which frees its memory."""
        if self._handle is not None and self._server.is_alive:
            self._call("world.close", {})
        self._handle = None

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self._server._forget(self._handle)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"<limber.World of {self.dof} joints and {len(self.objects)} objects>"

    def _call(self, method: str, params: Mapping[str, Any], progress: Progress | None = None) -> Any:
        if self._handle is None:
            raise LimberError("this world was closed")
        return self._server.call(method, {"world": self._handle, **params}, progress)

    def _change(self, change: str, value: Any) -> None:
        self._take(self._call("world.change", {change: value}))
        self._changes += 1

    def _rows(self, q: Any) -> tuple[NDArray[np.float64], bool]:
        """Configurations as rows, and whether one alone was given."""
        if isinstance(q, Mapping):
            return self.configuration(q)[np.newaxis], True
        if isinstance(q, (list, tuple)) and q and isinstance(q[0], Mapping):
            return np.stack([self.configuration(one) for one in q]), False
        rows = np.ascontiguousarray(q, dtype=_NUMBERS)
        if rows.ndim not in (1, 2) or rows.shape[-1] != self.dof:
            raise InvalidInput(
                f"q: expected {self.dof} numbers, or an array of shape (n, {self.dof}), got one of shape {rows.shape}",
                "InvalidInputError",
                "q",
            )
        return np.atleast_2d(rows), rows.ndim == 1

    def _document(self, q: Any) -> Any:
        """Configurations as the content of a path file."""
        rows, _ = self._rows(q)
        return {"joints": self.variables, "waypoints": rows.tolist()}

    def _path_params(self, path: Path) -> tuple[str, dict[str, Any]]:
        given = _file(path)
        if given is not None:
            return "check", {"path": given}
        return "motion", {"q": _encode(self._rows(path)[0])}


def plan(world: World, start: Configuration, goal: Configuration, **options: Any) -> Plan:
    """As `world.plan`."""
    return world.plan(start, goal, **options)


def smooth(world: World, path: Path, **options: Any) -> Smoothed:
    """As `world.smooth`."""
    return world.smooth(path, **options)


def verify(
    certificate: Document | PathName,
    *,
    world: World | None = None,
    scene: PathName | Document | None = None,
    robot: PathName | Document | None = None,
    exact: bool = False,
    root: PathName | None = None,
    server: Server | None = None,
) -> Verification:
    """Does a certificate hold? `world`, or `scene` (a file, or a world document), is what it is about; `robot` for allowed pairs.

    `exact`: by the second verifier, in exact arithmetic.
    """
    params: dict[str, Any] = {"certificate": _given(certificate), "exact": exact}
    if scene is not None:
        params["scene"] = _given(scene)
    if robot is not None:
        params["robot"] = _given(robot)
    if world is not None:
        return Verification(world._call("verify", params))
    return Verification((server_for(root) if server is None else server).call("verify", params))


def batch(
    jobs: Iterable[Mapping[str, Any]],
    *,
    workers: int | None = None,
    deadline: float | None = None,
    progress: Progress | None = None,
    root: PathName | None = None,
    server: Server | None = None,
) -> list[Document]:
    """Runs jobs on all cores, as `limber batch` does, and returns their answers. A job that fails has an answer that says why."""
    options = {"workers": workers, "deadline": deadline}
    params = {"jobs": [dict(job) for job in jobs], **{k: v for k, v in options.items() if v is not None}}
    if not params["jobs"]:
        return []
    return (server_for(root) if server is None else server).call("batch", params, progress)["answers"]


def _limits(values: Sequence[float | None], none: float) -> Floats:
    return np.array([none if value is None else value for value in values], dtype=np.float64)


def _encode(rows: NDArray[np.float64]) -> str:
    return base64.b64encode(rows).decode()


def _decode(text: str) -> Floats:
    return np.frombuffer(base64.b64decode(text), dtype=_NUMBERS).copy()


def _file(path: Any) -> str | dict[str, Any] | None:
    """A path file by its name, or its content; None where it is configurations."""
    if isinstance(path, (str, os.PathLike)):
        return os.path.abspath(path)
    return dict(path) if isinstance(path, Mapping) and "waypoints" in path else None


def _given(value: PathName | Document) -> Any:
    return dict(value) if isinstance(value, Mapping) else os.path.abspath(value)
