import type { Input } from '../encoding/profile.ts';
import { maskText } from '../masking/mask.ts';
import { MARK } from '../masking/maskAddress.ts';
import { maskOfRun } from '../masking/maskProcessSecrets.ts';
import { alternativesOf, isRtmpOff } from './alternativeCauses.ts';
import { type Cause, type Party, partyOf, type Role, type Severity, severityOf } from './causes.ts';
import { causeInCoreLog, wasStoppedByCore } from './coreLog.ts';
import {
  isConsequence,
  type ParsedRun,
  parseRun,
  type RelevantLine,
  type Run,
  relevantLines,
  type Sign,
  saysNothing,
  withoutPrefix,
} from './parseRun.ts';
import type { Failure } from './processFailure.ts';
import { CONFIGURATION } from './signs/configuration.ts';
import { DEVICE, RESOURCES } from './signs/deviceMessages.ts';
import { BARE_DISCONNECT, CONNECTION, DISCONNECT, TLS } from './signs/disconnects.ts';
import { PLAYLIST, STATUS } from './signs/httpStatus.ts';
import { REFUSED_BEFORE, SERVER_MESSAGES } from './signs/serverMessages.ts';
import { type Warning, warningsIn } from './warnings.ts';

export interface Diagnosis extends Failure {
  also: readonly Cause[];
  party: Party;
  severity: Severity;
  /** Decisive lines, or else the most relevant ones. Masked, most decisive first. */
  lines: readonly string[];
  /** Index of the decisive line; -1 if there is none. */
  at: number;
  warnings: readonly Warning[];
}

type CauseCandidate = { cause: Cause; said: readonly { text: string; at: number }[]; toldByCore?: true };

const UNTOLD_SHOWN = 3;

/** Each line is tested with hundreds of patterns, so only both ends of a long log are read. */
const FIRST_LINES = 200;
const LAST_LINES = 1800;
const tooMany = (lines: readonly string[]) => Math.max(0, lines.length - FIRST_LINES - LAST_LINES);
const endsOf = (lines: readonly string[]) =>
  tooMany(lines) === 0 ? lines : [...lines.slice(0, FIRST_LINES), ...lines.slice(-LAST_LINES)];

export function diagnoseRun(original: Run, role: Role, channel = ''): Diagnosis {
  const run = { ...original, lines: endsOf(original.lines), core: endsOf(original.core ?? []) };
  const parsed = parseRun(run, role);
  const { cause: found, said: relevant, toldByCore = false } = causeOf(parsed, channel);
  const cause = found === 'refused' && isRtmpOff(parsed) ? 'rtmp-off' : found;
  const at = relevant[0]?.at ?? -1;
  const masked = maskOfRun(run.args ?? run.outputs ?? []);
  const mask = (text: string) =>
    masked(hidePieces(text, [parsed.address, ...(run.inputs ?? []), ...(run.outputs ?? [])]));
  const lines = relevant.map(({ text, at }) => mask(withoutPrefix(run.lines[at] ?? text)));
  return {
    cause,
    also: alternativesOf(cause, parsed, toldByCore),
    party: partyOf(cause, role),
    severity: severityOf(cause),
    lines,
    evidence: evidenceIn(lines[0] ?? ''),
    at: at < FIRST_LINES ? at : at + tooMany(original.lines),
    warnings: warningsIn(parsed.all, { ...run, interrupted: parsed.interrupted }).map((warning) => ({
      ...warning,
      line: mask(warning.line),
    })),
  };
}

function causeOf(parsed: ParsedRun, channel: string): CauseCandidate {
  const { run, role } = parsed;
  const logged = causeInCoreLog(run.core ?? [], role, run);
  const found = signIn(parsed);
  if (logged?.cause === 'stale' && isUnseen(parsed))
    return { cause: 'no-progress-seen', said: [{ text: logged.line, at: -1 }], toldByCore: true };
  if (logged)
    return {
      cause: logged.cause,
      said: [{ text: logged.line, at: -1 }, ...found.slice(0, 1).map(({ said }) => said)],
      toldByCore: true,
    };
  if (run.order === 'stop' && run.exec !== 'failed') return { cause: 'stopped', said: [] };
  const [first] = found;
  if (first && role === 'target' && isOfChannel(parsed, first, channel))
    return { cause: 'channel-not-running', said: [first.said] };
  if (first) return { cause: first.cause, said: [first.said] };
  return {
    cause: ending(parsed),
    said: relevantLines(parsed).slice(-UNTOLD_SHOWN).reverse(),
  };
}

type Hit = { cause: Cause; said: RelevantLine };

const fits = (sign: Sign, parsed: ParsedRun) =>
  (sign.side === undefined || sign.side === parsed.side) &&
  (sign.role === undefined || sign.role === parsed.role) &&
  (sign.address === undefined || sign.address.test(parsed.address)) &&
  (sign.beside === undefined || parsed.all.some((line) => sign.beside?.test(line))) &&
  (sign.without === undefined || !parsed.all.some((line) => sign.without?.test(line)));

const isIn = ({ phase }: RelevantLine, required: Sign['phase']) =>
  required === undefined || (required === 'opening' ? phase !== 'running' : phase === required);

/** Returns the first pattern that matches, with the last matching line. */
function signIn(parsed: ParsedRun): Hit[] {
  const relevant = relevantLines(parsed);
  // Lines from the opening phase did not stop the process.
  const running = parsed.ran ? [relevant.filter(({ phase }) => phase === 'running')] : [];
  for (const lines of [...running, relevant, parsed.telling]) {
    for (const sign of SIGNS) {
      if (!fits(sign, parsed)) continue;
      const match = lines.findLast(
        (line) => isIn(line, sign.phase) && sign.line.test(line.text) && (sign.when?.(parsed, line.text) ?? true),
      );
      if (match && isIdle(parsed) && match.phase !== 'running') continue;
      if (match) return [{ cause: sign.cause, said: match }];
    }
  }
  return [];
}

const EMPTY = /Output file is empty|Output file #\d+ does not contain/;
const isIdle = ({ ran, all, interrupted, run: { exec = null } }: ParsedRun) =>
  ran && !all.some((line) => EMPTY.test(line)) && (interrupted || exec === null || exec === 'finished');

/** The core sees no progress of audio alone, or with log levels, although the process works. */
const isUnseen = ({ run: { lines } }: ParsedRun) =>
  lines.some((line) => /^size=|^\[info\] (?:frame|size)=/.test(line)) &&
  !lines.some((line) => line.startsWith('frame='));

const REACHING: ReadonlySet<Cause> = new Set([
  ...(['forbidden', 'login-needed', 'login-wrong', 'no-answer', 'not-found', 'refused', 'rejected'] as const),
  ...(['rtmp-closed', 'server-error', 'srt-rejected', 'timeout', 'unreachable', 'unresolved', 'hls-empty'] as const),
  ...(['no-streams', 'not-media', 'file-missing', 'stream-missing', 'waiting-push', 'redirect-loop'] as const),
]);

/** Whether a publication could not open its input, which is its channel and not the platform. */
function isOfChannel(parsed: ParsedRun, { cause, said }: Hit, channel: string) {
  if (!REACHING.has(cause) || said.phase !== 'reading') return false;
  return parsed.run.lines.length > 1 ? parsed.side === 'in' : channel !== '' && said.text.includes(channel);
}

const PROBED = /^At least one output file must be specified/;
const REREADING = /Opening '[^']*\.m3u8[^']*' for reading|Skip \('#EXT/;

function ending(parsed: ParsedRun): Cause {
  const { run, role, ran, interrupted, waited, all } = parsed;
  const stopped = interrupted || wasStoppedByCore(run.core ?? []);
  if (run.exec === 'killed') {
    if (!stopped) return 'killed';
    return role === 'source' || all.slice(-3).some((line) => REREADING.test(line))
      ? 'source-stalled'
      : 'target-stalled';
  }
  if (interrupted) {
    // A single line does not show whether it had started.
    if (ran || run.lines.length === 1) return run.order === 'start' || !ran ? 'stale' : 'none';
    return 'no-answer';
  }
  if (run.exec === 'finished') return isEndless(parsed) ? 'source-ended' : 'none';
  if (all.some((line) => PROBED.test(line)) && all.some((line) => /^Input #0/.test(line))) return 'none';
  if (waited && relevantLines(parsed).length === 0) return 'no-answer';
  if (run.exec === 'failed') return 'unknown';
  return ran && run.lines.length > 1 ? 'none' : 'unknown';
}

/** Sources fetched in segments have no end of stream; others report an early end. */
const isEndless = ({ all, role }: ParsedRun) =>
  role === 'target'
    ? !all.some((line) => /^Output #\d+, image2/.test(line))
    : all.some((line) => /^Input #\d+, (?:hls|rtsp|rtp|sdp|flv, from 'rtmp)/.test(line));

/** First match wins. */
export const SIGNS: readonly Sign[] = [
  ...REFUSED_BEFORE,
  ...RESOURCES,
  ...SERVER_MESSAGES,
  ...PLAYLIST,
  ...TLS,
  ...STATUS.map((sign) => ({ ...sign, phase: 'opening' as const })),
  ...CONNECTION.map((sign) => ({ ...sign, phase: sign.phase ?? ('opening' as const) })),
  ...DEVICE,
  ...CONFIGURATION,
  ...DISCONNECT,
  ...BARE_DISCONNECT,
  // Transient errors, used only without a better line.
  ...STATUS,
  ...CONNECTION,
];

type ProbeFailure = Pick<Diagnosis, 'cause' | 'also'> & { lines: string[] };

const LINES_SHOWN = 8;

const isStream = (line: string) => /^\s*Stream #\d+:\d+/.test(line);

export function probeFailureOf(
  log: readonly string[],
  inputs: readonly Input[] = [],
  { seconds = null, core = [], pushed = false }: Partial<Pick<Run, 'seconds' | 'core' | 'pushed'>> = {},
): ProbeFailure {
  const args = inputs.flatMap(({ address, options }) => [...options, '-i', address]);
  const addresses = inputs.map(({ address }) => address);
  const { cause, also } = diagnoseRun(
    { lines: log, seconds, exec: 'failed', inputs: addresses, args, core, pushed },
    'source',
  );
  const lines = log.filter((line) => !saysNothing(withoutPrefix(line)) || isStream(line)).slice(-LINES_SHOWN);
  const soundAlone = log.some(isStream) && !log.some((line) => isStream(line) && line.includes(': Video:'));
  return {
    cause: cause === 'unknown' && soundAlone ? 'no-video' : cause,
    also,
    lines: lines.map((line) => maskText(withoutPrefix(line))),
  };
}

const CREDENTIALS = /^[a-z][a-z0-9+.-]{0,29}:\/\/(.*)@([^@/?#:]*)/is;
const NAMED = /(Failed to resolve hostname |Connection to \w{2,9}:\/\/|Cannot open connection \w{2,9}:\/\/)([^:\s?]+)/g;

/** ffmpeg cuts a password at @ or /, and prints the rest as a host. */
function hidePieces(line: string, addresses: readonly string[]): string {
  const hosts = new Set<string>();
  const pieces = new Set<string>();
  for (const address of addresses) {
    const [, credentials, host] = CREDENTIALS.exec(address.slice(0, 2000)) ?? [];
    if (credentials === undefined || host === undefined) continue;
    hosts.add(host);
    for (const piece of credentials.split(/[@/:?#]/)) if (piece !== '') pieces.add(piece);
  }
  if (pieces.size === 0) return line;
  return line.replace(NAMED, (match, prefix: string, name: string) =>
    pieces.has(name) && !hosts.has(name) ? prefix + MARK : match,
  );
}

/** Such a line only counts for the reason at its end: `Error closing file x: No space left on device`. */
const REASON = /: ([A-Z][^:]*)$/;

/** A line of the core's own log: `ts=… level=… component="RTMP" msg="…" reason="…"`. */
const CORE_LOG = /^ts=\S+ .*\bcomponent=/;
const CORE_WORDS = ['reason', 'msg', 'status_text'];
const word = (line: string, name: string) => {
  const [, quoted, plain] = new RegExp(`\\b${name}=(?:"([^"]*)"|(\\S+))`).exec(line) ?? [];
  return quoted ?? plain ?? '';
};

const ADDRESS = '[a-z][a-z0-9+.-]{1,19}:\\/\\/\\S+|\\/\\S+';
/** Component, action and address, which the page already shows. */
const BEFORE: readonly RegExp[] = [
  /^(?:\[[^\]]{1,120}\]\s*)+/,
  /^(?:av_interleaved_write_frame\(\)|Error (?:submitting a packet to the muxer|during demuxing|opening (?:in|out)put(?: files)?)): /,
  new RegExp(`^(?:Error opening output |Error writing trailer of )?(?:${ADDRESS}): (?=\\S)`, 'i'),
  /^Server error: (?=\S)/,
];
/** Details for ffmpeg developers: memory addresses, options within an address. */
const BETWEEN: readonly (readonly [RegExp, string])[] = [
  [/(?<!\s)\s*\b0x[0-9a-f]{6,16}\b/gi, ''],
  [/\b(?:tcp|tls|udp|srt):\/\/([^\s?/]+)(?:\?\S*)?/g, '$1'],
];

/** Returns the readable part of a masked line; '' without a reason. */
export function evidenceIn(line: string): string {
  const text = withoutPrefix(line);
  if (CORE_LOG.test(text)) return CORE_WORDS.map((name) => word(text, name)).find((value) => value !== '') ?? '';
  if (saysNothing(text)) return '';
  if (isConsequence(text)) return REASON.exec(text)?.[1] ?? '';
  const short = BEFORE.reduce((left, before) => left.replace(before, ''), text);
  return BETWEEN.reduce((left, [found, instead]) => left.replace(found, instead), short).trim();
}
