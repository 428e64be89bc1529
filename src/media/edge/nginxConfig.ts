import { type EdgeChannel, type EdgePlan, edgePlanFaults } from './edgePlan.ts';

/**
 * The files that an edge keeps of a channel, and for how long. The first row that fits counts. `rest`: the name of the
 * file after that of its channel, as a regular expression; `seconds`: how long an edge answers without a request to the
 * core.
 */
interface EdgeFile {
  readonly kind: 'playlist' | 'init' | 'segment' | 'poster';
  readonly rest: string;
  readonly seconds: number;
  readonly type: string | null;
}

const EDGE_FILES: readonly EdgeFile[] = [
  { kind: 'playlist', rest: '(?:_[\\w-]+)?\\.m3u8', seconds: 1, type: 'application/vnd.apple.mpegurl' },
  // It has the same name in each run of the channel, and goes with the segments of one.
  { kind: 'init', rest: '(?:_[\\w-]+)?\\.mp4', seconds: 2, type: 'video/mp4' },
  // A playlist that viewers look back in begins at 0 after a loss: longer, and segments of before would be shown. They are
  // numbered, so of names that somebody makes up few get as far as the origin.
  { kind: 'segment', rest: '(?:[\\w/-]*[_/])?\\d{1,16}\\.(?:ts|m4s|mp4|aac|vtt)', seconds: 60, type: null },
  { kind: 'poster', rest: '\\.jpg', seconds: 10, type: null },
];

/** Refused names: so that whoever guesses them asks the origin seldom. */
const MISSING_SECONDS = 5;

/** A viewer is counted until so long after the last playlist. */
const VIEWER_SECONDS = 15;

/**
 * The config of an edge: nginx as a cache in front of a core, to be included in `http {}`. Throws for a plan that has
 * faults. Why it is as it is:
 * - The core counts viewers by a query that differs for each. It belongs into no key, and the core is asked under the one
 *   session of the edge; viewers get sessions of the edge, by which it counts them (`viewerCountScript`).
 * - What is not there in the cache is asked for through a server of its own, so that one address can cause only so many
 *   questions to the core, whichever names it thinks of.
 */
export function edgeNginxConfig(plan: EdgePlan): string {
  const faults = edgePlanFaults(plan);
  if (faults.length > 0) throw new Error(`an edge cannot be told ${faults.join(', ')}`);
  return [caches(plan), limits, viewers, frontServer(plan), gateServer(plan)].join('\n');
}

const caches = ({
  cacheFolder,
  cacheMegabytes,
}: EdgePlan): string => `# What is kept: playlists for a second, segments for longer. A key of the zones takes about 130 bytes.
proxy_cache_path ${cacheFolder}/playlists levels=1 keys_zone=edge_playlists:1m inactive=1m max_size=64m use_temp_path=off;
proxy_cache_path ${cacheFolder}/segments levels=1:2 keys_zone=edge_segments:4m inactive=5m max_size=${cacheMegabytes}m use_temp_path=off;
`;

const limits = `# One address: so many requests, so many questions to the core, so many connections. A viewer takes one connection and
# one or two requests a second, and a whole company may come from one address. Of IPv6 the first half counts: whoever has
# one address has all with that half. nginx writes some halves in two ways, which are two then.
map $remote_addr $edge_client {
    "~^(?!.*\\.)(?<edge_half>(?:[0-9a-f]+:){4}|[0-9a-f:]*:(?=(?:[0-9a-f]+:){3}[0-9a-f]+$)|[0-9a-f:]*::)" $edge_half;
    default $remote_addr;
}
limit_req_zone $edge_client zone=edge_requests:4m rate=2000r/s;
limit_req_zone $http_x_edge_client zone=edge_misses:4m rate=10r/s;
limit_conn_zone $edge_client zone=edge_connections:4m;
limit_req_status 429;
limit_conn_status 429;
`;

const viewers = `# Who watches: a session of this edge is 32 digits. Neither addresses nor programs are written down.
map $arg_session $edge_viewer {
    "~^[0-9a-f]{32}$" $arg_session;
    default           $request_id;
}
map "$request_method $status $arg_session" $edge_counts {
    "~^GET 200 [0-9a-f]{32}$" 1;
    default                   "";
}
log_format edge_views "$msec $edge_channel $arg_session";
server_tokens off;
`;

const frontServer = (plan: EdgePlan): string => `upstream edge_gate {
    server unix:${plan.runFolder}/gate.sock;
    keepalive 16;
}
server {
    listen ${plan.listen}${plan.balancers.length > 0 ? ' proxy_protocol' : ''} default_server;
${plan.balancers.map((network) => `    set_real_ip_from ${network};\n`).join('')}${plan.balancers.length > 0 ? '    real_ip_header proxy_protocol;\n' : ''}    access_log off;
    # A viewer comes back within a segment.
    keepalive_timeout 30s;
    client_max_body_size 1k;
    limit_req zone=edge_requests burst=4000 nodelay;
    limit_conn edge_connections 2000;
    gzip on;
    gzip_types application/vnd.apple.mpegurl;
    sendfile on;
    tcp_nopush on;
    if ($request_method !~ ^(GET|HEAD|OPTIONS)$) {
        return 405;
    }
    proxy_http_version 1.1;
    proxy_connect_timeout 2s;
    proxy_read_timeout 10s;
    proxy_set_header Connection "";
    proxy_set_header Host edge;
    proxy_set_header Accept-Encoding "";
    proxy_set_header Cookie "";
    proxy_set_header Authorization "";
    proxy_set_header X-Forwarded-For "";
    proxy_set_header X-Edge-Client $edge_client;
    proxy_cache_lock on;
    proxy_cache_lock_timeout 5s;
    proxy_cache_lock_age 5s;
    proxy_cache_revalidate on;
    # The core says "private" of playlists and "Vary: Origin" of everything: here all viewers get the same.
    proxy_ignore_headers Cache-Control Expires Set-Cookie Vary X-Accel-Expires;
    proxy_hide_header Set-Cookie;
    proxy_hide_header Vary;
    proxy_hide_header Cache-Control;
    proxy_hide_header Access-Control-Allow-Origin;
    proxy_hide_header Access-Control-Allow-Methods;
    proxy_hide_header Access-Control-Allow-Headers;
    proxy_hide_header Access-Control-Expose-Headers;
    proxy_hide_header Access-Control-Allow-Credentials;
    proxy_hide_header X-Content-Type-Options;
    proxy_force_ranges on;

    location = /edge/health {
        default_type text/plain;
        return 200 "ok\\n";
    }
    # Figures without anything of a person: how many watch which channel.
    location = /edge/status {
        alias ${plan.runFolder}/status.json;
        default_type application/json;
        types {}
        add_header Access-Control-Allow-Origin * always;
        add_header Cache-Control no-store always;
    }
${locations(plan)}    location / {
        return 404;
    }
}
`;

function locations({ channels, session, runFolder, secret }: EdgePlan): string {
  const group = (wanted: (channel: EdgeChannel) => boolean) =>
    channels
      .filter(wanted)
      .map(({ name }) => name)
      .join('|');
  const isPublic = ({ access }: EdgeChannel) => access === 'public';
  const isSigned = ({ access }: EdgeChannel) => access === 'signed';
  const rows: readonly (readonly [names: string, signed: boolean, variants: boolean])[] =
    channels.length === 0
      ? // Of playlists that name others a second one in front would be one too many; of others nobody is counted then.
        [['[A-Za-z0-9-]+', false, true]]
      : [
          [group((channel) => isPublic(channel) && channel.hasVariants), false, true],
          [group((channel) => isPublic(channel) && !channel.hasVariants), false, false],
          [group((channel) => isSigned(channel) && channel.hasVariants), true, true],
          [group((channel) => isSigned(channel) && !channel.hasVariants), true, false],
        ];
  return rows
    .filter(([names]) => names !== '')
    .flatMap(([names, signed, variants]) =>
      EDGE_FILES.map((file) => location(file, { names, signed, variants, session, runFolder, secret })),
    )
    .join('');
}

interface Place {
  readonly names: string;
  readonly signed: boolean;
  readonly variants: boolean;
  readonly session: string;
  readonly runFolder: string;
  readonly secret: string;
}

/** A signed link is a path, so that what a playlist names has it too. It is good for all files of the channel. */
function location(file: EdgeFile, place: Place): string {
  const { names, signed } = place;
  const link = signed ? '/s/(?<edge_signature>[\\w-]{22})/(?<edge_until>\\d{1,12})' : '';
  const pattern = `^${link}/(?<edge_file>(?:memfs/)?(?<edge_leaf>(?<edge_channel>${names})${file.rest}))$`;
  return `    location ~ "${pattern}" {
${signed ? signature(place) : ''}        if ($request_method = OPTIONS) {
            add_header Access-Control-Allow-Origin *;
            add_header Access-Control-Allow-Methods "GET, HEAD, OPTIONS";
            add_header Access-Control-Allow-Headers Range;
            add_header Access-Control-Max-Age 86400;
            return 204;
        }
${file.kind === 'playlist' ? playlist(place) : ''}${file.type === null ? '' : `        default_type ${file.type};\n`}        proxy_cache ${file.kind === 'playlist' ? 'edge_playlists' : 'edge_segments'};
        proxy_cache_key $edge_file;
        proxy_cache_valid 200 ${file.seconds}s;
        proxy_cache_valid 404 ${MISSING_SECONDS}s;
        proxy_cache_use_stale updating error timeout http_429 http_500 http_502 http_503 http_504;
        proxy_pass http://edge_gate/$edge_file?session=${place.session};
${headers(file, signed)}    }
`;
}

const headers = (
  { kind, seconds }: EdgeFile,
  signed: boolean,
): string => `        add_header Access-Control-Allow-Origin * always;
        add_header Access-Control-Expose-Headers "Content-Length, Content-Range, Date, Last-Modified, X-Edge-Cache" always;
        add_header X-Content-Type-Options nosniff always;
        add_header Cache-Control "${signed ? 'private, ' : ''}${kind === 'playlist' ? 'no-cache' : `max-age=${seconds}`}";
        add_header X-Edge-Cache $upstream_cache_status;
`;

const signature = ({ secret }: Place): string => `        secure_link $edge_signature,$edge_until;
        secure_link_md5 "$secure_link_expires $edge_channel ${secret}";
        if ($secure_link = "") {
            return 403;
        }
        if ($secure_link = "0") {
            return 410;
        }
`;

/**
 * When it was written stays with it: players tell by it that a stream has ended. As the core does it: who has no session gets a playlist of one line that names the same with a session. Who comes when
 * the edge is full is told what the core tells then, which players know. A playlist of playlists needs no other before it.
 * The filter gives sessions to all playlists that are named, in this one too.
 */
const playlist = ({
  variants,
  session,
  runFolder,
}: Place): string => `        access_log ${runFolder}/views.log edge_views if=$edge_counts;
        set $edge_new "";
        if ($arg_session !~ "^[0-9a-f]{32}$") {
            set $edge_new new;
        }
        if (-f ${runFolder}/full) {
            set $edge_new "$edge_new full";
        }
        if ($edge_new = "new full") {
            return 509;
        }
${
  variants
    ? ''
    : `        if ($edge_new = new) {
            add_header Access-Control-Allow-Origin *;
            add_header Cache-Control no-store;
            return 200 "#EXTM3U\\n#EXT-X-VERSION:3\\n#EXT-X-STREAM-INF:BANDWIDTH=1024\\n$edge_leaf\\n";
        }
`
}        sub_filter_types *;
        sub_filter_once off;
        sub_filter_last_modified on;
        sub_filter "?session=${session}" "";
        sub_filter .m3u8 .m3u8?session=$edge_viewer&;
`;

const gateServer = ({ origin, runFolder, resolver }: EdgePlan): string => `server {
    listen unix:${runFolder}/gate.sock;
    access_log off;
    limit_req zone=edge_misses burst=40 nodelay;
    proxy_http_version 1.1;
    proxy_connect_timeout 2s;
    proxy_read_timeout 10s;
    proxy_set_header Connection "";
    proxy_set_header Host $proxy_host;
    proxy_set_header X-Edge-Client "";
${origin.startsWith('https:') ? tls : ''}${resolver === null ? '' : `    resolver ${resolver} valid=10s;\n    set $edge_origin ${origin};\n`}    location / {
        proxy_pass ${resolver === null ? origin : '$edge_origin'}$request_uri;
    }
}
`;

const tls = `    proxy_ssl_server_name on;
    proxy_ssl_verify on;
    proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;
`;

/**
 * Counts the viewers of an edge from the log of nginx, every few seconds:
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
