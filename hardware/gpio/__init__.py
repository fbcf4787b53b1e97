"""The drivers of what is on GPIO lines alone: buttons and the rotary encoder."""
