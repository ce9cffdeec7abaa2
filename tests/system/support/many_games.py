"""The cost of very many games to a process."""

import pathlib

class Usage:
    """The processor time of a process so far."""

    def __init__(self, pid):
        proc = pathlib.Path(f"/proc/{pid}")
        fields = (proc / "stat").read_text().rpartition(")")[2].split()
        self.cpu_s = (int(fields[11]) + int(fields[12])) / 100
        status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
        self.memory_mib = int(status["VmHWM"].split()[0]) / 1024
        io = dict(line.split(":") for line in (proc / "io").read_text().splitlines())
        self.written_mib = int(io["write_bytes"]) / 2**20
