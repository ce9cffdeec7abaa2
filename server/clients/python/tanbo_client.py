"""A client of Tanbo servers: REST and the live socket, for Python 3.9 or newer.

It needs the package `websockets` (Debian: python3-websockets) and nothing else. make_types.py
writes the types of the socket's messages for mypy. Copy this file beside your program:

    async with Tanbo("http://localhost:8080") as tanbo:
        tanbo.token = (await tanbo.post("/guests"))["token"]
        game = await tanbo.post("/games", {"setup": "9x9", "seats": ["me", "bot:1"]})
        async for push in tanbo.follow(f"game:{game['id']}", after=0):
            print(push["type"])

Requests that can be repeated safely are repeated while the server is away or busy, as long as
`Retry-After` says. Everything else that is not done raises `Refusal` with the server's code.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import http.client
import itertools
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Deque, Dict, Mapping, Optional

if TYPE_CHECKING:
    from tanbo_types import Do, Push
    websockets: Any  # its names appear as they are used
else:
    import websockets

Json = Dict[str, Any]

PREFIX = "/api/v1"
SUBPROTOCOL = "tanbo.v1+json"
ATTEMPT_S = 10
FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 10.0
# Pushes that may wait for their reader; then the reader is told to be quicker.
WAITING_MAX = 10_000
MESSAGE_BYTES_MAX = 16 * 1024 * 1024
# Codes of the client's own: no answer came, or no one took pushes.
NO_ANSWER: Json = {"code": "no-answer", "detail": "No answer came.", "status": 0}
TOO_SLOW: Json = {"code": "too-slow", "status": 0,
                  "detail": f"More than {WAITING_MAX} pushes wait to be read."}
# POSTs that carry no key: they name a ply, are answered for all that, or give out secrets.
UNKEYED = re.compile(
    r"^/api/v1/(me|sessions|tokens|accounts|guests|password-resets|puzzles|searches)\b"
    r"|/(moves|preview|analysis)$")
# After these closings the next attempt would end the same way.
BROKEN = (1002, 1003, 1007, 1009)


class Refusal(Exception):
    """A request that was not done: the server's problem document, by RFC 9457."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(f"{problem['code']}: {problem.get('detail', '')}")
        self.problem = dict(problem)

    @property
    def code(self) -> str:
        """The stable code, such as "stale-ply"; "no-answer" if none came."""
        return self.problem["code"]

    @property
    def status(self) -> int:
        """The status over HTTP, also of a refusal over the socket; 0 if no answer came."""
        return self.problem["status"]


def takes_key(path: str) -> bool:
    """Whether the server knows a repetition of this POST by its `Idempotency-Key`."""
    return path.startswith("/api/") and not UNKEYED.search(path)


def names_board(fields: Optional[Mapping[str, Any]]) -> bool:
    """Whether a command names the board that it was meant for: it is carried out once."""
    return isinstance(fields, Mapping) and ("ply" in fields or "seq" in fields)


def wait_before(problem: Mapping[str, Any], failures: int, is_repeatable: bool) -> Optional[float]:
    """Seconds until the same request may be sent again; None: it is refused for good."""
    status = problem["status"]
    is_passing = status == 0 or status == 429 or status >= 500
    # A request over the limit was not carried out; of others that failed, no one knows.
    if not is_passing or not (is_repeatable or status == 429):
        return None
    own = min(FIRST_WAIT_S * 2 ** min(failures, 10), LONGEST_WAIT_S) * (0.5 + random.random())
    return max(float(problem.get("retry_after_s", 0)), own)


class Tanbo:
    """REST and the live socket of one server, for one account. Use with `async with`.

    `token` is the account's, or None for no one. A request may take `patience_s`, with its
    repetitions. `epoch` is that of numbers kept from an earlier run.
    """

    def __init__(self, server: str, token: Optional[str] = None, *, patience_s: float = 60,
                 epoch: Optional[str] = None) -> None:
        self.server = server.rstrip("/")
        self.token = token
        self.patience_s = patience_s
        self._socket = _Socket(self, epoch)

    async def __aenter__(self) -> "Tanbo":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the socket: iterations end, and operations without an answer are refused."""
        await self._socket.close()

    @property
    def epoch(self) -> Optional[str]:
        """The epoch of the database, once a subscription has told it."""
        return self._socket.epoch

    async def get(self, path: str, **query: Any) -> Any:
        """Requests by path: `get("/games", setup="9x9")`. A query of None is left out."""
        return await self.request("GET", path, query=query)

    async def post(self, path: str, body: Optional[Json] = None, *,
                   headers: Optional[Mapping[str, str]] = None) -> Any:
        """POST with a body of JSON; `Idempotency-Key` goes along by itself."""
        return await self.request("POST", path, body, headers=headers)

    async def put(self, path: str, body: Json) -> Any:
        """PUT with a body of JSON."""
        return await self.request("PUT", path, body)

    async def patch(self, path: str, body: Json) -> Any:
        """PATCH with a body of JSON."""
        return await self.request("PATCH", path, body)

    async def delete(self, path: str) -> Any:
        """DELETE."""
        return await self.request("DELETE", path)

    async def request(self, method: str, path: str, body: Optional[Json] = None, *,
                      query: Optional[Mapping[str, Any]] = None,
                      headers: Optional[Mapping[str, str]] = None) -> Any:
        """Sends a request until it is answered for good; paths are below /api/v1.

        Yields what the JSON says, a text if it is none, or None. Raises: Refusal.
        """
        target = PREFIX + path
        sent = self._headers(method, target, body) | dict(headers or {})
        is_repeatable = method != "POST" or "Idempotency-Key" in sent or names_board(body)
        named = {name: value for name, value in (query or {}).items() if value is not None}
        address = self.server + target + (f"?{urllib.parse.urlencode(named)}" if named else "")
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data, sent, method=method)
        end = time.monotonic() + self.patience_s
        for failures in itertools.count():
            problem, told = await asyncio.to_thread(_once, request)
            if problem is None:
                return told
            await _pause(problem, failures, is_repeatable, end)

    def follow(self, topic: str, after: Optional[int] = None, *,
               glance: bool = False) -> AsyncIterator[Push]:
        """The pushes of a topic, in order: `game:42`, `tournament:3`, `lobby` or `me`.

        After a cut they go on where they were: no event is left out, none comes twice. `after` is
        the last seq that you have seen; without it, a snapshot comes. `lobby` and `me` have no
        log: `joined` comes at each subscription, also after a cut, to read what was missed. The
        subscription begins with the first push that is asked for. Raises: Refusal.
        """
        return self._socket.pushes(topic, _Reader(topic, after, glance))

    @property
    def do(self) -> Do:
        """Carries out an operation over the socket: `do("move", game=42, point="C2", ply=0)`.

        Yields the answer. One with a `ply`, a `seq` or a `key` is sent again after a cut; others
        are, too, if `is_repeatable`. Raises: Refusal.
        """
        return self._do

    async def _do(self, op: str, *, is_repeatable: Optional[bool] = None, **fields: Any) -> Any:
        is_once = names_board(fields) or "key" in fields
        can_repeat = is_once if is_repeatable is None else is_repeatable
        end = time.monotonic() + self.patience_s
        for failures in itertools.count():
            left_s = end - time.monotonic()
            answer = await self._socket.ask({"op": op, **fields}, can_repeat, left_s)
            if answer["ok"]:
                return answer
            await _pause(answer["error"], failures, can_repeat, end)
        raise AssertionError("unreachable")

    def _headers(self, method: str, target: str, body: Optional[Json]) -> Dict[str, str]:
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.epoch and method != "GET":
            headers["Tanbo-Epoch"] = self.epoch
        if body is not None:
            headers["Content-Type"] = "application/json"
        if method == "POST" and takes_key(target):
            headers["Idempotency-Key"] = uuid.uuid4().hex
        return headers


async def _pause(problem: Mapping[str, Any], failures: int, is_repeatable: bool,
                 end: float) -> None:
    """Waits until a request may be sent again. Raises: Refusal if it may not, or not by `end`."""
    wait_s = wait_before(problem, failures, is_repeatable)
    if wait_s is None or time.monotonic() + wait_s > end:
        raise Refusal(problem)
    await asyncio.sleep(wait_s)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: a token is for one server."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _once(request: urllib.request.Request) -> tuple:
    """One attempt: a problem or None, and what was told. A line that broke is a problem, too."""
    try:
        with _OPENER.open(request, timeout=ATTEMPT_S) as answer:
            return None, _content(answer.headers, answer.read())
    except urllib.error.HTTPError as refusal:
        with refusal:
            return _problem(refusal), None
    except (OSError, ValueError, http.client.HTTPException):
        return NO_ANSWER, None


def _content(headers: Any, data: bytes) -> Any:
    if not data:
        return None
    return json.loads(data) if "json" in headers.get_content_type() else data.decode()


def _problem(refusal: urllib.error.HTTPError) -> Json:
    """The refusal by its own words; a proxy's, which has none, by its status."""
    told: Any = {}
    with contextlib.suppress(OSError, ValueError):
        told = _content(refusal.headers, refusal.read())
    problem: Json = {**NO_ANSWER, **(told if isinstance(told, dict) else {}),
                     "status": refusal.code}
    with contextlib.suppress(TypeError, ValueError):
        problem["retry_after_s"] = float(refusal.headers["Retry-After"])
    return problem


class _Reader:
    """The pushes of a topic that were not read yet, and the last seq of them."""

    def __init__(self, topic: str, after: Optional[int], glance: bool) -> None:
        self.topic = topic
        self.seq = after
        self.glance = glance
        self._waiting: Deque[Json] = collections.deque()
        self._changed = asyncio.Event()
        self._refusal: Optional[Refusal] = None
        self._is_joined = False
        self._is_over = False

    def subscription(self) -> Json:
        """The request that follows the topic from here."""
        self._is_joined = False
        after = {} if self.seq is None else {"after": self.seq}
        glance = {"glance": True} if self.glance else {}
        return {"op": "subscribe", "topic": self.topic, **after, **glance}

    def join(self) -> None:
        """Notes that the subscription is there."""
        self._is_joined = True
        if ":" not in self.topic:
            self.take({"topic": self.topic, "type": "joined"})

    def take(self, push: Json) -> None:
        """A push as it came; one that is known, or of an earlier subscription, is dropped."""
        if not self._is_joined:
            return
        if "seq" in push:
            if self.seq is not None and push["seq"] <= self.seq:
                return
            self.seq = push["seq"]
        if len(self._waiting) >= WAITING_MAX:
            self.refuse(TOO_SLOW)
            return
        self._waiting.append(push)
        self._changed.set()

    def refuse(self, problem: Mapping[str, Any]) -> None:
        """Ends the iteration with a refusal, after the pushes that came before."""
        self._refusal = self._refusal or Refusal(problem)
        self._changed.set()

    def end(self) -> None:
        """Ends the iteration."""
        self._is_over = True
        self._changed.set()

    async def next(self) -> Optional[Json]:
        """The next push; None once it is over."""
        while not self._waiting and not self._is_over:
            if self._refusal:
                raise self._refusal
            self._changed.clear()
            await self._changed.wait()
        return None if self._is_over else self._waiting.popleft()


class _Ask:
    """An operation without an answer yet."""

    def __init__(self, request: Json, is_repeatable: bool) -> None:
        self.request = request
        self.is_repeatable = is_repeatable
        self.is_sent = False
        self.answer: "asyncio.Future[Json]" = asyncio.get_running_loop().create_future()

    def settle(self, answer: Json) -> None:
        """Ends it, once."""
        if not self.answer.done():
            self.answer.set_result(answer)


class _Socket:
    """One socket. It comes back after a cut, and goes on after the last seq of each topic."""

    def __init__(self, owner: Tanbo, epoch: Optional[str]) -> None:
        self._owner = owner
        self.epoch = epoch
        self._readers: Dict[str, _Reader] = {}
        self._asks: set = set()
        self._answers: Dict[Optional[int], Callable[[Json], None]] = {}
        self._ids = itertools.count(1)
        self._line: Any = None
        self._keeper: Optional["asyncio.Task[None]"] = None

    async def pushes(self, topic: str, reader: _Reader) -> AsyncIterator[Any]:
        """The pushes of a topic until its iteration ends."""
        if topic in self._readers:
            raise ValueError(f"{topic} is followed already")
        self._readers[topic] = reader
        await self._need(lambda: self._subscription(reader))
        try:
            while (push := await reader.next()) is not None:
                yield push
        finally:
            if self._readers.get(topic) is reader:
                del self._readers[topic]
                if self._line:
                    await self._send(self._text({"op": "unsubscribe", "topic": topic}))

    async def ask(self, request: Json, is_repeatable: bool, patience_s: float) -> Json:
        """The answer to an operation; a refusal without one if the line was lost."""
        ask = _Ask(request, is_repeatable)
        self._asks.add(ask)
        try:
            await self._need(lambda: self._asked(ask))
            return await asyncio.wait_for(ask.answer, max(patience_s, 0))
        except asyncio.TimeoutError:
            return {"re": None, "ok": False, "error": NO_ANSWER}
        finally:
            self._asks.discard(ask)

    async def close(self) -> None:
        """Ends everything."""
        for reader in self._readers.values():
            reader.end()
        if self._keeper:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
            self._keeper = None
        self._fail_asks(NO_ANSWER, list(self._asks))

    async def _need(self, text: Callable[[], str]) -> None:
        """Sends over the open line; if there is none, opens one, which sends all that waits."""
        if self._line:
            await self._send(text())
        elif self._keeper is None or self._keeper.done():
            self._keeper = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        """Connects again and again for as long as something waits for it."""
        address = re.sub("^http", "ws", self._owner.server) + PREFIX + "/live"
        failures = 0
        while self._readers or self._asks:
            code = None
            try:
                async with websockets.connect(
                        address, subprotocols=[SUBPROTOCOL], compression=None,
                        max_size=MESSAGE_BYTES_MAX, open_timeout=ATTEMPT_S) as line:
                    await self._opened(line)
                    async for text in line:
                        failures = 0
                        self._take(json.loads(text))
                    code = line.close_code
            except websockets.ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
            except (OSError, ValueError, asyncio.TimeoutError, websockets.WebSocketException):
                pass
            finally:
                self._lose()
            if code in BROKEN:
                self._fail({**NO_ANSWER, "detail": "The server closed the socket."})
            await asyncio.sleep(_retry_after(code, failures))
            failures += 1

    async def _opened(self, line: Any) -> None:
        """Sends all that waits. It is gathered at once: what comes later sends itself."""
        self._line = line
        texts = []
        if self._owner.token:
            # Answers come in order: all that follows is asked by this account.
            request = {"op": "auth", "token": self._owner.token}
            texts.append(self._text(
                request, lambda one: None if one["ok"] else self._fail(one["error"])))
        texts += [self._subscription(reader) for reader in self._readers.values()]
        texts += [self._asked(ask) for ask in self._asks]
        for text in texts:
            await self._send(text)

    def _subscription(self, reader: _Reader) -> str:
        def answered(answer: Json) -> None:
            if answer["ok"]:
                self.epoch = self.epoch or answer.get("epoch")
                reader.join()
            else:
                reader.refuse(answer["error"])

        epoch = {"epoch": self.epoch} if self.epoch else {}
        return self._text({**reader.subscription(), **epoch}, answered)

    def _asked(self, ask: _Ask) -> str:
        ask.is_sent = True
        return self._text(ask.request, ask.settle)

    def _text(self, request: Json, answered: Callable[[Json], None] = lambda _: None) -> str:
        """The message of a request, the answer to which is awaited from now on."""
        number = next(self._ids)
        self._answers[number] = answered
        return json.dumps({**request, "id": number})

    async def _send(self, text: str) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            if self._line:
                await self._line.send(text)

    def _take(self, message: Json) -> None:
        if "topic" not in message:
            self._answers.pop(message.get("re"), lambda _: None)(message)
        elif reader := self._readers.get(message["topic"]):
            if message["type"] == "refused":
                reader.refuse({**NO_ANSWER, **message})
            else:
                reader.take(message)

    def _lose(self) -> None:
        """Notes that the line is gone. What may have been done is not sent again."""
        self._line = None
        self._answers.clear()
        self._fail_asks(NO_ANSWER,
                        [ask for ask in self._asks if ask.is_sent and not ask.is_repeatable])

    def _fail(self, problem: Json) -> None:
        """Refuses all that waits: another attempt would meet the same."""
        for reader in self._readers.values():
            reader.refuse(problem)
        self._readers.clear()
        self._fail_asks(problem, list(self._asks))

    def _fail_asks(self, problem: Mapping[str, Any], asks: list) -> None:
        for ask in asks:
            self._asks.discard(ask)
            ask.settle({"re": None, "ok": False, "error": problem})


def _retry_after(code: Optional[int], failures: int) -> float:
    """Seconds until the next attempt: a server that restarts is not met by all clients at once."""
    if code in (1001, 1012) and failures == 0:
        return 0.2 + 2.8 * random.random()
    wait_s = failures * 0.3 if failures < 2 else 3.0 if failures < 24 else 30.0
    return wait_s * (0.5 + random.random())
