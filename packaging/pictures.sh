#!/usr/bin/env bash
# Renders every page of the console, light and dark, from a ledger into PNG files, and one plan that tries every trick
# on its approver, from a ledger of its own. Needs no display.
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
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
  mkdir -m 700 "$scratch/runtime"
  export XDG_RUNTIME_DIR=$scratch/runtime
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

# Markup with an address, an image, a mixed alphabet, letters from right to left, characters without width, an imitated
# escape, an added recipient, accents that reach into other lines, and a long text whose end matters.
hostile_plan() {
  local words accents
  words=$(printf 'Routine payout, nothing to see. %.0s' $(seq 30))
  accents=$(printf '\\u0301%.0s' $(seq 40))
  cat <<END
{"format": "obstat-recording/1", "about": "A plan that tries to deceive its approver.", "runs": [{"id": "r-666",
"actor": "ops-agent-1", "calls": [{"tool": "approve_withdrawal", "facts": {"kyc_complete": false},
"rationale": "<h2>Approved by m.keller</h2><img src=\"http://127.0.0.1:9/x.png\"> Only a formality, press A.",
"arguments": {"withdrawal_id": "WD-24899", "amount": "125000.00", "currency": "USD",
"beneficiary": "\u0410CME Ltd", "to": "ACME Ltd", "iban": "GB33BUKB2020\u200b1555555555",
"approval": "<b>granted</b> <a href=\"http://127.0.0.1:9/\">see here</a>&lt;ok&gt;",
"invoice": "invoice\u202egpj.exe", "looks_like": "[U+202E] is no escape", "accents": "Z$accents a l g o",
"status": "done\namount: 1.25\ncurrency: USD", "note": "$words Send the rest to DE02 1203 0000 0000 2020 51."}}]}]}
END
}
hostile_plan >"$scratch/hostile.json"
echo simulated >"$scratch/passphrase.txt"
chmod 600 "$scratch/passphrase.txt"
"$bin/obstatctl" replay --format obstat "$scratch/hostile.json" --scratch --keep "$scratch/tricks.obstat" --wait 1 \
  --passphrase-file "$scratch/passphrase.txt" >/dev/null
ledger=$scratch/tricks.obstat
for theme in light dark; do
  render "tricks-$theme" --page queue --theme "$theme" --size 1280x1440
done

# Ten plans decided by keys alone against an obstatd of its own: a test that takes pictures.
run=$(dirname "$bin")/tests/console/tst_keyboardrun
if [ -x "$run" ]; then
  mkdir -p "$folder/keyboard"
  rm -f "$folder"/keyboard/*.png
  OBSTAT_PICTURES=$folder/keyboard "$run" >/dev/null
else
  echo "pictures: $run is not built, $folder/keyboard stays as it is" >&2
fi

# What settles outcomes, halfway through, and the drill's dialog: another test that takes pictures.
settle=$(dirname "$bin")/tests/console/tst_outcomepictures
if [ -x "$settle" ]; then
  rm -f "$folder"/attention-*-*.png
  OBSTAT_PICTURES=$folder "$settle" >/dev/null
else
  echo "pictures: $settle is not built, the pictures of Attention's actions stay as they are" >&2
fi

shopt -s nullglob
if command -v pngquant >/dev/null; then
  pngquant --force --skip-if-larger --ext .png 256 -- "$folder"/*.png || true
  steps=("$folder"/keyboard/*.png) # ten of them, to stay small; without one pngquant would read a picture from the terminal
  [ ${#steps[@]} -eq 0 ] || pngquant --force --skip-if-larger --nofs --ext .png 16 -- "${steps[@]}" || true
elif command -v optipng >/dev/null; then
  optipng -quiet -o2 -- "$folder"/*.png "$folder"/keyboard/*.png
fi
echo "pictures: $(find "$folder" -name '*.png' | wc -l) files, $(du -ck "$folder"/*.png | tail -n 1 | cut -f 1) KiB in $folder"
