"""The Debian package, built of the programs in build/release."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]


def build_package(folder):
    """The path of the package, in `folder`; nothing is compiled, and little compressed."""
    environment = {**os.environ, "TANBO_SKIP_BUILD": "1", "DPKG_DEB_COMPRESSOR_TYPE": "gzip",
                   "DPKG_DEB_COMPRESSOR_LEVEL": "1"}
    done = subprocess.run(["bash", ROOT / "docker" / "package.sh", folder], text=True, check=False,
                          capture_output=True, env=environment)
    assert done.returncode == 0, done.stderr
    return pathlib.Path(done.stdout.strip())


def of_version(package, version, folder):
    """The same package under another version."""
    root = pathlib.Path(folder) / version
    subprocess.run(["dpkg-deb", "--raw-extract", package, root], check=True)
    control = root / "DEBIAN" / "control"
    lines = control.read_text().splitlines()
    control.write_text("".join(
        f"Version: {version}\n" if line.startswith("Version: ") else f"{line}\n"
        for line in lines))
    made = pathlib.Path(folder) / f"tanbo-server_{version}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", root, made], check=True,
                   capture_output=True)
    return made
