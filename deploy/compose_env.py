"""Writes .env, which the compose file reads: the secrets of an installation, made once and kept.

The keys are those of .sagahall, so that ``sagahall token`` makes tokens for the composed services too.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from sagahall.client.stack.folder import Folder


def main() -> None:
    """Writes the file, readable by its owner only; one that is there already is left alone."""
    variables = {
        "SAGAHALL_SERVICE_KEY": Folder(Path(".sagahall")).service_key,
        "SAGAHALL_DATABASE_PASSWORD": secrets.token_hex(16),
    }
    with os.fdopen(os.open(".env", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.writelines(f"{name}={value}\n" for name, value in variables.items())


if __name__ == "__main__":
    main()
