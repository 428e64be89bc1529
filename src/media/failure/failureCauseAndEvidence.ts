import type { Cause, Party, Role, Severity } from '../diagnosis/causes.ts';
import { type Diagnosis, diagnose } from '../diagnosis/diagnose.ts';
import { bare, isSilent } from '../diagnosis/logLines.ts';
import type { Run } from '../diagnosis/parseRun.ts';
import { evidenceIn } from '../diagnosis/readableLogPart.ts';
import type { CauseText } from '../diagnosis/texts/causeText.ts';
import type { Input } from '../encoding/profile.ts';
import { maskText } from '../masking/mask.ts';

export type { Cause, Party, Role, Severity } from '../diagnosis/causes.ts';
export type { Run } from '../diagnosis/parseRun.ts';
export type { FieldName } from '../diagnosis/texts/causeText.ts';

/** What to say of a failure: happened, to do, where. */
export interface Words extends CauseText {
  /** The title in two words, for a row. */
  short: string;
  /** What it may be as well: a title like the first. */
  also: string | null;
  party: Party;
  severity: Severity;
  /** What says so, masked; the most decisive line is the first. */
  lines: readonly string[];
}

/** Why a process failed, and what a person can read of the line that says so, masked; '' where none does. */
export interface Failure {
  cause: Cause;
  evidence: string;
}

/** Why a probe found nothing, and the last lines that say so, masked. */
export type ProbeFailure = Pick<Diagnosis, 'cause' | 'also'> & { lines: string[] };

const LINES_SHOWN = 8;

const isStream = (line: string) => /^\s*Stream #\d+:\d+/.test(line);

/**
 * @param log of a probe (GET …/probe)
 * @param seconds how long it took; null where that is not known
 * @param core what the core's own log says of it; `pushed`: an encoder sends it to the core
 */
export function probeFailureOf(
  log: readonly string[],
  inputs: readonly Input[] = [],
  { seconds = null, core = [], pushed = false }: Partial<Pick<Run, 'seconds' | 'core' | 'pushed'>> = {},
): ProbeFailure {
  const args = inputs.flatMap(({ address, options }) => [...options, '-i', address]);
  const addresses = inputs.map(({ address }) => address);
  const { cause, also } = diagnose(
    { lines: log, seconds, exec: 'failed', inputs: addresses, args, core, pushed },
    'source',
  );
  const lines = log.filter((line) => !isSilent(bare(line)) || isStream(line)).slice(-LINES_SHOWN);
  const soundAlone = log.some(isStream) && !log.some((line) => isStream(line) && line.includes(': Video:'));
  return {
    cause: cause === 'unknown' && soundAlone ? 'no-video' : cause,
    also,
    lines: lines.map((line) => maskText(bare(line))),
  };
}

/** @param channel of a publication: its playlist and streams are named after it */
export function failureOf(run: Run, role: Role, channel = ''): Failure & Diagnosis {
  const found = diagnose(run, role, channel);
  return { ...found, evidence: evidenceIn(found.lines[0] ?? '') };
}
