"""A cold start, beside the time that Python takes to import the two libraries."""

from tests.bench.figures import Figure, beside
from tests.bench.processes import companion, importing, warm

IMPORTS = "Python importing gpiozero and luma.oled"
AT_MOST = 1.4


def starts(rounds: int) -> list[Figure]:
    """Measure until no press is lost, and until the game and the socket are there."""
    warm()
    listened, answered, imported = [], [], []
    for _ in range(rounds):
        imported.append(importing()[0] * 1e3)
        with companion("--headless") as running:
            listened.append(running.listened * 1e3)
            answered.append(running.answered * 1e3)
    return [
        beside("start to the first press taken", listened, imported, IMPORTS, "ms", AT_MOST),
        beside("start to the game on the screen and the socket", answered, imported, IMPORTS, "ms"),
    ]
