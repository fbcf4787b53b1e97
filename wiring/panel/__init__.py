"""The panel of a build: sizes of parts, and what fits."""
