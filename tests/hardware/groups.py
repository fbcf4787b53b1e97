"""The groups of users of a made-up computer."""

import grp

import pytest


def only_groups(monkeypatch: pytest.MonkeyPatch, names: set[str]) -> None:
    """Have this computer know these groups alone."""

    def named(name: str) -> grp.struct_group:
        if name not in names:
            raise KeyError(name)
        return grp.struct_group((name, "x", 900, []))

    monkeypatch.setattr(grp, "getgrnam", named)
