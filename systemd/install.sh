#!/bin/bash
# Installs the companion as a service, or upgrades it; `sudo make install [BUILD=name]` runs it.
#
#   BUILD        the build: a name in wiring/ or a .toml file (table, or what is set already)
#   PYTHON       the Python to make the environment with (python3)
#   SUDO_USER    who may use `companion ctl` from then on; sudo sets it
#
# pip's own settings count. The new environment is made beside the old one, which runs on until the new one
# is whole, and comes back if the new one does not start.
set -Eeuo pipefail
SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=systemd/common.sh
. "$SOURCE/systemd/common.sh"
PYTHON=${PYTHON:-python3}
BUILD=${BUILD:-}
GROUPS_OF_DEVICES="gpio i2c spi dialout audio"
PATIENCE_S=200  # from its start to the first picture, as long as the unit gives it; a Raspberry Pi Zero takes ten
SCRATCH=  # a folder that is gone at the end
SLOT=  # the new environment; gone at the end too, unless it is in use by then

need_python() {
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        fail "Python 3.11 or newer is needed, and $PYTHON is $("$PYTHON" --version 2>&1 || true);" \
            "install it, or name another one: sudo make install PYTHON=..."
}

# Before anything is changed; what is in the build is looked at later, by the program itself.
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

# is_lgpio PYTHON: whether it has the real lgpio, and not one of the stubs that some indexes carry.
# Importing it makes a FIFO in LG_WD.
is_lgpio() {
    LG_WD=$SCRATCH "$1" -I -c 'import lgpio; assert callable(lgpio.gpiochip_open)' >/dev/null 2>&1
}

apt_install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >>"$SCRATCH/log" 2>&1
}

# What apt has and is not here yet; without a network pip may still have it.
get_packages() {
    local want=() package updated=
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || want+=(python3-venv)
    is_lgpio "$PYTHON" || is_lgpio "$APP/bin/python" || want+=(python3-lgpio)
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
        if ! apt_install "$package" && [ -z "$updated" ]; then
            updated=yes
            apt-get update -qq >>"$SCRATCH/log" 2>&1 || true
            apt_install "$package" || true
        fi
        if dpkg-query --status "$package" >/dev/null 2>&1; then
            say "apt installed $package"
        else
            say "apt cannot install $package here; going on without it"
        fi
    done
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "Python's venv is missing and apt cannot install it; connect a network, or: sudo apt install python3-venv"
}

# The environment that is not in use: there are two places, and $APP points at one of them.
free_slot() {
    case $(readlink "$APP" || true) in
    *.a) echo "$APP.b" ;;
    *) echo "$APP.a" ;;
    esac
}

# Isolated from what lies in the working directory, where an old build may pass for an installed one.
pip_in() {
    local slot=$1
    shift
    "$slot/bin/python" -I -m pip --disable-pip-version-check --no-input --quiet "$@" >>"$SCRATCH/log" 2>&1
}

# What pip complained about, as a part of a sentence: what is missing rather than what came of it.
complaint() {
    local lines
    lines=$(sed -n 's/^ *ERROR: //p' "$SCRATCH/log")  # indented where pip builds
    { grep -m 1 '^No matching distribution' <<<"$lines" || tail -n 1 <<<"${lines:-it does not say why}"; }
}

no_pip() {
    fail "pip cannot $1: $(complaint); connect a network, or give pip a folder of wheels:" \
        "sudo make install PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER"
}

# make_environment SLOT: everything that the companion needs, from this checkout, in a new environment.
make_environment() {
    local slot=$1 copy=$SCRATCH/source options=() wheel
    if is_lgpio "$PYTHON"; then options=(--system-site-packages); fi
    say "making the environment $slot; on a Raspberry Pi this takes minutes"
    rm -rf "$slot"
    "$PYTHON" -I -m venv "${options[@]}" "$slot" >>"$SCRATCH/log" 2>&1 ||
        fail "the environment $slot cannot be made (is the disk full?); see: $PYTHON -m venv $slot"
    # Built from a copy, since building leaves files behind, which would be root's.
    mkdir "$copy"
    (cd "$SOURCE" && cp -R pyproject.toml README.md LICENSE companion hardware wiring "$copy")
    wheel=(wheel --no-deps --wheel-dir "$SCRATCH/wheel" "$copy")
    pip_in "$slot" "${wheel[@]}" || pip_in "$slot" "${wheel[@]}" --no-build-isolation ||
        no_pip "build the program"
    # With the versions that were tested, where each has a wheel for this computer; else with those that the
    # project allows, apt's too.
    wheel=("$SCRATCH"/wheel/*.whl)
    : >"$SCRATCH/log"
    if pip_in "$slot" install -c "$SOURCE/.ci/constraints.txt" --only-binary pillow,cbor2 "${wheel[@]}"; then
        say "installed the program in $slot, with the versions that it was tested with"
    elif : >"$SCRATCH/log" && pip_in "$slot" install --prefer-binary "${wheel[@]}"; then
        say "installed the program in $slot, with the versions that are to be had here"
    else
        no_pip "install the program in $slot"
    fi
    if ! is_lgpio "$slot/bin/python" && pip_in "$slot" install --only-binary lgpio 'lgpio>=0.2'; then
        say "installed lgpio from pip"
    fi
    if "$slot/bin/python" -I -c 'import pygame' >/dev/null 2>&1; then
        :
    elif pip_in "$slot" install -c "$SOURCE/.ci/constraints.txt" --only-binary pygame "${wheel[0]}[window]"; then
        say "installed pygame from pip, for the sounds"
    else
        say "pygame is not to be had here, so the companion makes no sound"
    fi
    mkdir "$slot/systemd"
    cp "$SOURCE"/systemd/hanabi-companion* "$slot/systemd"
}

# of_build SLOT BUILD: whether it is emulated; then the buses that it wants, each with its device and what
# switches it on.
of_build() {
    "$1/bin/python" -I - "$2" <<'PYTHON'
import sys
from wiring.reading.build import load
from wiring.switches import switches

build = load(sys.argv[1])
print("emulated" if build.emulated else "real")
for switch in switches(build):
    if switch.on:
        print(switch.name, switch.device, switch.command, sep="|")
PYTHON
}

# check_environment SLOT BUILD: the build is one that this program can drive, and it can drive pins.
check_environment() {
    local slot=$1 build=$2 told kind
    told=$("$slot/bin/companion" wiring "$build" 2>&1 >/dev/null) ||
        fail "the build cannot be used: $(tr '\n' ' ' <<<"${told//companion: /}")(BUILD=$build)"
    kind=$(of_build "$slot" "$build") || fail "the new environment $slot does not work; see: $slot/bin/companion"
    if [[ $kind == real* ]]; then
        is_lgpio "$slot/bin/python" ||
            fail "lgpio, which drives the pins, is not to be had: neither apt nor pip has it for" \
                "$("$PYTHON" --version); on Raspberry Pi OS: sudo apt install python3-lgpio"
    fi
}

# The build that is set, or will be.
chosen_build() {
    local set_already
    set_already=$(sed -n 's/^ *panel *= *["'\'']\(.*\)["'\''].*/\1/p' "$SETTINGS" 2>/dev/null | head -n 1)
    case $BUILD in
    "") echo "${set_already:-table}" ;;
    *.toml) echo "/etc/$NAME/$(basename "$BUILD")" ;;
    *) echo "$BUILD" ;;
    esac
}

# A build of one's own is copied, since the service does not see people's homes.
keep_build_file() {
    case $BUILD in
    *.toml)
        mkdir -p "$SETTINGS_DIR"
        if ! [ "$BUILD" -ef "$SETTINGS_DIR/$(basename "$BUILD")" ]; then
            install -m 644 "$BUILD" "$SETTINGS_DIR/$(basename "$BUILD")"
            say "copied $BUILD to $SETTINGS_DIR"
        fi
        ;;
    esac
}

# What the owner wrote stays, but for the build where one was named.
write_settings() {
    local build
    build=$(chosen_build)
    mkdir -p "$SETTINGS_DIR"
    if ! [ -e "$SETTINGS" ]; then
        cat >"$SETTINGS.new" <<TOML
# The settings of the installed companion; \`companion config\` explains them.
panel = "$build"
state_dir = "/var/lib/$NAME"
socket = "/run/$NAME/$NAME.sock"
TOML
        mv "$SETTINGS.new" "$SETTINGS"
        say "wrote $SETTINGS for the build $build"
    elif [ -n "$BUILD" ]; then
        if grep -q '^ *panel *=' "$SETTINGS"; then
            sed "s|^ *panel *=.*|panel = \"$build\"|" "$SETTINGS" >"$SETTINGS.new"
        else
            { echo "panel = \"$build\"" && cat "$SETTINGS"; } >"$SETTINGS.new"
        fi
        if cmp -s "$SETTINGS" "$SETTINGS.new"; then
            rm "$SETTINGS.new"
        else
            mv "$SETTINGS.new" "$SETTINGS"
            say "set the build $build in $SETTINGS"
        fi
    fi
}

make_user() {
    local group
    for group in $GROUPS_OF_DEVICES; do
        getent group "$group" >/dev/null || echo "$group" >>"$MADE_GROUPS"
    done
    install -D -m 644 "$SOURCE/systemd/$NAME.sysusers" "$SYSUSERS"
    systemd-sysusers "$SYSUSERS" >>"$SCRATCH/log" 2>&1 ||
        fail "the user $NAME cannot be made; see: systemd-sysusers $SYSUSERS"
    install -D -m 644 "$SOURCE/systemd/$NAME.rules" "$RULES"
    udevadm control --reload 2>/dev/null || true
    udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=spidev --settle || true
    say "the user $NAME has the groups $GROUPS_OF_DEVICES"
}

# switch_on SLOT BUILD: the buses, where this computer has a command for it.
switch_on() {
    local bus device command
    while IFS='|' read -r bus device command; do
        if [ -z "$device" ] || [ -e "$device" ]; then continue; fi
        command=${command#sudo }
        if [[ $command == raspi-config* ]] && command -v raspi-config >/dev/null && $command >/dev/null 2>&1; then
            say "switched $bus on; if $device does not appear, restart"
        else
            say "$device is missing, and the build needs it: switch $bus on with: sudo $command"
        fi
    done < <(of_build "$1" "$2")
}

# point_at SLOT: from now on this is the environment. At no time is there none.
point_at() {
    ln -sfn "$(basename "$1")" "$APP.next"
    mv -T "$APP.next" "$APP"
}

# install_units SLOT: its units, and the command.
install_units() {
    local unit
    for unit in $UNITS; do
        install -D -m 644 "$1/systemd/$unit" "$UNIT_DIR/$unit"
    done
    mkdir -p "$(dirname "$COMMAND")"
    ln -sfn "$APP/bin/companion" "$COMMAND"
    systemctl daemon-reload
}

# Whether the companion got as far as saying that it is ready.
start() {
    local end=$((SECONDS + PATIENCE_S)) failures
    systemctl enable --quiet "$NAME.service" "$NAME-poweroff.path" "$NAME-halting.service" >/dev/null 2>&1
    systemctl restart "$NAME-poweroff.path"
    systemctl restart --no-block "$NAME.service"
    while [ $SECONDS -lt $end ]; do
        sleep 0.5
        failures=$(systemctl show --property NRestarts --value "$NAME.service")
        # A job in the queue: what it says is still of the companion before.
        if [ "$(systemctl show --property Job --value "$NAME.service")" ]; then continue; fi
        if systemctl --quiet is-active "$NAME.service"; then
            systemctl start "$NAME-halting.service"
            return 0
        fi
        if [ "${failures:-0}" -ge 3 ]; then break; fi
    done
    return 1
}

last_words() {
    journalctl --unit "$NAME.service" --identifier companion --lines 1 --output cat 2>/dev/null | tail -n 1
}

# run_new SLOT OLD: the new environment takes over, or the old one goes on as if nothing had been.
run_new() {
    local slot=$1 old=$2 reason
    sync  # a plug that is pulled now finds all of it
    point_at "$slot"
    install_units "$slot"
    if start; then return; fi
    reason=$(last_words)
    if [ -n "$old" ] && [ -d "$old/systemd" ]; then
        point_at "$old"
        install_units "$old"
        if [ -e "$SCRATCH/settings" ]; then cp "$SCRATCH/settings" "$SETTINGS"; fi
        start || true
        fail "the new version does not start (${reason:-it does not say why}), so the old one runs on; see: journalctl -u $NAME"
    fi
    fail "it is installed but does not start (${reason:-it does not say why}), and tries again and again; see: companion doctor"
}

add_owner() {
    local owner=${SUDO_USER:-}
    if [ -z "$owner" ] || [ "$owner" = root ]; then return; fi
    if id -nG "$owner" | tr ' ' '\n' | grep -qx "$NAME"; then return; fi
    usermod --append --groups "$NAME" "$owner"
    say "$owner may use companion ctl after logging in again"
}

clean_up() {
    rm -rf "$SCRATCH"
    if [ -n "$SLOT" ] && [ "$(readlink -f "$APP")" != "$SLOT" ]; then rm -rf "$SLOT"; fi
}

main() {
    local old='' build
    trap 'failed' ERR
    need_root install
    need_systemd
    need_python
    need_build
    if [ -e "$APP" ] && ! [ -L "$APP" ]; then fail "$APP is in the way; move it elsewhere"; fi
    if [ -L "$APP" ]; then old=$(readlink -f "$APP"); fi
    SCRATCH=$(mktemp -d)
    trap clean_up EXIT
    umask 022
    get_packages
    SLOT=$(free_slot)
    build=$(chosen_build)
    make_environment "$SLOT"
    keep_build_file
    check_environment "$SLOT" "$build"
    if [ -e "$SETTINGS" ]; then cp "$SETTINGS" "$SCRATCH/settings"; fi
    write_settings
    make_user
    switch_on "$SLOT" "$build"
    run_new "$SLOT" "$old"
    if [ -n "$old" ]; then rm -rf "$old"; fi
    add_owner
    say "version $("$COMMAND" --version | sed 's/.* //') runs, and starts with the computer; see: systemctl status $NAME"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then main; fi
