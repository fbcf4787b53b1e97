"""The tests leave nothing behind: what hypothesis keeps goes away with them."""

import tempfile

from hypothesis.configuration import set_hypothesis_home_dir

_KEPT = tempfile.TemporaryDirectory()
set_hypothesis_home_dir(_KEPT.name)
