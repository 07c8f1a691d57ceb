#!/usr/bin/env bash
# Installs what is missing, builds the release preset, makes a demo ledger by really running it, and opens the console.
# Without a display it renders every page to PNG instead. Safe to run twice, as root or as a user with sudo.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
bin=$root/build/release/bin
demo=${XDG_DATA_HOME:-$HOME/.local/share}/obstat-demo

packaging/deps.sh build run
echo "run: building the release preset (the first time takes about a quarter of an hour on two cores)"
cmake --preset release >/dev/null
cmake --build --preset release --target obstat obstatd obstatctl
packaging/demo.sh "$demo" "$bin"

if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  echo "run: no display here, so the pages are rendered to PNG"
  packaging/pictures.sh "$demo/demo.obstat" "$bin" "$root/build/pictures"
  echo "run: look at the pictures in $root/build/pictures"
  exit 0
fi

logs=$demo/logs
mkdir -p "$logs"
started=()
stop_started() {
  local pid
  for pid in "${started[@]}"; do kill -TERM "$pid" 2>/dev/null || true; done
  for pid in "${started[@]}"; do wait "$pid" 2>/dev/null || true; done
  echo "run: the owner and obstatd are stopped; the demo stays in $demo"
}
trap stop_started EXIT
owner=$(sed -n 's|^url *= *"http://\([^"]*\)".*|\1|p' "$demo/tools.toml" | head -n 1)
echo "run: starting the simulated owner on $owner and obstatd (logs in $logs)"
"$bin/obstatctl" owner --listen "$owner" --book "$demo/owner.sqlite" >"$logs/owner.log" 2>&1 &
started+=($!)
"$bin/obstatd" --config "$demo/obstatd.toml" >"$logs/obstatd.out" 2>"$logs/obstatd.log" &
started+=($!)
for _ in $(seq 100); do
  [ -s "$logs/obstatd.out" ] && break
  kill -0 "${started[1]}" 2>/dev/null || { echo "run: obstatd did not start; see $logs/obstatd.log" >&2; break; }
  sleep 0.1
done
echo "run: opening the console. To decide, press Ctrl+L and give the key and the passphrase that the demo named above."
status=0
"$bin/obstat" --ledger "$demo/demo.obstat" || status=$?
exit "$status"
