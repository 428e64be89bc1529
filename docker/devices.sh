#!/bin/sh
# `list` prints the devices of this container, one per line: path|kind|name|state|group|major.
# `tell` turns such lines into messages: that a device is usable, or which option is missing.
set -u
dev=${DEVICES_DEV:-/dev}
sys=${DEVICES_SYS:-/sys}

# $1: node. `denied`: we lack its group; `closed`: its group has no access; `forbidden`: the container has no access.
state() {
  # Opens for reading and writing, as drivers do. "devices.sh: 1: cannot open /dev/video0: Permission denied"
  reason=$({ : <>"$1"; } 2>&1) && { echo open && return; }
  case $reason in
    *'Permission denied')
      case $(stat -c %a "$1") in
        *[67]?) echo denied ;;
        *) echo closed ;;
      esac
      ;;
    *'Operation not permitted') echo forbidden ;;
    *) echo "${reason##*: }" ;;
  esac
}

# $1: node, $2: kind, $3: name
row() {
  major=$(stat -c %t "$1")
  echo "$1|$2|$(printf %s "$3" | tr -d '|\000-\037')|$(state "$1")|$(stat -c %g "$1")|$((0x${major:-0}))"
}

list() {
  for node in "$dev"/video[0-9]*; do
    [ -e "$node" ] || continue
    name=$(cat "$sys/class/video4linux/${node##*/}/name" 2>/dev/null)
    case $name in
      # Internal parts of the video unit and of cameras.
      bcm2835-isp* | bcm2835-codec-isp | bcm2835-codec-image* | *-encode_image | pispbe* | *rpivid* | rpi-hevc*) ;;
      bcm2835-codec-*) row "$node" 'video unit' "$name" ;;
      unicam* | rp1-cfe*) row "$node" libcamera "$name" ;;
      *) row "$node" camera "$name" ;;
    esac
  done
  for node in "$dev"/snd/controlC[0-9]*; do
    [ ! -e "$node" ] || row "$node" sound "$(cat "$sys/class/sound/card${node##*controlC}/id" 2>/dev/null)"
  done
  for node in "$dev"/dri/renderD[0-9]*; do
    [ ! -e "$node" ] || row "$node" graphics "$(basename "$(readlink "$sys/class/drm/${node##*/}/device/driver")" 2>/dev/null)"
  done
  for node in "$dev"/nvidia[0-9]*; do
    [ ! -e "$node" ] || row "$node" graphics NVIDIA
  done
}

# Groups the nodes of one device, such as the second node of a camera.
tell() {
  awk -F '|' '
    function flush() {
      if (paths == "") return
      what = paths " (" kind (name == "" ? "" : " " name) ")"
      if (kind == "libcamera") what = paths " (" name ") is part of a camera that only libcamera can read: push it with rpicam-vid, see docs/raspberry-pi.md."
      else if (state == "open") what = what " can be used."
      else if (state == "denied") what = what " cannot be opened, as it belongs to the group " group ". Add --group-add " group ", in a compose file group_add: [\"" group "\"]."
      else if (state == "closed") what = what " cannot be opened, as its group may not either. On the host: chmod g+rw " spaced ", then add --group-add " group "."
      else if (state == "forbidden") what = what " cannot be opened, as this container may not. Add --device " first ", or --device-cgroup-rule \"c " major ":* rmw\" also for what is plugged in later."
      else what = what " cannot be opened: " state "."
      print "sluice: " what
    }
    { key = $2 "|" $3 "|" $4 "|" $5 }
    key != last { flush(); paths = spaced = ""; last = key; first = $1; sub(/\/(controlC|renderD)[0-9]+$/, "", first); kind = $2; name = $3; state = $4; group = $5; major = $6 }
    { paths = paths (paths == "" ? "" : ", ") $1; spaced = spaced (spaced == "" ? "" : " ") $1 }
    END { flush() }'
}

case ${1:-} in
  list) list ;;
  tell) tell ;;
esac
