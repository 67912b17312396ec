"""Rulewright's interpreter: content goes in at `reading`, a match comes out of `playing`."""
