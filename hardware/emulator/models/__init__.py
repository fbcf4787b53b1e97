"""Models of parts: each decodes the bytes on its bus as the real part does."""
