# host.sh - what the scripts beside it share: the cache, Debian's mirror, and packages for this machine.
# shellcheck shell=bash disable=SC2034
C=${HIL_CACHE:-/var/tmp/hil-cache}
mkdir -p "$C"
export DEBIAN_FRONTEND=noninteractive
KEYS=/usr/share/keyrings/debian-archive-keyring.gpg
# the Debian mirror this machine itself uses
MIRROR=${HIL_MIRROR:-$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | grep -oE 'https?://[^ ]+/debian( |$)' | head -1 | sed 's,/debian *$,,'; true)}
MIRROR=${MIRROR:-http://deb.debian.org}
t00=$(date +%s.%N)
say() { echo "$(basename "$0" .sh)[$(date +%s.%N | awk -v a="$t00" '{printf "%.1f",$1-a}')s] $*" >&2; }

# need PACKAGE...: what is missing here is installed
need() {
  local p miss=()
  for p in "$@"; do dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null | grep -qx installed || miss+=("$p"); done
  [ ${#miss[@]} != 0 ] || return 0
  say "apt: ${miss[*]}"
  apt-get update -qq >/dev/null
  apt-get install -y -qq --no-install-recommends "${miss[@]}" >"$C/apt.log" 2>&1 || { tail "$C/apt.log" >&2; exit 1; }
}

# apt_of ARCHITECTURE SUITE...: from here on apt knows these suites' packages for that architecture, to download
apt_of() {
  local a=$1 q x
  shift
  q=$C/apt-$a-$1
  mkdir -p "$q"/{lists/partial,cache/archives/partial,state}
  : > "$q/state/status"
  for x in "$@"; do
    case $x in *-security) echo "deb [signed-by=$KEYS] $MIRROR/debian-security $x main" ;; *) echo "deb [signed-by=$KEYS] $MIRROR/debian $x main" ;; esac
  done > "$q/sources.list"
  printf '%s\n' "APT::Architecture \"$a\"; APT::Architectures {\"$a\";}; APT::Sandbox::User \"root\";" "Dir::Etc::sourcelist \"$q/sources.list\"; Dir::Etc::sourceparts \"/dev/null\"; Dir::State \"$q/state\"; Dir::State::status \"$q/state/status\"; Dir::State::lists \"$q/lists\"; Dir::Cache \"$q/cache\";" > "$q/apt.conf"
  export APT_CONFIG=$q/apt.conf
  apt-get update -qq
}
