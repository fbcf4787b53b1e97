"""The colours of a pod's pixels as text. Runs on the pod and on the host."""

FULL = 255


def decode_lights(text: str, brightness: int, pixels: int, cap: int) -> list[tuple[int, int, int]]:
    """Return the red, green and blue of each pixel, 0 to 255 each.

    text: three hex digits a pixel. brightness, cap: 0 to 255; the lower one scales every colour. A
    colour above 0 never becomes quite dark. Pixels that the text lacks are dark.
    """
    scale = min(brightness, cap)
    colours = []
    for at in range(0, 3 * pixels, 3):
        nibbles = [int(digit, 16) for digit in (text[at : at + 3] + "000")[:3]]
        red, green, blue = [
            max(digit * 17 * scale // FULL, int(digit * scale > 0)) for digit in nibbles
        ]
        colours.append((red, green, blue))
    return colours


def encode_lights(colours: list[tuple[int, int, int]]) -> str:
    """Return the text of colours of 0 to 255 each, before they are scaled."""
    text = ""
    for colour in colours:
        text += "".join(f"{max((part + 8) // 17, int(part > 0)):X}" for part in colour)
    return text
