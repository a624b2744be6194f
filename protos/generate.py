"""Generates the stubs from all protos below this folder into libs: ``python protos/generate.py``."""

from __future__ import annotations

import shutil
import sys
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

PROTOS = Path(__file__).parent
LIBS = PROTOS.parent / "libs"
FENCED = (LIBS / "sagahall" / "api", LIBS / "sagahall" / "internal")


def main() -> int:
    """Replaces all stubs; returns the exit code of protoc."""
    for folder in FENCED:
        shutil.rmtree(folder, ignore_errors=True)
    plugins = Path(sys.executable).parent
    return int(
        protoc.main(
            [
                "protoc",
                f"--proto_path={PROTOS}",
                f"--proto_path={files('grpc_tools') / '_proto'}",
                f"--plugin=protoc-gen-mypy={plugins / 'protoc-gen-mypy'}",
                f"--plugin=protoc-gen-mypy_grpc={plugins / 'protoc-gen-mypy_grpc'}",
                f"--python_out={LIBS}",
                f"--grpc_python_out={LIBS}",
                f"--mypy_out=quiet:{LIBS}",
                f"--mypy_grpc_out=quiet:{LIBS}",
                *map(str, sorted(PROTOS.rglob("*.proto"))),
            ]
        )
    )


if __name__ == "__main__":
    sys.exit(main())
