#!/usr/bin/env bash
# Every method at three counts on all pictures; the drawings of what was kept go into the build folder.
set -euo pipefail
build/release/bin/mini_vlm --out build/release/mini_vlm_pictures "$@"
