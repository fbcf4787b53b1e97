"""The bridge to an MQTT broker; what needs a broker has a real Mosquitto."""
