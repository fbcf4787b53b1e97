"""The files that are copied onto a card's first partition."""
