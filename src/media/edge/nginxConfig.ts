import { type EdgeChannel, type EdgePlan, edgePlanFaults } from './edgePlan.ts';

/** The first matching row applies. `rest`: regular expression after the channel name; `seconds`: time in the cache. */
interface EdgeFile {
  readonly kind: 'playlist' | 'init' | 'segment' | 'poster';
  readonly rest: string;
  readonly seconds: number;
  readonly type: string | null;
  /** Whether a channel has exactly one such file, so a request for it is not a guess. */
  readonly isSingle: boolean;
}

// `rest` begins with a character that cannot be part of a channel name.
const EDGE_FILES: readonly EdgeFile[] = [
  { kind: 'playlist', rest: '\\.m3u8', seconds: 1, type: 'application/vnd.apple.mpegurl', isSingle: true },
  { kind: 'playlist', rest: '_[\\w-]+\\.m3u8', seconds: 1, type: 'application/vnd.apple.mpegurl', isSingle: false },
  // The file has the same name in each run, but only fits the segments of one.
  { kind: 'init', rest: '(?:_[\\w-]+)?\\.mp4', seconds: 2, type: 'video/mp4', isSingle: false },
  // Numbers restart at 0 after a loss, so a longer time would serve old segments.
  {
    ...{ kind: 'segment', rest: '[_/](?:[\\w/-]*[_/])?\\d{1,16}\\.(?:ts|m4s|mp4|aac|vtt)', seconds: 60 },
    ...{ type: null, isSingle: false },
  },
  { kind: 'poster', rest: '\\.jpg', seconds: 10, type: null, isSingle: true },
];

/** Only for single files: a missing segment may exist in a moment. */
const MISSING_SECONDS = 1;

/** Seconds in which an address that guesses file names only gets cached files. */
const BARRED_SECONDS = 20;

/**
 * Builds an nginx config to be included in `http {}`. Throws for a plan with faults.
 * - The core counts viewers by a query parameter and sees one session per edge; the edge counts its own viewers.
 * - Cache misses go through `gateServer`, which limits requests to the core per address.
 * - Addresses that guess file names are blocked (`judgeServer`), but those names are not cached as missing.
 * - Headers and addresses of viewers reach neither the core nor the error log.
 */
export function edgeNginxConfig(plan: EdgePlan): string {
  const faults = edgePlanFaults(plan);
  if (faults.length > 0) throw new Error(`an edge cannot be told ${faults.join(', ')}`);
  return [caches(plan), limits, viewers(plan), frontServer(plan), gateServer(plan), judgeServer(plan)].join('\n');
}

const caches = ({
  cacheFolder,
  cacheMegabytes,
}: EdgePlan): string => `# What is kept: playlists for a second, segments for longer. A key of the zones takes about 130 bytes.
proxy_cache_path ${cacheFolder}/playlists levels=1 keys_zone=edge_playlists:1m inactive=1m max_size=64m use_temp_path=off;
proxy_cache_path ${cacheFolder}/segments levels=1:2 keys_zone=edge_segments:4m inactive=5m max_size=${cacheMegabytes}m use_temp_path=off;
# Groups of addresses that guess.
proxy_cache_path ${cacheFolder}/barred levels=1 keys_zone=edge_barred:1m inactive=1m max_size=8m use_temp_path=off;
`;

const limits = `# One address: so many requests, so many questions to the core, so many connections. A viewer takes one connection and
# one or two requests a second, and a whole company may come from one address. Of IPv6 the first half counts: whoever has
# one address has all with that half. nginx writes some halves in two ways, which are two then.
map $remote_addr $edge_client {
    "~^(?!.*\\.)(?<edge_half>(?:[0-9a-f]+:){4}|[0-9a-f:]*:(?=(?:[0-9a-f]+:){3}[0-9a-f]+$)|[0-9a-f:]*::)" $edge_half;
    default $remote_addr;
}
limit_req_zone $edge_client zone=edge_requests:4m rate=2000r/s;
# Playlists are counted for themselves: who has asked for too much else still goes on.
limit_req_zone $http_x_edge_client zone=edge_misses:4m rate=10r/s;
# Of files that there are not: all addresses together for one channel, and one address.
limit_req_zone $http_x_edge_channel zone=edge_vain:1m rate=1r/s;
limit_req_zone $http_x_edge_guesser zone=edge_guesses:4m rate=6r/m;
limit_conn_zone $edge_client zone=edge_connections:4m;
limit_req_status 429;
limit_conn_status 429;
`;

/** Hex digits from one hash each; nginx can compare its other hashes, but not print them. */
const hashed = (name: string, count: number, values: string): string =>
  Array.from({ length: count }, (_, n) => `split_clients "${n}${values}${n}" $${name}_${n} { ${SHARES} * f; }\n`).join(
    '',
  );
const SHARES = [...'0123456789abcde'].map((digit) => `6.25% ${digit};`).join(' ');
const digits = (name: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `$\{${name}_${n}}`).join('');

/** Digits of a session: random ones, then a checksum that only this edge can compute. */
const [DRAWN, CHECKED] = [24, 8];
/** Groups addresses by a 16-bit hash. */
const GROUP_DIGITS = 4;

const viewers = ({
  session,
}: EdgePlan): string => `# Who watches: a session of this edge is 32 digits, of which the last ${CHECKED} follow from the others and from what only the
# edge knows. Only such are counted. Whoever finds out how they follow can make sessions, and gets no further with them
# than with those that the edge gives to everybody: of one address only so many count.
map $request_id $edge_drawn {
    "~^(?<edge_new_seed>[0-9a-f]{${DRAWN}})" $edge_new_seed;
}
map $arg_session $edge_seed {
    "~^(?<edge_given>[0-9a-f]{${DRAWN}})[0-9a-f]{${CHECKED}}$" $edge_given;
    default $edge_drawn;
}
${hashed('edge_check', CHECKED, `${session}\${edge_seed}${session}`)}map "" $edge_viewer {
    default "\${edge_seed}${digits('edge_check', CHECKED)}";
}
map "$request_method $status $arg_session $edge_viewer" $edge_counts {
    "~^GET 200 ([0-9a-f]{32}) \\1$" 1;
    default "";
}
# Neither addresses nor programs are written down, only one of 65,536 groups that addresses fall into.
${hashed('edge_part', GROUP_DIGITS, `${session}\${edge_client}${session}`)}map "" $edge_group {
    default "${digits('edge_part', GROUP_DIGITS)}";
}
# What is refused now may be there in a moment: nobody between here and a viewer keeps it either.
map $status $edge_failed {
    "~^[23]" "";
    default no-store;
}
log_format edge_views "$msec $edge_channel $arg_session $edge_group";
# Who asks for the one file of its kind does not guess.
map $http_x_edge_guesser $edge_is_single {
    ""      1;
    default "";
}
server_tokens off;
`;

const frontServer = (plan: EdgePlan): string => `upstream edge_gate {
    server unix:${plan.runFolder}/gate.sock;
    keepalive 16;
}
server {
    listen ${plan.listen}${plan.balancers.length > 0 ? ' proxy_protocol' : ''} default_server;
${plan.balancers.map((network) => `    set_real_ip_from ${network};\n`).join('')}${plan.balancers.length > 0 ? '    real_ip_header proxy_protocol;\n' : ''}    access_log off;
    # With every fault of a request nginx notes the address and the referrer.
    error_log ${plan.errorLog} emerg;
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
    proxy_pass_request_headers off;
    proxy_pass_request_body off;
    proxy_set_header Connection "";
    proxy_set_header Content-Length "";
    proxy_set_header Host edge;
    proxy_set_header X-Edge-Client $edge_asker;
    proxy_set_header X-Edge-Guesser $edge_guesser;
    proxy_set_header X-Edge-Channel $edge_guessed;
    proxy_cache_lock on;
    # Longer than an answer may take: or all who wait would ask a slow core at once.
    proxy_cache_lock_timeout 20s;
    proxy_cache_lock_age 5s;
    proxy_cache_revalidate on;
    # The core says "private" of playlists and "Vary: Origin" of everything: here all viewers get the same.
    ${IGNORED}
    proxy_hide_header Set-Cookie;
    proxy_hide_header Vary;
    # Where the core is concerns nobody.
    proxy_hide_header Location;
    proxy_hide_header Refresh;
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
  const group = (matches: (channel: EdgeChannel) => boolean) =>
    channels
      .filter(matches)
      .map(({ name }) => name)
      .join('|');
  const named = channels.length > 0;
  const isPublic = ({ access }: EdgeChannel) => access === 'public';
  const isSigned = ({ access }: EdgeChannel) => access === 'signed';
  const rows: readonly (readonly [names: string, signed: boolean, variants: boolean])[] = !named
    ? // A generated master playlist in front of another one would be invalid.
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
      EDGE_FILES.map((file) => location(file, { names, named, signed, variants, session, runFolder, secret })),
    )
    .join('');
}

interface Place {
  readonly names: string;
  readonly named: boolean;
  readonly signed: boolean;
  readonly variants: boolean;
  readonly session: string;
  readonly runFolder: string;
  readonly secret: string;
}

/** The signature is part of the path, so that relative names in a playlist keep it. */
function location(file: EdgeFile, place: Place): string {
  const { names, signed } = place;
  const isSingle = file.isSingle && place.named;
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
${file.kind === 'playlist' ? playlist(place) : ''}${file.type === null ? '' : `        default_type ${file.type};\n`}        set $edge_asker "$edge_client${isSingle ? ' single' : ''}";
        set $edge_guesser ${isSingle ? '""' : '$edge_group'};
        set $edge_guessed ${isSingle ? '""' : place.named ? '$edge_channel' : 'any'};
        proxy_cache ${file.kind === 'playlist' ? 'edge_playlists' : 'edge_segments'};
        proxy_cache_key $edge_file;
        proxy_cache_valid 200 ${file.seconds}s;
${isSingle ? `        proxy_cache_valid 404 ${MISSING_SECONDS}s;\n` : ''}        proxy_cache_use_stale updating error timeout http_429 http_500 http_502 http_503 http_504;
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
        add_header Cache-Control $edge_failed always;
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
 * As on the core, a viewer without a session gets a master playlist that adds one, and a full edge responds with 509.
 * Players detect the end of a stream by `Last-Modified`, so that is kept.
 */
const playlist = ({
  variants,
  session,
  runFolder,
}: Place): string => `        access_log ${runFolder}/views.log edge_views if=$edge_counts;
        set $edge_new "";
        if ($arg_session != $edge_viewer) {
            set $edge_new new;
        }
        set $edge_room "";
        if (-f ${runFolder}/full) {
            set $edge_room none;
        }
        if (-f ${runFolder}/held/$edge_group) {
            set $edge_room none;
        }
        set $edge_asks "$edge_new $edge_room $arg_session";
        if ($edge_asks ~ "^new none ") {
            return 509;
        }
        if ($edge_asks ~ "^new  [0-9a-f]{32}$") {
            add_header Access-Control-Allow-Origin *;
            add_header Cache-Control no-store;
            return 302 $edge_leaf?session=$edge_viewer;
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

/** No header of the core may change how the edge works. */
const IGNORED = `proxy_ignore_headers Cache-Control Expires Set-Cookie Vary X-Accel-Expires X-Accel-Redirect X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset;`;

const gateServer = ({ origin, runFolder, resolver, errorLog }: EdgePlan): string => `server {
    listen unix:${runFolder}/gate.sock;
    access_log off;
    # Of viewers it knows only names of files.
    error_log ${errorLog} warn;
    limit_req zone=edge_misses burst=40 nodelay;
    limit_req_log_level info;
    proxy_http_version 1.1;
    proxy_connect_timeout 2s;
    proxy_read_timeout 10s;
    proxy_pass_request_headers off;
    proxy_set_header Connection "";
    proxy_set_header Host $proxy_host;
    proxy_set_header If-Modified-Since $http_if_modified_since;
    proxy_set_header If-None-Match $http_if_none_match;
    ${IGNORED}
    # Kept is only that a group of addresses is barred.
    proxy_cache edge_barred;
    proxy_cache_key $http_x_edge_guesser;
    proxy_no_cache $edge_is_single;
    error_page 404 = @guess;
${origin.startsWith('https:') ? tls : ''}${resolver === null ? '' : `    resolver ${resolver} valid=10s;\n    set $edge_origin ${origin};\n`}    location / {
        proxy_cache_bypass $edge_is_single;
        proxy_intercept_errors on;
        proxy_pass ${resolver === null ? origin : '$edge_origin'}$request_uri;
    }
    location @guess {
        proxy_cache_bypass 1;
        proxy_cache_valid 429 ${BARRED_SECONDS}s;
        proxy_set_header X-Edge-Guesser $http_x_edge_guesser;
        proxy_set_header X-Edge-Channel $http_x_edge_channel;
        proxy_pass http://unix:${runFolder}/judge.sock;
    }
}
`;

/** Returns 404, or 429 for addresses with many guesses while a channel has too many. `return` would skip the limits. */
const judgeServer = ({ runFolder }: EdgePlan): string => `server {
    listen unix:${runFolder}/judge.sock;
    access_log off;
    limit_req zone=edge_vain burst=40 nodelay;
    limit_req_log_level info;
    error_page 429 = @often;
    root /nonexistent;
    location / {
        try_files /none =404;
    }
    location @often {
        proxy_set_header X-Edge-Guesser $http_x_edge_guesser;
        proxy_pass http://unix:${runFolder}/strict.sock;
    }
}
server {
    listen unix:${runFolder}/strict.sock;
    access_log off;
    limit_req zone=edge_guesses burst=15 nodelay;
    limit_req_log_level info;
    root /nonexistent;
    location / {
        try_files /none =404;
    }
}
`;

const tls = `    proxy_ssl_server_name on;
    proxy_ssl_verify on;
    proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;
`;
