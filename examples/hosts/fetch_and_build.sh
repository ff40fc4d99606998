# shellcheck shell=bash
# How hosts are fetched and built: Python packages in a folder of their own, programs under build/hosts. To be sourced, in the root of the repository.

# python_packages FOLDER PACKAGE...: a virtual environment with these packages; asks no network when they are there. Exits 4 when they cannot be had.
python_packages() {
  local folder=$1 wanted
  shift
  if [[ ! -x $folder/bin/pip ]]; then
    mkdir -p "$(dirname "$folder")"
    python3 -m venv "$folder" || { echo "python3 cannot make a virtual environment: install python3-venv" >&2; exit 4; }
  fi
  wanted=$(printf '%s\n' "$@")
  if [[ $(cat "$folder/installed.txt" 2>/dev/null) != "$wanted" ]]; then
    echo "Fetching from PyPI: $*"
    "$folder/bin/pip" install -q --disable-pip-version-check "$@" || { echo "PyPI does not give: $*" >&2; exit 4; }
    printf '%s\n' "$wanted" >"$folder/installed.txt"
  fi
}

# build_host NAME [option of cmake]...: builds examples/hosts/NAME under build/hosts/NAME/build, outside the sources.
build_host() {
  local name=$1 folder=build/hosts/$1
  shift
  mkdir -p "$folder"
  cmake -S "examples/hosts/$name" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" -Wno-dev --log-level=ERROR >"$folder/configure.log" 2>&1 ||
    { cat "$folder/configure.log" >&2; exit 1; }
  cmake --build "$folder/build" --parallel "$(nproc)"
}
