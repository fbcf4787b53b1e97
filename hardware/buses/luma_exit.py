"""Removing luma's exit hooks: each device would write to its bus when the program ends."""

import atexit
from types import FunctionType


def forget(device: object) -> None:
    """Remove the exit hook of a device. It would also keep the device alive for ever."""
    atexit.unregister(_HookOf(device))  # type: ignore[arg-type]


class _HookOf:
    """Equals the exit hook that luma registered for a device, so that `unregister` finds it."""

    def __init__(self, device: object) -> None:
        self._device = device

    def __eq__(self, hook: object) -> bool:
        return (
            isinstance(hook, FunctionType)
            and hook.__module__ == "luma.core.device"
            and any(cell.cell_contents is self._device for cell in hook.__closure__ or ())
        )

    __hash__ = None  # type: ignore[assignment]
