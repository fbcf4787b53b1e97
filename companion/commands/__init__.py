"""The commands of `companion`, a module each."""
