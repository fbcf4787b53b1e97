"""An emulated device: models of the parts, and fingers and eyes for them."""
