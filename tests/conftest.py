"""Settings of all tests: property tests draw the same examples each time; `make fuzz` asks for new ones."""

import os

from hypothesis import settings

# A change must not fail for a text that nobody touched, so the quick tests do not roll dice; looking for new
# failures is what `make fuzz` is for, and what it finds becomes a case.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("new", deadline=None)
settings.load_profile("same")

# Lines of progress depend on how busy the machine is; what commands print is compared to the letter.
os.environ.setdefault("RULEWRIGHT_PROGRESS", "1000000")

# Nothing of a run stays in the user's cache; the tests of the cache name a folder of their own.
os.environ.setdefault("RULEWRIGHT_CACHE", "off")
