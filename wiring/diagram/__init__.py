"""Drawing a build: its components, its netlist, its diagram and its pin table."""
