"""What makes an installed companion a device's own: its build, its buses, its service."""
