"""The driver of keypads, presenters and foot switches on USB or Bluetooth."""
