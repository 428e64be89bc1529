import { type FindMatcher, sameShape } from './compare.ts';

type Matcher = (live: unknown, recorded: unknown) => boolean;

const matches =
  (pattern: RegExp): Matcher =>
  (live) =>
    typeof live === 'string' && pattern.test(live);

const figure: Matcher = (live) => typeof live === 'number' && Number.isFinite(live) && live >= 0;
const text: Matcher = (live, recorded) => typeof live === 'string' && (live === '') === (recorded === '');
const moment = matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const unixSeconds: Matcher = (live) => typeof live === 'number' && Math.abs(Date.now() / 1000 - live) < 600;
/** Ignores nanoseconds. The year 1 means never. */
const momentOrNever: Matcher = (live, recorded) =>
  recorded === '0001-01-01T00:00:00Z' ? live === recorded : moment(live, recorded) && live !== '0001-01-01T00:00:00Z';
const lines: Matcher = (live, recorded) =>
  Array.isArray(live) &&
  live.length > 0 === (Array.isArray(recorded) && recorded.length > 0) &&
  live.every((line) => typeof line === 'string');
const datedLines: Matcher = (live, recorded) =>
  Array.isArray(live) &&
  live.length > 0 === (Array.isArray(recorded) && recorded.length > 0) &&
  live.every((line) => Array.isArray(line) && /^\d+$/.test(String(line[0])) && typeof line[1] === 'string');
const uuid = matches(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const httpDate = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;
const anything: Matcher = () => true;

/** Rules for values that differ between machines or runs. The first match applies. */
const matchers: readonly (readonly [of: RegExp, at: RegExp, is: Matcher])[] = [
  // Transfer encoding is not specified. The replay checks the length itself.
  [/^(?!.*(HEAD|\/ (public )?head\b))/, /^header\.(content-length|transfer-encoding)$/, anything],
  [
    / \/ /,
    /^header\.last-modified$/,
    (live, recorded) => recorded !== undefined && typeof live === 'string' && httpDate.test(live),
  ],
  [/ \/ /, /\.(memory_bytes|cpu_usage|runtime_seconds|uptime_seconds|uptime)$/, figure],
  [/^fs-/, /\.last_modified$/, unixSeconds],
  [/referenced process was deleted, after/, /report\.(created_at|prelude)$/, (live, recorded) => live === recorded],
  [/misplaced option/, /\.exec$/, matches(/^(running|failed)$/)],
  [/misplaced option/, /\.(reconnect_seconds|last_logline)$/, anything],
  [/start, start, stop, start/, /\.state$/, matches(/^(start|stop)$/)],
  [/memory files before/, /^\$\.before$/, lines],
  [/right after stop/, /^\$$/, sameShape],
  [
    /output relative path|pipe:1/,
    /details\[0\]$/,
    matches(/^the address for output '#rec:v:o' is invalid: \/.+ is not inside of \{\{DISK_DIR\}\}$/),
  ],
  [
    /placeholders: how/,
    /command\[16\]$/,
    matches(/unknown\} http\\\\:\/\/admin\\\\:\{\{MEMFS_PASS\}\}@127\.0\.0\.1\\\\:\d+\/memfs$/),
  ],
  [
    /^process|^config|^extra|^rtmp/,
    /\.reconnect_seconds$/,
    (live, recorded) => Number(live) < 0 === Number(recorded) < 0,
  ],
  // Includes sessions of earlier recordings.
  [/summary (with two viewers|, all)|summary, all/, /^\$\.(hlsingress|http)\.summary\./, anything],
  [
    /process|report|metadata|extra|config|rtmp/,
    /\.(created_at|updated_at)$/,
    (live, recorded) => (typeof recorded === 'number' ? unixSeconds(live, recorded) : momentOrNever(live, recorded)),
  ],
  [
    / \/ /,
    /\.(created_at|loaded_at|updated_at|ts)$/,
    (live, recorded) => (typeof recorded === 'number' ? unixSeconds(live, recorded) : momentOrNever(live, recorded)),
  ],
  [
    /config/,
    /^\$\.(config\.|config\.rtmp\.)?address$/,
    (live, recorded) => live === recorded || live === '{{ANY_HOST}}',
  ],
  [/polling GET/, /^\$\.(polls|refused_polls|seconds_until_new_instance)$/, figure],
  [/^log/, /\.(lines|latency_ms|rx_size_bytes|tx_size_bytes)$/, figure],
  [
    /^log \/ main \/ log$/,
    /\.(first|last)\[0\]$/,
    (live, recorded) =>
      typeof recorded === 'string'
        ? matches(/^ts=\S+Z level=[A-Z]+ component="\w+"( \w+=.*)+$/)(live, recorded)
        : sameShape(live, recorded),
  ],
  [/^fs|^sessions|^hls|^rtmp/, /\.(bytes_rx|bytes_tx|bandwidth_\w+|traffic_\w+)$/, figure],
  [/^sessions|^rtmp/, /\.tx_kbit$/, anything],
  [/^sessions|^fs-mem/, /\.t_s$/, figure],
  [/^rtmp/, /\.(remote|id)$/, (live, recorded) => live === recorded || matches(/^127\.0\.0\.1:\d+$/)(live, recorded)],
  [/^sessions/, /\[\d\]\.id$/, matches(/^(HTTP|[2-9A-HJ-NP-Za-km-z]{22}|\/memfs\/.*)$/)],
  [
    /^process-report/,
    /\.(prelude_lines|log_lines)$/,
    (live, recorded) => (live === 0) === (recorded === 0) && figure(live, recorded),
  ],
  [/^process-report/, /truncation_line$/, matches(/^\.\.\. truncated \d+ lines \.\.\.$/)],
  [/ \/ /, /\.last_logline$/, text],
  [/probe \/.*(unknown process|it$)/, /\.log$/, sameShape],
  [/probe/, /\.log$/, lines],
  [/ \/ /, /report.*\.prelude$|^\$\.prelude$|history\[\d\]\.prelude$/, lines],
  [/ \/ /, /report.*\.log$|^\$\.log$|history\[\d\]\.log$/, datedLines],
  [/ \/ /, /progress\.(frame|fps|q|size_kb|time|bitrate_kbit|speed|drop|dup)$/, figure],
  [/ \/ /, /\.version\.(number|arch|compiler|build_date|repository_\w+)$/, (live) => typeof live === 'string'],
  [/^(about|config|errors)/, /^\$(\.config)?\.id$/, uuid],
  [/^(about|config|errors)/, /^\$(\.config)?\.name$/, text],
  [/^skills/, /^\$\./, sameShape],
  [/add without id/, /\.id$|\.reference$/, text],
  [/^metrics|^sessions|^fs-/, /\.values\[\d+\]\[0\]$/, unixSeconds],
  [/^metrics \/ main \/ history/, /\.values$/, sameShape],
  [/^metrics|^sessions/, /\.values\[\d+\]\[1\]$/, figure],
];

export const matcherOf =
  (title: string): FindMatcher =>
  (at) =>
    matchers.find(([titles, paths]) => titles.test(title) && paths.test(at))?.[2] ?? null;
