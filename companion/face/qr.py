"""QR codes, as the modules that are dark: the glass draws them, and so does a touch table."""

from functools import lru_cache


@lru_cache(maxsize=4)
def dark_modules(line: str) -> tuple[tuple[int, ...], ...]:
    """Return the dark modules of a code, row by row: the columns where they are."""
    import segno  # few screens need it, and no start should wait for it

    # Level L and this mode, without small letters, have the most room in so few modules.
    matrix = segno.make_qr(line, error="l", mode="alphanumeric").matrix
    return tuple(tuple(place for place, dark in enumerate(row) if dark) for row in matrix)
