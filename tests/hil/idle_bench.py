"""Runs inside the virtual Raspberry Pi: an idle minute of the companion on real lines."""

from tests.bench.idle import idle_on_lines

if __name__ == "__main__":
    (figure,) = idle_on_lines(60)
    print(f"awakenings: {figure.ours.values[0]:.0f} of {figure.at_most}; {figure.note}")
