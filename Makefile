# Play
# make run           start the companion and its page: its own hardware, else a window, else headless
# make try           the touch table in a browser, from dist/try/ (needs npm; the first time a network; ARGS=--folder:
#                    make the folder alone)
# make site          dist/site/: these pages and the touch table, to be published (REPOSITORY=https://...: where the
#                    source can be read; needs what try needs)
#
# Onto a Raspberry Pi (each needs root, mmdebstrap, and the first time a network)
# make card          the files to copy onto a card, in dist/card/ (BUILD=bonnet: the build)
# make image         the same, put into an image that you unpacked (IMAGE=raspios.img BUILD=bonnet; needs mtools too)
# make install       build the package, have apt install it, set the device up (BUILD=bonnet: else as it is set)
# make deb           build the Debian package in dist/
# make release       build wheel, source archive, package, a card and a case for each build and the site in dist/, try them,
#                    say what is left to press
#
# Test
# make test          the tests, on all processors (VERSIONS=lowest: those of what touches other packages, with the lowest
#                    versions that are allowed)
# make lint          ruff, mypy, import arrows, limits of length and branches, biome (JavaScript), spelling, style of the pages
# make mutants       sixty changes of the product: which of them does no test notice? Hours (ARGS='--count 20 companion/game')
# make bench         measure all that costs time or memory, in ten minutes (ARGS='--quick --file FILE start')
# make test-trixie   those of what touches system or packages, with Debian 13's own (needs root, mmdebstrap; ARGS=tests: all;
#                    SUITE=sid PYTHON=python3.15: others)
# make test-browser  the page in a real Chromium (needs a network, apt install chromium chromium-driver;
#                    ARGS=tests/page/touch: the companion itself, with npm)
# make test-case     the printed cases: whole, sliced, measured (needs apt install prusa-slicer)
# make test-ha       the bridge with a real Home Assistant (needs root, the first time a network, apt install mosquitto)
# make test-deb      install, upgrade and remove the package in clean systems (needs root, mmdebstrap, a network)
# make test-hil      on a virtual Raspberry Pi (needs root, Debian, the first time a network)
# make test-faults   kills, full and failing disks, junk, weeks of use: about an hour (root and strace do more)
#
# Draw anew what is shipped
# make pictures      the README's pictures, the wires and the template of each build, and the page of the builds
#                    (needs what test-browser needs)
# make screens       check the words, and draw the sheet of all screens in each language (ARGS=it: in one)
# make case          the printed case of each build, in dist/case/ (BUILD=my-device.toml: of one)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PINS := .ci/constraints.txt
# Compiled once and kept: the tests start some hundred companions, and the second start is to be a quick one.
unexport PYTHONDONTWRITEBYTECODE
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS)

.PHONY: help run try deb release test-deb install need-python test pictures mutants screens test-trixie test-ha test-browser \
	test-hil test-faults lint bench clean

help:
	@sed '/^#/!Q; s/^# \?//' Makefile

run: $(VENV)/run.done
	@exec $(BIN)/companion run --web $(ARGS)

try: $(VENV)/run.done
	@$(BIN)/python -m systemd.making.browser $(ARGS)

test: $(if $(VERSIONS),.venv-$(VERSIONS)/done,$(VENV)/test.done)
	@$(if $(VERSIONS),.venv-$(VERSIONS)/bin,$(BIN))/python -m pytest --numprocesses auto --dist worksteal \
		$(or $(ARGS),$(if $(VERSIONS),$(TOUCHING)))

# It prints what is wrong, and nothing else.
lint: $(VENV)/lint.done
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --diff .
	@$(BIN)/mypy --no-error-summary
	@arrows=$$($(BIN)/lint-imports --no-cache 2>&1) || { echo "$$arrows"; exit 1; }
	@$(BIN)/python .ci/limits.py
	@if [ -x $(BIN)/biome ]; then $(BIN)/biome lint --error-on-warnings --reporter=github companion; \
		else echo "Biome has no wheel for this computer: nothing looked at the JavaScript" >&2; fi
	@$(BIN)/codespell
	@git ls-files '*.md' ':!tests/bench/figures.md' | xargs --no-run-if-empty $(BIN)/proselint check
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml

pictures: $(VENV)/template.done $(VENV)/browser.done
	@SDL_VIDEODRIVER=dummy $(BIN)/python -m tests.tools.pictures
	@$(BIN)/python -m wiring.making.diagrams

screens: $(VENV)/run.done
	@$(BIN)/python -m tests.tools.words $(ARGS)

.PHONY: case test-case
case: $(VENV)/case.done
	@$(BIN)/python -m wiring.making.case $(BUILD)

# Wants prusa-slicer; without it the tests of what is sliced say that they are skipped.
test-case: $(VENV)/test.done $(VENV)/case.done
	@$(BIN)/python -m pytest -m case $(or $(ARGS),tests/wiring/case tests/tools/test_render.py)

mutants: $(VENV)/test.done
	@$(BIN)/python .ci/mutants.py $(ARGS)

bench: $(VENV)/bench.done
	@$(BIN)/python -m tests.bench $(ARGS)

test-trixie:
	@.ci/debian $(or $(SUITE),trixie) $(PYTHON) $(or $(ARGS),$(TOUCHING) $(SYSTEM))

# On a virtual Raspberry Pi: wants root, Debian, and a few minutes the first time.
test-hil: $(VENV)/test.done
	@COMPANION_HIL=1 $(BIN)/python -m pytest -m hil $(or $(ARGS),tests/hil)

# strace and root let it do more; COMPANION_FAULTS_SECONDS, _KILLS and _AGES make it longer or shorter.
test-faults: $(VENV)/test.done
	@COMPANION_FAULTS=1 $(BIN)/python -m pytest -m faults $(or $(ARGS),tests/faults)
	@$(if $(ARGS),,COMPANION_EVERY_CASE=1 $(MAKE) --no-print-directory test)

# Wants root, Mosquitto and mmdebstrap, the first time a network and some minutes; DEB_CACHE is where it is kept.
test-ha: $(VENV)/test.done
	@COMPANION_HA=1 $(BIN)/python -m pytest -m ha $(or $(ARGS),tests/club)

# Wants Chromium, its driver, and a network for axe-core.
test-browser: $(VENV)/browser.done
	@COMPANION_BROWSER=1 $(BIN)/python -m pytest -m browser --numprocesses 3 --dist loadfile --no-loadscope-reorder $(or $(ARGS),tests/page tests/systemd/making/site)

# Wants nothing of this computer but root and mmdebstrap; DEB_CACHE is where clean systems are kept.
deb:
	@$(PYTHON) -B -m systemd.making.deb

.PHONY: card image
card image: export BUILD := $(BUILD)
card:
	@$(PYTHON) -B -m systemd.making.card

image: export IMAGE := $(IMAGE)
image:
	@$(PYTHON) -B -m systemd.making.image

.PHONY: site
site: export REPOSITORY := $(REPOSITORY)
site: $(VENV)/site.done
	@$(BIN)/python -m systemd.making.site

release: site case
	@$(BIN)/python -m systemd.making.release

test-deb: $(VENV)/test.done
	@COMPANION_DEB=1 $(BIN)/python -m pytest -m deb $(or $(ARGS),tests/deb)

install: export BUILD := $(BUILD)
install:
	@$(PYTHON) -B -m systemd.making.install

need-python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Python 3.11 or newer is needed, and $(PYTHON) is $$($(PYTHON) --version 2>&1);" \
			"install it, or name another one: make PYTHON=..." >&2; exit 1; }

$(BIN)/python: | need-python
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv is missing: sudo apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# What cannot be installed on this computer is left out, and what goes without it is said.
define ONE_BY_ONE
$(INSTALL) -e . && \
{ $(INSTALL) --only-binary gpiod -e '.[pins]' || echo "libgpiod cannot be installed here: the companion drives no pins, and emulates a build"; } && \
{ $(INSTALL) -e '.[keys]' || echo "evdev cannot be installed here: the companion knows no keypads"; } && \
{ $(INSTALL) -e '.[window]' || echo "pygame cannot be installed here: the companion runs without a window"; } && \
{ $(INSTALL) -e '.[web]' || echo "tornado cannot be installed here: the companion runs without its page"; } && \
{ $(INSTALL) -e '.[mqtt]' || echo "paho-mqtt cannot be installed here: the companion runs without its bridge"; }
endef

$(VENV)/run.done: $(BIN)/python pyproject.toml $(PINS)
	@echo "Setting up $(VENV) (once) ..."
	@$(INSTALL) --only-binary gpiod -e '.[pins,keys,window,web,mqtt]' 2>/dev/null || { $(ONE_BY_ONE); }
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

$(VENV)/site.done: $(VENV)/test.done
	@$(INSTALL) -e '.[site]'
	@touch $@

$(VENV)/browser.done: $(VENV)/site.done
	@$(INSTALL) -e '.[browser]'
	@touch $@

$(VENV)/lint.done: $(VENV)/test.done
	@$(INSTALL) -e '.[lint]'
	@touch $@

# All that .ci/run wants: at once it takes half of the time.
$(VENV)/ci.done: $(BIN)/python pyproject.toml $(PINS)
	@$(INSTALL) --only-binary gpiod -e '.[pins,window,web,mqtt,test,template,site,browser,lint]'
	@touch $(patsubst %,$(VENV)/%.done,run test template site browser lint ci)

# An engine to stand beside; it is compiled, with a CMake that is later than the one it was written for.
$(VENV)/bench.done: $(VENV)/browser.done
	@CMAKE_POLICY_VERSION_MINIMUM=3.5 $(INSTALL) -e '.[bench]' 2>/dev/null || \
		echo "hanabi-learning-environment cannot be built here: the bench leaves it out"
	@touch $@

.venv-lowest/done: $(BIN)/python pyproject.toml .ci/lowest.txt
	@$(PYTHON) -m venv .venv-lowest
	@.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check -c .ci/lowest.txt -e '.[window,test]'
	@touch $@

# The tests of what touches another package (gpiozero, luma, Pillow, Tornado, paho-mqtt, pyserial, pygame, segno), once more with
# others of its versions; on a Debian those too of what touches the system. Each night all tests are run in both.
GOLDEN := test_the_pictures_are_the_golden_ones
TOUCHING := tests/club/test_link.py tests/face/glyphs tests/face/screens/test_code.py \
	tests/face/screens/test_screens.py::$(GOLDEN) tests/face/test_summary.py tests/hardware/buses tests/hardware/display \
	tests/hardware/emulator tests/hardware/gpio tests/hardware/keypads tests/hardware/lights \
	tests/hardware/readers/test_link.py tests/hardware/sound/test_files.py tests/hardware/sound/test_speaker.py \
	tests/page/test_crowd.py tests/page/test_handlers.py tests/page/test_site.py tests/page/test_with_fingers.py \
	tests/test_every_build.py
SYSTEM := tests/commands tests/daemon/socket tests/daemon/test_outputs.py tests/daemon/test_threads.py \
	tests/journal/test_lock.py tests/journal/test_store.py tests/journal/test_writer.py tests/onlooking \
	tests/page/test_with_a_device.py tests/systemd tests/test_cli.py tests/test_clock.py tests/test_service_manager.py \
	tests/test_signals.py tests/test_volatile.py

clean:
	rm -rf .venv .venv-lowest build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
