#!/bin/sh
# Starts the core of this image, or prints one line with the problem and its fix.
set -u

say() {
  echo "sluice: $1" >&2
}

fail() {
  say "$1"
  exit 1
}

me="$(id -u):$(id -g)"
config_file=${CORE_CONFIGFILE:-/core/config/config.json}

# Checks that a folder is writable. $1: folder, $2: its content for the message, $3: file that must exist.
claim() {
  [ -d "$1" ] || fail "$1 is no folder: mount a volume there, it keeps $2."
  trial=$1/.sluice-trial
  # An empty file still fits on a full disk, so write some bytes.
  if reason=$(dd if=/dev/zero of="$trial" bs=4096 count=1 2>&1); then
    rm -f "$trial"
    return
  fi
  rm -f "$trial" 2>/dev/null
  # "dd: failed to open '/core/config/.sluice-trial': Permission denied", then more lines.
  reason=$(printf '%s\n' "$reason" | sed -n '/: /{s/.*: //;p;q;}')
  case $reason in
    'Permission denied')
      fail "cannot write to $1, which keeps $2: it belongs to $(stat -c %u:%g "$1"), and this runs as $me. On the host: chown -R $me the folder that is mounted there."
      ;;
    'Read-only file system') fail "cannot write to $1, which keeps $2: it is read-only. Mount a volume there that is not." ;;
    'No space left on device' | 'Disk quota exceeded')
      remedy='Free some space on the disk of the host (df -h shows it), or mount a larger volume.'
      # A core image writes its config at each start.
      [ $# -lt 3 ] || { [ -s "$3" ] && [ ! -x /core/bin/import ]; } || fail "cannot write to $1, which keeps $2: it is full. $remedy"
      # Live streams should continue, and recordings can be deleted in the interface.
      say "$1, which keeps $2, is full: nothing more can be stored there. $remedy"
      ;;
    *) fail "cannot write to $1, which keeps $2: $reason." ;;
  esac
}

# An anonymous volume is named with 64 hexadecimal digits.
last() {
  if grep -qE "/[0-9a-f]{64}/_data $1 " /proc/self/mountinfo; then
    say "nothing is mounted at $1: $2 will be lost with this container. Keep them with -v sluice-$(basename "$1"):$1"
  fi
}

config_dir=$(dirname "$config_file")
db_dir=${CORE_DB_DIR:-/core/config}
claim "$config_dir" 'users, settings and channels' "$config_file"
[ "$db_dir" = "$config_dir" ] || claim "$db_dir" 'users, settings and channels' "$config_file"
claim "${CORE_STORAGE_DISK_DIR:-/core/data}" 'uploads and pages'

db_file=$db_dir/db.json
for file in "$config_file" "$db_file"; do
  # A symlink to a volume that is not mounted does not mean a first start.
  [ -e "$file" ] || [ ! -L "$file" ] || fail "cannot read $file: it is a link to a file that is not there."
  [ ! -e "$file" ] || [ -f "$file" ] || fail "cannot read $file: it is no file."
  [ ! -e "$file" ] || [ -r "$file" ] ||
    fail "cannot read $file: it belongs to $(stat -c %u:%g "$file"), and this runs as $me. On the host: chown -R $me the folder that is mounted at $(dirname "$file")."
done

last /core/config 'users, settings and channels'
last /core/data 'uploads and pages'

# Strips whitespace, so that the patterns below match any formatting.
text() {
  [ ! -f "$1" ] || tr -d '\000[:space:]' <"$1"
}

restore='Restore it from a backup'
config=$(text "$config_file")
version=$(printf '%s' "$config" | grep -o '"version":[^,}]*' | head -n 1)
case $version in
  '' | '"version":1' | '"version":2' | '"version":3') ;;
  *) fail "$config_file is a config of another version (${version#*:}): a core would go on without it. $restore, or update this image." ;;
esac

# The embedded core restores a lost config from its last good copy.
[ -n "$config" ] || [ -x /core/bin/import ] || [ ! -s "$config_file.previous" ] || config=copy

# Without a config, a core is open to everybody, which is right at a first start only.
case $config in
  '' | null | '{}' | '{"version":'?'}')
    if [ -z "${CORE_API_AUTH_ENABLE:-}" ] && text "$db_file" | grep -qE '"(process|system)":\{"'; then
      fail "$config_file is missing or empty, but $db_file holds channels: without it they would be open to everybody. $restore, or set CORE_API_AUTH_ENABLE=true with CORE_API_AUTH_USERNAME and CORE_API_AUTH_PASSWORD; CORE_API_AUTH_ENABLE=false starts without a login."
    fi
    ;;
esac

# First start: turn the RTMP server on for encoders, with a token against others. Both can be changed later.
if [ -z "$config" ]; then
  # Atomic, and readable only by the owner.
  (
    umask 077
    # A leftover file has its own mode, and may be a symlink.
    rm -f "$config_file.next"
    printf '{ "version": 3, "id": "%s", "rtmp": { "enable": true, "address": ":1935", "token": "%s" } }\n' \
      "$(cat /proc/sys/kernel/random/uuid)" "$(tr -d - </proc/sys/kernel/random/uuid)" >"$config_file.next" && mv "$config_file.next" "$config_file"
  ) || fail "cannot write $config_file."
fi

# Runs in the background, so that the container can be stopped meanwhile.
run() {
  "$1" &
  trap 'kill '$!'; exit 130' INT TERM
  wait $! && trap - INT TERM
}

# Public core images contain these two, which migrate the data of older versions.
if [ -x /core/bin/import ]; then
  run /core/bin/import || fail 'the data of an older version could not be imported: the reason is above.'
fi
if [ -x /core/bin/ffmigrate ]; then
  # In core 16.14 it fails on its first run without changes, and then considers the work done. Only RTSP sources that
  # were set up with ffmpeg 4 need it.
  run /core/bin/ffmigrate || say 'ffmigrate has failed and changed nothing: going on with the data as it is.'
fi

# A hanging device must not block the start.
timeout 5 "$(dirname "$0")/devices.sh" list 2>/dev/null | "$(dirname "$0")/devices.sh" tell >&2

# Waits for the core. No child of it, which it would not reap.
if [ -n "${SLUICE_BUNDLE:-}" ]; then
  if [ -f /core/declare/declare.mjs ]; then
    (node /core/declare/declare.mjs &)
  else
    say 'SLUICE_BUNDLE has no effect on this image, which has no Node.js: set it at the agent beside it, see docs/moving.md.'
  fi
fi

# The core looks for mime.types in the working directory.
cd /core || fail '/core is missing: this image was not built on a core image.'
[ -x /core/bin/core ] || fail '/core/bin/core is missing: this image was not built on a core image.'
exec /core/bin/core
