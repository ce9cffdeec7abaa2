"""A server that answers what a test tells it to."""

import http.server
import json
import threading
import urllib.parse

from support.patience import PATIENCE_S


class Held:
    """An answer that stays open after its first bytes."""

    def __init__(self, text, content_type):
        self.text = text
        self.content_type = content_type


def frames(events):
    """A game's events as its stream of server-sent events tells them."""
    return "".join(
        f"id: {event['seq']}\ndata: {json.dumps({'topic': 'game:1', **event})}\n\n"
        for event in events)


class FakeServer:
    """Answers each request by `answer(method, path, query)`. Use with `with`.

    `answer` yields a status and what is told: bytes, text, `Held`, or anything for JSON. `query`
    has one value for each name.
    """

    def __init__(self, answer):
        self.answer = answer
        self.requests = []  # method and path with its query
        self.answered = []  # the same, once the answer is written
        self.tokens = []  # the header Authorization of each request
        self.bodies = []
        self.changed = threading.Condition()
        self.ends = threading.Event()
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """One request."""

            def do_GET(self):  # pylint: disable=invalid-name
                """Answers it."""
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                fake.note(fake.requests, (self.command, self.path))
                fake.note(fake.tokens, self.headers.get("Authorization", ""))
                fake.note(fake.bodies, body.decode())
                split = urllib.parse.urlsplit(self.path)
                query = dict(urllib.parse.parse_qsl(split.query))
                path = split.path.removeprefix("/api/v1")
                self.tell(*fake.answer(self.command, path, query))
                fake.note(fake.answered, (self.command, self.path))

            do_POST = do_PUT = do_DELETE = do_GET

            def tell(self, status, told):
                """Writes an answer."""
                kind, held = "application/json", isinstance(told, Held)
                if held:
                    kind, told = told.content_type, told.text
                elif not isinstance(told, (bytes, str)):
                    told = json.dumps(told)
                told = told if isinstance(told, bytes) else told.encode()
                self.send_response(status)
                self.send_header("Content-Type", kind)
                if not held:
                    self.send_header("Content-Length", str(len(told)))
                self.end_headers()
                self.wfile.write(told)
                self.wfile.flush()
                if held:
                    fake.ends.wait()

            def log_message(self, *_):  # pylint: disable=arguments-differ
                """Says nothing."""

        class Threads(http.server.ThreadingHTTPServer):
            """A thread for each connection; those that a client has left are no fault."""

            daemon_threads = True

            def handle_error(self, *_):
                """Says nothing."""

        self.http = Threads(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"

    def note(self, what, request):
        """Keeps a request."""
        with self.changed:
            what.append(request)
            self.changed.notify_all()

    def until(self, what, condition):
        """Waits until the condition holds of one of these requests; that request."""
        def found():
            return next((request for request in what if condition(*request)), None)

        with self.changed:
            assert self.changed.wait_for(found, PATIENCE_S), f"not asked, only {what}"
            return found()

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.http.shutdown()
        self.http.server_close()
