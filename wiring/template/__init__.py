"""The drilling template of a build, at its real size: as SVG, and as PDF on A4."""
