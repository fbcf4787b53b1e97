"""Clients of the view socket: what a companion shows, followed by a process of its own."""
