"""A machine on which more work waits than it has cores, for one process."""

import subprocess

BUSY_MACHINE = r"""
int getloadavg(double *averages, int count) {
    for (int i = 0; i < count; ++i) averages[i] = 1e6;
    return count;
}
"""


def busy_machine(folder):
    """A prefix to run a program behind."""
    source, library = folder / "busy.c", folder / "busy.so"
    source.write_text(BUSY_MACHINE)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return ["env", f"LD_PRELOAD={library}"]
