"""What all tests share: hypothesis without clock, database or chance, so that a run depends on nothing but the code."""

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=2000)  # pytest --hypothesis-profile=explore
settings.load_profile("house")
