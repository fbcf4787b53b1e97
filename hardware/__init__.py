"""The drivers, a package for each kind of device, behind `companion.panel`, and the emulator."""
