# shellcheck shell=bash
# Python packages for the hosts, in a folder of their own. To be sourced, in the root of the repository.

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
