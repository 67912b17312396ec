"""Where something stands, what is wrong with it, and what to do about it.

In: places and sentences from every floor. Out: a `Report`, a sorted list of `Diagnostic`.
A user's mistake is data and never an exception; exceptions mean a fault of ours, except `Refused`,
which carries a report across a floor that cannot go on.
"""

from interpreter.diagnostics.report import Diagnostic, Note, Problem, Refused, Report, did_you_mean
from interpreter.diagnostics.span import EffectText, Span

__all__ = ["Diagnostic", "EffectText", "Note", "Problem", "Refused", "Report", "Span", "did_you_mean"]
