"""Removing the exit hook with which every device of luma writes to its bus when the program ends."""

import atexit
from types import FunctionType


def forget(device: object) -> None:
    """Remove the exit hook of a device, which would also keep the device alive for ever."""
    atexit.unregister(_HookOf(device))  # type: ignore[arg-type]


class _HookOf:
    """Equal to the exit hook that luma registered for a device, which is how that is found."""

    def __init__(self, device: object) -> None:
        self._device = device

    def __eq__(self, hook: object) -> bool:
        return (
            isinstance(hook, FunctionType)
            and hook.__module__ == "luma.core.device"
            and any(cell.cell_contents is self._device for cell in hook.__closure__ or ())
        )

    __hash__ = None  # type: ignore[assignment]
