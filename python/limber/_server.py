"""The process that answers: `limber serve`, spoken to over its standard input and output, one JSON object a line."""

from __future__ import annotations

import atexit
import json
import os
import select
import shlex
import shutil
import subprocess
import tempfile
import threading
from typing import IO, Any, Callable, Mapping, Sequence, Union

Command = Union[str, Sequence[str]]
Progress = Callable[[Mapping[str, Any]], None]

_CANCELLED = -32001
_INVALID_PARAMS = -32602

# Seconds that a cancelled request may take to end, and a server that is closed.
_PATIENCE = 10.0
# What a pipe holds.
_CHUNK = 1 << 16

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class LimberError(Exception):
    """What the engine refused, in its own words. `name` is the engine's name of the error, `field` what it is about."""

    def __init__(self, message: str, name: str = "LimberError", field: str | None = None) -> None:
        super().__init__(message)
        self.name = name
        self.field = field


class InvalidInput(LimberError, ValueError):
    """An argument that cannot be used; `field` names it."""


class Cancelled(LimberError):
    """A request that was cancelled."""


class ServerDied(LimberError, ConnectionError):
    """There is no server, or it has ended."""


class Server:
    """A running `limber serve`. Starts at once; `close` ends it, and so does leaving a `with` block.

    `command` is how to start Limber: words, or one text. Left out: the environment variable LIMBER_COMMAND, `limber` on the PATH,
    or npx. Files outside of `root` (the working folder, if left out) are not read.
    """

    def __init__(self, command: Command | None = None, root: str | os.PathLike[str] | None = None) -> None:
        self.root = os.path.abspath(os.curdir if root is None else root)
        words = [*_find_command(command), "serve", "--root", self.root]
        self._errors: IO[bytes] = tempfile.TemporaryFile()
        self._lock = threading.RLock()
        self._buffer = bytearray()
        self._next_id = 0
        self._owner = os.getpid()
        self._unused: list[str] = []
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                # Ctrl-C is for Python, which cancels what is under way; it must not end the server.
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise ServerDied(f"Limber could not be started with {words[0]!r}: {error.strerror or error}") from error
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in = self._process.stdin
        self._out = self._process.stdout
        try:
            self.version: str = self.call("version", {})["version"]
        except BaseException:
            self.close()
            raise

    def call(self, method: str, params: Mapping[str, Any], progress: Progress | None = None) -> Any:
        """The result of a method of `limber serve`. Ctrl-C cancels it. `progress` is called now and then."""
        if progress is not None:
            params = {**params, "progress": True}
        with self._lock:
            self._close_unused()
            request = self._send(method, params)
            try:
                message = self._wait(request, progress)
            except BaseException:
                self._cancel(request)
                raise
        return _result_of(message)

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """Ends the server. Worlds that are open in it are gone."""
        if self._errors.closed or os.getpid() != self._owner:
            return
        try:
            self._in.close()
        except OSError:
            pass
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._out.close()
        self._errors.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _forget(self, world: str) -> None:
        """Closes a world with the next request. For finalizers, which may run anywhere: it takes no lock."""
        self._unused.append(world)

    def _close_unused(self) -> None:
        while self._unused:
            self._write({"jsonrpc": "2.0", "method": "world.close", "params": {"world": self._unused.pop()}})

    def _send(self, method: str, params: Mapping[str, Any]) -> int:
        self._next_id += 1
        self._write({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params})
        return self._next_id

    def _write(self, message: Mapping[str, Any]) -> None:
        if self._errors.closed:
            raise ServerDied("this server was closed")
        if os.getpid() != self._owner:
            # Two processes on one pipe would read each other's answers.
            raise ServerDied("this server belongs to the process that started it: after a fork, open the world again")
        data = memoryview(_encode(message).encode() + b"\n")
        interrupted: KeyboardInterrupt | None = None
        while data:
            try:
                data = data[os.write(self._in.fileno(), data) :]
            except KeyboardInterrupt as error:
                # Half a line would spoil all that follow.
                interrupted = error
            except OSError as error:
                raise self._died() from error
        if interrupted is not None:
            raise interrupted

    def _wait(self, request: int, progress: Progress | None) -> Mapping[str, Any]:
        while True:
            message = json.loads(self._read_line())
            if message.get("id") == request:
                return message
            if progress is not None and message.get("method") == "progress":
                progress(message["params"]["progress"])

    def _read_line(self) -> bytes:
        searched = 0
        while True:
            end = self._buffer.find(b"\n", searched)
            if end != -1:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                return line
            searched = len(self._buffer)
            data = os.read(self._out.fileno(), _CHUNK)
            if not data:
                raise self._died()
            self._buffer += data

    def _cancel(self, request: int) -> None:
        """Stops a request and waits for its end, so that its answer is not taken for that of another."""
        if not self.is_alive:
            return
        try:
            self._write({"jsonrpc": "2.0", "method": "cancel", "params": {"id": request}})
            while b"\n" in self._buffer or select.select([self._out], [], [], _PATIENCE)[0]:
                if json.loads(self._read_line()).get("id") == request:
                    return
        except ServerDied:
            return
        self._process.kill()

    def _died(self) -> ServerDied:
        code = self._process.wait()
        self._errors.seek(0)
        words = self._errors.read()[-2000:].decode(errors="replace").strip()
        return ServerDied(f"limber serve has ended with exit code {code}{': ' + words if words else ''}")


def _result_of(message: Mapping[str, Any]) -> Any:
    error = message.get("error")
    if error is None:
        return message["result"]
    data = error.get("data") or {}
    kind = {_CANCELLED: Cancelled, _INVALID_PARAMS: InvalidInput}.get(error["code"], LimberError)
    raise kind(error["message"], data.get("name", "LimberError"), data.get("field"))


def _find_command(command: Command | None) -> list[str]:
    if command is None:
        command = os.environ.get("LIMBER_COMMAND") or None
    if command is not None:
        return shlex.split(command) if isinstance(command, str) else list(command)
    for name, words in (("limber", []), ("npx", ["--no", "limber"])):
        found = shutil.which(name)
        if found is not None:
            return [found, *words]
    raise ServerDied(
        "Limber was not found: expected the argument `command`, the environment variable LIMBER_COMMAND, "
        "`limber` on the PATH, or npx"
    )


_servers: dict[tuple[int, str], Server] = {}
_servers_lock = threading.Lock()


def server_for(root: str | os.PathLike[str] | None) -> Server:
    """The server of this process for a root folder, started when it is first asked for, and again if it has ended."""
    key = (os.getpid(), os.path.abspath(os.curdir if root is None else root))
    with _servers_lock:
        server = _servers.get(key)
        if server is not None and not server.is_alive:
            server.close()
            server = None
        if server is None:
            server = _servers[key] = Server(root=key[1])
        return server


@atexit.register
def _close_all() -> None:
    for server in _servers.values():
        server.close()
