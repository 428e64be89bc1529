import type { Role } from './causes.ts';
import { isConsequence, isSilent, usual } from './logLines.ts';
import { timeoutIn } from './timeoutOption.ts';

/** The log of a process, as far as known: all of it, or its last line. */
export interface Run {
  lines: readonly string[];
  /** From the first line to the last; null where that is not known. */
  seconds: number | null;
  /** How it ended; null where that is not known, or it still runs. */
  exec?: 'finished' | 'failed' | 'killed' | null;
  /** The wanted state; null if unknown. */
  order?: 'start' | 'stop' | null;
  /** It was asked to end. */
  interrupted?: boolean;
  /** It reads what an encoder pushes to the core itself. */
  pushed?: boolean;
  /** The core's own log of that time, about this process. */
  core?: readonly string[];
  /** Its inputs and outputs. */
  inputs?: readonly string[];
  outputs?: readonly string[];
  /** After how many seconds without progress the core ends it; 0: never. Absent: that is not known. */
  staleTimeout?: number;
  /** Its limits, beyond which the core ends it; 0: none. Absent: unknown. */
  limits?: { cpuPercent: number; memoryMb: number };
  /** All its arguments, by which it is known what nobody may read. */
  args?: readonly string[];
}

/** The phases of a run: it opens its inputs, then its outputs, then runs. */
export type Phase = 'reading' | 'writing' | 'running';
/** The end that a line or a failure is about. */
export type Side = 'in' | 'out';

/** A line without its level, in the usual words, and where it stands. */
export interface RelevantLine {
  text: string;
  phase: Phase;
  /** Its position in the lines. */
  at: number;
}

/** A run that was looked at as a whole. */
export interface ParsedRun {
  run: Run;
  role: Role;
  /** All of it, also what says nothing. */
  all: readonly string[];
  /** The lines that may name a cause. */
  telling: readonly RelevantLine[];
  /** Which end it was busy with when it failed. */
  side: Side;
  /** It had begun to write. */
  ran: boolean;
  interrupted: boolean;
  /** It was still opening after as long as it was told to wait for an answer. */
  waited: boolean;
  /** The address that it failed at, as far as it is named. */
  address: string;
}

const INPUT = /^Input #\d/;
const OUTPUT = /^Output #\d/;
const FRAME = /^frame=\s*[1-9]/;
const SUMMARY = /^(?:\[out#[^\]]{1,60}\] )?video:\s*\d+[kKmM]i?B /;
/** With a playlist that is appended to, ffmpeg looks for the one of before: none is there at the first start. */
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
  const all = run.lines.map(usual);
  const telling: RelevantLine[] = [];
  let phase = firstPhase;
  for (const [at, text] of all.entries()) {
    phase = phaseAfter(phase, text);
    const isUsual = isSilent(text) || (phase === 'writing' && OLD_PLAYLIST.test(text));
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

const isOneOf = (address: string, known: readonly string[] = []) =>
  address !== '' && known.some((one) => one === address || (one.length > 8 && address.startsWith(one)));

function sideOf(all: readonly string[], phase: Phase, { inputs, outputs }: Run, address: string): Side {
  if (all.some((line) => /^Error opening input/.test(line))) return 'in';
  if (all.some((line) => /^Error opening output|Could not write header|\[out#\d+\S* @ [^\]]*\] Error/.test(line)))
    return 'out';
  if (isOneOf(address, outputs)) return 'out';
  if (isOneOf(address, inputs)) return 'in';
  return phase === 'reading' ? 'in' : 'out';
}

/** The options and addresses of the end that failed. */
function toldOf({ args = [], inputs = [], outputs = [] }: Run, side: Side): readonly string[] {
  const from = args.lastIndexOf('-i') + 2;
  if (side === 'in') return args.length === 0 ? inputs : args.slice(0, from);
  return args.length === 0 ? outputs : args.slice(from);
}

function hasWaited(run: Run, side: Side): boolean {
  const timeout = timeoutIn(toldOf(run, side));
  return timeout !== null && run.seconds !== null && run.seconds >= timeout;
}

export const relevantLines = ({ telling: lines }: ParsedRun): readonly RelevantLine[] =>
  lines.filter(({ text }) => !isConsequence(text));
