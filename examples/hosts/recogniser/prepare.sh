# shellcheck shell=bash
# What the recogniser's hosts run on, made once under build/hosts/recogniser, and the checks that both must pass. To be sourced, in the root of the repository,
# after cmake/prepare.sh and examples/hosts/fetch_and_build.sh.

model=build/hosts/recogniser/PP-OCRv6_rec_small.onnx
data=build/hosts/recogniser/data
lines=examples/text_reader/data/lines.txt

prepare_recogniser() {
  local folder=build/hosts/recogniser version=3.10.0
  install_packages cmake ninja-build g++ libxsimd-dev libcli11-dev nlohmann-json3-dev python3 python3-venv unzip fonts-dejavu-core
  python_packages "$folder/venv" numpy pillow onnx==1.17.0
  if [[ ! -f $model ]]; then
    echo "Fetching the recogniser (rapidocr $version) from PyPI"
    "$folder/venv/bin/pip" download -q --disable-pip-version-check --no-deps "rapidocr==$version" -d "$folder" || { echo "PyPI does not give rapidocr==$version" >&2; exit 4; }
    unzip -q -o -j "$folder"/rapidocr-$version-*.whl '*/PP-OCRv6_rec_small.onnx' -d "$folder"
  fi
  if [[ ! -f $data/tail.onnx ]]; then
    mkdir -p "$data"
    "$folder/venv/bin/python" examples/hosts/recogniser/prepare.py "$model" $lines /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf "$data"
  fi
}

# refused PROGRAM CODE words...: the program must exit with the code, and say why in one line.
refused() {
  local program=$1 code=$2 got=0 line
  shift 2
  line=$("$program" "$@" 2>&1 >/dev/null) || got=$?
  printf 'exit %d  %s\n' "$got" "$line"
  [[ $got == "$code" && $(wc -l <<<"$line") == 1 ]] || { echo "expected exit $code and one line" >&2; exit 1; }
}

# run_recogniser PROGRAM: checks, tables, bad input.
run_recogniser() {
  local program=$1 folder=build/hosts/recogniser
  "$program" --model $model --data $data --lines $lines --keep 90,70,50
  printf '\n== bad input\n'
  head -c 100000 $model >"$folder/truncated.onnx"
  refused "$program" 4 --model nowhere.onnx --data $data --lines $lines
  refused "$program" 4 --model $model --data nowhere --lines $lines
  refused "$program" 3 --model "$folder/truncated.onnx" --data $data --lines $lines
  refused "$program" 3 --model $data/head.onnx --data $data --lines $lines
  refused "$program" 3 --model $model --data $data --lines $lines --method fastervlm
  refused "$program" 3 --model $model --data $data --lines $lines --method pixel_shuffle
  refused "$program" 2 --model $model --data $data --lines $lines --method tom
}
