import { maskText } from './mask.ts';

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

/** Why a probe found nothing, and the last lines that say so, masked. */
export type ProbeFailure = { cause: FailureCause; lines: string[] };

/** In order: the first that matches any line wins, so the precise stand before the vague. */
const CAUSES: [FailureCause, RegExp][] = [
  [
    'unauthorized',
    /\b40[13] (Unauthorized|Forbidden)|authorization failed|access denied|not authorized|ERROR:UNAUTHORIZED/i,
  ],
  // A camera or a sound card of the machine, by v4l2 and alsa. What follows is missing, busy or forbidden.
  ['device', /cannot open (video|audio) device|ioctl\(VIDIOC_\w+\): /i],
  ['not-found', /\b404\b|No such file or directory|Stream ?not ?found|No such stream/i],
  ['refused', /Connection refused|Connection reset|Cannot open connection.*refused/i],
  [
    'unresolved',
    /Failed to resolve hostname|Name or service not known|Temporary failure in name resolution|No address associated/i,
  ],
  // The core interrupts a probe that takes too long: ffmpeg then speaks of an exit or a signal.
  [
    'timeout',
    /timed out|No route to host|Network is unreachable|Host is unreachable|Immediate exit requested|received signal (2|9|15)|handshake/i,
  ],
  [
    'unsupported',
    /Protocol not found|Invalid data found|Unsupported transport|Unknown input format|Decoder .* not found|Protocol '.*' not on whitelist|moov atom not found|Option .* not found|Unrecognized option|4XX Client Error/i,
  ],
];

// The version, the build and the libraries come first in every log, and a probe always ends without an output.
const NOISE =
  /^(ffmpeg version|\s+built with|\s+configuration:|\s+lib[a-z]+\s+\d)|^At least one output file must be specified/;
const LINES_SHOWN = 8;

/** @param log of a probe (GET …/probe), or of a process that failed */
export function probeFailureOf(log: readonly string[]): ProbeFailure {
  const lines = log.filter((line) => line.trim() !== '' && !NOISE.test(line));
  return { cause: causeOf(lines), lines: lines.slice(-LINES_SHOWN).map(maskText) };
}

/** Of a line; what is longer would take the patterns ages. */
const TELLING = 2000;

function causeOf(whole: string[]): FailureCause {
  const lines = whole.map((line) => line.slice(0, TELLING));
  for (const [cause, pattern] of CAUSES) if (lines.some((line) => pattern.test(line))) return cause;
  const streams = lines.filter((line) => /^\s*Stream #\d+:\d+/.test(line));
  return streams.length > 0 && !streams.some((line) => line.includes(': Video:')) ? 'no-video' : 'unknown';
}
