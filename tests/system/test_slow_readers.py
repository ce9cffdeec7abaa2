"""Clients that do not read their answers cost little, and not for long; others wait for nothing."""

import http.client
import statistics
import sys
import time

from support.server import ROOT

sys.path.insert(0, str(ROOT / "tests" / "bench"))

from slow_readers import measure_answers  # noqa: E402

CONNECTIONS = 90
BYTES_MAX = 200 * 2**20 * CONNECTIONS // 900
# A p99 of less is the machine's, not the server's.
NOISE_MS = 50
DELAYED_ACKNOWLEDGEMENT_S = 0.040  # of a segment that is alone, by Linux


# The long form, 900 connections and 1,000 sockets: tests/bench/slow_readers.py.
async def test_answers_that_nobody_reads_are_given_up(server):
    figures = await measure_answers(server, CONNECTIONS)

    assert figures["left_open"] == 0, figures
    assert 0 < figures["kernel_bytes"] and \
        figures["kernel_bytes"] + figures["process_bytes"] < BYTES_MAX, figures
    assert figures["kernel_bytes_after"] < 64 * 1024, "the kernel still holds what nobody reads"
    assert figures["beside_ms"] < max(NOISE_MS, 2 * figures["alone_ms"]), figures


# Larger than the buffers of the kernel. The first answers are acknowledged at once in any case.
async def test_a_large_answer_on_a_kept_connection_waits_for_no_acknowledgement(server):
    connection = http.client.HTTPConnection(server.host, server.port)
    took = []
    for _ in range(9):
        begun = time.monotonic()
        connection.request("GET", "/api/v1/openapi.json")
        assert len(connection.getresponse().read()) > 4 * 64 * 1024
        took.append(time.monotonic() - begun)
    connection.close()

    assert statistics.median(took) < DELAYED_ACKNOWLEDGEMENT_S, took
