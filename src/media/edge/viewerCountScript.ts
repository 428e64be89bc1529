/** Seconds since the last playlist request. */
const VIEWER_SECONDS = 15;

/**
 * A shell script, because edges have no other runtime. Writes `status.json`, and creates `full` at MOST_VIEWERS (0: no
 * limit) and a file in `held` for an address group with EDGE_MAX_PER_ADDRESS viewers (default: half of that).
 */
export const viewerCountScript = `#!/bin/sh
# Counts the viewers of an edge: count.sh RUN_FOLDER NGINX_PID_FILE MOST_VIEWERS [once]
set -eu
cd "$1"
most=$3
# As many as one address has connections, where there is no limit.
share=\${EDGE_MAX_PER_ADDRESS:-$((most > 0 ? (most + 1) / 2 : 2000))}
mkdir -p held
while :; do
  # nginx goes on with the file that was moved until it is told; what it still writes is read the next time.
  touch views.old views.log recent
  : >recent.next
  : >held.next
  code=0
  awk -v now="$(date +%s)" -v keep=${VIEWER_SECONDS} -v most="$most" -v share="$share" '
    now - $1 <= keep && NF == 4 {
      at = $2 " " $3
      if (!(at in last) || last[at] < $1) {
        last[at] = $1
        group[at] = $4
      }
    }
    END {
      total = 0
      for (at in last) {
        print last[at], at, group[at] >"recent.next"
        if (++of[group[at]] > share) continue
        split(at, part, " ")
        count[part[1]]++
        total++
      }
      for (one in of) if (most > 0 && of[one] >= share) print one >"held.next"
      printf "{\\"at\\":%d,\\"viewers\\":%d,\\"most\\":%d,\\"channels\\":{", now, total, most
      for (channel in count) printf "%s\\"%s\\":%d", comma++ ? "," : "", channel, count[channel]
      print "}}"
      exit most > 0 && total >= most ? 3 : 0
    }' recent views.old views.log >status.next || code=$?
  [ "$code" = 0 ] || [ "$code" = 3 ] || exit "$code"
  mv recent.next recent
  mv status.next status.json
  if [ "$code" = 3 ]; then : >full; else rm -f full; fi
  while read -r group; do : >"held/$group"; done <held.next
  for file in held/*; do grep -qx "\${file#held/}" held.next || rm -f "$file"; done
  mv views.log views.old
  [ ! -s "$2" ] || kill -USR1 "$(cat "$2")" || :
  [ "\${4:-}" != once ] || exit 0
  sleep 3
done
`;
