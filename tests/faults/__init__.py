"""Tests that break what they can for minutes, or hours (`make test-faults`)."""
