"""Clients of the view socket: they come back by themselves, and odd lines end nothing."""
