"""Tests of the companion in a browser."""
