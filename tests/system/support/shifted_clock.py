"""A system clock that can be set, for one process."""

import os
import subprocess

# Adds to the system clock what a file says, in seconds.
SHIFTED_CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int clock_gettime(clockid_t id, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(id, at);
    if (result || id != CLOCK_REALTIME) return result;
    FILE *file = fopen(getenv("CLOCK_SHIFT_FILE"), "r");
    long seconds = 0;
    if (file && fscanf(file, "%ld", &seconds) == 1) at->tv_sec += seconds;
    if (file) fclose(file);
    return 0;
}
"""


class ShiftedClock:
    """Run a program behind `prefix`."""

    def __init__(self, folder):
        source, library, self.file = (folder / name for name in ("shift.c", "shift.so", "shift"))
        source.write_text(SHIFTED_CLOCK)
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"],
                       check=True)
        self.set(0)
        self.prefix = ["env", f"LD_PRELOAD={library}", f"CLOCK_SHIFT_FILE={self.file}"]

    def set(self, seconds):
        """How far it is ahead from now on."""
        draft = self.file.with_suffix(".new")
        draft.write_text(str(seconds))
        os.replace(draft, self.file)
