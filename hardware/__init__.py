"""The drivers: buttons, lights and display of a build, real or emulated, behind `companion.panel`."""
