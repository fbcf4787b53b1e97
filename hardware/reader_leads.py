"""The card readers of a build, each on its lead, real or emulated."""

from collections.abc import Callable, Iterable, Mapping

from companion.panel import Lead
from hardware.reader_emulated import EmulatedLead, EmulatedReader
from hardware.reader_lead import CardReader
from wiring.spec import EMULATED, Build, Reader


def real(readers: Iterable[Reader], clock: Callable[[], float]) -> tuple[Lead, ...]:
    """The leads of real readers; `clock` stamps their tags."""
    return tuple(CardReader(reader, clock) for reader in readers)


def emulated(
    build: Build, clock: Callable[[], float]
) -> tuple[tuple[Lead, ...], Mapping[str, EmulatedReader]]:
    """The leads of modelled readers, and those by their names; an emulated build can have real ones too."""
    modelled = {
        reader.name: EmulatedReader(reader.kind)
        for reader in build.readers
        if reader.port == EMULATED or not build.emulated
    }
    leads: list[Lead] = []
    for reader in build.readers:
        if reader.name in modelled:
            leads.append(EmulatedLead(reader, modelled[reader.name], clock))
        else:
            leads.append(CardReader(reader, clock))
    return tuple(leads), modelled
