# Two commands are for everyone: `make serve` and `make test`. Each sets up what it needs in $(VENV), once.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Not ?=, which would take these from the environment, where shells and compilers keep other things by these names.
# OPTIONS are further ones of `pointboard serve`, such as --no-solve.
HOST = 127.0.0.1
PORT = 8000
OPTIONS =

.PHONY: serve test lint bench docs mutation clean

serve: $(VENV)/.serve
	$(BIN)/pointboard serve --host $(HOST) --port $(PORT) $(OPTIONS)

test: $(VENV)/.dev lint
	$(BIN)/python -m pytest --cov=pointboard.baghchal --cov=pointboard.backgammon --cov-branch --cov-report=term:skip-covered --cov-fail-under=95

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Speed against the peers, in one run; prints the tables of docs/performance.md.
bench: $(VENV)/.bench
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/ids.py
	$(BIN)/python bench/plays.py

# What the documentation holds that is generated: the OpenAPI file.
docs: $(VENV)/.dev
	$(BIN)/python -m pointboard.api.openapi docs/openapi.json

# Changes the rules and the notations in small ways and checks that the tests notice (docs/testing.md).
mutation: $(VENV)/.dev
	$(BIN)/python tests/mutation/run.py

clean:
	rm -rf $(VENV) build dist .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.serve: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[server,cli,fast]'
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

$(VENV)/.bench: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev,bench]'
	$(BIN)/python -m pip install --quiet --no-deps ankigammon==1.19.1  # its ids need none of its windows
	touch $@
