"""The figures that a server tells of itself."""

import re
import urllib.request

from support.patience import PATIENCE_S


def metrics_of(server):
    """The value of each of its metrics, by name and labels as the text gives them.

    Takes whatever has a url. Who reads more than ten times in a row may be given figures of the
    second before: wait for one by reading, but tell two readings apart by few.
    """
    with urllib.request.urlopen(server.url + "/metrics", timeout=PATIENCE_S) as answer:
        lines = re.findall(r"^([^#\s].*) (\S+)$", answer.read().decode(), re.MULTILINE)
    return {name: float(value) for name, value in lines}
