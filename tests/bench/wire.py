"""What bytes take on a display's bus."""

from typing import Final

I2C_SLOW: Final = 100_000


def i2c_seconds(transactions: int, payload: int, hertz: int) -> float:
    """Return the seconds of a start, the address and a stop for each transaction, and of nine bits
    for each byte.
    """
    return (transactions * (1 + 9 + 1) + 9 * payload) / hertz
