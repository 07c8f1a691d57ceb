#!/usr/bin/env bash
# Builds the release preset, installs it into a staging folder and checks what a distribution would ship.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/deps.sh build run test
cmake --preset release -DOBSTAT_BUILD_TESTS=OFF >/dev/null
cmake --build --preset release
stage=$PWD/build/stage
rm -rf "$stage"
DESTDIR="$stage" cmake --install build/release --prefix /usr >/dev/null
for program in obstat obstatd obstatctl; do
  QT_QPA_PLATFORM=offscreen "$stage/usr/bin/$program" --version
  QT_QPA_PLATFORM=offscreen "$stage/usr/bin/$program" --help >/dev/null
done
desktop-file-validate "$stage/usr/share/applications/org.obstat.Obstat.desktop"
appstreamcli validate --no-net "$stage/usr/share/metainfo/org.obstat.Obstat.metainfo.xml"
if command -v systemd-analyze >/dev/null; then
  unit=$(mktemp -d)
  trap 'rm -rf "$unit"' EXIT
  sed "s|/usr/bin/obstatd|$stage/usr/bin/obstatd|" "$stage/usr/lib/systemd/user/obstatd.service" >"$unit/obstatd.service"
  # It looks at the user's runtime folder, which a build machine need not have.
  XDG_RUNTIME_DIR=$unit systemd-analyze verify --user --man=no "$unit/obstatd.service"
fi
test -f "$stage/usr/share/icons/hicolor/scalable/apps/org.obstat.Obstat.svg"
echo "package: the staged installation is in order ($(find "$stage" -type f | wc -l) files)"
