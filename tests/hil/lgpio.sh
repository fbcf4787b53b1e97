#!/bin/bash
# lgpio.sh - a wheel of lgpio for a Debian whose Python neither Debian nor PyPI has one for.
#
#   lgpio.sh SUITE ARCHITECTURE     prints the folder of the wheel, as in: lgpio.sh trixie arm64
#
# PyPI's source is compiled here for there, with the headers of that Python; nothing of there has to run.
# Needs root once (apt); the wheel stays in $HIL_CACHE.
set -euo pipefail
. "$(dirname "$0")/host.sh"
SUITE=$1 A=$2 V=0.2.2.0
case $SUITE in trixie) PY=3.13;; *) echo "suite?" >&2; exit 2;; esac
case $A in arm64) M=aarch64;; amd64) M=x86_64;; *) echo "architecture?" >&2; exit 2;; esac
OUT=$C/lgpio-$V-$PY-$A
if [ ! -e "$OUT" ]; then
  say "lgpio $V for $SUITE on $A ..."
  need swig "gcc-${M//_/-}-linux-gnu" "libc6-dev$([ "$A" = "$(dpkg --print-architecture)" ] || echo "-$A-cross")"
  W=$(mktemp -d "$C/lgpio.XXXX"); trap 'rm -rf "$W"' EXIT
  cd "$W"
  (apt_of "$A" "$SUITE"; apt-get download -qq "libpython$PY-dev"; dpkg-deb -x libpython*.deb headers)
  PYPI=1 python3 -m pip download -q --disable-pip-version-check --no-deps --no-binary lgpio "lgpio==$V" >&2
  tar xzf "lgpio-$V.tar.gz"; cd "lgpio-$V"
  swig -python -o lgpio_wrap.c lgpio.i
  mkdir wheel
  "$M-linux-gnu-gcc" -shared -fPIC -O2 -pthread -w -I "$W/headers/usr/include" -I "$W/headers/usr/include/python$PY" -I src \
    src/lg*.c src/rgpiod.c lgpio_wrap.c -lrt -ldl -o "wheel/_lgpio.cpython-${PY/./}-$M-linux-gnu.so"
  cp lgpio.py wheel/
  I=wheel/lgpio-$V.dist-info; mkdir "$I"
  cp PKG-INFO "$I/METADATA"
  printf '%s\n' "Wheel-Version: 1.0" "Generator: lgpio.sh" "Root-Is-Purelib: false" "Tag: cp${PY/./}-cp${PY/./}-linux_$M" > "$I/WHEEL"
  (cd wheel; find . -type f -printf '%P\n' | while read -r f; do echo "$f,sha256=$(openssl dgst -sha256 -binary "$f" | base64 | tr '+/' '-_' | tr -d =),$(stat -c %s "$f")"; done > "../RECORD"; echo "lgpio-$V.dist-info/RECORD,," >> ../RECORD; mv ../RECORD "lgpio-$V.dist-info/")
  mkdir "$W/out"
  python3 -c 'import shutil, sys; shutil.make_archive(sys.argv[1], "zip", "wheel")' "$W/out/lgpio"
  mv "$W/out/lgpio.zip" "$W/out/lgpio-$V-cp${PY/./}-cp${PY/./}-linux_$M.whl"
  mv "$W/out" "$OUT"
fi
echo "$OUT"
