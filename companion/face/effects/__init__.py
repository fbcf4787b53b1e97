"""Lights, motion and sounds: what is made of a view and of what just happened."""
