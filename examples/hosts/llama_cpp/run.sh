#!/usr/bin/env bash
# vtc inside llama.cpp: fetches llama.cpp (the source archive of llama-cpp-python on PyPI), builds it and vtc_llama under build/hosts/llama_cpp, makes models with
# random weights, checks what must hold, and prints the tables.
#   --tiny  small models only, seconds (for CI)      --full  also models of real width: prefill of 576, 288, 144 and 64 tokens, timed
# With words behind --, runs vtc_llama with them instead: run.sh -- --model M.gguf --mmproj P.gguf --image A.png --prompt ... --method tome --keep 64
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
source cmake/prepare.sh
source examples/hosts/fetch_and_build.sh

size=full own=()
case ${1-} in
  --tiny) size=tiny ;;
  --full | "") ;;
  --) shift; own=("$@") ;;
  *) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; [[ $1 == -h || $1 == --help ]] && exit 0 || exit 2 ;;
esac

version=0.3.36
folder=build/hosts/llama_cpp
program=$folder/build/vtc_llama
export OMP_WAIT_POLICY=passive GOMP_SPINCOUNT=0  # spinning threads turn 2 ms into 300 where the cores are shared

install_packages cmake ninja-build g++ libxsimd-dev libcli11-dev nlohmann-json3-dev python3 python3-venv
python_packages "$folder/venv" numpy "gguf==0.19.0" scikit_build_core
source=$folder/llama_cpp_python-$version/vendor/llama.cpp
if [[ ! -f $source/tools/mtmd/mtmd.h ]]; then
  echo "Fetching llama-cpp-python $version from PyPI"
  "$folder/venv/bin/pip" download -q --no-deps --no-binary :all: --no-build-isolation "llama-cpp-python==$version" -d "$folder" || exit 4
  tar xf "$folder"/llama_cpp_python-$version.tar.gz -C "$folder"
fi
build_host llama_cpp -DLLAMA_CPP="$PWD/$source"

if ((${#own[@]} > 0)); then exec "$program" "${own[@]}"; fi

picture=examples/photographs/data/astronaut.png
models() {  # FOLDER KIND [environment...]
  local to=$folder/models/$1 kind=$2
  shift 2
  mkdir -p "$to"
  [[ -f $to/$kind-mmproj.gguf ]] || env "$@" "$folder/venv/bin/python" examples/hosts/llama_cpp/make_random_vlm.py "$kind" "$to" >/dev/null
}
llama() {  # FOLDER KIND words...
  local at=$folder/models/$1 kind=$2
  shift 2
  "$program" --model "$at/$kind-text.gguf" --mmproj "$at/$kind-mmproj.gguf" "$@"
}

models tiny llava TINY=1
models tiny qwen2vl TINY=1
models tiny_class llava TINY=1 CLS=1
for kind in llava qwen2vl; do
  printf '\n== tiny %s: what must hold\n' "$kind"
  llama tiny $kind --image $picture --picture-tokens 576 --check
  printf '\n== tiny %s: every kind of input\n' "$kind"
  llama tiny $kind --image $picture --picture-tokens 576 --repeat 2 --predict 8 --keep 144 --method uniform --method block_pool --method tome --method divprune --method top_k
done
printf '\n== tiny llava with a class token: it stays, and attention is read from its row\n'
llama tiny_class llava --image $picture --check
llama tiny_class llava --image $picture --repeat 2 --predict 8 --keep 144,600 --method fastervlm --method divprune
printf '\n== tiny llava: two pictures in one prompt\n'
llama tiny llava --image $picture --image examples/photographs/data/coffee.png --repeat 2 --predict 8 --keep 64 --method divprune
printf '\n== tiny llava: agreement with the answers of all rows\n'
printf 'What is this?\nHow many are there?\n' >"$folder/questions.txt"
mkdir -p "$folder/pictures"
cp examples/photographs/data/*.png "$folder/pictures"
llama tiny llava --images "$folder/pictures" --questions "$folder/questions.txt" --predict 8 --keep 288,64 --method tome --method divprune

printf '\n== bad input\n'
refused() {  # CODE words...
  local code=$1 got=0 line
  shift
  line=$(llama tiny llava "$@" 2>&1 >/dev/null) || got=$?
  printf 'exit %d  %s\n' "$got" "$line"
  [[ $got == "$code" && $(wc -l <<<"$line") == 1 ]] || { echo "expected exit $code and one line" >&2; exit 1; }
}
refused 4 --image nowhere.png
refused 4 --image $picture --model nowhere.gguf
refused 3 --image $picture --mmproj "$folder/models/tiny/llava-text.gguf"
refused 3 --image $picture --method cdpruner --keep 64
refused 3 --image $picture --method pixel_shuffle --keep 64
refused 2 --image $picture --method tom --keep 64

[[ $size == full ]] || exit 0
models full llava
models full qwen2vl
for kind in llava qwen2vl; do
  printf '\n== %s of real width (random weights, one thread, shortest of 5 runs in turn)\n' "$kind"
  llama full $kind --image $picture --picture-tokens 576 --repeat 5 --predict 4 --keep 288,144,64 --method tome --method top_k --method uniform
done
