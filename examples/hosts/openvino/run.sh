#!/usr/bin/env bash
# vtc inside OpenVINO: a pretrained text recogniser cut in two, its columns compressed between. Fetches OpenVINO and the model from PyPI, builds vtc_openvino under
# build/hosts/openvino, checks what must hold, and prints the table.
# With words behind --, runs vtc_openvino with them instead: run.sh -- --vision V.xml --language L.xml --image A.png --method tome --keep 50
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
source cmake/prepare.sh
source examples/hosts/fetch_and_build.sh
source examples/hosts/recogniser/prepare.sh

own=()
case ${1-} in
  "") ;;
  --) shift; own=("$@") ;;
  *) sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; [[ $1 == -h || $1 == --help ]] && exit 0 || exit 2 ;;
esac

prepare_recogniser
python_packages build/hosts/openvino/venv openvino==2026.4.1 numpy pillow
build_host openvino -DOpenVINO_DIR="$(echo "$PWD"/build/hosts/openvino/venv/lib/python3*/site-packages/openvino/cmake)"
program=build/hosts/openvino/build/vtc_openvino
if ((${#own[@]} > 0)); then exec "$program" "${own[@]}"; fi
run_recogniser "$program"

parts=build/hosts/openvino/random_vlm
if [[ ! -f $parts/language.xml ]]; then
  mkdir -p "$parts"
  build/hosts/openvino/venv/bin/python examples/hosts/openvino/make_random_vlm.py examples/photographs/data/astronaut.png "$parts"
fi
vlm=(--vision $parts/vision.xml --language $parts/language.xml --pixels $parts/pixels.npy)
printf '\n== a vision-language model with random weights, cut between encoder and projector\n'
"$program" "${vlm[@]}" --seam encoder --keep 288,144,64,600
printf '\n== the same, cut behind the projector\n'
"$program" "${vlm[@]}" --keep 64 --method tome --method divprune
printf '\n== bad input\n'
refused "$program" 4 --vision $parts/vision.xml --language nowhere.xml --pixels $parts/pixels.npy
refused "$program" 3 --vision $parts/vision.xml --language $parts/vision.xml --pixels $parts/pixels.npy
refused "$program" 3 "${vlm[@]}" --seam nowhere
refused "$program" 3 "${vlm[@]}" --grid 20,20
refused "$program" 3 "${vlm[@]}" --method fastervlm
