#!/usr/bin/env bash
# vtc on ExecuTorch's own tensors: fetches the wheel from PyPI, builds vtc_executorch under build/hosts/executorch, and checks the views.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
source cmake/prepare.sh
source examples/hosts/fetch_and_build.sh

version=1.5.1
folder=build/hosts/executorch
install_packages cmake ninja-build g++ libxsimd-dev python3 python3-venv
python_packages "$folder/venv" --no-deps "executorch==$version"
package=$(echo "$PWD/$folder"/venv/lib/python3*/site-packages/executorch)
build_host executorch -Dexecutorch_DIR="$package/share/cmake"
"$folder/build/vtc_executorch"
