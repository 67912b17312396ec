"""The command line `rulewright`: one package per command, found by its folder."""

__version__ = "0.1.0"
