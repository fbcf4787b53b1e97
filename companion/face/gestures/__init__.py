"""From raw edges of the controls to taps, holds and chords."""
