"""Makes the folder by which a browser is the companion: `make try`."""
