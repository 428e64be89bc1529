/** Recordings that are not replayed. */
export const outOfScope: readonly { readonly of: RegExp; readonly why: string }[] = [
  {
    of: /^srt \/ main/,
    why: 'Another SRT library carries the streams, with its own socket numbers and statistics. `harness/test/core/faults/srt.test.ts` tests the server with ffmpeg as the caller.',
  },
];

/** Settings that are taken, as clients of a real core store them, and have no effect or another one. Dotted. */
export const UNOBEYED_SETTINGS: readonly { readonly fields: readonly string[]; readonly why: string }[] = [
  {
    fields: ['log.level'],
    why: 'Any word is stored, as recorded; an unknown level counts as `info`.',
  },
  {
    fields: ['api.read_only'],
    why: 'Takes effect at the next reload. After that, it can only be undone on the server: in the config file, or with `CORE_API_READ_ONLY=false`.',
  },
  { fields: ['db.dir'], why: 'Read when the core starts, not at a reload.' },
  {
    fields: ['router.blocked_prefixes'],
    why: '`/api` and `/memfs` always belong to the core. A blocked route is rejected (409); a stored one is ignored, while the real core fails to start.',
  },
  {
    fields: ['storage.disk.cache.max_size_mbytes', 'storage.disk.cache.max_file_size_mbytes'],
    why: 'The core has no file cache; the interface hides `storage.disk.cache` (`no-disk-cache`).',
  },
  {
    fields: ['srt.log'],
    why: 'The SRT server writes to the core’s log. Without libsrt it stays off, and the core logs why.',
  },
  {
    fields: ['update_check', 'service.enable', 'service.token', 'service.url'],
    why: 'The core contacts no external service (`reports-nothing`).',
  },
  {
    fields: ['log.topics', 'host.auto', 'storage.s3', 'playout', 'debug'],
    why: 'The embedded core has no such feature.',
  },
];

/** Differences that no recording shows. `test`: the one that does. */
export const UNRECORDED_DIFFERENCES: readonly { readonly what: string; readonly why: string; readonly test: string }[] =
  [
    {
      what: 'Several tenants of an identity provider may share one domain. Users are admitted by domain and audience, with a token that expires, and only while they are listed; the core’s tokens name the tenant.',
      why: 'The real core accepts one tenant per domain and any audience, and users stay logged in after they are removed from the list.',
      test: 'server/http/login/tenants.test.ts',
    },
    {
      what: 'Without a login, the API rejects requests from pages of other sites, and responds only at IP addresses, localhost, the machine’s own name and the names in `host.name`.',
      why: 'Otherwise, every website that the operator visits could use the API, as with the real core. Players, the widget and files for viewers are unaffected, and so are requests with a login.',
      test: 'server/http/request/foreignRequest.test.ts',
    },
    {
      what: '`max_file_age_seconds` is the time for which the core has observed a file on the disk to be unchanged. Files older than the core’s start are removed by their own timestamps, but only after three hours without a clock jump. `max_files` keeps the files that were written last, regardless of their timestamps.',
      why: 'A clock that is wrong for a moment would delete recordings.',
      test: 'server/process/run/fileCleanup.test.ts',
    },
    {
      what: 'While the core that issued them runs, tokens expire by the monotonic clock, and `GET /api` reports jumps of the system clock (`clock_jump`).',
      why: 'A machine without a clock battery starts in 1970 and gets the time later, which would end all logins.',
      test: 'server/http/login/tokens.test.ts',
    },
    {
      what: 'A process that records to disk files (`-f segment`) is stopped and does not start while less than 1 GB of that disk (2 % of a small one) is free. It fails with `No space left on device` and restarts when there is space.',
      why: 'A full disk would break the database and all other channels. With the real core, only an open interface stops recordings.',
      test: 'server/process/process.test.ts',
    },
    {
      what: 'Each process, and the push to each channel, has its own share of the memory storage. Purging (`storage.memory.purge`) removes old files only for new files of the same process, never files of other live ones. A process whose files are rejected for a few seconds is stopped with `No space left in the memory storage` and restarts when there is space.',
      why: 'Otherwise, one encoder could displace the segments of all other channels while their processes keep running.',
      test: 'harness/test/core/faults/memoryShares.test.ts',
    },
    {
      what: 'A process that reads an RTMP channel of the core is restarted at once when the encoder changes its video or audio format or restarts its clock; publications follow as soon as there is new output. A process that is waiting for its next retry starts when the encoder returns.',
      why: 'ffmpeg copies such a stream with the old header, and viewers see a broken picture. The RTMP server of the real core (16.14.0) keeps the first header of a connection: log, progress and sessions show nothing, and even a probe finds the old size. Only a reconnect of the encoder helps, which the interface recommends next to "frozen".',
      test: 'harness/test/core/liveChanges.test.ts',
    },
    {
      what: 'For HLS from a source over SRT, UDP, RTSP, HTTP or another RTMP server, the core observes the incoming stream: ffmpeg gets an additional output to stdout, which `command` omits. The process is restarted when the video header changes, even if the video is encoded, and with silence when audio has been missing for two seconds. `stream_change` in its state reports what changed and when, including video that is missing for three seconds or arrives late. With these protocols, the core cannot detect a new sample rate, channel count or codec of the audio within one connection, or a clock that restarts.',
      why: 'ffmpeg reports none of this, and the core sees only hashes of the audio, whose lengths and times do not reveal the format. A picture that is rotated breaks publications, and HLS waits ten seconds for missing audio, after which most players stop.',
      test: 'harness/test/core/sourceChanges.test.ts',
    },
    {
      what: 'Silence replaces audio that a process expects but the source lacks (`-map 0:1`), and audio that arrives later is used. For RTMP, the core’s server sends the silence; for other sources, the process runs with `anullsrc`, as its `command` shows.',
      why: 'ffmpeg exits if a stream is missing, which takes the picture off the air as well. On the real core (16.14.0), audio that arrives late over RTMP reaches ffmpeg as video: the process keeps failing with `Invalid NAL unit size` until the encoder reconnects, and a probe finds no audio.',
      test: 'server/process/ffmpeg.test.ts',
    },
    {
      what: 'With automatic certificates (`tls.auto`), HTTPS works from the start, with a self-signed certificate until a real one is issued. Each name in `host.name` gets its own certificate. Failed attempts are retried with increasing delays, at most four times an hour per name, also across restarts.',
      why: 'The real core offers no HTTPS until all certificates are issued, stops at the first name that fails, and retries only at its next start.',
      test: 'server/certificates/certificates.test.ts',
    },
    {
      what: 'For automatic certificates, only new names are looked up. Switching them on is rejected (409) while another program on the server uses port 80.',
      why: 'The real core rejects every settings change while the DNS does not respond, and reports nothing about the port.',
      test: 'server/config/automaticDemands.test.ts',
    },
    {
      what: 'A change of `api.access.http` or `api.access.https` is rejected (409) if it would lock out the client that sends it over that server.',
      why: 'The client could not undo it.',
      test: 'server/config/unsafeSettings.test.ts',
    },
    {
      what: '`api.auth.disable_localhost` admits only requests from this machine itself, not through a proxy and not from a page of another site.',
      why: 'The real core trusts the request’s headers and any page.',
      test: 'server/http/request/foreignRequest.test.ts',
    },
    {
      what: '`X-Forwarded-For` and `X-Real-IP` count only from a trusted proxy (`CORE_TRUSTED_PROXIES`; by default this machine and Docker’s networks). Of several entries, the last one counts, which the proxy itself observed. These headers never make a client count as this machine.',
      why: 'The real core accepts the first entry from anyone, so clients can bypass block lists, session limits and the list of addresses that are not counted.',
      test: 'server/http/request/clientAddress.test.ts',
    },
    {
      what: 'A PUT of the config is rejected (409) if it would expose or disable the core: no token secret, the whole disk as a served folder, RTMP on the HTTP port, or a username and password whose concatenation equals the previous one, which would keep old tokens valid.',
      why: 'These are always mistakes. Stored values stay, and the environment may set them.',
      test: 'server/config/unsafeSettings.test.ts',
    },
    {
      what: 'Browsers, clients with a refreshed token, and users of an identity provider see the operator’s password and the token secret as `********` in `GET /v3/config`. Sending this value back keeps the stored one, as an empty password does.',
      why: 'Anything that runs in the browser, or looks at its screen, could copy them. Programs that have logged in get the recorded response, and a whole document can be written back as read.',
      test: 'server/http/passwords.test.ts',
    },
    {
      what: 'A PUT of the config that changes `api.auth` needs an access token from a login with the password, so at most 10 minutes old. With a refreshed token or one of an identity provider, it is rejected (409).',
      why: 'With a stolen token, an attacker could take over the core permanently. For programs that log in and then write, nothing differs from the real core.',
      test: 'server/http/passwords.test.ts',
    },
    {
      what: 'A reload that only changes the user, the password or the token secret ends all logins at once; one that only changes tenants ends the logins of users no longer listed. Nothing else is interrupted.',
      why: 'Such a change must not have to wait for the end of a show. The real core restarts everything.',
      test: 'server/http/passwords.test.ts',
    },
    {
      what: 'Besides the storage password, `/memfs` accepts a channel id with the key stored for it in the metadata (`sluice-push:` and the id). This login is valid only for names that start with `/memfs/ingest/` and that id.',
      why: 'The password gives access to the files of every channel; an encoder needs only those of one.',
      test: 'server/http/files/memfsWriteAccess.test.ts',
    },
    {
      what: 'The core’s ffmpeg processes write to `/memfs` with a key in the path (`/memfs/~key/…`) instead of the password. No response, log or report shows it, and it is only accepted from this machine.',
      why: 'ffmpeg sends a password only after a 401, so each upload would take two requests on two connections.',
      test: 'server/http/files/uploadKey.test.ts',
    },
    {
      what: 'Pages of other sites cannot write to `/memfs` without a password, and their forms cannot even if it needs one.',
      why: 'Browsers submit such forms without asking, with a remembered password.',
      test: 'server/http/request/foreignRequest.test.ts',
    },
    {
      what: '`{memfs}`, `{diskfs}`, `{rtmp,…}` and `{srt,…}` are not replaced inside an address with a host, such as `rtmp://live.example/app/{memfs}`.',
      why: 'An attacker who makes an operator paste such a key would receive a password or token of this core.',
      test: 'server/process/command/resolveProcess.test.ts',
    },
    {
      what: 'A process without a memory limit is stopped when its ffmpeg has used half of the machine’s memory for 5 s.',
      why: 'A source can make ffmpeg use any amount of memory, until the whole machine fails. A configured limit replaces this one, even if it is larger.',
      test: 'server/process/run/resourceUsage.test.ts',
    },
    {
      what: 'A request with two `Host` headers, or with a different host in its request line, is rejected (400).',
      why: 'A proxy may have checked the other one.',
      test: 'server/http/request/foreignRequest.test.ts',
    },
    {
      what: 'Response headers restrict browsers: scripts never run under `/memfs` and `/api`, content types are not guessed, and other sites cannot embed the interface or the publication website in a frame.',
      why: 'Everything is served from one origin.',
      test: 'server/http/request/securityHeaders.test.ts',
    },
    {
      what: 'For a missing page (`*.html`), clients that accept `text/html` get a page that explains it, still with status 404; at `/`, it links to the interface.',
      why: 'People open the address of a deleted channel, and pages embed it. Programs get the real core’s JSON.',
      test: 'server/http/files/notFoundPage.test.ts',
    },
  ];

/** Intended differences of the embedded core from the recorded one. */
export interface DeliberateDifference {
  readonly what: string;
  readonly why: string;
  /** The recordings: by their title, `area / phase / name`. */
  readonly of: RegExp;
  /** Position in the answer: `status`, `header vary`, `$.details[0]`. */
  readonly at: RegExp;
  /** Our value at that position, as JSON. */
  readonly ours: RegExp;
}

/** Messages of ffmpeg 5.1, used for the recordings, that newer versions phrase differently: the core passes them on. */
export const ffmpegDifferences: readonly (DeliberateDifference & { readonly since: number })[] = [
  {
    since: 6,
    what: 'What is generated has another name.',
    why: 'It is handed on as it is, no longer packed as raw video.',
    of: /^(process-|rtmp|config)/,
    at: /\.codec$/,
    ours: /^"wrapped_avframe"$/,
  },
  {
    since: 6,
    what: 'Its frame rate is told.',
    why: 'The same: there is no packet between generator and reader.',
    of: /^process-probe/,
    at: /\.fps$/,
    ours: /^25$/,
  },
  {
    since: 6,
    what: 'A publisher or player that is refused ends with the number of the error.',
    why: 'Older ones ended with 1 whatever it was.',
    of: /^rtmp/,
    at: /^\$\.ffmpeg_exit_code$/,
    ours: /^2\d\d$/,
  },
  {
    since: 6,
    what: 'It names its own version.',
    why: 'As every client does.',
    of: /^sessions/,
    at: /\.extra$/,
    ours: /^"Lavf\/6\d\.\d+\.\d+"$/,
  },
];

export const knownDifferences: readonly DeliberateDifference[] = [
  {
    what: 'Access tokens from a login contain the time of that login in `auth_time`.',
    why: 'Changing who may log in requires a login within the last ten minutes.',
    of: /^(login|errors|refresh|extra|config) \//,
    at: /^token\.access_token\.auth_time$/,
    ours: /^\d+$/,
  },
  {
    what: 'Tokens contain the run of the core that issued them (`run`) and their expiry by its monotonic clock (`run_exp`).',
    why: 'Setting the system clock neither ends nor extends a login.',
    of: /^(login|errors|refresh|extra|config) \//,
    at: /^token\.(?:access|refresh)_token\.run(?:_exp)?$/,
    ours: /^(?:"[0-9a-f-]{36}"|\d+)$/,
  },
  {
    what: 'For logged-in clients, `GET /api` lists what the core can do beyond the recorded one (`extensions`).',
    why: 'Clients can use these features, and never try them on another core.',
    of: /^(about|config|errors|extra|login|refresh) \//,
    at: /^\$\.extensions$/,
    ours: /^\["push-keys"/,
  },
  {
    what: 'For logged-in clients, `GET /api` lists the machine’s addresses in its network (`addresses`); none in a container.',
    why: 'An operator who opened the interface at localhost sees the address that an encoder on another machine needs.',
    of: /^(about|config|errors|extra|login|refresh) \//,
    at: /^\$\.addresses$/,
    ours: /^\[/,
  },
  {
    what: '`GET /v3/rtmp` describes the incoming stream of each channel (`stream`), as the `extra` of its session does: the codecs, whether silence replaces missing audio, and the last change.',
    why: 'The interface can tell the operator what to set in the encoder, where ffmpeg would only stop or show a broken picture.',
    of: /^rtmp \//,
    at: /^\$.*(\[\d+\]\.stream|\.extra)$/,
    ours: /video/,
  },
  {
    what: 'A PUT of a process that changes only bitrates, texts or the retry delay keeps the files that the new cleanup rules also name.',
    why: 'Readers of the stream continue across the restart. The real core deletes the files, which ends every reader.',
    of: /memory files before and right after the update$/,
    at: /^\$\.right_after$/,
    ours: /^\["\/rec:ingest:/,
  },
  {
    what: 'Files support range requests (`Range`), and downloads of HLS segments can be resumed.',
    why: 'Players can seek, and an interrupted download continues; the real core always sends the whole file.',
    of: /with Range$/,
    at: /^(status|header (content-range|content-length|transfer-encoding)|\$)$/,
    ours: /^(206|"bytes \d.*"|"\d+"|"hello"|"<!doc"|undefined|"<binary>")$/,
  },
  {
    what: 'Files have an `ETag`, and clients with a current copy get a 304.',
    why: 'This saves the transfer; the real core sends everything again.',
    of: /^(fs-|hls-|sessions|config|ui|errors|extra)/,
    at: /^header (etag|accept-ranges)$/,
    ours: /^("bytes"|".*")$/,
  },
  {
    what: 'HEAD returns the length and type that GET would return, also for errors.',
    why: 'This is the purpose of HEAD; players use it to get the size of a file.',
    of: /HEAD|\/ (public )?head\b/,
    at: /^header content-(length|type)$/,
    ours: /^"(\d+|application\/json; charset=UTF-8)"$/,
  },
  {
    what: 'Files of type mpd, m4s and webm have their proper content type.',
    why: 'DASH and WebM players reject `application/data` and `text/html`.',
    of: /content type of \.(m4s|mpd|webm)/,
    at: /^header content-type$/,
    ours: /^"(video\/iso\.segment|application\/dash\+xml|video\/webm)"$/,
  },
  {
    what: 'The API serves a folder’s default file with the file’s own type.',
    why: 'The real core uses the type of the folder, which has none.',
    of: /get the root \(default file\)$/,
    at: /^header content-type$/,
    ours: /^"text\/html"$/,
  },
  {
    what: 'Disk files are not cached: there is no `X-Cache`, and `Last-Modified` is always present.',
    why: 'The operating system caches them anyway, and a new snapshot is served at once instead of one up to 300 s old.',
    of: / \/ /,
    at: /^(header (x-cache|last-modified)|\$\.public_copy_unchanged)$/,
    ours: /^(undefined|"\w{3}, .* GMT"|false)$/,
  },
  {
    what: '`Cache-Control` of disk files is always the full `storage.disk.cache.ttl_seconds`, also for HEAD and for large files.',
    why: 'Only browsers and proxies cache, so there is no remaining time to report.',
    of: /^(fs-disk|hls-delivery|extra)/,
    at: /^header cache-control$/,
    ours: /^"max-age=300"$/,
  },
  {
    what: 'Playlists generated for one viewer are `private, no-cache`.',
    why: 'A shared cache must not give one viewer’s session to another. The real core sends `private` only if the client accepts gzip.',
    of: /^(hls-delivery|sessions|extra)/,
    at: /^header cache-control$/,
    ours: /^"private, no-cache"$/,
  },
  {
    what: 'Files under `/ui` are compressed and have cache headers: a year for hashed names, revalidation for the others.',
    why: 'The interface opens faster.',
    of: /^ui \//,
    at: /^(header (content-encoding|cache-control)|\$)$/,
    ours: /^"(gzip|<gzip>|no-cache|public, max-age=.*)"$/,
  },
  {
    what: '`GET /` redirects to `/ui/` (302) while no website is published.',
    why: 'People type this address, and Docker Desktop and NAS screens link to it.',
    of: /\/ \/ \(disk storage, not the interface\)$/,
    at: /^(status|header (content-type|location)|\$)$/,
    ours: /^(302|undefined|"\/ui\/"|"")$/,
  },
  {
    what: 'API responses are `Cache-Control: no-store`, except for the public widget.',
    why: 'Settings, stream keys and tokens must not be cached by browsers and proxies.',
    of: / \/ /,
    at: /^header cache-control$/,
    ours: /^"no-store"$/,
  },
  {
    what: '`Vary` contains `Accept-Encoding` only for responses that may be compressed.',
    why: 'This is correct for caches; the real core decides by route.',
    of: / \/ /,
    at: /^header vary$/,
    ours: /^"Origin(, Accept-Encoding)?"$/,
  },
  {
    what: 'Type errors in JSON name the field, line and character, without the part about Go.',
    why: 'The embedded core is not written in Go.',
    of: /wrong type$|negative reconnect delay$|fractional delay$/,
    at: /^\$\.details\[0\]$/,
    ours: /^"expect type '\w+' for '\w+' at line \d+, character \d+"$/,
  },
  {
    what: 'Storage errors contain the path within the storage, not the folder on the machine.',
    why: 'Clients know the former; the latter must not be disclosed.',
    of: /put (onto a folder|below a file)$/,
    at: /^\$\.details\[0\]$/,
    ours: /^"creating file failed: \/\S+: (is|not) a directory"$/,
  },
  {
    what: '`storage.disk.max_size_mbytes` is enforced for uploads and included in the metrics.',
    why: 'Without enforcement, the disk fills up. Files that ffmpeg writes directly count but are not stopped.',
    of: /^fs-disk \/ limits \/ (disk max_size|put more|metrics)/,
    at: /^(status|header content-(location|type)|\$(\.metrics)?)$/,
    ours: /^(400|undefined|"application\/json; charset=UTF-8"|\{"code":400.*"not enough space on device".*|\[\{"name":"filesystem_limit","labels":\{"name":"diskfs"\}.*)$/,
  },
  {
    what: 'An upload that is too large is rejected with `not enough space on device` as soon as it no longer fits.',
    why: 'Clients should not have to finish an upload that cannot be stored. The real core responds `File is too big` at the end.',
    of: /one file above the total$/,
    at: /^\$\.details\[0\]$/,
    ours: /^"not enough space on device"$/,
  },
  {
    what: 'The metrics `filesystem_*` also exist for `diskfs`.',
    why: 'The recorded version loses the entry for the disk.',
    of: /^(metrics|fs-)/,
    at: /^\$(\.metrics\.filesystem_\w+ \{"name":"diskfs"\}|\.metrics)$/,
    ours: /"diskfs"/,
  },
  {
    what: 'Files in memory survive a reload while a process runs.',
    why: 'As in every other reload; in the recorded one, the file was lost.',
    of: /memory file from before the reload$/,
    at: /^(status|header content-type|\$)$/,
    ours: /^(200|"text\/plain"|"still here")$/,
  },
  {
    what: 'Global metadata is kept when there is no process.',
    why: 'The real core loses it at the next reload.',
    of: /global metadata after a reload, no process existed$|the same after a reload$/,
    at: /^(status|\$\.(code|message|details|n))$/,
    ours: /^(200|undefined|[12])$/,
  },
  {
    what: 'Progress is read from lines with a log level prefix (`-loglevel level+info`) and from audio-only outputs, so the stale timeout does not stop them.',
    why: 'A working stream must not be restarted every 30 s.',
    of: /stale timeout 4 s|\/ state of it$/,
    at: /^\$\.(timeline_of_changes|exec|reconnect_seconds|progress\.(inputs|outputs))$/,
    ours: /^(\["start running"\]|"running"|-1|\[\{.*\}\])$/,
  },
  {
    what: 'The prelude of a report ends at the first progress of any output, also at `-loglevel debug`.',
    why: 'Later lines are in the log.',
    of: /verbose log$/,
    at: /^\$\.truncation_line$/,
    ours: /^undefined$/,
  },
  {
    what: 'The widget returns zeros while sessions are off.',
    why: 'The real core returns 200 without a body, which no page can parse.',
    of: /sessions disabled: widget$/,
    at: /^(\$|header content-type)$/,
    ours: /^(\{"current_sessions":0,.*|"application\/json; charset=UTF-8")$/,
  },
  {
    what: 'A probe of a file on the core’s own disk over HTTP detects all of its streams.',
    why: 'ffmpeg reads the end of the file first, which needs range requests.',
    of: /the same over http from the core$/,
    at: /pix_fmt$/,
    ours: /^"yuv420p"$/,
  },
  {
    what: '`/api/v3/openapi.json` and the help describe the API; `/api/swagger` needs a token like any unknown path under the API.',
    why: 'There is one description, generated from the routes, which needs no page of scripts.',
    of: /swagger UI is open$/,
    at: /^(status|header content-type)$/,
    ours: /^(401|"application\/json; charset=UTF-8")$/,
  },
  {
    what: 'Log entries omit the listening address and the source line.',
    why: 'They are of no use to operators.',
    of: /log, format=raw$/,
    at: /^\$\.last\[0\]\.(address|caller)$/,
    ours: /^undefined$/,
  },
  {
    what: 'There is no metric `restream_io`.',
    why: 'It is about individual streams, which a plain ffmpeg does not report: with one, the real core returns zeros.',
    of: /list of known metrics$/,
    at: /^\$\.restream_io /,
    ours: /^undefined$/,
  },
  {
    what: 'The metric `tls_certificate_end` reports when a certificate of the HTTPS server expires, and its names. `tls_certificate_problem` reports which automatic certificate could not be obtained, why, and the time of the next attempt.',
    why: 'Operators have to renew their own certificates in time and need to know why an automatic one is missing. The checks in the interface read both.',
    of: /list of known metrics$/,
    at: /^\$\.tls_certificate_(end|problem)\b/,
    ours: /^("tls_certificate_(end|problem)"|\{.*tls_certificate_(end|problem).*)$/,
  },
  {
    what: 'Descriptions of metrics match the values (0 is unlimited).',
    why: 'The real core documents -1 and returns 0.',
    of: /list of known metrics$/,
    at: /description$/,
    ours: /0 if unlimited/,
  },
  {
    what: 'On the first start, the memory limit is set to half of the machine’s memory.',
    why: 'Otherwise, an endless segment or an upload fills the memory. `0` in the settings means unlimited, as in the real core.',
    of: /^config \/ (open|main) \/ /,
    at: /memory\.max_size_mbytes$/,
    ours: /^[1-9]\d*$/,
  },
  {
    what: 'Between the PUT of the first login and the reload, `GET /v3/config` shows the login and memory password in effect.',
    why: 'Until the reload, anyone may send this request: the real core shows them the password that is meant to keep them out.',
    of: /^config \/ open \/ fields after PUT, before reload$/,
    at: /^\$\["config\.api\.auth"\]|^\$\.config\.api\.auth/,
    ours: /^(false|"")$/,
  },
];
