"""What keeps the folder from being made."""


class Trouble(Exception):
    """A sentence for people: what is wrong, and what to do."""
