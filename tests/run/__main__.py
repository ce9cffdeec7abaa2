"""The entry: `bash tests/run.sh` runs it."""

import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parents[1])

from run.main import main  # noqa: E402

sys.exit(main())
