/** What a process does at the far end: it reads a source, or sends to a platform. A probe reads as well. */
export type Role = 'source' | 'target';

/** Whose fault it is, seen from the operator: who has to do something. */
export type Party = 'source' | 'target' | 'machine' | 'us';

/** What a probe says of it: the wizard has words for these. */
export type FailureCause =
  | 'refused'
  | 'unauthorized'
  | 'not-found'
  | 'device'
  | 'timeout'
  | 'unresolved'
  | 'unsupported'
  | 'no-video'
  | 'unknown';

/** Why a process does not do what it should. */
export type Cause =
  | 'app-refused'
  | 'channel-not-running'
  | 'closed-after-start'
  | 'codec-container'
  | 'connection-lost'
  | 'device'
  | 'disk-full'
  | 'encoder-missing'
  | 'encoder-setting'
  /** It came to an end, and nothing says why. */
  | 'ended'
  | 'ffmpeg-missing'
  | 'filter-wrong'
  | 'forbidden'
  | 'hardware-missing'
  | 'key-refused'
  | 'login-wrong'
  | 'limit'
  | 'map-missing'
  | 'name-taken'
  | 'no-answer'
  | 'no-video'
  | 'not-found'
  | 'refused'
  | 'rejected'
  | 'rtmp-closed'
  | 'server-error'
  | 'source-ended'
  | 'srt-rejected'
  | 'stale'
  | 'stream-missing'
  | 'terminated'
  | 'timeout'
  | 'tls'
  | 'unknown'
  | 'unreachable'
  | 'unresolved'
  | 'unsupported'
  | 'waiting-push';

export interface Sign {
  cause: Cause;
  /** Of one line. */
  pattern: RegExp;
  party: Party | 'far';
  probe: FailureCause;
  /** Only of one that does this. */
  role?: Role;
}

type Row = [cause: Cause, party: Sign['party'], probe: FailureCause, pattern: RegExp, role?: Role];

const ofRow = ([cause, party, probe, pattern, role]: Row): Sign => ({
  cause,
  party,
  probe,
  pattern,
  ...(role ? { role } : {}),
});

/**
 * In order: the first sign that any line shows wins. The words of a server stand before the numbers of a protocol, these
 * before what the system says of an address, and what only ends a log comes last. `far` is the source or the target.
 * A new cause is a row here and its words in causeTexts.ts.
 */
export const SIGNS: readonly Sign[] = (
  [
    // A server says it in words.
    ['name-taken', 'far', 'refused', /Server error: .*already|Publish\.(Exists|Conflict)/i],
    [
      'key-refused',
      'far',
      'unauthorized',
      /Server error: .*(stream ?key|token|not valid|denied|authori[sz]ed|bad ?name)|Publish\.(BadName|Denied|Rejected|Unauthorized)|invalid stream ?key/i,
      'target',
    ],
    ['app-refused', 'far', 'not-found', /Server error: .*application|Connect\.(InvalidApp|Rejected)/i],
    [
      'stream-missing',
      'source',
      'not-found',
      /Server error: .*(no such stream|not found)|Stream ?not ?found/i,
      'source',
    ],
    ['terminated', 'far', 'refused', /Server error: .*(terminat|shut ?down|ended)/i],
    [
      'login-wrong',
      'far',
      'unauthorized',
      /No credentials set|Incorrect (username|password|passphrase)|SRTO_PASSPHRASE/i,
    ],
    ['srt-rejected', 'far', 'unauthorized', /Peer rejected connection|ERROR:(UNAUTHORIZED|PEER)/i],
    ['rejected', 'far', 'refused', /Server error: /i],
    // A protocol says it with a number.
    ['forbidden', 'far', 'unauthorized', /\b403 ?Forbidden|\b451 ?Unavailable/i],
    ['login-wrong', 'far', 'unauthorized', /\b401 ?Unauthorized|authorization failed|access denied|not authorized/i],
    // A camera or a sound card of the machine, by v4l2 and alsa. What follows is missing, busy or forbidden.
    ['device', 'machine', 'device', /cannot open (video|audio) device|ioctl\(VIDIOC_\w+\): |Device or resource busy/i],
    [
      'hardware-missing',
      'machine',
      'unknown',
      /Cannot load lib\w*(cuda|cuvid|nvenc)|libOMX_Core|No VA display|No capable devices|No device available for decoder|Could not find a valid device/i,
    ],
    ['ffmpeg-missing', 'machine', 'unknown', /^fork\/exec |error while loading shared libraries/i],
    ['disk-full', 'machine', 'unknown', /No space left on device/i],
    ['not-found', 'far', 'not-found', /\b404\b|\b410 Gone|No such file or directory|No such stream/i],
    ['server-error', 'far', 'unknown', /\b5\d\d ?(Internal|Service|Bad|Gateway|Not Impl)|5XX Server Error/],
    // The system says it of an address.
    [
      'refused',
      'far',
      'refused',
      /Connection refused|Cannot open connection.*refused|: Connection reset by peer$/i,
      'source',
    ],
    ['refused', 'far', 'refused', /Connection refused|Cannot open connection.*refused/i, 'target'],
    [
      'unresolved',
      'far',
      'unresolved',
      /Failed to resolve hostname|Name or service not known|Temporary failure in name resolution|No address associated/i,
    ],
    ['unreachable', 'far', 'timeout', /No route to host|Network is unreachable|Host is unreachable/i],
    ['no-answer', 'far', 'timeout', /handshake|Immediate exit requested/i],
    ['timeout', 'far', 'timeout', /timed out/i],
    ['tls', 'far', 'unsupported', /\[tls @ .*(certificate|unexpected TLS|Error while)/i],
    // What was chosen does not fit.
    ['map-missing', 'us', 'unknown', /Stream map '.*' matches no streams|matches no streams/i],
    [
      'codec-container',
      'us',
      'unsupported',
      /codec \w+ not compatible with|codec not currently supported in container|video stream is supported in flv/i,
    ],
    ['encoder-missing', 'machine', 'unsupported', /Unknown (encoder|decoder) '/i],
    [
      'filter-wrong',
      'us',
      'unsupported',
      /No such filter|Error (initializing|reinitializing|applying).* filter|Error applying option|Filtergraph /i,
    ],
    [
      'encoder-setting',
      'us',
      'unsupported',
      /\[error\]: invalid |Error setting option \w+ to value|Invalid framerate value|is not supported by the \w+ encoder|bit rate \d+ bps is unsupported/i,
    ],
    // The core interrupts what makes no progress: ffmpeg speaks of a signal then.
    ['stale', 'far', 'timeout', /received signal (2|9|15)/i],
    [
      'unsupported',
      'far',
      'unsupported',
      /Protocol not found|Invalid data found|Unsupported transport|Unknown input format|Decoder .* not found|Protocol '.*' not on whitelist|moov atom not found|Option .* not found|Unrecognized option|4XX Client Error/i,
    ],
    // It ran, and was cut off. Why is told by nothing but how soon.
    [
      'connection-lost',
      'far',
      'refused',
      /(av_interleaved_write_frame\(\)|submitting a packet to the muxer|writing trailer.*|closing file.*): (Broken pipe|Connection reset|Input\/output error|End of file)/i,
      'target',
    ],
    // Our own server, whose encoder does not send.
    [
      'waiting-push',
      'source',
      'not-found',
      /rtmps?:\/\/(localhost|127\.0\.0\.1|\[::1\])\S*: (Input\/output error|Operation not permitted|End of file)|^Error opening input file rtmps?:\/\/(localhost|127\.0\.0\.1|\[::1\])/i,
      'source',
    ],
    [
      'rtmp-closed',
      'far',
      'unknown',
      /(rtmps?:\/\/\S+|Error opening output.*): (Input\/output error|Operation not permitted|End of file|Connection reset by peer|Broken pipe)/i,
    ],
    [
      'source-ended',
      'source',
      'unknown',
      /Stream ends prematurely|Failed reading RTSP data|Error during demuxing/i,
      'source',
    ],
  ] satisfies readonly Row[]
).map(ofRow);
