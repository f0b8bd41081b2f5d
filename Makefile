# Everything sets itself up in .venv; nothing but Python 3.11 (or newer) and make is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SECONDS ?=
SECONDS_EACH ?=
RUNS ?= long
SEED ?= 1
GAMES ?=
GAME ?=
ROWS ?=
JOBS ?= 1

.DEFAULT_GOAL := help
.PHONY: help run test test-all test-postgres lint check release-check audit bench bench-peers bench-players tune soak soak-faults fuzz clean

help:
	@echo "make run     start the bot; without DISCORD_TOKEN the playground in your browser"
	@echo "make test    the tests that take less than a second each, and of each game the most important ones end to end"
	@echo "make test-all  all tests, and a sample of what is random; what continuous integration runs"
	@echo "make test-postgres  the tests of store and service on PostgreSQL, where its server is installed"
	@echo "make lint    style, types, import rules"
	@echo "make check   lint and test"
	@echo "make release-check  check, and nothing left to translate or to draw"
	@echo "make audit   known faults of what the bot needs (as far as the network tells), and secrets left lying"
	@echo "make bench   how fast it is, beside a calibration loop"
	@echo "make bench-peers  how fast the rules of Catan are beside another engine, which is installed apart"
	@echo "make bench-players  how often machines win, row by row; goes on where it stopped (ROWS=\"catan-base citadels-4\" JOBS=2"
	@echo "             GAMES=40); tells what is known first, plays what is missing of the rows that are named"
	@echo "make tune    weights of the judges, from games (GAME=catan GAMES=4000 SEED=1 JOBS=2)"
	@echo "make soak    what is random at length (RUNS=short for minutes; SEED=2), many random games, and many people"
	@echo "             over two months, and games of secrets played twice (games alone: SECONDS_EACH=600, or GAMES=2000;"
	@echo "             SEED=1 GAME=carcassonne)"
	@echo "make soak-faults  games to their end while Discord, the disk and the process fail (SECONDS=1200 or GAMES=20; SEED=2;"
	@echo "             POSTGRES=1: on a PostgreSQL server, which falls and cuts lines)"
	@echo "make fuzz    a coverage-guided fuzzer on everything that reads (SECONDS_EACH=60 for each reader; SEED=2)"

# The stamps hold the requirements they were made from, so that a changed list installs anew.
$(VENV)/run.stamp: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; say which one with: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) tools/make_venv.py $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements.txt requirements-dev.txt $(VENV)/run.stamp
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

run: $(VENV)/run.stamp
	@$(BIN)/python bot.py

test: $(VENV)/dev.stamp
	@$(BIN)/python -m pytest -q -rs -n auto --dist load -m "not slow"

test-all: $(VENV)/dev.stamp
	@$(BIN)/python -m pytest -q -rs -n auto --dist load

test-postgres: $(VENV)/dev.stamp
	@if $(BIN)/python -m tools.postgres; then LONGTABLE_STORE=postgresql $(BIN)/python -m pytest -q -rs -n auto --dist load tests/db/test_store.py tests/db/test_postgres.py tests/db/test_postgres_lines.py tests/service; fi

lint: $(VENV)/dev.stamp
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m tools.import_rules
	@$(BIN)/python -m tools.words --check

check: lint test

release-check: check
	@$(BIN)/python -m tools.release

audit: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.audit $(if $(TELL),--tell)

bench: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.bench

bench-peers: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.bench_peers

bench-players: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.contests --list
	@$(if $(ROWS),$(BIN)/python -m tools.contests $(ROWS) --jobs $(JOBS) $(if $(GAMES),--games $(GAMES)))

tune: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.tune $(GAME) --seed $(SEED) --jobs $(JOBS) $(if $(GAMES),--games $(GAMES))

soak: export LONGTABLE_RUNS = $(RUNS)
soak: $(VENV)/dev.stamp
	@$(if $(GAMES)$(SECONDS_EACH)$(GAME),,LONGTABLE_SEED=$(SEED) $(BIN)/python -m pytest -q -rs -n auto --dist load -o timeout=7200)
	@$(BIN)/python -m tools.soak --seed $(SEED) --jobs 2 $(if $(GAMES),--games $(GAMES)) $(if $(SECONDS_EACH),--seconds-each $(SECONDS_EACH)) $(if $(GAME),--game $(GAME))
	@$(if $(GAMES)$(SECONDS_EACH)$(GAME),,$(BIN)/python -m tools.days --seed $(SEED))
	@$(if $(GAMES)$(SECONDS_EACH)$(GAME),,$(BIN)/python -m tools.faults --seed $(SEED))
	@$(if $(GAMES)$(SECONDS_EACH)$(GAME),,$(BIN)/python -m tools.secrecy --seed $(SEED) --jobs 2)

soak-faults: export LONGTABLE_RUNS = $(RUNS)
soak-faults: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.faults --seed $(SEED) $(if $(GAMES),--games $(GAMES)) $(if $(SECONDS),--seconds $(SECONDS)) $(if $(POSTGRES),--postgres)

fuzz: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.fuzz --seed $(SEED) --seconds $(or $(SECONDS_EACH),60)

clean:
	rm -rf $(VENV) .venv-peers .venv-arena .venv-fuzz .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
