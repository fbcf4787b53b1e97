# How one environment takes over from another, and gives way to it again. Sourced by install.sh and rollback.sh.
# shellcheck shell=bash

PATIENCE_S=200  # from its start to the first picture, as long as the unit gives it; a Raspberry Pi Zero takes ten
TRIAL_S=30  # for so long a version has to run before it counts
FAULT=  # what ended the last trial, as a part of a sentence

# The environment that is not in use: there are two places, and $APP points at one of them.
free_slot() {
    case $(readlink "$APP" || true) in
    *.a) echo "$APP.b" ;;
    *) echo "$APP.a" ;;
    esac
}

# point_at SLOT: from now on this is the environment. At no time is there none.
point_at() {
    ln -sfn "$(basename "$1")" "$APP.next"
    mv -T "$APP.next" "$APP"
}

# install_units SLOT: its units, and the command. Another version may have other units.
install_units() {
    local unit
    for unit in $UNITS; do
        if [ -e "$1/systemd/$unit" ]; then
            install -D -m 644 "$1/systemd/$unit" "$UNIT_DIR/$unit"
        else
            # A version from before there was a page, or a bridge, has no unit for it.
            case " $ONLOOKERS " in *" $unit "*) systemctl disable --quiet --now "$unit" 2>/dev/null || true ;; esac
            rm -f "$UNIT_DIR/$unit"
        fi
    done
    mkdir -p "$(dirname "$COMMAND")"
    ln -sfn "$APP/bin/companion" "$COMMAND"
    systemctl daemon-reload
}

property() { systemctl show --property "$1" --value "$NAME.service"; }

# What it said last, and how it ended, as a part of a sentence.
last_words() {
    local line result
    line=$(journalctl --unit "$NAME.service" --identifier companion --lines 1 --output cat 2>/dev/null | tail -n 1)
    result=$(property Result)
    if [ "$result" = success ]; then result=; fi  # it is being started again, which makes a new one of it
    case $line in
    "" | *": ready: "* | *": headless: "*) echo "${result:+its result is $result, and }it does not say why" ;;
    *) echo "$line" ;;
    esac
}

# Whether it gets as far as saying that it is ready.
get_ready() {
    local end=$((SECONDS + PATIENCE_S)) failures
    systemctl enable --quiet "$NAME.service" "$NAME-poweroff.path" "$NAME-halting.service" >/dev/null 2>&1
    systemctl reset-failed "$NAME-poweroff.path" "$NAME-poweroff.service" 2>/dev/null || true
    systemctl restart "$NAME-poweroff.path"
    systemctl restart --no-block "$NAME.service"
    while [ $SECONDS -lt $end ]; do
        sleep 0.5
        failures=$(property NRestarts)
        # A job in the queue: what it says is still of the companion before.
        if [ "$(property Job)" ]; then continue; fi
        if systemctl --quiet is-active "$NAME.service"; then
            systemctl start "$NAME-halting.service"
            return 0
        fi
        if [ "${failures:-0}" -ge 3 ]; then break; fi
    done
    FAULT="does not start ($(last_words))"
    return 1
}

# Whether it is the process that became ready, and still runs.
same_process() {
    [ "$(property MainPID) $(property NRestarts)" = "$1" ] && systemctl --quiet is-active "$NAME.service"
}

# When it last answered its watchdog, in seconds since the boot; nothing where there is no watchdog.
last_answer() {
    local at
    case $(property WatchdogUSec) in
    "" | 0 | infinity) ;;
    *) at=$(property WatchdogTimestampMonotonic) && echo $((${at:-0} / 1000000)) ;;
    esac
}

uptime_s() { cut -d . -f 1 /proc/uptime; }

# Whether it then runs for half a minute, answers its watchdog to the end of it, and is not restarted.
stay_up() {
    local began process answered
    began=$(uptime_s)
    process="$(property MainPID) $(property NRestarts)"
    while same_process "$process"; do
        if [ "$(uptime_s)" -ge $((began + TRIAL_S)) ]; then
            answered=$(last_answer)
            # It answers three times in the time that the watchdog gives it. One that does not is killed soon.
            if [ -z "$answered" ] || [ "$answered" -gt $((began + TRIAL_S / 2)) ]; then return 0; fi
        fi
        sleep 0.5
    done
    case $(property Result) in
    watchdog) FAULT="hangs after its start" ;;
    *) FAULT="ends soon after its start ($(last_words))" ;;
    esac
    return 1
}

saves() {
    case $(property StatusText) in
    *"not saved"*) return 1 ;;
    esac
}

# readable SLOT: whether its program can use the games; else it says why not. As the companion's user, since
# reading may make files beside them.
readable() {
    [ -e "$STATE_DIR" ] || return 0
    { runuser -u "$NAME" -- "$1/bin/companion" history --limit 1 --state-dir "$STATE_DIR" \
        --socket "$STATE_DIR/none" >/dev/null; } 2>&1
}

# Its games as they were, for a version that cannot use what a later one made of them.
keep_games() {
    rm -rf "$SCRATCH/games"
    mkdir "$SCRATCH/games"
    cp -a "$STATE_DIR"/games.sqlite3* "$SCRATCH/games" 2>/dev/null || true
}

give_games_back() {
    local number=1 file
    while [ -e "$STATE_DIR/games.later-$number.sqlite3" ]; do number=$((number + 1)); done
    for file in "$STATE_DIR"/games.sqlite3*; do
        mv "$file" "$STATE_DIR/games.later-$number.sqlite3${file##*/games.sqlite3}"
    done
    cp -a "$SCRATCH"/games/. "$STATE_DIR"
}

# take_over SLOT OLD: the new environment runs from now on, or FAULT says why not, and the old one goes on as if
# nothing had been. Without OLD the new one stays in any case.
take_over() {
    local slot=$1 old=$2 saved=yes fault
    if [ -n "$old" ] && ! saves; then saved=; fi
    sync  # a plug that is pulled now finds all of it
    systemctl stop "$NAME.service" 2>/dev/null || true
    keep_games
    point_at "$slot"
    install_units "$slot"
    if get_ready && say "it starts; watching it for half a minute" && stay_up; then
        if [ -z "$saved" ] || saves; then
            # shellcheck disable=SC2086
            systemctl try-restart $ONLOOKERS 2>/dev/null || true  # they are of the same version
            return
        fi
        FAULT="cannot save the games ($(last_words))"
    fi
    fault=$FAULT
    if [ -n "$old" ]; then
        systemctl stop "$NAME.service" 2>/dev/null || true
        point_at "$old"
        install_units "$old"
        if declare -F restore_settings >/dev/null; then restore_settings; fi
        if ! readable "$old" >/dev/null; then give_games_back; fi
        get_ready || true
    fi
    FAULT=$fault
    return 1
}
