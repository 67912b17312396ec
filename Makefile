# Everything goes through here. `make setup` builds .venv and is quick the second time; every other target needs it.

PYTHON ?= python3
JOBS ?= 2
ROUNDS ?= 10
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO_LAYER ?= any_payment_again

.PHONY: setup demo test check static format bench bench-peers fuzz big docs wheel clean help
.DEFAULT_GOAL := help

help:
	@echo "make setup   build .venv with everything that is needed"
	@echo "make demo    lint every bundled game, play many, compare a game with a variant of it"
	@echo "make test    the quick tests"
	@echo "make check   static checks and the quick tests: what must hold before a commit"
	@echo "make format  write the code as the checks want it"
	@echo "make docs    write the generated pages, schemas and tables again"
	@echo "make bench   measure speed beside hand-written code, and write docs/performance.md; BENCH='lint log' for a part"
	@echo "make bench-peers   the same beside other game engines, which it installs under build/"
	@echo "make fuzz    random inputs, longer than in the tests"
	@echo "make big     the slow checks: thousands of games, installation from a wheel"
	@echo "make clean   remove what was built"

setup: $(READY)
	@:

$(READY): pyproject.toml constraints.txt setup.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade -c constraints.txt setuptools
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -c constraints.txt -e '.[test]'
	@touch $(READY)

demo: setup
	@mkdir -p build/demo
	$(BIN)/rulewright lint
	$(BIN)/rulewright play alhambra --players 3 --bots greedy --seed 1 --last 8
	$(BIN)/rulewright simulate alhambra --players 3 -n 100 --seed 1 --bots random --workers $(JOBS) -o build/demo/simulation.json
	$(BIN)/rulewright compare alhambra --layer $(DEMO_LAYER) --players 3 -n 150 --seed 1 --bots random --workers $(JOBS) -o build/demo/comparison
	@echo "The full report is in build/demo/comparison.md"

test: setup
	$(BIN)/python -m pytest -q -n $(JOBS)

static: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m interpreter.syntax.generating --check
	$(BIN)/rulewright schema --check
	$(BIN)/rulewright docs --check
	$(BIN)/rulewright lint
	$(BIN)/rulewright test

check: static test

format: setup
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .

docs: setup
	$(BIN)/python -m interpreter.syntax.generating
	$(BIN)/rulewright docs
	$(BIN)/rulewright schema

bench: setup
	$(BIN)/python -m tests.benchmarks $(or $(BENCH),--write)

bench-peers: setup
	$(BIN)/python -m tests.benchmarks.peers $(or $(PEERS),--write)

fuzz: setup
	for round in $$(seq $(ROUNDS)); do \
	  $(BIN)/python -m pytest -q -n $(JOBS) -m hypothesis --hypothesis-profile=new --hypothesis-seed=$$(date +%s%N) || exit 1; \
	done

big: setup
	$(BIN)/python -m pytest -q -n $(JOBS) -m slow

wheel: setup
	rm -rf build/lib build/bdist*
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation -w dist .

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
