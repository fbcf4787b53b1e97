#!/bin/bash
# Removes the companion; `sudo make uninstall` runs it. The games stay, unless GAMES=delete.
set -Eeuo pipefail
# shellcheck source=systemd/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
GAMES=${GAMES:-}

stop_units() {
    # Gone and reloaded first: the unit that tells of the computer's way down cannot be stopped as it is.
    # shellcheck disable=SC2086
    systemctl disable --quiet --now $ONLOOKERS "$NAME.service" "$NAME-poweroff.path" 2>/dev/null || true
    systemctl disable --quiet "$NAME-halting.service" 2>/dev/null || true
    local unit
    for unit in $UNITS; do rm -rf "${UNIT_DIR:?}/$unit" "$UNIT_DIR/$unit.d"; done
    systemctl daemon-reload
    systemctl stop "$NAME-halting.service" 2>/dev/null || true
    systemctl reset-failed "$NAME.service" 2>/dev/null || true
    say "stopped the service and removed its units"
}

# The games that the owner's settings keep elsewhere, if they do; asked of the program while it is here.
games_elsewhere() {
    local folder
    folder=$(COMPANION_CONFIG=$SETTINGS "$APP/bin/python" -c \
        'from companion import settings; print(settings.load().state_dir)' 2>/dev/null) || return 0
    if [ "$folder" != "/var/lib/$NAME" ] && [ -d "$folder" ]; then
        say "the games in $folder stay, as the settings keep them there"
    fi
}

remove_files() {
    if [ "$(readlink "$COMMAND" || true)" = "$APP/bin/companion" ]; then rm -f "$COMMAND"; fi
    rm -rf "$APP" "$APP".{a,b,next} "$RULES" "$SYSUSERS" "$TMPFILES" "$ROOT/run/$NAME" "$ROOT/run/$NAME-view"
    say "removed the program ($APP)"
}

remove_user() {
    local group
    # Else userdel complains about those who may use companion ctl.
    if getent group "$NAME" >/dev/null; then gpasswd --members "" "$NAME"; fi
    if getent passwd "$NAME" >/dev/null; then userdel "$NAME"; fi
    if getent group "$NAME" >/dev/null; then groupdel "$NAME"; fi
    if getent group "$VIEW_GROUP" >/dev/null; then groupdel "$VIEW_GROUP"; fi
    if [ -e "$MADE_GROUPS" ]; then
        while read -r group; do
            # Another user may be in it by now.
            if [ -z "$(getent group "$group" | cut -d: -f4)" ]; then groupdel "$group" 2>/dev/null || true; fi
        done <"$MADE_GROUPS"
    fi
    rm -rf "$SETTINGS_DIR"
    say "removed its user and its settings"
}

keep_or_delete_games() {
    if ! [ -d "$STATE_DIR" ]; then return; fi
    if [ "$GAMES" = delete ]; then
        rm -rf "$STATE_DIR"
        say "deleted the games"
    else
        chown -R root:root "$STATE_DIR"  # the next user with this number must not own them
        say "the games stay in $STATE_DIR; a new installation goes on with them, GAMES=delete deletes them"
    fi
}

main() {
    trap 'failed' ERR
    need_root uninstall
    need_no_package "apt removes it (the games stay): sudo apt remove $NAME"
    need_systemd
    case $GAMES in
    "" | delete) ;;
    *) fail "GAMES is $GAMES; only GAMES=delete means something, leave it out to keep the games" ;;
    esac
    stop_units
    games_elsewhere
    remove_files
    remove_user
    keep_or_delete_games
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then main; fi
