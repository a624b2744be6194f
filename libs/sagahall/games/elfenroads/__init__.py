"""Elfenroads on the board of Elfenland."""
