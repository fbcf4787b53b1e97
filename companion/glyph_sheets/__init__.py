"""The glyphs of the display and of the printed case, drawn in text files, and what reads them."""
