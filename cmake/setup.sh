# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What ./run and ./test do before they start anything: packages, LibTorch, CUPTI's headers, configure.
# Sourced with `root` set to the repository's folder. Needs nothing but bash and coreutils at first.
: "${root:?}"

readonly torch_version=2.13.0 # the Python package that LibTorch is taken from
readonly cuda_for_cpu_torch=13.0 # whose CUPTI headers to build with where torch has no CUDA of its own
readonly packages=(
    g++ cmake ninja-build ccache
    qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n libqcustomplot-dev
    nlohmann-json3-dev libsimdjson-dev libexpected-dev libcli11-dev zlib1g-dev libisal-dev libsentencepiece-dev
    fonts-dejavu-core python3 python3-venv
)

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "$@"
    exit 1
}

# HOME may be unset, and may name a folder that cannot be written.
prepareCache() {
    if [ -z "${HOME:-}" ]; then
        HOME=$(getent passwd "$(id -u)" | cut -d: -f6)
        export HOME
    fi
    cache="${XDG_CACHE_HOME:-$HOME/.cache}/decodescope"
    if ! mkdir -p "$cache" 2>/dev/null || [ ! -w "$cache" ]; then
        cache="$root/build/cache"
        mkdir -p "$cache"
        export CCACHE_DIR="${CCACHE_DIR:-$cache/ccache}"
        say "No cache folder can be made in '${XDG_CACHE_HOME:-$HOME}'; using $cache."
    fi
}

asRoot() {
    if [ "$(id -u)" -eq 0 ]; then
        env "$@"
    elif [ -t 0 ]; then
        sudo env "$@"
    else
        sudo -n env "$@"
    fi
}

installPackages() {
    [ -n "${DECODESCOPE_NO_APT:-}" ] && return
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "This is not a Debian or Ubuntu machine: the libraries named in README.md must be there already."
        return
    fi
    local installed missing=() package
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
    for package in "${packages[@]}"; do
        grep -qxF "installed $package" <<<"$installed" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    local byHand="    apt-get install --no-install-recommends ${missing[*]}
or set DECODESCOPE_NO_APT=1 if the libraries are elsewhere (CMAKE_PREFIX_PATH)."
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        fail "Some packages are missing and there is no sudo here. As root, run
$byHand"
    fi
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    local options=(-y -q -o DPkg::Lock::Timeout=300)
    { asRoot DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}" update &&
        asRoot DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}" install --no-install-recommends "${missing[@]}"; } >&2 ||
        fail "apt could not install the packages (see above). Check the network and /etc/apt, or install them by hand:
$byHand"
}

# installFromPyPi VENV PACKAGE...: a private virtual environment, left as it is when it was finished before.
installFromPyPi() {
    local venv=$1
    shift
    [ "$(cat "$venv/installed" 2>/dev/null)" = "$*" ] && return
    rm -rf "$venv"
    local quiet=(-q)
    [ -t 2 ] && quiet=()
    { python3 -m venv "$venv" &&
        "$venv/bin/python" -m pip install --no-input --disable-pip-version-check "${quiet[@]}" "$@"; } >&2 || return
    printf '%s' "$*" >"$venv/installed"
}

# What tests/peers compares with. Nothing of it is part of the program.
installPeers() {
    installFromPyPi "$cache/peers" HolisticTraceAnalysis==0.5.0 torch-tb-profiler==0.4.3 ||
        fail "The programs to compare with could not be downloaded (see above). Name a Python that has them:
    DECODESCOPE_PEERS=/folder/bin/python ./test"
    export DECODESCOPE_PEERS="$cache/peers/bin/python"
}

# describeTorch PYTHON: the folder, version and CUDA version ("none") of its torch, a line each; fails without one that
# can be built against. Torch is found but not imported, which would take seconds.
describeTorch() {
    (cd / && "$1" - 2>/dev/null) <<'PYTHON'
import importlib.util, os, runpy, sys
spec = importlib.util.find_spec("torch")
if spec is None or spec.origin is None:
    sys.exit(1)
folder = os.path.dirname(spec.origin)
version = runpy.run_path(os.path.join(folder, "version.py"))
major, minor = version["__version__"].split(".")[:2]
# Wheels before 2.6 have the old C++ ABI of std::string.
if (int(major), int(minor)) < (2, 6) or not os.path.exists(os.path.join(folder, "share/cmake/Torch/TorchConfig.cmake")):
    sys.exit(1)
print(folder, version["__version__"], version["cuda"] or "none", sep="\n")
PYTHON
}

# Sets Torch_DIR, and torch_cuda to the CUDA version it was built for ("none" without).
findTorch() {
    torch_cuda=none
    local found
    if [ -n "${Torch_DIR:-}" ]; then
        [ -e "$Torch_DIR/TorchConfig.cmake" ] || fail "Torch_DIR is '$Torch_DIR', but there is no TorchConfig.cmake in it."
        local version="$Torch_DIR/../../../version.py" # where it is a Python package
        [ -e "$version" ] && torch_cuda=$(sed -n "s/^cuda.*= '\(.*\)'/\1/p" "$version")
        torch_cuda=${torch_cuda:-none}
        return
    fi
    if ! found=$(describeTorch python3); then
        local venv="$cache/torch-$torch_version"
        [ -e "$venv/installed" ] || say "Downloading LibTorch (Python package torch $torch_version) to $venv. The CUDA build takes minutes and 5 GB."
        installFromPyPi "$venv" "torch==$torch_version" || fail "LibTorch could not be downloaded (see above). Any one of these helps:
  - make PyPI reachable (a proxy: https_proxy=...; a mirror: PIP_INDEX_URL=...) and start again;
  - install it into the Python in use: python3 -m pip install torch==$torch_version
  - set Torch_DIR to the folder with TorchConfig.cmake of a LibTorch 2.6 or later;
  - build the viewer without live capture: DECODESCOPE_NO_CAPTURE=1 $0"
        found=$(describeTorch "$venv/bin/python") || fail "The LibTorch in $venv is damaged. Remove that folder and start again."
    fi
    { read -r Torch_DIR && read -r _ && read -r torch_cuda; } <<<"$found"
    Torch_DIR="$Torch_DIR/share/cmake/Torch"
}

# firstFolderWith FILE FOLDER...
firstFolderWith() {
    local file=$1 folder
    shift
    for folder in "$@"; do
        [ -e "$folder/$file" ] && { printf '%s' "$folder"; return; }
    done
    return 1
}

# Sets CUPTI_INCLUDE_DIR (cupti.h) and CUDA_INCLUDE_DIR (cuda.h): as given, from a CUDA toolkit, or from PyPI.
findCuptiHeaders() {
    [ -n "${CUPTI_INCLUDE_DIR:-}" ] && { CUDA_INCLUDE_DIR="${CUDA_INCLUDE_DIR:-$CUPTI_INCLUDE_DIR}"; return; }
    local cuda=$torch_cuda toolkits=() toolkit nvcc
    [ "$cuda" = none ] && cuda=$cuda_for_cpu_torch
    nvcc=$(command -v nvcc || true)
    for toolkit in "${CUDA_HOME:-}" "${CUDA_PATH:-}" "${nvcc:+$(dirname "$(dirname "$(readlink -f "$nvcc")")")}" \
        /usr/local/cuda /usr/local/cuda-"${cuda%%.*}"*; do
        [ -n "$toolkit" ] && toolkits+=("$toolkit")
    done
    for toolkit in "${toolkits[@]}"; do
        # Records have another layout in another major version, so a toolkit beside torch's own CUDA is passed over.
        CUDA_INCLUDE_DIR=$(firstFolderWith cuda.h "$toolkit/include" "$toolkit/targets/x86_64-linux/include") &&
            grep -qE "define CUDA_VERSION ${cuda%%.*}[0-9]{3}$" "$CUDA_INCLUDE_DIR/cuda.h" &&
            CUPTI_INCLUDE_DIR=$(firstFolderWith cupti.h "$toolkit/extras/CUPTI/include" "$CUDA_INCLUDE_DIR") && return
    done

    local venv="$cache/cupti-$cuda" names headers crt
    names=(nvidia-cuda-{cupti,runtime,crt}"==$cuda.*")
    [ "${cuda%%.*}" -lt 13 ] && names=(nvidia-cuda-{cupti,runtime,nvcc}"-cu${cuda%%.*}==$cuda.*")
    installFromPyPi "$venv" --no-deps "${names[@]}" || fail "CUPTI's headers could not be downloaded (see above). Any one of these helps:
  - make PyPI reachable (a proxy: https_proxy=...; a mirror: PIP_INDEX_URL=...) and start again;
  - install a CUDA ${cuda%%.*} toolkit, or set CUPTI_INCLUDE_DIR and CUDA_INCLUDE_DIR to the folders of cupti.h and cuda.h;
  - build the viewer without live capture: DECODESCOPE_NO_CAPTURE=1 $0"
    headers=("$venv"/lib/python3*/site-packages/nvidia/*/include)
    if ! CUPTI_INCLUDE_DIR=$(firstFolderWith cupti.h "${headers[@]}") ||
        ! CUDA_INCLUDE_DIR=$(firstFolderWith cuda.h "${headers[@]}") ||
        ! crt=$(firstFolderWith crt/host_defines.h "${headers[@]}"); then
        fail "The CUPTI headers in $venv are damaged. Remove that folder and start again."
    fi
    [ "$crt" = "$CUDA_INCLUDE_DIR" ] || CUDA_INCLUDE_DIR="$CUDA_INCLUDE_DIR;$crt" # CUDA 12 spreads them over packages
}

# configure PRESET: sets build to its folder. CMake runs only when something that it was told has changed: the build
# itself notices changed CMake files.
configure() {
    local preset=$1 settings=()
    build="$root/build/$preset"
    if [ -n "${DECODESCOPE_NO_CAPTURE:-}" ]; then
        settings=(-DWITH_CAPTURE=OFF)
    else
        findTorch
        findCuptiHeaders
        settings=(-DWITH_CAPTURE=ON "-DTorch_DIR=$Torch_DIR" "-DCUPTI_INCLUDE_DIR=$CUPTI_INCLUDE_DIR"
            "-DCUDA_INCLUDE_DIR=$CUDA_INCLUDE_DIR")
    fi
    if [ -e "$build/build.ninja" ] && [ "$(cat "$build/settings" 2>/dev/null)" = "$root ${settings[*]}" ]; then
        return
    fi
    rm -f "$build/settings" "$build/CMakeCache.txt" # also where the clone was moved
    say "Configuring $build"
    mkdir -p "$build"
    (cd "$root" && cmake --preset "$preset" "${settings[@]}") >"$build/configure.log" 2>&1 || {
        cat "$build/configure.log" >&2
        fail "CMake could not configure the build (see above; also in $build/configure.log)."
    }
    printf '%s' "$root ${settings[*]}" >"$build/settings"
}

# compile TARGET: LibTorch's headers take about 2 GB a compiler, so memory bounds the jobs as well as the cores.
compile() {
    local jobs memory
    jobs=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 2000000) }' /proc/meminfo)
    [ "$memory" -lt "$jobs" ] && jobs=$((memory > 0 ? memory : 1))
    cmake --build "$build" --target "$1" -j "$jobs" >&2 || fail "The build failed (see above)."
}

setUp() {
    prepareCache
    installPackages
    configure "$1"
}
