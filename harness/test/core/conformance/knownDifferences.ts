/** Recordings that are not replayed. */
export const outOfScope: readonly { readonly of: RegExp; readonly why: string }[] = [
  {
    of: /^srt \/ main/,
    why: 'Streams are carried by another library, whose numbers of sockets and statistics are its own. `harness/test/core/faults/srt.test.ts` tests the server with ffmpeg as the caller.',
  },
];

/** Settings that are taken, as clients of a real core store them, and have no effect or another one. Dotted. */
export const UNOBEYED_SETTINGS: readonly { readonly fields: readonly string[]; readonly why: string }[] = [
  {
    fields: ['log.level'],
    why: 'Any word is stored, as recorded; one that is no level counts as `info`.',
  },
  {
    fields: ['api.read_only'],
    why: 'Obeyed from the next reload on, and then undone only where the core is started: in its config file, or with `CORE_API_READ_ONLY=false`.',
  },
  { fields: ['db.dir'], why: 'Read at the start of the core, not at a reload.' },
  {
    fields: ['router.blocked_prefixes'],
    why: '`/api` and `/memfs` are the core’s own whatever it says. A route that is blocked is refused (409); one that is stored is left out, where the real core ends at its start.',
  },
  {
    fields: ['storage.disk.cache.max_size_mbytes', 'storage.disk.cache.max_file_size_mbytes'],
    why: 'The core keeps no copies; the interface shows nothing of `storage.disk.cache` (`no-disk-cache`).',
  },
  {
    fields: ['srt.log'],
    why: 'The SRT server writes to the log of the core. Without libsrt it stays off, and the core says that it has none.',
  },
  {
    fields: ['update_check', 'service.enable', 'service.token', 'service.url'],
    why: 'The core asks nobody and is told by nobody (`reports-nothing`).',
  },
  {
    fields: ['log.topics', 'host.auto', 'storage.s3', 'playout', 'debug'],
    why: 'There is nothing like that here.',
  },
];

/** Differences that no recording shows. `test`: the one that does. */
export const UNRECORDED_DIFFERENCES: readonly { readonly what: string; readonly why: string; readonly test: string }[] =
  [
    {
      what: 'Several tenants of an identity provider may have one domain. Their users are let in by the audience as well, with a token that expires, and only while they are listed; the tokens name the tenant.',
      why: 'The real core takes one tenant of a domain, any audience, and keeps a user logged in who is not listed any more.',
      test: 'server/http/login/tenants.test.ts',
    },
    {
      what: 'Without a login, the API answers no page of another site, and only at addresses, localhost, the machine’s own name and the names in `host.name`.',
      why: 'Every website that the operator visits could use it. The real core answers all of them. Players, the widget and the files for viewers are not concerned; with a login nothing changes.',
      test: 'server/http/request/foreignRequest.test.ts',
    },
    {
      what: '`max_file_age_seconds` counts the time for which the core has seen a file of the disk unchanged. Files that were there before it are removed by their own time only after three hours without a jump of the clock. `max_files` keeps those that were written last, whatever their times say.',
      why: 'A clock that is wrong for a moment would delete recordings for good.',
      test: 'server/process/run/fileCleanup.test.ts',
    },
    {
      what: 'Tokens end by the steady clock as long as the core runs that has issued them, and a jump of its clock is named by `GET /api` (`clock_jump`).',
      why: 'A machine without a battery starts in 1970 and learns the time later, which would end all logins.',
      test: 'server/http/login/tokens.test.ts',
    },
    {
      what: 'A process that records into files of the disk (`-f segment`) is ended, and not started, while less than 1 GB of that disk (2 % of a small one) is free. It fails with `No space left on device`, and starts again once there is room.',
      why: 'A full disk takes the database and all other channels along. With the real core, an open interface stops recordings.',
      test: 'server/process/process.test.ts',
    },
    {
      what: 'Each process, and the push to each channel, has a share of the memory storage: nobody takes what another holds. Old files make room (`storage.memory.purge`) for files of their own process, not of other live ones. A process whose files are refused for some seconds is ended, says `No space left in the memory storage`, and starts again once there is room.',
      why: 'One encoder could push out the segments of all other channels, while their processes ran on.',
      test: 'harness/test/core/faults/memoryShares.test.ts',
    },
    {
      what: 'A process that reads an RTMP channel of the core is started anew at once when the encoder changes its picture or its audio, or restarts its clock, and publications follow as soon as there is new output. One that waits for its next try is started when the encoder is there again.',
      why: 'ffmpeg copies such a stream with the old header: viewers get a broken picture. The RTMP server of the real core (16.14.0) keeps the first header of a connection: the log, the progress and the sessions say nothing, and even a probe finds the old size. Only the encoder can connect anew, which the interface says beside "frozen".',
      test: 'harness/test/core/liveChanges.test.ts',
    },
    {
      what: 'Of a source over SRT, UDP, RTSP, HTTP or a foreign RTMP server that becomes HLS, the core reads what comes: ffmpeg gets an output more, on its stdout, which `command` leaves out. The process is started anew when the video has another header, also where it is encoded, and with silence when its audio has been away for two seconds; `stream_change` in its state says which, and when, as it does of video that is away for three seconds, or comes late. Not told apart by these protocols: another sample rate, channel count or codec of audio within one connection, and a clock that restarts.',
      why: 'ffmpeg says nothing of any of it, and only hashes of the audio are seen, whose lengths and times do not show for certain what is in it. A picture that turns breaks publications, and HLS waits ten seconds for audio that does not come, after which most players stop.',
      test: 'harness/test/core/sourceChanges.test.ts',
    },
    {
      what: 'Silence takes the place of audio that a process expects (`-map 0:1` of a source with none), and audio that comes later is taken. By RTMP, the server of the core sends the silence; of other sources, the process runs with `anullsrc`, as its `command` shows.',
      why: 'ffmpeg ends where a stream is missing, and the picture goes off the air with the audio. Audio that comes late over RTMP reaches ffmpeg as video on the real core (16.14.0): the process fails again and again with `Invalid NAL unit size`, until the encoder connects anew, and a probe finds no audio.',
      test: 'server/process/ffmpeg.test.ts',
    },
    {
      what: 'With automatic certificates (`tls.auto`), HTTPS answers from the start: with a certificate of its own until there is a real one. Each name in `host.name` gets a certificate of its own, and failed attempts are repeated with growing waits, at most four an hour for each name, also across restarts.',
      why: 'The real core has no HTTPS until all certificates are there, stops at the first name that fails, and tries again only at its next start.',
      test: 'server/certificates/certificates.test.ts',
    },
    {
      what: 'Names are looked up for automatic certificates only when they are new. The switch is refused (409) where another program on the server uses port 80.',
      why: 'The real core refuses every change of the settings while the DNS does not answer, and says nothing about the port.',
      test: 'server/config/automaticDemands.test.ts',
    },
    {
      what: 'A change of `api.access.http` or `api.access.https` is refused (409) where it would keep out who sends it over that server.',
      why: 'It could not be taken back the same way.',
      test: 'server/config/unsafeSettings.test.ts',
    },
    {
      what: '`api.auth.disable_localhost` lets in only what comes from this machine itself: not through a proxy, and not from a page of another site.',
      why: 'The real core believes the header of the request, and any page.',
      test: 'server/http/request/foreignRequest.test.ts',
    },
    {
      what: '`X-Forwarded-For` and `X-Real-IP` count only from a proxy that is trusted (`CORE_TRUSTED_PROXIES`; by default this machine and the networks of Docker), and of several entries the last one does: it is what the proxy has seen. Nobody is this machine by such a header.',
      why: 'The real core takes the first entry from everybody, so block lists, session limits and the list of addresses that are not counted can be passed by.',
      test: 'server/http/request/clientAddress.test.ts',
    },
    {
      what: 'A PUT of the config is refused (409) where it would open the core or lock it: no secret of the tokens, the whole disk as a folder that is served, RTMP at the port of HTTP, a username and a password that make the key of before together, so that old tokens stay valid.',
      why: 'Nobody means these. What is stored already stays, and the environment may set them.',
      test: 'server/config/unsafeSettings.test.ts',
    },
    {
      what: 'To a browser, to a token that was refreshed, and to a user of an identity provider, `GET /v3/config` shows the password of the operator and the secret of the tokens as `********`. Sent back, that keeps what is stored, as an empty password does.',
      why: 'Whatever runs in the browser, or looks at it, could take it along. Programs that have logged in are answered as recorded, and a whole document can be written back as it was read.',
      test: 'server/http/passwords.test.ts',
    },
    {
      what: 'A PUT of the config that changes `api.auth` is refused (409) with an access token that was refreshed or is of an identity provider: it takes one that a login with the password was answered with, so one of the last 10 minutes.',
      why: 'Whoever got hold of a token could take the core over with it for good. Programs that log in and then write are answered as by the real core.',
      test: 'server/http/passwords.test.ts',
    },
    {
      what: 'A reload for nothing but another user, password or secret of the tokens ends all logins at once, one for other tenants the logins of those who are not listed any more, and neither interrupts anything else.',
      why: 'Nobody puts off such a change for a show that is live. The real core stops and starts everything.',
      test: 'server/http/passwords.test.ts',
    },
    {
      what: 'Besides the password of the storage, `/memfs` takes the id of a channel with the key that is stored for it in the metadata (`sluice-push:` and the id). It opens only names that begin with `/memfs/ingest/` and that id.',
      why: 'The password opens the files of every channel, and an encoder needs those of one.',
      test: 'server/http/files/memfsWriteAccess.test.ts',
    },
    {
      what: 'The ffmpegs of this core write to `/memfs` with a key in the path (`/memfs/~key/…`) in place of the password. No answer, log or report shows it, and it is accepted from this machine alone.',
      why: 'ffmpeg shows a password only when it is asked for it: each upload would take two requests on two connections.',
      test: 'server/http/files/uploadKey.test.ts',
    },
    {
      what: 'Pages of other sites cannot write to `/memfs` where it needs no password, and no form of theirs where it does.',
      why: 'A browser sends such a form without asking, with a password that it remembers.',
      test: 'server/http/request/foreignRequest.test.ts',
    },
    {
      what: '`{memfs}`, `{diskfs}`, `{rtmp,…}` and `{srt,…}` are not filled within the address of a host, as in `rtmp://live.example/app/{memfs}`.',
      why: 'Whoever has an operator paste such a key would be sent the password or the token of this core.',
      test: 'server/process/command/resolveProcess.test.ts',
    },
    {
      what: 'A process without a memory limit of its own is ended where its ffmpeg holds half of the memory of the machine for 5 s.',
      why: 'A source can make ffmpeg hold as much as it likes, and with the memory the whole machine would go. A limit that is set counts instead, also a larger one.',
      test: 'server/process/run/resourceUsage.test.ts',
    },
    {
      what: 'A request with two `Host` headers, or with another host in its address, is refused (400).',
      why: 'A proxy may have looked at the other one.',
      test: 'server/http/request/foreignRequest.test.ts',
    },
    {
      what: 'Answers say what browsers may do with them: nothing runs below `/memfs` and `/api`, types are not guessed, the interface and the publication website are shown in no frame of another site.',
      why: 'Everything is served from one origin.',
      test: 'server/http/request/securityHeaders.test.ts',
    },
    {
      what: 'A page that is not there (`*.html`) is a page that says so, still with 404, to who asks for `text/html`; at `/` it leads to the interface.',
      why: 'People open the address of a deleted channel, and pages embed it. Programs get the JSON of the real core.',
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
    what: 'An access token that a login was answered with says in `auth_time` when that was.',
    why: 'Who may log in is changed only after a login of the last ten minutes.',
    of: /^(login|errors|refresh|extra|config) \//,
    at: /^token\.access_token\.auth_time$/,
    ours: /^\d+$/,
  },
  {
    what: 'Tokens say in `run` and `run_exp` in which run of the core they were issued, and when they end by its steady clock.',
    why: 'A clock that is set ends no login, and keeps none.',
    of: /^(login|errors|refresh|extra|config) \//,
    at: /^token\.(?:access|refresh)_token\.run(?:_exp)?$/,
    ours: /^(?:"[0-9a-f-]{36}"|\d+)$/,
  },
  {
    what: '`GET /api` names in `extensions`, to who is logged in, what the core can do beyond the recorded one.',
    why: 'A client that knows of it may use it, and asks no other core for it.',
    of: /^(about|config|errors|extra|login|refresh) \//,
    at: /^\$\.extensions$/,
    ours: /^\["push-keys"/,
  },
  {
    what: '`GET /api` names in `addresses`, to who is logged in, the addresses of the machine in its network; none in a container.',
    why: 'An operator who opened the interface at localhost is shown the address that an encoder on another machine needs.',
    of: /^(about|config|errors|extra|login|refresh) \//,
    at: /^\$\.addresses$/,
    ours: /^\[/,
  },
  {
    what: '`GET /v3/rtmp` says of each channel what arrives (`stream`), as the `extra` of its session does: the codecs, whether silence is sent in place of missing audio, and the last change.',
    why: 'The interface tells the operator what to set in the encoder, where ffmpeg only stops or shows a broken picture.',
    of: /^rtmp \//,
    at: /^\$.*(\[\d+\]\.stream|\.extra)$/,
    ours: /video/,
  },
  {
    what: 'A PUT of a process with other bitrates or texts, or another delay of its retries, leaves the files that the new rules name as well.',
    why: 'What reads the stream goes on over the start of the new one. The real core removes them, and every reader ends.',
    of: /memory files before and right after the update$/,
    at: /^\$\.right_after$/,
    ours: /^\["\/rec:ingest:/,
  },
  {
    what: 'Files are delivered in parts (`Range`), and HLS segments can be resumed.',
    why: 'Players seek, and a download that broke off goes on; the real core answers with the whole file.',
    of: /with Range$/,
    at: /^(status|header (content-range|content-length|transfer-encoding)|\$)$/,
    ours: /^(206|"bytes \d.*"|"\d+"|"hello"|"<!doc"|undefined|"<binary>")$/,
  },
  {
    what: 'Files have an `ETag`, and a client that has the file already is told so (304).',
    why: 'Saves the transfer; the real core sends everything again.',
    of: /^(fs-|hls-|sessions|config|ui|errors|extra)/,
    at: /^header (etag|accept-ranges)$/,
    ours: /^("bytes"|".*")$/,
  },
  {
    what: 'HEAD tells the length and the type that GET would have, also of a refusal.',
    why: 'That is what HEAD is for; players learn the size of a file by it.',
    of: /HEAD|\/ (public )?head\b/,
    at: /^header content-(length|type)$/,
    ours: /^"(\d+|application\/json; charset=UTF-8)"$/,
  },
  {
    what: 'The types of mpd, m4s and webm are known.',
    why: 'DASH and WebM players refuse `application/data` and `text/html`.',
    of: /content type of \.(m4s|mpd|webm)/,
    at: /^header content-type$/,
    ours: /^"(video\/iso\.segment|application\/dash\+xml|video\/webm)"$/,
  },
  {
    what: 'The default file of a folder has its own type through the API too.',
    why: 'The real core takes the type of the folder, which has none.',
    of: /get the root \(default file\)$/,
    at: /^header content-type$/,
    ours: /^"text\/html"$/,
  },
  {
    what: 'The core keeps no copies of disk files: there is no `X-Cache`, and `Last-Modified` is always there.',
    why: 'The system keeps them in memory anyway, and a snapshot that ffmpeg has just written is delivered at once instead of one up to 300 s old.',
    of: / \/ /,
    at: /^(header (x-cache|last-modified)|\$\.public_copy_unchanged)$/,
    ours: /^(undefined|"\w{3}, .* GMT"|false)$/,
  },
  {
    what: '`Cache-Control` of disk files is the whole time of `storage.disk.cache.ttl_seconds`, also for HEAD and for large files.',
    why: 'Only browsers and proxies keep copies, so nothing counts down.',
    of: /^(fs-disk|hls-delivery|extra)/,
    at: /^header cache-control$/,
    ours: /^"max-age=300"$/,
  },
  {
    what: 'Playlists made for one viewer are `private, no-cache`.',
    why: 'A cache in between must not give the session of one viewer to another. The real core says `private` only if the client accepts gzip.',
    of: /^(hls-delivery|sessions|extra)/,
    at: /^header cache-control$/,
    ours: /^"private, no-cache"$/,
  },
  {
    what: 'Files below `/ui` are compressed, and have cache headers: hashed names for a year, the others are asked for again.',
    why: 'The interface opens faster.',
    of: /^ui \//,
    at: /^(header (content-encoding|cache-control)|\$)$/,
    ours: /^"(gzip|<gzip>|no-cache|public, max-age=.*)"$/,
  },
  {
    what: '`GET /` leads to `/ui/` (302) while no website is published.',
    why: 'It is the address that people type, and that Docker Desktop and NAS screens link to.',
    of: /\/ \/ \(disk storage, not the interface\)$/,
    at: /^(status|header (content-type|location)|\$)$/,
    ours: /^(302|undefined|"\/ui\/"|"")$/,
  },
  {
    what: 'Answers of the API are `Cache-Control: no-store`, but for the public widget.',
    why: 'Settings, stream keys and tokens do not belong into the caches of browsers and proxies.',
    of: / \/ /,
    at: /^header cache-control$/,
    ours: /^"no-store"$/,
  },
  {
    what: '`Vary` names `Accept-Encoding` where an answer may be compressed, and not where it never is.',
    why: 'Tells caches what is true; the real core goes by the route.',
    of: / \/ /,
    at: /^header vary$/,
    ours: /^"Origin(, Accept-Encoding)?"$/,
  },
  {
    what: 'Type errors in JSON name field, line and character, without the part about Go.',
    why: 'There is no Go here.',
    of: /wrong type$|negative reconnect delay$|fractional delay$/,
    at: /^\$\.details\[0\]$/,
    ours: /^"expect type '\w+' for '\w+' at line \d+, character \d+"$/,
  },
  {
    what: 'Errors of the storage name the path in the storage, not the folder on the machine.',
    why: 'The client knows the former; the latter is nobody else’s business.',
    of: /put (onto a folder|below a file)$/,
    at: /^\$\.details\[0\]$/,
    ours: /^"creating file failed: \/\S+: (is|not) a directory"$/,
  },
  {
    what: '`storage.disk.max_size_mbytes` is enforced for uploads, and shown in the metrics.',
    why: 'A limit that does not limit fills the disk. What ffmpeg writes into the folder itself counts, but is not stopped.',
    of: /^fs-disk \/ limits \/ (disk max_size|put more|metrics)/,
    at: /^(status|header content-(location|type)|\$(\.metrics)?)$/,
    ours: /^(400|undefined|"application\/json; charset=UTF-8"|\{"code":400.*"not enough space on device".*|\[\{"name":"filesystem_limit","labels":\{"name":"diskfs"\}.*)$/,
  },
  {
    what: 'A file that is too large is refused while it comes in, with `not enough space on device` as soon as it does not fit.',
    why: 'Nobody waits for the end of an upload that cannot be stored. The real core says `File is too big` at the end.',
    of: /one file above the total$/,
    at: /^\$\.details\[0\]$/,
    ours: /^"not enough space on device"$/,
  },
  {
    what: 'The metrics `filesystem_*` exist for `diskfs` too.',
    why: 'In the recorded version the entry of the disk is lost.',
    of: /^(metrics|fs-)/,
    at: /^\$(\.metrics\.filesystem_\w+ \{"name":"diskfs"\}|\.metrics)$/,
    ours: /"diskfs"/,
  },
  {
    what: 'Files in the memory stay at a reload with a running process.',
    why: 'As at every other reload; in the recorded one the file was gone.',
    of: /memory file from before the reload$/,
    at: /^(status|header content-type|\$)$/,
    ours: /^(200|"text\/plain"|"still here")$/,
  },
  {
    what: 'Global metadata stays when there is no process.',
    why: 'The real core loses it at the next reload.',
    of: /global metadata after a reload, no process existed$|the same after a reload$/,
    at: /^(status|\$\.(code|message|details|n))$/,
    ours: /^(200|undefined|[12])$/,
  },
  {
    what: 'Progress is read from lines with a level in front (`-loglevel level+info`) and from audio-only outputs, so the stale timeout does not end them.',
    why: 'A stream that works must not be restarted every 30 s.',
    of: /stale timeout 4 s|\/ state of it$/,
    at: /^\$\.(timeline_of_changes|exec|reconnect_seconds|progress\.(inputs|outputs))$/,
    ours: /^(\["start running"\]|"running"|-1|\[\{.*\}\])$/,
  },
  {
    what: 'The prelude of a report ends with the first progress of any output, also at `-loglevel debug`.',
    why: 'What comes later is no prelude; the log has it.',
    of: /verbose log$/,
    at: /^\$\.truncation_line$/,
    ours: /^undefined$/,
  },
  {
    what: 'The widget answers zeros while sessions are off.',
    why: 'The real core answers 200 without a body, which no page can read.',
    of: /sessions disabled: widget$/,
    at: /^(\$|header content-type)$/,
    ours: /^(\{"current_sessions":0,.*|"application\/json; charset=UTF-8")$/,
  },
  {
    what: 'A probe of a file on the core’s own disk over HTTP finds all of it.',
    why: 'Because of the ranges: ffmpeg reads the end of the file first.',
    of: /the same over http from the core$/,
    at: /pix_fmt$/,
    ours: /^"yuv420p"$/,
  },
  {
    what: 'The API is described by `/api/v3/openapi.json` and in the help; `/api/swagger` needs a token like any unknown address below the API.',
    why: 'One description, made from the routes themselves, that works without a page of scripts.',
    of: /swagger UI is open$/,
    at: /^(status|header content-type)$/,
    ours: /^(401|"application\/json; charset=UTF-8")$/,
  },
  {
    what: 'Log entries do not name the listening address and the line of the source.',
    why: 'They are of no use to those who run a core.',
    of: /log, format=raw$/,
    at: /^\$\.last\[0\]\.(address|caller)$/,
    ours: /^undefined$/,
  },
  {
    what: 'There is no metric `restream_io`.',
    why: 'It is about single streams, of which a plain ffmpeg tells nothing: with one, the real core answers zeros.',
    of: /list of known metrics$/,
    at: /^\$\.restream_io /,
    ours: /^undefined$/,
  },
  {
    what: 'There is a metric `tls_certificate_end`: when a certificate of the HTTPS server ends, and its names. `tls_certificate_problem` says which automatic certificate could not be obtained, why, and when it is tried again.',
    why: 'Somebody has to renew a certificate of their own in time, and to know why an automatic one does not come. The checks in the interface read both.',
    of: /list of known metrics$/,
    at: /^\$\.tls_certificate_(end|problem)\b/,
    ours: /^("tls_certificate_(end|problem)"|\{.*tls_certificate_(end|problem).*)$/,
  },
  {
    what: 'Descriptions of metrics say what is true (0 is unlimited).',
    why: 'The real core describes -1 and answers 0.',
    of: /list of known metrics$/,
    at: /description$/,
    ours: /0 if unlimited/,
  },
  {
    what: 'On a first start the memory limit is half of the memory of the machine.',
    why: 'A segment that never ends or an upload fills the machine otherwise; `0` in the settings is unlimited, as there.',
    of: /^config \/ (open|main) \/ /,
    at: /memory\.max_size_mbytes$/,
    ours: /^[1-9]\d*$/,
  },
  {
    what: 'Between the PUT of a first login and the reload, `GET /v3/config` shows the login and the memory password that are in effect.',
    why: 'Until then anybody may ask: the real core shows them the password that is to keep them out.',
    of: /^config \/ open \/ fields after PUT, before reload$/,
    at: /^\$\["config\.api\.auth"\]|^\$\.config\.api\.auth/,
    ours: /^(false|"")$/,
  },
];
