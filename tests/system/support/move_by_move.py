"""An engine of GTP that makes one move and ends: its controller starts it for each move.

move_by_move.py TANBO STARTS. It answers each command, and asks `tanbo engine` for the move. It
writes a line into the file STARTS.
"""

import pathlib
import subprocess
import sys

tanbo, starts = sys.argv[1:]
with pathlib.Path(starts).open("a", encoding="utf-8") as file:
    file.write("started\n")
asked = "tanbo-level 1\n"
for line in sys.stdin:
    number, _, command = line.strip().partition(" ")
    if not number.isdigit():
        print("? unknown command\n", flush=True)
    elif command.startswith("known_command"):
        print(f"={number} false\n", flush=True)
    elif not command.startswith("genmove"):
        asked += command + "\n"
        print(f"={number}\n", flush=True)
    else:
        told = subprocess.run([tanbo, "engine", "--gtp"], input=f"{asked}{command}\n", text=True,
                              capture_output=True, check=True)
        print(f"={number} {told.stdout.split()[-1]}\n", flush=True)
        break
