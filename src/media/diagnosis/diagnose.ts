import { maskOfRun } from '../masking/maskProcessSecrets.ts';
import { guessesOf } from './alternativeCauses.ts';
import { type Cause, type Party, partyOf, type Role, type Severity, severityOf } from './causes.ts';
import { toldByCore, wasStopped } from './coreLogCauses.ts';
import { SIGNS, type Sign } from './failureSigns.ts';
import { hidePieces } from './hideCredentialPieces.ts';
import { bare } from './logLines.ts';
import { type ParsedRun, parseRun, type RelevantLine, type Run, relevantLines } from './parseRun.ts';
import { type Warning, warningsIn } from './warnings.ts';

/** The facts about a run. */
export interface Diagnosis {
  cause: Cause;
  /** Causes that cannot be distinguished from it, the likelier first. */
  also: readonly Cause[];
  party: Party;
  severity: Severity;
  /** The lines that say so, or where none does those that come nearest; masked. The most decisive one is the first. */
  lines: readonly string[];
  /** Of the lines that were given, the one that tells; -1 where none does. */
  at: number;
  warnings: readonly Warning[];
}

type CauseCandidate = { cause: Cause; said: readonly { text: string; at: number }[] };

const UNTOLD_SHOWN = 3;

/** Each line is held against hundreds of signs: of an endless log, what it opened and how it ended is looked at. */
const FIRST_LINES = 200;
const LAST_LINES = 1800;
const tooMany = (lines: readonly string[]) => Math.max(0, lines.length - FIRST_LINES - LAST_LINES);
const endsOf = (lines: readonly string[]) =>
  tooMany(lines) === 0 ? lines : [...lines.slice(0, FIRST_LINES), ...lines.slice(-LAST_LINES)];

/** @param channel of a publication: its playlist and streams are named after it */
export function diagnose(given: Run, role: Role, channel = ''): Diagnosis {
  const run = { ...given, lines: endsOf(given.lines), core: endsOf(given.core ?? []) };
  const sight = parseRun(run, role);
  const { cause, said } = causeOf(sight, channel);
  const at = said[0]?.at ?? -1;
  const masked = maskOfRun(run.args ?? run.outputs ?? []);
  const mask = (text: string) =>
    masked(hidePieces(text, [sight.address, ...(run.inputs ?? []), ...(run.outputs ?? [])]));
  return {
    cause,
    also: guessesOf(cause, sight),
    party: partyOf(cause, role),
    severity: severityOf(cause),
    lines: said.map(({ text, at }) => mask(bare(run.lines[at] ?? text))),
    at: at < FIRST_LINES ? at : at + tooMany(given.lines),
    warnings: warningsIn(sight.all, { ...run, interrupted: sight.interrupted }).map((warning) => ({
      ...warning,
      line: mask(warning.line),
    })),
  };
}

function causeOf(sight: ParsedRun, channel: string): CauseCandidate {
  const { run, role } = sight;
  const told = toldByCore(run.core ?? [], role, run);
  const found = signIn(sight);
  if (told?.cause === 'stale' && isUnseen(sight))
    return { cause: 'no-progress-seen', said: [{ text: told.line, at: -1 }] };
  // A message of the core's own server about this stream explains the failure that ffmpeg reports.
  if (told)
    return { cause: told.cause, said: [{ text: told.line, at: -1 }, ...found.slice(0, 1).map(({ said }) => said)] };
  if (run.order === 'stop' && run.exec !== 'failed') return { cause: 'stopped', said: [] };
  const [first] = found;
  if (first && role === 'target' && isOfChannel(sight, first, channel))
    return { cause: 'channel-not-running', said: [first.said] };
  if (first) return { cause: first.cause, said: [first.said] };
  return {
    cause: ending(sight),
    said: relevantLines(sight).slice(-UNTOLD_SHOWN).reverse(),
  };
}

type Hit = { cause: Cause; said: RelevantLine };

const fits = (sign: Sign, sight: ParsedRun) =>
  (sign.side === undefined || sign.side === sight.side) &&
  (sign.role === undefined || sign.role === sight.role) &&
  (sign.address === undefined || sign.address.test(sight.address)) &&
  (sign.beside === undefined || sight.all.some((line) => sign.beside?.test(line))) &&
  (sign.without === undefined || !sight.all.some((line) => sign.without?.test(line)));

const isIn = ({ phase }: RelevantLine, wanted: Sign['phase']) =>
  wanted === undefined || (wanted === 'opening' ? phase !== 'running' : phase === wanted);

/** The first sign that any line shows, and the last line that shows it. What only follows is asked last. */
function signIn(sight: ParsedRun): Hit[] {
  const told = relevantLines(sight);
  // It survived what was said while it opened.
  const running = sight.ran ? [told.filter(({ phase }) => phase === 'running')] : [];
  for (const lines of [...running, told, sight.telling]) {
    for (const sign of SIGNS) {
      if (!fits(sign, sight)) continue;
      const said = lines.findLast(
        (one) => isIn(one, sign.phase) && sign.line.test(one.text) && (sign.when?.(sight, one.text) ?? true),
      );
      // Messages from the opening phase are no cause: the process ran after them.
      if (said && isIdle(sight) && said.phase !== 'running') continue;
      if (said) return [{ cause: sign.cause, said }];
    }
  }
  return [];
}

/** It ran, and nothing says that it ended otherwise than wanted. */
const EMPTY = /Output file is empty|Output file #\d+ does not contain/;
const isIdle = ({ ran, all, interrupted, run: { exec = null } }: ParsedRun) =>
  ran && !all.some((line) => EMPTY.test(line)) && (interrupted || exec === null || exec === 'finished');

/** Sound alone, or lines with levels: the core sees no progress of a process that is well. */
const isUnseen = ({ run: { lines } }: ParsedRun) =>
  lines.some((line) => /^size=|^\[info\] (?:frame|size)=/.test(line)) &&
  !lines.some((line) => line.startsWith('frame='));

/** Causes on the way to an address. */
const REACHING: ReadonlySet<Cause> = new Set([
  ...(['forbidden', 'login-needed', 'login-wrong', 'no-answer', 'not-found', 'refused', 'rejected'] as const),
  ...(['rtmp-closed', 'server-error', 'srt-rejected', 'timeout', 'unreachable', 'unresolved', 'hls-empty'] as const),
  ...(['no-streams', 'not-media', 'file-missing', 'stream-missing', 'waiting-push', 'redirect-loop'] as const),
]);

/** It could not open what it reads: that is its channel, not the platform. A last line alone does not tell. */
function isOfChannel(sight: ParsedRun, { cause, said }: Hit, channel: string) {
  if (!REACHING.has(cause) || said.phase !== 'reading') return false;
  return sight.run.lines.length > 1 ? sight.side === 'in' : channel !== '' && said.text.includes(channel);
}

const PROBED = /^At least one output file must be specified/;
const REREADING = /Opening '[^']*\.m3u8[^']*' for reading|Skip \('#EXT/;

/** No line says why it ended, or none says more than that it was interrupted. */
function ending(sight: ParsedRun): Cause {
  const { run, role, ran, interrupted, waited, all } = sight;
  const stopped = interrupted || wasStopped(run.core ?? []);
  if (run.exec === 'killed') {
    if (!stopped) return 'killed';
    return role === 'source' || all.slice(-3).some((line) => REREADING.test(line))
      ? 'source-stalled'
      : 'target-stalled';
  }
  if (interrupted) {
    // A last line alone does not tell whether it had begun.
    if (ran || run.lines.length === 1) return run.order === 'start' || !ran ? 'stale' : 'none';
    return 'no-answer';
  }
  if (run.exec === 'finished') return isEndless(sight) ? 'source-ended' : 'none';
  // So every good probe ends.
  if (all.some((line) => PROBED.test(line)) && all.some((line) => /^Input #0/.test(line))) return 'none';
  if (waited && relevantLines(sight).length === 0) return 'no-answer';
  if (run.exec === 'failed') return 'unknown';
  return ran && run.lines.length > 1 ? 'none' : 'unknown';
}

/** Segments that are fetched one by one have no end of stream; all others report an early end. */
const isEndless = ({ all, role }: ParsedRun) =>
  role === 'target'
    ? !all.some((line) => /^Output #\d+, image2/.test(line))
    : all.some((line) => /^Input #\d+, (?:hls|rtsp|rtp|sdp|flv, from 'rtmp)/.test(line));
