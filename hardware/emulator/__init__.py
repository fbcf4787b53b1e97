"""An emulated device: models of the parts, and what presses and sees them."""
