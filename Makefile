# `make up` and `make test` are all that a fresh machine needs: python3 >= 3.11 and make.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
PROTOS := $(shell find protos -name '*.proto')

GAME ?= elfenland
VARIANT ?=
SEATS ?= 2
CALLS ?= 100000

MAKEFLAGS += --no-print-directory
.PHONY: help up play test check bench fuzz format protos golden docs lock release clean

help: ## list the commands
	@grep -hE '^[a-z.]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z.]+):.*## (.*)/  make \1	\2/' | expand -t 18

.venv/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Sagahall needs Python 3.11 or newer; set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' || { echo "this Python has no venv module; install it (Debian: apt-get install python3-venv)"; exit 1; }
	@echo "setting up .venv from requirements.lock; this takes a minute or two, once"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	@touch $@

libs/sagahall/api/.generated: $(PROTOS) protos/generate.py .venv/.installed
	$(BIN)/python protos/generate.py
	@touch $@

READY := .venv/.installed libs/sagahall/api/.generated

protos: $(READY) ## generate the stubs

up: $(READY) ## set everything up and run the whole backend until Ctrl-C
	@exec $(BIN)/sagahall up

play: $(READY) ## let bots play one match: GAME=elfenland VARIANT=amigo SEATS=2
	@$(BIN)/sagahall play --game $(GAME) --variant "$(VARIANT)" --seats $(SEATS)

test: $(READY) ## run the whole suite on real Redis, SQL and sockets
	$(BIN)/python -m pytest -n auto --maxprocesses 4

check: $(READY) ## format, lint, types, import contracts, protos
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint
	$(BIN)/buf breaking --against protos/released.binpb

format: $(READY) ## rewrite the code in the project's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: $(READY) ## record the golden playthroughs anew, after a change of rules that is meant
	$(BIN)/python -m tests.contract.golden

docs: $(READY) ## write what the documentation takes from the protos
	$(BIN)/python -m tests.api.reasons

.env: | $(READY) ## write the secrets that `docker compose up` wants
	$(BIN)/python deploy/compose_env.py

COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

fuzz: $(READY) ## call a backend with anything at all: CALLS=100000
	$(BIN)/python -m tests.api.fuzz --calls $(CALLS)

bench: $(READY) ## measure moves, games and the archive beside their floors
	$(BIN)/python -m tests.bench

lock: $(READY) ## pin the dependencies anew
	$(BIN)/python -m pip install --quiet uv
	$(COMPILE) --all-extras --group dev -o requirements.lock
	$(COMPILE) --extra services -o deploy/requirements.lock

release: $(READY) ## make the present API the one that must not be broken
	$(BIN)/buf build --exclude-source-info -o protos/released.binpb

clean: ## remove what was set up; keeps .sagahall
	rm -rf .venv libs/sagahall/api libs/sagahall/internal build dist
