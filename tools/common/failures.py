"""How a command ends: the exit codes, and the one exception that carries a message for the user."""

from __future__ import annotations

FINE = 0
FINDINGS = 1
WRONG_USAGE = 2
RULES_BROKE = 3
INTERRUPTED = 130

EXIT_CODES = """\
exit codes:
  0    fine
  1    findings in content, a failed test, or something that is not as it should be
  2    wrong usage: unknown name, missing file, impossible combination
  3    a rules error or a used-up budget while a game ran, or a bug of ours
  130  interrupted (Ctrl-C)"""


class Failure(Exception):
    """A command cannot go on, for a reason the user can mend.

    `message` says what is wrong, in lower case; `help` is one thing to try; `code` is the exit code.
    """

    def __init__(self, message: str, help: str = "", code: int = WRONG_USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.code = code
