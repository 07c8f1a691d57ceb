#!/usr/bin/env bash
# Installs the Debian packages that building, running and testing need, and nothing that is there already.
# Usage: deps.sh build|run|test|lint …   (several at once). Works as root and as a user with sudo.
set -euo pipefail

build=(g++ cmake ninja-build ccache pkg-config qt6-base-dev libqt6opengl6-dev qt6-svg-dev qt6-tools-dev
       qt6-l10n-tools qt6-tools-dev-tools linguist-qt6 libsqlite3-dev libssl-dev libicu-dev libboost1.81-dev
       libexpected-dev libtomlplusplus-dev libcli11-dev)
run=(libqt6sql6-sqlite libqt6svg6 qt6-qpa-plugins fonts-dejavu-core)
test=(librapidcheck-dev xvfb xauth unicode-data python3 python3-jsonschema openssl curl sqlite3 desktop-file-utils
      appstream procps dbus-daemon spin)
lint=(clang-format-19 clang-tidy-19 clazy)

wanted=()
for group in "$@"; do
  case "$group" in
    build) wanted+=("${build[@]}") ;;
    run) wanted+=("${run[@]}") ;;
    test) wanted+=("${test[@]}") ;;
    lint) wanted+=("${lint[@]}") ;;
    *) echo "deps.sh: unknown group '$group' (build, run, test, lint)" >&2; exit 2 ;;
  esac
done

# A node that comes with an npm of its own does not go together with Debian's.
if [[ " $* " == *" test "* ]] && ! command -v npm >/dev/null; then wanted+=(nodejs npm); fi

missing=()
for package in "${wanted[@]}"; do
  dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "deps: everything for '$*' is installed"
  exit 0
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "deps: as a user this needs sudo to install: ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi
echo "deps: installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
echo "deps: done"
