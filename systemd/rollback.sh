#!/bin/bash
# Goes back to the version before the last upgrade; `sudo make rollback` runs it. A second time it goes forward
# again. Settings and games stay; it is refused where the version before cannot use the games.
set -Eeuo pipefail
# shellcheck source=systemd/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=systemd/takeover.sh
. "$(dirname "${BASH_SOURCE[0]}")/takeover.sh"
SCRATCH=  # a folder that is gone at the end

version_of() { "$1/bin/companion" --version 2>/dev/null | sed 's/.* //'; }

# need_other SLOT: there is a version to go back to, and it runs here.
need_other() {
    [ -L "$APP" ] || fail "the companion is not installed; run: sudo make install"
    if ! [ -d "$1/systemd" ]; then
        fail "there is no version before this one; one is kept after an upgrade, until the next one begins"
    fi
    [ -n "$(version_of "$1")" ] || fail "the version before does not run here; see: $1/bin/companion --version"
}

need_games() {
    local told
    told=$(readable "$1") ||
        fail "version $(version_of "$1") cannot use the games, so this one stays: ${told#companion: }"
}

main() {
    local old new
    trap 'failed' ERR
    need_root rollback
    need_systemd
    new=$(free_slot)
    need_other "$new"
    need_games "$new"
    old=$(readlink -f "$APP")
    SCRATCH=$(mktemp -d)
    trap 'rm -rf "$SCRATCH"' EXIT
    say "going back from version $(version_of "$old") to $(version_of "$new")"
    take_over "$new" "$old" || fail "version $(version_of "$new") $FAULT, so $(version_of "$old") runs on; see: sudo journalctl -u $NAME"
    say "version $(version_of "$new") runs; sudo make rollback goes forward again"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then main; fi
