"""The control socket: newline-delimited JSON over a Unix socket."""
