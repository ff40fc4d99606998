#!/usr/bin/env bash
# vtc inside ONNX Runtime: a pretrained text recogniser cut in two, its columns compressed between. Fetches the runtime's wheel and the model from PyPI, finds the
# headers (see headers.sh; without them it exits 4), builds vtc_onnxruntime under build/hosts/onnxruntime, checks what must hold, and prints the table.
# With words behind --, runs vtc_onnxruntime with them instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
source cmake/prepare.sh
source examples/hosts/fetch_and_build.sh
source examples/hosts/recogniser/prepare.sh
source examples/hosts/onnxruntime/headers.sh

own=()
case ${1-} in
  "") ;;
  --) shift; own=("$@") ;;
  *) sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; [[ $1 == -h || $1 == --help ]] && exit 0 || exit 2 ;;
esac

folder=build/hosts/onnxruntime
find_onnxruntime_headers "$folder"
if [[ -z $headers ]]; then
  echo "ONNX Runtime's C++ headers are missing: install libonnxruntime-dev, or set ONNXRUNTIME_INCLUDE to the folder of onnxruntime_cxx_api.h" >&2
  exit 4
fi
prepare_recogniser
python_packages "$folder/venv" onnxruntime==1.32.0
mkdir -p "$folder/lib"
ln -sf "$(echo "$PWD/$folder"/venv/lib/python3*/site-packages/onnxruntime/capi/libonnxruntime.so.1.*)" "$folder/lib/libonnxruntime.so.1"  # as the loader asks for it
build_host onnxruntime -DONNXRUNTIME_INCLUDE="$headers" -DONNXRUNTIME_LIBRARY="$PWD/$folder/lib/libonnxruntime.so.1"
program=$folder/build/vtc_onnxruntime
if ((${#own[@]} > 0)); then exec "$program" "${own[@]}"; fi
run_recogniser "$program"
