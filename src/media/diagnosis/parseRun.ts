import type { Cause, Role } from './causes.ts';
import { isStatistics } from './statistics.ts';

export interface Run {
  lines: readonly string[];
  /** Null if unknown. */
  seconds: number | null;
  /** Null if it still runs, or if that is unknown. */
  exec?: 'finished' | 'failed' | 'killed' | null;
  order?: 'start' | 'stop' | null;
  interrupted?: boolean;
  pushed?: boolean;
  core?: readonly string[];
  /** Whether the core's log was read, even if it has no line on this run. */
  coreIsRead?: boolean;
  rtmpIsOn?: boolean;
  inputs?: readonly string[];
  outputs?: readonly string[];
  /** Seconds without progress until the core ends it; 0 is never, absent is unknown. */
  staleTimeout?: number;
  /** 0 is no limit, absent is unknown. */
  limits?: { cpuPercent: number; memoryMb: number };
  /** All arguments, to recognize secrets. */
  args?: readonly string[];
}

export type Phase = 'reading' | 'writing' | 'running';
export type Side = 'in' | 'out';

export interface RelevantLine {
  text: string;
  phase: Phase;
  at: number;
}

export interface ParsedRun {
  run: Run;
  role: Role;
  all: readonly string[];
  telling: readonly RelevantLine[];
  side: Side;
  ran: boolean;
  interrupted: boolean;
  /** Whether it was still opening when its timeout was over. */
  waited: boolean;
  address: string;
}

const INPUT = /^Input #\d/;
const OUTPUT = /^Output #\d/;
const FRAME = /^frame=\s*[1-9]/;
const SUMMARY = /^(?:\[out#[^\]]{1,60}\] )?video:\s*\d+[kKmM]i?B /;
/** At the first start, there is no old playlist to continue. */
const OLD_PLAYLIST = /^\[https? @ [^\]]*\] HTTP error 404/;
const SIGNAL = /^Exiting normally, received signal/;

const FAILED_ADDRESS =
  /^Error opening (?:in|out)put file (\S+)\.$|Error opening output (?!files?\b)(\S+): |^([a-z][a-z0-9+.-]{1,19}:\/\/\S+): [A-Z]|^((?:\/|hw:)[^:]*(?::\d+,\d+)?): [A-Z]/;
const RUNNING_FAILED = /^\[(?:in|out|[vas]ost|[vas]ist)#|av_interleaved_write_frame/;

const firstPhase: Phase = 'reading';

function phaseAfter(phase: Phase, line: string): Phase {
  if (OUTPUT.test(line) || FRAME.test(line) || SUMMARY.test(line)) return 'running';
  return INPUT.test(line) && phase === 'reading' ? 'writing' : phase;
}

export function parseRun(run: Run, role: Role): ParsedRun {
  const all = run.lines.map(normalized);
  const telling: RelevantLine[] = [];
  let phase = firstPhase;
  for (const [at, text] of all.entries()) {
    phase = phaseAfter(phase, text);
    const isUsual = saysNothing(text) || (phase === 'writing' && OLD_PLAYLIST.test(text));
    if (!isUsual) telling.push({ text, phase, at });
  }
  const interrupted = run.interrupted === true || all.some((line) => SIGNAL.test(line));
  const address = addressIn(all);
  const ran = phase === 'running';
  const side = sideOf(all, phase, run, address);
  return { run, role, all, telling, ran, interrupted, waited: !ran && hasWaited(run, side), address, side };
}

function addressIn(all: readonly string[]): string {
  for (const line of all.toReversed()) {
    if (RUNNING_FAILED.test(line) && !line.includes('Error opening')) continue;
    const found = FAILED_ADDRESS.exec(line);
    if (found) return found[1] ?? found[2] ?? found[3] ?? found[4] ?? '';
  }
  return '';
}

const isOneOf = (address: string, addresses: readonly string[] = []) =>
  address !== '' && addresses.some((entry) => entry === address || (entry.length > 8 && address.startsWith(entry)));

function sideOf(all: readonly string[], phase: Phase, { inputs, outputs }: Run, address: string): Side {
  if (all.some((line) => /^Error opening input/.test(line))) return 'in';
  if (all.some((line) => /^Error opening output|Could not write header|\[out#\d\S* @ [^\]]*\] Error/.test(line)))
    return 'out';
  if (isOneOf(address, outputs)) return 'out';
  if (isOneOf(address, inputs)) return 'in';
  return phase === 'reading' ? 'in' : 'out';
}

function optionsOfSide({ args = [], inputs = [], outputs = [] }: Run, side: Side): readonly string[] {
  const from = args.lastIndexOf('-i') + 2;
  if (side === 'in') return args.length === 0 ? inputs : args.slice(0, from);
  return args.length === 0 ? outputs : args.slice(from);
}

function hasWaited(run: Run, side: Side): boolean {
  const timeout = timeoutIn(optionsOfSide(run, side));
  return timeout !== null && run.seconds !== null && run.seconds >= timeout;
}

export const relevantLines = ({ telling: lines }: ParsedRun): readonly RelevantLine[] =>
  lines.filter(({ text }) => !isConsequence(text));

export interface Sign {
  cause: Cause;
  line: RegExp;
  phase?: Phase | 'opening';
  side?: Side;
  role?: Role;
  beside?: RegExp;
  without?: RegExp;
  address?: RegExp;
  when?: (parsed: ParsedRun, line: string) => boolean;
}

type More = Omit<Sign, 'cause' | 'line'>;
export const sign = (cause: Cause, line: RegExp, more: More = {}): Sign => ({ cause, line, ...more });

export const WHILE_OPENING = { phase: 'opening' } as const;
export const WHILE_RUNNING = { phase: 'running' } as const;
export const AT_INPUT = { side: 'in' } as const;
export const AT_OUTPUT = { side: 'out' } as const;

/** Microseconds. Before 5.0, `-timeout` of RTSP was a different option. */
const OPTION = /^-(?:timeout|stimeout|rw_timeout)$/;
const IN_ADDRESS = /[?&](?:timeout|stimeout|rw_timeout)=(\d+)/g;
const SRT_MS = /^srt:.*[?&]connect_timeout=(\d+)/i;
/** Seconds. Shorter values were probably meant in another unit. */
const LEAST_S = 0.5;

const SUFFIX: Readonly<Record<string, number>> = { k: 1000, K: 1000, M: 1_000_000, '': 1 };

function microseconds(word: string): number {
  const [, figure, suffix = ''] = /^(\d+(?:\.\d+)?)([kKM]?)$/.exec(word.trim()) ?? [];
  return Number(figure) * (SUFFIX[suffix] ?? 1);
}

const timeoutsIn = (words: readonly string[]): number[] =>
  words
    .flatMap((word, i) => [
      ...(OPTION.test(words[i - 1] ?? '') ? [microseconds(word) / 1e6] : []),
      ...[...word.slice(0, 2000).matchAll(IN_ADDRESS)].map(([, figure]) => Number(figure) / 1e6),
      ...(SRT_MS.exec(word.slice(0, 2000))?.slice(1) ?? []).map((figure) => Number(figure) / 1e3),
    ])
    .filter((seconds) => seconds >= LEAST_S);

export function timeoutIn(words: readonly string[]): number | null {
  const timeouts = timeoutsIn(words);
  return timeouts.length === 0 ? null : Math.min(...timeouts);
}

/** Patterns are slow on longer lines. */
const TELLING = 2000;

/** Other interfaces let ffmpeg print log levels, before or after the component. */
const LEVEL = /^(\[[^\]]{1,80}\] )?(?:\[(?:panic|fatal|error|warning|info|verbose|debug)\] )/;

export const withoutPrefix = (line: string): string => line.slice(0, TELLING).replace(LEVEL, '$1').trimEnd();

/** Error messages of musl, and those of glibc. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['Address in use', 'Address already in use'],
  ['Address not available', 'Cannot assign requested address'],
  ['Connection aborted', 'Software caused connection abort'],
  ['Host is unreachable', 'No route to host'],
  ['I/O error', 'Input/output error'],
  ['Message too large', 'Message too long'],
  ['Network unreachable', 'Network is unreachable'],
  ['Not a tty', 'Inappropriate ioctl for device'],
  ['Operation timed out', 'Connection timed out'],
  ['Out of memory', 'Cannot allocate memory'],
  ['Resource busy', 'Device or resource busy'],
  ['Result not representable', 'Numerical result out of range'],
  ['Socket not connected', 'Transport endpoint is not connected'],
]);
const REASON = new RegExp(`(?<=[:(] ?)(?:${[...REASONS.keys()].join('|')})(?=\\W|$)`);

const normalized = (line: string): string =>
  withoutPrefix(line).replace(REASON, (reason) => REASONS.get(reason) ?? reason);

const BANNER = /^(?:ffmpeg version |\s+built with |\s+configuration:|\s+lib[a-z]+\s+\d)/;
const CHATTER =
  /^(?:frame=|size=|\s*Press \[q\]|At least one output file must be specified|(?:In|Out)put #\d|Stream mapping:|\s+Stream #|\s+Metadata:|\s+Duration:|\s+Program \d|\s+Side data:|\s+[\w-]{1,40}\s*: |x265 \[info\]|Svt\[info\])|\] (?:Opening '|Skip \('#|using (?:cpu|SAR)|profile |264 - core|\[OpenH264\] .{0,40}Info:)/;
/** Consequences of any failure, and general advice. */
const CONSEQUENCE =
  /^Conversion failed!|^Error opening (?:in|out)put files?\b|^Error initializing output stream|^\s+Last message repeated|Could not write header|Error while opening encoder|[Ee]rror writing trailer|[Ee]rror closing file|Failed to update header|Task finished with error|Terminating thread|Could not open encoder before EOF|Nothing was written into output|Error sending frames to consumers|Error muxing a packet|Error reinitializing filters|Failed to inject frame into filter|Error while processing the decoded data|Cannot open connection tcp:|Unknown connect error|session has been invalidated|Output file is empty|add a trailing '\?'|Did you mean file:|^video:|\] video:\d|Error marking filters as finished|Finishing stream \d|Error while filtering:|^Exiting normally|Error applying encoder options/;

/** Decoder messages about damaged packets are warnings, not causes. */
const DECODER =
  /^\[(?:h264|hevc|mpeg2video|mpeg4|mp3float|mp3|ac3|vp8|vp9|av1) @ [^\]]*\] (?!non-existing|Invalid audio stream|Exactly one|Value \S+ for parameter|Undefined constant|Error setting option|no frame|No device|Could not|Cannot|Failed|Unable)|^Error while decoding stream|Error submitting packet to decoder|Decoding error: /;

const REPEATED = /^\s+Last message repeated (\d{1,9}) times/;

export const saysNothing = (line: string): boolean =>
  line.trim() === '' || BANNER.test(line) || CHATTER.test(line) || isStatistics(line) || DECODER.test(line);
export const isConsequence = (line: string): boolean => CONSEQUENCE.test(line);

export const repeatedIn = (line: string): number => Number(REPEATED.exec(line)?.[1] ?? 0);
