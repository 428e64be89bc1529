#!/bin/sh
# Installs Docker, the image and the container. Each step writes a status line for the waiting page (sluice-wait).
# Idempotent: finished steps are skipped.
set -u
folder=${SLUICE_FOLDER:-/etc/sluice}
status=${SLUICE_STATUS:-/run/sluice/status}
pause=${SLUICE_PAUSE:-10}
# shellcheck source=/dev/null
. "$folder/settings" || exit 1

# $1: step, a key in sluice-texts, $2: value for %s, $3: last error. The page translates it.
say() {
  # shellcheck disable=SC2059 # it is a format
  line=$(printf "$1" "${2:-}")${3:+ It has failed and is tried again: $3}
  [ "$line" != "${said:-}" ] || return 0
  said=$line
  echo "$line"
  # Atomic, because the page reads it at any time.
  printf '%s\n%s\n%s\n' "$1" "${2:-}" "${3:-}" >"$status.next" && mv "$status.next" "$status"
}

# A Raspberry Pi has no battery-backed clock, and certificates are invalid before its time is set.
has_time() {
  [ "$(date +%Y)" -ge 2025 ]
}

wait_for_internet() {
  while :; do
    if [ -z "$(ip route show default 2>/dev/null)" ]; then
      say 'There is no network. Plug in a network cable. For Wi-Fi, check that its name and password are right on the card. This goes on by itself then.'
    elif ! getent hosts deb.debian.org >/dev/null; then
      say 'There is a network, but no internet, from which Sluice has to be loaded once. Check the router. This goes on by itself then.'
    elif ! has_time; then
      say 'Waiting for the time of day from the network.'
    else
      return 0
    fi
    sleep "$pause"
  done
}

compose() {
  if docker compose version >/dev/null 2>&1; then
    docker compose "$@"
  else
    docker-compose "$@"
  fi
}

# Retries a command until it succeeds. $1, $2: see say; then the command.
insist() {
  doing=$1
  what=$2
  shift 2
  failure=
  while :; do
    say "$doing" "$what" "$failure"
    reason=$("$@" 2>&1) && return 0
    echo "$reason"
    failure=$(printf '%s' "$reason" | tail -n 1 | tr -d '\000-\037' | cut -c 1-300)
    say "$doing" "$what" "${failure:-?}"
    sleep "$pause"
    wait_for_internet
  done
}

install_docker() {
  command -v docker >/dev/null && { docker compose version >/dev/null 2>&1 || command -v docker-compose >/dev/null; } && return
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq docker.io docker-compose avahi-daemon
}

# $1: group name, $2: number if it is missing
group() {
  getent group "$1" | cut -d : -f 3 | grep . || echo "$2"
}

# Readable only by root, because a camera address with its token may be added.
write_environment() (
  umask 077
  rm -f "$folder/.env"
  printf 'SLUICE_IMAGE=%s\nSLUICE_HOST=%s\nVIDEO_GROUP=%s\nAUDIO_GROUP=%s\nRENDER_GROUP=%s\n' \
    "$SLUICE_IMAGE" "$(hostname)" "$(group video 44)" "$(group audio 29)" "$(group render 65534)" >"$folder/.env"
)

# Skips a loaded image: its file may be gone, and no registry may have it.
load_image() {
  ! docker image inspect "$SLUICE_IMAGE" >/dev/null 2>&1 || return 0
  for partition in ${SLUICE_BOOT:-/boot/firmware /boot}; do
    file=$partition/${SLUICE_IMAGE_FILE:-}
    [ -f "$file" ] || continue
    docker load --quiet --input "$file"
    return
  done
  compose pull
}

answers() {
  curl -fsS -m 5 -o /dev/null http://127.0.0.1/ping
}

cd "$folder" || exit 1
wait_for_internet
insist 'Installing Docker ...' '' install_docker
write_environment
insist 'Loading %s ...' "$SLUICE_IMAGE" load_image
say 'Starting Sluice ...'
# The waiting page and Sluice use the same port. An open page polls until Sluice responds.
systemctl stop sluice-wait.socket
insist 'Starting Sluice ...' '' compose up -d
insist 'Waiting for Sluice to answer ...' '' answers
: >"$folder/ready"
# Docker has the image now, and the boot partition is small. A failed removal does no harm.
[ -z "${SLUICE_IMAGE_FILE:-}" ] || for partition in ${SLUICE_BOOT:-/boot/firmware /boot}; do rm -f "$partition/$SLUICE_IMAGE_FILE"; done
systemctl disable sluice-wait.socket sluice-setup.service
say 'Sluice runs.'
