#!/bin/bash
# Installs the companion as a service, or upgrades it; `sudo make install [BUILD=name]` runs it.
#
#   BUILD        the build: a name in wiring/ or a .toml file (table, or what is set already)
#   WEB          1: the page for browsers too, 0: not any more (as it is)
#   MQTT         1: the bridge to an MQTT broker too, 0: not any more (as it is)
#   PYTHON       the Python to make the environment with (python3)
#   SUDO_USER    who may use `companion ctl` from then on; sudo sets it
#
# pip's own settings count. The new environment is made beside the old one, which runs on until the new one
# is whole, comes back if the new one does not run well for half a minute, and stays until the next upgrade.
set -Eeuo pipefail
SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=systemd/common.sh
. "$SOURCE/systemd/common.sh"
# shellcheck source=systemd/takeover.sh
. "$SOURCE/systemd/takeover.sh"
PYTHON=${PYTHON:-python3}
BUILD=${BUILD:-}
WEB=${WEB:-}
MQTT=${MQTT:-}
GROUPS_OF_DEVICES="gpio i2c spi dialout audio"
SCRATCH=  # a folder that is gone at the end
SLOT=  # the new environment; gone at the end too, unless it is in use by then
NEEDED_MB=150  # an environment beside the old one
NEEDED_TMP_MB=50  # what pip unpacks on its way
# What plan finds out: what the settings name; the build that will run, and whether it is "real"; its buses.
PANEL='' BUILD_NAME='' BUILD_FROM='' BUILD_KIND='' BUSES=()
PLACED=  # "yes" while settings are in place that no version runs with yet

need_python() {
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        fail "Python 3.11 or newer is needed, and $PYTHON is $("$PYTHON" --version 2>&1 || true);" \
            "install it, or name another one: $(again install PYTHON=...)"
}

need_build() {
    local known
    case $BUILD in
    "") ;;
    *.toml)
        [ -f "$BUILD" ] || fail "there is no file $BUILD; BUILD is a name or a .toml file"
        case $(basename "$BUILD") in
        *[!A-Za-z0-9._-]*) fail "the name of $BUILD has more than letters, digits, dots and dashes; rename it" ;;
        esac
        ;;
    *)
        known=$(cd "$SOURCE/wiring" && printf '%s ' *.toml)
        case " $known" in
        *" $BUILD.toml "*) ;;
        *) fail "there is no build $BUILD; take one of ${known//.toml/}or a .toml file of your own: BUILD=..." ;;
        esac
        ;;
    esac
}

# The version before the one that runs gives its room to the new one.
need_room() {
    local here there before
    before=$(du -sm "$(free_slot)" 2>/dev/null | cut -f 1 || true)
    here=$(($(free_mb "$APP") + ${before:-0}))
    there=$(free_mb "$SCRATCH")
    if [ "$here" -lt $NEEDED_MB ] || [ "$there" -lt $NEEDED_TMP_MB ]; then
        fail "too little room: $here MB are free in $(dirname "$APP"), where $NEEDED_MB are needed, and $there in" \
            "${TMPDIR:-/tmp}, where $NEEDED_TMP_MB are; make room, as with: sudo apt clean"
    fi
}

# of_settings WORDS...: ask the program of this checkout, which needs nothing else for that. It leaves nothing
# behind there, and takes nothing from the working directory.
of_settings() {
    "$PYTHON" -I -B -c 'import sys; sys.path.insert(0, sys.argv.pop(1))
from companion.commands.installing import main; sys.exit(main(sys.argv[1:]))' "$SOURCE" "$@"
}

# Whether the page is wanted: as it is said, else as it is.
need_web() {
    case $WEB in
    0 | 1) ;;
    "") if systemctl --quiet is-enabled "$NAME-web.service" 2>/dev/null; then WEB=1; else WEB=0; fi ;;
    *) fail "WEB is $WEB; WEB=1 installs the page for browsers, WEB=0 does not, leave it out to keep what is" ;;
    esac
}

# Whether the bridge is wanted. It may be here and not run yet, since its owner has to name the broker first.
need_mqtt() {
    case $MQTT in
    0 | 1) ;;
    "")
        if systemctl --quiet is-enabled "$NAME-mqtt.service" 2>/dev/null ||
            compgen -G "$APP/lib/python3*/site-packages/paho" >/dev/null; then MQTT=1; else MQTT=0; fi
        ;;
    *) fail "MQTT is $MQTT; MQTT=1 installs the bridge to a broker, MQTT=0 does not, leave it out to keep what is" ;;
    esac
}

# Before anything is changed: which build is to run, and that settings and build have no mistakes. A build of
# one's own is copied at once, so that what was looked at is what will run.
plan() {
    local copy='' told key words
    case $BUILD in
    "") ;;
    *.toml)
        copy=$SCRATCH/build/$(basename "$BUILD")
        mkdir "$SCRATCH/build"
        cp "$BUILD" "$copy"
        PANEL=/etc/$NAME/builds/$(basename "$BUILD")
        # One that the service sees already stays where it is.
        case $(realpath "$BUILD") in "$SETTINGS_DIR"/*) PANEL=$(realpath "$BUILD") ;; esac
        ;;
    *) PANEL=$BUILD ;;
    esac
    told=$(of_settings plan "$SETTINGS" "$PANEL" "$copy" "$ROOT"/boot/{firmware/,}companion.toml 2>"$SCRATCH/said") || {
        told=$(tail -n 1 "$SCRATCH/said")
        if [ -n "$copy" ]; then told=${told//"$copy"/"$BUILD"}; fi
        fail "the build or the settings cannot be used: $told"
    }
    while IFS=$'\t' read -r key words; do
        case $key in
        panel) PANEL=$words ;;
        bus) BUSES+=("$words") ;;
        build)
            IFS=$'\t' read -r BUILD_NAME BUILD_FROM BUILD_KIND words <<<"$words"
            if [ -n "$words" ]; then say "$words names the build $BUILD_NAME, which counts on this computer"; fi
            ;;
        esac
    done <<<"$told"
}

# is_lgpio PYTHON: whether it has the real lgpio, and not one of the stubs that some indexes carry.
# Importing it makes a FIFO in LG_WD.
is_lgpio() {
    LG_WD=$SCRATCH "$1" -I -c 'import lgpio; assert callable(lgpio.gpiochip_open)' >/dev/null 2>&1
}

# is_gpiod PYTHON: whether it has the bindings of libgpiod, and of the version that the companion takes.
is_gpiod() {
    "$1" -I -c 'import gpiod; assert int(gpiod.__version__.split(".")[0]) >= 2' >/dev/null 2>&1
}

apt_install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >>"$SCRATCH/log" 2>&1
}

# What apt has and is not here yet; without a network pip may still have it.
get_packages() {
    local want=() package updated=
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || want+=(python3-venv)
    if ! is_gpiod "$PYTHON" && ! is_gpiod "$APP/bin/python"; then
        # Before Debian 13 that package is an older version, and lgpio drives the pins.
        case $(apt-cache show python3-libgpiod 2>/dev/null) in
        *"Version: "[2-9]*) want+=(python3-libgpiod) ;;
        *) is_lgpio "$PYTHON" || is_lgpio "$APP/bin/python" || want+=(python3-lgpio) ;;
        esac
    fi
    # There are no wheels for these computers but on an index of their own: apt's need nothing compiled.
    case $(dpkg --print-architecture 2>/dev/null) in
    armhf | armel)
        for package in pil cbor2; do
            dpkg-query --status "python3-$package" >/dev/null 2>&1 || want+=("python3-$package")
        done
        ;;
    esac
    if [ ${#want[@]} = 0 ]; then return; fi
    if ! command -v apt-get >/dev/null; then
        say "there is no apt here; going on without ${want[*]}"
        return
    fi
    for package in "${want[@]}"; do
        say "getting $package with apt"
        if ! apt_install "$package" && [ -z "$updated" ]; then
            updated=yes
            apt-get update -qq >>"$SCRATCH/log" 2>&1 || true
            apt_install "$package" || true
        fi
        dpkg-query --status "$package" >/dev/null 2>&1 || say "apt cannot install $package here; going on without it"
    done
    if disk_is_full; then fail "$(full_disk)"; fi
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "Python's venv is missing and apt cannot install it; connect a network, or: sudo apt install python3-venv"
}

# Isolated from what lies in the working directory, where an old build may pass for an installed one.
pip_in() {
    local slot=$1
    shift
    "$slot/bin/python" -I -m pip --disable-pip-version-check --no-input --quiet "$@" >>"$SCRATCH/log" 2>&1
}

# As pip_in, and tells meanwhile what pip is at.
pip_aloud() {
    local slot=$1 line word
    shift
    "$slot/bin/python" -I -u -m pip --disable-pip-version-check --no-input --no-color "$@" 2>&1 |
        tee -a "$SCRATCH/log" | while read -r line; do
        case $line in
        "Collecting "*)
            word=${line#Collecting }
            say "  getting ${word%%[!A-Za-z0-9._-]*}"
            ;;
        "Building wheel for "*started*) say "  compiling $(cut -d ' ' -f 4 <<<"$line"), which takes a while" ;;
        "Installing collected packages"*) say "  unpacking all of it" ;;
        esac
    done
}

# What pip complained about, as a part of a sentence: what is missing rather than what came of it.
complaint() {
    local lines
    lines=$(sed -n 's/^ *ERROR: //p' "$SCRATCH/log")  # indented where pip builds
    { grep -m 1 '^No matching distribution' <<<"$lines" || tail -n 1 <<<"${lines:-it does not say why}"; }
}

# Why pip reaches nothing, if that is so: the last part of its own words.
no_network() {
    sed -En 's/.*(Temporary failure in name resolution|Name or service not known|Network is unreachable|No route to host|Connection refused|timed out).*/\1/p' \
        "$SCRATCH/log" | tail -n 1
}

no_pip() {
    local reason
    if disk_is_full; then fail "$(full_disk)"; fi
    reason=$(no_network)
    fail "pip cannot $1: ${reason:-$(complaint)}; connect a network, or give pip a folder of wheels:" \
        "$(again install PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER)"
}

# The smallest package that is needed tells in seconds whether pip can get the others.
need_packages() {
    : >"$SCRATCH/log"
    pip_in "$1" install --dry-run --no-deps --retries 1 --timeout 15 'segno>=1.5' || no_pip "get what the program needs"
}

# get_pins SLOT: gpiod, else lgpio, where apt did not have them. Only an emulated build does without.
get_pins() {
    local slot=$1
    if is_gpiod "$slot/bin/python"; then return; fi
    say "getting gpiod, which drives the pins, with pip"
    if pip_in "$slot" install --only-binary gpiod 'gpiod>=2.2' && is_gpiod "$slot/bin/python"; then return; fi
    if is_lgpio "$slot/bin/python"; then return; fi
    say "gpiod is not to be had here; getting lgpio instead"
    if pip_in "$slot" install --only-binary lgpio 'lgpio>=0.2' && is_lgpio "$slot/bin/python"; then return; fi
    if disk_is_full; then fail "$(full_disk)"; fi
    if [ "$BUILD_KIND" = real ]; then
        fail "neither gpiod nor lgpio, which drive the pins, is to be had: neither apt nor pip has one for" \
            "$("$PYTHON" --version); on Raspberry Pi OS: sudo apt install python3-lgpio"
    fi
    say "gpiod and lgpio are not to be had here; the build $BUILD_NAME does without"
}

# What is wanted beside the companion, as pip names it.
extras() {
    local found=()
    if [ "$WEB" = 1 ]; then found+=(web); fi
    if [ "$MQTT" = 1 ]; then found+=(mqtt); fi
    if [ ${#found[@]} -gt 0 ]; then (IFS=, && echo "[${found[*]}]"); fi
}

# make_environment SLOT: everything that the companion needs, from this checkout, in a new environment. What may
# be missing comes first.
make_environment() {
    local slot=$1 copy=$SCRATCH/source options=() wheel
    if is_gpiod "$PYTHON" || is_lgpio "$PYTHON"; then options=(--system-site-packages); fi
    say "making the environment $slot"
    rm -rf "$slot"
    "$PYTHON" -I -m venv "${options[@]}" "$slot" >>"$SCRATCH/log" 2>&1 || {
        if disk_is_full; then fail "$(full_disk)"; fi
        fail "the environment $slot cannot be made; see: $PYTHON -m venv $slot"
    }
    need_packages "$slot"
    get_pins "$slot"
    # Built from a copy, since building leaves files behind, which would be root's.
    say "building the program"
    mkdir "$copy"
    (cd "$SOURCE" && cp -R pyproject.toml README.md LICENSE companion hardware wiring "$copy")
    wheel=(wheel --no-deps --wheel-dir "$SCRATCH/wheel" "$copy")
    : >"$SCRATCH/log"
    pip_in "$slot" "${wheel[@]}" || pip_in "$slot" "${wheel[@]}" --no-build-isolation ||
        no_pip "build the program"
    # With the versions that were tested, where each has a wheel for this computer; else with those that the
    # project allows, apt's too.
    wheel=("$SCRATCH"/wheel/*.whl)
    wheel=("${wheel[0]}$(extras)")
    : >"$SCRATCH/log"
    say "installing it, with the versions that it was tested with; on a Raspberry Pi this takes minutes"
    if ! pip_aloud "$slot" install -c "$SOURCE/.ci/constraints.txt" --only-binary pillow,cbor2 "${wheel[@]}"; then
        if disk_is_full; then fail "$(full_disk)"; fi
        : >"$SCRATCH/log"
        say "not all of them are to be had here; installing it with others"
        pip_aloud "$slot" install --prefer-binary "${wheel[@]}" || no_pip "install the program in $slot"
    fi
    if ! "$slot/bin/python" -I -c 'import pygame' >/dev/null 2>&1; then
        say "getting pygame, for the sounds"
        if ! pip_in "$slot" install -c "$SOURCE/.ci/constraints.txt" --only-binary pygame,pygame-ce "${wheel[0]%%\[*}[window]"; then
            if disk_is_full; then fail "$(full_disk)"; fi
            say "pygame is not to be had here, so the companion makes no sound"
        fi
    fi
    mkdir "$slot/systemd"
    cp "$SOURCE"/systemd/hanabi-companion* "$slot/systemd"
}

# check_environment SLOT: the program in it takes the build.
check_environment() {
    local slot=$1 told
    told=$("$slot/bin/companion" wiring "$BUILD_FROM" 2>&1 >/dev/null) ||
        fail "the new environment $slot does not work: $(tail -n 1 <<<"$told")"
}

# place_settings: the build that is named, and what is set. What was there before is kept in $SCRATCH.
place_settings() {
    local copy
    mkdir -p "$SETTINGS_DIR"
    if [ -e "$SETTINGS" ]; then cp -p "$SETTINGS" "$SCRATCH/settings"; fi
    PLACED=yes
    case $PANEL in
    "/etc/$NAME/builds/"*)
        copy=$BUILDS_DIR/$(basename "$PANEL")
        if [ -e "$SCRATCH/build" ] && ! cmp -s "$SCRATCH/build/$(basename "$PANEL")" "$copy"; then
            mkdir -p "$BUILDS_DIR"
            if [ -e "$copy" ]; then cp -p "$copy" "$SCRATCH/build-before"; fi
            install -m 644 "$SCRATCH/build/$(basename "$PANEL")" "$copy.new"
            mv "$copy.new" "$copy"
            say "copied $BUILD to $copy"
        fi
        ;;
    esac
    if ! [ -e "$SETTINGS" ] || [ -n "$BUILD" ]; then set_build; fi
}

# What the owner wrote stays, letter by letter.
set_build() {
    local told
    told=$(of_settings set "$SETTINGS" "$PANEL" 2>"$SCRATCH/said") ||
        fail "the build cannot be set: $(tail -n 1 "$SCRATCH/said")"
    if [ -n "$told" ]; then say "set the build $PANEL in $SETTINGS"; fi
}

# The settings and the build as they were.
restore_settings() {
    if [ -e "$SCRATCH/settings" ]; then
        cp -p "$SCRATCH/settings" "$SETTINGS"
    else
        rm -f "$SETTINGS"
    fi
    if [ -e "$SCRATCH/build-before" ]; then cp -p "$SCRATCH/build-before" "$BUILDS_DIR/$(basename "$PANEL")"; fi
    PLACED=
}

make_user() {
    local group
    for group in $GROUPS_OF_DEVICES; do
        getent group "$group" >/dev/null || echo "$group" >>"$MADE_GROUPS"
    done
    install -D -m 644 "$SOURCE/systemd/$NAME.sysusers" "$SYSUSERS"
    systemd-sysusers "$SYSUSERS" >>"$SCRATCH/log" 2>&1 ||
        fail "the user $NAME cannot be made; see: systemd-sysusers $SYSUSERS"
    install -D -m 644 "$SOURCE/systemd/$NAME.tmpfiles" "$TMPFILES"
    systemd-tmpfiles --create "$TMPFILES" >>"$SCRATCH/log" 2>&1 ||
        fail "the folder of the view socket cannot be made; see: systemd-tmpfiles --create $TMPFILES"
    install -D -m 644 "$SOURCE/systemd/$NAME.rules" "$RULES"
    udevadm control --reload 2>/dev/null || true
    udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=spidev --settle || true
    say "the user $NAME has the groups $GROUPS_OF_DEVICES"
}

# The buses that the build wants, where this computer has a command for them.
switch_on() {
    local bus device command
    for bus in "${BUSES[@]}"; do
        IFS=$'\t' read -r bus device command <<<"$bus"
        if [ -e "$device" ]; then continue; fi
        if [[ $command == "sudo raspi-config "* ]] && ${command#sudo } >/dev/null 2>&1; then
            say "switched $bus on; if $device does not appear, restart"
        else
            say "$device is missing, and the build needs it: switch $bus on with: $command && sudo reboot"
        fi
    done
}

# run_new SLOT OLD: the new environment takes over, or the old one goes on as if nothing had been.
run_new() {
    PLACED=
    if take_over "$1" "$2"; then return; fi
    if [ -n "$2" ]; then
        fail "the new version $FAULT, so the old one runs on; see: sudo journalctl -u $NAME"
    fi
    fail "it is installed but $FAULT, and tries again and again; see: companion doctor"
}

# The page runs from now on, and with the computer; or it does not.
switch_page() {
    if [ "$WEB" = 0 ]; then
        systemctl disable --quiet --now "$NAME-web.service" 2>/dev/null || true
        return
    fi
    systemctl enable --quiet "$NAME-web.service"
    systemctl restart "$NAME-web.service"
    say "the page runs too: http://$(hostname).local:8080, or sudo journalctl -u $NAME-web"
}

# The bridge runs from now on, and with the computer, once its settings name a broker; or it does not.
switch_bridge() {
    local told file=$SETTINGS_DIR/mqtt.toml
    if [ "$MQTT" = 0 ]; then
        systemctl disable --quiet --now "$NAME-mqtt.service" 2>/dev/null || true
        return
    fi
    if ! told=$(of_settings mqtt "$file" 2>&1); then
        say "the bridge to MQTT does not run yet ($(tail -n 1 <<<"$told")):" \
            "sudo nano $file && sudo companion mqtt --check && sudo systemctl enable --now $NAME-mqtt"
        return
    fi
    systemctl enable --quiet "$NAME-mqtt.service"
    if systemctl restart "$NAME-mqtt.service"; then
        say "the bridge to MQTT runs too: sudo companion mqtt --check, or sudo journalctl -u $NAME-mqtt"
    else
        say "the bridge to MQTT does not start; see: sudo journalctl -u $NAME-mqtt"
    fi
}

add_owner() {
    local owner=${SUDO_USER:-}
    if [ -z "$owner" ] || [ "$owner" = root ]; then
        say "only root may use companion ctl; to allow it to others: usermod --append --groups $NAME USER"
        return
    fi
    if id -nG "$owner" | tr ' ' '\n' | grep -qx "$NAME"; then return; fi
    usermod --append --groups "$NAME" "$owner"
    say "$owner may use companion ctl after logging in again"
}

clean_up() {
    if [ -n "$PLACED" ]; then restore_settings; fi
    rm -rf "$SCRATCH"
    if [ -n "$SLOT" ] && [ "$(readlink -f "$APP")" != "$SLOT" ]; then rm -rf "$SLOT"; fi
}

main() {
    local old=''
    trap 'failed' ERR
    need_root install
    need_no_package "upgrade it with apt, or remove it first (the games stay): sudo apt remove $NAME"
    need_systemd
    need_python
    need_build
    need_web
    need_mqtt
    if [ -e "$APP" ] && ! [ -L "$APP" ]; then fail "$APP is in the way; move it elsewhere"; fi
    if [ -L "$APP" ]; then old=$(readlink -f "$APP"); fi
    SCRATCH=$(mktemp -d)
    trap clean_up EXIT
    umask 022
    plan
    need_room
    get_packages
    SLOT=$(free_slot)
    make_environment "$SLOT"
    check_environment "$SLOT"
    place_settings
    make_user
    switch_on
    if [ -n "$old" ] && ! [ -d "$old/systemd" ]; then old=; fi
    run_new "$SLOT" "$old"
    switch_page
    switch_bridge
    add_owner
    say "version $("$COMMAND" --version | sed 's/.* //') runs, and starts with the computer; see: systemctl status $NAME"
    if [ -n "$old" ]; then say "the version before stays until the next upgrade; sudo make rollback goes back to it"; fi
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then main; fi
