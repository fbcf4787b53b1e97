"""The tests leave nothing behind, what hypothesis keeps goes away with them, and nobody hears them."""

import os
import tempfile

from hypothesis.configuration import set_hypothesis_home_dir

os.environ["SDL_AUDIODRIVER"] = "dummy"
_KEPT = tempfile.TemporaryDirectory()
set_hypothesis_home_dir(_KEPT.name)
