# shellcheck shell=bash
# setup.sh: installing packages and building, for ./run, ./check and tools/fresh-machine (sourced, never run).
#
# Promises: standard output stays untouched, all words go to standard error; nothing is said when nothing
# is to do; nobody is asked anything; a machine that cannot be set up gets a clear sentence and exit code 3.
# The caller sets `top`, the root of the repository.

say() {
  printf 'stos: %s\n' "$*" >&2
}

give_up() {
  say "$@"
  exit 3
}

# --- packages -------------------------------------------------------------------------------------------------

# is_there PROBE: the third column of tools/packages.
is_there() {
  case $1 in
    /*) compgen -G "$1" >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# missing_rows KIND...: "package<tab>why" for each package of these kinds that is not there.
missing_rows() {
  local package kind probe why
  while read -r package kind probe why; do
    [[ -n $package && $package != '#'* && " $* " == *" $kind "* ]] || continue
    is_there "$probe" || printf '%s\t%s\n' "$package" "$why"
  done <"${top:?}/tools/packages"
}

show_rows() {
  local package why
  while IFS=$'\t' read -r package why; do
    printf '  %-16s %s\n' "$package" "$why" >&2
  done
}

# find_root PACKAGE...: sets as_root, the words that make a command run as root without a question.
find_root() {
  as_root=()
  command -v apt-get >/dev/null ||
    give_up 'this system has no apt-get. Install what the list above names in its own way, then start again.'
  ((EUID == 0)) && return
  as_root=(sudo -n)
  "${as_root[@]}" true 2>/dev/null ||
    give_up "only root can install them, and sudo does not work here without a password. Please run

  sudo apt-get install --no-install-recommends $*

and start again."
}

# apt_get ARGUMENT...: apt-get without questions, its output in $log. Another apt-get at work is waited for; in a loop,
# because apt's own DPkg::Lock::Timeout leaves out the lock on the lists.
apt_get() {
  local patience_s=300 waited=0
  until "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get --yes --quiet \
    -o APT::Update::Error-Mode=any -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold \
    "$@" </dev/null >"$log" 2>&1; do
    grep -q 'Could not get lock' "$log" || return 1
    ((SECONDS < patience_s)) || return 1
    ((waited++)) || say 'another program is installing packages; waiting for it ...'
    sleep 2
  done
}

# why_apt_failed: one sentence for the end of $log.
why_apt_failed() {
  local pattern words
  while IFS='|' read -r pattern words; do
    grep -qi -- "$pattern" "$log" && printf '%s' "$words" && return
  done <<'TABLE'
No space left|The disk is full.
enough free space|The disk is full.
Could not get lock|Another program has been installing packages for five minutes.
dpkg was interrupted|An earlier installation was cut off; "dpkg --configure -a", run as root, mends it.
resolving|The package server cannot be reached: is there a network?
connect|The package server cannot be reached: is there a network?
Unable to locate|The package sources of this machine do not have it; Debian 12 has.
no installation candidate|The package sources of this machine do not have it; Debian 12 has.
|apt-get did not succeed.
TABLE
}

# install_packages PACKAGE...: the lists of packages are only fetched when installing without that fails.
install_packages() {
  log=$(mktemp) || give_up 'cannot write a temporary file: is the disk full?'
  local install=(install --no-install-recommends "$@")
  if ! apt_get "${install[@]}" && ! { apt_get update && apt_get "${install[@]}"; }; then
    tail -n 12 "$log" >&2
    give_up "the packages could not be installed. $(why_apt_failed)
To try it by hand: apt-get update && apt-get install --no-install-recommends $*"
  fi
  rm -f "$log"
}

# setup_install KIND...: installs what is missing of these kinds.
setup_install() {
  local rows packages
  rows=$(missing_rows "$@")
  [[ -n $rows ]] || return 0
  say 'these Debian packages are needed and not here yet:'
  show_rows <<<"$rows"
  mapfile -t packages < <(cut -f 1 <<<"$rows")
  find_root "${packages[@]}"
  say 'installing them ...'
  install_packages "${packages[@]}"
  rows=$(missing_rows "$@")
  [[ -z $rows ]] && return
  show_rows <<<"$rows"
  give_up 'these were installed, and still what they bring is not found.'
}

# --- building -------------------------------------------------------------------------------------------------

# is_on FOLDER SWITCH: whether a folder was configured with this switch of CMakeLists.txt.
is_on() {
  grep -qsxF "$2:BOOL=ON" "$1/CMakeCache.txt"
}

# is_configured FOLDER: by these presets, for the place where the repository is now, and with these switches.
is_configured() {
  local switch
  [[ -f $1/build.ninja && ! $top/CMakePresets.json -nt $1/build.ninja ]] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$top" "$1/CMakeCache.txt" || return
  for switch in "${switches[@]}"; do
    grep -qxF "${switch/=/:BOOL=}" "$1/CMakeCache.txt" || return
  done
}

# configure PRESET: anew, so that nothing of an older preset stays; what is built stays where its command did not change.
configure() {
  local words
  say "configuring the build '$1' ..."
  words=$(cd "$top" && cmake --fresh --preset "$1" "${switches[@]/#/-D}" 2>&1) && return
  printf '%s\n' "$words" >&2
  return 1
}

# show_build FOLDER: ninja's output, read from standard input, as one moving line for a person and as mere errors for a
# log. Silent when there was nothing to do but to look for new files.
show_build() {
  local line steps=0 erase=
  [[ ! -t 2 ]] || erase=$'\r\033[K'
  while IFS= read -r line; do
    case $line in
      *'Re-checking globbed directories'* | 'ninja: Entering directory'* | 'ninja: no work to do.' | '-- '*) ;;
      'step '*)
        ((steps++)) || say "building in ${1#"$top/"} ..."
        [[ -z $erase ]] || printf '%s%s' "$erase" "$line" >&2
        ;;
      *) printf '%s%s\n' "$erase" "$line" >&2 ;;
    esac
  done
  ((steps == 0)) || printf '%s' "$erase" >&2
}

switches=() # SWITCH=ON or SWITCH=OFF, where a build is not to have everything

# setup_release WORD... [--only TARGET]: installs what the program needs for these words of its command line, and builds that
# and what it had before, or the target alone. The server and its page need compilers for the browser; servers that share a database, and simulations on
# several machines, need their libraries.
setup_release() {
  local folder=$top/build/release kinds=(play) server=OFF several=OFF word only=()
  if (($# > 2)) && [[ ${*: -2:1} == --only ]]; then
    only=("${@: -1}")
  fi
  for word in "$@" "${STOS_STORE-}"; do
    case $word in
      serve | admin | backup | join) server=ON ;;
      worker | --cluster* | *postgres*) server=ON several=ON ;;
    esac
  done
  ! is_on "$folder" STOS_SERVER || server=ON
  ! is_on "$folder" STOS_CLUSTER || several=ON
  [[ $server == OFF ]] || kinds+=(serve)
  [[ $several == OFF ]] || kinds+=(several)
  switches=("STOS_SERVER=$server" "STOS_POSTGRES=$several" "STOS_CLUSTER=$several")
  setup_install "${kinds[@]}"
  setup_build release "${only[@]}"
}

# setup_build PRESET TARGET...: brings build/PRESET up to date; 1 when that fails, the compiler's words shown.
# The lock lets several ./run at once wait for each other. It is let go before the program starts.
setup_build() {
  local folder=$top/build/$1
  mkdir -p "$top/build" || return
  {
    flock 9
    { is_configured "$folder" || configure "$1"; } &&
      NINJA_STATUS='step %f of %t: ' ninja -C "$folder" "${@:2}" 2>&1 | show_build "$folder"
  } 9>"$top/build/.lock"
}
