"""The bridge to an MQTT broker: a process of its own, which tells what the view socket shows."""
