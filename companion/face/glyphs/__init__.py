"""Bitmap letters, digits, suit symbols and icons, and the canvas that they are drawn on.

Every glyph is drawn by hand in the text files of `companion/glyph_sheets`; no font engine takes
part, so a picture is the same on every machine.
"""
