"""What bytes take on a display's bus."""

from typing import Final

I2C_SLOW: Final = 100_000
I2C_FAST: Final = 400_000
SPI: Final = 8_000_000


def i2c_seconds(transactions: int, payload: int, hertz: int) -> float:
    """Return each transaction is a start, the address and a stop.

    Each byte has eight bits and its answer.
    """
    return (transactions * (1 + 9 + 1) + 9 * payload) / hertz


def spi_seconds(payload: int, hertz: int = SPI) -> float:
    """Return nothing but bits."""
    return 8 * payload / hertz
