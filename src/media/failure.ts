import { type Cause, type FailureCause, type Role, SIGNS, type Sign } from './causes.ts';
import { maskText } from './mask.ts';

export type { Cause, FailureCause, Role } from './causes.ts';

/** Why a probe found nothing, and the last lines that say so, masked. */
export type ProbeFailure = { cause: FailureCause; lines: string[] };

/** Why a process failed, and the line that says so, masked; '' where none does. */
export interface Failure {
  cause: Cause;
  evidence: string;
}

// The version, the build and the libraries come first in every log, and a probe always ends without an output.
const NOISE =
  /^(ffmpeg version|\s+built with|\s+configuration:|\s+lib[a-z]+\s+\d)|^At least one output file must be specified/;
const LINES_SHOWN = 8;

/** Some interfaces have ffmpeg write how grave a line is. */
const LEVEL = /\[(?:panic|fatal|error|warning|info|verbose)\] /;
/** What it does, not what is wrong. */
const CHATTER =
  /^\s*(?:frame=|size=|Press \[q\]|Metadata:|Last message repeated)|\bOpening '.*' for (?:read|writ)ing|Skip \('#EXT/;
/** What comes of a failure, whichever it was. */
const CONSEQUENCE =
  /^Conversion failed!|^Error opening (?:input|output) files?\b|Task finished with error|Terminating thread|Failed to update header|Could not write header|Nothing was written|Error while opening encoder|^video:|\] video:\d/;
/** With a playlist that is appended to, ffmpeg looks for the one of before: none is there at the first start. */
const OLD_PLAYLIST = /^\[http @ \S+\] HTTP error 404/;
const OPENED = /^Input #\d/;

/** @param log of a probe (GET …/probe) */
export function probeFailureOf(log: readonly string[]): ProbeFailure {
  const lines = log.filter((line) => line.trim() !== '' && !NOISE.test(line));
  return { cause: probeCauseOf(lines), lines: lines.slice(-LINES_SHOWN).map(maskText) };
}

/** Of a line; what is longer would take the patterns ages. */
const TELLING = 2000;

function probeCauseOf(whole: string[]): FailureCause {
  const lines = whole.map((line) => line.slice(0, TELLING).replace(LEVEL, ''));
  const found = signIn(lines, 'source');
  if (found && found.sign.probe !== 'unknown') return found.sign.probe;
  const streams = lines.filter((line) => /^\s*Stream #\d+:\d+/.test(line));
  return streams.length > 0 && !streams.some((line) => line.includes(': Video:')) ? 'no-video' : 'unknown';
}

/** The first sign that any line shows, and the last line that shows it. */
function signIn(lines: readonly string[], role: Role): { sign: Sign; line: string } | null {
  for (const sign of SIGNS) {
    if (sign.role !== undefined && sign.role !== role) continue;
    const line = lines.findLast((one) => sign.pattern.test(one));
    if (line !== undefined) return { sign, line };
  }
  return null;
}

/** What a process wrote, as far as it is known: all of it, or its last line. */
export interface Run {
  lines: readonly string[];
  /** From the first line to the last; null where that is not known. */
  seconds: number | null;
}

/** Accepted and thrown out again: by then a platform has looked at the key. */
const SOON_S = 4;

/** What happens on the way to an address. */
const REACHING: ReadonlySet<Cause> = new Set([
  ...(['forbidden', 'login-wrong', 'no-answer', 'not-found', 'refused', 'rejected', 'rtmp-closed'] as const),
  ...(['server-error', 'srt-rejected', 'timeout', 'unreachable', 'unresolved'] as const),
]);

/** @param channel of a publication: its playlist and streams are named after it */
export function failureOf({ lines: log, seconds }: Run, role: Role, channel = ''): Failure {
  const cut = log.map((line) => line.slice(0, TELLING).replace(LEVEL, ''));
  const opened = cut.findIndex((line) => OPENED.test(line));
  const said = cut.filter(
    (line, i) => line.trim() !== '' && !NOISE.test(line) && !CHATTER.test(line) && !isOldPlaylist(line, i),
  );
  const telling = said.filter((line) => !CONSEQUENCE.test(line));
  const found = signIn(telling, role) ?? signIn(said, role);
  const evidence = maskText(found?.line ?? telling.at(-1) ?? said.at(-1) ?? '');
  if (role === 'target' && isOfChannel()) return { cause: 'channel-not-running', evidence };
  if (!found) return { cause: 'unknown', evidence };
  const { cause } = found.sign;
  if (cause === 'connection-lost' && seconds !== null && seconds <= SOON_S)
    return { cause: 'closed-after-start', evidence };
  return { cause: cause === 'waiting-push' && opened >= 0 ? 'source-ended' : cause, evidence };

  function isOldPlaylist(line: string, i: number) {
    return opened >= 0 && i > opened && OLD_PLAYLIST.test(line);
  }

  /** It could not open what it reads, or lost it: that is its channel, not the platform. */
  function isOfChannel() {
    if (telling.some((line) => /Failed to reload playlist/.test(line))) return true;
    // Inputs are opened before outputs. A last line alone does not tell whether they were.
    if (!found || opened >= 0 || !REACHING.has(found.sign.cause)) return false;
    return log.length > 1 || (channel !== '' && found.line.includes(channel));
  }
}
