#!/usr/bin/env bash
# Makes the demo ledger by really running gateway, flow and a simulated owner on the recordings that ship with the
# project, and lets a demo approver decide some of the plans. Nothing is written into the ledger by hand.
# Usage: demo.sh FOLDER BINDIR   (BINDIR holds obstatctl and obstatd)
# A whole demo ledger with plans still waiting is kept; one that is damaged, or whose plans have all expired, is moved
# to FOLDER/earlier and made anew.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: demo.sh FOLDER BINDIR" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
bin=$(cd "$2" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
ledger=$folder/demo.obstat
secret=$folder/passphrase.txt
approver=m.keller
ctl() { "$bin/obstatctl" "$@"; }

waiting() { # plans that a person can still decide
  ctl list --ledger "$ledger" --status awaiting_approval --limit 1000 --json | grep -o '"expires_at":"[^"]*"' |
    awk -F'"' -v now="$(date -u +%Y-%m-%dT%H:%M:%S)" '$4 > now { n++ } END { print n + 0 }'
}

who() {
  echo "demo: the approver is $approver, the key $folder/$approver.pem, its passphrase '$(head -n 1 "$secret")'"
}

if [ -e "$ledger" ]; then
  if ctl verify "$ledger" >/dev/null 2>&1 && left=$(waiting) && [ "$left" -gt 0 ]; then
    echo "demo: $ledger is whole and has $left plans to decide; kept"
    who
    exit 0
  fi
  earlier=$folder/earlier/$(date -u +%Y%m%dT%H%M%SZ)
  echo "demo: the ledger of an earlier demo has nothing left to decide (or is not whole); moved to $earlier"
  mkdir -p "$earlier"
  find "$folder" -mindepth 1 -maxdepth 1 ! -name earlier -exec mv -t "$earlier" {} +
fi

started=()
stop_started() {
  local pid
  for pid in "${started[@]}"; do
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  started=()
}
trap stop_started EXIT

start() { # LOG-FILE PROGRAM ARGUMENT…: in the background, until its first line says that it listens
  local log=$1
  shift
  "$@" >"$log" 2>>"$folder/demo.log" &
  started+=($!)
  for _ in $(seq 100); do
    [ -s "$log" ] && return 0
    kill -0 "${started[-1]}" 2>/dev/null || break
    sleep 0.1
  done
  echo "demo: $1 did not start; see $folder/demo.log" >&2
  exit 1
}

plan() { # RECORD: the number of its waiting plan
  ctl list --ledger "$ledger" --status awaiting_approval --limit 1000 | awk -v r="$1" 'index($0, r) { print $1; exit }'
}

decide() { # RECORD approve|reject [REASON]
  local id
  id=$(plan "$1")
  [ -n "$id" ] || { echo "demo: no plan for $1 is waiting" >&2; exit 1; }
  ctl decide "$id" "$2" ${3:+--reason "$3"} --as "$approver" --key "$folder/$approver.pem" \
    --passphrase-file "$secret" --ledger "$ledger" >/dev/null
  echo "demo: $approver decided: $2 $1"
}

settled() { # RECORD STATUS…: waits until the flow brought it there
  local record=$1 pattern
  pattern=$(IFS='|'; echo "${*:2}")
  for _ in $(seq 300); do
    ctl list --ledger "$ledger" --limit 1000 | awk -v r="$record" 'index($0, r) { print $2; exit }' |
      grep -qxE "$pattern" && return 0
    sleep 0.1
  done
  echo "demo: $record did not become $*" >&2
  exit 1
}

umask 077
[ -s "$secret" ] || echo simulated >"$secret"
echo "demo: replaying ${root}/resources/recordings through a gateway, a flow and a simulated owner"
ctl replay --format obstat "$root"/resources/recordings/*.json --scratch --keep "$ledger" --wait 1 \
  --passphrase-file "$secret"

owner=$(sed -n 's|^url *= *"http://\([^"]*\)".*|\1|p' "$folder/tools.toml" | head -n 1)
echo "demo: starting the owner on $owner and obstatd; $approver decides some plans"
start "$folder/owner.out" "$bin/obstatctl" owner --listen "$owner" --book "$folder/owner.sqlite"
start "$folder/obstatd.out" "$bin/obstatd" --config "$folder/obstatd.toml"
decide WD-24822 approve
decide PAY-8390 approve
decide ORD-8472 approve
decide WD-24823 reject "The customer check is not complete; ask again when the document is there."
for record in WD-24822 PAY-8390 ORD-8472; do settled "$record" succeeded failed; done
stop_started
rm -f "$folder"/owner.out "$folder"/obstatd.out

ctl verify "$ledger"
echo "demo: $(waiting) plans wait for a decision in $ledger"
who
