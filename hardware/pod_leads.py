"""Opening the pods of a build, real or emulated; builds without any do not wait for the import of this."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.panel import Controls, Lead, Lights
from hardware.pod_emulated import EmulatedLead, EmulatedPod
from hardware.pod_lead import PodLead
from wiring.spec import EMULATED, Build


class Pods(NamedTuple):
    """The pods of a build: what each adds to the device, and the outside of those that are emulated."""

    leads: tuple[Lead, ...] = ()
    controls: tuple[Controls, ...] = ()
    lights: tuple[Lights, ...] = ()
    outsides: Mapping[str, EmulatedPod] = MappingProxyType({})


def open_pods(build: Build, clock: Callable[[], float], emulated: bool = False) -> Pods:
    """The pods of a build, which are looked for once somebody listens to their leads.

    emulated: whether the device is; then only a pod of a build that was made for that can be a real one.
    """
    leads: list[Lead] = []
    insides: list[PodLead] = []
    outsides: dict[str, EmulatedPod] = {}
    for pod in build.pods:
        if pod.port == EMULATED or (emulated and not build.emulated):
            lead = EmulatedLead(pod, clock)
            leads.append(lead)
            insides.append(lead.inside)
            outsides[pod.name] = lead.outside
        else:
            inside = PodLead(pod, pod.port, clock)
            leads.append(inside)
            insides.append(inside)
    controls = tuple(inside.controls for inside in insides)
    lights = tuple(inside.lights for inside in insides if inside.lights)
    return Pods(tuple(leads), controls, lights, MappingProxyType(outsides))
