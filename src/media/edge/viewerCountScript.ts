import { VIEWER_SECONDS } from './cachedFiles.ts';

/**
 * Counts the viewers of an edge from what nginx notes (`nginxConfig.ts`), every few seconds:
 *   count.sh RUN_FOLDER NGINX_PID_FILE MOST_VIEWERS [once]
 * writes `status.json`, and `full` while there are MOST_VIEWERS (0: no limit). A shell script, as an edge has nothing else.
 */
export const viewerCountScript = `#!/bin/sh
# Counts the viewers of an edge: count.sh RUN_FOLDER NGINX_PID_FILE MOST_VIEWERS [once]
set -eu
cd "$1"
most=$3
while :; do
  # nginx goes on with the file that was moved until it is told; what it still writes is read the next time.
  touch views.old views.log recent
  code=0
  awk -v now="$(date +%s)" -v keep=${VIEWER_SECONDS} -v most="$most" '
    now - $1 <= keep && NF == 3 {
      at = $2 " " $3
      if (!(at in last) || last[at] < $1) last[at] = $1
    }
    END {
      total = 0
      for (at in last) {
        split(at, part, " ")
        count[part[1]]++
        total++
        print last[at], at >"recent.next"
      }
      printf "{\\"at\\":%d,\\"viewers\\":%d,\\"most\\":%d,\\"channels\\":{", now, total, most
      for (channel in count) printf "%s\\"%s\\":%d", comma++ ? "," : "", channel, count[channel]
      print "}}"
      close("recent.next")
      exit most > 0 && total >= most ? 3 : 0
    }' recent views.old views.log >status.next || code=$?
  [ "$code" = 0 ] || [ "$code" = 3 ] || exit "$code"
  [ -e recent.next ] || : >recent.next
  mv recent.next recent
  mv status.next status.json
  if [ "$code" = 3 ]; then : >full; else rm -f full; fi
  mv views.log views.old
  [ ! -s "$2" ] || kill -USR1 "$(cat "$2")" || :
  [ "\${4:-}" != once ] || exit 0
  sleep 3
done
`;
