"""Forms of the language and of the flow do what their cases say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.cases import Case, all_cases, run


@pytest.mark.parametrize("case", all_cases("forms"), ids=str)
def test_a_form(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)


@pytest.mark.parametrize("case", all_cases("flow"), ids=str)
def test_the_flow(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
