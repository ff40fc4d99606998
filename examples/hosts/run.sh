#!/usr/bin/env bash
# vtc inside real runtimes: fetches them by name, builds them and the example under build/hosts (a second run builds nothing again), checks what must hold,
# and prints the tables.
#   examples/hosts/run.sh llama_cpp [--tiny]    llama.cpp; --tiny: small models only, for CI
#   examples/hosts/run.sh openvino              a pretrained text recogniser in OpenVINO
#   examples/hosts/run.sh onnxruntime           the same in ONNX Runtime; needs its C++ headers
#   examples/hosts/run.sh executorch            only the views, on ExecuTorch's own tensors
#   examples/hosts/run.sh all [--tiny]          each in turn
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

case ${1-} in
  llama_cpp) exec "$here/llama_cpp/run.sh" "${@:2}" ;;
  openvino | onnxruntime | executorch) exec "$here/$1/run.sh" "${@:2}" ;;
  all)
    printf '==== llama_cpp\n'
    "$here/llama_cpp/run.sh" "${@:2}"
    printf '\n==== openvino\n'
    "$here/openvino/run.sh"
    printf '\n==== executorch\n'
    "$here/executorch/run.sh"
    printf '\n==== onnxruntime\n'
    cd "$here/../.."
    source examples/hosts/onnxruntime/headers.sh
    find_onnxruntime_headers build/hosts/onnxruntime
    if [[ -n $headers ]]; then ONNXRUNTIME_INCLUDE=$headers "$here/onnxruntime/run.sh"; else echo "skipped: onnxruntime headers"; fi
    ;;
  -h | --help) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" ;;
  *) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
