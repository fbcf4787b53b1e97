# make help        say what make can do
# make run         start the companion (its own hardware, else a window, else headless)
# make try         make dist/try/, by which any browser is the companion (npm; the first time a network)
# make test        pass the tests, on all processors
# make lint        ruff, mypy, import arrows, limits of length and branches, spelling, style of the pages
# make lowest      the tests with the lowest versions that are allowed
# make test-trixie the tests with Debian 13's own Python and packages (root; SUITE=sid PYTHON=python3.15: others)
# make test-hil    test on a virtual Raspberry Pi
# make test-faults the long tests: kills, full and failing disks, junk, weeks of use (about an hour)
# make test-club   the bridge to MQTT with a real Mosquitto (apt install mosquitto)
# make test-ha     the bridge with a real Home Assistant (sudo; apt install mosquitto; makes a Debian 13 for it)
# make test-browser the page in a real Chromium (apt install chromium chromium-driver)
# make test-try    the companion in a real Chromium (npm too)
# make test-case   the printed cases: whole, sliced, measured (apt install prusa-slicer)
# make deb         build the Debian package in dist/ (sudo: it is built in a clean Debian 13)
# make card        make the files to copy onto a Raspberry Pi's card, in dist/card/ (sudo; BUILD=bonnet: the build)
# make release     build wheel, source archive and package in dist/, try each, say what to publish (sudo)
# make test-deb    build the package, install, upgrade and remove it in clean systems (sudo)
# make install     build the package, have apt install it, set the device up (sudo; BUILD=bonnet: else as it is set)
# make mash        a million random gestures (ARGS=1e7: ten million)
# make chords      what is read when two models of hands press the buttons (ARGS=1e4: so many gestures a figure)
# make bench       measure all that costs time or memory, in five minutes (ARGS='--quick --json FILE start')
# make pictures    draw the README's pictures anew
# make diagrams    draw the wires and the drilling template of each build anew, and the page of the builds
# make case        make the printed case of each build in dist/case/ (BUILD=my-device.toml: of one)
# make renders     draw the finished device of each build anew, then run make pictures
# make screens     check the words, and draw the sheet of all screens in each language anew (ARGS=it: in one)
# make sounds      make the sounds anew

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PINS := .ci/constraints.txt
# Of the tests, mypy holds that the names which they use are there, in those too that run apart.
LOOSE := arg-type assignment call-arg dict-item func-returns-value has-type import-untyped index list-item \
	method-assign misc operator override return-value type-var union-attr var-annotated
# Compiled once and kept: the tests start some hundred companions, and the second start is to be a quick one.
unexport PYTHONDONTWRITEBYTECODE
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS)

.PHONY: help run try test-club test-ha deb release test-deb install need-python mash chords test pictures diagrams screens sounds test-trixie test-browser test-hil test-faults lint bench lowest wheel clean

help:
	@sed -n 's/^# make /make /p' Makefile

run: $(VENV)/run.done
	@exec $(BIN)/companion run $(ARGS)

try: $(VENV)/run.done
	@$(BIN)/python -m tests.tools.browser

test: $(VENV)/test.done
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

# It prints what is wrong, and nothing else.
lint: $(VENV)/lint.done
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --diff .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/mypy --no-error-summary --config-file= --ignore-missing-imports --check-untyped-defs \
		$(foreach code,$(LOOSE),--disable-error-code=$(code)) tests
	@arrows=$$($(BIN)/lint-imports --no-cache 2>&1) || { echo "$$arrows"; exit 1; }
	@$(BIN)/python -m tests.tools.limits
	@$(BIN)/codespell
	@git ls-files '*.md' | xargs --no-run-if-empty $(BIN)/proselint check
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml

pictures: $(VENV)/run.done
	@SDL_VIDEODRIVER=dummy $(BIN)/python -m tests.tools.pictures

.PHONY: renders
renders: $(VENV)/case.done
	@$(BIN)/python -m tests.tools.render

screens: $(VENV)/run.done
	@$(BIN)/python -m tests.tools.words $(ARGS)

sounds: $(VENV)/run.done
	@$(BIN)/python -m tests.tools.sounds

diagrams: $(VENV)/template.done
	@$(BIN)/python -m tests.tools.diagrams

.PHONY: case test-case
case: $(VENV)/case.done
	@$(BIN)/python -m tests.tools.case $(BUILD)

# Wants prusa-slicer; without it the tests of what is sliced say that they are skipped.
test-case: $(VENV)/test.done $(VENV)/case.done
	@$(BIN)/python -m pytest -m case $(or $(ARGS),tests/wiring/case tests/tools/test_render.py)

bench: $(VENV)/bench.done
	@$(BIN)/python -m tests.bench $(ARGS)

test-trixie:
	@.ci/debian $(or $(SUITE),trixie) $(PYTHON) $(ARGS)

# On a virtual Raspberry Pi: wants root, Debian, and a few minutes the first time.
test-hil: $(VENV)/test.done
	@COMPANION_HIL=1 $(BIN)/python -m pytest -m hil $(or $(ARGS),tests/hil)

# strace and root let it do more; COMPANION_FAULTS_SECONDS, _KILLS, _STEP and _FLIPS make it longer or shorter.
test-faults: $(VENV)/test.done
	@COMPANION_FAULTS=1 $(BIN)/python -m pytest -m faults $(or $(ARGS),tests/faults)
	@$(if $(ARGS),,COMPANION_EVERY_CASE=1 $(MAKE) --no-print-directory test)

# Wants Mosquitto; without it the tests say that they are skipped.
test-club: $(VENV)/test.done
	@$(BIN)/python -m pytest -m club $(or $(ARGS),tests/club)

# Wants root, Mosquitto and mmdebstrap, the first time a network and some minutes; DEB_CACHE is where it is kept.
test-ha: $(VENV)/test.done
	@COMPANION_HA=1 $(BIN)/python -m pytest -m ha $(or $(ARGS),tests/club)

# Wants Chromium, its driver, and a network for axe-core.
test-browser: $(VENV)/browser.done
	@COMPANION_BROWSER=1 $(BIN)/python -m pytest -m browser $(or $(ARGS),tests/web tests/club/board)

# Wants npm too, and a network for Pyodide.
.PHONY: test-try
test-try: $(VENV)/browser.done
	@COMPANION_BROWSER=1 $(BIN)/python -m pytest -m browser $(or $(ARGS),tests/browser)

# Wants nothing of this computer but root and mmdebstrap; DEB_CACHE is where clean systems are kept.
deb:
	@$(PYTHON) -B -m tests.tools.deb

.PHONY: card
card: export BUILD := $(BUILD)
card:
	@$(PYTHON) -B -m tests.tools.card

release: $(VENV)/test.done
	@$(BIN)/python -m tests.tools.release

test-deb: $(VENV)/test.done
	@COMPANION_DEB=1 $(BIN)/python -m pytest -m deb $(or $(ARGS),tests/deb)

install: export BUILD := $(BUILD)
install:
	@$(PYTHON) -B -m tests.tools.install

mash: $(VENV)/test.done
	@$(BIN)/python -m tests.tools.mash $(ARGS)

chords: $(VENV)/test.done
	@$(BIN)/python -m tests.tools.chords $(ARGS)

need-python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Python 3.11 or newer is needed, and $(PYTHON) is $$($(PYTHON) --version 2>&1);" \
			"install it, or name another one: make PYTHON=..." >&2; exit 1; }

$(BIN)/python: | need-python
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv is missing: sudo apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run.done: $(BIN)/python pyproject.toml $(PINS)
	@echo "Setting up $(VENV) (once) ..."
	@$(INSTALL) -e .
	@$(INSTALL) --only-binary gpiod -e '.[pins]' || echo "libgpiod cannot be installed here: the companion drives no pins, and emulates a build"
	@$(INSTALL) -e '.[window]' || echo "pygame cannot be installed here: the companion runs without a window"
	@$(INSTALL) -e '.[web]' || echo "tornado cannot be installed here: the companion runs without its page"
	@$(INSTALL) -e '.[mqtt]' || echo "paho-mqtt cannot be installed here: the companion runs without its bridge"
	@touch $@

$(VENV)/test.done: $(VENV)/run.done
	@$(INSTALL) -e '.[test]'
	@touch $@

$(VENV)/template.done: $(VENV)/run.done
	@$(INSTALL) -e '.[template]'
	@touch $@

$(VENV)/case.done: $(VENV)/run.done
	@$(INSTALL) -e '.[case]'
	@touch $@

$(VENV)/browser.done: $(VENV)/test.done
	@$(INSTALL) -e '.[browser]'
	@touch $@

$(VENV)/lint.done: $(VENV)/test.done
	@$(INSTALL) -e '.[lint]'
	@touch $@

# An engine to stand beside; it is compiled, with a CMake that is later than the one it was written for.
$(VENV)/bench.done: $(VENV)/browser.done
	@CMAKE_POLICY_VERSION_MINIMUM=3.5 $(INSTALL) -e '.[bench]' 2>/dev/null || \
		echo "hanabi-learning-environment cannot be built here: the bench leaves it out"
	@touch $@

.venv-lowest/done: $(BIN)/python pyproject.toml .ci/lowest.txt
	@$(PYTHON) -m venv .venv-lowest
	@.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check -c .ci/lowest.txt -e '.[window,test]'
	@touch $@

# The tests once more, with the lowest versions that pyproject.toml allows.
lowest: .venv-lowest/done
	@.venv-lowest/bin/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

clean:
	rm -rf .venv .venv-lowest build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
