#!/usr/bin/env bash
# Renders every page of the console, light and dark, from a ledger into PNG files. Needs no display.
# Usage: pictures.sh [LEDGER [BINDIR [FOLDER]]]
#   default: the demo ledger of run.sh (made if it is missing), build/release/bin, docs/pictures
set -euo pipefail
cd "$(dirname "$0")/.."
ledger=${1:-${XDG_DATA_HOME:-$HOME/.local/share}/obstat-demo/demo.obstat}
bin=${2:-build/release/bin}
folder=${3:-docs/pictures}
[ -e "$ledger" ] || packaging/demo.sh "$(dirname "$ledger")" "$bin"
mkdir -p "$folder"
export QT_QPA_PLATFORM=offscreen TZ=UTC
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
  XDG_RUNTIME_DIR=$(mktemp -d)
  export XDG_RUNTIME_DIR
  trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
fi

render() { # NAME OPTION…
  local file=$folder/$1.png
  shift
  case " $* " in *" --language "*) ;; *) set -- "$@" --language en ;; esac
  # The offscreen platform says of every window that it cannot give size hints.
  "$bin/obstat" --ledger "$ledger" --size 1280x800 --screenshot "$file" "$@" \
    2> >(grep -v 'does not support propagateSizeHints' >&2 || true)
  [ -s "$file" ] || { echo "pictures: $file was not written" >&2; exit 1; }
  echo "pictures: $file"
}

for page in queue operations attention audit dashboard tools policy people; do
  for theme in light dark; do
    render "$page-$theme" --page "$page" --theme "$theme"
  done
done
render queue-light-de --page queue --theme light --language de
render queue-light-2x --page queue --theme light --scale 2

if command -v pngquant >/dev/null; then
  pngquant --force --skip-if-larger --ext .png 256 -- "$folder"/*.png || true
elif command -v optipng >/dev/null; then
  optipng -quiet -o2 -- "$folder"/*.png
fi
echo "pictures: $(find "$folder" -name '*.png' | wc -l) files, $(du -ck "$folder"/*.png | tail -n 1 | cut -f 1) KiB in $folder"
