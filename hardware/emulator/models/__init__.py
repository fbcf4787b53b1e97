"""Models of parts: each decodes what its bus carries as the real part does."""
