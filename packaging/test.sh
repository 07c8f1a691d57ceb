#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors, and runs all tests. Safe to run twice, as root or with sudo.
# Usage: test.sh [PRESET]   (dev by default; asan, tsan, release)
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-dev}

packaging/deps.sh build run test
echo "test: configuring and building the preset '$preset'"
cmake --preset "$preset" >/dev/null
cmake --build --preset "$preset"
echo "test: running the tests"
ctest --preset "$preset" --no-tests=error
