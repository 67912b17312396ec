"""The command `rulewright`: finds the commands by their folders and runs one.

In: the arguments. Out: an exit code (see tools/common/failures.py). A command is a package
`tools/<name>/` with a module `command` that has SUMMARY, EXAMPLE, `add(parser)` and `run(args) -> int`;
no list of them stands anywhere. Nothing a user types or writes ends in a traceback.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tools import __version__
from tools.common.failures import EXIT_CODES, FINDINGS, FINE, INTERRUPTED, RULES_BROKE, WRONG_USAGE, Failure

TRACEBACK = "RULEWRIGHT_TRACEBACK"
COLLECTED = (500_000, 20, 20)  # Python's garbage: a command makes large trees and little rubbish


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code and prints whatever went wrong in a line or two.

    Without `argv` this is a process of its own, which ends here.
    """
    if argv is not None:
        return _guarded(list(argv))
    gc.set_threshold(*COLLECTED)
    code = _guarded(sys.argv[1:])
    _leave(code)
    return code


def _leave(code: int) -> None:
    """End the process at once: taking large trees apart first, object by object, may take as long as a short command.

    Not where something else counts on an orderly end: threads, worker processes, or somebody who watches.
    """
    threads, watched = sys.modules.get("threading"), sys.gettrace() or sys.getprofile()
    if watched or "multiprocessing" in sys.modules or (threads is not None and threads.active_count() > 1):
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return
    os._exit(code)


def _guarded(arguments: list[str]) -> int:
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # argparse has printed its message
        return leaving.code if isinstance(leaving.code, int) else WRONG_USAGE
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has closed it (`| head`)
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - closed by the interpreter's end
        return FINE
    except Failure as failure:
        _say(failure.message, failure.help)
        return failure.code
    except Exception as error:  # noqa: BLE001 - the last guard: tell a user's trouble from a bug of ours
        if os.environ.get(TRACEBACK):
            raise
        return _explain(error)


def commands() -> list[str]:
    """The names of all commands, in alphabetical order."""
    here = Path(__file__).parent
    return sorted(folder.name for folder in here.iterdir() if (folder / "command.py").is_file())


def load_command(name: str) -> ModuleType:
    """The module of one command."""
    return import_module(f"tools.{name}.command")


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        if len(arguments) == 2 and arguments[0] == "help":
            return _dispatch([arguments[1], "--help"])
        print(_overview())
        return FINE if arguments else WRONG_USAGE
    if arguments[0] in ("--version", "-V", "version"):
        print(f"rulewright {__version__}")
        return FINE
    name = arguments[0]
    if name not in commands():
        from tools.common.names import suggestion

        what = "option" if name.startswith("-") else "command"
        raise Failure(
            f"no {what} is called `{name}`", suggestion(name, commands()) or "`rulewright --help` lists the commands"
        )
    from tools.common.arguments import Parser

    command = load_command(name)
    parser = Parser(f"rulewright {name}", command.SUMMARY, command.EXAMPLE)
    command.add(parser)
    code: int = command.run(parser.parse_args(arguments[1:]))
    return code


def _overview() -> str:
    lines = [
        "usage: rulewright COMMAND ...",
        "",
        "Tabletop games as data: check, play, simulate, compare.",
        "",
        "commands:",
    ]
    lines += [f"  {name:<10} {_summary(name)}" for name in commands()]
    lines += ["", "`rulewright COMMAND --help` explains a command and gives an example.", "", EXIT_CODES]
    return "\n".join(lines)


def _summary(name: str) -> str:
    text: str = load_command(name).SUMMARY
    return text


def _say(message: str, help: str = "") -> None:
    print(f"error: {message}", file=sys.stderr)
    if help:
        print(f"  = help: {help}", file=sys.stderr)


def _explain(error: Exception) -> int:
    """One line for what a user can mend; for all else a plain word that the fault is ours."""
    from interpreter.diagnostics import Diagnostic, Problem, Refused
    from interpreter.playing import RulesError
    from tools.common.content import current_root
    from tools.common.rendering import print_report

    if isinstance(error, Refused):
        print_report(error.report, sys.stderr, current_root())
        return FINDINGS
    if isinstance(error, RulesError):
        problem = Problem(error.kind, "A game led somewhere it must not.")
        print_report([Diagnostic(problem, error.message, error.at, _chain(error.chain))], sys.stderr, current_root())
        return RULES_BROKE
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        _say(f"{error.filename}: {reason.lower()}" if error.filename else reason)
        return WRONG_USAGE
    _say(
        f"this is a bug in rulewright ({type(error).__name__}: {error})",
        f"set {TRACEBACK}=1 and run the command again to see where; please report both",
    )
    return RULES_BROKE


def _chain(units: list[str]) -> str:
    """What was running, innermost first, as a line to look into."""
    return f"it happened in {', in '.join(units)}" if units else ""


if __name__ == "__main__":
    sys.exit(main())
