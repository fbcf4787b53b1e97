# What install.sh and uninstall.sh share: the places, and how they speak. Sourced by bash.
# shellcheck shell=bash disable=SC2034

NAME=hanabi-companion
ROOT=${ROOT:-}  # a prefix of all places; tests work below a folder of their own
APP=$ROOT/opt/$NAME
SETTINGS_DIR=$ROOT/etc/$NAME
SETTINGS=$SETTINGS_DIR/companion.toml
BUILDS_DIR=$SETTINGS_DIR/builds  # copies of people's own builds, which cannot get in the settings' way there
MADE_GROUPS=$SETTINGS_DIR/made-groups
UNIT_DIR=$ROOT/etc/systemd/system
SYSUSERS=$ROOT/etc/sysusers.d/$NAME.conf
TMPFILES=$ROOT/etc/tmpfiles.d/$NAME.conf
RULES=$ROOT/etc/udev/rules.d/60-$NAME.rules
COMMAND=$ROOT/usr/local/bin/companion
STATE_DIR=$ROOT/var/lib/$NAME
UNITS="$NAME.service $NAME-poweroff.path $NAME-poweroff.service $NAME-halting.service $NAME-web.service $NAME-mqtt.service"
ONLOOKERS="$NAME-web.service $NAME-mqtt.service"  # the page and the bridge, which are off until they are wanted
VIEW_GROUP=$NAME-view  # of the programs that only look on

say() { printf '%s: %s\n' "$NAME" "$*"; }

# fail SENTENCE: say what is wrong, where, and what to do; and end.
fail() {
    trap - ERR
    printf '%s: %s\n' "$NAME" "$*" >&2
    exit 1
}

# For trap ERR: an unforeseen failure is a sentence too.
failed() {
    if [ "$BASH_SUBSHELL" = 0 ]; then
        if disk_is_full; then fail "$(full_disk)"; fi
        fail "line ${BASH_LINENO[0]} of ${BASH_SOURCE[1]} failed: $BASH_COMMAND; see what it says above"
    fi
}

# again TARGET [NAME=VALUE...]: the command that does what was asked for once more, with these words changed.
again() {
    local target=$1 name names=() word words=()
    shift
    case $target in
    install) names=(BUILD WEB MQTT PIP_NO_INDEX PIP_FIND_LINKS PYTHON) ;;
    uninstall) names=(GAMES) ;;
    esac
    for name in "${names[@]}"; do
        for word in "$@"; do
            if [ "${word%%=*}" = "$name" ]; then continue 2; fi
        done
        if [ -z "${!name:-}" ] || [ "$name=${!name}" = PYTHON=python3 ]; then continue; fi
        words+=("$name=$(printf %q "${!name}")")
    done
    printf '%s' "sudo make $target"
    if [ $((${#words[@]} + $#)) -gt 0 ]; then printf ' %s' "${words[@]}" "$@"; fi
}

need_root() {
    [ "$(id -u)" = 0 ] || fail "only root may do this; run: $(again "$1")"
}

# free_mb FOLDER: free megabytes where it is, or will be.
free_mb() {
    local folder=$1
    until [ -d "$folder" ]; do folder=$(dirname "$folder"); done
    df -Pm "$folder" | awk 'NR == 2 { print $4 }'
}

disk_is_full() {
    grep -qis 'no space left on device' "${SCRATCH:-}/log" ||
        [ "$(free_mb "$APP")" -lt 1 ] || [ "$(free_mb "${TMPDIR:-/tmp}")" -lt 1 ]
}

full_disk() {
    local folder=${TMPDIR:-/tmp}
    echo "the disk is full: $(free_mb "$APP") MB are free in $(dirname "$APP") and $(free_mb "$folder") in $folder;" \
        "make room, as with: sudo apt clean"
}

# need_no_package SENTENCE: apt's companion drives the same pins and keeps the same games; it says what to do.
need_no_package() {
    case $(dpkg-query --show --showformat '${db:Status-Status}' "$NAME" 2>/dev/null || true) in
    "" | not-installed | config-files) ;;
    *) fail "the package $NAME is installed here; $1" ;;
    esac
}

need_systemd() {
    [ -d /run/systemd/system ] || fail "systemd does not run this computer; start the companion with: make run"
}
