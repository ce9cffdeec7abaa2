#!/usr/bin/env python3
"""Fails if the engine is slow: less than 25 times the naive implementation on 19x19.

usage: engine_bar.py PATH_OF_tanbo_bench_engine [PLIES_PER_SECOND_MIN]

With a second number the engine must also play so many plies a second; 8000000 is the bar on the
machine that the engine was made on. Both come from one run, in processor time.
"""

import json
import subprocess
import sys

RATIO_MIN = 25


def plies_per_second(program):
    """{benchmark: plies a second} of the playouts on 19x19."""
    output = subprocess.run(
        [program, "--benchmark_format=json", "--benchmark_filter=play_out.*/19x19$",
         "--benchmark_min_time=0.3"],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return {row["name"]: row["items_per_second"] for row in json.loads(output)["benchmarks"]}


def main():
    """Measures, prints and judges."""
    program, *rest = sys.argv[1:]
    plies_min = float(rest[0]) if rest else 0
    measured = plies_per_second(program)
    engine = measured["play_out/19x19"]
    naive = measured["play_out_naively/19x19"]
    print(f"engine {engine:,.0f}, naive {naive:,.0f} plies/s on 19x19: {engine / naive:.0f} times")
    if engine < RATIO_MIN * naive or engine < plies_min:
        sys.exit(f"too slow: the bar is {RATIO_MIN} times naive and {plies_min:,.0f} plies/s")


if __name__ == "__main__":
    main()
