"""HTTP by hand: exact bytes out, and whatever comes back until the server closes."""

import asyncio

from support.contract import Answer
from support.patience import PATIENCE_S
from support.rest import CONTRACT

WAIT_S = PATIENCE_S


class RawConnection:
    """A TCP connection with bytes of the test's own."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    async def send(self, data):
        """Sends bytes; a connection that the server has closed is not an error yet."""
        self.writer.write(data if isinstance(data, bytes) else data.encode())
        try:
            await self.writer.drain()
        except ConnectionError:
            pass

    async def answer(self, method="GET", path="/"):
        """The next answer, or None if the connection ends instead. Checked by the contract."""
        try:
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), WAIT_S)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        status_line, *lines = head.decode().rstrip().split("\r\n")
        version, status = status_line.split(" ")[:2]
        assert version == "HTTP/1.1"
        headers = dict(line.split(": ", 1) for line in lines)
        length = int(headers.get("Content-Length", 0))
        body = await self.reader.readexactly(0 if method == "HEAD" else length)
        return Answer(method, path, int(status), headers, body)

    async def is_at_end(self):
        """Whether the server has closed without another byte."""
        try:
            return await asyncio.wait_for(self.reader.read(1), WAIT_S) == b""
        except ConnectionError:
            return True

    def close(self):
        """Drops the connection."""
        self.writer.close()


async def connect(server):
    """A new connection."""
    return RawConnection(*await asyncio.open_connection("127.0.0.1", server.port))


async def refusal(server, data):
    """Sends bytes that must get one problem and a closed connection; yields the problem."""
    connection = await connect(server)
    try:
        await connection.send(data)
        answer = await connection.answer()
        assert answer is not None, "no answer"
        assert answer.headers.get("connection", "").lower() == "close", answer
        assert await connection.is_at_end(), f"more came after {answer}"
        assert answer.media_type == "application/problem+json", answer
        CONTRACT.check_problem_alone(answer)
        return answer
    finally:
        connection.close()
