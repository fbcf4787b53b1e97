# What install.sh and uninstall.sh share: the places, and how they speak. Sourced by bash.
# shellcheck shell=bash disable=SC2034

NAME=hanabi-companion
ROOT=${ROOT:-}  # a prefix of all places; tests work below a folder of their own
APP=$ROOT/opt/$NAME
SETTINGS_DIR=$ROOT/etc/$NAME
SETTINGS=$SETTINGS_DIR/companion.toml
MADE_GROUPS=$SETTINGS_DIR/made-groups
UNIT_DIR=$ROOT/etc/systemd/system
SYSUSERS=$ROOT/etc/sysusers.d/$NAME.conf
RULES=$ROOT/etc/udev/rules.d/60-$NAME.rules
COMMAND=$ROOT/usr/local/bin/companion
STATE_DIR=$ROOT/var/lib/$NAME
UNITS="$NAME.service $NAME-poweroff.path $NAME-poweroff.service $NAME-halting.service"

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
        fail "line ${BASH_LINENO[0]} of ${BASH_SOURCE[1]} failed: $BASH_COMMAND; see what it says above"
    fi
}

need_root() {
    [ "$(id -u)" = 0 ] || fail "only root may do this; run: sudo make $1"
}

need_systemd() {
    [ -d /run/systemd/system ] || fail "systemd does not run this computer; start the companion with: make run"
}
