#!/usr/bin/env bash
# clang-tidy over all sources and clazy over the console: the nightly lint, too long for every change (the house rules of
# tests/lint and the format are part of every run).
# Needs the compile commands of a configured preset: lint.sh [PRESET] (dev by default).
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-dev}
packaging/deps.sh lint build
[ -f "build/$preset/compile_commands.json" ] || cmake --preset "$preset" >/dev/null
mapfile -t sources < <(git ls-files 'src/*.cpp')
echo "lint: clang-tidy over ${#sources[@]} files"
printf '%s\0' "${sources[@]}" | xargs -0 -n 4 -P "$(nproc)" clang-tidy-19 -p "build/$preset" --quiet 2>/dev/null
echo "lint: clazy level 0 and 1 over the console"
mapfile -t console < <(git ls-files 'src/console/*.cpp')
printf '%s\0' "${console[@]}" | xargs -0 -n 4 -P "$(nproc)" \
  clazy-standalone -p "build/$preset" --checks=level0,level1,no-qt-macros,no-fully-qualified-moc-types
