# namebranch: `make demo` shows what it does, `make test` is what CI runs.
.DEFAULT_GOAL := help
.PHONY: help demo test lint types pages bench fuzz clean
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

help:  ## List what can be made
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

$(VENV)/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "namebranch needs Python 3.11 or later: make PYTHON=python3.11"; exit 2; }
	@echo "Installing namebranch into $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

demo: $(VENV)/installed  ## Install into .venv and walk docs/tutorial.md: an example, its history, a published framework
	@PATH="$(abspath $(BIN)):$$PATH" python examples/walk.py docs/tutorial.md

test:  ## Run everything that CI runs, in a fresh environment
	@PYTHON="$(PYTHON)" bash .ci/run

lint: $(VENV)/installed  ## Check style, form and the staircase of imports
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports

types: $(VENV)/installed  ## Check types, of the rooms and of the tests
	@mkdir -p build/typing && ln -sfn ../.. build/typing/namebranch
	@$(BIN)/mypy -p namebranch && $(BIN)/mypy --namespace-packages --explicit-package-bases tests

pages: $(VENV)/installed  ## Write the pages of the verbs and rules anew, from the code
	@$(BIN)/python docs/pages.py

fuzz: $(VENV)/installed  ## Scan broken programs for ten minutes: CORPUS=FOLDER… of Python sources
	@$(BIN)/python benchmarks/fuzz.py $(CORPUS)

bench: $(VENV)/installed  ## Measure everything beside its bars and its peers, in one run: WORKS=… for some, HISTORY=… for a repository
	@test -x build/peers/bin/wily || { $(PYTHON) -m venv build/peers && build/peers/bin/python -m pip install -qq --disable-pip-version-check --requirement benchmarks/peers/requirements.txt; }
	@$(BIN)/python benchmarks --peers build/peers/bin $(if $(HISTORY),--history $(HISTORY)) $(WORKS)

clean:  ## Remove what was built and installed here
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
