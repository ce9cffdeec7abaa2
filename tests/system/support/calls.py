"""Operations of REST over the live socket, as the contracts tell of them."""

import urllib.parse

from support.contract import METHODS, load, resolve

OPENAPI, ASYNCAPI = load("openapi.yaml"), load("asyncapi.yaml")
OF_THE_MESSAGE = ("op", "id", "key", "body")


def payload(message):
    """The schema of a message of the socket."""
    return resolve(ASYNCAPI, resolve(ASYNCAPI, resolve(ASYNCAPI, message))["payload"])


def requests():
    """(op, its schema, that of its answer) of all requests of the socket."""
    for operation in ASYNCAPI["operations"].values():
        if operation["action"] == "receive":
            schema = payload(operation["messages"][0])
            answer = payload(operation["reply"]["messages"][0])
            yield schema["properties"]["op"]["const"], schema, answer


def routes():
    """(method, path, operation) of all operations of REST, by operationId with dashes."""
    return {item[method]["operationId"].replace("_", "-"): (method.upper(), path, item[method])
            for path, item in OPENAPI["paths"].items() for method in METHODS if method in item}


REQUESTS = {op: schema for op, schema, _ in requests()}
ANSWERS = {op: answer for op, _, answer in requests()}
ROUTES = routes()
# A mail program unsubscribes over REST, which is something else.
CALLS = sorted(set(REQUESTS) & set(ROUTES) - {"unsubscribe"})


def target_of(op, fields):
    """The method and the target of the request that a call stands for."""
    method, path, _ = ROUTES[op]
    names = [name for name in fields if name not in OF_THE_MESSAGE and f"{{{name}}}" not in path]
    query = {name: str(fields[name]).lower() if isinstance(fields[name], bool) else fields[name]
             for name in names}
    path = path.removeprefix("/api/v1").format(**fields)
    return method, path + ("?" + urllib.parse.urlencode(query) if query else "")


async def over_rest(player, op, /, **fields):
    """Asks over REST for what a call asks for; yields the answer."""
    method, target = target_of(op, fields)
    headers = {"Idempotency-Key": fields["key"]} if "key" in fields else {}
    return await player.request(method, target, fields.get("body"), headers=headers)
