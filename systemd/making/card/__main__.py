"""`make card BUILD=bonnet`: makes the files for a card's first partition, in dist/card/."""

import os
import sys
from pathlib import Path

from companion.errors import CompanionError
from systemd.making.build import DIST, build_package, hand_to_owner
from systemd.making.card import card_files
from systemd.making.card.download import downloaded_debs
from systemd.making.roots import NoRoot, why_not
from wiring.switches import extra_packages

ARCHITECTURE = "arm64"


def make_card(name: str, target: Path, architecture: str = ARCHITECTURE) -> None:
    """Make the folder for a build. Raises a `NoRoot` or a `CompanionError`."""
    chosen = card_files.choose_build(name)
    if trouble := why_not():
        raise NoRoot(trouble)
    given = os.environ.get("COMPANION_DEB_PACKAGE")
    package = Path(given) if given else build_package(DIST, lint=False)
    with downloaded_debs(architecture, extra_packages(chosen.build)) as debs:
        card_files.write_card(target, chosen, [*debs, package], architecture)


def main() -> int:
    """Make it. Return the exit status."""
    target = DIST / "card"
    try:
        make_card(os.environ.get("BUILD", ""), target)
    except CompanionError as error:
        print(f"make card: {'; '.join(str(error).splitlines())}", file=sys.stderr)
        return 2
    except (NoRoot, ValueError) as error:
        print(f"make card: {error}", file=sys.stderr)
        return 1
    hand_to_owner(target, *target.rglob("*"))
    size = sum(file.stat().st_size for file in target.rglob("*") if file.is_file()) / 1e6
    print(f"{target.relative_to(DIST.parent)}  {size:.1f} MB: copy all that is in it onto the card")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
