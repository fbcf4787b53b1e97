"""The tests leave nothing behind, what hypothesis keeps goes away with them, and they make no sound."""

import os
import tempfile

from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

os.environ["SDL_AUDIODRIVER"] = "dummy"
_KEPT = tempfile.TemporaryDirectory()
set_hypothesis_home_dir(_KEPT.name)

# How long an example takes is the machine's matter, which may be busy with something else; and a change is
# judged by the same examples before and after it. --hypothesis-profile=search looks for new ones.
settings.register_profile("same examples", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("same examples")
