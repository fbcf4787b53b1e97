"""Settings and build as they were before an installation."""

from pathlib import Path

from companion.commands import whole_file


class SettingsBefore:
    """The content of some files, None for one that is not there."""

    def __init__(self, *files: Path) -> None:
        self._content = {file: file.read_bytes() if file.exists() else None for file in files}

    def put_back(self) -> None:
        """Make the files what they were."""
        for file, content in self._content.items():
            if content is None:
                file.unlink(missing_ok=True)
            elif not file.exists() or file.read_bytes() != content:
                whole_file.write(file, content)
