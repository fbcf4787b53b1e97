"""Downloads the packages that Raspberry Pi OS Lite lacks, by apt in a clean Debian 13."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from systemd.making.build import builder_root
from systemd.making.roots import opened_root
from systemd.making.stand_ins import needed_packages

LITE: Final = ("python3", "cloud-init")
"""Packages that each Lite has, with all that they need.

It has more: what is on the card twice is left alone on the Pi.
"""
KEYPADS: Final = "python3-evdev"
"""What the package only recommends, and a card without a network cannot get later."""
_FETCH: Final = r"""
mkdir -p /card/lists/partial /card/cache/archives/partial /card/state /card/debs
: >/card/status
cat >/card/apt.conf <<END
#clear APT::Architectures;
APT::Architecture "$ARCHITECTURE";
APT::Architectures { "$ARCHITECTURE"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Dir::Etc::sourceparts "/dev/null";
Dir::State "/card/state";
Dir::State::status "/card/status";
Dir::State::lists "/card/lists";
Dir::Cache "/card/cache";
END
export APT_CONFIG=/card/apt.conf
apt-get update -qq
for list in LITE WANTED; do
    eval "words=\$$list"
    apt-get --simulate install $words >/card/said
    sed -n 's/^Inst \([^ ]*\).*/\1/p' /card/said | sort >/card/$list
done
cd /card/debs
apt-get download -qq $(comm -13 /card/LITE /card/WANTED)
"""


@contextmanager
def downloaded_debs(architecture: str, more: Iterable[str] = ()) -> Iterator[Sequence[Path]]:
    """Yield the files of the packages that the companion needs on Lite; they are gone afterwards.

    more: further packages that are needed. Raises a `NoRoot` without root, or without a network.
    """
    with opened_root(builder_root()) as root:
        root.shell(
            _FETCH,
            network=True,
            ARCHITECTURE=architecture,
            LITE=" ".join(LITE),
            WANTED=" ".join((*needed_packages(), KEYPADS, *more)),
        )
        yield sorted((root.files / "card" / "debs").glob("*.deb"))
