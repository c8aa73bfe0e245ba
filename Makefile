# Tablée. `make help` lists what there is.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup play test lint types imports unit format bench playthroughs clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 24

setup: $(READY) ## a virtual environment with everything in it

$(READY): requirements/dev.txt pyproject.toml
	@echo "── Setting up: a virtual environment in $(VENV)"
	@command -v $(PYTHON) >/dev/null || { echo "Tablée needs Python 3.11 or newer: install the package python3."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tablée needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python cannot make virtual environments here: install the package python3-venv."; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

play: setup ## set up, then a game of Pierres in the terminal
	@$(BIN)/tablee play pierres

test: setup lint types imports unit ## set up, then every check and every test
	@echo "── All is well."

lint: setup
	@echo "── Style"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Run 'make format' first."; exit 1; }

types: setup
	@echo "── Types"
	@$(BIN)/mypy

imports: setup
	@echo "── Who may import whom"
	@$(BIN)/lint-imports --no-logo

unit: setup
	@echo "── Tests"
	@$(BIN)/pytest -n 2

format: setup ## put the code into the house's layout
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

bench: setup ## measure the kernel's speed
	@$(BIN)/python bench/kernel.py

playthroughs: setup ## write the golden playthroughs anew (after a change of behaviour and a new meta.version)
	@$(BIN)/tablee playthrough pierres --write
	@$(BIN)/tablee playthrough examples/morpion.py --write
	@$(BIN)/tablee playthrough examples/buzzer.py --write

clean: ## remove what setup made
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
