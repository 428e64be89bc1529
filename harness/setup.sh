#!/bin/sh
# Puts in place what the verbs of the Makefile need: the npm packages, and the programs named as arguments.
# Does nothing the second time. Says one clear line and ends with 1 when a person has to do something.
set -eu
cd "$(dirname "$0")/.."

fail() {
  echo "$1" >&2
  exit 1
}

packages() {
  # It only fetches the packages, and with them the Node.js that everything runs on. Debian's brings a Node.js for itself.
  program npm
  major=$(node -p 'process.versions.node.split(".")[0]')
  [ "$major" -ge 18 ] || fail "Node.js $major is too old: install Node.js 18 or newer, then try again. On Debian and Ubuntu:
  curl -fsSL https://deb.nodesource.com/setup_22.x | sudo bash - && sudo apt-get install -y nodejs"

  wanted=$(cat package.json package-lock.json .npmrc | cksum)
  if [ "$(cat .setup/packages 2>/dev/null)" != "$wanted" ] || [ ! -x node_modules/.bin/node ]; then
    # npm would empty the folder that it leads to.
    [ ! -L node_modules ] || fail "node_modules is a link to $(readlink node_modules): remove the link, then try again."
    echo 'Installing the npm packages ...'
    install_packages || fail 'npm could not install the packages: see its message above, then try again.'
    node_program
    node_modules/.bin/node harness/tools/supply/checkInstalledPackages.ts || exit 1
    mkdir -p .setup
    echo "$wanted" >.setup/packages
  fi
}

# Exactly what package-lock.json names, and no program of a package runs for it. A lock that somebody is just changing
# may have holes: then npm fills them. The image, which others get, is built without this.
install_packages() {
  said=$(mktemp)
  if npm ci --ignore-scripts --no-progress 2>"$said"; then
    code=0
  elif grep -q 'code EUSAGE' "$said"; then
    echo 'package-lock.json does not fit package.json, or has holes: "npm install" instead of "npm ci" this once.' >"$said"
    if npm install --ignore-scripts --no-save --no-progress; then code=0; else code=1; fi
  else
    code=1
  fi
  cat "$said" >&2
  rm -f "$said"
  return $code
}

# The Node of package.json: it is a package as the others are, with a checksum. Where there is none for this machine,
# the installed one has to do. npm 10 forgets the link when it leaves out the package of another machine.
node_program() {
  program="../node-$(node -p 'process.platform + "-" + process.arch')/bin/node"
  if [ ! -x "node_modules/.bin/$program" ]; then
    node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 18) ? 0 : 1)' ||
      fail 'There is no npm package with Node.js 22 for this machine: install Node.js 22.18 or newer, then try again.'
    program=$(node -p 'process.execPath')
  fi
  ln -sf "$program" node_modules/.bin/node
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# $1 is a program, $2 its package where that has another name.
program() {
  command -v "$1" >/dev/null && return
  set -- "${2:-$1}"
  if ! command -v apt-get >/dev/null || ! as_root true 2>/dev/null; then
    fail "$1 is missing: install it (on Debian and Ubuntu: sudo apt-get install $1), then try again."
  fi
  echo "Installing $1 ..."
  # A fresh machine knows no package lists yet. Where they cannot be had, because another apt-get is just loading them, the
  # installation says whether that matters.
  as_root apt-get update -qq >/dev/null || true
  # CI keeps this folder between its runs; the usual one is emptied in images of Debian.
  [ -z "${APT_CACHE:-}" ] || as_root mkdir -p "$APT_CACHE/partial"
  # Another one may be installing, such as the daily upgrade.
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 ${APT_CACHE:+-o "Dir::Cache::archives=$APT_CACHE"} install -y -qq --no-install-recommends "$1" >/dev/null ||
    fail "$1 is missing and apt-get could not install it: install it by hand, then try again."
}

# The same as program, where the package manager has it; the tests go on without.
optional_program() {
  command -v "$1" >/dev/null && return
  command -v apt-get >/dev/null && as_root true 2>/dev/null || return 0
  [ -n "$(apt-cache policy "$1" 2>/dev/null)" ] || return 0
  (program "$1") || echo "Going on without $1."
}

# Debian starts a server as soon as it is installed; the tests bring their own settings and start it themselves.
no_service() {
  policy=/usr/sbin/policy-rc.d
  command -v "$1" >/dev/null || [ -e $policy ] || ! as_root true 2>/dev/null || {
    printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null && as_root chmod +x $policy && trap "as_root rm -f $policy" EXIT
  }
}

packages
for name in "$@"; do
  case $name in
    ffmpeg) [ -n "${CORE_FFMPEG_BINARY:-}" ] || program ffmpeg ;;
    icecast2 | nginx | caddy) no_service "$name" && program "$name" ;;
    chromium) [ -n "${CHROMIUM:-}" ] || program chromium ;;
    chromium-headless-shell) [ -n "${CHROMIUM:-}" ] || optional_program chromium-headless-shell ;;
    firefox-esr) [ -n "${FIREFOX:-}" ] || optional_program firefox-esr ;;
    promtool) no_service prometheus && program promtool prometheus ;;
    arch-test | faketime | openssl | wrk) program "$name" ;;
    docker)
      program dockerd docker.io
      # Debian 13 has the client in a package of its own, and what that builds with in another.
      program docker docker-cli
      docker buildx version >/dev/null 2>&1 || optional_program docker-buildx
      ;;
    # Compose is a plugin of newer clients, and a program of its own beside Debian's.
    docker-compose) docker compose version >/dev/null 2>&1 || program docker-compose ;;
    mmdebstrap) program mmdebstrap ;;
    qemu-aarch64-static | qemu-arm-static) program "$name" qemu-user-static ;;
    # On a machine of people it would act at the next start.
    cloud-init) case ${CI:-} in '' | 0 | false) ;; *) program cloud-init ;; esac ;;
  esac
done
