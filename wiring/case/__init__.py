"""The printed case of a build: a lid, a box or a shell, and a gauge."""
